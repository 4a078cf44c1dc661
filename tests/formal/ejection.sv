  // hold    a delivery that its host does not take stays as it is, whatever else comes; what a host
  //         refuses keeps nobody else's flit: in every cycle in which a VC asks one flit leaves,
  //         and a VC with a flit asks if the registers of its network are empty or taken
  // own     every delivery is the flit that left a queue the cycle before, on its own network's
  //         registers, with type, source and message of the head that left this queue last
  // losing  between two flits of its own a VC loses at most once to each other in the cycles in
  //         which it asks, whatever the hosts take, without ages
  //
  // For one network and two VCs, chosen freely. Contract: flits come on VCs that exist, and not for
  // a queue that is full; a packet begins with a first flit.
  `include "reset.svh"

  (* anyconst *) logic [NetW-1:0] net;
  (* anyconst *) logic [VcW-1:0]  mine, other;

  logic [Vcs-1:0] full;     // bit v: queue v is
  logic           ordered;  // the order is one
  logic           in_range; // queues are within their memory
  always_comb begin
    assume (32'(net) < Networks && 32'(mine) < Vcs && 32'(other) < Vcs);
    ordered  = 1'b1;
    in_range = 1'b1;
    for (int unsigned v = 0; v < Vcs; v++) begin
      full[v] = 32'(ej_count_o[v*CntW +: CntW]) == Depth;
      if (32'(ej_count_o[v*CntW +: CntW]) > Depth) in_range = 1'b0;
      for (int unsigned w = 0; w < Vcs; w++) begin
        if (ej_order_o[v*Vcs + w] != (v != w && !ej_order_o[w*Vcs + v])) ordered = 1'b0;
        for (int unsigned x = 0; x < Vcs; x++) begin
          if (ej_order_o[v*Vcs + w] && ej_order_o[w*Vcs + x] && !ej_order_o[v*Vcs + x]) begin
            ordered = 1'b0;
          end
        end
      end
    end
    assume (!in_valid_i || (32'(in_vc_i) < Vcs && !full[in_vc_i]));
  end

  // The delivery of `net`, now and before.
  localparam int unsigned BeatW = VcW + 2 + 4 + AddrW + MsgW + FlitBits;
  logic [BeatW-1:0] beat, was_beat;
  logic             was_valid, was_free, was_up;
  assign beat = {del_vc_o[32'(net)*VcW +: VcW], del_kind_o[32'(net)*2 +: 2],
                 del_type_o[32'(net)*4 +: 4], del_source_o[32'(net)*AddrW +: AddrW],
                 del_message_o[32'(net)*MsgW +: MsgW], del_data_o[32'(net)*FlitBits +: FlitBits]};

  // The flit that left for it in the cycle before, and the head that left last of VC `mine`.
  logic                was_left, was_mine, seen;
  logic [VcW-1:0]      was_vc;
  logic [1:0]          was_kind;
  logic [3:0]          head_type;
  logic [AddrW-1:0]    head_source;
  logic [MsgW-1:0]     head_message;
  logic [FlitBits-1:0] was_data;
  always_ff @(posedge clk_i) begin
    was_up    <= !rst_i;
    was_valid <= del_valid_o[net];
    was_free  <= del_ready_i[net];
    was_beat  <= beat;
    was_left  <= leave && 32'(win) / Block == 32'(net);
    was_mine  <= leave && win == mine;
    was_vc    <= win;
    was_kind  <= kind;
    was_data  <= payload;
    if (rst_i) begin
      seen <= 1'b0;
    end else if (leave && win == mine && kind[0]) begin
      seen         <= 1'b1;
      head_type    <= payload[3:0];
      head_source  <= payload[noc_pkg::source_lsb(AddrW, LenW) +: AddrW];
      head_message <= payload[noc_pkg::message_lsb(AddrW, LenW) +: MsgW];
    end
  end

  logic waits;  // VC `mine` has a flit, and the registers of its network take one
  assign waits = filled[mine] &&
                 (!del_valid_o[32'(mine) / Block] || del_ready_i[32'(mine) / Block]);
  always_comb begin
    if (up) begin
      inv_order:  assert (ordered && in_range);
      hold_stays: assert (!(was_up && was_valid && !was_free) ||
                          (del_valid_o[net] && beat == was_beat));
      hold_asks:  assert (ask[mine] == waits);
      hold_works: assert (!waits || leave);
      own_given:  assert (!was_up || del_valid_o[net] == (was_left || (was_valid && !was_free)));
      own_vc:     assert (!(was_up && was_left) ||
                          (del_vc_o[32'(net)*VcW +: VcW] == was_vc &&
                           del_kind_o[32'(net)*2 +: 2] == was_kind));
      own_data:   assert (!(was_up && was_left) ||
                          (was_kind[0]
                           ? del_data_o[32'(net)*FlitBits + HeadBits +: FlitBits - HeadBits]
                                 == was_data[FlitBits-1:HeadBits] &&
                             del_data_o[32'(net)*FlitBits +: HeadBits] == '0
                           : del_data_o[32'(net)*FlitBits +: FlitBits] == was_data));
      own_head:   assert (!(was_up && was_mine && was_left && seen) ||
                          (del_type_o[32'(net)*4 +: 4] == head_type &&
                           del_source_o[32'(net)*AddrW +: AddrW] == head_source &&
                           del_message_o[32'(net)*MsgW +: MsgW] == head_message));
      inv_head:   assert (!seen || (ej_type_o[32'(mine)*4 +: 4] == head_type &&
                                    ej_source_o[32'(mine)*AddrW +: AddrW] == head_source &&
                                    ej_message_o[32'(mine)*MsgW +: MsgW] == head_message));
    end
  end

  // losing
  logic lost;  // to `other`, since the last flit of `mine`
  always_ff @(posedge clk_i) begin
    if (rst_i || (leave && win == mine)) lost <= 1'b0;
    else if (waits && leave && win == other) lost <= 1'b1;
  end
  always_comb begin
    if (up && AgeW == 0 && mine != other) begin
      losing_once: assert (!(lost && waits && leave && win == other));
      inv_lost:    assert (!lost || ej_order_o[32'(other)*Vcs + 32'(mine)]);
    end
  end
