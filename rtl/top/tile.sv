// tile -- a router with the network interfaces of its nodes: what a whole network is made of.
//
// Node i is on router port i, link q on port NodesPerRouter + q. A tile sends (tx) flits and, for
// the flits that it has got (rx), credits.
//
//   host_* --> ni --> router --> tx_*[q] ---- channel ---> rx_*[q'] of the tile at the other end
//   del_*  <-- ni <--        <-- rx_*[q] <--- channel ---- tx_*[q']
//
// Golden model: a router and its interfaces in csim/network.  docs/microarchitecture.md.

module tile #(
  parameter  int unsigned Links          = 4,  // ports that lead to other routers
  parameter  int unsigned NodesPerRouter = 1,
  parameter  int unsigned Vcs            = 4,
  parameter  int unsigned Depth          = 8,
  parameter  int unsigned FlitBits       = 64,
  parameter  int unsigned CutThrough     = 0,
  parameter  int unsigned Pipeline       = 3,
  parameter  int unsigned Networks       = 1,
  parameter  int unsigned Classes        = 1,
  parameter  int unsigned Routing        = noc_pkg::RoutingMesh,  // by coordinates
  parameter  int unsigned Dims           = 2,
  parameter  int unsigned DigitW         = 3,
  parameter  int unsigned LenW           = 4,
  parameter  int unsigned MsgW           = 8,
  parameter  int unsigned AgeW           = 0,  // bits of a packet's age, 4 to 32; 0: it has none
  localparam int unsigned Ports          = NodesPerRouter + Links,
  localparam int unsigned Beats          = NodesPerRouter * Networks,  // offered to the hosts
  localparam int unsigned LocalW         = $clog2(NodesPerRouter),
  localparam int unsigned AddrW          = Dims * DigitW + LocalW,
  localparam int unsigned VcW            = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW           = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned AgePinW        = (AgeW > 0) ? AgeW : 1
) (
  input  logic                               clk_i,
  input  logic                               rst_i,           // synchronous, active high
  input  logic [AddrW-1:0]                   addr_i,          // the router's address (static)
  input  logic [AddrW-1:0]                   extent_i,        // the highest coordinates (static)

  input  logic [Links-1:0]                   rx_valid_i,      // from the other ends of the links
  input  logic [Links*VcW-1:0]               rx_vc_i,
  input  logic [Links*2-1:0]                 rx_kind_i,
  input  logic [Links*FlitBits-1:0]          rx_payload_i,
  input  logic [Links-1:0]                   rx_credit_i,
  input  logic [Links*VcW-1:0]               rx_credit_vc_i,
  output logic [Links-1:0]                   tx_valid_o,      // to them
  output logic [Links*VcW-1:0]               tx_vc_o,
  output logic [Links*2-1:0]                 tx_kind_o,
  output logic [Links*FlitBits-1:0]          tx_payload_o,
  output logic [Links-1:0]                   tx_credit_o,
  output logic [Links*VcW-1:0]               tx_credit_vc_o,

  input  logic [NodesPerRouter-1:0]          host_valid_i,    // beats into the network
  input  logic [NodesPerRouter*NetW-1:0]     host_network_i,
  input  logic [NodesPerRouter*4-1:0]        host_type_i,
  input  logic [NodesPerRouter*AddrW-1:0]    host_dst_i,
  input  logic [NodesPerRouter*MsgW-1:0]     host_message_i,
  input  logic [NodesPerRouter*LenW-1:0]     host_flits_i,
  input  logic [NodesPerRouter*FlitBits-1:0] host_data_i,
  input  logic [NodesPerRouter*AgePinW-1:0]  host_age_i,
  output logic [NodesPerRouter*Networks-1:0] host_ready_o,

  output logic [Beats-1:0]                   del_valid_o,     // deliveries
  output logic [Beats*VcW-1:0]               del_vc_o,
  output logic [Beats*2-1:0]                 del_kind_o,
  output logic [Beats*4-1:0]                 del_type_o,
  output logic [Beats*AddrW-1:0]             del_source_o,
  output logic [Beats*MsgW-1:0]              del_message_o,
  output logic [Beats*FlitBits-1:0]          del_data_o,
  input  logic [Beats-1:0]                   del_ready_i
);

  localparam int unsigned Nodes = NodesPerRouter;

  // Between the interfaces and the router: up to the router, down from it.
  logic [Nodes-1:0]          up_valid, up_credit, down_valid, down_credit;
  logic [Nodes*VcW-1:0]      up_vc, up_credit_vc, down_vc, down_credit_vc;
  logic [Nodes*2-1:0]        up_kind, down_kind;
  logic [Nodes*FlitBits-1:0] up_payload, down_payload;

  /* verilator lint_off PINCONNECTEMPTY */
  router #(
    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
    .Pipeline(Pipeline), .Networks(Networks), .Classes(Classes), .Routing(Routing), .Dims(Dims),
    .DigitW(DigitW), .LocalW(LocalW), .LenW((CutThrough == 1) ? LenW : 1), .AgeW(AgeW),
    .AgeLsb((AgeW > 0) ? noc_pkg::head_bits(AddrW, LenW, MsgW, NetW, 0) : 0)
  ) u_router (
    .clk_i, .rst_i,
    .in_valid_i({rx_valid_i, up_valid}), .in_vc_i({rx_vc_i, up_vc}),
    .in_kind_i({rx_kind_i, up_kind}), .in_payload_i({rx_payload_i, up_payload}),
    .credit_in_valid_i({rx_credit_i, up_credit}),
    .credit_in_vc_i({rx_credit_vc_i, up_credit_vc}), .addr_i, .extent_i,
    .cfg_valid_i(1'b0), .cfg_kind_i(1'b0), .cfg_index_i('0), .cfg_data_i('0), .local_i('0),
    .wr_en_o(), .wr_slot_o(), .wr_tag_o(), .wr_age_o(), .wr_payload_o(), .rd_en_o(), .rd_slot_o(),
    .tbl_wr_en_o(), .tbl_wr_row_o(), .tbl_wr_data_o(),
    .br_wr_en_o(), .br_wr_slot_o(), .br_wr_ports_o(), .br_wr_class_o(), .br_wr_need_o(),
    .br_wr_group_o(), .br_wr_flags_o(), .br_wr_age_o(), .wt_wr_en_o(), .wt_wr_kind_o(),
    .wt_wr_index_o(), .wt_wr_data_o(),
    .out_valid_o({tx_valid_o, down_valid}), .out_vc_o({tx_vc_o, down_vc}),
    .out_kind_o({tx_kind_o, down_kind}), .out_payload_o({tx_payload_o, down_payload}),
    .credit_out_valid_o({tx_credit_o, down_credit}),
    .credit_out_vc_o({tx_credit_vc_o, down_credit_vc}),
    .in_wr_o(), .in_rd_o(), .in_count_o(), .in_active_o(), .in_out_port_o(), .in_out_vc_o(),
    .in_age_o(), .out_busy_o(), .out_credit_o(), .va_in_order_o(), .va_out_order_o(),
    .va_vc_ptr_o(), .va_passes_o(), .sa_in_ptr_o(), .sa_out_ptr_o(),
    .st_valid_o(), .st_port_o(), .st_vc_o(), .st_kind_o(), .st_slot_o(), .tbl_group_o(),
    .in_popped_o(), .br_open_o(), .br_drop_o(), .br_string_o(), .br_group_o(), .br_age_o(),
    .br_wait_o(), .br_active_o(), .br_vc_o(), .br_read_o(), .w_type_o(), .w_slot_o(), .w_word_o(),
    .w_need_o(), .w_group_o(), .w_age_o(), .w_hit_o(), .w_rest_o(), .st_read_o(), .st_word_o(),
    .st_group_o(), .st_fix_o(), .st_in_o()
  );

  for (genvar i = 0; i < NodesPerRouter; i++) begin : gen_node
    network_interface #(
      .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Networks(Networks), .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW)
    ) u_ni (
      .clk_i, .rst_i,
      .in_valid_i(down_valid[i]), .in_vc_i(down_vc[i*VcW +: VcW]), .in_kind_i(down_kind[i*2 +: 2]),
      .in_payload_i(down_payload[i*FlitBits +: FlitBits]),
      .credit_in_valid_i(down_credit[i]), .credit_in_vc_i(down_credit_vc[i*VcW +: VcW]),
      .addr_i(addr_i | AddrW'(i << (Dims * DigitW))),
      .host_valid_i(host_valid_i[i]), .host_network_i(host_network_i[i*NetW +: NetW]),
      .host_type_i(host_type_i[i*4 +: 4]), .host_dst_i(host_dst_i[i*AddrW +: AddrW]),
      .host_message_i(host_message_i[i*MsgW +: MsgW]),
      .host_flits_i(host_flits_i[i*LenW +: LenW]),
      .host_data_i(host_data_i[i*FlitBits +: FlitBits]),
      .host_age_i(host_age_i[i*AgePinW +: AgePinW]),
      .del_ready_i(del_ready_i[i*Networks +: Networks]),
      .host_headers_i('0), .host_slot_i('0), .host_name_i('0), .host_from_i('0),
      .res_ready_i('0), .cmd_valid_i('0), .cmd_op_i('0),
      .cmd_slot_i('0), .cmd_a_i('0), .cmd_b_i('0), .cmd_deliver_i('0), .cmd_name_i('0),
      .cmd_flits_i('0), .cmd_data_i('0), .forward_wr_i('0), .forward_wr_index_i('0),
      .forward_wr_data_i('0), .forward_valid_i('0), .forward_network_i('0),
      .forward_message_i('0), .forward_flits_i('0), .forward_age_i('0), .forward_data_i('0),
      .forward_receive_i('0), .forward_send_i('0),
      .inj_wr_en_o(), .inj_wr_slot_o(), .inj_wr_tag_o(), .inj_wr_age_o(), .inj_wr_payload_o(),
      .inj_rd_en_o(), .inj_rd_slot_o(), .ej_wr_en_o(), .ej_wr_slot_o(), .ej_wr_kind_o(),
      .ej_wr_payload_o(), .ej_rd_en_o(), .ej_rd_slot_o(), .ej_wr_code_o(),
      .ej_wr_forward_o(), .ej_wr_age_o(), .fs_wr_en_o(), .fs_wr_slot_o(), .fs_wr_pos_o(),
      .fs_wr_tag_o(), .fs_wr_data_o(), .fs_rd_en_o(), .fs_rd_slot_o(), .fs_rd_pos_o(),
      .ft_wr_en_o(), .ft_wr_index_o(), .ft_wr_data_o(), .ft_rd_en_o(), .ft_rd_index_o(),
      .fr_wr_en_o(), .fr_wr_slot_o(), .fq_wr_en_o(), .fq_wr_slot_o(), .fq_rd_en_o(),
      .fq_rd_slot_o(), .forward_ready_o(),
      .xa_wr_en_o(), .xa_wr_slot_o(), .xa_wr_pos_o(), .xa_wr_tag_o(), .xa_wr_data_o(),
      .xr_wr_en_o(), .xr_wr_slot_o(), .xr_wr_pos_o(), .xr_wr_tag_o(), .xr_wr_data_o(),
      .x_rd_en_o(), .x_rd_a_o(), .x_rd_b_o(), .x_rd_pos_o(), .xs_rd_en_o(), .xs_rd_slot_o(),
      .xs_rd_pos_o(),
      .out_valid_o(up_valid[i]), .out_vc_o(up_vc[i*VcW +: VcW]), .out_kind_o(up_kind[i*2 +: 2]),
      .out_payload_o(up_payload[i*FlitBits +: FlitBits]),
      .credit_out_valid_o(up_credit[i]), .credit_out_vc_o(up_credit_vc[i*VcW +: VcW]),
      .host_ready_o(host_ready_o[i*Networks +: Networks]),
      .del_valid_o(del_valid_o[i*Networks +: Networks]),
      .del_vc_o(del_vc_o[i*Networks*VcW +: Networks*VcW]),
      .del_kind_o(del_kind_o[i*Networks*2 +: Networks*2]),
      .del_type_o(del_type_o[i*Networks*4 +: Networks*4]),
      .del_source_o(del_source_o[i*Networks*AddrW +: Networks*AddrW]),
      .del_message_o(del_message_o[i*Networks*MsgW +: Networks*MsgW]),
      .del_data_o(del_data_o[i*Networks*FlitBits +: Networks*FlitBits]),
      .del_slot_o(), .del_name_o(), .res_valid_o(), .res_kind_o(), .res_slot_o(), .res_name_o(),
      .res_data_o(), .fill_valid_o(), .fill_slot_o(), .fill_source_o(), .fill_message_o(),
      .done_valid_o(), .done_slot_o(), .inj_from_o(),
      .inj_wr_o(), .inj_rd_o(), .inj_count_o(), .inj_left_o(), .inj_vc_o(), .inj_ptr_o(),
      .inj_arb_ptr_o(), .inj_credit_o(), .inj_age_o(), .ej_wr_o(), .ej_rd_o(), .ej_count_o(),
      .ej_order_o(), .ej_type_o(), .ej_source_o(), .ej_message_o(), .ej_name_o(), .ej_age_o(),
      .ej_skip_o(),
      .inj_from_network_o(), .inj_from_pos_o(), .x_open_o(), .x_full_o(), .x_op_o(), .x_result_o(),
      .x_vc_slot_o(), .x_vc_coded_o(), .x_vc_pos_o(),
      .x_load_slot_o(), .x_load_left_o(), .x_load_pos_o(), .x_busy_o(), .x_slot_o(), .x_a_o(),
      .x_b_o(), .x_deliver_o(), .x_pos_o(), .x_p_valid_o(), .x_p_first_o(), .x_p_last_o(),
      .x_p_deliver_o(), .x_p_slot_o(), .x_p_pos_o(), .x_p_tag_o(), .x_p_data_o(),
      .f_used_o(), .f_vc_keep_o(), .f_vc_slot_o(), .f_vc_pos_o(), .f_host_slot_o(),
      .f_host_left_o(), .f_host_pos_o(), .f_host_full_o(), .f_receive_rd_o(),
      .f_receive_count_o(), .f_receive_busy_o(), .f_receive_timer_o(), .f_send_rd_o(),
      .f_send_count_o(), .f_send_busy_o(), .f_send_timer_o(), .f_send_slot_o(),
      .f_send_row_o(), .f_send_flits_o(), .f_send_network_o(), .f_send_child_o(),
      .f_copy_busy_o(), .f_copy_slot_o(), .f_copy_network_o(), .f_copy_pos_o(),
      .f_copy_last_o()
    );
  end
  /* verilator lint_on PINCONNECTEMPTY */

endmodule
