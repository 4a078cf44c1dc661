// route_octagon -- route on an octagon, or a ring of 12, 16, .. with links to the opposite
// positions: the output port by the relative address, and the class of the VC to take there.
//
// A quarter of the ring or less is walked; what lies further is reached from the opposite position.
// Class 1 says that the link between the last position and 0 is still ahead, 0 that it is not. Any
// class will do on a link across: only a first hop takes it.
//
//   P = 8, at 6:  dst 0, 7 -> next (dst 0: class 1)      0
//                 dst 4, 5 -> previous                 7   1
//                 dst 1, 2, 3 -> across, to 2         6 --- 2
//                 dst 6 -> the node's index            5   3
//                                                        4
//
// Golden model: csim/router/route_octagon.h.  docs/microarchitecture.md, section 6.2.

module route_octagon #(
  parameter  int unsigned Ports   = 4,
  parameter  int unsigned Classes = 1,
  parameter  int unsigned Dims    = 1,
  parameter  int unsigned DigitW  = 3,
  parameter  int unsigned LocalW  = 0,
  localparam int unsigned AddrW   = Dims * DigitW + LocalW,
  localparam int unsigned PortW   = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned ClassW  = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW    = (ClassW > 0) ? ClassW : 1
) (
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AddrW-1:0] dst_i,     // destination address
  input  logic [AddrW-1:0] addr_i,    // the router's address (static); the index is not looked at
  input  logic [AddrW-1:0] extent_i,  // the last position (static)
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [PortW-1:0] port_o,    // output port
  output logic [ClassPinW-1:0]  vc_class_o    // class of the VC to take there, Classes for any
);

  if (Ports < 4 || Ports > 16) begin : gen_bad_ports
    $error("route_octagon: Ports must be 4 to 16");
  end
  if (Dims != 1 || DigitW < 3 || DigitW > 20 || LocalW > 22) begin : gen_bad_width
    $error("route_octagon: Dims must be 1, DigitW 3 to 20, LocalW 0 to 22");
  end

  localparam int unsigned Locals = Ports - 3;
  localparam logic [ClassPinW-1:0] Any    = ClassPinW'((Classes > 1) ? Classes : 0);
  localparam logic [ClassPinW-1:0] Ahead  = ClassPinW'((Classes > 1) ? 1 : 0);  // of the wrap

  logic [DigitW-1:0] dst, here;
  logic [DigitW:0]   positions, quarter;
  logic [DigitW:0]   rel;  // steps from here to the destination, in the order of the positions
  logic [PortW-1:0]  index;

  assign dst       = dst_i[DigitW-1:0];
  assign here      = addr_i[DigitW-1:0];
  assign positions = (DigitW+1)'(extent_i[DigitW-1:0]) + 1'b1;
  assign quarter   = positions >> 2;
  assign rel       = (DigitW+1)'(dst) - (DigitW+1)'(here) + ((dst < here) ? positions : '0);
  if (LocalW > 0) begin : gen_local
    assign index = PortW'(dst_i[AddrW-1 -: LocalW]);
  end else begin : gen_single
    assign index = '0;
  end

  always_comb begin
    if (dst == here) begin
      port_o  = index;
      vc_class_o = Any;
    end else if (rel <= quarter) begin
      port_o  = PortW'(Locals);
      vc_class_o = (dst < here) ? Ahead : '0;
    end else if (rel >= positions - quarter) begin
      port_o  = PortW'(Locals + 1);
      vc_class_o = (dst > here) ? Ahead : '0;
    end else begin
      port_o  = PortW'(Locals + 2);
      vc_class_o = Any;
    end
  end

endmodule
// SPDX-License-Identifier: MIT
