// copy_crossbar -- carries the granted flits from inputs to outputs, one input to several outputs
// if they are copies, and rewrites each copy for its way; in the same cycle.
//
// A copy of a header flit of a bit string keeps the nodes that its output port reaches; the head of
// a path worm whose used header flit is dropped counts one less. An output without a flit is all
// zero.
//
//   sel_valid 1 0 1 1 0     outputs 0, 2, 3 take from inputs 4, 1, 1
//             out 0 = in 4    out 2 = in 1 AND copy_mask 2    out 3 = in 1 AND copy_mask 3
//
// Golden model: csim/multicast/copy_crossbar.h.  docs/microarchitecture.md, section 15.3.

module copy_crossbar #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned Groups     = 1,
  parameter  int unsigned HeadersLsb = 30,  // of the number of header flits in a head
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned GroupW     = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned HdrW       = noc_pkg::HeaderBits
) (
  input  logic [Ports*FlitBits-1:0] in_payload_i,  // that input i reads
  input  logic [Ports*2-1:0]        in_kind_i,
  input  logic [Ports*HdrW-1:0]     in_word_i,     // j + 1: word j of a string to be cut; else 0
  input  logic [Ports*GroupW-1:0]   in_group_i,    // arrival group of its packet
  input  logic [Ports-1:0]          in_fix_i,      // a head that loses a header flit
  input  logic [Ports-1:0]          sel_valid_i,   // a flit traverses to output o ..
  input  logic [Ports*PortW-1:0]    sel_in_i,      // .. from this input
  input  logic [Ports*VcW-1:0]      sel_vc_i,      // .. on this output VC
  input  logic [Ports*FlitBits-1:0] copy_mask_i,   // what output o keeps of its word

  output logic [Ports*HdrW-1:0]     copy_word_o,   // in_word of what goes to output o; 0 if none
  output logic [Ports*GroupW-1:0]   copy_group_o,  // in_group of it
  output logic [Ports-1:0]          out_valid_o,   // a flit for output o; the rest 0 if none
  output logic [Ports*VcW-1:0]      out_vc_o,
  output logic [Ports*2-1:0]        out_kind_o,
  output logic [Ports*FlitBits-1:0] out_payload_o
);

  if (HeadersLsb + HdrW > FlitBits) begin : gen_bad_head
    $error("copy_crossbar: FlitBits must hold the head");
  end

  logic [FlitBits-1:0] lane  [Ports];  // by input
  logic [FlitBits-1:0] word;           // at the output at hand
  logic [PortW-1:0]    i;

  always_comb begin
    copy_word_o  = '0;
    copy_group_o = '0;
    if (sel_valid_i != '0) begin
      for (int unsigned o = 0; o < Ports; o++) begin
        if (sel_valid_i[o]) begin
          copy_word_o[o*HdrW +: HdrW] = in_word_i[32'(sel_in_i[o*PortW +: PortW])*HdrW +: HdrW];
          copy_group_o[o*GroupW +: GroupW] =
              in_group_i[32'(sel_in_i[o*PortW +: PortW])*GroupW +: GroupW];
        end
      end
    end
  end

  // Not with the above: the masks follow from it.
  always_comb begin
    out_valid_o   = sel_valid_i;
    out_vc_o      = '0;
    out_kind_o    = '0;
    out_payload_o = '0;
    word          = '0;
    i             = '0;
    for (int unsigned p = 0; p < Ports; p++) lane[p] = '0;
    if (sel_valid_i != '0) begin
      for (int unsigned p = 0; p < Ports; p++) lane[p] = in_payload_i[p*FlitBits +: FlitBits];
      for (int unsigned o = 0; o < Ports; o++) begin
        if (sel_valid_i[o]) begin
          i    = sel_in_i[o*PortW +: PortW];
          word = lane[i] & copy_mask_i[o*FlitBits +: FlitBits];
          if (in_fix_i[i]) word[HeadersLsb +: HdrW] = word[HeadersLsb +: HdrW] - 1'b1;
          out_vc_o[o*VcW +: VcW]                = sel_vc_i[o*VcW +: VcW];
          out_kind_o[o*2 +: 2]                  = in_kind_i[32'(i)*2 +: 2];
          out_payload_o[o*FlitBits +: FlitBits] = word;
        end
      end
    end
  end

endmodule
// SPDX-License-Identifier: MIT
