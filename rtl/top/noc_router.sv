// noc_router -- the router as a design takes it: links, configuration, and nothing for a checker.
//
// Port p sends and receives slice p of link_o and link_i, LinkW bits: a flit of one
// direction and the credit for the other. Least significant bit first:
//
//   valid | vc  | kind | payload  | credit | credit_vc
//   1       VcW   2      FlitBits   1        VcW
//
//   link_i[p*LinkW +: LinkW] --> +------------+ --> link_o[p*LinkW +: LinkW]
//   cfg_* --> (tables)           | noc_router |
//                                +------------+
//
// A port that leads nowhere gets zeros. LenW, MsgW, Networks, XorSlots, NameW, Multicast, AgeW and
// Lookahead are those of the interfaces: they say where the fields of a head are.
// docs/integration.md has the parameters, docs/microarchitecture.md what happens in each cycle.

module noc_router #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,   // flits of a VC buffer
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,   // 1: virtual cut-through
  parameter  int unsigned Pipeline   = 3,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Classes    = 1,   // VC classes of a virtual network
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims       = 2,   // an address: Dims coordinates of DigitW bits,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,   // above them LocalW bits, the node of the router
  parameter  int unsigned LenW       = 4,   // bits of a packet's length
  parameter  int unsigned MsgW       = 8,   // bits of a message number
  parameter  int unsigned LayersLog2 = 0,   // with RoutingH3dm
  parameter  int unsigned Groups     = 1,   // with RoutingTable: arrival groups,
  parameter  int unsigned Rows       = 1,   // destinations,
  parameter  int unsigned Adaptive   = 0,   // choice by credits
  parameter  int unsigned RouteW     = 0,   // with RoutingSource: bits of a path
  parameter  int unsigned Multicast  = 0,   // 1: packets are copied
  parameter  int unsigned SyncCopies = 0,   // .. the branches of a packet move together
  parameter  int unsigned StringBits = 0,   // .. nodes of the network; 0: no tree worms
  parameter  int unsigned Planes     = 1,   // .. of the worm table
  parameter  int unsigned XorSlots   = 0,   // of the interfaces
  parameter  int unsigned NameW      = 1,
  parameter  int unsigned AgeW       = 0,   // bits of a packet's age; 0: none
  parameter  int unsigned Speculative = 0,  // 1: switch and VCs are allocated in parallel
  parameter  int unsigned Wavefront  = 0,   // 1: the switch goes by diagonals; not with ages
  parameter  int unsigned SyncRead   = 0,   // 1: flits and table rows are read at the clock edge
  parameter  int unsigned Lookahead  = 0,   // 1: heads carry the route at the next router
  parameter  int unsigned DataReset  = 0,   // 1: payloads on links are reset, for check bits
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW      = FlitBits + 2 * VcW + 4,
  // The configuration port: an entry of the routing table or of the worm table.
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned Words      = (StringBits > FlitBits)
                                           ? (StringBits + FlitBits - 1) / FlitBits : 1,
  localparam int unsigned Reaches    = (Multicast == 1) ? Groups * Planes * Words * Ports : 1,
  localparam int unsigned TableRows  = (Lookahead == 1 && Multicast == 1 &&
                                        Routing == noc_pkg::RoutingTable) ? 2 * Rows : Rows,
  localparam int unsigned TblEntries = (Ports * Classes > Groups * TableRows) ? Ports * Classes
                                                                              : Groups * TableRows,
  localparam int unsigned Entries    = (Reaches > TblEntries) ? Reaches : TblEntries,
  localparam int unsigned CfgW       = (Entries > 1) ? $clog2(Entries) : 1,
  localparam int unsigned CfgKindW   = (Multicast == 1) ? 3 : 1,
  localparam int unsigned CfgDataW   = (Multicast == 1) ? FlitBits : ClassW + Ports
) (
  input  logic                   clk_i,
  input  logic                   rst_i,        // synchronous, active high

  input  logic [AddrW-1:0]       addr_i,       // the router's address (static)
  input  logic [AddrW-1:0]       extent_i,     // the highest coordinates (static), RoutingTorus
  input  logic [Ports-1:0]       local_i,      // bit p: port p leads to a node (static), Multicast
  input  logic [Ports*AddrW-1:0] neighbour_i,  // address of the router at the other end of each
                                               // port, addr_i of a node's (static), Lookahead
  input  logic                   cfg_valid_i,  // an entry of a table is written:
  input  logic [CfgKindW-1:0]    cfg_kind_i,   // 0 group, 1 row; 2, 3, 4 of the worm table
  input  logic [CfgW-1:0]        cfg_index_i,
  input  logic [CfgDataW-1:0]    cfg_data_i,

  input  logic [Ports*LinkW-1:0] link_i,       // from the other ends
  output logic [Ports*LinkW-1:0] link_o        // to them
);

  localparam int unsigned NetW    = (Networks > 1) ? $clog2(Networks) : 1;
  localparam int unsigned XSlotW  = (XorSlots > 2) ? $clog2(XorSlots) : 1;
  localparam int unsigned CodeW   = (XorSlots > 0) ? XSlotW + 2 * NameW : 0;
  localparam int unsigned HdrW    = (Multicast == 1) ? noc_pkg::HeaderBits : 0;
  localparam int unsigned PlainW  = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW, CodeW + HdrW);
  localparam int unsigned LookW   = noc_pkg::look_bits(Lookahead, Routing, $clog2(Ports), ClassW);

  logic [Ports-1:0]          in_valid, credit_in_valid, out_valid, credit_out_valid;
  logic [Ports*VcW-1:0]      in_vc, credit_in_vc, out_vc, credit_out_vc;
  logic [Ports*2-1:0]        in_kind, out_kind;
  logic [Ports*FlitBits-1:0] in_payload, out_payload;

  for (genvar p = 0; p < Ports; p++) begin : gen_link
    assign {credit_in_vc[p*VcW +: VcW], credit_in_valid[p], in_payload[p*FlitBits +: FlitBits],
            in_kind[p*2 +: 2], in_vc[p*VcW +: VcW], in_valid[p]} = link_i[p*LinkW +: LinkW];
    assign link_o[p*LinkW +: LinkW] =
        {credit_out_vc[p*VcW +: VcW], credit_out_valid[p], out_payload[p*FlitBits +: FlitBits],
         out_kind[p*2 +: 2], out_vc[p*VcW +: VcW], out_valid[p]};
  end

  // The other outputs are those of the checker.
  /* verilator lint_off PINMISSING */
  router #(
    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
    .Pipeline(Pipeline), .Networks(Networks), .Classes(Classes), .Routing(Routing), .Dims(Dims),
    .DigitW(DigitW), .LocalW(LocalW), .LenW((CutThrough == 1) ? LenW : 1),
    .LayersLog2(LayersLog2), .Groups(Groups), .Rows(Rows), .Adaptive(Adaptive),
    .RouteLsb((Routing == noc_pkg::RoutingSource) ? PlainW + AgeW : 0), .RouteW(RouteW),
    .Multicast(Multicast), .SyncCopies(SyncCopies), .StringBits(StringBits), .Planes(Planes),
    .HeadersLsb((Multicast == 1) ? PlainW - HdrW : 0), .AgeW(AgeW),
    .AgeLsb((AgeW > 0) ? PlainW + LookW : 0), .Speculative(Speculative), .Wavefront(Wavefront),
    .SyncRead(SyncRead), .Lookahead(Lookahead), .LookLsb((LookW > 0) ? PlainW : 0),
    .DataReset(DataReset)
  ) u_router (
    .clk_i, .rst_i, .addr_i, .extent_i, .local_i, .neighbour_i,
    .cfg_valid_i, .cfg_kind_i, .cfg_index_i, .cfg_data_i,
    .in_valid_i(in_valid), .in_vc_i(in_vc), .in_kind_i(in_kind), .in_payload_i(in_payload),
    .credit_in_valid_i(credit_in_valid), .credit_in_vc_i(credit_in_vc),
    .out_valid_o(out_valid), .out_vc_o(out_vc), .out_kind_o(out_kind),
    .out_payload_o(out_payload),
    .credit_out_valid_o(credit_out_valid), .credit_out_vc_o(credit_out_vc)
  );
  /* verilator lint_on PINMISSING */

endmodule
// SPDX-License-Identifier: MIT
