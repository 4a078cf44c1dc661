// route_unit -- the route of one head flit by its destination: the unit that Routing names, with
// the routing table the choice among the row's candidates. Not for source routing, whose path is in
// the head flit itself.
//
//   dst_i, addr_i, extent_i --> route_dor | route_octagon | route_h3dm -------------.
//   tbl_candidates_i, tbl_class_i, room_i of the VC's network --> route_select ------+--> port_o
//
// Golden model: csim/router/route.h.  docs/microarchitecture.md, section 6.

module route_unit #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims       = 2,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LayersLog2 = 0,  // of the h3dm
  parameter  int unsigned Adaptive   = 0,  // of the table
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1,
  localparam int unsigned RoomW      = CntW + $clog2(Vcs + 1),
  localparam int unsigned Sums       = (Classes > 1) ? Classes + 1 : 1  // of an output and network
) (
  // Each routing reads only those of these inputs that it needs.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [VcW-1:0]       vc_i,              // VC that the head comes on
  input  logic [AddrW-1:0]     dst_i,             // its destination
  input  logic [AddrW-1:0]     addr_i,            // the router's address (static)
  input  logic [AddrW-1:0]     extent_i,          // the highest coordinates (static)
  input  logic [PortW-1:0]     index_i,           // number of the input port (static)
  input  logic [Ports-1:0]     tbl_candidates_i,  // from the table ..
  input  logic [ClassPinW-1:0] tbl_class_i,       // .. and its class
  input  logic [Ports*Networks*Sums*RoomW-1:0] room_i,  // credits, by output, network and class
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [PortW-1:0]     port_o,            // output port
  output logic [ClassPinW-1:0] vc_class_o         // class of the VC to take there, Classes for any
);

  if (Routing == noc_pkg::RoutingTable) begin : gen_table
    logic [Ports*RoomW-1:0] sums;  // by output: of the packet's network and class

    always_comb begin
      sums = '0;
      for (int unsigned k = 0; k < Networks; k++) begin
        if (32'(vc_i) >= k * (Vcs / Networks)) begin  // the last such is the packet's
          for (int unsigned o = 0; o < Ports; o++) begin
            sums[o*RoomW +: RoomW] =
                room_i[((o*Networks + k)*Sums + 32'(tbl_class_i))*RoomW +: RoomW];
          end
        end
      end
    end
    route_select #(.Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Adaptive(Adaptive)) u_select (
      .index_i, .room_i(sums), .candidates_i(tbl_candidates_i), .port_o
    );
    assign vc_class_o = tbl_class_i;
  end else if (Routing == noc_pkg::RoutingOctagon) begin : gen_octagon
    route_octagon #(
      .Ports(Ports), .Classes(Classes), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW)
    ) u_route (.dst_i, .addr_i, .extent_i, .port_o, .vc_class_o);
  end else if (Routing == noc_pkg::RoutingH3dm) begin : gen_h3dm
    route_h3dm #(
      .Ports(Ports), .Classes(Classes), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW),
      .LayersLog2(LayersLog2)
    ) u_route (.dst_i, .addr_i, .extent_i, .port_o, .vc_class_o);
  end else begin : gen_dor
    route_dor #(
      .Ports(Ports), .Classes(Classes), .Routing(Routing), .Dims(Dims), .DigitW(DigitW),
      .LocalW(LocalW)
    ) u_route (.dst_i, .addr_i, .extent_i, .port_o, .vc_class_o);
  end

endmodule
// SPDX-License-Identifier: MIT
