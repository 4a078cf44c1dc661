// link_encoder -- the check bits of a link's word, in the same cycle: one of parity, or those of a
// Hamming code with one more for the whole, which correct one wrong wire and find two.
//
// The word is what a slice of a link has, least significant bit first:
//
//   valid | vc  | kind | payload  | credit | credit_vc | check_o
//   1       VcW   2      FlitBits   1        VcW         CheckW
//
// A bit of the word has a position: the bits take the numbers 3, 5, 6, 7, 9, .. in turn, and leave
// out the powers of two. Check bit j is the sum of the bits whose positions have 2^j.
//
//   position   1   2   3   4   5   6   7   8   9
//   is         c0  c1  w0  c2  w1  w2  w3  c3  w4 ..     c0 = w0 ^ w1 ^ w3 ^ w4 ..
//
// Golden model: csim/router/link_encoder.c.  docs/link-check.md.

module link_encoder #(
  parameter  int unsigned Vcs       = 4,
  parameter  int unsigned FlitBits  = 64,
  parameter  int unsigned LinkCheck = 2,  // 1 parity, 2 corrects one wire and finds two
  localparam int unsigned VcW       = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned WordW     = FlitBits + 2 * VcW + 4,
  localparam int unsigned CodeW     = $clog2(WordW + $clog2(WordW + 1) + 1),  // of a position
  localparam int unsigned CheckW    = (LinkCheck == 2) ? CodeW + 1 : 1
) (
  input  logic                in_valid_i,
  input  logic [VcW-1:0]      in_vc_i,
  input  logic [1:0]          in_kind_i,
  input  logic [FlitBits-1:0] in_payload_i,
  input  logic                credit_in_valid_i,
  input  logic [VcW-1:0]      credit_in_vc_i,

  output logic [CheckW-1:0]   check_o
);

  if (LinkCheck < 1 || LinkCheck > 2) begin : gen_bad_check
    $error("link_encoder: LinkCheck must be 1 or 2");
  end

  logic [WordW-1:0] word;
  assign word = {credit_in_vc_i, credit_in_valid_i, in_payload_i, in_kind_i, in_vc_i, in_valid_i};

  // The bits of the word whose positions have 2^j.
  function automatic logic [WordW-1:0] covered(input int unsigned j);
    int unsigned position;
    position = 3;
    for (int unsigned i = 0; i < WordW; i++) begin
      covered[i] = 1'(position >> j);
      position = position + 1;
      if ((position & (position - 1)) == 0) position = position + 1;  // a check bit's
    end
  endfunction

  if (LinkCheck == 2) begin : gen_secded
    logic [CodeW-1:0] sums;
    for (genvar j = 0; j < CodeW; j++) begin : gen_sum
      localparam logic [WordW-1:0] Covered = covered(j);
      assign sums[j] = ^(word & Covered);
    end
    assign check_o = {(^word) ^ (^sums), sums};

  end else begin : gen_parity
    assign check_o = CheckW'(^word);
  end

endmodule
// SPDX-License-Identifier: MIT
