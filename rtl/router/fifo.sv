// fifo -- Queues queues in one memory with one write port and one read port.
//
// An entry is a payload and a tag. A push writes at the queue's write position, a pop advances its
// read position. The tags of all fronts are visible; payloads are read by slot, so that a reader
// may pop first and fetch the payload a cycle later. The wires that the memories write from are
// outputs, so that the checker names a wrong write in its own cycle. With FrontRegs = 1 the tags of
// the fronts are registers, loaded with what the fronts will be, and so is which queues have any:
// nobody waits for a memory then, nor for a comparison.
// SyncRead = 1: the payload memory is read at the clock edge, as an SRAM is, for the next cycle.
// Bypass = 1: what is pushed into an empty queue is at its front in the same cycle, and may be
// popped: both positions advance, and its payload is read later, as ever.
// LateW > 0: so many bits of a tag come in the cycle after its push, since what they follow from is
// read at the clock edge as well. They have a memory of their own, which is written then, and a
// front shows them in that cycle already: whoever looks at fronts sees no difference.
//
//   Queues = 2, Depth = 4      slot = queue * Depth + position
//
//   slot    0   1   2   3     4   5   6   7
//         [ .   a   b   . ] [ .   .   .   c ]
//               ^rd     ^wr   ^wr         ^rd      count 2 and 1
//
// Golden model: csim/router/fifo.c.  docs/microarchitecture.md, section 4.

