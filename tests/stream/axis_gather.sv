  // ready  a delivery is kept waiting only by a queue with a whole packet, which needs nothing but
  //        the stream's tready
  //
  // Contract: only whole packets are read; deliveries are on VCs of this network, and those of one
  // VC one packet after the other.
  `include "reset.svh"

  logic [Queues-1:0] inside;  // bit q: a packet comes in on VC q
  always_ff @(posedge clk_i) begin
    if (rst_i) inside <= '0;
    else if (del_valid_i && del_ready_o) inside[queue] <= !del_kind_i[1];
  end
  always_comb begin
    assume (!read_i || (32'(read_queue_i) < Queues && whole_o[read_queue_i]));
    assume (32'(del_vc_i) - FirstVc < Queues);
    assume (!del_valid_i || del_kind_i[0] == !inside[queue]);
    if (up) begin
      ready_whole: assert (del_ready_o || whole_o[queue]);
    end
  end
