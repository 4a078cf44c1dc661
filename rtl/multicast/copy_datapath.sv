// copy_datapath -- what a router that copies packets has in place of input units, allocators and
// crossbar: worm table, decoders, branch units, the allocators of branches, the registers of the
// traversal, the crossbar with copies.
//
//   in_* --> worm_decoder (P) --entry--> branch_unit (P) --+--> [st_*] --> copy_crossbar --> xb_*
//              ^ hits, route              ^   | branches   |                  ^ copy_mask
//          worm_table, routing table      '- branch_vc_allocator,         worm_table
//                                            branch_switch_allocator <-- out_busy, out_credit
//
// If Lookahead = 1, the heads of packets that are no worms bring their routes along, and get those
// at the next router; with Pipeline = 2 a flit is then allocated in the cycle of its arrival, and
// traverses in the next.
//
// All registers and memory ports are outputs, for the checker.
//
// Golden model: csim/multicast/multicast_router.c.  docs/microarchitecture.md, section 15.

module copy_datapath #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 1,
  parameter  int unsigned Pipeline   = 3,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims       = 2,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LenW       = 4,
  parameter  int unsigned LayersLog2 = 0,
  parameter  int unsigned Groups     = 1,
  parameter  int unsigned Rows       = 1,
  parameter  int unsigned Adaptive   = 0,
  parameter  int unsigned SyncCopies = 0,   // the branches of a packet move together
  parameter  int unsigned StringBits = 16,  // nodes of the network; 0: no tree worms
  parameter  int unsigned Planes     = 1,   // of the worm table
  parameter  int unsigned HeadersLsb = 30,  // of the number of header flits in a head
  parameter  int unsigned AgeW       = 0,   // bits of a packet's age; 0: none
  parameter  int unsigned AgeLsb     = 0,   // its place in a head
  parameter  int unsigned SyncRead   = 0,   // 1: payload memories are read at the clock edge
  parameter  int unsigned Lookahead  = 0,   // 1: heads of packets that are no worms carry routes
  parameter  int unsigned LookLsb    = 0,   // .. here
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW       = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned PosW       = (CutThrough == 1) ? CntW : 11,  // of a flit's number
  localparam int unsigned SlotW      = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1,
  localparam int unsigned GroupW     = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned RoomW      = CntW + $clog2(Vcs + 1),
  localparam int unsigned Sums       = (Classes > 1) ? Classes + 1 : 1,  // of an output and network
  localparam int unsigned HdrW       = noc_pkg::HeaderBits,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned Words      = (StringBits > FlitBits)
                                           ? (StringBits + FlitBits - 1) / FlitBits : 1,
  localparam int unsigned Reaches    = Groups * Planes * Words * Ports,
  localparam int unsigned TableRows  = (Lookahead == 1 && Routing == noc_pkg::RoutingTable)
                                           ? 2 * Rows : Rows,
  localparam int unsigned TblEntries = (Ports * Classes > Groups * TableRows) ? Ports * Classes
                                                                              : Groups * TableRows,
  localparam int unsigned Entries    = (Reaches > TblEntries) ? Reaches : TblEntries,
  localparam int unsigned CfgW       = (Entries > 1) ? $clog2(Entries) : 1,
  localparam int unsigned Queues     = Ports * Vcs,    // input VCs
  localparam int unsigned Branches   = Queues * Ports
) (
  input  logic                        clk_i,
  input  logic                        rst_i,               // synchronous, active high

  input  logic [Ports-1:0]            in_valid_i,          // input links
  input  logic [Ports*VcW-1:0]        in_vc_i,
  input  logic [Ports*2-1:0]          in_kind_i,
  input  logic [Ports*FlitBits-1:0]   in_payload_i,
  input  logic [AddrW-1:0]            addr_i,              // the router's address (static)
  input  logic [AddrW-1:0]            extent_i,            // the highest coordinates (static)
  input  logic [Ports-1:0]            local_i,             // bit o: port o leads to a node (static)
  input  logic                        cfg_valid_i,         // configuration port
  input  logic [2:0]                  cfg_kind_i,
  input  logic [CfgW-1:0]             cfg_index_i,
  input  logic [FlitBits-1:0]         cfg_data_i,
  input  logic [Ports*GroupW-1:0]     group_i,             // arrival group of the flit at input i
  input  logic [Ports*Ports-1:0]      tbl_candidates_i,    // routing table, by input
  input  logic [Ports*ClassPinW-1:0]  tbl_class_i,
  input  logic [Ports*Networks*Sums*RoomW-1:0] room_i,     // credits, by output, network and class
  input  logic [Ports*AddrW-1:0]      neighbour_i,         // with lookahead by addresses (static)
  input  logic [Queues-1:0]           out_busy_i,          // the output units
  input  logic [Queues*CntW-1:0]      out_credit_i,

  output logic [Ports-1:0]            ask_route_o,         // input i needs a routing row
  output logic [Ports*AddrW-1:0]      ask_dst_o,           // for this destination
  output logic [Queues-1:0]           va_out_won_o,        // to the output units: VCs allocated
  output logic [Ports-1:0]            sa_out_gnt_o,        // .. a flit granted
  output logic [Ports*VcW-1:0]        sa_out_vc_o,
  output logic [Ports-1:0]            sa_out_last_o,       // .. its packet's last
  output logic [Ports-1:0]            xb_valid_o,          // .. a flit traverses
  output logic [Ports*VcW-1:0]        xb_vc_o,
  output logic [Ports*2-1:0]          xb_kind_o,
  output logic [Ports*FlitBits-1:0]   xb_payload_o,

  output logic [Ports-1:0]            wr_en_o,             // memory ports
  output logic [Ports*SlotW-1:0]      wr_slot_o,
  output logic [Ports*2-1:0]          wr_tag_o,
  output logic [Ports*FlitBits-1:0]   wr_payload_o,
  output logic [Ports-1:0]            rd_en_o,
  output logic [Ports*SlotW-1:0]      rd_slot_o,
  output logic [Ports-1:0]            br_wr_en_o,
  output logic [Ports*SlotW-1:0]      br_wr_slot_o,
  output logic [Ports*Ports-1:0]      br_wr_ports_o,
  output logic [Ports*Ports*ClassPinW-1:0] br_wr_class_o,
  output logic [Ports*CntW-1:0]       br_wr_need_o,
  output logic [Ports*GroupW-1:0]     br_wr_group_o,
  output logic [Ports*3-1:0]          br_wr_flags_o,
  output logic [Ports*AgePinW-1:0]    br_wr_age_o,         // 0 with AgeW = 0, as br_age, w_age
  output logic                        wt_wr_en_o,
  output logic [2:0]                  wt_wr_kind_o,
  output logic [CfgW-1:0]             wt_wr_index_o,
  output logic [FlitBits-1:0]         wt_wr_data_o,

  output logic [Ports-1:0]            credit_out_valid_o,  // credits upstream
  output logic [Ports*VcW-1:0]        credit_out_vc_o,
  output logic [Queues*PtrW-1:0]      in_wr_o,             // state: branch units
  output logic [Queues*PtrW-1:0]      in_rd_o,
  output logic [Queues*CntW-1:0]      in_count_o,
  output logic [Ports-1:0]            in_read_o,
  output logic [Queues*PosW-1:0]      in_popped_o,
  output logic [Queues-1:0]           br_open_o,
  output logic [Queues-1:0]           br_drop_o,
  output logic [Queues-1:0]           br_string_o,
  output logic [Queues*GroupW-1:0]    br_group_o,
  output logic [Queues*AgePinW-1:0]   br_age_o,
  output logic [Branches-1:0]         br_wait_o,
  output logic [Branches-1:0]         br_active_o,
  output logic [Branches*VcW-1:0]     br_vc_o,
  output logic [Branches*PosW-1:0]    br_read_o,
  output logic [Queues*2-1:0]         w_type_o,            // state: decoders
  output logic [Queues*PtrW-1:0]      w_slot_o,
  output logic [Queues*HdrW-1:0]      w_word_o,
  output logic [Queues*CntW-1:0]      w_need_o,
  output logic [Queues*GroupW-1:0]    w_group_o,
  output logic [Queues*AgePinW-1:0]   w_age_o,
  output logic [Branches*Planes-1:0]  w_hit_o,
  output logic [Queues-1:0]           w_rest_o,
  output logic [Queues*Vcs-1:0]       va_in_order_o,       // state: allocators
  output logic [Queues*Ports*Ports-1:0] va_out_order_o,
  output logic [Ports*VcW-1:0]        va_vc_ptr_o,
  output logic [Queues*4-1:0]         va_passes_o,
  output logic [Ports*VcW-1:0]        sa_in_ptr_o,
  output logic [Ports*PortW-1:0]      sa_out_ptr_o,
  output logic [Ports-1:0]            st_valid_o,          // state: traversal, by output; 0 with
  output logic [Ports*VcW-1:0]        st_vc_o,             // .. Pipeline = 2 without lookahead
  output logic [Ports*PortW-1:0]      st_in_o,
  output logic [Ports-1:0]            st_read_o,           // .. by input
  output logic [Ports*2-1:0]          st_kind_o,
  output logic [Ports*SlotW-1:0]      st_slot_o,
  output logic [Ports*HdrW-1:0]       st_word_o,
  output logic [Ports*GroupW-1:0]     st_group_o,
  output logic [Ports-1:0]            st_fix_o
);

  // Worm table.
  logic [Ports-1:0]              dec_valid, rest;
  logic [Ports*GroupW-1:0]       dec_group, copy_group;
  logic [Ports*HdrW-1:0]         dec_word, copy_word;
  logic [Ports*Planes*Ports-1:0] hit;
  logic [Ports*Ports-1:0]        up_ports;
  logic [Ports*ClassPinW-1:0]    up_class;
  logic [Planes*ClassPinW-1:0]   plane_class;
  logic [Ports*FlitBits-1:0]     copy_mask;
  // Buffers.
  logic [Ports*FlitBits-1:0]     payload, rd_payload;
  // Allocation.
  logic [Branches-1:0]           waiting, there;
  logic [Queues*CntW-1:0]        need;
  logic [Branches*ClassPinW-1:0] want_class;
  logic [Queues*AgePinW-1:0]     front_age;
  logic [Queues-1:0]             drop_due, drop;
  logic [Ports*Ports-1:0]        va_in_outs, sa_in_outs;
  logic [Ports*VcW-1:0]          va_in_vc, sa_in_vc;
  logic [Ports*Ports*VcW-1:0]    va_in_out_vc;
  logic [Ports-1:0]              sa_in_drop, sa_read;
  logic [Ports*PosW-1:0]         sa_in_pos;
  logic [Ports*PortW-1:0]        sa_out_in;
  // The flits granted, and those that traverse.
  logic [Ports*2-1:0]            sa_kind, go_kind;
  logic [Ports*SlotW-1:0]        sa_slot;
  // A registered read does not look at these.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Ports*SlotW-1:0]        go_slot;
  logic [Ports-1:0]              go_read;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [Ports*HdrW-1:0]         sa_word, go_word;
  logic [Ports*GroupW-1:0]       sa_group, go_group;
  logic [Ports-1:0]              sa_fix, go_fix;
  logic [Ports-1:0]              go_valid;
  logic [Ports*PortW-1:0]        go_in;
  logic [Ports*VcW-1:0]          go_vc;

  worm_table #(
    .Ports(Ports), .FlitBits(FlitBits), .Classes(Classes), .Groups(Groups), .Rows(TableRows),
    .StringBits(StringBits), .Planes(Planes)
  ) u_worms (
    .clk_i, .rst_i, .cfg_valid_i, .cfg_kind_i, .cfg_index_i, .cfg_data_i,
    .dec_valid_i(dec_valid), .dec_group_i(dec_group), .dec_word_i(dec_word),
    .dec_payload_i(in_payload_i), .copy_word_i(copy_word), .copy_group_i(copy_group),
    .wt_wr_en_o, .wt_wr_kind_o, .wt_wr_index_o, .wt_wr_data_o,
    .hit_o(hit), .rest_o(rest), .up_ports_o(up_ports), .up_class_o(up_class),
    .plane_class_o(plane_class), .copy_mask_o(copy_mask)
  );

  for (genvar i = 0; i < Ports; i++) begin : gen_in
    worm_decoder #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Networks(Networks), .Classes(Classes), .Routing(Routing), .Dims(Dims), .DigitW(DigitW),
      .LocalW(LocalW), .LenW(LenW), .LayersLog2(LayersLog2), .Groups(Groups), .Adaptive(Adaptive),
      .StringBits(StringBits), .Planes(Planes), .HeadersLsb(HeadersLsb), .AgeW(AgeW),
      .AgeLsb(AgeLsb), .Lookahead(Lookahead), .LookLsb(LookLsb)
    ) u_decoder (
      .clk_i, .rst_i,
      .in_valid_i(in_valid_i[i]), .in_vc_i(in_vc_i[i*VcW +: VcW]),
      .in_kind_i(in_kind_i[i*2 +: 2]), .in_payload_i(in_payload_i[i*FlitBits +: FlitBits]),
      .in_wr_i(in_wr_o[i*Vcs*PtrW +: Vcs*PtrW]), .addr_i, .extent_i, .index_i(PortW'(i)), .local_i,
      .group_i(group_i[i*GroupW +: GroupW]), .tbl_candidates_i(tbl_candidates_i[i*Ports +: Ports]),
      .tbl_class_i(tbl_class_i[i*ClassPinW +: ClassPinW]), .room_i, .neighbour_i,
      .hit_i(hit[i*Planes*Ports +: Planes*Ports]), .rest_i(rest[i]),
      .up_ports_i(up_ports[i*Ports +: Ports]), .up_class_i(up_class[i*ClassPinW +: ClassPinW]),
      .plane_class_i(plane_class),
      .ask_route_o(ask_route_o[i]), .ask_dst_o(ask_dst_o[i*AddrW +: AddrW]),
      .dec_valid_o(dec_valid[i]), .dec_group_o(dec_group[i*GroupW +: GroupW]),
      .dec_word_o(dec_word[i*HdrW +: HdrW]), .wr_payload_o(payload[i*FlitBits +: FlitBits]),
      .br_wr_en_o(br_wr_en_o[i]), .br_wr_slot_o(br_wr_slot_o[i*SlotW +: SlotW]),
      .br_wr_ports_o(br_wr_ports_o[i*Ports +: Ports]),
      .br_wr_class_o(br_wr_class_o[i*Ports*ClassPinW +: Ports*ClassPinW]),
      .br_wr_need_o(br_wr_need_o[i*CntW +: CntW]),
      .br_wr_group_o(br_wr_group_o[i*GroupW +: GroupW]),
      .br_wr_flags_o(br_wr_flags_o[i*3 +: 3]), .br_wr_age_o(br_wr_age_o[i*AgePinW +: AgePinW]),
      .w_type_o(w_type_o[i*Vcs*2 +: Vcs*2]), .w_slot_o(w_slot_o[i*Vcs*PtrW +: Vcs*PtrW]),
      .w_word_o(w_word_o[i*Vcs*HdrW +: Vcs*HdrW]), .w_need_o(w_need_o[i*Vcs*CntW +: Vcs*CntW]),
      .w_group_o(w_group_o[i*Vcs*GroupW +: Vcs*GroupW]),
      .w_age_o(w_age_o[i*Vcs*AgePinW +: Vcs*AgePinW]),
      .w_hit_o(w_hit_o[i*Vcs*Planes*Ports +: Vcs*Planes*Ports]), .w_rest_o(w_rest_o[i*Vcs +: Vcs])
    );

    branch_unit #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Classes(Classes), .Groups(Groups), .StringBits(StringBits), .AgeW(AgeW),
      .SyncRead(SyncRead), .Bypass((Lookahead == 1 && Pipeline == 2) ? 1 : 0)
    ) u_branches (
      .clk_i, .rst_i,
      .in_valid_i(in_valid_i[i]), .in_vc_i(in_vc_i[i*VcW +: VcW]),
      .in_kind_i(in_kind_i[i*2 +: 2]), .in_payload_i(payload[i*FlitBits +: FlitBits]),
      .entry_valid_i(br_wr_en_o[i]), .entry_slot_i(br_wr_slot_o[i*SlotW +: SlotW]),
      .entry_ports_i(br_wr_ports_o[i*Ports +: Ports]),
      .entry_class_i(br_wr_class_o[i*Ports*ClassPinW +: Ports*ClassPinW]),
      .entry_need_i(br_wr_need_o[i*CntW +: CntW]),
      .entry_group_i(br_wr_group_o[i*GroupW +: GroupW]),
      .entry_flags_i(br_wr_flags_o[i*3 +: 3]),
      .entry_age_i(br_wr_age_o[i*AgePinW +: AgePinW]), .w_type_i(w_type_o[i*Vcs*2 +: Vcs*2]),
      .w_slot_i(w_slot_o[i*Vcs*PtrW +: Vcs*PtrW]),
      .va_outs_i(va_in_outs[i*Ports +: Ports]), .va_vc_i(va_in_vc[i*VcW +: VcW]),
      .va_out_vc_i(va_in_out_vc[i*Ports*VcW +: Ports*VcW]),
      .sa_outs_i(sa_in_outs[i*Ports +: Ports]),
      .sa_drop_i(sa_in_drop[i]), .sa_vc_i(sa_in_vc[i*VcW +: VcW]),
      .sa_pos_i(sa_in_pos[i*PosW +: PosW]), .rd_en_i(rd_en_o[i]),
      .rd_slot_i(rd_slot_o[i*SlotW +: SlotW]),
      .wr_en_o(wr_en_o[i]), .wr_slot_o(wr_slot_o[i*SlotW +: SlotW]), .wr_tag_o(wr_tag_o[i*2 +: 2]),
      .wr_payload_o(wr_payload_o[i*FlitBits +: FlitBits]),
      .waiting_o(waiting[i*Vcs*Ports +: Vcs*Ports]), .need_o(need[i*Vcs*CntW +: Vcs*CntW]),
      .want_class_o(want_class[i*Vcs*Ports*ClassPinW +: Vcs*Ports*ClassPinW]),
      .there_o(there[i*Vcs*Ports +: Vcs*Ports]), .drop_due_o(drop_due[i*Vcs +: Vcs]),
      .drop_o(drop[i*Vcs +: Vcs]), .front_age_o(front_age[i*Vcs*AgePinW +: Vcs*AgePinW]),
      .sa_kind_o(sa_kind[i*2 +: 2]),
      .sa_slot_o(sa_slot[i*SlotW +: SlotW]), .sa_word_o(sa_word[i*HdrW +: HdrW]),
      .sa_group_o(sa_group[i*GroupW +: GroupW]), .sa_fix_o(sa_fix[i]),
      .rd_payload_o(rd_payload[i*FlitBits +: FlitBits]),
      .credit_out_valid_o(credit_out_valid_o[i]), .credit_out_vc_o(credit_out_vc_o[i*VcW +: VcW]),
      .in_wr_o(in_wr_o[i*Vcs*PtrW +: Vcs*PtrW]), .in_rd_o(in_rd_o[i*Vcs*PtrW +: Vcs*PtrW]),
      .in_count_o(in_count_o[i*Vcs*CntW +: Vcs*CntW]), .in_read_o(in_read_o[i]),
      .in_popped_o(in_popped_o[i*Vcs*PosW +: Vcs*PosW]), .br_open_o(br_open_o[i*Vcs +: Vcs]),
      .br_drop_o(br_drop_o[i*Vcs +: Vcs]), .br_string_o(br_string_o[i*Vcs +: Vcs]),
      .br_group_o(br_group_o[i*Vcs*GroupW +: Vcs*GroupW]),
      .br_age_o(br_age_o[i*Vcs*AgePinW +: Vcs*AgePinW]),
      .br_wait_o(br_wait_o[i*Vcs*Ports +: Vcs*Ports]),
      .br_active_o(br_active_o[i*Vcs*Ports +: Vcs*Ports]),
      .br_vc_o(br_vc_o[i*Vcs*Ports*VcW +: Vcs*Ports*VcW]),
      .br_read_o(br_read_o[i*Vcs*Ports*PosW +: Vcs*Ports*PosW])
    );
  end

  branch_vc_allocator #(
    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .CutThrough(CutThrough), .Networks(Networks),
    .Classes(Classes), .AgeW(AgeW)
  ) u_va (
    .clk_i, .rst_i, .waiting_i(waiting), .need_i(need), .front_age_i(front_age),
    .want_class_i(want_class), .out_busy_i, .out_credit_i,
    .in_outs_o(va_in_outs), .in_vc_o(va_in_vc), .in_out_vc_o(va_in_out_vc),
    .out_won_o(va_out_won_o), .va_in_order_o, .va_out_order_o, .va_vc_ptr_o, .va_passes_o
  );

  branch_switch_allocator #(
    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .CutThrough(CutThrough), .SyncCopies(SyncCopies),
    .AgeW(AgeW)
  ) u_sa (
    .clk_i, .rst_i, .waiting_i(waiting), .active_i(br_active_o), .there_i(there), .br_vc_i(br_vc_o),
    .br_read_i(br_read_o), .need_i(need), .drop_due_i(drop_due), .drop_i(drop),
    .front_age_i(front_age), .out_credit_i,
    .va_outs_i(va_in_outs), .va_vc_i(va_in_vc), .va_out_vc_i(va_in_out_vc),
    .in_outs_o(sa_in_outs), .in_drop_o(sa_in_drop), .in_vc_o(sa_in_vc), .in_pos_o(sa_in_pos),
    .out_gnt_o(sa_out_gnt_o), .out_in_o(sa_out_in), .out_vc_o(sa_out_vc_o),
    .sa_in_ptr_o, .sa_out_ptr_o
  );

  always_comb begin
    sa_out_last_o = '0;
    for (int unsigned p = 0; p < Ports; p++) begin
      sa_read[p] = sa_in_outs[p*Ports +: Ports] != '0;
      if (sa_out_gnt_o[p]) sa_out_last_o[p] = sa_kind[32'(sa_out_in[p*PortW +: PortW])*2 + 1];
    end
  end

  if (Pipeline == 3 || Lookahead == 1) begin : gen_registered
    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        st_valid_o <= '0;
        st_vc_o    <= '0;
        st_in_o    <= '0;
        st_read_o  <= '0;
        st_kind_o  <= '0;
        st_slot_o  <= '0;
        st_word_o  <= '0;
        st_group_o <= '0;
        st_fix_o   <= '0;
      end else begin
        st_valid_o <= sa_out_gnt_o;
        st_read_o  <= sa_read;
        if (sa_read != '0) begin
          for (int unsigned p = 0; p < Ports; p++) begin
            if (sa_out_gnt_o[p]) begin
              st_vc_o[p*VcW +: VcW]     <= sa_out_vc_o[p*VcW +: VcW];
              st_in_o[p*PortW +: PortW] <= sa_out_in[p*PortW +: PortW];
            end
            if (sa_read[p]) begin
              st_kind_o[p*2 +: 2]            <= sa_kind[p*2 +: 2];
              st_slot_o[p*SlotW +: SlotW]    <= sa_slot[p*SlotW +: SlotW];
              st_word_o[p*HdrW +: HdrW]      <= sa_word[p*HdrW +: HdrW];
              st_group_o[p*GroupW +: GroupW] <= sa_group[p*GroupW +: GroupW];
              st_fix_o[p]                    <= sa_fix[p];
            end
          end
        end
      end
    end
    assign {go_valid, go_vc, go_in} = {st_valid_o, st_vc_o, st_in_o};
    assign {go_read, go_kind, go_slot, go_word, go_group, go_fix} =
        {st_read_o, st_kind_o, st_slot_o, st_word_o, st_group_o, st_fix_o};
  end else begin : gen_direct
    assign {st_valid_o, st_vc_o, st_in_o, st_read_o, st_kind_o, st_slot_o} = '0;
    assign {st_word_o, st_group_o, st_fix_o}                               = '0;
    assign {go_valid, go_vc, go_in} = {sa_out_gnt_o, sa_out_vc_o, sa_out_in};
    assign {go_read, go_kind, go_slot, go_word, go_group, go_fix} =
        {sa_read, sa_kind, sa_slot, sa_word, sa_group, sa_fix};
  end

  // A registered read begins with the grant, so that its payload is there for the traversal.
  if (SyncRead == 1) begin : gen_sync_read
    assign {rd_en_o, rd_slot_o} = {sa_read, sa_slot};
  end else begin : gen_direct_read
    assign rd_en_o = go_read;

    always_comb begin
      rd_slot_o = '0;
      for (int unsigned i = 0; i < Ports; i++) begin
        if (go_read[i]) rd_slot_o[i*SlotW +: SlotW] = go_slot[i*SlotW +: SlotW];
      end
    end
  end

  copy_crossbar #(
    .Ports(Ports), .Vcs(Vcs), .FlitBits(FlitBits), .Groups(Groups), .HeadersLsb(HeadersLsb)
  ) u_xb (
    .in_payload_i(rd_payload), .in_kind_i(go_kind), .in_word_i(go_word), .in_group_i(go_group),
    .in_fix_i(go_fix), .sel_valid_i(go_valid), .sel_in_i(go_in), .sel_vc_i(go_vc),
    .copy_mask_i(copy_mask), .copy_word_o(copy_word), .copy_group_o(copy_group),
    .out_valid_o(xb_valid_o), .out_vc_o(xb_vc_o), .out_kind_o(xb_kind_o),
    .out_payload_o(xb_payload_o)
  );

endmodule
// SPDX-License-Identifier: MIT
