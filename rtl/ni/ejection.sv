// ejection -- the router's flits to the host: a queue a VC, one delivery offered at a time.
//
// A flit on the link is queued. While the delivery register is empty or taken, the next front, in
// turn over the VCs, moves into it and its slot's credit goes back to the router. Flits of packets
// on different VCs interleave; type, source and message are those of the last head delivered.
//
//   link --> queue of VC v --(round robin)--> del_*  --> host, if del_ready_i
//              '-- credit_out_*, with the move
//
// With Multicast = 1 the header flits of a packet, which are for routers, end here.
//
// With an XOR coding unit (XorSlots > 0) the unit says which fronts may move, gets every flit that
// does, and keeps those of coded packets for itself; its results use the delivery register as well.
//
// With a forwarding unit (ForwardSlots > 0) the unit says which fronts may move, and gets every
// flit that does; all of them go to the host.
//
// Golden model: csim/ni/ejection.c.  docs/microarchitecture.md, sections 13, 15.4 and 16.

module ejection #(
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Depth    = 8,
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Networks = 1,
  parameter  int unsigned AddrW    = 6,
  parameter  int unsigned LenW     = 4,
  parameter  int unsigned MsgW     = 8,
  parameter  int unsigned XorSlots = 0,  // operand slots of the XOR coding unit; 0: there is none
  parameter  int unsigned NameW    = 1,
  parameter  int unsigned Multicast = 0, // packets may have header flits
  parameter  int unsigned ForwardSlots = 0,  // packet slots of the forwarding unit; 0: none
  localparam int unsigned NetW     = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW     = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW     = $clog2(Depth + 1),
  localparam int unsigned SlotW    = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned XSlotW   = (XorSlots > 2) ? $clog2(XorSlots) : 1,
  localparam int unsigned HdrW     = (Multicast == 1) ? noc_pkg::HeaderBits : 0,
  localparam int unsigned SkipW    = (Multicast == 1) ? Vcs * HdrW : 1
) (
  input  logic                clk_i,
  input  logic                rst_i,               // synchronous, active high

  input  logic                in_valid_i,          // link from the router
  input  logic [VcW-1:0]      in_vc_i,
  input  logic [1:0]          in_kind_i,
  input  logic [FlitBits-1:0] in_payload_i,
  input  logic                del_ready_i,         // the host takes the delivery of this cycle
  // The XOR coding unit; without it not looked at, and 0 below.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Vcs-1:0]      x_allow_i,           // bit v: the front of VC v may leave
  input  logic [Vcs-1:0]      x_vc_coded_i,        // bit v: it is of a coded packet, if not first
  input  logic                res_valid_i,         // a result takes the delivery register
  input  logic [1:0]          res_kind_i,
  input  logic [XSlotW-1:0]   res_slot_i,
  input  logic [NameW-1:0]    res_name_i,
  input  logic [FlitBits-1:0] res_data_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // The forwarding unit; without it not looked at, and 0 below.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Vcs-1:0]      f_allow_i,           // bit v: the front of VC v may leave
  /* verilator lint_on UNUSEDSIGNAL */

  output logic                ej_wr_en_o,          // memory ports
  output logic [SlotW-1:0]    ej_wr_slot_o,
  output logic [1:0]          ej_wr_kind_o,
  output logic [XSlotW:0]     ej_wr_code_o,
  output logic                ej_wr_forward_o,
  output logic [FlitBits-1:0] ej_wr_payload_o,
  output logic                ej_rd_en_o,
  output logic [SlotW-1:0]    ej_rd_slot_o,
  output logic [Vcs-1:0]      front_valid_o,       // to the unit, if there is one: the fronts
  output logic [Vcs*2-1:0]    front_kind_o,
  output logic [Vcs*(XSlotW+1)-1:0] front_code_o,  // {slot, coded} of first flits
  output logic [Vcs-1:0]      front_forward_o,     // first flits of type 5
  output logic                take_valid_o,        // the flit popped, as it came
  output logic [VcW-1:0]      take_vc_o,
  output logic [1:0]          take_kind_o,
  output logic [FlitBits-1:0] take_payload_o,
  output logic                del_free_o,          // the delivery register is empty or taken

  output logic                credit_out_valid_o,  // credit to the router
  output logic [VcW-1:0]      credit_out_vc_o,
  output logic                del_valid_o,         // delivery to the host
  output logic [VcW-1:0]      del_vc_o,
  output logic [1:0]          del_kind_o,
  output logic [3:0]          del_type_o,          // of the last head delivered, as the next two
  output logic [AddrW-1:0]    del_source_o,
  output logic [MsgW-1:0]     del_message_o,
  output logic [FlitBits-1:0] del_data_o,
  output logic                del_decoded_o,       // it is a result of the XOR coding unit
  output logic [XSlotW-1:0]   del_slot_o,          // of the last first flit delivered
  output logic [NameW-1:0]    del_name_o,
  output logic [Vcs*PtrW-1:0] ej_wr_o,             // state: the queues
  output logic [Vcs*PtrW-1:0] ej_rd_o,
  output logic [Vcs*CntW-1:0] ej_count_o,
  output logic [VcW-1:0]      ej_ptr_o,            // state: favoured VC for delivery
  output logic [SkipW-1:0]    ej_skip_o            // state: header flits to come
);

  localparam int unsigned XSlotLsb = noc_pkg::slot_lsb(AddrW, LenW, MsgW, NetW);
  localparam int unsigned CodeW    = (XorSlots > 0) ? XSlotW + 2 * NameW : 0;
  localparam int unsigned HeadBits = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW, CodeW + HdrW);
  localparam int unsigned TagW     = (XorSlots > 0) ? XSlotW + 3 : (ForwardSlots > 0) ? 3 : 2;

  if (HeadBits + 8 > FlitBits) begin : gen_bad_head
    $error("ejection: FlitBits must leave 8 data bits in a head");
  end
  if (XorSlots > 0 && ForwardSlots > 0) begin : gen_bad_units
    $error("ejection: either XorSlots or ForwardSlots must be 0");
  end

  logic [Vcs-1:0]      filled;    // bit v: queue v has flits
  logic                free;      // the delivery register is empty or taken
  logic                leave;     // a front moves ..
  logic                skip;      // .. and is a header flit, which ends here
  logic                deliver;   // .. into the delivery register
  logic                result;    // a result does
  logic [Vcs-1:0]      gnt;       // the VC it comes from: one-hot, and its number
  logic [VcW-1:0]      win;
  logic [TagW-1:0]     in_tag;    // of the flit on the link
  logic [TagW-1:0]     wr_tag;
  logic [Vcs*TagW-1:0] tags;      // of the fronts
  logic [1:0]          kind;      // of the flit that moves
  logic [FlitBits-1:0] payload;

  always_comb begin
    for (int unsigned v = 0; v < Vcs; v++) filled[v] = ej_count_o[v*CntW +: CntW] != '0;
  end

  // The requests are no wire of their own: in whole networks Verilator 5.006 stumbles over one.
  rr_arbiter #(.N(Vcs)) u_arbiter (
    .clk_i, .rst_i,
    .req_i((XorSlots > 0) ? filled & x_allow_i : (ForwardSlots > 0) ? f_allow_i : filled),
    .take_i(XorSlots > 0 || free), .gnt_o(gnt), .ptr_o(ej_ptr_o)
  );

  assign free         = !del_valid_o || del_ready_i;
  assign leave        = (XorSlots > 0 || free) && gnt != '0;
  assign win          = VcW'(noc_pkg::number_of(16'(gnt)));
  assign kind         = tags[32'(win)*TagW +: 2];
  assign ej_wr_kind_o = wr_tag[1:0];
  assign ej_rd_en_o   = leave;

  fifo #(.Queues(Vcs), .Depth(Depth), .PayloadW(FlitBits), .TagW(TagW)) u_fifo (
    .clk_i, .rst_i,
    .push_i(in_valid_i), .push_queue_i(in_vc_i), .push_tag_i(in_tag),
    .push_payload_i(in_payload_i),
    .pop_i(leave), .pop_queue_i(win), .rd_en_i(leave), .rd_slot_i(ej_rd_slot_o),
    .wr_en_o(ej_wr_en_o), .push_slot_o(ej_wr_slot_o), .wr_tag_o(wr_tag),
    .wr_payload_o(ej_wr_payload_o), .pop_slot_o(ej_rd_slot_o), .front_tag_o(tags),
    .rd_payload_o(payload), .wr_o(ej_wr_o), .rd_o(ej_rd_o), .count_o(ej_count_o)
  );

  if (XorSlots > 0) begin : gen_code
    logic coded;  // the flit that moves is of a coded packet

    always_comb begin
      in_tag = TagW'(in_kind_i);
      if (in_kind_i[0]) begin
        in_tag[2]           = in_payload_i[3:0] == noc_pkg::TypeCoded;
        in_tag[3 +: XSlotW] = in_payload_i[XSlotLsb +: XSlotW];
      end
    end
    always_comb begin
      front_kind_o = '0;
      front_code_o = '0;
      if (filled != '0) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          front_kind_o[v*2 +: 2]                   = tags[v*TagW +: 2];
          front_code_o[v*(XSlotW+1) +: XSlotW + 1] = tags[v*TagW + 2 +: XSlotW + 1];
        end
      end
    end
    assign front_valid_o  = filled;
    assign coded          = kind[0] ? tags[32'(win)*TagW + 2] : x_vc_coded_i[win];
    assign deliver        = leave && !coded && !skip;
    assign result         = res_valid_i;
    assign ej_wr_code_o   = wr_tag[2 +: XSlotW + 1];
    assign take_valid_o   = leave;
    assign take_vc_o      = leave ? win : '0;
    assign take_kind_o    = leave ? kind : '0;
    assign take_payload_o = payload;
    assign del_free_o     = free;
    assign {front_forward_o, ej_wr_forward_o} = '0;

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        del_decoded_o <= 1'b0;
        del_slot_o    <= '0;
        del_name_o    <= '0;
      end else if (result) begin
        del_decoded_o <= 1'b1;
        if (res_kind_i[0]) begin
          del_slot_o <= res_slot_i;
          del_name_o <= res_name_i;
        end
      end else if (deliver) begin
        del_decoded_o <= 1'b0;
        if (kind[0]) begin
          del_slot_o <= payload[XSlotLsb +: XSlotW];
          del_name_o <= payload[XSlotLsb + XSlotW +: NameW];
        end
      end
    end

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && (deliver || result)) begin
        a_one: assert (free && !(deliver && result));
      end
    end
`endif
  end else if (ForwardSlots > 0) begin : gen_forward
    assign in_tag = {in_kind_i[0] && in_payload_i[3:0] == noc_pkg::TypeForwarded, in_kind_i};

    always_comb begin
      front_kind_o    = '0;
      front_forward_o = '0;
      if (filled != '0) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          front_kind_o[v*2 +: 2] = tags[v*TagW +: 2];
          front_forward_o[v]     = tags[v*TagW + 2];
        end
      end
    end
    assign front_valid_o   = filled;
    assign deliver         = leave && !skip;
    assign result          = 1'b0;
    assign ej_wr_forward_o = wr_tag[2];
    assign take_valid_o    = leave;
    assign take_vc_o       = leave ? win : '0;
    assign take_kind_o     = leave ? kind : '0;
    assign take_payload_o  = payload;
    assign {front_code_o, ej_wr_code_o, del_free_o, del_decoded_o, del_slot_o, del_name_o} = '0;

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && f_allow_i != '0) begin
        a_allow: assert ((f_allow_i & ~filled) == '0);
      end
    end
`endif
  end else begin : gen_no_code
    assign in_tag  = in_kind_i;
    assign deliver = leave && !skip;
    assign result  = 1'b0;
    assign {front_valid_o, front_kind_o, front_code_o, ej_wr_code_o, del_free_o} = '0;
    assign {take_valid_o, take_vc_o, take_kind_o, take_payload_o}                = '0;
    assign {del_decoded_o, del_slot_o, del_name_o}                               = '0;
    assign {front_forward_o, ej_wr_forward_o}                                    = '0;
  end

  // Header flits are told by counting from the packet's first flit on.
  if (Multicast == 1) begin : gen_skip
    localparam int unsigned HeadersLsb = noc_pkg::headers_lsb(AddrW, LenW, MsgW, NetW, CodeW);

    assign skip = leave && !kind[0] && ej_skip_o[32'(win)*HdrW +: HdrW] != '0;

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        ej_skip_o <= '0;
      end else if (leave && kind[0]) begin
        ej_skip_o[32'(win)*HdrW +: HdrW] <= payload[HeadersLsb +: HdrW];
      end else if (skip) begin
        ej_skip_o[32'(win)*HdrW +: HdrW] <= ej_skip_o[32'(win)*HdrW +: HdrW] - 1'b1;
      end
    end

`ifndef SYNTHESIS
    always_ff @(posedge clk_i) begin
      if (!rst_i && leave) begin
        a_begin: assert (!kind[0] || ej_skip_o[32'(win)*HdrW +: HdrW] == '0);
        a_data:  assert (!skip || !kind[1]);
      end
    end
`endif
  end else begin : gen_no_skip
    assign skip      = 1'b0;
    assign ej_skip_o = '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      credit_out_valid_o <= 1'b0;
      credit_out_vc_o    <= '0;
      del_valid_o        <= 1'b0;
      del_vc_o           <= '0;
      del_kind_o         <= '0;
      del_type_o         <= '0;
      del_source_o       <= '0;
      del_message_o      <= '0;
      del_data_o         <= '0;
    end else begin
      credit_out_valid_o <= leave;
      if (leave) credit_out_vc_o <= win;
      if (free) del_valid_o <= deliver || result;
      if (result) begin
        del_kind_o <= res_kind_i;
        del_data_o <= res_data_i;
      end else if (deliver) begin
        del_vc_o   <= win;
        del_kind_o <= kind;
        del_data_o <= payload;
        if (kind[0]) begin
          del_data_o[HeadBits-1:0] <= '0;
          del_type_o    <= payload[3:0];
          del_source_o  <= payload[noc_pkg::source_lsb(AddrW, LenW) +: AddrW];
          del_message_o <= payload[noc_pkg::message_lsb(AddrW, LenW) +: MsgW];
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && in_valid_i) begin
      a_vc:   assert (32'(in_vc_i) < Vcs);
    end
    if (!rst_i && del_valid_o) begin
      c_hold: cover (!del_ready_i && filled != '0);
    end
  end
`endif

endmodule
