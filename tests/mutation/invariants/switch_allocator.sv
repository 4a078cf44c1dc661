  // Reachable states: pointers name a VC, an input, a diagonal; orders of bids are orders. Contract
  // of the driver: its ports do so too.
  `include "bid_order.svh"
  logic in_range;
  always_comb begin
    in_range = 1'b1;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (32'(sa_in_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(sa_out_ptr_o[p*PortW +: PortW]) >= Ports || 32'(sa_diagonal_o) >= Ports) begin
        in_range = 1'b0;
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        if (32'(sa_pair_ptr_o[(p*Ports + o)*VcW +: VcW]) >= Vcs) in_range = 1'b0;
      end
      assume (!va_won_i[p] || (32'(va_port_i[p*PortW +: PortW]) < Ports &&
                               32'(va_out_vc_i[p*VcW +: VcW]) < Vcs &&
                               32'(va_vc_i[p*VcW +: VcW]) < Vcs));
      for (int unsigned v = 0; v < Vcs; v++) begin
        assume (!ready_i[p*Vcs + v] || (32'(hold_port_i[(p*Vcs + v)*PortW +: PortW]) < Ports &&
                                        32'(hold_vc_i[(p*Vcs + v)*VcW +: VcW]) < Vcs));
        assume (32'(out_credit_i[(p*Vcs + v)*CntW +: CntW]) <= Depth);
        assume (!va_won_i[p] || 32'(va_vc_i[p*VcW +: VcW]) != v || !ready_i[p*Vcs + v]);
      end
      // Who has bid, and wins, wins for the bid, and finds the credits.
      if (Speculative == 1 && bid_i[p]) begin
        assume (32'(bid_port_i[p*PortW +: PortW]) < Ports && 32'(bid_vc_i[p*VcW +: VcW]) < Vcs);
        assume (!ready_i[p*Vcs + 32'(bid_vc_i[p*VcW +: VcW])]);
        assume (!va_won_i[p] || (va_vc_i[p*VcW +: VcW] == bid_vc_i[p*VcW +: VcW] &&
                                 va_port_i[p*PortW +: PortW] == bid_port_i[p*PortW +: PortW]));
      end
      for (int unsigned q = 0; q < p; q++) begin
        assume (!va_won_i[p] || !va_won_i[q] ||
                va_port_i[p*PortW +: PortW] != va_port_i[q*PortW +: PortW] ||
                va_out_vc_i[p*VcW +: VcW] != va_out_vc_i[q*VcW +: VcW]);
      end
    end
    inv_range: assert (in_range);
    inv_bids: assert (bids_ordered);
  end
