  // Contract of the driver: coordinates within the extents, modules that are cubes, with layers
  // enough for all levels; modules of a single router only where there are the ports.
  always_comb begin
    for (int unsigned d = 0; d < Dims; d++) begin
      assume (dst_i[d*DigitW +: DigitW] <= extent_i[d*DigitW +: DigitW]);
      assume (addr_i[d*DigitW +: DigitW] <= extent_i[d*DigitW +: DigitW]);
    end
    assume (extent_i[0 +: DigitW] == extent_i[DigitW +: DigitW]);
    assume (extent_i[0 +: DigitW] == extent_i[2*DigitW +: DigitW]);
    assume (32'(extent_i[0 +: DigitW]) + 1 >= ((Dims - 3) / 2) << LayersLog2);
    assume (extent_i[0 +: DigitW] != 0 || (Dims == 5 && Ports > 10));
  end
