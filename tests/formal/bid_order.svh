  // Reachable states of the orders of bids: with Speculative = 1 every one is an order, as those of
  // orders.svh are; without speculation they are 0.
  logic bids_ordered;
  always_comb begin
    bids_ordered = Speculative == 1 || sa_bid_order_o == '0;
    if (Speculative == 1) begin
      for (int unsigned o = 0; o < Ports; o++) begin
        for (int unsigned a = 0; a < Ports; a++) begin
          for (int unsigned b = 0; b < Ports; b++) begin
            if (sa_bid_order_o[(o*Ports + a)*Ports + b] !=
                (a != b && !sa_bid_order_o[(o*Ports + b)*Ports + a])) begin
              bids_ordered = 1'b0;
            end
            for (int unsigned c = 0; c < Ports; c++) begin
              if (sa_bid_order_o[(o*Ports + a)*Ports + b] &&
                  sa_bid_order_o[(o*Ports + b)*Ports + c] &&
                  !sa_bid_order_o[(o*Ports + a)*Ports + c]) begin
                bids_ordered = 1'b0;
              end
            end
          end
        end
      end
    end
  end
