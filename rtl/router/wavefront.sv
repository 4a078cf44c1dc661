// wavefront -- gives each of N inputs at most one of N outputs, and leaves no output free for which
// a free input asks: a maximal matching, decided in the same cycle.
//
// Diagonal d has the N pairs (i, o) with (i + o) mod N = d, in which each input and each output is
// once, so its pairs do not stand in each other's way. The diagonals are looked at one behind the
// other from the favoured one on; a pair is granted if it is asked for and neither its input nor
// its output has a grant yet. When grants are taken, the diagonal behind the first one with a grant
// becomes the favoured one. That never moves past a pair that is asked for and not granted, so a
// pair that keeps being asked for is granted within N cycles; and of two pairs that meet neither
// gains by a gap of diagonals before it on which nobody asks.
//
//   N = 3, diagonal_o = 1: the order in which the pairs are looked at
//
//              output 0  1  2
//   input 0           2  0  1        0: (0, 1), (1, 0), (2, 2)
//   input 1           0  1  2        1: (0, 2), (1, 1), (2, 0)
//   input 2           1  2  0        2: (0, 0), (1, 2), (2, 1)
//
// There is a chain of N diagonals for each diagonal that may come first, and the favoured one says
// which chain counts. That is a register, so it costs the path from a request to a grant one gate
// and no more, where a single chain would have a rotation of the requests in front of it and one of
// the grants behind it. Of a chain that does not count a simulator evaluates nothing. The first
// diagonal with a grant is the first that is asked for, which is found beside the chains.
//
// Golden model: csim/router/wavefront.c.  docs/microarchitecture.md, section 5.5; Dally and Towles
// 2004, section 19.4.

module wavefront #(
  parameter  int unsigned N    = 5,         // inputs, and outputs: 2 to 16
  localparam int unsigned NumW = $clog2(N)  // bits of a diagonal's number
) (
  input  logic            clk_i,
  input  logic            rst_i,      // synchronous, active high

  input  logic [N*N-1:0]  req_i,      // at i*N + o: input i asks for output o
  input  logic            take_i,     // the consumer accepts this cycle's grants
  output logic [N*N-1:0]  gnt_o,      // at i*N + o: input i gets output o
  output logic [NumW-1:0] diagonal_o  // state shown to the checker: the favoured diagonal
);

  if (N < 2 || N > 16) begin : gen_bad_n
    $error("wavefront: N must be 2 to 16");
  end

  logic [N*N-1:0] rows;        // requests by diagonal: at d*N + i that of input i
  logic [N*N-1:0] given [N];   // grants by diagonal, of the chain that begins with each
  logic [N*N-1:0] gnt;         // of the one that counts
  logic [N-1:0]   wanted;      // bit d: some pair of diagonal d is asked for

  always_comb begin
    for (int unsigned d = 0; d < N; d++) begin
      for (int unsigned i = 0; i < N; i++) rows[d*N + i] = req_i[i*N + (d + N - i) % N];
      wanted[d] = rows[d*N +: N] != '0;
    end
  end

  for (genvar s = 0; s < N; s++) begin : gen_first
    // Bit i: input i has a grant; the output that it meets on the diagonal at hand has one. On the
    // next diagonal input i meets the output that input i - 1 has met on this one.
    logic [N-1:0] ins, outs;

    always_comb begin
      given[s] = '0;
      ins      = '0;
      outs     = '0;
      if (32'(diagonal_o) == s && rows != '0) begin
        for (int unsigned d = 0; d < N; d++) begin
          outs = {outs[N-2:0], outs[N-1]};
          given[s][((s + d) % N)*N +: N] = rows[((s + d) % N)*N +: N] & ~ins & ~outs;
          ins  = ins | given[s][((s + d) % N)*N +: N];
          outs = outs | given[s][((s + d) % N)*N +: N];
        end
      end
    end
  end

  always_comb begin
    gnt = '0;
    for (int unsigned s = 0; s < N; s++) gnt |= given[s];
    for (int unsigned d = 0; d < N; d++) begin
      for (int unsigned i = 0; i < N; i++) gnt_o[i*N + (d + N - i) % N] = gnt[d*N + i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      diagonal_o <= '0;
    end else if (take_i && req_i != '0) begin
      diagonal_o <= NumW'(noc_pkg::rr_next(noc_pkg::rr_pick(16'(wanted), 4'(diagonal_o)), N));
    end
  end

`ifndef SYNTHESIS
  logic [N*N-1:0] blocked;  // pairs whose input or output has a grant

  always_comb begin
    blocked = '0;
    for (int unsigned i = 0; i < N; i++) begin
      for (int unsigned o = 0; o < N; o++) begin
        for (int unsigned k = 0; k < N; k++) begin
          if (gnt_o[i*N + k] || gnt_o[k*N + o]) blocked[i*N + o] = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i && req_i != '0) begin
      a_asked:   assert ((gnt_o & ~req_i) == '0);
      a_maximal: assert ((req_i & ~blocked) == '0);
      for (int unsigned i = 0; i < N; i++) begin
        a_input: assert ($onehot0(gnt_o[i*N +: N]));
        for (int unsigned k = 0; k < i; k++) begin
          a_output: assert ((gnt_o[i*N +: N] & gnt_o[k*N +: N]) == '0);
        end
      end
      a_range: assert (32'(diagonal_o) < N);
      c_all:   cover ($countones(gnt_o) == N);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
