  // Reachable states: a worm under way is a tree or a path worm, all of whose header flits have not
  // come; a path worm has hit nothing; positions, groups and lengths that there are. Contract of
  // the driver: it is one of the ports, the worm table says 0 without a header flit, groups,
  // classes and positions that exist, and a flit that asks has candidates.
  logic in_range;
  always_comb begin
    in_range = 1'b1;
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (w_type_o[v*2 +: 2] == 2'd3 || 32'(w_slot_o[v*PtrW +: PtrW]) >= Depth ||
          32'(w_word_o[v*HdrW +: HdrW]) > Words || 32'(w_need_o[v*CntW +: CntW]) > Depth ||
          32'(w_group_o[v*GroupW +: GroupW]) >= Groups) begin
        in_range = 1'b0;
      end
      if (w_type_o[v*2 +: 2] == 2'd1 && 32'(w_word_o[v*HdrW +: HdrW]) >= Words) in_range = 1'b0;
      if (w_type_o[v*2 +: 2] == 2'd2 &&
          (w_hit_o[v*Planes*Ports +: Planes*Ports] != '0 || w_rest_o[v] ||
           w_word_o[v*HdrW +: HdrW] != '0)) begin
        in_range = 1'b0;
      end
      assume (32'(in_wr_i[v*PtrW +: PtrW]) < Depth);
    end
    assume (32'(index_i) < Ports && 32'(group_i) < Groups);
    assume (dec_valid_o || (hit_i == '0 && !rest_i && up_ports_i == '0));
    assume (Routing != 5 || !ask_route_o || tbl_candidates_i != '0);
    assume (Classes == 1 || (32'(up_class_i) <= Classes && 32'(tbl_class_i) <= Classes));
    inv_range: assert (in_range);
  end
