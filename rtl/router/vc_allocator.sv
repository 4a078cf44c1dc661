// vc_allocator -- gives waiting packets an output VC: at most one an input and one an output port
// per cycle, decided in the same cycle.
//
// A waiting input VC asks for its output port if a VC of its virtual network and of its route's
// class there is free and has room for the flits it needs. Input i picks one of its VCs, output o
// one of the inputs that want it, then one of the eligible output VCs; three round robins whose
// pointers move for winners only.
//
//   input 0: VCs 1, 3 wait --(va_in_ptr)--> VC 3 wants port 2 -.
//   input 4: VC 0 waits ----------------->  VC 0 wants port 2 --+-(va_out_ptr)--> input 4
//                                             its free VCs of port 2 --(va_vc_ptr)--> VC 1
//
// Golden model: csim/router/vc_allocator.c.  docs/microarchitecture.md, section 9.

module vc_allocator #(
  parameter  int unsigned Ports    = 5,
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Depth    = 8,
  parameter  int unsigned Networks = 1,  // virtual networks, blocks of Vcs / Networks VCs
  parameter  int unsigned Classes  = 1,  // VC classes of a network
  parameter  int unsigned LenW     = 1,
  localparam int unsigned PortW    = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW     = $clog2(Depth + 1),
  localparam int unsigned ClassW   = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned TagW     = LenW + ClassW + PortW + 2
) (
  input  logic                       clk_i,
  input  logic                       rst_i,         // synchronous, active high

  // The kinds in the tags are not looked at: the front of a waiting VC is a head.
  input  logic [Ports*Vcs-1:0]       waiting_i,     // input VC (i, v) waits
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*Vcs*TagW-1:0]  front_tag_i,   // its front tag: need, class, port, kind
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Ports*Vcs-1:0]       out_busy_i,    // output VC (o, w) belongs to a packet
  input  logic [Ports*Vcs*CntW-1:0]  out_credit_i,  // its free slots downstream

  output logic [Ports-1:0]           in_won_o,      // input i wins ..
  output logic [Ports*VcW-1:0]       in_vc_o,       // .. for this VC; 0 if none, as all below
  output logic [Ports*PortW-1:0]     in_port_o,     // .. this output port
  output logic [Ports*VcW-1:0]       in_out_vc_o,   // .. and this output VC
  output logic [Ports-1:0]           out_won_o,     // output o is won ..
  output logic [Ports*VcW-1:0]       out_vc_o,      // .. this VC of it

  output logic [Ports*VcW-1:0]       va_in_ptr_o,   // state: favoured VC of input i
  output logic [Ports*PortW-1:0]     va_out_ptr_o,  // state: favoured input of output o
  output logic [Ports*VcW-1:0]       va_vc_ptr_o    // state: favoured output VC of output o
);

  if (Networks < 1 || Vcs % Networks != 0) begin : gen_bad_networks
    $error("vc_allocator: Networks must divide Vcs");
  end else if (Classes < 1 || Classes > Vcs / Networks) begin : gen_bad_classes
    $error("vc_allocator: Classes must be 1 to Vcs / Networks");
  end

  localparam int unsigned Block     = Vcs / Networks;               // VCs of a network
  localparam int unsigned CmpW      = (LenW > CntW) ? LenW : CntW;  // compares credit with need
  localparam int unsigned ClassPinW = (ClassW > 0) ? ClassW : 1;    // of a class read from a tag
  localparam int unsigned NeedLsb   = 2 + PortW + ClassW;           // of the need in a tag

  // Output VCs that are free and have room for `need` flits.
  function automatic logic [Vcs-1:0] room(input logic [Vcs-1:0] busy,
                                          input logic [Vcs*CntW-1:0] credit,
                                          input logic [LenW-1:0] need);
    for (int unsigned w = 0; w < Vcs; w++) begin
      room[w] = !busy[w] && CmpW'(credit[w*CntW +: CntW]) >= CmpW'(need);
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

  logic [Vcs-1:0]      busy     [Ports];  // the output side, by port
  logic [Vcs*CntW-1:0] credit   [Ports];
  logic [Vcs-1:0]      eligible [Vcs];    // of the input at hand: E(i, v)
  logic [PortW-1:0]    wish     [Vcs];    // and the port VC v wants
  logic [Vcs-1:0]      ask;               // and which of its VCs request
  logic [VcW-1:0]      pick     [Ports];  // input stage: v*
  logic [Vcs-1:0]      options  [Ports];  // E(i, v*)
  logic [Ports-1:0]    want     [Ports];  // by output: inputs whose v* wants it
  logic [PortW-1:0]    out_in   [Ports];  // output stage: i*
  logic [VcW-1:0]      v, w;
  logic [PortW-1:0]    winner;

  always_comb begin
    in_won_o    = '0;
    in_vc_o     = '0;
    in_port_o   = '0;
    in_out_vc_o = '0;
    out_won_o   = '0;
    out_vc_o    = '0;
    ask         = '0;
    winner      = '0;
    v           = '0;
    w           = '0;
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
        if (waiting_i[i*Vcs +: Vcs] != '0) begin
          for (int unsigned k = 0; k < Vcs; k++) begin
            if (waiting_i[i*Vcs + k]) begin
              wish[k]     = front_tag_i[(i*Vcs + k)*TagW + 2 +: PortW];
              eligible[k] = block_of(k) &
                            class_of(front_tag_i[(i*Vcs + k)*TagW + 2 + PortW +: ClassPinW]) &
                            room(busy[wish[k]], credit[wish[k]],
                                 front_tag_i[(i*Vcs + k)*TagW + NeedLsb +: LenW]);
              ask[k]      = eligible[k] != '0;
            end
          end
          if (ask != '0) begin
            v                = VcW'(noc_pkg::rr_pick(16'(ask), 4'(va_in_ptr_o[i*VcW +: VcW])));
            pick[i]          = v;
            options[i]       = eligible[v];
            want[wish[v]][i] = 1'b1;
          end
        end
      end
      for (int unsigned o = 0; o < Ports; o++) begin  // output stage
        if (want[o] != '0) begin
          winner = PortW'(noc_pkg::rr_pick(16'(want[o]), 4'(va_out_ptr_o[o*PortW +: PortW])));
          out_in[o] = winner;
          v = pick[winner];
          w = VcW'(noc_pkg::rr_pick(16'(options[winner]), 4'(va_vc_ptr_o[o*VcW +: VcW])));
          out_won_o[o]                               = 1'b1;
          out_vc_o[o*VcW +: VcW]                     = w;
          in_won_o[winner]                           = 1'b1;
          in_vc_o[32'(winner)*VcW +: VcW]            = v;
          in_port_o[32'(winner)*PortW +: PortW]      = PortW'(o);
          in_out_vc_o[32'(winner)*VcW +: VcW]        = w;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      va_in_ptr_o  <= '0;
      va_out_ptr_o <= '0;
      va_vc_ptr_o  <= '0;
    end else if (in_won_o != '0) begin
      for (int unsigned p = 0; p < Ports; p++) begin
        if (in_won_o[p]) begin
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
    if (!rst_i && in_won_o != '0) begin
      a_pairs: assert ($countones(in_won_o) == $countones(out_won_o));
      for (int unsigned p = 0; p < Ports; p++) begin
        if (in_won_o[p]) begin
          a_waits: assert (waiting_i[p*Vcs + 32'(in_vc_o[p*VcW +: VcW])]);
        end
        if (out_won_o[p]) begin
          a_free: assert (!out_busy_i[p*Vcs + 32'(out_vc_o[p*VcW +: VcW])]);
        end
      end
      c_all: cover (&in_won_o);
    end
  end
`endif

endmodule
