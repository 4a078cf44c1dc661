// network_interface -- between a node's host and a router port: injection and ejection.
//
// The host hands over packets beat by beat (valid, ready) and takes deliveries beat by beat; the
// router sees two links with credits. All registers and memory ports are outputs, for the checker.
//
//   host_* --> injection --> out_*,  <-- credit_in_*
//   del_*  <-- ejection  <-- in_*,   --> credit_out_*
//
// Golden model: csim/ni/network_interface.c.  docs/microarchitecture.md, section 13.

module network_interface #(
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned AddrW      = 6,
  parameter  int unsigned LenW       = 4,
  parameter  int unsigned MsgW       = 8,
  localparam int unsigned NetW       = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW       = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned SlotW      = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned InjSlotW   = $clog2(4 * Vcs)
) (
  input  logic                     clk_i,
  input  logic                     rst_i,               // synchronous, active high

  input  logic                     in_valid_i,          // link from the router
  input  logic [VcW-1:0]           in_vc_i,
  input  logic [1:0]               in_kind_i,
  input  logic [FlitBits-1:0]      in_payload_i,
  input  logic                     credit_in_valid_i,   // credit from the router
  input  logic [VcW-1:0]           credit_in_vc_i,
  input  logic [AddrW-1:0]         addr_i,              // the node's own address (static)
  input  logic                     host_valid_i,        // host: a beat
  input  logic [NetW-1:0]          host_network_i,
  input  logic [3:0]               host_type_i,
  input  logic [AddrW-1:0]         host_dst_i,
  input  logic [MsgW-1:0]          host_message_i,
  input  logic [LenW-1:0]          host_flits_i,
  input  logic [FlitBits-1:0]      host_data_i,
  input  logic                     del_ready_i,         // host: takes the delivery

  output logic                     inj_wr_en_o,         // memory ports
  output logic [InjSlotW-1:0]      inj_wr_slot_o,
  output logic [LenW+1:0]          inj_wr_tag_o,
  output logic [FlitBits-1:0]      inj_wr_payload_o,
  output logic                     inj_rd_en_o,
  output logic [InjSlotW-1:0]      inj_rd_slot_o,
  output logic                     ej_wr_en_o,
  output logic [SlotW-1:0]         ej_wr_slot_o,
  output logic [1:0]               ej_wr_kind_o,
  output logic [FlitBits-1:0]      ej_wr_payload_o,
  output logic                     ej_rd_en_o,
  output logic [SlotW-1:0]         ej_rd_slot_o,

  output logic                     out_valid_o,         // link to the router
  output logic [VcW-1:0]           out_vc_o,
  output logic [1:0]               out_kind_o,
  output logic [FlitBits-1:0]      out_payload_o,
  output logic                     credit_out_valid_o,  // credit to the router
  output logic [VcW-1:0]           credit_out_vc_o,
  output logic [Networks-1:0]      host_ready_o,        // host: a beat is accepted
  output logic                     del_valid_o,         // host: a delivery
  output logic [VcW-1:0]           del_vc_o,
  output logic [1:0]               del_kind_o,
  output logic [3:0]               del_type_o,
  output logic [AddrW-1:0]         del_source_o,
  output logic [MsgW-1:0]          del_message_o,
  output logic [FlitBits-1:0]      del_data_o,

  output logic [Vcs*2-1:0]         inj_wr_o,            // state: injection
  output logic [Vcs*2-1:0]         inj_rd_o,
  output logic [Vcs*3-1:0]         inj_count_o,
  output logic [Networks*LenW-1:0] inj_left_o,
  output logic [Networks*VcW-1:0]  inj_vc_o,
  output logic [Networks*VcW-1:0]  inj_ptr_o,
  output logic [VcW-1:0]           inj_arb_ptr_o,
  output logic [Vcs*CntW-1:0]      inj_credit_o,
  output logic [Vcs*PtrW-1:0]      ej_wr_o,             // state: ejection
  output logic [Vcs*PtrW-1:0]      ej_rd_o,
  output logic [Vcs*CntW-1:0]      ej_count_o,
  output logic [VcW-1:0]           ej_ptr_o
);

  injection #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough), .Networks(Networks),
    .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW)
  ) u_injection (
    .clk_i, .rst_i, .credit_in_valid_i, .credit_in_vc_i, .addr_i, .host_valid_i, .host_network_i,
    .host_type_i, .host_dst_i, .host_message_i, .host_flits_i, .host_data_i,
    .inj_wr_en_o, .inj_wr_slot_o, .inj_wr_tag_o, .inj_wr_payload_o, .inj_rd_en_o, .inj_rd_slot_o,
    .out_valid_o, .out_vc_o, .out_kind_o, .out_payload_o, .host_ready_o,
    .inj_wr_o, .inj_rd_o, .inj_count_o, .inj_left_o, .inj_vc_o, .inj_ptr_o, .inj_arb_ptr_o,
    .inj_credit_o
  );

  ejection #(
    .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .Networks(Networks),
    .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW)
  ) u_ejection (
    .clk_i, .rst_i, .in_valid_i, .in_vc_i, .in_kind_i, .in_payload_i, .del_ready_i,
    .ej_wr_en_o, .ej_wr_slot_o, .ej_wr_kind_o, .ej_wr_payload_o, .ej_rd_en_o, .ej_rd_slot_o,
    .credit_out_valid_o, .credit_out_vc_o,
    .del_valid_o, .del_vc_o, .del_kind_o, .del_type_o, .del_source_o, .del_message_o, .del_data_o,
    .ej_wr_o, .ej_rd_o, .ej_count_o, .ej_ptr_o
  );

endmodule
