// route_dor -- dimension-order route: the output port towards a destination, in the same cycle.
//
// The first dimension in which destination and router differ decides: port Locals + 2d towards
// higher coordinates, Locals + 2d + 1 towards lower ones. At the destination's router it is the
// index of the node there.
//
//   Dims = 2, Locals = 1, router (1,1)            port 3 (y up)
//     dst (2,0): x differs, higher -> port 1          |
//     dst (1,0): y differs, lower  -> port 4    2 --- R --- 1 (x up)
//     dst (1,1), index 0           -> port 0          |
//                                                     4
//
// Golden model: csim/router/route_dor.c.  docs/microarchitecture.md, section 6.

module route_dor #(
  parameter  int unsigned Ports  = 5,
  parameter  int unsigned Dims   = 2,
  parameter  int unsigned DigitW = 3,
  parameter  int unsigned LocalW = 0,
  localparam int unsigned AddrW  = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned PortW  = (Ports > 1) ? $clog2(Ports) : 1
) (
  // An index part and, without dimensions, the router's address decide nothing.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AddrW-1:0] dst_i,   // destination address
  input  logic [AddrW-1:0] addr_i,  // the router's address (static)
  input  logic [AddrW-1:0] extent_i,  // highest coordinates (static)
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [PortW-1:0] port_o,  // output port
  output logic             vc_class_o
);

  if (Ports < 2 || Ports > 16 || Dims > 6 || 2 * Dims >= Ports) begin : gen_bad_ports
    $error("route_dor: Ports must be 2 to 16, Dims 0 to 6, and Ports - 2 Dims at least 1");
  end
  if (DigitW < 1 || DigitW > 20 || LocalW > 8) begin : gen_bad_width
    $error("route_dor: DigitW must be 1 to 20, LocalW 0 to 8");
  end

  localparam int unsigned Locals = Ports - 2 * Dims;

  assign vc_class_o = 1'b0;

  if (Dims == 0) begin : gen_index
    assign port_o = PortW'(dst_i);
  end else begin : gen_dor
    logic [Dims*DigitW-1:0] dst, here;  // the coordinates
    logic [PortW-1:0]       index;

    assign dst  = dst_i[Dims*DigitW-1:0];
    assign here = addr_i[Dims*DigitW-1:0];
    if (LocalW > 0) begin : gen_local
      assign index = PortW'(dst_i[AddrW-1 -: LocalW]);
    end else begin : gen_single
      assign index = '0;
    end

    // From the last dimension to the first, so that the first that differs has the last word.
    always_comb begin
      port_o = index;
      if (dst != here) begin
        for (int unsigned k = 0; k < Dims; k++) begin
          if (dst[(Dims-1-k)*DigitW +: DigitW] > here[(Dims-1-k)*DigitW +: DigitW]) begin
            port_o = PortW'(Locals + 2 * (Dims - 1 - k));
          end else if (dst[(Dims-1-k)*DigitW +: DigitW] < here[(Dims-1-k)*DigitW +: DigitW]) begin
            port_o = PortW'(Locals + 2 * (Dims - 1 - k) + 1);
          end
        end
      end
    end
  end

endmodule
