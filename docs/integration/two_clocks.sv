// two_clocks -- the mesh of hello.sv in two clock domains: each of the four nodes sends a packet of
// three flits to each of the others, and checks what comes. docs/clock-crossing.md.
//
//   2 =x= 3      routers 0 and 2 with their nodes have clock a, 1 and 3 clock b. Links in x cross
//   |     |      (=x=), links in y do not.
//   0 =x= 1      Links of a tile: 0 in x, 1 in y. A mesh of 2x2 is a hypercube, and as one it has
//   a     b      no ports at the rim.

module two_clocks (
  input  logic       a_clk_i,
  input  logic       b_clk_i,
  input  logic       arst_i,   // asynchronous, active high: three periods of the slower clock
  output logic [1:0] done_o,   // all has come at the nodes of a, of b
  output logic [3:0] wrong_o
);

  localparam int unsigned Vcs      = 2;
  localparam int unsigned Depth    = 12;  // the full rate of a VC across equal clocks
  localparam int unsigned FlitBits = 32;
  localparam int unsigned LinkW    = FlitBits + 2 * $clog2(Vcs) + 4;

  logic [1:0]         clk, rst;  // of a, of b
  logic [2*LinkW-1:0] out [4];   // of each tile: x, above it y
  logic [2*LinkW-1:0] in  [4];
  logic [3:0]         received [4];

  assign clk = {b_clk_i, a_clk_i};
  for (genvar d = 0; d < 2; d++) begin : gen_domain
    reset_synchronizer u_reset (.clk_i(clk[d]), .arst_i, .rst_o(rst[d]));
    assign done_o[d] = received[d] == 4'd3 && received[d + 2] == 4'd3;
  end

  for (genvar n = 0; n < 4; n++) begin : gen_tile
    logic        host_valid, host_ready, del_valid;
    logic [1:0]  host_dst, del_source;
    logic [7:0]  host_message;
    logic [31:0] host_data;
    // A node looks at some bits of a delivery only.
    /* verilator lint_off UNUSEDSIGNAL */
    logic [1:0]  del_kind;
    logic [31:0] del_data;
    /* verilator lint_on UNUSEDSIGNAL */

    /* verilator lint_off PINMISSING */
    tile #(
      .Links(2), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Dims(2), .DigitW(1), .LenW(2),
      .MsgW(8), .Routing(noc_pkg::RoutingHypercube)
    ) u_tile (
      .clk_i(clk[n % 2]), .rst_i(rst[n % 2]), .addr_i(2'(n)), .extent_i(2'd3),
      .neighbour_i('0), .link_i(in[n]), .link_o(out[n]),
      .host_valid_i(host_valid), .host_network_i(1'b0),
      .host_type_i(4'(noc_pkg::TypeUnicast)), .host_dst_i(host_dst),
      .host_message_i(host_message), .host_flits_i(2'd3), .host_data_i(host_data),
      .host_age_i(1'b0), .host_ready_o(host_ready),
      .del_valid_o(del_valid), .del_kind_o(del_kind), .del_source_o(del_source),
      .del_data_o(del_data), .del_ready_i(1'b1)
    );
    /* verilator lint_on PINMISSING */

    my_node #(.Node(n)) u_node (
      .clk_i(clk[n % 2]), .rst_i(rst[n % 2]),
      .host_valid_o(host_valid), .host_dst_o(host_dst), .host_message_o(host_message),
      .host_data_o(host_data), .host_ready_i(host_ready),
      .del_valid_i(del_valid), .del_last_i(del_kind[1]), .del_source_i(del_source),
      .del_data_i(del_data[31:24]), .received_o(received[n]), .wrong_o(wrong_o[n])
    );

    assign in[n][LinkW +: LinkW] = out[n ^ 2][LinkW +: LinkW];  // in y: two wires
  end

  for (genvar y = 0; y < 2; y++) begin : gen_crossing  // in x
    clock_crossing_link #(.Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits)) u_link (
      .a_clk_i, .a_rst_i(rst[0]), .a_link_i(out[2*y][0 +: LinkW]), .a_link_o(in[2*y][0 +: LinkW]),
      .b_clk_i, .b_rst_i(rst[1]), .b_link_i(out[2*y + 1][0 +: LinkW]),
      .b_link_o(in[2*y + 1][0 +: LinkW])
    );
  end

endmodule
// SPDX-License-Identifier: MIT
