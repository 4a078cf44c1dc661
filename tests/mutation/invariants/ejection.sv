  // Reachable states: the order is one. No VC goes before itself, of two one goes first, and
  // whoever goes before another goes before all that the other goes before.
  logic in_order;
  always_comb begin
    in_order = 1'b1;
    for (int unsigned a = 0; a < Vcs; a++) begin
      for (int unsigned b = 0; b < Vcs; b++) begin
        if (ej_order_o[a*Vcs + b] != (a != b && !ej_order_o[b*Vcs + a])) in_order = 1'b0;
        for (int unsigned c = 0; c < Vcs; c++) begin
          if (ej_order_o[a*Vcs + b] && ej_order_o[b*Vcs + c] && !ej_order_o[a*Vcs + c]) begin
            in_order = 1'b0;
          end
        end
      end
    end
    inv_order: assert (in_order);
  end
