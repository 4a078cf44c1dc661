// octagon -- a whole octagon, or ring of 12, 16, .. with links across, as one module: routers,
// network interfaces, links.
//
// Router r has NodesPerRouter nodes; node r*NodesPerRouter + i is on its port i. Behind them are
// the ports to the next position, to the previous one and to the opposite one. Host ports are flat
// vectors, element n belongs to node n, of deliveries element n*Networks + k to its network k. Free
// of deadlock with 2 classes.
//
//   Positions = 8         0
//                       7   1        host_* --> tile --> link --> tile
//                      6 -+- 2       del_*  <--
//                       5   3
//                         4
//
// Bit r*Links + q of link_corrected_o and link_error_o is the end of router r's link q.
//
// Golden model: the network of csim/network with topology octagon.  docs/microarchitecture.md.

module octagon #(
  parameter  int unsigned Positions      = 8,  // routers, a multiple of 4, at least 8
  parameter  int unsigned NodesPerRouter = 1,
  parameter  int unsigned LinkLatency    = 1,  // between routers
  parameter  int unsigned Vcs            = 4,
  parameter  int unsigned Depth          = 8,
  parameter  int unsigned FlitBits       = 64,
  parameter  int unsigned CutThrough     = 0,
  parameter  int unsigned Pipeline       = 3,
  parameter  int unsigned Networks       = 1,
  parameter  int unsigned Classes        = 2,  // VC classes of a virtual network
  parameter  int unsigned LenW           = 4,
  parameter  int unsigned MsgW           = 8,
  parameter  int unsigned AgeW           = 0,  // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned Speculative    = 0,  // 1: switch and VCs are allocated in parallel
  parameter  int unsigned Wavefront      = 0,  // 1: the switch goes by diagonals; not with ages
  parameter  int unsigned SyncRead       = 0,  // 1: flit memories are read at the clock edge
  parameter  int unsigned Lookahead      = 0,  // 1: heads carry the route at the next router
  parameter  int unsigned HostGuard      = 1,  // 1: packets that cannot be sent are refused
  parameter  int unsigned LinkCheck      = 0,  // 1 parity of links, 2 a code that corrects a wire
  parameter  int unsigned Idle           = 0,  // 1: idle_o; 2: idle routers have no clock
  localparam int unsigned Links          = 3,  // of a router
  localparam int unsigned Ends           = Positions * Links,
  localparam int unsigned Nodes          = Positions * NodesPerRouter,
  localparam int unsigned Beats          = Nodes * Networks,  // offered to the hosts
  localparam int unsigned DigitW         = $clog2(Positions),
  localparam int unsigned LocalW         = $clog2(NodesPerRouter),
  localparam int unsigned AddrW          = DigitW + LocalW,
  localparam int unsigned VcW            = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW           = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned AgePinW        = (AgeW > 0) ? AgeW : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_i,           // synchronous, active high

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

  output logic [Beats-1:0]          del_valid_o,     // deliveries
  output logic [Beats*VcW-1:0]      del_vc_o,
  output logic [Beats*2-1:0]        del_kind_o,
  output logic [Beats*4-1:0]        del_type_o,
  output logic [Beats*AddrW-1:0]    del_source_o,
  output logic [Beats*MsgW-1:0]     del_message_o,
  output logic [Beats*FlitBits-1:0] del_data_o,
  input  logic [Beats-1:0]          del_ready_i,

  output logic [Ends-1:0]           link_corrected_o,  // of the cycle before, LinkCheck: a wire ..
  output logic [Ends-1:0]           link_error_o,      // .. more than can be corrected
  output logic [Positions-1:0]     idle_o             // bit r: router r may have no clock, Idle
);

  if (Positions < 8 || Positions % 4 != 0 || NodesPerRouter < 1) begin : gen_bad_positions
    $error("octagon: Positions must be 8, 12, 16, .., NodesPerRouter at least 1");
  end
  if (Classes < 2) begin : gen_bad_classes
    $error("octagon: Classes must be 2 or more: packets wait in a ring");
  end

  // A router's address is its position.
  function automatic logic [Positions*DigitW-1:0] places();
    for (int unsigned r = 0; r < Positions; r++) places[r*DigitW +: DigitW] = DigitW'(r);
  endfunction

  // The link of the router at the other end that leads back to link q of router r.
  function automatic logic [Positions*Links*32-1:0] from();
    for (int unsigned r = 0; r < Positions; r++) begin
      from[(r*Links + 0)*32 +: 32] = ((r + 1) % Positions) * Links + 1;
      from[(r*Links + 1)*32 +: 32] = ((r + Positions - 1) % Positions) * Links;
      from[(r*Links + 2)*32 +: 32] = ((r + Positions / 2) % Positions) * Links + 2;
    end
  endfunction

  fabric #(
    .Routers(Positions), .Links(Links), .NodesPerRouter(NodesPerRouter), .LinkLatency(LinkLatency),
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough), .Pipeline(Pipeline),
    .Networks(Networks), .Classes(Classes), .Routing(noc_pkg::RoutingOctagon), .Dims(1),
    .DigitW(DigitW), .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW), .Speculative(Speculative),
    .Wavefront(Wavefront), .SyncRead(SyncRead), .Lookahead(Lookahead), .HostGuard(HostGuard),
    .LinkCheck(LinkCheck), .Idle(Idle), .Places(places()), .From(from())
  ) u_fabric (
    .clk_i, .rst_i,
    .host_valid_i, .host_network_i, .host_type_i, .host_dst_i, .host_message_i, .host_flits_i,
    .host_data_i, .host_age_i, .host_ready_o, .host_error_o, .host_error_cause_o,
    .del_valid_o, .del_vc_o, .del_kind_o, .del_type_o, .del_source_o, .del_message_o, .del_data_o,
    .del_ready_i, .link_corrected_o, .link_error_o, .idle_o
  );

endmodule
// SPDX-License-Identifier: MIT
