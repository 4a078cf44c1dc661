// axis_unpack -- packets of flits as packets of bytes on a stream, one after the other.
//
//   idle  the head of a packet: the first First bytes wait, tid and tuser are known
//   body  a flit: a beat of what waits and of its lower bytes; its First upper bytes wait
//   rest  what waits goes out alone
//
//   flits   | head, b0 .. b2 | b3 ............... b10 | b11 .. b15, 0, 0, 0 |   First = 3
//   beats                    | b0 ............ b7     | b8 ........... b15  |
//
// Packets with more than a First left behind the last whole beat need the rest.
//
// Checked by tests/stream.  docs/axi-stream.md, "Packets" and "axis_unpack".

module axis_unpack #(
  parameter  int unsigned Queues   = 4,   // 1 to 16
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned AddrW    = 6,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned HeadBits = 28,
  parameter  int unsigned DataReset = 1,  // 0: m_axis_tdata is not reset
  localparam int unsigned QueueW   = (Queues > 1) ? $clog2(Queues) : 1,
  localparam int unsigned Bytes    = FlitBits / 8
) (
  input  logic                clk_i,
  input  logic                rst_i,         // synchronous, active high

  input  logic [Queues-1:0]   whole_i,       // bit q: queue q has a whole packet
  output logic                read_o,        // the front ..
  output logic [QueueW-1:0]   read_queue_o,  // .. of this queue leaves
  input  logic                read_last_i,
  input  logic [FlitBits-1:0] read_data_i,

  output logic                m_axis_tvalid,
  input  logic                m_axis_tready,
  output logic [FlitBits-1:0] m_axis_tdata,
  output logic [Bytes-1:0]    m_axis_tkeep,
  output logic                m_axis_tlast,
  output logic [AddrW-1:0]    m_axis_tid,    // address of the source
  output logic [MsgW-1:0]     m_axis_tuser   // message number
);

  localparam int unsigned ByteW = $clog2(Bytes);
  localparam int unsigned First = (FlitBits - HeadBits - ByteW) / 8;
  localparam logic [FlitBits-1:0] FirstMask = FlitBits'((257'd1 << (8 * First)) - 257'd1);

  typedef enum logic [1:0] {StateIdle, StateBody, StateRest} state_e;

  state_e              un_state;
  logic [QueueW-1:0]   un_queue, un_ptr;
  logic [ByteW-1:0]    un_empty;
  logic [FlitBits-1:0] un_carry;

  logic                free;            // the stream's registers are
  logic [QueueW-1:0]   win;             // the queue whose packet is next
  logic                starts;          // it begins
  logic [ByteW-1:0]    empty;           // of the packet
  logic                beat, last;      // a beat goes out; the last
  logic [ByteW:0]      bytes;           // of it
  logic [FlitBits-1:0] data;
  logic [Bytes-1:0]    keep;

  assign free         = !m_axis_tvalid || m_axis_tready;
  assign win          = QueueW'(noc_pkg::rr_pick(16'(whole_i), 4'(un_ptr)));
  assign starts       = free && un_state == StateIdle && whole_i != '0;
  assign read_o       = starts || (free && un_state == StateBody);
  assign read_queue_o = (un_state == StateIdle) ? win : un_queue;
  assign empty        = (un_state == StateIdle) ? read_data_i[HeadBits +: ByteW] : un_empty;

  always_comb begin
    beat  = 1'b0;
    last  = 1'b0;
    bytes = '0;
    data  = un_carry;
    unique case (un_state)
      StateIdle: begin
        beat  = starts && read_last_i;
        last  = 1'b1;
        bytes = (ByteW+1)'(First) - (ByteW+1)'(empty);
        data  = (read_data_i >> (HeadBits + ByteW)) & FirstMask;
      end
      StateBody: begin
        beat  = free;
        last  = read_last_i && 32'(empty) + 1 > First;
        bytes = last ? (ByteW+1)'(First + Bytes) - (ByteW+1)'(empty) : (ByteW+1)'(Bytes);
        data  = un_carry | (read_data_i << (8 * First));
      end
      default: begin
        beat  = free;
        last  = 1'b1;
        bytes = (ByteW+1)'(First) - (ByteW+1)'(empty);
      end
    endcase
    for (int unsigned i = 0; i < Bytes; i++) keep[i] = i < 32'(bytes);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      un_state      <= StateIdle;
      un_queue      <= '0;
      un_ptr        <= '0;
      un_empty      <= '0;
      un_carry      <= '0;
      m_axis_tvalid <= 1'b0;
      m_axis_tkeep  <= '0;
      m_axis_tlast  <= 1'b0;
      m_axis_tid    <= '0;
      m_axis_tuser  <= '0;
    end else if (free) begin
      m_axis_tvalid <= beat;
      if (beat) begin
        m_axis_tkeep <= keep;
        m_axis_tlast <= last;
      end
      if (starts) begin
        {m_axis_tuser, m_axis_tid} <= read_data_i[AddrW+MsgW-1:0];
        un_queue <= win;
        un_ptr   <= QueueW'(noc_pkg::rr_next(4'(win), Queues));
        un_empty <= empty;
        un_carry <= (read_data_i >> (HeadBits + ByteW)) & FirstMask;
        if (!read_last_i) un_state <= StateBody;
      end else if (un_state == StateBody) begin
        un_carry <= read_data_i >> (8 * (Bytes - First));
        if (read_last_i) un_state <= last ? StateIdle : StateRest;
      end else begin
        un_state <= StateIdle;
      end
    end
  end

  // Data count while they are valid.
  always_ff @(posedge clk_i) begin
    if (rst_i && DataReset == 1) m_axis_tdata <= '0;
    else if (free && beat) m_axis_tdata <= data;
  end

endmodule
// SPDX-License-Identifier: MIT
