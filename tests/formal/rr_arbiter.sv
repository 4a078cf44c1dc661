  // grant      one-hot, only to a requester, whenever there is one; it is the first request at or
  //            after the pointer, and the pointer moves behind it if and only if it is taken
  // starving   from the cycle in which `who` begins to ask, and as long as it asks: others take at
  //            most N-1 grants before its own, no other more than one. No assumption on take_i: the
  //            bound is in grants taken, not in cycles.
  `include "reset.svh"

  (* anyconst *) logic [PtrW-1:0] who;    // some requester ..
  (* anyconst *) logic [PtrW-1:0] other;  // .. and another
  always_comb assume (32'(who) < N && 32'(other) < N);

  // How far the pointer is from x, in the direction in which it moves.
  function automatic logic [5:0] distance(input logic [PtrW-1:0] ptr, input logic [PtrW-1:0] x);
    distance = (x >= ptr) ? 6'(x) - 6'(ptr) : 6'(x) + 6'(N) - 6'(ptr);
  endfunction

  // grant
  logic            taken;
  logic            before_valid = 1'b0;
  logic [PtrW-1:0] before, next;
  assign taken = take_i && req_i != '0;
  always_ff @(posedge clk_i) begin
    before_valid <= !rst_i;
    before       <= ptr_o;
    next         <= taken ? ((32'(win) == N - 1) ? '0 : win + 1'b1) : ptr_o;
  end
  always_comb begin
    if (up) begin
      grant_one:   assert ((gnt_o & (gnt_o - 1'b1)) == '0);
      grant_asked: assert ((gnt_o & ~req_i) == '0);
      grant_given: assert ((gnt_o != '0) == (req_i != '0));
      grant_first: assert (!gnt_o[who] || !req_i[other] ||
                           distance(ptr_o, who) <= distance(ptr_o, other));
      grant_ptr:   assert (!before_valid || ptr_o == next);
      grant_win:   assert (req_i == '0 || gnt_o[win]);
    end
  end

  // starving
  logic [5:0] passed;  // grants that others have taken while `who` asks
  logic       had;     // `other` has taken one of them
  always_ff @(posedge clk_i) begin
    if (rst_i || !req_i[who] || (taken && gnt_o[who])) begin
      passed <= '0;
      had    <= 1'b0;
    end else if (taken) begin
      passed <= passed + 1'b1;
      had    <= had || gnt_o[other];
    end
  end
  always_comb begin
    if (up) begin
      starving_bound: assert (32'(passed) <= N - 1);
      starving_last:  assert (!(32'(passed) == N - 1 && taken && req_i[who]) || gnt_o[who]);
      starving_once:  assert (!(had && taken && req_i[who] && gnt_o[other]) || who == other);
      inv_range:      assert (32'(ptr_o) < N);
      inv_passed:     assert (32'(passed) + 32'(distance(ptr_o, who)) <= N - 1);
      inv_had:        assert (!had || who == other ||
                              distance(ptr_o, who) < distance(ptr_o, other));
    end
  end
