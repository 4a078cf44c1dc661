// loading_tb -- routers with a table whose clocks stop while they are idle: two pairs of twins, one
// of each pair with a clock that never stops, and the same links and writes. A table_router loads
// its table behind the reset; a noc_router's table is written when both have rested for long, and
// again between flits. The links of twins are equal in every cycle, and clocks do rest.

module loading_tb #(
  parameter int unsigned WritesWake = 1  // 0: a planted bug
);

  localparam int unsigned Ports    = 2;
  localparam int unsigned Vcs      = 2;
  localparam int unsigned Depth    = 2;
  localparam int unsigned FlitBits = 32;
  localparam int unsigned LinkW    = FlitBits + 2 + 4;
  localparam int unsigned PortsW   = Ports * LinkW;

  logic clk = 0, rst = 1;
  logic cfg_valid = 0, cfg_index;
  logic [Ports-1:0]  cfg_data;
  logic [PortsW-1:0] in  [2] = '{default: '0};  // of pair k
  logic [PortsW-1:0] out [2][2];          // of twin t of pair k
  logic              loaded [2];
  int                cycle = 0, rested [2] = '{0, 0}, sent = 0, moved [2] = '{0, 0};

  always #5 clk = !clk;

  for (genvar t = 0; t < 2; t++) begin : gen_twin
    for (genvar k = 0; k < 2; k++) begin : gen_pair
      logic idle, enable, gated, own;
      router_activity #(
        .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits)
      ) u_activity (
        .clk_i(clk), .rst_i(rst), .link_i(in[k]), .link_o_i(out[t][k]),
        .wake_i((k == 0) ? !loaded[t] : (WritesWake == 1 && cfg_valid)), .idle_o(idle),
        .clk_en_o(enable)
      );
      clock_gate u_gate (.clk_i(clk), .en_i(enable), .clk_o(gated));
      assign own = (t == 0) ? clk : gated;
      if (k == 0) begin : gen_loaded
        table_router #(
          .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .LocalW(1), .LenW(1),
          .MsgW(1), .Rows(2), .Routes(4'b0110)
        ) u_router (
          .clk_i(own), .rst_i(rst), .loaded_o(loaded[t]), .link_i(in[k]), .link_o(out[t][k])
        );
      end else begin : gen_written
        noc_router #(
          .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits),
          .Routing(noc_pkg::RoutingTable), .Dims(0), .DigitW(1), .LocalW(1), .LenW(1), .MsgW(1),
          .Rows(2)
        ) u_router (
          .clk_i(own), .rst_i(rst), .addr_i('0), .extent_i('0), .local_i('0), .neighbour_i('0),
          .cfg_valid_i(cfg_valid), .cfg_kind_i(1'b1), .cfg_index_i(cfg_index),
          .cfg_data_i(cfg_data), .link_i(in[k]), .link_o(out[t][k])
        );
      end
      always @(posedge clk) if (t == 1 && !rst && !enable) rested[k]++;
    end
  end

  // A packet of one flit into port 0 every 40 cycles, and the credit of whatever goes out at once.
  always @(negedge clk) begin
    cycle++;
    rst = cycle < 5;
    for (int unsigned k = 0; k < 2; k++) begin
      in[k] = '0;
      for (int unsigned p = 0; p < Ports; p++) begin
        in[k][p*LinkW + FlitBits + 4 +: 2] = out[0][k][p*LinkW +: 2];
      end
      if (cycle > 100 && cycle % 40 == 0) begin
        in[k][0 +: FlitBits + 4] = {27'd1, 1'(sent), 4'd0, 2'b11, 1'(sent / 2), 1'b1};
      end
    end
    if (cycle > 100 && cycle % 40 == 0) sent++;
    // Both rows, when all have rested, and other ones before every eighth packet.
    cfg_valid = cycle > 60 && (cycle - 62) % 320 < 2;
    cfg_index = 1'(cycle);
    cfg_data  = ((cycle / 320) % 2 == cycle % 2) ? 2'b10 : 2'b01;
    for (int unsigned k = 0; k < 2; k++) begin
      if (!rst && out[0][k] !== out[1][k]) begin
        $display("cycle %0d: pair %0d: the links of the twins differ", cycle, k);
        $finish;
      end
      for (int unsigned p = 0; p < Ports; p++) moved[k] += 32'(!rst && out[1][k][p*LinkW]);
    end
    if (cycle == 60 && !loaded[1]) begin
      $display("cycle %0d: the table of the one whose clock stops is not there", cycle);
      $finish;
    end
    if (cycle == 2000) begin
      if (rested[0] < 500 || rested[1] < 500 || moved[0] < 40 || moved[1] < 40) begin
        $display("rested %0d and %0d cycles, %0d and %0d flits", rested[0], rested[1], moved[0],
                 moved[1]);
      end else begin
        $display("passed");
      end
      $finish;
    end
  end

endmodule
// SPDX-License-Identifier: MIT
