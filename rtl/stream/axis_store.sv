// axis_store -- a stream's packets, kept until they are whole: then their length is known.
//
//   stream --> beats ---------------------> beat_*
//              '-- at tlast: fifo of {bytes, message, dst} --> packet_*
//
//   st_start  first beat of the packet that comes in: st_wr goes back there if it is refused
//
// A packet is refused at the first beat that shows it: a destination that is no node, no byte or
// too many, a wrong tkeep. The rest of it is swallowed. A full memory has a whole packet, since one
// without an end is refused before: so tready comes back.
//
// Checked by tests/stream.  docs/axi-stream.md, "axis_store".

module axis_store #(
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Dims     = 2,
  parameter  int unsigned DigitW   = 3,
  parameter  int unsigned LocalW   = 0,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned MaxBytes = 60,  // of a packet
  localparam int unsigned AddrW    = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned Bytes    = FlitBits / 8,
  localparam int unsigned Beats    = (MaxBytes + Bytes - 1) / Bytes,
  localparam int unsigned PtrW     = (Beats > 1) ? $clog2(Beats) : 1,
  localparam int unsigned CntW     = $clog2(Beats + 1)
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

  output logic                packet_valid_o,  // a packet ..
  output logic [AddrW-1:0]    packet_dst_o,
  output logic [MsgW-1:0]     packet_message_o,
  output logic [15:0]         packet_bytes_o,
  input  logic                packet_take_i,   // .. taken with its first beat
  output logic                beat_valid_o,
  output logic [FlitBits-1:0] beat_data_o,
  input  logic                beat_take_i,
  output logic                error_o,         // a packet is refused ..
  output logic [1:0]          error_cause_o    // .. for this
);

  localparam int unsigned KeepW    = $clog2(Bytes + 1);
  localparam int unsigned PacketW  = 16 + MsgW + AddrW;
  localparam logic [PtrW-1:0] Last = PtrW'(Beats - 1);  // the position before 0

  logic [FlitBits-1:0] beat_mem [Beats];

  logic [PtrW-1:0]    st_wr, st_rd, st_start;
  logic [CntW-1:0]    st_used, st_in;
  logic [AddrW-1:0]   st_dst;
  logic [MsgW-1:0]    st_message;
  logic               st_drop;

  logic               taken;        // a beat that counts
  logic               first;        // of its packet
  logic               node, keep;   // its destination is one; its tkeep is allowed
  logic [KeepW-1:0]   ones;
  logic [15:0]        bytes;        // of the packet, with this beat
  logic               refuse;
  logic [1:0]         cause;
  logic               store, whole; // the beat is written; it is the last
  logic [CntW-1:0]    gone;         // beats that a refusal takes back
  logic [2:0]         packets;
  logic [PacketW-1:0] packet;
  logic [FlitBits-1:0] data;        // bytes that are kept

  function automatic logic [PtrW-1:0] next(input logic [PtrW-1:0] position);
    next = (position == Last) ? '0 : position + 1'b1;
  endfunction

  node_exists #(.Dims(Dims), .DigitW(DigitW), .LocalW(LocalW)) u_node (
    .addr_i(s_axis_tdest), .extent_i, .ok_o(node)
  );

  axis_keep #(.Bytes(Bytes)) u_keep (
    .keep_i(s_axis_tkeep), .last_i(s_axis_tlast), .ok_o(keep), .bytes_o(ones)
  );

  assign s_axis_tready = st_drop || (32'(st_used) < Beats && !packets[2]);
  assign taken         = s_axis_tvalid && s_axis_tready && !st_drop;
  assign first         = st_in == '0;
  assign bytes         = 16'(32'(st_in) * Bytes) + 16'(ones);

  always_comb begin
    refuse = 1'b0;
    cause  = 2'd0;
    if (taken) begin
      refuse = 1'b1;
      if (first && !node) cause = 2'd0;
      else if ((bytes == '0 && s_axis_tlast) || 32'(bytes) > MaxBytes ||
               (!s_axis_tlast && 32'(st_in) + 1 == Beats)) cause = 2'd1;
      else if (!keep) cause = 2'd2;
      else refuse = 1'b0;
    end
  end

  assign store = taken && !refuse;
  assign whole = store && s_axis_tlast;
  assign gone  = refuse ? st_in : '0;

  // The payload of this fifo is not used.
  /* verilator lint_off PINMISSING */
  fifo #(.Queues(1), .Depth(4), .PayloadW(1), .TagW(PacketW)) u_packets (
    .clk_i, .rst_i,
    .push_i(whole), .push_queue_i(1'b0),
    .push_tag_i({bytes, first ? s_axis_tid : st_message, first ? s_axis_tdest : st_dst}),
    .push_payload_i(1'b0), .late_bits_i(1'b0), .pop_i(packet_take_i), .pop_queue_i(1'b0),
    .rd_en_i(1'b0), .rd_slot_i(2'd0), .front_tag_o(packet), .count_o(packets)
  );
  /* verilator lint_on PINMISSING */

  assign packet_valid_o = packets != '0;
  assign {packet_bytes_o, packet_message_o, packet_dst_o} = packet;
  assign beat_valid_o   = 1'b1;  // only those of whole packets are asked for
  assign beat_data_o    = beat_mem[st_rd];

  always_comb begin
    data = '0;
    for (int unsigned i = 0; i < Bytes; i++) begin
      if (s_axis_tkeep[i]) data[i*8 +: 8] = s_axis_tdata[i*8 +: 8];
    end
  end

  always_ff @(posedge clk_i) begin
    if (store) beat_mem[st_wr] <= data;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      st_wr         <= '0;
      st_rd         <= '0;
      st_start      <= '0;
      st_used       <= '0;
      st_in         <= '0;
      st_dst        <= '0;
      st_message    <= '0;
      st_drop       <= 1'b0;
      error_o       <= 1'b0;
      error_cause_o <= '0;
    end else begin
      error_o <= refuse;
      st_used <= st_used + CntW'(store) - CntW'(beat_take_i) - gone;
      if (beat_take_i) st_rd <= next(st_rd);
      if (st_drop && s_axis_tvalid && s_axis_tlast) st_drop <= 1'b0;
      if (taken && first) begin
        st_dst     <= s_axis_tdest;
        st_message <= s_axis_tid;
      end
      if (refuse) begin
        error_cause_o <= cause;
        st_drop       <= !s_axis_tlast;
        st_wr         <= st_start;
        st_in         <= '0;
      end else if (store) begin
        st_wr <= next(st_wr);
        st_in <= s_axis_tlast ? '0 : st_in + 1'b1;
        if (s_axis_tlast) st_start <= next(st_wr);
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && beat_take_i) begin
      a_beat: assert (st_used > st_in);
    end
    if (!rst_i && refuse) begin
      c_back: cover (st_in != '0);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
