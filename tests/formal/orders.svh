  // Reachable states of the registers of VC allocation: every order is one. Nobody goes before
  // itself, of two requesters one goes first, and whoever goes before another goes before all that
  // the other goes before. Pointers name a VC.
  logic ordered;
  always_comb begin
    ordered = 1'b1;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (32'(va_vc_ptr_o[p*VcW +: VcW]) >= Vcs) ordered = 1'b0;
      for (int unsigned a = 0; a < Vcs; a++) begin
        for (int unsigned b = 0; b < Vcs; b++) begin
          if (va_in_order_o[(p*Vcs + a)*Vcs + b] !=
              (a != b && !va_in_order_o[(p*Vcs + b)*Vcs + a])) begin
            ordered = 1'b0;
          end
          for (int unsigned c = 0; c < Vcs; c++) begin
            if (va_in_order_o[(p*Vcs + a)*Vcs + b] && va_in_order_o[(p*Vcs + b)*Vcs + c] &&
                !va_in_order_o[(p*Vcs + a)*Vcs + c]) begin
              ordered = 1'b0;
            end
          end
        end
      end
    end
    for (int unsigned k = 0; k < Ports*Vcs; k++) begin
      for (int unsigned a = 0; a < Ports; a++) begin
        for (int unsigned b = 0; b < Ports; b++) begin
          if (va_out_order_o[(k*Ports + a)*Ports + b] !=
              (a != b && !va_out_order_o[(k*Ports + b)*Ports + a])) begin
            ordered = 1'b0;
          end
          for (int unsigned c = 0; c < Ports; c++) begin
            if (va_out_order_o[(k*Ports + a)*Ports + b] &&
                va_out_order_o[(k*Ports + b)*Ports + c] &&
                !va_out_order_o[(k*Ports + a)*Ports + c]) begin
              ordered = 1'b0;
            end
          end
        end
      end
    end
  end
