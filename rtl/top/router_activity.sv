// router_activity -- whether a noc_router is idle, from its pins alone: a tile_activity without
// hosts. All ports count, those to interfaces too. Not for routers that copy packets (Multicast):
// more flits leave them than come.
//
//   clk_en_o = reset, or not idle, or something on link_i: the edge at the end of this cycle counts
//
// It runs with the clock that does not stop.
//
// Checked by tests/idle.  docs/idle.md.

module router_activity #(
  parameter  int unsigned Ports     = 5,
  parameter  int unsigned Vcs       = 4,
  parameter  int unsigned Depth     = 8,
  parameter  int unsigned FlitBits  = 64,
  parameter  int unsigned Multicast = 0,  // of the router: 1 is refused
  localparam int unsigned VcW       = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW     = FlitBits + 2 * VcW + 4
) (
  input  logic                   clk_i,     // the clock that does not stop
  input  logic                   rst_i,     // synchronous, active high
  input  logic [Ports*LinkW-1:0] link_i,    // the pins of the router
  input  logic [Ports*LinkW-1:0] link_o_i,  // .. its link_o
  input  logic                   wake_i,    // its cfg_valid_i, or a table_router's !loaded_o
  output logic                   idle_o,
  output logic                   clk_en_o
);

  tile_activity #(
    .Links(Ports), .NodesPerRouter(1), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Networks(1),
    .Multicast(Multicast)
  ) u_activity (
    .clk_i, .rst_i, .link_i, .link_o_i, .host_valid_i(1'b0), .host_sent_i(1'b0),
    .host_error_i(1'b0), .del_valid_i(1'b0), .del_ready_i(1'b0), .wake_i, .idle_o, .clk_en_o
  );

endmodule
// SPDX-License-Identifier: MIT
