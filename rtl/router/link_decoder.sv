// link_decoder -- takes a link's word with its check bits, corrects it if it can, in the same
// cycle, and says in the next one that it has, or that the word is wrong.
//
//   in_*, check_i --> own check bits --> difference --> which wire --> out_*
//                                                   \-> corrected_o, error_o (registers)
//
// A word that is wrong is handed on as it came. With parity nothing is corrected.
//
//   LinkCheck   one wire differs     two                          more
//   1           error_o              nobody sees it               error_o if they are odd
//   2           corrected_o          error_o, if they are even    corrected_o or error_o
//
// Golden model: csim/router/link_decoder.c.  docs/link-check.md.

module link_decoder #(
  parameter  int unsigned Vcs       = 4,
  parameter  int unsigned FlitBits  = 64,
  parameter  int unsigned LinkCheck = 2,  // as of the encoder
  localparam int unsigned VcW       = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned WordW     = FlitBits + 2 * VcW + 4,
  localparam int unsigned CodeW     = $clog2(WordW + $clog2(WordW + 1) + 1),
  localparam int unsigned CheckW    = (LinkCheck == 2) ? CodeW + 1 : 1
) (
  input  logic                clk_i,
  input  logic                rst_i,             // synchronous, active high

  input  logic                in_valid_i,        // from the wires
  input  logic [VcW-1:0]      in_vc_i,
  input  logic [1:0]          in_kind_i,
  input  logic [FlitBits-1:0] in_payload_i,
  input  logic                credit_in_valid_i,
  input  logic [VcW-1:0]      credit_in_vc_i,
  input  logic [CheckW-1:0]   check_i,

  output logic                out_valid_o,       // corrected
  output logic [VcW-1:0]      out_vc_o,
  output logic [1:0]          out_kind_o,
  output logic [FlitBits-1:0] out_payload_o,
  output logic                credit_out_valid_o,
  output logic [VcW-1:0]      credit_out_vc_o,

  output logic                corrected_o,       // of the cycle before: one wire was wrong
  output logic                error_o            // .. more than can be corrected
);

  if (LinkCheck < 1 || LinkCheck > 2) begin : gen_bad_check
    $error("link_decoder: LinkCheck must be 1 or 2");
  end

  logic [WordW-1:0]  word, flip;
  logic [CheckW-1:0] own;  // the check bits that this word would have
  logic              corrected, wrong;

  assign word = {credit_in_vc_i, credit_in_valid_i, in_payload_i, in_kind_i, in_vc_i, in_valid_i};

  link_encoder #(.Vcs(Vcs), .FlitBits(FlitBits), .LinkCheck(LinkCheck)) u_encoder (
    .in_valid_i, .in_vc_i, .in_kind_i, .in_payload_i, .credit_in_valid_i, .credit_in_vc_i,
    .check_o(own)
  );

  // The position of bit i: it has moved up by one for each power of two at or below it.
  function automatic int unsigned position(input int unsigned i);
    position = i + 1;
    for (int unsigned j = 0; j < CodeW; j++) begin
      if (position >= (32'd1 << j)) position = position + 1;
    end
  endfunction

  if (LinkCheck == 2) begin : gen_secded
    logic [CodeW-1:0] place;  // the position of the wrong wire, if it is one; 0: the last check bit
    logic             odd;    // an odd number of wires is wrong

    assign place = own[CodeW-1:0] ^ check_i[CodeW-1:0];
    assign odd   = own[CodeW] ^ check_i[CodeW] ^ (^place);

    for (genvar i = 0; i < WordW; i++) begin : gen_bit
      localparam int unsigned Position = position(i);
      assign flip[i] = odd && place == CodeW'(Position);
    end
    assign corrected = odd && 32'(place) <= WordW + CodeW;  // the last position
    assign wrong     = !corrected && (odd || place != '0);

  end else begin : gen_parity
    assign flip      = '0;
    assign corrected = 1'b0;
    assign wrong     = own != check_i;
  end

  assign {credit_out_vc_o, credit_out_valid_o, out_payload_o, out_kind_o, out_vc_o, out_valid_o} =
      word ^ flip;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      corrected_o <= 1'b0;
      error_o     <= 1'b0;
    end else begin
      corrected_o <= corrected;
      error_o     <= wrong;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      a_one:  assert ($onehot0(flip));
      a_both: assert (!(corrected && wrong));
      c_corrected: cover (corrected && flip != '0);
      c_error:     cover (wrong);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
