  // masks   a branch waits or is active, not both, and is one of those that were made; a packet
  //         without branches is closed; a closed packet has none, and nothing of it has been read
  // buffer  a flit leaves when the last unfinished branch gets beyond it, neither before nor later;
  //         what has left, what an unfinished branch has read, and what has come, are in this
  //         order; the credits that the head needs are told while a branch stands at it
  // once    each branch of a packet reads each of its flits once, in order, and at the slot that
  //         the flit was written to; flit 1 of a packet with drop is read by none
  // whole   branches are made at a head and end with the last flit; with it the packet ends, when
  //         it leaves; no branch gets into the next packet
  // drop    a branch passes by a flit that it has not read only at flit 1, with drop
  // pass    with Bypass a flit is there as it comes: a branch that has read all others may read it,
  //         with its kind and at its slot; a head that comes with its entry to an empty VC is the
  //         front at once, with the ports of that entry, and no other is
  // room    a sender that counts credits never overfills a VC: what it may still send, the flits in
  //         the VC and a credit on its way add up to Depth
  //
  // For one VC, one output port and one flit, chosen freely. Contract: VCs that exist; a flit comes
  // only for a credit; whole packets, that fit into the buffer (with CutThrough) or whose flits can
  // be counted; an entry has a port; flit 1 is not the last of a packet with drop. Of the
  // allocators, as proved of them: who wins a VC waits; who is granted holds one and stands at the
  // flit, which is there; a drop is due. A slot keeps its flit until that leaves (fifo, group
  // order).
  `include "reset.svh"

  localparam int unsigned Longest = (CutThrough == 1) ? Depth : 2**PosW - 1;  // packet

  (* anyconst *) logic [VcW-1:0]             vc;
  (* anyconst *) logic [$clog2(Ports+1)-1:0] port;
  (* anyseq *)   logic                       mark_it;  // the flit that comes now is the one

  // These are signals and registers of the VC.
  logic              arrive, acts, leave, acknowledge;
  logic [CntW-1:0]   held_flits;     // in_count
  logic              passing;        // a flit comes that is there at once
  logic [CntW:0]     credit;         // of the sender
  logic [PtrW-1:0]   front;          // in_rd
  logic [PosW-1:0]   left_flits;     // in_popped
  logic [Ports-1:0]  waits, actives, unfinished;
  logic [PosW-1:0]   read [Ports];
  logic [Depth-1:0]  first, last;    // kinds of the flits, from the front, with one that passes
  logic              is_open, drops;
  assign arrive      = in_valid_i && in_vc_i == vc;
  assign acts        = acted && sa_vc_i == vc;
  assign leave       = pop && sa_vc_i == vc;
  assign acknowledge = credit_out_valid_o && credit_out_vc_o == vc;
  assign held_flits  = in_count_o[32'(vc)*CntW +: CntW];
  assign passing     = Bypass == 1 && arrive;
  assign front       = in_rd_o[32'(vc)*PtrW +: PtrW];
  assign left_flits  = in_popped_o[32'(vc)*PosW +: PosW];
  assign waits       = br_wait_o[32'(vc)*Ports +: Ports];
  assign actives     = br_active_o[32'(vc)*Ports +: Ports];
  assign unfinished  = left_v[vc];
  assign is_open     = br_open_o[vc];
  assign drops       = dropped[vc];

  logic [Ports-1:0]  members, made_q;  // branches of the front packet
  logic [PosW:0]     next_number;      // of the flit that comes next, in its packet
  logic              under;            // it is not a first one
  logic [PosW:0]     tail_number;      // next_number, told from the kinds
  logic              sits, shaped, bounded, oldest, inside, ended, in_range;
  logic              at_head;          // a branch stands at the head
  logic [PosW:0]     end_number;       // flits of the front packet, if its last flit is there
  logic              end_there;
  assign members = made[vc] ? left_v[vc] : is_open ? made_q : '0;

  // The marked flit.
  logic              held;             // it is in the buffer ..
  logic [CntW-1:0]   ahead_of_it;      // .. behind these many
  logic [PosW:0]     number;           // .. flit of its packet
  logic [SlotW-1:0]  its_slot;
  logic [1:0]        times;            // the branch to `port` has read it
  logic              in_front;         // it is of the front packet
  logic [PosW:0]     its_number;       // number, told from the kinds
  logic              reads_it;
  // .. and as it comes, if it is there at once.
  logic              marks, is_there;
  logic [CntW-1:0]   now_ahead;
  logic [PosW:0]     now_number;
  logic [SlotW-1:0]  now_slot;
  logic [1:0]        now_times;
  assign marks      = arrive && mark_it && !held;
  assign is_there   = held || (Bypass == 1 && marks);
  assign now_ahead  = held ? ahead_of_it : held_flits;
  assign now_number = held ? number : next_number;
  assign now_slot   = held ? its_slot
                           : SlotW'(32'(vc) * Depth + 32'(in_wr_o[32'(vc)*PtrW +: PtrW]));
  assign now_times  = held ? times : '0;
  assign reads_it   = is_there && acts && sa_outs_i[port] && sa_slot_o == now_slot;

  always_comb begin
    first       = '0;
    last        = '0;
    shaped      = 1'b1;
    tail_number = (PosW + 1)'(left_flits);
    its_number  = (PosW + 1)'(left_flits);
    end_number  = (PosW + 1)'(left_flits);
    end_there   = 1'b0;
    in_front    = is_there;
    for (int unsigned k = 0; k < Depth; k++) begin
      if (k < 32'(held_flits)) begin
        {last[k], first[k]} = kind_mem[SlotW'(32'(vc) * Depth + 32'(behind(front, PosW'(k))))];
        if (first[k] != (tail_number == '0) || 32'(tail_number) >= Longest) shaped = 1'b0;
        tail_number = last[k] ? '0 : tail_number + 1'b1;
        if (k < 32'(now_ahead)) begin
          its_number = tail_number;
          if (last[k]) in_front = 1'b0;
        end
        if (!end_there) end_number = end_number + 1'b1;
        if (last[k]) end_there = 1'b1;
      end else if (passing && k == 32'(held_flits)) begin
        {last[k], first[k]} = in_kind_i;
      end
    end
  end

  always_comb begin
    bounded      = 1'b1;
    oldest       = 1'b0;   // a branch stands at the oldest flit
    at_head      = 1'b0;
    inside       = 1'b1;
    ended        = 1'b1;
    sits         = 1'b1;
    in_range     = 1'b1;
    for (int unsigned o = 0; o < Ports; o++) begin
      read[o] = br_read_o[(32'(vc)*Ports + o)*PosW +: PosW];
      if (unfinished[o]) begin
        if (read[o] < left_flits ||
            32'(read[o]) > 32'(left_flits) + 32'(held_flits)) bounded = 1'b0;
        if (read[o] == left_flits) oldest = 1'b1;
        if (read[o] == '0) at_head = 1'b1;
        if (end_there && (PosW + 1)'(read[o]) >= end_number) inside = 1'b0;
      end else if (members[o]) begin
        if (!end_there || (PosW + 1)'(read[o]) != end_number) ended = 1'b0;
      end else if (read[o] != '0) sits = 1'b0;
      if (waits[o] && read[o] != '0) sits = 1'b0;
      if (!is_open && read[o] != '0) sits = 1'b0;
    end
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (32'(in_wr_o[v*PtrW +: PtrW]) >= Depth || 32'(in_rd_o[v*PtrW +: PtrW]) >= Depth) begin
        in_range = 1'b0;
      end
    end
  end

  always_comb begin
    assume (32'(vc) < Vcs && 32'(port) < Ports);
    assume (32'(in_vc_i) < Vcs && 32'(va_vc_i) < Vcs && 32'(sa_vc_i) < Vcs);
    assume (!arrive || credit != '0);
    assume (!arrive || in_kind_i[0] == !under);
    assume (!arrive || 32'(next_number) < Longest);
    assume (!made[vc] || wait_v[vc] != '0);
    assume (va_vc_i != vc || (va_outs_i & ~wait_v[vc]) == '0);
    if (acts) begin
      assume (!(granted && sa_drop_i));
      assume (!sa_drop_i ||
              (drop_due_o[vc] && sa_pos_i == PosW'(1) && !last[PosW'(1) - left_flits]));
      assume (!granted || !drops || sa_pos_i != PosW'(1));
      assume ((sa_outs_i & ~there_o[32'(vc)*Ports +: Ports]) == '0);
      assume ((sa_outs_i & ~(actives | won)) == '0);
      for (int unsigned o = 0; o < Ports; o++) assume (!sa_outs_i[o] || read[o] == sa_pos_i);
    end
  end

  logic              old;        // of the cycle before: no reset
  logic              old_reads, old_drops, old_ends;
  logic [PosW-1:0]   old_read;
  always_ff @(posedge clk_i) begin
    old       <= !rst_i;
    old_reads <= acts && sa_outs_i[port];
    old_drops <= acts && sa_drop_i && drops && is_open && read[port] == PosW'(1);
    old_ends  <= acts && left_d == '0;
    old_read  <= read[port];
    if (rst_i) begin
      credit      <= (CntW + 1)'(Depth);
      under       <= 1'b0;
      next_number <= '0;
      made_q      <= '0;
      held        <= 1'b0;
      times       <= '0;
      ahead_of_it <= '0;
    end else begin
      credit <= credit - (CntW + 1)'(arrive) + (CntW + 1)'(acknowledge);
      made_q <= members;
      if (arrive) begin
        under       <= !in_kind_i[1];
        next_number <= in_kind_i[1] ? '0 : next_number + 1'b1;
      end
      if (marks) begin
        held        <= !(leave && held_flits == '0);
        ahead_of_it <= held_flits - CntW'(leave);
        number      <= next_number;
        its_slot    <= now_slot;
        times       <= 2'(reads_it);
      end else if (held) begin
        if (leave && ahead_of_it == '0) held <= 1'b0;
        if (leave && ahead_of_it != '0) ahead_of_it <= ahead_of_it - 1'b1;
        times <= times + 2'(reads_it);
      end
    end
  end

  always_comb begin
    if (up) begin
      masks_one:    assert ((waits & actives) == '0);
      masks_closed: assert (is_open || (waits | actives) == '0);
      masks_open:   assert (!is_open || (waits | actives) != '0);
      masks_made:   assert (((waits | actives) & ~members) == '0);
      buffer_count: assert (32'(held_flits) <= Depth && (!leave || held_flits != '0 || passing));
      buffer_order: assert (bounded);
      buffer_soon:  assert (!is_open || oldest);
      buffer_need:  assert (at_head == (need_o[32'(vc)*CntW +: CntW] != '0));
      once_each:    assert (!(is_there && leave && now_ahead == '0) ||
                            32'(now_times) + 32'(reads_it) ==
                                32'(members[port] && !(drops && now_number == (PosW + 1)'(1))));
      once_order:   assert (!(acts && sa_outs_i[port]) || members[port]);
      once_slot:    assert (!(in_front && acts && sa_outs_i[port]) ||
                            (sa_slot_o == now_slot) == ((PosW + 1)'(sa_pos_i) == now_number));
      whole_head:   assert (!made[vc] || first[0]);
      whole_last:   assert (!(acts && left_d == '0) || (leave && last[0]));
      whole_leave:  assert (!leave || left_d == '0 || !last[0]);
      whole_inside: assert (inside);
      whole_ended:  assert (!(acts && sa_outs_i[port]) ||
                            active_d[port] == !last[sa_pos_i - left_flits]);
      drop_step:    assert (!old || old_ends ||
                            read[port] == old_read + PosW'(old_reads || old_drops));
      pass_there:   assert (!unfinished[port] ||
                            there_o[32'(vc)*Ports + 32'(port)] ==
                                (32'(read[port]) - 32'(left_flits) <
                                 32'(held_flits) + 32'(passing)));
      pass_kind:    assert (!(granted && acts && passing &&
                              32'(sa_pos_i) == 32'(left_flits) + 32'(held_flits)) ||
                            (sa_kind_o == in_kind_i && sa_slot_o == wr_slot_o));
      pass_head:    assert (held_flits != '0 || is_open ||
                            made[vc] == (passing && in_kind_i[0] && entry_valid_i));
      pass_ports:   assert (!made[vc] || held_flits != '0 ||
                            (wait_v[vc] == entry_ports_i && drops == entry_flags_i[2]));
      room_sum:     assert (32'(held_flits) + 32'(credit) + 32'(acknowledge) == Depth);
      inv_sum:      assert (32'(held_flits) + 32'(credit) + 32'(acknowledge) == Depth);
      inv_range:    assert (in_range && 32'(in_wr_o[32'(vc)*PtrW +: PtrW]) ==
                            (32'(front) + 32'(held_flits)) % Depth);
      inv_masks:    assert ((waits & actives) == '0 && is_open == ((waits | actives) != '0) &&
                            ((waits | actives) & ~members) == '0 && sits);
      inv_open:     assert (is_open || left_flits == '0);
      inv_waits:    assert (!is_open || left_flits != '0 || held_flits != '0);
      inv_order:    assert (bounded && (!is_open || oldest));
      inv_inside:   assert (inside && ended);
      inv_shaped:   assert (shaped && tail_number == next_number && under == (next_number != '0) &&
                            32'(next_number) <= Longest);
      inv_number:   assert (!held || (number == its_number && ahead_of_it < held_flits &&
                                      32'(its_slot) == 32'(vc) * Depth +
                                          32'(behind(front, PosW'(ahead_of_it)))));
      inv_times:    assert (!held || 32'(times) ==
                            32'(in_front && members[port] && (PosW + 1)'(read[port]) > number &&
                                !(drops && number == (PosW + 1)'(1))));
    end
  end
