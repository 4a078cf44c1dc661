  // A decoder with lookahead is put beside one without it at this router, and another at the router
  // to which the head's own route leads:
  //
  // worm    what worms leave is the same: entries, payloads, registers; so is what is asked of the
  //         tables with any flit
  // look    the entry of another head names the port and class that it has brought, and is for the
  //         rest as without lookahead
  // next    such a head is written with the route at the next router in its field, all other bits
  //         as they came; by tables the route in the row
  //
  // Contract: VCs that exist; a head that is no worm brings a port and a class that exist.
  `include "reset.svh"

  if (Lookahead == 1) begin : gen_beside
    logic [PortW-1:0]     brought;
    logic [ClassPinW-1:0] brought_class;
    assign brought = in_payload_i[LookLsb +: PortW];
    if (Classes > 1) begin : gen_brought_class
      assign brought_class = in_payload_i[LookLsb + PortW +: ClassPinW];
    end else begin : gen_no_brought_class
      assign brought_class = '0;
    end

    // 0: at this router; 1: at the one that a head goes to.
    for (genvar k = 0; k < 2; k++) begin : gen_at
      logic                         ask_route, dec_valid, write_en;
      logic [AddrW-1:0]        ask_dst;
      logic [GroupW-1:0]       dec_group, entry_group;
      logic [HdrW-1:0]         dec_word;
      logic [FlitBits-1:0]     written;
      logic [SlotW-1:0]        entry_slot;
      logic [Ports-1:0]        entry_ports;
      logic [Ports*ClassPinW-1:0] entry_class;
      logic [CntW-1:0]         entry_need;
      logic [2:0]              entry_flags;
      logic [AgePinW-1:0]      entry_age;
      logic [Vcs*2-1:0]        other_type;
      logic [Vcs*PtrW-1:0]     other_slot;
      logic [Vcs*HdrW-1:0]     other_word;
      logic [Vcs*CntW-1:0]     other_need;
      logic [Vcs*GroupW-1:0]   other_group;
      logic [Vcs*AgePinW-1:0]  other_age;
      logic [Vcs*Planes*Ports-1:0] other_hit;
      logic [Vcs-1:0]          other_rest;

      worm_decoder #(
        .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
        .Networks(Networks), .Classes(Classes), .Routing(Routing), .Dims(Dims), .DigitW(DigitW),
        .LocalW(LocalW), .LenW(LenW), .LayersLog2(LayersLog2), .Groups(Groups),
        .StringBits(StringBits), .Planes(Planes), .HeadersLsb(HeadersLsb), .AgeW(AgeW),
        .AgeLsb(AgeLsb), .Lookahead(0)
      ) u_other (
        .clk_i, .rst_i, .in_valid_i, .in_vc_i, .in_kind_i, .in_payload_i, .in_wr_i,
        .addr_i((k == 0) ? addr_i : neighbour_i[32'(brought)*AddrW +: AddrW]), .extent_i, .index_i,
        .local_i, .group_i, .tbl_candidates_i, .tbl_class_i, .room_i,
        .neighbour_i((Ports*AddrW)'(0)), .hit_i, .rest_i, .up_ports_i, .up_class_i, .plane_class_i,
        .ask_route_o(ask_route), .ask_dst_o(ask_dst), .dec_valid_o(dec_valid),
        .dec_group_o(dec_group), .dec_word_o(dec_word), .wr_payload_o(written),
        .br_wr_en_o(write_en), .br_wr_slot_o(entry_slot), .br_wr_ports_o(entry_ports),
        .br_wr_class_o(entry_class), .br_wr_need_o(entry_need),
        .br_wr_group_o(entry_group), .br_wr_flags_o(entry_flags),
        .br_wr_age_o(entry_age), .w_type_o(other_type), .w_slot_o(other_slot),
        .w_word_o(other_word), .w_need_o(other_need), .w_group_o(other_group),
        .w_age_o(other_age), .w_hit_o(other_hit), .w_rest_o(other_rest)
      );
    end

    // A head that is no worm, told from the flit alone.
    logic head;
    assign head = in_valid_i && in_kind_i[0] && in_payload_i[3:0] != 4'd3 &&
                  in_payload_i[3:0] != 4'd4;

    logic [FlitBits-1:0]  rest_bits;   // of a flit but for the field
    logic [PortW-1:0]     put;         // the field as written
    logic [ClassPinW-1:0] put_class;
    assign rest_bits = ~(((FlitBits'(1) << LookW) - 1'b1) << LookLsb);
    assign put       = wr_payload_o[LookLsb +: PortW];
    if (Classes > 1) begin : gen_put_class
      assign put_class = wr_payload_o[LookLsb + PortW +: ClassPinW];
    end else begin : gen_no_put_class
      assign put_class = '0;
    end

    always_comb begin
      assume (32'(in_vc_i) < Vcs);
      assume (!head || (32'(brought) < Ports && 32'(brought_class) <= Classes));
      if (up) begin
        worm_ports:  assert (head || {br_wr_ports_o, br_wr_class_o} ==
                                     {gen_at[0].entry_ports, gen_at[0].entry_class});
        worm_bits:   assert (head || wr_payload_o == gen_at[0].written);
        worm_entry:  assert ({br_wr_en_o, br_wr_slot_o, br_wr_need_o, br_wr_group_o} ==
                             {gen_at[0].write_en, gen_at[0].entry_slot, gen_at[0].entry_need,
                              gen_at[0].entry_group});
        worm_flags:  assert ({br_wr_flags_o, br_wr_age_o} ==
                             {gen_at[0].entry_flags, gen_at[0].entry_age});
        worm_asks:   assert ({ask_route_o, ask_dst_o, dec_valid_o, dec_group_o, dec_word_o} ==
                             {gen_at[0].ask_route, gen_at[0].ask_dst, gen_at[0].dec_valid,
                              gen_at[0].dec_group, gen_at[0].dec_word});
        look_port:   assert (!head || br_wr_ports_o == Ports'(1) << brought);
        look_class:  assert (!head || Classes == 1 || br_wr_class_o ==
                             (Ports*ClassPinW)'(brought_class) << (32'(brought) * ClassPinW));
        look_entry:  assert (!head || (br_wr_en_o && br_wr_flags_o == 3'd0));
        next_rest:   assert (!head || ((wr_payload_o ^ in_payload_i) & rest_bits) == '0);
        next_port:   assert (!head || Ports'(1) << put == gen_at[1].entry_ports);
        next_class:  assert (!head || Classes == 1 || gen_at[1].entry_ports == '0 ||
                             (Ports*ClassPinW)'(put_class) << (32'(put) * ClassPinW) ==
                                 gen_at[1].entry_class);
        inv_same:    assert ({w_type_o, w_slot_o, w_word_o, w_need_o, w_group_o} ==
                             {gen_at[0].other_type, gen_at[0].other_slot, gen_at[0].other_word,
                              gen_at[0].other_need, gen_at[0].other_group});
        inv_hits:    assert ({w_age_o, w_hit_o, w_rest_o} ==
                             {gen_at[0].other_age, gen_at[0].other_hit, gen_at[0].other_rest});
      end
    end
  end
