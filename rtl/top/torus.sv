// torus -- a whole torus network as one module: routers, network interfaces, links.
//
// Router x + X(y + Y z) has NodesPerRouter nodes; node r*NodesPerRouter + i is on its port i. Port
// NodesPerRouter + 2d leads to the higher coordinate of dimension d, the next port to the lower;
// the last coordinate and 0 are linked as well, where there are 3 or more (2 are linked already).
// Host ports are flat vectors, element n belongs to node n, of deliveries element n*Networks + k to
// its network k. Free of deadlock with 2 classes.
//
//   X = 3, Y = 2      .-3 -- 4 -- 5-.      host_* --> tile --> link --> tile
//                     '-|----|----|-'      del_*  <--
//                     .-0 -- 1 -- 2-.
//                     '-------------'
//
// Bit r*Links + q of link_corrected_o and link_error_o is the end of router r's link q.
//
// Golden model: the network of csim/network with topology torus.  docs/microarchitecture.md.

module torus #(
  parameter  int unsigned X              = 4,  // routers along each dimension, 1 if it is absent
  parameter  int unsigned Y              = 4,
  parameter  int unsigned Z              = 1,
  parameter  int unsigned Dims           = 2,  // 1 to 3
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
  localparam int unsigned Routers        = X * Y * Z,
  localparam int unsigned Links          = 2 * Dims,  // of a router
  localparam int unsigned Ends           = Routers * Links,
  localparam int unsigned Nodes          = Routers * NodesPerRouter,
  localparam int unsigned Beats          = Nodes * Networks,  // offered to the hosts
  localparam int unsigned MaxXY          = (X > Y) ? X : Y,
  localparam int unsigned Radix          = (MaxXY > Z) ? MaxXY : Z,
  localparam int unsigned DigitW         = (Radix > 1) ? $clog2(Radix) : 1,
  localparam int unsigned LocalW         = $clog2(NodesPerRouter),
  localparam int unsigned AddrW          = Dims * DigitW + LocalW,
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
  output logic [Routers-1:0]       idle_o             // bit r: router r may have no clock, Idle
);

  if (Dims < 1 || Dims > 3 || (Dims < 3 && Z != 1) || (Dims < 2 && Y != 1)) begin : gen_bad_dims
    $error("torus: Dims must be 1 to 3 and cover every radix above 1");
  end
  if (X < 1 || Y < 1 || Z < 1 || NodesPerRouter < 1) begin : gen_bad_radix
    $error("torus: radices and NodesPerRouter must be at least 1");
  end
  if (Classes < 2 && (X > 3 || Y > 3 || Z > 3)) begin : gen_bad_classes
    $error("torus: Classes must be 2 or more with a radix of 4 or more: packets wait in a ring");
  end

  // The coordinates of router r, as an address has them.
  function automatic logic [Routers*Dims*DigitW-1:0] places();
    for (int unsigned r = 0; r < Routers; r++) begin
      places[r*Dims*DigitW +: Dims*DigitW] = (Dims*DigitW)'(
          (r % X) | (((r / X) % Y) << DigitW) | ((r / (X * Y)) << (2 * DigitW)));
    end
  endfunction

  // The link of the neighbour that leads back to link q of router r: the other one of the
  // dimension's two. Behind the last coordinate 0 follows, where there are 3 or more.
  function automatic logic [Routers*Links*32-1:0] from();
    int unsigned stride, along, place;
    from = {(Routers * Links){32'hffff_ffff}};
    for (int unsigned r = 0; r < Routers; r++) begin
      for (int unsigned q = 0; q < Links; q++) begin
        stride = (q / 2 == 0) ? 1 : (q / 2 == 1) ? X : X * Y;
        along  = (q / 2 == 0) ? X : (q / 2 == 1) ? Y : Z;
        place  = (r / stride) % along;  // the coordinate
        if (q % 2 == 0 && place + 1 < along) begin
          from[(r*Links + q)*32 +: 32] = (r + stride) * Links + q + 1;
        end else if (q % 2 == 1 && place > 0) begin
          from[(r*Links + q)*32 +: 32] = (r - stride) * Links + q - 1;
        end else if (q % 2 == 0 && along > 2) begin
          from[(r*Links + q)*32 +: 32] = (r - place * stride) * Links + q + 1;
        end else if (along > 2) begin
          from[(r*Links + q)*32 +: 32] = (r + (along - 1) * stride) * Links + q - 1;
        end
      end
    end
  endfunction

  fabric #(
    .Routers(Routers), .Links(Links), .NodesPerRouter(NodesPerRouter), .LinkLatency(LinkLatency),
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough), .Pipeline(Pipeline),
    .Networks(Networks), .Classes(Classes), .Routing(noc_pkg::RoutingTorus), .Dims(Dims),
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
