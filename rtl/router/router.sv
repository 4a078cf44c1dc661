// router -- virtual-channel router with credits: P ports, wormhole or virtual cut-through.
//
// Route on arrival, VC and switch allocation in one cycle, traversal in the next (Pipeline = 3) or
// the same (Pipeline = 2), then the output link's registers. Ports i in and out are one channel.
//
// If Lookahead = 1, heads bring their routes along, and get those at the next router; with
// Pipeline = 2 the allocation is then in the cycle of the arrival, and the traversal in the next.
//
//   in_* --> input_unit (P) --+-- [st_*] --> crossbar --> output_unit (P) --> out_*
//   credit_out_* <--'   ^     |                               |   ^-- credit_in_*
//                       |  tags, ready                busy, credit
//                       '-- vc_allocator, switch_allocator <--'
//
// If SyncRead = 1, the flit memories are read at the clock edge, with the grant, and so is a table
// of routes, with the arrival: routes then come to the input units a cycle late, in time for the
// allocators (LateRoutes). A router that copies packets reads its table as ever.
//
// If Multicast = 1, packets are copied: copy_datapath has the place of all of it but the output
// units. Worms carry no routes: with lookahead by tables the table has rows for them as well.
//
// All registers and memory ports are outputs, for the checker; elements lie port first, i*Vcs + v.
// Those of a router that copies packets are 0 in others, and the other way round.
//
// Golden model: csim/router/router.c.  docs/microarchitecture.md, sections 7 to 12 and 15.

