// irregular_tb -- a clock and a reset for irregular; plain Verilog, for any simulator.
`timescale 1ns / 1ns
module irregular_tb;
  reg        clk = 0, rst = 1;
  wire       done;
  wire [3:0] wrong;
  integer    cycle = 0;

  irregular u_irregular (.clk_i(clk), .rst_i(rst), .done_o(done), .wrong_o(wrong));

  always #5 clk = ~clk;

  always @(negedge clk) begin
    cycle = cycle + 1;
    if (cycle == 3) rst = 0;
    if (cycle > 3 && done) begin
      if (wrong == 4'd0) $display("12 packets delivered after %0d cycles", cycle - 3);
      else $display("FAILED: nodes %b got wrong data", wrong);
      $finish;
    end
    if (cycle == 1000) begin
      $display("FAILED: not all is delivered");
      $finish;
    end
  end
endmodule
// SPDX-License-Identifier: MIT
