// output_unit -- one output port: which output VCs belong to packets, the credits, the link.
//
// An output VC is busy from its allocation until the switch is granted to the packet's last flit.
// A grant costs a credit at once; the flit itself arrives from the crossbar in the same cycle or
// the next and is shown on the link after that.
//
//   credits of VC w:  D --grant--> D-1 --grant--> D-2 --credit--> D-1 ..   never below 0 or above D
//
// Golden model: csim/router/output_unit.c.  docs/microarchitecture.md, section 8.

module output_unit #(
  parameter  int unsigned Vcs       = 4,
  parameter  int unsigned Depth     = 8,   // flits a VC buffer downstream holds
  parameter  int unsigned FlitBits  = 64,
  parameter  int unsigned DataReset = 1,   // 0: payloads are not reset
  localparam int unsigned VcW       = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned CntW      = $clog2(Depth + 1)
) (
  input  logic                clk_i,
  input  logic                rst_i,              // synchronous, active high

  input  logic                credit_in_valid_i,  // credit link: a slot downstream is free ..
  input  logic [VcW-1:0]      credit_in_vc_i,     // .. of this VC
  input  logic [Vcs-1:0]      va_won_i,           // VCs that are allocated
  input  logic                sa_gnt_i,           // switch granted to a flit ..
  input  logic [VcW-1:0]      sa_out_vc_i,        // .. for this VC
  input  logic                sa_last_i,          // and it is its packet's last
  input  logic                xb_valid_i,         // crossbar: a flit traverses to this port
  input  logic [VcW-1:0]      xb_vc_i,
  input  logic [1:0]          xb_kind_i,
  input  logic [FlitBits-1:0] xb_payload_i,

  output logic                out_valid_o,        // link
  output logic [VcW-1:0]      out_vc_o,
  output logic [1:0]          out_kind_o,
  output logic [FlitBits-1:0] out_payload_o,
  output logic [Vcs-1:0]      out_busy_o,         // state: VC w belongs to a packet
  output logic [Vcs*CntW-1:0] out_credit_o        // state: free slots downstream
);

  logic [Vcs-1:0] gain, spend;  // VCs for which a credit comes, of which one goes

  always_comb begin
    gain  = '0;
    spend = '0;
    if (credit_in_valid_i) gain[credit_in_vc_i] = 1'b1;
    if (sa_gnt_i) spend[sa_out_vc_i] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      out_valid_o  <= 1'b0;
      out_vc_o     <= '0;
      out_kind_o   <= '0;
      out_busy_o   <= '0;
      out_credit_o <= {Vcs{CntW'(Depth)}};
    end else begin
      out_valid_o <= xb_valid_i;
      if (xb_valid_i) begin
        out_vc_o   <= xb_vc_i;
        out_kind_o <= xb_kind_i;
      end
      if (va_won_i != '0) out_busy_o <= out_busy_o | va_won_i;
      if (sa_gnt_i && sa_last_i) out_busy_o[sa_out_vc_i] <= 1'b0;  // after va: a single
      // A credit for the VC that spends one: no change. A VC at a time, so that the grant, which
      // comes late in a cycle, chooses between numbers that are there by then.
      if (sa_gnt_i || credit_in_valid_i) begin
        for (int unsigned w = 0; w < Vcs; w++) begin
          if (gain[w] && !spend[w]) begin
            out_credit_o[w*CntW +: CntW] <= out_credit_o[w*CntW +: CntW] + 1'b1;
          end
          if (spend[w] && !gain[w]) begin
            out_credit_o[w*CntW +: CntW] <= out_credit_o[w*CntW +: CntW] - 1'b1;
          end
        end
      end
    end
  end

  // A payload counts while it is valid.
  always_ff @(posedge clk_i) begin
    if (rst_i && DataReset == 1) out_payload_o <= '0;
    else if (xb_valid_i) out_payload_o <= xb_payload_i;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && credit_in_valid_i) begin
      a_vc:     assert (32'(credit_in_vc_i) < Vcs);
      a_full:   assert (32'(out_credit_o[32'(credit_in_vc_i)*CntW +: CntW]) < Depth);
      c_same:   cover (sa_gnt_i && credit_in_vc_i == sa_out_vc_i);
    end
    if (!rst_i && va_won_i != '0) begin
      a_free:   assert ((out_busy_o & va_won_i) == '0);
    end
    if (!rst_i && sa_gnt_i) begin
      a_credit: assert (out_credit_o[32'(sa_out_vc_i)*CntW +: CntW] != '0);
      a_owned:  assert (out_busy_o[sa_out_vc_i] || va_won_i[sa_out_vc_i]);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
