// ejection -- the router's flits to the host: a queue a VC, one delivery a virtual network.
//
// A flit on the link is queued. A front may move while the delivery registers of its network are
// empty or taken, so that a host that refuses one network's flits holds back no other. One of them
// moves in each cycle, the least recently granted VC's, and its slot's credit goes back to the
// router. Flits of packets on different VCs interleave; what the head said is kept for each VC, so
// that every delivery names its own packet.
//
//   link --> queue of VC v --(free[k], order)--> del_* of its network k --> host, if del_ready_i[k]
//              |       '-- credit_out_*, with the move
//              '--> ej_type, ej_source, ..: of the head that left last
//
// If AgeW > 0, the VCs with the oldest packets go first, and in order among themselves.
//
// If Multicast = 1, the header flits of a packet, which are for routers, end here.
//
// If there is an XOR coding unit (XorSlots > 0), the unit says which fronts may move, gets every
// flit that does, and keeps those of coded packets for itself: they need no delivery registers.
//
// If there is a forwarding unit (ForwardSlots > 0), the unit says which fronts may move, and gets
// every flit that does; all of them go to the host.
//
// Golden model: csim/ni/ejection.c.  docs/microarchitecture.md, sections 5.3, 13, 15.4 and 16.

module ejection #(
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Depth    = 8,
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Networks = 1,
  parameter  int unsigned AddrW    = 6,
  parameter  int unsigned LenW     = 4,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned XorSlots = 0,  // operand slots of the XOR coding unit; 0: there is none
  parameter  int unsigned NameW    = 1,
  parameter  int unsigned Multicast = 0, // packets may have header flits
  parameter  int unsigned ForwardSlots = 0,  // packet slots of the forwarding unit; 0: none
  parameter  int unsigned AgeW     = 0,  // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned Lookahead = 0, // 1: heads carry a route; the next three as the router
  parameter  int unsigned Ports    = 5,
  parameter  int unsigned Classes  = 1,
  parameter  int unsigned Routing  = noc_pkg::RoutingMesh,
  parameter  int unsigned DataReset = 1,  // 0: delivered payloads are not reset
  localparam int unsigned NetW     = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW     = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW     = $clog2(Depth + 1),
  localparam int unsigned SlotW    = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned XSlotW   = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned HdrW     = (Multicast == 1) ? noc_pkg::HeaderBits : 0,
  localparam int unsigned SkipW    = (Multicast == 1) ? Vcs * HdrW : 1,
  localparam int unsigned AgePinW  = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned AgesW    = (AgeW > 0) ? Vcs * AgeW : 1
) (
  input  logic                clk_i,
  input  logic                rst_i,               // synchronous, active high

  input  logic                in_valid_i,          // link from the router
  input  logic [VcW-1:0]      in_vc_i,
  input  logic [1:0]          in_kind_i,
  input  logic [FlitBits-1:0] in_payload_i,
  input  logic [Networks-1:0] del_ready_i,         // bit k: the host takes the beat of network k
  // The XOR coding unit; without it not looked at, and 0 below.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Vcs-1:0]      x_allow_i,           // bit v: the front of VC v may leave
  input  logic [Vcs-1:0]      x_vc_coded_i,        // bit v: it is of a coded packet, if not first
  input  logic [Vcs*XSlotW-1:0] x_vc_slot_i,       // slot of the packet that leaves queue v
  /* verilator lint_on UNUSEDSIGNAL */
  // The forwarding unit; without it not looked at, and 0 below.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Vcs-1:0]      f_allow_i,           // bit v: the front of VC v may leave
  /* verilator lint_on UNUSEDSIGNAL */

  output logic                ej_wr_en_o,          // memory ports
  output logic [SlotW-1:0]    ej_wr_slot_o,
  output logic [1:0]          ej_wr_kind_o,
  output logic [XSlotW:0]     ej_wr_code_o,
  output logic                ej_wr_forward_o,
  output logic [AgePinW-1:0]  ej_wr_age_o,
  output logic [FlitBits-1:0] ej_wr_payload_o,
  output logic                ej_rd_en_o,
  output logic [SlotW-1:0]    ej_rd_slot_o,
  output logic [Vcs-1:0]      front_valid_o,       // to the unit, if there is one: the fronts
  output logic [Vcs*2-1:0]    front_kind_o,
  output logic [Vcs*(XSlotW+1)-1:0] front_code_o,  // {slot, coded} of first flits
  output logic [Vcs-1:0]      front_forward_o,     // first flits of type 5
  output logic                take_valid_o,        // the flit popped, as it came
  output logic [VcW-1:0]      take_vc_o,
  output logic [1:0]          take_kind_o,
  output logic [FlitBits-1:0] take_payload_o,

  output logic                credit_out_valid_o,  // credit to the router
  output logic [VcW-1:0]      credit_out_vc_o,
  output logic [Networks-1:0] del_valid_o,         // delivery to the host, of each network
  output logic [Networks*VcW-1:0]      del_vc_o,
  output logic [Networks*2-1:0]        del_kind_o,
  output logic [Networks*4-1:0]        del_type_o,     // of the beat's packet, as the next two
  output logic [Networks*AddrW-1:0]    del_source_o,
  output logic [Networks*MsgW-1:0]     del_message_o,
  output logic [Networks*FlitBits-1:0] del_data_o,
  output logic [Networks*XSlotW-1:0]   del_slot_o,     // XOR coding unit: of the beat's packet
  output logic [Networks*NameW-1:0]    del_name_o,
  output logic [Vcs*PtrW-1:0] ej_wr_o,             // state: the queues
  output logic [Vcs*PtrW-1:0] ej_rd_o,
  output logic [Vcs*CntW-1:0] ej_count_o,
  output logic [Vcs*Vcs-1:0]  ej_order_o,          // state: VCs that go before VC v
  output logic [Vcs*4-1:0]    ej_type_o,           // state: of the head that left queue v last
  output logic [Vcs*AddrW-1:0] ej_source_o,
  output logic [Vcs*MsgW-1:0] ej_message_o,
  output logic [Vcs*NameW-1:0] ej_name_o,          // .. 0 without an XOR coding unit
  output logic [AgesW-1:0]    ej_age_o,            // .. 0 without ages
  output logic [SkipW-1:0]    ej_skip_o            // state: header flits to come
);

  localparam int unsigned XSlotLsb = noc_pkg::slot_lsb(AddrW, LenW, MsgW, NetW);
  localparam int unsigned CodeW    = (XorSlots > 0) ? XSlotW + 2 * NameW : 0;
  localparam int unsigned ClassW   = (Classes > 1) ? $clog2(Classes + 1) : 0;
  localparam int unsigned LookW    = noc_pkg::look_bits(Lookahead, Routing, $clog2(Ports), ClassW);
  localparam int unsigned HeadBits = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW,
                                                        CodeW + HdrW + LookW + AgeW);
  localparam int unsigned TagW     = (XorSlots > 0) ? XSlotW + 3 : (ForwardSlots > 0) ? 3 : 2;
  localparam int unsigned EntryW   = TagW + AgeW;     // what is queued beside the payload
  localparam int unsigned Block    = Vcs / Networks;  // VCs of a network

  if (Networks < 1 || Vcs % Networks != 0) begin : gen_bad_networks
    $error("ejection: Networks must divide Vcs");
  end
  if (HeadBits + 8 > FlitBits) begin : gen_bad_head
    $error("ejection: FlitBits must leave 8 data bits in a head");
  end
  if (XorSlots > 0 && ForwardSlots > 0) begin : gen_bad_units
    $error("ejection: either XorSlots or ForwardSlots must be 0");
  end

  logic [Vcs-1:0]        filled;    // bit v: queue v has flits
  logic [Networks-1:0]   free;      // bit k: the delivery registers of k are empty or taken
  logic [Vcs-1:0]        open;      // bit v: those of the network of VC v are
  logic [Vcs-1:0]        ask;       // VCs that ask ..
  logic [Vcs-1:0]        oldest;    // .. with the oldest packets
  logic [Vcs-1:0]        gnt;       // the winner, one-hot, and its number
  logic [VcW-1:0]        win;
  logic                  leave;     // its front moves ..
  logic                  skip;      // .. and is a header flit, which ends here
  logic                  deliver;   // .. into delivery registers
  logic [Networks-1:0]   into;      // .. those of network k
  logic [TagW-1:0]       in_tag;    // of the flit on the link
  logic [AgePinW-1:0]    in_age;
  logic [EntryW-1:0]     wr_entry;
  logic [Vcs*EntryW-1:0] entries;   // of the fronts
  logic [1:0]            kind;      // of the flit that moves
  logic [FlitBits-1:0]   payload;
  logic [3:0]            packet_type;  // of its packet
  logic [AddrW-1:0]      source;
  logic [MsgW-1:0]       message;

  assign free = ~del_valid_o | del_ready_i;

  always_comb begin
    for (int unsigned k = 0; k < Networks; k++) open[k*Block +: Block] = {Block{free[k]}};
  end

  oldest_front #(.Vcs(Vcs), .TagW(EntryW), .AgeW(AgeW)) u_oldest (
    .clk_i, .rst_i, .req_i(ask), .tags_i(entries), .pop_i(leave), .pop_vc_i(win),
    .oldest_o(oldest), .age_o(ej_age_o)
  );

  matrix_arbiter #(.N(Vcs)) u_arbiter (
    .clk_i, .rst_i, .req_i(oldest), .take_i(1'b1), .gnt_o(gnt), .order_o(ej_order_o)
  );

  assign leave        = gnt != '0;
  assign win          = VcW'(noc_pkg::number_of(16'(gnt)));
  assign kind         = entries[32'(win)*EntryW +: 2];
  assign in_age       = in_kind_i[0] ? in_payload_i[HeadBits-1 -: AgePinW] : '0;
  assign ej_wr_kind_o = wr_entry[1:0];
  assign ej_wr_age_o  = AgePinW'(wr_entry >> TagW);
  assign ej_rd_en_o   = leave;

  // Its payloads are read in the cycle in which they leave.
  /* verilator lint_off PINCONNECTEMPTY */
  fifo #(.Queues(Vcs), .Depth(Depth), .PayloadW(FlitBits), .TagW(EntryW)) u_fifo (
    .clk_i, .rst_i,
    .push_i(in_valid_i), .push_queue_i(in_vc_i), .push_tag_i(EntryW'({in_age, in_tag})),
    .push_payload_i(in_payload_i), .late_bits_i(1'b0),
    .pop_i(leave), .pop_queue_i(win), .rd_en_i(leave), .rd_slot_i(ej_rd_slot_o),
    .wr_en_o(ej_wr_en_o), .push_slot_o(ej_wr_slot_o), .wr_tag_o(wr_entry),
    .wr_payload_o(ej_wr_payload_o), .pop_slot_o(ej_rd_slot_o), .front_tag_o(entries),
    .filled_o(filled), .rd_payload_o(payload), .wr_o(ej_wr_o), .rd_o(ej_rd_o), .count_o(ej_count_o),
    .read_o(), .wr_late_o(), .late_o(), .late_queue_o(), .late_position_o(), .front_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  if (XorSlots > 0) begin : gen_code
    logic [Vcs-1:0]    coded;  // bit v: the front is of a coded packet
    logic [XSlotW-1:0] slot;   // of the packet of the flit that moves
    logic [NameW-1:0]  name;

    always_comb begin
      in_tag = TagW'(in_kind_i);
      if (in_kind_i[0]) begin
        in_tag[2]           = in_payload_i[3:0] == noc_pkg::TypeCoded;
        in_tag[3 +: XSlotW] = in_payload_i[XSlotLsb +: XSlotW];
      end
    end
    always_comb begin
      front_kind_o = '0;
      front_code_o = '0;
      coded        = '0;
      if (filled != '0) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          front_kind_o[v*2 +: 2]                   = entries[v*EntryW +: 2];
          front_code_o[v*(XSlotW+1) +: XSlotW + 1] = entries[v*EntryW + 2 +: XSlotW + 1];
          coded[v] = entries[v*EntryW] ? entries[v*EntryW + 2] : x_vc_coded_i[v];
        end
      end
    end
    assign front_valid_o  = filled;
    assign ask            = filled & x_allow_i & (open | coded);
    assign deliver        = leave && !coded[win] && !skip;
    assign ej_wr_code_o   = wr_entry[2 +: XSlotW + 1];
    assign take_valid_o   = leave;
    assign take_vc_o      = leave ? win : '0;
    assign take_kind_o    = leave ? kind : '0;
    assign take_payload_o = payload;
    assign {front_forward_o, ej_wr_forward_o} = '0;

    always_comb begin
      slot = '0;
      name = '0;
      if (leave) begin
        slot = kind[0] ? payload[XSlotLsb +: XSlotW] : x_vc_slot_i[32'(win)*XSlotW +: XSlotW];
        name = kind[0] ? payload[XSlotLsb + XSlotW +: NameW] : ej_name_o[32'(win)*NameW +: NameW];
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        del_slot_o <= '0;
        del_name_o <= '0;
        ej_name_o  <= '0;
      end else if (leave) begin
        if (kind[0]) ej_name_o[32'(win)*NameW +: NameW] <= name;
        for (int unsigned k = 0; k < Networks; k++) begin
          if (into[k]) begin
            del_slot_o[k*XSlotW +: XSlotW] <= slot;
            del_name_o[k*NameW +: NameW]   <= name;
          end
        end
      end
    end
  end else if (ForwardSlots > 0) begin : gen_forward
    assign in_tag = {in_kind_i[0] && in_payload_i[3:0] == noc_pkg::TypeForwarded, in_kind_i};

    always_comb begin
      front_kind_o    = '0;
      front_forward_o = '0;
      if (filled != '0) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          front_kind_o[v*2 +: 2] = entries[v*EntryW +: 2];
          front_forward_o[v]     = entries[v*EntryW + 2];
        end
      end
    end
    assign front_valid_o   = filled;
    assign ask             = f_allow_i & open;
    assign deliver         = leave && !skip;
    assign ej_wr_forward_o = wr_entry[2];
    assign take_valid_o    = leave;
    assign take_vc_o       = leave ? win : '0;
    assign take_kind_o     = leave ? kind : '0;
    assign take_payload_o  = payload;
    assign {front_code_o, ej_wr_code_o, del_slot_o, del_name_o, ej_name_o} = '0;

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && f_allow_i != '0) begin
        a_allow: assert ((f_allow_i & ~filled) == '0);
      end
    end
`endif
  end else begin : gen_no_code
    assign in_tag  = in_kind_i;
    assign ask     = filled & open;
    assign deliver = leave && !skip;
    assign {front_valid_o, front_kind_o, front_code_o, ej_wr_code_o} = '0;
    assign {take_valid_o, take_vc_o, take_kind_o, take_payload_o}    = '0;
    assign {del_slot_o, del_name_o, ej_name_o}                       = '0;
    assign {front_forward_o, ej_wr_forward_o}                        = '0;
  end

  // Header flits are told by counting from the packet's first flit on.
  if (Multicast == 1) begin : gen_skip
    localparam int unsigned HeadersLsb = noc_pkg::headers_lsb(AddrW, LenW, MsgW, NetW, CodeW);

    assign skip = leave && !kind[0] && ej_skip_o[32'(win)*HdrW +: HdrW] != '0;

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        ej_skip_o <= '0;
      end else if (leave && kind[0]) begin
        ej_skip_o[32'(win)*HdrW +: HdrW] <= payload[HeadersLsb +: HdrW];
      end else if (skip) begin
        ej_skip_o[32'(win)*HdrW +: HdrW] <= ej_skip_o[32'(win)*HdrW +: HdrW] - 1'b1;
      end
    end

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && leave) begin
        a_begin: assert (!kind[0] || ej_skip_o[32'(win)*HdrW +: HdrW] == '0);
        a_data:  assert (!skip || !kind[1]);
      end
    end
`endif
  end else begin : gen_no_skip
    assign skip      = 1'b0;
    assign ej_skip_o = '0;
  end

  // The packet of the flit that moves: as its head says, or said.
  always_comb begin
    packet_type = '0;
    source      = '0;
    message     = '0;
    if (leave) begin
      if (kind[0]) begin
        packet_type = payload[3:0];
        source      = payload[noc_pkg::source_lsb(AddrW, LenW) +: AddrW];
        message     = payload[noc_pkg::message_lsb(AddrW, LenW) +: MsgW];
      end else begin
        packet_type = ej_type_o[32'(win)*4 +: 4];
        source      = ej_source_o[32'(win)*AddrW +: AddrW];
        message     = ej_message_o[32'(win)*MsgW +: MsgW];
      end
    end
  end

  always_comb begin
    for (int unsigned k = 0; k < Networks; k++) begin
      into[k] = deliver && gnt[k*Block +: Block] != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      credit_out_valid_o <= 1'b0;
      credit_out_vc_o    <= '0;
      ej_type_o          <= '0;
      ej_source_o        <= '0;
      ej_message_o       <= '0;
      del_valid_o        <= '0;
      del_vc_o           <= '0;
      del_kind_o         <= '0;
      del_type_o         <= '0;
      del_source_o       <= '0;
      del_message_o      <= '0;
    end else begin
      credit_out_valid_o <= leave;
      del_valid_o        <= into | (del_valid_o & ~del_ready_i);
      if (leave) begin
        credit_out_vc_o <= win;
        if (kind[0]) begin
          ej_type_o[32'(win)*4 +: 4]           <= packet_type;
          ej_source_o[32'(win)*AddrW +: AddrW] <= source;
          ej_message_o[32'(win)*MsgW +: MsgW]  <= message;
        end
        for (int unsigned k = 0; k < Networks; k++) begin
          if (into[k]) begin
            del_vc_o[k*VcW +: VcW]             <= win;
            del_kind_o[k*2 +: 2]               <= kind;
            del_type_o[k*4 +: 4]               <= packet_type;
            del_source_o[k*AddrW +: AddrW]     <= source;
            del_message_o[k*MsgW +: MsgW]      <= message;
          end
        end
      end
    end
  end

  // Delivered data count while they are valid.
  always_ff @(posedge clk_i) begin
    if (rst_i && DataReset == 1) begin
      del_data_o <= '0;
    end else begin
      for (int unsigned k = 0; k < Networks; k++) begin
        if (into[k]) begin
          del_data_o[k*FlitBits +: FlitBits] <= payload;
          if (kind[0]) del_data_o[k*FlitBits +: HeadBits] <= '0;
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && in_valid_i) begin
      a_vc:   assert (32'(in_vc_i) < Vcs);
    end
    if (!rst_i && deliver) begin
      a_free: assert ((into & ~free) == '0);
      c_past: cover (free != '1);  // past a network that its host refuses
    end
    if (!rst_i && del_valid_o != '0) begin
      c_hold: cover (del_ready_i == '0 && filled != '0);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
