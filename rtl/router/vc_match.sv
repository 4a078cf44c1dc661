// vc_match -- the choices of VC allocation with Speculative = 1, as flat gates: what vc_allocator
// says in loops with Speculative = 0.
//
// The same rules, written for a short path: all VCs of all inputs at once, and for each VC its
// output VC is chosen while the input stage decides which VC goes on.
//
//   front tags --> E(i, v) --+--> input stage (first_of) --> v* --+--> output stage (first_of)
//                            '--> w of every v (first_of) --------'
//                                                 v* --> bids, which do not wait for that stage
//
// Golden model: csim/router/vc_allocator.h.  docs/microarchitecture.md, section 9.

module vc_match #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned LenW       = 1,
  parameter  int unsigned AgeW       = 0,
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned TagW       = LenW + ClassW + PortW + 2,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1
) (
  input  logic [Ports*Vcs-1:0]         waiting_i,    // as those of vc_allocator
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*Vcs*TagW-1:0]    front_tag_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports*Vcs*AgePinW-1:0] front_age_i,
  input  logic [Ports*Vcs-1:0]         out_busy_i,
  input  logic [Ports*Vcs*CntW-1:0]    out_credit_i,
  input  logic [Ports*Vcs*Vcs-1:0]     in_order_i,   // its registers
  input  logic [Ports*Vcs*Ports*Ports-1:0] out_order_i,
  input  logic [Ports*VcW-1:0]         vc_ptr_i,
  input  logic [Ports*Vcs-1:0]         claims_i,     // bit i*V + v: may take a VC without room

  output logic [Ports*Vcs-1:0]         may_o,        // at i*V + v: F(i, v) is not empty ..
  output logic [Ports*Vcs-1:0]         room_o,       // .. nor R(i, v)
  output logic [Ports*Vcs-1:0]         pick_o,       // VC v is v* of input i
  output logic [Ports*PortW-1:0]       pick_port_o,  // the port it wants
  output logic [Ports*Vcs-1:0]         choice_o,     // at i*V + w: w is w* of input i
  output logic [Ports-1:0]             bid_o,        // v* finds room
  output logic [Ports-1:0]             in_won_o,     // input i wins
  output logic [Ports*Vcs*Ports-1:0]   won_o         // at (o*V + w)*P + i: it wins (o, w)
);

  localparam int unsigned Block     = Vcs / Networks;
  localparam int unsigned CmpW      = (LenW > CntW) ? LenW : CntW;
  localparam int unsigned ClassPinW = (ClassW > 0) ? ClassW : 1;
  localparam int unsigned NeedLsb   = 2 + PortW + ClassW;

  logic [Ports*Vcs-1:0]         some;       // (o, w) has a credit
  logic [Ports*Ports*Vcs-1:0]   want;       // at i*P*V + o*V + w: v* wants port o, w* is w
  logic [Ports*AgePinW-1:0]     pick_age;

  always_comb begin
    for (int unsigned k = 0; k < Ports*Vcs; k++) some[k] = out_credit_i[k*CntW +: CntW] != '0;
  end

  for (genvar i = 0; i < Ports; i++) begin : gen_in
    logic [Vcs-1:0]     ask, oldest, pick;
    logic [Vcs*Vcs-1:0] eligible, choice, order;  // at v*V + w; rows of the round robin of w
    logic [Vcs*Ports-1:0] goal;                   // at v*P + o: VC v wants port o
    logic [Ports-1:0]     goals;                  // v* does

    for (genvar k = 0; k < Vcs; k++) begin : gen_row
      assign order[k*Vcs +: Vcs] = Vcs'(noc_pkg::rr_row(k, 4'(vc_ptr_i[i*VcW +: VcW]), Vcs));
    end

    for (genvar v = 0; v < Vcs; v++) begin : gen_vc
      logic [PortW-1:0]     port;
      logic [ClassPinW-1:0] vc_class;
      logic [LenW-1:0]      need;
      logic [Vcs-1:0]       free, fits;  // its VCs that the packet may take; that have the room

      assign port     = front_tag_i[(i*Vcs + v)*TagW + 2 +: PortW];
      assign vc_class = front_tag_i[(i*Vcs + v)*TagW + 2 + PortW +: ClassPinW];
      assign need     = front_tag_i[(i*Vcs + v)*TagW + NeedLsb +: LenW];

      always_comb begin
        free = '0;
        fits = '0;
        for (int unsigned o = 0; o < Ports; o++) begin
          goal[v*Ports + o] = 32'(port) == o;
          for (int unsigned w = 0; w < Vcs; w++) begin
            if (w / Block == v / Block) begin
              free[w] |= goal[v*Ports + o] && !out_busy_i[o*Vcs + w];
              if (LenW == 1) fits[w] |= goal[v*Ports + o] && (some[o*Vcs + w] || need == '0);
              else fits[w] |= goal[v*Ports + o] &&
                              CmpW'(out_credit_i[(o*Vcs + w)*CntW +: CntW]) >= CmpW'(need);
            end
          end
        end
        for (int unsigned w = 0; w < Vcs; w++) begin
          if (Classes > 1 && 32'(vc_class) != Classes &&
              32'(vc_class) != (w % Block) % Classes) begin
            free[w] = 1'b0;
          end
        end
      end

      assign may_o[i*Vcs + v]        = waiting_i[i*Vcs + v] && free != '0;
      assign room_o[i*Vcs + v]       = waiting_i[i*Vcs + v] && (free & fits) != '0;
      assign ask[v]                  = room_o[i*Vcs + v] ||
                                       (claims_i[i*Vcs + v] && may_o[i*Vcs + v]);
      assign eligible[v*Vcs +: Vcs]  = room_o[i*Vcs + v] ? free & fits : free;

      first_of #(.N(Vcs)) u_choice (
        .req_i(eligible[v*Vcs +: Vcs]), .before_i(order), .gnt_o(choice[v*Vcs +: Vcs])
      );
    end

    oldest #(.N(Vcs), .AgeW(AgeW)) u_oldest (
      .req_i(ask), .age_i(front_age_i[i*Vcs*AgePinW +: Vcs*AgePinW]), .oldest_o(oldest)
    );
    first_of #(.N(Vcs)) u_pick (
      .req_i(oldest), .before_i(in_order_i[i*Vcs*Vcs +: Vcs*Vcs]), .gnt_o(pick)
    );

    always_comb begin
      goals                           = '0;
      choice_o[i*Vcs +: Vcs]          = '0;
      pick_port_o[i*PortW +: PortW]   = '0;
      pick_age[i*AgePinW +: AgePinW]  = '0;
      for (int unsigned v = 0; v < Vcs; v++) begin
        goals                          |= goal[v*Ports +: Ports] & {Ports{pick[v]}};
        choice_o[i*Vcs +: Vcs]         |= choice[v*Vcs +: Vcs] & {Vcs{pick[v]}};
        pick_port_o[i*PortW +: PortW]  |= front_tag_i[(i*Vcs + v)*TagW + 2 +: PortW] &
                                          {PortW{pick[v]}};
        pick_age[i*AgePinW +: AgePinW] |= front_age_i[(i*Vcs + v)*AgePinW +: AgePinW] &
                                          {AgePinW{pick[v]}};
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        want[(i*Ports + o)*Vcs +: Vcs] = choice_o[i*Vcs +: Vcs] & {Vcs{goals[o]}};
      end
    end

    assign pick_o[i*Vcs +: Vcs] = pick;
    assign bid_o[i]             = ask != '0 && (pick & ~room_o[i*Vcs +: Vcs]) == '0;
  end

  for (genvar o = 0; o < Ports; o++) begin : gen_port
    for (genvar w = 0; w < Vcs; w++) begin : gen_out
      logic [Ports-1:0] rivals, oldest;

      for (genvar i = 0; i < Ports; i++) begin : gen_rival
        assign rivals[i] = want[(i*Ports + o)*Vcs + w];
      end
      oldest #(.N(Ports), .AgeW(AgeW)) u_oldest (
        .req_i(rivals), .age_i(pick_age), .oldest_o(oldest)
      );
      first_of #(.N(Ports)) u_winner (
        .req_i(oldest), .before_i(out_order_i[(o*Vcs + w)*Ports*Ports +: Ports*Ports]),
        .gnt_o(won_o[(o*Vcs + w)*Ports +: Ports])
      );
    end
  end

  always_comb begin
    in_won_o = '0;
    for (int unsigned k = 0; k < Ports*Vcs; k++) in_won_o |= won_o[k*Ports +: Ports];
  end

endmodule
// SPDX-License-Identifier: MIT
