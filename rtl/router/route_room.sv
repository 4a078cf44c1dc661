// route_room -- how much room there is behind every output port, for adaptive routes: the credits
// of the VCs that a packet could take, summed up for every virtual network and VC class.
//
//   Vcs = 4, Networks = 1, Classes = 2, credits of an output's VCs: 3 0 8 1
//     class 0 (VCs 0, 2): 11     class 1 (VCs 1, 3): 1     any: 12
//
// Elements lie port first, then network, then class, any last: ((o * Networks + k) * Sums + c).
// If there is one class, the only sum is that for any. All sums are 0 if the routes are not
// adaptive, since nobody asks for them.
//
// Golden model: csim/router/route_room.h.  docs/microarchitecture.md, section 6.6.

module route_room #(
  parameter  int unsigned Ports    = 5,
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Depth    = 8,
  parameter  int unsigned Networks = 1,
  parameter  int unsigned Classes  = 1,
  parameter  int unsigned Adaptive = 1,
  localparam int unsigned CntW     = $clog2(Depth + 1),
  localparam int unsigned RoomW    = CntW + $clog2(Vcs + 1),
  localparam int unsigned Sums     = (Classes > 1) ? Classes + 1 : 1  // of a port and network
) (
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*Vcs*CntW-1:0]            out_credit_i,  // free slots of output VC (o, w)
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [Ports*Networks*Sums*RoomW-1:0] room_o
);

  localparam int unsigned Block = Vcs / Networks;  // VCs of a network

  if (Adaptive == 0) begin : gen_none
    assign room_o = '0;
  end else begin : gen_sums
    logic [RoomW-1:0] sum;

    always_comb begin
      sum = '0;
      for (int unsigned o = 0; o < Ports; o++) begin
        for (int unsigned k = 0; k < Networks; k++) begin
          for (int unsigned c = 0; c < Sums; c++) begin
            sum = '0;
            for (int unsigned w = 0; w < Block; w++) begin
              if (c == Sums - 1 || w % Classes == c) begin
                sum = sum + RoomW'(out_credit_i[(o*Vcs + k*Block + w)*CntW +: CntW]);
              end
            end
            room_o[((o*Networks + k)*Sums + c)*RoomW +: RoomW] = sum;
          end
        end
      end
    end
  end

endmodule
// SPDX-License-Identifier: MIT
