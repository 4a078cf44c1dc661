// xor_unit -- the XOR coding unit: makes the exclusive or of packets as soon as both are there.
//
// Between ejection and injection of a network interface. Packets come into slots that the host has
// opened, in any order, interleaved over the VCs; one for a slot that is not open waits in its
// queue. Results are operands again, so that chains of decoding run by themselves. They go to the
// host, to injection, which sends any slot as a packet, or both.
//
//   ejection --take--> xor_arrival --> xor_store --a, b--> xor_engine --res_*--> host
//       ^---x_allow--------'             |   ^-----------------'
//   host --cmd--> xor_slots: what is     '--s--> xs_*, to injection
//                 open, full, ready
//
// Golden model: csim/coding/xor_unit.c.  docs/microarchitecture.md, section 13.
// Source: A. Shalaby, I. Fujiwara, M. Koibuchi, IEICE Trans. Inf. & Syst. E98-D(3), 2015.

module xor_unit #(
  parameter  int unsigned Vcs         = 4,
  parameter  int unsigned FlitBits    = 64,
  parameter  int unsigned Networks    = 1,
  parameter  int unsigned AddrW       = 6,
  parameter  int unsigned LenW        = 4,
  parameter  int unsigned MsgW        = 8,
  parameter  int unsigned XorSlots    = 8,  // operand slots, 2 to 4096; slot 0 stands for none
  parameter  int unsigned XorFlits    = 4,  // flits of the longest operand, 1 to 64
  parameter  int unsigned XorOverhead = 1,  // cycles beyond the least, 0 to 64
  parameter  int unsigned NameW       = 6,  // bits of an operand's name, 1 to 22
  parameter  int unsigned Multicast   = 0,  // heads count header flits
  parameter  int unsigned AgeW        = 0,  // bits of a packet's age in its head
  parameter  int unsigned Lookahead   = 0,  // 1: heads carry a route; the next three as the router
  parameter  int unsigned Ports       = 5,
  parameter  int unsigned Classes     = 1,
  parameter  int unsigned Routing     = noc_pkg::RoutingMesh,
  parameter  int unsigned DataReset   = 1,  // 0: data on the way and results are not reset
  localparam int unsigned NetW        = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW         = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned XSlotW      = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned XPosW       = (XorFlits > 1) ? $clog2(XorFlits) : 1,
  localparam int unsigned TagW        = LenW + 2 * NameW + 1,
  localparam int unsigned Stages      = (XorOverhead > 0) ? XorOverhead : 1  // of the ports
) (
  input  logic                       clk_i,
  input  logic                       rst_i,           // synchronous, active high

  input  logic                       cmd_valid_i,     // host: a command
  input  logic [1:0]                 cmd_op_i,        // 0 open, 1 xor, 2 load
  input  logic [XSlotW-1:0]          cmd_slot_i,
  input  logic [XSlotW-1:0]          cmd_a_i,         // xor: the operands
  input  logic [XSlotW-1:0]          cmd_b_i,
  input  logic                       cmd_deliver_i,   // xor: the result goes to the host
  input  logic [NameW-1:0]           cmd_name_i,      // load, first flit
  input  logic [LenW-1:0]            cmd_flits_i,     // load, first flit
  input  logic [FlitBits-1:0]        cmd_data_i,      // load
  input  logic [Vcs-1:0]             front_valid_i,   // ejection: the queues' fronts
  input  logic [Vcs*2-1:0]           front_kind_i,
  input  logic [Vcs*(XSlotW+1)-1:0]  front_code_i,    // {slot, coded} of first flits
  input  logic                       take_valid_i,    // ejection: the flit popped
  input  logic [VcW-1:0]             take_vc_i,
  input  logic [1:0]                 take_kind_i,
  input  logic [FlitBits-1:0]        take_payload_i,
  input  logic [Vcs*AddrW-1:0]       ej_source_i,     // ejection: of the packet leaving queue v
  input  logic [Vcs*MsgW-1:0]        ej_message_i,
  input  logic                       res_ready_i,     // host: takes the flit of a result
  input  logic                       xs_rd_en_i,      // injection reads a word of a slot
  input  logic [XSlotW-1:0]          xs_rd_slot_i,
  input  logic [XPosW-1:0]           xs_rd_pos_i,

  output logic [Vcs-1:0]             x_allow_o,       // ejection: bit v: front of VC v may leave
  output logic [FlitBits-1:0]        xs_data_o,       // injection: the word, and the slot's tag
  output logic [TagW-1:0]            xs_tag_o,        // {flits, name b, name a, coded}

  output logic                       xa_wr_en_o,      // memory port: the arrival store
  output logic [XSlotW-1:0]          xa_wr_slot_o,
  output logic [XPosW-1:0]           xa_wr_pos_o,
  output logic [TagW-1:0]            xa_wr_tag_o,
  output logic [FlitBits-1:0]        xa_wr_data_o,
  output logic                       xr_wr_en_o,      // memory port: the result store
  output logic [XSlotW-1:0]          xr_wr_slot_o,
  output logic [XPosW-1:0]           xr_wr_pos_o,
  output logic [TagW-1:0]            xr_wr_tag_o,
  output logic [FlitBits-1:0]        xr_wr_data_o,
  output logic                       x_rd_en_o,       // memory ports: the operands read
  output logic [XSlotW-1:0]          x_rd_a_o,
  output logic [XSlotW-1:0]          x_rd_b_o,
  output logic [XPosW-1:0]           x_rd_pos_o,

  output logic                       res_valid_o,     // host: a flit of a result
  output logic [1:0]                 res_kind_o,
  output logic [XSlotW-1:0]          res_slot_o,
  output logic [NameW-1:0]           res_name_o,
  output logic [FlitBits-1:0]        res_data_o,
  output logic                       fill_valid_o,    // host: a packet is complete in its slot
  output logic [XSlotW-1:0]          fill_slot_o,
  output logic [AddrW-1:0]           fill_source_o,
  output logic [MsgW-1:0]            fill_message_o,
  output logic                       done_valid_o,    // host: a result is complete
  output logic [XSlotW-1:0]          done_slot_o,

  output logic [XorSlots-1:0]        x_open_o,        // state: the slots
  output logic [XorSlots-1:0]        x_full_o,
  output logic [XorSlots-1:0]        x_op_o,
  output logic [XorSlots-1:0]        x_result_o,
  output logic [Vcs*XSlotW-1:0]      x_vc_slot_o,     // state: packets leaving the queues
  output logic [Vcs-1:0]             x_vc_coded_o,
  output logic [Vcs*XPosW-1:0]       x_vc_pos_o,
  output logic [XSlotW-1:0]          x_load_slot_o,   // state: the operand being loaded
  output logic [LenW-1:0]            x_load_left_o,
  output logic [XPosW-1:0]           x_load_pos_o,
  output logic                       x_busy_o,        // state: the exclusive or under way
  output logic [XSlotW-1:0]          x_slot_o,
  output logic [XSlotW-1:0]          x_a_o,
  output logic [XSlotW-1:0]          x_b_o,
  output logic                       x_deliver_o,
  output logic [XPosW-1:0]           x_pos_o,
  output logic [Stages-1:0]          x_p_valid_o,     // state: the pipeline of the overhead
  output logic [Stages-1:0]          x_p_first_o,
  output logic [Stages-1:0]          x_p_last_o,
  output logic [Stages-1:0]          x_p_deliver_o,
  output logic [Stages*XSlotW-1:0]   x_p_slot_o,
  output logic [Stages*XPosW-1:0]    x_p_pos_o,
  output logic [Stages*TagW-1:0]     x_p_tag_o,
  output logic [Stages*FlitBits-1:0] x_p_data_o
);

  if (XorFlits < 1 || XorFlits > 64 || NameW < 1 || NameW > 22) begin : gen_bad_shape
    $error("xor_unit: XorFlits must be 1 to 64, NameW 1 to 22");
  end

  localparam int unsigned ClassW = (Classes > 1) ? $clog2(Classes + 1) : 0;
  localparam int unsigned LookW  = noc_pkg::look_bits(Lookahead, Routing, $clog2(Ports), ClassW);

  logic                load, load_first;
  logic                full, seek, found, start, done;
  logic [XSlotW-1:0]   full_slot, found_slot, found_a, found_b;
  logic                found_deliver;
  logic [TagW-1:0]     tag_a, tag_b;
  logic [FlitBits-1:0] data_a, data_b;

  assign load = cmd_valid_i && cmd_op_i == noc_pkg::CommandLoad;

  xor_arrival #(
    .Vcs(Vcs), .FlitBits(FlitBits), .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW), .NetW(NetW),
    .XorSlots(XorSlots), .XorFlits(XorFlits), .NameW(NameW), .Multicast(Multicast),
    .AgeW(AgeW), .LookW(LookW)
  ) u_arrival (
    .clk_i, .rst_i, .front_valid_i, .front_kind_i, .front_code_i, .take_valid_i, .take_vc_i,
    .take_kind_i, .take_payload_i, .ej_source_i, .ej_message_i, .load_i(load),
    .cmd_slot_i, .cmd_name_i, .cmd_flits_i, .cmd_data_i, .x_open_i(x_open_o), .x_allow_o,
    .load_first_o(load_first), .full_o(full), .full_slot_o(full_slot),
    .xa_wr_en_o, .xa_wr_slot_o, .xa_wr_pos_o, .xa_wr_tag_o, .xa_wr_data_o,
    .fill_valid_o, .fill_slot_o, .fill_source_o, .fill_message_o,
    .x_vc_slot_o, .x_vc_coded_o, .x_vc_pos_o,
    .x_load_slot_o, .x_load_left_o, .x_load_pos_o
  );

  xor_slots #(.XorSlots(XorSlots)) u_slots (
    .clk_i, .rst_i, .cmd_valid_i, .cmd_op_i, .cmd_slot_i, .cmd_a_i, .cmd_b_i, .cmd_deliver_i,
    .load_first_i(load_first), .full_i(full), .full_slot_i(full_slot), .seek_i(seek),
    .start_i(start), .done_i(done), .done_slot_i(xr_wr_slot_o),
    .found_o(found), .found_slot_o(found_slot), .found_a_o(found_a), .found_b_o(found_b),
    .found_deliver_o(found_deliver), .x_open_o, .x_full_o, .x_op_o, .x_result_o
  );

  xor_store #(
    .FlitBits(FlitBits), .XorSlots(XorSlots), .XorFlits(XorFlits), .TagW(TagW)
  ) u_store (
    .clk_i, .xa_wr_en_i(xa_wr_en_o), .xa_wr_slot_i(xa_wr_slot_o), .xa_wr_pos_i(xa_wr_pos_o),
    .xa_wr_tag_i(xa_wr_tag_o), .xa_wr_data_i(xa_wr_data_o), .xr_wr_en_i(xr_wr_en_o),
    .xr_wr_slot_i(xr_wr_slot_o), .xr_wr_pos_i(xr_wr_pos_o), .xr_wr_tag_i(xr_wr_tag_o),
    .xr_wr_data_i(xr_wr_data_o), .x_result_i(x_result_o),
    .tag_en_i(x_busy_o), .rd_en_i(x_rd_en_o), .rd_a_i(x_a_o), .rd_b_i(x_b_o),
    .rd_pos_i(x_pos_o), .tag_a_o(tag_a), .tag_b_o(tag_b), .data_a_o(data_a), .data_b_o(data_b),
    .xs_rd_en_i, .xs_rd_slot_i, .xs_rd_pos_i, .xs_tag_o, .xs_data_o
  );

  xor_engine #(
    .FlitBits(FlitBits), .LenW(LenW), .XorSlots(XorSlots), .XorFlits(XorFlits),
    .XorOverhead(XorOverhead), .NameW(NameW), .DataReset(DataReset)
  ) u_engine (
    .clk_i, .rst_i, .found_i(found), .found_slot_i(found_slot), .found_a_i(found_a),
    .found_b_i(found_b), .found_deliver_i(found_deliver), .tag_a_i(tag_a), .tag_b_i(tag_b),
    .data_a_i(data_a), .data_b_i(data_b), .res_ready_i, .seek_o(seek), .start_o(start),
    .done_o(done), .x_rd_en_o, .x_rd_a_o, .x_rd_b_o, .x_rd_pos_o,
    .xr_wr_en_o, .xr_wr_slot_o, .xr_wr_pos_o, .xr_wr_tag_o, .xr_wr_data_o,
    .res_valid_o, .res_kind_o, .res_slot_o, .res_name_o, .res_data_o, .done_valid_o, .done_slot_o,
    .x_busy_o, .x_slot_o, .x_a_o, .x_b_o, .x_deliver_o, .x_pos_o,
    .x_p_valid_o, .x_p_first_o, .x_p_last_o, .x_p_deliver_o, .x_p_slot_o, .x_p_pos_o,
    .x_p_tag_o, .x_p_data_o
  );

`ifndef SYNTHESIS
  logic under_way;  // the slot of a command is being made, read or filled
  always_comb begin
    under_way = 1'b0;
    if (cmd_valid_i && !(load && !load_first)) begin
      under_way = (x_busy_o && (cmd_slot_i == x_slot_o || cmd_slot_i == x_a_o ||
                                cmd_slot_i == x_b_o)) ||
                  (x_load_left_o != '0 && cmd_slot_i == x_load_slot_o);
      for (int unsigned i = 0; i < Stages; i++) begin
        if (x_p_valid_o[i] && x_p_slot_o[i*XSlotW +: XSlotW] == cmd_slot_i) under_way = 1'b1;
      end
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (x_vc_pos_o[v*XPosW +: XPosW] != '0 &&
            x_vc_slot_o[v*XSlotW +: XSlotW] == cmd_slot_i) under_way = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i && cmd_valid_i) begin
      a_way: assert (!under_way);
    end
    if (!rst_i && xs_rd_en_i) begin
      a_sent: assert (xs_rd_slot_i != '0 && x_full_o[xs_rd_slot_i] && !x_op_o[xs_rd_slot_i]);
      c_sent: cover (x_rd_en_o && xa_wr_en_o);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
