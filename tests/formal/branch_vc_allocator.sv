  // grant   an output VC is given only if it is free, belongs to the network of the packet and is
  //         of the class that its branch names, to a branch that waits there; without the room that
  //         the packet needs only with CutThrough, if no free VC that the branch may take has it,
  //         and for a packet that was passed 15 times
  // pairs   an output VC is won by one input or by none, and no input wins outputs with two VCs:
  //         what it wins is of the VC it names
  // age     of the VCs of an input no other that asks is older than the one that wins; with one VC
  //         no branch that asks for an output is older than the winner; ages in half the circle
  // passed  with CutThrough a packet has been passed in as many cycles since no branch of its VC
  //         was left to wait as va_passes says, in 15 at most: those in which branches of it wait,
  //         do not ask, and VCs are won that they may take, and not all that wait win; else
  //         va_passes is 0
  //
  // For one output VC and two inputs, chosen freely, and a VC of the first.
  `include "reset.svh"

  (* anyconst *) logic [PortW-1:0] port, one, two;
  (* anyconst *) logic [VcW-1:0]   vc, early, late;  // the last two: VCs of input `one`

  logic [VcW-1:0]       in_vc;           // of input `one`: the VC that wins
  logic                 wins, two_wins;  // they win (port, vc)
  logic [ClassPinW-1:0] named;
  logic [CntW-1:0]      needs;
  logic [3:0]           claims;          // va_passes of the VC that wins
  assign in_vc    = in_vc_o[32'(one)*VcW +: VcW];
  assign wins     = in_outs_o[32'(one)*Ports + 32'(port)] &&
                    in_out_vc_o[(32'(one)*Ports + 32'(port))*VcW +: VcW] == vc;
  assign two_wins = in_outs_o[32'(two)*Ports + 32'(port)] &&
                    in_out_vc_o[(32'(two)*Ports + 32'(port))*VcW +: VcW] == vc;
  assign named    = want_class_i[((32'(one)*Vcs + 32'(in_vc))*Ports + 32'(port))*ClassPinW
                                 +: ClassPinW];
  assign claims   = va_passes_o[(32'(one)*Vcs + 32'(in_vc))*4 +: 4];
  assign needs    = need_i[(32'(one)*Vcs + 32'(in_vc))*CntW +: CntW];

  // Whether of two requesters of an order exactly one goes before the other, and none before
  // itself.
  logic in_ordered, out_ordered;
  assign in_ordered  = va_in_order_o[(32'(one)*Vcs + 32'(early))*Vcs + 32'(late)] ==
                       (early != late &&
                        !va_in_order_o[(32'(one)*Vcs + 32'(late))*Vcs + 32'(early)]);
  assign out_ordered = va_out_order_o[((32'(port)*Vcs + 32'(vc))*Ports + 32'(one))*Ports
                                      + 32'(two)] ==
                       (one != two &&
                        !va_out_order_o[((32'(port)*Vcs + 32'(vc))*Ports + 32'(two))*Ports
                                        + 32'(one)]);

  logic in_range;  // pointers; VCs that are named
  logic any;       // some input wins (port, vc)
  logic other;     // the branch might take a free VC with room
  always_comb begin
    in_range = 1'b1;
    any      = 1'b0;
    other    = 1'b0;
    assume (32'(port) < Ports && 32'(one) < Ports && 32'(two) < Ports);
    assume (32'(vc) < Vcs && 32'(early) < Vcs && 32'(late) < Vcs);
    for (int unsigned p = 0; p < Ports; p++) begin
      any = any || (in_outs_o[p*Ports + 32'(port)] &&
                    in_out_vc_o[(p*Ports + 32'(port))*VcW +: VcW] == vc);
      if (32'(va_vc_ptr_o[p*VcW +: VcW]) >= Vcs) in_range = 1'b0;
    end
    for (int unsigned k = 0; k < Vcs; k++) begin
      if (k / Block == 32'(in_vc) / Block && !out_busy_i[32'(port)*Vcs + k] &&
          (Classes == 1 || 32'(named) == Classes || k % Block % Classes == 32'(named)) &&
          out_credit_i[(32'(port)*Vcs + k)*CntW +: CntW] >= needs) begin
        other = 1'b1;
      end
    end
  end

  `include "ages.svh"

  function automatic logic [AgePinW-1:0] age_of(input logic [PortW-1:0] i, input logic [VcW-1:0] v);
    age_of = front_age_i[(32'(i)*Vcs + 32'(v))*AgePinW +: AgePinW];
  endfunction

  // count: the cycles in which input VC (one, early) was passed. It has one bit more than
  // va_passes, so that it would be seen to go beyond 15.
  logic [4:0]       count;
  logic [Ports-1:0] waits;   // its branches that wait
  logic [Vcs-1:0]   may;     // free VCs that the branch at hand may take
  logic             asks;    // it requests
  logic             any_ask; // some branch does
  logic             passed;  // some branch is passed
  logic [3:0]       passes;
  assign waits  = waiting_i[(32'(one)*Vcs + 32'(early))*Ports +: Ports];
  assign passes = va_passes_o[(32'(one)*Vcs + 32'(early))*4 +: 4];
  always_comb begin
    passed  = 1'b0;
    any_ask = 1'b0;
    for (int unsigned o = 0; o < Ports; o++) begin
      asks = 1'b0;
      may  = '0;
      for (int unsigned k = 0; k < Vcs; k++) begin
        if (k / Block == 32'(early) / Block && !out_busy_i[o*Vcs + k] &&
            (Classes == 1 ||
             32'(want_class_i[((32'(one)*Vcs + 32'(early))*Ports + o)*ClassPinW +: ClassPinW])
                 == Classes ||
             32'(want_class_i[((32'(one)*Vcs + 32'(early))*Ports + o)*ClassPinW +: ClassPinW])
                 == k % Block % Classes)) begin
          may[k] = 1'b1;
          if (passes == 4'd15 || out_credit_i[(o*Vcs + k)*CntW +: CntW] >=
                                 need_i[(32'(one)*Vcs + 32'(early))*CntW +: CntW]) begin
            asks = 1'b1;
          end
        end
      end
      if (waits[o] && asks) any_ask = 1'b1;
      if (waits[o] && !asks && (may & out_won_o[o*Vcs +: Vcs]) != '0) passed = 1'b1;
    end
  end
  // two_asks, if Vcs = 1: the branch of input `two` to `port` requests it.
  logic two_asks;
  assign two_asks = waiting_i[32'(two)*Ports + 32'(port)] &&
                    ((CutThrough == 1 && va_passes_o[32'(two)*4 +: 4] == 4'd15) ||
                     out_credit_i[32'(port)*CntW +: CntW] >= need_i[32'(two)*CntW +: CntW]);
  always_ff @(posedge clk_i) begin
    if (rst_i) count <= '0;
    else if (in_vc == early && waits != '0 &&
             in_outs_o[32'(one)*Ports +: Ports] == waits) count <= '0;
    else if (CutThrough == 1 && passed) count <= count + 1'b1;
  end

  always_comb begin
    if (up) begin
      age_in:        assert (AgeW == 0 || !within || !wins || !any_ask ||
                             after(age_of(one, early), age_of(one, in_vc)) >= 0);
      age_out:       assert (AgeW == 0 || !within || Vcs > 1 || !wins || !two_asks ||
                             after(age_of(two, '0), age_of(one, '0)) >= 0);
      inv_range:     assert (in_range);
      inv_in_order:  assert (in_ordered);
      inv_out_order: assert (out_ordered);
      grant_vc:      assert (!wins || 32'(in_vc) < Vcs);
      grant_exists:  assert (!in_outs_o[32'(one)*Ports + 32'(port)] ||
                             32'(in_out_vc_o[(32'(one)*Ports + 32'(port))*VcW +: VcW]) < Vcs);
      grant_waits:   assert (!wins || waiting_i[(32'(one)*Vcs + 32'(in_vc))*Ports + 32'(port)]);
      grant_free:    assert (!wins || !out_busy_i[32'(port)*Vcs + 32'(vc)]);
      grant_network: assert (!wins || 32'(vc) / Block == 32'(in_vc) / Block);
      grant_class:   assert (!wins || Classes == 1 || 32'(named) == Classes ||
                             32'(vc) % Block % Classes == 32'(named));
      grant_room:    assert (!wins || (CutThrough == 1 && !other && claims == 4'd15) ||
                             out_credit_i[(32'(port)*Vcs + 32'(vc))*CntW +: CntW] >= needs);
      pairs_one:     assert (!wins || !two_wins || one == two);
      passed_count:  assert (5'(passes) == count);
      pairs_any:     assert (any == out_won_o[32'(port)*Vcs + 32'(vc)]);
    end
  end
