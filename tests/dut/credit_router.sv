// credit_router -- a router of a mesh that nocstep does not know, for the tests of maps: three VCs
// coded one-hot, credits, a header flit in front of each packet, and routes one router ahead.
//
// The header says by which port the packet leaves this router; it gets the port of the next router
// when it is sent. A flit is in its queue in cycle 1; in cycle 2 its input picks among its VCs and
// its output among the inputs, both round about, and a header gets any free VC of the output; the
// flit is on the link in the next. A credit goes back when a flit leaves its queue. y grows from
// north to south.
//
//   flit    33    32    31..0
//           tail  head  payload
//   header  33    32    31..11  10..8        7..4  3..0
//           tail  head  -       way          y     x
//
// `bug` plants one; 0 is none. tests/cli/test_dut_bugs.sh has the table.

module credit_router #(
  parameter int unsigned Vcs   = 3,  // 1 to 4
  parameter int unsigned Depth = 4  // a power of 2
) (
  input  logic             clk,
  input  logic             reset,  // synchronous, active high
  input  logic [7:0]       my_place,  // y, x
  input  logic [7:0]       bug,

  // Ports side by side, the first lowest: north, east, south, west, local.
  input  logic [5*34-1:0]  flits_i,
  input  logic [5*Vcs-1:0] vcs_i,
  input  logic [4:0]       valids_i,
  output logic [5*Vcs-1:0] credits_o,
  output logic [5*34-1:0]  flits_o,
  output logic [5*Vcs-1:0] vcs_o,
  output logic [4:0]       valids_o,
  input  logic [5*Vcs-1:0] credits_i
);

  localparam int unsigned Ports  = 5;
  localparam int unsigned Queues = Ports * Vcs;
  localparam int unsigned PtrW   = $clog2(Depth);
  localparam logic [2:0]  North = 0, East = 1, South = 2, West = 3, Local = 4, None = 7;

  typedef struct packed {
    logic        tail;
    logic        head;
    logic [20:0] rest;
    logic [2:0]  way;
    logic [3:0]  y;
    logic [3:0]  x;
  } flit_t;

  function automatic logic [2:0] route(input logic [3:0] to_x, to_y, x, y, input logic planted);
    if (planted && to_y > y) return South;
    if (planted && to_y < y) return North;
    if (to_x > x) return East;
    if (to_x < x) return West;
    if (to_y > y) return South;
    if (to_y < y) return North;
    return Local;
  endfunction

  // ---- Queues: element Vcs i + v has VC v of input i.

  flit_t             queue  [Queues][Depth];
  logic [PtrW-1:0]   rd     [Queues];
  logic [PtrW-1:0]   wr     [Queues];
  logic [PtrW:0]     count  [Queues];
  flit_t             front  [Queues];
  logic [2:0]        way    [Queues];  // of the packet whose header has left,
  logic [1:0]        vc     [Queues];  // and its VC there
  logic [2:0]        want   [Queues];
  logic [1:0]        goes   [Queues];  // VC there, or that it would get
  logic [Queues-1:0] has, asks, push, pop;

  // ---- Outputs: element Vcs o + w has VC w of output o.

  logic [Queues-1:0] busy;
  logic [PtrW:0]     credit [Queues];
  logic [1:0]        free   [Ports];  // a VC that a header would get
  logic [Ports-1:0]  any_free;
  logic [1:0]        turn_in  [Ports];  // the most favoured VC of an input
  logic [2:0]        turn_out [Ports];  // the most favoured input of an output
  logic [1:0]        pick_vc  [Ports];
  logic [Ports-1:0]  in_asks;
  logic [2:0]        pick     [Ports];
  flit_t             sent     [Ports];
  logic [1:0]        sent_vc  [Ports];
  logic              woken;

  function automatic logic [1:0] next_vc(input logic [1:0] v);
    return v == 2'(Vcs - 1) ? 2'd0 : v + 2'd1;
  endfunction
  function automatic logic [2:0] next_port(input logic [2:0] p);
    return p == Local ? North : p + 3'd1;
  endfunction
  function automatic int unsigned at(input logic [2:0] p, input logic [1:0] v);
    return Vcs * 32'(p) + 32'(v);
  endfunction

  // Who could go.
  always_comb begin
    for (int o = 0; o < Ports; o++) begin
      free[o]     = '0;
      any_free[o] = 0;
      for (int w = Vcs - 1; w >= 0; w--) begin
        if (!busy[Vcs*o+w] && credit[Vcs*o+w] != '0) begin
          free[o]     = 2'(w);
          any_free[o] = 1;
        end
      end
    end
    for (int q = 0; q < Queues; q++) begin
      front[q] = queue[q][rd[q]];
      has[q]   = count[q] != '0;
      push[q]  = valids_i[q/Vcs] && vcs_i[q];
      want[q]  = front[q].head ? front[q].way : way[q];
      goes[q]  = front[q].head ? free[want[q]] : vc[q];
      asks[q]  = has[q] && (front[q].head ? any_free[want[q]] : credit[at(want[q], goes[q])] != '0);
      if (bug == 4 && q == Vcs * West && count[q] == 2) push[q] = 0;
    end
  end

  // Inputs pick a VC, outputs an input.
  logic [1:0] v;
  logic [2:0] i;
  always_comb begin
    for (int n = 0; n < Ports; n++) begin
      in_asks[n] = 0;
      pick_vc[n] = '0;
      v          = turn_in[n];
      for (int k = 0; k < Vcs; k++) begin
        if (!in_asks[n] && asks[at(3'(n), v)]) begin
          in_asks[n] = 1;
          pick_vc[n] = v;
        end
        v = next_vc(v);
      end
    end
    pop = '0;
    for (int o = 0; o < Ports; o++) begin
      pick[o]    = None;
      sent[o]    = '0;
      sent_vc[o] = '0;
      i          = turn_out[o];
      for (int k = 0; k < Ports; k++) begin
        if (pick[o] == None && in_asks[i] && want[at(i, pick_vc[i])] == 3'(o)) pick[o] = i;
        i = next_port(i);
      end
      if (pick[o] != None) begin
        sent[o]    = front[at(pick[o], pick_vc[pick[o]])];
        sent_vc[o] = goes[at(pick[o], pick_vc[pick[o]])];
        pop[at(pick[o], pick_vc[pick[o]])] = 1;
      end
    end
  end

  // The place behind each output.
  logic [3:0] next_x [Ports];
  logic [3:0] next_y [Ports];
  always_comb begin
    for (int o = 0; o < Ports; o++) begin
      next_x[o] = my_place[3:0] + 4'(3'(o) == East) - 4'(3'(o) == West);
      next_y[o] = my_place[7:4] + 4'(3'(o) == South) - 4'(3'(o) == North);
    end
    if (bug == 7) next_x[East] = my_place[3:0];
  end

  always_ff @(posedge clk) begin
    if (reset) begin
      for (int q = 0; q < Queues; q++) begin
        rd[q]     <= '0;
        wr[q]     <= '0;
        count[q]  <= '0;
        way[q]    <= Local;
        vc[q]     <= '0;
        credit[q] <= (PtrW + 1)'(bug == 3 ? Depth + 1 : Depth);
      end
      for (int o = 0; o < Ports; o++) begin
        turn_in[o]  <= '0;
        turn_out[o] <= North;
      end
      busy      <= '0;
      credits_o <= '0;
      valids_o  <= '0;
      woken     <= 0;
    end else begin
      woken <= 1;
      for (int q = 0; q < Queues; q++) begin
        if (push[q]) begin
          queue[q][wr[q]] <= flits_i[34*(q/Vcs)+:34];
          wr[q]           <= wr[q] + 1'b1;
        end
        if (pop[q]) begin
          rd[q]  <= rd[q] + 1'b1;
          way[q] <= want[q];
          vc[q]  <= goes[q];
          if (bug == 5 && rd[q] == '1 && count[q] == (PtrW + 1)'(Depth)) rd[q] <= rd[q];
        end
        count[q]     <= count[q] + (PtrW + 1)'(push[q]) - (PtrW + 1)'(pop[q]);
        credits_o[q] <= pop[q];
        if (bug == 1 && push[q] && count[q] == (PtrW + 1)'(Depth - 1)) credits_o[q] <= 0;
        if (bug == 2 && pop[q] == 0 && credits_o[q] && front[q].tail && has[q]) credits_o[q] <= 1;
      end
      for (int w = 0; w < Vcs; w++) begin
        if (bug == 9) credits_o[Vcs*Local+w] <= pop[Vcs*Local+(w+1)%Vcs];
      end
      for (int o = 0; o < Ports; o++) begin
        valids_o[o] <= pick[o] != None || (bug == 13 && !woken && 3'(o) == West);
        flits_o[34*o+:34] <= sent[o];
        if (sent[o].head)
          flits_o[34*o+8+:3] <= route(sent[o].x, sent[o].y, next_x[o], next_y[o],
                                     bug == 16 && (sent[o].x[0] ^ sent[o].y[0]));
        if (bug == 6 && sent[o].tail && 3'(o) == South) flits_o[34*o+15] <= !sent[o].rest[4];
        if (bug == 12 && sent[o].tail && busy[Vcs*o+:Vcs] == '1) flits_o[34*o+33] <= 0;
        for (int w = 0; w < Vcs; w++) begin
          vcs_o[Vcs*o+w] <= sent_vc[o] == 2'(w);
          credit[Vcs*o+w] <= credit[Vcs*o+w] + (PtrW + 1)'(credits_i[Vcs*o+w]) -
                             (PtrW + 1)'(pick[o] != None && sent_vc[o] == 2'(w));
          if (bug == 15 && credits_i[Vcs*o+w] && pick[o] != None && sent_vc[o] == 2'(w))
            credit[Vcs*o+w] <= credit[Vcs*o+w] + 1'b1;
          if (bug == 17 && credits_i[Vcs*o+w] && pick[o] != None && sent_vc[o] == 2'(w))
            credit[Vcs*o+w] <= credit[Vcs*o+w] - 1'b1;
        end
        if (bug == 10 && pick[o] != None && busy[Vcs*o+Vcs-1]) vcs_o[Vcs*o+Vcs-1] <= 1;
        if (pick[o] != None) begin
          busy[at(3'(o), sent_vc[o])] <= !sent[o].tail;
          turn_out[o]                 <= next_port(pick[o]);
          turn_in[pick[o]]            <= next_vc(pick_vc[pick[o]]);
          if (bug == 8 && credit[at(3'(o), sent_vc[o])] == 1) busy[at(3'(o), sent_vc[o])] <= 0;
          if (bug == 11) turn_out[o] <= North;
          if (bug == 14 && sent[o].tail && credit[at(3'(o), sent_vc[o])] == 1)
            busy[at(3'(o), sent_vc[o])] <= 1;
        end
      end
    end
  end

endmodule
