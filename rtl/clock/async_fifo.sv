// async_fifo -- a queue between two clocks: written in one, read in the other.
//
//   wr_data_i --> mem[wr_ptr] ........................... mem[rd_ptr] --> rd_data_o
//                     |                                       |
//                  wr_gray --> synchronizer --> wr_seen:  rd_valid_o if it is not rd_gray
//   wr_ready_o if not full <-- rd_seen <-- synchronizer <-- rd_gray          (Full = 1)
//
// Pointers cross as Gray codes: of a pointer that changes while it is sampled one bit is uncertain,
// and either way it is a value that the pointer had. A pointer that is seen late shows too few
// entries to the reader and too little room to the writer, never too much. With Full = 0 nothing
// goes back, and the writer knows by itself that there is room.
//
// Both sides are reset together.
//
// Checked by tests/clock.  docs/clock-crossing.md, "async_fifo".

module async_fifo #(
  parameter  int unsigned Width  = 8,
  parameter  int unsigned Depth  = 8,  // entries, a power of two
  parameter  int unsigned Stages = 2,  // of the synchronizers
  parameter  int unsigned Full   = 1   // 0: wr_ready_o is 1, and the user bounds what is inside
) (
  input  logic             wr_clk_i,
  input  logic             wr_rst_i,    // synchronous, active high
  input  logic             wr_valid_i,
  output logic             wr_ready_o,
  input  logic [Width-1:0] wr_data_i,

  input  logic             rd_clk_i,
  input  logic             rd_rst_i,    // synchronous, active high
  output logic             rd_valid_o,
  input  logic             rd_ready_i,
  output logic [Width-1:0] rd_data_o    // read from the memory: counts with rd_valid_o only
);

  if (Width < 1 || Width > 1024 || Depth < 2 || Depth > 16384 || (Depth & (Depth - 1)) != 0 ||
      Full > 1) begin : gen_bad_shape
    $error("async_fifo: Width must be 1 to 1024, Depth a power of two, 2 to 16384, Full 0 or 1");
  end

  localparam int unsigned PosW = $clog2(Depth);
  localparam int unsigned PtrW = PosW + 1;

  logic [Width-1:0] mem [Depth];

  logic [PtrW-1:0] wr_ptr, wr_gray, wr_next, wr_seen;
  logic [PtrW-1:0] rd_ptr, rd_gray, rd_next;
  logic            write, read;

  function automatic logic [PtrW-1:0] gray(input logic [PtrW-1:0] pointer);
    gray = pointer ^ (pointer >> 1);
  endfunction

  // Writing
  assign write   = wr_valid_i && wr_ready_o;
  assign wr_next = wr_ptr + 1'b1;

  always_ff @(posedge wr_clk_i) begin
    if (wr_rst_i) begin
      wr_ptr  <= '0;
      wr_gray <= '0;
    end else if (write) begin
      wr_ptr  <= wr_next;
      wr_gray <= gray(wr_next);
    end
  end

  always_ff @(posedge wr_clk_i) begin
    if (write) mem[wr_ptr[PosW-1:0]] <= wr_data_i;
  end

  if (Full == 1) begin : gen_full
    logic [PtrW-1:0] rd_seen;

    synchronizer #(.Width(PtrW), .Stages(Stages)) u_rd_seen (
      .clk_i(wr_clk_i), .rst_i(wr_rst_i), .d_i(rd_gray), .q_o(rd_seen)
    );
    // The Gray codes of pointers that are Depth apart differ in the two uppermost bits.
    assign wr_ready_o = wr_gray != (rd_seen ^ (PtrW'(3) << (PtrW - 2)));
  end else begin : gen_no_full
    assign wr_ready_o = 1'b1;
  end

  // Reading
  synchronizer #(.Width(PtrW), .Stages(Stages)) u_wr_seen (
    .clk_i(rd_clk_i), .rst_i(rd_rst_i), .d_i(wr_gray), .q_o(wr_seen)
  );

  assign rd_valid_o = rd_gray != wr_seen;
  assign rd_data_o  = mem[rd_ptr[PosW-1:0]];
  assign read       = rd_valid_o && rd_ready_i;
  assign rd_next    = rd_ptr + 1'b1;

  always_ff @(posedge rd_clk_i) begin
    if (rd_rst_i) begin
      rd_ptr  <= '0;
      rd_gray <= '0;
    end else if (read) begin
      rd_ptr  <= rd_next;
      rd_gray <= gray(rd_next);
    end
  end

`ifndef SYNTHESIS
  // A simulator sees both pointers at once: so these are exact.
  always_ff @(posedge wr_clk_i) begin
    if (!wr_rst_i && !rd_rst_i && write) begin
      a_room:    assert (32'(PtrW'(wr_ptr - rd_ptr)) < Depth);
      a_wr_gray: assert ($onehot(wr_gray ^ gray(wr_next)));
    end
  end
  always_ff @(posedge rd_clk_i) begin
    if (!wr_rst_i && !rd_rst_i && read) begin
      a_entry:   assert (wr_ptr != rd_ptr);
      a_rd_gray: assert ($onehot(rd_gray ^ gray(rd_next)));
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
