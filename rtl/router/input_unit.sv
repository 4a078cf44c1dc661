// input_unit -- one input port: a queue a VC, the output each front packet holds, the credit link.
//
// A flit on the link is written in the same cycle, its route with it. A VC with flits waits for an
// output VC, then is ready for the switch until its last flit has left; the grant pops the flit
// and returns a credit. The payload is read by slot, with the grant or a cycle after it.
//
//   link -> [route] -> fifo(tag: need, class, port, kind) -> front_tag_o -> allocators
//                          \-- rd_slot_i -> rd_payload_o          va_*, sa_* <-/
//
// An entry has the age of a packet's head above its tag (AgeW > 0), for the allocators; a register
// keeps it for the flits that follow.
//
// Lookahead = 1: a head brings its route along, and is written with that at the next router, which
// rows of a table then hold.
// Bypass = 1: a flit for an empty queue takes part in the allocation of the cycle in which it
// is on the link.
// SyncRead = 1 and a table: its row is there in the cycle after the head, in which the head is
// allocated at the earliest; so the route, or that at the next router, comes to the queue a cycle
// late. The latter cannot be in the payload then, so it is above the tag, and a register puts it
// into the payload that is read.
//
//   VC:  idle --head arrives--> waiting --va--> active --sa, last flit--> idle or waiting
//
// Golden model: csim/router/input_unit.c.  docs/microarchitecture.md, section 7.

