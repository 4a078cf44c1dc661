// switch_allocator -- says which flits cross the router: at most one from an input and one to an
// output per cycle, decided in the same cycle, after VC allocation.
//
// An input VC asks if it holds an output VC, or has just won one, with the credits that its flit
// needs: a head those of VC allocation, others one. Input i picks one of its VCs, output o one of
// the inputs whose pick wants it; round robins whose pointers move for winners only. With AgeW > 0
// both choose among the oldest.
//
//   input 0: VC 1 (to 2), VC 3 (to 4) --(sa_in_ptr)--> VC 3 to port 4 -.
//   input 1: VC 0 (to 4) ---------------------------> VC 0 to port 4 --+-(sa_out_ptr)--> input 1
//
// If Speculative = 1, a VC that has just won does not ask here. Its input has bid for the output
// while VC allocation was under way, if no VC of it asked; an output that no pick wants takes a
// bid, and the flit goes if its VC has won. The choices are flat gates (switch_match). Bids have an
// order of their own, which moves with the wins of VC allocation and not with the grants: so it
// prefers whom VC allocation does, and fewer of the bids that are taken turn out not to have won.
//
// If Wavefront = 1, both stages are one choice of pairs of input and output (wavefront_match), of
// which as many are granted as fit together; a pair then has its own pointer to one of the VCs.
//
// Golden model: csim/router/switch_allocator.c.  docs/microarchitecture.md, sections 10 to 10.2.

