  // Reachable states: positions inside the queue, no more entries than it holds, and the two agree.
  logic in_range;
  always_comb begin
    in_range = 1'b1;
    for (int unsigned q = 0; q < Queues; q++) begin
      if (32'(wr_o[q*PtrW +: PtrW]) >= Depth || 32'(rd_o[q*PtrW +: PtrW]) >= Depth ||
          32'(count_o[q*CntW +: CntW]) > Depth) begin
        in_range = 1'b0;
      end
    end
    inv_range: assert (rst_i || in_range);
  end
