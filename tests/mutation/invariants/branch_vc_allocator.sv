  // Reachable states: pointers name a VC; in every order no requester goes before itself, one of
  // two before the other, and who goes before one that goes before a third goes before the third.
  // Contract of the driver: credits are at most the depth, and a packet needs 1 at least and the
  // depth at most.
  logic in_range, in_order;
  logic [Vcs-1:0]   vc_row;
  logic [Ports-1:0] row;
  always_comb begin
    in_range = 1'b1;
    in_order = 1'b1;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (32'(va_vc_ptr_o[p*VcW +: VcW]) >= Vcs) in_range = 1'b0;
      for (int unsigned v = 0; v < Vcs; v++) begin
        assume (32'(out_credit_i[(p*Vcs + v)*CntW +: CntW]) <= Depth);
        assume (need_i[(p*Vcs + v)*CntW +: CntW] != '0 &&
                32'(need_i[(p*Vcs + v)*CntW +: CntW]) <= Depth);
        vc_row = va_in_order_o[(p*Vcs + v)*Vcs +: Vcs];
        if (vc_row[v]) in_order = 1'b0;
        for (int unsigned k = 0; k < Vcs; k++) begin
          if (k != v && vc_row[k] == va_in_order_o[(p*Vcs + k)*Vcs + v]) in_order = 1'b0;
          if (vc_row[k] && (va_in_order_o[(p*Vcs + k)*Vcs +: Vcs] & ~vc_row) != '0) in_order = 1'b0;
        end
        for (int unsigned i = 0; i < Ports; i++) begin
          row = va_out_order_o[((p*Vcs + v)*Ports + i)*Ports +: Ports];
          if (row[i]) in_order = 1'b0;
          for (int unsigned k = 0; k < Ports; k++) begin
            if (k != i &&
                row[k] == va_out_order_o[((p*Vcs + v)*Ports + k)*Ports + i]) in_order = 1'b0;
            if (row[k] &&
                (va_out_order_o[((p*Vcs + v)*Ports + k)*Ports +: Ports] & ~row) != '0) begin
              in_order = 1'b0;
            end
          end
        end
      end
    end
    inv_range: assert (in_range);
    inv_order: assert (in_order);
  end
