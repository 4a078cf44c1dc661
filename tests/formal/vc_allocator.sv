  // grant   an output VC is given only if it is free, belongs to the network of the packet, is of the
  //         class that its route names and has the room the packet needs, to a VC that waits for its
  //         port
  // pairs   inputs and outputs are matched one to one: the winner of an output names it, and no
  //         other input does
  //
  // For one output port and two inputs, chosen freely. Contract: a waiting VC wants a port that
  // exists.
  `include "reset.svh"

  (* anyconst *) logic [PortW-1:0] port, one, two;

  logic [VcW-1:0]  in_vc, given;   // of input `one`: the VC that wins, the output VC it gets
  logic [TagW-1:0] front;
  logic            wins;           // `one` wins `port`
  assign in_vc = in_vc_o[32'(one)*VcW +: VcW];
  assign given = in_out_vc_o[32'(one)*VcW +: VcW];
  assign front = front_tag_i[(32'(one)*Vcs + 32'(in_vc))*TagW +: TagW];
  assign wins  = in_won_o[one] && in_port_o[32'(one)*PortW +: PortW] == port;

  logic in_range;  // pointers
  always_comb begin
    in_range = 1'b1;
    assume (32'(port) < Ports && 32'(one) < Ports && 32'(two) < Ports);
    for (int unsigned p = 0; p < Ports; p++) begin
      if (32'(va_in_ptr_o[p*VcW +: VcW]) >= Vcs || 32'(va_vc_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(va_out_ptr_o[p*PortW +: PortW]) >= Ports) begin
        in_range = 1'b0;
      end
      for (int unsigned k = 0; k < Vcs; k++) begin
        assume (!waiting_i[p*Vcs + k] ||
                32'(front_tag_i[(p*Vcs + k)*TagW + 2 +: PortW]) < Ports);
      end
    end
  end

  // Some input wins the port.
  logic any;
  always_comb begin
    any = 1'b0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (in_won_o[i] && in_port_o[i*PortW +: PortW] == port) any = 1'b1;
    end
  end

  always_comb begin
    if (up) begin
      inv_range:     assert (in_range);
      grant_exists:  assert (!wins || (32'(in_vc) < Vcs && 32'(given) < Vcs));
      grant_free:    assert (!wins || !out_busy_i[32'(port)*Vcs + 32'(given)]);
      grant_room:    assert (!wins || 32'(out_credit_i[(32'(port)*Vcs + 32'(given))*CntW +: CntW]) >=
                                      32'(front[NeedLsb +: LenW]));
      grant_network: assert (!wins || 32'(given) / Block == 32'(in_vc) / Block);
      grant_class:   assert (!wins || Classes == 1 || 32'(front[2 + PortW +: ClassPinW]) == Classes ||
                             32'(front[2 + PortW +: ClassPinW]) == (32'(given) % Block) % Classes);
      grant_waits:   assert (!wins || waiting_i[32'(one)*Vcs + 32'(in_vc)]);
      grant_port:    assert (!wins || front[2 +: PortW] == port);
      pairs_same:    assert (!wins || out_vc_o[32'(port)*VcW +: VcW] == given);
      pairs_won:     assert (out_won_o[port] == any);
      pairs_apart:   assert (!in_won_o[one] || !in_won_o[two] || one == two ||
                             in_port_o[32'(one)*PortW +: PortW] !=
                             in_port_o[32'(two)*PortW +: PortW]);
    end
  end
