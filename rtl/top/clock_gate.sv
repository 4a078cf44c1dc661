// clock_gate -- stops a clock while it is not wanted: a latch that is open in the low phase, and an
// and. A design puts the cell of its library in its place.
//
//   clk_i   _/\__/\__/\__/\__/\_
//   en_i    ____/~~~~~~~\_______     looked at while the clock is low, until it rises
//   clk_o   _________/\__/\_____
//
// Checked by tests/idle.  docs/idle.md.

module clock_gate (
  input  logic clk_i,
  input  logic en_i,
  output logic clk_o
);

  logic open;

  always_latch begin
    if (!clk_i) open = en_i;
  end

  assign clk_o = clk_i && open;

endmodule
// SPDX-License-Identifier: MIT
