// xor_slots -- what each operand slot of the XOR coding unit is for, and which result is next.
//
// The host's commands open a slot for a packet, or make it the exclusive or of two others; it may
// be its own first operand, a packet to be decoded in place. An exclusive or is ready when both
// operands are there. The lowest slot that is ready is found while the engine seeks one.
//
//            x_open  x_full  x_op
//   open        1       0      0    waits for a packet, which makes it
//               0       1      0    an operand that others may use
//   xor a, b    0       0      1    waits for a and b; when it starts
//               0       0      0    it is being made, and then an operand, in the result store
//   xor r, b    1       0      1    in place: waits for its packet, then
//               0       1      1    for b
//
// Golden model: csim/coding/xor_unit.c.  docs/microarchitecture.md, section 13.

module xor_slots #(
  parameter  int unsigned XorSlots = 8,                                     // 2 to 4096
  localparam int unsigned XSlotW   = (XorSlots > 2) ? $clog2(XorSlots) : 1
) (
  input  logic                clk_i,
  input  logic                rst_i,          // synchronous, active high

  input  logic                cmd_valid_i,    // a command: open, xor, load
  input  logic [1:0]          cmd_op_i,
  input  logic [XSlotW-1:0]   cmd_slot_i,
  input  logic [XSlotW-1:0]   cmd_a_i,
  input  logic [XSlotW-1:0]   cmd_b_i,
  input  logic                cmd_deliver_i,
  input  logic                load_first_i,   // it is the first load of its slot
  input  logic                full_i,         // the last flit from outside is written ..
  input  logic [XSlotW-1:0]   full_slot_i,    // .. into this slot
  input  logic                seek_i,         // the engine can start after this cycle ..
  input  logic                start_i,        // .. and starts what is found
  input  logic                done_i,         // the last flit of a result is written ..
  input  logic [XSlotW-1:0]   done_slot_i,    // .. into this slot

  output logic                found_o,        // while it seeks: the lowest that is ready ..
  output logic [XSlotW-1:0]   found_slot_o,
  output logic [XSlotW-1:0]   found_a_o,      // .. of these operands ..
  output logic [XSlotW-1:0]   found_b_o,
  output logic                found_deliver_o,  // .. and goes to the host

  output logic [XorSlots-1:0] x_open_o,       // state: a packet is expected
  output logic [XorSlots-1:0] x_full_o,       // state: it holds an operand
  output logic [XorSlots-1:0] x_op_o,         // state: it is to be made
  output logic [XorSlots-1:0] x_result_o      // state: the operand is in the result store
);

  localparam int unsigned PairW  = 2 * XSlotW + 1;
  localparam int unsigned Chunks = (XorSlots + 31) / 32;  // of 32 slots, looked at together

  if (XorSlots < 2 || XorSlots > 4096) begin : gen_bad_slots
    $error("xor_slots: XorSlots must be 2 to 4096");
  end

  logic [PairW-1:0]     pair_mem [XorSlots];  // of an exclusive or: {deliver, b, a}
  logic [PairW-1:0]     pair;
  logic [XorSlots-1:0]  waiting;              // not for a packet of its own
  logic [Chunks*32-1:0] pending;              // these, filled up to whole chunks
  logic [XorSlots-1:0]  usable;               // slots that hold an operand that others may use
  logic                 empties;              // the command takes away what the slot held

  // One that waits for its own packet is open; most slots that are to be made are. If it is not, an
  // exclusive or in place has its first operand.
  assign waiting = x_op_o & ~x_open_o;
  assign pending = (Chunks*32)'(waiting);
  assign usable  = x_full_o & ~x_op_o;

  // For speed of simulation: a chunk without a pending slot costs one look, and none if none pends.
  always_comb begin
    found_o         = 1'b0;
    found_slot_o    = '0;
    found_a_o       = '0;
    found_b_o       = '0;
    found_deliver_o = 1'b0;
    pair            = '0;
    if (seek_i && x_op_o != '0) begin
      for (int unsigned c = 0; c < Chunks; c++) begin
        if (!found_o && pending[c*32 +: 32] != '0) begin
          for (int unsigned i = 0; i < 32; i++) begin
            if (!found_o && pending[c*32 + i]) begin
              pair            = pair_mem[XSlotW'(c*32 + i)];
              found_slot_o    = XSlotW'(c*32 + i);
              found_a_o       = pair[0 +: XSlotW];
              found_b_o       = pair[XSlotW +: XSlotW];
              found_deliver_o = pair[2*XSlotW];
              found_o         = usable[found_b_o] &&
                                (usable[found_a_o] || found_a_o == found_slot_o);
            end
          end
        end
      end
    end
  end

  assign empties = cmd_valid_i && (cmd_op_i == noc_pkg::CommandOpen ||
                                   cmd_op_i == noc_pkg::CommandXor || load_first_i);

  always_ff @(posedge clk_i) begin
    if (cmd_valid_i && cmd_op_i == noc_pkg::CommandXor) begin
      pair_mem[cmd_slot_i] <= {cmd_deliver_i, cmd_b_i, cmd_a_i};
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      x_open_o   <= '0;
      x_full_o   <= '0;
      x_op_o     <= '0;
      x_result_o <= '0;
    end else begin
      if (empties) begin
        x_open_o[cmd_slot_i]   <= cmd_op_i == noc_pkg::CommandOpen ||
                                  (cmd_op_i == noc_pkg::CommandXor && cmd_a_i == cmd_slot_i);
        x_full_o[cmd_slot_i]   <= 1'b0;
        x_op_o[cmd_slot_i]     <= cmd_op_i == noc_pkg::CommandXor;
        x_result_o[cmd_slot_i] <= 1'b0;
      end
      if (full_i) begin
        x_open_o[full_slot_i] <= 1'b0;
        x_full_o[full_slot_i] <= 1'b1;
      end
      if (start_i) begin
        x_full_o[found_slot_o] <= 1'b0;
        x_op_o[found_slot_o]   <= 1'b0;
      end
      if (done_i) begin
        x_full_o[done_slot_i]   <= 1'b1;
        x_result_o[done_slot_i] <= 1'b1;
      end
    end
  end

`ifndef SYNTHESIS
  logic waited;  // the slot of a command is an operand of an exclusive or that has not started
  always_comb begin
    waited = 1'b0;
    if (empties && x_op_o != '0) begin
      for (int unsigned s = 0; s < XorSlots; s++) begin
        if (x_op_o[s] && (pair_mem[s][0 +: XSlotW] == cmd_slot_i ||
                          pair_mem[s][XSlotW +: XSlotW] == cmd_slot_i)) begin
          waited = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i && cmd_valid_i) a_command: assert (cmd_op_i <= noc_pkg::CommandLoad);
    if (!rst_i && empties) begin
      a_slot:   assert (cmd_slot_i != '0 && 32'(cmd_slot_i) < XorSlots);
      a_pends:  assert (!x_op_o[cmd_slot_i]);
      a_waited: assert (!waited);
    end
    if (!rst_i && cmd_valid_i && cmd_op_i == noc_pkg::CommandXor) begin
      a_first:  assert (cmd_a_i != '0 && 32'(cmd_a_i) < XorSlots);
      a_second: assert (cmd_b_i != '0 && 32'(cmd_b_i) < XorSlots && cmd_b_i != cmd_slot_i &&
                        cmd_b_i != cmd_a_i);
      c_place:  cover (cmd_a_i == cmd_slot_i);
    end
    if (!rst_i && full_i) begin
      a_full: assert (!x_full_o[full_slot_i] || load_first_i);
    end
    if (!rst_i && x_op_o != '0) begin
      c_chain: cover (start_i && done_i);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
