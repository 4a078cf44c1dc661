  // credit  the interface's counter of a VC is Depth minus the flits sent on it whose credit has not
  //         come back, 0 to Depth; a flit is sent only with a credit
  //
  // For one VC, chosen freely. Contract: VCs that exist; a credit comes back only for a flit sent in
  // an earlier cycle. No assumption on the host.
  `include "reset.svh"

  (* anyconst *) logic [VcW-1:0] number;

  logic            spend, gain;  // a credit of the VC
  logic [CntW-1:0] credit;
  logic [CntW:0]   out;          // flits sent and not yet acknowledged
  assign spend  = send && win == number;
  assign gain   = credit_in_valid_i && credit_in_vc_i == number;
  assign credit = inj_credit_o[32'(number)*CntW +: CntW];
  always_comb begin
    assume (32'(number) < Vcs);
    assume (!credit_in_valid_i || 32'(credit_in_vc_i) < Vcs);
    assume (!gain || out != '0);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) out <= '0;
    else out <= out + (CntW + 1)'(spend) - (CntW + 1)'(gain);
  end
  always_comb begin
    if (up) begin
      inv_range:    assert (32'(inj_arb_ptr_o) < Vcs);
      credit_sum:   assert (32'(credit) <= Depth && 32'(credit) + 32'(out) == Depth);
      credit_spent: assert (!spend || credit != '0);
      credit_full:  assert (!gain || 32'(credit) < Depth);
    end
  end
