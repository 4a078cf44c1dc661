// stream_bench -- a 2x2 mesh of noc_router and noc_stream_interface, for bench.cpp: the routers are
// joined by hand, as a design of one's own does it. Node n is on router n, at x = n mod 2,
// y = n / 2; slice n of a vector is node n's, in it slice k network k's.
//
//   2 -- 3      ports of a router: 0 its node, 1 in x, 2 in y: a mesh of 2x2 is a hypercube, and
//   |    |      as one it has no ports at the rim
//   0 -- 1
//
// Store of nodes 0 and 2 is 1, of nodes 1 and 3 it is 0. Node 3 sends and takes packets of up to
// SmallFlits only. Of packets of one flit that come to node 3 with the highest message number the
// head says that no byte is there, as a host without an adapter may.

module stream_bench #(
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 4,
  parameter  int unsigned FlitBits   = 32,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Networks   = 2,
  parameter  int unsigned LenW       = 3,
  parameter  int unsigned MsgW       = 4,
  parameter  int unsigned AgeW       = 0,
  parameter  int unsigned MaxFlits   = 7,
  parameter  int unsigned SmallFlits = 4,
  localparam int unsigned Bytes      = FlitBits / 8,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW      = FlitBits + 2 * VcW + 4,
  localparam int unsigned K          = Networks,
  localparam int unsigned HeadBits   = noc_pkg::head_bits(3, LenW, MsgW,
                                           (Networks > 1) ? $clog2(Networks) : 1, AgeW),
  localparam int unsigned PayloadLsb = VcW + 3  // in a link
) (
  input  logic                    clk_i,
  input  logic                    rst_i,

  input  logic [4*K-1:0]          s_axis_tvalid,
  output logic [4*K-1:0]          s_axis_tready,
  input  logic [4*K*FlitBits-1:0] s_axis_tdata,
  input  logic [4*K*Bytes-1:0]    s_axis_tkeep,
  input  logic [4*K-1:0]          s_axis_tlast,
  input  logic [4*K*3-1:0]        s_axis_tdest,  // above x and y the node's number: 0
  input  logic [4*K*MsgW-1:0]     s_axis_tid,
  input  logic [4*K*16-1:0]       s_axis_tuser,
  output logic [4*K-1:0]          error_o,
  output logic [4*K*2-1:0]        error_cause_o,

  output logic [4*K-1:0]          m_axis_tvalid,
  input  logic [4*K-1:0]          m_axis_tready,
  output logic [4*K*FlitBits-1:0] m_axis_tdata,
  output logic [4*K*Bytes-1:0]    m_axis_tkeep,
  output logic [4*K-1:0]          m_axis_tlast,
  output logic [4*K*3-1:0]        m_axis_tid,
  output logic [4*K*MsgW-1:0]     m_axis_tuser,
  output logic [4*K-1:0]          overlong_o
);

  logic [3*LinkW-1:0] out [4];  // of each router
  logic [3*LinkW-1:0] in  [4];

  for (genvar n = 0; n < 4; n++) begin : gen_node
    logic [LinkW-1:0] up, down;  // from the interface, to it

    always_comb begin
      down = out[n][0 +: LinkW];
      if (n == 3 && down[VcW+1 +: 2] == 2'b11 &&
          down[PayloadLsb + noc_pkg::message_lsb(3, LenW) +: MsgW] == '1) begin
        down[PayloadLsb + HeadBits +: $clog2(Bytes)] = '1;
      end
    end

    assign in[n] = {out[n ^ 2][2*LinkW +: LinkW], out[n ^ 1][1*LinkW +: LinkW], up};

    noc_router #(
      .Ports(3), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Networks(Networks), .Routing(noc_pkg::RoutingHypercube), .Dims(2), .DigitW(1), .LocalW(1),
      .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW)
    ) u_router (
      .clk_i, .rst_i, .addr_i(3'(n)), .extent_i(3'd3), .local_i('0),
      .neighbour_i('0),
      .cfg_valid_i(1'b0), .cfg_kind_i(1'b0), .cfg_index_i('0), .cfg_data_i('0),
      .link_i(in[n]), .link_o(out[n])
    );

    noc_stream_interface #(
      .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Networks(Networks), .Dims(2), .DigitW(1), .LocalW(1), .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW),
      .Store(1 - n % 2), .MaxFlits((n == 3) ? SmallFlits : MaxFlits)
    ) u_interface (
      .clk_i, .rst_i, .addr_i(3'(n)), .extent_i(3'd3),
      .cfg_valid_i(1'b0), .cfg_index_i('0), .cfg_data_i('0),
      .link_i(down), .link_o(up),
      .s_axis_tvalid(s_axis_tvalid[n*K +: K]), .s_axis_tready(s_axis_tready[n*K +: K]),
      .s_axis_tdata(s_axis_tdata[n*K*FlitBits +: K*FlitBits]),
      .s_axis_tkeep(s_axis_tkeep[n*K*Bytes +: K*Bytes]),
      .s_axis_tlast(s_axis_tlast[n*K +: K]), .s_axis_tdest(s_axis_tdest[n*K*3 +: K*3]),
      .s_axis_tid(s_axis_tid[n*K*MsgW +: K*MsgW]),
      .s_axis_tuser(s_axis_tuser[n*K*16 +: K*16]),
      .error_o(error_o[n*K +: K]), .error_cause_o(error_cause_o[n*K*2 +: K*2]),
      .m_axis_tvalid(m_axis_tvalid[n*K +: K]), .m_axis_tready(m_axis_tready[n*K +: K]),
      .m_axis_tdata(m_axis_tdata[n*K*FlitBits +: K*FlitBits]),
      .m_axis_tkeep(m_axis_tkeep[n*K*Bytes +: K*Bytes]),
      .m_axis_tlast(m_axis_tlast[n*K +: K]), .m_axis_tid(m_axis_tid[n*K*3 +: K*3]),
      .m_axis_tuser(m_axis_tuser[n*K*MsgW +: K*MsgW]), .overlong_o(overlong_o[n*K +: K])
    );
  end

endmodule
// SPDX-License-Identifier: MIT
