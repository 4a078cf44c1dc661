  // none  a word that comes as an encoder has sent it, with its check bits, is handed on, and
  //       nothing is said of it
  // one   with one wrong wire, of the word or of its check bits, the word that was sent is handed
  //       on, and it is said that it was corrected; with parity it is said that it is wrong
  // two   with two wrong wires it is said that the word is wrong, and it is handed on as it came;
  //       with parity nobody sees them
  //
  // For any word, and any wires. What is said is said in the next cycle, unless there is a reset.
  `include "reset.svh"

  localparam int unsigned Wires = WordW + CheckW;

  (* anyseq *) logic [WordW-1:0] sent;
  (* anyseq *) logic [8:0]       first, second;  // the wires that are wrong,
  (* anyseq *) logic [1:0]       wrongs;         // and how many of them are
  logic [CheckW-1:0] sent_check;
  logic [Wires-1:0]  flips;

  link_encoder #(.Vcs(Vcs), .FlitBits(FlitBits), .LinkCheck(LinkCheck)) u_sent (
    .in_valid_i(sent[0]), .in_vc_i(sent[1 +: VcW]), .in_kind_i(sent[VcW+1 +: 2]),
    .in_payload_i(sent[VcW+3 +: FlitBits]), .credit_in_valid_i(sent[VcW+FlitBits+3]),
    .credit_in_vc_i(sent[VcW+FlitBits+4 +: VcW]), .check_o(sent_check)
  );

  always_comb begin
    flips = '0;
    for (int unsigned w = 0; w < Wires; w++) begin
      flips[w] = (wrongs != 2'd0 && 32'(first) == w) || (wrongs == 2'd2 && 32'(second) == w);
    end
    assume (wrongs <= 2'd2 && 32'(first) < Wires && 32'(second) < Wires && first != second);
    assume ({check_i, word} == ({sent_check, sent} ^ flips));
  end

  logic [WordW-1:0] handed;
  assign handed = {credit_out_vc_o, credit_out_valid_o, out_payload_o, out_kind_o, out_vc_o,
                   out_valid_o};

  logic [1:0] before;  // the wrong wires of the cycle before
  logic       quiet = 1'b1;  // then there was a reset, or none has been
  always_ff @(posedge clk_i) begin
    before <= wrongs;
    quiet  <= rst_i;
  end

  always_comb begin
    if (up) begin
      if (wrongs == 2'd0) none_handed: assert (handed == sent);
      if (wrongs == 2'd1) one_handed:  assert (handed == (LinkCheck == 2 ? sent : word));
      if (wrongs == 2'd2) two_handed:  assert (handed == word);
      if (!quiet && before == 2'd0) none_said: assert (!corrected_o && !error_o);
      if (!quiet && before == 2'd1) begin
        one_said: assert (corrected_o == (LinkCheck == 2) && error_o == (LinkCheck == 1));
      end
      if (!quiet && before == 2'd2) two_said: assert (!corrected_o && error_o == (LinkCheck == 2));
      if (quiet) none_reset: assert (!corrected_o && !error_o);
    end
  end
