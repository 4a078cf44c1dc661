// route_select -- one of the candidate ports of a head flit: the one with the most room (Adaptive),
// or the lowest.
//
// Heads that arrive in one cycle see the same room; what tells them apart is their input. So each
// input has its own candidate to begin with among equal ones: the ports below it that are no
// candidates, which are where others may come from, count how many inputs go before it.
//
//   Ports = 6, candidates 1 4 5, so 0 2 3 may be inputs. All candidates have the same room:
//
//   input                              0   2   3
//   u: no candidates below the input   0   1   2
//   candidate of rank u mod 3          1   4   5   <- Adaptive = 1; Adaptive = 0: port 1
//
//   If port 4 has less room than 1 and 5, input 2 takes the next one behind it, port 5.
//
// Which candidate comes first follows from the row of the table alone, while the room of the
// candidates is compared.
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
    localparam int unsigned CountW = $clog2(Ports + 1);

    logic [RoomW-1:0]        most;     // room of the best candidate
    logic [Ports-1:0]        best;     // those that have it
    logic [Ports*CountW-1:0] rank;     // at o: candidates below port o
    logic [CountW-1:0]       count;    // candidates up to the port at hand, then all
    logic [CountW-1:0]       skipped;  // u: ports below the input that are no candidates
    logic [CountW-1:0]       turn;     // .. modulo the number of candidates
    logic [Ports-1:0]        first;    // the candidate of this rank, one-hot

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

    always_comb begin
      count   = '0;
      skipped = '0;
      for (int unsigned o = 0; o < Ports; o++) begin
        rank[o*CountW +: CountW] = count;
        if (32'(index_i) == o) skipped = CountW'(o) - count;
        count = count + CountW'(candidates_i[o]);
      end
      // Where more than half of the ports are candidates, the others are fewer than they.
      turn = skipped;
      for (int unsigned n = 1; n <= Ports / 2; n++) begin
        if (32'(count) == n) turn = CountW'(skipped % CountW'(n));
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        first[o] = candidates_i[o] && rank[o*CountW +: CountW] == turn;
      end
    end

    assign port_o = PortW'(noc_pkg::rr_pick(16'(best), noc_pkg::number_of(16'(first))));
  end

endmodule
// SPDX-License-Identifier: MIT
