// node_interfaces -- the network interfaces of some nodes, side by side, for networks without
// coding, copies and forwarding: a noc_interface each, of which hosts see what such a network has,
// behind a guard against what hosts do wrong.
//
//   host_*[n] --> host_guard --> noc_interface --> link_o[n]   to and from a port of a router
//   del_*[n]  <-----------------               <-- link_i[n]
//
// All ports are flat vectors, element n belongs to node n, of deliveries element n*Networks + k to
// its network k.
//
// If Lookahead = 1 and routes are in tables, the interfaces have tables of first routes, which are
// a constant here: a table_loader writes each behind a reset, in no more cycles than that of its
// router takes. No beat may come before.
// Golden model: the interfaces in csim/network.  docs/microarchitecture.md, docs/host-guard.md.

module node_interfaces #(
  parameter  int unsigned Nodes      = 1,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned LenW       = 4,
  parameter  int unsigned MsgW       = 8,
  parameter  int unsigned AgeW       = 0,
  parameter  int unsigned HostGuard  = 0,  // 1: packets that cannot be sent are refused
  parameter  int unsigned DataReset  = 0,  // 1: payloads and delivered data are reset
  parameter  int unsigned Lookahead  = 0,  // 1: heads carry a route; for it the next five
  parameter  int unsigned Ports      = 5,  // of the router
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned LayersLog2 = 0,
  parameter  int unsigned Rows       = 1,  // with RoutingTable: destinations
  parameter  int unsigned Dims       = 2,  // an address: as of noc_router
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  localparam int unsigned Beats      = Nodes * Networks,  // offered to the hosts
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW       = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned LinkW      = FlitBits + 2 * VcW + 4,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned RowW       = ClassW + Ports,
  localparam int unsigned FirstW     = (Rows > 1) ? $clog2(Rows) : 1,
  // Element n * Rows + d, {class, candidates}: the way of packets of node n to destination d.
  /* verilator lint_off WIDTHCONCAT */  // it warns of zeros where there are many rows
  parameter  logic [Nodes*Rows*RowW-1:0] FirstRoutes = '0
  /* verilator lint_on WIDTHCONCAT */
) (
  input  logic                      clk_i,
  input  logic                      rst_i,           // synchronous, active high
  input  logic [Nodes*AddrW-1:0]    addr_i,          // the nodes' addresses (static)
  // The highest of each field of an address (static). Only with Lookahead or HostGuard.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AddrW-1:0]          extent_i,
  /* verilator lint_on UNUSEDSIGNAL */

  input  logic [Nodes*LinkW-1:0]    link_i,          // from the routers
  output logic [Nodes*LinkW-1:0]    link_o,          // to them

  input  logic [Nodes-1:0]          host_valid_i,    // beats into the network
  input  logic [Nodes*NetW-1:0]     host_network_i,
  input  logic [Nodes*4-1:0]        host_type_i,
  input  logic [Nodes*AddrW-1:0]    host_dst_i,
  input  logic [Nodes*MsgW-1:0]     host_message_i,
  input  logic [Nodes*LenW-1:0]     host_flits_i,
  input  logic [Nodes*FlitBits-1:0] host_data_i,
  input  logic [Nodes*AgePinW-1:0]  host_age_i,
  output logic [Nodes*Networks-1:0] host_ready_o,
  output logic [Nodes-1:0]          host_error_o,        // a packet was refused, HostGuard ..
  output logic [Nodes*2-1:0]        host_error_cause_o,  // .. why
  output logic [Nodes-1:0]          host_sent_o,         // a beat reaches the interface

  output logic [Beats-1:0]          del_valid_o,     // deliveries
  output logic [Beats*VcW-1:0]      del_vc_o,
  output logic [Beats*2-1:0]        del_kind_o,
  output logic [Beats*4-1:0]        del_type_o,
  output logic [Beats*AddrW-1:0]    del_source_o,
  output logic [Beats*MsgW-1:0]     del_message_o,
  output logic [Beats*FlitBits-1:0] del_data_o,
  input  logic [Beats-1:0]          del_ready_i
);

  if (HostGuard > 1) begin : gen_bad_guard
    $error("node_interfaces: HostGuard must be 0 or 1");
  end

  for (genvar i = 0; i < Nodes; i++) begin : gen_node
    logic                valid;  // a beat for the interface
    logic [Networks-1:0] ready;  // takes one

    if (HostGuard == 1) begin : gen_guard
      // The other outputs are those of the checker.
      /* verilator lint_off PINMISSING */
      host_guard #(
        .Networks(Networks), .Depth(Depth), .CutThrough(CutThrough), .LenW(LenW), .Dims(Dims),
        .DigitW(DigitW), .LocalW(LocalW)
      ) u_guard (
        .clk_i, .rst_i, .extent_i, .host_valid_i(host_valid_i[i]),
        .host_network_i(host_network_i[i*NetW +: NetW]), .host_dst_i(host_dst_i[i*AddrW +: AddrW]),
        .host_flits_i(host_flits_i[i*LenW +: LenW]),
        .host_ready_o(host_ready_o[i*Networks +: Networks]), .ni_valid_o(valid), .ni_ready_i(ready),
        .error_o(host_error_o[i]), .error_cause_o(host_error_cause_o[i*2 +: 2])
      );
      /* verilator lint_on PINMISSING */
    end else begin : gen_bare
      assign valid                                  = host_valid_i[i];
      assign host_ready_o[i*Networks +: Networks]   = ready;
      assign host_error_o[i]                        = 1'b0;
      assign host_error_cause_o[i*2 +: 2]           = 2'd0;
    end

    always_comb begin
      host_sent_o[i] = 1'b0;
      for (int unsigned k = 0; k < Networks; k++) begin
        if (valid && ready[k] && 32'(host_network_i[i*NetW +: NetW]) == k) host_sent_o[i] = 1'b1;
      end
    end

    logic              cfg_valid;  // a row of its table of first routes
    logic [FirstW-1:0] cfg_index;
    logic [RowW-1:0]   cfg_data;

    if (Lookahead == 1 && Routing == noc_pkg::RoutingTable) begin : gen_first
      localparam int unsigned Entries = (Ports * Classes > Rows) ? Ports * Classes : Rows;
      localparam int unsigned CfgW    = (Entries > 1) ? $clog2(Entries) : 1;
      logic            valid_any, is_row;
      /* verilator lint_off UNUSEDSIGNAL */
      logic [CfgW-1:0] index;   // of a group, or a row, which may be fewer
      logic            loaded;  // for the assertion
      /* verilator lint_on UNUSEDSIGNAL */

      table_loader #(
        .Ports(Ports), .Classes(Classes), .Rows(Rows),
        .Routes(FirstRoutes[i*Rows*RowW +: Rows*RowW])
      ) u_loader (
        .clk_i, .rst_i, .cfg_valid_o(valid_any), .cfg_kind_o(is_row), .cfg_index_o(index),
        .cfg_data_o(cfg_data), .loaded_o(loaded)
      );
      assign cfg_valid = valid_any && is_row;
      assign cfg_index = index[FirstW-1:0];

