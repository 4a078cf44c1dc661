// crossbar -- carries the granted flits from inputs to outputs, in the same cycle.
//
// No two inputs are granted one output. An output without a flit is all zero.
//
//   in_valid 0 1 0 1 1       input 1 -> port 3, input 3 -> port 0, input 4 -> port 4
//            out 0 = in 3    out 1 = 0    out 2 = 0    out 3 = in 1    out 4 = in 4
//
// Golden model: csim/router/crossbar.c.  docs/microarchitecture.md, section 11.

module crossbar #(
  parameter  int unsigned Ports    = 5,
  parameter  int unsigned Vcs      = 4,
  parameter  int unsigned FlitBits = 64,
  localparam int unsigned PortW    = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW      = (Vcs > 1) ? $clog2(Vcs) : 1
) (
  input  logic [Ports-1:0]          in_valid_i,    // input i traverses ..
  input  logic [Ports*PortW-1:0]    in_port_i,     // .. to this output port
  input  logic [Ports*VcW-1:0]      in_vc_i,       // .. on this output VC
  input  logic [Ports*2-1:0]        in_kind_i,
  input  logic [Ports*FlitBits-1:0] in_payload_i,

  output logic [Ports-1:0]          out_valid_o,   // a flit for output o; the rest 0 if none
  output logic [Ports*VcW-1:0]      out_vc_o,
  output logic [Ports*2-1:0]        out_kind_o,
  output logic [Ports*FlitBits-1:0] out_payload_o
);

  logic [FlitBits-1:0] lane [Ports];  // by output
  logic [PortW-1:0]    o;

  always_comb begin
    out_valid_o = '0;
    out_vc_o    = '0;
    out_kind_o  = '0;
    o           = '0;
    for (int unsigned p = 0; p < Ports; p++) lane[p] = '0;
    if (in_valid_i != '0) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        if (in_valid_i[i]) begin
          o = in_port_i[i*PortW +: PortW];
          out_valid_o[o]                = 1'b1;
          out_vc_o[32'(o)*VcW +: VcW]   = in_vc_i[i*VcW +: VcW];
          out_kind_o[32'(o)*2 +: 2]     = in_kind_i[i*2 +: 2];
          lane[o]                       = in_payload_i[i*FlitBits +: FlitBits];
        end
      end
    end
    for (int unsigned p = 0; p < Ports; p++) out_payload_o[p*FlitBits +: FlitBits] = lane[p];
  end

endmodule
// SPDX-License-Identifier: MIT
