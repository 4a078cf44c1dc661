// switch_requests -- which input VCs ask for the switch, and for which output ports, as flat gates.
//
// An input VC that has flits and an output VC asks if there are the credits that its flit needs,
// one at least. Shared by the choices of switch_match and of wavefront_match.
//
//   output VC (o, w) that VC v holds ---------> goal: bit o
//   credits of (o, w): >= need, and not 0 --.
//   VC v has flits -------------------------+-> ask
//
// Golden model: csim/router/switch_allocator.h.  docs/microarchitecture.md, sections 10 and 10.1.

module switch_requests #(
  parameter  int unsigned Ports = 5,
  parameter  int unsigned Vcs   = 4,
  parameter  int unsigned Depth = 8,
  parameter  int unsigned LenW  = 1,
  localparam int unsigned PortW = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW   = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW  = $clog2(Depth + 1)
) (
  input  logic [Ports*Vcs-1:0]       ready_i,       // input VC (i, v) has flits and holds ..
  input  logic [Ports*Vcs*PortW-1:0] hold_port_i,   // .. this output port
  input  logic [Ports*Vcs*VcW-1:0]   hold_vc_i,     // .. and this output VC
  input  logic [Ports*Vcs*LenW-1:0]  need_i,        // credits its front flit needs; 0 as 1
  input  logic [Ports*Vcs*CntW-1:0]  out_credit_i,  // free slots downstream of output VC (o, w)

  output logic [Ports*Vcs-1:0]       ask_o,         // input VC (i, v) asks
  output logic [Ports*Vcs*Ports-1:0] goal_o         // at (i*Vcs + v)*Ports + o: for output o, if
);

  localparam int unsigned CmpW = (LenW > CntW) ? LenW : CntW;  // compares credit with need

  logic [Ports*Vcs-1:0] some;  // (o, w) has a credit

  always_comb begin
    for (int unsigned k = 0; k < Ports*Vcs; k++) some[k] = out_credit_i[k*CntW +: CntW] != '0;
  end

  for (genvar k = 0; k < Ports*Vcs; k++) begin : gen_vc
    logic            enough;
    logic [LenW-1:0] need;

    assign need = need_i[k*LenW +: LenW];

    always_comb begin
      enough = 1'b0;
      for (int unsigned o = 0; o < Ports; o++) begin
        goal_o[k*Ports + o] = 32'(hold_port_i[k*PortW +: PortW]) == o;
        for (int unsigned w = 0; w < Vcs; w++) begin
          enough |= goal_o[k*Ports + o] && 32'(hold_vc_i[k*VcW +: VcW]) == w &&
                    some[o*Vcs + w] &&
                    (LenW == 1 || CmpW'(out_credit_i[(o*Vcs + w)*CntW +: CntW]) >= CmpW'(need));
        end
      end
    end
    assign ask_o[k] = ready_i[k] && enough;
  end

endmodule
// SPDX-License-Identifier: MIT
