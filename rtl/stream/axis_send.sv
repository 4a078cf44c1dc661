// axis_send -- a stream into one virtual network: packets of bytes as beats of the host port.
//
//                 axis_store (Store = 1)
//   s_axis_* -->           or            --> packet_*, beat_* --> axis_pack --> flit_*
//                 axis_announce (Store = 0)
//
// Checked by tests/stream.  docs/axi-stream.md.

module axis_send #(
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Networks = 1,
  parameter  int unsigned Dims     = 2,
  parameter  int unsigned DigitW   = 3,
  parameter  int unsigned LocalW   = 0,
  parameter  int unsigned LenW     = 4,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned AgeW     = 0,
  parameter  int unsigned LookW    = 0,  // bits of the route in a head
  parameter  int unsigned Store    = 1,  // 1: until tlast; 0: tuser has the length
  parameter  int unsigned MaxFlits = 8,  // of a packet, 2 to 2^LenW - 1
  localparam int unsigned AddrW    = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned NetW     = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned Bytes    = FlitBits / 8
) (
  input  logic                clk_i,
  input  logic                rst_i,           // synchronous, active high

  input  logic [AddrW-1:0]    extent_i,        // highest value of each field of an address (static)
  input  logic                s_axis_tvalid,
  output logic                s_axis_tready,
  input  logic [FlitBits-1:0] s_axis_tdata,
  input  logic [Bytes-1:0]    s_axis_tkeep,
  input  logic                s_axis_tlast,
  input  logic [AddrW-1:0]    s_axis_tdest,    // address of the destination, with first beats
  input  logic [MsgW-1:0]     s_axis_tid,      // message number, with first beats
  // The length is read only if Store = 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [15:0]         s_axis_tuser,    // bytes of the packet, with first beats
  /* verilator lint_on UNUSEDSIGNAL */

  output logic                flit_valid_o,    // a beat for the host port ..
  output logic [AddrW-1:0]    flit_dst_o,      // .. with the first of a packet
  output logic [MsgW-1:0]     flit_message_o,
  output logic [LenW-1:0]     flit_flits_o,
  output logic [FlitBits-1:0] flit_data_o,
  input  logic                flit_take_i,     // .. is accepted
  output logic                error_o,         // a packet is refused ..
  output logic [1:0]          error_cause_o    // .. 0 destination, 1 length, 2 keep, 3 end
);

  localparam int unsigned HeadBits = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW, LookW + AgeW);
  localparam int unsigned First    = (FlitBits - HeadBits - $clog2(Bytes)) / 8;
  localparam int unsigned MaxBytes = First + (MaxFlits - 1) * Bytes;

  if (HeadBits + 8 > FlitBits) begin : gen_bad_head
    $error("axis_send: FlitBits must leave 8 data bits in a head");
  end
  if (MaxFlits < 2 || MaxFlits >= (1 << LenW)) begin : gen_bad_flits
    $error("axis_send: MaxFlits must be 2 to 2^LenW - 1");
  end
  if (Store > 1) begin : gen_bad_store
    $error("axis_send: Store must be 0 or 1");
  end

  logic                packet_valid, packet_take, beat_valid, beat_take;
  logic [AddrW-1:0]    packet_dst;
  logic [MsgW-1:0]     packet_message;
  logic [15:0]         packet_bytes;
  logic [FlitBits-1:0] beat_data;

  if (Store == 1) begin : gen_store
    axis_store #(
      .FlitBits(FlitBits), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .MsgW(MsgW),
      .MaxBytes(MaxBytes)
    ) u_store (
      .clk_i, .rst_i, .extent_i, .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep,
      .s_axis_tlast, .s_axis_tdest, .s_axis_tid,
      .packet_valid_o(packet_valid), .packet_dst_o(packet_dst),
      .packet_message_o(packet_message), .packet_bytes_o(packet_bytes),
      .packet_take_i(packet_take), .beat_valid_o(beat_valid), .beat_data_o(beat_data),
      .beat_take_i(beat_take), .error_o, .error_cause_o
    );
  end else begin : gen_announce
    axis_announce #(
      .FlitBits(FlitBits), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .MsgW(MsgW),
      .MaxBytes(MaxBytes)
    ) u_announce (
      .clk_i, .rst_i, .extent_i, .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep,
      .s_axis_tlast, .s_axis_tdest, .s_axis_tid, .s_axis_tuser,
      .packet_valid_o(packet_valid), .packet_dst_o(packet_dst),
      .packet_message_o(packet_message), .packet_bytes_o(packet_bytes),
      .packet_take_i(packet_take), .beat_valid_o(beat_valid), .beat_data_o(beat_data),
      .beat_take_i(beat_take), .error_o, .error_cause_o
    );
  end

  axis_pack #(
    .FlitBits(FlitBits), .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW), .HeadBits(HeadBits)
  ) u_pack (
    .clk_i, .rst_i, .packet_valid_i(packet_valid), .packet_dst_i(packet_dst),
    .packet_message_i(packet_message), .packet_bytes_i(packet_bytes),
    .packet_take_o(packet_take), .beat_valid_i(beat_valid), .beat_data_i(beat_data),
    .beat_take_o(beat_take), .flit_valid_o, .flit_dst_o, .flit_message_o, .flit_flits_o,
    .flit_data_o, .flit_take_i
  );

endmodule
// SPDX-License-Identifier: MIT