module fifo #(
  parameter  int unsigned Queues    = 4,  // 1 to 16
  parameter  int unsigned Depth     = 8,  // entries a queue holds, 1 to 640
  parameter  int unsigned PayloadW  = 64,
  parameter  int unsigned TagW      = 6,
  parameter  int unsigned FrontRegs = 0,  // 1: front tags come from registers
  parameter  int unsigned Bypass    = 0,  // 1: a push into an empty queue is at its front at once
  parameter  int unsigned SyncRead  = 0,  // 1: the payload is read at the clock edge
  parameter  int unsigned LateW     = 0,  // bits of a tag that come a cycle later; not with Bypass
  parameter  int unsigned LateLsb   = 0,  // .. the lowest of them
  localparam int unsigned LatePinW  = (LateW > 0) ? LateW : 1,
  localparam int unsigned QueueW    = (Queues > 1) ? $clog2(Queues) : 1,
  localparam int unsigned PtrW      = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW      = $clog2(Depth + 1),
  localparam int unsigned SlotW     = (Queues * Depth > 1) ? $clog2(Queues * Depth) : 1
) (
  input  logic                   clk_i,
  input  logic                   rst_i,           // synchronous, active high

  input  logic                   push_i,          // an entry is written ..
  input  logic [QueueW-1:0]      push_queue_i,    // .. into this queue
  input  logic [TagW-1:0]        push_tag_i,
  input  logic [PayloadW-1:0]    push_payload_i,
  // Not looked at with LateW = 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [LatePinW-1:0]    late_bits_i,     // of the tag pushed in the last cycle, 0 in it
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic                   pop_i,           // a front is removed ..
  input  logic [QueueW-1:0]      pop_queue_i,     // .. from this queue
  input  logic                   rd_en_i,         // the payload memory is read ..
  input  logic [SlotW-1:0]       rd_slot_i,       // .. at this slot

  output logic                   wr_en_o,         // the memories are written ..
  output logic [SlotW-1:0]       push_slot_o,     // .. at this slot; 0 without a push, as below
  output logic [TagW-1:0]        wr_tag_o,        // .. with this tag
  output logic [PayloadW-1:0]    wr_payload_o,    // .. and this payload
  output logic [LatePinW-1:0]    wr_late_o,       // late bits written; 0 if none
  output logic [SlotW-1:0]       pop_slot_o,      // slot of the entry popped; 0 without a pop
  output logic [Queues*TagW-1:0] front_tag_o,     // tag of each front; 0 while the queue is empty
  output logic [Queues-1:0]      filled_o,        // bit q: queue q has entries
  output logic [PayloadW-1:0]    rd_payload_o,    // payload read; 0 without a read

  output logic [Queues*PtrW-1:0] wr_o,            // state: next position to write
  output logic [Queues*PtrW-1:0] rd_o,            // state: position of the front
  output logic [Queues*CntW-1:0] count_o,         // state: entries in the queue
  output logic                   read_o,          // state: read at the last edge; SyncRead = 0: 0
  output logic                   late_o,          // state: late bits come; LateW = 0: 0, as below
  output logic [QueueW-1:0]      late_queue_o,    // .. those of the entry of this queue ..
  output logic [PtrW-1:0]        late_position_o, // .. at this position
  output logic [Queues*TagW-1:0] front_o          // state: tags of the fronts; FrontRegs = 0: 0
);

  if (Queues < 1 || Queues > 16 || Depth < 1 || Depth > 640) begin : gen_bad_shape
    $error("fifo: Queues must be 1 to 16, Depth 1 to 640");
  end
  if (FrontRegs > 1 || Bypass > 1 || SyncRead > 1 || (Bypass == 1 && SyncRead == 1))
  begin : gen_bad_front
    $error("fifo: FrontRegs, Bypass and SyncRead must be 0 or 1, not both of the last two 1");
  end

  if (LateW > 0 && (Bypass == 1 || LateLsb + LateW > TagW)) begin : gen_bad_late
    $error("fifo: late bits must be in the tag, and not be with Bypass");
  end

  localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);  // the position before 0
  localparam int unsigned     KeptW = (TagW > LateW) ? TagW - LateW : 1;  // that come with a push
  localparam logic [TagW-1:0] Below = (TagW'(1) << LateLsb) - 1'b1;       // bits below the late

  logic [PayloadW-1:0] payload_mem [Queues*Depth];
  logic [KeptW-1:0]    tag_mem     [Queues*Depth];  // the tags but for their late bits
  logic [Queues*TagW-1:0] front;  // tags of the entries at the fronts; 0 while a queue is empty
  logic [Queues-1:0]      lacks;  // bit q: late bits of the front of queue q come in this cycle
  logic [LatePinW-1:0]    late_read [Queues];  // late bits beside the tag that is read

  function automatic logic [PtrW-1:0] next(input logic [PtrW-1:0] position);
    next = (position == Last) ? '0 : position + 1'b1;
  endfunction

  // A tag as tag_mem keeps it, and back.
  function automatic logic [KeptW-1:0] kept(input logic [TagW-1:0] tag);
    kept = KeptW'(((tag >> (LateLsb + LateW)) << LateLsb) | (tag & Below));
  endfunction

  function automatic logic [TagW-1:0] whole(input logic [KeptW-1:0] bits,
                                            input logic [LatePinW-1:0] late);
    whole = ((TagW'(bits) >> LateLsb) << (LateLsb + LateW)) | (TagW'(bits) & Below) |
            (TagW'(late) << LateLsb);
  endfunction

  assign wr_en_o = push_i;

  always_comb begin
    push_slot_o  = '0;
    wr_tag_o     = '0;
    wr_payload_o = '0;
    if (push_i) begin
      push_slot_o  = SlotW'(32'(push_queue_i) * Depth +
                            32'(wr_o[32'(push_queue_i)*PtrW +: PtrW]));
      wr_tag_o     = push_tag_i;
      wr_payload_o = push_payload_i;
    end
  end

  always_comb begin
    pop_slot_o = '0;
    if (pop_i) begin
      pop_slot_o = SlotW'(32'(pop_queue_i) * Depth + 32'(rd_o[32'(pop_queue_i)*PtrW +: PtrW]));
    end
  end

  if (SyncRead == 1) begin : gen_sync_read
    logic [PayloadW-1:0] word;  // of the memory, which has no reset

    always_ff @(posedge clk_i) begin
      if (rd_en_i) word <= payload_mem[rd_slot_i];
    end
    always_ff @(posedge clk_i) begin
      if (rst_i) read_o <= 1'b0;
      else       read_o <= rd_en_i;
    end
    assign rd_payload_o = read_o ? word : '0;
  end else begin : gen_direct_read
    assign read_o       = 1'b0;
    assign rd_payload_o = rd_en_i ? payload_mem[rd_slot_i] : '0;
  end

  always_ff @(posedge clk_i) begin
    if (wr_en_o) begin
      payload_mem[push_slot_o] <= wr_payload_o;
      tag_mem[push_slot_o]     <= kept(wr_tag_o);
    end
  end

  // The tags are read where the front is, for front registers behind it. An entry is not popped
  // before the cycle of its late bits, so it stands where it was pushed.
  if (LateW > 0) begin : gen_late
    logic [LateW-1:0]  late_mem [Queues*Depth];
    logic [SlotW-1:0]  late_slot;
    logic [PtrW-1:0]   looked [Queues];  // the position that is read
    logic [Queues-1:0] mine;             // bit q: the late bits are of queue q

    assign wr_late_o = late_o ? late_bits_i : '0;
    assign late_slot = SlotW'(32'(late_queue_o) * Depth + 32'(late_position_o));

    always_comb begin
      for (int unsigned q = 0; q < Queues; q++) begin
        looked[q]    = (FrontRegs == 1) ? next(rd_o[q*PtrW +: PtrW]) : rd_o[q*PtrW +: PtrW];
        mine[q]      = late_o && 32'(late_queue_o) == q;
        lacks[q]     = mine[q] && late_position_o == rd_o[q*PtrW +: PtrW];
        late_read[q] = (mine[q] && late_position_o == looked[q]) ? late_bits_i
                                                  : late_mem[SlotW'(q * Depth + 32'(looked[q]))];
      end
    end

    always_ff @(posedge clk_i) begin
      if (late_o) late_mem[late_slot] <= wr_late_o;
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        late_o          <= 1'b0;
        late_queue_o    <= '0;
        late_position_o <= '0;
      end else begin
        late_o <= push_i;
        if (push_i) begin
          late_queue_o    <= push_queue_i;
          late_position_o <= wr_o[32'(push_queue_i)*PtrW +: PtrW];
        end
      end
    end
  end else begin : gen_no_late
    assign {wr_late_o, late_o, late_queue_o, late_position_o, lacks} = '0;
    always_comb begin
      for (int unsigned q = 0; q < Queues; q++) late_read[q] = '0;
    end
  end

  if (FrontRegs == 1) begin : gen_front_regs
    // A queue at a time, so that the pop, which comes late in a cycle, chooses between values that
    // are there by then.
    logic [Queues-1:0] pushed, popped;  // this queue is
    logic [TagW-1:0]   after [Queues];  // the front behind a pop
    logic [Queues-1:0] more;            // the queue has entries behind it

    always_comb begin
      pushed = '0;
      popped = '0;
      more   = '0;
      for (int unsigned q = 0; q < Queues; q++) begin
        pushed[q] = push_i && 32'(push_queue_i) == q;
        popped[q] = pop_i && 32'(pop_queue_i) == q;
        after[q]  = '0;
        more[q]   = 32'(count_o[q*CntW +: CntW]) > 1;
        if (more[q]) begin
          after[q] = whole(tag_mem[SlotW'(q * Depth + 32'(next(rd_o[q*PtrW +: PtrW])))],
                           late_read[q]);
        end else if (pushed[q]) begin
          after[q] = push_tag_i;
        end
        if (Bypass == 1 && !filled_o[q]) after[q] = '0;  // it only passes
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        wr_o     <= '0;
        rd_o     <= '0;
        count_o  <= '0;
        front    <= '0;
        filled_o <= '0;
      end else if (push_i || pop_i || late_o) begin
        for (int unsigned q = 0; q < Queues; q++) begin
          if (pushed[q]) wr_o[q*PtrW +: PtrW] <= next(wr_o[q*PtrW +: PtrW]);
          if (popped[q]) begin
            rd_o[q*PtrW +: PtrW]  <= next(rd_o[q*PtrW +: PtrW]);
            front[q*TagW +: TagW] <= after[q];
            if (!pushed[q]) begin
              count_o[q*CntW +: CntW] <= count_o[q*CntW +: CntW] - 1'b1;
              filled_o[q]             <= more[q];
            end
          end else if (pushed[q]) begin
            count_o[q*CntW +: CntW] <= count_o[q*CntW +: CntW] + 1'b1;
            filled_o[q]             <= 1'b1;
            if (!filled_o[q]) front[q*TagW +: TagW] <= push_tag_i;
          end
          if (lacks[q] && !popped[q]) front[q*TagW +: TagW] <= front_tag_o[q*TagW +: TagW];
        end
      end
    end
    assign front_o = front;
  end else begin : gen_front_read
    assign front_o = '0;

    always_comb begin
      for (int unsigned q = 0; q < Queues; q++) filled_o[q] = count_o[q*CntW +: CntW] != '0;
    end

    always_comb begin
      front = '0;
      if (count_o != '0) begin
        for (int unsigned q = 0; q < Queues; q++) begin
          if (count_o[q*CntW +: CntW] != '0) begin
            front[q*TagW +: TagW] =
                whole(tag_mem[SlotW'(q * Depth + 32'(rd_o[q*PtrW +: PtrW]))], late_read[q]);
          end
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        wr_o    <= '0;
        rd_o    <= '0;
        count_o <= '0;
      end else begin
        if (push_i) begin
          wr_o[32'(push_queue_i)*PtrW +: PtrW] <= next(wr_o[32'(push_queue_i)*PtrW +: PtrW]);
          if (!(pop_i && pop_queue_i == push_queue_i)) begin
            count_o[32'(push_queue_i)*CntW +: CntW] <=
                count_o[32'(push_queue_i)*CntW +: CntW] + 1'b1;
          end
        end
        if (pop_i) begin
          rd_o[32'(pop_queue_i)*PtrW +: PtrW] <= next(rd_o[32'(pop_queue_i)*PtrW +: PtrW]);
          if (!(push_i && pop_queue_i == push_queue_i)) begin
            count_o[32'(pop_queue_i)*CntW +: CntW] <= count_o[32'(pop_queue_i)*CntW +: CntW] - 1'b1;
          end
        end
      end
    end
  end

  if (Bypass == 1) begin : gen_bypass
    always_comb begin
      front_tag_o = front;
      for (int unsigned q = 0; q < Queues; q++) begin
        if (push_i && 32'(push_queue_i) == q && !filled_o[q]) begin
          front_tag_o[q*TagW +: TagW] |= push_tag_i;  // over 0
        end
      end
    end
  end else if (FrontRegs == 1 && LateW > 0) begin : gen_late_front
    always_comb begin
      front_tag_o = front;
      for (int unsigned q = 0; q < Queues; q++) begin
        if (lacks[q]) front_tag_o[q*TagW +: TagW] |= TagW'(late_bits_i) << LateLsb;  // over 0
      end
    end
  end else begin : gen_at_front
    assign front_tag_o = front;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && push_i) begin
      a_queue: assert (32'(push_queue_i) < Queues);
      a_room:  assert (32'(count_o[32'(push_queue_i)*CntW +: CntW]) < Depth);
      a_later: assert (LateW == 0 || push_tag_i == whole(kept(push_tag_i), '0));
      c_both:  cover (pop_i && pop_queue_i == push_queue_i);
    end
    if (!rst_i && pop_i) begin
      a_filled: assert (filled_o[pop_queue_i] == (count_o[32'(pop_queue_i)*CntW +: CntW] != '0));
      a_entry: assert (count_o[32'(pop_queue_i)*CntW +: CntW] != '0 ||
                       (Bypass == 1 && push_i && push_queue_i == pop_queue_i));
      if (Bypass == 1) begin
        c_passes: cover (count_o[32'(pop_queue_i)*CntW +: CntW] == '0);
      end
      if (LateW > 0) begin
        c_late: cover (lacks[pop_queue_i]);
      end
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
