// table_loader -- writes the routing table of a router behind each reset, from constants, by the
// router's configuration port: an entry a cycle, the arrival groups first, then the rows.
//
//   rst_i --> +--------------+ --> cfg_*     of noc_router with Routing = noc_pkg::RoutingTable
//             | table_loader | --> loaded_o  all is written: packets may come
//             +--------------+
//
// It is done Ports * Classes + Groups * Rows + 1 cycles behind the reset. Until then no packet may
// come to the router. Parameters that noc_router has too must be the same there.
// Golden model: csim/network/tables.c.  docs/microarchitecture.md, section 6.5.

module table_loader #(
  parameter  int unsigned Ports   = 5,
  parameter  int unsigned Classes = 1,
  parameter  int unsigned Groups  = 1,   // arrival groups, 1 to 16
  parameter  int unsigned Rows    = 16,  // destinations, 1 to 65536
  localparam int unsigned ClassW  = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned GroupW  = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned RowW    = ClassW + Ports,
  localparam int unsigned Entries = (Ports * Classes > Groups * Rows) ? Ports * Classes
                                                                      : Groups * Rows,
  localparam int unsigned CfgW    = (Entries > 1) ? $clog2(Entries) : 1,
  // Element i * Classes + c: the group of heads that come in by port i in a VC of class c.
  parameter  logic [Ports*Classes*GroupW-1:0] ArrivalGroups = '0,
  // Element g * Rows + n, {class, candidates}: the way to destination n in group g; 0: none comes.
  /* verilator lint_off WIDTHCONCAT */  // it warns of zeros where there are many rows
  parameter  logic [Groups*Rows*RowW-1:0]     Routes        = '0
  /* verilator lint_on WIDTHCONCAT */
) (
  input  logic            clk_i,
  input  logic            rst_i,        // synchronous, active high

  output logic            cfg_valid_o,  // to the router
  output logic            cfg_kind_o,
  output logic [CfgW-1:0] cfg_index_o,
  output logic [RowW-1:0] cfg_data_o,
  output logic            loaded_o      // from the cycle behind the last entry on, until reset
);

  localparam logic [CfgW-1:0] LastGroup = CfgW'(Ports * Classes - 1);
  localparam logic [CfgW-1:0] LastRow   = CfgW'(Groups * Rows - 1);

  logic last;
  assign last = cfg_index_o == (cfg_kind_o ? LastRow : LastGroup);

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      cfg_valid_o <= 1'b0;
      cfg_kind_o  <= 1'b0;
      cfg_index_o <= '0;
      loaded_o    <= 1'b0;
    end else begin
      cfg_valid_o <= !loaded_o && !(cfg_valid_o && cfg_kind_o && last);
      if (cfg_valid_o) begin
        cfg_index_o <= last ? '0 : cfg_index_o + CfgW'(1);
        cfg_kind_o  <= cfg_kind_o ^ last;
        loaded_o    <= cfg_kind_o && last;
      end
    end
  end

  always_comb begin
    if (cfg_kind_o) cfg_data_o = Routes[32'(cfg_index_o)*RowW +: RowW];
    else            cfg_data_o = RowW'(ArrivalGroups[32'(cfg_index_o)*GroupW +: GroupW]);
  end

endmodule
// SPDX-License-Identifier: MIT
