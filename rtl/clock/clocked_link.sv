// clocked_link -- a link with a clock of its own between two routers that share another: a crossing
// at each end, and the stages of the link between them.
//
//   a_link_i --> clock_crossing --> link --> clock_crossing --> b_link_o
//   a_link_o <-- clock_crossing <-- link <-- clock_crossing <-- b_link_i
//        clk_i                   link_clk_i                 clk_i
//
// All is reset together, each side in its clock. Vcs, Depth and FlitBits are those of the routers.
//
// Golden model: csim/network/link_clock.c.  docs/clock-crossing.md.

module clocked_link #(
  parameter  int unsigned Vcs           = 4,
  parameter  int unsigned Depth         = 8,   // flits of a VC buffer
  parameter  int unsigned FlitBits      = 64,
  parameter  int unsigned Latency       = 1,   // cycles of link_clk_i from crossing to crossing
  parameter  int unsigned Stages        = 2,   // of the synchronizers, 2 to 4
  parameter  int unsigned LinkKeepsUp   = 0,   // 1: link_clk_i is never slower than clk_i
  parameter  int unsigned RouterKeepsUp = 0,   // 1: clk_i is never slower than link_clk_i
  parameter  int unsigned AgeW          = 0,   // must be 0: as for clock_crossing_link
  localparam int unsigned VcW           = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW         = FlitBits + 2 * VcW + 4
) (
  input  logic             clk_i,
  input  logic             rst_i,       // synchronous, active high
  input  logic [LinkW-1:0] a_link_i,    // from the router at end a
  output logic [LinkW-1:0] a_link_o,    // to it
  input  logic [LinkW-1:0] b_link_i,    // from the router at end b
  output logic [LinkW-1:0] b_link_o,    // to it

  input  logic             link_clk_i,
  input  logic             link_rst_i   // synchronous, active high
);

  logic [LinkW-1:0] a_sent, a_came, b_sent, b_came;  // in link_clk_i, of the crossing at each end

  clock_crossing_link #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Stages(Stages), .AKeepsUp(RouterKeepsUp),
    .BKeepsUp(LinkKeepsUp), .AgeW(AgeW)
  ) u_a (
    .a_clk_i(clk_i), .a_rst_i(rst_i), .a_link_i, .a_link_o,
    .b_clk_i(link_clk_i), .b_rst_i(link_rst_i), .b_link_i(a_came), .b_link_o(a_sent)
  );

  link #(.Width(LinkW), .Latency(Latency)) u_forth (
    .clk_i(link_clk_i), .rst_i(link_rst_i), .in_i(a_sent), .out_o(b_came)
  );
  link #(.Width(LinkW), .Latency(Latency)) u_back (
    .clk_i(link_clk_i), .rst_i(link_rst_i), .in_i(b_sent), .out_o(a_came)
  );

  clock_crossing_link #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Stages(Stages), .AKeepsUp(RouterKeepsUp),
    .BKeepsUp(LinkKeepsUp), .AgeW(AgeW)
  ) u_b (
    .a_clk_i(clk_i), .a_rst_i(rst_i), .a_link_i(b_link_i), .a_link_o(b_link_o),
    .b_clk_i(link_clk_i), .b_rst_i(link_rst_i), .b_link_i(b_came), .b_link_o(b_sent)
  );

endmodule
// SPDX-License-Identifier: MIT
