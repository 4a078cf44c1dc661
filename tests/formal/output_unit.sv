  // credit  the counter of a VC is Depth minus the flits sent on it whose credit has not come back,
  //         0 to Depth: it neither falls below 0 nor rises above Depth
  //
  // For one VC, chosen freely. Contract: VCs that exist; a credit comes back only for a flit sent
  // in an earlier cycle; the switch is granted only with a credit (proved of the router, group
  // credit).
  `include "reset.svh"

  (* anyconst *) logic [VcW-1:0] vc;

  logic            watched_spend, watched_gain;  // a credit of the VC
  logic [CntW-1:0] credit;
  logic [CntW:0]   out;          // flits sent and not yet acknowledged, counted here
  assign watched_spend  = sa_gnt_i && sa_out_vc_i == vc;
  assign watched_gain   = credit_in_valid_i && credit_in_vc_i == vc;
  assign credit = out_credit_o[32'(vc)*CntW +: CntW];
  always_comb begin
    assume (32'(vc) < Vcs);
    assume (!credit_in_valid_i || 32'(credit_in_vc_i) < Vcs);
    assume (!sa_gnt_i || 32'(sa_out_vc_i) < Vcs);
    assume (!watched_gain || out != '0);
    assume (!watched_spend || credit != '0);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) out <= '0;
    else out <= out + (CntW + 1)'(watched_spend) - (CntW + 1)'(watched_gain);
  end
  always_comb begin
    if (up) begin
      credit_range: assert (32'(credit) <= Depth);
      credit_sum:   assert (32'(credit) + 32'(out) == Depth);
      credit_full:  assert (!watched_gain || 32'(credit) < Depth);
    end
  end
