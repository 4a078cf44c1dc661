# SPDX-License-Identifier: MIT
# Constraints of any of the tops in rtl/top; set noc_period before, in ns, or edit it here. Every
# top has one clock, clk_i, and a synchronous reset, rst_i: nothing here crosses clocks, so no path
# has an exception for that. A design whose hosts have another clock crosses between the host ports
# and the host, and constrains that itself.
if {![info exists noc_period]} {set noc_period 10.0}
create_clock -name noc -period $noc_period [get_ports clk_i]

# Outputs come from registers, inputs go through logic first: half of the period is for what is
# outside. Tools say that the clock's own pin has no such delay.
set_input_delay [expr {$noc_period / 2}] -clock noc [all_inputs]
set_output_delay [expr {$noc_period / 2}] -clock noc [all_outputs]
