// channel -- what a router port gets from the one at the other end of its channel: flits of one
// direction and credits of the other, after Latency cycles.
//
//   tx_* of the other port --[ ]--[ ]-- rx_* of this one      two, back to back, make a channel
//
// Golden model: the link rings of csim/network.  docs/microarchitecture.md, section 2.

module channel #(
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned FlitBits = 64,
  parameter  int unsigned Latency  = 1,
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1
) (
  input  logic                clk_i,
  input  logic                rst_i,           // synchronous, active high

  input  logic                tx_valid_i,      // a flit
  input  logic [VcW-1:0]      tx_vc_i,
  input  logic [1:0]          tx_kind_i,
  input  logic [FlitBits-1:0] tx_payload_i,
  input  logic                tx_credit_i,     // a credit
  input  logic [VcW-1:0]      tx_credit_vc_i,

  output logic                rx_valid_o,
  output logic [VcW-1:0]      rx_vc_o,
  output logic [1:0]          rx_kind_o,
  output logic [FlitBits-1:0] rx_payload_o,
  output logic                rx_credit_o,
  output logic [VcW-1:0]      rx_credit_vc_o
);

  link #(.Width(FlitBits + 2 + VcW + 1), .Latency(Latency)) u_flit (
    .clk_i, .rst_i, .in_i({tx_valid_i, tx_vc_i, tx_kind_i, tx_payload_i}),
    .out_o({rx_valid_o, rx_vc_o, rx_kind_o, rx_payload_o})
  );
  link #(.Width(VcW + 1), .Latency(Latency)) u_credit (
    .clk_i, .rst_i, .in_i({tx_credit_i, tx_credit_vc_i}), .out_o({rx_credit_o, rx_credit_vc_o})
  );

endmodule
