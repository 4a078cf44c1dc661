// axis_gather -- the deliveries of one virtual network, gathered into whole packets: a queue a VC.
//
// Flits of packets on different VCs alternate, and the network has one ready for all of them. So a
// packet is let out only when all of it is in its queue, and a queue holds the largest packet: one
// that is full has a packet to let out.
//
//   del_* --> queue of VC q --> read_*, while whole_o[q]
//               ga_start: first flit of the packet that comes in; ga_wr goes back there if it is
//               longer than a queue, and the rest of it is swallowed
//
// A packet of one flit that says that no byte of it is there is swallowed too.
//
// Checked by tests/stream.  docs/axi-stream.md, "axis_gather".

module axis_gather #(
  parameter  int unsigned Queues   = 4,   // VCs of the network, 1 to 16
  parameter  int unsigned FirstVc  = 0,   // the lowest of them
  parameter  int unsigned VcW      = 2,
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned AddrW    = 6,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned HeadBits = 28,
  parameter  int unsigned MaxFlits = 8,   // of a packet
  localparam int unsigned QueueW   = (Queues > 1) ? $clog2(Queues) : 1,
  localparam int unsigned PtrW     = (MaxFlits > 1) ? $clog2(MaxFlits) : 1,
  localparam int unsigned CntW     = $clog2(MaxFlits + 1),
  localparam int unsigned SlotW    = (Queues * MaxFlits > 1) ? $clog2(Queues * MaxFlits) : 1
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

  output logic [Queues-1:0]   whole_o,       // bit q: queue q has a whole packet
  input  logic                read_i,        // the front ..
  input  logic [QueueW-1:0]   read_queue_i,  // .. of this queue leaves
  output logic                read_last_o,   // it is the last of its packet
  output logic [FlitBits-1:0] read_data_o,   // of first flits {data, message, source}
  output logic                overlong_o     // a packet is swallowed
);

  localparam int unsigned ByteW = $clog2(FlitBits / 8);
  localparam int unsigned First = (FlitBits - HeadBits - ByteW) / 8;  // bytes of a first flit

  localparam logic [PtrW-1:0] Last = PtrW'(MaxFlits - 1);  // the position before 0

  logic [FlitBits:0]      flit_mem [Queues*MaxFlits];  // {data, last}

  logic [Queues*PtrW-1:0] ga_wr, ga_rd, ga_start;
  logic [Queues*CntW-1:0] ga_count, ga_in, ga_whole;
  logic [Queues-1:0]      ga_drop;

  logic [QueueW-1:0]      queue;      // of the delivery
  logic                   taken;      // it counts
  logic                   too_long;
  logic                   no_byte;    // a packet of one flit has none
  logic                   write;
  logic [FlitBits-1:0]    data;
  logic [SlotW-1:0]       read_slot;
  logic [Queues-1:0]      in, out;    // bit q: a flit is written, read
  logic [Queues-1:0]      back;       // bit q: the packet that comes in is taken back
  logic [Queues-1:0]      fill, done; // bit q: a last flit is written, read

  function automatic logic [PtrW-1:0] next(input logic [PtrW-1:0] position);
    next = (position == Last) ? '0 : position + 1'b1;
  endfunction

  assign queue       = QueueW'(32'(del_vc_i) - FirstVc);
  assign del_ready_o = ga_drop[queue] || 32'(ga_count[32'(queue)*CntW +: CntW]) < MaxFlits;
  assign taken       = del_valid_i && del_ready_o && !ga_drop[queue];
  assign too_long    = taken && !del_kind_i[1] &&
                       32'(ga_in[32'(queue)*CntW +: CntW]) + 1 == MaxFlits;
  assign no_byte     = taken && del_kind_i == 2'b11 &&
                       32'(del_data_i[HeadBits +: ByteW]) + 1 > First;
  assign write       = taken && !too_long && !no_byte;

  always_comb begin
    data = del_data_i;
    if (del_kind_i[0]) data[AddrW+MsgW-1:0] = {del_message_i, del_source_i};
  end

  assign read_slot = SlotW'(32'(read_queue_i) * MaxFlits +
                            32'(ga_rd[32'(read_queue_i)*PtrW +: PtrW]));
  assign {read_data_o, read_last_o} = flit_mem[read_slot];

  always_comb begin
    for (int unsigned q = 0; q < Queues; q++) begin
      in[q]      = write && 32'(queue) == q;
      out[q]     = read_i && 32'(read_queue_i) == q;
      back[q]    = too_long && 32'(queue) == q;
      fill[q]    = in[q] && del_kind_i[1];
      done[q]    = out[q] && read_last_o;
      whole_o[q] = ga_whole[q*CntW +: CntW] != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write) begin
      flit_mem[SlotW'(32'(queue) * MaxFlits + 32'(ga_wr[32'(queue)*PtrW +: PtrW]))] <=
          {data, del_kind_i[1]};
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      ga_wr      <= '0;
      ga_rd      <= '0;
      ga_start   <= '0;
      ga_count   <= '0;
      ga_in      <= '0;
      ga_whole   <= '0;
      ga_drop    <= '0;
      overlong_o <= 1'b0;
    end else begin
      overlong_o <= too_long || no_byte;
      for (int unsigned q = 0; q < Queues; q++) begin
        ga_count[q*CntW +: CntW] <= ga_count[q*CntW +: CntW] + CntW'(in[q]) - CntW'(out[q]) -
                                    (back[q] ? ga_in[q*CntW +: CntW] : '0);
        ga_whole[q*CntW +: CntW] <= ga_whole[q*CntW +: CntW] + CntW'(fill[q]) - CntW'(done[q]);
        if (out[q]) ga_rd[q*PtrW +: PtrW] <= next(ga_rd[q*PtrW +: PtrW]);
        if (back[q]) begin
          ga_wr[q*PtrW +: PtrW] <= ga_start[q*PtrW +: PtrW];
          ga_in[q*CntW +: CntW] <= '0;
        end else if (in[q]) begin
          ga_wr[q*PtrW +: PtrW] <= next(ga_wr[q*PtrW +: PtrW]);
          ga_in[q*CntW +: CntW] <= fill[q] ? '0 : ga_in[q*CntW +: CntW] + 1'b1;
          if (fill[q]) ga_start[q*PtrW +: PtrW] <= next(ga_wr[q*PtrW +: PtrW]);
        end
        if (del_valid_i && 32'(queue) == q) begin
          if (back[q]) ga_drop[q] <= 1'b1;
          else if (del_kind_i[1]) ga_drop[q] <= 1'b0;
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && read_i) begin
      a_whole: assert (whole_o[read_queue_i]);
    end
    if (!rst_i && taken) begin
      a_own:   assert (32'(del_vc_i) - FirstVc < Queues);
      a_first: assert (del_kind_i[0] == (ga_in[32'(queue)*CntW +: CntW] == '0));
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
