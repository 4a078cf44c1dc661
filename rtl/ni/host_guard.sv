// host_guard -- stands between a host and the plain host port of an interface, and swallows packets
// that cannot be sent: to no node, of no flit or of too many. A beat for no network is refused.
//
//   host_valid_i --------------> [first beat: is it right?] --> ni_valid_o
//   host_ready_o <-- or <------------------------------------- ni_ready_i
//                    gd_drop
//
//   gd_left  beats to come of network k's packet      error_o  a packet was refused in the cycle
//   gd_drop  that packet is swallowed                          before, for error_cause_o
//
// No cycle is added. The host's other pins go to the interface as they are.
//
// Golden model: csim/ni/host_guard.c.  docs/host-guard.md.

module host_guard #(
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned CutThrough = 0,
  parameter  int unsigned LenW       = 4,
  parameter  int unsigned Dims       = 2,  // an address: Dims coordinates of DigitW bits,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,  // above them LocalW bits, the node of the router
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned NetW       = (Networks > 1) ? $clog2(Networks) : 1,
  localparam int unsigned CauseDestination = 0,
  localparam int unsigned CauseLength      = 1,
  localparam int unsigned CauseNetwork     = 2
) (
  input  logic                     clk_i,
  input  logic                     rst_i,           // synchronous, active high

  input  logic [AddrW-1:0]         extent_i,        // highest value of each field (static)
  input  logic                     host_valid_i,    // the host: a beat ..
  input  logic [NetW-1:0]          host_network_i,  // .. for this virtual network
  input  logic [AddrW-1:0]         host_dst_i,      // these two with a first beat
  input  logic [LenW-1:0]          host_flits_i,
  output logic [Networks-1:0]      host_ready_o,
  output logic                     ni_valid_o,      // the interface
  input  logic [Networks-1:0]      ni_ready_i,

  output logic [Networks*LenW-1:0] gd_left_o,       // state
  output logic [Networks-1:0]      gd_drop_o,
  output logic                     error_o,         // of the cycle before: a packet is refused ..
  output logic [1:0]               error_cause_o    // .. for this
);

  localparam int unsigned Longest = (32'd1 << LenW) - 32'd1;  // that LenW has

  logic            known;    // there is such a network
  logic            node;     // .. such a node
  logic            first;
  logic            length_ok;
  logic            refuse;   // a first beat that cannot be
  logic            swallow;  // the beat does not reach the interface
  logic            taken;
  logic [LenW-1:0] left, left_d;

  node_exists #(.Dims(Dims), .DigitW(DigitW), .LocalW(LocalW)) u_node (
    .addr_i(host_dst_i), .extent_i, .ok_o(node)
  );

  assign known        = 32'(host_network_i) < Networks;
  assign host_ready_o = ni_ready_i | gd_drop_o;

  if (CutThrough == 1 && Depth < Longest) begin : gen_short
    assign length_ok = host_flits_i != '0 && 32'(host_flits_i) <= Depth;
  end else begin : gen_any
    assign length_ok = host_flits_i != '0;
  end

  always_comb begin
    left    = '0;
    swallow = 1'b0;
    taken   = 1'b0;
    if (known) begin
      left    = gd_left_o[32'(host_network_i)*LenW +: LenW];
      swallow = gd_drop_o[host_network_i];
      taken   = host_valid_i && host_ready_o[host_network_i];
    end
    first  = left == '0;
    refuse = first && !(node && length_ok);
    left_d = (first && host_flits_i == '0) ? '0 : (first ? host_flits_i : left) - 1'b1;
    if (first) swallow = refuse;
  end

  assign ni_valid_o = host_valid_i && known && !swallow;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      gd_left_o     <= '0;
      gd_drop_o     <= '0;
      error_o       <= 1'b0;
      error_cause_o <= '0;
    end else begin
      error_o <= host_valid_i && (!known || (taken && refuse));
      if (host_valid_i && !known) begin
        error_cause_o <= 2'(CauseNetwork);
      end else if (taken && refuse) begin
        error_cause_o <= node ? 2'(CauseLength) : 2'(CauseDestination);
      end
      if (taken) begin
        gd_left_o[32'(host_network_i)*LenW +: LenW] <= left_d;
        gd_drop_o[host_network_i]                   <= swallow && left_d != '0;
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      c_swallowed: cover (taken && swallow && !first && left_d == '0);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
