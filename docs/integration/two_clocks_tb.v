// two_clocks_tb -- two clocks and a reset for two_clocks; plain Verilog, for any simulator.
`timescale 1ns / 1ns
module two_clocks_tb;
  reg        a_clk = 0, b_clk = 0, arst = 0;
  wire [1:0] done;
  wire [3:0] wrong;
  integer    cycle = 0;

  two_clocks u_two (
    .a_clk_i(a_clk), .b_clk_i(b_clk), .arst_i(arst), .done_o(done), .wrong_o(wrong)
  );

  always #5 a_clk = ~a_clk;
  always #7 b_clk = ~b_clk;

  initial begin
    #3 arst = 1;
    #42 arst = 0;
  end

  always @(negedge a_clk) begin
    cycle = cycle + 1;
    if (cycle > 10 && done == 2'b11) begin
      if (wrong == 4'd0) $display("12 packets delivered after %0d cycles", cycle);
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
