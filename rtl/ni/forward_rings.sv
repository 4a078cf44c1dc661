// forward_rings -- the order in which the forwarding unit works: packets that are to be received,
// and packets that are to be sent, first come first served.
//
// A packet that is complete in its slot waits in the receive ring. The receive handler spends its
// time on the front, which then enters the send ring; the host's packets enter that one straight
// away, in a cycle in which nothing is received. A slot is in one ring at most, so that neither
// overflows.
//
//   full --> receive ring --(handler: t_nr cycles each)--> send ring --> take, to the sender
//   host's packet -----------------------------------------'
//
// Golden model: csim/ni/forward_unit.c.  docs/microarchitecture.md, section 16.

module forward_rings #(
  parameter  int unsigned ForwardSlots = 8,  // packet slots, 1 to 1024
  localparam int unsigned FSlotW       = (ForwardSlots > 1) ? $clog2(ForwardSlots) : 1,
  localparam int unsigned FCntW        = $clog2(ForwardSlots + 1)
) (
  input  logic              clk_i,
  input  logic              rst_i,              // synchronous, active high

  input  logic [15:0]       forward_receive_i,  // t_nr (static)
  input  logic              full_i,             // a packet of the network is complete ..
  input  logic [FSlotW-1:0] full_slot_i,        // .. in this slot
  input  logic              host_full_i,        // the host's packet waits ..
  input  logic [FSlotW-1:0] host_slot_i,        // .. in this slot
  input  logic              take_i,             // the sender takes the front of the send ring

  output logic              host_sent_o,        // the host's packet enters the send ring
  output logic              fr_wr_en_o,         // memory port: the receive ring is written
  output logic [FSlotW-1:0] fr_wr_slot_o,
  output logic              fq_wr_en_o,         // memory port: the send ring is written
  output logic [FSlotW-1:0] fq_wr_slot_o,
  output logic              fq_rd_en_o,         // memory port: the send ring is read
  output logic [FSlotW-1:0] fq_rd_slot_o,

  output logic [FSlotW-1:0] f_receive_rd_o,     // state: front of the receive ring, entries in it
  output logic [FCntW-1:0]  f_receive_count_o,
  output logic              f_receive_busy_o,   // state: the handler works on the front ..
  output logic [15:0]       f_receive_timer_o,  // .. for so many cycles more
  output logic [FSlotW-1:0] f_send_rd_o,        // state: the send ring
  output logic [FCntW-1:0]  f_send_count_o
);

  localparam logic [FSlotW-1:0] Last = FSlotW'(ForwardSlots - 1);  // the place before 0

  logic [FSlotW-1:0] receive_mem [ForwardSlots];
  logic [FSlotW-1:0] send_mem    [ForwardSlots];
  logic [15:0]       receive_time;  // a packet's timer at its start
  logic              received;      // the handler is done with the front
  logic              begun;         // it begins with one

  function automatic logic [FSlotW-1:0] next(input logic [FSlotW-1:0] place);
    next = (place == Last) ? '0 : place + 1'b1;
  endfunction

  // Where the next entry goes.
  function automatic logic [FSlotW-1:0] back(input logic [FSlotW-1:0] rd,
                                             input logic [FCntW-1:0]  count);
    logic [FCntW:0] sum;
    sum  = (FCntW + 1)'(rd) + (FCntW + 1)'(count);
    back = (sum >= (FCntW + 1)'(ForwardSlots)) ? FSlotW'(sum - (FCntW + 1)'(ForwardSlots))
                                               : FSlotW'(sum);
  endfunction

  assign receive_time = (forward_receive_i == '0) ? '0 : forward_receive_i - 1'b1;
  assign received     = f_receive_busy_o && f_receive_timer_o == '0;
  assign begun        = f_receive_busy_o ? received && f_receive_count_o != FCntW'(1)
                                         : f_receive_count_o != '0;
  assign host_sent_o  = host_full_i && !received;

  assign fr_wr_en_o   = full_i;
  assign fr_wr_slot_o = full_i ? full_slot_i : '0;
  assign fq_wr_en_o   = received || host_full_i;
  assign fq_wr_slot_o = received ? receive_mem[f_receive_rd_o] : host_full_i ? host_slot_i : '0;
  assign fq_rd_en_o   = take_i;
  assign fq_rd_slot_o = take_i ? send_mem[f_send_rd_o] : '0;

  always_ff @(posedge clk_i) begin
    if (fr_wr_en_o) receive_mem[back(f_receive_rd_o, f_receive_count_o)] <= fr_wr_slot_o;
    if (fq_wr_en_o) send_mem[back(f_send_rd_o, f_send_count_o)] <= fq_wr_slot_o;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      f_receive_rd_o    <= '0;
      f_receive_count_o <= '0;
      f_receive_busy_o  <= 1'b0;
      f_receive_timer_o <= '0;
      f_send_rd_o       <= '0;
      f_send_count_o    <= '0;
    end else begin
      if (received) f_receive_rd_o <= next(f_receive_rd_o);
      if (full_i && !received)      f_receive_count_o <= f_receive_count_o + 1'b1;
      else if (received && !full_i) f_receive_count_o <= f_receive_count_o - 1'b1;
      if (begun) begin
        f_receive_busy_o  <= 1'b1;
        f_receive_timer_o <= receive_time;
      end else if (received) begin
        f_receive_busy_o  <= 1'b0;
      end else if (f_receive_busy_o) begin
        f_receive_timer_o <= f_receive_timer_o - 1'b1;
      end
      if (take_i) f_send_rd_o <= next(f_send_rd_o);
      if (fq_wr_en_o && !take_i)      f_send_count_o <= f_send_count_o + 1'b1;
      else if (take_i && !fq_wr_en_o) f_send_count_o <= f_send_count_o - 1'b1;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && fr_wr_en_o) begin
      a_receive: assert (32'(f_receive_count_o) < ForwardSlots && 32'(fr_wr_slot_o) < ForwardSlots);
      c_wait:    cover (received);
    end
    if (!rst_i && fq_wr_en_o) begin
      a_send:    assert (32'(f_send_count_o) < ForwardSlots && 32'(fq_wr_slot_o) < ForwardSlots);
      c_both:    cover (received && host_full_i);
    end
    if (!rst_i && take_i) begin
      a_entry:   assert (f_send_count_o != '0);
    end
    if (!rst_i && f_receive_busy_o) begin
      a_front:   assert (f_receive_count_o != '0);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
