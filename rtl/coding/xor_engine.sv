// xor_engine -- makes an exclusive or: reads two operands word by word, writes the result, and
// hands it to the host if wanted.
//
// One flit a cycle; the next exclusive or follows without a gap. XorOverhead is a pipeline of so
// many stages between the read and the result. A result for the host that finds the result
// registers full, and not taken in this cycle, holds everything here. The names of the result are
// those that exactly one operand has.
//
//   found --> x_slot, x_a, x_b --> words of a ^ b at x_pos --> x_p_* stages --> the result flit
//               (start)              (read)                            xr_wr_*, and res_* --> host
//
// Golden model: csim/coding/xor_unit.c.  docs/microarchitecture.md, section 13.

module xor_engine #(
  parameter  int unsigned FlitBits    = 64,
  parameter  int unsigned LenW        = 4,
  parameter  int unsigned XorSlots    = 8,
  parameter  int unsigned XorFlits    = 4,
  parameter  int unsigned XorOverhead = 1,  // stages, 0 to 64
  parameter  int unsigned NameW       = 6,
  parameter  int unsigned DataReset   = 1,  // 0: data on the way and results are not reset
  localparam int unsigned XSlotW      = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned XPosW       = (XorFlits > 1) ? $clog2(XorFlits) : 1,
  localparam int unsigned TagW        = LenW + 2 * NameW + 1,
  localparam int unsigned Stages      = (XorOverhead > 0) ? XorOverhead : 1  // of the ports
) (
  input  logic                       clk_i,
  input  logic                       rst_i,        // synchronous, active high

  input  logic                       found_i,      // an exclusive or is ready ..
  input  logic [XSlotW-1:0]          found_slot_i, // .. for this slot ..
  input  logic [XSlotW-1:0]          found_a_i,    // .. of these operands ..
  input  logic [XSlotW-1:0]          found_b_i,
  input  logic                       found_deliver_i,  // .. and goes to the host
  input  logic [TagW-1:0]            tag_a_i,      // of the operands under way
  input  logic [TagW-1:0]            tag_b_i,
  input  logic [FlitBits-1:0]        data_a_i,     // their words at x_pos
  input  logic [FlitBits-1:0]        data_b_i,
  input  logic                       res_ready_i,  // the host takes the flit of a result

  output logic                       seek_o,       // idle, or at the last word, but for a hold
  output logic                       start_o,      // what is found starts
  output logic                       done_o,       // the last flit of a result is written

  output logic                       x_rd_en_o,    // memory ports: the operands are read
  output logic [XSlotW-1:0]          x_rd_a_o,
  output logic [XSlotW-1:0]          x_rd_b_o,
  output logic [XPosW-1:0]           x_rd_pos_o,
  output logic                       xr_wr_en_o,   // memory port: the result store is written
  output logic [XSlotW-1:0]          xr_wr_slot_o,
  output logic [XPosW-1:0]           xr_wr_pos_o,
  output logic [TagW-1:0]            xr_wr_tag_o,
  output logic [FlitBits-1:0]        xr_wr_data_o,

  output logic                       res_valid_o,  // to the host: a flit of a result
  output logic [1:0]                 res_kind_o,
  output logic [XSlotW-1:0]          res_slot_o,
  output logic [NameW-1:0]           res_name_o,   // name a
  output logic [FlitBits-1:0]        res_data_o,
  output logic                       done_valid_o, // to the host: a result is complete ..
  output logic [XSlotW-1:0]          done_slot_o,  // .. in this slot
  output logic                       x_busy_o,     // state: the exclusive or under way
  output logic [XSlotW-1:0]          x_slot_o,
  output logic [XSlotW-1:0]          x_a_o,
  output logic [XSlotW-1:0]          x_b_o,
  output logic                       x_deliver_o,
  output logic [XPosW-1:0]           x_pos_o,
  output logic [Stages-1:0]          x_p_valid_o,  // state: the pipeline; 0 if there is none
  output logic [Stages-1:0]          x_p_first_o,
  output logic [Stages-1:0]          x_p_last_o,
  output logic [Stages-1:0]          x_p_deliver_o,
  output logic [Stages*XSlotW-1:0]   x_p_slot_o,
  output logic [Stages*XPosW-1:0]    x_p_pos_o,
  output logic [Stages*TagW-1:0]     x_p_tag_o,
  output logic [Stages*FlitBits-1:0] x_p_data_o
);

  if (XorOverhead > 64) begin : gen_bad_overhead
    $error("xor_engine: XorOverhead must be 0 to 64");
  end

  logic                hold;
  logic                rd_first, rd_last;  // of the word at x_pos
  logic [TagW-1:0]     rd_tag;             // of the result, with its first word
  logic [FlitBits-1:0] rd_data;
  logic                flit_valid, flit_first, flit_last, flit_deliver;  // the result flit
  logic [XSlotW-1:0]   flit_slot;
  logic [XPosW-1:0]    flit_pos;
  logic [TagW-1:0]     flit_tag;
  logic [FlitBits-1:0] flit_data;
  logic                deliver;            // it goes to the result registers

  // Start and read.
  assign rd_first   = x_busy_o && x_pos_o == '0;
  assign rd_last    = x_busy_o && 32'(x_pos_o) + 32'd1 == 32'(tag_a_i[TagW-1 -: LenW]);
  assign seek_o     = !x_busy_o || rd_last;
  assign hold       = flit_valid && flit_deliver && res_valid_o && !res_ready_i;
  assign start_o    = found_i && !hold;
  assign x_rd_en_o  = x_busy_o && !hold;
  assign x_rd_a_o   = x_rd_en_o ? x_a_o : '0;
  assign x_rd_b_o   = x_rd_en_o ? x_b_o : '0;
  assign x_rd_pos_o = x_rd_en_o ? x_pos_o : '0;
  assign rd_data    = data_a_i ^ data_b_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      x_busy_o    <= 1'b0;
      x_slot_o    <= '0;
      x_a_o       <= '0;
      x_b_o       <= '0;
      x_deliver_o <= 1'b0;
      x_pos_o     <= '0;
    end else if (start_o) begin
      x_busy_o    <= 1'b1;
      x_slot_o    <= found_slot_i;
      x_a_o       <= found_a_i;
      x_b_o       <= found_b_i;
      x_deliver_o <= found_deliver_i;
      x_pos_o     <= '0;
    end else if (x_rd_en_o) begin
      x_busy_o    <= !rd_last;
      x_pos_o     <= rd_last ? '0 : x_pos_o + 1'b1;
    end
  end

  // Names: of the four in the tags, those that the other operand does not have. One is left, then
  // it is both the first and the last; or two.
  logic             a_coded, b_coded;
  logic [NameW-1:0] a_low, a_high, b_low, b_high, one, other;
  logic [3:0]       left;
  assign {a_high, a_low, a_coded} = tag_a_i[2*NameW:0];
  assign {b_high, b_low, b_coded} = tag_b_i[2*NameW:0];

  always_comb begin
    left   = '0;
    one    = '0;
    other  = '0;
    rd_tag = '0;
    if (rd_first) begin
      left[0] = a_low != b_low && !(b_coded && a_low == b_high);
      left[1] = a_coded && a_high != b_low && !(b_coded && a_high == b_high);
      left[2] = b_low != a_low && !(a_coded && b_low == a_high);
      left[3] = b_coded && b_high != a_low && !(a_coded && b_high == a_high);
      one     = left[0] ? a_low : left[1] ? a_high : left[2] ? b_low : b_high;
      other   = left[3] ? b_high : left[2] ? b_low : left[1] ? a_high : a_low;
      rd_tag[TagW-1 -: LenW] = tag_a_i[TagW-1 -: LenW];
      rd_tag[2*NameW:0]      = (one == other) ? {NameW'(0), one, 1'b0}
                                              : (one < other) ? {other, one, 1'b1}
                                                              : {one, other, 1'b1};
    end
  end

  // The overhead.
  if (XorOverhead == 0) begin : gen_direct
    assign flit_valid   = x_busy_o;
    assign flit_first   = rd_first;
    assign flit_last    = rd_last;
    assign flit_deliver = x_deliver_o;
    assign flit_slot    = x_slot_o;
    assign flit_pos     = x_pos_o;
    assign flit_tag     = rd_tag;
    assign flit_data    = rd_data;
    assign {x_p_valid_o, x_p_first_o, x_p_last_o, x_p_deliver_o} = '0;
    assign {x_p_slot_o, x_p_pos_o, x_p_tag_o, x_p_data_o}        = '0;
  end else begin : gen_pipeline
    localparam int unsigned End = XorOverhead - 1;  // the last stage

    assign flit_valid   = x_p_valid_o[End];
    assign flit_first   = x_p_first_o[End];
    assign flit_last    = x_p_last_o[End];
    assign flit_deliver = x_p_deliver_o[End];
    assign flit_slot    = x_p_slot_o[End*XSlotW +: XSlotW];
    assign flit_pos     = x_p_pos_o[End*XPosW +: XPosW];
    assign flit_tag     = x_p_tag_o[End*TagW +: TagW];
    assign flit_data    = x_p_data_o[End*FlitBits +: FlitBits];

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        x_p_valid_o   <= '0;
        x_p_first_o   <= '0;
        x_p_last_o    <= '0;
        x_p_deliver_o <= '0;
        x_p_slot_o    <= '0;
        x_p_pos_o     <= '0;
        x_p_tag_o     <= '0;
      end else if (!hold && (x_rd_en_o || x_p_valid_o != '0)) begin
        x_p_valid_o <= XorOverhead'({x_p_valid_o, x_rd_en_o});
        if (x_rd_en_o) begin
          x_p_first_o[0]            <= rd_first;
          x_p_last_o[0]             <= rd_last;
          x_p_deliver_o[0]          <= x_deliver_o;
          x_p_slot_o[0 +: XSlotW]   <= x_slot_o;
          x_p_pos_o[0 +: XPosW]     <= x_pos_o;
          x_p_tag_o[0 +: TagW]      <= rd_tag;
        end
        for (int unsigned i = 1; i < XorOverhead; i++) begin
          if (x_p_valid_o[i-1]) begin
            x_p_first_o[i]                     <= x_p_first_o[i-1];
            x_p_last_o[i]                      <= x_p_last_o[i-1];
            x_p_deliver_o[i]                   <= x_p_deliver_o[i-1];
            x_p_slot_o[i*XSlotW +: XSlotW]     <= x_p_slot_o[(i-1)*XSlotW +: XSlotW];
            x_p_pos_o[i*XPosW +: XPosW]        <= x_p_pos_o[(i-1)*XPosW +: XPosW];
            x_p_tag_o[i*TagW +: TagW]          <= x_p_tag_o[(i-1)*TagW +: TagW];
          end
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i && DataReset == 1) begin
        for (int unsigned i = 0; i < XorOverhead; i++) x_p_data_o[i*FlitBits +: FlitBits] <= '0;
      end else if (!hold) begin
        if (x_rd_en_o) x_p_data_o[0 +: FlitBits] <= rd_data;
        for (int unsigned i = 1; i < XorOverhead; i++) begin
          if (x_p_valid_o[i-1]) begin
            x_p_data_o[i*FlitBits +: FlitBits] <= x_p_data_o[(i-1)*FlitBits +: FlitBits];
          end
        end
      end
    end
  end

  // The result flit.
  assign done_o       = xr_wr_en_o && flit_last;
  assign xr_wr_en_o   = flit_valid && !hold;
  assign xr_wr_slot_o = xr_wr_en_o ? flit_slot : '0;
  assign xr_wr_pos_o  = xr_wr_en_o ? flit_pos : '0;
  assign xr_wr_tag_o  = xr_wr_en_o ? flit_tag : '0;
  assign xr_wr_data_o = xr_wr_en_o ? flit_data : '0;
  assign deliver      = xr_wr_en_o && flit_deliver;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      res_valid_o  <= 1'b0;
      res_kind_o   <= '0;
      res_slot_o   <= '0;
      res_name_o   <= '0;
      done_valid_o <= 1'b0;
      done_slot_o  <= '0;
    end else begin
      if (deliver) begin
        res_valid_o <= 1'b1;
        res_kind_o  <= {flit_last, flit_first};
        if (flit_first) begin
          res_slot_o <= flit_slot;
          res_name_o <= flit_tag[1 +: NameW];
        end
      end else if (res_ready_i) begin
        res_valid_o <= 1'b0;
      end
      done_valid_o <= done_o;
      if (done_o) done_slot_o <= flit_slot;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i && DataReset == 1) res_data_o <= '0;
    else if (deliver) res_data_o <= flit_data;
  end

`ifndef SYNTHESIS
  logic [31:0] flits;  // of the operands
  assign flits = 32'(tag_a_i[TagW-1 -: LenW]);

  always_ff @(posedge clk_i) begin
    if (!rst_i && x_busy_o) begin
      a_length: assert (tag_a_i[TagW-1 -: LenW] == tag_b_i[TagW-1 -: LenW]);
      a_flits:  assert (32'(x_pos_o) < flits && flits <= XorFlits);
      a_names:  assert (!rd_first || (left != '0 && $countones(left) <= 2));
      c_hold:   cover (hold);
      c_chain:  cover (start_o);
      c_raw:    cover (rd_first && a_coded && b_coded && !rd_tag[0]);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
