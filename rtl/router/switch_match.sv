// switch_match -- the choices of switch allocation with Speculative = 1, as flat gates.
//
// Requests of VCs that hold an output VC go through input and output stage; bids of packets that
// are about to win one have an output stage of their own beside it, which counts where no pick
// wants the output and goes by an order of its own (bid_order_i), where output stages of picks are
// round robins. Whether a bid has won its output VC is not known here.
//
//   switch_requests --> input stage (first_of) --> picks --> output stage (first_of) -----> gnt
//   bids of inputs without a request ----------> output stage (first_of) --+-- won? --> bid_gnt
//                                        outputs that no pick wants -------'
//
// Golden model: csim/router/switch_allocator.h.  docs/microarchitecture.md, section 10.1.

module switch_match #(
  parameter  int unsigned Ports   = 5,
  parameter  int unsigned Vcs     = 4,
  parameter  int unsigned Depth   = 8,
  parameter  int unsigned LenW    = 1,
  parameter  int unsigned AgeW    = 0,
  localparam int unsigned PortW   = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW     = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW    = $clog2(Depth + 1),
  localparam int unsigned AgePinW = (AgeW > 0) ? AgeW : 1
) (
  input  logic [Ports*Vcs-1:0]         ready_i,       // as those of switch_allocator
  input  logic [Ports*Vcs*PortW-1:0]   hold_port_i,
  input  logic [Ports*Vcs*VcW-1:0]     hold_vc_i,
  input  logic [Ports*Vcs*LenW-1:0]    need_i,
  input  logic [Ports*Vcs*AgePinW-1:0] front_age_i,
  input  logic [Ports*Vcs*CntW-1:0]    out_credit_i,
  input  logic [Ports-1:0]             bid_i,
  input  logic [Ports*VcW-1:0]         bid_vc_i,
  input  logic [Ports*PortW-1:0]       bid_port_i,
  input  logic [Ports*VcW-1:0]         in_ptr_i,      // its registers
  input  logic [Ports*PortW-1:0]       out_ptr_i,
  input  logic [Ports*Ports*Ports-1:0] bid_order_i,

  output logic [Ports-1:0]             held_o,        // bit i: some VC of input i requests ..
  output logic [Ports*VcW-1:0]         pick_o,        // .. this is its pick; 0 if none, as below
  output logic [Ports*PortW-1:0]       pick_port_o,   // .. the port it wants
  output logic [Ports*VcW-1:0]         pick_out_vc_o, // .. and its output VC
  output logic [Ports*Ports-1:0]       gnt_o,         // at o*P + i: output o goes to its pick ..
  output logic [Ports*Ports-1:0]       bid_gnt_o      // .. or to its bid, if that has won
);

  logic [Ports*Vcs-1:0]       asks;   // requests of input VCs ..
  logic [Ports*Vcs*Ports-1:0] goal;   // .. and for which output
  logic [Ports*Ports-1:0]     goals;  // at i*P + o: the pick of input i wants output o
  logic [Ports*AgePinW-1:0]   pick_age, bid_age;

  switch_requests #(.Ports(Ports), .Vcs(Vcs), .Depth(Depth), .LenW(LenW)) u_requests (
    .ready_i, .hold_port_i, .hold_vc_i, .need_i, .out_credit_i, .ask_o(asks), .goal_o(goal)
  );

  for (genvar i = 0; i < Ports; i++) begin : gen_in
    logic [Vcs-1:0]     ask, oldest, pick;
    logic [Vcs*Vcs-1:0] order;

    for (genvar v = 0; v < Vcs; v++) begin : gen_vc
      assign order[v*Vcs +: Vcs] = Vcs'(noc_pkg::rr_row(v, 4'(in_ptr_i[i*VcW +: VcW]), Vcs));
    end
    assign ask = asks[i*Vcs +: Vcs];

    oldest #(.N(Vcs), .AgeW(AgeW)) u_oldest (
      .req_i(ask), .age_i(front_age_i[i*Vcs*AgePinW +: Vcs*AgePinW]), .oldest_o(oldest)
    );
    first_of #(.N(Vcs)) u_pick (.req_i(oldest), .before_i(order), .gnt_o(pick));

    always_comb begin
      pick_o[i*VcW +: VcW]           = '0;
      pick_port_o[i*PortW +: PortW]  = '0;
      pick_out_vc_o[i*VcW +: VcW]    = '0;
      pick_age[i*AgePinW +: AgePinW] = '0;
      bid_age[i*AgePinW +: AgePinW]  = '0;
      goals[i*Ports +: Ports]        = '0;
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (pick[v]) begin
          goals[i*Ports +: Ports]        |= goal[(i*Vcs + v)*Ports +: Ports];
          pick_o[i*VcW +: VcW]           |= VcW'(v);
          pick_port_o[i*PortW +: PortW]  |= hold_port_i[(i*Vcs + v)*PortW +: PortW];
          pick_out_vc_o[i*VcW +: VcW]    |= hold_vc_i[(i*Vcs + v)*VcW +: VcW];
          pick_age[i*AgePinW +: AgePinW] |= front_age_i[(i*Vcs + v)*AgePinW +: AgePinW];
        end
        if (32'(bid_vc_i[i*VcW +: VcW]) == v) begin
          bid_age[i*AgePinW +: AgePinW] |= front_age_i[(i*Vcs + v)*AgePinW +: AgePinW];
        end
      end
    end
    assign held_o[i] = ask != '0;
  end

  for (genvar o = 0; o < Ports; o++) begin : gen_out
    logic [Ports-1:0]       want, bids, old_want, old_bids, gnt, picked;
    logic [Ports*Ports-1:0] order;

    for (genvar i = 0; i < Ports; i++) begin : gen_asks
      assign order[i*Ports +: Ports] =
          Ports'(noc_pkg::rr_row(i, 4'(out_ptr_i[o*PortW +: PortW]), Ports));
      assign want[i] = goals[i*Ports + o];
      assign bids[i] = !held_o[i] && bid_i[i] && 32'(bid_port_i[i*PortW +: PortW]) == o;
    end

    oldest #(.N(Ports), .AgeW(AgeW)) u_oldest_want (
      .req_i(want), .age_i(pick_age), .oldest_o(old_want)
    );
    oldest #(.N(Ports), .AgeW(AgeW)) u_oldest_bids (
      .req_i(bids), .age_i(bid_age), .oldest_o(old_bids)
    );
    first_of #(.N(Ports)) u_gnt (.req_i(old_want), .before_i(order), .gnt_o(gnt));
    first_of #(.N(Ports)) u_bid (
      .req_i(old_bids), .before_i(bid_order_i[o*Ports*Ports +: Ports*Ports]), .gnt_o(picked)
    );

    assign gnt_o[o*Ports +: Ports]     = gnt;
    assign bid_gnt_o[o*Ports +: Ports] = picked & {Ports{want == '0}};
  end

endmodule
// SPDX-License-Identifier: MIT
