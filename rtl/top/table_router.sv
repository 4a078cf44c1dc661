// table_router -- a noc_router that goes by a table which is a constant: a table_loader writes it
// behind each reset.
//
//   rst_i --> table_loader -- cfg_* --> noc_router --> link_o[p]
//                  |                               <-- link_i[p]
//                  '--> loaded_o
//
// No flit may come before loaded_o is 1. The links are those of noc_router.
// Golden model: a router of csim/network and csim/network/tables.c.  docs/microarchitecture.md,
// sections 6.5 and 6.8.

module table_router #(
  parameter  int unsigned Ports       = 5,
  parameter  int unsigned Vcs         = 4,
  parameter  int unsigned Depth       = 8,
  parameter  int unsigned FlitBits    = 64,
  parameter  int unsigned CutThrough  = 0,
  parameter  int unsigned Pipeline    = 3,
  parameter  int unsigned Networks    = 1,
  parameter  int unsigned Classes     = 1,
  parameter  int unsigned LocalW      = 4,   // bits of an address, which is a node's number
  parameter  int unsigned LenW        = 4,
  parameter  int unsigned MsgW        = 8,
  parameter  int unsigned Groups      = 1,   // arrival groups, 1 to 16
  parameter  int unsigned Rows        = 16,  // destinations, 1 to 65536
  parameter  int unsigned Adaptive    = 0,   // 1: choice by credits where a row has several ports
  parameter  int unsigned AgeW        = 0,
  parameter  int unsigned Speculative = 0,
  parameter  int unsigned Wavefront   = 0,
  parameter  int unsigned SyncRead    = 0,
  parameter  int unsigned Lookahead   = 0,   // 1: the rows hold routes one router further on
  parameter  int unsigned DataReset   = 0,   // 1: payloads on links are reset, for check bits
  localparam int unsigned AddrW       = (LocalW > 0) ? LocalW : 1,
  localparam int unsigned VcW         = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned LinkW       = FlitBits + 2 * VcW + 4,
  localparam int unsigned ClassW      = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned GroupW      = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned RowW        = ClassW + Ports,
  localparam int unsigned Entries     = (Ports * Classes > Groups * Rows) ? Ports * Classes
                                                                          : Groups * Rows,
  localparam int unsigned CfgW        = (Entries > 1) ? $clog2(Entries) : 1,
  // The table, as table_loader has it.
  parameter  logic [Ports*Classes*GroupW-1:0] ArrivalGroups = '0,
  /* verilator lint_off WIDTHCONCAT */  // it warns of zeros where there are many rows
  parameter  logic [Groups*Rows*RowW-1:0]     Routes        = '0
  /* verilator lint_on WIDTHCONCAT */
) (
  input  logic                   clk_i,
  input  logic                   rst_i,     // synchronous, active high

  output logic                   loaded_o,  // the table is there

  input  logic [Ports*LinkW-1:0] link_i,    // from the other ends
  output logic [Ports*LinkW-1:0] link_o     // to them
);

  logic            cfg_valid, cfg_kind;
  logic [CfgW-1:0] cfg_index;
  logic [RowW-1:0] cfg_data;

  table_loader #(
    .Ports(Ports), .Classes(Classes), .Groups(Groups), .Rows(Rows),
    .ArrivalGroups(ArrivalGroups), .Routes(Routes)
  ) u_loader (
    .clk_i, .rst_i, .cfg_valid_o(cfg_valid), .cfg_kind_o(cfg_kind), .cfg_index_o(cfg_index),
    .cfg_data_o(cfg_data), .loaded_o
  );

  noc_router #(
    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
    .Pipeline(Pipeline), .Networks(Networks), .Classes(Classes),
    .Routing(noc_pkg::RoutingTable), .Dims(0), .DigitW(1), .LocalW(LocalW), .LenW(LenW),
    .MsgW(MsgW), .Groups(Groups), .Rows(Rows), .Adaptive(Adaptive), .AgeW(AgeW),
    .Speculative(Speculative), .Wavefront(Wavefront), .SyncRead(SyncRead), .Lookahead(Lookahead),
    .DataReset(DataReset)
  ) u_router (
    .clk_i, .rst_i, .addr_i(AddrW'(0)), .extent_i(AddrW'(0)), .local_i('0), .neighbour_i('0),
    .cfg_valid_i(cfg_valid), .cfg_kind_i(cfg_kind), .cfg_index_i(cfg_index),
    .cfg_data_i(cfg_data), .link_i, .link_o
  );

`ifndef SYNTHESIS
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    always_ff @(posedge clk_i) begin
      if (!rst_i && !loaded_o) begin
        a_loaded: assert (!link_i[p*LinkW]);
      end
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
