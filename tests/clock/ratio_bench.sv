// ratio_bench -- a clocked_link for ratio_bench.cpp, with the synchronizers of the RTL.

module ratio_bench #(
  parameter  int unsigned Vcs           = 2,
  parameter  int unsigned Depth         = 3,
  parameter  int unsigned FlitBits      = 32,
  parameter  int unsigned Latency       = 1,
  parameter  int unsigned LinkKeepsUp   = 0,
  parameter  int unsigned RouterKeepsUp = 0,
  localparam int unsigned VcW           = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW         = FlitBits + 2 * VcW + 4
) (
  input  logic             clk_i,
  input  logic             link_clk_i,
  input  logic             rst_i,
  input  logic [LinkW-1:0] a_link_i,
  output logic [LinkW-1:0] a_link_o,
  input  logic [LinkW-1:0] b_link_i,
  output logic [LinkW-1:0] b_link_o
);

  clocked_link #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Latency(Latency), .LinkKeepsUp(LinkKeepsUp),
    .RouterKeepsUp(RouterKeepsUp)
  ) u_link (
    .clk_i, .rst_i, .a_link_i, .a_link_o, .b_link_i, .b_link_o,
    .link_clk_i, .link_rst_i(rst_i)
  );

endmodule
// SPDX-License-Identifier: MIT
