// streams -- four nodes on a 2x2 mesh with AXI4-Stream ends: each sends a packet of ten bytes to
// each of the others, and checks what comes. docs/axi-stream.md.

// A node: sends to nodes 0 to 3 but itself, one packet after the other, and counts what arrives.
module my_stream_node #(
  parameter int unsigned Node = 0
) (
  input  logic        clk_i,
  input  logic        rst_i,
  output logic        m_axis_tvalid,  // into the network
  input  logic        m_axis_tready,
  output logic [31:0] m_axis_tdata,
  output logic [3:0]  m_axis_tkeep,
  output logic        m_axis_tlast,
  output logic [1:0]  m_axis_tdest,
  input  logic        s_axis_tvalid,  // out of it
  input  logic [31:0] s_axis_tdata,
  input  logic [3:0]  s_axis_tkeep,
  input  logic        s_axis_tlast,
  input  logic [1:0]  s_axis_tid,     // who has sent it
  output logic [3:0]  received_o,     // packets
  output logic        wrong_o
);

  logic [2:0] to_q;    // the node that is sent to; 4: all is sent
  logic [1:0] beat_q;  // 0, 1, 2
  logic [1:0] from_q;  // the beat that comes next

  // Ten bytes: 4, 4, 2. Each says who has sent it, and in which beat.
  assign m_axis_tvalid = (to_q < 3'd4) && (32'(to_q) != Node);
  assign m_axis_tdest  = to_q[1:0];
  assign m_axis_tdata  = {4{4'(Node), 2'd0, beat_q}};
  assign m_axis_tlast  = beat_q == 2'd2;
  assign m_axis_tkeep  = m_axis_tlast ? 4'b0011 : 4'b1111;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      to_q       <= '0;
      beat_q     <= '0;
      from_q     <= '0;
      received_o <= '0;
      wrong_o    <= 1'b0;
    end else begin
      if (32'(to_q) == Node) begin
        to_q <= to_q + 3'd1;
      end else if (m_axis_tvalid && m_axis_tready) begin
        beat_q <= m_axis_tlast ? 2'd0 : beat_q + 2'd1;
        if (m_axis_tlast) to_q <= to_q + 3'd1;
      end
      if (s_axis_tvalid) begin
        from_q <= s_axis_tlast ? 2'd0 : from_q + 2'd1;
        if (s_axis_tlast) received_o <= received_o + 4'd1;
        if (s_axis_tlast != (from_q == 2'd2) || s_axis_tkeep != (s_axis_tlast ? 4'd3 : 4'd15) ||
            s_axis_tdata != ({4{2'd0, s_axis_tid, 2'd0, from_q}} &  // bytes without tkeep are 0
                             (s_axis_tlast ? 32'h0000ffff : 32'hffffffff))) wrong_o <= 1'b1;
      end
    end
  end

endmodule

module streams (
  input  logic       clk_i,
  input  logic       rst_i,
  output logic       done_o,
  output logic [3:0] wrong_o
);

  // The host ports of the mesh, which the adapters are joined to. One virtual network.
  logic [3:0]      host_valid, host_ready, host_network, host_age, del_valid, del_ready;
  logic [4*4-1:0]  host_type;
  logic [4*2-1:0]  host_dst, del_source, del_kind;
  logic [4*4-1:0]  host_message, del_message;
  logic [4*3-1:0]  host_flits;
  logic [4*32-1:0] host_data, del_data;
  logic [4*1-1:0]  del_vc;
  logic [4*4-1:0]  received;

  /* verilator lint_off PINMISSING */
  mesh #(
    .X(2), .Y(2), .Dims(2), .Vcs(2), .Depth(4), .FlitBits(32), .LenW(3), .MsgW(4)
  ) u_mesh (
    .clk_i, .rst_i,
    .host_valid_i(host_valid), .host_network_i(host_network), .host_type_i(host_type),
    .host_dst_i(host_dst), .host_message_i(host_message), .host_flits_i(host_flits),
    .host_data_i(host_data), .host_age_i(host_age), .host_ready_o(host_ready),
    .del_valid_o(del_valid), .del_vc_o(del_vc), .del_kind_o(del_kind),
    .del_source_o(del_source), .del_message_o(del_message), .del_data_o(del_data),
    .del_ready_i(del_ready)
  );
  /* verilator lint_on PINMISSING */

  for (genvar n = 0; n < 4; n++) begin : gen_node
    logic        to_valid, to_ready, to_last, from_valid, from_last;
    logic [31:0] to_data, from_data;
    logic [3:0]  to_keep, from_keep;
    logic [1:0]  to_dest, from_id;

    my_stream_node #(.Node(n)) u_node (
      .clk_i, .rst_i,
      .m_axis_tvalid(to_valid), .m_axis_tready(to_ready), .m_axis_tdata(to_data),
      .m_axis_tkeep(to_keep), .m_axis_tlast(to_last), .m_axis_tdest(to_dest),
      .s_axis_tvalid(from_valid), .s_axis_tdata(from_data), .s_axis_tkeep(from_keep),
      .s_axis_tlast(from_last), .s_axis_tid(from_id),
      .received_o(received[n*4 +: 4]), .wrong_o(wrong_o[n])
    );

    // Packets of up to 5 flits: 17 bytes. The error outputs and the message number stay open here.
    /* verilator lint_off PINMISSING */
    axis_host #(
      .Vcs(2), .Depth(4), .FlitBits(32), .Dims(2), .DigitW(1), .LenW(3), .MsgW(4), .MaxFlits(5)
    ) u_host (
      .clk_i, .rst_i, .extent_i(2'b11),
      .s_axis_tvalid(to_valid), .s_axis_tready(to_ready), .s_axis_tdata(to_data),
      .s_axis_tkeep(to_keep), .s_axis_tlast(to_last), .s_axis_tdest(to_dest),
      .s_axis_tid(4'd0), .s_axis_tuser(16'd0),
      .m_axis_tvalid(from_valid), .m_axis_tready(1'b1), .m_axis_tdata(from_data),
      .m_axis_tkeep(from_keep), .m_axis_tlast(from_last), .m_axis_tid(from_id),
      .host_valid_o(host_valid[n]), .host_network_o(host_network[n]),
      .host_type_o(host_type[n*4 +: 4]), .host_dst_o(host_dst[n*2 +: 2]),
      .host_message_o(host_message[n*4 +: 4]), .host_flits_o(host_flits[n*3 +: 3]),
      .host_age_o(host_age[n]), .host_data_o(host_data[n*32 +: 32]),
      .host_ready_i(host_ready[n]),
      .del_valid_i(del_valid[n]), .del_vc_i(del_vc[n]), .del_kind_i(del_kind[n*2 +: 2]),
      .del_source_i(del_source[n*2 +: 2]), .del_message_i(del_message[n*4 +: 4]),
      .del_data_i(del_data[n*32 +: 32]), .del_ready_o(del_ready[n])
    );
    /* verilator lint_on PINMISSING */
  end

  assign done_o = received == {4{4'd3}};

endmodule
// SPDX-License-Identifier: MIT
