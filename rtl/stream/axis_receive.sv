// axis_receive -- a stream out of one virtual network: deliveries of the host port as packets of
// bytes, whole, one after the other.
//
//   del_* --> axis_gather --> read_* --> axis_unpack --> m_axis_*
//
// Checked by tests/stream.  docs/axi-stream.md.

module axis_receive #(
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Networks = 1,
  parameter  int unsigned Network  = 0,  // which of them
  parameter  int unsigned AddrW    = 6,
  parameter  int unsigned LenW     = 4,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned AgeW     = 0,
  parameter  int unsigned LookW    = 0,  // bits of the route in a head
  parameter  int unsigned MaxFlits = 8,  // of a packet, 2 to 2^LenW - 1
  parameter  int unsigned DataReset = 0,  // 1: m_axis_tdata is reset too
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW     = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned Bytes    = FlitBits / 8
) (
  input  logic                clk_i,
  input  logic                rst_i,         // synchronous, active high

  input  logic                del_valid_i,   // a delivery of this network
  input  logic [VcW-1:0]      del_vc_i,
  input  logic [1:0]          del_kind_i,
  input  logic [AddrW-1:0]    del_source_i,
  input  logic [MsgW-1:0]     del_message_i,
  input  logic [FlitBits-1:0] del_data_i,
  output logic                del_ready_o,

  output logic                m_axis_tvalid,
  input  logic                m_axis_tready,
  output logic [FlitBits-1:0] m_axis_tdata,
  output logic [Bytes-1:0]    m_axis_tkeep,
  output logic                m_axis_tlast,
  output logic [AddrW-1:0]    m_axis_tid,    // address of the source
  output logic [MsgW-1:0]     m_axis_tuser,  // message number
  output logic                overlong_o     // a packet is swallowed
);

  localparam int unsigned Queues   = Vcs / Networks;
  localparam int unsigned QueueW   = (Queues > 1) ? $clog2(Queues) : 1;
  localparam int unsigned HeadBits = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW, LookW + AgeW);

  if (Networks < 1 || Vcs % Networks != 0 || Network >= Networks) begin : gen_bad_networks
    $error("axis_receive: Networks must divide Vcs, Network be below Networks");
  end
  if (HeadBits + 8 > FlitBits) begin : gen_bad_head
    $error("axis_receive: FlitBits must leave 8 data bits in a head");
  end
  if (MaxFlits < 2 || MaxFlits >= (1 << LenW)) begin : gen_bad_flits
    $error("axis_receive: MaxFlits must be 2 to 2^LenW - 1");
  end

  logic [Queues-1:0]   whole;
  logic                read, read_last;
  logic [QueueW-1:0]   read_queue;
  logic [FlitBits-1:0] read_data;

  axis_gather #(
    .Queues(Queues), .FirstVc(Network * Queues), .VcW(VcW), .FlitBits(FlitBits), .AddrW(AddrW),
    .MsgW(MsgW), .HeadBits(HeadBits), .MaxFlits(MaxFlits)
  ) u_gather (
    .clk_i, .rst_i, .del_valid_i, .del_vc_i, .del_kind_i, .del_source_i, .del_message_i,
    .del_data_i, .del_ready_o, .whole_o(whole), .read_i(read), .read_queue_i(read_queue),
    .read_last_o(read_last), .read_data_o(read_data), .overlong_o
  );

  axis_unpack #(
    .Queues(Queues), .FlitBits(FlitBits), .AddrW(AddrW), .MsgW(MsgW), .HeadBits(HeadBits),
    .DataReset(DataReset)
  ) u_unpack (
    .clk_i, .rst_i, .whole_i(whole), .read_o(read), .read_queue_o(read_queue),
    .read_last_i(read_last), .read_data_i(read_data), .m_axis_tvalid, .m_axis_tready,
    .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tid, .m_axis_tuser
  );

endmodule
// SPDX-License-Identifier: MIT
