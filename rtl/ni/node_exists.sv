// node_exists -- whether an address is that of a node: no field of it is above the highest that
// there is. The fields, least significant first, are Dims coordinates and the number of the node at
// its router.
//
//   addr_i    local | y | x        ok_o = local <= its own, y <= its own, x <= its own
//   extent_i  local | y | x
//
// Golden model: csim/ni/host_guard.c; in adapters of streams checked by tests/stream.
// docs/host-guard.md.

module node_exists #(
  parameter  int unsigned Dims   = 2,
  parameter  int unsigned DigitW = 3,
  parameter  int unsigned LocalW = 0,
  localparam int unsigned AddrW  = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1
) (
  input  logic [AddrW-1:0] addr_i,
  input  logic [AddrW-1:0] extent_i,  // static
  output logic             ok_o
);

  localparam logic [AddrW-1:0] Digit = AddrW'((33'd1 << DigitW) - 33'd1);
  localparam logic [AddrW-1:0] Index = {AddrW{1'b1}};  // what is above the digits

  always_comb begin
    ok_o = 1'b1;
    for (int unsigned d = 0; d <= Dims; d++) begin
      if (((addr_i >> (d * DigitW)) & ((d != Dims) ? Digit : Index)) >
          ((extent_i >> (d * DigitW)) & ((d != Dims) ? Digit : Index))) ok_o = 1'b0;
    end
  end

endmodule
// SPDX-License-Identifier: MIT
