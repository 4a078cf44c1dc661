// route_select -- one of the candidate ports of a head flit: the one with the most room (Adaptive),
// the first behind the input's own number among equal ones; or the lowest.
//
//   input 1, candidates 0 2 3      room 4 9 9 5      Adaptive = 1: port 2      = 0: port 0
//            at the ports          0 1 2 3
//
// Golden model: csim/router/route_select.h.  docs/microarchitecture.md, section 6.6.

module route_select #(
  parameter  int unsigned Ports    = 5,
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Depth    = 8,
  parameter  int unsigned Adaptive = 1,
  localparam int unsigned PortW    = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned RoomW    = $clog2(Depth + 1) + $clog2(Vcs + 1)
) (
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [PortW-1:0]       index_i,       // number of the input port (static)
  input  logic [Ports*RoomW-1:0] room_i,        // credits of output o that the packet could use
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports-1:0]       candidates_i,
  output logic [PortW-1:0]       port_o         // 0 without candidates
);

  if (Adaptive == 0) begin : gen_lowest
    assign port_o = PortW'(noc_pkg::rr_pick(16'(candidates_i), 4'd0));
  end else begin : gen_roomiest
    logic [RoomW-1:0] most;  // room of the best candidate
    logic [Ports-1:0] best;  // those that have it

    always_comb begin
      most = '0;
      best = '0;
      for (int unsigned o = 0; o < Ports; o++) begin
        if (candidates_i[o] && room_i[o*RoomW +: RoomW] > most) most = room_i[o*RoomW +: RoomW];
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        best[o] = candidates_i[o] && room_i[o*RoomW +: RoomW] == most;
      end
    end
    assign port_o = PortW'(noc_pkg::rr_pick(16'(best), noc_pkg::rr_next(4'(index_i), Ports)));
  end

endmodule
// SPDX-License-Identifier: MIT