module switch_allocator #(
  parameter  int unsigned Ports   = 5,
  parameter  int unsigned Vcs     = 4,
  parameter  int unsigned Depth   = 8,
  parameter  int unsigned LenW    = 1,
  parameter  int unsigned AgeW    = 0,  // bits of a packet's age; 0: none
  parameter  int unsigned Speculative = 0,  // 1: bids in the place of VCs that have just won
  parameter  int unsigned Wavefront = 0,    // 1: pairs diagonal by diagonal; AgeW is 0 then
  localparam int unsigned PortW   = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW     = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW    = $clog2(Depth + 1),
  localparam int unsigned AgePinW = (AgeW > 0) ? AgeW : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_i,         // synchronous, active high

  input  logic [Ports*Vcs-1:0]       ready_i,       // input VC (i, v) has flits and holds ..
  input  logic [Ports*Vcs*PortW-1:0] hold_port_i,   // .. this output port
  input  logic [Ports*Vcs*VcW-1:0]   hold_vc_i,     // .. and this output VC
  input  logic [Ports*Vcs*LenW-1:0]  need_i,        // credits its front flit needs; 0 as 1
  // Not looked at with AgeW = 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*Vcs*AgePinW-1:0] front_age_i,  // age of input VC (i, v)
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports*Vcs*CntW-1:0]  out_credit_i,  // free slots downstream of output VC (o, w)
  input  logic [Ports-1:0]           va_won_i,      // input i wins VC allocation in this cycle ..
  // Each of the two ways to allocate reads only those of these inputs that it needs.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*VcW-1:0]       va_vc_i,       // .. for this VC,
  input  logic [Ports*PortW-1:0]     va_port_i,     // .. this output port
  input  logic [Ports*VcW-1:0]       va_out_vc_i,   // .. and output VC
  input  logic [Ports-1:0]           bid_i,         // input i bids ..
  input  logic [Ports*VcW-1:0]       bid_vc_i,      // .. for this VC,
  input  logic [Ports*PortW-1:0]     bid_port_i,    // .. this output port
  /* verilator lint_on UNUSEDSIGNAL */

  output logic [Ports-1:0]           in_gnt_o,      // input i is granted the switch ..
  output logic [Ports*VcW-1:0]       in_vc_o,       // .. for this VC; 0 if none, as all below
  output logic [Ports*PortW-1:0]     in_port_o,     // .. to this output port
  output logic [Ports*VcW-1:0]       in_out_vc_o,   // .. on this output VC
  output logic [Ports-1:0]           out_gnt_o,     // a flit for output o is granted ..
  output logic [Ports*PortW-1:0]     out_in_o,      // .. from this input
  output logic [Ports*VcW-1:0]       out_vc_o,      // .. on this output VC
  // For short paths, not for the checker: the VC that a grant of input i would be for; which input
  // output o is granted to, at o*P + i, all 0 with Speculative = 0 and Wavefront = 0.
  output logic [Ports*VcW-1:0]       in_pick_o,
  output logic [Ports*Ports-1:0]     out_from_o,
  output logic [Ports-1:0]           sa_spec_o,     // output o takes a bid, if speculative,
  output logic [Ports-1:0]           sa_wasted_o,   // .. and it has won no output VC

  output logic [Ports*VcW-1:0]       sa_in_ptr_o,   // state: favoured VC of input i
  output logic [Ports*PortW-1:0]     sa_out_ptr_o,  // state: favoured input of output o
  output logic [PortW-1:0]           sa_diagonal_o, // state with Wavefront = 1: favoured diagonal,
  output logic [Ports*Ports*VcW-1:0] sa_pair_ptr_o, // .. VC of the pair (i, o), at i*P + o; else 0
  // State with Speculative = 1, else 0: at (o*P + i)*P + j: j goes before i with bids for output o.
  output logic [Ports*Ports*Ports-1:0] sa_bid_order_o
);

  if (Speculative > 1) begin : gen_bad_speculative
    $error("switch_allocator: Speculative must be 0 or 1");
  end
  if (Wavefront > 1 || (Wavefront == 1 && AgeW != 0)) begin : gen_bad_wavefront
    $error("switch_allocator: Wavefront must be 0 or 1, and 0 with ages");
  end

  localparam int unsigned CmpW    = (LenW > CntW) ? LenW : CntW;  // compares credit with need
  localparam int unsigned Most    = (Vcs > Ports) ? Vcs : Ports;  // requesters of an arbiter
  // AgeW = 0 makes loops over ages empty: Yosys elaborates also what a condition never lets run.
  localparam int          Aged    = (AgeW > 0) ? Most : 0;
  localparam int          AgedVcs = (AgeW > 0) ? Vcs : 0;

  // The flit that needs `need` credits may go.
  function automatic logic enough(input logic [CntW-1:0] credits, input logic [LenW-1:0] need);
    enough = credits != '0 && CmpW'(credits) >= CmpW'(need);
  endfunction

  // The requests than which no other is older, all if there is none such: as module oldest has
  // them.
  function automatic logic [Most-1:0] oldest_of(input logic [Most-1:0] req,
                                                input logic [Most*AgePinW-1:0] age);
    oldest_of = req;
    if ((req & (req - 1'b1)) != '0) begin  // several
      for (int i = 0; i < Aged; i++) begin
        for (int j = 0; j < Aged; j++) begin
          if (req[i] && req[j] && noc_pkg::older(32'(age[j*AgePinW +: AgePinW]),
                                                 32'(age[i*AgePinW +: AgePinW]), AgeW)) begin
            oldest_of[i] = 1'b0;
          end
        end
      end
      if (oldest_of == '0) oldest_of = req;
    end
  endfunction

  if (Speculative == 0 && Wavefront == 0) begin : gen_loops
    logic [Vcs*CntW-1:0]      credit    [Ports];  // by output port
    logic [Vcs*PortW-1:0]     hold_port [Ports];  // by input port
    logic [Vcs*VcW-1:0]       hold_vc   [Ports];
    logic [Vcs-1:0]           ask;                // VCs of the input at hand that request
    logic [VcW-1:0]           pick      [Ports];  // input stage: the VC
    logic [VcW-1:0]           pick_out  [Ports];  // and its output VC
    logic [Ports*AgePinW-1:0] pick_age;           // and its age, by input
    logic [Ports-1:0]         want      [Ports];  // by output: inputs whose pick wants it
    logic [PortW-1:0]         port, winner;
    logic [VcW-1:0]           v, w;

    always_comb begin
      in_gnt_o    = '0;
      in_vc_o     = '0;
      in_port_o   = '0;
      in_out_vc_o = '0;
      out_gnt_o   = '0;
      out_in_o    = '0;
      out_vc_o    = '0;
      ask         = '0;
      pick_age    = '0;
      port        = '0;
      winner      = '0;
      v           = '0;
      w           = '0;
      for (int unsigned p = 0; p < Ports; p++) begin
        credit[p]    = out_credit_i[p*Vcs*CntW +: Vcs*CntW];
        hold_port[p] = hold_port_i[p*Vcs*PortW +: Vcs*PortW];
        hold_vc[p]   = hold_vc_i[p*Vcs*VcW +: Vcs*VcW];
        pick[p]      = '0;
        pick_out[p]  = '0;
        want[p]      = '0;
      end

      if (ready_i != '0 || va_won_i != '0) begin
        for (int unsigned i = 0; i < Ports; i++) begin  // input stage
          ask = '0;
          if (ready_i[i*Vcs +: Vcs] != '0) begin
            for (int unsigned k = 0; k < Vcs; k++) begin
              if (ready_i[i*Vcs + k]) begin
                port   = hold_port[i][k*PortW +: PortW];
                w      = hold_vc[i][k*VcW +: VcW];
                ask[k] = enough(credit[port][32'(w)*CntW +: CntW],
                                need_i[(i*Vcs + k)*LenW +: LenW]);
              end
            end
          end
          if (va_won_i[i]) begin
            v      = va_vc_i[i*VcW +: VcW];
            port   = va_port_i[i*PortW +: PortW];
            w      = va_out_vc_i[i*VcW +: VcW];
            ask[v] = enough(credit[port][32'(w)*CntW +: CntW],
                            need_i[(i*Vcs + 32'(v))*LenW +: LenW]);
          end
          if (AgeW > 0) begin
            ask = Vcs'(oldest_of(Most'(ask),
                                 (Most*AgePinW)'(front_age_i[i*Vcs*AgePinW +: Vcs*AgePinW])));
          end
          if (ask != '0) begin
            v = VcW'(noc_pkg::rr_pick(16'(ask), 4'(sa_in_ptr_o[i*VcW +: VcW])));
            if (va_won_i[i] && v == va_vc_i[i*VcW +: VcW]) begin
              port = va_port_i[i*PortW +: PortW];
              w    = va_out_vc_i[i*VcW +: VcW];
            end else begin
              port = hold_port[i][32'(v)*PortW +: PortW];
              w    = hold_vc[i][32'(v)*VcW +: VcW];
            end
            pick[i]       = v;
            pick_out[i]   = w;
            for (int k = 0; k < AgedVcs; k++) begin
              if (32'(v) == k) begin
                pick_age[i*AgePinW +: AgePinW] = front_age_i[(i*Vcs + k)*AgePinW +: AgePinW];
              end
            end
            want[port][i] = 1'b1;
          end
        end
        for (int unsigned o = 0; o < Ports; o++) begin  // output stage
          if (AgeW > 0) want[o] = Ports'(oldest_of(Most'(want[o]), (Most*AgePinW)'(pick_age)));
          if (want[o] != '0) begin
            winner = PortW'(noc_pkg::rr_pick(16'(want[o]), 4'(sa_out_ptr_o[o*PortW +: PortW])));
            out_gnt_o[o]                          = 1'b1;
            out_in_o[o*PortW +: PortW]            = winner;
            out_vc_o[o*VcW +: VcW]                = pick_out[winner];
            in_gnt_o[winner]                      = 1'b1;
            in_vc_o[32'(winner)*VcW +: VcW]       = pick[winner];
            in_port_o[32'(winner)*PortW +: PortW] = PortW'(o);
            in_out_vc_o[32'(winner)*VcW +: VcW]   = pick_out[winner];
          end
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        sa_in_ptr_o  <= '0;
        sa_out_ptr_o <= '0;
      end else if (in_gnt_o != '0) begin
        for (int unsigned p = 0; p < Ports; p++) begin
          if (in_gnt_o[p]) begin
            sa_in_ptr_o[p*VcW +: VcW] <= VcW'(noc_pkg::rr_next(4'(in_vc_o[p*VcW +: VcW]), Vcs));
          end
          if (out_gnt_o[p]) begin
            sa_out_ptr_o[p*PortW +: PortW] <=
                PortW'(noc_pkg::rr_next(4'(out_in_o[p*PortW +: PortW]), Ports));
          end
        end
      end
    end

    assign in_pick_o = in_vc_o;
    assign {out_from_o, sa_spec_o, sa_wasted_o, sa_diagonal_o, sa_pair_ptr_o, sa_bid_order_o} = '0;
  end else begin : gen_flat
    logic [Ports-1:0]       held;   // some VC of input i requests
    logic [Ports*VcW-1:0]   pick, pick_out_vc;
    logic [Ports*PortW-1:0] pick_port;
    logic [Ports*Ports-1:0] gnt, bid_gnt;  // at o*P + i: of picks, of bids if they have won
    logic [Ports-1:0]       bid_in;        // inputs of these
    logic [Ports*VcW-1:0]   vc, on;        // what a grant of input i means: its VC, its output VC
    logic [Ports*PortW-1:0] to;            // .. and port
    logic [Ports*Ports*VcW-1:0] pair_on;   // at o*P + i: its output VC, if it is for output o

    if (Wavefront == 0) begin : gen_stages
      switch_match #(.Ports(Ports), .Vcs(Vcs), .Depth(Depth), .LenW(LenW), .AgeW(AgeW)) u_match (
        .ready_i, .hold_port_i, .hold_vc_i, .need_i, .front_age_i, .out_credit_i, .bid_i, .bid_vc_i,
        .bid_port_i, .in_ptr_i(sa_in_ptr_o), .out_ptr_i(sa_out_ptr_o),
        .bid_order_i(sa_bid_order_o), .held_o(held), .pick_o(pick), .pick_port_o(pick_port),
        .pick_out_vc_o(pick_out_vc), .gnt_o(gnt), .bid_gnt_o(bid_gnt)
      );
      assign {sa_diagonal_o, sa_pair_ptr_o} = '0;
      assign pair_on = {Ports{on}};

      always_ff @(posedge clk_i) begin
        if (rst_i) begin
          sa_in_ptr_o  <= '0;
          sa_out_ptr_o <= '0;
        end else if (in_gnt_o != '0) begin
          for (int unsigned p = 0; p < Ports; p++) begin
            if (in_gnt_o[p]) begin
              sa_in_ptr_o[p*VcW +: VcW] <= VcW'(noc_pkg::rr_next(4'(vc[p*VcW +: VcW]), Vcs));
            end
            for (int unsigned i = 0; i < Ports; i++) begin
              if (out_from_o[p*Ports + i]) begin
                sa_out_ptr_o[p*PortW +: PortW] <= PortW'((i + 1) % Ports);
              end
            end
          end
        end
      end
    end else begin : gen_pairs
      logic [Ports*Ports*VcW-1:0] pair_vc, pair_out_vc;  // at i*P + o: a grant would be for these

      wavefront_match #(
        .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .LenW(LenW), .Speculative(Speculative)
      ) u_match (
        .clk_i, .rst_i, .ready_i, .hold_port_i, .hold_vc_i, .need_i, .out_credit_i, .va_won_i,
        .va_vc_i, .va_port_i, .va_out_vc_i, .bid_i, .bid_port_i, .bid_order_i(sa_bid_order_o),
        .pair_ptr_i(sa_pair_ptr_o), .held_o(held), .pick_o(pick), .pick_port_o(pick_port),
        .pick_out_vc_o(pick_out_vc), .gnt_o(gnt), .bid_gnt_o(bid_gnt), .pair_vc_o(pair_vc),
        .pair_out_vc_o(pair_out_vc), .diagonal_o(sa_diagonal_o)
      );
      assign {sa_in_ptr_o, sa_out_ptr_o} = '0;

      for (genvar k = 0; k < Ports*Ports; k++) begin : gen_pair
        localparam int unsigned I = k % Ports;
        assign pair_on[k*VcW +: VcW] =
            (Speculative == 0 || held[I]) ? pair_out_vc[(I*Ports + k / Ports)*VcW +: VcW]
                                          : va_out_vc_i[I*VcW +: VcW];
      end

`ifndef SYNTHESIS
      // No flit that may go stays where both its input and its output are idle.
      for (genvar k = 0; k < Ports*Vcs; k++) begin : gen_idle
        logic [PortW-1:0] port;
        logic [CntW-1:0]  credits;

        assign port    = hold_port_i[k*PortW +: PortW];
        assign credits = out_credit_i[(32'(port)*Vcs + 32'(hold_vc_i[k*VcW +: VcW]))*CntW +: CntW];
        always_ff @(posedge clk_i) begin
          if (!rst_i && ready_i[k]) begin
            a_idle: assert (in_gnt_o[k / Vcs] || out_gnt_o[port] ||
                            !enough(credits, need_i[k*LenW +: LenW]));
          end
        end
      end
`endif

      // Where a pointer moves to is known before who is granted.
      always_ff @(posedge clk_i) begin
        if (rst_i) begin
          sa_pair_ptr_o <= '0;
        end else begin
          for (int unsigned o = 0; o < Ports; o++) begin
            for (int unsigned i = 0; i < Ports; i++) begin
              if (out_from_o[o*Ports + i]) begin
                if (Speculative == 0 || held[i]) begin
                  sa_pair_ptr_o[(i*Ports + o)*VcW +: VcW] <=
                      VcW'(noc_pkg::rr_next(4'(pair_vc[(i*Ports + o)*VcW +: VcW]), Vcs));
                end else begin
                  sa_pair_ptr_o[(i*Ports + o)*VcW +: VcW] <=
                      VcW'(noc_pkg::rr_next(4'(bid_vc_i[i*VcW +: VcW]), Vcs));
                end
              end
            end
          end
        end
      end
    end

    if (Speculative == 0) begin : gen_no_order
      assign sa_bid_order_o = '0;
    end else begin : gen_order
      // Who wins is known last in a cycle, and the order has many more bits than the winners. So
      // these are kept, and take their place in the order at the beginning of the next cycle. At
      // o*P + i: input i has won a VC of output o.
      logic [Ports*Ports-1:0]       winners;
      logic [Ports*Ports*Ports-1:0] order;  // without these

      // Every winner goes last, whether its bid was taken or not, and claims without a bid too: the
      // packet needs no bid from the next cycle on.
      for (genvar k = 0; k < Ports*Ports; k++) begin : gen_row
        assign sa_bid_order_o[k*Ports +: Ports] =
            Ports'(noc_pkg::lrg_last(16'(order[k*Ports +: Ports]), 4'(k % Ports),
                                     16'(winners[k / Ports * Ports +: Ports]), Ports));
      end

      always_ff @(posedge clk_i) begin
        for (int unsigned k = 0; k < Ports*Ports; k++) begin
          if (rst_i) begin
            winners[k]              <= 1'b0;
            order[k*Ports +: Ports] <= Ports'(noc_pkg::lrg_reset(k % Ports));
          end else begin
            winners[k] <= va_won_i[k % Ports] &&
                          32'(va_port_i[k % Ports * PortW +: PortW]) == k / Ports;
            order[k*Ports +: Ports] <= sa_bid_order_o[k*Ports +: Ports];
          end
        end
      end
    end

    assign in_pick_o = vc;

    // Who wins VC allocation is known last.
    always_comb begin
      in_gnt_o = '0;
      bid_in   = '0;
      out_in_o = '0;
      out_vc_o = '0;
      for (int unsigned i = 0; i < Ports; i++) begin
        vc[i*VcW +: VcW]     = held[i] ? pick[i*VcW +: VcW] : bid_vc_i[i*VcW +: VcW];
        to[i*PortW +: PortW] = held[i] ? pick_port[i*PortW +: PortW] : bid_port_i[i*PortW +: PortW];
        on[i*VcW +: VcW]     = held[i] ? pick_out_vc[i*VcW +: VcW] : va_out_vc_i[i*VcW +: VcW];
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        in_gnt_o |= gnt[o*Ports +: Ports];
        bid_in   |= bid_gnt[o*Ports +: Ports];

        out_from_o[o*Ports +: Ports] = gnt[o*Ports +: Ports] |
                                       (bid_gnt[o*Ports +: Ports] & va_won_i);
        out_gnt_o[o]   = out_from_o[o*Ports +: Ports] != '0;
        sa_spec_o[o]   = bid_gnt[o*Ports +: Ports] != '0;
        sa_wasted_o[o] = (bid_gnt[o*Ports +: Ports] & ~va_won_i) != '0;
        for (int unsigned i = 0; i < Ports; i++) begin
          if (out_from_o[o*Ports + i]) begin
            out_in_o[o*PortW +: PortW] |= PortW'(i);
            out_vc_o[o*VcW +: VcW]     |= pair_on[(o*Ports + i)*VcW +: VcW];
          end
        end
      end
      in_gnt_o |= bid_in & va_won_i;
      for (int unsigned i = 0; i < Ports; i++) begin
        in_vc_o[i*VcW +: VcW]       = vc[i*VcW +: VcW] & {VcW{in_gnt_o[i]}};
        in_port_o[i*PortW +: PortW] = to[i*PortW +: PortW] & {PortW{in_gnt_o[i]}};
        in_out_vc_o[i*VcW +: VcW]   = on[i*VcW +: VcW] & {VcW{in_gnt_o[i]}};
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && in_gnt_o != '0) begin
      a_pairs: assert ($countones(in_gnt_o) == $countones(out_gnt_o));
      for (int unsigned p = 0; p < Ports; p++) begin
        if (in_gnt_o[p]) begin
          a_asked: assert (ready_i[p*Vcs + 32'(in_vc_o[p*VcW +: VcW])] ||
                           (va_won_i[p] && va_vc_i[p*VcW +: VcW] == in_vc_o[p*VcW +: VcW] &&
                            (Speculative == 0 || bid_i[p])));
        end
        if (out_gnt_o[p]) begin
          a_credit: assert (out_credit_i[(p*Vcs + 32'(out_vc_o[p*VcW +: VcW]))*CntW +: CntW] != '0);
        end
      end
      c_all: cover (&in_gnt_o);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
