  // grant   an output gets a flit of one input or of none, which names it; it is of a VC that is
  //         ready or has just won, for the output VC that it holds or has won, and there are the
  //         credits that it needs
  // spec    with Speculative = 1: a flit of a VC that has just won goes only if its input has bid
  //         for it, none of its VCs asks and no input picks a flit for the output, which is then
  //         said to be speculative; if an input bids for an output, and neither does a VC of it ask
  //         nor any input's for that output, the output is speculative; it is wasted if and only if
  //         it is speculative and gets nothing
  // pairs   with Wavefront = 1: if a VC asks for an output and is not granted, another flit of its
  //         input or for that output is; the VC of a pair that is granted is the one that the
  //         pair's pointer reaches first, and the pointer moves behind it and for nothing else; a
  //         pair whose diagonal is favoured is granted if it is asked for; the diagonal moves
  //         behind the first one with a pair that is asked for, and for nothing else. The pointers
  //         of inputs and outputs stay 0
  // losing  with Wavefront = 1: a VC that keeps asking for an output loses at most V*P - 1 times.
  //         No assumption on all the others, which come and go
  // order   with Speculative = 1: of two inputs one goes before the other at an output, at reset
  //         the lower one; an input that wins a VC of the output goes behind one that does not, and
  //         nothing else changes who of two goes first. Of the inputs that ask speculatively for an
  //         output the one is picked that goes before all others; with ages the others are those
  //         of equal age, and none is older. The pick gets the output, or it is said to be wasted.
  //         The order is 0 with Speculative = 0
  // age     a VC that asks and is older than all others of its input that do is the one that its
  //         input picks; of the inputs that picked an output one whose pick is older than those of
  //         all others is granted it, and a younger one never is
  //
  // For one output port, two inputs and one VC, chosen freely.
  // Contract: ports and VCs that exist; who wins a VC is not ready; who has bid, and wins, wins for
  // the VC and port of the bid an output VC with the credits that it needs.
  `include "reset.svh"
  `include "bid_order.svh"

  (* anyconst *) logic [PortW-1:0] goal, one, two;
  (* anyconst *) logic [VcW-1:0]   mine;  // of input `one`

  logic in_range;  // pointers
  always_comb begin
    in_range = 1'b1;
    assume (32'(goal) < Ports && 32'(one) < Ports && 32'(two) < Ports && 32'(mine) < Vcs);
    for (int unsigned p = 0; p < Ports; p++) begin
      assume (!va_won_i[p] || (32'(va_port_i[p*PortW +: PortW]) < Ports &&
                               32'(va_out_vc_i[p*VcW +: VcW]) < Vcs &&
                               32'(va_vc_i[p*VcW +: VcW]) < Vcs));
      if (32'(sa_in_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(sa_out_ptr_o[p*PortW +: PortW]) >= Ports || 32'(sa_diagonal_o) >= Ports) begin
        in_range = 1'b0;
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        if (32'(sa_pair_ptr_o[(p*Ports + o)*VcW +: VcW]) >= Vcs) in_range = 1'b0;
      end
      for (int unsigned v = 0; v < Vcs; v++) begin
        assume (!ready_i[p*Vcs + v] || (32'(hold_port_i[(p*Vcs + v)*PortW +: PortW]) < Ports &&
                                        32'(hold_vc_i[(p*Vcs + v)*VcW +: VcW]) < Vcs));
        assume (!va_won_i[p] || 32'(va_vc_i[p*VcW +: VcW]) != v || !ready_i[p*Vcs + v]);
      end
      if (Speculative == 1 && bid_i[p]) begin
        assume (32'(bid_port_i[p*PortW +: PortW]) < Ports && 32'(bid_vc_i[p*VcW +: VcW]) < Vcs);
        assume (!va_won_i[p] || (va_vc_i[p*VcW +: VcW] == bid_vc_i[p*VcW +: VcW] &&
                                 va_port_i[p*PortW +: PortW] == bid_port_i[p*PortW +: PortW]));
      end
    end
  end

  // Input VC (i, v): whether it asks, and for which output port and VC.
  function automatic logic [PortW+VcW:0] request(input logic [PortW-1:0] i,
                                                 input logic [VcW-1:0] v);
    logic             won;
    logic [PortW-1:0] to;
    logic [VcW-1:0]   on;
    logic [CntW-1:0]  credits;
    won     = Speculative == 0 && va_won_i[i] && va_vc_i[32'(i)*VcW +: VcW] == v;
    to      = won ? va_port_i[32'(i)*PortW +: PortW]
                  : hold_port_i[(32'(i)*Vcs + 32'(v))*PortW +: PortW];
    on      = won ? va_out_vc_i[32'(i)*VcW +: VcW] : hold_vc_i[(32'(i)*Vcs + 32'(v))*VcW +: VcW];
    credits = out_credit_i[(32'(to)*Vcs + 32'(on))*CntW +: CntW];
    request = {(won || ready_i[32'(i)*Vcs + 32'(v)]) && credits != '0 &&
               32'(credits) >= 32'(need_i[(32'(i)*Vcs + 32'(v))*LenW +: LenW]), to, on};
  endfunction

  logic           reads;  // input `one` is granted `goal`
  logic [VcW-1:0] in_vc, out_vc;
  assign in_vc  = in_vc_o[32'(one)*VcW +: VcW];
  assign out_vc = in_out_vc_o[32'(one)*VcW +: VcW];
  assign reads  = in_gnt_o[one] && in_port_o[32'(one)*PortW +: PortW] == goal;

  // The input stage has picked these, by input; a wavefront grants them. Output `goal` has picked
  // the bid of these inputs.
  logic [Ports*VcW-1:0] pick;
  logic [Ports-1:0]     taken;
  if (Speculative == 0 && Wavefront == 0) begin : gen_seen_loops
    always_comb begin
      for (int unsigned i = 0; i < Ports; i++) pick[i*VcW +: VcW] = gen_loops.pick[i];
    end
    assign taken = '0;
  end else begin : gen_seen_flat
    assign pick  = gen_flat.pick;
    assign taken = gen_flat.bid_gnt[32'(goal)*Ports +: Ports];
  end

  // Input `one` reads for its bid, `two` picks a flit for `goal` (with a wavefront: has one that
  // asks for it), VCs of inputs ask for `goal`.
  logic early, two_picks, asked;
  assign early     = reads && Speculative == 1 && !asks[in_vc];
  assign two_picks = picks[two];
  always_comb begin
    asked = 1'b0;
    for (int unsigned i = 0; i < Ports; i++) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (1'(request(PortW'(i), VcW'(v)) >> (PortW + VcW)) &&
            PortW'(request(PortW'(i), VcW'(v)) >> VcW) == goal) begin
          asked = 1'b1;
        end
      end
    end
  end
  always_comb begin
    if (up) begin
      spec_none:   assert (Speculative == 1 || {sa_spec_o, sa_wasted_o} == '0);
      spec_bid:    assert (!early || (bid_i[one] && va_won_i[one] && sa_spec_o[goal] &&
                                      bid_port_i[32'(one)*PortW +: PortW] == goal &&
                                      bid_vc_i[32'(one)*VcW +: VcW] == in_vc &&
                                      va_out_vc_i[32'(one)*VcW +: VcW] == out_vc));
      spec_alone:  assert (!early || asks == '0);
      spec_yields: assert (!(early || sa_spec_o[goal]) || !two_picks);
      spec_taken:  assert (Speculative == 0 || !bid_i[one] || asks != '0 || asked ||
                           bid_port_i[32'(one)*PortW +: PortW] != goal || sa_spec_o[goal]);
      spec_wasted: assert (sa_wasted_o[goal] == (sa_spec_o[goal] && !out_gnt_o[goal]));
      spec_lost:   assert (!sa_wasted_o[goal] || asks != '0 || !bid_i[one] || !va_won_i[one] ||
                           bid_port_i[32'(one)*PortW +: PortW] != goal || !reads);
    end
  end

  `include "ages.svh"

  logic [AgePinW-1:0] my_age, its_age;        // of VC `mine`, of the pick of `one`
  logic [AgePinW-1:0] age;                    // of the VC at hand
  logic               oldest_in, oldest_out;  // `mine`, the pick: older than all others
  logic               older_out;              // another pick is older than that of `one`
  logic [Vcs-1:0]     asks;                   // VCs of `one`
  logic [Ports-1:0]   picks;                  // inputs whose pick wants `goal`
  assign my_age  = front_age_i[(32'(one)*Vcs + 32'(mine))*AgePinW +: AgePinW];
  assign its_age = front_age_i[(32'(one)*Vcs + 32'(pick[32'(one)*VcW +: VcW]))*AgePinW +: AgePinW];
  always_comb begin
    for (int unsigned v = 0; v < Vcs; v++) asks[v] = 1'(request(one, VcW'(v)) >> (PortW + VcW));
    for (int unsigned i = 0; i < Ports; i++) begin
      picks[i] = (request(PortW'(i), pick[i*VcW +: VcW]) >> VcW) == {1'b1, goal};
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (Wavefront == 1 && (request(PortW'(i), VcW'(v)) >> VcW) == {1'b1, goal}) picks[i] = 1'b1;
      end
    end
    oldest_in  = asks[mine];
    oldest_out = picks[one];
    older_out  = 1'b0;
    age        = '0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      age = front_age_i[(32'(one)*Vcs + v)*AgePinW +: AgePinW];
      if (asks[v] && v != 32'(mine) && after(age, my_age) <= 0) oldest_in = 1'b0;
    end
    for (int unsigned i = 0; i < Ports; i++) begin
      age = front_age_i[(i*Vcs + 32'(pick[i*VcW +: VcW]))*AgePinW +: AgePinW];
      if (i != 32'(one) && picks[i]) begin
        if (after(age, its_age) <= 0) oldest_out = 1'b0;
        if (after(age, its_age) < 0) older_out = 1'b1;
      end
    end
  end

  always_comb begin
    if (up) begin
      inv_range:   assert (in_range);
      inv_bids:    assert (bids_ordered);
      grant_named: assert (!reads || early || request(one, in_vc) == {1'b1, goal, out_vc});
      grant_one:   assert (!reads || one == two || !in_gnt_o[two] ||
                           in_port_o[32'(two)*PortW +: PortW] != goal);
      grant_out:   assert (!reads || (out_gnt_o[goal] &&
                                      out_in_o[32'(goal)*PortW +: PortW] == one &&
                                      out_vc_o[32'(goal)*VcW +: VcW] == out_vc));
      grant_pair:  assert (!out_gnt_o[goal] || out_in_o[32'(goal)*PortW +: PortW] != one || reads);
      age_in:      assert (AgeW == 0 || !oldest_in || pick[32'(one)*VcW +: VcW] == mine);
      age_out:     assert (AgeW == 0 || !within || !oldest_out || reads);
      age_older:   assert (AgeW == 0 || !within || !older_out || !reads);
    end
  end

  // The pair of `one` and `goal`, and how far its pointer and its turn are.
  logic [Vcs-1:0] for_goal;      // VCs of `one` that ask for `goal`
  logic [VcW-1:0] pair_ptr;
  logic           wins;          // the pair, for a request
  logic [VcW-1:0] first;         // the VC that the pointer reaches first
  logic [5:0]     ahead, turns;  // VCs before `mine`, diagonals before that of the pair
  logic [6:0]     sum;
  assign pair_ptr = sa_pair_ptr_o[(32'(one)*Ports + 32'(goal))*VcW +: VcW];
  assign wins     = reads && !early;
  always_comb begin
    first = '0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      for_goal[v] = (request(one, VcW'(v)) >> VcW) == {1'b1, goal};
    end
    for (int unsigned v = 0; v < 2*Vcs; v++) begin  // the last one found is the first
      if (2*Vcs - 1 - v >= 32'(pair_ptr) && 2*Vcs - 1 - v < 32'(pair_ptr) + Vcs &&
          for_goal[(2*Vcs - 1 - v) % Vcs]) begin
        first = VcW'((2*Vcs - 1 - v) % Vcs);
      end
    end
    ahead = (mine >= pair_ptr) ? 6'(mine) - 6'(pair_ptr) : 6'(mine) + 6'(Vcs) - 6'(pair_ptr);
    sum   = 7'(one) + 7'(goal) + 7'(Ports) - 7'(sa_diagonal_o);
    turns = 6'(sum % 7'(Ports));
  end

  // pairs
  logic [Ports-1:0] on_turn;    // diagonals with a pair that is asked for
  logic [PortW-1:0] behind;     // the diagonal behind the first of them
  logic             was_valid = 1'b0;
  logic [VcW-1:0]   next;       // of the cycle before
  logic [PortW-1:0] next_turn;
  always_comb begin
    on_turn = '0;
    behind  = sa_diagonal_o;
    for (int unsigned i = 0; i < Ports; i++) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        for (int unsigned o = 0; o < Ports; o++) begin
          if ((request(PortW'(i), VcW'(v)) >> VcW) == {1'b1, PortW'(o)}) begin
            on_turn[(i + o) % Ports] = 1'b1;
          end
        end
      end
    end
    for (int unsigned d = 0; d < 2*Ports; d++) begin  // the last one found is the first
      if (2*Ports - 1 - d >= 32'(sa_diagonal_o) && 2*Ports - 1 - d < 32'(sa_diagonal_o) + Ports &&
          on_turn[(2*Ports - 1 - d) % Ports]) begin
        behind = PortW'((2*Ports - d) % Ports);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    was_valid <= !rst_i;
    next      <= !reads ? pair_ptr : (32'(in_vc) == Vcs - 1) ? '0 : in_vc + 1'b1;
    next_turn <= behind;
  end
  always_comb begin
    if (up) begin
      pairs_none:  assert (Wavefront == 1 || {sa_diagonal_o, sa_pair_ptr_o} == '0);
      pairs_still: assert (Wavefront == 0 || {sa_in_ptr_o, sa_out_ptr_o} == '0);
      pairs_idle:  assert (Wavefront == 0 || !for_goal[mine] || in_gnt_o[one] || out_gnt_o[goal]);
      pairs_first: assert (Wavefront == 0 || !wins || in_vc == first);
      pairs_moves: assert (Wavefront == 0 || !was_valid || pair_ptr == next);
      pairs_turn:  assert (Wavefront == 0 || turns != '0 || for_goal == '0 || wins);
      pairs_steps: assert (Wavefront == 0 || !was_valid || sa_diagonal_o == next_turn);
    end
  end

  // losing
  logic [7:0] losses;  // of `mine` for `goal`, since it began to ask
  always_ff @(posedge clk_i) begin
    if (rst_i || !for_goal[mine] || (reads && in_vc == mine)) losses <= '0;
    else losses <= losses + 1'b1;
  end
  always_comb begin
    if (up) begin
      losing_bound: assert (Wavefront == 0 || 32'(losses) <= Vcs*Ports - 1);
      losing_last:  assert (Wavefront == 0 || 32'(losses) != Vcs*Ports - 1 || !for_goal[mine] ||
                            (reads && in_vc == mine));
      inv_losses:   assert (Wavefront == 0 ||
                            32'(losses) + 32'(ahead)*Ports + 32'(turns) <= Vcs*Ports - 1);
    end
  end

  // order
  logic               before, back;      // at `goal`: `two` goes before `one`, and the reverse
  logic               next_before;       // of the cycle before
  logic               one_wins, two_wins;  // VC allocation, a VC of `goal`
  logic               one_bids, two_bids;  // speculatively, for `goal`
  logic [AgePinW-1:0] one_age, two_age;    // of their bids
  assign before   = sa_bid_order_o[(32'(goal)*Ports + 32'(one))*Ports + 32'(two)];
  assign back     = sa_bid_order_o[(32'(goal)*Ports + 32'(two))*Ports + 32'(one)];
  assign one_wins = va_won_i[one] && va_port_i[32'(one)*PortW +: PortW] == goal;
  assign two_wins = va_won_i[two] && va_port_i[32'(two)*PortW +: PortW] == goal;
  assign one_age  = front_age_i[(32'(one)*Vcs + 32'(bid_vc_i[32'(one)*VcW +: VcW]))*AgePinW
                                +: AgePinW];
  assign two_age  = front_age_i[(32'(two)*Vcs + 32'(bid_vc_i[32'(two)*VcW +: VcW]))*AgePinW
                                +: AgePinW];
  always_comb begin
    one_bids = bid_i[one] && bid_port_i[32'(one)*PortW +: PortW] == goal && asks == '0;
    two_bids = bid_i[two] && bid_port_i[32'(two)*PortW +: PortW] == goal;
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (1'(request(two, VcW'(v)) >> (PortW + VcW))) two_bids = 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    next_before <= rst_i ? two < one : (one_wins == two_wins) ? before : one_wins;
  end
  always_comb begin
    if (up) begin
      order_none:   assert (Speculative == 1 || sa_bid_order_o == '0);
      order_two:    assert (Speculative == 0 || (one == two ? !before : before != back));
      order_moves:  assert (Speculative == 0 || before == next_before);
      order_asks:   assert (!taken[one] || one_bids);
      order_one:    assert (!taken[one] || !taken[two] || one == two);
      order_first:  assert (!taken[one] || !two_bids || !before ||
                            (AgeW > 0 && (!within || one_age != two_age)));
      order_older:  assert (AgeW == 0 || !within || !taken[one] || !two_bids ||
                            after(two_age, one_age) >= 0);
      order_used:   assert (!taken[one] || (sa_spec_o[goal] && reads == va_won_i[one] &&
                                            sa_wasted_o[goal] == !va_won_i[one]));
    end
  end
