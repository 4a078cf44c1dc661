// ready_router -- a router of a mesh that nocstep does not know, for the tests of maps: one VC,
// valid and ready, and a ready that is combinational.
//
// An input has a queue of Depth flits, and takes one if there is room or its front leaves in this
// very cycle, so ready goes through all queues that are full. A front is at its output in the cycle
// after it came. An output belongs to a packet from the cycle in which its head is first shown,
// taken or not, until its tail is taken; who is next goes round.
//
//   flit   41    40    39..36  35..32  31..0
//          tail  head  y       x       payload      the destination is looked at in heads only
//
// `bug` plants one; 0 is none. tests/cli/test_dut_bugs.sh has the table.

module ready_router #(
  parameter int unsigned Depth = 4  // a power of 2
) (
  input  logic        clk,
  input  logic        rst,  // synchronous, active high
  input  logic [3:0]  my_x,
  input  logic [3:0]  my_y,
  input  logic [7:0]  bug,

  input  logic [41:0] L_in_flit,  E_in_flit,  W_in_flit,  N_in_flit,  S_in_flit,
  input  logic        L_in_valid, E_in_valid, W_in_valid, N_in_valid, S_in_valid,
  output logic        L_in_ready, E_in_ready, W_in_ready, N_in_ready, S_in_ready,

  output logic [41:0] L_out_flit,  E_out_flit,  W_out_flit,  N_out_flit,  S_out_flit,
  output logic        L_out_valid, E_out_valid, W_out_valid, N_out_valid, S_out_valid,
  input  logic        L_out_ready, E_out_ready, W_out_ready, N_out_ready, S_out_ready
);

  localparam int unsigned Ports = 5;
  localparam int unsigned PtrW  = $clog2(Depth);
  localparam logic [2:0]  L = 0, E = 1, W = 2, N = 3, S = 4, None = 7;

  typedef struct packed {
    logic        tail;
    logic        head;
    logic [3:0]  y;
    logic [3:0]  x;
    logic [31:0] payload;
  } flit_t;

  flit_t            in_flit  [Ports];
  flit_t            out_flit [Ports];
  logic [Ports-1:0] in_valid;
  // In a network ready seems to go in a circle: around the mesh, which no packet's way does.
  /* verilator lint_off UNOPTFLAT */
  logic [Ports-1:0] in_ready, out_valid, out_ready;
  /* verilator lint_on UNOPTFLAT */

  assign in_flit  = '{L_in_flit, E_in_flit, W_in_flit, N_in_flit, S_in_flit};
  assign in_valid = {S_in_valid, N_in_valid, W_in_valid, E_in_valid, L_in_valid};
  assign {S_in_ready, N_in_ready, W_in_ready, E_in_ready, L_in_ready} = in_ready;
  assign L_out_flit = out_flit[L];
  assign E_out_flit = out_flit[E];
  assign W_out_flit = out_flit[W];
  assign N_out_flit = out_flit[N];
  assign S_out_flit = out_flit[S];
  assign {S_out_valid, N_out_valid, W_out_valid, E_out_valid, L_out_valid} = out_valid;
  assign out_ready = {S_out_ready, N_out_ready, W_out_ready, E_out_ready, L_out_ready};

  // ---- Queues of the inputs

  flit_t            queue [Ports][Depth];
  logic [PtrW-1:0]  rd    [Ports];
  logic [PtrW-1:0]  wr    [Ports];
  logic [PtrW:0]    count [Ports];
  logic [2:0]       way   [Ports];  // of the packet whose head has left
  flit_t            front [Ports];
  logic [2:0]       want  [Ports];
  logic [Ports-1:0] has, full, push, pop;

  // ---- Outputs

  logic [Ports-1:0] busy;           // there is a packet,
  logic [2:0]       owner [Ports];  // of this input
  logic [2:0]       turn  [Ports];  // the most favoured input
  logic [2:0]       pick  [Ports];  // what is shown; None
  flit_t            last  [Ports];  // what left in the last cycle, for bugs
  logic [Ports-1:0] ended, waited;
  logic             woken;          // the first cycle after the reset is over

  function automatic logic [2:0] next_port(input logic [2:0] p);
    return p == S ? L : p + 3'd1;
  endfunction

  function automatic logic [2:0] route(input logic [3:0] to_x, to_y, x, y);
    if (to_x > x) return E;
    if (to_x < x) return W;
    if (to_y > y) return N;
    if (to_y < y) return S;
    return L;
  endfunction

  // Fronts want to go there.
  logic [3:0] here_x;
  always_comb begin
    here_x = my_x;
    if (bug == 19 && my_x == 2) here_x = 1;
    for (int i = 0; i < Ports; i++) begin
      has[i]   = count[i] != '0;
      full[i]  = count[i] == (PtrW + 1)'(Depth);
      front[i] = queue[i][rd[i]];
      want[i]  = front[i].head ? route(front[i].x, front[i].y, here_x, my_y) : way[i];
    end
    if (bug == 4 && (&{has[L], has[W], front[L].head, front[W].head})) want[L] = want[W];
    if (bug == 18 && want[W] == E) want[W] = W;
    if (bug == 3 && rd[W] == '1) front[W].payload[7] = !front[W].payload[7];
    if (bug == 9 && front[N].head) front[N].tail = 0;
  end

  // Outputs show a front.
  logic [2:0] at;
  always_comb begin
    for (int o = 0; o < Ports; o++) begin
      pick[o] = None;
      at      = turn[o];
      if (busy[o]) begin
        if (owner[o] != None && has[owner[o]] && want[owner[o]] == 3'(o)) pick[o] = owner[o];
      end
      for (int k = 0; k < Ports; k++) begin
        if (pick[o] == None && !busy[o] && has[at] && front[at].head && want[at] == 3'(o))
          pick[o] = at;
        at = next_port(at);
      end
      at = turn[o];
      if (bug == 5 && busy[o] && has[at] && front[at].head && want[at] == 3'(o)) pick[o] = at;
    end
  end

  always_comb begin
    for (int o = 0; o < Ports; o++) begin
      out_valid[o] = pick[o] != None;
      if (bug == 6 && waited[o]) out_valid[o] = 0;
      if (bug == 10 && !busy[o] && !out_ready[o]) out_valid[o] = 0;
      out_flit[o] = pick[o] != None ? front[pick[o]] : '0;
      if (bug == 2 && ended[o] && out_flit[o].head && out_flit[o].tail) out_flit[o] = last[o];
      if (bug == 16 && 3'(o) == N && pick[o] == W) out_flit[o].x = my_y;
      if (bug == 11 && !woken && !rst && 3'(o) == N) out_valid[o] = 1;
    end
  end

  always_comb begin
    pop = '0;
    for (int o = 0; o < Ports; o++) begin
      if (pick[o] != None && out_valid[o] && (out_ready[o] || bug == 15)) pop[pick[o]] = 1;
    end
    for (int i = 0; i < Ports; i++) begin
      in_ready[i] = !full[i] || pop[i];
      if (bug == 14 && 3'(i) == E) in_ready[i] = out_ready[want[i]];
      push[i] = in_valid[i] && in_ready[i] && (!full[i] || pop[i]);
      if (bug == 1 && full[i]) push[i] = 0;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int i = 0; i < Ports; i++) begin
        rd[i]    <= '0;
        wr[i]    <= '0;
        count[i] <= '0;
        way[i]   <= L;
        owner[i] <= L;
        turn[i]  <= L;
      end
      busy   <= '0;
      ended  <= '0;
      waited <= '0;
      woken  <= 0;
    end else begin
      woken <= 1;
      for (int i = 0; i < Ports; i++) begin
        if (push[i]) begin
          queue[i][wr[i]] <= in_flit[i];
          wr[i]           <= wr[i] + 1'b1;
        end
        if (pop[i]) begin
          rd[i]  <= rd[i] + 1'b1;
          way[i] <= want[i];
        end
        if (bug == 17 && 3'(i) == L && !has[i] && in_valid[i]) rd[i] <= rd[i] + 1'b1;
        count[i] <= count[i] + (PtrW + 1)'(push[i]) - (PtrW + 1)'(pop[i]);
      end
      for (int o = 0; o < Ports; o++) begin
        last[o]   <= out_flit[o];
        ended[o]  <= out_valid[o] && out_ready[o] && out_flit[o].tail;
        waited[o] <= out_valid[o] && !out_ready[o];
        if (pick[o] != None) begin
          busy[o]  <= !(out_valid[o] && out_ready[o] && out_flit[o].tail);
          owner[o] <= pick[o];
          if (!busy[o]) turn[o] <= next_port(pick[o]);
          if (bug == 7 && !busy[o] && !out_ready[o]) busy[o] <= 0;
          if (bug == 8) turn[o] <= L;
          if (bug == 10 && !busy[o] && !out_ready[o]) owner[o] <= None;
          if (bug == 12 && out_flit[o].tail) busy[o] <= 0;
          if (bug == 13 && out_flit[o].head) busy[o] <= 1;
        end
      end
    end
  end

endmodule
