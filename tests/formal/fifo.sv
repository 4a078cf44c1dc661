  // level   pushes minus pops of a queue is its count, 0 to Depth, and the distance of its
  //         positions
  // order   an entry leaves its queue after exactly those that were in it before: it is then at the
  //         front with the tag it came with; its payload can be read at its slot from the cycle
  //         after the push until that slot is written again, which does not happen before it leaves
  //
  // front   with FrontRegs = 1 the register is the tag in the memory at the front, 0 while empty;
  //         filled is whether there are entries
  // pass    with Bypass = 1 what is pushed into an empty queue is at its front, with its tag, and a
  //         pop in that cycle takes it from its slot
  //
  // For one queue and one entry, chosen freely. Contract of the driver: queues that exist, and for
  // the chosen queue no push when full and no pop when empty, but with Bypass = 1 that of the entry
  // pushed; other queues may do what they like.
  `include "reset.svh"

  (* anyconst *) logic [QueueW-1:0] queue;
  (* anyseq *)   logic              mark;  // the entry that is pushed in this cycle is the one

  logic            push, pop;              // of the queue
  logic [CntW:0]   level;                  // counted here
  logic [CntW-1:0] count;
  logic [PtrW-1:0] wr, rd;
  assign push  = push_i && push_queue_i == queue;
  assign pop   = pop_i && pop_queue_i == queue;
  assign count = count_o[32'(queue)*CntW +: CntW];
  assign wr    = wr_o[32'(queue)*PtrW +: PtrW];
  assign rd    = rd_o[32'(queue)*PtrW +: PtrW];
  always_comb begin
    assume (32'(queue) < Queues);
    assume (!push_i || 32'(push_queue_i) < Queues);
    assume (!pop_i || 32'(pop_queue_i) < Queues);
    assume (!push || 32'(level) < Depth);
    assume (!pop || level != '0 || (Bypass == 1 && push));
  end

  logic in_range;  // positions of all queues
  always_comb begin
    in_range = 1'b1;
    for (int unsigned q = 0; q < Queues; q++) begin
      if (32'(wr_o[q*PtrW +: PtrW]) >= Depth || 32'(rd_o[q*PtrW +: PtrW]) >= Depth) begin
        in_range = 1'b0;
      end
    end
  end

  // The position that lies `offset` entries behind the front.
  function automatic logic [PtrW-1:0] behind(input logic [PtrW-1:0] front,
                                             input logic [CntW-1:0] offset);
    behind = (32'(front) + 32'(offset) >= Depth) ? PtrW'(32'(front) + 32'(offset) - Depth)
                                                 : PtrW'(32'(front) + 32'(offset));
  endfunction

  logic [TagW-1:0] in_memory;  // the tag at the front
  assign in_memory = (count == '0) ? '0 : tag_mem[SlotW'(32'(queue) * Depth + 32'(rd))];

  always_ff @(posedge clk_i) begin
    if (rst_i) level <= '0;
    else level <= level + (CntW + 1)'(push) - (CntW + 1)'(pop);
  end
  always_comb begin
    if (up) begin
      level_count: assert (32'(level) == 32'(count));
      level_bound: assert (32'(count) <= Depth);
      inv_level:   assert (32'(level) == 32'(count) && 32'(count) <= Depth);
      inv_range:   assert (in_range);
      inv_place:   assert (wr == behind(rd, count));
      front_same:  assert (FrontRegs == 0 || front[32'(queue)*TagW +: TagW] == in_memory);
      front_there: assert (filled_o[queue] == (count != '0));
      inv_front:   assert (FrontRegs == 0 || front[32'(queue)*TagW +: TagW] == in_memory);
      inv_there:   assert (filled_o[queue] == (count != '0));
      pass_tag:    assert (Bypass == 0 || !push || count != '0 ||
                           front_tag_o[32'(queue)*TagW +: TagW] == push_tag_i);
      pass_slot:   assert (Bypass == 0 || !(push && pop) || count != '0 ||
                           pop_slot_o == push_slot_o);
    end
  end

  // order
  logic                held;     // the marked entry is in the queue ..
  logic [CntW-1:0]     ahead;    // .. and these many leave before it
  logic                stored;   // its slot has not been written since
  logic [SlotW-1:0]    slot;
  logic [TagW-1:0]     tag;
  logic [PayloadW-1:0] payload;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      held   <= 1'b0;
      stored <= 1'b0;
    end else if (push && mark && !held) begin
      held    <= !pop || count != '0;  // else it only passes
      ahead   <= count - CntW'(pop);
      stored  <= 1'b1;
      slot    <= SlotW'(32'(queue) * Depth + 32'(wr));
      tag     <= push_tag_i;
      payload <= push_payload_i;
    end else begin
      if (pop && held && ahead == '0) held <= 1'b0;
      if (pop && held && ahead != '0) ahead <= ahead - 1'b1;
      if (wr_en_o && push_slot_o == slot) stored <= 1'b0;
    end
  end
  always_comb begin
    if (up) begin
      order_slot:    assert (!(held && ahead == '0 && pop) || pop_slot_o == slot);
      order_tag:     assert (!(held && ahead == '0) ||
                             front_tag_o[32'(queue)*TagW +: TagW] == tag);
      order_payload: assert (!(stored && rd_en_i && rd_slot_i == slot) || rd_payload_o == payload);
      order_empty:   assert (count != '0 || (Bypass == 1 && push) ||
                             front_tag_o[32'(queue)*TagW +: TagW] == '0);
      order_kept:    assert (!(held && wr_en_o && push_slot_o == slot));
      order_held:     assert (!held || (stored && ahead < count &&
                             32'(slot) == 32'(queue) * Depth + 32'(behind(rd, ahead))));
      order_range:     assert (!stored || 32'(slot) < Queues * Depth);
      order_stored:    assert (!stored || (tag_mem[slot] == tag && payload_mem[slot] == payload));
    end
  end
