// branch_vc_allocator -- gives waiting branches an output VC: at most one an output port per cycle,
// for branches of one VC of each input port, decided in the same cycle.
//
// A waiting branch asks for its output port if a VC of its packet's virtual network and of its
// class there is free and has room for all the flits that its packet needs. Input i picks one of
// the VCs with a branch that asks, and asks for all such branches of it; output o picks one of the
// inputs, then one of the eligible output VCs. Three round robins whose pointers move for winners
// only.
//
//   input 0: VCs 1, 3 ask --(va_in_ptr)--> VC 3, branches to ports 2 and 4 -.-----> port 4
//   input 4: VC 0 asks ------------------> VC 0, a branch to port 2 --------+-(va_out_ptr)--> 4
//                                             its free VCs of port 2 --(va_vc_ptr)--> VC 1
//
// Golden model: csim/multicast/branch_vc_allocator.c.  docs/microarchitecture.md, section 15.3.

module branch_vc_allocator #(
  parameter  int unsigned Ports     = 5,
  parameter  int unsigned Vcs       = 4,
  parameter  int unsigned Depth     = 8,
  parameter  int unsigned Networks  = 1,  // virtual networks, blocks of Vcs / Networks VCs
  parameter  int unsigned Classes   = 1,  // VC classes of a network
  localparam int unsigned PortW     = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW       = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW      = $clog2(Depth + 1),
  localparam int unsigned ClassPinW = (Classes > 1) ? $clog2(Classes + 1) : 1
) (
  input  logic                           clk_i,
  input  logic                           rst_i,         // synchronous, active high

  input  logic [Ports*Vcs*Ports-1:0]     waiting_i,     // branches of input VC (i, v) that wait
  input  logic [Ports*Vcs*CntW-1:0]      need_i,        // credits that its packet needs
  // With one class there is none.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*Vcs*Ports*ClassPinW-1:0] want_class_i,  // class of its branch to port o
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports*Vcs-1:0]           out_busy_i,    // output VC (o, w) belongs to a packet
  input  logic [Ports*Vcs*CntW-1:0]      out_credit_i,  // its free slots downstream

  output logic [Ports*Ports-1:0]         in_outs_o,     // outputs at which input i wins ..
  output logic [Ports*VcW-1:0]           in_vc_o,       // .. for this VC; 0 if none, as all below
  output logic [Ports-1:0]               out_won_o,     // output o is won ..
  output logic [Ports*VcW-1:0]           out_vc_o,      // .. this VC of it

  output logic [Ports*VcW-1:0]           va_in_ptr_o,   // state: favoured VC of input i
  output logic [Ports*PortW-1:0]         va_out_ptr_o,  // state: favoured input of output o
  output logic [Ports*VcW-1:0]           va_vc_ptr_o    // state: favoured output VC of output o
);

  if (Networks < 1 || Vcs % Networks != 0) begin : gen_bad_networks
    $error("branch_vc_allocator: Networks must divide Vcs");
  end else if (Classes < 1 || Classes > Vcs / Networks) begin : gen_bad_classes
    $error("branch_vc_allocator: Classes must be 1 to Vcs / Networks");
  end

  localparam int unsigned Block = Vcs / Networks;  // VCs of a network

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

  logic [Vcs-1:0]       busy     [Ports];  // the output side, by port
  logic [Vcs*CntW-1:0]  credit   [Ports];
  logic [Ports*Vcs-1:0] eligible [Vcs];    // of the input at hand: E(i, v, o), o first
  logic [Ports-1:0]     wish     [Vcs];    // and the ports VC v asks for
  logic [Vcs-1:0]       ask;               // and which of its VCs ask
  logic [VcW-1:0]       pick     [Ports];  // input stage: v*
  logic [Ports*Vcs-1:0] options  [Ports];  // E(i, v*, o)
  logic [Ports-1:0]     want     [Ports];  // by output: inputs whose v* wants it
  logic [PortW-1:0]     out_in   [Ports];  // output stage: i*
  logic [Ports-1:0]     in_won;            // inputs that win
  logic [Vcs-1:0]       choice;            // E of the branch at hand
  logic [VcW-1:0]       v;
  logic [PortW-1:0]     winner;

  always_comb begin
    in_outs_o = '0;
    in_vc_o   = '0;
    out_won_o = '0;
    out_vc_o  = '0;
    in_won    = '0;
    ask       = '0;
    choice    = '0;
    winner    = '0;
    v         = '0;
    for (int unsigned k = 0; k < Vcs; k++) begin
      eligible[k] = '0;
      wish[k]     = '0;
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      busy[p]    = out_busy_i[p*Vcs +: Vcs];
      credit[p]  = out_credit_i[p*Vcs*CntW +: Vcs*CntW];
      pick[p]    = '0;
      options[p] = '0;
      want[p]    = '0;
      out_in[p]  = '0;
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
                  choice = block_of(k) &
                           class_of(want_class_i[((i*Vcs + k)*Ports + o)*ClassPinW +: ClassPinW]) &
                           room(busy[o], credit[o], need_i[(i*Vcs + k)*CntW +: CntW]);
                  eligible[k][o*Vcs +: Vcs] = choice;
                  wish[k][o]                = choice != '0;
                end
              end
              ask[k] = wish[k] != '0;
            end
          end
          if (ask != '0) begin
            v          = VcW'(noc_pkg::rr_pick(16'(ask), 4'(va_in_ptr_o[i*VcW +: VcW])));
            pick[i]    = v;
            options[i] = eligible[v];
            for (int unsigned o = 0; o < Ports; o++) want[o][i] = wish[v][o];
          end
        end
      end
      for (int unsigned o = 0; o < Ports; o++) begin  // output stage
        if (want[o] != '0) begin
          winner = PortW'(noc_pkg::rr_pick(16'(want[o]), 4'(va_out_ptr_o[o*PortW +: PortW])));
          out_in[o] = winner;
          out_won_o[o]                        = 1'b1;
          out_vc_o[o*VcW +: VcW]              = VcW'(noc_pkg::rr_pick(
              16'(options[winner][o*Vcs +: Vcs]), 4'(va_vc_ptr_o[o*VcW +: VcW])));
          in_outs_o[32'(winner)*Ports + o]    = 1'b1;
          in_won[winner]                      = 1'b1;
          in_vc_o[32'(winner)*VcW +: VcW]     = pick[winner];
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      va_in_ptr_o  <= '0;
      va_out_ptr_o <= '0;
      va_vc_ptr_o  <= '0;
    end else if (out_won_o != '0) begin
      for (int unsigned p = 0; p < Ports; p++) begin
        if (in_won[p]) begin
          va_in_ptr_o[p*VcW +: VcW] <= VcW'(noc_pkg::rr_next(4'(in_vc_o[p*VcW +: VcW]), Vcs));
        end
        if (out_won_o[p]) begin
          va_out_ptr_o[p*PortW +: PortW] <= PortW'(noc_pkg::rr_next(4'(out_in[p]), Ports));
          va_vc_ptr_o[p*VcW +: VcW] <= VcW'(noc_pkg::rr_next(4'(out_vc_o[p*VcW +: VcW]), Vcs));
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && out_won_o != '0) begin
      a_pairs: assert ($countones(in_outs_o) == $countones(out_won_o));
      for (int unsigned p = 0; p < Ports; p++) begin
        if (in_won[p]) begin
          a_waits: assert ((in_outs_o[p*Ports +: Ports] &
              ~waiting_i[(p*Vcs + 32'(in_vc_o[p*VcW +: VcW]))*Ports +: Ports]) == '0);
        end
        if (out_won_o[p]) begin
          a_free: assert (!out_busy_i[p*Vcs + 32'(out_vc_o[p*VcW +: VcW])]);
        end
      end
      c_all: cover (&out_won_o);
    end
  end
`endif

endmodule
