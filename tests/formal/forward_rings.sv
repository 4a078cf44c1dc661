  // ring   a slot that enters a ring is in it once until it leaves it, and in one ring at most; the
  //        counts are the slots in the rings, which never overflow
  // order  a slot leaves its ring after exactly those that were in it before: first come first
  //        served
  // time   a packet is received max(1, t_nr) cycles after the handler began with it
  //
  // For one slot, chosen freely. Contract of the driver, asserted in forward_unit.sv: a slot that
  // enters is in neither ring; one is taken only if there is one.
  `include "reset.svh"

  (* anyconst *) logic [FSlotW-1:0] who;
  (* anyconst *) logic [15:0]       nr;

  logic [ForwardSlots-1:0] receive, send;               // slots in the rings, counted here
  logic [ForwardSlots-1:0] receive_listed, send_listed; // those that the memories say
  logic [FCntW:0]          receive_count, send_count;
  logic [FCntW-1:0]        receive_ahead, send_ahead;   // of the chosen slot: leave before it
  logic [15:0]             elapsed;                     // cycles since the handler began
  logic [15:0]             least;                       // the last of them

  assign least = (nr == '0) ? '0 : nr - 1'b1;

  always_comb begin
    assume (32'(who) < ForwardSlots);
    assume (forward_receive_i == nr);
    assume (!full_i || (32'(full_slot_i) < ForwardSlots && !receive[full_slot_i] &&
                        !send[full_slot_i]));
    assume (!host_full_i || (32'(host_slot_i) < ForwardSlots && !receive[host_slot_i] &&
                             !send[host_slot_i]));
    assume (!(full_i && host_full_i) || full_slot_i != host_slot_i);
    assume (!take_i || f_send_count_o != '0);
  end

  // The place that lies `offset` entries behind the front.
  function automatic logic [FSlotW-1:0] behind(input logic [FSlotW-1:0] front,
                                               input logic [FCntW-1:0] offset);
    behind = (32'(front) + 32'(offset) >= ForwardSlots)
                 ? FSlotW'(32'(front) + 32'(offset) - ForwardSlots)
                 : FSlotW'(32'(front) + 32'(offset));
  endfunction

  always_comb begin
    receive_listed = '0;
    send_listed    = '0;
    receive_count  = '0;
    send_count     = '0;
    for (int unsigned i = 0; i < ForwardSlots; i++) begin
      receive_count = receive_count + (FCntW + 1)'(receive[i]);
      send_count    = send_count + (FCntW + 1)'(send[i]);
      for (int unsigned s = 0; s < ForwardSlots; s++) begin
        if (i < 32'(f_receive_count_o) &&
            32'(receive_mem[behind(f_receive_rd_o, FCntW'(i))]) == s) receive_listed[s] = 1'b1;
        if (i < 32'(f_send_count_o) &&
            32'(send_mem[behind(f_send_rd_o, FCntW'(i))]) == s) send_listed[s] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      receive <= '0;
      send    <= '0;
    end else begin
      if (received)   receive[fq_wr_slot_o] <= 1'b0;
      if (full_i)     receive[full_slot_i]  <= 1'b1;
      if (take_i)     send[fq_rd_slot_o]    <= 1'b0;
      if (fq_wr_en_o) send[fq_wr_slot_o]    <= 1'b1;
    end
    if (full_i && full_slot_i == who)      receive_ahead <= f_receive_count_o - FCntW'(received);
    else if (received)                     receive_ahead <= receive_ahead - 1'b1;
    if (fq_wr_en_o && fq_wr_slot_o == who) send_ahead    <= f_send_count_o - FCntW'(take_i);
    else if (take_i)                       send_ahead    <= send_ahead - 1'b1;
    elapsed <= begun ? '0 : elapsed + 1'b1;
  end

  always_comb begin
    if (up) begin
      ring_receive: assert (32'(receive_count) == 32'(f_receive_count_o));
      ring_send:    assert (32'(send_count) == 32'(f_send_count_o));
      ring_apart:   assert ((receive & send) == '0);
      ring_out:     assert (!received || (32'(fq_wr_slot_o) < ForwardSlots &&
                                          receive[fq_wr_slot_o]));
      ring_taken:   assert (!take_i || (32'(fq_rd_slot_o) < ForwardSlots && send[fq_rd_slot_o]));
      ring_room:    assert (!(full_i && 32'(f_receive_count_o) == ForwardSlots) &&
                            !(fq_wr_en_o && 32'(f_send_count_o) == ForwardSlots));
      ring_host:    assert (host_sent_o == (host_full_i && !received));
      order_receive: assert (!(received && receive[who]) ||
                             (fq_wr_slot_o == who) == (receive_ahead == '0));
      order_send:    assert (!(take_i && send[who]) ||
                             (fq_rd_slot_o == who) == (send_ahead == '0));
      time_receive: assert (!received || elapsed == least);
      time_begun:   assert (!(f_receive_count_o != '0 && !f_receive_busy_o) || begun);
      inv_counts:   assert (32'(receive_count) == 32'(f_receive_count_o) &&
                            32'(send_count) == 32'(f_send_count_o) && (receive & send) == '0);
      inv_listed:   assert (receive_listed == receive && send_listed == send);
      inv_range:    assert (32'(f_receive_rd_o) < ForwardSlots && 32'(f_send_rd_o) < ForwardSlots);
      inv_busy:     assert (!f_receive_busy_o || f_receive_count_o != '0);
      inv_ahead:    assert ((!receive[who] || (receive_ahead < f_receive_count_o &&
                             receive_mem[behind(f_receive_rd_o, receive_ahead)] == who)) &&
                            (!send[who] || (send_ahead < f_send_count_o &&
                             send_mem[behind(f_send_rd_o, send_ahead)] == who)));
      inv_time:     assert (!f_receive_busy_o || (f_receive_timer_o <= least &&
                                                  elapsed == least - f_receive_timer_o));
    end
  end
