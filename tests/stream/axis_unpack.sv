  // hold  what a stream out offers stays as it is until tready, whatever else comes; tkeep is ones
  //       from the lowest on, all of them but in a last beat
  `include "reset.svh"

  logic was_up, was_waiting, was_last;
  logic [FlitBits-1:0]   was_data;
  logic [Bytes-1:0]      was_keep;
  logic [AddrW+MsgW-1:0] was_ids;
  always_ff @(posedge clk_i) begin
    was_up      <= !rst_i;
    was_waiting <= m_axis_tvalid && !m_axis_tready;
    was_last    <= m_axis_tlast;
    was_data    <= m_axis_tdata;
    was_keep    <= m_axis_tkeep;
    was_ids     <= {m_axis_tid, m_axis_tuser};
  end
  always_comb begin
    if (up && was_up && was_waiting) begin
      hold_valid: assert (m_axis_tvalid);
      hold_beat:  assert (m_axis_tlast == was_last && m_axis_tdata == was_data &&
                          m_axis_tkeep == was_keep && {m_axis_tid, m_axis_tuser} == was_ids);
    end
    if (up) begin
      hold_ones: assert ((m_axis_tkeep & (m_axis_tkeep + 1'b1)) == '0);
      hold_full: assert (!m_axis_tvalid || m_axis_tlast || m_axis_tkeep == '1);
    end
  end
