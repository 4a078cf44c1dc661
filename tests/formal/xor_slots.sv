  // slots   what a slot is for is one thing at a time: open and full exclude each other, an
  //         exclusive or that waits for or has its own packet is one in place, a result is full,
  //         and nothing of it is set while it is being made or loaded
  // lowest  while the engine seeks, an exclusive or is found if one is ready; it is ready, its
  //         operands are those of its command, and no lower one is ready
  //
  // For one slot, chosen freely. Contract of the host: no command for a slot that is to be made, is
  // being made or loaded; of the unit: a packet fills an open slot, and a result is written once
  // for every start.
  `include "reset.svh"

  (* anyconst *) logic [XSlotW-1:0] who;

  logic              given, loading, made, ready;  // a command for it; state that is counted here
  logic              filled, started, done;        // events of it
  logic [PairW-1:0]  of;                           // its exclusive or
  logic [XSlotW-1:0] a, b;
  assign given   = empties && cmd_slot_i == who;
  assign filled  = full_i && full_slot_i == who;
  assign started = start_i && found_slot_o == who;
  assign done    = done_i && done_slot_i == who;
  assign of      = pair_mem[who];
  assign a       = of[0 +: XSlotW];
  assign b       = of[XSlotW +: XSlotW];
  assign ready   = x_op_o[who] && x_full_o[b] && !x_op_o[b] &&
                   ((a == who) ? x_full_o[who] : (x_full_o[a] && !x_op_o[a]));
  always_comb begin
    assume (32'(who) < XorSlots);
    assume (cmd_op_i <= noc_pkg::CommandLoad);
    assume (!load_first_i || (cmd_valid_i && cmd_op_i == noc_pkg::CommandLoad));
    assume (!cmd_valid_i || (32'(cmd_slot_i) < XorSlots && 32'(cmd_a_i) < XorSlots &&
                             32'(cmd_b_i) < XorSlots && cmd_b_i != cmd_slot_i));
    assume (!given || (!x_op_o[who] && !made && !loading));
    assume (!filled || x_open_o[who] || loading || (load_first_i && cmd_slot_i == who));
    assume (!given || !filled || load_first_i);
    assume (!start_i || found_o);
    assume (!done || made);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      made    <= 1'b0;
      loading <= 1'b0;
    end else begin
      if (started) made <= 1'b1;
      else if (done) made <= 1'b0;
      if (filled) loading <= 1'b0;
      else if (load_first_i && cmd_slot_i == who) loading <= 1'b1;
    end
  end

  always_comb begin
    if (up) begin
      slots_one:     assert (!(x_open_o[who] && x_full_o[who]));
      slots_place:   assert (!(x_op_o[who] && (x_open_o[who] || x_full_o[who])) || a == who);
      slots_packet:  assert (!(x_op_o[who] && a == who) || x_open_o[who] != x_full_o[who]);
      slots_result:  assert (!x_result_o[who] || (x_full_o[who] && !x_op_o[who]));
      slots_made:    assert (!(made || loading) ||
                             !(x_open_o[who] || x_full_o[who] || x_op_o[who] || x_result_o[who]));
      inv_slots:     assert (!(x_open_o[who] && x_full_o[who]) &&
                             (!(x_op_o[who] && (x_open_o[who] || x_full_o[who])) || a == who) &&
                             (!x_result_o[who] || (x_full_o[who] && !x_op_o[who])) &&
                             (!(made || loading) ||
                              !(x_open_o[who] || x_full_o[who] || x_op_o[who] ||
                                x_result_o[who])) &&
                             !(made && loading));
      inv_packet:    assert (!(x_op_o[who] && a == who) || x_open_o[who] != x_full_o[who]);
      inv_operands:  assert (!x_op_o[who] || (b != who && 32'(a) < XorSlots && 32'(b) < XorSlots));
      lowest_given:  assert (!(seek_i && ready) || (found_o && found_slot_o <= who));
      lowest_ready:  assert (!(found_o && found_slot_o == who) ||
                             (seek_i && ready && found_a_o == a && found_b_o == b &&
                              found_deliver_o == of[2*XSlotW]));
    end
  end