`ifndef SYNTHESIS
      always_ff @(posedge clk_i) begin
        if (!rst_i && !loaded) begin
          a_loaded: assert (!valid);
        end
      end
`endif
    end else begin : gen_no_first
      assign {cfg_valid, cfg_index, cfg_data} = '0;
    end

    // The outputs of the units that these interfaces are built without.
    /* verilator lint_off PINMISSING */
    noc_interface #(
      .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Networks(Networks), .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW),
      .Lookahead(Lookahead), .Ports(Ports), .Classes(Classes), .Routing(Routing), .Dims(Dims),
      .DigitW(DigitW), .LocalW(LocalW), .LayersLog2(LayersLog2), .Rows(Rows),
      .DataReset(DataReset)
    ) u_ni (
      .clk_i, .rst_i, .addr_i(addr_i[i*AddrW +: AddrW]), .extent_i, .cfg_valid_i(cfg_valid),
      .cfg_index_i(cfg_index), .cfg_data_i(cfg_data),
      .link_i(link_i[i*LinkW +: LinkW]), .link_o(link_o[i*LinkW +: LinkW]),
      .host_valid_i(valid), .host_network_i(host_network_i[i*NetW +: NetW]),
      .host_type_i(host_type_i[i*4 +: 4]), .host_dst_i(host_dst_i[i*AddrW +: AddrW]),
      .host_message_i(host_message_i[i*MsgW +: MsgW]),
      .host_flits_i(host_flits_i[i*LenW +: LenW]),
      .host_data_i(host_data_i[i*FlitBits +: FlitBits]),
      .host_age_i(host_age_i[i*AgePinW +: AgePinW]),
      .host_ready_o(ready),
      .del_valid_o(del_valid_o[i*Networks +: Networks]),
      .del_vc_o(del_vc_o[i*Networks*VcW +: Networks*VcW]),
      .del_kind_o(del_kind_o[i*Networks*2 +: Networks*2]),
      .del_type_o(del_type_o[i*Networks*4 +: Networks*4]),
      .del_source_o(del_source_o[i*Networks*AddrW +: Networks*AddrW]),
      .del_message_o(del_message_o[i*Networks*MsgW +: Networks*MsgW]),
      .del_data_o(del_data_o[i*Networks*FlitBits +: Networks*FlitBits]),
      .del_ready_i(del_ready_i[i*Networks +: Networks]),
      .host_headers_i('0), .host_slot_i('0), .host_name_i('0), .host_from_i('0),
      .res_ready_i('0), .cmd_valid_i('0), .cmd_op_i('0), .cmd_slot_i('0), .cmd_a_i('0),
      .cmd_b_i('0), .cmd_deliver_i('0), .cmd_name_i('0), .cmd_flits_i('0), .cmd_data_i('0),
      .forward_wr_i('0), .forward_wr_index_i('0), .forward_wr_data_i('0), .forward_valid_i('0),
      .forward_network_i('0), .forward_message_i('0), .forward_flits_i('0), .forward_age_i('0),
      .forward_data_i('0), .forward_receive_i('0), .forward_send_i('0)
    );
    /* verilator lint_on PINMISSING */
  end

endmodule
// SPDX-License-Identifier: MIT
