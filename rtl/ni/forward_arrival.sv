// forward_arrival -- what comes into the slots of the forwarding unit: packets that an interface
// passes on, and the host's multicasts.
//
// A packet gets the lowest free slot with its first flit. Ejection may not pop a flit that is to be
// kept while the host's beat takes the write port, nor a first one while no slot is free; packets
// on different VCs interleave. Ejection delivers to the host as ever: what is written is a copy.
// Host and ejection take turns: at the port by flits, at the last free slot by packets.
//
//   front of VC v --> f_allow --> ejection picks --> take --. (others: not kept)
//                                                           +--> fs_wr_*: the slots
//   forward_valid, .. (a beat) --[head fields]--------------'      full: the last flit is written
//
// Golden model: csim/ni/forward_unit.c.  docs/microarchitecture.md, section 16.

module forward_arrival #(
  parameter  int unsigned Vcs          = 4,
  parameter  int unsigned FlitBits     = 64,
  parameter  int unsigned Networks     = 1,
  parameter  int unsigned AddrW        = 6,
  parameter  int unsigned LenW         = 4,
  parameter  int unsigned MsgW         = 8,
  parameter  int unsigned Multicast    = 0,   // heads count header flits
  parameter  int unsigned AgeW         = 0,   // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned LookW        = 0,   // bits of the route in a head
  parameter  int unsigned ForwardSlots = 8,   // packet slots, 1 to 1024
  parameter  int unsigned ForwardFlits = 8,   // flits of the longest packet, 1 to 640
  parameter  int unsigned ForwardRows  = 16,  // rows of the child table, 1 to 65536
  parameter  int unsigned ForwardLsb   = 0,   // lowest bit of the row in a message number
  localparam int unsigned NetW         = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW          = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned FSlotW       = (ForwardSlots > 1) ? $clog2(ForwardSlots) : 1,
  localparam int unsigned FPosW        = (ForwardFlits > 1) ? $clog2(ForwardFlits) : 1,
  localparam int unsigned FRowW        = (ForwardRows > 1) ? $clog2(ForwardRows) : 1,
  localparam int unsigned FTagW        = FRowW + NetW + LenW,
  localparam int unsigned AgePinW      = (AgeW > 0) ? AgeW : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_i,              // synchronous, active high

  input  logic [AddrW-1:0]        addr_i,             // the node's own address (static)
  input  logic                    forward_valid_i,    // host: a beat of a packet to be multicast
  input  logic [NetW-1:0]         forward_network_i,  // with first beats, as the next three
  input  logic [MsgW-1:0]         forward_message_i,
  input  logic [LenW-1:0]         forward_flits_i,
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AgePinW-1:0]      forward_age_i,      // .. without ages not looked at
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [FlitBits-1:0]     forward_data_i,
  input  logic [Vcs-1:0]          front_valid_i,      // the ejection queues' fronts
  input  logic [Vcs*2-1:0]        front_kind_i,
  input  logic [Vcs-1:0]          front_forward_i,    // bit v: it is the first flit of type 5
  input  logic                    take_valid_i,       // the flit that ejection pops
  input  logic [VcW-1:0]          take_vc_i,
  input  logic [1:0]              take_kind_i,
  input  logic [FlitBits-1:0]     take_payload_i,
  input  logic                    host_sent_i,        // the host's packet enters the send ring
  input  logic                    free_i,             // the last copy of a packet is away ..
  input  logic [FSlotW-1:0]       free_slot_i,        // .. of this slot

  output logic [Vcs-1:0]          f_allow_o,          // bit v: the front of VC v may leave
  output logic                    full_o,             // the last flit of a packet of the network ..
  output logic [FSlotW-1:0]       full_slot_o,        // .. is in this slot; 0 without

  output logic                    fs_wr_en_o,         // memory port: the slots
  output logic [FSlotW-1:0]       fs_wr_slot_o,
  output logic [FPosW-1:0]        fs_wr_pos_o,
  output logic [FTagW-1:0]        fs_wr_tag_o,        // {flits, network, row}, with first flits
  output logic [FlitBits-1:0]     fs_wr_data_o,

  output logic                    forward_ready_o,    // a beat of the host is accepted
  output logic                    f_write_turn_o,     // state: the port is for a flit to be kept
  output logic                    f_slot_turn_o,      // state: the host took the last slot taken
  output logic [ForwardSlots-1:0] f_used_o,           // state: slots with a packet or a part of one
  output logic [Vcs-1:0]          f_vc_keep_o,        // state: of the packet that leaves queue v
  output logic [Vcs*FSlotW-1:0]   f_vc_slot_o,
  output logic [Vcs*FPosW-1:0]    f_vc_pos_o,
  output logic [FSlotW-1:0]       f_host_slot_o,      // state: of the host's packet
  output logic [LenW-1:0]         f_host_left_o,
  output logic [FPosW-1:0]        f_host_pos_o,
  output logic                    f_host_full_o
);

  localparam int unsigned HdrW       = (Multicast == 1) ? noc_pkg::HeaderBits : 0;
  localparam int unsigned HeadBits   = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW,
                                                          HdrW + LookW + AgeW);
  localparam int unsigned LengthLsb  = noc_pkg::length_lsb(AddrW);
  localparam int unsigned MessageLsb = noc_pkg::message_lsb(AddrW, LenW);
  localparam int unsigned NetworkLsb = noc_pkg::network_lsb(AddrW, LenW, MsgW);
  localparam int unsigned Chunks     = (ForwardSlots + 31) / 32;  // of 32 slots, looked at together

  localparam logic [3:0] Forwarded = noc_pkg::TypeForwarded;

  logic                    beat;          // the host's is accepted
  logic [Vcs-1:0]          firsts;        // first flits to be kept, at the fronts
  logic [Vcs-1:0]          writable;      // flits to be kept at the fronts that can be written
  logic                    bar;           // the host's beat keeps one of these back
  logic                    keep;          // the flit that ejection pops is written
  logic                    first, last;   // of the flit that is written
  logic [MsgW-1:0]         message;       // of a first one
  logic [LenW-1:0]         left_d;        // beats to come of the host's packet after this one
  logic [FPosW-1:0]        pos_d;         // the position after the one written
  logic                    claim;         // a packet takes a slot
  logic [ForwardSlots-1:0] unused;        // free slots
  logic [Chunks*32-1:0]    candidates;    // these, filled up to whole chunks
  logic                    room, room_d;  // there is one, now and after the edge
  logic                    only_d;        // .. and after the edge at most one
  logic                    waits;         // a first flit to be kept stays at a front
  logic                    slot_turn_d;
  logic                    found;
  logic [FSlotW-1:0]       lowest;        // the lowest free slot
  logic                    host_last;     // the host's packet is complete
  logic [ForwardSlots-1:0] unused_d;

  assign beat       = forward_valid_i && forward_ready_o;
  assign unused     = ~f_used_o;
  assign candidates = (Chunks*32)'(unused);
  assign room       = unused != '0;

  // May leave.
  always_comb begin
    firsts    = '0;
    writable  = '0;
    bar       = 1'b0;
    f_allow_o = '0;
    if (front_valid_i != '0) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        firsts[v]   = front_valid_i[v] && front_kind_i[v*2] && front_forward_i[v];
        writable[v] = front_valid_i[v] && (front_kind_i[v*2] ? front_forward_i[v] && room
                                                             : f_vc_keep_o[v]);
      end
      bar       = beat && writable != '0;
      f_allow_o = front_valid_i & ~firsts & ~writable;
      if (!beat)                      f_allow_o = f_allow_o | writable;
      else if (bar && f_write_turn_o) f_allow_o = '0;
    end
  end

  assign keep = take_valid_i &&
                (take_kind_i[0] ? front_forward_i[take_vc_i] : f_vc_keep_o[take_vc_i]);

  // Looked for when it is needed, chunk by chunk: for speed of simulation.
  assign claim = beat ? f_host_left_o == '0 : keep && take_kind_i[0];

  always_comb begin
    found  = 1'b0;
    lowest = '0;
    if (claim) begin
      for (int unsigned c = 0; c < Chunks; c++) begin
        if (!found && candidates[c*32 +: 32] != '0) begin
          for (int unsigned i = 0; i < 32; i++) begin
            if (!found && candidates[c*32 + i]) begin
              found  = 1'b1;
              lowest = FSlotW'(c*32 + i);
            end
          end
        end
      end
    end
  end

  assign message = beat ? forward_message_i : take_payload_i[MessageLsb +: MsgW];

  // The write: the host's beat, or the flit that is kept.
  always_comb begin
    fs_wr_en_o   = beat || keep;
    fs_wr_slot_o = '0;
    fs_wr_pos_o  = '0;
    fs_wr_tag_o  = '0;
    fs_wr_data_o = '0;
    first        = 1'b0;
    last         = 1'b0;
    left_d       = f_host_left_o;
    pos_d        = '0;
    if (beat) begin
      first        = f_host_left_o == '0;
      left_d       = (first ? forward_flits_i : f_host_left_o) - 1'b1;
      last         = left_d == '0;
      fs_wr_slot_o = first ? lowest : f_host_slot_o;
      fs_wr_pos_o  = first ? '0 : f_host_pos_o;
      fs_wr_data_o = forward_data_i;
      if (first) begin
        fs_wr_tag_o = {forward_flits_i, forward_network_i, FRowW'(message >> ForwardLsb)};
        fs_wr_data_o[HeadBits-1:0] = HeadBits'({forward_network_i, forward_message_i, addr_i,
                                                forward_flits_i, AddrW'(0), Forwarded});
        if (AgeW > 0) fs_wr_data_o[HeadBits-1 -: AgePinW] = forward_age_i;
      end
    end else if (keep) begin
      first        = take_kind_i[0];
      last         = take_kind_i[1];
      fs_wr_slot_o = first ? lowest : f_vc_slot_o[32'(take_vc_i)*FSlotW +: FSlotW];
      fs_wr_pos_o  = first ? '0 : f_vc_pos_o[32'(take_vc_i)*FPosW +: FPosW];
      fs_wr_data_o = take_payload_i;
      if (first) begin
        fs_wr_tag_o = {take_payload_i[LengthLsb +: LenW], take_payload_i[NetworkLsb +: NetW],
                       FRowW'(message >> ForwardLsb)};
      end
    end
    if (!last) pos_d = fs_wr_pos_o + 1'b1;
  end

  assign host_last   = beat && last;
  assign full_o      = !beat && last;
  assign full_slot_o = full_o ? fs_wr_slot_o : '0;

  // Room after the edge.
  always_comb begin
    unused_d = unused;
    room_d   = room;
    if (claim || free_i) begin
      if (claim)  unused_d[fs_wr_slot_o] = 1'b0;
      if (free_i) unused_d[free_slot_i]  = 1'b1;
      room_d = unused_d != '0;
    end
  end

  // The last slot: looked at while the turn is ejection's, for speed of simulation.
  always_comb begin
    waits  = 1'b0;
    only_d = 1'b0;
    if (slot_turn_d && firsts != '0) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (firsts[v] && !(take_valid_i && 32'(take_vc_i) == v)) waits = 1'b1;
      end
      only_d = (unused_d & (unused_d - 1'b1)) == '0;
    end
  end

  always_comb begin
    slot_turn_d = f_slot_turn_o;
    if (claim) slot_turn_d = beat;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      forward_ready_o <= 1'b1;
      f_write_turn_o  <= 1'b0;
      f_slot_turn_o   <= 1'b0;
      f_used_o        <= '0;
      f_vc_keep_o     <= '0;
      f_vc_slot_o     <= '0;
      f_vc_pos_o      <= '0;
      f_host_slot_o   <= '0;
      f_host_left_o   <= '0;
      f_host_pos_o    <= '0;
      f_host_full_o   <= 1'b0;
    end else begin
      forward_ready_o <= !bar &&
                         (left_d != '0 ||
                          (!host_last && !(f_host_full_o && !host_sent_i) && room_d &&
                           !(waits && only_d)));
      f_slot_turn_o   <= slot_turn_d;
      if (take_valid_i)    f_write_turn_o <= bar;
      if (claim || free_i) f_used_o <= ~unused_d;
      if (beat) begin
        f_host_slot_o <= fs_wr_slot_o;
        f_host_left_o <= left_d;
        f_host_pos_o  <= pos_d;
      end
      if (host_last)        f_host_full_o <= 1'b1;
      else if (host_sent_i) f_host_full_o <= 1'b0;
      if (take_valid_i && take_kind_i[0]) f_vc_keep_o[take_vc_i] <= keep;
      if (keep) begin
        f_vc_slot_o[32'(take_vc_i)*FSlotW +: FSlotW] <= fs_wr_slot_o;
        f_vc_pos_o[32'(take_vc_i)*FPosW +: FPosW]    <= pos_d;
      end
    end
  end

`ifndef SYNTHESIS
  logic [31:0] flits;  // of the packet, with the flit that is written
  logic [31:0] row;    // of a first flit
  assign flits = 32'(fs_wr_pos_o) + 32'd1;
  assign row   = 32'(message) >> ForwardLsb;

  always_ff @(posedge clk_i) begin
    if (!rst_i && take_valid_i) begin
      a_vc:     assert (32'(take_vc_i) < Vcs && f_allow_o[take_vc_i]);
      a_type:   assert (front_forward_i[take_vc_i] ==
                        (take_kind_i[0] && take_payload_i[3:0] == Forwarded));
    end
    if (!rst_i && fs_wr_en_o) begin
      a_port:   assert (!(beat && keep));
      a_free:   assert (!claim || found);
      a_held:   assert (claim || f_used_o[fs_wr_slot_o]);
      a_row:    assert (!first || row < ForwardRows);
      a_flits:  assert (last ? flits <= ForwardFlits : flits < ForwardFlits);
      a_length: assert (!first || (fs_wr_tag_o[FTagW-1 -: LenW] != '0 &&
                                   last == (fs_wr_tag_o[FTagW-1 -: LenW] == LenW'(1))));
      a_network: assert (!first || 32'(fs_wr_tag_o[FRowW +: NetW]) < Networks);
      a_full:   assert (!(beat && f_host_full_o));
      c_taken:  cover (beat && front_valid_i != '0);
      c_barred: cover (bar && f_write_turn_o);
      c_last:   cover (waits && only_d && room_d);
      c_filled: cover (claim && !room_d);
    end
    if (!rst_i && free_i) begin
      a_freed:  assert (f_used_o[free_slot_i]);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
