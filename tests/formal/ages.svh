  // Ages of the VCs of an allocator's inputs, for its own file of properties. after() gives the
  // distance of two ages as a signed number; if it is below 0, x is older.
  function automatic logic signed [AgePinW-1:0] after(input logic [AgePinW-1:0] x,
                                                      input logic [AgePinW-1:0] y);
    after = x - y;
  endfunction

  // All lie within half the circle from `start` on, chosen freely: then they have an order
  // (docs/microarchitecture.md, section 5.3).
  (* anyconst *) logic [AgePinW-1:0] start;
  logic within;
  always_comb begin
    within = 1'b1;
    for (int unsigned k = 0; k < Ports*Vcs; k++) begin
      if (after(front_age_i[k*AgePinW +: AgePinW], start) < 0) within = 1'b0;
    end
  end
