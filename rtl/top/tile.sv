// tile -- a router with the network interfaces of its nodes: what a whole network is made of.
//
// Node i is on router port i, link q on port NodesPerRouter + q. A link is a slice of LinkW bits of
// link_i and link_o, as noc_router has it: flits of one direction and credits for the other.
//
//   host_* --> ni --> router --> link_o[q] ---- link ---> link_i[q'] of the tile at the other end
//   del_*  <-- ni <--        <-- link_i[q] <--- link ---- link_o[q']
//
// Golden model: a router and its interfaces in csim/network.  docs/microarchitecture.md.

module tile #(
  parameter  int unsigned Links          = 4,  // ports that lead to other routers
  parameter  int unsigned NodesPerRouter = 1,
  parameter  int unsigned Vcs            = 4,
  parameter  int unsigned Depth          = 8,
  parameter  int unsigned FlitBits       = 64,
  parameter  int unsigned CutThrough     = 0,
  parameter  int unsigned Pipeline       = 3,
  parameter  int unsigned Networks       = 1,
  parameter  int unsigned Classes        = 1,
  parameter  int unsigned Routing        = noc_pkg::RoutingMesh,  // by coordinates
  parameter  int unsigned Dims           = 2,
  parameter  int unsigned DigitW         = 3,
  parameter  int unsigned LenW           = 4,
  parameter  int unsigned MsgW           = 8,
  parameter  int unsigned AgeW           = 0,  // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned Speculative    = 0,  // 1: switch and VCs are allocated in parallel
  parameter  int unsigned Wavefront      = 0,  // 1: the switch goes by diagonals; not with ages
  parameter  int unsigned SyncRead       = 0,  // 1: flit memories are read at the clock edge
  parameter  int unsigned Lookahead      = 0,  // 1: heads carry the route at the next router
  parameter  int unsigned HostGuard      = 0,  // 1: packets that cannot be sent are refused
  parameter  int unsigned DataReset      = 0,  // 1: payloads on links are reset, for check bits
  localparam int unsigned Beats          = NodesPerRouter * Networks,  // offered to the hosts
  localparam int unsigned LocalW         = $clog2(NodesPerRouter),
  localparam int unsigned AddrW          = Dims * DigitW + LocalW,
  localparam int unsigned VcW            = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW           = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned AgePinW        = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned LinkW          = FlitBits + 2 * VcW + 4
) (
  input  logic                               clk_i,
  input  logic                               rst_i,           // synchronous, active high
  input  logic [AddrW-1:0]                   addr_i,          // the router's address (static)
  input  logic [AddrW-1:0]                   extent_i,        // the highest of each field (static)
  input  logic [Links*AddrW-1:0]             neighbour_i,     // routers behind the links, Lookahead

  input  logic [Links*LinkW-1:0]             link_i,          // from the other ends of the links
  output logic [Links*LinkW-1:0]             link_o,          // to them

  input  logic [NodesPerRouter-1:0]          host_valid_i,    // beats into the network
  input  logic [NodesPerRouter*NetW-1:0]     host_network_i,
  input  logic [NodesPerRouter*4-1:0]        host_type_i,
  input  logic [NodesPerRouter*AddrW-1:0]    host_dst_i,
  input  logic [NodesPerRouter*MsgW-1:0]     host_message_i,
  input  logic [NodesPerRouter*LenW-1:0]     host_flits_i,
  input  logic [NodesPerRouter*FlitBits-1:0] host_data_i,
  input  logic [NodesPerRouter*AgePinW-1:0]  host_age_i,
  output logic [NodesPerRouter*Networks-1:0] host_ready_o,
  output logic [NodesPerRouter-1:0]          host_error_o,        // a packet was refused, HostGuard
  output logic [NodesPerRouter*2-1:0]        host_error_cause_o,  // .. why
  output logic [NodesPerRouter-1:0]          host_sent_o,         // a beat reaches the interface

  output logic [Beats-1:0]                   del_valid_o,     // deliveries
  output logic [Beats*VcW-1:0]               del_vc_o,
  output logic [Beats*2-1:0]                 del_kind_o,
  output logic [Beats*4-1:0]                 del_type_o,
  output logic [Beats*AddrW-1:0]             del_source_o,
  output logic [Beats*MsgW-1:0]              del_message_o,
  output logic [Beats*FlitBits-1:0]          del_data_o,
  input  logic [Beats-1:0]                   del_ready_i
);

  if (Routing == noc_pkg::RoutingTable) begin : gen_bad
    $error("tile: Routing must be by coordinates; table_router and node_interfaces have tables");
  end

  // Between the interfaces and the router: up to the router, down from it.
  logic [NodesPerRouter*LinkW-1:0] up, down;

  noc_router #(
    .Ports(NodesPerRouter + Links), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits),
    .CutThrough(CutThrough), .Pipeline(Pipeline), .Networks(Networks), .Classes(Classes),
    .Routing(Routing), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .LenW(LenW), .MsgW(MsgW),
    .AgeW(AgeW), .Speculative(Speculative), .Wavefront(Wavefront),
    .SyncRead(SyncRead), .Lookahead(Lookahead), .DataReset(DataReset)
  ) u_router (
    .clk_i, .rst_i, .addr_i, .extent_i, .local_i('0),
    .neighbour_i({neighbour_i, {NodesPerRouter{addr_i}}}),
    .cfg_valid_i(1'b0), .cfg_kind_i(1'b0), .cfg_index_i('0), .cfg_data_i('0),
    .link_i({link_i, up}), .link_o({link_o, down})
  );

  // The addresses of the nodes.
  logic [NodesPerRouter*AddrW-1:0] addr;
  for (genvar i = 0; i < NodesPerRouter; i++) begin : gen_address
    assign addr[i*AddrW +: AddrW] = addr_i | AddrW'(i << (Dims * DigitW));
  end

  node_interfaces #(
    .Nodes(NodesPerRouter), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits),
    .CutThrough(CutThrough), .Networks(Networks), .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW),
    .Lookahead(Lookahead), .Ports(NodesPerRouter + Links), .Classes(Classes), .Routing(Routing),
    .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .HostGuard(HostGuard)
  ) u_nodes (
    .clk_i, .rst_i, .addr_i(addr), .extent_i, .link_i(down), .link_o(up),
    .host_valid_i, .host_network_i, .host_type_i, .host_dst_i, .host_message_i, .host_flits_i,
    .host_data_i, .host_age_i, .host_ready_o, .host_error_o, .host_error_cause_o,
    .host_sent_o,
    .del_valid_o, .del_vc_o, .del_kind_o, .del_type_o, .del_source_o, .del_message_o, .del_data_o,
    .del_ready_i
  );

endmodule
// SPDX-License-Identifier: MIT
