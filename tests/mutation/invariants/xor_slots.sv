  // Slot 0 stands for none (docs/microarchitecture.md, section 13): nothing is ever kept in it.
  // Contract of the drivers: commands, packets and results name others.
  always_comb begin
    assume (!cmd_valid_i || cmd_slot_i != '0);
    assume (!full_i || full_slot_i != '0);
    assume (!done_i || done_slot_i != '0);
    inv_none: assert (!x_open_o[0] && !x_full_o[0] && !x_op_o[0] && !x_result_o[0]);
  end
