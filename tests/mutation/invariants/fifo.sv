  // Reachable states: positions inside the queue, no more entries than it holds. Contract of the
  // driver: queues and slots that exist, no push into a full queue, no pop of an empty one.
  logic in_range, fronts;
  logic [LatePinW-1:0] late_front [Queues];  // late bits in memory of the fronts; 0 while they come
  for (genvar q = 0; q < Queues; q++) begin : gen_late_front
    if (LateW > 0) begin : gen_bits
      assign late_front[q] = lacks[q] ? '0 :
                             gen_late.late_mem[SlotW'(q * Depth + 32'(rd_o[q*PtrW +: PtrW]))];
    end else begin : gen_none
      assign late_front[q] = '0;
    end
  end
  logic [31:0] behind;
  always_comb begin
    in_range = 1'b1;
    for (int unsigned q = 0; q < Queues; q++) begin
      if (32'(wr_o[q*PtrW +: PtrW]) >= Depth || 32'(rd_o[q*PtrW +: PtrW]) >= Depth ||
          32'(count_o[q*CntW +: CntW]) > Depth) begin
        in_range = 1'b0;
      end
    end
    assume (!push_i || 32'(push_queue_i) < Queues);
    assume (!pop_i || 32'(pop_queue_i) < Queues);
    assume (!rd_en_i || 32'(rd_slot_i) < Queues * Depth);
    inv_range: assert (in_range);
    // Late bits are of the last entry of a queue that has some.
    inv_late: assert (!late_o || (32'(late_queue_o) < Queues && 32'(late_position_o) < Depth &&
                                  count_o[32'(late_queue_o)*CntW +: CntW] != '0));
    // Front registers repeat what lies at the front. What is written into an empty queue, or a
    // queue of one whose front leaves, lies there next: a queue is written behind its last entry.
    fronts = 1'b1;
    behind = '0;
    if (FrontRegs == 1) begin
      for (int unsigned q = 0; q < Queues; q++) begin
        behind = 32'(rd_o[q*PtrW +: PtrW]) + 32'(count_o[q*CntW +: CntW]);
        if (behind != 32'(wr_o[q*PtrW +: PtrW]) &&
            behind != 32'(wr_o[q*PtrW +: PtrW]) + 32'(Depth)) begin
          fronts = 1'b0;
        end
        if (filled_o[q] != (count_o[q*CntW +: CntW] != '0)) fronts = 1'b0;
        if (front[q*TagW +: TagW] !=
            ((count_o[q*CntW +: CntW] == '0) ? TagW'(0) :
             whole(tag_mem[SlotW'(q * Depth + 32'(rd_o[q*PtrW +: PtrW]))], late_front[q]))) begin
          fronts = 1'b0;
        end
      end
    end
    inv_front: assert (fronts);
  end
