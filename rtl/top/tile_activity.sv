// tile_activity -- whether a tile is idle, from its pins alone: no flit is in it or on its outputs,
// so that an edge of its clock would change nothing until something comes in.
//
//   flits in:   link_i, beats to interfaces  --> [held: in - out] --> 0, and no error: idle_o
//   flits out:  link_o, deliveries taken     -->
//
// A credit leaves no later than its flit, so where no flit is held no credit waits.
//
//   wake_i: a configuration port is written, or a table is being loaded  --> not idle
//   clk_en_o = reset, or not idle, or something on link_i or from a host: the edge at the end of
//              this cycle counts
//
// It runs with the clock that does not stop.
//
// Checked by tests/idle.  docs/idle.md.

module tile_activity #(
  parameter  int unsigned Links          = 4,
  parameter  int unsigned NodesPerRouter = 1,
  parameter  int unsigned Vcs            = 4,
  parameter  int unsigned Depth          = 8,
  parameter  int unsigned FlitBits       = 64,
  parameter  int unsigned Networks       = 1,
  parameter  int unsigned Multicast      = 0,  // of the tile: with copies flits cannot be counted
  localparam int unsigned Beats          = NodesPerRouter * Networks,
  localparam int unsigned VcW            = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW          = FlitBits + 2 * VcW + 4
) (
  input  logic                      clk_i,         // the clock that does not stop
  input  logic                      rst_i,         // synchronous, active high
  // Only valid bits of the links are looked at.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Links*LinkW-1:0]    link_i,        // the pins of the tile
  input  logic [Links*LinkW-1:0]    link_o_i,      // .. its link_o
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [NodesPerRouter-1:0] host_valid_i,
  input  logic [NodesPerRouter-1:0] host_sent_i,   // .. its host_sent_o
  input  logic [NodesPerRouter-1:0] host_error_i,  // .. its host_error_o
  input  logic [Beats-1:0]          del_valid_i,   // .. its del_valid_o
  input  logic [Beats-1:0]          del_ready_i,
  input  logic                      wake_i,        // something else needs the clock

  output logic                      idle_o,
  output logic                      clk_en_o
);

  if (Multicast != 0) begin : gen_bad_multicast
    $error("tile_activity: not with Multicast, where more flits leave than come, or fewer");
  end

  // All buffers of the tile, and a register for each port and each delivery.
  localparam int unsigned Ports  = Links + NodesPerRouter;
  localparam int unsigned Most   = Ports * (Vcs * Depth + 2) +
                                   NodesPerRouter * (Vcs * (Depth + 4) + 1) + Beats;
  localparam int unsigned CountW = $clog2(Most + 1);

  logic [CountW-1:0]     held;  // flits
  logic [CountW-1:0]     come, gone;
  logic [Links-1:0]      in_valid, in_credit, out_valid;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Links-1:0]      out_credit;  // only assertions look at it
  /* verilator lint_on UNUSEDSIGNAL */

  for (genvar q = 0; q < Links; q++) begin : gen_link
    assign in_valid[q]   = link_i[q*LinkW];
    assign in_credit[q]  = link_i[q*LinkW + VcW + FlitBits + 3];
    assign out_valid[q]  = link_o_i[q*LinkW];
    assign out_credit[q] = link_o_i[q*LinkW + VcW + FlitBits + 3];
  end

  always_comb begin
    come = '0;
    gone = '0;
    for (int unsigned q = 0; q < Links; q++) begin
      come = come + CountW'(in_valid[q]);
      gone = gone + CountW'(out_valid[q]);
    end
    for (int unsigned n = 0; n < NodesPerRouter; n++) come = come + CountW'(host_sent_i[n]);
    for (int unsigned b = 0; b < Beats; b++) begin
      gone = gone + CountW'(del_valid_i[b] && del_ready_i[b]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) held <= '0;
    else       held <= held + come - gone;
  end

  assign idle_o   = held == '0 && host_error_i == '0 && !wake_i;
  assign clk_en_o = rst_i || !idle_o || in_valid != '0 || in_credit != '0 || host_valid_i != '0;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      a_held:   assert (32'(held) <= Most);
      a_none:   assert (held != '0 || (del_valid_i == '0 && out_valid == '0));
      a_credit: assert (held != '0 || out_credit == '0);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
