// axis_announce -- a stream's packets, whose length tuser says with the first beat: they go on at
// once.
//
//   stream --> fifo of two beats --> packet_*, beat_*   as long as the stream holds what tuser said
//                                '-> swallowed          up to tlast, from where it does not
//
//   an_left  beats still to come      an_pad   zeros stand for them: tlast came too early
//   an_tail  bytes of the last - 1    an_drop  what comes is swallowed up to tlast
//
// A packet that cannot be sent is refused at its first beat. One that has begun is sent with the
// length that was said, whatever comes: the network has its head.
//
// Checked by tests/stream.  docs/axi-stream.md, "axis_announce".

module axis_announce #(
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Dims     = 2,
  parameter  int unsigned DigitW   = 3,
  parameter  int unsigned LocalW   = 0,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned MaxBytes = 60,  // of a packet
  localparam int unsigned AddrW    = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned Bytes    = FlitBits / 8
) (
  input  logic                clk_i,
  input  logic                rst_i,           // synchronous, active high

  input  logic [AddrW-1:0]    extent_i,        // static
  input  logic                s_axis_tvalid,
  output logic                s_axis_tready,
  input  logic [FlitBits-1:0] s_axis_tdata,
  input  logic [Bytes-1:0]    s_axis_tkeep,
  input  logic                s_axis_tlast,
  input  logic [AddrW-1:0]    s_axis_tdest,
  input  logic [MsgW-1:0]     s_axis_tid,
  input  logic [15:0]         s_axis_tuser,    // bytes of the packet, with its first beat

  output logic                packet_valid_o,  // a packet ..
  output logic [AddrW-1:0]    packet_dst_o,
  output logic [MsgW-1:0]     packet_message_o,
  output logic [15:0]         packet_bytes_o,
  input  logic                packet_take_i,   // .. taken with its first beat
  output logic                beat_valid_o,
  output logic [FlitBits-1:0] beat_data_o,
  input  logic                beat_take_i,
  output logic                error_o,         // a packet is refused, or not as announced ..
  output logic [1:0]          error_cause_o    // .. for this
);

  localparam int unsigned ByteW = $clog2(Bytes);
  localparam int unsigned LeftW = 16 - ByteW;  // bits of a number of beats
  localparam int unsigned BeatW = 16 + MsgW + AddrW + 1 + Bytes + FlitBits;

  logic [LeftW-1:0]    an_left;
  logic [ByteW-1:0]    an_tail;
  logic                an_pad, an_drop;

  logic [1:0]          queued;
  logic                front;         // there is one
  logic [FlitBits-1:0] data;
  logic [Bytes-1:0]    keep;
  logic                last;
  logic [AddrW-1:0]    dst;
  logic [15:0]         user;
  logic                node;
  logic                begins;        // the front begins a packet
  logic                refuse;        // .. which cannot be sent
  logic                pop, used;      // the front goes; into a packet
  logic [15:0]         less_one;        // bytes of the packet but for one
  logic [ByteW-1:0]    tail;          // of the packet that the front is of
  logic [LeftW-1:0]    left;          // beats behind the front
  logic [Bytes-1:0]    kept;          // the tkeep that it is to have
  logic                end_ok;        // its tlast is as announced

  fifo #(.Queues(1), .Depth(2), .PayloadW(1), .TagW(BeatW)) u_beats (
    .clk_i, .rst_i,
    .push_i(s_axis_tvalid && s_axis_tready), .push_queue_i(1'b0),
    .push_tag_i({s_axis_tuser, s_axis_tid, s_axis_tdest, s_axis_tlast, s_axis_tkeep,
                 s_axis_tdata}),
    .push_payload_i(1'b0), .late_bits_i(1'b0), .pop_i(pop), .pop_queue_i(1'b0), .rd_en_i(1'b0),
    .rd_slot_i(1'b0),
    // The payload of this fifo is not used.
    /* verilator lint_off PINCONNECTEMPTY */
    .wr_en_o(), .push_slot_o(), .wr_tag_o(), .wr_payload_o(), .pop_slot_o(), .rd_payload_o(),
    .wr_o(), .rd_o(), .filled_o(), .read_o(), .wr_late_o(), .late_o(), .late_queue_o(),
    .late_position_o(), .front_o(),
    /* verilator lint_on PINCONNECTEMPTY */
    .front_tag_o({user, packet_message_o, dst, last, keep, data}), .count_o(queued)
  );

  node_exists #(.Dims(Dims), .DigitW(DigitW), .LocalW(LocalW)) u_node (
    .addr_i(dst), .extent_i, .ok_o(node)
  );

  assign s_axis_tready  = !queued[1];
  assign front          = queued != '0;
  assign begins         = front && an_left == '0 && !an_drop;
  assign refuse         = begins && (!node || user == '0 || 32'(user) > MaxBytes);
  assign packet_valid_o = begins && !refuse;
  assign packet_dst_o   = dst;
  assign packet_bytes_o = user;
  assign beat_valid_o   = packet_valid_o || (an_left != '0 && (front || an_pad));
  assign used            = beat_take_i && !an_pad;
  assign pop            = used || refuse || (an_drop && front);

  assign less_one = user - 16'd1;
  assign tail   = begins ? less_one[ByteW-1:0] : an_tail;
  assign left   = begins ? less_one[15:ByteW] : an_left - 1'b1;
  assign end_ok = last == (left == '0);

  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) kept[i] = left != '0 || i <= 32'(tail);
    beat_data_o = '0;
    for (int unsigned i = 0; i < Bytes; i++) begin
      if (kept[i] && keep[i] && !an_pad) beat_data_o[i*8 +: 8] = data[i*8 +: 8];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      an_left       <= '0;
      an_tail       <= '0;
      an_pad        <= 1'b0;
      an_drop       <= 1'b0;
      error_o       <= 1'b0;
      error_cause_o <= '0;
    end else begin
      error_o <= refuse || (used && (!end_ok || keep != kept));
      if (an_drop && front && last) an_drop <= 1'b0;
      if (refuse) begin
        an_drop       <= !last;
        error_cause_o <= node ? 2'd1 : 2'd0;
      end
      if (beat_take_i) an_left <= left;
      if (used) begin
        if (packet_take_i) an_tail <= tail;
        if (!end_ok) begin
          an_pad        <= last;
          an_drop       <= !last;
          error_cause_o <= 2'd3;
        end else if (keep != kept) begin
          error_cause_o <= 2'd2;
        end
      end
      if (beat_take_i && an_pad && left == '0) an_pad <= 1'b0;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && beat_take_i) begin
      a_beat:   assert (beat_valid_o);
      a_packet: assert (packet_take_i == packet_valid_o);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
