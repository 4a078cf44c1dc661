// forward_sender -- sends a copy of each packet to each child that the table names for it.
//
// The send handler takes the front of the send ring and spends its time on each child; then it asks
// for a copy, which starts when no other is on its way, injection has room for a new packet of the
// network and the host hands over no beat. The first flit goes out with the start; the rest of the
// copy follows by itself, a flit in every cycle in which its queue has room, while the handler
// works on the next child. The slot is free behind the last flit of the last copy.
//
//   send ring --take--> f_send_*: t_ns cycles, ask --start--> f_copy_*: flits 1 ..
//                          | child table: address, last, more    |
//                          '--> word 0, with address and type ---'--> copy_*, to injection
//
// Golden model: csim/ni/forward_unit.c.  docs/microarchitecture.md, section 16.

module forward_sender #(
  parameter  int unsigned FlitBits        = 64,
  parameter  int unsigned Networks        = 1,
  parameter  int unsigned AddrW           = 6,
  parameter  int unsigned LenW            = 4,
  parameter  int unsigned ForwardSlots    = 8,   // packet slots, 1 to 1024
  parameter  int unsigned ForwardFlits    = 8,   // flits of the longest packet, 1 to 640
  parameter  int unsigned ForwardRows     = 16,  // rows of the child table, 1 to 65536
  parameter  int unsigned ForwardChildren = 4,   // children of a row, 1 to 64
  localparam int unsigned NetW            = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned FSlotW          = (ForwardSlots > 1) ? $clog2(ForwardSlots) : 1,
  localparam int unsigned FPosW           = (ForwardFlits > 1) ? $clog2(ForwardFlits) : 1,
  localparam int unsigned FChildW         = (ForwardChildren > 1) ? $clog2(ForwardChildren) : 1,
  localparam int unsigned FRowW           = (ForwardRows > 1) ? $clog2(ForwardRows) : 1,
  localparam int unsigned FIndexW         = (ForwardRows * ForwardChildren > 1)
                                                ? $clog2(ForwardRows * ForwardChildren) : 1,
  localparam int unsigned FTagW           = FRowW + NetW + LenW
) (
  input  logic                clk_i,
  input  logic                rst_i,              // synchronous, active high

  input  logic [15:0]         forward_send_i,     // t_ns (static)
  input  logic                ready_i,            // the send ring has a packet ..
  input  logic [FSlotW-1:0]   slot_i,             // .. and, when it is taken, this is its slot
  input  logic [FTagW-1:0]    tag_i,              // {flits, network, row} of that slot
  input  logic [AddrW+1:0]    child_i,            // {address, last, more} of the child
  input  logic [FlitBits-1:0] word_i,             // the word read from the slot
  input  logic [Networks-1:0] copy_room_i,        // injection: bit k: a packet can start
  input  logic [Networks-1:0] copy_next_i,        // .. the packet under way has room in its queue
  input  logic [Networks-1:0] copy_end_i,         // .. and one flit is left of it
  input  logic                host_beat_i,        // .. a beat of the host is accepted

  output logic                take_o,             // the front of the send ring is taken
  output logic                free_o,             // the last copy of a packet is away ..
  output logic [FSlotW-1:0]   free_slot_o,        // .. from this slot; 0 without
  output logic                fs_rd_en_o,         // memory port: the word that is pushed
  output logic [FSlotW-1:0]   fs_rd_slot_o,
  output logic [FPosW-1:0]    fs_rd_pos_o,
  output logic                ft_rd_en_o,         // memory port: the child of a start
  output logic [FIndexW-1:0]  ft_rd_index_o,

  output logic                copy_valid_o,       // injection: a flit is pushed; 0 without
  output logic                copy_first_o,
  output logic [NetW-1:0]     copy_network_o,
  output logic [LenW-1:0]     copy_flits_o,       // with first flits
  output logic [FlitBits-1:0] copy_payload_o,
  output logic                copy_busy_next_o,   // injection: after the edge: f_copy_busy
  output logic [NetW-1:0]     copy_network_next_o,
  output logic                ask_next_o,         // .. busy, timer 0, no copy on its way
  output logic [NetW-1:0]     ask_network_next_o,

  output logic                f_send_busy_o,      // state: the send handler works on a copy ..
  output logic [15:0]         f_send_timer_o,     // .. for so many cycles more
  output logic [FSlotW-1:0]   f_send_slot_o,      // .. of this packet
  output logic [FRowW-1:0]    f_send_row_o,
  output logic [LenW-1:0]     f_send_flits_o,
  output logic [NetW-1:0]     f_send_network_o,
  output logic [FChildW-1:0]  f_send_child_o,     // .. for this child
  output logic                f_copy_busy_o,      // state: a copy is being handed to injection
  output logic [FSlotW-1:0]   f_copy_slot_o,
  output logic [NetW-1:0]     f_copy_network_o,
  output logic [FPosW-1:0]    f_copy_pos_o,
  output logic                f_copy_last_o
);

  localparam int unsigned HeadLow = 4 + AddrW;  // type and destination

  localparam logic [3:0] Forwarded     = noc_pkg::TypeForwarded;
  localparam logic [3:0] ForwardedLast = noc_pkg::TypeForwardedLast;

  logic [15:0]     send_time;       // a copy's timer at its start
  logic            start;           // a copy starts ..
  logic            single;          // .. and ends: its packet is a flit
  logic            more;            // .. and another child follows
  logic            follow;          // another flit of a copy
  logic            done;            // .. the last
  logic            busy_d, copy_d;  // f_send_busy, f_copy_busy after the edge
  logic [15:0]     timer_d;
  logic [NetW-1:0] network_d, copy_network_d;

  assign send_time = (forward_send_i == '0) ? '0 : forward_send_i - 1'b1;
  assign start     = f_send_busy_o && f_send_timer_o == '0 && !f_copy_busy_o &&
                     copy_room_i[f_send_network_o] && !host_beat_i;
  assign single    = f_send_flits_o == LenW'(1);
  assign more      = child_i[0];
  assign follow    = f_copy_busy_o && copy_next_i[f_copy_network_o];
  assign done      = follow && copy_end_i[f_copy_network_o];
  assign take_o    = ready_i && (!f_send_busy_o || (start && !more));

  // A start reads word 0 and the child; a copy that goes on reads its next word.
  assign fs_rd_en_o   = start || follow;
  assign fs_rd_slot_o = start ? f_send_slot_o : follow ? f_copy_slot_o : '0;
  assign fs_rd_pos_o  = follow ? f_copy_pos_o : '0;
  assign ft_rd_en_o   = start;

  always_comb begin
    ft_rd_index_o = '0;
    if (start) begin
      ft_rd_index_o = FIndexW'(32'(f_send_row_o) * ForwardChildren + 32'(f_send_child_o));
    end
  end

  // To injection.
  assign copy_valid_o   = fs_rd_en_o;
  assign copy_first_o   = start;
  assign copy_network_o = start ? f_send_network_o : follow ? f_copy_network_o : '0;
  assign copy_flits_o   = start ? f_send_flits_o : '0;

  always_comb begin
    copy_payload_o = '0;
    if (fs_rd_en_o) copy_payload_o = word_i;
    if (start) begin
      copy_payload_o[HeadLow-1:0] = {child_i[AddrW+1:2], child_i[1] ? ForwardedLast : Forwarded};
    end
  end

  assign free_o      = (done && f_copy_last_o) || (start && single && !more);
  assign free_slot_o = free_o ? fs_rd_slot_o : '0;

  // After the edge, for injection as well.
  always_comb begin
    busy_d         = f_send_busy_o;
    timer_d        = f_send_timer_o;
    network_d      = f_send_network_o;
    copy_d         = f_copy_busy_o;
    copy_network_d = f_copy_network_o;
    if (take_o) begin
      busy_d    = 1'b1;
      timer_d   = send_time;
      network_d = tag_i[FRowW +: NetW];
    end else if (start) begin
      busy_d = more;
      if (more) timer_d = send_time;
    end else if (f_send_busy_o && f_send_timer_o != '0) begin
      timer_d = f_send_timer_o - 1'b1;
    end
    if (start && !single) begin
      copy_d         = 1'b1;
      copy_network_d = f_send_network_o;
    end else if (done) begin
      copy_d = 1'b0;
    end
  end

  assign copy_busy_next_o    = copy_d;
  assign copy_network_next_o = copy_d ? copy_network_d : '0;
  assign ask_next_o          = busy_d && timer_d == '0 && !copy_d;
  assign ask_network_next_o  = ask_next_o ? network_d : '0;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      f_send_busy_o    <= 1'b0;
      f_send_timer_o   <= '0;
      f_send_slot_o    <= '0;
      f_send_row_o     <= '0;
      f_send_flits_o   <= '0;
      f_send_network_o <= '0;
      f_send_child_o   <= '0;
      f_copy_busy_o    <= 1'b0;
      f_copy_slot_o    <= '0;
      f_copy_network_o <= '0;
      f_copy_pos_o     <= '0;
      f_copy_last_o    <= 1'b0;
    end else begin
      f_send_busy_o    <= busy_d;
      f_send_timer_o   <= timer_d;
      f_send_network_o <= network_d;
      f_copy_busy_o    <= copy_d;
      f_copy_network_o <= copy_network_d;
      if (take_o) begin
        f_send_slot_o  <= slot_i;
        f_send_row_o   <= tag_i[FRowW-1:0];
        f_send_flits_o <= tag_i[FTagW-1 -: LenW];
        f_send_child_o <= '0;
      end else if (start && more) begin
        f_send_child_o <= f_send_child_o + 1'b1;
      end
      if (start && !single) begin
        f_copy_slot_o <= f_send_slot_o;
        f_copy_pos_o  <= FPosW'(1);
        f_copy_last_o <= !more;
      end else if (follow) begin
        f_copy_pos_o  <= done ? '0 : f_copy_pos_o + 1'b1;
      end
    end
  end

`ifndef SYNTHESIS
  logic [31:0] child, flits;  // that of a start, counted from 1; flits of its packet
  assign child = 32'(f_send_child_o) + 32'd1;
  assign flits = 32'(f_send_flits_o);

  always_ff @(posedge clk_i) begin
    if (!rst_i && start) begin
      a_child: assert (more ? child < ForwardChildren : child <= ForwardChildren);
      a_flits: assert (flits != 32'd0 && flits <= ForwardFlits);
      c_chain: cover (take_o);
    end
    if (!rst_i && follow) begin
      a_pos:   assert (f_copy_pos_o != '0 && 32'(f_copy_pos_o) < ForwardFlits);
      c_done:  cover (done && f_copy_last_o);
    end
    if (!rst_i && f_send_busy_o) begin
      c_wait:  cover (f_send_timer_o == '0 && !start);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
