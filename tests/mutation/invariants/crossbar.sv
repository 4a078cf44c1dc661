  // Contract of the driver: no two valid inputs to one output, ports that exist.
  always_comb begin
    for (int unsigned i = 0; i < Ports; i++) begin
      assume (!in_valid_i[i] || 32'(in_port_i[i*PortW +: PortW]) < Ports);
      for (int unsigned j = 0; j < i; j++) begin
        assume (!in_valid_i[i] || !in_valid_i[j] ||
                in_port_i[i*PortW +: PortW] != in_port_i[j*PortW +: PortW]);
      end
    end
  end
