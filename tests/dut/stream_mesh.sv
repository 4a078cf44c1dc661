// stream_mesh -- a whole network that nocstep does not know, for the tests of maps: a mesh of
// ready_router whose ends are AXI4-Stream. Node n = Columns y + x; all nodes side by side, node 0
// lowest. tdest is the number of a node, in every beat of a packet; at the receiver it is its own.
//
// `bug` plants one in all routers, from 101 on in the ends; tests/cli/test_dut_bugs.sh lists them.

module stream_mesh #(
  parameter  int unsigned Columns = 2,  // 1 to 4, as Rows
  parameter  int unsigned Rows    = 2,
  localparam int unsigned Nodes   = Columns * Rows
) (
  input  logic                aclk,
  input  logic                aresetn,
  input  logic [7:0]          bug,

  input  logic [Nodes-1:0]    s_axis_tvalid,
  output logic [Nodes-1:0]    s_axis_tready,
  input  logic [32*Nodes-1:0] s_axis_tdata,
  input  logic [4*Nodes-1:0]  s_axis_tdest,
  input  logic [Nodes-1:0]    s_axis_tlast,

  output logic [Nodes-1:0]    m_axis_tvalid,
  input  logic [Nodes-1:0]    m_axis_tready,
  output logic [32*Nodes-1:0] m_axis_tdata,
  output logic [4*Nodes-1:0]  m_axis_tdest,
  output logic [Nodes-1:0]    m_axis_tlast
);

  // Element n: what leaves node n's router to the east and so on; those around the mesh stay idle.
  logic [41:0]      e_flit [Nodes], w_flit [Nodes], n_flit [Nodes], s_flit [Nodes];
  logic [Nodes-1:0] e_valid, w_valid, n_valid, s_valid;
  // Element n: whether node n's router takes what comes in from there.
  logic [Nodes-1:0] e_ready, w_ready, n_ready, s_ready;
  logic [Nodes-1:0] first;  // the next beat of the node begins a packet

  for (genvar y = 0; y < Rows; y++) begin : gen_row
    for (genvar x = 0; x < Columns; x++) begin : gen_node
      localparam int unsigned M     = Columns * y + x;
      localparam int unsigned East  = x + 1 < Columns ? M + 1 : M;
      localparam int unsigned West  = x > 0 ? M - 1 : M;
      localparam int unsigned North = y + 1 < Rows ? M + Columns : M;
      localparam int unsigned South = y > 0 ? M - Columns : M;

      logic [3:0]  to;
      logic [41:0] out;
      logic        valid;

      logic        taken;

      assign to                     = s_axis_tdest[4*M+:4];
      assign s_axis_tready[M]       = taken || (bug == 105 && s_axis_tlast[M]);
      assign m_axis_tdest[4*M+:4]   = out[39:36] * 4'(Columns) + (bug == 103 ? '0 : out[35:32]);
      assign m_axis_tdata[32*M+:32] = out[31:0] ^ 32'(bug == 104 && out[41]) ^
                                      32'(bug == 102 && !m_axis_tready[M]);
      assign m_axis_tlast[M]        = out[41] && !(bug == 101 && out[40]);
      assign m_axis_tvalid[M]       = valid;

      always_ff @(posedge aclk) begin
        if (!aresetn) first[M] <= 1;
        else if (s_axis_tvalid[M] && s_axis_tready[M]) first[M] <= s_axis_tlast[M];
      end

      ready_router u_router (
        .clk         (aclk),
        .rst         (!aresetn),
        .my_x        (4'(x)),
        .my_y        (4'(y)),
        .bug         (bug),
        .L_in_flit   ({s_axis_tlast[M], first[M], to / 4'(Columns), to % 4'(Columns),
                       s_axis_tdata[32*M+:32]}),
        .L_in_valid  (s_axis_tvalid[M]),
        .L_in_ready  (taken),
        .L_out_flit  (out),
        .L_out_valid (valid),
        .L_out_ready (m_axis_tready[M]),
        .E_in_flit   (w_flit[East]),
        .E_in_valid  (w_valid[East] && x + 1 < Columns),
        .E_in_ready  (e_ready[M]),
        .E_out_flit  (e_flit[M]),
        .E_out_valid (e_valid[M]),
        .E_out_ready (w_ready[East]),
        .W_in_flit   (e_flit[West]),
        .W_in_valid  (e_valid[West] && x > 0),
        .W_in_ready  (w_ready[M]),
        .W_out_flit  (w_flit[M]),
        .W_out_valid (w_valid[M]),
        .W_out_ready (e_ready[West]),
        .N_in_flit   (s_flit[North]),
        .N_in_valid  (s_valid[North] && y + 1 < Rows),
        .N_in_ready  (n_ready[M]),
        .N_out_flit  (n_flit[M]),
        .N_out_valid (n_valid[M]),
        .N_out_ready (s_ready[North]),
        .S_in_flit   (n_flit[South]),
        .S_in_valid  (n_valid[South] && y > 0),
        .S_in_ready  (s_ready[M]),
        .S_out_flit  (s_flit[M]),
        .S_out_valid (s_valid[M]),
        .S_out_ready (n_ready[South])
      );
    end
  end

endmodule