module input_unit #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,  // which unit computes the routes
  parameter  int unsigned Dims       = 2,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LenW       = 1,
  parameter  int unsigned LayersLog2 = 0,  // of the h3dm
  parameter  int unsigned Adaptive   = 0,  // of the table
  parameter  int unsigned RouteLsb   = 0,  // of source routing
  parameter  int unsigned RouteW     = 0,
  parameter  int unsigned AgeW       = 0,  // bits of a packet's age; 0: none
  parameter  int unsigned AgeLsb     = 0,  // its place in a head
  parameter  int unsigned Speculative = 0,  // 1: the front tags are registers
  parameter  int unsigned Lookahead  = 0,  // 1: heads carry their routes
  parameter  int unsigned LookLsb    = 0,  // .. here, but with source routing
  parameter  int unsigned Bypass     = 0,  // 1: flits are allocated as they arrive
  parameter  int unsigned SyncRead   = 0,  // 1: the payload memory is read at the clock edge
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW       = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned SlotW      = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1,
  // Routes that come late; then a tag has the route at the next router on top.
  localparam int unsigned LateRoutes = noc_pkg::late_routes(SyncRead, Routing, 0),
  localparam int unsigned LookW      = noc_pkg::look_bits(Lookahead, Routing, PortW, ClassW),
  localparam int unsigned NextW      = (LateRoutes == 1) ? LookW : 0,
  localparam int unsigned TagW       = NextW + LenW + ClassW + PortW + 2,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned RoomW      = CntW + $clog2(Vcs + 1),
  localparam int unsigned Sums       = (Classes > 1) ? Classes + 1 : 1  // of an output and network
) (
  input  logic                 clk_i,
  input  logic                 rst_i,             // synchronous, active high

  input  logic                 in_valid_i,        // link: a flit
  input  logic [VcW-1:0]       in_vc_i,
  input  logic [1:0]           in_kind_i,
  input  logic [FlitBits-1:0]  in_payload_i,
  // Each routing reads only those of these inputs that it needs.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [AddrW-1:0]     addr_i,            // the router's address (static)
  input  logic [AddrW-1:0]     extent_i,          // the highest coordinates (static)
  input  logic [PortW-1:0]     index_i,           // number of this port (static)
  input  logic [Ports-1:0]     tbl_candidates_i,  // of the flit on the link, from the table ..
  input  logic [ClassPinW-1:0] tbl_class_i,       // .. and its class; if late, of the last one
  input  logic [Ports*Networks*Sums*RoomW-1:0] room_i,  // credits, by output, network and class
  input  logic [Ports*AddrW-1:0] neighbour_i,     // address of the router behind output o (static)
  /* verilator lint_on UNUSEDSIGNAL */

  input  logic                 va_won_i,          // VC allocation won ..
  input  logic [VcW-1:0]       va_vc_i,           // .. by this VC:
  input  logic [PortW-1:0]     va_port_i,         // output port
  input  logic [VcW-1:0]       va_out_vc_i,       // and output VC
  input  logic                 sa_gnt_i,          // switch granted ..
  input  logic [VcW-1:0]       sa_vc_i,           // .. to this VC
  input  logic                 rd_en_i,           // the payload memory is read ..
  input  logic [SlotW-1:0]     rd_slot_i,         // .. at this slot

  output logic                 wr_en_o,           // buffer write, seen by the checker
  output logic [SlotW-1:0]     wr_slot_o,
  output logic [TagW-1:0]      wr_tag_o,
  output logic [FlitBits-1:0]  wr_payload_o,
  output logic [AgePinW-1:0]   wr_age_o,          // 0 but with a head, and with AgeW = 0
  output logic [ClassW+PortW-1:0] wr_late_o,      // 0 without late routes, as in_late*, in_next
  output logic [Vcs-1:0]       waiting_o,         // bit v: flits, no output VC
  output logic [Vcs-1:0]       ready_o,           // bit v: flits and an output VC
  output logic [Vcs*TagW-1:0]  front_tag_o,       // front tags; 0 while empty
  output logic [Vcs*AgePinW-1:0] front_age_o,     // ages of the VCs; 0 with AgeW = 0, as in_age
  output logic [1:0]           sa_kind_o,         // of the flit granted; 0 without a grant
  output logic [SlotW-1:0]     sa_slot_o,
  output logic [FlitBits-1:0]  rd_payload_o,      // payload read; 0 without rd_en

  output logic                 credit_out_valid_o,  // credit link upstream
  output logic [VcW-1:0]       credit_out_vc_o,
  output logic [Vcs*PtrW-1:0]  in_wr_o,           // state: the queues
  output logic [Vcs*PtrW-1:0]  in_rd_o,
  output logic [Vcs*CntW-1:0]  in_count_o,
  output logic                 in_read_o,         // state: read at the last edge; SyncRead = 0: 0
  output logic                 in_late_o,         // state: a flit came in the last cycle ..
  output logic [VcW-1:0]       in_late_vc_o,      // .. on this VC ..
  output logic [PtrW-1:0]      in_late_position_o,  // .. and stands here in its queue
  output logic [LookW:0]       in_next_o,         // state: {1, next route} of the head granted
  output logic [Vcs-1:0]       in_active_o,       // state: VC v holds ..
  output logic [Vcs*PortW-1:0] in_out_port_o,     // .. this output port
  output logic [Vcs*VcW-1:0]   in_out_vc_o,       // .. and this output VC
  output logic [Vcs*AgePinW-1:0] in_age_o,        // state: age of the packet whose head left last
  output logic [Vcs-1:0]       in_filled_o,       // state: VC v has flits; 0 with Speculative = 0
  output logic [Vcs*TagW-1:0]  in_front_o,        // state: front tags; 0 with Speculative = 0 ..
  output logic [Vcs*AgePinW-1:0] in_front_age_o   // .. and the ages beside them; 0 with AgeW = 0
);

  if (CutThrough > 1 || LenW < 1 || LenW > 10) begin : gen_bad_shape
    $error("input_unit: CutThrough must be 0 or 1, LenW 1 to 10");
  end
  if (Speculative > 1) begin : gen_bad_speculative
    $error("input_unit: Speculative must be 0 or 1");
  end
  if (4 + AddrW + LenW > FlitBits) begin : gen_bad_head
    $error("input_unit: FlitBits must hold type, destination and length");
  end

  if (AgeW != 0 && (AgeW < 4 || AgeW > 32 || AgeLsb + AgeW > FlitBits)) begin : gen_bad_age
    $error("input_unit: AgeW must be 0 or 4 to 32, and FlitBits hold the age");
  end

  localparam int unsigned EntryW  = AgeW + TagW;  // of a queue, but for the payload
  localparam int unsigned LateW   = (LateRoutes == 1) ? ClassW + PortW : 0;
  localparam int unsigned LatePinW = (LateW > 0) ? LateW : 1;
  localparam int unsigned LateLsb = (LateRoutes == 0) ? 0 : (NextW > 0) ? TagW - NextW : 2;

  if (Lookahead > 1 || (Lookahead == 1 && Adaptive != 0)) begin : gen_bad_look
    $error("input_unit: Lookahead must be 0 or 1, and 0 with Adaptive");
  end
  if (LookLsb + LookW > FlitBits || Bypass > 1) begin : gen_bad_bypass
    $error("input_unit: FlitBits must hold the route, Bypass be 0 or 1");
  end

  logic [PortW-1:0]        port;      // of the flit on the link, if it is a head
  logic [ClassPinW-1:0]    vc_class;
  logic [ClassW+PortW-1:0] route;     // both, as in the tag
  logic [LenW-1:0]         need;      // free slots downstream that the head asks for
  logic [TagW-1:0]         tag;       // of the flit on the link
  logic [EntryW-1:0]       entry;     // .. and its age above that
  logic [EntryW-1:0]       wr_entry;  // .. as it is written
  logic [Vcs*EntryW-1:0]   front;     // of the fronts
  // Registers of the fronts, with Speculative = 1 only.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Vcs*EntryW-1:0]   front_reg;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [ClassW+PortW-1:0] late_route;  // of the last cycle's flit; 0 if none is late
  logic [LatePinW-1:0]     wr_late;   // .. as it is written
  logic [FlitBits-1:0]     read;      // the payload as it was written
  logic [FlitBits-1:0]     payload;   // as it is written
  logic [Vcs-1:0]          stored;    // bit v: queue v has flits
  logic [Vcs-1:0]          filled;    // .. or gets one that is at its front at once
  logic [Vcs-1:0]          heads;     // bit v: a head at the front, if no packet is active

  if (Routing == noc_pkg::RoutingSource) begin : gen_source
    logic [FlitBits-1:0] shifted;

    route_source #(
      .Ports(Ports), .FlitBits(FlitBits), .Classes(Classes), .RouteLsb(RouteLsb), .RouteW(RouteW)
    ) u_source (
      .payload_i(in_payload_i), .port_o(port), .vc_class_o(vc_class), .shifted_o(shifted)
    );
    assign payload    = in_kind_i[0] ? shifted : in_payload_i;
    assign late_route = '0;
  end else if (LookW > 0) begin : gen_ahead
    logic [VcW-1:0]       row_vc;      // that the head has come on
    logic [AddrW-1:0]     next_addr;   // of the router that the flit goes to
    logic [PortW-1:0]     next_port;   // its route there
    logic [ClassPinW-1:0] next_class;

    assign port      = in_payload_i[LookLsb +: PortW];
    assign next_addr = neighbour_i[32'(port)*AddrW +: AddrW];
    if (Classes > 1) begin : gen_look_class
      assign vc_class = in_payload_i[LookLsb + PortW +: ClassPinW];
    end else begin : gen_look_port
      assign vc_class = '0;
    end

    route_unit #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Networks(Networks), .Classes(Classes),
      .Routing(Routing), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .LayersLog2(LayersLog2),
      .Adaptive(Adaptive)
    ) u_route (
      .vc_i(row_vc), .dst_i(in_payload_i[4 +: AddrW]), .addr_i(next_addr), .extent_i, .index_i,
      .tbl_candidates_i, .tbl_class_i, .room_i, .port_o(next_port), .vc_class_o(next_class)
    );

    if (LateRoutes == 1) begin : gen_late
      assign row_vc     = in_late_vc_o;
      assign late_route = LookW'({next_class, next_port});
      assign payload    = in_payload_i;
    end else begin : gen_at_once
      assign row_vc     = in_vc_i;
      assign late_route = '0;
      always_comb begin
        payload = in_payload_i;
        if (in_kind_i[0]) payload[LookLsb +: LookW] = LookW'({next_class, next_port});
      end
    end
  end else begin : gen_destination
    logic [VcW-1:0]       row_vc;      // that the head has come on
    logic [PortW-1:0]     unit_port;   // its route
    logic [ClassPinW-1:0] unit_class;

    route_unit #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Networks(Networks), .Classes(Classes),
      .Routing(Routing), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .LayersLog2(LayersLog2),
      .Adaptive(Adaptive)
    ) u_route (
      .vc_i(row_vc), .dst_i(in_payload_i[4 +: AddrW]), .addr_i, .extent_i, .index_i,
      .tbl_candidates_i, .tbl_class_i, .room_i, .port_o(unit_port), .vc_class_o(unit_class)
    );
    assign payload = in_payload_i;

    if (LateRoutes == 1) begin : gen_late
      assign row_vc           = in_late_vc_o;
      assign late_route       = (ClassW + PortW)'({unit_class, unit_port});
      assign {vc_class, port} = '0;  // on the link
    end else begin : gen_at_once
      assign row_vc           = in_vc_i;
      assign late_route       = '0;
      assign {vc_class, port} = {unit_class, unit_port};
    end
  end

  if (Classes > 1) begin : gen_class
    assign route = {vc_class, port};
  end else begin : gen_no_class
    assign route = port;
  end

  if (CutThrough == 1) begin : gen_whole
    assign need = in_payload_i[noc_pkg::length_lsb(AddrW) +: LenW];
  end else begin : gen_one
    assign need = LenW'(1);
  end

  assign tag = TagW'({in_kind_i[0] ? {need, route} : (LenW + ClassW + PortW)'(0), in_kind_i});

  fifo #(
    .Queues(Vcs), .Depth(Depth), .PayloadW(FlitBits), .TagW(EntryW), .FrontRegs(Speculative),
    .Bypass(Bypass), .SyncRead(SyncRead), .LateW(LateW), .LateLsb(LateLsb)
  ) u_fifo (
    .clk_i, .rst_i,
    .push_i(in_valid_i), .push_queue_i(in_vc_i), .push_tag_i(entry),
    .push_payload_i(payload), .late_bits_i(LatePinW'(late_route)),
    .pop_i(sa_gnt_i), .pop_queue_i(sa_vc_i), .rd_en_i, .rd_slot_i,
    .wr_en_o, .push_slot_o(wr_slot_o), .wr_tag_o(wr_entry), .wr_payload_o,
    .wr_late_o(wr_late), .pop_slot_o(sa_slot_o), .front_tag_o(front), .filled_o(stored),
    .rd_payload_o(read), .wr_o(in_wr_o), .rd_o(in_rd_o), .count_o(in_count_o), .read_o(in_read_o),
    .late_o(in_late_o), .late_queue_o(in_late_vc_o), .late_position_o(in_late_position_o),
    .front_o(front_reg)
  );

  assign wr_tag_o  = wr_entry[TagW-1:0];
  assign wr_late_o = (ClassW + PortW)'(wr_late);

  // The head that is granted takes its next route along, over the one that it came with.
  if (NextW > 0) begin : gen_next
    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        in_next_o <= '0;
      end else begin
        in_next_o <= '0;
        if (sa_gnt_i && sa_kind_o[0]) begin
          in_next_o <= {1'b1, front_tag_o[32'(sa_vc_i)*TagW + TagW - NextW +: NextW]};
        end
      end
    end

    always_comb begin
      rd_payload_o = read;
      if (in_next_o[LookW]) rd_payload_o[LookLsb +: LookW] = in_next_o[LookW-1:0];
    end
  end else begin : gen_no_next
    assign in_next_o    = '0;
    assign rd_payload_o = read;
  end

  if (AgeW > 0) begin : gen_age
    assign entry    = {in_kind_i[0] ? in_payload_i[AgeLsb +: AgeW] : AgeW'(0), tag};
    assign wr_age_o = wr_entry[TagW +: AgeW];

    always_comb begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        front_tag_o[v*TagW +: TagW] = front[v*EntryW +: TagW];
        front_age_o[v*AgeW +: AgeW] = front[v*EntryW] ? front[v*EntryW + TagW +: AgeW]
                                                      : in_age_o[v*AgeW +: AgeW];
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        in_age_o <= '0;
      end else if (sa_gnt_i && sa_kind_o[0]) begin
        in_age_o[32'(sa_vc_i)*AgeW +: AgeW] <= front_age_o[32'(sa_vc_i)*AgeW +: AgeW];
      end
    end
  end else begin : gen_no_age
    assign entry       = tag;
    assign front_tag_o = front;
    assign {wr_age_o, front_age_o, in_age_o} = '0;
  end

  // Where no packet is active a front is a head, of which the register has the kind.
  if (Speculative == 1) begin : gen_front
    assign in_filled_o = stored;
    always_comb begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        in_front_o[v*TagW +: TagW] = front_reg[v*EntryW +: TagW];
        heads[v]                   = front_tag_o[v*TagW];
      end
    end
    if (AgeW > 0) begin : gen_front_age
      always_comb begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          in_front_age_o[v*AgeW +: AgeW] = front_reg[v*EntryW + TagW +: AgeW];
        end
      end
    end else begin : gen_no_front_age
      assign in_front_age_o = '0;
    end
  end else begin : gen_no_front
    assign {in_filled_o, in_front_o, in_front_age_o} = '0;
    assign heads = filled;
  end

  always_comb begin
    for (int unsigned v = 0; v < Vcs; v++) begin
      filled[v] = stored[v] || (Bypass == 1 && in_valid_i && 32'(in_vc_i) == v);
    end
  end

  assign waiting_o = heads & ~in_active_o;
  assign ready_o   = filled & in_active_o;
  assign sa_kind_o = sa_gnt_i ? front_tag_o[32'(sa_vc_i)*TagW +: 2] : 2'd0;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      in_active_o        <= '0;
      in_out_port_o      <= '0;
      in_out_vc_o        <= '0;
      credit_out_valid_o <= 1'b0;
      credit_out_vc_o    <= '0;
    end else begin
      credit_out_valid_o <= sa_gnt_i;
      if (va_won_i) begin
        in_active_o[va_vc_i]                     <= 1'b1;
        in_out_port_o[32'(va_vc_i)*PortW +: PortW] <= va_port_i;
        in_out_vc_o[32'(va_vc_i)*VcW +: VcW]       <= va_out_vc_i;
      end
      if (sa_gnt_i) begin
        credit_out_vc_o <= sa_vc_i;
        if (sa_kind_o[1]) in_active_o[sa_vc_i] <= 1'b0;  // after va: a single leaves at once
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && in_valid_i) begin
      a_vc:     assert (32'(in_vc_i) < Vcs);
      a_port:   assert (!in_kind_i[0] || 32'(port) < Ports);
      a_class:  assert (!in_kind_i[0] || 32'(vc_class) < Classes + 1);
    end
    if (!rst_i && in_late_o) begin
      a_late_port:  assert (32'(late_route[PortW-1:0]) < Ports);
      a_late_class: assert ((32'(late_route) >> PortW) < Classes + 1);
    end
    if (!rst_i && va_won_i) begin
      a_waits:  assert (waiting_o[va_vc_i]);
      a_head:   assert (front_tag_o[32'(va_vc_i)*TagW]);
    end
    if (!rst_i && sa_gnt_i) begin
      a_ready:  assert (ready_o[sa_vc_i] || (va_won_i && va_vc_i == sa_vc_i));
      c_single: cover (va_won_i && va_vc_i == sa_vc_i && sa_kind_o[1]);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
