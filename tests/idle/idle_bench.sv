// idle_bench -- two lines of three routers with the same hosts, for idle_bench.cpp: the clocks of
// the first stop while a router is idle, those of the second do not. With Own = 1 the first is made
// of routers and interfaces whose clocks stop by themselves. Slice n of a vector is node n's.
//
//   0 -- 1 -- 2      network 0 of two; addresses have 2 bits, so that 3 is no node

module idle_bench #(
  parameter  int unsigned Vcs      = 2,
  parameter  int unsigned Depth    = 2,
  parameter  int unsigned FlitBits = 32,
  parameter  int unsigned Pipeline = 3,
  parameter  int unsigned Own      = 0,
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_i,
  input  logic [2:0]              host_valid_i,
  input  logic [3*2-1:0]          host_dst_i,
  input  logic [3*2-1:0]          host_flits_i,
  input  logic [3*FlitBits-1:0]   host_data_i,
  input  logic [2:0]              del_ready_i,
  output logic [2:0]              host_ready_o,  // of the second, as the next
  output logic [2:0]              del_valid_o,
  output logic [2:0]              idle_o,        // of the first
  output logic                    same_o         // the host pins of both are equal
);

  localparam int unsigned PinsW = 3 * (1 + 1 + 2 + 1 + VcW + 2 + 4 + 2 + 4 + FlitBits);

  logic [PinsW-1:0] pins [2];

  for (genvar i = 0; i < 2; i++) begin : gen_line
    logic [2:0]            ready, error, valid;
    logic [3*2-1:0]        cause, kind, source;
    logic [3*VcW-1:0]      vc;
    logic [3*4-1:0]        type_of, message;
    logic [3*FlitBits-1:0] data;
    // Links are not checked.
    /* verilator lint_off UNUSEDSIGNAL */
    logic [5:0]            corrected, wrong;
    logic [2:0]            idle;
    /* verilator lint_on UNUSEDSIGNAL */

    if (i == 0 && Own == 1) begin : gen_own
      own_line #(
        .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Pipeline(Pipeline)
      ) u_line (
        .clk_i, .rst_i, .host_valid_i, .host_dst_i, .host_flits_i, .host_data_i,
        .host_ready_o(ready), .host_error_o(error), .host_error_cause_o(cause),
        .del_valid_o(valid), .del_vc_o(vc), .del_kind_o(kind), .del_type_o(type_of),
        .del_source_o(source), .del_message_o(message), .del_data_o(data), .del_ready_i,
        .idle_o(idle)
      );
      assign {corrected, wrong} = '0;
    end else begin : gen_mesh
      mesh #(
        .X(3), .Y(1), .Dims(1), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Pipeline(Pipeline),
        .LenW(2), .MsgW(4), .Idle((i == 0) ? 2 : 0)
      ) u_mesh (
        .clk_i, .rst_i, .host_valid_i, .host_network_i(3'd0), .host_type_i('0), .host_dst_i,
        .host_message_i('0), .host_flits_i, .host_data_i, .host_age_i('0), .host_ready_o(ready),
        .host_error_o(error), .host_error_cause_o(cause), .del_valid_o(valid), .del_vc_o(vc),
        .del_kind_o(kind), .del_type_o(type_of), .del_source_o(source), .del_message_o(message),
        .del_data_o(data), .del_ready_i, .link_corrected_o(corrected), .link_error_o(wrong),
        .idle_o(idle)
      );
    end
    assign pins[i] = {ready, error, cause, valid, vc, kind, type_of, source, message, data};
  end

  assign host_ready_o = gen_line[1].ready;
  assign del_valid_o  = gen_line[1].valid;
  assign idle_o       = gen_line[0].idle;
  assign same_o       = pins[0] == pins[1];

endmodule
// SPDX-License-Identifier: MIT
