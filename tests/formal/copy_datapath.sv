  // owner   an output VC is busy if and only if exactly one branch holds it; free if none does. So
  //         it has at most one owner, a branch of one packet, and an owner is never lost or
  //         doubled.
  // grant   a flit goes to an output VC only from the branch that holds it, or has just won it
  //
  // For one output VC, chosen freely; decoders, branch units and allocators are around it. The busy
  // bits are kept here, as the output unit keeps them (rtl/router/output_unit.sv). No assumption on
  // what comes in, on entries or on credits.
  `include "reset.svh"

  (* anyconst *) logic [PortW-1:0] port;
  (* anyconst *) logic [VcW-1:0]   vc;

  logic                 busy;      // (port, vc)
  logic                 won, sent, ended;
  logic [Ports*Vcs-1:0] holders;   // input VCs whose branch to `port` holds it
  logic                 in_range;  // branches hold VCs that exist; pointers name what exists
  logic                 ordered;   // of two inputs one goes before the other at (port, vc)
  logic                 shut;      // no branch of a closed packet, none that waits and holds
  assign won   = va_out_won_o[32'(port)*Vcs + 32'(vc)];
  assign sent  = sa_out_gnt_o[port] && sa_out_vc_o[32'(port)*VcW +: VcW] == vc;
  assign ended = sent && sa_out_last_o[port];

  logic [Ports*Vcs-1:0] gives;     // input VCs that send a flit to (port, vc)
  logic [Ports*Vcs-1:0] wins;      // .. that win it
  always_comb begin
    assume (32'(port) < Ports && 32'(vc) < Vcs);
    assume (out_busy_i[32'(port)*Vcs + 32'(vc)] == busy);
    in_range = 1'b1;
    shut     = 1'b1;
    ordered  = 1'b1;
    for (int unsigned i = 0; i < Ports; i++) begin
      for (int unsigned j = 0; j < Ports; j++) begin
        if (va_out_order_o[((32'(port)*Vcs + 32'(vc))*Ports + i)*Ports + j] !=
            (i != j && !va_out_order_o[((32'(port)*Vcs + 32'(vc))*Ports + j)*Ports + i])) begin
          ordered = 1'b0;
        end
      end
    end
    for (int unsigned k = 0; k < Ports*Vcs; k++) begin
      holders[k] = br_active_o[k*Ports + 32'(port)] &&
                   br_vc_o[(k*Ports + 32'(port))*VcW +: VcW] == vc;
      gives[k]   = sent && sa_in_outs[(k/Vcs)*Ports + 32'(port)] &&
                   32'(sa_in_vc[(k/Vcs)*VcW +: VcW]) == k % Vcs;
      wins[k]    = won && va_in_outs[(k/Vcs)*Ports + 32'(port)] &&
                   va_in_out_vc[((k/Vcs)*Ports + 32'(port))*VcW +: VcW] == vc &&
                   32'(va_in_vc[(k/Vcs)*VcW +: VcW]) == k % Vcs;
      if ((br_wait_o[k*Ports +: Ports] & br_active_o[k*Ports +: Ports]) != '0) shut = 1'b0;
      if (!br_open_o[k] &&
          (br_wait_o[k*Ports +: Ports] | br_active_o[k*Ports +: Ports]) != '0) begin
        shut = 1'b0;
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        if (32'(br_vc_o[(k*Ports + o)*VcW +: VcW]) >= Vcs) in_range = 1'b0;
      end
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      if (32'(va_vc_ptr_o[p*VcW +: VcW]) >= Vcs || 32'(sa_in_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(sa_out_ptr_o[p*PortW +: PortW]) >= Ports) begin
        in_range = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) busy <= 1'b0;
    else if (ended) busy <= 1'b0;
    else if (won) busy <= 1'b1;
  end

  always_comb begin
    if (up) begin
      owner_one:  assert ((holders & (holders - 1'b1)) == '0);
      owner_busy: assert (busy == (holders != '0));
      grant_held: assert (!sent || (gives != '0 && (gives & ~(holders | wins)) == '0));
      grant_one:  assert ((gives & (gives - 1'b1)) == '0);
      inv_owner:  assert ((holders & (holders - 1'b1)) == '0 && busy == (holders != '0));
      inv_range:  assert (in_range);
      inv_shut:   assert (shut);
      inv_order:  assert (ordered);
    end
  end
