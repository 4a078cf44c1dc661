// synchronizer -- registers of one clock behind those of another: the first may become metastable,
// and has the time of the others to settle.
//
//   d_i (another clock) --[ stage 0 ]--[ stage 1 ]-- .. -- q_o
//
// d_i comes straight from registers and changes in one bit at a time. Where a technology has a
// cell for this, it takes the place of this file.
//
// Checked by tests/clock.  docs/clock-crossing.md, "synchronizer".

module synchronizer #(
  parameter int unsigned Width  = 1,
  parameter int unsigned Stages = 2  // 2 to 4
) (
  input  logic             clk_i,
  input  logic             rst_i,  // synchronous, active high
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Width < 1 || Stages < 2 || Stages > 4) begin : gen_bad_stages
    $error("synchronizer: Stages must be 2 to 4, Width at least 1");
  end

  // The names are those that rtl/clock_crossing.sdc looks for.
  logic [Width-1:0]              first_q;
  logic [(Stages-1)*Width-1:0]   later_q;  // the oldest highest

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      first_q <= '0;
      later_q <= '0;
    end else begin
      first_q <= d_i;
      later_q <= ((Stages-1)*Width)'({later_q, first_q});
    end
  end

  assign q_o = later_q[(Stages-1)*Width-1 -: Width];

endmodule
// SPDX-License-Identifier: MIT
