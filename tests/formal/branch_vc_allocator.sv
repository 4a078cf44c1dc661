  // grant   an output VC is given only if it is free, belongs to the network of the packet, is of the
  //         class that its branch names and has the room the packet needs, to a branch that waits there
  // pairs   an output is won by one input or by none, and no input wins outputs with two VCs: what it
  //         wins is of the VC it names
  //
  // For one output port and two inputs, chosen freely.
  `include "reset.svh"

  (* anyconst *) logic [PortW-1:0] port, one, two;

  logic [VcW-1:0]       in_vc, given;  // of input `one`: the VC that wins, the output VC it gets
  logic                 wins;          // `one` wins `port`
  logic [ClassPinW-1:0] named;
  assign in_vc = in_vc_o[32'(one)*VcW +: VcW];
  assign given = out_vc_o[32'(port)*VcW +: VcW];
  assign wins  = in_outs_o[32'(one)*Ports + 32'(port)];
  assign named = want_class_i[((32'(one)*Vcs + 32'(in_vc))*Ports + 32'(port))*ClassPinW +: ClassPinW];

  logic in_range;  // pointers
  logic any;       // some input wins the port
  always_comb begin
    in_range = 1'b1;
    any      = 1'b0;
    assume (32'(port) < Ports && 32'(one) < Ports && 32'(two) < Ports);
    for (int unsigned p = 0; p < Ports; p++) begin
      any = any || in_outs_o[p*Ports + 32'(port)];
      if (32'(va_in_ptr_o[p*VcW +: VcW]) >= Vcs || 32'(va_vc_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(va_out_ptr_o[p*PortW +: PortW]) >= Ports) begin
        in_range = 1'b0;
      end
    end
  end

  always_comb begin
    if (up) begin
      inv_range:     assert (in_range);
      grant_vc:      assert (!wins || (32'(in_vc) < Vcs && 32'(given) < Vcs));
      grant_waits:   assert (!wins || waiting_i[(32'(one)*Vcs + 32'(in_vc))*Ports + 32'(port)]);
      grant_free:    assert (!wins || !out_busy_i[32'(port)*Vcs + 32'(given)]);
      grant_network: assert (!wins || 32'(given) / Block == 32'(in_vc) / Block);
      grant_class:   assert (!wins || Classes == 1 || 32'(named) == Classes ||
                             32'(given) % Block % Classes == 32'(named));
      grant_room:    assert (!wins || out_credit_i[(32'(port)*Vcs + 32'(given))*CntW +: CntW] >=
                                          need_i[(32'(one)*Vcs + 32'(in_vc))*CntW +: CntW]);
      pairs_one:     assert (!wins || !in_outs_o[32'(two)*Ports + 32'(port)] || one == two);
      pairs_any:     assert (any == out_won_o[port]);
    end
  end
