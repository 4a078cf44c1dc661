  // grant    only pairs that are asked for, at most one of an input and one of an output; the
  //          diagonal moves behind the first one with a grant if and only if grants are taken
  // maximal  a pair that is asked for is granted, or its input or its output has a grant on a
  //          diagonal that is looked at before: so no pair with both sides free is left, and the
  //          grants are those of the text and no others
  // passed   from the cycle in which a pair begins to be asked for, and as long as it is: grants
  //          are taken at most N-1 times without it. No assumption on the other pairs, which come
  //          and go, nor on take_i: the bound is in cycles in which grants are taken.
  // turns    two pairs of one input or one output, the only ones that are asked for in two cycles
  //          one behind the other in which grants are taken: each is granted once
  //
  // For one pair and another, chosen freely.
  `include "reset.svh"

  (* anyconst *) logic [NumW-1:0] in, out;      // some pair ..
  (* anyconst *) logic [NumW-1:0] in_2, out_2;  // .. and another
  always_comb assume (32'(in) < N && 32'(out) < N && 32'(in_2) < N && 32'(out_2) < N);

  // In how many diagonals from the favoured one on the pair (i, o) is looked at.
  function automatic logic [5:0] turn(input logic [NumW-1:0] i, input logic [NumW-1:0] o,
                                      input logic [NumW-1:0] favoured);
    turn = 6'(i) + 6'(o);
    if (turn >= 6'(N)) turn = turn - 6'(N);
    turn = (turn >= 6'(favoured)) ? turn - 6'(favoured) : turn + 6'(N) - 6'(favoured);
  endfunction

  logic       asked, granted;  // the pair is
  logic       taken;         // grants are
  logic [5:0] when;
  assign asked = req_i[32'(in)*N + 32'(out)];
  assign granted = gnt_o[32'(in)*N + 32'(out)];
  assign taken = take_i && gnt_o != '0;
  assign when  = turn(in, out, diagonal_o);

  // grant
  logic            was_valid = 1'b0;
  logic [NumW-1:0] next;     // of the cycle before
  logic [NumW-1:0] behind;   // the diagonal behind the first one with a grant
  logic [N-1:0]    granting; // diagonals with a grant
  always_comb begin
    granting = '0;
    behind   = '0;
    for (int unsigned i = 0; i < N; i++) begin
      for (int unsigned o = 0; o < N; o++) if (gnt_o[i*N + o]) granting[(i + o) % N] = 1'b1;
    end
    for (int unsigned d = 0; d < 2*N; d++) begin  // the last one found is the first
      if (2*N - 1 - d >= 32'(diagonal_o) && 2*N - 1 - d < 32'(diagonal_o) + N &&
          granting[(2*N - 1 - d) % N]) begin
        behind = NumW'((2*N - d) % N);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    was_valid <= !rst_i;
    next      <= taken ? behind : diagonal_o;
  end
  always_comb begin
    if (up) begin
      inv_range:    assert (32'(diagonal_o) < N);
      grant_asked:  assert (!granted || asked);
      grant_input:  assert (!granted || !gnt_o[32'(in)*N + 32'(out_2)] || out == out_2);
      grant_output: assert (!granted || !gnt_o[32'(in_2)*N + 32'(out)] || in == in_2);
      grant_moves:  assert (!was_valid || diagonal_o == next);
    end
  end

  // maximal
  logic before;  // a grant of the input or of the output, on a diagonal before
  always_comb begin
    before = 1'b0;
    for (int unsigned k = 0; k < N; k++) begin
      if (gnt_o[32'(in)*N + k] && turn(in, NumW'(k), diagonal_o) < when) before = 1'b1;
      if (gnt_o[k*N + 32'(out)] && turn(NumW'(k), out, diagonal_o) < when) before = 1'b1;
    end
  end
  always_comb begin
    if (up) maximal_before: assert (!asked || granted || before);
  end

  // passed
  logic [5:0] passed;  // cycles in which grants are taken while the pair is asked for
  always_ff @(posedge clk_i) begin
    if (rst_i || !asked || (taken && granted)) passed <= '0;
    else if (taken) passed <= passed + 1'b1;
  end
  always_comb begin
    if (up) begin
      passed_bound: assert (32'(passed) <= N - 1);
      passed_last:  assert (!(32'(passed) == N - 1 && take_i && asked) || granted);
      inv_passed:   assert (32'(passed) + 32'(when) <= N - 1);
    end
  end

  // turns
  logic both, granted_2;       // the two are asked for and meet, nothing else is; the other one is
  logic was_both, was_granted; // .. and grants are taken: in the cycle before
  assign granted_2 = gnt_o[32'(in_2)*N + 32'(out_2)];
  always_comb begin
    both = (in == in_2) != (out == out_2);
    for (int unsigned i = 0; i < N; i++) begin
      for (int unsigned o = 0; o < N; o++) begin
        if (req_i[i*N + o] != ((32'(in) == i && 32'(out) == o) ||
                               (32'(in_2) == i && 32'(out_2) == o))) begin
          both = 1'b0;
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    was_both    <= both && take_i && !rst_i;
    was_granted <= granted;
  end
  always_comb begin
    if (up) begin
      turns_one:  assert (!both || granted != granted_2);
      turns_next: assert (!was_valid || !was_both || !both || granted != was_granted);
    end
  end
