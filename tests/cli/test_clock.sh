#!/usr/bin/env bash
# Links between clocks (rtl/clock): flits and credits through a link with clocks of many ratios and
# phases and a metastable first stage, words through a queue, resets in the middle, with checkers
# that know the text alone (tests/clock/). Bugs of the pins are found by them; with NOCSTEP_LONG=1
# other shapes, and bugs of the RTL; parameters that cannot be are refused; Yosys reads the modules.
# A build that passed is not made again while all that it is made of is as it was (tests/kept.sh).
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/benches.sh"
topic=clock
mapfile -t sources < <(ls "$rtl"/clock/*.sv "$rtl/top/link.sv" "$source_tree"/csim/network/link_clock.[ch] "$source_tree"/tests/clock/*.* "$source_tree"/tests/clock/*/*.sv "$source_tree"/tests/stream/verilated_bench.sh)
tools=$(tools_version verilator g++ yosys z3)

# built BENCH FOLDER RTL SHAPE..: a bench; assertions of the RTL are on.
built() {
  [ -e "$2/bench" ] || BENCH_FLAGS=${BENCH_FLAGS---assert} within 600 "$source_tree/tests/clock/build.sh" "$@"
}
# runs BENCH CYCLES SEEDS SHAPE..: a bench of this shape passes with these seeds.
runs() {
  local folder seed bench=$1 cycles=$2 seeds=$3
  shift 3
  folder=$work/${bench}_${*// /_}
  built "$bench" "$folder" "$rtl" "$@" || return
  for seed in $seeds; do within 200 "$folder/bench" --seed "$seed" --cycles "$cycles" || return; done
}
# finds BUG PATTERN SHAPE..: a link_bench of this shape ends with status 1 and a line like this.
finds() {
  local folder bug=$1 pattern=$2
  shift 2
  folder=$work/link_bench_${*// /_}
  built link_bench "$folder" "$rtl" "$@" || return
  fails_with "$pattern" "$folder/bench" --bug "$bug"
}
# planted FILE FROM TO PATTERN SHAPE..: with this edit of the RTL; a link_bench, or planted_in.
planted_in=link_bench
planted() {
  local file=$1 from=$2 to=$3 pattern=$4
  shift 4
  plant "$file" "$from" "$to" || return
  BENCH_FLAGS='-Wno-fatal' built $planted_in planted copy/rtl "$@" || return
  fails_with "$pattern" planted/bench --cycles 1000
}

# ---- A link and a queue

# clocked CYCLES SEEDS SHAPE..: the cycles are those of the golden model, with synchronizers that miss nothing.
clocked() {
  SYNCHRONIZER=rtl runs ratio_bench "$@"
}
# clocked_planted 'FILE|FROM|TO' SHAPE..: with this edit of the RTL they are not.
clocked_planted() {
  local file from to
  IFS='|' read -r file from to <<<"$1"
  shift
  plant "$file" "$from" "$to" || return
  SYNCHRONIZER=rtl BENCH_FLAGS=-Wno-fatal built ratio_bench planted copy/rtl "$@" || return
  fails_with ratio planted/bench
}

quick='Vcs=2 Depth=3'
once "a link, 30 pairs of clocks" runs link_bench 300 '1 2 3' $quick
once "a link with its own clock, beside its golden model" clocked 2000 '1 2' $quick
once "a flit is lost" finds 1 'a flit does not come in time|than the next that was sent' $quick
[ "${NOCSTEP_LONG:-0}" != 1 ] || once "a flit comes twice" finds 2 'that nobody sent|than the next that was sent' $quick
[ "${NOCSTEP_LONG:-0}" != 1 ] || once "a bit of a payload" finds 3 'with another payload' $quick
[ "${NOCSTEP_LONG:-0}" != 1 ] || once "another kind" finds 4 'of another VC or kind' $quick
[ "${NOCSTEP_LONG:-0}" != 1 ] || once "a credit is lost" finds 5 'a credit does not come in time|than the next' $quick
once "a credit of another VC" finds 6 'a credit of another VC' $quick
[ "${NOCSTEP_LONG:-0}" != 1 ] || once "flits and credits a cycle late" finds 7 'in time' $quick
once "another word" finds 8 'another word' $quick
once "a queue that is not ready" finds 9 'a full queue|a queue with room' $quick

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  for shape in 'Latency=4 Vcs=1 Depth=1' 'Vcs=4 Depth=12 LinkKeepsUp=1' 'Vcs=3 Depth=20 RouterKeepsUp=1 FlitBits=64 Latency=2'; do
    once "a link with its own clock, $shape" clocked 3000 '1 2 3' $shape
  done
  # shellcheck disable=SC2086  # lists
  for edit in 'clock/async_fifo.sv|.Stages(Stages)) u_wr_seen|.Stages(3)) u_wr_seen' \
    "clock/clocked_link.sv|.in_i(b_sent)|.in_i(b_sent \& ~LinkW'(1))" \
    'clock/clocked_link.sv|.Latency(Latency)) u_back|.Latency(Latency + 1)) u_back' \
    'clock/clocked_link.sv|.b_link_i(b_came)|.b_link_i(a_sent)' ; do
    once "planted: $edit" clocked_planted "$edit" Latency=2
  done

  once "longer" runs link_bench 5000 '1 2 3' $quick
  plain() {
    SYNCHRONIZER=rtl built link_bench plain "$rtl" "$@" && within 100 plain/bench --plain 1 --cycles 2000
  }
  once "the synchronizer of the RTL itself" plain $quick
  once "three stages, one VC, one slot" runs link_bench 2000 '1 2' Vcs=1 Depth=1 Stages=3 FifoDepth=2
  once "four stages, 16 VCs, 128 bits" runs link_bench 1000 '1 2' Vcs=16 Depth=2 Stages=4 FlitBits=128 FifoDepth=16
  once "b keeps up: short queues" runs link_bench 2000 '1 2' Vcs=4 Depth=12 BKeepsUp=1
  once "a keeps up" runs link_bench 2000 '1 2' Vcs=3 Depth=20 AKeepsUp=1 Stages=4
  once "both: only the phase is unknown" runs link_bench 2000 '1 2' Vcs=4 Depth=12 AKeepsUp=1 BKeepsUp=1 Stages=3

  # Bugs of the RTL, without its own assertions.
  once "planted: binary pointers" planted clock/async_fifo.sv 'gray = pointer ^ .*' 'gray = pointer;' \
    'nobody|than the next|another word|too early|full queue|room' $quick
  once "planted: full an entry late" planted clock/async_fifo.sv 'wr_ready_o = wr_gray != ' \
    "wr_ready_o = gray(wr_ptr - 1'b1) != " 'a full queue takes a word' $quick
  once "planted: full an entry early" planted clock/async_fifo.sv 'wr_ready_o = wr_gray != ' \
    'wr_ready_o = gray(wr_next) != ' 'a queue with room takes no word' $quick
  once "planted: the pointer without its synchronizer" planted clock/async_fifo.sv 'rd_valid_o = rd_gray != wr_seen' \
    'rd_valid_o = rd_gray != wr_gray' 'too early' $quick
  once "planted: a stage too few" planted clock/async_fifo.sv '.Stages(Stages)) u_wr_seen' '.Stages(2)) u_wr_seen' \
    'too early' $quick Stages=3
  once "planted: another slot of the memory" planted clock/async_fifo.sv 'mem\[rd_ptr\[PosW-1:0\]\]' \
    'mem[wr_seen[PosW-1:0]]' 'than the next|another word' $quick
  once "planted: half the entries" planted clock/clock_crossing.sv '1 << $clog2(Vcs \* Depth)' \
    '1 << ($clog2(Vcs * Depth) - 1)' 'than the next|in time|nobody' $quick
  once "planted: four entries where a reader keeps up" planted clock/clock_crossing.sv 'Short   = 8;' 'Short   = 4;' \
    'than the next|in time|nobody' Vcs=4 Depth=12 AKeepsUp=1 BKeepsUp=1 Stages=4
  once "planted: the other side's clock keeps up" planted clock/clock_crossing_link.sv '.KeepsUp(BKeepsUp)' \
    '.KeepsUp(AKeepsUp)' 'than the next|in time|nobody' Vcs=4 Depth=12 AKeepsUp=1
  once "planted: the VC of a credit with a flit" planted clock/clock_crossing.sv 'credit_vc & {VcW{credit}}' \
    'credit_vc \& {VcW{valid}}' 'a credit of another VC' $quick
  once "planted: a payload without a flit" planted clock/clock_crossing.sv 'flit & {FlitW{valid}}' 'flit' \
    'without a flit is not 0' $quick
  once "planted: a pointer that reset leaves" planted clock/async_fifo.sv "rd_ptr  <= '0;" 'rd_ptr  <= rd_ptr;' \
    'than the next|another word' $quick
  once "planted: a reset at the edge only" planted clock/reset_synchronizer.sv ' or posedge arst_i' '' \
    'does not rise' $quick
  once "planted: a reset that falls early" planted clock/reset_synchronizer.sv 'reset_q\[Stages-1\];' 'reset_q[0];' \
    'falls at another edge' $quick
  once "planted: a reset with two stages of three" planted clock/reset_synchronizer.sv 'reset_q\[Stages-1\];' \
    'reset_q[Stages-2];' 'falls at another edge' $quick Stages=3

  # A mesh of routers in two clock domains: packets, and the rate of a link. It is made of them too.
  mapfile -t -O "${#sources[@]}" sources < <({ rtl_files noc_router "$rtl"; rtl_files noc_interface "$rtl"; } | sort -u)
  once "mesh: one VC of depth 12, full rate" runs mesh_bench 3000 '1 2 3' Vcs=1 Depth=12
  once "mesh: depth 5, below it" runs mesh_bench 3000 '1 2 3' Vcs=1 Depth=5
  once "mesh: pipeline 2, three stages" runs mesh_bench 3000 '1 2 3' Vcs=1 Depth=8 Pipeline=2 Stages=3
  once "mesh: four VCs, two networks" runs mesh_bench 3000 '1 2 3' Vcs=4 Depth=4 Networks=2
  once "mesh: cut-through" runs mesh_bench 3000 '1 2 3' Vcs=2 Depth=8 CutThrough=1
  once "mesh: a keeps up" runs mesh_bench 3000 '1 2 3' Vcs=2 Depth=12 AKeepsUp=1
  once "mesh: b keeps up, 64 bits" runs mesh_bench 3000 '1 2' Vcs=2 Depth=12 BKeepsUp=1 FlitBits=64
  planted_in=mesh_bench
  once "planted: half the entries, mesh" planted clock/clock_crossing.sv '1 << $clog2(Vcs \* Depth)' \
    '1 << ($clog2(Vcs * Depth) - 1)' 'nobody|first flit|not all is delivered' Vcs=1 Depth=12
  once "planted: two stages more, mesh" planted clock/async_fifo.sv '.Stages(Stages)) u_wr_seen' '.Stages(4)) u_wr_seen' \
    'a rate that is not within the bounds' Vcs=1 Depth=5
  once "planted: credits that are lost, mesh" planted clock/clock_crossing.sv '.wr_valid_i(link_i\[FlitW+1\])' \
    ".wr_valid_i(link_i[FlitW+1] \&\& !link_i[0])" 'not all is delivered|rate' Vcs=1 Depth=5
fi

# ---- Parameters, warnings, Yosys

# quiet TOP PARAMETER..
quiet() {
  verilator --lint-only -Wall -F "$rtl/nocstep.f" --top-module "$@"
}
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  once "no warning" quiet clock_crossing_link
  once "ages" stops clock_crossing_link -GAgeW=16
  once "one stage" stops clock_crossing_link -GStages=1
  once "five stages" stops clock_crossing_link -GStages=5
  once "17 VCs" stops clock_crossing_link -GVcs=17
  once "no slot" stops clock_crossing_link -GDepth=0
  once "48 bits" stops clock_crossing_link -GFlitBits=48
  once "AKeepsUp of 2" stops clock_crossing_link -GAKeepsUp=2
  once "a queue of 6 entries" stops async_fifo -GDepth=6
  once "a queue of one entry" stops async_fifo -GDepth=1
  once "Full of 2" stops async_fifo -GFull=2
  once "a reset of one stage" stops reset_synchronizer -GStages=1
  once "no warning: the smallest" quiet clock_crossing_link -GVcs=1 -GDepth=1 -GFlitBits=32
  once "no warning: the largest" quiet clock_crossing_link -GVcs=16 -GDepth=640 -GFlitBits=256 -GStages=4
  once "no warning: one keeps up" quiet clock_crossing_link -GVcs=3 -GDepth=5 -GAKeepsUp=1 -GStages=3
  once "no warning: a link with its own clock" quiet clocked_link
  once "no warning: the largest of those" quiet clocked_link -GVcs=16 -GDepth=640 -GFlitBits=256 -GStages=4 -GLatency=64 -GRouterKeepsUp=1
  once "its ages" stops clocked_link -GAgeW=16
  once "its latency" stops clocked_link -GLatency=0
  once "no warning: a queue" quiet async_fifo -GDepth=2 -GWidth=1
  once "no warning: a reset" quiet reset_synchronizer -GStages=4

  # Yosys: no latch, no loop, no set and reset in one; its netlist is read by iverilog.
  netlist() {
    local top=$1
    yosys -Q -p "
      read_verilog -sv $(echo "$rtl"/clock/*.sv) $rtl/top/link.sv
      hierarchy -check -top $top; proc; opt; check -assert; flatten; opt; check -assert
      synth -noshare; check -assert; select -assert-none t:\$_DLATCH* t:\$dlatch* t:\$_SR*
      write_verilog -noattr netlist.v" >yosys.log || { tail -n 2 yosys.log; return 1; }
    ! grep 'ERROR\|implicitly declared\|logic loop\|Latch inferred' yosys.log && iverilog -g2005 -o netlist.vvp netlist.v
  }
  for top in clock_crossing_link clocked_link async_fifo reset_synchronizer; do
    once "Yosys and iverilog: $top" netlist $top
  done

  # The constraints find their registers in a netlist, and leave no path between the clocks.
  constrained() {
    local cells=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
    yosys -q -p "
      read_verilog -sv $(echo "$rtl"/clock/*.sv)
      chparam -set Vcs 2 -set Depth 4 -set FlitBits 32 clock_crossing_link; hierarchy -top clock_crossing_link
      synth -flatten -noshare; rename -wire; dfflibmap -liberty $cells; abc -liberty $cells; opt_clean
      write_verilog -noattr cells.v" || return
    cat >check.sta <<END
read_liberty $cells
read_verilog cells.v
link_design clock_crossing_link
create_clock -name a -period 3 [get_ports a_clk_i]
create_clock -name b -period 4.1 [get_ports b_clk_i]
if {$1} {set noc_cross_delay 3.0; set noc_datapath_only -ignore_clock_latency; source $rtl/clock_crossing.sdc}
foreach {from to} {a b b a} {
  report_checks -from [get_clocks \$from] -to [get_clocks \$to] -path_group \$to
  report_checks -from [get_clocks \$from] -to [get_clocks \$to] -path_group \$to -path_delay min
}
if {$1} {puts "found [llength \$noc_pointers] [llength \$noc_first] [llength \$noc_entries] [llength \$noc_links]"}
exit
END
    sta -no_init check.sta >sta.log 2>&1
    cat sta.log
    [ "$1" = 0 ] || grep -q '^found 56 16 576 76$' sta.log || return
    [ "$(grep -c '^No paths found' sta.log)" -eq "$2" ]
  }
  # Found: bits of pointers (4 queues of 14), of first flip-flops, of entries, of links.
  once "the constraints cover all paths between the clocks" constrained 1 4
  once "without them there are such paths" constrained 0 0
fi

# ---- Proofs about the queue

# proof GROUP STEPS PARAMETERS [EDIT]: by induction over steps that have edges of either clock, both or
# none, from a common reset on. An edit of the RTL must give a counterexample in STEPS steps.
proof() {
  local group=$1 steps=$2 parameters=$3 edit=${4:-} p chparam='' tests=$source_tree/tests/clock/proof
  for p in $parameters; do chparam+=" -chparam ${p%=*} ${p#*=}"; done
  { sed -e '/^endmodule/,$d' -e "$edit" \
      -e 's/always_ff @(posedge \(wr\|rd\)_clk_i)/always @($global_clock) if (\1_clk_i)/' \
      -e 's/\.q_o(\(wr\|rd\)_seen)/&, .state_o(\1_state)/' \
      -e 's/^  logic  *write, read;/&\n  logic [(Stages+1)*PtrW-1:0] wr_state, rd_state;/' "$rtl/clock/async_fifo.sv"
    cat "$tests/async_fifo.sv"; echo endmodule; } >unit.sv
  yosys -q -p "
    read_verilog -sv -defer -formal -DSYNTHESIS $tests/synchronizer.sv unit.sv
    hierarchy -top async_fifo$chparam; rename -top top; proc; flatten; opt_clean
    chformal -assert -remove t:\$assert $([ -n "$edit" ] || echo "c:*inv_* %d") c:*${group}_* %d
    select -assert-min 1 t:\$assert c:${group}_* %i
    delete -port o:*; opt -full; memory -nordff -nomap; opt -full; wreduce; peepopt; opt -full
    async2sync; dffunmap; opt_clean; memory_map; opt_clean; techmap
    opt -full -nodffe -nosdff; abc -g AND,OR,XOR,MUX; opt_clean; dffunmap; write_smt2 -wires problem.smt2" || return
  smt() { within 300 yosys-smtbmc -s z3 --unroll --noprogress -m top "$@" problem.smt2 | tail -n 1; }
  if [ -n "$edit" ]; then
    smt -t "$steps" | grep 'Status: FAILED'
  else
    smt -t "$steps" | grep 'Status: PASSED' && smt -i -t 1 | grep 'Status: PASSED'
  fi
}
once "proved: no overflow" proof room 4 'Depth=4 Width=2'
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  once "bug: binary pointers" proof gray 8 'Depth=4 Width=2' 's/gray = pointer ^ .*/gray = pointer;/'
  for shape in 'Depth=2 Width=2' 'Depth=4 Width=2' 'Depth=8 Width=2 Stages=3' 'Depth=4 Width=2 Full=0' 'Depth=16 Width=2 Full=0 Stages=4'; do
    for group in room order gray seen; do once "proved: $group, $shape" proof $group 4 "$shape"; done
  done
  once "bug: full an entry late" proof room 16 'Depth=2 Width=2' "s/wr_ready_o = wr_gray != /wr_ready_o = gray(wr_ptr - 1'b1) != /"
  once "bug: a pointer without its synchronizer" proof seen 12 'Depth=2 Width=2' 's/rd_valid_o = rd_gray != wr_seen/rd_valid_o = rd_gray != wr_seen \&\& wr_gray == wr_seen/'
  once "bug: binary pointers, order" proof order 16 'Depth=4 Width=2' 's/gray = pointer ^ .*/gray = pointer;/'
  once "bug: another slot" proof order 14 'Depth=2 Width=2' 's/mem\[rd_ptr\[PosW-1:0\]\]/mem[wr_seen[PosW-1:0]]/'
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
