  // Reachable states: the VC of a packet under way lies in its network's block, and the next
  // packet will favour the one after it; before the first packet it is 0; a network is ready if
  // and only if there is room and no slot is being sent that has it, or that can use the room of
  // its own queue; pointers name a VC and credits are at most the depth. The slot being sent is a
  // packet under way. With a forwarding unit a network waits for a copy as well: it is ready if
  // and only if the unit does not push, and has no copy on its way there; the unit does not where
  // it is the host's turn and the host has a beat. Contract of the unit: it pushes when it can,
  // and says before what it will have to push (tests/formal/forward_sender.sv, next).
  logic in_block, in_range, room_known, from_known;
  logic sending, pushing;  // a slot; its next flit in this cycle
  logic may;               // the network at hand has room, and no slot being sent has it
  logic told_busy, told_ask, starts, follows;  // what the forwarding unit said of this cycle, ..
  logic [NetW-1:0] told_busy_on, told_ask_on;  // .. and does therefore
  always_ff @(posedge clk_i) begin
    told_busy    <= ForwardSlots > 0 && !rst_i && copy_busy_next_i;
    told_ask     <= ForwardSlots > 0 && !rst_i && ask_next_i;
    told_busy_on <= copy_network_next_i;
    told_ask_on  <= ask_network_next_i;
  end
  assign starts  = ForwardSlots > 0 && told_ask && copy_room_o[told_ask_on] && !accept;
  assign follows = ForwardSlots > 0 && told_busy && copy_next_o[told_busy_on];
  always_comb begin
    if (ForwardSlots > 0) begin
      assume (copy_valid_i == (starts || follows) && copy_first_i == starts);
      assume (!copy_valid_i || copy_network_i == (starts ? told_ask_on : told_busy_on));
      assume (copy_busy_next_i == (starts ? copy_flits_i != LenW'(1)
                                          : told_busy && !(follows && copy_end_o[told_busy_on])));
      assume (!copy_busy_next_i || copy_network_next_i == (starts ? told_ask_on : told_busy_on));
      assume (!(ask_next_i && copy_busy_next_i));
      assume (32'(copy_network_next_i) < Networks && 32'(ask_network_next_i) < Networks);
      assume (!(told_ask && !starts) || (ask_next_i && ask_network_next_i == told_ask_on));
      inv_told: assert (!(told_busy && told_ask) &&
                        (!told_ask || 32'(told_ask_on) < Networks) &&
                        (!told_busy || (32'(told_busy_on) < Networks &&
                                        inj_left_o[32'(told_busy_on)*LeftW +: LeftW] != '0)));
    end
  end
  always_comb begin
    in_block   = 1'b1;
    in_range   = 1'b1;
    room_known = 1'b1;
    may        = 1'b0;
    sending    = inj_from_o != '0;
    pushing    = sending && !inj_turn_o &&
                 inj_count_o[32'(inj_vc_o[32'(inj_from_network_o)*VcW +: VcW])*3 +: 3] < 3'd4;
    from_known = 32'(inj_from_network_o) < Networks &&
                 (sending ? 32'(inj_from_o) < XorSlots && inj_from_pos_o != '0 &&
                            inj_left_o[32'(inj_from_network_o)*LeftW +: LeftW] != '0 &&
                            32'(inj_left_o[32'(inj_from_network_o)*LeftW +: LeftW]) +
                                    32'(inj_from_pos_o) <= XorFlits
                          : inj_from_pos_o == '0);
    for (int unsigned k = 0; k < Networks; k++) begin
      if (inj_left_o[k*LeftW +: LeftW] != '0 &&
          (32'(inj_vc_o[k*VcW +: VcW]) / (Vcs / Networks) != k ||
           32'(inj_ptr_o[k*VcW +: VcW]) != (32'(inj_vc_o[k*VcW +: VcW]) + 1) % Vcs)) begin
        in_block = 1'b0;
      end
      if (inj_vc_o[k*VcW +: VcW] != '0 &&
          32'(inj_vc_o[k*VcW +: VcW]) / (Vcs / Networks) != k) begin
        in_block = 1'b0;
      end
      may = !pushing && !(sending && 32'(inj_from_network_o) == k) &&
            !(ForwardSlots > 0 && told_ask && copy_room_o[told_ask_on] && !inj_turn_o) &&
            !follows && !(told_busy && 32'(told_busy_on) == k) &&
            ((inj_left_o[k*LeftW +: LeftW] != '0)
                 ? inj_count_o[32'(inj_vc_o[k*VcW +: VcW])*3 +: 3] < 3'd4
                 : room[k*(Vcs/Networks) +: Vcs/Networks] != '0);
      if (host_ready_o[k] != may) room_known = 1'b0;
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
