// branch_switch_allocator -- says which flits cross the router: one read of an input's buffer, for
// all branches of one VC that stand at the same flit, and at most one flit to an output per cycle;
// decided in the same cycle, after VC allocation.
//
// A branch asks if it holds an output VC, or has just won one, its next flit is there and has the
// credits that it needs: a head as many as VC allocation looks for, others one. Input i picks one
// of its VCs with such a branch or a flit to drop; of that the branches furthest behind go, or the
// drop does. Output o picks one of the inputs that want it. Round robins whose pointers move for
// winners only. With AgeW > 0 both choose among the oldest.
//
//   input 0, VC 3: branches to 2, 4 at flit 5, to 1 at flit 7 --(sa_in_ptr)--> 2, 4 -.
//   input 1, VC 0: branch to 4 at flit 0 -----------------------------------> 4 ------+--> 4 by
//                                                                                    sa_out_ptr
//
// If SyncCopies = 1, the branches of a packet go together or not at all.
//
// Golden model: csim/multicast/branch_switch_allocator.h.  docs/microarchitecture.md, section 15.3.

module branch_switch_allocator #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned CutThrough = 1,
  parameter  int unsigned SyncCopies = 0,
  parameter  int unsigned AgeW       = 0,  // bits of a packet's age; 0: none
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned PosW       = (CutThrough == 1) ? CntW : 11,  // of a flit's number
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1
) (
  input  logic                            clk_i,
  input  logic                            rst_i,         // synchronous, active high

  input  logic [Ports*Vcs*Ports-1:0]      waiting_i,     // branches of input VC (i, v) that wait ..
  input  logic [Ports*Vcs*Ports-1:0]      active_i,      // .. that hold an output VC,
  input  logic [Ports*Vcs*Ports-1:0]      there_i,       // .. whose next flit is there
  input  logic [Ports*Vcs*Ports*VcW-1:0]  br_vc_i,       // output VC of its branch to o
  input  logic [Ports*Vcs*Ports*PosW-1:0] br_read_i,     // flits that it has read
  input  logic [Ports*Vcs*CntW-1:0]       need_i,        // credits of its packet's first flit, >= 1
  input  logic [Ports*Vcs-1:0]            drop_due_i,    // input VC (i, v) has a flit to drop
  input  logic [Ports*Vcs-1:0]            drop_i,        // flit 1 of its front is for dropping
  // Not looked at with AgeW = 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*Vcs*AgePinW-1:0]    front_age_i,   // age of input VC (i, v)
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports*Vcs*CntW-1:0]       out_credit_i,  // free slots of output VC (o, w)
  input  logic [Ports*Ports-1:0]          va_outs_i,     // outputs at which input i wins now ..
  input  logic [Ports*VcW-1:0]            va_vc_i,       // .. for this VC of its own
  input  logic [Ports*Ports*VcW-1:0]      va_out_vc_i,   // the VC that input i wins at output o

  output logic [Ports*Ports-1:0]          in_outs_o,     // outputs granted to input i
  output logic [Ports-1:0]                in_drop_o,     // input i drops a flit
  output logic [Ports*VcW-1:0]            in_vc_o,       // its VC; 0 without both, as the next
  output logic [Ports*PosW-1:0]           in_pos_o,      // number of the flit
  output logic [Ports-1:0]                out_gnt_o,     // a flit for output o is granted ..
  output logic [Ports*PortW-1:0]          out_in_o,      // .. from this input; 0 if none
  output logic [Ports*VcW-1:0]            out_vc_o,      // .. on this output VC

  output logic [Ports*VcW-1:0]            sa_in_ptr_o,   // state: favoured VC of input i
  output logic [Ports*PortW-1:0]          sa_out_ptr_o   // state: favoured input of output o
);

  if (SyncCopies > 1) begin : gen_bad_sync
    $error("branch_switch_allocator: SyncCopies must be 0 or 1");
  end

  localparam int unsigned Most    = (Vcs > Ports) ? Vcs : Ports;  // requesters of an arbiter
  // AgeW = 0 makes loops over ages empty: Yosys elaborates also what a condition never lets run.
  localparam int          Aged    = (AgeW > 0) ? Most : 0;
  localparam int          AgedVcs = (AgeW > 0) ? Vcs : 0;

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

  logic [Vcs*CntW-1:0]  credit   [Ports];  // by output port
  logic [Ports*VcW-1:0] hold     [Vcs];    // of the input at hand: output VCs of v's branches
  logic [Ports-1:0]     ready    [Vcs];    // .. and which are ready
  logic [Ports-1:0]     won;               // of the VC at hand: branches that win a VC now
  logic [Ports-1:0]     left;              // .. unfinished branches
  logic [Vcs-1:0]       ask;               // VCs of the input at hand that ask
  logic [VcW-1:0]       pick     [Ports];  // input stage: the VC,
  logic [Ports*AgePinW-1:0] pick_age;      // .. its age, by input,
  logic [PosW-1:0]      position [Ports];  // .. the flit,
  logic [Ports-1:0]     wish     [Ports];  // .. the outputs,
  logic [Ports*VcW-1:0] wish_vc  [Ports];  // .. and the VC at each
  logic [Ports-1:0]     want     [Ports];  // by output: inputs that want it
  logic [Ports-1:0]     chosen   [Ports];  // by input: outputs that choose it
  logic [PortW-1:0]     choice   [Ports];  // by output: the input
  logic [Ports-1:0]     go;                // inputs that are granted or drop
  logic [VcW-1:0]       v, w;
  logic [PosW-1:0]      mine;              // br_read of the branch at hand
  logic [CntW-1:0]      least;             // the credits that its next flit needs
  logic                 any;               // a ready branch has been seen

  always_comb begin
    in_outs_o = '0;
    in_drop_o = '0;
    in_vc_o   = '0;
    in_pos_o  = '0;
    out_gnt_o = '0;
    out_in_o  = '0;
    out_vc_o  = '0;
    won       = '0;
    left      = '0;
    ask       = '0;
    pick_age  = '0;
    go        = '0;
    v         = '0;
    w         = '0;
    mine      = '0;
    least     = '0;
    any       = 1'b0;
    for (int unsigned k = 0; k < Vcs; k++) begin
      hold[k]  = '0;
      ready[k] = '0;
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      credit[p]   = out_credit_i[p*Vcs*CntW +: Vcs*CntW];
      pick[p]     = '0;
      position[p] = '0;
      wish[p]     = '0;
      wish_vc[p]  = '0;
      want[p]     = '0;
      chosen[p]   = '0;
      choice[p]   = '0;
    end

    if (there_i != '0 || drop_due_i != '0) begin
      for (int unsigned i = 0; i < Ports; i++) begin  // input stage
        if (there_i[i*Vcs*Ports +: Vcs*Ports] != '0 || drop_due_i[i*Vcs +: Vcs] != '0) begin
          ask = drop_due_i[i*Vcs +: Vcs];
          for (int unsigned k = 0; k < Vcs; k++) begin
            ready[k] = '0;
            if (there_i[(i*Vcs + k)*Ports +: Ports] != '0) begin
              hold[k] = br_vc_i[(i*Vcs + k)*Ports*VcW +: Ports*VcW];
              won     = (32'(va_vc_i[i*VcW +: VcW]) == k) ? va_outs_i[i*Ports +: Ports] : '0;
              for (int unsigned o = 0; o < Ports; o++) begin
                if (there_i[(i*Vcs + k)*Ports + o] &&
                    (won[o] || active_i[(i*Vcs + k)*Ports + o])) begin
                  if (won[o]) hold[k][o*VcW +: VcW] = va_out_vc_i[(i*Ports + o)*VcW +: VcW];
                  w     = hold[k][o*VcW +: VcW];
                  mine  = br_read_i[((i*Vcs + k)*Ports + o)*PosW +: PosW];
                  least = (mine == '0) ? need_i[(i*Vcs + k)*CntW +: CntW] : CntW'(1);
                  ready[k][o] = credit[o][32'(w)*CntW +: CntW] >= least;
                end
              end
              left = waiting_i[(i*Vcs + k)*Ports +: Ports] | active_i[(i*Vcs + k)*Ports +: Ports];
              if (SyncCopies == 1 && ready[k] != left) ready[k] = '0;
              if (ready[k] != '0) ask[k] = 1'b1;
            end
          end
          if (AgeW > 0) begin
            ask = Vcs'(oldest_of(Most'(ask),
                                 (Most*AgePinW)'(front_age_i[i*Vcs*AgePinW +: Vcs*AgePinW])));
          end
          if (ask != '0) begin
            v   = VcW'(noc_pkg::rr_pick(16'(ask), 4'(sa_in_ptr_o[i*VcW +: VcW])));
            any = drop_due_i[i*Vcs + 32'(v)];
            pick[i]     = v;
            for (int k = 0; k < AgedVcs; k++) begin
              if (32'(v) == k) begin
                pick_age[i*AgePinW +: AgePinW] = front_age_i[(i*Vcs + k)*AgePinW +: AgePinW];
              end
            end
            wish_vc[i]  = hold[v];
            position[i] = PosW'(1);  // of the drop, if one is due
            for (int unsigned o = 0; o < Ports; o++) begin  // the smallest
              mine = br_read_i[((i*Vcs + 32'(v))*Ports + o)*PosW +: PosW];
              if (ready[v][o] && (!any || mine < position[i])) begin
                position[i] = mine;
                any         = 1'b1;
              end
            end
            if (drop_i[i*Vcs + 32'(v)] && position[i] == PosW'(1)) begin
              in_drop_o[i] = 1'b1;
            end else begin
              for (int unsigned o = 0; o < Ports; o++) begin
                mine = br_read_i[((i*Vcs + 32'(v))*Ports + o)*PosW +: PosW];
                if (ready[v][o] && mine == position[i]) begin
                  wish[i][o] = 1'b1;
                  want[o][i] = 1'b1;
                end
              end
            end
          end
        end
      end
      for (int unsigned o = 0; o < Ports; o++) begin  // output stage
        if (AgeW > 0) want[o] = Ports'(oldest_of(Most'(want[o]), (Most*AgePinW)'(pick_age)));
        if (want[o] != '0) begin
          choice[o] = PortW'(noc_pkg::rr_pick(16'(want[o]), 4'(sa_out_ptr_o[o*PortW +: PortW])));
          chosen[choice[o]][o] = 1'b1;
        end
      end
      for (int unsigned i = 0; i < Ports; i++) begin
        // If SyncCopies = 1, an input goes only if it gets all the outputs that it wants.
        go[i] = in_drop_o[i] ||
                (chosen[i] != '0 && (SyncCopies == 0 || chosen[i] == wish[i]));
        if (go[i]) begin
          in_outs_o[i*Ports +: Ports] = chosen[i];
          in_vc_o[i*VcW +: VcW]       = pick[i];
          in_pos_o[i*PosW +: PosW]    = position[i];
        end
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        if (want[o] != '0 && go[choice[o]]) begin
          out_gnt_o[o]               = 1'b1;
          out_in_o[o*PortW +: PortW] = choice[o];
          out_vc_o[o*VcW +: VcW]     = wish_vc[choice[o]][o*VcW +: VcW];
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      sa_in_ptr_o  <= '0;
      sa_out_ptr_o <= '0;
    end else if (go != '0) begin
      for (int unsigned p = 0; p < Ports; p++) begin
        if (go[p]) begin
          sa_in_ptr_o[p*VcW +: VcW] <= VcW'(noc_pkg::rr_next(4'(in_vc_o[p*VcW +: VcW]), Vcs));
        end
        if (out_gnt_o[p]) begin
          sa_out_ptr_o[p*PortW +: PortW] <=
              PortW'(noc_pkg::rr_next(4'(out_in_o[p*PortW +: PortW]), Ports));
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && go != '0) begin
      a_pairs: assert ($countones(in_outs_o) == $countones(out_gnt_o));
      for (int unsigned p = 0; p < Ports; p++) begin
        if (go[p]) begin
          a_one: assert (in_drop_o[p] != (in_outs_o[p*Ports +: Ports] != '0));
        end
        if (in_drop_o[p]) begin
          a_due: assert (drop_due_i[p*Vcs + 32'(in_vc_o[p*VcW +: VcW])]);
        end
        if (out_gnt_o[p]) begin
          a_credit: assert (out_credit_i[(p*Vcs + 32'(out_vc_o[p*VcW +: VcW]))*CntW +: CntW] != '0);
        end
      end
      c_all:    cover (&out_gnt_o);
      c_copies: cover ($countones(out_gnt_o) > $countones(go));
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
