// irregular -- the four nodes of hello.sv on the network of irregular.txt, which `nocstep rtl
// irregular.yaml` prints as a module. docs/integration.md.

module irregular (
  input  logic       clk_i,
  input  logic       rst_i,
  output logic       done_o,
  output logic [3:0] wrong_o
);

  localparam int unsigned MsgW = 10;  // as the module has it

  logic [3:0]        host_valid, host_ready, del_valid;
  logic [4*2-1:0]    host_dst, del_source;
  logic [4*MsgW-1:0] host_message;
  logic [4*32-1:0]   host_data;
  // These nodes look at some bits of a delivery only.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [4*2-1:0]    del_kind;
  logic [4*32-1:0]   del_data;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [4*4-1:0]    received;

  // Until its tables are loaded the network holds host_ready low: nobody need look at loaded_o.
  /* verilator lint_off PINMISSING */
  noc_network u_network (
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
    logic [7:0] message;
    assign host_message[n*MsgW +: MsgW] = MsgW'(message);

    my_node #(.Node(n)) u_node (
      .clk_i, .rst_i,
      .host_valid_o(host_valid[n]), .host_dst_o(host_dst[n*2 +: 2]),
      .host_message_o(message), .host_data_o(host_data[n*32 +: 32]),
      .host_ready_i(host_ready[n]),
      .del_valid_i(del_valid[n]), .del_last_i(del_kind[n*2 + 1]),
      .del_source_i(del_source[n*2 +: 2]), .del_data_i(del_data[n*32 + 24 +: 8]),
      .received_o(received[n*4 +: 4]), .wrong_o(wrong_o[n])
    );
  end

  assign done_o = received == {4{4'd3}};

endmodule
// SPDX-License-Identifier: MIT
