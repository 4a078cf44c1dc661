// branch_vc_allocator -- gives waiting branches output VCs: each at most one packet's, for branches
// of one VC of each input port, decided in the same cycle.
//
// A waiting branch asks for its output port if a VC of its packet's virtual network and of its
// class there is free and has room for all the flits that its packet needs. With cut-through a
// branch that finds no room is passed when another packet wins one of those that are free; after 15
// cycles with such branches those of the packet ask for any free one, and wait there for the room.
// Input i picks one of the VCs with a branch that asks, and for each such branch of it one eligible
// output VC; output VC (o, w) picks one of the inputs. VCs and inputs: who won least recently goes
// first. Output VCs: round robin. Orders and pointers move for winners only. With AgeW > 0 inputs
// and output VCs choose among the oldest.
//
//   input 0: VCs 1, 3 ask --(va_in_order)--> VC 3, branches to ports 2 and 4 --(va_vc_ptr)-.
//   input 4: VC 0 asks --------------------> VC 0, a branch to port 2 ---------(va_vc_ptr)-+
//                                                                                          |
//          input 4 <-- output VC (2, 1) <--(va_out_order, of each output VC)---------------+
//          input 0 <-- output VC (4, 0) <--------------------------------------------------'
//
// Golden model: csim/multicast/branch_vc_allocator.h.  docs/microarchitecture.md, section 15.3.

