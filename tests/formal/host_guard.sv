  // whole  what reaches the interface is packets: a first beat to a node that there is, of a length
  //        that it takes, then as many beats more as that says, of the same network
  // right  a packet that can be sent is not held back: its beats reach the interface, and are taken
  //        when it is ready; of one that cannot be sent none is
  // said   an error is said in the cycle behind the first beat of a packet that cannot be sent, and
  //        behind each beat for no network; with its cause, and for nothing else
  //
  // Whatever a host does, and whenever the interface is ready. Addresses stay as they are.
  `include "reset.svh"

  localparam int unsigned Fields = Dims + 1;
  localparam int unsigned Widest = (DigitW > LocalW) ? DigitW : LocalW;

  (* anyconst *) logic [AddrW-1:0] highest;
  logic there;  // the destination is a node
  always_comb begin
    assume (extent_i == highest);
    there = 1'b1;
    for (int unsigned d = 0; d < Dims; d++) begin
      if (host_dst_i[d*DigitW +: DigitW] > extent_i[d*DigitW +: DigitW]) there = 1'b0;
    end
    if (LocalW > 0 && (host_dst_i >> (Dims*DigitW)) > (extent_i >> (Dims*DigitW))) there = 1'b0;
  end

  logic sendable;
  assign sendable = there && 32'(host_flits_i) > 0 &&
                    !(CutThrough == 1 && 32'(host_flits_i) > Depth);

  // One network, any.
  (* anyconst *) logic [4:0] chosen;
  always_comb assume (32'(chosen) < Networks);
  logic [LenW-1:0] from_host, to_interface;  // beats to come of its packets
  logic            good;                     // what the host hands over can be sent
  logic            mine, handed, reaches;
  assign mine    = host_valid_i && 32'(host_network_i) == 32'(chosen);
  assign handed  = mine && host_ready_o[chosen];
  assign reaches = mine && ni_valid_o && ni_ready_i[chosen];

  logic       expected, quiet = 1'b1;
  logic [1:0] cause;

  always_ff @(posedge clk_i) begin
    quiet    <= rst_i;
    expected <= 1'b0;
    if (rst_i) begin
      from_host    <= '0;
      to_interface <= '0;
      good         <= 1'b1;
    end else begin
      if (handed) begin
        if (from_host == '0) begin
          good      <= sendable;
          from_host <= (host_flits_i == '0) ? '0 : host_flits_i - 1'b1;
          expected  <= !sendable;
          cause     <= there ? 2'd1 : 2'd0;
        end else begin
          from_host <= from_host - 1'b1;
        end
      end
      if (reaches) to_interface <= ((to_interface == '0) ? host_flits_i : to_interface) - 1'b1;
      if (host_valid_i && 32'(host_network_i) >= Networks) begin
        expected <= 1'b1;
        cause    <= 2'd2;
      end
    end
  end

  // Errors of other networks than the chosen one are somebody else's.
  logic other;
  always_ff @(posedge clk_i) begin
    other <= host_valid_i && 32'(host_network_i) < Networks &&
             32'(host_network_i) != 32'(chosen);
  end

  always_comb begin
    if (up) begin
      inv_host:  assert (from_host == gd_left_o[32'(chosen)*LenW +: LenW]);
      inv_drop:  assert (gd_drop_o[chosen] == (!good && from_host != '0));
      inv_there: assert (to_interface == (gd_drop_o[chosen] ? '0 : from_host));
      if (reaches && to_interface == '0) whole_first: assert (sendable);
      if (mine && to_interface != '0) whole_rest: assert (ni_valid_o);
      if (mine && from_host == '0) right_first: assert (ni_valid_o == sendable);
      if (mine && from_host != '0) right_rest: assert (ni_valid_o == good);
      if (mine && ni_valid_o) right_taken: assert (host_ready_o[chosen] == ni_ready_i[chosen]);
      if (host_valid_i && 32'(host_network_i) >= Networks) right_none: assert (!ni_valid_o);
      if (!quiet && !other) begin
        said_error: assert (error_o == expected);
        if (expected) said_cause: assert (error_cause_o == cause);
      end
      if (quiet) said_reset: assert (!error_o);
    end
  end
