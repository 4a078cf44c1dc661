  // Reachable states: pointers name a VC and an input. Contract of the driver: credits are at most the
  // depth.
  logic in_range;
  always_comb begin
    in_range = 1'b1;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (32'(va_in_ptr_o[p*VcW +: VcW]) >= Vcs || 32'(va_vc_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(va_out_ptr_o[p*PortW +: PortW]) >= Ports) begin
        in_range = 1'b0;
      end
      for (int unsigned v = 0; v < Vcs; v++) begin
        assume (32'(out_credit_i[(p*Vcs + v)*CntW +: CntW]) <= Depth);
      end
    end
    inv_range: assert (in_range);
  end
