// branch_unit -- the buffer of an input port of a router that copies packets, and where each copy
// of its front packets stands.
//
// The packet at the front of a VC has a branch for each output port of its entry. A branch waits
// for an output VC, then reads the packet flit by flit at its own position; a flit leaves the
// buffer, and its credit goes upstream, when the last branch has read it. Flit 1 of a packet may
// have to be dropped: that is a read of nothing.
//
//   packet of VC v   [ H  h  B  B  T ]     in_popped 1: the head has left
//   branch to 0              ^             br_read 2, active
//   branch to 2          ^                 br_read 1, active: keeps flit 1 in the buffer
//   branch to 3                            finished
//
//   link, entry -> memories -> waiting_o, need_o, want_class_o, there_o, drop_* -> allocators
//                      \-- rd_slot_i -> rd_payload_o            va_*, sa_* <-/
//
// Bypass = 1: a flit takes part in the allocation of the cycle in which it is on the link. A branch
// may read it as it comes, and if it is the head of a packet that is no worm, and the buffer of its
// VC is empty, its packet is at the front at once: its entry comes with it. A worm's comes with a
// flit behind, so it is at the front from the cycle after that.
//
// Golden model: csim/multicast/branch_unit.h.  docs/microarchitecture.md, section 15.3.

module branch_unit #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 1,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Groups     = 1,
  parameter  int unsigned StringBits = 16,  // nodes of the network; 0: no tree worms
  parameter  int unsigned AgeW       = 0,   // bits of a packet's age; 0: none
  parameter  int unsigned SyncRead   = 0,   // 1: the payload memory is read at the clock edge
  parameter  int unsigned Bypass     = 0,   // 1: flits are allocated as they arrive
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW       = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned PosW       = (CutThrough == 1) ? CntW : 11,  // of a flit's number
  localparam int unsigned SlotW      = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1,
  localparam int unsigned GroupW     = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned HdrW       = noc_pkg::HeaderBits,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_i,             // synchronous, active high

  input  logic                       in_valid_i,        // link: a flit
  input  logic [VcW-1:0]             in_vc_i,
  input  logic [1:0]                 in_kind_i,
  input  logic [FlitBits-1:0]        in_payload_i,      // as it is written
  input  logic                       entry_valid_i,     // a branch entry is written ..
  input  logic [SlotW-1:0]           entry_slot_i,      // .. for the packet whose head is here
  input  logic [Ports-1:0]           entry_ports_i,
  // Not looked at with one class and with AgeW = 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*ClassPinW-1:0] entry_class_i,     // by port
  input  logic [AgePinW-1:0]         entry_age_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [CntW-1:0]            entry_need_i,
  input  logic [GroupW-1:0]          entry_group_i,
  input  logic [2:0]                 entry_flags_i,     // {drop, up, string}
  input  logic [Vcs*2-1:0]           w_type_i,          // a worm is being decoded on VC v ..
  input  logic [Vcs*PtrW-1:0]        w_slot_i,          // .. whose head is at this position
  input  logic [Ports-1:0]           va_outs_i,         // VC allocation: won at these outputs ..
  input  logic [VcW-1:0]             va_vc_i,           // .. by branches of this VC;
  input  logic [Ports*VcW-1:0]       va_out_vc_i,       // the VC that is won at output o
  input  logic [Ports-1:0]           sa_outs_i,         // switch: granted to these outputs,
  input  logic                       sa_drop_i,         // or flit 1 is dropped,
  input  logic [VcW-1:0]             sa_vc_i,           // .. of this VC,
  input  logic [PosW-1:0]            sa_pos_i,          // .. this flit of its packet
  input  logic                       rd_en_i,           // the payload memory is read ..
  input  logic [SlotW-1:0]           rd_slot_i,         // .. at this slot

  output logic                       wr_en_o,           // buffer write, seen by the checker
  output logic [SlotW-1:0]           wr_slot_o,
  output logic [1:0]                 wr_tag_o,
  output logic [FlitBits-1:0]        wr_payload_o,
  output logic [Vcs*Ports-1:0]       waiting_o,         // branches that wait
  output logic [Vcs*CntW-1:0]        need_o,            // credits the head needs; 0 once it is gone
  output logic [Vcs*Ports*ClassPinW-1:0] want_class_o,  // class of each; 0 at others
  output logic [Vcs*Ports-1:0]       there_o,           // unfinished ones whose next flit is there
  output logic [Vcs-1:0]             drop_due_o,        // VC v has a flit to drop
  output logic [Vcs-1:0]             drop_o,            // flit 1 of its front is for dropping
  output logic [Vcs*AgePinW-1:0]     front_age_o,       // of the VCs; 0 with AgeW = 0, as br_age
  output logic [1:0]                 sa_kind_o,         // of the flit granted; 0 without, as below
  output logic [SlotW-1:0]           sa_slot_o,
  output logic [HdrW-1:0]            sa_word_o,         // j + 1: word j of a string to be cut
  output logic [GroupW-1:0]          sa_group_o,        // arrival group of its packet
  output logic                       sa_fix_o,          // a head that loses a header flit
  output logic [FlitBits-1:0]        rd_payload_o,      // payload read; 0 without rd_en

  output logic                       credit_out_valid_o,  // credit link upstream
  output logic [VcW-1:0]             credit_out_vc_o,
  output logic [Vcs*PtrW-1:0]        in_wr_o,           // state: the queues
  output logic [Vcs*PtrW-1:0]        in_rd_o,
  output logic [Vcs*CntW-1:0]        in_count_o,
  output logic                       in_read_o,         // state: read at the last edge, or 0
  output logic [Vcs*PosW-1:0]        in_popped_o,       // state: flits of the front that have left
  output logic [Vcs-1:0]             br_open_o,         // state: the front's branches are made
  output logic [Vcs-1:0]             br_drop_o,         // state: of the front packet, when made
  output logic [Vcs-1:0]             br_string_o,
  output logic [Vcs*GroupW-1:0]      br_group_o,
  output logic [Vcs*AgePinW-1:0]     br_age_o,
  output logic [Vcs*Ports-1:0]       br_wait_o,         // state: branches that wait ..
  output logic [Vcs*Ports-1:0]       br_active_o,       // .. that hold an output VC
  output logic [Vcs*Ports*VcW-1:0]   br_vc_o,           // .. this one
  output logic [Vcs*Ports*PosW-1:0]  br_read_o          // state: flits that they have read
);

  localparam int unsigned Words  = (StringBits > FlitBits)
                                       ? (StringBits + FlitBits - 1) / FlitBits : 1;
  localparam int unsigned Cut    = (Words < Depth) ? Words : Depth - 1;  // the last to be cut
  localparam int unsigned BaseW  = 3 + GroupW + CntW + Ports * ClassW + Ports;
  localparam int unsigned EntryW = AgeW + BaseW;

  if (Bypass > 1) begin : gen_bad_bypass
    $error("branch_unit: Bypass must be 0 or 1");
  end

  logic [1:0]        kind_mem  [Vcs*Depth];
  logic [EntryW-1:0] entry_mem [Vcs*Depth];
  logic [EntryW-1:0] new_entry;

  // The position n flits behind `position`; n is at most Depth - 1.
  function automatic logic [PtrW-1:0] behind(input logic [PtrW-1:0] position,
                                             input logic [PosW-1:0] n);
    logic [31:0] sum;
    sum    = 32'(position) + 32'(n);
    behind = PtrW'((sum >= Depth) ? sum - Depth : sum);
  endfunction

  if (ClassW > 0) begin : gen_class
    assign new_entry[BaseW-1:0] = {entry_flags_i, entry_group_i, entry_need_i, entry_class_i,
                                   entry_ports_i};
  end else begin : gen_no_class
    assign new_entry[BaseW-1:0] = {entry_flags_i, entry_group_i, entry_need_i, entry_ports_i};
  end
  if (AgeW > 0) begin : gen_entry_age
    assign new_entry[BaseW +: AgeW] = entry_age_i;
  end

  logic pop;  // the oldest flit of sa_vc leaves

  /* verilator lint_off PINCONNECTEMPTY */
  fifo #(
    .Queues(Vcs), .Depth(Depth), .PayloadW(FlitBits), .TagW(2), .Bypass(Bypass),
    .SyncRead(SyncRead)
  ) u_fifo (
    .clk_i, .rst_i,
    .push_i(in_valid_i), .push_queue_i(in_vc_i), .push_tag_i(in_kind_i),
    .push_payload_i(in_payload_i), .late_bits_i(1'b0),
    .pop_i(pop), .pop_queue_i(sa_vc_i), .rd_en_i, .rd_slot_i,
    .wr_en_o, .push_slot_o(wr_slot_o), .wr_tag_o, .wr_payload_o,
    .pop_slot_o(), .front_tag_o(), .filled_o(), .rd_payload_o,
    .wr_o(in_wr_o), .rd_o(in_rd_o), .count_o(in_count_o), .read_o(in_read_o),
    .wr_late_o(), .late_o(), .late_queue_o(), .late_position_o(), .front_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // A branch may stand behind the front: the kinds are read by slot as well.
  always_ff @(posedge clk_i) begin
    if (wr_en_o) kind_mem[wr_slot_o] <= wr_tag_o;
    if (entry_valid_i) entry_mem[entry_slot_i] <= new_entry;
  end

  // Where the front packets stand.
  logic [EntryW-1:0]  entry  [Vcs];  // of the front, while its head is there
  logic [Vcs-1:0]     made;          // its branches are made in this cycle
  logic [Vcs-1:0]     dropped;       // drop
  logic [Ports-1:0]   wait_v [Vcs];  // effective waiting masks
  logic [Ports-1:0]   left_v [Vcs];  // unfinished branches
  logic [CntW-1:0]    count;         // flits in the buffer
  logic               comes;         // one more is there at once
  logic [PosW-1:0]    popped, ahead;

  always_comb begin
    waiting_o    = '0;
    need_o       = '0;
    want_class_o = '0;
    there_o      = '0;
    drop_due_o   = '0;
    drop_o       = '0;
    made         = '0;
    dropped      = '0;
    count        = '0;
    comes        = 1'b0;
    popped       = '0;
    ahead        = '0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      entry[v]  = '0;
      wait_v[v] = '0;
      left_v[v] = '0;
    end
    if (in_count_o != '0 || br_open_o != '0 || (Bypass == 1 && in_valid_i)) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        count  = in_count_o[v*CntW +: CntW];
        comes  = Bypass == 1 && in_valid_i && 32'(in_vc_i) == v;
        popped = in_popped_o[v*PosW +: PosW];
        made[v] = !br_open_o[v] &&
                  ((count == '0) ? comes && in_kind_i[0] && entry_valid_i
                                 : !(w_type_i[v*2 +: 2] != 2'd0 &&
                                     w_slot_i[v*PtrW +: PtrW] == in_rd_o[v*PtrW +: PtrW]));
        wait_v[v] = br_wait_o[v*Ports +: Ports];
        if (made[v] || (br_open_o[v] && popped == '0)) begin  // some branch stands at the head
          entry[v] = (Bypass == 1 && count == '0)
                         ? new_entry
                         : entry_mem[SlotW'(v * Depth + 32'(in_rd_o[v*PtrW +: PtrW]))];
          if (made[v]) wait_v[v] = entry[v][Ports-1:0];
          need_o[v*CntW +: CntW] = entry[v][Ports*(ClassW + 1) +: CntW] -
                                   CntW'(entry[v][BaseW-1]);
          if (need_o[v*CntW +: CntW] == '0) need_o[v*CntW] = 1'b1;
          if (Classes > 1) begin
            for (int unsigned o = 0; o < Ports; o++) begin
              if (wait_v[v][o]) begin
                want_class_o[(v*Ports + o)*ClassPinW +: ClassPinW] =
                    entry[v][Ports + o*ClassW +: ClassPinW];
              end
            end
          end
        end
        waiting_o[v*Ports +: Ports] = wait_v[v];
        dropped[v] = br_open_o[v] ? br_drop_o[v] : made[v] && entry[v][BaseW-1];
        left_v[v]  = wait_v[v] | br_active_o[v*Ports +: Ports];
        if (left_v[v] != '0) begin
          for (int unsigned o = 0; o < Ports; o++) begin
            if (left_v[v][o]) begin
              ahead = br_read_o[(v*Ports + o)*PosW +: PosW];
              there_o[v*Ports + o] = ahead - popped < PosW'(count) + PosW'(comes);
              if (dropped[v] && ahead == PosW'(1) && there_o[v*Ports + o]) drop_due_o[v] = 1'b1;
            end
          end
        end
      end
      drop_o = dropped;
    end
  end

  // Ages of the VCs.
  if (AgeW > 0) begin : gen_age
    always_comb begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        front_age_o[v*AgeW +: AgeW] = br_open_o[v] ? br_age_o[v*AgeW +: AgeW]
                                    : made[v]      ? entry[v][BaseW +: AgeW] : '0;
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        br_age_o <= '0;
      end else if (made != '0) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          if (made[v]) br_age_o[v*AgeW +: AgeW] <= entry[v][BaseW +: AgeW];
        end
      end
    end
  end else begin : gen_no_age
    assign {front_age_o, br_age_o} = '0;
  end

  // The flit that the switch takes, and what it leaves behind.
  logic             granted;   // it goes to some outputs
  logic             acted;     // or it is dropped
  logic [SlotW-1:0] slot;      // of it
  logic             passes;    // it comes in this cycle
  logic [1:0]       kind;
  logic [Ports-1:0] won;       // branches of its VC that win an output VC in this cycle
  logic [Ports-1:0] active_d;  // of its VC, after the cycle
  logic [Ports-1:0] left_d;
  logic [Ports-1:0] step;      // branches that read or drop it
  logic             still;     // one has not got beyond the oldest flit
  logic [PosW-1:0]  mark;      // flits of the packet that have left so far
  logic [PosW-1:0]  mine;      // br_read of the branch at hand

  assign granted = sa_outs_i != '0;
  assign acted   = granted || sa_drop_i;
  assign mark    = in_popped_o[32'(sa_vc_i)*PosW +: PosW];
  assign slot    = SlotW'(32'(sa_vc_i) * Depth +
                          32'(behind(in_rd_o[32'(sa_vc_i)*PtrW +: PtrW], sa_pos_i - mark)));
  assign passes  = Bypass == 1 && wr_en_o && wr_slot_o == slot;
  assign kind    = !granted ? 2'd0 : passes ? in_kind_i : kind_mem[slot];

  assign sa_kind_o  = kind;
  assign sa_slot_o  = granted ? slot : '0;
  assign sa_fix_o   = granted && sa_pos_i == '0 && dropped[sa_vc_i];
  assign sa_group_o = !granted            ? '0
                    : br_open_o[sa_vc_i]  ? br_group_o[32'(sa_vc_i)*GroupW +: GroupW]
                                          : entry[sa_vc_i][Ports*(ClassW + 1) + CntW +: GroupW];
  // br_string_o holds for a flit behind the head: the packet's branches have been made by then. A
  // head stands at position 0, so it has word 0 in any case.
  assign sa_word_o  = (granted && br_string_o[sa_vc_i] && sa_pos_i <= PosW'(Cut))
                          ? HdrW'(sa_pos_i) : '0;

  always_comb begin
    won      = '0;
    active_d = '0;
    left_d   = '0;
    step     = '0;
    still    = 1'b0;
    mine     = '0;
    if (acted) begin
      won      = (va_vc_i == sa_vc_i) ? va_outs_i : '0;
      active_d = br_active_o[32'(sa_vc_i)*Ports +: Ports] | won;
      if (kind[1]) active_d = active_d & ~sa_outs_i;
      left_d = active_d | (wait_v[sa_vc_i] & ~won);
      for (int unsigned o = 0; o < Ports; o++) begin
        mine    = br_read_o[(32'(sa_vc_i)*Ports + o)*PosW +: PosW];
        step[o] = sa_outs_i[o] || (sa_drop_i && mine == PosW'(1));
        if (left_d[o] && !step[o] && mine == mark) still = 1'b1;
      end
    end
  end

  assign pop = acted && !still;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      credit_out_valid_o <= 1'b0;
      credit_out_vc_o    <= '0;
      in_popped_o        <= '0;
      br_open_o          <= '0;
      br_drop_o          <= '0;
      br_string_o        <= '0;
      br_group_o         <= '0;
      br_wait_o          <= '0;
      br_active_o        <= '0;
      br_vc_o            <= '0;
      br_read_o          <= '0;
    end else begin
      credit_out_valid_o <= pop;
      if (pop) credit_out_vc_o <= sa_vc_i;
      if (made != '0) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          if (made[v]) begin
            br_open_o[v]                   <= 1'b1;
            br_drop_o[v]                   <= entry[v][BaseW-1];
            br_string_o[v]                 <= entry[v][BaseW-2 -: 2] == 2'b01;  // not upwards
            br_group_o[v*GroupW +: GroupW] <= entry[v][Ports*(ClassW + 1) + CntW +: GroupW];
            br_wait_o[v*Ports +: Ports]    <= wait_v[v];
          end
        end
      end
      if (va_outs_i != '0) begin
        br_wait_o[32'(va_vc_i)*Ports +: Ports]   <= wait_v[va_vc_i] & ~va_outs_i;
        br_active_o[32'(va_vc_i)*Ports +: Ports] <=
            br_active_o[32'(va_vc_i)*Ports +: Ports] | va_outs_i;
        for (int unsigned o = 0; o < Ports; o++) begin
          if (va_outs_i[o]) begin
            br_vc_o[(32'(va_vc_i)*Ports + o)*VcW +: VcW] <= va_out_vc_i[o*VcW +: VcW];
          end
        end
      end
      if (acted) begin  // after va: a branch may win and finish in one cycle
        br_active_o[32'(sa_vc_i)*Ports +: Ports] <= active_d;
        if (left_d == '0) begin
          br_open_o[sa_vc_i]                                 <= 1'b0;
          in_popped_o[32'(sa_vc_i)*PosW +: PosW]             <= '0;
          br_read_o[32'(sa_vc_i)*Ports*PosW +: Ports*PosW]   <= '0;
        end else begin
          if (pop) in_popped_o[32'(sa_vc_i)*PosW +: PosW] <= mark + 1'b1;
          for (int unsigned o = 0; o < Ports; o++) begin
            if (step[o]) begin
              br_read_o[(32'(sa_vc_i)*Ports + o)*PosW +: PosW] <= sa_pos_i + 1'b1;
            end
          end
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && made != '0) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        a_entry: assert (!made[v] || wait_v[v] != '0);
      end
    end
    if (!rst_i && va_outs_i != '0) begin
      a_waits: assert ((va_outs_i & ~wait_v[va_vc_i]) == '0);
    end
    if (!rst_i && acted) begin
      a_one:   assert (!(granted && sa_drop_i));
      a_due:   assert (!sa_drop_i || (drop_due_o[sa_vc_i] && sa_pos_i == PosW'(1)));
      a_there: assert ((sa_outs_i & ~there_o[32'(sa_vc_i)*Ports +: Ports]) == '0);
      a_holds: assert ((sa_outs_i & ~(br_active_o[32'(sa_vc_i)*Ports +: Ports] | won)) == '0);
      for (int unsigned o = 0; o < Ports; o++) begin
        a_at:  assert (!sa_outs_i[o] ||
                       br_read_o[(32'(sa_vc_i)*Ports + o)*PosW +: PosW] == sa_pos_i);
      end
      c_copies: cover (granted && (sa_outs_i & (sa_outs_i - 1'b1)) != '0);
      c_stays:  cover (still);
      if (Bypass == 1) begin
        a_comes:  assert (!passes || !granted || in_vc_i == sa_vc_i);
        c_passes: cover (passes && pop);
      end
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
