  // copies  a packet that is taken is copied to the children of its row, from the first to the one
  //         without another, each once, each whole and in order, before another is taken; its slot
  //         is free once, with the last flit of the last copy
  // room    a flit is pushed only where injection has room: first flits where a packet can start,
  //         and beside no beat of the host, others where the queue of the copy has room; one copy
  //         at a time
  // time    a copy starts max(1, t_ns) cycles at least after its packet was taken or the copy
  //         before it started, and exactly then if injection, the host and the copy before let it
  // next    what injection is told of the next cycle is what is so in it
  //
  // Contract: of injection: one flit is left of a copy if and only if it is so; of the table: a row
  // ends; of the driver: a packet has a flit, and no more than fit.
  `include "reset.svh"

  (* anyconst *) logic [15:0] ns;

  logic                       open;      // the packet taken has children to be copied to
  logic                       last_one;  // the copy on its way is its last
  logic                       going;     // a copy is on its way ..
  logic [LenW-1:0]            left;      // .. with these flits to come, of ..
  logic [LenW-1:0]            total;
  logic [FSlotW-1:0]          of;        // .. this slot
  logic [NetW-1:0]            on;        // .. on this network
  logic [FChildW:0]           children;  // starts of the packet taken
  logic [FSlotW-1:0]          slot;      // of the packet taken
  logic [FTagW-1:0]           tag;
  logic [15:0]                elapsed;   // since the packet was taken or a copy of it started
  logic [15:0]                least;
  assign least = (ns == '0) ? '0 : ns - 1'b1;

  logic            was_busy, was_ask;    // what injection was told
  logic [NetW-1:0] was_on, was_ask_on;

  always_comb begin
    assume (forward_send_i == ns);
    assume (32'(tag_i[FRowW +: NetW]) < Networks && tag_i[FTagW-1 -: LenW] != '0 &&
            32'(tag_i[FTagW-1 -: LenW]) <= ForwardFlits && 32'(tag_i[FRowW-1:0]) < ForwardRows);
    assume (!going || copy_end_i[on] == (left == LenW'(1)));
    assume (!start || child_i[0] == 1'b0 || 32'(children) + 32'd1 < ForwardChildren);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open     <= 1'b0;
      going    <= 1'b0;
      was_busy <= 1'b0;
      was_ask  <= 1'b0;
      was_on   <= '0;
      was_ask_on <= '0;
    end else begin
      was_busy   <= copy_busy_next_o;
      was_ask    <= ask_next_o;
      was_on     <= copy_network_next_o;
      was_ask_on <= ask_network_next_o;
      if (take_o) begin
        open     <= 1'b1;
        slot     <= slot_i;
        tag      <= tag_i;
        children <= '0;
      end else if (copy_first_o && !child_i[0]) begin
        open     <= 1'b0;
      end else if (copy_first_o) begin
        children <= children + 1'b1;
      end
      if (copy_first_o) begin
        going    <= copy_flits_o != LenW'(1);
        left     <= copy_flits_o - 1'b1;
        total    <= copy_flits_o;
        of       <= slot;
        on       <= copy_network_o;
        last_one <= !child_i[0];
      end else if (copy_valid_o) begin
        going    <= left != LenW'(1);
        left     <= left - 1'b1;
      end
    end
    elapsed <= (take_o || copy_first_o) ? '0 : (elapsed == 16'hffff) ? elapsed : elapsed + 1'b1;
  end

  always_comb begin
    if (up) begin
      copies_take:  assert (!take_o || !open || (copy_first_o && !child_i[0]));
      copies_first: assert (!copy_first_o ||
                            (open && copy_valid_o && fs_rd_en_o && fs_rd_slot_o == slot &&
                             fs_rd_pos_o == '0 && ft_rd_en_o &&
                             copy_flits_o == tag[FTagW-1 -: LenW] &&
                             copy_network_o == tag[FRowW +: NetW] &&
                             32'(ft_rd_index_o) == 32'(tag[FRowW-1:0]) * ForwardChildren +
                                                   32'(children)));
      copies_head:  assert (!copy_first_o ||
                            (copy_payload_o[HeadLow-1:4] == child_i[AddrW+1:2] &&
                             copy_payload_o[3:0] == (child_i[1] ? 4'd6 : 4'd5) &&
                             copy_payload_o[FlitBits-1:HeadLow] == word_i[FlitBits-1:HeadLow]));
      copies_other: assert (!copy_valid_o || copy_first_o ||
                            (going && fs_rd_en_o && fs_rd_slot_o == of && copy_network_o == on &&
                             32'(fs_rd_pos_o) == 32'(total) - 32'(left) &&
                             copy_payload_o == word_i));
      copies_free:  assert (free_o == (copy_valid_o &&
                                       (copy_first_o ? !child_i[0] && copy_flits_o == LenW'(1)
                                                     : last_one && left == LenW'(1))));
      copies_slot:  assert (!free_o || free_slot_o == (copy_first_o ? slot : of));
      room_first:   assert (!copy_first_o || (!going && copy_room_i[copy_network_o] &&
                                               !host_beat_i));
      room_other:   assert (!copy_valid_o || copy_first_o ||
                            (going && copy_next_i[copy_network_o]));
      room_goes:    assert (!going || copy_valid_o == copy_next_i[on]);
      time_least:   assert (!copy_first_o || elapsed >= least);
      time_goes:    assert (!(open && elapsed >= least && !going &&
                              copy_room_i[tag[FRowW +: NetW]] && !host_beat_i) ||
                            copy_first_o);
      next_copy:    assert (was_busy == going && was_on == (going ? on : '0));
      next_ask:     assert (was_ask == (f_send_busy_o && f_send_timer_o == '0 && !going) &&
                            was_ask_on == (was_ask ? f_send_network_o : '0));
      inv_open:     assert (open == f_send_busy_o);
      inv_packet:   assert (!open || (f_send_slot_o == slot && tag ==
                                      {f_send_flits_o, f_send_network_o, f_send_row_o} &&
                                      32'(children) == 32'(f_send_child_o) &&
                                      32'(children) < ForwardChildren && f_send_flits_o != '0 &&
                                      32'(f_send_flits_o) <= ForwardFlits &&
                                      32'(f_send_row_o) < ForwardRows &&
                                      32'(f_send_network_o) < Networks));
      inv_going:    assert (going == f_copy_busy_o);
      inv_copy:     assert (!going || (f_copy_slot_o == of && f_copy_network_o == on &&
                                       f_copy_last_o == last_one && left != '0 && left < total &&
                                       32'(total) <= ForwardFlits && 32'(on) < Networks &&
                                       32'(f_copy_pos_o) == 32'(total) - 32'(left)));
      inv_time:     assert (!open || (f_send_timer_o <= least &&
                                      (f_send_timer_o == '0
                                           ? elapsed >= least
                                           : elapsed == least - f_send_timer_o)));
      inv_told:     assert (was_busy == going && was_on == (going ? on : '0) &&
                            was_ask == (f_send_busy_o && f_send_timer_o == '0 && !going) &&
                            was_ask_on == (was_ask ? f_send_network_o : '0));
    end
  end
