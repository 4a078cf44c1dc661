// link -- a wire of Latency cycles: Latency - 1 register stages behind the sender's own register.
//
//   Latency = 3    in_i --[ ]--[ ]-- out_o
//
// Two, back to back, make the channel between two routers: each carries the flits of one direction
// and the credits for the other, a slice of noc_router's links.
// Golden model: the link rings of csim/network.  docs/microarchitecture.md, section 2.

module link #(
  parameter int unsigned Width   = 69,
  parameter int unsigned Latency = 1    // 1 is a plain wire
) (
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic             clk_i,       // unused by a plain wire
  input  logic             rst_i,       // synchronous, active high: the stages become 0
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Width-1:0] in_i,
  output logic [Width-1:0] out_o
);

  if (Latency < 1 || Latency > 64) begin : gen_bad_latency
    $error("link: Latency must be 1 to 64");
  end

  if (Latency <= 1) begin : gen_wire
    assign out_o = in_i;
  end else begin : gen_stages
    logic [(Latency-1)*Width-1:0] stage_q;  // the newest lowest

    // Stage by stage: Verilator calls a zero of more than 8192 bits a mistake.
    always_ff @(posedge clk_i) begin
      stage_q[0 +: Width] <= rst_i ? '0 : in_i;
      for (int unsigned i = 1; i + 1 < Latency; i++) begin
        stage_q[i*Width +: Width] <= rst_i ? '0 : stage_q[(i-1)*Width +: Width];
      end
    end
    assign out_o = stage_q[(Latency-1)*Width-1 -: Width];
  end

endmodule
// SPDX-License-Identifier: MIT
