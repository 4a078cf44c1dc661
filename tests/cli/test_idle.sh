#!/usr/bin/env bash
# Routers whose clocks stop while they are idle (rtl/top/tile_activity.sv, rtl/top/clock_gate.sv):
# two lines with the same hosts, one of them with such clocks (tests/idle/), of tiles or of routers
# (rtl/top/router_activity.sv) and interfaces. With NOCSTEP_LONG=1
# other shapes, routers whose tables are loaded and written (tests/idle/loading_tb.sv), and each term
# of what is idle and what is awake taken out. A build that passed is
# not made again while all that it is made of is as it was (tests/kept.sh). Ends with
# "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/benches.sh"
topic=idle
mapfile -t sources < <(rtl_files mesh "$rtl"; ls "$rtl"/top/{router_activity,table_router,table_loader}.sv "$source_tree"/tests/idle/* "$source_tree"/tests/clock/clocks.hpp "$source_tree"/tests/stream/verilated_bench.sh)
tools=$(tools_version verilator g++)

# built FOLDER RTL SHAPE..: a bench; assertions of the RTL are on.
built() {
  BENCH_FLAGS=${BENCH_FLAGS---assert} within 600 "$source_tree/tests/idle/build.sh" "$@"
}
# runs SEEDS SHAPE..: a bench of this shape passes with these seeds.
runs() {
  local seed seeds=$1
  shift
  rm -rf bench && built bench "$rtl" "$@" || return
  for seed in $seeds; do within 100 bench/bench "$seed" || return; done
}
# planted FROM TO PATTERN: with this edit of tile_activity the bench ends with such a line.
planted() {
  plant top/tile_activity.sv "$1" "$2" || return
  BENCH_FLAGS='-Wno-fatal' built planted copy/rtl || return
  fails_with "$3" planted/bench 1
}
# loads RTL PATTERN [OPTION]: what routers with tables say that are made from these sources.
loads() {
  rm -rf loads
  within 600 verilator --binary --assert -Wno-fatal -CFLAGS -O0 --top-module loading_tb --Mdir loads \
    -F "$1/nocstep.f" "$source_tree/tests/idle/loading_tb.sv" ${3:+"$3"} >loads.log 2>&1 || return
  within 100 loads/Vloading_tb >said 2>&1
  grep -E "$2" said
}
loads_wrongly() {
  plant "$1" "$2" "$3" && loads copy/rtl "$4"
}

once "clocks that stop: no pin differs" runs '1 2 3'
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  once "two stages" runs '1 2 3' Pipeline=2
  once "one VC, deep buffers" runs '1 2 3' Vcs=1 Depth=5 FlitBits=64
  once "planted: a flit on a link wakes nobody" planted " || in_valid != '0" '' 'differ|idle'
  once "planted: a credit wakes nobody" planted " || in_credit != '0" '' 'differ|idle'
  once "planted: a host wakes nobody" planted " || host_valid_i != '0;" ';' 'differ|idle|nothing moves'
  once "planted: a flit that is sent does not count" planted "gone + CountW.(out_valid\[q\])" "gone" "differ|not idle"
  once "planted: no clock behind an error" planted " && host_error_i == '0" '' 'differ'
  once "planted: nothing is counted" planted 'held + come - gone' 'held' 'differ|idle'
  once "planted: deliveries that are not taken count" planted ' \&\& del_ready_i\[b\]' '' 'differ|idle'
  once "planted: beats of hosts do not count" planted "CountW'(host_sent_i\[n\])" "CountW'(0)" 'differ|idle'
  once "routers and interfaces by themselves" runs '1 2 3' Own=1
  once "routers and interfaces: one VC" runs '1 2 3' Own=1 Vcs=1 Depth=3 Pipeline=2
  own() {
    plant top/router_activity.sv "$1" "$2" || return
    BENCH_FLAGS='-Wno-fatal' built planted copy/rtl Own=1 || return
    fails_with "$3" planted/bench 1
  }
  once "planted: what comes to a router does not count" own 'rst_i, .link_i, .link_o_i' "rst_i, .link_i('0), .link_o_i" 'differ|idle'
  once "planted: what leaves a router does not count" own 'link_i, .link_o_i, ' "link_i, .link_o_i('0), " 'differ|idle'
  once "tables that are loaded and written" loads "$rtl" '^passed'
  once "planted: nothing else wakes" loads_wrongly top/tile_activity.sv ' \&\& !wake_i' '' 'not there'
  once "planted: a write does not wake a router" loads "$rtl" 'a_row|pair 1: .* differ' -GWritesWake=0
  holds "a tile that copies is refused" grep "not with Multicast" <(stops tile_activity -GMulticast=1)
  holds "a router that copies is refused" grep "not with Multicast" <(stops router_activity -GMulticast=1)
  once "planted: never idle" planted "idle_o   = held == '0" "idle_o   = rst_i \&\& held == '0" 'not idle'
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
