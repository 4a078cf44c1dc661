// link_check -- the end of a link that is checked: between a router or an interface and the wires,
// which are CheckW more than the router knows of. The other end has one too.
//
//   router --> link_i --> encoder --> wire_o ~~~~> wire_i --> decoder --> link_o --> router
//   router <-- link_o <-- decoder <-- wire_i <~~~~ wire_o <-- encoder <-- link_i <-- router
//
// No cycle is added. corrected_o and error_o are registers and show what came in the cycle before;
// they are not kept.
//
// Checked by tests/network/test_network_rtl.c; golden models of its parts: csim/router.
// docs/link-check.md.

module link_check #(
  parameter  int unsigned Vcs       = 4,
  parameter  int unsigned FlitBits  = 64,
  parameter  int unsigned LinkCheck = 2,  // 0 none, 1 parity, 2 corrects one wire and finds two
  localparam int unsigned VcW       = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW     = FlitBits + 2 * VcW + 4,
  localparam int unsigned CodeW     = $clog2(LinkW + $clog2(LinkW + 1) + 1),
  localparam int unsigned CheckW    = (LinkCheck == 2) ? CodeW + 1 : LinkCheck,
  localparam int unsigned WireW     = LinkW + CheckW
) (
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic             clk_i,        // unused where nothing is checked
  input  logic             rst_i,        // synchronous, active high
  /* verilator lint_on UNUSEDSIGNAL */

  input  logic [LinkW-1:0] link_i,       // from the router: its slice of link_o
  output logic [LinkW-1:0] link_o,       // to it
  output logic [WireW-1:0] wire_o,       // to the other end: the slice, above it the check bits
  input  logic [WireW-1:0] wire_i,       // from there

  output logic             corrected_o,  // of the cycle before: one wire was wrong
  output logic             error_o       // .. more than can be corrected
);

  if (LinkCheck > 2) begin : gen_bad_check
    $error("link_check: LinkCheck must be 0, 1 or 2");
  end

  if (LinkCheck == 0) begin : gen_wires
    assign wire_o      = link_i;
    assign link_o      = wire_i;
    assign corrected_o = 1'b0;
    assign error_o     = 1'b0;
  end else begin : gen_checked
    assign wire_o[LinkW-1:0] = link_i;

    link_encoder #(.Vcs(Vcs), .FlitBits(FlitBits), .LinkCheck(LinkCheck)) u_encoder (
      .in_valid_i(link_i[0]), .in_vc_i(link_i[1 +: VcW]), .in_kind_i(link_i[VcW+1 +: 2]),
      .in_payload_i(link_i[VcW+3 +: FlitBits]), .credit_in_valid_i(link_i[VcW+FlitBits+3]),
      .credit_in_vc_i(link_i[VcW+FlitBits+4 +: VcW]), .check_o(wire_o[LinkW +: CheckW])
    );

    link_decoder #(.Vcs(Vcs), .FlitBits(FlitBits), .LinkCheck(LinkCheck)) u_decoder (
      .clk_i, .rst_i,
      .in_valid_i(wire_i[0]), .in_vc_i(wire_i[1 +: VcW]), .in_kind_i(wire_i[VcW+1 +: 2]),
      .in_payload_i(wire_i[VcW+3 +: FlitBits]), .credit_in_valid_i(wire_i[VcW+FlitBits+3]),
      .credit_in_vc_i(wire_i[VcW+FlitBits+4 +: VcW]), .check_i(wire_i[LinkW +: CheckW]),
      .out_valid_o(link_o[0]), .out_vc_o(link_o[1 +: VcW]), .out_kind_o(link_o[VcW+1 +: 2]),
      .out_payload_o(link_o[VcW+3 +: FlitBits]), .credit_out_valid_o(link_o[VcW+FlitBits+3]),
      .credit_out_vc_o(link_o[VcW+FlitBits+4 +: VcW]), .corrected_o, .error_o
    );
  end

endmodule
// SPDX-License-Identifier: MIT
