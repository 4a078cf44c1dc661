  // Contract of the driver in a torus: coordinates within the extents. A mesh does not look at
  // them.
  always_comb begin
    for (int unsigned d = 0; d < Dims; d++) begin
      assume (Routing != 1 || dst_i[d*DigitW +: DigitW] <= extent_i[d*DigitW +: DigitW]);
      assume (Routing != 1 || addr_i[d*DigitW +: DigitW] <= extent_i[d*DigitW +: DigitW]);
    end
  end
