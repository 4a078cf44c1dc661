// injection -- the host's packets to the router: a queue a VC, the choice of the VC, the link.
//
// A beat is a flit's worth of data. The first beat of a packet carries the command; a head is built
// from it and the packet gets a VC of its virtual network, one with room in its queue. The link
// takes the fronts of the queues in turn, as credits allow. host_ready_o is a register: it already
// counts what happens in the cycle before.
//
// If there is an XOR coding unit (XorSlots > 0), a first beat may say that the packet is the
// operand in a slot of the unit: the rest then comes from there, a flit in every cycle in which its
// queue has room.
//
//   host beat --> [head fields] --> queue of VC v --(credits, round robin)--> link to the router
//                   inj_left, inj_vc: the packet of network k that is being handed over
// If Multicast = 1, a packet may have header flits, which come between head and data.
// If AgeW > 0, the link takes the fronts of the oldest packets first, and in turn among these. If
// Lookahead = 1, heads but those of worms carry the route at the interface's router (first_routes).
// If there is a forwarding unit (ForwardSlots > 0), the unit pushes copies of packets as well, flit
// by flit, each copy with a head of its own. The host waits in the cycles in which the unit pushes,
// and the host's packet for the network of a copy waits until the copy is handed over. They take
// turns (inj_turn): behind a copy's first flit the host's next packet goes before another copy.
//
// Golden model: csim/ni/injection.c.  docs/microarchitecture.md, sections 5.3, 13, 15.4 and 16.

