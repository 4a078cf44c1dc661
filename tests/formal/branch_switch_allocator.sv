  // grant   an output gets a flit from one input or from none, which names it; it is the next flit
  //         of a branch that holds the output VC or has just won it, and there are the credits that
  //         it needs
  // behind  an input reads for the branches of one VC that stand furthest back: of that VC no
  //         branch that could read stands behind, and all that are granted stand at the flit that
  //         is read
  // drop    an input drops flit 1 or nothing, only where one is due, and reads nothing then
  // sync    with SyncCopies the branches of a packet read together or not at all
  // age     of the VCs of an input no other with a branch that could read or a drop that is due is
  //         older than the one that reads or drops; with one VC no head that could be read for an
  //         output is older than the packet of which a flit is
  //
  // For one output port, two inputs and a VC of the first, chosen freely. Contract: VCs that exist;
  // branches that win a VC wait, and stand at the head; nothing is due but where flit 1 is for
  // dropping.
  `include "reset.svh"

  (* anyconst *) logic [PortW-1:0] port, one, two, other;
  (* anyconst *) logic [VcW-1:0]   rival;

  logic [VcW-1:0]  in_vc, holds, other_holds;
  logic            reads;              // input `one` for `port`
  logic [PosW-1:0] at, other_at;       // its branches to `port` and to `other`
  logic [Ports-1:0] wins;              // branches of that VC that win now
  logic [Ports-1:0] waits, acts, finds;
  assign in_vc = in_vc_o[32'(one)*VcW +: VcW];
  assign reads = in_outs_o[32'(one)*Ports + 32'(port)];
  assign wins  = (va_vc_i[32'(one)*VcW +: VcW] == in_vc) ? va_outs_i[32'(one)*Ports +: Ports] : '0;
  assign waits = waiting_i[(32'(one)*Vcs + 32'(in_vc))*Ports +: Ports];
  assign acts  = active_i[(32'(one)*Vcs + 32'(in_vc))*Ports +: Ports] | wins;
  assign finds = there_i[(32'(one)*Vcs + 32'(in_vc))*Ports +: Ports];
  assign at       = br_read_i[((32'(one)*Vcs + 32'(in_vc))*Ports + 32'(port))*PosW +: PosW];
  assign other_at = br_read_i[((32'(one)*Vcs + 32'(in_vc))*Ports + 32'(other))*PosW +: PosW];
  assign holds = wins[port] ? va_out_vc_i[(32'(one)*Ports + 32'(port))*VcW +: VcW]
                     : br_vc_i[((32'(one)*Vcs + 32'(in_vc))*Ports + 32'(port))*VcW +: VcW];
  assign other_holds = wins[other] ? va_out_vc_i[(32'(one)*Ports + 32'(other))*VcW +: VcW]
                     : br_vc_i[((32'(one)*Vcs + 32'(in_vc))*Ports + 32'(other))*VcW +: VcW];

  logic [CntW-1:0] needs, other_needs;  // credits
  assign needs       = (at == '0) ? need_i[(32'(one)*Vcs + 32'(in_vc))*CntW +: CntW] : CntW'(1);
  assign other_needs = (other_at == '0) ? need_i[(32'(one)*Vcs + 32'(in_vc))*CntW +: CntW]
                       : CntW'(1);

  logic in_range;   // pointers
  logic taken;      // some input reads for the port
  logic acted;      // `one` reads or drops
  logic may_other;  // the branch to `other` could read
  always_comb begin
    in_range = 1'b1;
    taken    = 1'b0;
    assume (32'(port) < Ports && 32'(one) < Ports && 32'(two) < Ports && 32'(other) < Ports);
    for (int unsigned p = 0; p < Ports; p++) begin
      taken = taken || in_outs_o[p*Ports + 32'(port)];
      assume (32'(va_vc_i[p*VcW +: VcW]) < Vcs);
      for (int unsigned o = 0; o < Ports; o++) begin
        assume (32'(va_out_vc_i[(p*Ports + o)*VcW +: VcW]) < Vcs);
      end
      if (32'(sa_in_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(sa_out_ptr_o[p*PortW +: PortW]) >= Ports) begin
        in_range = 1'b0;
      end
      for (int unsigned k = 0; k < Vcs; k++) begin
        assume (!drop_due_i[p*Vcs + k] || drop_i[p*Vcs + k]);
        for (int unsigned o = 0; o < Ports; o++) begin
          assume (32'(br_vc_i[((p*Vcs + k)*Ports + o)*VcW +: VcW]) < Vcs);
          assume (!waiting_i[(p*Vcs + k)*Ports + o] ||
                  (!active_i[(p*Vcs + k)*Ports + o] &&
                   br_read_i[((p*Vcs + k)*Ports + o)*PosW +: PosW] == '0));
          assume (32'(va_vc_i[p*VcW +: VcW]) != k || !va_outs_i[p*Ports + o] ||
                  waiting_i[(p*Vcs + k)*Ports + o]);
          // A flit 1 that is for dropping and found is due.
          assume (drop_due_i[p*Vcs + k] || !drop_i[p*Vcs + k] || !there_i[(p*Vcs + k)*Ports + o] ||
                  br_read_i[((p*Vcs + k)*Ports + o)*PosW +: PosW] != PosW'(1));
        end
      end
    end
  end
  assign acted     = in_outs_o[32'(one)*Ports +: Ports] != '0 || in_drop_o[one];
  assign may_other = acts[other] && finds[other] &&
                     out_credit_i[(32'(other)*Vcs + 32'(other_holds))*CntW +: CntW] >= other_needs;

  // The branch of VC `rival` of input `one` to `other` could read, or a drop of it is due.
  logic            rival_wins, rival_asks;
  logic [VcW-1:0]  rival_holds;
  logic [PosW-1:0] rival_at;
  logic [CntW-1:0] rival_needs;
  assign rival_wins  = va_vc_i[32'(one)*VcW +: VcW] == rival &&
                       va_outs_i[32'(one)*Ports + 32'(other)];
  assign rival_holds = rival_wins ? va_out_vc_i[(32'(one)*Ports + 32'(other))*VcW +: VcW]
                     : br_vc_i[((32'(one)*Vcs + 32'(rival))*Ports + 32'(other))*VcW +: VcW];
  assign rival_at    = br_read_i[((32'(one)*Vcs + 32'(rival))*Ports + 32'(other))*PosW +: PosW];
  assign rival_needs = (rival_at == '0) ? need_i[(32'(one)*Vcs + 32'(rival))*CntW +: CntW]
                       : CntW'(1);
  assign rival_asks  = drop_due_i[32'(one)*Vcs + 32'(rival)] ||
                       ((rival_wins || active_i[(32'(one)*Vcs + 32'(rival))*Ports + 32'(other)]) &&
                        there_i[(32'(one)*Vcs + 32'(rival))*Ports + 32'(other)] &&
                        out_credit_i[(32'(other)*Vcs + 32'(rival_holds))*CntW +: CntW] >=
                            rival_needs);

  `include "ages.svh"

  // two_asks, if Vcs = 1: the branch of input `two` to `port` could read its head.
  logic           two_wins, two_asks;
  logic [VcW-1:0] two_holds;
  assign two_wins  = va_vc_i[32'(two)*VcW +: VcW] == '0 && va_outs_i[32'(two)*Ports + 32'(port)];
  assign two_holds = two_wins ? va_out_vc_i[(32'(two)*Ports + 32'(port))*VcW +: VcW]
                   : br_vc_i[(32'(two)*Ports + 32'(port))*VcW +: VcW];
  assign two_asks  = (two_wins || active_i[32'(two)*Ports + 32'(port)]) &&
                     there_i[32'(two)*Ports + 32'(port)] &&
                     br_read_i[(32'(two)*Ports + 32'(port))*PosW +: PosW] == '0 &&
                     out_credit_i[(32'(port)*Vcs + 32'(two_holds))*CntW +: CntW] >=
                         need_i[32'(two)*CntW +: CntW];

  always_comb begin
    assume (32'(rival) < Vcs);
    if (up) begin
      age_in:       assert (AgeW == 0 || SyncCopies == 1 || !within || !acted || !rival_asks ||
                            after(front_age_i[(32'(one)*Vcs + 32'(rival))*AgePinW +: AgePinW],
                                  front_age_i[(32'(one)*Vcs + 32'(in_vc))*AgePinW +: AgePinW])
                                >= 0);
      age_out:      assert (AgeW == 0 || SyncCopies == 1 || !within || Vcs > 1 || !reads ||
                            !two_asks ||
                            after(front_age_i[32'(two)*AgePinW +: AgePinW],
                                  front_age_i[32'(one)*AgePinW +: AgePinW]) >= 0);
      inv_range:    assert (in_range);
      grant_one:    assert (!reads || !in_outs_o[32'(two)*Ports + 32'(port)] || one == two);
      grant_any:    assert (taken == out_gnt_o[port]);
      grant_named:  assert (!reads || out_in_o[32'(port)*PortW +: PortW] == one);
      grant_vc:     assert (!reads || out_vc_o[32'(port)*VcW +: VcW] == holds);
      grant_holds:  assert (!reads || (acts[port] && finds[port]));
      grant_credit: assert (!reads ||
                            out_credit_i[(32'(port)*Vcs + 32'(holds))*CntW +: CntW] >= needs);
      behind_at:    assert (!reads || in_pos_o[32'(one)*PosW +: PosW] == at);
      behind_none:  assert (!acted || SyncCopies == 1 || !may_other ||
                            other_at >= in_pos_o[32'(one)*PosW +: PosW]);
      drop_due:     assert (!in_drop_o[one] || (drop_due_i[32'(one)*Vcs + 32'(in_vc)] &&
                                                in_pos_o[32'(one)*PosW +: PosW] == PosW'(1)));
      drop_alone:   assert (!in_drop_o[one] || in_outs_o[32'(one)*Ports +: Ports] == '0);
      drop_not:     assert (!reads || at != PosW'(1) || !drop_i[32'(one)*Vcs + 32'(in_vc)]);
      sync_all:     assert (SyncCopies == 0 || !reads || at != other_at ||
                            !(waits[other] || acts[other]) ||
                            in_outs_o[32'(one)*Ports + 32'(other)]);
    end
  end
