// route_h3dm -- route on a hierarchical 3D-mesh: the output port towards a destination and the
// class of the VC to take there, in the same cycle.
//
// The highest level whose digits differ decides: to the layers (z) of its outlets, to the side
// where y leaves, then to the side where x leaves. Hops on that way through a module have class 1;
// class 0 is for the last module, where x, y, z are corrected in this order. Its rings are walked
// the shorter way that does not pass through coordinate 0, so that no ring of VCs is closed.
//
//   m = 4, q = 0, at x=1 y=1 z=1; the destination's y digit of level 2 is higher
//     z 1 > 0: down to layer 0      port z-
//     y 1: down, to 0               port y-, two hops to y = 3 through the wrap link
//     y 0: down, to 3               port y-
//     y 3: leave north              port 6
//
// Golden model: csim/router/route_h3dm.h.  docs/microarchitecture.md, section 6.3.

module route_h3dm #(
  parameter  int unsigned Ports      = 9,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Dims       = 5,  // x, y, z, then x and y of each level above
  parameter  int unsigned DigitW     = 2,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LayersLog2 = 0,  // the layers of a level are 2 to the power of this
  localparam int unsigned AddrW      = Dims * DigitW + LocalW,
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1
) (
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AddrW-1:0]     dst_i,      // destination address
  input  logic [AddrW-1:0]     addr_i,     // the router's address (static); no index is looked at
  input  logic [AddrW-1:0]     extent_i,   // the highest coordinate of every dimension (static)
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [PortW-1:0]     port_o,     // output port
  output logic [ClassPinW-1:0] vc_class_o  // class of the VC to take there, Classes for any
);

  localparam int unsigned Levels = (Dims - 1) / 2;
  localparam int unsigned NumW   = DigitW + 2;  // numbers up to twice a coordinate and a few
  localparam int unsigned Links  = (Levels > 1) ? 8 : 6;  // ports that lead to routers

  if (Ports <= Links || Ports > 16) begin : gen_bad_ports
    $error("route_h3dm: Ports must be 9 to 16, from 7 with a single level");
  end
  if (Dims < 3 || Dims > 23 || Dims % 2 == 0 || DigitW < 1 || DigitW > 20 || LocalW > 22 ||
      LayersLog2 > 7) begin : gen_bad_width
    $error("route_h3dm: Dims must be odd, 3 to 23, DigitW 1 to 20, LocalW to 22, LayersLog2 to 7");
  end

  // Ports that lead to nodes; a module of one element has two more to other modules.
  localparam logic [PortW-1:0] Locals       = PortW'(Ports - Links);
  localparam logic [PortW-1:0] LocalsSingle = PortW'((Ports > 10) ? Ports - 10 : 1);

  localparam logic [ClassPinW-1:0] Any     = ClassPinW'((Classes > 1) ? Classes : 0);
  localparam logic [ClassPinW-1:0] Transit = ClassPinW'((Classes > 1) ? 1 : 0);

  logic [Dims*DigitW-1:0] dst, here;
  logic [NumW-1:0]        m;              // elements along a module
  logic [NumW-1:0]        x, y, z;        // here
  logic                   single, odd;    // m = 1; x + y + z is odd
  logic [PortW-1:0]       index, locals;

  assign dst    = dst_i[Dims*DigitW-1:0];
  assign here   = addr_i[Dims*DigitW-1:0];
  assign m      = NumW'(extent_i[DigitW-1:0]) + 1'b1;
  assign x      = NumW'(here[0 +: DigitW]);
  assign y      = NumW'(here[DigitW +: DigitW]);
  assign z      = NumW'(here[2*DigitW +: DigitW]);
  assign single = extent_i[DigitW-1:0] == '0;
  assign odd    = x[0] ^ y[0] ^ z[0];
  assign locals = single ? LocalsSingle : Locals;
  if (LocalW > 0) begin : gen_local
    assign index = PortW'(dst_i[AddrW-1 -: LocalW]);
  end else begin : gen_single
    assign index = '0;
  end

  // The step of a transit along one dimension, as a port of the pair {up, down} = {0, 1}: to the
  // highest coordinate, if `high`, or to 0, by whichever side is shorter.
  function automatic logic to_side(input logic [NumW-1:0] at, input logic [NumW-1:0] radix,
                                   input logic high);
    to_side = high ? at + 1'b1 < radix - 1'b1 - at : !(radix - at < at);
  endfunction

  // The step within the module from h to t.
  function automatic logic to_place(input logic [NumW-1:0] h, input logic [NumW-1:0] t,
                                    input logic [NumW-1:0] radix, input logic tie);
    logic [NumW-1:0] far;  // the coordinate of the two that is not 0
    if (h != '0 && t != '0) begin
      to_place = h > t;
    end else begin
      far      = h | t;
      to_place = (radix - far == far) ? tie : (radix - far < far) == (h == '0);
    end
    if (radix == NumW'(2)) to_place = h != '0;
  endfunction

  logic            transit;         // a level above 1 differs; the highest such:
  logic            north, east;     // its y and x digits are higher at the destination
  logic            y_differs;
  logic [NumW-1:0] first, last;     // its layers

  always_comb begin
    transit   = 1'b0;
    north     = 1'b0;
    east      = 1'b0;
    y_differs = 1'b0;
    first     = '0;
    for (int unsigned l = 2; l <= Levels; l++) begin  // the highest has the last word
      if (dst[(2*l-1)*DigitW +: 2*DigitW] != here[(2*l-1)*DigitW +: 2*DigitW]) begin
        transit   = 1'b1;
        east      = dst[(2*l-1)*DigitW +: DigitW] > here[(2*l-1)*DigitW +: DigitW];
        north     = dst[2*l*DigitW +: DigitW] > here[2*l*DigitW +: DigitW];
        y_differs = dst[2*l*DigitW +: DigitW] != here[2*l*DigitW +: DigitW];
        first     = NumW'((l - 2) << LayersLog2);
      end
    end
    last = first + NumW'((1 << LayersLog2) - 1);
  end

  logic            down;
  logic [NumW-1:0] h, t;  // here and the destination in the dimension at hand

  always_comb begin
    port_o     = index;
    vc_class_o = Any;
    down       = 1'b0;
    h          = '0;
    t          = '0;
    if (transit) begin
      if (z < first || z > last) begin
        // The other way round is through the wrap link between z = 0 and z = m - 1.
        down = (z < first) ? z == '0 && m - last < first
                           : !(first == '0 && z == m - 1'b1 && z - last > NumW'(1));
        port_o     = locals + PortW'(4) + PortW'(down);
        vc_class_o = Transit;
      end else if (y_differs) begin
        if (y == (north ? m - 1'b1 : '0)) begin
          port_o     = locals + ((single && !north) ? PortW'(8) : PortW'(6));
        end else begin
          port_o     = locals + PortW'(2) + PortW'(to_side(y, m, north));
          vc_class_o = Transit;
        end
      end else begin
        if (x == (east ? m - 1'b1 : '0)) begin
          port_o     = locals + ((single && !east) ? PortW'(9) : PortW'(7));
        end else begin
          port_o     = locals + PortW'(to_side(x, m, east));
          vc_class_o = Transit;
        end
      end
    end else begin
      for (int unsigned k = 0; k < 3; k++) begin  // the first that differs has the last word
        h = NumW'(here[(2-k)*DigitW +: DigitW]);
        t = NumW'(dst[(2-k)*DigitW +: DigitW]);
        if (h != t) begin
          port_o     = locals + PortW'(2 * (2 - k)) + PortW'(to_place(h, t, m, odd));
          vc_class_o = '0;
        end
      end
    end
  end

endmodule
// SPDX-License-Identifier: MIT
