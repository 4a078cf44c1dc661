// ejection -- the router's flits to the host: a queue a VC, one delivery offered at a time.
//
// A flit on the link is queued. While the delivery register is empty or taken, the next front, in
// turn over the VCs, moves into it and its slot's credit goes back to the router. Flits of packets
// on different VCs interleave; type, source and message are those of the last head delivered.
//
//   link --> queue of VC v --(round robin)--> del_*  --> host, if del_ready_i
//              '-- credit_out_*, with the move
//
// Golden model: csim/ni/ejection.c.  docs/microarchitecture.md, section 13.

module ejection #(
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned Depth    = 8,
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Networks = 1,
  parameter  int unsigned AddrW    = 6,
  parameter  int unsigned LenW     = 4,
  parameter  int unsigned MsgW     = 8,
  localparam int unsigned NetW     = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW     = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW     = $clog2(Depth + 1),
  localparam int unsigned SlotW    = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1
) (
  input  logic                clk_i,
  input  logic                rst_i,               // synchronous, active high

  input  logic                in_valid_i,          // link from the router
  input  logic [VcW-1:0]      in_vc_i,
  input  logic [1:0]          in_kind_i,
  input  logic [FlitBits-1:0] in_payload_i,
  input  logic                del_ready_i,         // the host takes the delivery of this cycle

  output logic                ej_wr_en_o,          // memory ports
  output logic [SlotW-1:0]    ej_wr_slot_o,
  output logic [1:0]          ej_wr_kind_o,
  output logic [FlitBits-1:0] ej_wr_payload_o,
  output logic                ej_rd_en_o,
  output logic [SlotW-1:0]    ej_rd_slot_o,

  output logic                credit_out_valid_o,  // credit to the router
  output logic [VcW-1:0]      credit_out_vc_o,
  output logic                del_valid_o,         // delivery to the host
  output logic [VcW-1:0]      del_vc_o,
  output logic [1:0]          del_kind_o,
  output logic [3:0]          del_type_o,          // of the last head delivered, as the next two
  output logic [AddrW-1:0]    del_source_o,
  output logic [MsgW-1:0]     del_message_o,
  output logic [FlitBits-1:0] del_data_o,
  output logic [Vcs*PtrW-1:0] ej_wr_o,             // state: the queues
  output logic [Vcs*PtrW-1:0] ej_rd_o,
  output logic [Vcs*CntW-1:0] ej_count_o,
  output logic [VcW-1:0]      ej_ptr_o             // state: favoured VC for delivery
);

  localparam int unsigned HeadBits = noc_pkg::head_bits(AddrW, LenW, MsgW, NetW);

  if (HeadBits + 8 > FlitBits) begin : gen_bad_head
    $error("ejection: FlitBits must leave 8 data bits in a head");
  end

  logic [Vcs-1:0]      filled;    // bit v: queue v has flits
  logic                free;      // the delivery register is empty or taken
  logic                deliver;   // a front moves into it
  logic [Vcs-1:0]      gnt;       // the VC it comes from: one-hot, and its number
  logic [VcW-1:0]      win;
  logic [Vcs*2-1:0]    kinds;     // of the fronts
  logic [1:0]          kind;      // of the flit that moves
  logic [FlitBits-1:0] payload;

  always_comb begin
    for (int unsigned v = 0; v < Vcs; v++) filled[v] = ej_count_o[v*CntW +: CntW] != '0;
  end

  rr_arbiter #(.N(Vcs)) u_arbiter (
    .clk_i, .rst_i, .req_i(filled), .take_i(free), .gnt_o(gnt), .ptr_o(ej_ptr_o)
  );

  assign free       = !del_valid_o || del_ready_i;
  assign deliver    = free && gnt != '0;
  assign win        = VcW'(noc_pkg::number_of(16'(gnt)));
  assign kind       = kinds[32'(win)*2 +: 2];
  assign ej_rd_en_o = deliver;

  fifo #(.Queues(Vcs), .Depth(Depth), .PayloadW(FlitBits), .TagW(2)) u_fifo (
    .clk_i, .rst_i,
    .push_i(in_valid_i), .push_queue_i(in_vc_i), .push_tag_i(in_kind_i),
    .push_payload_i(in_payload_i),
    .pop_i(deliver), .pop_queue_i(win), .rd_en_i(deliver), .rd_slot_i(ej_rd_slot_o),
    .wr_en_o(ej_wr_en_o), .push_slot_o(ej_wr_slot_o), .wr_tag_o(ej_wr_kind_o),
    .wr_payload_o(ej_wr_payload_o), .pop_slot_o(ej_rd_slot_o), .front_tag_o(kinds),
    .rd_payload_o(payload), .wr_o(ej_wr_o), .rd_o(ej_rd_o), .count_o(ej_count_o)
  );

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
      credit_out_valid_o <= deliver;
      if (free) del_valid_o <= deliver;
      if (deliver) begin
        credit_out_vc_o <= win;
        del_vc_o        <= win;
        del_kind_o      <= kind;
        del_data_o      <= payload;
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
