  // Reachable states: timers are 0 while their handlers are idle; a copy on its way has a position,
  // and none without.
  logic idle_known;
  always_comb begin
    idle_known = (f_send_busy_o || f_send_timer_o == '0) &&
                 (f_copy_busy_o || f_copy_pos_o == '0);
    inv_idle: assert (idle_known);
  end
