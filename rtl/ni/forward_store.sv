// forward_store -- the memories of the forwarding unit: packets in their slots with a tag beside
// each, and the child table.
//
// A word and a tag are written by arrival, the tag with the first word; the sender reads a word,
// the tag of a packet that it takes, and a child. Nothing is reset; a write is visible to reads
// from the next cycle on.
//
//   slot * ForwardFlits + position      word 0              word 1 ..
//                                     [ head and data | tag ] [ data ]
//   row * ForwardChildren + child     [ address | last | more ]
//
// Golden model: csim/ni/forward_unit.c.  docs/microarchitecture.md, section 16.

module forward_store #(
  parameter  int unsigned FlitBits        = 64,
  parameter  int unsigned AddrW           = 6,
  parameter  int unsigned FTagW           = 9,
  parameter  int unsigned ForwardSlots    = 8,   // packet slots, 1 to 1024
  parameter  int unsigned ForwardFlits    = 8,   // flits of the longest packet, 1 to 640
  parameter  int unsigned ForwardRows     = 16,  // rows of the child table, 1 to 65536
  parameter  int unsigned ForwardChildren = 4,   // children of a row, 1 to 64
  localparam int unsigned FSlotW          = (ForwardSlots > 1) ? $clog2(ForwardSlots) : 1,
  localparam int unsigned FPosW           = (ForwardFlits > 1) ? $clog2(ForwardFlits) : 1,
  localparam int unsigned FIndexW         = (ForwardRows * ForwardChildren > 1)
                                                ? $clog2(ForwardRows * ForwardChildren) : 1
) (
  input  logic                clk_i,

  input  logic                fs_wr_en_i,     // a word is written, at position 0 a tag as well
  input  logic [FSlotW-1:0]   fs_wr_slot_i,
  input  logic [FPosW-1:0]    fs_wr_pos_i,
  input  logic [FTagW-1:0]    fs_wr_tag_i,
  input  logic [FlitBits-1:0] fs_wr_data_i,
  input  logic                fs_rd_en_i,     // a word is read
  input  logic [FSlotW-1:0]   fs_rd_slot_i,
  input  logic [FPosW-1:0]    fs_rd_pos_i,
  input  logic                tag_en_i,       // a tag is read
  input  logic [FSlotW-1:0]   tag_slot_i,
  input  logic                ft_wr_en_i,     // a child is written
  input  logic [FIndexW-1:0]  ft_wr_index_i,
  input  logic [AddrW+1:0]    ft_wr_data_i,
  input  logic                ft_rd_en_i,     // a child is read
  input  logic [FIndexW-1:0]  ft_rd_index_i,

  output logic [FlitBits-1:0] word_o,         // 0 when not enabled, as the next two
  output logic [FTagW-1:0]    tag_o,
  output logic [AddrW+1:0]    child_o
);

  localparam int unsigned Words = ForwardSlots * ForwardFlits;
  localparam int unsigned WordW = (Words > 1) ? $clog2(Words) : 1;

  logic [FlitBits-1:0] word_mem  [Words];
  logic [FTagW-1:0]    tag_mem   [ForwardSlots];
  logic [AddrW+1:0]    child_mem [ForwardRows*ForwardChildren];

  function automatic logic [WordW-1:0] word(input logic [FSlotW-1:0] slot,
                                            input logic [FPosW-1:0]  pos);
    word = WordW'(32'(slot) * ForwardFlits + 32'(pos));
  endfunction

  always_ff @(posedge clk_i) begin
    if (fs_wr_en_i) begin
      word_mem[word(fs_wr_slot_i, fs_wr_pos_i)] <= fs_wr_data_i;
      if (fs_wr_pos_i == '0) tag_mem[fs_wr_slot_i] <= fs_wr_tag_i;
    end
    if (ft_wr_en_i) child_mem[ft_wr_index_i] <= ft_wr_data_i;
  end

  assign word_o  = fs_rd_en_i ? word_mem[word(fs_rd_slot_i, fs_rd_pos_i)] : '0;
  assign tag_o   = tag_en_i ? tag_mem[tag_slot_i] : '0;
  assign child_o = ft_rd_en_i ? child_mem[ft_rd_index_i] : '0;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (fs_wr_en_i) begin
      a_fs_wr: assert (32'(fs_wr_slot_i) < ForwardSlots && 32'(fs_wr_pos_i) < ForwardFlits);
    end
    if (fs_rd_en_i) begin
      a_fs_rd: assert (32'(fs_rd_slot_i) < ForwardSlots && 32'(fs_rd_pos_i) < ForwardFlits);
      c_both:  cover (fs_wr_en_i);
    end
    if (ft_wr_en_i) begin
      a_ft_wr: assert (32'(ft_wr_index_i) < ForwardRows * ForwardChildren);
    end
    if (ft_rd_en_i) begin
      a_ft_rd: assert (32'(ft_rd_index_i) < ForwardRows * ForwardChildren);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
