  // grant   an output VC is given only if it is free, belongs to the network of the packet and is of the
  //         class that its branch names, to a branch that waits there; without the room that the packet
  //         needs only with CutThrough, and if no free VC that the branch may take has it
  // pairs   an output VC is won by one input or by none, and no input wins outputs with two VCs: what it
  //         wins is of the VC it names
  // age     of the VCs of an input no other that asks is older than the one that wins; with one VC and
  //         cut-through no branch that waits for an output is older than the winner
  //
  // For one output VC and two inputs, chosen freely, and a VC of the first.
  `include "reset.svh"

  (* anyconst *) logic [PortW-1:0] port, one, two;
  (* anyconst *) logic [VcW-1:0]   vc, early, late;  // the last two: VCs of input `one`

  logic [VcW-1:0]       in_vc;           // of input `one`: the VC that wins
  logic                 wins, two_wins;  // they win (port, vc)
  logic [ClassPinW-1:0] named;
  logic [CntW-1:0]      needs;
  assign in_vc    = in_vc_o[32'(one)*VcW +: VcW];
  assign wins     = in_outs_o[32'(one)*Ports + 32'(port)] &&
                    in_out_vc_o[(32'(one)*Ports + 32'(port))*VcW +: VcW] == vc;
  assign two_wins = in_outs_o[32'(two)*Ports + 32'(port)] &&
                    in_out_vc_o[(32'(two)*Ports + 32'(port))*VcW +: VcW] == vc;
  assign named    = want_class_i[((32'(one)*Vcs + 32'(in_vc))*Ports + 32'(port))*ClassPinW +: ClassPinW];
  assign needs    = need_i[(32'(one)*Vcs + 32'(in_vc))*CntW +: CntW];

  // Whether of two requesters of an order exactly one goes before the other, and none before itself.
  logic in_ordered, out_ordered;
  assign in_ordered  = va_in_order_o[(32'(one)*Vcs + 32'(early))*Vcs + 32'(late)] ==
                       (early != late &&
                        !va_in_order_o[(32'(one)*Vcs + 32'(late))*Vcs + 32'(early)]);
  assign out_ordered = va_out_order_o[((32'(port)*Vcs + 32'(vc))*Ports + 32'(one))*Ports + 32'(two)] ==
                       (one != two &&
                        !va_out_order_o[((32'(port)*Vcs + 32'(vc))*Ports + 32'(two))*Ports + 32'(one)]);

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

  // Of two ages, as a signed number, below 0: x is older.
  function automatic logic signed [AgePinW-1:0] after(input logic [AgePinW-1:0] x,
                                                      input logic [AgePinW-1:0] y);
    after = x - y;
  endfunction

  function automatic logic [AgePinW-1:0] age_of(input logic [PortW-1:0] i, input logic [VcW-1:0] v);
    age_of = front_age_i[(32'(i)*Vcs + 32'(v))*AgePinW +: AgePinW];
  endfunction

  logic asks;  // a branch of VC `early` of input `one` may take some output VC
  always_comb begin
    asks = 1'b0;
    for (int unsigned o = 0; o < Ports; o++) begin
      for (int unsigned k = 0; k < Vcs; k++) begin
        if (waiting_i[(32'(one)*Vcs + 32'(early))*Ports + o] &&
            k / Block == 32'(early) / Block && !out_busy_i[o*Vcs + k] &&
            (Classes == 1 ||
             32'(want_class_i[((32'(one)*Vcs + 32'(early))*Ports + o)*ClassPinW +: ClassPinW]) ==
                 Classes ||
             32'(want_class_i[((32'(one)*Vcs + 32'(early))*Ports + o)*ClassPinW +: ClassPinW]) ==
                 k % Block % Classes) &&
            (CutThrough == 1 ||
             out_credit_i[(o*Vcs + k)*CntW +: CntW] >=
                 need_i[(32'(one)*Vcs + 32'(early))*CntW +: CntW])) begin
          asks = 1'b1;
        end
      end
    end
  end

  always_comb begin
    if (up) begin
      age_in:        assert (AgeW == 0 || !wins || !asks ||
                             after(age_of(one, early), age_of(one, in_vc)) >= 0);
      age_out:       assert (AgeW == 0 || Vcs > 1 || CutThrough == 0 || !wins ||
                             !waiting_i[32'(two)*Ports + 32'(port)] ||
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
      grant_room:    assert (!wins || (CutThrough == 1 && !other) ||
                             out_credit_i[(32'(port)*Vcs + 32'(vc))*CntW +: CntW] >= needs);
      pairs_one:     assert (!wins || !two_wins || one == two);
      pairs_any:     assert (any == out_won_o[32'(port)*Vcs + 32'(vc)]);
    end
  end
