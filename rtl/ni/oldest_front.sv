// oldest_front -- of the VCs that ask, in injection or ejection, those with the oldest packets.
//
// The age of a VC is that of the packet at its queue's front: in the tag of its first flit, and
// when that has left the queue in a register, for the flits that follow.
//
//   tag of front v --(first flit)--.
//                                  +--> age of VC v --> [oldest] --> oldest_o, to the arbiter
//   age_o[v] --(other, or empty)---'                       ^ req_i
//     '-- takes the tag's when a first flit is popped
//
// If AgeW = 0, packets have no age, and all requests pass.
//
// Golden model: csim/ni/injection.c, csim/ni/ejection.c.  docs/microarchitecture.md, sections 5.3
// and 13.

module oldest_front #(
  parameter  int unsigned Vcs     = 4,
  parameter  int unsigned TagW    = 18,  // bits of a tag of the queues: {age, .., kind}
  parameter  int unsigned AgeW    = 16,  // bits of an age, 4 to 32; 0: there are none
  localparam int unsigned VcW     = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned AgePinW = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned StateW  = (AgeW > 0) ? Vcs * AgeW : 1
) (
  input  logic [Vcs-1:0]      req_i,     // bit v: VC v asks
  // These are read only if AgeW > 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic                clk_i,
  input  logic                rst_i,     // synchronous, active high
  input  logic [Vcs*TagW-1:0] tags_i,    // of the fronts; 0 while empty
  input  logic                pop_i,     // the front of this queue leaves
  input  logic [VcW-1:0]      pop_vc_i,
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [Vcs-1:0]      oldest_o,  // bit v: it asks, and none that asks is older
  output logic [StateW-1:0]   age_o      // state: of the packet whose first flit left last
);

  logic [Vcs*AgePinW-1:0] ages;

  oldest #(.N(Vcs), .AgeW(AgeW)) u_oldest (.req_i, .age_i(ages), .oldest_o);

  if (AgeW == 0) begin : gen_ageless
    assign ages  = '0;
    assign age_o = '0;
  end else begin : gen_aged
    always_comb begin
      ages = age_o;
      if (req_i != '0) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          if (tags_i[v*TagW]) ages[v*AgeW +: AgeW] = tags_i[v*TagW + TagW - AgeW +: AgeW];
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        age_o <= '0;
      end else if (pop_i && tags_i[32'(pop_vc_i)*TagW]) begin
        age_o[32'(pop_vc_i)*AgeW +: AgeW] <= ages[32'(pop_vc_i)*AgeW +: AgeW];
      end
    end
  end

endmodule
// SPDX-License-Identifier: MIT
