  // Reachable states: credits are at most the depth. Contract of the driver: VCs that exist.
  logic in_range;
  always_comb begin
    in_range = 1'b1;
    for (int unsigned w = 0; w < Vcs; w++) begin
      if (32'(out_credit_o[w*CntW +: CntW]) > Depth) in_range = 1'b0;
    end
    assume (!credit_in_valid_i || 32'(credit_in_vc_i) < Vcs);
    assume (!sa_gnt_i || 32'(sa_out_vc_i) < Vcs);
    inv_range: assert (in_range);
  end
