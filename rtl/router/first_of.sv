// first_of -- the one of N requesters that an order puts first, as flat gates.
//
// Row i of the order says who goes before requester i, a bit each; the grant goes to the requester
// of whose row nobody asks. The order is there before the requests, so the path from a request to a
// grant is two gates and a reduction over N: least recently granted keeps such rows in registers, a
// round robin has them from its pointer (noc_pkg::rr_row).
//
//   N = 4, round robin from 2     3    2    1    0   bit
//   before_i, row 0               1    1    0    0   2 and 3 go before 0
//   req_i                         0    0    1    1
//   gnt_o                         0    0    0    1
//
// The allocators with Speculative = 1 or Wavefront = 1 are made of these.
// Golden model: csim/router/matrix_arbiter.h.  docs/microarchitecture.md, section 5.4.

module first_of #(
  parameter int unsigned N = 4  // requesters, 1 to 16
) (
  input  logic [N-1:0]   req_i,     // bit i: requester i asks
  input  logic [N*N-1:0] before_i,  // at i*N + j: j goes before i
  output logic [N-1:0]   gnt_o      // one-hot, 0 without a request
);

  if (N < 1 || N > 16) begin : gen_bad_n
    $error("first_of: N must be 1 to 16");
  end

  always_comb begin
    for (int unsigned i = 0; i < N; i++) begin
      gnt_o[i] = req_i[i] && noc_pkg::lrg_first(16'(req_i), 16'(before_i[i*N +: N]));
    end
  end

endmodule
// SPDX-License-Identifier: MIT
