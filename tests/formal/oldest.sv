  // order  while the ages of all that ask lie within half the circle from some cycle on, those pass
  //        that are nearest to it, and nobody else: so somebody does, and equals do together
  //
  // For two requesters and one cycle to begin with, chosen freely.
  localparam int unsigned WhoW = (N > 1) ? $clog2(N) : 1;

  (* anyconst *) logic [WhoW-1:0] who, other;
  (* anyconst *) logic [AgeW-1:0] start;

  logic [N*AgeW-1:0] rank;  // cycles after it
  always_comb begin
    assume (32'(who) < N && 32'(other) < N);
    for (int unsigned i = 0; i < N; i++) begin
      rank[i*AgeW +: AgeW] = age_i[i*AgeW +: AgeW] - start;
      assume (!req_i[i] || !rank[i*AgeW + AgeW - 1]);
    end
  end

  always_comb begin
    order_asked: assert ((oldest_o & ~req_i) == '0);
    order_given: assert ((oldest_o != '0) == (req_i != '0));
    order_least: assert (!(oldest_o[who] && req_i[other]) ||
                         rank[32'(who)*AgeW +: AgeW] <= rank[32'(other)*AgeW +: AgeW]);
    order_equal: assert (!(oldest_o[who] && req_i[other]) ||
                         rank[32'(who)*AgeW +: AgeW] != rank[32'(other)*AgeW +: AgeW] ||
                         oldest_o[other]);
  end
