  // Reachable states: the VC of a packet under way lies in its network's block, and the next packet
  // will favour the one after it; before the first packet it is 0; a network is ready if and only if
  // there is room and no slot is being sent that has it, or that can use the room of its own queue;
  // pointers name a VC and credits are at most the depth. The slot being sent is a packet under way.
  // With a forwarding unit a network may wait for a copy: if it is ready there is room.
  logic in_block, in_range, room_known, from_known;
  logic sending, pushing;  // a slot; its next flit in this cycle
  logic may;               // the network at hand has room, and no slot being sent has it
  always_comb begin
    in_block   = 1'b1;
    in_range   = 1'b1;
    room_known = 1'b1;
    may        = 1'b0;
    sending    = inj_from_o != '0;
    pushing    = sending &&
                 inj_count_o[32'(inj_vc_o[32'(inj_from_network_o)*VcW +: VcW])*3 +: 3] < 3'd4;
    from_known = 32'(inj_from_network_o) < Networks &&
                 (sending ? 32'(inj_from_o) < XorSlots && inj_from_pos_o != '0 &&
                            inj_left_o[32'(inj_from_network_o)*LenW +: LenW] != '0 &&
                            32'(inj_left_o[32'(inj_from_network_o)*LenW +: LenW]) +
                                    32'(inj_from_pos_o) <= XorFlits
                          : inj_from_pos_o == '0);
    for (int unsigned k = 0; k < Networks; k++) begin
      if (inj_left_o[k*LenW +: LenW] != '0 &&
          (32'(inj_vc_o[k*VcW +: VcW]) / (Vcs / Networks) != k ||
           32'(inj_ptr_o[k*VcW +: VcW]) != (32'(inj_vc_o[k*VcW +: VcW]) + 1) % Vcs)) begin
        in_block = 1'b0;
      end
      if (inj_vc_o[k*VcW +: VcW] != '0 &&
          32'(inj_vc_o[k*VcW +: VcW]) / (Vcs / Networks) != k) begin
        in_block = 1'b0;
      end
      may = !pushing && !(sending && 32'(inj_from_network_o) == k) &&
            ((inj_left_o[k*LenW +: LenW] != '0)
                 ? inj_count_o[32'(inj_vc_o[k*VcW +: VcW])*3 +: 3] < 3'd4
                 : room[k*(Vcs/Networks) +: Vcs/Networks] != '0);
      if (ForwardSlots > 0 ? host_ready_o[k] && !may : host_ready_o[k] != may) room_known = 1'b0;
    end
    if (32'(inj_arb_ptr_o) >= Vcs) in_range = 1'b0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (32'(inj_credit_o[v*CntW +: CntW]) > Depth) in_range = 1'b0;
    end
    inv_block: assert (in_block);
    inv_range: assert (in_range);
    inv_ready: assert (room_known);
    inv_from:  assert (from_known);
  end
