  // room   nothing is written into a full queue (Full = 1), nothing read from an empty one
  // order  an entry leaves after exactly those that were in the queue before it, as it came
  // gray   what crosses changes in one bit at a time
  // seen   the entry at the front is offered after Stages + 1 edges of the reader at the latest
  //
  // For one entry, chosen freely, and edges in any order, at once too: a step has an edge of the
  // writer if wr_clk_i is 1, one of the reader if rd_clk_i is. Contract: both are reset together,
  // and then leave reset in any order, for good; with Full = 0 the writer knows that there is room.
  logic [1:0] steps = 2'd0;  // of the common reset
  logic       up, wr_up, rd_up;
  assign up = steps == 2'd2;
  always @($global_clock) begin
    if (!up) steps <= steps + 2'd1;
    wr_up <= up && (wr_up || !wr_rst_i);
    rd_up <= up && (rd_up || !rd_rst_i);
  end
  always_comb begin
    assume (up || (wr_rst_i && rd_rst_i && wr_clk_i && rd_clk_i));
    assume (!up || !wr_up || !wr_rst_i);
    assume (!up || !rd_up || !rd_rst_i);
    assume (Full == 1 || !push || 32'(inside) < Depth);
  end

  logic            push, pop;
  logic [PtrW-1:0] inside;  // entries, by the pointers
  assign push   = up && wr_clk_i && !wr_rst_i && write;
  assign pop    = up && rd_clk_i && !rd_rst_i && read;
  assign inside = wr_ptr - rd_ptr;

  function automatic logic [PtrW-1:0] binary(input logic [PtrW-1:0] code);
    binary = code;
    for (int unsigned i = 1; i < PtrW; i++) binary = binary ^ (code >> i);
  endfunction

  // How far the pointer that a stage shows lies behind wr_ptr: stage 0 is the step before.
  logic [PtrW-1:0] wr_behind [Stages+1];
  logic [PtrW-1:0] rd_behind [Stages+1];
  logic            chain;  // no stage is ahead of the one before it
  always_comb begin
    for (int unsigned i = 0; i <= Stages; i++) begin
      wr_behind[i] = wr_ptr - binary(wr_state[i*PtrW +: PtrW]);
      rd_behind[i] = (Full == 1) ? wr_ptr - binary(rd_state[i*PtrW +: PtrW]) : inside;
    end
    chain = wr_behind[0] <= 1 && wr_behind[Stages] <= inside && inside <= rd_behind[0] &&
            32'(rd_behind[Stages]) <= Depth;
    for (int unsigned i = 0; i < Stages; i++) begin
      if (wr_behind[i] > wr_behind[i+1] || rd_behind[i] > rd_behind[i+1]) chain = 1'b0;
    end
  end

  logic            held;    // the marked entry is in the queue ..
  logic [PtrW-1:0] ahead;   // .. and these many leave before it
  logic [PtrW-1:0] place;
  logic [PtrW-1:0] level;   // pushes less pops
  logic [2:0]      ticks;   // edges of the reader since it came
  logic [Width-1:0] word;
  logic [PtrW-1:0] wr_was, rd_was;
  (* anyseq *) logic mark;
  always @($global_clock) begin
    wr_was <= wr_gray;
    rd_was <= rd_gray;
    level  <= up ? level + PtrW'(push) - PtrW'(pop) : '0;
    if (!up) begin
      held <= 1'b0;
    end else if (push && mark && !held) begin
      held  <= 1'b1;
      ahead <= level - PtrW'(pop);
      place <= wr_ptr;
      word  <= wr_data_i;
      ticks <= '0;
    end else if (held) begin
      if (pop && ahead == '0) held <= 1'b0;
      if (pop && ahead != '0) ahead <= ahead - 1'b1;
      if (rd_clk_i && !rd_rst_i && 32'(ticks) <= Stages) ticks <= ticks + 1'b1;
      if (rd_clk_i && rd_rst_i) ticks <= '0;
    end
  end

  logic [PtrW-1:0] after;  // entries behind the marked one
  assign after = wr_ptr - place - 1'b1;
  logic            reached;  // as many stages as there were edges show the marked entry
  always_comb begin
    reached = 1'b1;
    for (int unsigned i = 0; i <= Stages; i++) begin
      if (32'(ticks) > i && wr_behind[i] > after) reached = 1'b0;
    end
  end
  always_comb begin
    inv_reset: assert (steps == 2'd0 || up || {wr_ptr, wr_gray, rd_ptr, rd_gray} == '0);
    inv_steps: assert (steps != 2'd3);
    if (up) begin
      room_full:   assert (!push || 32'(inside) < Depth);
      room_empty:  assert (!pop || inside != '0);
      order_same:  assert (!(held && ahead == '0 && pop) || rd_data_o == word);
      order_level: assert (level == inside);
      gray_wr:     assert (((wr_gray ^ wr_was) & ((wr_gray ^ wr_was) - 1'b1)) == '0);
      gray_rd:     assert (((rd_gray ^ rd_was) & ((rd_gray ^ rd_was) - 1'b1)) == '0);
      seen_late:   assert (!(held && ahead == '0 && 32'(ticks) > Stages) || rd_valid_o);
      // The rest helps the induction.
      inv_gray:    assert (wr_gray == gray(wr_ptr) && rd_gray == gray(rd_ptr));
      inv_was:     assert (wr_state[0 +: PtrW] == wr_was);
      inv_was_rd:  assert (Full == 0 || rd_state[0 +: PtrW] == rd_was);
      inv_rd_step: assert (PtrW'(rd_ptr - binary(rd_was)) <= 1);
      inv_chain:   assert (chain && level == inside);
      inv_down:    assert (wr_up || {wr_ptr, rd_ptr, wr_was, rd_was} == '0);
      inv_down_rd: assert (rd_up || (rd_ptr == '0 && wr_state[PtrW +: Stages*PtrW] == '0));
      inv_held:    assert (!held || (ahead < inside && place == PtrW'(rd_ptr + ahead)));
      inv_word:    assert (!held || mem[place[PosW-1:0]] == word);
      inv_ticks:   assert (!held || 32'(ticks) <= Stages + 1);
      inv_seen:    assert (!held || reached);
    end
  end
