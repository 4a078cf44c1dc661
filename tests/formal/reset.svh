  // Every proof starts in a cycle of reset, from any register values; reset may come again at any
  // time. Properties hold in all later cycles.
  logic up = 1'b0;  // reset has been seen
  always_ff @(posedge clk_i) up <= 1'b1;
  always_comb assume (up || rst_i);
