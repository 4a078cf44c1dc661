// router_pins -- noc_router with a pin for each signal of its links, named as in the checker's
// list: what tests of the tops and of their netlists connect to.

module router_pins #(
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
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
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
  input  logic                      clk_i,
  input  logic                      rst_i,

  input  logic [Ports-1:0]          in_valid_i,
  input  logic [Ports*VcW-1:0]      in_vc_i,
  input  logic [Ports*2-1:0]        in_kind_i,
  input  logic [Ports*FlitBits-1:0] in_payload_i,
  input  logic [Ports-1:0]          credit_in_valid_i,
  input  logic [Ports*VcW-1:0]      credit_in_vc_i,
  input  logic [AddrW-1:0]          addr_i,
  input  logic [AddrW-1:0]          extent_i,
  input  logic                      cfg_valid_i,
  input  logic [CfgKindW-1:0]       cfg_kind_i,
  input  logic [CfgW-1:0]           cfg_index_i,
  input  logic [CfgDataW-1:0]       cfg_data_i,
  input  logic [Ports-1:0]          local_i,
  input  logic [Ports*AddrW-1:0]    neighbour_i,

  output logic [Ports-1:0]          out_valid_o,
  output logic [Ports*VcW-1:0]      out_vc_o,
  output logic [Ports*2-1:0]        out_kind_o,
  output logic [Ports*FlitBits-1:0] out_payload_o,
  output logic [Ports-1:0]          credit_out_valid_o,
  output logic [Ports*VcW-1:0]      credit_out_vc_o
);

  localparam int unsigned LinkW = FlitBits + 2 * VcW + 4;

  logic [Ports*LinkW-1:0] from, to;

  for (genvar p = 0; p < Ports; p++) begin : gen_link
    assign from[p*LinkW +: LinkW] =
        {credit_in_vc_i[p*VcW +: VcW], credit_in_valid_i[p], in_payload_i[p*FlitBits +: FlitBits],
         in_kind_i[p*2 +: 2], in_vc_i[p*VcW +: VcW], in_valid_i[p]};
    assign {credit_out_vc_o[p*VcW +: VcW], credit_out_valid_o[p],
            out_payload_o[p*FlitBits +: FlitBits], out_kind_o[p*2 +: 2], out_vc_o[p*VcW +: VcW],
            out_valid_o[p]} = to[p*LinkW +: LinkW];
  end

  noc_router #(
    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
    .Pipeline(Pipeline), .Networks(Networks), .Classes(Classes), .Routing(Routing), .Dims(Dims),
    .DigitW(DigitW), .LocalW(LocalW), .LenW(LenW), .MsgW(MsgW), .LayersLog2(LayersLog2),
    .Groups(Groups), .Rows(Rows), .Adaptive(Adaptive), .RouteW(RouteW), .Multicast(Multicast),
    .SyncCopies(SyncCopies), .StringBits(StringBits), .Planes(Planes), .XorSlots(XorSlots),
    .NameW(NameW), .AgeW(AgeW), .Speculative(Speculative), .Wavefront(Wavefront),
    .SyncRead(SyncRead),
    .Lookahead(Lookahead)
  ) u_top (
    .clk_i, .rst_i, .addr_i, .extent_i, .local_i, .neighbour_i, .cfg_valid_i, .cfg_kind_i,
    .cfg_index_i, .cfg_data_i, .link_i(from), .link_o(to)
  );

endmodule
// SPDX-License-Identifier: MIT
