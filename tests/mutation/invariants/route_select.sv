  // Contract of the driver: a port that exists, and sums of credits of all VCs at most.
  always_comb begin
    assume (32'(index_i) < Ports);
    for (int unsigned o = 0; o < Ports; o++) begin
      assume (32'(room_i[o*($bits(room_i)/Ports) +: $bits(room_i)/Ports]) <= Vcs * Depth);
    end
  end
