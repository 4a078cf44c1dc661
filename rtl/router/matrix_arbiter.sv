// matrix_arbiter -- least-recently-granted arbiter: one grant per cycle, decided in the same cycle.
//
// Every requester has a row of bits: who goes before it. The winner is the requester of whose row
// nobody asks. When it is taken, it goes last. So between two grants of its own a requester loses
// at most once to each other, also if it does not ask all the time.
//
//   N = 3       2 1 0   bit
//   order_o[0]  0 0 0   first
//   order_o[1]  1 0 1   last
//   order_o[2]  0 0 1
//   req_i       1 1 0   2 asks of row 1, nobody of row 2
//   gnt_o       1 0 0   and, if taken, 2 goes last: row 2 is 0 1 1, row 1 is 0 0 1
//
// Golden model: csim/router/matrix_arbiter.c.  docs/microarchitecture.md, section 5; Dally and
// Towles 2004, section 18.5.

module matrix_arbiter #(
  parameter int unsigned N = 4          // requesters, 1 to 16
) (
  input  logic           clk_i,
  input  logic           rst_i,         // synchronous, active high

  input  logic [N-1:0]   req_i,         // bit i: requester i asks
  input  logic           take_i,        // the consumer accepts this cycle's winner
  output logic [N-1:0]   gnt_o,         // one-hot; zero when nobody asks
  output logic [N*N-1:0] order_o        // state: bits i*N and up, who goes before requester i
);

  if (N < 1 || N > 16) begin : gen_bad_n
    $error("matrix_arbiter: N must be 1 to 16");
  end

  always_comb begin
    gnt_o = '0;
    if (req_i != '0) begin
      for (int unsigned i = 0; i < N; i++) begin
        gnt_o[i] = req_i[i] && noc_pkg::lrg_first(16'(req_i), 16'(order_o[i*N +: N]));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      for (int unsigned i = 0; i < N; i++) order_o[i*N +: N] <= N'(noc_pkg::lrg_reset(i));
    end else if (take_i && req_i != '0) begin
      for (int unsigned i = 0; i < N; i++) begin
        order_o[i*N +: N] <= N'(noc_pkg::lrg_next(16'(order_o[i*N +: N]), 4'(i), 16'(gnt_o), N));
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      a_onehot: assert ($onehot0(gnt_o));
      a_asked:  assert ((gnt_o & ~req_i) == '0);
      a_given:  assert ((gnt_o != '0) == (req_i != '0));
      for (int unsigned i = 0; i < N; i++) begin
        a_own: assert (!order_o[i*N + i]);
        for (int unsigned j = 0; j < i; j++) begin
          a_order: assert (order_o[i*N + j] != order_o[j*N + i]);
        end
      end
      c_last: cover (take_i && gnt_o[N-1]);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
