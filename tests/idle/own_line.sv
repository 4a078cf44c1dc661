// own_line -- a line of three nodes made of noc_router and node_interfaces, each with a clock of
// its own that stops while it is idle, for idle_bench.sv: the pins of a mesh of 3x1.
//
//   0 -- 1 -- 2      ports of a router: 0 its node, 1 up, 2 down

module own_line #(
  parameter  int unsigned Vcs      = 2,
  parameter  int unsigned Depth    = 2,
  parameter  int unsigned FlitBits = 32,
  parameter  int unsigned Pipeline = 3,
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW    = FlitBits + 2 * VcW + 4
) (
  input  logic                    clk_i,
  input  logic                    rst_i,
  input  logic [2:0]              host_valid_i,
  input  logic [3*2-1:0]          host_dst_i,
  input  logic [3*2-1:0]          host_flits_i,
  input  logic [3*FlitBits-1:0]   host_data_i,
  output logic [2:0]              host_ready_o,
  output logic [2:0]              host_error_o,
  output logic [3*2-1:0]          host_error_cause_o,
  output logic [2:0]              del_valid_o,
  output logic [3*VcW-1:0]        del_vc_o,
  output logic [3*2-1:0]          del_kind_o,
  output logic [3*4-1:0]          del_type_o,
  output logic [3*2-1:0]          del_source_o,
  output logic [3*4-1:0]          del_message_o,
  output logic [3*FlitBits-1:0]   del_data_o,
  input  logic [2:0]              del_ready_i,
  output logic [2:0]              idle_o           // both the router and the interface of a node
);

  /* verilator lint_off UNUSEDSIGNAL */
  logic [3*LinkW-1:0] out [3];  // of the routers: beyond the ends nobody receives
  /* verilator lint_on UNUSEDSIGNAL */
  logic [3*LinkW-1:0] in  [3];

  for (genvar n = 0; n < 3; n++) begin : gen_node
    logic [LinkW-1:0] up;  // from the interface
    logic             router_idle, router_en, router_clk;
    logic             node_idle, node_en, node_clk, sent;

    assign in[n][0 +: LinkW] = up;
    if (n < 2) begin : gen_up
      assign in[n][LinkW +: LinkW] = out[n + 1][2*LinkW +: LinkW];
    end else begin : gen_top
      assign in[n][LinkW +: LinkW] = '0;
    end
    if (n > 0) begin : gen_down
      assign in[n][2*LinkW +: LinkW] = out[n - 1][LinkW +: LinkW];
    end else begin : gen_bottom
      assign in[n][2*LinkW +: LinkW] = '0;
    end

    router_activity #(
      .Ports(3), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits)
    ) u_router_activity (
      .clk_i, .rst_i, .link_i(in[n]), .link_o_i(out[n]), .wake_i(1'b0), .idle_o(router_idle),
      .clk_en_o(router_en)
    );
    clock_gate u_router_gate (.clk_i, .en_i(router_en), .clk_o(router_clk));
    noc_router #(
      .Ports(3), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Pipeline(Pipeline), .Dims(1),
      .DigitW(2), .LenW(2), .MsgW(4)
    ) u_router (
      .clk_i(router_clk), .rst_i, .addr_i(2'(n)), .extent_i(2'd2), .local_i('0), .neighbour_i('0),
      .cfg_valid_i(1'b0), .cfg_kind_i(1'b0), .cfg_index_i('0), .cfg_data_i('0),
      .link_i(in[n]), .link_o(out[n])
    );

    // An interface by itself is a tile of one link.
    tile_activity #(
      .Links(1), .NodesPerRouter(1), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Networks(1)
    ) u_node_activity (
      .clk_i, .rst_i, .link_i(out[n][0 +: LinkW]), .link_o_i(up), .host_valid_i(host_valid_i[n]),
      .host_sent_i(sent), .host_error_i(host_error_o[n]), .del_valid_i(del_valid_o[n]),
      .del_ready_i(del_ready_i[n]), .wake_i(1'b0), .idle_o(node_idle), .clk_en_o(node_en)
    );
    clock_gate u_node_gate (.clk_i, .en_i(node_en), .clk_o(node_clk));
    node_interfaces #(
      .Nodes(1), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .LenW(2), .MsgW(4), .Ports(3),
      .Dims(1), .DigitW(2), .HostGuard(1)
    ) u_node (
      .clk_i(node_clk), .rst_i, .addr_i(2'(n)), .extent_i(2'd2), .link_i(out[n][0 +: LinkW]),
      .link_o(up), .host_valid_i(host_valid_i[n]), .host_network_i(1'b0), .host_type_i('0),
      .host_dst_i(host_dst_i[n*2 +: 2]), .host_message_i('0),
      .host_flits_i(host_flits_i[n*2 +: 2]), .host_data_i(host_data_i[n*FlitBits +: FlitBits]),
      .host_age_i('0), .host_ready_o(host_ready_o[n]), .host_error_o(host_error_o[n]),
      .host_error_cause_o(host_error_cause_o[n*2 +: 2]), .host_sent_o(sent),
      .del_valid_o(del_valid_o[n]), .del_vc_o(del_vc_o[n*VcW +: VcW]),
      .del_kind_o(del_kind_o[n*2 +: 2]), .del_type_o(del_type_o[n*4 +: 4]),
      .del_source_o(del_source_o[n*2 +: 2]), .del_message_o(del_message_o[n*4 +: 4]),
      .del_data_o(del_data_o[n*FlitBits +: FlitBits]), .del_ready_i(del_ready_i[n])
    );

    assign idle_o[n] = router_idle && node_idle;
  end

endmodule
// SPDX-License-Identifier: MIT
