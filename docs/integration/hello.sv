// hello -- four nodes on a 2x2 mesh: each sends a packet of three flits to each of the others, and
// checks what comes. docs/integration.md.

// A node: sends to nodes 0 to 3 but itself, one packet after the other, and counts what arrives.
module my_node #(
  parameter int unsigned Node = 0
) (
  input  logic        clk_i,
  input  logic        rst_i,
  output logic        host_valid_o,  // beats into the network
  output logic [1:0]  host_dst_o,
  output logic [7:0]  host_message_o,
  output logic [31:0] host_data_o,
  input  logic        host_ready_i,
  input  logic        del_valid_i,   // deliveries
  input  logic        del_last_i,
  input  logic [1:0]  del_source_i,
  input  logic [7:0]  del_data_i,    // the uppermost bits
  output logic [3:0]  received_o,    // packets
  output logic        wrong_o
);

  logic [2:0] to_q;    // the node that is sent to; 4: all is sent
  logic [1:0] beat_q;  // 0, 1, 2

  // The first beat has room for data in its bits from HeadBits = 19 on; the others have all bits.
  assign host_valid_o   = (to_q < 3'd4) && (32'(to_q) != Node);
  assign host_dst_o     = to_q[1:0];
  assign host_message_o = 8'(Node);
  assign host_data_o    = {8'(Node), 6'd0, beat_q, 16'd0};

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      to_q       <= '0;
      beat_q     <= '0;
      received_o <= '0;
      wrong_o    <= 1'b0;
    end else begin
      if (32'(to_q) == Node) begin
        to_q <= to_q + 3'd1;
      end else if (host_valid_o && host_ready_i) begin
        beat_q <= (beat_q == 2'd2) ? 2'd0 : beat_q + 2'd1;
        if (beat_q == 2'd2) to_q <= to_q + 3'd1;
      end
      if (del_valid_i) begin
        if (del_last_i) received_o <= received_o + 4'd1;
        if (del_data_i != 8'(del_source_i)) wrong_o <= 1'b1;
      end
    end
  end

endmodule

module hello (
  input  logic       clk_i,
  input  logic       rst_i,
  output logic       done_o,
  output logic [3:0] wrong_o
);

  logic [3:0]     host_valid, host_ready, del_valid;
  logic [4*2-1:0] host_dst, del_source;
  logic [4*8-1:0] host_message;
  logic [4*32-1:0] host_data;
  // These nodes look at some bits of a delivery only.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [4*2-1:0] del_kind;
  logic [4*32-1:0] del_data;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [4*4-1:0] received;

  /* verilator lint_off PINMISSING */
  mesh #(
    .X(2), .Y(2), .Dims(2), .Vcs(2), .Depth(4), .FlitBits(32), .LenW(2), .MsgW(8)
  ) u_mesh (
    .clk_i, .rst_i,
    .host_valid_i(host_valid), .host_network_i(4'd0),  // one virtual network: number 0
    .host_type_i({4{4'(noc_pkg::TypeUnicast)}}), .host_dst_i(host_dst),
    .host_message_i(host_message), .host_flits_i({4{2'd3}}), .host_data_i(host_data),
    .host_age_i(4'd0),                                 // no ages
    .host_ready_o(host_ready),
    .del_valid_o(del_valid), .del_kind_o(del_kind), .del_source_o(del_source),
    .del_data_o(del_data), .del_ready_i(4'b1111)
  );
  /* verilator lint_on PINMISSING */

  for (genvar n = 0; n < 4; n++) begin : gen_node
    my_node #(.Node(n)) u_node (
      .clk_i, .rst_i,
      .host_valid_o(host_valid[n]), .host_dst_o(host_dst[n*2 +: 2]),
      .host_message_o(host_message[n*8 +: 8]), .host_data_o(host_data[n*32 +: 32]),
      .host_ready_i(host_ready[n]),
      .del_valid_i(del_valid[n]), .del_last_i(del_kind[n*2 + 1]),
      .del_source_i(del_source[n*2 +: 2]), .del_data_i(del_data[n*32 + 24 +: 8]),
      .received_o(received[n*4 +: 4]), .wrong_o(wrong_o[n])
    );
  end

  assign done_o = received == {4{4'd3}};

endmodule
// SPDX-License-Identifier: MIT
