  // slots   a slot that is not free is in one place: a packet comes into it, or it waits in a ring
  //         or for the send ring, or its packet is being copied; a free slot is in none. So none is
  //         leaked, none holds two packets, none is freed early
  // still   a slot is written only while its packet comes, and read only while it is copied
  // ring    what enters a ring is in neither; the counts are the slots in them
  //
  // For all slots. Contract of ejection: a flit is taken from a front that may leave; packets are
  // whole and fit. Of the rings, proved in forward_rings.sv: what leaves one has been in it.
  `include "reset.svh"

  logic [Vcs-1:0]          under;           // a packet of VC v is under way
  logic [ForwardSlots-1:0] receive, send;   // slots in the rings
  logic [ForwardSlots-1:0] comes;           // slots that a packet comes into
  logic [ForwardSlots-1:0] good;            // in as many places as f_used says
  logic [Vcs-1:0]          in_range;        // a kept packet under way has a position and a slot
  logic [3:0]              places;
  logic [3:0]              receive_count, send_count;
  logic                    received, entered;

  assign received = f_receive_busy_o && f_receive_timer_o == '0;
  assign entered  = fr_wr_en_o;

  always_comb begin
    comes         = '0;
    good          = '0;
    in_range      = '1;
    places        = '0;
    receive_count = '0;
    send_count    = '0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (under[v] && f_vc_keep_o[v] &&
          (f_vc_pos_o[v*FPosW +: FPosW] == '0 ||
           32'(f_vc_slot_o[v*FSlotW +: FSlotW]) >= ForwardSlots)) in_range[v] = 1'b0;
    end
    for (int unsigned s = 0; s < ForwardSlots; s++) begin
      receive_count = receive_count + 4'(receive[s]);
      send_count    = send_count + 4'(send[s]);
      places        = 4'(f_host_left_o != '0 && 32'(f_host_slot_o) == s);
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (under[v] && f_vc_keep_o[v] && 32'(f_vc_slot_o[v*FSlotW +: FSlotW]) == s) begin
          places = places + 1'b1;
        end
      end
      comes[s] = places != '0;
      places   = places + 4'(f_host_full_o && 32'(f_host_slot_o) == s) + 4'(receive[s]) +
                 4'(send[s]) + 4'(f_send_busy_o && 32'(f_send_slot_o) == s) +
                 4'(f_copy_busy_o && f_copy_last_o && 32'(f_copy_slot_o) == s);
      good[s]  = places == 4'(f_used_o[s]);
    end
  end

  always_comb begin
    assume (!take_valid_i || (32'(take_vc_i) < Vcs && front_valid_i[take_vc_i] &&
                              f_allow_o[take_vc_i]));
    assume (!take_valid_i || front_kind_i[32'(take_vc_i)*2 +: 2] == take_kind_i);
    assume (!take_valid_i || take_kind_i[0] == !under[take_vc_i]);
    assume (!take_valid_i || front_forward_i[take_vc_i] ==
                                 (take_kind_i[0] && take_payload_i[3:0] == 4'd5));
    assume (!fs_wr_en_o || !fr_wr_en_o || take_kind_i[1]);
    assume (!(take_valid_i && fs_wr_en_o && !take_kind_i[1]) ||
            32'(fs_wr_pos_o) + 32'd1 < ForwardFlits);
    assume (!(forward_valid_i && f_host_left_o == '0) ||
            (forward_flits_i != '0 && 32'(forward_flits_i) <= ForwardFlits));
    assume (!received || (32'(fq_wr_slot_o) < ForwardSlots && receive[fq_wr_slot_o]));
    assume (!fq_rd_en_o || (32'(fq_rd_slot_o) < ForwardSlots && send[fq_rd_slot_o]));
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      under   <= '0;
      receive <= '0;
      send    <= '0;
    end else begin
      if (take_valid_i) under[take_vc_i]      <= !take_kind_i[1];
      if (received)     receive[fq_wr_slot_o] <= 1'b0;
      if (entered)      receive[fr_wr_slot_o] <= 1'b1;
      if (fq_rd_en_o)   send[fq_rd_slot_o]    <= 1'b0;
      if (fq_wr_en_o)   send[fq_wr_slot_o]    <= 1'b1;
    end
  end

  always_comb begin
    if (up) begin
      slots_one:    assert (good == '1);
      slots_copied: assert (!(f_copy_busy_o && !f_copy_last_o) ||
                            (f_send_busy_o && f_send_slot_o == f_copy_slot_o));
      still_write:  assert (!fs_wr_en_o || (32'(fs_wr_slot_o) < ForwardSlots &&
                                            (fs_wr_pos_o == '0 ? !f_used_o[fs_wr_slot_o]
                                                               : comes[fs_wr_slot_o])));
      still_read:   assert (!fs_rd_en_o || (32'(fs_rd_slot_o) < ForwardSlots &&
                                            f_used_o[fs_rd_slot_o] && !comes[fs_rd_slot_o] &&
                                            !receive[fs_rd_slot_o] && !send[fs_rd_slot_o]));
      ring_enters:  assert (!entered || (32'(fr_wr_slot_o) < ForwardSlots &&
                                         !receive[fr_wr_slot_o] && !send[fr_wr_slot_o] &&
                                         !(f_host_full_o && f_host_slot_o == fr_wr_slot_o)));
      ring_host:    assert (!f_host_full_o || (32'(f_host_slot_o) < ForwardSlots &&
                                               !receive[f_host_slot_o] && !send[f_host_slot_o]));
      ring_counts:  assert (32'(receive_count) == 32'(f_receive_count_o) &&
                            32'(send_count) == 32'(f_send_count_o));
      ring_taken:   assert (!fq_rd_en_o || f_send_count_o != '0);
      inv_good:     assert (good == '1 && in_range == '1);
      inv_counts:   assert (32'(receive_count) == 32'(f_receive_count_o) &&
                            32'(send_count) == 32'(f_send_count_o));
      inv_busy:     assert (!f_receive_busy_o || f_receive_count_o != '0);
      inv_copied:   assert (!(f_copy_busy_o && !f_copy_last_o) ||
                            (f_send_busy_o && f_send_slot_o == f_copy_slot_o));
      inv_ready:    assert (!forward_ready_o || f_host_left_o != '0 ||
                            (!f_host_full_o && f_used_o != '1));
      inv_host:     assert (!(f_host_full_o && f_host_left_o != '0) &&
                            (f_host_left_o == '0 ||
                             (f_host_pos_o != '0 &&
                              32'(f_host_pos_o) + 32'(f_host_left_o) <= ForwardFlits)) &&
                            32'(f_host_slot_o) < ForwardSlots);
      inv_slots:    assert ((!f_send_busy_o || 32'(f_send_slot_o) < ForwardSlots) &&
                            (!f_copy_busy_o || 32'(f_copy_slot_o) < ForwardSlots));
    end
  end
