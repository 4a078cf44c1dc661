  // Reachable states: pointers name a VC and an input. Contract of the driver: VCs that exist,
  // credits up to the depth, a packet needs one at least; a branch waits, and then stands at the
  // head, or is active, and only such a one finds its flit, which is in the buffer; a branch that
  // wins a VC waits, one for an output VC; a drop is due if and only if flit 1 is for dropping and
  // a branch that is not finished stands at it and finds it.
  logic in_range, due;
  logic [Ports-1:0] waits, acts, finds, wins;
  always_comb begin
    in_range = 1'b1;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (32'(sa_in_ptr_o[p*VcW +: VcW]) >= Vcs ||
          32'(sa_out_ptr_o[p*PortW +: PortW]) >= Ports) begin
        in_range = 1'b0;
      end
      wins = va_outs_i[p*Ports +: Ports];
      assume (32'(va_vc_i[p*VcW +: VcW]) < Vcs);
      for (int unsigned o = 0; o < Ports; o++) begin
        assume (32'(va_out_vc_i[(p*Ports + o)*VcW +: VcW]) < Vcs);
        for (int unsigned k = 0; k < p; k++) begin
          assume (!wins[o] || !va_outs_i[k*Ports + o] ||
                  va_out_vc_i[(p*Ports + o)*VcW +: VcW] != va_out_vc_i[(k*Ports + o)*VcW +: VcW]);
        end
      end
      for (int unsigned v = 0; v < Vcs; v++) begin
        waits = waiting_i[(p*Vcs + v)*Ports +: Ports];
        acts  = active_i[(p*Vcs + v)*Ports +: Ports];
        finds = there_i[(p*Vcs + v)*Ports +: Ports];
        due   = 1'b0;
        assume ((waits & acts) == '0 && (finds & ~(waits | acts)) == '0);
        assume (32'(va_vc_i[p*VcW +: VcW]) != v || (wins & ~waits) == '0);
        assume (32'(out_credit_i[(p*Vcs + v)*CntW +: CntW]) <= Depth);
        assume (need_i[(p*Vcs + v)*CntW +: CntW] != '0);
        for (int unsigned o = 0; o < Ports; o++) begin
          assume (32'(br_vc_i[((p*Vcs + v)*Ports + o)*VcW +: VcW]) < Vcs);
          assume (!waits[o] || br_read_i[((p*Vcs + v)*Ports + o)*PosW +: PosW] == '0);
          assume (!finds[o] || 32'(br_read_i[((p*Vcs + v)*Ports + o)*PosW +: PosW]) < Depth);
          due = due || (finds[o] && br_read_i[((p*Vcs + v)*Ports + o)*PosW +: PosW] == PosW'(1));
        end
        assume (drop_due_i[p*Vcs + v] == (drop_i[p*Vcs + v] && due));
      end
    end
    inv_range: assert (in_range);
  end
