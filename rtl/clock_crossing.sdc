# SPDX-License-Identifier: MIT
# Constraints of the crossings between clocks (rtl/clock), wherever they are in a design: read it
# after the clocks were created. Set before, or edit here:
#   noc_cross_delay     ns: the period of the fastest clock that a crossing joins, or less
#   noc_datapath_only   the option of set_max_delay by which the clocks' own delays do not count:
#                       -ignore_clock_latency (OpenSTA), -datapath_only (Vivado), or none
# Cells are found by the names of registers in the RTL, which tools keep in those of flip-flops.
# No other path is excepted: a tool reports those that a design adds between its clocks.
if {![info exists noc_cross_delay]} {set noc_cross_delay 2.0}
if {![info exists noc_datapath_only]} {set noc_datapath_only {}}

# A pointer, which changes in one bit at a time: its bits arrive less than a period apart, so that
# at most one of them is uncertain when it is sampled.
# The highest bit of a binary pointer is that of its Gray code, and tools keep one of the two.
set noc_pointers [get_cells -hierarchical {*wr_gray* *rd_gray* *wr_ptr* *rd_ptr*}]
set noc_first    [get_cells -hierarchical {*first_q*}]
set_max_delay {*}$noc_datapath_only $noc_cross_delay -from $noc_pointers -to $noc_first
set_false_path -hold -from $noc_pointers -to $noc_first

# Entries of a queue, which do not change from before they are seen to be there until they are read.
set noc_entries [get_cells -hierarchical {*u_flits.mem* *u_credits.mem*}]
set noc_links   [get_cells -hierarchical {*link_o*}]
set_max_delay {*}$noc_datapath_only $noc_cross_delay -from $noc_entries -to $noc_links
set_false_path -hold -from $noc_entries -to $noc_links
