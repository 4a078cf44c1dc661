// noc_interface -- the interface of a node as a design takes it: a link, the host's ports, and
// nothing for a checker. The host hands over packets beat by beat and takes them beat by beat.
//
//   host_* --> +---------------+ --> link_o     to and from a port of noc_router, whose slices have
//   del_*  <-- | noc_interface | <-- link_i     the same layout
//              +---------------+
//
// Parameters that noc_router has too must be the same there. docs/integration.md has the
// ports, docs/microarchitecture.md the parameters (section 1) and what happens in each cycle (5.3,
// 13, 15.4 and 16).

module noc_interface #(
  parameter  int unsigned Vcs         = 4,
  parameter  int unsigned Depth       = 8,
  parameter  int unsigned FlitBits    = 64,
  parameter  int unsigned CutThrough  = 0,
  parameter  int unsigned Networks    = 1,
  parameter  int unsigned AddrW       = 6,
  parameter  int unsigned LenW        = 4,
  parameter  int unsigned MsgW        = 8,
  parameter  int unsigned XorSlots    = 0,  // operand slots, 2 to 4096; 0: no XOR coding unit
  parameter  int unsigned XorFlits    = 1,  // flits of the longest operand, 1 to 64
  parameter  int unsigned XorOverhead = 0,  // cycles that an exclusive or takes beyond the least
  parameter  int unsigned NameW       = 1,  // bits of an operand's name, 1 to 22
  parameter  int unsigned Multicast   = 0,  // 1: routers copy packets, which may have header flits
  parameter  int unsigned ForwardSlots    = 0,  // packet slots, 1 to 1024; 0: no forwarding unit
  parameter  int unsigned ForwardFlits    = 1,  // flits of the longest packet it keeps, 1 to 640
  parameter  int unsigned ForwardRows     = 1,  // rows of its child table, 1 to 65536
  parameter  int unsigned ForwardChildren = 1,  // children of a row, 1 to 64
  parameter  int unsigned ForwardLsb      = 0,  // lowest bit of the row in a message number
  parameter  int unsigned AgeW        = 0,  // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned Lookahead   = 0,  // 1: heads carry a route; the next eight as the router
  parameter  int unsigned Ports       = 5,
  parameter  int unsigned Classes     = 1,
  parameter  int unsigned Routing     = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims        = 2,  // AddrW is Dims * DigitW + LocalW, at least 1
  parameter  int unsigned DigitW      = 3,
  parameter  int unsigned LocalW      = 0,
  parameter  int unsigned LayersLog2  = 0,
  parameter  int unsigned Rows        = 1,  // with RoutingTable: destinations
  parameter  int unsigned DataReset   = 0,  // 1: payloads and delivered data are reset
  localparam int unsigned NetW        = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW         = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned XSlotW      = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned HdrPinW     = (Multicast == 1) ? noc_pkg::HeaderBits : 1,
  localparam int unsigned FIndexW     = (ForwardRows * ForwardChildren > 1)
                                            ? $clog2(ForwardRows * ForwardChildren) : 1,
  localparam int unsigned AgePinW     = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned RowW        = ((Classes > 1) ? $clog2(Classes + 1) : 0) + Ports,
  localparam int unsigned FirstW      = (Rows > 1) ? $clog2(Rows) : 1,
  localparam int unsigned LinkW       = FlitBits + 2 * VcW + 4
) (
  input  logic                       clk_i,
  input  logic                       rst_i,               // synchronous, active high

  input  logic [AddrW-1:0]           addr_i,              // the node's own address (static)
  input  logic [AddrW-1:0]           extent_i,            // the router's (static), Lookahead
  // The table of first routes: with Lookahead and RoutingTable, else 0.
  input  logic                       cfg_valid_i,         // a row is written:
  input  logic [FirstW-1:0]          cfg_index_i,         // that of this destination
  input  logic [RowW-1:0]            cfg_data_i,          // {class, candidates}
  input  logic [LinkW-1:0]           link_i,              // from the router
  output logic [LinkW-1:0]           link_o,              // to it

  // The host sends: section "Host ports" of docs/integration.md.
  input  logic                       host_valid_i,       // a beat ..
  input  logic [NetW-1:0]            host_network_i,     // .. for this virtual network
  input  logic [3:0]                 host_type_i,        // the next six with the first beat
  input  logic [AddrW-1:0]           host_dst_i,         // address of the destination
  input  logic [MsgW-1:0]            host_message_i,     // message number
  input  logic [LenW-1:0]            host_flits_i,       // flits of the packet
  input  logic [HdrPinW-1:0]         host_headers_i,     // header flits of a worm, Multicast
  input  logic [AgePinW-1:0]         host_age_i,         // when the packet was made, AgeW
  input  logic [FlitBits-1:0]        host_data_i,
  output logic [Networks-1:0]        host_ready_o,       // bit k: a beat for network k is taken
  // The host takes.
  output logic [Networks-1:0]        del_valid_o,        // bit k: a beat of network k
  output logic [Networks*VcW-1:0]    del_vc_o,           // packets of two VCs are interleaved
  output logic [Networks*2-1:0]      del_kind_o,         // bit 0 first flit, bit 1 last
  output logic [Networks*4-1:0]      del_type_o,
  output logic [Networks*AddrW-1:0]  del_source_o,
  output logic [Networks*MsgW-1:0]   del_message_o,
  output logic [Networks*FlitBits-1:0] del_data_o,
  input  logic [Networks-1:0]        del_ready_i,        // bit k: takes that of network k
  // XOR coding unit: with a first beat, commands, results. Without a unit 0, outputs open.
  input  logic [XSlotW-1:0]          host_slot_i,         // slot at the destination
  input  logic [NameW-1:0]           host_name_i,         // name of the host's block
  input  logic [XSlotW-1:0]          host_from_i,         // slot to be sent; 0: the host's data
  input  logic                       cmd_valid_i,
  input  logic [1:0]                 cmd_op_i,            // 0 open, 1 xor, 2 load
  input  logic [XSlotW-1:0]          cmd_slot_i,
  input  logic [XSlotW-1:0]          cmd_a_i,
  input  logic [XSlotW-1:0]          cmd_b_i,
  input  logic                       cmd_deliver_i,
  input  logic [NameW-1:0]           cmd_name_i,
  input  logic [LenW-1:0]            cmd_flits_i,
  input  logic [FlitBits-1:0]        cmd_data_i,
  input  logic                       res_ready_i,         // takes the flit of a result
  output logic [XSlotW-1:0]          inj_from_o,          // host: slot being sent; 0: none
  output logic [Networks*XSlotW-1:0] del_slot_o,          // the next two with a delivery
  output logic [Networks*NameW-1:0]  del_name_o,
  output logic                       res_valid_o,         // host: a flit of a result
  output logic [1:0]                 res_kind_o,
  output logic [XSlotW-1:0]          res_slot_o,
  output logic [NameW-1:0]           res_name_o,
  output logic [FlitBits-1:0]        res_data_o,
  output logic                       fill_valid_o,        // host: a packet is complete in its slot
  output logic [XSlotW-1:0]          fill_slot_o,
  output logic [AddrW-1:0]           fill_source_o,
  output logic [MsgW-1:0]            fill_message_o,
  output logic                       done_valid_o,        // host: a result is complete
  output logic [XSlotW-1:0]          done_slot_o,
  // Forwarding unit. Without it 0, outputs open.
  input  logic                       forward_wr_i,
  input  logic [FIndexW-1:0]         forward_wr_index_i,  // row * ForwardChildren + number
  input  logic [AddrW+1:0]           forward_wr_data_i,   // {address, last, more}
  input  logic                       forward_valid_i,     // host: a beat
  input  logic [NetW-1:0]            forward_network_i,
  input  logic [MsgW-1:0]            forward_message_i,
  input  logic [LenW-1:0]            forward_flits_i,
  input  logic [AgePinW-1:0]         forward_age_i,
  input  logic [FlitBits-1:0]        forward_data_i,
  input  logic [15:0]                forward_receive_i,   // t_nr (static)
  input  logic [15:0]                forward_send_i,      // t_ns (static)
  output logic                       forward_ready_o      // host: a beat to forward is accepted
);

  // The other outputs are those of the checker.
  /* verilator lint_off PINMISSING */
  network_interface #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough), .Networks(Networks),
    .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW), .XorSlots(XorSlots), .XorFlits(XorFlits),
    .XorOverhead(XorOverhead), .NameW(NameW), .Multicast(Multicast), .ForwardSlots(ForwardSlots),
    .ForwardFlits(ForwardFlits), .ForwardRows(ForwardRows), .ForwardChildren(ForwardChildren),
    .ForwardLsb(ForwardLsb), .AgeW(AgeW), .Lookahead(Lookahead), .Ports(Ports), .Classes(Classes),
    .Routing(Routing), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .LayersLog2(LayersLog2),
    .Rows(Rows), .DataReset(DataReset)
  ) u_interface (
    .clk_i, .rst_i, .addr_i, .extent_i, .cfg_valid_i, .cfg_index_i, .cfg_data_i,
    .host_valid_i, .host_network_i, .host_type_i,
    .host_dst_i, .host_message_i, .host_flits_i, .host_headers_i, .host_age_i, .host_data_i,
    .host_ready_o,
    .del_valid_o, .del_vc_o, .del_kind_o, .del_type_o, .del_source_o, .del_message_o, .del_data_o,
    .del_ready_i, .host_slot_i, .host_name_i, .host_from_i, .cmd_valid_i, .cmd_op_i, .cmd_slot_i,
    .cmd_a_i, .cmd_b_i, .cmd_deliver_i, .cmd_name_i, .cmd_flits_i, .cmd_data_i, .res_ready_i,
    .inj_from_o, .del_slot_o, .del_name_o, .res_valid_o, .res_kind_o, .res_slot_o, .res_name_o,
    .res_data_o, .fill_valid_o, .fill_slot_o, .fill_source_o, .fill_message_o, .done_valid_o,
    .done_slot_o, .forward_wr_i, .forward_wr_index_i, .forward_wr_data_i, .forward_valid_i,
    .forward_network_i, .forward_message_i, .forward_flits_i, .forward_age_i, .forward_data_i,
    .forward_receive_i, .forward_send_i, .forward_ready_o,
    .in_valid_i(link_i[0]), .in_vc_i(link_i[1 +: VcW]), .in_kind_i(link_i[VcW+1 +: 2]),
    .in_payload_i(link_i[VcW+3 +: FlitBits]), .credit_in_valid_i(link_i[VcW+FlitBits+3]),
    .credit_in_vc_i(link_i[VcW+FlitBits+4 +: VcW]),
    .out_valid_o(link_o[0]), .out_vc_o(link_o[1 +: VcW]), .out_kind_o(link_o[VcW+1 +: 2]),
    .out_payload_o(link_o[VcW+3 +: FlitBits]), .credit_out_valid_o(link_o[VcW+FlitBits+3]),
    .credit_out_vc_o(link_o[VcW+FlitBits+4 +: VcW])
  );
  /* verilator lint_on PINMISSING */

endmodule
// SPDX-License-Identifier: MIT
