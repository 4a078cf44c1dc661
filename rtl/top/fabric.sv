// fabric -- a whole network as one module, whatever its topology: routers with their network
// interfaces, and the links that a list joins them by.
//
// Router r has NodesPerRouter nodes; node r*NodesPerRouter + i is on its port i, and behind those
// are its Links ports to others. Link r*Links + q is what port NodesPerRouter + q sends and
// receives. Host ports are flat vectors, element n belongs to node n, of deliveries element
// n*Networks + k to its network k.
//
//   From[r*Links + q] = s*Links + p:   tile r, link q <-- link <-- tile s, link p
//   From[r*Links + q] = Nothing:       tile r, link q <-- nothing, ever
//
// A link goes both ways, since credits come back: its two ends name each other.
//
// Each end of a link, r*Links + q as well, has its bit of link_corrected_o and link_error_o.
//
// Golden model: the network of csim/network.  docs/microarchitecture.md.

module fabric #(
  parameter  int unsigned Routers        = 2,
  parameter  int unsigned Links          = 2,  // of a router, to others
  parameter  int unsigned NodesPerRouter = 1,
  parameter  int unsigned LinkLatency    = 1,  // between routers
  parameter  int unsigned Vcs            = 4,
  parameter  int unsigned Depth          = 8,
  parameter  int unsigned FlitBits       = 64,
  parameter  int unsigned CutThrough     = 0,
  parameter  int unsigned Pipeline       = 3,
  parameter  int unsigned Networks       = 1,
  parameter  int unsigned Classes        = 1,  // VC classes of a virtual network
  parameter  int unsigned Routing        = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims           = 1,
  parameter  int unsigned DigitW         = 1,
  parameter  int unsigned LenW           = 4,
  parameter  int unsigned MsgW           = 8,
  parameter  int unsigned AgeW           = 0,  // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned Speculative    = 0,  // 1: switch and VCs are allocated in parallel
  parameter  int unsigned Wavefront      = 0,  // 1: the switch goes by diagonals; not with ages
  parameter  int unsigned SyncRead       = 0,  // 1: flit memories are read at the clock edge
  parameter  int unsigned Lookahead      = 0,  // 1: heads carry the route at the next router
  parameter  int unsigned HostGuard      = 0,  // 1: packets that cannot be sent are refused
  parameter  int unsigned LinkCheck      = 0,  // 1 parity of links, 2 a code that corrects a wire
  parameter  int unsigned Idle           = 0,  // 1: idle_o; 2: idle tiles have no clock
  localparam int unsigned RouterW        = Dims * DigitW,  // bits of a router's address
  parameter  logic [Routers*RouterW-1:0]  Places = '0,  // the addresses of the routers
  parameter  logic [Routers*Links*32-1:0] From   = '1,  // 32 bits a link; all of them 1: Nothing
  localparam int unsigned Nodes          = Routers * NodesPerRouter,
  localparam int unsigned Beats          = Nodes * Networks,  // offered to the hosts
  localparam int unsigned LocalW         = $clog2(NodesPerRouter),
  localparam int unsigned AddrW          = RouterW + LocalW,
  localparam int unsigned VcW            = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW           = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned AgePinW        = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned LinkW          = FlitBits + 2 * VcW + 4,  // as noc_router has it
  localparam int unsigned CodeW          = $clog2(LinkW + $clog2(LinkW + 1) + 1),
  localparam int unsigned CheckW         = (LinkCheck == 2) ? CodeW + 1 : LinkCheck,
  localparam int unsigned WireW          = LinkW + CheckW  // as link_check has it
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

  output logic [Routers*Links-1:0]  link_corrected_o,  // of the cycle before, LinkCheck: a wire ..
  output logic [Routers*Links-1:0]  link_error_o,      // .. more than can be corrected
  output logic [Routers-1:0]        idle_o             // bit r: tile r may have no clock, Idle
);

  if (Idle > 2) begin : gen_bad_idle
    $error("fabric: Idle must be 0, 1 or 2");
  end

  localparam int unsigned Own     = NodesPerRouter * Networks;  // offered to the nodes of a router
  localparam int unsigned Nothing = 32'hffffffff;

  // The highest value of each field of an address.
  function automatic logic [AddrW-1:0] highest();
    logic [DigitW-1:0] place, most;
    highest = AddrW'((NodesPerRouter - 1) << RouterW);
    for (int unsigned d = 0; d < Dims; d++) begin
      most = '0;
      for (int unsigned r = 0; r < Routers; r++) begin
        place = Places[r*RouterW + d*DigitW +: DigitW];
        if (place > most) most = place;
      end
      highest[d*DigitW +: DigitW] = most;
    end
  endfunction
  localparam logic [AddrW-1:0] Extent = highest();

  // Links send tx and receive rx, with check bits on the wires. A router sends even where nobody
  // receives.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Routers*Links*LinkW-1:0] tx;
  logic [Routers*Links*WireW-1:0] wires;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [Routers*Links*LinkW-1:0] rx;

  for (genvar r = 0; r < Routers; r++) begin : gen_router
    localparam int unsigned N = r * NodesPerRouter;  // the first of its nodes
    localparam int unsigned L = r * Links;           // and of its links
    localparam int unsigned B = N * Networks;        // and of what its nodes are offered
    logic [Links*AddrW-1:0] neighbour;               // the routers at the other ends of its links

    logic                          clk;              // of the tile
    /* verilator lint_off UNUSEDSIGNAL */
    logic [NodesPerRouter-1:0]     sent;             // beats that reach interfaces, for Idle
    /* verilator lint_on UNUSEDSIGNAL */

    if (Idle > 0) begin : gen_idle
      /* verilator lint_off UNUSEDSIGNAL */
      logic enable;
      /* verilator lint_on UNUSEDSIGNAL */
      tile_activity #(
        .Links(Links), .NodesPerRouter(NodesPerRouter), .Vcs(Vcs), .Depth(Depth),
        .FlitBits(FlitBits), .Networks(Networks)
      ) u_activity (
        .clk_i, .rst_i, .link_i(rx[L*LinkW +: Links*LinkW]), .link_o_i(tx[L*LinkW +: Links*LinkW]),
        .host_valid_i(host_valid_i[N +: NodesPerRouter]), .host_sent_i(sent),
        .host_error_i(host_error_o[N +: NodesPerRouter]), .del_valid_i(del_valid_o[B +: Own]),
        .del_ready_i(del_ready_i[B +: Own]), .wake_i(1'b0), .idle_o(idle_o[r]), .clk_en_o(enable)
      );
      if (Idle == 2) begin : gen_gate
        clock_gate u_gate (.clk_i, .en_i(enable), .clk_o(clk));
      end else begin : gen_free
        assign clk = clk_i;
      end
    end else begin : gen_busy
      assign clk       = clk_i;
      assign idle_o[r] = 1'b0;
    end

    tile #(
      .Links(Links), .NodesPerRouter(NodesPerRouter), .Vcs(Vcs), .Depth(Depth),
      .FlitBits(FlitBits), .CutThrough(CutThrough), .Pipeline(Pipeline), .Networks(Networks),
      .Classes(Classes), .Routing(Routing), .Dims(Dims), .DigitW(DigitW), .LenW(LenW),
      .MsgW(MsgW), .AgeW(AgeW), .Speculative(Speculative), .Wavefront(Wavefront),
      .SyncRead(SyncRead), .Lookahead(Lookahead), .HostGuard(HostGuard),
      // Check bits are of the whole slice, also where nothing is valid in it.
      .DataReset((LinkCheck > 0) ? 1 : 0)
    ) u_tile (
      .clk_i(clk), .rst_i, .addr_i(AddrW'(Places[r*RouterW +: RouterW])),
      .extent_i(Extent), .neighbour_i(neighbour),
      .link_i(rx[L*LinkW +: Links*LinkW]), .link_o(tx[L*LinkW +: Links*LinkW]),
      .host_valid_i(host_valid_i[N +: NodesPerRouter]),
      .host_network_i(host_network_i[N*NetW +: NodesPerRouter*NetW]),
      .host_type_i(host_type_i[N*4 +: NodesPerRouter*4]),
      .host_dst_i(host_dst_i[N*AddrW +: NodesPerRouter*AddrW]),
      .host_message_i(host_message_i[N*MsgW +: NodesPerRouter*MsgW]),
      .host_flits_i(host_flits_i[N*LenW +: NodesPerRouter*LenW]),
      .host_data_i(host_data_i[N*FlitBits +: NodesPerRouter*FlitBits]),
      .host_age_i(host_age_i[N*AgePinW +: NodesPerRouter*AgePinW]),
      .host_ready_o(host_ready_o[N*Networks +: NodesPerRouter*Networks]),
      .host_error_o(host_error_o[N +: NodesPerRouter]),
      .host_error_cause_o(host_error_cause_o[N*2 +: NodesPerRouter*2]), .host_sent_o(sent),
      .del_valid_o(del_valid_o[B +: Own]),
      .del_vc_o(del_vc_o[B*VcW +: Own*VcW]),
      .del_kind_o(del_kind_o[B*2 +: Own*2]),
      .del_type_o(del_type_o[B*4 +: Own*4]),
      .del_source_o(del_source_o[B*AddrW +: Own*AddrW]),
      .del_message_o(del_message_o[B*MsgW +: Own*MsgW]),
      .del_data_o(del_data_o[B*FlitBits +: Own*FlitBits]),
      .del_ready_i(del_ready_i[B +: Own])
    );

    for (genvar q = 0; q < Links; q++) begin : gen_channel
      localparam int unsigned C    = L + q;
      localparam int unsigned Peer = From[C*32 +: 32];
      // Not a module of its own, and a register that says that nothing comes: Verilator 5.006 fails
      // (V3Gate) on some routers whose input it knows to be constant.
      if (Peer == Nothing) begin : gen_open
        logic never;
        always_ff @(posedge clk_i) never <= 1'b0;
        assign rx[C*LinkW +: LinkW] = LinkW'(never);
        assign wires[C*WireW +: WireW] = '0;
        assign {link_corrected_o[C], link_error_o[C]} = '0;
        assign neighbour[q*AddrW +: AddrW] = '0;
      end else if (Peer >= Routers * Links) begin : gen_bad_end
        $error("fabric: From must name links of the routers, or Nothing");
      end else if (From[Peer*32 +: 32] != C) begin : gen_bad_way
        $error("fabric: From must name the two ends of a link by each other");
      end else begin : gen_linked
        logic [WireW-1:0] came;
        link #(.Width(WireW), .Latency(LinkLatency)) u_link (
          .clk_i, .rst_i, .in_i(wires[Peer*WireW +: WireW]), .out_o(came)
        );
        link_check #(.Vcs(Vcs), .FlitBits(FlitBits), .LinkCheck(LinkCheck)) u_check (
          .clk_i, .rst_i, .link_i(tx[C*LinkW +: LinkW]), .link_o(rx[C*LinkW +: LinkW]),
          .wire_o(wires[C*WireW +: WireW]), .wire_i(came), .corrected_o(link_corrected_o[C]),
          .error_o(link_error_o[C])
        );
        assign neighbour[q*AddrW +: AddrW] = AddrW'(Places[(Peer / Links)*RouterW +: RouterW]);
      end
    end
  end

endmodule
// SPDX-License-Identifier: MIT
