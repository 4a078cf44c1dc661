// axis_host -- a node's host port as AXI4-Streams: one in and one out for each virtual network.
//
//   s_axis_* of k --> axis_send --.
//                        ..       +-- round robin, of those with host_ready --> host_*
//   m_axis_* of k <-- axis_receive <----------------------------------------- del_* of k
//
// Slice k of a vector is network k's. The ports host_* and del_* are the other end of those of a
// node of mesh, torus, octagon and fabric, or of noc_interface.
//
// Checked by tests/stream.  docs/axi-stream.md.

module axis_host #(
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Dims       = 2,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LenW       = 4,
  parameter  int unsigned MsgW       = 8,
  parameter  int unsigned AgeW       = 0,
  parameter  int unsigned Store      = 1,  // 1: until tlast; 0: tuser has the length
  parameter  int unsigned MaxFlits   = 8,  // of a packet, 2 to 2^LenW - 1
  parameter  int unsigned DataReset  = 0,  // 1: m_axis_tdata is reset too
  parameter  int unsigned Lookahead  = 0,  // 1: heads carry a route; the next three as the router
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW       = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned Bytes      = FlitBits / 8
) (
  input  logic                         clk_i,
  input  logic                         rst_i,          // synchronous, active high

  input  logic [AddrW-1:0]             extent_i,       // highest value of each field of an address
                                                       // (static)
  input  logic [Networks-1:0]          s_axis_tvalid,  // streams into the network
  output logic [Networks-1:0]          s_axis_tready,
  input  logic [Networks*FlitBits-1:0] s_axis_tdata,
  input  logic [Networks*Bytes-1:0]    s_axis_tkeep,
  input  logic [Networks-1:0]          s_axis_tlast,
  input  logic [Networks*AddrW-1:0]    s_axis_tdest,   // address of the destination
  input  logic [Networks*MsgW-1:0]     s_axis_tid,     // message number
  input  logic [Networks*16-1:0]       s_axis_tuser,   // bytes of the packet if Store = 0
  output logic [Networks-1:0]          error_o,        // a packet is refused ..
  output logic [Networks*2-1:0]        error_cause_o,  // .. 0 destination, 1 length, 2 keep, 3 end

  output logic [Networks-1:0]          m_axis_tvalid,  // streams out of it
  input  logic [Networks-1:0]          m_axis_tready,
  output logic [Networks*FlitBits-1:0] m_axis_tdata,
  output logic [Networks*Bytes-1:0]    m_axis_tkeep,
  output logic [Networks-1:0]          m_axis_tlast,
  output logic [Networks*AddrW-1:0]    m_axis_tid,     // address of the source
  output logic [Networks*MsgW-1:0]     m_axis_tuser,   // message number
  output logic [Networks-1:0]          overlong_o,     // a packet is swallowed

  output logic                         host_valid_o,   // the host port, as its host sees it
  output logic [NetW-1:0]              host_network_o,
  output logic [3:0]                   host_type_o,
  output logic [AddrW-1:0]             host_dst_o,
  output logic [MsgW-1:0]              host_message_o,
  output logic [LenW-1:0]              host_flits_o,
  output logic [AgePinW-1:0]           host_age_o,
  output logic [FlitBits-1:0]          host_data_o,
  input  logic [Networks-1:0]          host_ready_i,
  input  logic [Networks-1:0]          del_valid_i,
  input  logic [Networks*VcW-1:0]      del_vc_i,
  input  logic [Networks*2-1:0]        del_kind_i,
  input  logic [Networks*AddrW-1:0]    del_source_i,
  input  logic [Networks*MsgW-1:0]     del_message_i,
  input  logic [Networks*FlitBits-1:0] del_data_i,
  output logic [Networks-1:0]          del_ready_o
);

  if (CutThrough == 1 && MaxFlits > Depth) begin : gen_bad_flits
    $error("axis_host: with CutThrough MaxFlits must be at most Depth");
  end

  if (Routing == noc_pkg::RoutingSource) begin : gen_bad_routing
    $error("axis_host: a stream has no path, which Routing = RoutingSource needs");
  end

  localparam int unsigned ClassW = (Classes > 1) ? $clog2(Classes + 1) : 0;
  localparam int unsigned LookW  = noc_pkg::look_bits(Lookahead, Routing, $clog2(Ports), ClassW);

  logic [Networks-1:0]          flit_valid, flit_take;
  logic [Networks*AddrW-1:0]    flit_dst;
  logic [Networks*MsgW-1:0]     flit_message;
  logic [Networks*LenW-1:0]     flit_flits;
  logic [Networks*FlitBits-1:0] flit_data;

  for (genvar k = 0; k < Networks; k++) begin : gen_network
    axis_send #(
      .FlitBits(FlitBits), .Networks(Networks), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW),
      .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW), .LookW(LookW), .Store(Store), .MaxFlits(MaxFlits)
    ) u_send (
      .clk_i, .rst_i, .extent_i,
      .s_axis_tvalid(s_axis_tvalid[k]), .s_axis_tready(s_axis_tready[k]),
      .s_axis_tdata(s_axis_tdata[k*FlitBits +: FlitBits]),
      .s_axis_tkeep(s_axis_tkeep[k*Bytes +: Bytes]), .s_axis_tlast(s_axis_tlast[k]),
      .s_axis_tdest(s_axis_tdest[k*AddrW +: AddrW]), .s_axis_tid(s_axis_tid[k*MsgW +: MsgW]),
      .s_axis_tuser(s_axis_tuser[k*16 +: 16]),
      .flit_valid_o(flit_valid[k]), .flit_dst_o(flit_dst[k*AddrW +: AddrW]),
      .flit_message_o(flit_message[k*MsgW +: MsgW]),
      .flit_flits_o(flit_flits[k*LenW +: LenW]),
      .flit_data_o(flit_data[k*FlitBits +: FlitBits]), .flit_take_i(flit_take[k]),
      .error_o(error_o[k]), .error_cause_o(error_cause_o[k*2 +: 2])
    );

    axis_receive #(
      .FlitBits(FlitBits), .Vcs(Vcs), .Networks(Networks), .Network(k), .AddrW(AddrW),
      .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW), .LookW(LookW), .MaxFlits(MaxFlits),
      .DataReset(DataReset)
    ) u_receive (
      .clk_i, .rst_i,
      .del_valid_i(del_valid_i[k]), .del_vc_i(del_vc_i[k*VcW +: VcW]),
      .del_kind_i(del_kind_i[k*2 +: 2]), .del_source_i(del_source_i[k*AddrW +: AddrW]),
      .del_message_i(del_message_i[k*MsgW +: MsgW]),
      .del_data_i(del_data_i[k*FlitBits +: FlitBits]), .del_ready_o(del_ready_o[k]),
      .m_axis_tvalid(m_axis_tvalid[k]), .m_axis_tready(m_axis_tready[k]),
      .m_axis_tdata(m_axis_tdata[k*FlitBits +: FlitBits]),
      .m_axis_tkeep(m_axis_tkeep[k*Bytes +: Bytes]), .m_axis_tlast(m_axis_tlast[k]),
      .m_axis_tid(m_axis_tid[k*AddrW +: AddrW]),
      .m_axis_tuser(m_axis_tuser[k*MsgW +: MsgW]), .overlong_o(overlong_o[k])
    );
  end

  // The host port takes a beat a cycle: of the networks in turn.
  /* verilator lint_off PINCONNECTEMPTY */
  rr_arbiter #(.N(Networks)) u_arbiter (
    .clk_i, .rst_i, .req_i(flit_valid & host_ready_i), .take_i(1'b1), .gnt_o(flit_take),
    .ptr_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign host_valid_o = flit_take != '0;
  assign host_type_o  = noc_pkg::TypeUnicast;

  always_comb begin
    host_network_o = '0;
    host_dst_o     = '0;
    host_message_o = '0;
    host_flits_o   = '0;
    host_data_o    = '0;
    for (int unsigned k = 0; k < Networks; k++) begin
      if (flit_take[k]) begin
        host_network_o = NetW'(k);
        host_dst_o     = flit_dst[k*AddrW +: AddrW];
        host_message_o = flit_message[k*MsgW +: MsgW];
        host_flits_o   = flit_flits[k*LenW +: LenW];
        host_data_o    = flit_data[k*FlitBits +: FlitBits];
      end
    end
  end

  if (AgeW > 0) begin : gen_age
    always_ff @(posedge clk_i) begin
      if (rst_i) host_age_o <= '0;
      else host_age_o <= host_age_o + 1'b1;
    end
  end else begin : gen_no_age
    assign host_age_o = '0;
  end

endmodule
// SPDX-License-Identifier: MIT
