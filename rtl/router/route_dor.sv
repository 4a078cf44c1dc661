// route_dor -- dimension-order route on meshes, tori and hypercubes: the output port towards a
// destination and the class of the VC to take there, in the same cycle.
//
// The first dimension in which destination and router differ decides: port Locals + 2d towards
// higher coordinates, Locals + 2d + 1 towards lower ones; Locals + d in a hypercube. At the
// destination's router it is the index of the node there. A torus goes the shorter way round; from
// an even coordinate upwards if both are equal. There class 1 says that the wrap link is still
// ahead, 0 that it is not: no ring of VCs is closed. Elsewhere any class will do.
//
//   mesh, Dims = 2, Locals = 1, router (1,1)        port 3 (y up)
//     dst (2,0): x differs, higher -> port 1            |
//     dst (1,0): y differs, lower  -> port 4      2 --- R --- 1 (x up)
//     dst (1,1), index 0           -> port 0            |
//                                                       4
//   ring of 5, at 4: dst 1 -> up, 2 hops instead of 3, class 1; at 0 then: class 0
//
// Golden model: csim/router/route_dor.c.  docs/microarchitecture.md, section 6.1.

module route_dor #(
  parameter  int unsigned Ports   = 5,
  parameter  int unsigned Classes = 1,
  parameter  int unsigned Routing = noc_pkg::RoutingMesh,  // or RoutingTorus, RoutingHypercube
  parameter  int unsigned Dims    = 2,
  parameter  int unsigned DigitW  = 3,
  parameter  int unsigned LocalW  = 0,
  localparam int unsigned AddrW   = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned PortW   = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned ClassW  = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW    = (ClassW > 0) ? ClassW : 1
) (
  // An index part and, without dimensions, the router's address decide nothing; nor does the extent
  // but in a torus.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AddrW-1:0] dst_i,     // destination address
  input  logic [AddrW-1:0] addr_i,    // the router's address (static)
  input  logic [AddrW-1:0] extent_i,  // the highest coordinate of every dimension (static)
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [PortW-1:0] port_o,    // output port
  output logic [ClassPinW-1:0]  vc_class_o    // class of the VC to take there, Classes for any
);

  localparam int unsigned Links  = (Routing == noc_pkg::RoutingHypercube) ? Dims : 2 * Dims;
  localparam int unsigned Locals = Ports - Links;

  if (Ports < 2 || Ports > 16 || Links >= Ports) begin : gen_bad_ports
    $error("route_dor: Ports must be 2 to 16 and leave at least 1 for nodes");
  end
  if (DigitW < 1 || DigitW > 20 || LocalW > 22) begin : gen_bad_width
    $error("route_dor: DigitW must be 1 to 20, LocalW 0 to 22");
  end
  if (Routing > noc_pkg::RoutingHypercube) begin : gen_bad_routing
    $error("route_dor: Routing must be mesh, torus or hypercube");
  end
  if (Routing == noc_pkg::RoutingHypercube && DigitW != 1) begin : gen_bad_digit
    $error("route_dor: the digits of a hypercube have 1 bit");
  end

  localparam logic [ClassPinW-1:0] Any   = ClassPinW'((Classes > 1) ? Classes : 0);
  localparam logic [ClassPinW-1:0] Ahead = ClassPinW'((Classes > 1) ? 1 : 0);  // of the wrap link

  if (Dims == 0) begin : gen_index
    assign port_o  = PortW'(dst_i);
    assign vc_class_o = Any;
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

    // All from the last dimension to the first, so that the first that differs has the last word.
    if (Routing == noc_pkg::RoutingTorus) begin : gen_torus
      logic [Dims*DigitW-1:0] extent;
      logic [DigitW-1:0]      t, h, e;     // destination, here, extent in the dimension at hand
      logic [DigitW:0]        up_hops, down_hops;
      logic                   up;

      assign extent = extent_i[Dims*DigitW-1:0];

      always_comb begin
        port_o    = index;
        vc_class_o   = Any;
        t         = '0;
        h         = '0;
        e         = '0;
        up_hops   = '0;
        down_hops = '0;
        up        = 1'b0;
        if (dst != here) begin
          for (int unsigned k = 0; k < Dims; k++) begin
            t = dst[(Dims-1-k)*DigitW +: DigitW];
            h = here[(Dims-1-k)*DigitW +: DigitW];
            e = extent[(Dims-1-k)*DigitW +: DigitW];
            if (t != h) begin
              up_hops   = (DigitW+1)'(t) - (DigitW+1)'(h);
              if (t < h) up_hops = up_hops + (DigitW+1)'(e) + 1'b1;
              down_hops = (DigitW+1)'(e) + 1'b1 - up_hops;
              up        = up_hops < down_hops || (up_hops == down_hops && !h[0]);
              port_o    = PortW'(Locals + 2 * (Dims - 1 - k)) + PortW'(!up);
              // A ring without a wrap link, or of at most one hop each way, has nothing to close.
              if ((DigitW+2)'(e) < (DigitW+2)'(3)) vc_class_o = Any;
              else vc_class_o = (up ? t < h : t > h) ? Ahead : '0;
            end
          end
        end
      end
    end else if (Routing == noc_pkg::RoutingHypercube) begin : gen_hypercube
      always_comb begin
        port_o  = index;
        vc_class_o = Any;
        if (dst != here) begin
          for (int unsigned k = 0; k < Dims; k++) begin
            if (dst[Dims-1-k] != here[Dims-1-k]) port_o = PortW'(Locals + Dims - 1 - k);
          end
        end
      end
    end else begin : gen_mesh
      assign vc_class_o = Any;
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
  end

endmodule
// SPDX-License-Identifier: MIT
