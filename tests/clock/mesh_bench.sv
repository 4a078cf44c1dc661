// mesh_bench -- a 2x2 mesh of noc_router and noc_interface in two clock domains, for
// mesh_bench.cpp: nodes 0 and 2 have clock a, 1 and 3 clock b; links in x cross. Slice n of a
// vector is node n's.
//
//   2 =x= 3      ports of a router: 0 its node, 1 in x, 2 in y: a mesh of 2x2 is a hypercube, and
//   |     |      as one it has no ports at the rim
//   0 =x= 1

module mesh_bench #(
  parameter  int unsigned Vcs        = 2,
  parameter  int unsigned Depth      = 3,
  parameter  int unsigned FlitBits   = 32,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Pipeline   = 3,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Stages     = 2,
  parameter  int unsigned AKeepsUp   = 0,
  parameter  int unsigned BKeepsUp   = 0,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW       = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned LinkW      = FlitBits + 2 * VcW + 4,
  localparam int unsigned K          = Networks
) (
  input  logic                    a_clk_i,
  input  logic                    b_clk_i,
  input  logic                    arst_i,
  output logic [1:0]              rst_o,           // of a, of b

  input  logic [3:0]              host_valid_i,
  input  logic [4*NetW-1:0]       host_network_i,
  input  logic [4*2-1:0]          host_dst_i,
  input  logic [4*4-1:0]          host_message_i,
  input  logic [4*3-1:0]          host_flits_i,
  input  logic [4*FlitBits-1:0]   host_data_i,
  output logic [4*K-1:0]          host_ready_o,
  output logic [4*K-1:0]          del_valid_o,
  output logic [4*K*VcW-1:0]      del_vc_o,
  output logic [4*K*2-1:0]        del_kind_o,
  output logic [4*K*2-1:0]        del_source_o,
  output logic [4*K*4-1:0]        del_message_o,
  output logic [4*K*FlitBits-1:0] del_data_o,
  input  logic [4*K-1:0]          del_ready_i
);

  logic [1:0]         clk;
  logic [3*LinkW-1:0] out [4];  // of each router
  logic [3*LinkW-1:0] in  [4];
  logic [LinkW-1:0]   side [4];  // into it, in x

  assign clk = {b_clk_i, a_clk_i};
  for (genvar d = 0; d < 2; d++) begin : gen_reset
    reset_synchronizer #(.Stages(Stages)) u_reset (.clk_i(clk[d]), .arst_i, .rst_o(rst_o[d]));
  end

  for (genvar n = 0; n < 4; n++) begin : gen_node
    logic [LinkW-1:0] up;  // from the interface

    assign in[n] = {out[n ^ 2][2*LinkW +: LinkW], side[n], up};

    noc_router #(
      .Ports(3), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Pipeline(Pipeline), .Networks(Networks), .Routing(noc_pkg::RoutingHypercube), .Dims(2),
      .DigitW(1), .LenW(3), .MsgW(4)
    ) u_router (
      .clk_i(clk[n % 2]), .rst_i(rst_o[n % 2]), .addr_i(2'(n)), .extent_i(2'd3), .local_i('0),
      .neighbour_i('0),
      .cfg_valid_i(1'b0), .cfg_kind_i(1'b0), .cfg_index_i('0), .cfg_data_i('0),
      .link_i(in[n]), .link_o(out[n])
    );

    /* verilator lint_off PINMISSING */
    noc_interface #(
      .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Networks(Networks), .AddrW(2), .LenW(3), .MsgW(4)
    ) u_interface (
      .clk_i(clk[n % 2]), .rst_i(rst_o[n % 2]), .addr_i(2'(n)), .extent_i(2'd3),
      .cfg_valid_i(1'b0), .cfg_index_i('0), .cfg_data_i('0),
      .link_i(out[n][0 +: LinkW]), .link_o(up),
      .host_valid_i(host_valid_i[n]), .host_network_i(host_network_i[n*NetW +: NetW]),
      .host_type_i(4'(noc_pkg::TypeUnicast)), .host_dst_i(host_dst_i[n*2 +: 2]),
      .host_message_i(host_message_i[n*4 +: 4]), .host_flits_i(host_flits_i[n*3 +: 3]),
      .host_age_i('0), .host_data_i(host_data_i[n*FlitBits +: FlitBits]),
      .host_ready_o(host_ready_o[n*K +: K]),
      .del_valid_o(del_valid_o[n*K +: K]), .del_vc_o(del_vc_o[n*K*VcW +: K*VcW]),
      .del_kind_o(del_kind_o[n*K*2 +: K*2]), .del_source_o(del_source_o[n*K*2 +: K*2]),
      .del_message_o(del_message_o[n*K*4 +: K*4]),
      .del_data_o(del_data_o[n*K*FlitBits +: K*FlitBits]), .del_ready_i(del_ready_i[n*K +: K]),
      .host_headers_i('0), .host_slot_i('0), .host_name_i('0), .host_from_i('0),
      .res_ready_i('0), .cmd_valid_i('0), .cmd_op_i('0), .cmd_slot_i('0), .cmd_a_i('0),
      .cmd_b_i('0), .cmd_deliver_i('0), .cmd_name_i('0), .cmd_flits_i('0), .cmd_data_i('0),
      .forward_wr_i('0), .forward_wr_index_i('0), .forward_wr_data_i('0), .forward_valid_i('0),
      .forward_network_i('0), .forward_message_i('0), .forward_flits_i('0), .forward_age_i('0),
      .forward_data_i('0), .forward_receive_i('0), .forward_send_i('0)
    );
    /* verilator lint_on PINMISSING */
  end

  for (genvar y = 0; y < 2; y++) begin : gen_crossing
    clock_crossing_link #(
      .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Stages(Stages), .AKeepsUp(AKeepsUp),
      .BKeepsUp(BKeepsUp)
    ) u_link (
      .a_clk_i, .a_rst_i(rst_o[0]), .a_link_i(out[2*y][LinkW +: LinkW]), .a_link_o(side[2*y]),
      .b_clk_i, .b_rst_i(rst_o[1]), .b_link_i(out[2*y + 1][LinkW +: LinkW]),
      .b_link_o(side[2*y + 1])
    );
  end

endmodule
// SPDX-License-Identifier: MIT
