// rr_arbiter -- round-robin arbiter: one grant per cycle, decided in the same cycle.
//
// The winner is the first request at or after the pointer, in the cyclic order 0, 1, .. N-1, 0.
// When it is taken, the requester after it becomes the most favoured; otherwise the pointer stays.
// So whoever keeps asking waits for at most N-1 grants to others.
//
//   N = 4      3 2 1 0   bit
//   req_i      1 0 1 1
//   ptr_o        ^       2: only bit 3 is at or after the pointer
//   gnt_o      1 0 0 0   and, if taken, the pointer wraps to 0
//
// Golden model: csim/router/rr_arbiter.c.  docs/microarchitecture.md, section 5; Dally and Towles
// 2004, section 18.4.2.

module rr_arbiter #(
  parameter  int unsigned N    = 4,                       // requesters, 1 to 16
  localparam int unsigned PtrW = (N > 1) ? $clog2(N) : 1  // bits of a requester's number
) (
  input  logic            clk_i,
  input  logic            rst_i,   // synchronous, active high

  input  logic [N-1:0]    req_i,   // bit i: requester i asks
  input  logic            take_i,  // the consumer accepts this cycle's winner
  output logic [N-1:0]    gnt_o,   // one-hot; zero when nobody asks
  output logic [PtrW-1:0] ptr_o    // state shown to the checker: the most favoured requester
);

  if (N < 1 || N > 16) begin : gen_bad_n
    $error("rr_arbiter: N must be 1 to 16");
  end

  logic [PtrW-1:0] win;  // number of the winner

  always_comb begin
    win   = '0;
    gnt_o = '0;
    if (req_i != '0) begin
      win        = PtrW'(noc_pkg::rr_pick(16'(req_i), 4'(ptr_o)));
      gnt_o[win] = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) ptr_o <= '0;
    else if (take_i && req_i != '0) ptr_o <= PtrW'(noc_pkg::rr_next(4'(win), N));
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      a_onehot: assert ($onehot0(gnt_o));
      a_asked:  assert ((gnt_o & ~req_i) == '0);
      a_given:  assert ((gnt_o != '0) == (req_i != '0));
      a_range:  assert (32'(ptr_o) < N);
      c_wrap:   cover (take_i && gnt_o[N-1]);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
