// reset_synchronizer -- the synchronous reset of a clock domain from an asynchronous one: it rises
// at once, and falls at a clock edge.
//
//   arst_i sets all:  0 --[ ]--[ ]-- .. -- rst_o
//
// Checked by tests/clock.  docs/clock-crossing.md, "Reset".

module reset_synchronizer #(
  parameter int unsigned Stages = 2  // 2 to 4
) (
  input  logic clk_i,
  input  logic arst_i,  // asynchronous, active high
  output logic rst_o    // active high, for rst_i of all that has this clock
);

  if (Stages < 2 || Stages > 4) begin : gen_bad_stages
    $error("reset_synchronizer: Stages must be 2 to 4");
  end

  logic [Stages-1:0] reset_q;  // the oldest highest

  always_ff @(posedge clk_i or posedge arst_i) begin
    if (arst_i) reset_q <= '1;
    else        reset_q <= {reset_q[Stages-2:0], 1'b0};
  end

  assign rst_o = reset_q[Stages-1];

endmodule
// SPDX-License-Identifier: MIT
