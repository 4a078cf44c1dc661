// router -- virtual-channel router with credits: P ports, wormhole or virtual cut-through.
//
// Route on arrival, VC and switch allocation in one cycle, traversal in the next (Pipeline = 3) or
// the same (Pipeline = 2), then the output link's registers. Ports i in and out are one channel.
//
//   in_* --> input_unit (P) --+-- [st_*] --> crossbar --> output_unit (P) --> out_*
//   credit_out_* <--'   ^     |                               |   ^-- credit_in_*
//                       |  tags, ready                busy, credit
//                       '-- vc_allocator, switch_allocator <--'
//
// All registers and memory ports are outputs, for the checker; elements lie port first, i*Vcs + v.
//
// Golden model: csim/router/router.c.  docs/microarchitecture.md, sections 7 to 12.

module router #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Pipeline   = 3,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Classes    = 1,   // VC classes of a virtual network
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims       = 2,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LenW       = 1,
  parameter  int unsigned LayersLog2 = 0,   // with RoutingH3dm
  parameter  int unsigned Groups     = 1,   // with RoutingTable: arrival groups,
  parameter  int unsigned Rows       = 1,   // destinations,
  parameter  int unsigned Adaptive   = 0,   // choice by credits
  parameter  int unsigned RouteLsb   = 0,   // with RoutingSource: place of the path in a head
  parameter  int unsigned RouteW     = 0,   // and its bits
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW       = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned SlotW      = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned TagW       = LenW + ClassW + PortW + 2,
  localparam int unsigned GroupW     = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned RowW       = ClassW + Ports,
  localparam int unsigned Entries    = (Ports * Classes > Groups * Rows) ? Ports * Classes
                                                                         : Groups * Rows,
  localparam int unsigned CfgW       = (Entries > 1) ? $clog2(Entries) : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_i,               // synchronous, active high

  input  logic [Ports-1:0]           in_valid_i,          // input links
  input  logic [Ports*VcW-1:0]       in_vc_i,
  input  logic [Ports*2-1:0]         in_kind_i,
  input  logic [Ports*FlitBits-1:0]  in_payload_i,
  input  logic [Ports-1:0]           credit_in_valid_i,   // credits from downstream
  input  logic [Ports*VcW-1:0]       credit_in_vc_i,
  input  logic [AddrW-1:0]           addr_i,              // the router's address (static)
  input  logic [AddrW-1:0]           extent_i,            // the highest coordinates (static)
  // Configuration port of the routing table; without a table the rest of it is not looked at.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic                       cfg_valid_i,         // an entry is written:
  input  logic                       cfg_kind_i,          // group (0) or row (1)
  input  logic [CfgW-1:0]            cfg_index_i,
  input  logic [RowW-1:0]            cfg_data_i,
  /* verilator lint_on UNUSEDSIGNAL */

  output logic [Ports-1:0]           wr_en_o,             // memory ports
  output logic [Ports*SlotW-1:0]     wr_slot_o,
  output logic [Ports*TagW-1:0]      wr_tag_o,
  output logic [Ports*FlitBits-1:0]  wr_payload_o,
  output logic [Ports-1:0]           rd_en_o,
  output logic [Ports*SlotW-1:0]     rd_slot_o,
  output logic                       tbl_wr_en_o,         // 0 without a table, as tbl_* below
  output logic [CfgW-1:0]            tbl_wr_row_o,
  output logic [RowW-1:0]            tbl_wr_data_o,

  output logic [Ports-1:0]           out_valid_o,         // output links
  output logic [Ports*VcW-1:0]       out_vc_o,
  output logic [Ports*2-1:0]         out_kind_o,
  output logic [Ports*FlitBits-1:0]  out_payload_o,
  output logic [Ports-1:0]           credit_out_valid_o,  // credits upstream
  output logic [Ports*VcW-1:0]       credit_out_vc_o,

  output logic [Ports*Vcs*PtrW-1:0]  in_wr_o,             // state: input units
  output logic [Ports*Vcs*PtrW-1:0]  in_rd_o,
  output logic [Ports*Vcs*CntW-1:0]  in_count_o,
  output logic [Ports*Vcs-1:0]       in_active_o,
  output logic [Ports*Vcs*PortW-1:0] in_out_port_o,
  output logic [Ports*Vcs*VcW-1:0]   in_out_vc_o,
  output logic [Ports*Vcs-1:0]       out_busy_o,          // state: output units
  output logic [Ports*Vcs*CntW-1:0]  out_credit_o,
  output logic [Ports*VcW-1:0]       va_in_ptr_o,         // state: allocators
  output logic [Ports*PortW-1:0]     va_out_ptr_o,
  output logic [Ports*VcW-1:0]       va_vc_ptr_o,
  output logic [Ports*VcW-1:0]       sa_in_ptr_o,
  output logic [Ports*PortW-1:0]     sa_out_ptr_o,
  output logic [Ports-1:0]           st_valid_o,          // state: traversal, 0 if Pipeline = 2
  output logic [Ports*PortW-1:0]     st_port_o,
  output logic [Ports*VcW-1:0]       st_vc_o,
  output logic [Ports*2-1:0]         st_kind_o,
  output logic [Ports*SlotW-1:0]     st_slot_o,
  output logic [Ports*Classes*GroupW-1:0] tbl_group_o     // state: routing table
);

  if (Pipeline < 2 || Pipeline > 3) begin : gen_bad_pipeline
    $error("router: Pipeline must be 2 or 3");
  end
  if (!(FlitBits == 32 || FlitBits == 64 || FlitBits == 128 || FlitBits == 256)) begin : gen_bad_w
    $error("router: FlitBits must be 32, 64, 128 or 256");
  end

  localparam int unsigned ClassPinW = (ClassW > 0) ? ClassW : 1;
  localparam int unsigned Sums      = (Classes > 1) ? Classes + 1 : 1;  // of a port and network
  localparam int unsigned RoomW     = CntW + $clog2(Vcs + 1);

  logic [Ports*Vcs-1:0]      waiting, ready;   // input VCs
  logic [Ports*Vcs*TagW-1:0] front_tag;
  logic [Ports-1:0]          va_in_won, va_out_won;                // VC allocation
  logic [Ports*VcW-1:0]      va_in_vc, va_in_out_vc, va_out_vc;
  logic [Ports*PortW-1:0]    va_in_port;
  logic [Ports-1:0]          sa_in_gnt, sa_out_gnt, sa_out_last;   // switch allocation
  logic [Ports*VcW-1:0]      sa_in_vc, sa_in_out_vc, sa_out_vc;
  logic [Ports*PortW-1:0]    sa_in_port, sa_out_in;
  logic [Ports*2-1:0]        sa_kind;
  logic [Ports*SlotW-1:0]    sa_slot;
  logic [Ports-1:0]          go_valid, xb_valid;                   // traversal
  logic [Ports*PortW-1:0]    go_port;
  logic [Ports*VcW-1:0]      go_vc, xb_vc;
  logic [Ports*2-1:0]        go_kind, xb_kind;
  logic [Ports*SlotW-1:0]    go_slot;
  logic [Ports*FlitBits-1:0] rd_payload, xb_payload;

  logic [Ports*Ports-1:0]               tbl_candidates;  // routing table, by input
  logic [Ports*ClassPinW-1:0]           tbl_class;
  logic [Ports*Networks*Sums*RoomW-1:0] room_sums;       // by output, network and class

  if (Routing == noc_pkg::RoutingTable) begin : gen_table
    logic [Ports-1:0]       head;
    logic [Ports*AddrW-1:0] dst;

    always_comb begin
      for (int unsigned i = 0; i < Ports; i++) begin
        head[i]               = in_valid_i[i] && in_kind_i[i*2];
        dst[i*AddrW +: AddrW] = in_payload_i[i*FlitBits + 4 +: AddrW];
      end
    end
    route_table #(
      .Ports(Ports), .Vcs(Vcs), .Networks(Networks), .Classes(Classes), .Dims(Dims),
      .DigitW(DigitW), .LocalW(LocalW), .Groups(Groups), .Rows(Rows)
    ) u_table (
      .clk_i, .rst_i, .cfg_valid_i, .cfg_kind_i, .cfg_index_i, .cfg_data_i,
      .head_i(head), .vc_i(in_vc_i), .dst_i(dst),
      .tbl_wr_en_o, .tbl_wr_row_o, .tbl_wr_data_o,
      .candidates_o(tbl_candidates), .vc_class_o(tbl_class), .tbl_group_o
    );
    route_room #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Networks(Networks), .Classes(Classes),
      .Adaptive(Adaptive)
    ) u_room (.out_credit_i(out_credit_o), .room_o(room_sums));
  end else begin : gen_no_table
    assign {tbl_wr_en_o, tbl_wr_row_o, tbl_wr_data_o, tbl_group_o} = '0;
    assign {tbl_candidates, tbl_class, room_sums} = '0;
  end

  for (genvar i = 0; i < Ports; i++) begin : gen_in
    input_unit #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Networks(Networks), .Classes(Classes), .Routing(Routing), .Dims(Dims), .DigitW(DigitW),
      .LocalW(LocalW), .LenW(LenW), .LayersLog2(LayersLog2), .Adaptive(Adaptive),
      .RouteLsb(RouteLsb), .RouteW(RouteW)
    ) u_in (
      .clk_i, .rst_i,
      .in_valid_i(in_valid_i[i]), .in_vc_i(in_vc_i[i*VcW +: VcW]),
      .in_kind_i(in_kind_i[i*2 +: 2]), .in_payload_i(in_payload_i[i*FlitBits +: FlitBits]),
      .addr_i, .extent_i, .index_i(PortW'(i)),
      .tbl_candidates_i(tbl_candidates[i*Ports +: Ports]),
      .tbl_class_i(tbl_class[i*ClassPinW +: ClassPinW]), .room_i(room_sums),
      .va_won_i(va_in_won[i]), .va_vc_i(va_in_vc[i*VcW +: VcW]),
      .va_port_i(va_in_port[i*PortW +: PortW]), .va_out_vc_i(va_in_out_vc[i*VcW +: VcW]),
      .sa_gnt_i(sa_in_gnt[i]), .sa_vc_i(sa_in_vc[i*VcW +: VcW]),
      .rd_en_i(go_valid[i]), .rd_slot_i(go_slot[i*SlotW +: SlotW]),
      .wr_en_o(wr_en_o[i]), .wr_slot_o(wr_slot_o[i*SlotW +: SlotW]),
      .wr_tag_o(wr_tag_o[i*TagW +: TagW]),
      .wr_payload_o(wr_payload_o[i*FlitBits +: FlitBits]),
      .waiting_o(waiting[i*Vcs +: Vcs]), .ready_o(ready[i*Vcs +: Vcs]),
      .front_tag_o(front_tag[i*Vcs*TagW +: Vcs*TagW]),
      .sa_kind_o(sa_kind[i*2 +: 2]), .sa_slot_o(sa_slot[i*SlotW +: SlotW]),
      .rd_payload_o(rd_payload[i*FlitBits +: FlitBits]),
      .credit_out_valid_o(credit_out_valid_o[i]),
      .credit_out_vc_o(credit_out_vc_o[i*VcW +: VcW]),
      .in_wr_o(in_wr_o[i*Vcs*PtrW +: Vcs*PtrW]), .in_rd_o(in_rd_o[i*Vcs*PtrW +: Vcs*PtrW]),
      .in_count_o(in_count_o[i*Vcs*CntW +: Vcs*CntW]), .in_active_o(in_active_o[i*Vcs +: Vcs]),
      .in_out_port_o(in_out_port_o[i*Vcs*PortW +: Vcs*PortW]),
      .in_out_vc_o(in_out_vc_o[i*Vcs*VcW +: Vcs*VcW])
    );
  end

  vc_allocator #(
    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Networks(Networks), .Classes(Classes), .LenW(LenW)
  ) u_va (
    .clk_i, .rst_i, .waiting_i(waiting), .front_tag_i(front_tag),
    .out_busy_i(out_busy_o), .out_credit_i(out_credit_o),
    .in_won_o(va_in_won), .in_vc_o(va_in_vc), .in_port_o(va_in_port), .in_out_vc_o(va_in_out_vc),
    .out_won_o(va_out_won), .out_vc_o(va_out_vc),
    .va_in_ptr_o, .va_out_ptr_o, .va_vc_ptr_o
  );

  switch_allocator #(.Ports(Ports), .Vcs(Vcs), .Depth(Depth)) u_sa (
    .clk_i, .rst_i, .ready_i(ready), .hold_port_i(in_out_port_o), .hold_vc_i(in_out_vc_o),
    .out_credit_i(out_credit_o),
    .va_won_i(va_in_won), .va_vc_i(va_in_vc), .va_port_i(va_in_port), .va_out_vc_i(va_in_out_vc),
    .in_gnt_o(sa_in_gnt), .in_vc_o(sa_in_vc), .in_port_o(sa_in_port), .in_out_vc_o(sa_in_out_vc),
    .out_gnt_o(sa_out_gnt), .out_in_o(sa_out_in), .out_vc_o(sa_out_vc),
    .sa_in_ptr_o, .sa_out_ptr_o
  );

  always_comb begin
    sa_out_last = '0;
    for (int unsigned o = 0; o < Ports; o++) begin
      if (sa_out_gnt[o]) sa_out_last[o] = sa_kind[32'(sa_out_in[o*PortW +: PortW])*2 + 1];
    end
  end

  if (Pipeline == 3) begin : gen_registered
    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        st_valid_o <= '0;
        st_port_o  <= '0;
        st_vc_o    <= '0;
        st_kind_o  <= '0;
        st_slot_o  <= '0;
      end else begin
        st_valid_o <= sa_in_gnt;
        if (sa_in_gnt != '0) begin
          for (int unsigned i = 0; i < Ports; i++) begin
            if (sa_in_gnt[i]) begin
              st_port_o[i*PortW +: PortW] <= sa_in_port[i*PortW +: PortW];
              st_vc_o[i*VcW +: VcW]       <= sa_in_out_vc[i*VcW +: VcW];
              st_kind_o[i*2 +: 2]         <= sa_kind[i*2 +: 2];
              st_slot_o[i*SlotW +: SlotW] <= sa_slot[i*SlotW +: SlotW];
            end
          end
        end
      end
    end
    assign {go_valid, go_port, go_vc, go_kind} = {st_valid_o, st_port_o, st_vc_o, st_kind_o};
    assign go_slot = st_slot_o;
  end else begin : gen_direct
    assign {st_valid_o, st_port_o, st_vc_o, st_kind_o, st_slot_o} = '0;
    assign {go_valid, go_port, go_vc, go_kind} = {sa_in_gnt, sa_in_port, sa_in_out_vc, sa_kind};
    assign go_slot = sa_slot;
  end

  assign rd_en_o = go_valid;

  always_comb begin
    rd_slot_o = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (go_valid[i]) rd_slot_o[i*SlotW +: SlotW] = go_slot[i*SlotW +: SlotW];
    end
  end

  crossbar #(.Ports(Ports), .Vcs(Vcs), .FlitBits(FlitBits)) u_xb (
    .in_valid_i(go_valid), .in_port_i(go_port), .in_vc_i(go_vc), .in_kind_i(go_kind),
    .in_payload_i(rd_payload),
    .out_valid_o(xb_valid), .out_vc_o(xb_vc), .out_kind_o(xb_kind), .out_payload_o(xb_payload)
  );

  for (genvar o = 0; o < Ports; o++) begin : gen_out
    output_unit #(.Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits)) u_out (
      .clk_i, .rst_i,
      .credit_in_valid_i(credit_in_valid_i[o]), .credit_in_vc_i(credit_in_vc_i[o*VcW +: VcW]),
      .va_won_i(va_out_won[o]), .va_out_vc_i(va_out_vc[o*VcW +: VcW]),
      .sa_gnt_i(sa_out_gnt[o]), .sa_out_vc_i(sa_out_vc[o*VcW +: VcW]), .sa_last_i(sa_out_last[o]),
      .xb_valid_i(xb_valid[o]), .xb_vc_i(xb_vc[o*VcW +: VcW]), .xb_kind_i(xb_kind[o*2 +: 2]),
      .xb_payload_i(xb_payload[o*FlitBits +: FlitBits]),
      .out_valid_o(out_valid_o[o]), .out_vc_o(out_vc_o[o*VcW +: VcW]),
      .out_kind_o(out_kind_o[o*2 +: 2]), .out_payload_o(out_payload_o[o*FlitBits +: FlitBits]),
      .out_busy_o(out_busy_o[o*Vcs +: Vcs]), .out_credit_o(out_credit_o[o*Vcs*CntW +: Vcs*CntW])
    );
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && go_valid != '0) begin
      a_apart: assert ($countones(xb_valid) == $countones(go_valid));  // one flit an output
      c_full:  cover (&xb_valid);
    end
  end
`endif

endmodule
