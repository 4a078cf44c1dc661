// route_source -- route of a source-routed packet: the first field of the path in its head flit;
// the flit that goes on has the path without that field.
//
//   RouteW = 9, fields of 3 bits (Ports = 5, Classes = 1)
//
//   payload  .. data | 000 010 001 | head ..     port 1, here
//   shifted  .. data | 000 000 010 | head ..     port 2 at the next router, 0 at the one behind it
//                      RouteLsb--'
//
// Golden model: csim/router/route_source.h.  docs/microarchitecture.md, section 6.7.

module route_source #(
  parameter  int unsigned Ports     = 5,
  parameter  int unsigned FlitBits  = 64,
  parameter  int unsigned Classes   = 1,
  parameter  int unsigned RouteLsb  = 32,  // the path starts here ..
  parameter  int unsigned RouteW    = 12,  // .. and has this many bits
  localparam int unsigned PortW     = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned ClassW    = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW = (ClassW > 0) ? ClassW : 1
) (
  input  logic [FlitBits-1:0]  payload_i,   // of a head flit
  output logic [PortW-1:0]     port_o,      // output port
  output logic [ClassPinW-1:0] vc_class_o,  // class of the VC to take there, Classes for any
  output logic [FlitBits-1:0]  shifted_o    // the payload for the next router
);

  if (RouteW < PortW + ClassW || RouteLsb + RouteW > FlitBits) begin : gen_bad_path
    $error("route_source: the path must hold a field and lie within FlitBits");
  end

  logic [RouteW-1:0] path;

  assign path   = payload_i[RouteLsb +: RouteW];
  assign port_o = path[PortW-1:0];
  if (Classes > 1) begin : gen_class
    assign vc_class_o = path[PortW +: ClassPinW];
  end else begin : gen_one
    assign vc_class_o = '0;
  end

  always_comb begin
    shifted_o                     = payload_i;
    shifted_o[RouteLsb +: RouteW] = path >> (PortW + ClassW);
  end

endmodule
// SPDX-License-Identifier: MIT
