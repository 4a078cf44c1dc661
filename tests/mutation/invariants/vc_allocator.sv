  // Reachable states: orders are orders, pointers name a VC. Contract of the driver: a VC waits for
  // a port that exists, credits are at most the depth.
  `include "orders.svh"
  always_comb begin
    for (int unsigned k = 0; k < Ports*Vcs; k++) begin
      assume (!waiting_i[k] || 32'(front_tag_i[k*TagW + 2 +: PortW]) < Ports);
      assume (32'(out_credit_i[k*CntW +: CntW]) <= Depth);
    end
    inv_orders: assert (ordered);
  end
