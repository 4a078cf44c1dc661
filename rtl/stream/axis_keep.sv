// axis_keep -- the tkeep of a beat of a packet: whether it is allowed, and how many bytes it keeps.
//
// All bytes but in the last beat of a packet; there one or more, from the lowest on.
//
//   last_i  keep_i  ok_o  bytes_o
//   0       1111    1     4
//   1       0011    1     2
//   1       0110    0     2
//
// Checked by tests/stream.  docs/axi-stream.md, "Streams".

module axis_keep #(
  parameter  int unsigned Bytes  = 4,                  // of a beat
  localparam int unsigned CountW = $clog2(Bytes + 1)
) (
  input  logic [Bytes-1:0]  keep_i,
  input  logic              last_i,
  output logic              ok_o,
  output logic [CountW-1:0] bytes_o  // ones of keep_i
);

  always_comb begin
    bytes_o = '0;
    for (int unsigned i = 0; i < Bytes; i++) bytes_o = bytes_o + CountW'(keep_i[i]);
  end

  // Ones from bit 0 on: one more has no bit in common with them.
  assign ok_o = last_i ? keep_i[0] && (keep_i & (keep_i + 1'b1)) == '0 : keep_i == '1;

endmodule
// SPDX-License-Identifier: MIT
