// network_interface -- between a node's host and a router port: injection, ejection, and between
// these, if it is built with one, the XOR coding unit or the forwarding unit.
//
// The host hands over packets beat by beat (valid, ready) and takes deliveries beat by beat; the
// router sees two links with credits. All registers and memory ports are outputs, for the checker.
//
//   host_* --> injection --> out_*,  <-- credit_in_*
//                  ^ xs_*
//   cmd_*  --> xor_unit  --> res_*, fill_*, done_*        (with XorSlots > 0)
//          x_allow v  ^ front_*, take_*
//   del_*  <-- ejection  <-- in_*,   --> credit_out_*
//
// Deliveries of each virtual network, and results of the XOR unit, have registers and a ready of
// their own, so that what the host refuses of one holds back no other.
//
// If ForwardSlots > 0, the unit in the middle is forward_unit: it takes forward_* from the host,
// and gives f_allow to ejection and copy_* to injection.
//
// Golden model: csim/ni/network_interface.c.  docs/microarchitecture.md, sections 5.3, 13, 15.4 and
// 16.

module network_interface #(
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
  parameter  int unsigned DataReset   = 1,  // 0: payloads, delivered data and results are not reset
  localparam int unsigned NetW        = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW         = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW        = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW        = $clog2(Depth + 1),
  localparam int unsigned SlotW       = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned InjSlotW    = $clog2(4 * Vcs),
  localparam int unsigned XSlotW      = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned XPosW       = (XorFlits > 1) ? $clog2(XorFlits) : 1,
  localparam int unsigned XTagW       = LenW + 2 * NameW + 1,
  localparam int unsigned HdrW        = (Multicast == 1) ? noc_pkg::HeaderBits : 0,
  localparam int unsigned HdrPinW     = (HdrW > 0) ? HdrW : 1,
  localparam int unsigned LeftW       = (Multicast == 0) ? LenW : (LenW > HdrW) ? LenW + 1
                                                                               : HdrW + 1,
  localparam int unsigned SkipW       = (Multicast == 1) ? Vcs * HdrW : 1,
  localparam int unsigned FSlots      = (ForwardSlots > 0) ? ForwardSlots : 1,  // of the ports
  localparam int unsigned FSlotW      = (FSlots > 1) ? $clog2(FSlots) : 1,
  localparam int unsigned FCntW       = $clog2(FSlots + 1),
  localparam int unsigned FPosW       = (ForwardFlits > 1) ? $clog2(ForwardFlits) : 1,
  localparam int unsigned FChildW     = (ForwardChildren > 1) ? $clog2(ForwardChildren) : 1,
  localparam int unsigned FRowW       = (ForwardRows > 1) ? $clog2(ForwardRows) : 1,
  localparam int unsigned FIndexW     = (ForwardRows * ForwardChildren > 1)
                                            ? $clog2(ForwardRows * ForwardChildren) : 1,
  localparam int unsigned FTagW       = FRowW + NetW + LenW,
  localparam int unsigned AgePinW     = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned AgesW       = (AgeW > 0) ? Vcs * AgeW : 1,
  localparam int unsigned RowW        = ((Classes > 1) ? $clog2(Classes + 1) : 0) + Ports,
  localparam int unsigned FirstW      = (Rows > 1) ? $clog2(Rows) : 1,
  localparam int unsigned Slots       = (XorSlots > 0) ? XorSlots : 1,       // of the ports
  localparam int unsigned Stages      = (XorOverhead > 0) ? XorOverhead : 1  // of the ports
) (
  input  logic                       clk_i,
  input  logic                       rst_i,               // synchronous, active high

  input  logic                       in_valid_i,          // link from the router
  input  logic [VcW-1:0]             in_vc_i,
  input  logic [1:0]                 in_kind_i,
  input  logic [FlitBits-1:0]        in_payload_i,
  input  logic                       credit_in_valid_i,   // credit from the router
  input  logic [VcW-1:0]             credit_in_vc_i,
  input  logic [AddrW-1:0]           addr_i,              // the node's own address (static)
  // Only with lookahead: by addresses; by tables the configuration port of first routes.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AddrW-1:0]           extent_i,            // the highest coordinates (static)
  input  logic                       cfg_valid_i,         // a row is written:
  input  logic [FirstW-1:0]          cfg_index_i,         // that of this destination
  input  logic [RowW-1:0]            cfg_data_i,          // {class, candidates}
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic                       host_valid_i,        // host: a beat
  input  logic [NetW-1:0]            host_network_i,
  input  logic [3:0]                 host_type_i,
  input  logic [AddrW-1:0]           host_dst_i,
  input  logic [MsgW-1:0]            host_message_i,
  input  logic [LenW-1:0]            host_flits_i,
  input  logic [FlitBits-1:0]        host_data_i,
  input  logic [Networks-1:0]        del_ready_i,         // host: bit k: takes that of network k
  // In a first beat; without Multicast, without ages not looked at.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [HdrPinW-1:0]         host_headers_i,      // header flits, that follow it
  input  logic [AgePinW-1:0]         host_age_i,          // when the packet was made
  /* verilator lint_on UNUSEDSIGNAL */
  // XOR coding unit: with a first beat, and the host's commands; without a unit not looked at.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [XSlotW-1:0]          host_slot_i,         // slot at the destination
  input  logic [NameW-1:0]           host_name_i,         // name of the host's block
  input  logic [XSlotW-1:0]          host_from_i,         // slot to be sent; 0: the host's data
  input  logic                       res_ready_i,         // takes the flit of a result
  input  logic                       cmd_valid_i,
  input  logic [1:0]                 cmd_op_i,            // 0 open, 1 xor, 2 load
  input  logic [XSlotW-1:0]          cmd_slot_i,
  input  logic [XSlotW-1:0]          cmd_a_i,
  input  logic [XSlotW-1:0]          cmd_b_i,
  input  logic                       cmd_deliver_i,
  input  logic [NameW-1:0]           cmd_name_i,
  input  logic [LenW-1:0]            cmd_flits_i,
  input  logic [FlitBits-1:0]        cmd_data_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // Forwarding unit: its child table, the host's multicasts, its speed; without it not looked at.
  /* verilator lint_off UNUSEDSIGNAL */
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
  /* verilator lint_on UNUSEDSIGNAL */

  output logic                       inj_wr_en_o,         // memory ports
  output logic [InjSlotW-1:0]        inj_wr_slot_o,
  output logic [LeftW+1:0]           inj_wr_tag_o,
  output logic [AgePinW-1:0]         inj_wr_age_o,
  output logic [FlitBits-1:0]        inj_wr_payload_o,
  output logic                       inj_rd_en_o,
  output logic [InjSlotW-1:0]        inj_rd_slot_o,
  output logic                       tbl_wr_en_o,         // .. 0 without a table of first routes
  output logic [FirstW-1:0]          tbl_wr_row_o,
  output logic [RowW-1:0]            tbl_wr_data_o,
  output logic                       ej_wr_en_o,
  output logic [SlotW-1:0]           ej_wr_slot_o,
  output logic [1:0]                 ej_wr_kind_o,
  output logic [XSlotW:0]            ej_wr_code_o,
  output logic                       ej_wr_forward_o,
  output logic [AgePinW-1:0]         ej_wr_age_o,
  output logic [FlitBits-1:0]        ej_wr_payload_o,
  output logic                       ej_rd_en_o,
  output logic [SlotW-1:0]           ej_rd_slot_o,
  output logic                       xa_wr_en_o,          // memory ports: 0 without an XOR unit
  output logic [XSlotW-1:0]          xa_wr_slot_o,
  output logic [XPosW-1:0]           xa_wr_pos_o,
  output logic [XTagW-1:0]           xa_wr_tag_o,
  output logic [FlitBits-1:0]        xa_wr_data_o,
  output logic                       xr_wr_en_o,
  output logic [XSlotW-1:0]          xr_wr_slot_o,
  output logic [XPosW-1:0]           xr_wr_pos_o,
  output logic [XTagW-1:0]           xr_wr_tag_o,
  output logic [FlitBits-1:0]        xr_wr_data_o,
  output logic                       x_rd_en_o,
  output logic [XSlotW-1:0]          x_rd_a_o,
  output logic [XSlotW-1:0]          x_rd_b_o,
  output logic [XPosW-1:0]           x_rd_pos_o,
  output logic                       xs_rd_en_o,
  output logic [XSlotW-1:0]          xs_rd_slot_o,
  output logic [XPosW-1:0]           xs_rd_pos_o,
  output logic                       fs_wr_en_o,          // memory ports: of forwarding
  output logic [FSlotW-1:0]          fs_wr_slot_o,
  output logic [FPosW-1:0]           fs_wr_pos_o,
  output logic [FTagW-1:0]           fs_wr_tag_o,
  output logic [FlitBits-1:0]        fs_wr_data_o,
  output logic                       fs_rd_en_o,
  output logic [FSlotW-1:0]          fs_rd_slot_o,
  output logic [FPosW-1:0]           fs_rd_pos_o,
  output logic                       ft_wr_en_o,
  output logic [FIndexW-1:0]         ft_wr_index_o,
  output logic [AddrW+1:0]           ft_wr_data_o,
  output logic                       ft_rd_en_o,
  output logic [FIndexW-1:0]         ft_rd_index_o,
  output logic                       fr_wr_en_o,
  output logic [FSlotW-1:0]          fr_wr_slot_o,
  output logic                       fq_wr_en_o,
  output logic [FSlotW-1:0]          fq_wr_slot_o,
  output logic                       fq_rd_en_o,
  output logic [FSlotW-1:0]          fq_rd_slot_o,

  output logic                       out_valid_o,         // link to the router
  output logic [VcW-1:0]             out_vc_o,
  output logic [1:0]                 out_kind_o,
  output logic [FlitBits-1:0]        out_payload_o,
  output logic                       credit_out_valid_o,  // credit to the router
  output logic [VcW-1:0]             credit_out_vc_o,
  output logic [Networks-1:0]        host_ready_o,        // host: a beat is accepted
  output logic [Networks-1:0]        del_valid_o,         // host: a delivery of each network
  output logic [Networks*VcW-1:0]    del_vc_o,
  output logic [Networks*2-1:0]      del_kind_o,
  output logic [Networks*4-1:0]      del_type_o,
  output logic [Networks*AddrW-1:0]  del_source_o,
  output logic [Networks*MsgW-1:0]   del_message_o,
  output logic [Networks*FlitBits-1:0] del_data_o,
  output logic [Networks*XSlotW-1:0] del_slot_o,          // .. with an XOR unit, as all below
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
  output logic [XSlotW-1:0]          inj_from_o,          // host: slot being sent; 0: none
  output logic                       forward_ready_o,     // host: a beat to forward is accepted

  output logic [Vcs*2-1:0]           inj_wr_o,            // state: injection
  output logic [Vcs*2-1:0]           inj_rd_o,
  output logic [Vcs*3-1:0]           inj_count_o,
  output logic [Networks*LeftW-1:0]  inj_left_o,
  output logic [Networks*VcW-1:0]    inj_vc_o,
  output logic [Networks*VcW-1:0]    inj_ptr_o,
  output logic [VcW-1:0]             inj_arb_ptr_o,
  output logic [Vcs*CntW-1:0]        inj_credit_o,
  output logic [AgesW-1:0]           inj_age_o,           // .. 0 without ages
  output logic [Vcs*PtrW-1:0]        ej_wr_o,             // state: ejection
  output logic [Vcs*PtrW-1:0]        ej_rd_o,
  output logic [Vcs*CntW-1:0]        ej_count_o,
  output logic [Vcs*Vcs-1:0]         ej_order_o,
  output logic [Vcs*4-1:0]           ej_type_o,
  output logic [Vcs*AddrW-1:0]       ej_source_o,
  output logic [Vcs*MsgW-1:0]        ej_message_o,
  output logic [Vcs*NameW-1:0]       ej_name_o,           // .. 0 without an XOR unit
  output logic [AgesW-1:0]           ej_age_o,            // .. 0 without ages
  output logic [SkipW-1:0]           ej_skip_o,           // .. 0 without Multicast
  output logic [NetW-1:0]            inj_from_network_o,  // state: injection of a slot
  output logic [XPosW-1:0]           inj_from_pos_o,
  output logic                       inj_turn_o,          // .. 0 without a unit
  output logic [Slots-1:0]           x_open_o,            // state: XOR unit
  output logic [Slots-1:0]           x_full_o,
  output logic [Slots-1:0]           x_op_o,
  output logic [Slots-1:0]           x_result_o,
  output logic [Vcs*XSlotW-1:0]      x_vc_slot_o,
  output logic [Vcs-1:0]             x_vc_coded_o,
  output logic [Vcs*XPosW-1:0]       x_vc_pos_o,
  output logic [XSlotW-1:0]          x_load_slot_o,
  output logic [LenW-1:0]            x_load_left_o,
  output logic [XPosW-1:0]           x_load_pos_o,
  output logic                       x_busy_o,
  output logic [XSlotW-1:0]          x_slot_o,
  output logic [XSlotW-1:0]          x_a_o,
  output logic [XSlotW-1:0]          x_b_o,
  output logic                       x_deliver_o,
  output logic [XPosW-1:0]           x_pos_o,
  output logic [Stages-1:0]          x_p_valid_o,
  output logic [Stages-1:0]          x_p_first_o,
  output logic [Stages-1:0]          x_p_last_o,
  output logic [Stages-1:0]          x_p_deliver_o,
  output logic [Stages*XSlotW-1:0]   x_p_slot_o,
  output logic [Stages*XPosW-1:0]    x_p_pos_o,
  output logic [Stages*XTagW-1:0]    x_p_tag_o,
  output logic [Stages*FlitBits-1:0] x_p_data_o,
  output logic                       f_write_turn_o,      // state: forwarding unit
  output logic                       f_slot_turn_o,
  output logic [FSlots-1:0]          f_used_o,
  output logic [Vcs-1:0]             f_vc_keep_o,
  output logic [Vcs*FSlotW-1:0]      f_vc_slot_o,
  output logic [Vcs*FPosW-1:0]       f_vc_pos_o,
  output logic [FSlotW-1:0]          f_host_slot_o,
  output logic [LenW-1:0]            f_host_left_o,
  output logic [FPosW-1:0]           f_host_pos_o,
  output logic                       f_host_full_o,
  output logic [FSlotW-1:0]          f_receive_rd_o,
  output logic [FCntW-1:0]           f_receive_count_o,
  output logic                       f_receive_busy_o,
  output logic [15:0]                f_receive_timer_o,
  output logic [FSlotW-1:0]          f_send_rd_o,
  output logic [FCntW-1:0]           f_send_count_o,
  output logic                       f_send_busy_o,
  output logic [15:0]                f_send_timer_o,
  output logic [FSlotW-1:0]          f_send_slot_o,
  output logic [FRowW-1:0]           f_send_row_o,
  output logic [LenW-1:0]            f_send_flits_o,
  output logic [NetW-1:0]            f_send_network_o,
  output logic [FChildW-1:0]         f_send_child_o,
  output logic                       f_copy_busy_o,
  output logic [FSlotW-1:0]          f_copy_slot_o,
  output logic [NetW-1:0]            f_copy_network_o,
  output logic [FPosW-1:0]           f_copy_pos_o,
  output logic                       f_copy_last_o
);

  logic [FlitBits-1:0] xs_data;  // between injection and the XOR unit
  logic [XTagW-1:0]    xs_tag;

  // Between ejection and the unit in the middle.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Vcs-1:0]            front_valid, front_forward, allow, forward_allow;
  logic [Vcs*2-1:0]          front_kind;
  logic [Vcs*(XSlotW+1)-1:0] front_code;
  logic                      take_valid;
  logic [VcW-1:0]            take_vc;
  logic [1:0]                take_kind;
  logic [FlitBits-1:0]       take_payload;
  /* verilator lint_on UNUSEDSIGNAL */

  // Between the forwarding unit and injection.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Networks-1:0] copy_room, copy_next, copy_end;
  logic                host_beat;
  /* verilator lint_on UNUSEDSIGNAL */
  logic                copy_valid, copy_first, copy_busy_next, ask_next;
  logic [NetW-1:0]     copy_network, copy_network_next, ask_network_next;
  logic [LenW-1:0]     copy_flits;
  logic [FlitBits-1:0] copy_payload;

  injection #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough), .Networks(Networks),
    .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW), .XorSlots(XorSlots), .XorFlits(XorFlits),
    .NameW(NameW), .Multicast(Multicast), .ForwardSlots(ForwardSlots), .AgeW(AgeW),
    .Lookahead(Lookahead), .Ports(Ports), .Classes(Classes), .Routing(Routing), .Dims(Dims),
    .DigitW(DigitW), .LocalW(LocalW), .LayersLog2(LayersLog2), .Rows(Rows), .DataReset(DataReset)
  ) u_injection (
    .clk_i, .rst_i, .credit_in_valid_i, .credit_in_vc_i, .addr_i, .extent_i, .cfg_valid_i,
    .cfg_index_i, .cfg_data_i, .tbl_wr_en_o, .tbl_wr_row_o, .tbl_wr_data_o, .host_valid_i,
    .host_network_i, .host_type_i, .host_dst_i, .host_message_i, .host_flits_i, .host_headers_i,
    .host_age_i, .host_data_i,
    .host_slot_i, .host_name_i, .host_from_i, .xs_data_i(xs_data), .xs_tag_i(xs_tag),
    .copy_valid_i(copy_valid), .copy_first_i(copy_first), .copy_network_i(copy_network),
    .copy_flits_i(copy_flits), .copy_payload_i(copy_payload), .copy_busy_next_i(copy_busy_next),
    .copy_network_next_i(copy_network_next), .ask_next_i(ask_next),
    .ask_network_next_i(ask_network_next),
    .inj_wr_en_o, .inj_wr_slot_o, .inj_wr_tag_o, .inj_wr_age_o, .inj_wr_payload_o, .inj_rd_en_o,
    .inj_rd_slot_o,
    .xs_rd_en_o, .xs_rd_slot_o, .xs_rd_pos_o,
    .copy_room_o(copy_room), .copy_next_o(copy_next), .copy_end_o(copy_end),
    .host_beat_o(host_beat), .out_valid_o, .out_vc_o, .out_kind_o, .out_payload_o, .host_ready_o,
    .inj_wr_o, .inj_rd_o, .inj_count_o, .inj_left_o, .inj_vc_o, .inj_ptr_o, .inj_arb_ptr_o,
    .inj_credit_o, .inj_age_o, .inj_from_o, .inj_from_network_o, .inj_from_pos_o,
    .inj_turn_o
  );

  ejection #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Networks(Networks),
    .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW), .XorSlots(XorSlots), .NameW(NameW),
    .Multicast(Multicast), .ForwardSlots(ForwardSlots), .AgeW(AgeW),
    .Lookahead(Lookahead), .Ports(Ports), .Classes(Classes), .Routing(Routing),
    .DataReset(DataReset)
  ) u_ejection (
    .clk_i, .rst_i, .in_valid_i, .in_vc_i, .in_kind_i, .in_payload_i, .del_ready_i,
    .x_allow_i(allow), .x_vc_coded_i(x_vc_coded_o), .x_vc_slot_i(x_vc_slot_o),
    .f_allow_i(forward_allow),
    .ej_wr_en_o, .ej_wr_slot_o, .ej_wr_kind_o, .ej_wr_code_o, .ej_wr_forward_o, .ej_wr_age_o,
    .ej_wr_payload_o, .ej_rd_en_o, .ej_rd_slot_o, .front_valid_o(front_valid),
    .front_kind_o(front_kind), .front_code_o(front_code), .front_forward_o(front_forward),
    .take_valid_o(take_valid), .take_vc_o(take_vc), .take_kind_o(take_kind),
    .take_payload_o(take_payload), .credit_out_valid_o, .credit_out_vc_o,
    .del_valid_o, .del_vc_o, .del_kind_o, .del_type_o, .del_source_o, .del_message_o, .del_data_o,
    .del_slot_o, .del_name_o, .ej_wr_o, .ej_rd_o, .ej_count_o, .ej_order_o, .ej_type_o,
    .ej_source_o, .ej_message_o, .ej_name_o, .ej_age_o, .ej_skip_o
  );

  if (XorSlots > 0) begin : gen_xor_unit
    xor_unit #(
      .Vcs(Vcs), .FlitBits(FlitBits), .Networks(Networks), .AddrW(AddrW), .LenW(LenW),
      .MsgW(MsgW), .XorSlots(XorSlots), .XorFlits(XorFlits), .XorOverhead(XorOverhead),
      .NameW(NameW), .Multicast(Multicast), .AgeW(AgeW), .Lookahead(Lookahead), .Ports(Ports),
      .Classes(Classes), .Routing(Routing), .DataReset(DataReset)
    ) u_xor (
      .clk_i, .rst_i, .cmd_valid_i, .cmd_op_i, .cmd_slot_i, .cmd_a_i, .cmd_b_i, .cmd_deliver_i,
      .cmd_name_i, .cmd_flits_i, .cmd_data_i, .front_valid_i(front_valid),
      .front_kind_i(front_kind), .front_code_i(front_code), .take_valid_i(take_valid),
      .take_vc_i(take_vc), .take_kind_i(take_kind), .take_payload_i(take_payload),
      .ej_source_i(ej_source_o), .ej_message_i(ej_message_o), .res_ready_i,
      .xs_rd_en_i(xs_rd_en_o), .xs_rd_slot_i(xs_rd_slot_o), .xs_rd_pos_i(xs_rd_pos_o),
      .x_allow_o(allow), .xs_data_o(xs_data), .xs_tag_o(xs_tag),
      .xa_wr_en_o, .xa_wr_slot_o, .xa_wr_pos_o, .xa_wr_tag_o, .xa_wr_data_o,
      .xr_wr_en_o, .xr_wr_slot_o, .xr_wr_pos_o, .xr_wr_tag_o, .xr_wr_data_o,
      .x_rd_en_o, .x_rd_a_o, .x_rd_b_o, .x_rd_pos_o,
      .res_valid_o, .res_kind_o, .res_slot_o, .res_name_o, .res_data_o,
      .fill_valid_o, .fill_slot_o, .fill_source_o, .fill_message_o, .done_valid_o, .done_slot_o,
      .x_open_o, .x_full_o, .x_op_o, .x_result_o,
      .x_vc_slot_o, .x_vc_coded_o, .x_vc_pos_o,
      .x_load_slot_o, .x_load_left_o, .x_load_pos_o,
      .x_busy_o, .x_slot_o, .x_a_o, .x_b_o, .x_deliver_o, .x_pos_o,
      .x_p_valid_o, .x_p_first_o, .x_p_last_o, .x_p_deliver_o, .x_p_slot_o, .x_p_pos_o,
      .x_p_tag_o, .x_p_data_o
    );
  end else begin : gen_no_xor_unit
    assign {allow, xs_data, xs_tag}                                                = '0;
    assign {res_valid_o, res_kind_o, res_slot_o, res_name_o, res_data_o}           = '0;
    assign {xa_wr_en_o, xa_wr_slot_o, xa_wr_pos_o, xa_wr_tag_o, xa_wr_data_o}      = '0;
    assign {xr_wr_en_o, xr_wr_slot_o, xr_wr_pos_o, xr_wr_tag_o, xr_wr_data_o}      = '0;
    assign {x_rd_en_o, x_rd_a_o, x_rd_b_o, x_rd_pos_o}                             = '0;
    assign {fill_valid_o, fill_slot_o, fill_source_o, fill_message_o}              = '0;
    assign {done_valid_o, done_slot_o, x_open_o, x_full_o, x_op_o, x_result_o}     = '0;
    assign {x_vc_slot_o, x_vc_coded_o, x_vc_pos_o}                                 = '0;
    assign {x_load_slot_o, x_load_left_o, x_load_pos_o}                            = '0;
    assign {x_busy_o, x_slot_o, x_a_o, x_b_o, x_deliver_o, x_pos_o}                = '0;
    assign {x_p_valid_o, x_p_first_o, x_p_last_o, x_p_deliver_o}                   = '0;
    assign {x_p_slot_o, x_p_pos_o, x_p_tag_o, x_p_data_o}                          = '0;
  end

  if (ForwardSlots > 0) begin : gen_forward_unit
    forward_unit #(
      .Vcs(Vcs), .FlitBits(FlitBits), .Networks(Networks), .AddrW(AddrW), .LenW(LenW),
      .MsgW(MsgW), .Multicast(Multicast), .ForwardSlots(ForwardSlots),
      .ForwardFlits(ForwardFlits), .ForwardRows(ForwardRows), .ForwardChildren(ForwardChildren),
      .ForwardLsb(ForwardLsb), .AgeW(AgeW), .Lookahead(Lookahead), .Ports(Ports),
      .Classes(Classes), .Routing(Routing)
    ) u_forward (
      .clk_i, .rst_i, .addr_i, .forward_wr_i, .forward_wr_index_i, .forward_wr_data_i,
      .forward_valid_i, .forward_network_i, .forward_message_i, .forward_flits_i, .forward_age_i,
      .forward_data_i,
      .forward_receive_i, .forward_send_i, .front_valid_i(front_valid),
      .front_kind_i(front_kind), .front_forward_i(front_forward), .take_valid_i(take_valid),
      .take_vc_i(take_vc), .take_kind_i(take_kind), .take_payload_i(take_payload),
      .copy_room_i(copy_room), .copy_next_i(copy_next), .copy_end_i(copy_end),
      .host_beat_i(host_beat),
      .f_allow_o(forward_allow), .copy_valid_o(copy_valid), .copy_first_o(copy_first),
      .copy_network_o(copy_network), .copy_flits_o(copy_flits), .copy_payload_o(copy_payload),
      .copy_busy_next_o(copy_busy_next), .copy_network_next_o(copy_network_next),
      .ask_next_o(ask_next), .ask_network_next_o(ask_network_next),
      .fs_wr_en_o, .fs_wr_slot_o, .fs_wr_pos_o, .fs_wr_tag_o, .fs_wr_data_o,
      .fs_rd_en_o, .fs_rd_slot_o, .fs_rd_pos_o, .ft_wr_en_o, .ft_wr_index_o, .ft_wr_data_o,
      .ft_rd_en_o, .ft_rd_index_o, .fr_wr_en_o, .fr_wr_slot_o, .fq_wr_en_o, .fq_wr_slot_o,
      .fq_rd_en_o, .fq_rd_slot_o, .forward_ready_o,
      .f_write_turn_o, .f_slot_turn_o, .f_used_o, .f_vc_keep_o, .f_vc_slot_o, .f_vc_pos_o,
      .f_host_slot_o, .f_host_left_o, .f_host_pos_o, .f_host_full_o,
      .f_receive_rd_o, .f_receive_count_o, .f_receive_busy_o, .f_receive_timer_o,
      .f_send_rd_o, .f_send_count_o, .f_send_busy_o, .f_send_timer_o, .f_send_slot_o,
      .f_send_row_o, .f_send_flits_o, .f_send_network_o, .f_send_child_o,
      .f_copy_busy_o, .f_copy_slot_o, .f_copy_network_o, .f_copy_pos_o, .f_copy_last_o
    );
  end else begin : gen_no_forward_unit
    assign {forward_allow, copy_valid, copy_first, copy_network, copy_flits, copy_payload} = '0;
    assign {copy_busy_next, copy_network_next, ask_next, ask_network_next}                 = '0;
    assign {fs_wr_en_o, fs_wr_slot_o, fs_wr_pos_o, fs_wr_tag_o, fs_wr_data_o}              = '0;
    assign {fs_rd_en_o, fs_rd_slot_o, fs_rd_pos_o, ft_wr_en_o, ft_wr_index_o}              = '0;
    assign {ft_wr_data_o, ft_rd_en_o, ft_rd_index_o, fr_wr_en_o, fr_wr_slot_o}             = '0;
    assign {fq_wr_en_o, fq_wr_slot_o, fq_rd_en_o, fq_rd_slot_o, forward_ready_o}           = '0;
    assign {f_write_turn_o, f_slot_turn_o}                                                 = '0;
    assign {f_used_o, f_vc_keep_o, f_vc_slot_o, f_vc_pos_o}                                = '0;
    assign {f_host_slot_o, f_host_left_o, f_host_pos_o, f_host_full_o}                     = '0;
    assign {f_receive_rd_o, f_receive_count_o, f_receive_busy_o, f_receive_timer_o}        = '0;
    assign {f_send_rd_o, f_send_count_o, f_send_busy_o, f_send_timer_o, f_send_slot_o}     = '0;
    assign {f_send_row_o, f_send_flits_o, f_send_network_o, f_send_child_o}                = '0;
    assign {f_copy_busy_o, f_copy_slot_o, f_copy_network_o, f_copy_pos_o, f_copy_last_o}   = '0;
  end

`ifndef SYNTHESIS
  if (XorSlots > 0) begin : gen_sent
    always_ff @(posedge clk_i) begin
      if (!rst_i && cmd_valid_i && xs_rd_en_o) begin
        a_sent: assert ((cmd_op_i == noc_pkg::CommandLoad && x_load_left_o != '0) ||
                        cmd_slot_i != xs_rd_slot_o);
      end
      if (!rst_i && cmd_valid_i && inj_from_o != '0) begin
        a_still: assert ((cmd_op_i == noc_pkg::CommandLoad && x_load_left_o != '0) ||
                         cmd_slot_i != inj_from_o);
      end
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
