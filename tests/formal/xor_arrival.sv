  // kept  every flit that ejection takes for a slot is written in its cycle, at the slot of its
  //       packet and behind the flits of the packet that came before it, whatever comes on other
  //       VCs; so is every flit of a load; none beyond the operand's words. The slot is full with
  //       the last.
  //
  // For one VC, chosen freely. Contract of the driver: a flit is taken from a front that may leave;
  // packets are whole, and no packet or load is longer than an operand.
  `include "reset.svh"

  (* anyconst *) logic [VcW-1:0] vc;

  logic              under;              // a packet of the VC is under way ..
  logic [XSlotW-1:0] of;                 // .. for this slot
  logic [XPosW:0]    before;             // .. and these flits of it are written
  logic [XPosW:0]    loaded;             // flits of the load that are written
  logic [LenW-1:0]   total;              // flits of the load
  logic              mine;               // a flit of the VC is taken ..
  logic [XSlotW-1:0] mine_slot;          // .. for this slot
  logic [XPosW:0]    mine_pos;
  assign mine      = take_valid_i && take_vc_i == vc;
  assign mine_slot = take_kind_i[0] ? take_payload_i[SlotLsb +: XSlotW] : of;
  assign mine_pos  = take_kind_i[0] ? '0 : before;
  always_comb begin
    assume (32'(vc) < Vcs && 32'(take_vc_i) < Vcs);
    assume (!take_valid_i || (front_valid_i[take_vc_i] && x_allow_o[take_vc_i]));
    assume (!take_valid_i || front_kind_i[32'(take_vc_i)*2 +: 2] == take_kind_i);
    assume (!(take_valid_i && take_kind_i[0]) ||
            front_code_i[32'(take_vc_i)*(XSlotW+1) +: XSlotW + 1] ==
                {take_payload_i[SlotLsb +: XSlotW],
                 take_payload_i[3:0] == noc_pkg::TypeCoded});
    assume (!mine || take_kind_i[0] == !under);
    assume (!mine || take_kind_i[1] || 32'(mine_pos) + 32'd1 < XorFlits);
    assume (!load_i || x_load_left_o != '0 ||
            (cmd_flits_i != '0 && 32'(cmd_flits_i) <= XorFlits));
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      under  <= 1'b0;
      loaded <= '0;
    end else begin
      if (mine) begin
        under  <= !take_kind_i[1];
        of     <= mine_slot;
        before <= mine_pos + 1'b1;
      end
      if (load_i) begin
        loaded <= full_o ? '0 : loaded + 1'b1;
        if (loaded == '0) total <= cmd_flits_i;
      end
    end
  end

  always_comb begin
    if (up) begin
      kept_flit:  assert (!(mine && mine_slot != '0) ||
                          (xa_wr_en_o && !load_i && xa_wr_slot_o == mine_slot &&
                           32'(xa_wr_pos_o) == 32'(mine_pos) && full_o == take_kind_i[1]));
      kept_load:  assert (!load_i || (xa_wr_en_o && 32'(xa_wr_pos_o) == 32'(loaded)));
      kept_last:  assert (!(load_i && loaded != '0) ||
                          full_o == (32'(loaded) + 32'd1 == 32'(total)));
      kept_bound: assert (!(load_i || (mine && mine_slot != '0)) || 32'(xa_wr_pos_o) < XorFlits);
      inv_vc:     assert (!under || (x_vc_slot_o[32'(vc)*XSlotW +: XSlotW] == of &&
                          32'(before) < XorFlits && before != '0 &&
                          (of == '0 ||
                           32'(x_vc_pos_o[32'(vc)*XPosW +: XPosW]) == 32'(before))));
      inv_load:   assert ((loaded == '0) == (x_load_left_o == '0) &&
                          (loaded == '0 ||
                           (32'(x_load_pos_o) == 32'(loaded) && 32'(total) <= XorFlits &&
                            32'(loaded) + 32'(x_load_left_o) == 32'(total))));
    end
  end
