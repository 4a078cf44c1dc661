// synchronizer -- in the place of rtl/clock/synchronizer.sv, in proofs: a step has edges of either
// clock, of both or of none, and a bit that changed in the step before an edge is sampled as it was
// or as it is, as the solver likes. state_o shows all stages, the newest lowest, and below them d_i
// of the step before.

module synchronizer #(
  parameter int unsigned Width  = 1,
  parameter int unsigned Stages = 2
) (
  input  logic                        clk_i,  // an edge in this step
  input  logic                        rst_i,
  input  logic [Width-1:0]            d_i,
  output logic [Width-1:0]            q_o,
  output logic [(Stages+1)*Width-1:0] state_o
);

  (* anyseq *) logic [Width-1:0] mask;
  logic [Width-1:0]              was_q, first_q;
  logic [(Stages-1)*Width-1:0]   later_q;

  always @($global_clock) was_q <= d_i;

  always @($global_clock) begin
    if (clk_i) begin
      if (rst_i) begin
        first_q <= '0;
        later_q <= '0;
      end else begin
        first_q <= d_i ^ ((d_i ^ was_q) & mask);
        later_q <= ((Stages-1)*Width)'({later_q, first_q});
      end
    end
  end

  assign q_o     = later_q[(Stages-1)*Width-1 -: Width];
  assign state_o = {later_q, first_q, was_q};

endmodule
// SPDX-License-Identifier: MIT
