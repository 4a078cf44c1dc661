  // Contract of the driver: a flit for an output comes from an input that exists.
  always_comb begin
    for (int unsigned o = 0; o < Ports; o++) begin
      assume (!sel_valid_i[o] || 32'(sel_in_i[o*PortW +: PortW]) < Ports);
    end
  end
