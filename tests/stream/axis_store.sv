  // ready  tready is low only while a whole packet is in the memory or leaves it, so that it comes
  //        back with the network; the memory is never full of a packet without an end
  //
  // Contract: a beat is taken only of a whole packet, a packet only if there is one.
  `include "reset.svh"

  always_comb begin
    assume (!beat_take_i || st_used > st_in);
    assume (!packet_take_i || packets != '0);
    if (up) begin
      inv_range:  assert (32'(st_used) <= Beats && st_in <= st_used && 32'(packets) <= 4);
      ready_room: assert (32'(st_in) < Beats);
      ready_low:  assert (s_axis_tready || st_used > st_in || packets != '0);
    end
  end
