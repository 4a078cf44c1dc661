  // room    a sender that counts credits never overfills a VC: what it may still send, the flits in
  //         the VC and a credit on its way add up to Depth
  //
  // For one VC, chosen freely. Contract: VCs that exist; a flit comes only for a credit; the switch
  // is granted only to a VC with flits (proved of the router, group ready), with Bypass = 1 the one
  // that arrives too.
  `include "reset.svh"

  (* anyconst *) logic [VcW-1:0] vc;

  logic            arrive, acknowledge, leave;
  logic [CntW-1:0] count;
  logic [CntW:0]   credit;  // of the sender
  assign arrive      = in_valid_i && in_vc_i == vc;
  assign leave       = sa_gnt_i && sa_vc_i == vc;
  assign acknowledge = credit_out_valid_o && credit_out_vc_o == vc;
  assign count       = in_count_o[32'(vc)*CntW +: CntW];
  always_comb begin
    assume (32'(vc) < Vcs);
    assume (!in_valid_i || 32'(in_vc_i) < Vcs);
    assume (!sa_gnt_i || 32'(sa_vc_i) < Vcs);
    assume (!va_won_i || 32'(va_vc_i) < Vcs);
    assume (!arrive || credit != '0);
    assume (!leave || count != '0 || (Bypass == 1 && arrive));
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) credit <= (CntW + 1)'(Depth);
    else credit <= credit - (CntW + 1)'(arrive) + (CntW + 1)'(acknowledge);
  end
  always_comb begin
    if (up) begin
      room_push:  assert (!arrive || 32'(count) < Depth);
      room_count: assert (32'(count) <= Depth);
      room_sum:   assert (32'(count) + 32'(credit) + 32'(acknowledge) == Depth);
    end
  end
