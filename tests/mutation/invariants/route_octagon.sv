  // Contract of the driver: 8, 12, 16, .. positions, and addresses of some of them.
  always_comb begin
    assume (extent_i[1:0] == 2'd3 && 32'(extent_i[0 +: DigitW]) >= 7);
    assume (dst_i[0 +: DigitW] <= extent_i[0 +: DigitW]);
    assume (addr_i[0 +: DigitW] <= extent_i[0 +: DigitW]);
  end
