  // passed  what is read comes out of the pipeline once, as it was read, after XorOverhead steps,
  //         and is written; with a hold nothing moves, starts or is written
  // host    a result flit goes to the result registers if and only if it is to be delivered and is
  //         written, and only while they are empty or taken; what the host does not take stays
  //
  // For one word that is read, chosen freely. No assumption on what comes in.
  `include "reset.svh"

  (* anyseq *) logic mark;  // the word that is read in this cycle is the one

  localparam int unsigned ItemW = 3 + XSlotW + XPosW + TagW + FlitBits;
  logic             held;             // it is in the pipeline ..
  logic [6:0]       stage;            // .. here
  logic [ItemW-1:0] item, read, out, at;
  assign read = {rd_first, rd_last, x_deliver_o, x_slot_o, x_pos_o, rd_tag, rd_data};
  assign out  = {flit_first, flit_last, flit_deliver, flit_slot, flit_pos, flit_tag, flit_data};
  always_comb begin
    at = '0;  // what is at its stage
    for (int unsigned i = 0; i < XorOverhead; i++) begin
      if (32'(stage) == i) begin
        at = {x_p_first_o[i], x_p_last_o[i], x_p_deliver_o[i], x_p_slot_o[i*XSlotW +: XSlotW],
              x_p_pos_o[i*XPosW +: XPosW], x_p_tag_o[i*TagW +: TagW],
              x_p_data_o[i*FlitBits +: FlitBits]};
      end
    end
  end

  logic [6:0] count, valid;           // words read and not yet written; stages that hold one
  always_comb begin
    valid = '0;
    for (int unsigned i = 0; i < XorOverhead; i++) valid = valid + 7'(x_p_valid_o[i]);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      held  <= 1'b0;
      count <= '0;
    end else begin
      count <= count + 7'(x_rd_en_o) - 7'(xr_wr_en_o);
      if (x_rd_en_o && mark && !held) begin
        held  <= 1'b1;
        stage <= '0;
        item  <= read;
      end else if (held && !hold) begin
        stage <= stage + 1'b1;
        if (32'(stage) == XorOverhead - 1) held <= 1'b0;
      end
    end
  end

  // These keep what went to the result registers in the cycle before.
  localparam int unsigned ResW = 2 + FlitBits + XSlotW + NameW;
  logic                    given, was_up, was_given, was_valid, was_ready;
  logic [FlitBits+1:0]     was_flit;
  logic [XSlotW+NameW-1:0] was_names;
  logic [ResW-1:0]         res, was_res;
  assign given = xr_wr_en_o && flit_deliver;
  assign res   = {res_kind_o, res_data_o, res_slot_o, res_name_o};
  always_ff @(posedge clk_i) begin
    was_up    <= !rst_i;
    was_given <= given;
    was_valid <= res_valid_o;
    was_ready <= res_ready_i;
    was_flit  <= {flit_last, flit_first, flit_data};
    was_names <= {flit_slot, flit_tag[1 +: NameW]};
    was_res   <= res;
  end

  always_comb begin
    if (up) begin
      passed_out:   assert (!(held && 32'(stage) == XorOverhead - 1) ||
                            (out == item && xr_wr_en_o == !hold));
      passed_count: assert (count == valid);
      passed_hold:  assert (!hold || (!x_rd_en_o && !xr_wr_en_o && !start_o && !done_o));
      inv_item:     assert (!held || (32'(stage) < XorOverhead && at == item &&
                                      x_p_valid_o[stage]));
      inv_count:    assert (count == valid);
      host_free:    assert (!given || !res_valid_o || res_ready_i);
      host_given:   assert (!was_up || res_valid_o == (was_given || (was_valid && !was_ready)));
      host_flit:    assert (!(was_up && was_given) || {res_kind_o, res_data_o} == was_flit);
      host_first:   assert (!(was_up && was_given && was_flit[FlitBits]) ||
                            {res_slot_o, res_name_o} == was_names);
      host_stays:   assert (!(was_up && !was_given) || res == was_res);
      host_names:   assert (!(was_up && !(was_given && was_flit[FlitBits])) ||
                            {res_slot_o, res_name_o} == was_res[XSlotW+NameW-1:0]);
    end
  end
