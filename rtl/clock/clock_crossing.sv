// clock_crossing -- one direction of a link between two clocks: flits in one queue, the credits of
// the other direction in another. The slices are those of noc_router's links.
//
//   link_i (wr clock) --+-- {payload, kind, vc} --> async_fifo --+--[ link_o ] (rd clock)
//                       '-- credit_vc ------------> async_fifo --'
//
// Neither queue can overflow, so neither has a signal that it is full: flits and credits on the way
// are never more than the slots of all VC buffers at the other end. A reader that is never slower
// than the writer leaves no more than Stages + 3 entries, whatever the writer sends.
//
// Checked by tests/clock.  docs/clock-crossing.md, "clock_crossing".

module clock_crossing #(
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Depth    = 8,   // flits of a VC buffer
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Stages   = 2,   // of the synchronizers
  parameter  int unsigned KeepsUp  = 0,   // 1: the clock that reads is never slower
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW    = FlitBits + 2 * VcW + 4
) (
  input  logic             wr_clk_i,
  input  logic             wr_rst_i,  // synchronous, active high
  input  logic [LinkW-1:0] link_i,
  input  logic             rd_clk_i,
  input  logic             rd_rst_i,  // synchronous, active high
  output logic [LinkW-1:0] link_o
);

  localparam int unsigned FlitW   = FlitBits + VcW + 2;
  localparam int unsigned Short   = 8;  // Stages + 3, rounded up to a power of two
  localparam int unsigned All     = (Vcs * Depth > 2) ? 1 << $clog2(Vcs * Depth) : 2;
  localparam int unsigned Entries = (KeepsUp == 1 && All > Short) ? Short : All;

  logic [FlitW-1:0] flit;
  logic [VcW-1:0]   credit_vc;
  logic             valid, credit;

  // The queues are always ready: their users have bounds of their own.
  /* verilator lint_off PINCONNECTEMPTY */
  async_fifo #(.Width(FlitW), .Depth(Entries), .Stages(Stages), .Full(0)) u_flits (
    .wr_clk_i, .wr_rst_i, .wr_valid_i(link_i[0]), .wr_ready_o(), .wr_data_i(link_i[FlitW:1]),
    .rd_clk_i, .rd_rst_i, .rd_valid_o(valid), .rd_ready_i(1'b1), .rd_data_o(flit)
  );
  async_fifo #(.Width(VcW), .Depth(Entries), .Stages(Stages), .Full(0)) u_credits (
    .wr_clk_i, .wr_rst_i, .wr_valid_i(link_i[FlitW+1]), .wr_ready_o(),
    .wr_data_i(link_i[FlitW+2 +: VcW]),
    .rd_clk_i, .rd_rst_i, .rd_valid_o(credit), .rd_ready_i(1'b1), .rd_data_o(credit_vc)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  always_ff @(posedge rd_clk_i) begin
    if (rd_rst_i) link_o <= '0;
    else          link_o <= {credit_vc & {VcW{credit}}, credit, flit & {FlitW{valid}}, valid};
  end

endmodule
// SPDX-License-Identifier: MIT
