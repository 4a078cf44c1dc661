  // owner   an output VC is busy if and only if exactly one input VC holds it; free if none does.
  //         So it has at most one owner, and an owner is never lost or doubled.
  // credit  the switch is granted only for an output VC with a credit, which it has while Depth
  //         minus the flits sent and not acknowledged is above 0
  // ready   the switch is granted only to an input VC with flits; with lookahead and two stages a
  //         flit that arrives is one
  // waste   with one VC, Speculative = 1 and wormhole: no slot is wasted, since an output has bids
  //         in the order in which it has those that ask for its VC
  //
  // For one output VC and one input, chosen freely; the whole router is around them. No assumption
  // on what comes in, but that a credit comes back only for a flit sent in an earlier cycle; and
  // with Speculative = 1, where no credit is looked at behind VC allocation, that a packet begins
  // with its first flit: who waits for an output VC needs one flit or more.
  `include "reset.svh"
  `include "orders.svh"
  `include "bid_order.svh"

  (* anyconst *) logic [PortW-1:0] port, in;
  (* anyconst *) logic [VcW-1:0]   vc;

  logic [Ports*Vcs-1:0] owners;    // input VCs that hold (port, vc)
  logic                 in_range;  // they hold output VCs that exist; pointers name what exists
  always_comb begin
    assume (32'(port) < Ports && 32'(in) < Ports && 32'(vc) < Vcs);
    in_range = 1'b1;
    for (int unsigned k = 0; k < Ports*Vcs; k++) begin
      owners[k] = in_active_o[k] && in_out_port_o[k*PortW +: PortW] == port &&
                  in_out_vc_o[k*VcW +: VcW] == vc;
      if (32'(in_out_port_o[k*PortW +: PortW]) >= Ports ||
          32'(in_out_vc_o[k*VcW +: VcW]) >= Vcs) begin
        in_range = 1'b0;
      end
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      if (32'(sa_in_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(sa_out_ptr_o[p*PortW +: PortW]) >= Ports || 32'(sa_diagonal_o) >= Ports) begin
        in_range = 1'b0;
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        if (32'(sa_pair_ptr_o[(p*Ports + o)*VcW +: VcW]) >= Vcs) in_range = 1'b0;
      end
    end
  end

  logic            spend, gain;  // a credit of (port, vc)
  logic [CntW-1:0] credit;
  logic [CntW:0]   out;          // flits sent and not yet acknowledged
  assign spend  = sa_out_gnt[port] && sa_out_vc[32'(port)*VcW +: VcW] == vc;
  assign gain   = credit_in_valid_i[port] && credit_in_vc_i[32'(port)*VcW +: VcW] == vc;
  assign credit = out_credit_o[(32'(port)*Vcs + 32'(vc))*CntW +: CntW];
  always_comb begin
    assume (!gain || out != '0);
    for (int unsigned k = 0; k < Ports*Vcs; k++) begin
      assume (Speculative == 0 || !gen_plain.waiting[k] ||
              gen_plain.front_tag[k*TagW + 2 + PortW + ClassW +: LenW] != '0);
    end
  end
  always_ff @(posedge clk_i) begin
    if (rst_i) out <= '0;
    else out <= out + (CntW + 1)'(spend) - (CntW + 1)'(gain);
  end

  always_comb begin
    if (up) begin
      inv_range:    assert (in_range);
      inv_orders:   assert (ordered && bids_ordered);
      inv_same:     assert (Speculative == 0 || Vcs > 1 || sa_bid_order_o == va_out_order_o);
      waste_none:   assert (Vcs > 1 || CutThrough == 1 || sa_wasted_o == '0);
      owner_one:    assert ((owners & (owners - 1'b1)) == '0);
      owner_busy:   assert (out_busy_o[32'(port)*Vcs + 32'(vc)] == (owners != '0));
      credit_spent: assert (!spend || credit != '0);
      credit_sum:   assert (32'(credit) <= Depth && 32'(credit) + 32'(out) == Depth);
      ready_flits:  assert (!gen_plain.sa_in_gnt[in] ||
                            (Lookahead == 1 && Pipeline == 2 && in_valid_i[in] &&
                             in_vc_i[32'(in)*VcW +: VcW] ==
                                 gen_plain.sa_in_vc[32'(in)*VcW +: VcW]) ||
                            in_count_o[(32'(in)*Vcs
                                + 32'(gen_plain.sa_in_vc[32'(in)*VcW +: VcW]))*CntW +: CntW] != '0);
    end
  end
