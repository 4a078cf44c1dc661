  // kept   every flit of a packet to be forwarded is written in its cycle, at the slot of its
  //        packet and behind the flits of it that came before, whatever comes on other VCs and from
  //        the host; so is every beat of the host's; none beyond the packet's words. The packet is
  //        full with its last flit. Flits of other packets are not written
  // slots  a packet takes a free slot, the lowest; packets under way are in different slots, which
  //        are not free
  // ready  a beat of the host is accepted if and only if its packet is under way, or none is full
  //        and a slot is free, and it is not ejection's turn; in that cycle no flit to be kept
  //        leaves its queue
  // turn   a flit that waits to be kept asks in the cycle behind a beat, and in that of one of two
  //        pops; behind a first beat of the host the last slot is for a packet that has waited at a
  //        front, until one is kept
  //
  // For one VC and one slot, chosen freely. Contract of the driver: a flit is taken from a front
  // that may leave; packets are whole and fit; a slot is freed only behind its packet's last flit.
  `include "reset.svh"

  (* anyconst *) logic [VcW-1:0]    vc;
  (* anyconst *) logic [FSlotW-1:0] who;

  logic [Vcs-1:0]    under;         // a packet of VC v is under way
  logic [Vcs-1:0]    in_range;      // of VC v: a kept packet under way has a position
  logic [FSlotW-1:0] of, host_of;   // slots of the packets of the VC and of the host
  logic [FPosW:0]    before;        // flits of the packet of the VC that are written
  logic [FPosW:0]    given;         // beats of the host's packet that are written
  logic [LenW-1:0]   total;         // all of them
  logic              mine;          // a flit of the VC is taken that is to be kept
  logic [FPosW:0]    mine_pos;
  logic [3:0]        places;        // packets under way in the chosen slot
  logic              held;          // a packet under way is there
  logic              lower;         // a lower slot than that claimed is free
  logic              barred;        // a flit could be kept in this cycle, but for a beat
  logic              after;         // .. in the last one
  logic              left_barred;   // .. in that of the last pop
  logic              seen;          // a first flit to be kept has stayed at a front
  logic              stays;         // .. in this cycle
  logic              host_had;      // the host was the last that took a slot
  logic              theirs;        // the last slot is for ejection
  logic [4:0]        free_slots;
  assign mine     = take_valid_i && take_vc_i == vc && keep;
  assign mine_pos = take_kind_i[0] ? '0 : before;

  always_comb begin
    places   = 4'(f_host_left_o != '0 && f_host_slot_o == who);
    in_range = '1;
    lower    = 1'b0;
    barred   = 1'b0;
    stays    = 1'b0;
    free_slots = '0;
    held     = f_host_left_o != '0 && f_host_slot_o == free_slot_i;
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (front_valid_i[v] && beat) begin
        if (front_kind_i[v*2] ? front_forward_i[v] && f_used_o != '1 : f_vc_keep_o[v]) begin
          barred = 1'b1;
        end
      end
      if (front_valid_i[v] && front_kind_i[v*2] && front_forward_i[v] &&
          !(take_valid_i && 32'(take_vc_i) == v)) stays = 1'b1;
      if (under[v] && f_vc_keep_o[v]) begin
        if (f_vc_slot_o[v*FSlotW +: FSlotW] == who) places = places + 1'b1;
        if (f_vc_slot_o[v*FSlotW +: FSlotW] == free_slot_i) held = 1'b1;
        if (f_vc_pos_o[v*FPosW +: FPosW] == '0) in_range[v] = 1'b0;
        if (32'(f_vc_pos_o[v*FPosW +: FPosW]) >= ForwardFlits) in_range[v] = 1'b0;
        if (32'(f_vc_slot_o[v*FSlotW +: FSlotW]) >= ForwardSlots) in_range[v] = 1'b0;
        if (!f_used_o[f_vc_slot_o[v*FSlotW +: FSlotW]]) in_range[v] = 1'b0;
      end
    end
    for (int unsigned s = 0; s < ForwardSlots; s++) begin
      if (!f_used_o[s] && s < 32'(fs_wr_slot_o)) lower = 1'b1;
      free_slots = free_slots + 5'(!f_used_o[s]);
    end
    theirs = host_had && seen && free_slots <= 5'd1;
  end

  always_comb begin
    assume (32'(vc) < Vcs && 32'(who) < ForwardSlots);
    assume (!take_valid_i || (32'(take_vc_i) < Vcs && front_valid_i[take_vc_i] &&
                              f_allow_o[take_vc_i]));
    assume (!take_valid_i || front_kind_i[32'(take_vc_i)*2 +: 2] == take_kind_i);
    assume (!take_valid_i || take_kind_i[0] == !under[take_vc_i]);
    assume (!take_valid_i || front_forward_i[take_vc_i] ==
                                 (take_kind_i[0] && take_payload_i[3:0] == Forwarded));
    assume (!keep || take_kind_i[1] || 32'(fs_wr_pos_o) + 32'd1 < ForwardFlits);
    assume (!(beat && f_host_left_o == '0) ||
            (forward_flits_i != '0 && 32'(forward_flits_i) <= ForwardFlits));
    assume (!free_i || (32'(free_slot_i) < ForwardSlots && f_used_o[free_slot_i] && !held));
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      under       <= '0;
      given       <= '0;
      after       <= 1'b0;
      left_barred <= 1'b0;
      seen        <= 1'b0;
      host_had    <= 1'b0;
    end else begin
      after <= barred;
      seen  <= stays;
      if (take_valid_i) left_barred <= barred;
      if (beat && given == '0)                     host_had <= 1'b1;
      else if (keep && take_kind_i[0])             host_had <= 1'b0;
      if (take_valid_i) under[take_vc_i] <= !take_kind_i[1];
      if (beat) begin
        given <= host_last ? '0 : given + 1'b1;
        if (given == '0) begin
          total   <= forward_flits_i;
          host_of <= fs_wr_slot_o;
        end
      end
    end
    if (mine) begin
      of     <= fs_wr_slot_o;
      before <= mine_pos + 1'b1;
    end
  end

  always_comb begin
    if (up) begin
      kept_flit:  assert (!mine || (fs_wr_en_o && !beat && full_o == take_kind_i[1] &&
                                    32'(fs_wr_pos_o) == 32'(mine_pos) &&
                                    fs_wr_data_o == take_payload_i));
      kept_slot:  assert (!mine || take_kind_i[0] || fs_wr_slot_o == of);
      kept_host:  assert (!beat || (fs_wr_en_o && 32'(fs_wr_pos_o) == 32'(given) && !full_o &&
                                    (given == '0 || fs_wr_slot_o == host_of)));
      kept_last:  assert (!(beat && given != '0) ||
                          host_last == (32'(given) + 32'd1 == 32'(total)));
      kept_bound: assert (!fs_wr_en_o || 32'(fs_wr_pos_o) < ForwardFlits);
      kept_only:  assert (fs_wr_en_o == (beat || keep));
      slots_free: assert (!claim || (found && 32'(fs_wr_slot_o) < ForwardSlots &&
                                     !f_used_o[fs_wr_slot_o] && !lower));
      slots_one:  assert (places <= 4'd1 && (places == '0 || f_used_o[who]));
      slots_held: assert (claim || !fs_wr_en_o || f_used_o[fs_wr_slot_o]);
      ready_when: assert (forward_ready_o ==
                          (!after && (f_host_left_o != '0 ||
                                      (!f_host_full_o && f_used_o != '1 && !theirs))));
      ready_kept: assert (!(beat && keep));
      ready_full: assert (!(f_host_full_o && f_host_left_o != '0));
      turn_beat:  assert (!(after && beat));
      turn_write: assert (!(left_barred && barred && take_valid_i));
      turn_slot:  assert (!(beat && given == '0 && theirs));
      inv_ready:  assert (forward_ready_o ==
                          (!after && (f_host_left_o != '0 ||
                                      (!f_host_full_o && f_used_o != '1 && !theirs))));
      inv_turn:   assert (f_write_turn_o == left_barred && f_slot_turn_o == host_had);
      inv_full:   assert (!(f_host_full_o && f_host_left_o != '0));
      inv_places: assert (places <= 4'd1 && (places == '0 || f_used_o[who]));
      inv_range:  assert (in_range == '1);
      inv_vc:     assert (!(under[vc] && f_vc_keep_o[vc]) ||
                          (f_vc_slot_o[32'(vc)*FSlotW +: FSlotW] == of &&
                           32'(before) == 32'(f_vc_pos_o[32'(vc)*FPosW +: FPosW])));
      inv_host:   assert ((given == '0) == (f_host_left_o == '0) &&
                          (given == '0 ||
                           (32'(f_host_pos_o) == 32'(given) && 32'(total) <= ForwardFlits &&
                            f_host_slot_o == host_of && f_used_o[f_host_slot_o] &&
                            32'(f_host_slot_o) < ForwardSlots &&
                            32'(given) + 32'(f_host_left_o) == 32'(total))));
    end
  end
