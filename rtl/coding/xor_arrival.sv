// xor_arrival -- what comes into the XOR coding unit from outside: packets and the host's loads.
//
// Says which ejection queues may give their front flit: its slot must be open. The flit that
// ejection takes is written at the next position of its packet; packets on different VCs
// interleave. A load command takes the write port for its cycle.
//
//   front of VC v --> x_allow --> ejection picks --> take --. (slot 0: not kept)
//                                                            +--> xa_wr_*: the arrival store
//   cmd_* (load) -------------------------------------------'     full: the last flit is written
//
// Golden model: csim/coding/xor_unit.c.  docs/microarchitecture.md, section 13.

module xor_arrival #(
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned AddrW    = 6,
  parameter  int unsigned LenW     = 4,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned NetW     = 1,
  parameter  int unsigned XorSlots = 8,
  parameter  int unsigned XorFlits = 4,
  parameter  int unsigned NameW    = 6,
  parameter  int unsigned Multicast = 0,  // heads count header flits
  parameter  int unsigned AgeW     = 0,   // bits of a packet's age in its head
  parameter  int unsigned LookW    = 0,   // .. and of a route
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned XSlotW   = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned XPosW    = (XorFlits > 1) ? $clog2(XorFlits) : 1,
  localparam int unsigned TagW     = LenW + 2 * NameW + 1
) (
  input  logic                      clk_i,
  input  logic                      rst_i,          // synchronous, active high

  input  logic [Vcs-1:0]            front_valid_i,  // the ejection queues' fronts
  input  logic [Vcs*2-1:0]          front_kind_i,
  input  logic [Vcs*(XSlotW+1)-1:0] front_code_i,   // {slot, coded} of first flits
  input  logic                      take_valid_i,   // the flit that ejection pops
  input  logic [VcW-1:0]            take_vc_i,
  input  logic [1:0]                take_kind_i,
  input  logic [FlitBits-1:0]       take_payload_i,
  input  logic [Vcs*AddrW-1:0]      ej_source_i,    // of the packet that leaves queue v
  input  logic [Vcs*MsgW-1:0]       ej_message_i,
  input  logic                      load_i,         // a load command: the next flit of the host's
  input  logic [XSlotW-1:0]         cmd_slot_i,
  input  logic [NameW-1:0]          cmd_name_i,
  input  logic [LenW-1:0]           cmd_flits_i,
  input  logic [FlitBits-1:0]       cmd_data_i,
  input  logic [XorSlots-1:0]       x_open_i,       // slots that expect a packet

  output logic [Vcs-1:0]            x_allow_o,      // bit v: the front of VC v may leave
  output logic                      load_first_o,   // the load is the first of its operand
  output logic                      full_o,         // the last flit of an operand is written ..
  output logic [XSlotW-1:0]         full_slot_o,    // .. into this slot

  output logic                      xa_wr_en_o,     // memory port: the arrival store
  output logic [XSlotW-1:0]         xa_wr_slot_o,
  output logic [XPosW-1:0]          xa_wr_pos_o,
  output logic [TagW-1:0]           xa_wr_tag_o,
  output logic [FlitBits-1:0]       xa_wr_data_o,

  output logic                      fill_valid_o,   // to the host: a packet is complete ..
  output logic [XSlotW-1:0]         fill_slot_o,    // .. in this slot
  output logic [AddrW-1:0]          fill_source_o,
  output logic [MsgW-1:0]           fill_message_o,
  output logic [Vcs*XSlotW-1:0]     x_vc_slot_o,    // state: of the packet that leaves queue v
  output logic [Vcs-1:0]            x_vc_coded_o,
  output logic [Vcs*XPosW-1:0]      x_vc_pos_o,
  output logic [XSlotW-1:0]         x_load_slot_o,  // state: of the operand being loaded
  output logic [LenW-1:0]           x_load_left_o,
  output logic [XPosW-1:0]          x_load_pos_o
);

  localparam int unsigned CodeW     = XSlotW + 2 * NameW;
  localparam int unsigned HdrW      = (Multicast == 1) ? noc_pkg::HeaderBits : 0;
  localparam int unsigned HeadBits  = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW,
                                                         CodeW + HdrW + LookW + AgeW);
  localparam int unsigned SlotLsb   = noc_pkg::slot_lsb(AddrW, LenW, MsgW, NetW);
  localparam int unsigned NamesLsb  = SlotLsb + XSlotW;  // operand a, then b
  localparam int unsigned LengthLsb = noc_pkg::length_lsb(AddrW);

  logic                first, last;  // of the flit that is kept
  logic [XSlotW-1:0]   slot;         // of the flit taken; 0: it is not kept
  logic                coded;
  logic [AddrW-1:0]    source;
  logic [MsgW-1:0]     message;
  logic                keep;
  logic [LenW-1:0]     left_d;       // flits to be loaded after this one
  logic [XPosW-1:0]    pos_d;        // the position after the one written

  // May leave.
  logic [XSlotW-1:0]   front;        // slot of the front at hand
  always_comb begin
    x_allow_o = '0;
    front     = '0;
    if (front_valid_i != '0) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (front_valid_i[v]) begin
          front = front_kind_i[v*2] ? front_code_i[v*(XSlotW+1) + 1 +: XSlotW]
                                    : x_vc_slot_o[v*XSlotW +: XSlotW];
          x_allow_o[v] = front == '0 || (x_open_i[front] && !load_i);
        end
      end
    end
  end

  // The packet of the flit taken.
  always_comb begin
    slot    = '0;
    coded   = 1'b0;
    source  = '0;
    message = '0;
    if (take_valid_i) begin
      if (take_kind_i[0]) begin
        slot    = take_payload_i[SlotLsb +: XSlotW];
        coded   = take_payload_i[3:0] == noc_pkg::TypeCoded;
        source  = take_payload_i[noc_pkg::source_lsb(AddrW, LenW) +: AddrW];
        message = take_payload_i[noc_pkg::message_lsb(AddrW, LenW) +: MsgW];
      end else begin
        slot    = x_vc_slot_o[32'(take_vc_i)*XSlotW +: XSlotW];
        coded   = x_vc_coded_o[take_vc_i];
        source  = ej_source_i[32'(take_vc_i)*AddrW +: AddrW];
        message = ej_message_i[32'(take_vc_i)*MsgW +: MsgW];
      end
    end
  end
  assign keep = slot != '0;

  // The write: a load, or the flit taken.
  always_comb begin
    xa_wr_en_o   = load_i || keep;
    xa_wr_slot_o = '0;
    xa_wr_pos_o  = '0;
    xa_wr_tag_o  = '0;
    xa_wr_data_o = '0;
    first        = 1'b0;
    last         = 1'b0;
    left_d       = '0;
    pos_d        = '0;
    if (load_i) begin
      first        = x_load_left_o == '0;
      left_d       = (first ? cmd_flits_i : x_load_left_o) - 1'b1;
      last         = left_d == '0;
      xa_wr_slot_o = first ? cmd_slot_i : x_load_slot_o;
      xa_wr_pos_o  = first ? '0 : x_load_pos_o;
      xa_wr_data_o = cmd_data_i;
      if (first) xa_wr_tag_o = {cmd_flits_i, NameW'(0), cmd_name_i, 1'b0};
    end else if (keep) begin
      first        = take_kind_i[0];
      last         = take_kind_i[1];
      xa_wr_slot_o = slot;
      xa_wr_pos_o  = first ? '0 : x_vc_pos_o[32'(take_vc_i)*XPosW +: XPosW];
      xa_wr_data_o = take_payload_i;
      if (first) begin
        xa_wr_tag_o = {take_payload_i[LengthLsb +: LenW], take_payload_i[NamesLsb +: 2*NameW],
                       coded};
      end
    end
    if (first) xa_wr_data_o[HeadBits-1:0] = '0;
    if (!last) pos_d = xa_wr_pos_o + 1'b1;
  end

  assign load_first_o = load_i && first;
  assign full_o       = last;
  assign full_slot_o  = xa_wr_slot_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      fill_valid_o   <= 1'b0;
      fill_slot_o    <= '0;
      fill_source_o  <= '0;
      fill_message_o <= '0;
      x_vc_slot_o    <= '0;
      x_vc_coded_o   <= '0;
      x_vc_pos_o     <= '0;
      x_load_slot_o  <= '0;
      x_load_left_o  <= '0;
      x_load_pos_o   <= '0;
    end else begin
      fill_valid_o <= keep && take_kind_i[1];
      if (keep && take_kind_i[1]) begin
        fill_slot_o    <= slot;
        fill_source_o  <= source;
        fill_message_o <= message;
      end
      if (take_valid_i && take_kind_i[0]) begin
        x_vc_slot_o[32'(take_vc_i)*XSlotW +: XSlotW] <= slot;
        x_vc_coded_o[take_vc_i]                      <= coded;
        x_vc_pos_o[32'(take_vc_i)*XPosW +: XPosW]    <= '0;  // unless it is kept
      end
      if (keep) x_vc_pos_o[32'(take_vc_i)*XPosW +: XPosW] <= pos_d;
      if (load_i) begin
        x_load_slot_o <= xa_wr_slot_o;
        x_load_left_o <= left_d;
        x_load_pos_o  <= pos_d;
      end
    end
  end

`ifndef SYNTHESIS
  logic [31:0] flits, load_flits;  // of the packet, with the flit that is kept; of the load
  assign flits      = 32'(xa_wr_pos_o) + 32'd1;
  assign load_flits = 32'(cmd_flits_i);

  always_ff @(posedge clk_i) begin
    if (!rst_i && front_valid_i != '0) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (front_valid_i[v] && front_kind_i[v*2]) begin
          a_slot:  assert (32'(front_code_i[v*(XSlotW+1) + 1 +: XSlotW]) < XorSlots);
          a_coded: assert (!front_code_i[v*(XSlotW+1)] ||
                           front_code_i[v*(XSlotW+1) + 1 +: XSlotW] != '0);
        end
      end
    end
    if (!rst_i && take_valid_i) begin
      a_vc:   assert (32'(take_vc_i) < Vcs && x_allow_o[take_vc_i]);
      a_kind: assert (take_kind_i[0] || x_vc_pos_o[32'(take_vc_i)*XPosW +: XPosW] != '0 || !keep);
    end
    if (!rst_i && keep) begin
      a_port:   assert (!load_i && x_open_i[slot]);
      a_flits:  assert (last ? flits <= XorFlits : flits < XorFlits);
      a_single: assert (!first || last == (xa_wr_tag_o[TagW-1 -: LenW] == LenW'(1)));
      c_mixed:  cover (!first && take_vc_i != '0);
    end
    if (!rst_i && load_i) begin
      a_left:  assert (!first || (load_flits != 32'd0 && load_flits <= XorFlits));
      c_taken: cover (front_valid_i != '0);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
