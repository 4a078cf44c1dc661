// clock_crossing_link -- a link whose two ends have different clocks, both directions: between two
// noc_routers, or a noc_router and an interface, in the place of two wires.
//
//   router --> a_link_i --> clock_crossing --> b_link_o --> router
//   router <-- a_link_o <-- clock_crossing <-- b_link_i <-- router
//          a_clk_i                               b_clk_i
//
// Both sides are reset together. Vcs, Depth and FlitBits are those of the routers at both sides.
//
// Checked by tests/clock.  docs/clock-crossing.md.

module clock_crossing_link #(
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Depth    = 8,   // flits of a VC buffer
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Stages   = 2,   // of the synchronizers, 2 to 4
  parameter  int unsigned AKeepsUp = 0,   // 1: the clock of a is never slower than that of b
  parameter  int unsigned BKeepsUp = 0,   // 1: the clock of b is never slower than that of a
  parameter  int unsigned AgeW     = 0,   // must be 0: ages of two clocks do not compare
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW    = FlitBits + 2 * VcW + 4
) (
  input  logic             a_clk_i,
  input  logic             a_rst_i,   // synchronous, active high
  input  logic [LinkW-1:0] a_link_i,  // from the router at side a
  output logic [LinkW-1:0] a_link_o,  // to it

  input  logic             b_clk_i,
  input  logic             b_rst_i,   // synchronous, active high
  input  logic [LinkW-1:0] b_link_i,  // from the router at side b
  output logic [LinkW-1:0] b_link_o   // to it
);

  if (Vcs < 1 || Vcs > 16 || Depth < 1 || Depth > 640) begin : gen_bad_credits
    $error("clock_crossing_link: Vcs must be 1 to 16, Depth 1 to 640");
  end
  if (FlitBits != 32 && FlitBits != 64 && FlitBits != 128 && FlitBits != 256) begin : gen_bad_bits
    $error("clock_crossing_link: FlitBits must be 32, 64, 128 or 256");
  end
  if (AKeepsUp > 1 || BKeepsUp > 1) begin : gen_bad_clocks
    $error("clock_crossing_link: AKeepsUp and BKeepsUp must be 0 or 1");
  end
  if (AgeW != 0) begin : gen_bad_age
    $error("clock_crossing_link: AgeW must be 0: ages of two clocks do not compare");
  end

  clock_crossing #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Stages(Stages), .KeepsUp(BKeepsUp)
  ) u_a_to_b (
    .wr_clk_i(a_clk_i), .wr_rst_i(a_rst_i), .link_i(a_link_i),
    .rd_clk_i(b_clk_i), .rd_rst_i(b_rst_i), .link_o(b_link_o)
  );

  clock_crossing #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Stages(Stages), .KeepsUp(AKeepsUp)
  ) u_b_to_a (
    .wr_clk_i(b_clk_i), .wr_rst_i(b_rst_i), .link_i(b_link_i),
    .rd_clk_i(a_clk_i), .rd_rst_i(a_rst_i), .link_o(a_link_o)
  );

endmodule
// SPDX-License-Identifier: MIT
