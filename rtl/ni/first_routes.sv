// first_routes -- the table of an interface with lookahead by tables: for each destination the
// route that packets take at the interface's router, {class, candidates}, of which the lowest
// candidate counts: the row that the router would have without lookahead. Rows are written through
// the configuration port, one a cycle, before packets.
//
//   dst_i --> row_mem[dst] --> route_select --> port_o
//                          '------------------> vc_class_o
//
// Golden model: csim/ni/first_routes.h.  docs/microarchitecture.md, section 13.

module first_routes #(
  parameter  int unsigned Ports     = 5,   // of the router
  parameter  int unsigned Classes   = 1,
  parameter  int unsigned AddrW     = 4,
  parameter  int unsigned Rows      = 16,  // destinations, 1 to 65536
  localparam int unsigned PortW     = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned ClassW    = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW = (ClassW > 0) ? ClassW : 1,
  localparam int unsigned RowW      = ClassW + Ports,
  localparam int unsigned IndexW    = (Rows > 1) ? $clog2(Rows) : 1
) (
  input  logic                 clk_i,
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic                 rst_i,         // for assertions alone: rows outlast a reset
  /* verilator lint_on UNUSEDSIGNAL */

  input  logic                 cfg_valid_i,   // a row is written:
  input  logic [IndexW-1:0]    cfg_index_i,   // that of this destination
  input  logic [RowW-1:0]      cfg_data_i,    // {class, candidates}
  input  logic                 ask_i,         // a packet ..
  input  logic [AddrW-1:0]     dst_i,         // .. for this destination

  output logic                 tbl_wr_en_o,   // memory port: a row is written
  output logic [IndexW-1:0]    tbl_wr_row_o,  // which; 0 if none
  output logic [RowW-1:0]      tbl_wr_data_o,
  output logic [PortW-1:0]     port_o,        // its route at the router; 0 without a packet
  output logic [ClassPinW-1:0] vc_class_o
);

  if (Rows < 1 || Rows > 65536) begin : gen_bad_rows
    $error("first_routes: Rows must be 1 to 65536");
  end

  logic [RowW-1:0] row_mem [Rows];
  logic [RowW-1:0] row;  // of the packet

  assign tbl_wr_en_o   = cfg_valid_i;
  assign tbl_wr_row_o  = cfg_valid_i ? cfg_index_i : '0;
  assign tbl_wr_data_o = cfg_valid_i ? cfg_data_i : '0;

  always_ff @(posedge clk_i) begin
    if (tbl_wr_en_o) row_mem[tbl_wr_row_o] <= tbl_wr_data_o;
  end

  assign row = ask_i ? row_mem[IndexW'(dst_i)] : '0;

  route_select #(.Ports(Ports), .Vcs(1), .Depth(1), .Adaptive(0)) u_select (
    .index_i('0), .room_i('0),  // no width: no proof has Lookahead
    .candidates_i(row[Ports-1:0]), .port_o
  );

  if (Classes > 1) begin : gen_class
    assign vc_class_o = row[Ports +: ClassPinW];
  end else begin : gen_no_class
    assign vc_class_o = '0;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && cfg_valid_i) begin
      a_index: assert (32'(cfg_index_i) < Rows);
    end
    if (!rst_i && ask_i) begin
      a_dst:   assert (32'(dst_i) < Rows);
      a_row:   assert (row[Ports-1:0] != '0);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
