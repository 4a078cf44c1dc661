// wavefront_match -- the choices of switch allocation with Wavefront = 1, as flat gates.
//
// A pair of input and output is asked for if some VC of the input asks for the output. The pairs
// that go together are chosen by a wavefront; beside it, each pair chooses the VC that it would be
// for. Bids of packets that are about to win an output VC (Speculative = 1) have an output stage,
// which goes by an order of its own (bid_order_i) and counts where no pair asks for the output;
// whether a bid has won is not known here.
//
//   switch_requests --+--> pairs --> wavefront ------------------> gnt
//                     '--> VCs of a pair (first_of) -------------> pair_vc, pick
//   bids of inputs without a request --> output stage (first_of) --+-- won? --> bid_gnt
//                             outputs that no pair asks for -------'
//
// Golden model: csim/router/switch_allocator.h.  docs/microarchitecture.md, section 10.2.

module wavefront_match #(
  parameter  int unsigned Ports       = 5,
  parameter  int unsigned Vcs         = 4,
  parameter  int unsigned Depth       = 8,
  parameter  int unsigned LenW        = 1,
  parameter  int unsigned Speculative = 0,  // 1: bids in the place of VCs that have just won
  localparam int unsigned PortW       = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW         = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW        = $clog2(Depth + 1)
) (
  input  logic                       clk_i,
  input  logic                       rst_i,         // synchronous, active high

  input  logic [Ports*Vcs-1:0]       ready_i,       // as those of switch_allocator
  input  logic [Ports*Vcs*PortW-1:0] hold_port_i,
  input  logic [Ports*Vcs*VcW-1:0]   hold_vc_i,
  input  logic [Ports*Vcs*LenW-1:0]  need_i,
  input  logic [Ports*Vcs*CntW-1:0]  out_credit_i,
  // Each of the two ways to allocate reads only those of these inputs that it needs.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports-1:0]           va_won_i,
  input  logic [Ports*VcW-1:0]       va_vc_i,
  input  logic [Ports*PortW-1:0]     va_port_i,
  input  logic [Ports*VcW-1:0]       va_out_vc_i,
  input  logic [Ports-1:0]           bid_i,
  input  logic [Ports*PortW-1:0]     bid_port_i,
  input  logic [Ports*Ports*Ports-1:0] bid_order_i,  // its registers
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports*Ports*VcW-1:0] pair_ptr_i,

  output logic [Ports-1:0]           held_o,        // bit i: some VC of input i requests ..
  output logic [Ports*VcW-1:0]       pick_o,        // .. its grant is for this one; 0 if none,
  output logic [Ports*PortW-1:0]     pick_port_o,   // .. for this port
  output logic [Ports*VcW-1:0]       pick_out_vc_o, // .. and output VC
  output logic [Ports*Ports-1:0]     gnt_o,         // at o*P + i: output o goes to input i ..
  output logic [Ports*Ports-1:0]     bid_gnt_o,     // .. or to its bid, if that has won
  output logic [Ports*Ports*VcW-1:0] pair_vc_o,     // at i*P + o: a grant would be for this VC ..
  output logic [Ports*Ports*VcW-1:0] pair_out_vc_o, // .. and this output VC
  output logic [PortW-1:0]           diagonal_o     // state of the wavefront
);

  // Who asks: VCs that hold an output VC, and those that have just won one if they do not bid.
  logic [Ports*Vcs-1:0]       ready;
  logic [Ports*Vcs*PortW-1:0] port;
  logic [Ports*Vcs*VcW-1:0]   out_vc;
  logic [Ports*Vcs-1:0]       ask;
  logic [Ports*Vcs*Ports-1:0] goal;
  logic [Ports*Ports-1:0]     pairs, gnt;  // at i*P + o
  logic [Ports*Ports*Vcs-1:0] choice;      // at (i*P + o)*V + v: the pair would be for VC v

  if (Speculative == 0) begin : gen_won
    always_comb begin
      ready  = ready_i;
      port   = hold_port_i;
      out_vc = hold_vc_i;
      for (int unsigned i = 0; i < Ports; i++) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          if (va_won_i[i] && 32'(va_vc_i[i*VcW +: VcW]) == v) begin
            ready[i*Vcs + v]                 = 1'b1;
            port[(i*Vcs + v)*PortW +: PortW] = va_port_i[i*PortW +: PortW];
            out_vc[(i*Vcs + v)*VcW +: VcW]   = va_out_vc_i[i*VcW +: VcW];
          end
        end
      end
    end
  end else begin : gen_held
    assign {ready, port, out_vc} = {ready_i, hold_port_i, hold_vc_i};
  end

  switch_requests #(.Ports(Ports), .Vcs(Vcs), .Depth(Depth), .LenW(LenW)) u_requests (
    .ready_i(ready), .hold_port_i(port), .hold_vc_i(out_vc), .need_i, .out_credit_i,
    .ask_o(ask), .goal_o(goal)
  );

  for (genvar i = 0; i < Ports; i++) begin : gen_in
    for (genvar o = 0; o < Ports; o++) begin : gen_pair
      logic [Vcs-1:0]     asks;  // VCs of input i that ask for output o
      logic [Vcs*Vcs-1:0] order;

      for (genvar v = 0; v < Vcs; v++) begin : gen_vc
        assign asks[v] = ask[i*Vcs + v] && goal[(i*Vcs + v)*Ports + o];
        assign order[v*Vcs +: Vcs] =
            Vcs'(noc_pkg::rr_row(v, 4'(pair_ptr_i[(i*Ports + o)*VcW +: VcW]), Vcs));
      end

      first_of #(.N(Vcs)) u_choice (
        .req_i(asks), .before_i(order), .gnt_o(choice[(i*Ports + o)*Vcs +: Vcs])
      );
      assign pairs[i*Ports + o] = asks != '0;
    end
    assign held_o[i] = ask[i*Vcs +: Vcs] != '0;
  end

  wavefront #(.N(Ports)) u_wavefront (
    .clk_i, .rst_i, .req_i(pairs), .take_i(1'b1), .gnt_o(gnt), .diagonal_o
  );

  always_comb begin
    pair_vc_o     = '0;
    pair_out_vc_o = '0;
    pick_o        = '0;
    pick_port_o   = '0;
    pick_out_vc_o = '0;
    gnt_o         = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      for (int unsigned o = 0; o < Ports; o++) begin
        gnt_o[o*Ports + i] = gnt[i*Ports + o];
        for (int unsigned v = 0; v < Vcs; v++) begin
          if (choice[(i*Ports + o)*Vcs + v]) begin
            pair_vc_o[(i*Ports + o)*VcW +: VcW]     |= VcW'(v);
            pair_out_vc_o[(i*Ports + o)*VcW +: VcW] |= out_vc[(i*Vcs + v)*VcW +: VcW];
          end
        end
        if (gnt[i*Ports + o]) begin
          pick_o[i*VcW +: VcW]          |= pair_vc_o[(i*Ports + o)*VcW +: VcW];
          pick_port_o[i*PortW +: PortW] |= PortW'(o);
          pick_out_vc_o[i*VcW +: VcW]   |= pair_out_vc_o[(i*Ports + o)*VcW +: VcW];
        end
      end
    end
  end

  if (Speculative == 0) begin : gen_no_bids
    assign bid_gnt_o = '0;
  end else begin : gen_bids
    for (genvar o = 0; o < Ports; o++) begin : gen_out
      logic [Ports-1:0] want, bids, picked;

      for (genvar i = 0; i < Ports; i++) begin : gen_asks
        assign want[i] = pairs[i*Ports + o];
        assign bids[i] = !held_o[i] && bid_i[i] && 32'(bid_port_i[i*PortW +: PortW]) == o;
      end

      first_of #(.N(Ports)) u_bid (
        .req_i(bids), .before_i(bid_order_i[o*Ports*Ports +: Ports*Ports]), .gnt_o(picked)
      );
      assign bid_gnt_o[o*Ports +: Ports] = picked & {Ports{want == '0}};
    end
  end

endmodule
// SPDX-License-Identifier: MIT
