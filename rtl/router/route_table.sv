// route_table -- the router's routing table: candidate ports and VC class for every head flit that
// arrives, found by its destination and by the arrival group of its input port and VC class.
//
// One memory of Groups times Rows rows, row g * Rows + n for destination n and group g; a register
// for the group of each input port and VC class. Both are written through the configuration port,
// one entry a cycle, before there is traffic.
//
//   head on input i, VC v --> class of v --> tbl_group[i, class] = g --.
//                       dst n ---------------------------------------> row_mem[g * Rows + n]
//                                                                        = {class, candidates}
//
// In a router that copies packets, with lookahead, destinations of Rows / 2 and more are those of
// own rows, which path worms ask for.
//
// SyncRead = 1: the rows are read at the clock edge, as an SRAM is, by a read port for each input;
// candidates and class are there in the cycle after the head.
//
// Golden model: csim/router/route_table.h.  docs/microarchitecture.md, section 6.5.

module route_table #(
  parameter  int unsigned Ports     = 5,
  parameter  int unsigned Vcs       = 4,
  parameter  int unsigned Networks  = 1,
  parameter  int unsigned Classes   = 1,
  parameter  int unsigned Dims      = 0,
  parameter  int unsigned DigitW    = 1,
  parameter  int unsigned LocalW    = 4,
  parameter  int unsigned Groups    = 1,   // arrival groups, 1 to 16
  parameter  int unsigned Rows      = 16,  // destinations, 1 to 65536; with own rows twice as many
  parameter  int unsigned SyncRead  = 0,   // 1: rows are read at the clock edge
  localparam int unsigned AddrW     = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned VcW       = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned ClassW    = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW = (ClassW > 0) ? ClassW : 1,
  localparam int unsigned GroupW    = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned RowW      = ClassW + Ports,
  localparam int unsigned Entries   = (Ports * Classes > Groups * Rows) ? Ports * Classes
                                                                        : Groups * Rows,
  localparam int unsigned CfgW      = (Entries > 1) ? $clog2(Entries) : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_i,         // synchronous, active high

  input  logic                       cfg_valid_i,   // an entry is written:
  input  logic                       cfg_kind_i,    // a group (0) or a row (1) ..
  input  logic [CfgW-1:0]            cfg_index_i,   // .. of this number
  input  logic [RowW-1:0]            cfg_data_i,    // group, or {class, candidates}
  input  logic [Ports-1:0]           head_i,        // a head flit is on the link of input i ..
  input  logic [Ports*VcW-1:0]       vc_i,          // .. on this VC
  input  logic [Ports*AddrW-1:0]     dst_i,         // .. for this destination

  output logic                       tbl_wr_en_o,   // memory port: a row is written
  output logic [CfgW-1:0]            tbl_wr_row_o,  // which; 0 if none
  output logic [RowW-1:0]            tbl_wr_data_o,
  // By input: ports that the head may take, 0 if there is none.
  output logic [Ports*Ports-1:0]     candidates_o,  // SyncRead = 1: of the last cycle's head ..
  output logic [Ports*ClassPinW-1:0] vc_class_o,    // .. and the class there, Classes for any

  output logic [Ports-1:0]           tbl_read_o,    // state: bit i: input i read at the last edge,
                                                    // 0 with SyncRead = 0
  output logic [Ports*Classes*GroupW-1:0] tbl_group_o  // state: group of input i, class c
);

  if (Groups < 1 || Groups > 16 || Rows < 1 || Rows > 131072) begin : gen_bad_rows
    $error("route_table: Groups must be 1 to 16, Rows 1 to 131072");
  end
  if (SyncRead > 1) begin : gen_bad_sync_read
    $error("route_table: SyncRead must be 0 or 1");
  end
  if (Groups > 1 && GroupW > RowW) begin : gen_bad_group
    $error("route_table: a group must fit into a row: Groups at most 2^RowW");
  end

  localparam int unsigned Block  = Vcs / Networks;  // VCs of a network
  localparam int unsigned TableW = (Groups * Rows > 1) ? $clog2(Groups * Rows) : 1;

  logic [RowW-1:0] row_mem [Groups*Rows];

  assign tbl_wr_en_o   = cfg_valid_i && cfg_kind_i;
  assign tbl_wr_row_o  = tbl_wr_en_o ? cfg_index_i : '0;
  assign tbl_wr_data_o = tbl_wr_en_o ? cfg_data_i : '0;

  always_ff @(posedge clk_i) begin
    if (tbl_wr_en_o) row_mem[TableW'(tbl_wr_row_o)] <= tbl_wr_data_o;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      tbl_group_o <= '0;
    end else if (cfg_valid_i && !cfg_kind_i) begin
      tbl_group_o[32'(cfg_index_i)*GroupW +: GroupW] <= GroupW'(cfg_data_i);
    end
  end

  // The row of destination dst for a head on VC vc of an input with these groups; and the group.
  function automatic logic [TableW-1:0] row_of(input logic [Classes*GroupW-1:0] groups,
                                               input logic [VcW-1:0] vc,
                                               input logic [AddrW-1:0] dst);
    row_of = TableW'(32'(group_of(groups, vc)) * Rows + 32'(dst));
  endfunction

  function automatic logic [GroupW-1:0] group_of(input logic [Classes*GroupW-1:0] groups,
                                                 input logic [VcW-1:0] vc);
    group_of = '0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (32'(vc) == v) group_of = groups[((v % Block) % Classes)*GroupW +: GroupW];
    end
  endfunction

  logic [Ports-1:0] there;  // bit i: the row for input i is there

  if (SyncRead == 1) begin : gen_sync_read
    logic [Ports*RowW-1:0] word;  // of the read ports of the memory, which has no reset

    always_ff @(posedge clk_i) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        if (head_i[i]) begin
          word[i*RowW +: RowW] <= row_mem[row_of(tbl_group_o[i*Classes*GroupW +: Classes*GroupW],
                                                 vc_i[i*VcW +: VcW], dst_i[i*AddrW +: AddrW])];
        end
      end
    end
    always_ff @(posedge clk_i) begin
      if (rst_i) tbl_read_o <= '0;
      else       tbl_read_o <= head_i;
    end

    assign there = tbl_read_o;
    always_comb begin
      candidates_o = '0;
      vc_class_o   = '0;
      for (int unsigned i = 0; i < Ports; i++) begin
        if (there[i]) begin
          candidates_o[i*Ports +: Ports] = word[i*RowW +: Ports];
          if (Classes > 1) begin
            vc_class_o[i*ClassPinW +: ClassPinW] = ClassPinW'(word[i*RowW +: RowW] >> Ports);
          end
        end
      end
    end
  end else begin : gen_direct_read
    logic [RowW-1:0] row;  // of the input at hand

    assign tbl_read_o = '0;
    assign there      = head_i;
    always_comb begin
      candidates_o = '0;
      vc_class_o   = '0;
      row          = '0;
      if (head_i != '0) begin
        for (int unsigned i = 0; i < Ports; i++) begin
          if (head_i[i]) begin
            row = row_mem[row_of(tbl_group_o[i*Classes*GroupW +: Classes*GroupW],
                                 vc_i[i*VcW +: VcW], dst_i[i*AddrW +: AddrW])];
            candidates_o[i*Ports +: Ports] = row[Ports-1:0];
            if (Classes > 1) vc_class_o[i*ClassPinW +: ClassPinW] = ClassPinW'(row >> Ports);
          end
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && cfg_valid_i) begin
      a_index: assert (32'(cfg_index_i) < (cfg_kind_i ? Groups * Rows : Ports * Classes));
    end
    if (!rst_i && head_i != '0) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        if (head_i[i]) begin
          a_vc:    assert (32'(vc_i[i*VcW +: VcW]) < Vcs);
          a_dst:   assert (32'(dst_i[i*AddrW +: AddrW]) < Rows);
          a_group: assert (32'(group_of(tbl_group_o[i*Classes*GroupW +: Classes*GroupW],
                                        vc_i[i*VcW +: VcW])) < Groups);
        end
      end
    end
    if (!rst_i && there != '0) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        if (there[i]) begin
          a_row: assert (candidates_o[i*Ports +: Ports] != '0);
        end
      end
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
