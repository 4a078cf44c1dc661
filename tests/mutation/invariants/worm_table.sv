  // Contract of the driver: groups and words that exist.
  always_comb begin
    for (int unsigned p = 0; p < Ports; p++) begin
      assume (!dec_valid_i[p] || (32'(dec_group_i[p*GroupW +: GroupW]) < Groups &&
                                  32'(dec_word_i[p*HdrW +: HdrW]) < Words));
      assume (copy_word_i[p*HdrW +: HdrW] == '0 ||
              (32'(copy_group_i[p*GroupW +: GroupW]) < Groups &&
               32'(copy_word_i[p*HdrW +: HdrW]) <= Words));
    end
  end
