// synchronizer -- in the place of rtl/clock/synchronizer.sv, in simulation: the first stage is
// metastable. A bit that changed in the window before an edge, which is the time that the clock is
// low, is sampled at random as it was or as it is. The window is shorter than a period of the other
// clock; it stands for setup and hold, and for bits that differ in their delays.

module synchronizer #(
  parameter int unsigned Width  = 1,
  parameter int unsigned Stages = 2
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Width > 32 || Stages < 2 || Stages > 4) begin : gen_bad_stages
    $error("synchronizer: Stages must be 2 to 4, Width at least 1");
  end

  logic [Width-1:0]            was_q;  // where the window begins
  logic [Width-1:0]            first_q;
  logic [(Stages-1)*Width-1:0] later_q;

  always_ff @(negedge clk_i) was_q <= d_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      first_q <= '0;
      later_q <= '0;
    end else begin
      first_q <= d_i ^ ((d_i ^ was_q) & Width'($urandom));
      later_q <= ((Stages-1)*Width)'({later_q, first_q});
    end
  end

  assign q_o = later_q[(Stages-1)*Width-1 -: Width];

endmodule
// SPDX-License-Identifier: MIT
