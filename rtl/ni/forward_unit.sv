// forward_unit -- the smart part of a network interface: passes multicast packets on to children
// that a table names, without the host.
//
// Between ejection and injection. Packets of type 5 are kept in slots while they go to the host,
// and the host hands over packets of its own to be multicast; one that finds no free slot waits in
// its ejection queue. Two handlers, which stand for the software of an interface's processor, spend
// t_nr cycles on each packet received and t_ns on each copy sent: first packet, first served.
//
//   ejection --take--> forward_arrival --> forward_store (slots, child table)
//       ^---f_allow--------'  | full           | word, child
//   host --forward_*----------'  '--> forward_rings --take--> forward_sender --copy--> injection
//
// Golden model: csim/ni/forward_unit.c.  docs/microarchitecture.md, section 16.
// Source: R. Sivaram, R. Kesavan, D. K. Panda, C. B. Stunkel, ICPP 1998, sections 3.2.1 and 4.1.

module forward_unit #(
  parameter  int unsigned Vcs             = 4,
  parameter  int unsigned FlitBits        = 64,
  parameter  int unsigned Networks        = 1,   // 1: a network could hold back another
  parameter  int unsigned AddrW           = 6,
  parameter  int unsigned LenW            = 4,
  parameter  int unsigned MsgW            = 8,
  parameter  int unsigned Multicast       = 0,   // heads count header flits
  parameter  int unsigned ForwardSlots    = 8,   // packet slots, 1 to 1024
  parameter  int unsigned ForwardFlits    = 8,   // flits of the longest packet, 1 to 640
  parameter  int unsigned ForwardRows     = 16,  // rows of the child table, 1 to 65536
  parameter  int unsigned ForwardChildren = 4,   // children of a row, 1 to 64
  parameter  int unsigned ForwardLsb      = 0,   // lowest bit of the row in a message number
  parameter  int unsigned AgeW            = 0,   // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned Lookahead       = 0,   // 1: heads carry a route; next three:
  parameter  int unsigned Ports           = 5,   // .. of the router
  parameter  int unsigned Classes         = 1,
  parameter  int unsigned Routing         = noc_pkg::RoutingMesh,
  localparam int unsigned NetW            = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW             = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned FSlotW          = (ForwardSlots > 1) ? $clog2(ForwardSlots) : 1,
  localparam int unsigned FCntW           = $clog2(ForwardSlots + 1),
  localparam int unsigned FPosW           = (ForwardFlits > 1) ? $clog2(ForwardFlits) : 1,
  localparam int unsigned FChildW         = (ForwardChildren > 1) ? $clog2(ForwardChildren) : 1,
  localparam int unsigned FRowW           = (ForwardRows > 1) ? $clog2(ForwardRows) : 1,
  localparam int unsigned FIndexW         = (ForwardRows * ForwardChildren > 1)
                                                ? $clog2(ForwardRows * ForwardChildren) : 1,
  localparam int unsigned FTagW           = FRowW + NetW + LenW,
  localparam int unsigned AgePinW         = (AgeW > 0) ? AgeW : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_i,              // synchronous, active high

  input  logic [AddrW-1:0]        addr_i,             // the node's own address (static)
  input  logic                    forward_wr_i,       // host: a child is written ..
  input  logic [FIndexW-1:0]      forward_wr_index_i, // .. row * ForwardChildren + number
  input  logic [AddrW+1:0]        forward_wr_data_i,  // .. {address, last, more}
  input  logic                    forward_valid_i,    // host: a beat of a packet to be multicast
  input  logic [NetW-1:0]         forward_network_i,  // with first beats, as the next three
  input  logic [MsgW-1:0]         forward_message_i,
  input  logic [LenW-1:0]         forward_flits_i,
  input  logic [AgePinW-1:0]      forward_age_i,
  input  logic [FlitBits-1:0]     forward_data_i,
  input  logic [15:0]             forward_receive_i,  // t_nr: cycles for a packet (static)
  input  logic [15:0]             forward_send_i,     // t_ns: cycles for a copy (static)
  input  logic [Vcs-1:0]          front_valid_i,      // ejection: the queues' fronts
  input  logic [Vcs*2-1:0]        front_kind_i,
  input  logic [Vcs-1:0]          front_forward_i,    // bit v: it is the first flit of type 5
  input  logic                    take_valid_i,       // ejection: the flit popped
  input  logic [VcW-1:0]          take_vc_i,
  input  logic [1:0]              take_kind_i,
  input  logic [FlitBits-1:0]     take_payload_i,
  input  logic [Networks-1:0]     copy_room_i,        // injection: bit k: a packet can start
  input  logic [Networks-1:0]     copy_next_i,        // .. the packet under way has room
  input  logic [Networks-1:0]     copy_end_i,         // .. and one flit is left of it
  input  logic                    host_beat_i,        // .. a beat of the host is accepted

  output logic [Vcs-1:0]          f_allow_o,          // ejection: bit v: front of VC v may leave
  output logic                    copy_valid_o,       // injection: a flit is pushed; 0 without
  output logic                    copy_first_o,
  output logic [NetW-1:0]         copy_network_o,
  output logic [LenW-1:0]         copy_flits_o,       // with first flits
  output logic [FlitBits-1:0]     copy_payload_o,
  output logic                    copy_busy_next_o,   // injection: registers after the edge
  output logic [NetW-1:0]         copy_network_next_o,
  output logic                    ask_next_o,         // .. a copy can start but for injection
  output logic [NetW-1:0]         ask_network_next_o,

  output logic                    fs_wr_en_o,         // memory port: the slots are written
  output logic [FSlotW-1:0]       fs_wr_slot_o,
  output logic [FPosW-1:0]        fs_wr_pos_o,
  output logic [FTagW-1:0]        fs_wr_tag_o,        // {flits, network, row}, with first flits
  output logic [FlitBits-1:0]     fs_wr_data_o,
  output logic                    fs_rd_en_o,         // memory port: the slots are read
  output logic [FSlotW-1:0]       fs_rd_slot_o,
  output logic [FPosW-1:0]        fs_rd_pos_o,
  output logic                    ft_wr_en_o,         // memory port: the table is written
  output logic [FIndexW-1:0]      ft_wr_index_o,
  output logic [AddrW+1:0]        ft_wr_data_o,
  output logic                    ft_rd_en_o,         // memory port: the table is read
  output logic [FIndexW-1:0]      ft_rd_index_o,
  output logic                    fr_wr_en_o,         // memory port: into the receive ring
  output logic [FSlotW-1:0]       fr_wr_slot_o,
  output logic                    fq_wr_en_o,         // memory port: into the send ring
  output logic [FSlotW-1:0]       fq_wr_slot_o,
  output logic                    fq_rd_en_o,         // memory port: from the send ring
  output logic [FSlotW-1:0]       fq_rd_slot_o,

  output logic                    forward_ready_o,    // host: a beat is accepted

  output logic                    f_write_turn_o,     // state: the port is for a flit to be kept
  output logic                    f_slot_turn_o,      // state: the host took the last slot taken
  output logic [ForwardSlots-1:0] f_used_o,           // state: slots with a packet or a part of one
  output logic [Vcs-1:0]          f_vc_keep_o,        // state: of the packet that leaves queue v
  output logic [Vcs*FSlotW-1:0]   f_vc_slot_o,
  output logic [Vcs*FPosW-1:0]    f_vc_pos_o,
  output logic [FSlotW-1:0]       f_host_slot_o,      // state: of the host's packet
  output logic [LenW-1:0]         f_host_left_o,
  output logic [FPosW-1:0]        f_host_pos_o,
  output logic                    f_host_full_o,
  output logic [FSlotW-1:0]       f_receive_rd_o,     // state: the receive ring and its handler
  output logic [FCntW-1:0]        f_receive_count_o,
  output logic                    f_receive_busy_o,
  output logic [15:0]             f_receive_timer_o,
  output logic [FSlotW-1:0]       f_send_rd_o,        // state: the send ring and its handler
  output logic [FCntW-1:0]        f_send_count_o,
  output logic                    f_send_busy_o,
  output logic [15:0]             f_send_timer_o,
  output logic [FSlotW-1:0]       f_send_slot_o,
  output logic [FRowW-1:0]        f_send_row_o,
  output logic [LenW-1:0]         f_send_flits_o,
  output logic [NetW-1:0]         f_send_network_o,
  output logic [FChildW-1:0]      f_send_child_o,
  output logic                    f_copy_busy_o,      // state: the copy that goes to injection
  output logic [FSlotW-1:0]       f_copy_slot_o,
  output logic [NetW-1:0]         f_copy_network_o,
  output logic [FPosW-1:0]        f_copy_pos_o,
  output logic                    f_copy_last_o
);

  if (ForwardSlots < 1 || ForwardSlots > 1024 || ForwardFlits < 1 || ForwardFlits > 640)
  begin : gen_bad_slots
    $error("forward_unit: ForwardSlots must be 1 to 1024, ForwardFlits 1 to 640");
  end
  if (ForwardRows < 1 || ForwardRows > 65536 || ForwardChildren < 1 || ForwardChildren > 64)
  begin : gen_bad_table
    $error("forward_unit: ForwardRows must be 1 to 65536, ForwardChildren 1 to 64");
  end
  if (Networks != 1) begin : gen_bad_networks
    $error("forward_unit: Networks must be 1");
  end
  if (ForwardLsb >= MsgW) begin : gen_bad_lsb
    $error("forward_unit: ForwardLsb must be below MsgW");
  end

  localparam int unsigned ClassW = (Classes > 1) ? $clog2(Classes + 1) : 0;
  localparam int unsigned LookW  = noc_pkg::look_bits(Lookahead, Routing, $clog2(Ports), ClassW);

  logic                full, host_sent, take, free;
  logic                ready;  // the send ring has a packet
  logic [FSlotW-1:0]   full_slot, free_slot;
  logic [FlitBits-1:0] word;
  logic [FTagW-1:0]    tag;
  logic [AddrW+1:0]    child;

  assign ft_wr_en_o    = forward_wr_i;
  assign ft_wr_index_o = forward_wr_i ? forward_wr_index_i : '0;
  assign ft_wr_data_o  = forward_wr_i ? forward_wr_data_i : '0;

  forward_arrival #(
    .Vcs(Vcs), .FlitBits(FlitBits), .Networks(Networks), .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW),
    .Multicast(Multicast), .ForwardSlots(ForwardSlots), .ForwardFlits(ForwardFlits),
    .ForwardRows(ForwardRows), .ForwardLsb(ForwardLsb), .AgeW(AgeW), .LookW(LookW)
  ) u_arrival (
    .clk_i, .rst_i, .addr_i, .forward_valid_i, .forward_network_i, .forward_message_i,
    .forward_flits_i, .forward_age_i, .forward_data_i, .front_valid_i, .front_kind_i,
    .front_forward_i,
    .take_valid_i, .take_vc_i, .take_kind_i, .take_payload_i, .host_sent_i(host_sent),
    .free_i(free), .free_slot_i(free_slot), .f_allow_o, .full_o(full), .full_slot_o(full_slot),
    .fs_wr_en_o, .fs_wr_slot_o, .fs_wr_pos_o, .fs_wr_tag_o, .fs_wr_data_o, .forward_ready_o,
    .f_write_turn_o, .f_slot_turn_o, .f_used_o, .f_vc_keep_o, .f_vc_slot_o, .f_vc_pos_o,
    .f_host_slot_o, .f_host_left_o, .f_host_pos_o, .f_host_full_o
  );

  forward_rings #(.ForwardSlots(ForwardSlots)) u_rings (
    .clk_i, .rst_i, .forward_receive_i, .full_i(full), .full_slot_i(full_slot),
    .host_full_i(f_host_full_o), .host_slot_i(f_host_slot_o), .take_i(take),
    .host_sent_o(host_sent), .fr_wr_en_o, .fr_wr_slot_o, .fq_wr_en_o, .fq_wr_slot_o,
    .fq_rd_en_o, .fq_rd_slot_o, .f_receive_rd_o, .f_receive_count_o, .f_receive_busy_o,
    .f_receive_timer_o, .f_send_rd_o, .f_send_count_o
  );

  assign ready = f_send_count_o != '0;

  forward_sender #(
    .FlitBits(FlitBits), .Networks(Networks), .AddrW(AddrW), .LenW(LenW),
    .ForwardSlots(ForwardSlots), .ForwardFlits(ForwardFlits), .ForwardRows(ForwardRows),
    .ForwardChildren(ForwardChildren)
  ) u_sender (
    .clk_i, .rst_i, .forward_send_i, .ready_i(ready), .slot_i(fq_rd_slot_o),
    .tag_i(tag), .child_i(child), .word_i(word), .copy_room_i, .copy_next_i, .copy_end_i,
    .host_beat_i, .take_o(take), .free_o(free), .free_slot_o(free_slot), .fs_rd_en_o, .fs_rd_slot_o,
    .fs_rd_pos_o, .ft_rd_en_o, .ft_rd_index_o, .copy_valid_o, .copy_first_o, .copy_network_o,
    .copy_flits_o, .copy_payload_o, .copy_busy_next_o, .copy_network_next_o, .ask_next_o,
    .ask_network_next_o, .f_send_busy_o, .f_send_timer_o, .f_send_slot_o, .f_send_row_o,
    .f_send_flits_o, .f_send_network_o, .f_send_child_o, .f_copy_busy_o, .f_copy_slot_o,
    .f_copy_network_o, .f_copy_pos_o, .f_copy_last_o
  );

  forward_store #(
    .FlitBits(FlitBits), .AddrW(AddrW), .FTagW(FTagW), .ForwardSlots(ForwardSlots),
    .ForwardFlits(ForwardFlits), .ForwardRows(ForwardRows), .ForwardChildren(ForwardChildren)
  ) u_store (
    .clk_i, .fs_wr_en_i(fs_wr_en_o), .fs_wr_slot_i(fs_wr_slot_o), .fs_wr_pos_i(fs_wr_pos_o),
    .fs_wr_tag_i(fs_wr_tag_o), .fs_wr_data_i(fs_wr_data_o), .fs_rd_en_i(fs_rd_en_o),
    .fs_rd_slot_i(fs_rd_slot_o), .fs_rd_pos_i(fs_rd_pos_o), .tag_en_i(fq_rd_en_o),
    .tag_slot_i(fq_rd_slot_o), .ft_wr_en_i(ft_wr_en_o), .ft_wr_index_i(ft_wr_index_o),
    .ft_wr_data_i(ft_wr_data_o), .ft_rd_en_i(ft_rd_en_o), .ft_rd_index_i(ft_rd_index_o),
    .word_o(word), .tag_o(tag), .child_o(child)
  );

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && fs_rd_en_o) begin
      a_sent: assert (f_used_o[fs_rd_slot_o]);
      c_sent: cover (fs_wr_en_o);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
