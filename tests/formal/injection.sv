  // credit  the interface's counter of a VC is Depth minus the flits sent on it whose credit has
  //         not come back, 0 to Depth; a flit is sent only with a credit
  // copies  with a forwarding unit: a flit is pushed only where there is room, and never one of the
  //         host's and one of the unit's together. The host's beat is accepted if and only if the
  //         unit does not push in this cycle, no copy on its way has the network, and there is room
  // turns   with a forwarding unit and one network: a packet that the host offers without a break
  //         sees one copy start at most, a copy that is asked for one packet of the host's
  //
  // For one VC, chosen freely. Contract: VCs that exist; a credit comes back only for a flit sent
  // in an earlier cycle. Of the host, for copies only: a packet has a flit. Of the forwarding unit:
  // it pushes when it can and says beforehand what it will have to push, see forward_sender.sv.
  `include "reset.svh"

  (* anyconst *) logic [VcW-1:0] number;

  logic            spend, gain;  // a credit of the VC
  logic [CntW-1:0] credit;
  logic [CntW:0]   out;          // flits sent and not yet acknowledged
  assign spend  = send && win == number;
  assign gain   = credit_in_valid_i && credit_in_vc_i == number;
  assign credit = inj_credit_o[32'(number)*CntW +: CntW];
  always_comb begin
    assume (32'(number) < Vcs);
    assume (!credit_in_valid_i || 32'(credit_in_vc_i) < Vcs);
    assume (!gain || out != '0);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) out <= '0;
    else out <= out + (CntW + 1)'(spend) - (CntW + 1)'(gain);
  end
  always_comb begin
    if (up) begin
      inv_range:    assert (32'(inj_arb_ptr_o) < Vcs);
      credit_sum:   assert (32'(credit) <= Depth && 32'(credit) + 32'(out) == Depth);
      credit_spent: assert (!spend || credit != '0);
      credit_full:  assert (!gain || 32'(credit) < Depth);
    end
  end

  // copies
  logic                told_busy, told_ask;        // what the unit said of this cycle
  logic [NetW-1:0]     told_busy_on, told_ask_on;
  logic                starts, follows;            // and what it does therefore
  logic [Networks-1:0] free;                       // networks that have room for their next flit
  logic [Networks-1:0] may;                          // networks that the host may use
  logic [Vcs-1:0]      counted;                    // queues that hold four flits at most
  assign starts  = told_ask && copy_room_o[told_ask_on] && !accept;
  assign follows = told_busy && copy_next_o[told_busy_on];

  always_comb begin
    for (int unsigned k = 0; k < Networks; k++) begin
      free[k]  = (inj_left_o[k*LeftW +: LeftW] != '0) ? room[inj_vc_o[k*VcW +: VcW]]
                                                      : room[k*Block +: Block] != '0;
      may[k]   = free[k] && !(told_ask && copy_room_o[told_ask_on] && !inj_turn_o) && !follows &&
                 !(told_busy && 32'(told_busy_on) == k);
    end
    for (int unsigned v = 0; v < Vcs; v++) counted[v] = inj_count_o[v*3 +: 3] <= 3'd4;
    if (ForwardSlots > 0) begin
      assume (32'(host_network_i) < Networks && 32'(told_ask_on) < Networks);
      assume (!(accept && first) || host_flits_i != '0);
      assume (!copy_valid_i || !copy_first_i || copy_flits_i != '0);
      assume (copy_valid_i == (starts || follows) && copy_first_i == starts);
      assume (!copy_valid_i || copy_network_i == (starts ? told_ask_on : told_busy_on));
      assume (copy_busy_next_i == (starts ? copy_flits_i != LenW'(1)
                                          : told_busy && !(follows && copy_end_o[told_busy_on])));
      assume (!copy_busy_next_i || copy_network_next_i == (starts ? told_ask_on : told_busy_on));
      assume (!(ask_next_i && copy_busy_next_i));
      assume (!(told_ask && !starts) || (ask_next_i && ask_network_next_i == told_ask_on));
    end
  end

  // turns
  logic [1:0] copies_seen;  // copies that started while the host's first beat was offered
  logic [1:0] hosts_seen;   // packets of the host's that were opened while a copy was asked for
  logic       offered;      // a first beat is offered, and not accepted
  assign offered = host_valid_i && inj_left_o[LeftW-1:0] == '0 && !accept;

  always_ff @(posedge clk_i) begin
    if (rst_i || !host_valid_i || accept) copies_seen <= '0;
    else if (starts && copies_seen != 2'd3) copies_seen <= copies_seen + 2'd1;
    if (rst_i || !told_ask || starts) hosts_seen <= '0;
    else if (accept && first && hosts_seen != 2'd3) hosts_seen <= hosts_seen + 2'd1;
  end
  always_comb begin
    if (up && ForwardSlots > 0 && Networks == 1) begin
      turns_host:   assert (copies_seen <= 2'd1);
      turns_copy:   assert (hosts_seen <= 2'd1);
      inv_turn:     assert (!(copies_seen != '0) || inj_turn_o);
      inv_other:    assert (!(hosts_seen != '0) || !inj_turn_o);
      inv_offered:  assert (!(starts && offered && inj_turn_o));
    end
  end

  always_ff @(posedge clk_i) begin
    told_busy    <= !rst_i && copy_busy_next_i;
    told_ask     <= !rst_i && ask_next_i;
    told_busy_on <= copy_network_next_i;
    told_ask_on  <= ask_network_next_i;
  end

  always_comb begin
    if (up && ForwardSlots > 0) begin
      copies_alone: assert (!(accept && copy_valid_i));
      copies_room:  assert (!push || room[vc]);
      copies_ready: assert (host_ready_o == may);
      copies_first: assert (!copy_valid_i || first == copy_first_i);
      inv_ready:    assert (host_ready_o == may);
      inv_counted:  assert (counted == '1);
      inv_told:     assert (!(told_busy && told_ask) &&
                            (!told_busy || (32'(told_busy_on) < Networks &&
                                            inj_left_o[32'(told_busy_on)*LeftW +: LeftW] != '0)));
    end
  end
