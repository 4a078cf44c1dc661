// noc_stream_interface -- the interface of a node with AXI4-Streams in the place of its host port:
// for each virtual network one in and one out.
//
//   s_axis_* --> +-----------+ host_* +---------------+ --> link_o     to and from a port of
//                | axis_host |        | noc_interface |                noc_router, whose slices
//   m_axis_* <-- +-----------+ del_*  +---------------+ <-- link_i     have the same layout
//
// Parameters that noc_router has too must be the same there; MaxFlits is the same at all ends of a
// network.
//
// Checked by tests/stream.  docs/axi-stream.md.

module noc_stream_interface #(
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Dims       = 2,  // an address: coordinates ..
  parameter  int unsigned DigitW     = 3,  // .. of so many bits
  parameter  int unsigned LocalW     = 0,  // .. and bits of the node at its router
  parameter  int unsigned LenW       = 4,
  parameter  int unsigned MsgW       = 8,
  parameter  int unsigned AgeW       = 0,  // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned Store      = 1,  // 1: until tlast; 0: tuser has the length
  parameter  int unsigned MaxFlits   = 8,  // of a packet, 2 to 2^LenW - 1
  parameter  int unsigned DataReset  = 0,  // 1: payloads on the link and m_axis_tdata are reset
  parameter  int unsigned Lookahead  = 0,  // 1: heads carry a route; the next five as the router
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned LayersLog2 = 0,
  parameter  int unsigned Rows       = 1,  // with RoutingTable: destinations
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW       = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned Bytes      = FlitBits / 8,
  localparam int unsigned RowW       = ((Classes > 1) ? $clog2(Classes + 1) : 0) + Ports,
  localparam int unsigned FirstW     = (Rows > 1) ? $clog2(Rows) : 1,
  localparam int unsigned LinkW      = FlitBits + 2 * VcW + 4
) (
  input  logic                         clk_i,
  input  logic                         rst_i,          // synchronous, active high

  input  logic [AddrW-1:0]             addr_i,         // the node's own address (static)
  input  logic [AddrW-1:0]             extent_i,       // highest value of each field of an address
                                                       // (static)
  // The table of first routes: with Lookahead and RoutingTable, else 0.
  input  logic                         cfg_valid_i,    // a row is written:
  input  logic [FirstW-1:0]            cfg_index_i,    // that of this destination
  input  logic [RowW-1:0]              cfg_data_i,     // {class, candidates}
  input  logic [LinkW-1:0]             link_i,         // from the router
  output logic [LinkW-1:0]             link_o,         // to it

  input  logic [Networks-1:0]          s_axis_tvalid,  // streams into the network
  output logic [Networks-1:0]          s_axis_tready,
  input  logic [Networks*FlitBits-1:0] s_axis_tdata,
  input  logic [Networks*Bytes-1:0]    s_axis_tkeep,
  input  logic [Networks-1:0]          s_axis_tlast,
  input  logic [Networks*AddrW-1:0]    s_axis_tdest,   // address of the destination
  input  logic [Networks*MsgW-1:0]     s_axis_tid,     // message number
  input  logic [Networks*16-1:0]       s_axis_tuser,   // bytes of the packet if Store = 0
  output logic [Networks-1:0]          error_o,        // a packet is refused ..
  output logic [Networks*2-1:0]        error_cause_o,  // .. 0 destination, 1 length, 2 keep, 3 end

  output logic [Networks-1:0]          m_axis_tvalid,  // streams out of it
  input  logic [Networks-1:0]          m_axis_tready,
  output logic [Networks*FlitBits-1:0] m_axis_tdata,
  output logic [Networks*Bytes-1:0]    m_axis_tkeep,
  output logic [Networks-1:0]          m_axis_tlast,
  output logic [Networks*AddrW-1:0]    m_axis_tid,     // address of the source
  output logic [Networks*MsgW-1:0]     m_axis_tuser,   // message number
  output logic [Networks-1:0]          overlong_o      // a packet is swallowed
);

  logic                         host_valid;
  logic [NetW-1:0]              host_network;
  logic [3:0]                   host_type;
  logic [AddrW-1:0]             host_dst;
  logic [MsgW-1:0]              host_message;
  logic [LenW-1:0]              host_flits;
  logic [AgePinW-1:0]           host_age;
  logic [FlitBits-1:0]          host_data;
  logic [Networks-1:0]          host_ready, del_valid, del_ready;
  logic [Networks*VcW-1:0]      del_vc;
  logic [Networks*2-1:0]        del_kind;
  logic [Networks*AddrW-1:0]    del_source;
  logic [Networks*MsgW-1:0]     del_message;
  logic [Networks*FlitBits-1:0] del_data;

  axis_host #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough), .Networks(Networks),
    .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW),
    .Store(Store), .MaxFlits(MaxFlits), .Lookahead(Lookahead), .Ports(Ports), .Classes(Classes),
    .Routing(Routing), .DataReset(DataReset)
  ) u_host (
    .clk_i, .rst_i, .extent_i, .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep,
    .s_axis_tlast, .s_axis_tdest, .s_axis_tid, .s_axis_tuser, .error_o, .error_cause_o,
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tid,
    .m_axis_tuser, .overlong_o,
    .host_valid_o(host_valid), .host_network_o(host_network), .host_type_o(host_type),
    .host_dst_o(host_dst), .host_message_o(host_message), .host_flits_o(host_flits),
    .host_age_o(host_age), .host_data_o(host_data), .host_ready_i(host_ready),
    .del_valid_i(del_valid), .del_vc_i(del_vc), .del_kind_i(del_kind),
    .del_source_i(del_source), .del_message_i(del_message), .del_data_i(del_data),
    .del_ready_o(del_ready)
  );

  // The outputs of the units that this interface is built without, and the type of a delivery:
  // all packets are unicasts.
  /* verilator lint_off PINMISSING */
  noc_interface #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough), .Networks(Networks),
    .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW), .Lookahead(Lookahead), .Ports(Ports),
    .Classes(Classes), .Routing(Routing), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW),
    .LayersLog2(LayersLog2), .Rows(Rows), .DataReset(DataReset)
  ) u_interface (
    .clk_i, .rst_i, .addr_i, .extent_i, .cfg_valid_i, .cfg_index_i, .cfg_data_i, .link_i, .link_o,
    .host_valid_i(host_valid), .host_network_i(host_network), .host_type_i(host_type),
    .host_dst_i(host_dst), .host_message_i(host_message), .host_flits_i(host_flits),
    .host_age_i(host_age), .host_data_i(host_data), .host_ready_o(host_ready),
    .del_valid_o(del_valid), .del_vc_o(del_vc), .del_kind_o(del_kind),
    .del_source_o(del_source), .del_message_o(del_message), .del_data_o(del_data),
    .del_ready_i(del_ready),
    .host_headers_i('0), .host_slot_i('0), .host_name_i('0), .host_from_i('0),
    .res_ready_i('0), .cmd_valid_i('0), .cmd_op_i('0), .cmd_slot_i('0), .cmd_a_i('0),
    .cmd_b_i('0), .cmd_deliver_i('0), .cmd_name_i('0), .cmd_flits_i('0), .cmd_data_i('0),
    .forward_wr_i('0), .forward_wr_index_i('0), .forward_wr_data_i('0), .forward_valid_i('0),
    .forward_network_i('0), .forward_message_i('0), .forward_flits_i('0), .forward_age_i('0),
    .forward_data_i('0), .forward_receive_i('0), .forward_send_i('0)
  );
  /* verilator lint_on PINMISSING */

endmodule
// SPDX-License-Identifier: MIT
