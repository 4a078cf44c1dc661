// link_bench -- a clock_crossing_link, an async_fifo written in a and read in b, and the resets of
// both clocks, for link_bench.cpp.

module link_bench #(
  parameter  int unsigned Vcs       = 2,
  parameter  int unsigned Depth     = 3,
  parameter  int unsigned FlitBits  = 32,
  parameter  int unsigned Stages    = 2,
  parameter  int unsigned AKeepsUp  = 0,
  parameter  int unsigned BKeepsUp  = 0,
  parameter  int unsigned FifoDepth = 4,
  localparam int unsigned VcW       = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW     = FlitBits + 2 * VcW + 4
) (
  input  logic             a_clk_i,
  input  logic             b_clk_i,
  input  logic             arst_i,
  output logic             a_rst_o,
  output logic             b_rst_o,

  input  logic [LinkW-1:0] a_link_i,
  output logic [LinkW-1:0] a_link_o,
  input  logic [LinkW-1:0] b_link_i,
  output logic [LinkW-1:0] b_link_o,

  input  logic             wr_valid_i,
  output logic             wr_ready_o,
  input  logic [15:0]      wr_data_i,
  output logic             rd_valid_o,
  input  logic             rd_ready_i,
  output logic [15:0]      rd_data_o
);

  reset_synchronizer #(.Stages(Stages)) u_a_reset (.clk_i(a_clk_i), .arst_i, .rst_o(a_rst_o));
  reset_synchronizer #(.Stages(Stages)) u_b_reset (.clk_i(b_clk_i), .arst_i, .rst_o(b_rst_o));

  clock_crossing_link #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Stages(Stages), .AKeepsUp(AKeepsUp),
    .BKeepsUp(BKeepsUp)
  ) u_link (
    .a_clk_i, .a_rst_i(a_rst_o), .a_link_i, .a_link_o,
    .b_clk_i, .b_rst_i(b_rst_o), .b_link_i, .b_link_o
  );

  async_fifo #(.Width(16), .Depth(FifoDepth), .Stages(Stages)) u_fifo (
    .wr_clk_i(a_clk_i), .wr_rst_i(a_rst_o), .wr_valid_i, .wr_ready_o, .wr_data_i,
    .rd_clk_i(b_clk_i), .rd_rst_i(b_rst_o), .rd_valid_o, .rd_ready_i, .rd_data_o
  );

endmodule
// SPDX-License-Identifier: MIT
