// xor_store -- the operands of the XOR coding unit: two memories, and a tag beside each word 0.
//
// The arrival store takes packets and the host's loads, the result store what the unit makes; so
// both can be written in every cycle, and an exclusive or may replace its own first operand. An
// operand lies in one of them, at its slot: the reader says in which. The tag is written with the
// first word. A write is visible to reads from the next cycle on.
//
//   slot * XorFlits + position     word 0            word 1 ..
//   xa (arrival)                   [ data | tag ]    [ data ]
//   xr (result)                    [ data | tag ]    [ data ]
//                                     '-- read ports a, b (to be combined) and s (to be sent)
//
// Golden model: csim/coding/xor_unit.c.  docs/microarchitecture.md, section 13.

module xor_store #(
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned XorSlots = 8,
  parameter  int unsigned XorFlits = 4,
  parameter  int unsigned TagW     = 17,
  localparam int unsigned XSlotW   = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned XPosW    = (XorFlits > 1) ? $clog2(XorFlits) : 1
) (
  input  logic                clk_i,

  input  logic                xa_wr_en_i,     // a word into the arrival store, at position 0 a tag
  input  logic [XSlotW-1:0]   xa_wr_slot_i,
  input  logic [XPosW-1:0]    xa_wr_pos_i,
  input  logic [TagW-1:0]     xa_wr_tag_i,
  input  logic [FlitBits-1:0] xa_wr_data_i,
  input  logic                xr_wr_en_i,     // the same into the result store
  input  logic [XSlotW-1:0]   xr_wr_slot_i,
  input  logic [XPosW-1:0]    xr_wr_pos_i,
  input  logic [TagW-1:0]     xr_wr_tag_i,
  input  logic [FlitBits-1:0] xr_wr_data_i,
  input  logic [XorSlots-1:0] x_result_i,     // bit s: the operand of slot s is a result

  input  logic                tag_en_i,       // the tags of operands a and b are read ..
  input  logic                rd_en_i,        // .. and their words
  input  logic [XSlotW-1:0]   rd_a_i,
  input  logic [XSlotW-1:0]   rd_b_i,
  input  logic [XPosW-1:0]    rd_pos_i,
  output logic [TagW-1:0]     tag_a_o,        // 0 when not enabled, as all below
  output logic [TagW-1:0]     tag_b_o,
  output logic [FlitBits-1:0] data_a_o,
  output logic [FlitBits-1:0] data_b_o,

  input  logic                xs_rd_en_i,     // a word and the tag are read for injection
  input  logic [XSlotW-1:0]   xs_rd_slot_i,
  input  logic [XPosW-1:0]    xs_rd_pos_i,
  output logic [TagW-1:0]     xs_tag_o,
  output logic [FlitBits-1:0] xs_data_o
);

  localparam int unsigned Words = XorSlots * XorFlits;
  localparam int unsigned WordW = $clog2(Words);

  logic [FlitBits-1:0] xa_mem     [Words];
  logic [FlitBits-1:0] xr_mem     [Words];
  logic [TagW-1:0]     xa_tag_mem [XorSlots];
  logic [TagW-1:0]     xr_tag_mem [XorSlots];

  function automatic logic [WordW-1:0] word(input logic [XSlotW-1:0] slot,
                                            input logic [XPosW-1:0]  pos);
    word = WordW'(32'(slot) * XorFlits + 32'(pos));
  endfunction

  always_ff @(posedge clk_i) begin
    if (xa_wr_en_i) begin
      xa_mem[word(xa_wr_slot_i, xa_wr_pos_i)] <= xa_wr_data_i;
      if (xa_wr_pos_i == '0) xa_tag_mem[xa_wr_slot_i] <= xa_wr_tag_i;
    end
    if (xr_wr_en_i) begin
      xr_mem[word(xr_wr_slot_i, xr_wr_pos_i)] <= xr_wr_data_i;
      if (xr_wr_pos_i == '0) xr_tag_mem[xr_wr_slot_i] <= xr_wr_tag_i;
    end
  end

  always_comb begin
    tag_a_o = '0;
    tag_b_o = '0;
    if (tag_en_i) begin
      tag_a_o = x_result_i[rd_a_i] ? xr_tag_mem[rd_a_i] : xa_tag_mem[rd_a_i];
      tag_b_o = x_result_i[rd_b_i] ? xr_tag_mem[rd_b_i] : xa_tag_mem[rd_b_i];
    end
  end

  logic [WordW-1:0] word_a, word_b, word_s;  // where they are read

  always_comb begin
    word_a   = '0;
    word_b   = '0;
    data_a_o = '0;
    data_b_o = '0;
    if (rd_en_i) begin
      word_a   = word(rd_a_i, rd_pos_i);
      word_b   = word(rd_b_i, rd_pos_i);
      data_a_o = x_result_i[rd_a_i] ? xr_mem[word_a] : xa_mem[word_a];
      data_b_o = x_result_i[rd_b_i] ? xr_mem[word_b] : xa_mem[word_b];
    end
  end

  always_comb begin
    word_s    = '0;
    xs_tag_o  = '0;
    xs_data_o = '0;
    if (xs_rd_en_i) begin
      word_s    = word(xs_rd_slot_i, xs_rd_pos_i);
      xs_tag_o  = x_result_i[xs_rd_slot_i] ? xr_tag_mem[xs_rd_slot_i] : xa_tag_mem[xs_rd_slot_i];
      xs_data_o = x_result_i[xs_rd_slot_i] ? xr_mem[word_s] : xa_mem[word_s];
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (xa_wr_en_i) begin
      a_xa_slot: assert (32'(xa_wr_slot_i) < XorSlots && 32'(xa_wr_pos_i) < XorFlits);
    end
    if (xr_wr_en_i) begin
      a_xr_slot: assert (32'(xr_wr_slot_i) < XorSlots && 32'(xr_wr_pos_i) < XorFlits);
    end
    if (rd_en_i) begin
      a_rd_slot: assert (32'(rd_a_i) < XorSlots && 32'(rd_b_i) < XorSlots &&
                         32'(rd_pos_i) < XorFlits);
    end
    if (xs_rd_en_i) begin
      a_xs_slot: assert (32'(xs_rd_slot_i) < XorSlots && 32'(xs_rd_pos_i) < XorFlits);
      c_both:    cover (rd_en_i && xa_wr_en_i && xr_wr_en_i);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
