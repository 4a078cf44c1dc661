// worm_table -- what a router knows of bit strings: which nodes each of its output ports reaches,
// where a worm goes whole if it has others, and the class of each plane.
//
// Reach is one memory of W-bit words: word j of the string of port o in plane p, for worms of
// arrival group g, at ((g * Planes + p) * Words + j) * Ports + o. Written through the configuration
// port before there is traffic. Inputs ask it which ports a header flit hits, outputs which bits of
// a header flit their copy keeps.
//
//   header flit j at input i --AND--> reach[g][p][j][o], every p and o --> hit_o, rest_o
//   header flit j at output o ----->  reach[g][p][j][o], every p, OR --> copy_mask_o
//
// Golden model: csim/multicast/worm_table.c.  docs/microarchitecture.md, section 15.1.

module worm_table #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Groups     = 1,   // arrival groups, 1 to 16
  parameter  int unsigned Rows       = 1,   // of the routing table, for a group
  parameter  int unsigned StringBits = 16,  // nodes of the network; 0: no tree worms
  parameter  int unsigned Planes     = 1,   // classes that a branch may have
  localparam int unsigned Words      = (StringBits > FlitBits)
                                           ? (StringBits + FlitBits - 1) / FlitBits : 1,
  localparam int unsigned HdrW       = noc_pkg::HeaderBits,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1,
  localparam int unsigned GroupW     = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned RowW       = ClassW + Ports,
  localparam int unsigned Reaches    = Groups * Planes * Words * Ports,
  localparam int unsigned TblEntries = (Ports * Classes > Groups * Rows) ? Ports * Classes
                                                                         : Groups * Rows,
  localparam int unsigned Entries    = (Reaches > TblEntries) ? Reaches : TblEntries,
  localparam int unsigned CfgW       = (Entries > 1) ? $clog2(Entries) : 1
) (
  input  logic                        clk_i,
  // Nothing here is reset: the memories outlast it, the assertions need it.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic                        rst_i,          // synchronous, active high
  /* verilator lint_on UNUSEDSIGNAL */

  input  logic                        cfg_valid_i,    // an entry is written:
  input  logic [2:0]                  cfg_kind_i,     // 2 reach, 3 up, 4 class of a plane
  input  logic [CfgW-1:0]             cfg_index_i,
  input  logic [FlitBits-1:0]         cfg_data_i,     // word, {class, ports}, or class
  input  logic [Ports-1:0]            dec_valid_i,    // a header flit of a tree worm at input i ..
  input  logic [Ports*GroupW-1:0]     dec_group_i,    // .. whose worm has this arrival group,
  input  logic [Ports*HdrW-1:0]       dec_word_i,     // .. number j of the string's
  input  logic [Ports*FlitBits-1:0]   dec_payload_i,  // .. this is the flit
  input  logic [Ports*HdrW-1:0]       copy_word_i,    // output o sends word j of a string: j + 1
  input  logic [Ports*GroupW-1:0]     copy_group_i,   // .. of a worm of this arrival group

  output logic                        wt_wr_en_o,     // memory port; the rest 0 if none
  output logic [2:0]                  wt_wr_kind_o,
  output logic [CfgW-1:0]             wt_wr_index_o,
  output logic [FlitBits-1:0]         wt_wr_data_o,
  output logic [Ports*Planes*Ports-1:0] hit_o,        // by input and plane: ports hit; 0 without
  output logic [Ports-1:0]            rest_o,         // the flit has a bit that no port reaches
  output logic [Ports*Ports-1:0]      up_ports_o,     // up of its group; 0 without a flit
  output logic [Ports*ClassPinW-1:0]  up_class_o,
  output logic [Planes*ClassPinW-1:0] plane_class_o,  // 0 without any flit
  output logic [Ports*FlitBits-1:0]   copy_mask_o     // bits that the copy keeps; ones without
);

  if (StringBits > 4096 || Words > 127) begin : gen_bad_string
    $error("worm_table: StringBits must be 0 to 4096, and fit 127 flits");
  end
  if (Planes < 1 || Planes > Classes + 1) begin : gen_bad_planes
    $error("worm_table: Planes must be 1 to Classes + 1");
  end

  localparam int unsigned ReachW = (Reaches > 1) ? $clog2(Reaches) : 1;

  logic [FlitBits-1:0]  reach_mem [Reaches];
  logic [RowW-1:0]      up_mem    [Groups];

  function automatic logic [ReachW-1:0] place(input logic [GroupW-1:0] group,
                                              input int unsigned plane,
                                              input logic [HdrW-1:0] word,
                                              input int unsigned port);
    place = ReachW'(((32'(group) * Planes + plane) * Words + 32'(word)) * Ports + port);
  endfunction

  assign wt_wr_en_o    = cfg_valid_i && cfg_kind_i > 3'd1;
  assign wt_wr_kind_o  = wt_wr_en_o ? cfg_kind_i : '0;
  assign wt_wr_index_o = wt_wr_en_o ? cfg_index_i : '0;
  assign wt_wr_data_o  = wt_wr_en_o ? cfg_data_i : '0;

  always_ff @(posedge clk_i) begin
    if (wt_wr_kind_o == 3'd2) reach_mem[ReachW'(wt_wr_index_o)] <= wt_wr_data_o;
    if (wt_wr_kind_o == 3'd3) up_mem[GroupW'(wt_wr_index_o)] <= wt_wr_data_o[RowW-1:0];
  end

  logic [RowW-1:0]     up;       // of the group at hand
  logic [FlitBits-1:0] flit;     // the header flit at hand
  logic [FlitBits-1:0] rest;     // its bits that no port reaches
  logic [FlitBits-1:0] reach;    // a word of reach
  logic [GroupW-1:0]   group;
  logic [HdrW-1:0]     word;

  // Inputs: what the header flits on the links hit.
  always_comb begin
    hit_o      = '0;
    rest_o     = '0;
    up_ports_o = '0;
    up_class_o = '0;
    up         = '0;
    flit       = '0;
    rest       = '0;
    reach      = '0;
    group      = '0;
    word       = '0;
    if (dec_valid_i != '0) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        if (dec_valid_i[i]) begin
          flit  = dec_payload_i[i*FlitBits +: FlitBits];
          rest  = flit;
          group = dec_group_i[i*GroupW +: GroupW];
          word  = dec_word_i[i*HdrW +: HdrW];
          up    = up_mem[group];
          up_ports_o[i*Ports +: Ports] = up[Ports-1:0];
          if (Classes > 1) up_class_o[i*ClassPinW +: ClassPinW] = ClassPinW'(up >> Ports);
          for (int unsigned p = 0; p < Planes; p++) begin
            for (int unsigned o = 0; o < Ports; o++) begin
              reach = reach_mem[place(group, p, word, o)];
              rest  = rest & ~reach;
              hit_o[(i*Planes + p)*Ports + o] = (flit & reach) != '0;
            end
          end
          rest_o[i] = rest != '0;
        end
      end
    end
  end

  if (Classes > 1) begin : gen_classes
    logic [Planes*ClassPinW-1:0] classes;  // no reset either

    always_ff @(posedge clk_i) begin
      if (wt_wr_kind_o == 3'd4) begin
        classes[32'(wt_wr_index_o)*ClassPinW +: ClassPinW] <= wt_wr_data_o[ClassPinW-1:0];
      end
    end
    assign plane_class_o = (dec_valid_i != '0) ? classes : '0;
  end else begin : gen_no_classes
    assign plane_class_o = '0;
  end

  // Outputs: what the copies of header flits keep.
  logic [FlitBits-1:0] keep;    // of the output at hand
  logic [HdrW-1:0]     number;  // its word
  logic [GroupW-1:0]   whose;   // and group

  always_comb begin
    copy_mask_o = '1;
    keep        = '0;
    number      = '0;
    whose       = '0;
    if (copy_word_i != '0) begin
      for (int unsigned o = 0; o < Ports; o++) begin
        if (copy_word_i[o*HdrW +: HdrW] != '0) begin
          number = copy_word_i[o*HdrW +: HdrW] - 1'b1;
          whose  = copy_group_i[o*GroupW +: GroupW];
          keep   = '0;
          for (int unsigned p = 0; p < Planes; p++) begin
            keep = keep | reach_mem[place(whose, p, number, o)];
          end
          copy_mask_o[o*FlitBits +: FlitBits] = keep;
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && wt_wr_en_o) begin
      a_kind:  assert (wt_wr_kind_o < 3'd5);
      a_index: assert (32'(wt_wr_index_o) < ((wt_wr_kind_o == 3'd2) ? Reaches :
                                             (wt_wr_kind_o == 3'd3) ? Groups : Planes));
    end
    if (!rst_i && dec_valid_i != '0) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        if (dec_valid_i[i]) begin
          a_string: assert (StringBits > 0 && 32'(dec_word_i[i*HdrW +: HdrW]) < Words);
          a_group:  assert (32'(dec_group_i[i*GroupW +: GroupW]) < Groups);
          c_rest:   cover (rest_o[i]);
        end
      end
    end
    if (!rst_i && copy_word_i != '0) begin
      for (int unsigned o = 0; o < Ports; o++) begin
        a_copied: assert (32'(copy_word_i[o*HdrW +: HdrW]) <= Words);
      end
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
