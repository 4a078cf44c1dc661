// mesh -- a whole mesh network as one module: routers, network interfaces, links.
//
// Router x + X(y + Y z) has NodesPerRouter nodes; node r*NodesPerRouter + i is on its port i. Port
// NodesPerRouter + 2d leads to the higher coordinate of dimension d, the next port to the lower;
// ports at the rim lead nowhere. Host ports are flat vectors, element n belongs to node n.
//
//   X = 3, Y = 2        3 -- 4 -- 5        host_* --> ni --> router port 0 .. NodesPerRouter-1
//                       |    |    |        del_*  <-- ni <--
//                       0 -- 1 -- 2
//
// Golden model: the network of csim/network with topology mesh.  docs/microarchitecture.md.

module mesh #(
  parameter  int unsigned X              = 4,  // routers along each dimension, 1 if it is absent
  parameter  int unsigned Y              = 4,
  parameter  int unsigned Z              = 1,
  parameter  int unsigned Dims           = 2,  // 1 to 3
  parameter  int unsigned NodesPerRouter = 1,
  parameter  int unsigned LinkLatency    = 1,  // between routers
  parameter  int unsigned Vcs            = 4,
  parameter  int unsigned Depth          = 8,
  parameter  int unsigned FlitBits       = 64,
  parameter  int unsigned CutThrough     = 0,
  parameter  int unsigned Pipeline       = 3,
  parameter  int unsigned Networks       = 1,
  parameter  int unsigned LenW           = 4,
  parameter  int unsigned MsgW           = 8,
  localparam int unsigned Routers        = X * Y * Z,
  localparam int unsigned Nodes          = Routers * NodesPerRouter,
  localparam int unsigned Ports          = NodesPerRouter + 2 * Dims,
  localparam int unsigned MaxXY          = (X > Y) ? X : Y,
  localparam int unsigned Radix          = (MaxXY > Z) ? MaxXY : Z,
  localparam int unsigned DigitW         = (Radix > 1) ? $clog2(Radix) : 1,
  localparam int unsigned LocalW         = $clog2(NodesPerRouter),
  localparam int unsigned AddrW          = Dims * DigitW + LocalW,
  localparam int unsigned VcW            = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned NetW           = (Networks > 1) ? $clog2(Networks) : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_i,           // synchronous, active high

  input  logic [Nodes-1:0]          host_valid_i,    // beats into the network
  input  logic [Nodes*NetW-1:0]     host_network_i,
  input  logic [Nodes*4-1:0]        host_type_i,
  input  logic [Nodes*AddrW-1:0]    host_dst_i,
  input  logic [Nodes*MsgW-1:0]     host_message_i,
  input  logic [Nodes*LenW-1:0]     host_flits_i,
  input  logic [Nodes*FlitBits-1:0] host_data_i,
  output logic [Nodes*Networks-1:0] host_ready_o,

  output logic [Nodes-1:0]          del_valid_o,     // deliveries
  output logic [Nodes*VcW-1:0]      del_vc_o,
  output logic [Nodes*2-1:0]        del_kind_o,
  output logic [Nodes*4-1:0]        del_type_o,
  output logic [Nodes*AddrW-1:0]    del_source_o,
  output logic [Nodes*MsgW-1:0]     del_message_o,
  output logic [Nodes*FlitBits-1:0] del_data_o,
  input  logic [Nodes-1:0]          del_ready_i
);

  if (Dims < 1 || Dims > 3 || (Dims < 3 && Z != 1) || (Dims < 2 && Y != 1)) begin : gen_bad_dims
    $error("mesh: Dims must be 1 to 3 and cover every radix above 1");
  end
  if (X < 1 || Y < 1 || Z < 1 || NodesPerRouter < 1) begin : gen_bad_radix
    $error("mesh: radices and NodesPerRouter must be at least 1");
  end

  localparam int unsigned FlitW = FlitBits + 2 + VcW + 1;  // {valid, vc, kind, payload}
  localparam int unsigned CredW = VcW + 1;                 // {valid, vc}

  // What router port r*Ports + p sends and receives. Ports at the rim send, to nobody.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Routers*Ports-1:0]          tx_valid, tx_credit;
  logic [Routers*Ports*VcW-1:0]      tx_vc, tx_credit_vc;
  logic [Routers*Ports*2-1:0]        tx_kind;
  logic [Routers*Ports*FlitBits-1:0] tx_payload;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [Routers*Ports-1:0]          rx_valid, rx_credit;
  logic [Routers*Ports*VcW-1:0]      rx_vc, rx_credit_vc;
  logic [Routers*Ports*2-1:0]        rx_kind;
  logic [Routers*Ports*FlitBits-1:0] rx_payload;

  /* verilator lint_off PINCONNECTEMPTY */
  for (genvar r = 0; r < Routers; r++) begin : gen_router
    localparam logic [Dims*DigitW-1:0] Coordinates = (Dims*DigitW)'(
        (r % X) | (((r / X) % Y) << DigitW) | ((r / (X * Y)) << (2 * DigitW)));
    router #(
      .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
      .Pipeline(Pipeline), .Networks(Networks), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW),
      .LenW((CutThrough == 1) ? LenW : 1)
    ) u_router (
      .clk_i, .rst_i,
      .in_valid_i(rx_valid[r*Ports +: Ports]), .in_vc_i(rx_vc[r*Ports*VcW +: Ports*VcW]),
      .in_kind_i(rx_kind[r*Ports*2 +: Ports*2]),
      .in_payload_i(rx_payload[r*Ports*FlitBits +: Ports*FlitBits]),
      .credit_in_valid_i(rx_credit[r*Ports +: Ports]),
      .credit_in_vc_i(rx_credit_vc[r*Ports*VcW +: Ports*VcW]), .addr_i(AddrW'(Coordinates)),
      .extent_i('0), .cfg_valid_i(1'b0), .cfg_kind_i(1'b0), .cfg_index_i('0), .cfg_data_i('0),
      .wr_en_o(), .wr_slot_o(), .wr_tag_o(), .wr_payload_o(), .rd_en_o(), .rd_slot_o(),
      .tbl_wr_en_o(), .tbl_wr_row_o(), .tbl_wr_data_o(), .tbl_group_o(),
      .out_valid_o(tx_valid[r*Ports +: Ports]), .out_vc_o(tx_vc[r*Ports*VcW +: Ports*VcW]),
      .out_kind_o(tx_kind[r*Ports*2 +: Ports*2]),
      .out_payload_o(tx_payload[r*Ports*FlitBits +: Ports*FlitBits]),
      .credit_out_valid_o(tx_credit[r*Ports +: Ports]),
      .credit_out_vc_o(tx_credit_vc[r*Ports*VcW +: Ports*VcW]),
      .in_wr_o(), .in_rd_o(), .in_count_o(), .in_active_o(), .in_out_port_o(), .in_out_vc_o(),
      .out_busy_o(), .out_credit_o(), .va_in_ptr_o(), .va_out_ptr_o(), .va_vc_ptr_o(),
      .sa_in_ptr_o(), .sa_out_ptr_o(),
      .st_valid_o(), .st_port_o(), .st_vc_o(), .st_kind_o(), .st_slot_o()
    );

    for (genvar i = 0; i < NodesPerRouter; i++) begin : gen_node
      localparam int unsigned N = r * NodesPerRouter + i;  // the node
      localparam int unsigned C = r * Ports + i;           // its channel
      network_interface #(
        .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),
        .Networks(Networks), .AddrW(AddrW), .LenW(LenW), .MsgW(MsgW)
      ) u_ni (
        .clk_i, .rst_i,
        .in_valid_i(tx_valid[C]), .in_vc_i(tx_vc[C*VcW +: VcW]), .in_kind_i(tx_kind[C*2 +: 2]),
        .in_payload_i(tx_payload[C*FlitBits +: FlitBits]),
        .credit_in_valid_i(tx_credit[C]), .credit_in_vc_i(tx_credit_vc[C*VcW +: VcW]),
        .addr_i(AddrW'(Coordinates) | AddrW'(i << (Dims * DigitW))),
        .host_valid_i(host_valid_i[N]), .host_network_i(host_network_i[N*NetW +: NetW]),
        .host_type_i(host_type_i[N*4 +: 4]), .host_dst_i(host_dst_i[N*AddrW +: AddrW]),
        .host_message_i(host_message_i[N*MsgW +: MsgW]),
        .host_flits_i(host_flits_i[N*LenW +: LenW]),
        .host_data_i(host_data_i[N*FlitBits +: FlitBits]), .del_ready_i(del_ready_i[N]),
        .inj_wr_en_o(), .inj_wr_slot_o(), .inj_wr_tag_o(), .inj_wr_payload_o(), .inj_rd_en_o(),
        .inj_rd_slot_o(), .ej_wr_en_o(), .ej_wr_slot_o(), .ej_wr_kind_o(), .ej_wr_payload_o(),
        .ej_rd_en_o(), .ej_rd_slot_o(),
        .out_valid_o(rx_valid[C]), .out_vc_o(rx_vc[C*VcW +: VcW]), .out_kind_o(rx_kind[C*2 +: 2]),
        .out_payload_o(rx_payload[C*FlitBits +: FlitBits]),
        .credit_out_valid_o(rx_credit[C]), .credit_out_vc_o(rx_credit_vc[C*VcW +: VcW]),
        .host_ready_o(host_ready_o[N*Networks +: Networks]), .del_valid_o(del_valid_o[N]),
        .del_vc_o(del_vc_o[N*VcW +: VcW]), .del_kind_o(del_kind_o[N*2 +: 2]),
        .del_type_o(del_type_o[N*4 +: 4]), .del_source_o(del_source_o[N*AddrW +: AddrW]),
        .del_message_o(del_message_o[N*MsgW +: MsgW]),
        .del_data_o(del_data_o[N*FlitBits +: FlitBits]),
        .inj_wr_o(), .inj_rd_o(), .inj_count_o(), .inj_left_o(), .inj_vc_o(), .inj_ptr_o(),
        .inj_arb_ptr_o(), .inj_credit_o(), .ej_wr_o(), .ej_rd_o(), .ej_count_o(), .ej_ptr_o()
      );
    end

    for (genvar q = 0; q < 2 * Dims; q++) begin : gen_channel
      localparam int unsigned Stride = (q / 2 == 0) ? 1 : (q / 2 == 1) ? X : X * Y;
      localparam int unsigned Along  = (q / 2 == 0) ? X : (q / 2 == 1) ? Y : Z;
      localparam int unsigned Place  = (r / Stride) % Along;  // the coordinate
      localparam int unsigned C      = r * Ports + NodesPerRouter + q;
      if ((q % 2 == 0) ? Place + 1 < Along : Place > 0) begin : gen_link
        // The neighbour's port back to here: the other one of the dimension's two.
        localparam int unsigned From = (q % 2 == 0) ? C + Stride * Ports + 1
                                                    : C - Stride * Ports - 1;
        link #(.Width(FlitW), .Latency(LinkLatency)) u_flit (
          .clk_i, .rst_i,
          .in_i({tx_valid[From], tx_vc[From*VcW +: VcW], tx_kind[From*2 +: 2],
                 tx_payload[From*FlitBits +: FlitBits]}),
          .out_o({rx_valid[C], rx_vc[C*VcW +: VcW], rx_kind[C*2 +: 2],
                  rx_payload[C*FlitBits +: FlitBits]})
        );
        link #(.Width(CredW), .Latency(LinkLatency)) u_credit (
          .clk_i, .rst_i,
          .in_i({tx_credit[From], tx_credit_vc[From*VcW +: VcW]}),
          .out_o({rx_credit[C], rx_credit_vc[C*VcW +: VcW]})
        );
      end else begin : gen_rim
        assign rx_valid[C]                         = 1'b0;
        assign rx_vc[C*VcW +: VcW]                 = '0;
        assign rx_kind[C*2 +: 2]                   = '0;
        assign rx_payload[C*FlitBits +: FlitBits]  = '0;
        assign rx_credit[C]                        = 1'b0;
        assign rx_credit_vc[C*VcW +: VcW]          = '0;
      end
    end
  end
  /* verilator lint_on PINCONNECTEMPTY */

endmodule
