  // Reachable states: the pointer names a VC.
  always_comb inv_range: assert (32'(ej_ptr_o) < Vcs);
