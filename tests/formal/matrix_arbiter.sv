  // grant   one-hot, only to a requester, whenever there is one; nobody of its row asks; if and
  //         only if it is taken it goes last, and the others stay as they are among themselves
  // losing  between two grants of `who` it loses at most once to each other, so N-1 times in all.
  //         No assumption on requests, which come and go, nor on take_i: the bound is in grants
  //         taken in cycles in which `who` asks.
  `include "reset.svh"

  localparam int unsigned WhoW = (N > 1) ? $clog2(N) : 1;

  (* anyconst *) logic [WhoW-1:0] who;    // some requester ..
  (* anyconst *) logic [WhoW-1:0] other;  // .. and another
  always_comb assume (32'(who) < N && 32'(other) < N);

  logic         taken;
  logic [N-1:0] row;  // who goes before `who`
  assign taken = take_i && req_i != '0;
  assign row   = order_o[32'(who)*N +: N];

  // Every order is one: nobody goes before itself, of two one goes first, and whoever goes before
  // another goes before all that the other goes before.
  logic ordered;
  always_comb begin
    ordered = 1'b1;
    for (int unsigned a = 0; a < N; a++) begin
      for (int unsigned b = 0; b < N; b++) begin
        if (order_o[a*N + b] != (a != b && !order_o[b*N + a])) ordered = 1'b0;
        for (int unsigned c = 0; c < N; c++) begin
          if (order_o[a*N + b] && order_o[b*N + c] && !order_o[a*N + c]) ordered = 1'b0;
        end
      end
    end
  end

  // grant
  logic was_valid = 1'b0;
  logic was_taken, was_who, was_other, was_ahead;  // the cycle before: `other` before `who`
  always_ff @(posedge clk_i) begin
    was_valid <= !rst_i;
    was_taken <= taken;
    was_who   <= gnt_o[who];
    was_other <= gnt_o[other];
    was_ahead <= row[other];
  end
  always_comb begin
    if (up) begin
      inv_order:   assert (ordered);
      grant_one:   assert ((gnt_o & (gnt_o - 1'b1)) == '0);
      grant_asked: assert ((gnt_o & ~req_i) == '0);
      grant_given: assert ((gnt_o != '0) == (req_i != '0));
      grant_first: assert (!gnt_o[who] || (req_i & row) == '0);
      grant_last:  assert (!was_valid || who == other ||
                           row[other] == (was_taken && was_who   ? 1'b1
                                        : was_taken && was_other ? 1'b0 : was_ahead));
    end
  end

  // losing
  logic [N-1:0] lost_to;  // since the last grant of `who`
  logic [5:0]   losses;
  logic         loses;    // in this cycle
  assign loses = taken && req_i[who] && !gnt_o[who];
  always_ff @(posedge clk_i) begin
    if (rst_i || (taken && gnt_o[who])) begin
      lost_to <= '0;
      losses  <= '0;
    end else if (loses) begin
      lost_to <= lost_to | gnt_o;
      losses  <= losses + 1'b1;
    end
  end

  logic       before;  // `who` goes before all that it has lost to
  logic [5:0] members;
  always_comb begin
    before  = 1'b1;
    members = '0;
    for (int unsigned j = 0; j < N; j++) begin
      members = members + 6'(lost_to[j]);
      if (lost_to[j] && !order_o[j*N + 32'(who)]) before = 1'b0;
    end
  end
  always_comb begin
    if (up) begin
      losing_once:  assert (!loses || (gnt_o & lost_to) == '0);
      losing_bound: assert (32'(losses) <= N - 1);
      inv_before:   assert (before && !lost_to[who]);
      inv_losses:   assert (losses == members);
    end
  end
