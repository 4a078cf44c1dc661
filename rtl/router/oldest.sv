// oldest -- of some requests those than which no other request is older.
//
// An age is the cycle in which a packet was made, modulo 2^AgeW; x is older than y if it lies
// before y on that circle. An arbiter that is given the oldest only lets nobody pass an older
// request, and equals by its own rule. Some request is the oldest as long as all of them are within
// half the circle of each other; should they not be, and none be the oldest, all go on, so that
// nobody waits for ever. With AgeW = 0 there are no ages, and all requests go on.
//
//   N = 4, AgeW = 4      3    2    1    0   bit
//   req_i                1    0    1    1
//   age_i                2    8   14   14   2 is 4 cycles behind 14; nobody asks with 8
//   oldest_o             0    0    1    1
//
// The allocators do the same with those whose requests come about in their loops.
//
// Golden model: csim/router/oldest.h.  docs/microarchitecture.md, section 5.3.

module oldest #(
  parameter  int unsigned N       = 4,  // requesters, 1 to 16
  parameter  int unsigned AgeW    = 0,  // bits of an age; 0: none
  localparam int unsigned AgePinW = (AgeW > 0) ? AgeW : 1
) (
  input  logic [N-1:0]         req_i,    // bit i: requester i asks
  // Not looked at with AgeW = 0.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [N*AgePinW-1:0] age_i,    // its age
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [N-1:0]         oldest_o  // the oldest of them
);

  if (N < 1 || N > 16) begin : gen_bad_n
    $error("oldest: N must be 1 to 16");
  end
  if (AgeW != 0 && (AgeW < 4 || AgeW > 32)) begin : gen_bad_age
    $error("oldest: AgeW must be 0 or 4 to 32");
  end

  if (AgeW > 0) begin : gen_age
    always_comb begin
      oldest_o = req_i;
      if ((req_i & (req_i - 1'b1)) != '0) begin  // several
        for (int unsigned i = 0; i < N; i++) begin
          for (int unsigned j = 0; j < N; j++) begin
            if (req_i[i] && req_i[j] &&
                noc_pkg::older(32'(age_i[j*AgeW +: AgeW]), 32'(age_i[i*AgeW +: AgeW]), AgeW)) begin
              oldest_o[i] = 1'b0;
            end
          end
        end
        if (oldest_o == '0) oldest_o = req_i;
      end
    end
  end else begin : gen_no_age
    assign oldest_o = req_i;
  end

endmodule
// SPDX-License-Identifier: MIT