module injection #(
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,   // flits of a VC buffer of the router
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned AddrW      = 6,
  parameter  int unsigned LenW       = 4,
  parameter  int unsigned MsgW       = 8,
  parameter  int unsigned XorSlots   = 0,   // operand slots of the XOR coding unit; 0: no unit
  parameter  int unsigned XorFlits   = 1,
  parameter  int unsigned NameW      = 1,
  parameter  int unsigned Multicast  = 0,   // packets may have header flits
  parameter  int unsigned ForwardSlots = 0, // packet slots of the forwarding unit; 0: no unit
  parameter  int unsigned AgeW       = 0,   // bits of a packet's age, 4 to 32; 0: it has none
  parameter  int unsigned Lookahead  = 0,   // 1: heads carry a route; the next eight as the router
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims       = 2,   // AddrW is Dims * DigitW + LocalW, at least 1
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LayersLog2 = 0,
  parameter  int unsigned Rows       = 1,   // with RoutingTable: destinations
  parameter  int unsigned DataReset  = 1,   // 0: payloads are not reset
  localparam int unsigned InjDepth   = 4,   // flits of an injection queue
  localparam int unsigned NetW       = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned SlotW      = $clog2(InjDepth * Vcs),
  localparam int unsigned HdrW       = (Multicast == 1) ? noc_pkg::HeaderBits : 0,
  localparam int unsigned HdrPinW    = (HdrW > 0) ? HdrW : 1,
  localparam int unsigned LeftW      = (Multicast == 0) ? LenW
                                                        : (LenW > HdrW) ? LenW + 1 : HdrW + 1,
  localparam int unsigned TagW       = LeftW + 2,
  localparam int unsigned XSlotW     = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned XPosW      = (XorFlits > 1) ? $clog2(XorFlits) : 1,
  localparam int unsigned XTagW      = LenW + 2 * NameW + 1,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned AgesW      = (AgeW > 0) ? Vcs * AgeW : 1,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned RowW       = ClassW + Ports,
  localparam int unsigned FirstW     = (Rows > 1) ? $clog2(Rows) : 1
) (
  input  logic                     clk_i,
  input  logic                     rst_i,              // synchronous, active high

  input  logic                     credit_in_valid_i,  // credit from the router ..
  input  logic [VcW-1:0]           credit_in_vc_i,     // .. for this VC
  input  logic [AddrW-1:0]         addr_i,             // the node's own address (static)
  // Only with lookahead, and with a routing that asks for it.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AddrW-1:0]         extent_i,           // the highest coordinates (static)
  /* verilator lint_on UNUSEDSIGNAL */
  // The table of first routes, with lookahead by tables; else not looked at, and its outputs 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic                     cfg_valid_i,        // a row is written:
  input  logic [FirstW-1:0]        cfg_index_i,        // that of this destination
  input  logic [RowW-1:0]          cfg_data_i,         // {class, candidates}
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic                     host_valid_i,       // a beat ..
  input  logic [NetW-1:0]          host_network_i,     // .. for this virtual network
  input  logic [3:0]               host_type_i,        // the command, with first beats
  input  logic [AddrW-1:0]         host_dst_i,
  input  logic [MsgW-1:0]          host_message_i,
  input  logic [LenW-1:0]          host_flits_i,
  input  logic [FlitBits-1:0]      host_data_i,
  // First beats carry both of these, read only if Multicast = 1 and only if AgeW > 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [HdrPinW-1:0]       host_headers_i,     // header flits, that follow it
  input  logic [AgePinW-1:0]       host_age_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // These belong to the XOR coding unit; without it they are not read, and its outputs are 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [XSlotW-1:0]        host_slot_i,        // with first beats: slot at the destination
  input  logic [NameW-1:0]         host_name_i,        // .. name of the host's block
  input  logic [XSlotW-1:0]        host_from_i,        // .. slot to be sent; 0: the host's data
  input  logic [FlitBits-1:0]      xs_data_i,          // the word read
  input  logic [XTagW-1:0]         xs_tag_i,           // {flits, name b, name a, coded} of the slot
  /* verilator lint_on UNUSEDSIGNAL */
  // These belong to the forwarding unit; without it they are not read, and its outputs are 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic                     copy_valid_i,       // a flit of a copy ..
  input  logic                     copy_first_i,       // .. the first
  input  logic [NetW-1:0]          copy_network_i,
  input  logic [LenW-1:0]          copy_flits_i,       // of the copy, with the first
  input  logic [FlitBits-1:0]      copy_payload_i,
  input  logic                     copy_busy_next_i,   // after the edge a copy is on its way ..
  input  logic [NetW-1:0]          copy_network_next_i,
  input  logic                     ask_next_i,         // .. or one waits for room here
  input  logic [NetW-1:0]          ask_network_next_i,
  /* verilator lint_on UNUSEDSIGNAL */

  output logic                     inj_wr_en_o,        // memory ports
  output logic [SlotW-1:0]         inj_wr_slot_o,
  output logic [TagW-1:0]          inj_wr_tag_o,
  output logic [AgePinW-1:0]       inj_wr_age_o,
  output logic [FlitBits-1:0]      inj_wr_payload_o,
  output logic                     inj_rd_en_o,
  output logic [SlotW-1:0]         inj_rd_slot_o,
  output logic                     tbl_wr_en_o,        // memory port of the table
  output logic [FirstW-1:0]        tbl_wr_row_o,
  output logic [RowW-1:0]          tbl_wr_data_o,
  output logic                     xs_rd_en_o,         // a word is read from the unit's slot
  output logic [XSlotW-1:0]        xs_rd_slot_o,
  output logic [XPosW-1:0]         xs_rd_pos_o,
  output logic [Networks-1:0]      copy_room_o,        // bit k: a copy can start
  output logic [Networks-1:0]      copy_next_o,        // .. the queue of the packet has room
  output logic [Networks-1:0]      copy_end_o,         // .. one flit is left of it
  output logic                     host_beat_o,        // a beat of the host is accepted

  output logic                     out_valid_o,        // link to the router
  output logic [VcW-1:0]           out_vc_o,
  output logic [1:0]               out_kind_o,
  output logic [FlitBits-1:0]      out_payload_o,
  output logic [Networks-1:0]      host_ready_o,       // bit k: a beat for network k is accepted
  output logic [Vcs*2-1:0]         inj_wr_o,           // state: the queues
  output logic [Vcs*2-1:0]         inj_rd_o,
  output logic [Vcs*3-1:0]         inj_count_o,
  output logic [Networks*LeftW-1:0] inj_left_o,        // state: beats to come of the packet
  output logic [Networks*VcW-1:0]  inj_vc_o,           // state: its VC
  output logic [Networks*VcW-1:0]  inj_ptr_o,          // state: favoured VC of the next packet
  output logic [VcW-1:0]           inj_arb_ptr_o,      // state: favoured VC on the link
  output logic [Vcs*CntW-1:0]      inj_credit_o,       // state: free slots in the router
  output logic [AgesW-1:0]         inj_age_o,          // state: of the head that left queue v last
  output logic [XSlotW-1:0]        inj_from_o,         // state: slot being sent; 0: none
  output logic [NetW-1:0]          inj_from_network_o, // state: on this network
  output logic [XPosW-1:0]         inj_from_pos_o,     // state: its next word
  output logic                     inj_turn_o          // state: a unit pushed last, not the host
);

  localparam int unsigned CodeW      = (XorSlots > 0) ? XSlotW + 2 * NameW : 0;
  localparam int unsigned CodePinW   = (CodeW > 0) ? CodeW : 1;
  localparam int unsigned HeadersLsb = noc_pkg::headers_lsb(AddrW, LenW, MsgW, NetW, CodeW);
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1;
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1;
  localparam int unsigned LookW      = noc_pkg::look_bits(Lookahead, Routing, PortW, ClassW);
  localparam int unsigned LookPinW   = (LookW > 0) ? LookW : 1;
  localparam int unsigned LookLsb    = HeadersLsb + HdrW;
  localparam int unsigned HeadBits   = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW,
                                                          CodeW + HdrW + LookW + AgeW);
  localparam int unsigned Block      = Vcs / Networks;                 // VCs of a network
  localparam int unsigned CmpW       = (LeftW > CntW) ? LeftW : CntW;  // compares credit with need
  localparam int unsigned EntryW     = TagW + AgeW;  // what is queued beside the payload

  localparam logic [Vcs-1:0] BlockMask = Vcs'((32'd1 << Block) - 32'd1);  // network 0's VCs

  if (Networks < 1 || Vcs % Networks != 0) begin : gen_bad_networks
    $error("injection: Networks must divide Vcs");
  end
  if (LenW < 1 || LenW > 10 || MsgW < 1 || MsgW > 16 || CutThrough > 1) begin : gen_bad_shape
    $error("injection: LenW must be 1 to 10, MsgW 1 to 16, CutThrough 0 or 1");
  end
  if (HeadBits + 8 > FlitBits) begin : gen_bad_head
    $error("injection: FlitBits must leave 8 data bits in a head");
  end
  if (XorSlots > 0 && ForwardSlots > 0) begin : gen_bad_units
    $error("injection: either XorSlots or ForwardSlots must be 0");
  end
  if (Lookahead > 1) begin : gen_bad_look
    $error("injection: Lookahead must be 0 or 1");
  end

  logic                accept;         // of the host
  logic                push;           // a flit goes into a queue: a beat, or one from the slot
  logic                first, last;    // of its packet
  logic [NetW-1:0]     network;        // its network
  logic [LeftW-1:0]    left, left_d;   // of this network; after it
  logic [LeftW-1:0]    flits;          // of the packet of a first beat, header flits too
  logic [VcW-1:0]      vc;             // the VC it goes to
  logic [TagW-1:0]     beat_tag;       // what it brings there
  logic [AgePinW-1:0]  beat_age;
  logic [FlitBits-1:0] beat_payload;
  logic [Vcs-1:0]      filled;         // bit v: queue v has flits
  logic                from_first;     // the beat offered asks for a slot to be sent
  logic                from_push;      // a flit comes from a slot, not from the host
  logic                whole;          // .. with its head
  logic [FlitBits-1:0] data;           // the host's or the slot's
  logic [LenW-1:0]     length;         // flits of the packet, header flits not
  logic [3:0]          packet_type;
  logic [CodePinW-1:0] code;           // of the head: {operand b, operand a, slot}
  logic [LookPinW-1:0] look;           // of the head: {class, port} at the router
  logic [Vcs-1:0]      room, room_d;   // bit v: queue v is not full, now and after the edge
  logic [Vcs-1:0]      mine;           // VCs of its network with room
  logic [Vcs-1:0]      ask, oldest;    // VCs that ask for the link; with the oldest packets
  logic [Vcs-1:0]      gnt;            // the winner, one-hot
  logic                send;           // there is one
  logic [VcW-1:0]      win;            // its number
  logic [Networks-1:0] ready_d;
  logic [Networks-1:0] allow_d;        // networks that the slot being sent leaves to the host
  logic [EntryW-1:0]   wr_entry;
  logic [Vcs*EntryW-1:0] entries;      // of the fronts
  logic [FlitBits-1:0] payload;        // read
  logic [CmpW-1:0]     need;
  logic                same;           // a credit comes for the VC that spends one

  if (Multicast == 1) begin : gen_headers
    assign flits = LeftW'(length) + (whole ? '0 : LeftW'(host_headers_i));
  end else begin : gen_no_headers
    assign flits = length;
  end

  // Beat: its VC, kind and payload.
  assign accept = host_valid_i && host_ready_o[host_network_i] && !(from_first && inj_from_o != '0);
  assign push   = accept || from_push;

  always_comb begin
    for (int unsigned v = 0; v < Vcs; v++) room[v] = !inj_count_o[v*3 + 2];  // below 4
  end

  always_comb begin
    left         = '0;
    left_d       = '0;
    vc           = '0;
    first        = 1'b0;
    last         = 1'b0;
    mine         = '0;
    beat_tag     = '0;
    beat_age     = '0;
    beat_payload = '0;
    if (push) begin
      left          = inj_left_o[32'(network)*LeftW +: LeftW];
      first         = left == '0;
      left_d        = (first ? flits : left) - 1'b1;
      last          = left_d == '0;
      beat_payload  = data;
      beat_tag[1:0] = {last, first};
      if (first) begin
        mine = room & (BlockMask << (32'(network) * Block));
        vc   = VcW'(noc_pkg::rr_pick(16'(mine), 4'(inj_ptr_o[32'(network)*VcW +: VcW])));
        if (!whole) begin
          beat_payload[HeadBits-1:0] = HeadBits'(
              {code, network, host_message_i, addr_i, host_flits_i, host_dst_i, packet_type});
          if (Multicast == 1) beat_payload[HeadersLsb +: HdrPinW] = host_headers_i;
          if (AgeW > 0)       beat_payload[HeadBits-1 -: AgePinW] = host_age_i;
        end
        if (LookW > 0) beat_payload[LookLsb +: LookPinW] = look;
        beat_age = beat_payload[HeadBits-1 -: AgePinW];
        beat_tag[TagW-1:2] = (CutThrough == 1) ? flits : LeftW'(1);
      end else begin
        vc = inj_vc_o[32'(network)*VcW +: VcW];
      end
    end
  end

  // The route of the packet at the router.
  if (LookW > 0) begin : gen_look
    logic [AddrW-1:0]     dst;
    logic                 worm;
    logic [PortW-1:0]     port;
    logic [ClassPinW-1:0] vc_class;

    if (AddrW != ((Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1)) begin : gen_bad_addr
      $error("injection: AddrW must be Dims * DigitW + LocalW, at least 1");
    end

    assign dst  = whole ? data[4 +: AddrW] : host_dst_i;
    assign worm = Multicast == 1 && !whole && (packet_type == noc_pkg::TypeTreeWorm ||
                                               packet_type == noc_pkg::TypePathWorm);
    assign look = worm ? '0 : LookW'({vc_class, port});

    if (Routing == noc_pkg::RoutingTable) begin : gen_first
      logic asks;  // push && first, for simulators that take what depends on either for a loop

      assign asks = push && !worm && inj_left_o[32'(network)*LeftW +: LeftW] == '0;
      first_routes #(.Ports(Ports), .Classes(Classes), .AddrW(AddrW), .Rows(Rows)) u_first (
        .clk_i, .rst_i, .cfg_valid_i, .cfg_index_i, .cfg_data_i, .ask_i(asks),
        .dst_i(dst), .tbl_wr_en_o, .tbl_wr_row_o, .tbl_wr_data_o, .port_o(port),
        .vc_class_o(vc_class)
      );
    end else begin : gen_route
      route_unit #(
        .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Networks(Networks), .Classes(Classes),
        .Routing(Routing), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .LayersLog2(LayersLog2)
      ) u_route (
        .vc_i('0), .index_i('0), .room_i('0), .tbl_class_i('0), .addr_i,  // no width: no proof
        .tbl_candidates_i(Ports'(0)), .dst_i(dst), .extent_i, .port_o(port), .vc_class_o(vc_class)
      );
      assign {tbl_wr_en_o, tbl_wr_row_o, tbl_wr_data_o} = '0;
    end

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && push && first) begin
        a_route: assert (worm || 32'(port) < Ports);
      end
    end
`endif
  end else begin : gen_no_look
    assign look = '0;
    assign {tbl_wr_en_o, tbl_wr_row_o, tbl_wr_data_o} = '0;
  end

  // Link: the next VC with a flit and credits for it.
  always_comb begin
    ask  = '0;
    need = '0;
    if (filled != '0) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (filled[v]) begin
          need    = CmpW'(entries[v*EntryW + 2 +: LeftW]);
          need[0] = need[0] || need == '0;  // at least 1
          ask[v]  = CmpW'(inj_credit_o[v*CntW +: CntW]) >= need;
        end
      end
    end
  end

  oldest_front #(.Vcs(Vcs), .TagW(EntryW), .AgeW(AgeW)) u_oldest (
    .clk_i, .rst_i, .req_i(ask), .tags_i(entries), .pop_i(send), .pop_vc_i(win),
    .oldest_o(oldest), .age_o(inj_age_o)
  );

  rr_arbiter #(.N(Vcs)) u_arbiter (
    .clk_i, .rst_i, .req_i(oldest), .take_i(1'b1), .gnt_o(gnt), .ptr_o(inj_arb_ptr_o)
  );

  assign send         = gnt != '0;
  assign win          = VcW'(noc_pkg::number_of(16'(gnt)));
  assign inj_rd_en_o  = send;
  assign inj_wr_tag_o = wr_entry[TagW-1:0];
  assign inj_wr_age_o = AgePinW'(wr_entry >> TagW);
  assign same         = send && credit_in_valid_i && credit_in_vc_i == win;

  // Its payloads are read in the cycle in which they leave.
  /* verilator lint_off PINCONNECTEMPTY */
  fifo #(.Queues(Vcs), .Depth(InjDepth), .PayloadW(FlitBits), .TagW(EntryW)) u_fifo (
    .clk_i, .rst_i,
    .push_i(push), .push_queue_i(vc), .push_tag_i(EntryW'({beat_age, beat_tag})),
    .push_payload_i(beat_payload), .late_bits_i(1'b0),
    .pop_i(send), .pop_queue_i(win), .rd_en_i(send), .rd_slot_i(inj_rd_slot_o),
    .wr_en_o(inj_wr_en_o), .push_slot_o(inj_wr_slot_o), .wr_tag_o(wr_entry),
    .wr_payload_o(inj_wr_payload_o), .pop_slot_o(inj_rd_slot_o), .front_tag_o(entries),
    .filled_o(filled), .rd_payload_o(payload), .wr_o(inj_wr_o), .rd_o(inj_rd_o),
    .count_o(inj_count_o),
    .read_o(), .wr_late_o(), .late_o(), .late_queue_o(), .late_position_o(), .front_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Room after the edge, and what it means for each network. Without a beat and a flit sent
  // nothing changes.
  always_comb begin
    room_d  = room;
    ready_d = host_ready_o;
    if (push && inj_count_o[32'(vc)*3 +: 3] == 3'd3) room_d[vc] = 1'b0;
    if (send) room_d[win] = 1'b1;
    if (push || send) begin
      for (int unsigned k = 0; k < Networks; k++) begin
        if (push && network == NetW'(k)) begin
          ready_d[k] = (left_d != '0) ? room_d[vc] : room_d[k*Block +: Block] != '0;
        end else begin
          ready_d[k] = (inj_left_o[k*LeftW +: LeftW] != '0) ? room_d[inj_vc_o[k*VcW +: VcW]]
                                                          : room_d[k*Block +: Block] != '0;
        end
      end
    end
  end

  // A slot of the XOR coding unit is sent: from the second flit on without the host, whose beats
  // for other networks alternate with it (inj_turn).
  if (XorSlots > 0) begin : gen_from
    logic                from_beat, turn_d;  // its first beat is accepted; inj_turn after the edge
    logic [XSlotW-1:0]   from_d;
    logic [NetW-1:0]     from_network_d;
    logic [VcW-1:0]      from_vc_d;

    assign from_first   = host_valid_i && host_from_i != '0 &&
                          inj_left_o[32'(host_network_i)*LeftW +: LeftW] == '0;
    assign from_beat    = accept && from_first;
    assign from_push    = inj_from_o != '0 && !accept &&
                          room[inj_vc_o[32'(inj_from_network_o)*VcW +: VcW]];
    assign turn_d       = push ? from_push : inj_turn_o;
    assign network      = from_push ? inj_from_network_o : host_network_i;
    assign data         = xs_rd_en_o ? xs_data_i : host_data_i;
    assign whole        = 1'b0;
    assign length       = host_flits_i;
    assign {copy_room_o, copy_next_o, copy_end_o, host_beat_o} = '0;
    assign packet_type  = from_beat ? {3'd0, xs_tag_i[0]} : host_type_i;
    assign code         = {from_beat ? xs_tag_i[1 +: 2*NameW] : {NameW'(0), host_name_i},
                           host_slot_i};
    assign xs_rd_en_o   = from_beat || from_push;
    assign xs_rd_slot_o = from_push ? inj_from_o : from_beat ? host_from_i : '0;
    assign xs_rd_pos_o  = from_push ? inj_from_pos_o : '0;

    always_comb begin
      from_d         = inj_from_o;
      from_network_d = inj_from_network_o;
      if (from_push && last) from_d = '0;
      if (from_beat && !last) begin
        from_d         = host_from_i;
        from_network_d = host_network_i;
      end
      from_vc_d = from_beat ? vc : inj_vc_o[32'(from_network_d)*VcW +: VcW];
      allow_d   = '1;
      if (from_d != '0) begin
        allow_d[from_network_d] = 1'b0;
        if (room_d[from_vc_d] && !turn_d) allow_d = '0;
      end
    end

    always_ff @(posedge clk_i) begin
      inj_turn_o <= turn_d && !rst_i;
      if (rst_i) begin
        inj_from_o         <= '0;
        inj_from_network_o <= '0;
        inj_from_pos_o     <= '0;
      end else if (xs_rd_en_o) begin
        inj_from_o         <= from_d;
        inj_from_network_o <= from_network_d;
        inj_from_pos_o     <= last ? '0 : xs_rd_pos_o + 1'b1;
      end
    end

`ifndef SYNTHESIS
    logic [31:0] slot_flits;
    assign slot_flits = 32'(host_flits_i);

    always_ff @(posedge clk_i) begin
      if (!rst_i && xs_rd_en_o) begin
        a_from:   assert (!(accept && from_push) && 32'(xs_rd_slot_o) < XorSlots);
        a_whose:  assert (Multicast == 0 || from_push || host_headers_i == '0);
        a_tag:    assert (!from_beat ||
                          (host_flits_i == xs_tag_i[XTagW-1 -: LenW] && slot_flits <= XorFlits));
        c_follow: cover (from_push && last);
      end
      c_beside: cover (!rst_i && inj_from_o != '0 && accept && inj_turn_o);
    end
`endif
  end else if (ForwardSlots > 0) begin : gen_copy
    logic [LeftW-1:0] left_ask;   // of the network that a copy waits for, after the edge
    logic [VcW-1:0]   vc_copy;    // the VC of the copy on its way, after the edge
    logic             ask_room;   // the block that a copy waits for has room then
    logic             turn_d;     // inj_turn after the edge
    assign host_beat_o = accept;
    assign from_first  = 1'b0;
    assign from_push   = copy_valid_i;
    assign whole       = copy_valid_i;
    assign network     = copy_valid_i ? copy_network_i : host_network_i;
    assign data        = copy_valid_i ? copy_payload_i : host_data_i;
    assign length      = copy_valid_i ? copy_flits_i : host_flits_i;
    assign packet_type = host_type_i;
    assign code        = '0;

    always_comb begin
      for (int unsigned k = 0; k < Networks; k++) begin
        copy_room_o[k] = inj_left_o[k*LeftW +: LeftW] == '0 && room[k*Block +: Block] != '0;
        copy_next_o[k] = room[inj_vc_o[k*VcW +: VcW]];
        copy_end_o[k]  = inj_left_o[k*LeftW +: LeftW] == LeftW'(1);
      end
    end

    // The unit pushes in the next cycle, and it is not the host's turn: all networks wait; else
    // that of the copy. Where it is, the copy waits if the host has a beat.
    always_comb begin
      allow_d  = '1;
      turn_d   = (push && first) ? copy_valid_i : inj_turn_o;
      left_ask = '0;
      vc_copy  = '0;
      ask_room = 1'b0;
      if (copy_busy_next_i) begin
        vc_copy = (push && network == copy_network_next_i)
                      ? vc : inj_vc_o[32'(copy_network_next_i)*VcW +: VcW];
        allow_d[copy_network_next_i] = 1'b0;
        if (room_d[vc_copy]) allow_d = '0;
      end
      if (ask_next_i) begin
        left_ask = (push && network == ask_network_next_i)
                       ? left_d : inj_left_o[32'(ask_network_next_i)*LeftW +: LeftW];
        ask_room = (room_d & (BlockMask << (32'(ask_network_next_i) * Block))) != '0;
        if (left_ask == '0 && ask_room && !turn_d) allow_d = '0;
      end
    end

    always_ff @(posedge clk_i) begin
      inj_turn_o <= turn_d && !rst_i;
    end

    assign {xs_rd_en_o, xs_rd_slot_o, xs_rd_pos_o}          = '0;
    assign {inj_from_o, inj_from_network_o, inj_from_pos_o} = '0;

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && accept) begin
        a_alone: assert (!copy_valid_i);
        a_type:  assert (!first || (host_type_i != noc_pkg::TypeForwarded &&
                                    host_type_i != noc_pkg::TypeForwardedLast));
      end
      if (!rst_i && copy_valid_i) begin
        a_copy:  assert (32'(copy_network_i) < Networks && copy_first_i == first);
        a_next:  assert (copy_first_i ? copy_room_o[copy_network_i] : copy_next_o[copy_network_i]);
        a_empty: assert (!copy_first_i || copy_flits_i != '0);
      end
      if (!rst_i && copy_busy_next_i) begin
        c_full:  cover (accept);
      end
      if (!rst_i && ask_next_i) begin
        c_turn:  cover (accept && first && inj_turn_o);
      end
    end
`endif
  end else begin : gen_no_from
    assign {from_first, from_push} = '0;
    assign network                 = host_network_i;
    assign data                    = host_data_i;
    assign whole                   = 1'b0;
    assign length                  = host_flits_i;
    assign packet_type             = host_type_i;
    assign {copy_room_o, copy_next_o, copy_end_o, host_beat_o, inj_turn_o} = '0;
    assign code                    = '0;
    assign allow_d                 = '1;
    assign {xs_rd_en_o, xs_rd_slot_o, xs_rd_pos_o}          = '0;
    assign {inj_from_o, inj_from_network_o, inj_from_pos_o} = '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      host_ready_o  <= '1;
      inj_left_o    <= '0;
      inj_vc_o      <= '0;
      inj_ptr_o     <= '0;
      inj_credit_o  <= {Vcs{CntW'(Depth)}};
      out_valid_o   <= 1'b0;
      out_vc_o      <= '0;
      out_kind_o    <= '0;
    end else begin
      host_ready_o <= ready_d & allow_d;
      out_valid_o  <= send;
      if (push) begin
        inj_left_o[32'(network)*LeftW +: LeftW] <= left_d;
        if (first) begin
          inj_vc_o[32'(network)*VcW +: VcW]  <= vc;
          inj_ptr_o[32'(network)*VcW +: VcW] <= VcW'(noc_pkg::rr_next(4'(vc), Vcs));
        end
      end
      if (send) begin
        out_vc_o   <= win;
        out_kind_o <= entries[32'(win)*EntryW +: 2];
        if (!same) begin
          inj_credit_o[32'(win)*CntW +: CntW] <= inj_credit_o[32'(win)*CntW +: CntW] - 1'b1;
        end
      end
      if (credit_in_valid_i && !same) begin
        inj_credit_o[32'(credit_in_vc_i)*CntW +: CntW] <=
            inj_credit_o[32'(credit_in_vc_i)*CntW +: CntW] + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i && DataReset == 1) out_payload_o <= '0;
    else if (send) out_payload_o <= payload;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && host_valid_i) begin
      a_network: assert (32'(host_network_i) < Networks);
    end
    if (!rst_i && push) begin
      a_flits:   assert (!first || length != '0);
      a_whole:   assert (CutThrough == 0 || !first || 32'(flits) <= Depth);
      a_data:    assert (Multicast == 0 || !first || from_push || host_headers_i == '0 ||
                         host_flits_i != LenW'(1));
      a_slot:    assert (Multicast == 0 || XorSlots == 0 || !first || host_headers_i == '0 ||
                         host_slot_i == '0);
      a_room:    assert (room[vc]);
    end
    if (!rst_i && credit_in_valid_i) begin
      a_full:    assert (32'(inj_credit_o[32'(credit_in_vc_i)*CntW +: CntW]) < Depth);
      c_same:    cover (same);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