module router #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Pipeline   = 3,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Classes    = 1,   // VC classes of a virtual network
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims       = 2,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LenW       = 1,
  parameter  int unsigned LayersLog2 = 0,   // with RoutingH3dm
  parameter  int unsigned Groups     = 1,   // with RoutingTable: arrival groups,
  parameter  int unsigned Rows       = 1,   // destinations,
  parameter  int unsigned Adaptive   = 0,   // choice by credits
  parameter  int unsigned RouteLsb   = 0,   // with RoutingSource: place of the path in a head
  parameter  int unsigned RouteW     = 0,   // and its bits
  parameter  int unsigned Multicast  = 0,   // 1: packets are copied; not with RoutingSource
  parameter  int unsigned SyncCopies = 0,   // .. the branches of a packet move together
  parameter  int unsigned StringBits = 0,   // .. nodes of the network; 0: no tree worms
  parameter  int unsigned Planes     = 1,   // .. of the worm table
  parameter  int unsigned HeadersLsb = 0,   // .. place of the number of header flits in a head
  parameter  int unsigned AgeW       = 0,   // bits of a packet's age; 0: none
  parameter  int unsigned AgeLsb     = 0,   // its place in a head
  parameter  int unsigned Speculative = 0,  // 1: switch and VCs are allocated in parallel
  parameter  int unsigned Wavefront  = 0,   // 1: the switch goes by diagonals; not with ages
  parameter  int unsigned SyncRead   = 0,   // 1: flits and table rows are read at the clock edge
  parameter  int unsigned Lookahead  = 0,   // 1: heads carry their routes; not with Adaptive
  parameter  int unsigned LookLsb    = 0,   // .. place of the route in a head; 0 if RoutingSource
  parameter  int unsigned DataReset  = 1,   // 0: payloads on links are not reset
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW       = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned PosW       = (CutThrough == 1) ? CntW : 11,  // of a flit's number
  localparam int unsigned SlotW      = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1,
  localparam int unsigned LateRoutes = noc_pkg::late_routes(SyncRead, Routing, Multicast),
  localparam int unsigned LookW      = noc_pkg::look_bits(Lookahead, Routing, PortW, ClassW),
  localparam int unsigned AskW       = LenW + ClassW + PortW + 2,  // of a tag, for the allocators
  localparam int unsigned NextW      = (LateRoutes == 1) ? LookW : 0,  // above that: a late route
  localparam int unsigned TagW       = (Multicast == 1) ? 2 : NextW + AskW,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned GroupW     = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned RowW       = ClassW + Ports,
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
  localparam int unsigned CfgDataW   = (Multicast == 1) ? FlitBits : RowW,
  // Sizes of what only a router that copies packets has; one element in others.
  localparam int unsigned HdrW       = noc_pkg::HeaderBits,
  localparam int unsigned CopyPorts  = (Multicast == 1) ? Ports : 1,
  localparam int unsigned Queues     = (Multicast == 1) ? Ports * Vcs : 1,
  localparam int unsigned Branches   = Queues * CopyPorts
) (
  input  logic                       clk_i,
  input  logic                       rst_i,               // synchronous, active high

  input  logic [Ports-1:0]           in_valid_i,          // input links
  input  logic [Ports*VcW-1:0]       in_vc_i,
  input  logic [Ports*2-1:0]         in_kind_i,
  input  logic [Ports*FlitBits-1:0]  in_payload_i,
  input  logic [Ports-1:0]           credit_in_valid_i,   // credits from downstream
  input  logic [Ports*VcW-1:0]       credit_in_vc_i,
  input  logic [AddrW-1:0]           addr_i,              // the router's address (static)
  input  logic [AddrW-1:0]           extent_i,            // the highest coordinates (static)
  // Configuration port of routing and worm table; without both it is not looked at.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic                       cfg_valid_i,         // an entry is written:
  input  logic [CfgKindW-1:0]        cfg_kind_i,          // 0 group, 1 row; 2, 3, 4 of worm table
  input  logic [CfgW-1:0]            cfg_index_i,
  input  logic [CfgDataW-1:0]        cfg_data_i,
  input  logic [Ports-1:0]           local_i,             // bit o: port o leads to a node (static)
  // Only with lookahead by addresses: that of the router that port o leads to; of a node's port its
  // own.
  input  logic [Ports*AddrW-1:0]     neighbour_i,         // (static)
  /* verilator lint_on UNUSEDSIGNAL */

  output logic [Ports-1:0]           wr_en_o,             // memory ports
  output logic [Ports*SlotW-1:0]     wr_slot_o,
  output logic [Ports*TagW-1:0]      wr_tag_o,
  output logic [Ports*FlitBits-1:0]  wr_payload_o,
  output logic [Ports*AgePinW-1:0]   wr_age_o,            // 0 with AgeW = 0, as all *_age below
  output logic [Ports*(ClassW+PortW)-1:0] wr_late_o,      // 0 without late routes, as all *_late*
  output logic [Ports-1:0]           rd_en_o,
  output logic [Ports*SlotW-1:0]     rd_slot_o,
  output logic                       tbl_wr_en_o,         // 0 without a table, as tbl_* below
  output logic [CfgW-1:0]            tbl_wr_row_o,
  output logic [RowW-1:0]            tbl_wr_data_o,
  output logic [CopyPorts-1:0]       br_wr_en_o,          // 0 without Multicast, as br_*, wt_*
  output logic [CopyPorts*SlotW-1:0] br_wr_slot_o,
  output logic [CopyPorts*CopyPorts-1:0] br_wr_ports_o,
  output logic [CopyPorts*CopyPorts*ClassPinW-1:0] br_wr_class_o,
  output logic [CopyPorts*CntW-1:0]  br_wr_need_o,
  output logic [CopyPorts*GroupW-1:0] br_wr_group_o,
  output logic [CopyPorts*3-1:0]     br_wr_flags_o,
  output logic [CopyPorts*AgePinW-1:0] br_wr_age_o,
  output logic                       wt_wr_en_o,
  output logic [2:0]                 wt_wr_kind_o,
  output logic [CfgW-1:0]            wt_wr_index_o,
  output logic [CfgDataW-1:0]        wt_wr_data_o,

  output logic [Ports-1:0]           sa_spec_o,           // 0 with Speculative = 0, as below:
  output logic [Ports-1:0]           sa_wasted_o,         // output o takes a bid, in vain

  output logic [Ports-1:0]           out_valid_o,         // output links
  output logic [Ports*VcW-1:0]       out_vc_o,
  output logic [Ports*2-1:0]         out_kind_o,
  output logic [Ports*FlitBits-1:0]  out_payload_o,
  output logic [Ports-1:0]           credit_out_valid_o,  // credits upstream
  output logic [Ports*VcW-1:0]       credit_out_vc_o,

  output logic [Ports*Vcs*PtrW-1:0]  in_wr_o,             // state: input units
  output logic [Ports*Vcs*PtrW-1:0]  in_rd_o,
  output logic [Ports*Vcs*CntW-1:0]  in_count_o,
  output logic [Ports-1:0]           in_read_o,           // 0 with SyncRead = 0
  output logic [Ports-1:0]           in_late_o,
  output logic [Ports*VcW-1:0]       in_late_vc_o,
  output logic [Ports*PtrW-1:0]      in_late_position_o,
  output logic [Ports*(LookW+1)-1:0] in_next_o,           // 0 but with late routes and lookahead
  output logic [Ports*Vcs-1:0]       in_active_o,         // .. 0 with Multicast, as the next three
  output logic [Ports*Vcs*PortW-1:0] in_out_port_o,
  output logic [Ports*Vcs*VcW-1:0]   in_out_vc_o,
  output logic [Ports*Vcs*AgePinW-1:0] in_age_o,
  output logic [Ports*Vcs-1:0]       in_filled_o,         // .. 0 with Speculative = 0, as the next
  output logic [Ports*Vcs*TagW-1:0]  in_front_o,
  output logic [Ports*Vcs*AgePinW-1:0] in_front_age_o,
  output logic [Ports*Vcs-1:0]       out_busy_o,          // state: output units
  output logic [Ports*Vcs*CntW-1:0]  out_credit_o,
  output logic [Ports*Vcs*Vcs-1:0]   va_in_order_o,       // state: allocators
  output logic [Ports*Vcs*Ports*Ports-1:0] va_out_order_o,
  output logic [Ports*VcW-1:0]       va_vc_ptr_o,
  output logic [Ports*Vcs*4-1:0]     va_passes_o,
  output logic [Ports*VcW-1:0]       sa_in_ptr_o,
  output logic [Ports*PortW-1:0]     sa_out_ptr_o,
  output logic [PortW-1:0]           sa_diagonal_o,       // .. 0 with Wavefront = 0, as the next
  output logic [Ports*Ports*VcW-1:0] sa_pair_ptr_o,
  output logic [Ports*Ports*Ports-1:0] sa_bid_order_o,    // .. 0 with Speculative = 0
  output logic [Ports-1:0]           st_valid_o,          // state: traversal, 0 if Pipeline = 2
  output logic [Ports*PortW-1:0]     st_port_o,           // .. without lookahead; st_valid, st_vc:
  output logic [Ports*VcW-1:0]       st_vc_o,             // .. by input; copied: output, st_port 0
  output logic [Ports*2-1:0]         st_kind_o,
  output logic [Ports*SlotW-1:0]     st_slot_o,
  output logic [Ports*Classes*GroupW-1:0] tbl_group_o,    // state: routing table
  output logic [Ports-1:0]           tbl_read_o,          // .. 0 without late routes
  output logic [Queues*PosW-1:0]     in_popped_o,         // state: branches, 0 without Multicast
  output logic [Queues-1:0]          br_open_o,
  output logic [Queues-1:0]          br_drop_o,
  output logic [Queues-1:0]          br_string_o,
  output logic [Queues*GroupW-1:0]   br_group_o,
  output logic [Queues*AgePinW-1:0]  br_age_o,
  output logic [Branches-1:0]        br_wait_o,
  output logic [Branches-1:0]        br_active_o,
  output logic [Branches*VcW-1:0]    br_vc_o,
  output logic [Branches*PosW-1:0]   br_read_o,
  output logic [Queues*2-1:0]        w_type_o,            // state: decoders, 0 without, as below
  output logic [Queues*PtrW-1:0]     w_slot_o,
  output logic [Queues*HdrW-1:0]     w_word_o,
  output logic [Queues*CntW-1:0]     w_need_o,
  output logic [Queues*GroupW-1:0]   w_group_o,
  output logic [Queues*AgePinW-1:0]  w_age_o,
  output logic [Branches*Planes-1:0] w_hit_o,
  output logic [Queues-1:0]          w_rest_o,
  output logic [CopyPorts-1:0]       st_read_o,           // state: traversal, by input
  output logic [CopyPorts*HdrW-1:0]  st_word_o,
  output logic [CopyPorts*GroupW-1:0] st_group_o,
  output logic [CopyPorts-1:0]       st_fix_o,
  output logic [CopyPorts*PortW-1:0] st_in_o              // state: traversal, by output
);

  if (Pipeline < 2 || Pipeline > 3) begin : gen_bad_pipeline
    $error("router: Pipeline must be 2 or 3");
  end
  if (!(FlitBits == 32 || FlitBits == 64 || FlitBits == 128 || FlitBits == 256)) begin : gen_bad_w
    $error("router: FlitBits must be 32, 64, 128 or 256");
  end
  if (Multicast > 1 || (Multicast == 1 && Routing == noc_pkg::RoutingSource)) begin : gen_bad_copy
    $error("router: Multicast must be 0 or 1, and 0 with source routing");
  end
  if (Speculative > 1 || (Speculative == 1 && Multicast != 0)) begin : gen_bad_speculative
    $error("router: Speculative must be 0 or 1, and 0 with Multicast");
  end
  if (Wavefront > 1 || (Wavefront == 1 && (Multicast != 0 || AgeW != 0))) begin : gen_bad_wavefront
    $error("router: Wavefront must be 0 or 1, and 0 with Multicast and with ages");
  end
  if (SyncRead > 1 || (SyncRead == 1 && Pipeline == 2)) begin : gen_bad_sync_read
    $error("router: SyncRead must be 0 or 1, and 0 with Pipeline 2");
  end
  if (Lookahead > 1 || (Lookahead == 1 && Adaptive != 0)) begin : gen_bad_look
    $error("router: Lookahead must be 0 or 1, and 0 with Adaptive");
  end

  localparam int unsigned Sums      = (Classes > 1) ? Classes + 1 : 1;  // of a port and network
  localparam int unsigned RoomW     = CntW + $clog2(Vcs + 1);

  // To the output units.
  logic [Ports*Vcs-1:0]      va_out_won;               // VC allocation
  logic [Ports-1:0]          sa_out_gnt, sa_out_last;  // switch allocation
  logic [Ports*VcW-1:0]      sa_out_vc;
  logic [Ports-1:0]          xb_valid;                 // traversal
  logic [Ports*VcW-1:0]      xb_vc;
  logic [Ports*2-1:0]        xb_kind;
  logic [Ports*FlitBits-1:0] xb_payload;

  logic [Ports*Ports-1:0]               tbl_candidates;  // routing table, by input
  logic [Ports*ClassPinW-1:0]           tbl_class;
  logic [Ports*Networks*Sums*RoomW-1:0] room_sums;       // by output, network and class

  // Whose routes the table is asked for.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Ports-1:0]       ask_route;
  logic [Ports*AddrW-1:0] ask_dst;
  /* verilator lint_on UNUSEDSIGNAL */

  if (Routing == noc_pkg::RoutingTable) begin : gen_table
    localparam int unsigned TblW = (TblEntries > 1) ? $clog2(TblEntries) : 1;
    localparam int unsigned DstW = (TableRows > Rows) ? AddrW + 1 : AddrW;  // of a row's number
    if (Rows < 1 || Rows > 65536) begin : gen_bad_rows
      $error("router: Rows must be 1 to 65536");
    end

    logic                  tbl_valid;
    logic [TblW-1:0]       tbl_wr_row;
    logic [Ports*DstW-1:0] tbl_dst;

    assign tbl_valid    = cfg_valid_i && (32'(cfg_kind_i) < 2);
    assign tbl_wr_row_o = CfgW'(tbl_wr_row);

    // A flit that asks and is no head is a path worm's, which is for an own row.
    if (TableRows > Rows) begin : gen_own
      always_comb begin
        for (int unsigned i = 0; i < Ports; i++) begin
          tbl_dst[i*DstW +: DstW] = DstW'(ask_dst[i*AddrW +: AddrW]);
          if (!in_kind_i[i*2]) tbl_dst[i*DstW +: DstW] += DstW'(Rows);
        end
      end
    end else begin : gen_all
      assign tbl_dst = ask_dst;
    end

    route_table #(
      .Ports(Ports), .Vcs(Vcs), .Networks(Networks), .Classes(Classes), .Dims(0),
      .LocalW(DstW), .Groups(Groups), .Rows(TableRows), .SyncRead(LateRoutes)
    ) u_table (
      .clk_i, .rst_i, .cfg_valid_i(tbl_valid), .cfg_kind_i(cfg_kind_i[0]),
      .cfg_index_i(TblW'(cfg_index_i)), .cfg_data_i(cfg_data_i[RowW-1:0]),
      .head_i(ask_route), .vc_i(in_vc_i), .dst_i(tbl_dst),
      .tbl_wr_en_o, .tbl_wr_row_o(tbl_wr_row), .tbl_wr_data_o,
      .candidates_o(tbl_candidates), .vc_class_o(tbl_class), .tbl_group_o, .tbl_read_o
    );
    route_room #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Networks(Networks), .Classes(Classes),
      .Adaptive(Adaptive)
    ) u_room (.out_credit_i(out_credit_o), .room_o(room_sums));

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && tbl_valid) begin
        a_index: assert (32'(cfg_index_i) < (cfg_kind_i[0] ? Groups * TableRows
                                                           : Ports * Classes));
      end
      if (!rst_i && TableRows > Rows) begin
        for (int unsigned i = 0; i < Ports; i++) begin
          a_kept: assert (!ask_route[i] || 32'(ask_dst[i*AddrW +: AddrW]) < Rows);
        end
      end
    end
`endif
  end else begin : gen_no_table
    assign {tbl_wr_en_o, tbl_wr_row_o, tbl_wr_data_o, tbl_group_o, tbl_read_o} = '0;
    assign {tbl_candidates, tbl_class, room_sums} = '0;
  end

  if (Multicast == 0) begin : gen_plain
    logic [Ports*Vcs-1:0]      waiting, ready;   // input VCs
    logic [Ports*Vcs*TagW-1:0] front_tag;
    logic [Ports*Vcs*AskW-1:0] ask_tag;          // .. but for what is above AskW bits
    logic [Ports*Vcs*AgePinW-1:0] front_age;
    logic [Ports*Vcs*LenW-1:0] need;             // credits their front flits need
    logic [Ports-1:0]          va_in_won, bid, sa_in_gnt, go_valid;
    logic [Ports*VcW-1:0]      va_in_vc, va_in_out_vc, bid_vc, sa_in_out_vc, go_vc;
    logic [Ports*PortW-1:0]    va_in_port, bid_port, sa_in_port, go_port;
    logic [Ports*VcW-1:0]      sa_in_pick;  // the VC that a grant is for, also without one
    // Each of the two ways to allocate has one of these.
    /* verilator lint_off UNUSEDSIGNAL */
    logic [Ports*VcW-1:0]      sa_in_vc;
    logic [Ports*PortW-1:0]    sa_out_in;
    logic [Ports*Ports-1:0]    sa_out_from;
    logic [Ports*SlotW-1:0]    go_slot;     // not with a registered read
    /* verilator lint_on UNUSEDSIGNAL */
    logic [Ports*2-1:0]        sa_kind, go_kind;
    logic [Ports*SlotW-1:0]    sa_slot;
    logic [Ports*FlitBits-1:0] rd_payload;

    always_comb begin
      for (int unsigned i = 0; i < Ports; i++) begin
        ask_route[i]              = in_valid_i[i] && in_kind_i[i*2];
        ask_dst[i*AddrW +: AddrW] = in_payload_i[i*FlitBits + 4 +: AddrW];
      end
    end

    for (genvar i = 0; i < Ports; i++) begin : gen_in
      input_unit #(
        .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
        .Networks(Networks), .Classes(Classes), .Routing(Routing), .Dims(Dims), .DigitW(DigitW),
        .LocalW(LocalW), .LenW(LenW), .LayersLog2(LayersLog2), .Adaptive(Adaptive),
        .RouteLsb(RouteLsb), .RouteW(RouteW), .AgeW(AgeW), .AgeLsb(AgeLsb),
        .Speculative(Speculative), .Lookahead(Lookahead), .LookLsb(LookLsb),
        .Bypass((Lookahead == 1 && Pipeline == 2) ? 1 : 0), .SyncRead(SyncRead)
      ) u_in (
        .clk_i, .rst_i,
        .in_valid_i(in_valid_i[i]), .in_vc_i(in_vc_i[i*VcW +: VcW]),
        .in_kind_i(in_kind_i[i*2 +: 2]), .in_payload_i(in_payload_i[i*FlitBits +: FlitBits]),
        .addr_i, .extent_i, .index_i(PortW'(i)),
        .tbl_candidates_i(tbl_candidates[i*Ports +: Ports]),
        .tbl_class_i(tbl_class[i*ClassPinW +: ClassPinW]), .room_i(room_sums), .neighbour_i,
        .va_won_i(va_in_won[i]), .va_vc_i(va_in_vc[i*VcW +: VcW]),
        .va_port_i(va_in_port[i*PortW +: PortW]), .va_out_vc_i(va_in_out_vc[i*VcW +: VcW]),
        .sa_gnt_i(sa_in_gnt[i]), .sa_vc_i(sa_in_pick[i*VcW +: VcW]),
        .rd_en_i(rd_en_o[i]), .rd_slot_i(rd_slot_o[i*SlotW +: SlotW]),
        .wr_en_o(wr_en_o[i]), .wr_slot_o(wr_slot_o[i*SlotW +: SlotW]),
        .wr_tag_o(wr_tag_o[i*TagW +: TagW]),
        .wr_payload_o(wr_payload_o[i*FlitBits +: FlitBits]),
        .wr_age_o(wr_age_o[i*AgePinW +: AgePinW]),
        .wr_late_o(wr_late_o[i*(ClassW+PortW) +: ClassW+PortW]),
        .waiting_o(waiting[i*Vcs +: Vcs]), .ready_o(ready[i*Vcs +: Vcs]),
        .front_tag_o(front_tag[i*Vcs*TagW +: Vcs*TagW]),
        .front_age_o(front_age[i*Vcs*AgePinW +: Vcs*AgePinW]),
        .sa_kind_o(sa_kind[i*2 +: 2]), .sa_slot_o(sa_slot[i*SlotW +: SlotW]),
        .rd_payload_o(rd_payload[i*FlitBits +: FlitBits]),
        .credit_out_valid_o(credit_out_valid_o[i]),
        .credit_out_vc_o(credit_out_vc_o[i*VcW +: VcW]),
        .in_wr_o(in_wr_o[i*Vcs*PtrW +: Vcs*PtrW]), .in_rd_o(in_rd_o[i*Vcs*PtrW +: Vcs*PtrW]),
        .in_count_o(in_count_o[i*Vcs*CntW +: Vcs*CntW]), .in_read_o(in_read_o[i]),
        .in_late_o(in_late_o[i]), .in_late_vc_o(in_late_vc_o[i*VcW +: VcW]),
        .in_late_position_o(in_late_position_o[i*PtrW +: PtrW]),
        .in_next_o(in_next_o[i*(LookW+1) +: LookW+1]),
        .in_active_o(in_active_o[i*Vcs +: Vcs]),
        .in_out_port_o(in_out_port_o[i*Vcs*PortW +: Vcs*PortW]),
        .in_out_vc_o(in_out_vc_o[i*Vcs*VcW +: Vcs*VcW]),
        .in_age_o(in_age_o[i*Vcs*AgePinW +: Vcs*AgePinW]),
        .in_filled_o(in_filled_o[i*Vcs +: Vcs]),
        .in_front_o(in_front_o[i*Vcs*TagW +: Vcs*TagW]),
        .in_front_age_o(in_front_age_o[i*Vcs*AgePinW +: Vcs*AgePinW])
      );
    end

    // An input unit alone reads the route at the next router.
    if (NextW > 0) begin : gen_ask
      always_comb begin
        for (int unsigned k = 0; k < Ports*Vcs; k++) begin
          ask_tag[k*AskW +: AskW] = front_tag[k*TagW +: AskW];
        end
      end
    end else begin : gen_ask_whole
      assign ask_tag = front_tag;
    end

    always_comb begin
      for (int unsigned k = 0; k < Ports*Vcs; k++) begin
        need[k*LenW +: LenW] = ask_tag[k*AskW + 2 + PortW + ClassW +: LenW];
      end
    end

    vc_allocator #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .CutThrough(CutThrough), .Networks(Networks),
      .Classes(Classes), .LenW(LenW), .AgeW(AgeW), .Speculative(Speculative)
    ) u_va (
      .clk_i, .rst_i, .waiting_i(waiting), .front_tag_i(ask_tag), .front_age_i(front_age),
      .out_busy_i(out_busy_o), .out_credit_i(out_credit_o),
      .in_won_o(va_in_won), .in_vc_o(va_in_vc), .in_port_o(va_in_port), .in_out_vc_o(va_in_out_vc),
      .out_won_o(va_out_won), .bid_o(bid), .bid_vc_o(bid_vc), .bid_port_o(bid_port),
      .va_in_order_o, .va_out_order_o, .va_vc_ptr_o, .va_passes_o
    );

    switch_allocator #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .LenW(LenW), .AgeW(AgeW),
      .Speculative(Speculative), .Wavefront(Wavefront)
    ) u_sa (
      .clk_i, .rst_i, .ready_i(ready), .hold_port_i(in_out_port_o), .hold_vc_i(in_out_vc_o),
      .need_i(need), .front_age_i(front_age), .out_credit_i(out_credit_o),
      .va_won_i(va_in_won), .va_vc_i(va_in_vc), .va_port_i(va_in_port), .va_out_vc_i(va_in_out_vc),
      .bid_i(bid), .bid_vc_i(bid_vc), .bid_port_i(bid_port),
      .in_gnt_o(sa_in_gnt), .in_vc_o(sa_in_vc), .in_port_o(sa_in_port), .in_out_vc_o(sa_in_out_vc),
      .out_gnt_o(sa_out_gnt), .out_in_o(sa_out_in), .out_vc_o(sa_out_vc),
      .in_pick_o(sa_in_pick), .out_from_o(sa_out_from), .sa_spec_o, .sa_wasted_o,
      .sa_in_ptr_o, .sa_out_ptr_o, .sa_diagonal_o, .sa_pair_ptr_o,
      .sa_bid_order_o
    );

    always_comb begin
      sa_out_last = '0;
      for (int unsigned o = 0; o < Ports; o++) begin
        if (Speculative == 1 || Wavefront == 1) begin
          for (int unsigned i = 0; i < Ports; i++) begin
            if (sa_out_from[o*Ports + i] && sa_kind[i*2 + 1]) sa_out_last[o] = 1'b1;
          end
        end else if (sa_out_gnt[o]) begin
          sa_out_last[o] = sa_kind[32'(sa_out_in[o*PortW +: PortW])*2 + 1];
        end
      end
    end

    if (Pipeline == 3 || Lookahead == 1) begin : gen_registered
      always_ff @(posedge clk_i) begin
        if (rst_i) begin
          st_valid_o <= '0;
          st_port_o  <= '0;
          st_vc_o    <= '0;
          st_kind_o  <= '0;
          st_slot_o  <= '0;
        end else begin
          st_valid_o <= sa_in_gnt;
          if (sa_in_gnt != '0) begin
            for (int unsigned i = 0; i < Ports; i++) begin
              if (sa_in_gnt[i]) begin
                st_port_o[i*PortW +: PortW] <= sa_in_port[i*PortW +: PortW];
                st_vc_o[i*VcW +: VcW]       <= sa_in_out_vc[i*VcW +: VcW];
                st_kind_o[i*2 +: 2]         <= sa_kind[i*2 +: 2];
                st_slot_o[i*SlotW +: SlotW] <= sa_slot[i*SlotW +: SlotW];
              end
            end
          end
        end
      end
      assign {go_valid, go_port, go_vc, go_kind} = {st_valid_o, st_port_o, st_vc_o, st_kind_o};
      assign go_slot = st_slot_o;
    end else begin : gen_direct
      assign {st_valid_o, st_port_o, st_vc_o, st_kind_o, st_slot_o} = '0;
      assign {go_valid, go_port, go_vc, go_kind} = {sa_in_gnt, sa_in_port, sa_in_out_vc, sa_kind};
      assign go_slot = sa_slot;
    end

    // A registered read begins with the grant, so that its payload is there for the traversal.
    if (SyncRead == 1) begin : gen_sync_read
      assign {rd_en_o, rd_slot_o} = {sa_in_gnt, sa_slot};
    end else begin : gen_direct_read
      assign rd_en_o = go_valid;

      always_comb begin
        rd_slot_o = '0;
        for (int unsigned i = 0; i < Ports; i++) begin
          if (go_valid[i]) rd_slot_o[i*SlotW +: SlotW] = go_slot[i*SlotW +: SlotW];
        end
      end
    end

    crossbar #(.Ports(Ports), .Vcs(Vcs), .FlitBits(FlitBits)) u_xb (
      .in_valid_i(go_valid), .in_port_i(go_port), .in_vc_i(go_vc), .in_kind_i(go_kind),
      .in_payload_i(rd_payload),
      .out_valid_o(xb_valid), .out_vc_o(xb_vc), .out_kind_o(xb_kind), .out_payload_o(xb_payload)
    );

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && go_valid != '0) begin
        a_apart: assert ($countones(xb_valid) == $countones(go_valid));  // one flit an output
        c_full:  cover (&xb_valid);
      end
    end
`endif

    assign {br_wr_en_o, br_wr_slot_o, br_wr_ports_o, br_wr_class_o, br_wr_need_o}      = '0;
    assign {br_wr_group_o, br_wr_flags_o, br_wr_age_o, br_age_o, w_age_o}              = '0;
    assign {wt_wr_en_o, wt_wr_kind_o, wt_wr_index_o, wt_wr_data_o, in_popped_o}        = '0;
    assign {br_open_o, br_drop_o, br_string_o, br_group_o, br_wait_o, br_active_o}     = '0;
    assign {br_vc_o, br_read_o, w_type_o, w_slot_o, w_word_o, w_need_o, w_group_o}     = '0;
    assign {w_hit_o, w_rest_o, st_read_o, st_word_o, st_group_o, st_fix_o, st_in_o}    = '0;
  end else begin : gen_copies
    localparam int unsigned Block = Vcs / Networks;  // VCs of a network
    logic [Ports*GroupW-1:0] group;  // arrival groups of the flits on the links

    if (Routing == noc_pkg::RoutingTable) begin : gen_group
      always_comb begin
        group = '0;
        if (in_valid_i != '0) begin
          for (int unsigned i = 0; i < Ports; i++) begin
            for (int unsigned v = 0; v < Vcs; v++) begin
              if (in_valid_i[i] && 32'(in_vc_i[i*VcW +: VcW]) == v) begin
                group[i*GroupW +: GroupW] =
                    tbl_group_o[(i*Classes + (v % Block) % Classes)*GroupW +: GroupW];
              end
            end
          end
        end
      end
    end else begin : gen_no_group
      assign group = '0;

`ifndef SYNTHESIS
      always_ff @(posedge clk_i) begin
        if (!rst_i && cfg_valid_i) begin
          a_worms: assert (cfg_kind_i > 3'd1);
        end
      end
`endif
    end

    copy_datapath #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Pipeline(Pipeline), .Networks(Networks), .Classes(Classes), .Routing(Routing), .Dims(Dims),
      .DigitW(DigitW), .LocalW(LocalW), .LenW(LenW), .LayersLog2(LayersLog2), .Groups(Groups),
      .Rows(Rows), .Adaptive(Adaptive), .SyncCopies(SyncCopies), .StringBits(StringBits),
      .Planes(Planes), .HeadersLsb(HeadersLsb), .AgeW(AgeW), .AgeLsb(AgeLsb),
      .SyncRead(SyncRead), .Lookahead(Lookahead), .LookLsb(LookLsb)
    ) u_copies (
      .clk_i, .rst_i, .in_valid_i, .in_vc_i, .in_kind_i, .in_payload_i, .addr_i, .extent_i,
      .local_i, .cfg_valid_i, .cfg_kind_i, .cfg_index_i, .cfg_data_i, .group_i(group),
      .tbl_candidates_i(tbl_candidates), .tbl_class_i(tbl_class), .room_i(room_sums),
      .neighbour_i, .out_busy_i(out_busy_o), .out_credit_i(out_credit_o),
      .ask_route_o(ask_route), .ask_dst_o(ask_dst),
      .va_out_won_o(va_out_won), .sa_out_gnt_o(sa_out_gnt),
      .sa_out_vc_o(sa_out_vc), .sa_out_last_o(sa_out_last), .xb_valid_o(xb_valid),
      .xb_vc_o(xb_vc), .xb_kind_o(xb_kind), .xb_payload_o(xb_payload),
      .wr_en_o, .wr_slot_o, .wr_tag_o, .wr_payload_o, .rd_en_o, .rd_slot_o,
      .br_wr_en_o, .br_wr_slot_o, .br_wr_ports_o, .br_wr_class_o, .br_wr_need_o, .br_wr_group_o,
      .br_wr_flags_o, .br_wr_age_o, .br_age_o, .w_age_o,
      .wt_wr_en_o, .wt_wr_kind_o, .wt_wr_index_o, .wt_wr_data_o,
      .credit_out_valid_o, .credit_out_vc_o, .in_wr_o, .in_rd_o, .in_count_o, .in_read_o,
      .in_popped_o,
      .br_open_o, .br_drop_o, .br_string_o, .br_group_o, .br_wait_o, .br_active_o, .br_vc_o,
      .br_read_o, .w_type_o, .w_slot_o, .w_word_o, .w_need_o, .w_group_o, .w_hit_o, .w_rest_o,
      .va_in_order_o, .va_out_order_o, .va_vc_ptr_o, .va_passes_o, .sa_in_ptr_o, .sa_out_ptr_o,
      .st_valid_o, .st_vc_o, .st_in_o, .st_read_o, .st_kind_o, .st_slot_o, .st_word_o,
      .st_group_o, .st_fix_o
    );
    assign {in_active_o, in_out_port_o, in_out_vc_o, in_age_o, wr_age_o, st_port_o} = '0;
    assign {wr_late_o, in_late_o, in_late_vc_o, in_late_position_o, in_next_o}      = '0;
    assign {in_filled_o, in_front_o, in_front_age_o, sa_spec_o, sa_wasted_o} = '0;
    assign {sa_diagonal_o, sa_pair_ptr_o, sa_bid_order_o} = '0;
  end

  for (genvar o = 0; o < Ports; o++) begin : gen_out
    output_unit #(
      .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .DataReset(DataReset)
    ) u_out (
      .clk_i, .rst_i,
      .credit_in_valid_i(credit_in_valid_i[o]), .credit_in_vc_i(credit_in_vc_i[o*VcW +: VcW]),
      .va_won_i(va_out_won[o*Vcs +: Vcs]),
      .sa_gnt_i(sa_out_gnt[o]), .sa_out_vc_i(sa_out_vc[o*VcW +: VcW]), .sa_last_i(sa_out_last[o]),
      .xb_valid_i(xb_valid[o]), .xb_vc_i(xb_vc[o*VcW +: VcW]), .xb_kind_i(xb_kind[o*2 +: 2]),
      .xb_payload_i(xb_payload[o*FlitBits +: FlitBits]),
      .out_valid_o(out_valid_o[o]), .out_vc_o(out_vc_o[o*VcW +: VcW]),
      .out_kind_o(out_kind_o[o*2 +: 2]), .out_payload_o(out_payload_o[o*FlitBits +: FlitBits]),
      .out_busy_o(out_busy_o[o*Vcs +: Vcs]), .out_credit_o(out_credit_o[o*Vcs*CntW +: Vcs*CntW])
    );
  end

endmodule
// SPDX-License-Identifier: MIT
