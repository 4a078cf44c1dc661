  // Contract of the driver: it is one of the ports, and a head has candidates.
  always_comb begin
    assume (32'(index_i) < Ports);
    assume (Routing != 5 || !in_valid_i || !in_kind_i[0] || tbl_candidates_i != 0);
  end
