  // Reachable states: places inside the rings, no more entries than slots; the handler works on an
  // entry that is there, and its timer is 0 while it is idle.
  logic in_range;
  always_comb begin
    in_range = 32'(f_receive_rd_o) < ForwardSlots && 32'(f_send_rd_o) < ForwardSlots &&
               32'(f_receive_count_o) <= ForwardSlots && 32'(f_send_count_o) <= ForwardSlots &&
               (!f_receive_busy_o || f_receive_count_o != '0) &&
               (f_receive_busy_o || f_receive_timer_o == '0);
    inv_range: assert (in_range);
    assume (!full_i || 32'(f_receive_count_o) < ForwardSlots);
    assume (!fq_wr_en_o || 32'(f_send_count_o) < ForwardSlots);
    assume (!take_i || f_send_count_o != '0);
  end
