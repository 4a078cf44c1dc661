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
  // late    with LateW > 0 the late bits belong to the entry that was pushed in the cycle before,
  //         the last of its queue; `order` then is about the tag with these bits in it
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
    assume (LateW == 0 || !push_i || push_tag_i == whole(kept(push_tag_i), '0));
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

  // Late bits in memory, of the entry at the front and of the marked one.
  logic [LatePinW-1:0] late_front, late_marked;
  if (LateW > 0) begin : gen_late_memory
    assign late_front  = lacks[queue] ? '0
                                      : gen_late.late_mem[SlotW'(32'(queue) * Depth + 32'(rd))];
    assign late_marked = gen_late.late_mem[slot];
  end else begin : gen_no_late_memory
    assign {late_front, late_marked} = '0;
  end

  logic late;  // bits come for the last entry of the queue
  assign late = late_o && late_queue_o == queue;

  logic [TagW-1:0] in_memory;  // the tag at the front
  assign in_memory = (count == '0) ? '0 : whole(tag_mem[SlotW'(32'(queue) * Depth + 32'(rd))],
                                                late_front);

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
      late_last:   assert (!late || (count != '0 &&
                             late_position_o == behind(rd, count - 1'b1)));
      late_range:  assert (!late_o || (32'(late_queue_o) < Queues &&
                             32'(late_position_o) < Depth));
      late_write:  assert (wr_late_o == ((LateW > 0 && late_o) ? late_bits_i : '0));
      inv_late:    assert (!late || (count != '0 &&
                             late_position_o == behind(rd, count - 1'b1)));
      inv_where:   assert (!late_o || (32'(late_queue_o) < Queues &&
                             32'(late_position_o) < Depth));
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
  logic [TagW-1:0]     tag, tag_now;  // with late bits from the cycle after its push on
  logic                fresh;    // its late bits come in this cycle
  logic [PayloadW-1:0] payload;
  assign tag_now = (LateW > 0 && fresh) ? tag | (TagW'(late_bits_i) << LateLsb) : tag;
  always_ff @(posedge clk_i) begin
    fresh <= LateW > 0 && !rst_i && push && mark && !held;
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
      tag <= tag_now;
      if (pop && held && ahead == '0) held <= 1'b0;
      if (pop && held && ahead != '0) ahead <= ahead - 1'b1;
      if (wr_en_o && push_slot_o == slot) stored <= 1'b0;
    end
  end
  always_comb begin
    if (up) begin
      order_slot:    assert (!(held && ahead == '0 && pop) || pop_slot_o == slot);
      order_tag:     assert (!(held && ahead == '0) ||
                             front_tag_o[32'(queue)*TagW +: TagW] == tag_now);
      order_payload: assert (!(stored && rd_en_i && rd_slot_i == slot) || rd_payload_o == payload);
      order_empty:   assert (count != '0 || (Bypass == 1 && push) ||
                             front_tag_o[32'(queue)*TagW +: TagW] == '0);
      order_kept:    assert (!(held && wr_en_o && push_slot_o == slot));
      order_held:     assert (!held || (stored && ahead < count &&
                             32'(slot) == 32'(queue) * Depth + 32'(behind(rd, ahead))));
      order_range:     assert (!stored || 32'(slot) < Queues * Depth);
      order_stored:    assert (!stored || (tag_mem[slot] == kept(tag) &&
                               payload_mem[slot] == payload));
      order_late:      assert (!stored || (fresh ? tag == whole(kept(tag), '0)
                               : tag == whole(kept(tag), late_marked)));
      order_fresh:     assert (!fresh || (held && stored && late &&
                               32'(slot) == 32'(queue) * Depth + 32'(late_position_o)));
      order_others:    assert (!stored || fresh || !late_o ||
                               slot != SlotW'(32'(late_queue_o) * Depth + 32'(late_position_o)));
    end
  end
