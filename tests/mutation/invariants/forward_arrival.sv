  // Reachable states: a packet under way of the host has a slot that is not free and a position in
  // it, and none is complete meanwhile; a first beat is accepted only if there is room.
  // Contract of the driver: a flit that is kept fits.
  logic host_known;
  always_comb begin
    host_known = !(f_host_full_o && f_host_left_o != '0) &&
                 (f_host_left_o == '0 ? f_host_pos_o == '0
                                      : f_host_pos_o != '0 && f_used_o[f_host_slot_o] &&
                                        32'(f_host_pos_o) + 32'(f_host_left_o) <= ForwardFlits) &&
                 32'(f_host_slot_o) < ForwardSlots &&
                 (!forward_ready_o || f_host_left_o != '0 ||
                  (!f_host_full_o && f_used_o != '1));
    inv_host: assert (host_known);
    assume (!(beat && first) || 32'(forward_flits_i) <= ForwardFlits);
    assume (!(free_i && f_host_left_o != '0) || free_slot_i != f_host_slot_o);
  end