module branch_vc_allocator #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned CutThrough = 1,
  parameter  int unsigned Networks   = 1,  // virtual networks, blocks of Vcs / Networks VCs
  parameter  int unsigned Classes    = 1,  // VC classes of a network
  parameter  int unsigned AgeW       = 0,  // bits of a packet's age; 0: none
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned ClassPinW  = (Classes > 1) ? $clog2(Classes + 1) : 1,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1
) (
  input  logic                           clk_i,
  input  logic                           rst_i,         // synchronous, active high

  input  logic [Ports*Vcs*Ports-1:0]     waiting_i,     // branches of input VC (i, v) that wait
  input  logic [Ports*Vcs*CntW-1:0]      need_i,        // credits that its packet needs
  // Not looked at with AgeW = 0 and with one class.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*Vcs*AgePinW-1:0]   front_age_i,   // its age
  input  logic [Ports*Vcs*Ports*ClassPinW-1:0] want_class_i,  // class of its branch to port o
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports*Vcs-1:0]           out_busy_i,    // output VC (o, w) belongs to a packet
  input  logic [Ports*Vcs*CntW-1:0]      out_credit_i,  // its free slots downstream

  output logic [Ports*Ports-1:0]         in_outs_o,     // outputs at which input i wins ..
  output logic [Ports*VcW-1:0]           in_vc_o,       // .. for this VC; 0 if none, as the next
  output logic [Ports*Ports*VcW-1:0]     in_out_vc_o,   // the VC that input i wins at output o
  output logic [Ports*Vcs-1:0]           out_won_o,     // output VC (o, w) is won

  // State: the VCs of input i that go before v; at output VC (o, w) the inputs that go before i;
  // the output VC that input i favours; how often the packet of (i, v) was passed.
  output logic [Ports*Vcs*Vcs-1:0]         va_in_order_o,
  output logic [Ports*Vcs*Ports*Ports-1:0] va_out_order_o,
  output logic [Ports*VcW-1:0]             va_vc_ptr_o,
  output logic [Ports*Vcs*4-1:0]           va_passes_o
);

  if (Networks < 1 || Vcs % Networks != 0) begin : gen_bad_networks
    $error("branch_vc_allocator: Networks must divide Vcs");
  end else if (Classes < 1 || Classes > Vcs / Networks) begin : gen_bad_classes
    $error("branch_vc_allocator: Classes must be 1 to Vcs / Networks");
  end

  localparam int unsigned Block   = Vcs / Networks;               // VCs of a network
  localparam int unsigned Most    = (Vcs > Ports) ? Vcs : Ports;  // requesters of an arbiter
  // AgeW = 0 makes loops over ages empty: Yosys elaborates also what a condition never lets run.
  localparam int          Aged    = (AgeW > 0) ? Most : 0;
  localparam int          AgedVcs = (AgeW > 0) ? Vcs : 0;

  // Output VCs that are free and have room for `need` flits.
  function automatic logic [Vcs-1:0] room(input logic [Vcs-1:0] busy,
                                          input logic [Vcs*CntW-1:0] credit,
                                          input logic [CntW-1:0] need);
    for (int unsigned w = 0; w < Vcs; w++) begin
      room[w] = !busy[w] && credit[w*CntW +: CntW] >= need;
    end
  endfunction

  // The VCs of the network of VC v.
  function automatic logic [Vcs-1:0] block_of(input int unsigned v);
    block_of = Vcs'((32'd1 << Block) - 32'd1) << ((v / Block) * Block);
  endfunction

  // The VCs that a branch of class c may take. With one class there is no class.
  function automatic logic [Vcs-1:0] class_of(input logic [ClassPinW-1:0] c);
    for (int unsigned w = 0; w < Vcs; w++) begin
      class_of[w] = Classes == 1 || 32'(c) == Classes || 32'(c) == (w % Block) % Classes;
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

  logic [Vcs-1:0]       busy     [Ports];      // the output side, by port
  logic [Vcs*CntW-1:0]  credit   [Ports];
  logic [Ports*Vcs-1:0] eligible [Vcs];        // of the input at hand: E(i, v, o), o first
  logic [Ports-1:0]     wish     [Vcs];        // and the ports VC v asks for
  logic [Vcs-1:0]       ask;                   // and which of its VCs ask
  logic [VcW-1:0]       pick     [Ports];      // input stage: v*
  logic [Ports*AgePinW-1:0] pick_age;          // and its age, by input
  logic [Ports-1:0]     want     [Ports*Vcs];  // by output VC: inputs whose v* wants it
  logic [Ports-1:0]     asked;                 // outputs that an input wants
  logic [PortW-1:0]     out_in   [Ports*Vcs];  // output stage: i*
  logic [Ports-1:0]     in_won;                // inputs that win
  logic [VcW-1:0]       lead     [Ports];      // the VC that input i wins at its lowest output
  logic [Vcs-1:0]       allowed;               // of a branch: VCs of its network and class
  logic [Vcs-1:0]       choice;                // and E
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Ports*Vcs*Ports-1:0] denied;          // cut-through: branches that let others go first
  /* verilator lint_on UNUSEDSIGNAL */
  logic                 found;                 // the first in the order has been
  logic [VcW-1:0]       v, w;

  always_comb begin
    in_outs_o   = '0;
    in_vc_o     = '0;
    in_out_vc_o = '0;
    out_won_o   = '0;
    in_won      = '0;
    ask         = '0;
    pick_age    = '0;
    asked       = '0;
    allowed     = '0;
    choice      = '0;
    denied      = '0;
    found       = 1'b0;
    v           = '0;
    w           = '0;
    for (int unsigned k = 0; k < Vcs; k++) begin
      eligible[k] = '0;
      wish[k]     = '0;
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      busy[p]   = out_busy_i[p*Vcs +: Vcs];
      credit[p] = out_credit_i[p*Vcs*CntW +: Vcs*CntW];
      pick[p]   = '0;
      lead[p]   = '0;
    end
    for (int unsigned n = 0; n < Ports*Vcs; n++) begin
      want[n]   = '0;
      out_in[n] = '0;
    end

    if (waiting_i != '0) begin
      for (int unsigned i = 0; i < Ports; i++) begin  // input stage
        ask = '0;
        if (waiting_i[i*Vcs*Ports +: Vcs*Ports] != '0) begin
          for (int unsigned k = 0; k < Vcs; k++) begin
            wish[k] = '0;
            if (waiting_i[(i*Vcs + k)*Ports +: Ports] != '0) begin
              for (int unsigned o = 0; o < Ports; o++) begin
                if (waiting_i[(i*Vcs + k)*Ports + o]) begin
                  allowed = block_of(k) &
                            class_of(want_class_i[((i*Vcs + k)*Ports + o)*ClassPinW +: ClassPinW]);
                  choice  = allowed & room(busy[o], credit[o], need_i[(i*Vcs + k)*CntW +: CntW]);
                  if (CutThrough == 1 && choice == '0) begin  // as in vc_allocator
                    if (va_passes_o[(i*Vcs + k)*4 +: 4] == 4'd15) choice = allowed & ~busy[o];
                    else denied[(i*Vcs + k)*Ports + o] = (allowed & ~busy[o]) != '0;
                  end
                  eligible[k][o*Vcs +: Vcs] = choice;
                  wish[k][o]                = choice != '0;
                end
              end
              ask[k] = wish[k] != '0;
            end
          end
          if (AgeW > 0) begin
            ask = Vcs'(oldest_of(Most'(ask),
                                 (Most*AgePinW)'(front_age_i[i*Vcs*AgePinW +: Vcs*AgePinW])));
          end
          if (ask != '0) begin
            found = 1'b0;
            for (int unsigned k = 0; k < Vcs; k++) begin
              if (ask[k] && noc_pkg::lrg_first(
                      16'(ask), 16'(va_in_order_o[(i*Vcs + k)*Vcs +: Vcs]))) begin
                v     = VcW'(k);
                found = 1'b1;
              end
            end
            if (found) begin
              pick[i] = v;
              for (int k = 0; k < AgedVcs; k++) begin
                if (32'(v) == k) begin
                  pick_age[i*AgePinW +: AgePinW] = front_age_i[(i*Vcs + k)*AgePinW +: AgePinW];
                end
              end
              for (int unsigned o = 0; o < Ports; o++) begin
                if (wish[v][o]) begin
                  w = VcW'(noc_pkg::rr_pick(16'(eligible[v][o*Vcs +: Vcs]),
                                            4'(va_vc_ptr_o[i*VcW +: VcW])));
                  for (int unsigned k = 0; k < Vcs; k++) want[o*Vcs + k][i] = 32'(w) == k;
                  asked[o] = 1'b1;
                end
              end
            end
          end
        end
      end
      for (int unsigned o = 0; o < Ports; o++) begin  // output stage
        if (asked[o]) begin
          for (int unsigned k = 0; k < Vcs; k++) begin
            if (AgeW > 0) begin
              want[o*Vcs + k] =
                  Ports'(oldest_of(Most'(want[o*Vcs + k]), (Most*AgePinW)'(pick_age)));
            end
            if (want[o*Vcs + k] != '0) begin
              for (int unsigned winner = 0; winner < Ports; winner++) begin
                if (want[o*Vcs + k][winner] && noc_pkg::lrg_first(
                        16'(want[o*Vcs + k]),
                        16'(va_out_order_o[((o*Vcs + k)*Ports + winner)*Ports +: Ports]))) begin
                  out_in[o*Vcs + k]    = PortW'(winner);
                  out_won_o[o*Vcs + k] = 1'b1;
                  if (!in_won[winner]) lead[winner] = VcW'(k);
                  in_outs_o[winner*Ports + o]                = 1'b1;
                  in_out_vc_o[(winner*Ports + o)*VcW +: VcW] = VcW'(k);
                  in_vc_o[winner*VcW +: VcW]                 = pick[winner];
                  in_won[winner]                             = 1'b1;
                end
              end
            end
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      va_vc_ptr_o <= '0;
      for (int unsigned n = 0; n < Ports*Vcs; n++) begin
        va_in_order_o[n*Vcs +: Vcs] <= Vcs'(noc_pkg::lrg_reset(n % Vcs));
        for (int unsigned i = 0; i < Ports; i++) begin
          va_out_order_o[(n*Ports + i)*Ports +: Ports] <= Ports'(noc_pkg::lrg_reset(i));
        end
      end
    end else if (out_won_o != '0) begin
      for (int unsigned p = 0; p < Ports; p++) begin
        if (in_won[p]) begin
          va_vc_ptr_o[p*VcW +: VcW] <= VcW'(noc_pkg::rr_next(4'(lead[p]), Vcs));
          for (int unsigned k = 0; k < Vcs; k++) begin
            va_in_order_o[(p*Vcs + k)*Vcs +: Vcs] <= Vcs'(noc_pkg::lrg_next(
                16'(va_in_order_o[(p*Vcs + k)*Vcs +: Vcs]), 4'(k), 16'd1 << pick[p], Vcs));
          end
        end
      end
      for (int unsigned n = 0; n < Ports*Vcs; n++) begin
        if (out_won_o[n]) begin
          for (int unsigned i = 0; i < Ports; i++) begin
            va_out_order_o[(n*Ports + i)*Ports +: Ports] <= Ports'(noc_pkg::lrg_next(
                16'(va_out_order_o[(n*Ports + i)*Ports +: Ports]), 4'(i), 16'd1 << out_in[n],
                Ports));
          end
        end
      end
    end
  end

  // As in vc_allocator. Branches that are passed in one cycle are one pass of their packet, which
  // has no more to count when none of them waits any longer.
  if (CutThrough == 0) begin : gen_no_passes
    assign va_passes_o = '0;
  end else begin : gen_passes
    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        va_passes_o <= '0;
      end else if (out_won_o != '0) begin
        for (int unsigned n = 0; n < Ports*Vcs; n++) begin
          if (denied[n*Ports +: Ports] != '0) begin
            for (int unsigned o = 0; o < Ports; o++) begin
              if (denied[n*Ports + o] &&
                  (block_of(n % Vcs) & out_won_o[o*Vcs +: Vcs] &
                   class_of(want_class_i[(n*Ports + o)*ClassPinW +: ClassPinW])) != '0) begin
                va_passes_o[n*4 +: 4] <= va_passes_o[n*4 +: 4] + 4'd1;
              end
            end
          end
        end
        for (int unsigned i = 0; i < Ports; i++) begin
          if (in_won[i] && in_outs_o[i*Ports +: Ports] ==
                           waiting_i[(i*Vcs + 32'(pick[i]))*Ports +: Ports]) begin
            va_passes_o[(i*Vcs + 32'(pick[i]))*4 +: 4] <= '0;
          end
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && out_won_o != '0) begin
      a_pairs: assert ($countones(in_outs_o) == $countones(out_won_o));
      a_free:  assert ((out_won_o & out_busy_i) == '0);
      for (int unsigned p = 0; p < Ports; p++) begin
        if (in_won[p]) begin
          a_waits: assert ((in_outs_o[p*Ports +: Ports] &
              ~waiting_i[(p*Vcs + 32'(in_vc_o[p*VcW +: VcW]))*Ports +: Ports]) == '0);
        end
      end
      c_all:     cover ($countones(in_outs_o) >= Ports);
      c_several: cover ($countones(out_won_o[0 +: Vcs]) > 1);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
