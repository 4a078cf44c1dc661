// vc_allocator -- gives waiting packets an output VC: at most one an input and one packet an output
// VC per cycle, decided in the same cycle.
//
// A waiting input VC asks if a VC of its output port, its virtual network and its route's class is
// free and has room for the flits it needs. With cut-through a packet that finds none with room is
// passed when another packet wins one of those that are free; after 15 such cycles it asks for a
// free one all the same. Input i picks one of its VCs, least recently granted first, and for it one
// of the eligible output VCs, round robin. Output VC (o, w) picks one of the inputs that chose it,
// least recently granted first. Orders and pointers move for winners only. With AgeW > 0 both
// choose among the oldest.
//
//   input 0: VCs 1, 3 wait --(va_in_order)--> VC 3 --(va_vc_ptr)--> port 2, VC 1 -.
//   input 4: VC 0 waits --------------------> VC 0 ---------------> port 2, VC 1 --+-> input 4
//                                                                    (va_out_order)
//
// If Speculative = 1, the input stage's picks also go out as bids for the switch, and the choices
// are made in flat gates (vc_match), since all of it stands in a clock cycle.
//
// Golden model: csim/router/vc_allocator.c.  docs/microarchitecture.md, section 9.

module vc_allocator #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Networks   = 1,  // virtual networks, blocks of Vcs / Networks VCs
  parameter  int unsigned Classes    = 1,  // VC classes of a network
  parameter  int unsigned LenW       = 1,
  parameter  int unsigned AgeW       = 0,  // bits of a packet's age; 0: none
  parameter  int unsigned Speculative = 0,  // 1: bids for the switch
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned TagW       = LenW + ClassW + PortW + 2,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_i,         // synchronous, active high

  // The kinds in the tags are not looked at: the front of a waiting VC is a head. Nor is an
  // age with AgeW = 0.
  input  logic [Ports*Vcs-1:0]       waiting_i,     // input VC (i, v) waits
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*Vcs*TagW-1:0]  front_tag_i,   // its front tag: need, class, port, kind
  input  logic [Ports*Vcs*AgePinW-1:0] front_age_i, // its age
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports*Vcs-1:0]       out_busy_i,    // output VC (o, w) belongs to a packet
  input  logic [Ports*Vcs*CntW-1:0]  out_credit_i,  // its free slots downstream

  output logic [Ports-1:0]           in_won_o,      // input i wins ..
  output logic [Ports*VcW-1:0]       in_vc_o,       // .. for this VC; 0 if none, as the next two
  output logic [Ports*PortW-1:0]     in_port_o,     // .. this output port
  output logic [Ports*VcW-1:0]       in_out_vc_o,   // .. and this output VC
  output logic [Ports*Vcs-1:0]       out_won_o,     // output VC (o, w) is won
  output logic [Ports-1:0]           bid_o,         // input i bids; 0 with Speculative = 0 ..
  output logic [Ports*VcW-1:0]       bid_vc_o,      // .. for its VC v*, 0 if none, as below
  output logic [Ports*PortW-1:0]     bid_port_o,    // .. which wants this port

  // State. Orders: who goes before whom, a row of bits for each requester.
  output logic [Ports*Vcs*Vcs-1:0]   va_in_order_o,           // at i*V + v: VCs before VC v
  output logic [Ports*Vcs*Ports*Ports-1:0] va_out_order_o,    // at (o*V + w)*P + i: inputs before i
  output logic [Ports*VcW-1:0]       va_vc_ptr_o,             // output VC that input i favours
  output logic [Ports*Vcs*4-1:0]     va_passes_o              // how often (i, v) was passed
);

  if (Networks < 1 || Vcs % Networks != 0) begin : gen_bad_networks
    $error("vc_allocator: Networks must divide Vcs");
  end else if (Classes < 1 || Classes > Vcs / Networks) begin : gen_bad_classes
    $error("vc_allocator: Classes must be 1 to Vcs / Networks");
  end else if (Speculative > 1) begin : gen_bad_speculative
    $error("vc_allocator: Speculative must be 0 or 1");
  end

  localparam int unsigned Block     = Vcs / Networks;               // VCs of a network
  localparam int unsigned CmpW      = (LenW > CntW) ? LenW : CntW;  // compares credit with need
  localparam int unsigned ClassPinW = (ClassW > 0) ? ClassW : 1;    // of a class read from a tag
  localparam int unsigned NeedLsb   = 2 + PortW + ClassW;           // of the need in a tag
  // AgeW = 0 makes loops over ages empty: Yosys elaborates also what a condition never lets run.
  localparam int          AgedVcs   = (AgeW > 0) ? Vcs : 0;
  localparam int unsigned Most      = (Vcs > Ports) ? Vcs : Ports;  // requesters of an arbiter
  localparam int          Aged      = (AgeW > 0) ? Most : 0;

  // Output VCs with room for `need` flits.
  function automatic logic [Vcs-1:0] room(input logic [Vcs*CntW-1:0] credit,
                                          input logic [LenW-1:0] need);
    for (int unsigned w = 0; w < Vcs; w++) begin
      room[w] = CmpW'(credit[w*CntW +: CntW]) >= CmpW'(need);
    end
  endfunction

  // The VCs of the network of VC v.
  function automatic logic [Vcs-1:0] block_of(input int unsigned v);
    block_of = Vcs'((32'd1 << Block) - 32'd1) << ((v / Block) * Block);
  endfunction

  // The VCs that a route of class c may take. With one class there is no class in the tag.
  function automatic logic [Vcs-1:0] class_of(input logic [ClassPinW-1:0] c);
    for (int unsigned w = 0; w < Vcs; w++) begin
      class_of[w] = Classes == 1 || 32'(c) == Classes || 32'(c) == (w % Block) % Classes;
    end
  endfunction

  // The order of an input's VCs after VC v has won.
  function automatic logic [Vcs*Vcs-1:0] in_last(input logic [Vcs*Vcs-1:0] rows,
                                                 input logic [VcW-1:0] v);
    for (int unsigned k = 0; k < Vcs; k++) begin
      in_last[k*Vcs +: Vcs] =
          Vcs'(noc_pkg::lrg_next(16'(rows[k*Vcs +: Vcs]), 4'(k), 16'd1 << v, Vcs));
    end
  endfunction

  // The order of the inputs at an output VC after input i has won.
  function automatic logic [Ports*Ports-1:0] out_last(input logic [Ports*Ports-1:0] rows,
                                                      input int unsigned i);
    for (int unsigned k = 0; k < Ports; k++) begin
      out_last[k*Ports +: Ports] =
          Ports'(noc_pkg::lrg_next(16'(rows[k*Ports +: Ports]), 4'(k), 16'd1 << i, Ports));
    end
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

  // Number of output VC (o, w), as elements lie.
  function automatic int unsigned place(input logic [PortW-1:0] o, input logic [VcW-1:0] w);
    place = 32'(o) * Vcs + 32'(w);
  endfunction

  /* verilator lint_off UNUSEDSIGNAL */
  logic [Ports*Vcs-1:0] denied;           // cut-through: (i, v) lets others have its free VCs
  /* verilator lint_on UNUSEDSIGNAL */

  if (Speculative == 0) begin : gen_loops
    logic [Vcs-1:0]      busy     [Ports];  // the output side, by port
    logic [Vcs*CntW-1:0] credit   [Ports];
    logic [Vcs-1:0]      eligible [Vcs];    // of the input at hand: E(i, v)
    logic [PortW-1:0]    wish     [Vcs];    // and the port VC v wants
    logic [Vcs-1:0]      free;              // of the VC at hand: F(i, v)
    logic [Vcs-1:0]      ask;               // which of the input's VCs request
    logic [VcW-1:0]      pick     [Ports];  // input stage: v*
    logic [Ports*AgePinW-1:0] pick_age;     // its age, by input
    logic [VcW-1:0]      choice   [Ports];  // w*
    logic [Ports-1:0]    want     [Ports];  // by output port: inputs whose v* wants it
    logic [Ports-1:0]    rivals;            // of an input: others that chose its output VC
    logic [Ports-1:0]    ahead;             // and who goes before it there
    logic                younger;           // than one of these
    logic [VcW-1:0]      v, w;

    always_comb begin
      in_won_o    = '0;
      in_vc_o     = '0;
      in_port_o   = '0;
      in_out_vc_o = '0;
      out_won_o   = '0;
      free        = '0;
      ask         = '0;
      denied      = '0;
      rivals      = '0;
      ahead       = '0;
      younger     = 1'b0;
      pick_age    = '0;
      v           = '0;
      w           = '0;
      for (int unsigned k = 0; k < Vcs; k++) begin
        eligible[k] = '0;
        wish[k]     = '0;
      end
      for (int unsigned p = 0; p < Ports; p++) begin
        busy[p]     = out_busy_i[p*Vcs +: Vcs];
        credit[p]   = out_credit_i[p*Vcs*CntW +: Vcs*CntW];
        pick[p]     = '0;
        choice[p]   = '0;
        want[p]     = '0;
      end

      if (waiting_i != '0) begin
        for (int unsigned i = 0; i < Ports; i++) begin  // input stage
          ask = '0;
          if (waiting_i[i*Vcs +: Vcs] != '0) begin
            for (int unsigned k = 0; k < Vcs; k++) begin
              if (waiting_i[i*Vcs + k]) begin
                wish[k]     = front_tag_i[(i*Vcs + k)*TagW + 2 +: PortW];
                free        = block_of(k) & ~busy[wish[k]] &
                              class_of(front_tag_i[(i*Vcs + k)*TagW + 2 + PortW +: ClassPinW]);
                eligible[k] = free & room(credit[wish[k]],
                                          front_tag_i[(i*Vcs + k)*TagW + NeedLsb +: LenW]);
                // A VC that is held for want of room carries nothing, so others may pass; but
                // whoever never claims one can lose its room to shorter packets for ever.
                if (CutThrough == 1 && eligible[k] == '0) begin
                  if (va_passes_o[(i*Vcs + k)*4 +: 4] == 4'd15) eligible[k] = free;
                  else denied[i*Vcs + k] = free != '0;
                end
                ask[k]      = eligible[k] != '0;
              end
            end
            if (AgeW > 0) begin
              ask = Vcs'(oldest_of(Most'(ask),
                                   (Most*AgePinW)'(front_age_i[i*Vcs*AgePinW +: Vcs*AgePinW])));
            end
            if (ask != '0) begin
              for (int unsigned k = 0; k < Vcs; k++) begin
                if (ask[k] &&
                    noc_pkg::lrg_first(16'(ask), 16'(va_in_order_o[(i*Vcs + k)*Vcs +: Vcs]))) begin
                  v = VcW'(k);
                end
              end
              pick[i]          = v;
              for (int k = 0; k < AgedVcs; k++) begin
                if (32'(v) == k) begin
                  pick_age[i*AgePinW +: AgePinW] = front_age_i[(i*Vcs + k)*AgePinW +: AgePinW];
                end
              end
              choice[i]        = VcW'(noc_pkg::rr_pick(16'(eligible[v]),
                                                       4'(va_vc_ptr_o[i*VcW +: VcW])));
              want[wish[v]][i] = 1'b1;
            end
          end
        end
        for (int unsigned o = 0; o < Ports; o++) begin  // output stage
          if (want[o] != '0) begin
            for (int unsigned i = 0; i < Ports; i++) begin
              if (want[o][i]) begin
                w         = choice[i];
                rivals    = want[o];
                rivals[i] = 1'b0;
                younger   = 1'b0;
                ahead     = '0;
                if (rivals != '0) begin
                  for (int unsigned j = 0; j < Ports; j++) begin
                    if (choice[j] != w) rivals[j] = 1'b0;
                  end
                  if (AgeW > 0) begin
                    rivals[i] = 1'b1;
                    rivals    = Ports'(oldest_of(Most'(rivals), (Most*AgePinW)'(pick_age)));
                    younger   = !rivals[i];
                    rivals[i] = 1'b0;
                  end
                  ahead = va_out_order_o[(place(PortW'(o), w)*Ports + i)*Ports +: Ports];
                end
                if (!younger && noc_pkg::lrg_first(16'(rivals), 16'(ahead))) begin
                  out_won_o[place(PortW'(o), w)] = 1'b1;
                  in_won_o[i]                    = 1'b1;
                  in_vc_o[i*VcW +: VcW]          = pick[i];
                  in_port_o[i*PortW +: PortW]    = PortW'(o);
                  in_out_vc_o[i*VcW +: VcW]      = w;
                end
              end
            end
          end
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        for (int unsigned k = 0; k < Ports*Vcs; k++) begin
          va_in_order_o[k*Vcs +: Vcs] <= Vcs'(noc_pkg::lrg_reset(k % Vcs));
        end
        for (int unsigned k = 0; k < Ports*Vcs*Ports; k++) begin
          va_out_order_o[k*Ports +: Ports] <= Ports'(noc_pkg::lrg_reset(k % Ports));
        end
        va_vc_ptr_o <= '0;
      end else if (in_won_o != '0) begin
        for (int unsigned i = 0; i < Ports; i++) begin
          if (in_won_o[i]) begin
            va_in_order_o[i*Vcs*Vcs +: Vcs*Vcs] <=
                in_last(va_in_order_o[i*Vcs*Vcs +: Vcs*Vcs], in_vc_o[i*VcW +: VcW]);
            va_out_order_o[place(in_port_o[i*PortW +: PortW], in_out_vc_o[i*VcW +: VcW])*Ports*Ports
                           +: Ports*Ports] <=
                out_last(va_out_order_o[place(in_port_o[i*PortW +: PortW],
                                              in_out_vc_o[i*VcW +: VcW])*Ports*Ports
                                        +: Ports*Ports], i);
            va_vc_ptr_o[i*VcW +: VcW] <= VcW'(noc_pkg::rr_next(4'(in_out_vc_o[i*VcW +: VcW]), Vcs));
          end
        end
      end
    end

    assign {bid_o, bid_vc_o, bid_port_o} = '0;
  end else begin : gen_flat
    logic [Ports*Vcs-1:0]       may, roomy, claims, pick, choice;
    logic [Ports*PortW-1:0]     pick_port;
    logic [Ports*Vcs*Ports-1:0] won;

    always_comb begin
      for (int unsigned k = 0; k < Ports*Vcs; k++) begin
        claims[k] = CutThrough == 1 && va_passes_o[k*4 +: 4] == 4'd15;
        denied[k] = CutThrough == 1 && may[k] && !roomy[k] && !claims[k];
      end
    end

    vc_match #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Networks(Networks),
      .Classes(Classes), .LenW(LenW), .AgeW(AgeW)
    ) u_match (
      .waiting_i, .front_tag_i, .front_age_i, .out_busy_i, .out_credit_i,
      .in_order_i(va_in_order_o), .out_order_i(va_out_order_o), .vc_ptr_i(va_vc_ptr_o),
      .claims_i(claims), .may_o(may), .room_o(roomy), .pick_o(pick), .pick_port_o(pick_port),
      .choice_o(choice), .bid_o, .in_won_o, .won_o(won)
    );

    always_comb begin
      for (int unsigned i = 0; i < Ports; i++) begin
        bid_vc_o[i*VcW +: VcW]       = '0;
        in_vc_o[i*VcW +: VcW]        = '0;
        in_out_vc_o[i*VcW +: VcW]    = '0;
        for (int unsigned k = 0; k < Vcs; k++) begin
          if (pick[i*Vcs + k] && bid_o[i])      bid_vc_o[i*VcW +: VcW]    |= VcW'(k);
          if (pick[i*Vcs + k] && in_won_o[i])   in_vc_o[i*VcW +: VcW]     |= VcW'(k);
          if (choice[i*Vcs + k] && in_won_o[i]) in_out_vc_o[i*VcW +: VcW] |= VcW'(k);
        end
        bid_port_o[i*PortW +: PortW] = pick_port[i*PortW +: PortW] & {PortW{bid_o[i]}};
        in_port_o[i*PortW +: PortW]  = pick_port[i*PortW +: PortW] & {PortW{in_won_o[i]}};
      end
      for (int unsigned k = 0; k < Ports*Vcs; k++) out_won_o[k] = won[k*Ports +: Ports] != '0;
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        for (int unsigned k = 0; k < Ports*Vcs; k++) begin
          va_in_order_o[k*Vcs +: Vcs] <= Vcs'(noc_pkg::lrg_reset(k % Vcs));
        end
        for (int unsigned k = 0; k < Ports*Vcs*Ports; k++) begin
          va_out_order_o[k*Ports +: Ports] <= Ports'(noc_pkg::lrg_reset(k % Ports));
        end
        va_vc_ptr_o <= '0;
      end else if (in_won_o != '0) begin
        for (int unsigned i = 0; i < Ports; i++) begin
          if (in_won_o[i]) begin
            for (int unsigned k = 0; k < Vcs; k++) begin
              va_in_order_o[(i*Vcs + k)*Vcs +: Vcs] <=
                  Vcs'(noc_pkg::lrg_next(16'(va_in_order_o[(i*Vcs + k)*Vcs +: Vcs]), 4'(k),
                                         16'(pick[i*Vcs +: Vcs]), Vcs));
              if (choice[i*Vcs + k]) va_vc_ptr_o[i*VcW +: VcW] <= VcW'((k + 1) % Vcs);
            end
          end
        end
        for (int unsigned k = 0; k < Ports*Vcs; k++) begin
          for (int unsigned i = 0; i < Ports; i++) begin
            if (out_won_o[k]) begin
              va_out_order_o[(k*Ports + i)*Ports +: Ports] <=
                  Ports'(noc_pkg::lrg_next(16'(va_out_order_o[(k*Ports + i)*Ports +: Ports]), 4'(i),
                                           16'(won[k*Ports +: Ports]), Ports));
            end
          end
        end
      end
    end
  end

  // Passes are counted behind the allocation. What is won was free: whether a packet may take it is
  // a matter of its network and class.
  if (CutThrough == 0) begin : gen_no_passes
    assign va_passes_o = '0;
  end else begin : gen_passes
    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        va_passes_o <= '0;
      end else if (in_won_o != '0) begin
        for (int unsigned i = 0; i < Ports; i++) begin
          if (denied[i*Vcs +: Vcs] != '0) begin
            for (int unsigned k = 0; k < Vcs; k++) begin
              if (denied[i*Vcs + k] &&
                  (block_of(k) & out_won_o[place(front_tag_i[(i*Vcs + k)*TagW + 2 +: PortW], '0)
                                           +: Vcs] &
                   class_of(front_tag_i[(i*Vcs + k)*TagW + 2 + PortW +: ClassPinW])) != '0) begin
                va_passes_o[(i*Vcs + k)*4 +: 4] <= va_passes_o[(i*Vcs + k)*4 +: 4] + 4'd1;
              end
            end
          end
          if (in_won_o[i]) va_passes_o[place(PortW'(i), in_vc_o[i*VcW +: VcW])*4 +: 4] <= '0;
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && in_won_o != '0) begin
      a_pairs: assert ($countones(in_won_o) == $countones(out_won_o));
      a_free:  assert ((out_won_o & out_busy_i) == '0);
      for (int unsigned p = 0; p < Ports; p++) begin
        if (in_won_o[p]) begin
          a_waits: assert (waiting_i[p*Vcs + 32'(in_vc_o[p*VcW +: VcW])]);
        end
      end
      c_all: cover (&in_won_o);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
