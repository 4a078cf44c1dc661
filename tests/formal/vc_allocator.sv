  // grant   an output VC is given only if it is free, belongs to the network of the packet, is of
  //         the class that its route names and has the room the packet needs, to a VC that waits
  //         for its port; with cut-through without the room, but only if no VC that may be given
  //         has it, and only to a packet that was passed 15 times
  // pairs   inputs and output VCs are matched one to one: an output VC is given to the one input
  //         that names it, an input is given one
  // passed  with cut-through a packet has been passed in as many cycles since its VC won as
  //         va_passes says, in 15 at most: those in which it waits, does not ask, and a VC is won
  //         that it may take; in wormhole va_passes is 0
  // losing  between two wins of an input VC its input wins at most once with each other VC in
  //         cycles in which it requests; between two wins of an input at an output VC it loses that
  //         at most once to each other input; without ages
  // age     a VC that requests and is older than all others of its input that do is the one that
  //         its input picks; of the inputs that picked an output VC one whose pick is older than
  //         those of all others wins it, and a younger one never does
  //
  // bid     with Speculative = 1 an input bids if and only if it has a VC that waits and finds
  //         room, unless it picked a claim; for a VC that does, with its port; and who wins, and
  //         has bid, wins for that VC and port; without a bid the VC and the port are 0
  //
  // For one output VC, two inputs and two VCs, chosen freely. Contract: a waiting VC wants a port
  // that exists.
  `include "reset.svh"
  `include "orders.svh"

  (* anyconst *) logic [PortW-1:0] port, one, two;
  (* anyconst *) logic [VcW-1:0]   vc;           // of `port`
  (* anyconst *) logic [VcW-1:0]   mine, other;  // of input `one`

  always_comb begin
    assume (32'(port) < Ports && 32'(one) < Ports && 32'(two) < Ports);
    assume (32'(vc) < Vcs && 32'(mine) < Vcs && 32'(other) < Vcs);
    for (int unsigned k = 0; k < Ports*Vcs; k++) begin
      assume (!waiting_i[k] || 32'(front_tag_i[k*TagW + 2 +: PortW]) < Ports);
    end
  end

  logic [VcW-1:0]  in_vc, given;  // of input `one`: the VC that wins, the output VC it gets
  logic [TagW-1:0] front;
  logic            wins;          // `one` wins `port`
  assign in_vc = in_vc_o[32'(one)*VcW +: VcW];
  assign given = in_out_vc_o[32'(one)*VcW +: VcW];
  assign front = front_tag_i[(32'(one)*Vcs + 32'(in_vc))*TagW +: TagW];
  assign wins  = in_won_o[one] && in_port_o[32'(one)*PortW +: PortW] == port;

  // Output VC (o, w) may be given to the packet of VC v with this tag; and has room for it.
  function automatic logic may(input logic [TagW-1:0] tag, input logic [VcW-1:0] v,
                               input logic [VcW-1:0] w);
    may = !out_busy_i[32'(tag[2 +: PortW])*Vcs + 32'(w)] && 32'(w) / Block == 32'(v) / Block &&
          (Classes == 1 || 32'(tag[2 + PortW +: ClassPinW]) == Classes ||
           32'(tag[2 + PortW +: ClassPinW]) == (32'(w) % Block) % Classes);
  endfunction
  function automatic logic fits(input logic [TagW-1:0] tag, input logic [VcW-1:0] w);
    fits = 32'(out_credit_i[(32'(tag[2 +: PortW])*Vcs + 32'(w))*CntW +: CntW]) >=
           32'(tag[NeedLsb +: LenW]);
  endfunction

  // Some VC has room for the packet that wins; input VC (one, mine) requests; a VC that its packet
  // may take is won; some input wins (port, vc).
  logic [TagW-1:0] my_front;
  logic            waits, roomy, asks, taken, any;
  logic [3:0]      passes, my_passes;  // of the packet that wins, and of (one, mine)
  assign my_front  = front_tag_i[(32'(one)*Vcs + 32'(mine))*TagW +: TagW];
  assign waits     = waiting_i[32'(one)*Vcs + 32'(mine)];
  assign passes    = va_passes_o[(32'(one)*Vcs + 32'(in_vc))*4 +: 4];
  assign my_passes = va_passes_o[(32'(one)*Vcs + 32'(mine))*4 +: 4];
  always_comb begin
    roomy = 1'b0;
    asks  = 1'b0;
    taken = 1'b0;
    any   = 1'b0;
    for (int unsigned w = 0; w < Vcs; w++) begin
      if (may(front, in_vc, VcW'(w)) && fits(front, VcW'(w))) roomy = 1'b1;
      if (waits && may(my_front, mine, VcW'(w))) begin
        if ((CutThrough == 1 && my_passes == 4'd15) || fits(my_front, VcW'(w))) asks = 1'b1;
        if (out_won_o[32'(my_front[2 +: PortW])*Vcs + w]) taken = 1'b1;
      end
    end
    for (int unsigned i = 0; i < Ports; i++) begin
      if (in_won_o[i] && in_port_o[i*PortW +: PortW] == port &&
          in_out_vc_o[i*VcW +: VcW] == vc) begin
        any = 1'b1;
      end
    end
  end

  always_comb begin
    if (up) begin
      inv_orders:    assert (ordered);
      grant_exists:  assert (!wins || (32'(in_vc) < Vcs && 32'(given) < Vcs));
      grant_free:    assert (!wins || !out_busy_i[32'(port)*Vcs + 32'(given)]);
      grant_room:    assert (!wins || fits(front, given) ||
                             (CutThrough == 1 && !roomy && passes == 4'd15));
      grant_network: assert (!wins || 32'(given) / Block == 32'(in_vc) / Block);
      grant_class:   assert (!wins || Classes == 1 ||
                             32'(front[2 + PortW +: ClassPinW]) == Classes ||
                             32'(front[2 + PortW +: ClassPinW]) == (32'(given) % Block) % Classes);
      grant_waits:   assert (!wins || waiting_i[32'(one)*Vcs + 32'(in_vc)]);
      grant_port:    assert (!wins || front[2 +: PortW] == port);
      pairs_same:    assert (!wins || out_won_o[32'(port)*Vcs + 32'(given)]);
      pairs_won:     assert (out_won_o[32'(port)*Vcs + 32'(vc)] == any);
      pairs_apart:   assert (!in_won_o[one] || !in_won_o[two] || one == two ||
                             in_port_o[32'(one)*PortW +: PortW] !=
                             in_port_o[32'(two)*PortW +: PortW] ||
                             given != in_out_vc_o[32'(two)*VcW +: VcW]);
    end
  end

  `include "ages.svh"

  // The input stage has picked these: v* of each input, and which inputs chose (port, vc) for it.
  logic [Ports*VcW-1:0] pick;
  logic [Ports-1:0]     chosen;
  if (Speculative == 0) begin : gen_seen_loops
    always_comb begin
      for (int unsigned i = 0; i < Ports; i++) begin
        pick[i*VcW +: VcW] = gen_loops.pick[i];
        chosen[i] = waiting_i != '0 && gen_loops.want[port][i] && gen_loops.choice[i] == vc;
      end
    end
  end else begin : gen_seen_flat
    always_comb begin
      for (int unsigned i = 0; i < Ports; i++) begin
        pick[i*VcW +: VcW] = '0;
        for (int unsigned v = 0; v < Vcs; v++) begin
          if (gen_flat.pick[i*Vcs + v]) pick[i*VcW +: VcW] |= VcW'(v);
        end
        chosen[i] = gen_flat.pick[i*Vcs +: Vcs] != '0 && gen_flat.choice[i*Vcs + 32'(vc)] &&
                    gen_flat.pick_port[i*PortW +: PortW] == port;
      end
    end
  end

  // bid
  logic [VcW-1:0]  bid_vc;
  logic [TagW-1:0] bid_front;
  logic            bid_room, my_room;  // the VC that bids, VC `mine` waits and finds room
  assign bid_vc    = bid_vc_o[32'(one)*VcW +: VcW];
  assign bid_front = front_tag_i[(32'(one)*Vcs + 32'(bid_vc))*TagW +: TagW];
  always_comb begin
    bid_room = 1'b0;
    my_room  = 1'b0;
    for (int unsigned w = 0; w < Vcs; w++) begin
      if (waiting_i[32'(one)*Vcs + 32'(bid_vc)] && may(bid_front, bid_vc, VcW'(w)) &&
          fits(bid_front, VcW'(w))) begin
        bid_room = 1'b1;
      end
      if (waits && may(my_front, mine, VcW'(w)) && fits(my_front, VcW'(w))) my_room = 1'b1;
    end
  end
  always_comb begin
    if (up) begin
      bid_none:  assert (Speculative == 1 || {bid_o, bid_vc_o, bid_port_o} == '0);
      bid_rest:  assert (bid_o[one] || (bid_vc == '0 && bid_port_o[32'(one)*PortW +: PortW] == '0));
      bid_finds: assert (!bid_o[one] || (bid_room &&
                         bid_port_o[32'(one)*PortW +: PortW] == bid_front[2 +: PortW]));
      bid_made:  assert (Speculative == 0 || CutThrough == 1 || !my_room || bid_o[one]);
      bid_wins:  assert (!bid_o[one] || !in_won_o[one] ||
                         (in_vc == bid_vc && in_port_o[32'(one)*PortW +: PortW] ==
                                             bid_port_o[32'(one)*PortW +: PortW]));
      bid_fits:  assert (!bid_o[one] || !in_won_o[one] || fits(bid_front, given));
    end
  end

  // age: of the VCs of `one`, and of the inputs that picked (port, vc).
  logic [AgePinW-1:0] my_age, its_age;       // of VC `mine`, of the pick of `one`
  logic [AgePinW-1:0] age;                   // of the VC at hand
  logic               picked;                // `one` picked (port, vc)
  logic               oldest_in, oldest_out; // `mine`, the pick: older than all others
  logic               older_out;             // another pick is older than that of `one`
  logic               may_ask;               // the VC at hand requests
  assign my_age  = front_age_i[(32'(one)*Vcs + 32'(mine))*AgePinW +: AgePinW];
  assign its_age = front_age_i[(32'(one)*Vcs + 32'(pick[32'(one)*VcW +: VcW]))*AgePinW +: AgePinW];
  assign picked  = chosen[one];
  always_comb begin
    oldest_in  = asks;
    oldest_out = picked;
    older_out  = 1'b0;
    may_ask    = 1'b0;
    age        = '0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      age     = front_age_i[(32'(one)*Vcs + v)*AgePinW +: AgePinW];
      may_ask = 1'b0;
      for (int unsigned w = 0; w < Vcs; w++) begin
        if (waiting_i[32'(one)*Vcs + v] &&
            may(front_tag_i[(32'(one)*Vcs + v)*TagW +: TagW], VcW'(v), VcW'(w)) &&
            (CutThrough == 1 ||
             fits(front_tag_i[(32'(one)*Vcs + v)*TagW +: TagW], VcW'(w)))) begin
          may_ask = 1'b1;
        end
      end
      if (may_ask && v != 32'(mine) && after(age, my_age) <= 0) oldest_in = 1'b0;
    end
    for (int unsigned i = 0; i < Ports; i++) begin
      age = front_age_i[(i*Vcs + 32'(pick[i*VcW +: VcW]))*AgePinW +: AgePinW];
      if (i != 32'(one) && chosen[i]) begin
        if (after(age, its_age) <= 0) oldest_out = 1'b0;
        if (after(age, its_age) < 0) older_out = 1'b1;
      end
    end
  end
  always_comb begin
    if (up) begin
      age_in:    assert (AgeW == 0 || !oldest_in || pick[32'(one)*VcW +: VcW] == mine);
      age_out:   assert (AgeW == 0 || !oldest_out || (wins && given == vc));
      age_older: assert (AgeW == 0 || !within || !older_out || !(wins && given == vc));
    end
  end

  // passed: counted in one bit more, so that it would be seen to go beyond 15.
  logic [4:0] count;
  always_ff @(posedge clk_i) begin
    if (rst_i || (in_won_o[one] && in_vc == mine)) count <= '0;
    else if (CutThrough == 1 && taken && !asks) count <= count + 1'b1;
  end
  always_comb begin
    if (up) passed_count: assert (5'(my_passes) == count);
  end

  // losing: at the input, to VC `other`; at (port, vc), to input `two`.
  logic chose;                // `one` picked a VC of its own for (port, vc)
  logic one_wins, two_wins;   // (port, vc)
  logic lost_in, lost_out;    // since the last win
  assign chose    = chosen[one];
  assign one_wins = wins && given == vc;
  assign two_wins = in_won_o[two] && in_port_o[32'(two)*PortW +: PortW] == port &&
                    in_out_vc_o[32'(two)*VcW +: VcW] == vc;
  always_ff @(posedge clk_i) begin
    if (rst_i || (in_won_o[one] && in_vc == mine)) lost_in <= 1'b0;
    else if (asks && in_won_o[one] && in_vc == other) lost_in <= 1'b1;
    if (rst_i || one_wins) lost_out <= 1'b0;
    else if (chose && two_wins) lost_out <= 1'b1;
  end
  always_comb begin
    if (up) begin
      losing_in:  assert (!(lost_in && asks && in_won_o[one] && in_vc == other));
      losing_out: assert (!(lost_out && chose && two_wins) || one == two);
      inv_in:     assert (!lost_in || (mine != other &&
                          va_in_order_o[(32'(one)*Vcs + 32'(other))*Vcs + 32'(mine)]));
      inv_out:    assert (!lost_out || (one != two &&
                          va_out_order_o[((32'(port)*Vcs + 32'(vc))*Ports + 32'(two))*Ports +
                                         32'(one)]));
    end
  end
