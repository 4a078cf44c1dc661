  // Reachable states: an input VC holds an output VC of its own virtual network, or none yet (0).
  logic in_network;
  always_comb begin
    in_network = 1'b1;
    for (int unsigned i = 0; i < Ports*Vcs; i++) begin
      if (in_out_vc_o[i*VcW +: VcW] != '0 &&
          32'(in_out_vc_o[i*VcW +: VcW]) / (Vcs / Networks) != (i % Vcs) / (Vcs / Networks)) begin
        in_network = 1'b0;
      end
    end
    inv_network: assert (in_network);
  end
