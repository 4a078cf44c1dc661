// axis_pack -- a packet of bytes as flits for the host port: a first one with room for First bytes,
// each other with the next Bytes.
//
//   beats   | b0 .. ............ b7 | b8 .. ........... b15 |          Bytes = 8, First = 3
//   flits   | head, b0 .. b2 | b3 ............... b10 | b11 .. b15, 0, 0, 0 |   empty = 3
//
//   pk_carry  the upper bytes of the last beat, which the next flit begins with
//
// Checked by tests/stream.  docs/axi-stream.md, "Packets" and "axis_pack".

module axis_pack #(
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned AddrW    = 6,
  parameter  int unsigned LenW     = 4,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned HeadBits = 28,
  localparam int unsigned Bytes    = FlitBits / 8,
  localparam int unsigned ByteW    = $clog2(Bytes)
) (
  input  logic                clk_i,
  input  logic                rst_i,           // synchronous, active high

  input  logic                packet_valid_i,  // a packet ..
  input  logic [AddrW-1:0]    packet_dst_i,
  input  logic [MsgW-1:0]     packet_message_i,
  input  logic [15:0]         packet_bytes_i,
  output logic                packet_take_o,   // .. taken with its first beat
  input  logic                beat_valid_i,
  input  logic [FlitBits-1:0] beat_data_i,
  output logic                beat_take_o,

  output logic                flit_valid_o,    // a beat for the host port ..
  output logic [AddrW-1:0]    flit_dst_o,      // .. with the first of a packet
  output logic [MsgW-1:0]     flit_message_o,
  output logic [LenW-1:0]     flit_flits_o,
  output logic [FlitBits-1:0] flit_data_o,
  input  logic                flit_take_i      // .. is accepted
);

  localparam int unsigned First = (FlitBits - HeadBits - ByteW) / 8;
  localparam logic [FlitBits-1:0] FirstMask = FlitBits'((257'd1 << (8 * First)) - 257'd1);

  logic [LenW-1:0]     pk_left;
  logic [15-ByteW:0]   pk_beats;
  logic [FlitBits-1:0] pk_carry;

  logic                first;   // a packet begins
  logic                more;    // the flit needs a beat
  logic [15:0]         beyond;  // bytes that are not in the first flit
  logic                single;  // there are none
  logic [ByteW-1:0]    empty;
  logic [FlitBits-1:0] low;     // the beat's First bytes that come next

  assign first  = pk_left == '0;
  assign more   = first || pk_beats != '0;
  assign beyond = packet_bytes_i - 16'(First);
  assign single = packet_bytes_i <= 16'(First);
  assign empty  = ByteW'(First) - packet_bytes_i[ByteW-1:0];
  assign low    = beat_data_i & FirstMask;

  assign flit_valid_o   = first ? packet_valid_i && beat_valid_i : !more || beat_valid_i;
  assign flit_dst_o     = packet_dst_i;
  assign flit_message_o = packet_message_i;
  assign flit_flits_o   = single ? LenW'(1)
                                 : LenW'((17'(beyond) + 17'(Bytes - 1)) >> ByteW) + 1'b1;

  always_comb begin
    if (first) begin
      flit_data_o = (low << (HeadBits + ByteW)) | (FlitBits'(empty) << HeadBits);
    end else begin
      flit_data_o = pk_carry;
      if (more) flit_data_o = pk_carry | (low << (FlitBits - 8 * First));
    end
  end

  assign packet_take_o = flit_take_i && first;
  assign beat_take_o   = flit_take_i && more;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      pk_left  <= '0;
      pk_beats <= '0;
      pk_carry <= '0;
    end else if (flit_take_i) begin
      pk_left <= first ? flit_flits_o - 1'b1 : pk_left - 1'b1;
      if (first) pk_beats <= (16-ByteW)'((packet_bytes_i - 16'd1) >> ByteW);
      else if (more) pk_beats <= pk_beats - 1'b1;
      if (more) pk_carry <= beat_data_i >> (8 * First);
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && flit_take_i) begin
      a_offered: assert (flit_valid_o);
      a_enough:  assert (first || 32'(pk_left) >= 32'(pk_beats));
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
