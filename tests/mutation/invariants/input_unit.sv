  // Contract of the driver: it is one of the ports, and a head has candidates; where routes are
  // late, that of the cycle before.
  logic head, asks;
  assign head = in_valid_i && in_kind_i[0];
  if (LateRoutes == 1) begin : gen_late_head
    logic before;
    always_ff @(posedge clk_i) before <= head && !rst_i;
    assign asks = before;
  end else begin : gen_head
    assign asks = head;
  end
  always_comb begin
    assume (32'(index_i) < Ports);
    assume (Routing != 5 || !asks || tbl_candidates_i != 0);
  end
