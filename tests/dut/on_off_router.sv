// on_off_router -- a router of a mesh that nocstep does not know, for the tests of maps: two VCs, a
// line for each that says on or off, and nodes by number.
//
// A packet stays on its VC. A flit is in its queue in cycle 1; if it is a head, its way is known in
// cycle 2; in cycle 3 it may be picked, and it is on the link in the next. An output picks one flit
// in each cycle, round about, among the VCs that are on and whose VC of the output belongs to them
// or, with heads, to nobody. A queue of Depth flits is off from Depth - 3 flits on: what is sent in
// the cycle in which off is seen, and two more, find room.
//
//   flit    41..40   39..0
//           kind     payload                 kind 0 body, 1 head, 2 tail, 3 both
//   head    41..40   39..8     7..0
//           kind     payload   router
//
// `bug` plants one; 0 is none. tests/cli/test_dut_bugs.sh has the table.

module on_off_router #(
  parameter int unsigned Depth = 8  // a power of 2
) (
  input  logic        clk,
  input  logic        rst_n,  // asynchronous, active low
  input  logic [7:0]  my_number,
  input  logic [7:0]  columns,  // of the mesh
  input  logic [7:0]  bug,

  input  logic [41:0] in_flit   [5],  // local, west, east, south, north
  input  logic [4:0]  in_vc,
  input  logic [4:0]  in_valid,
  output logic [1:0]  in_on     [5],
  output logic [41:0] out_flit  [5],
  output logic [4:0]  out_vc,
  output logic [4:0]  out_valid,
  input  logic [1:0]  out_on    [5]
);

  localparam int unsigned Ports = 5;
  localparam int unsigned Vcs   = 2;
  localparam int unsigned PtrW  = $clog2(Depth);
  localparam logic [2:0]  Local = 0, West = 1, East = 2, South = 3, North = 4;
  localparam logic [3:0]  Candidates = 4'(Ports * Vcs);

  typedef struct packed {
    logic        tail;
    logic        head;
    logic [39:0] payload;
  } flit_t;

  // ---- Queues: element 2 i + v has VC v of input i.

  flit_t                 queue [Ports*Vcs][Depth];
  logic [PtrW-1:0]       rd    [Ports*Vcs];
  logic [PtrW-1:0]       wr    [Ports*Vcs];
  logic [PtrW:0]         count [Ports*Vcs];
  logic [PtrW:0]         count_d [Ports*Vcs];
  logic [2:0]            way   [Ports*Vcs];
  flit_t                 front [Ports*Vcs];
  logic [Ports*Vcs-1:0]  has, routed, on, push, pop, both;

  // ---- Outputs: element 2 o + v has VC v of output o.

  logic [Ports*Vcs-1:0]  busy;
  logic [3:0]            owner [Ports*Vcs];
  logic [3:0]            turn  [Ports];  // the most favoured candidate
  logic [3:0]            pick  [Ports];  // Candidates: none
  flit_t                 chosen [Ports];
  logic                  woken;

  function automatic logic [3:0] next_of(input logic [3:0] c);
    return c == Candidates - 4'd1 ? 4'd0 : c + 4'd1;
  endfunction

  function automatic logic [2:0] route(input logic [7:0] to, here, width, planted);
    logic [7:0] to_x, x;
    to_x = to % width;
    x    = here % width;
    if (planted == 8) to_x[1] = 0;
    if (to_x > x) return East;
    if (to_x < x) return West;
    if (to / width > here / width) return North;
    if (to / width < here / width) return South;
    return Local;
  endfunction

  always_comb begin
    for (int c = 0; c < Ports * Vcs; c++) begin
      has[c]   = count[c] != '0;
      both[c]  = count[c] != '0 && count[c^1] != '0;
      front[c] = queue[c][rd[c]];
      push[c]  = in_valid[c/2] && in_vc[c/2] == 1'(c % 2);
      on[c]    = out_on[c/2][c%2];
      if (bug == 2 && 3'(c / 2) == North) on[c] = 1;
      if (bug == 6 && 3'(c / 2) == West) has[c] = 1;
      if (bug == 13 && push[c] && count[c] == '0 && count[c^1] != '0) push[c] = 0;
    end
    if (bug == 7 && &both[3:2]) front[2].payload[16] = !front[2].payload[16];
    if (bug == 11 && count[3] == (PtrW + 1)'(Depth - 2)) front[3].tail = 0;
  end

  logic [3:0] c, vc_out;
  always_comb begin
    pop = '0;
    for (int o = 0; o < Ports; o++) begin
      pick[o]   = Candidates;
      chosen[o] = '0;
      c         = turn[o];
      for (int k = 0; k < Ports * Vcs; k++) begin
        vc_out = 4'(2 * o) + 4'(c[0]);
        if (pick[o] == Candidates && has[c] && routed[c] && way[c] == 3'(o) && on[vc_out] &&
            (busy[vc_out] ? owner[vc_out] == c : front[c].head || bug == 6)) pick[o] = c;
        c = next_of(c);
      end
      if (pick[o] != Candidates) begin
        chosen[o] = front[pick[o]];
        if (bug == 5 && both[pick[o]]) chosen[o] = front[pick[o] ^ 4'd1];
        if (bug == 4 && both[pick[o]]) pop[pick[o]^4'd1] = 1;
        else pop[pick[o]] = 1;
      end
    end
    for (int i = 0; i < Ports * Vcs; i++) begin
      count_d[i] = count[i] + (PtrW + 1)'(push[i]) - (PtrW + 1)'(pop[i]);
    end
  end

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      for (int i = 0; i < Ports * Vcs; i++) begin
        rd[i]    <= '0;
        wr[i]    <= '0;
        count[i] <= '0;
        way[i]   <= Local;
        owner[i] <= '0;
      end
      for (int o = 0; o < Ports; o++) begin
        turn[o]     <= '0;
        in_on[o]    <= '1;
        out_flit[o] <= '0;
      end
      routed    <= '0;
      busy      <= '0;
      out_valid <= '0;
      out_vc    <= '0;
      woken     <= 0;
    end else begin
      woken <= 1;
      for (int i = 0; i < Ports * Vcs; i++) begin
        count[i] <= count_d[i];
        if (push[i]) begin
          queue[i][wr[i]] <= in_flit[i/2];
          wr[i]           <= wr[i] + 1'b1;
        end
        if (pop[i] && !(bug == 14 && push[i] && rd[i] == '1)) rd[i] <= rd[i] + 1'b1;
        if (!routed[i] && has[i]) begin
          routed[i] <= 1;
          way[i]    <= route(front[i].payload[7:0], my_number, columns, bug);
        end
        if (pop[i] && front[i].tail && !(bug == 3 && front[i].head)) routed[i] <= 0;
        if (bug == 16 && pop[i] && count_d[i] == '0) routed[i] <= 0;
        in_on[i/2][i%2] <= count_d[i] < (PtrW + 1)'(bug == 1 ? Depth : Depth - 3);
        if (bug == 12 && !in_on[i/2][i%2] && !push[i]) in_on[i/2][i%2] <= 0;
      end
      for (int o = 0; o < Ports; o++) begin
        out_valid[o] <= pick[o] != Candidates || (bug == 9 && !woken && 3'(o) == East);
        out_flit[o]  <= chosen[o];
        if (pick[o] != Candidates) begin
          out_vc[o]                           <= pick[o][0];
          busy[2*o+32'(pick[o][0])]           <= !chosen[o].tail;
          owner[2*o+32'(pick[o][0])]          <= pick[o];
          turn[o]                             <= next_of(pick[o]);
          if (bug == 3 && chosen[o].head) busy[2*o+32'(pick[o][0])] <= 1;
          if (bug == 10) turn[o] <= '0;
          if (bug == 15) busy[2*o+32'(pick[o][0])] <= 0;
        end
      end
    end
  end

endmodule
