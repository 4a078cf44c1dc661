#!/usr/bin/env bash
# AXI4-Stream ends (rtl/stream, rtl/top/noc_stream_interface.sv): a 2x2 mesh of them under random
# packets, sizes, pauses and errors, with a checker of the bus and a scoreboard that know neither
# side (tests/stream/). Bugs of the pins are found by them; with NOCSTEP_LONG=1 other shapes, and
# bugs of the RTL; parameters that cannot be are refused; Yosys reads the modules, and iverilog the
# netlist. A build that passed is not made again while all that it is made of is as it was
# (tests/kept.sh). Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/benches.sh"
topic=stream
mapfile -t sources < <(rtl_files noc_router "$rtl"; rtl_files noc_stream_interface "$rtl"; ls "$source_tree"/tests/stream/*)
tools=$(tools_version verilator g++ yosys z3)

# built FOLDER RTL SHAPE..: a bench; assertions of the RTL are on.
built() {
  [ -e "$1/bench" ] || BENCH_FLAGS=${BENCH_FLAGS---assert} within 600 "$source_tree/tests/stream/build.sh" "$@"
}
# runs SEEDS SHAPE..: a bench of this shape passes with these seeds.
runs() {
  local folder seed seeds=$1
  shift
  folder=$work/bench_${*// /_}
  built "$folder" "$rtl" "$@" || return
  for seed in $seeds; do within 100 "$folder/bench" --seed "$seed" || return; done
}
# finds BUG PATTERN SHAPE..: a bench of this shape ends with status 1 and a line like this.
finds() {
  local folder bug=$1 pattern=$2
  shift 2
  folder=$work/bench_${*// /_}
  built "$folder" "$rtl" "$@" || return
  fails_with "$pattern" "$folder/bench" --bug "$bug"
}
# planted FILE FROM TO PATTERN SHAPE..: with this edit of the RTL.
planted() {
  local file=$1 from=$2 to=$3 pattern=$4
  shift 4
  plant "$file" "$from" "$to" || return
  BENCH_FLAGS='-Wno-fatal' built planted copy/rtl "$@" || return
  fails_with "$pattern" planted/bench
}

# ---- Both modes, both networks, all sizes; no warning

quick='Vcs=2 Networks=2 Depth=2'
[ "${NOCSTEP_LONG:-0}" != 1 ] || quick='Vcs=4 Networks=2 Depth=2'
once "2x2 mesh, 32 bits, two networks" runs '1 2 3' $quick
once "a lost tlast" finds 1 'a beat before the last is not full|that nobody sent|changes within a packet' $quick
once "tvalid falls" finds 2 'tvalid falls before tready' $quick
once "data change while they wait" finds 3 'a beat changes before tready' $quick
once "a byte too many" finds 4 'a packet of .* that nobody sent' $quick
once "a byte too few" finds 5 'a packet of .* that nobody sent' $quick
once "a lost beat" finds 6 'that nobody sent|changes within a packet' $quick
once "beats of another source" finds 7 'changes within a packet|that nobody sent' $quick

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  once "128 bits" runs '1 2 3' FlitBits=128 Vcs=4 Networks=2
  once "a VC a network: order" runs '1 2 3' Vcs=2 Networks=2 FlitBits=64 LenW=5 MaxFlits=20 SmallFlits=9
  once "no byte in a first flit" runs '1 2 3' Vcs=3 Networks=1 MsgW=10
  once "cut-through, ages, one VC" runs '1 2 3' Vcs=1 Networks=1 CutThrough=1 Depth=7 LenW=4 AgeW=4 FlitBits=64
  once "256 bits, three networks" runs '1 2 3' Vcs=6 Networks=3 FlitBits=256 MaxFlits=3 SmallFlits=2 \
    LenW=2 MsgW=16 AgeW=32
  once "the smallest packets" runs '1 2 3' Vcs=2 Networks=1 MaxFlits=2 SmallFlits=2 LenW=2 MsgW=5

  # Bugs of the RTL, without its own assertions.
  once "planted: no tlast" planted stream/axis_unpack.sv 'm_axis_tlast <= last;' \
    "m_axis_tlast <= last \&\& un_queue == '0;" 'full|nobody|changes' $quick
  once "planted: tvalid falls" planted stream/axis_unpack.sv 'assign free         = .*' \
    "assign free         = !m_axis_tvalid || m_axis_tready || whole_i == '1;" 'falls|changes' $quick
  once "planted: interleaved" planted stream/axis_unpack.sv "(un_state == StateIdle) ? win : un_queue;" \
    'win;' 'changes|nobody|full|is not 0' $quick
  once "planted: out before it is whole" planted stream/axis_gather.sv \
    "whole_o\[q\] = ga_whole\[q\*CntW +: CntW\]" 'whole_o[q] = ga_count[q*CntW +: CntW]' \
    'nobody|full|no byte|changes|is not 0' $quick
  once "planted: a wrong tkeep" planted stream/axis_unpack.sv "keep\[i\] = i < 32'(bytes)" \
    "keep[i] = i <= 32'(bytes)" 'not kept|nobody|full' $quick
  once "planted: a wrong number of empty bytes" planted stream/axis_pack.sv "- packet_bytes_i\[ByteW-1:0\];" \
    "- packet_bytes_i[ByteW-1:0] + ByteW'(packet_message_i[0]);" 'nobody|no byte|full' $quick
  once "planted: a refused packet stays" planted stream/axis_store.sv 'st_wr         <= st_start;' \
    'st_wr <= st_wr;' 'nobody|due|is not 0' $quick
  once "planted: a destination that is none" planted ni/node_exists.sv "ok_o = 1'b0;" "ok_o = (d == Dims);" \
    'due|expected|nobody|swallowed' $quick
  once "planted: too long, and it hangs" planted stream/axis_store.sv "32'(st_in) + 1 == Beats" \
    "32'(st_in) == Beats" 'not all is delivered' Vcs=3 Networks=1 MsgW=10
  once "planted: tlast too early, and it hangs" planted stream/axis_announce.sv 'an_pad        <= last;' \
    "an_pad <= 1'b0;" 'due|nobody|expected' $quick
  once "planted: overlong, and it hangs" planted stream/axis_gather.sv "+ 1 == MaxFlits;" "== MaxFlits;" \
    'not all is delivered|nobody' $quick
  once "planted: a packet without a byte" planted stream/axis_gather.sv ' \&\& !no_byte' '' \
    'no byte|nobody|full|not all' $quick
  once "planted: the message of another" planted stream/axis_store.sv 'first ? s_axis_tid : st_message' \
    's_axis_tid' 'nobody' $quick

  holds "MaxFlits of 1" stops noc_stream_interface -GMaxFlits=1
  holds "MaxFlits that LenW has not" stops noc_stream_interface -GMaxFlits=16
  holds "MaxFlits beyond Depth with cut-through" stops noc_stream_interface -GCutThrough=1 -GDepth=4
  holds "Store of 2" stops noc_stream_interface -GStore=2
  holds "routing by paths" stops noc_stream_interface -GRouting=6
  holds "a head without room" stops noc_stream_interface -GFlitBits=32
  for shape in '' -GDataReset=1 '-GDims=0 -GLocalW=5 -GVcs=6 -GNetworks=3 -GFlitBits=256 -GLenW=10 -GMaxFlits=1023 -GStore=0' \
    '-GVcs=1 -GMaxFlits=2' '-GDims=3 -GDigitW=2 -GLocalW=1 -GAgeW=16 -GFlitBits=128'; do
    # shellcheck disable=SC2086  # a list
    holds "no warning: $shape" verilator --lint-only -Wall -F "$rtl/nocstep.f" --top-module noc_stream_interface $shape
  done

  # Yosys: no latch, no loop; its netlist is read by iverilog.
  netlist() {
    yosys -Q -p "
      read_verilog -sv $rtl/router/noc_pkg.sv
      read_verilog -sv -defer $(ls "$rtl"/*/*.sv | grep -v noc_pkg | tr '\n' ' ')
      chparam -set FlitBits 32 -set Networks 2 -set DigitW 1 -set LenW 3 -set MsgW 4 -set MaxFlits 4 -set Store $1 noc_stream_interface
      hierarchy -check -top noc_stream_interface; proc; opt; check -assert; flatten; opt; check -assert
      synth -noshare; check -assert; select -assert-none t:\$_DLATCH* t:\$dlatch* t:\$_SR*
      write_verilog -noattr netlist.v" >yosys.log || { tail -n 2 yosys.log; return 1; }
    ! grep 'ERROR\|implicitly declared\|logic loop\|Latch inferred' yosys.log &&
      iverilog -g2005 -o netlist.vvp netlist.v
  }
  once "Yosys and iverilog, Store = 1" netlist 1
  once "Yosys and iverilog, Store = 0" netlist 0
fi

# proof UNIT GROUP STEPS PARAMETERS [EDIT]: holds by induction over the step of a cycle; with STEPS
# above 2 in the first STEPS cycles from reset. An edit of the RTL must give a counterexample.
proof() {
  local unit=$1 group=$2 steps=$3 parameters=$4 edit=${5:-} p chparam=''
  for p in $parameters; do chparam+=" -chparam ${p%=*} ${p#*=}"; done
  { sed -e '/^endmodule/,$d' -e "$edit" "$rtl/stream/$unit.sv"; cat "$source_tree/tests/stream/$unit.sv"; echo endmodule; } >unit.sv
  yosys -q -p "
    read_verilog -sv -formal -DSYNTHESIS $rtl/router/noc_pkg.sv
    read_verilog -sv -defer -formal -DSYNTHESIS -I$source_tree/tests/formal $rtl/router/fifo.sv $rtl/stream/axis_keep.sv $rtl/ni/node_exists.sv unit.sv
    hierarchy -top $unit$chparam; rename -top top; proc; flatten; opt_clean
    chformal -assert -remove t:\$assert $([ -n "$edit" ] || echo "c:*inv_* %d") c:*${group}_* %d
    select -assert-min 1 t:\$assert c:${group}_* %i
    delete -port o:*; opt -full; memory -nordff -nomap; opt -full; wreduce; peepopt; opt -full
    async2sync; dffunmap; opt_clean; memory_map; opt_clean; techmap
    opt -full -nodffe -nosdff; abc -g AND,OR,XOR,MUX; opt_clean; dffunmap; write_smt2 -wires problem.smt2" || return
  smt() { within 300 yosys-smtbmc -s z3 --unroll --noprogress -m top "$@" problem.smt2 | tail -n 1; }
  if [ -n "$edit" ]; then
    smt -t "$steps" | grep 'Status: FAILED'
  else
    smt -t "$steps" | grep 'Status: PASSED' && { [ "$steps" -gt 2 ] || smt -i -t 1 | grep 'Status: PASSED'; }
  fi
}
once "proved: what is offered stays" proof axis_unpack hold 2 'Queues=2 FlitBits=32 AddrW=2 MsgW=2 HeadBits=16'
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  once "proved: tready comes back" proof axis_store ready 2 'FlitBits=32 Dims=1 DigitW=1 MsgW=1 MaxBytes=8'
  once "proved: tready comes back, 3 beats" proof axis_store ready 2 'FlitBits=32 Dims=1 DigitW=1 MsgW=1 MaxBytes=9'
  once "no delivery waits for another's packet" proof axis_gather ready 12 'Queues=2 VcW=1 FlitBits=8 AddrW=1 MsgW=1 MaxFlits=2'
  once "bug: a beat that changes" proof axis_unpack hold 6 'Queues=2 FlitBits=32 AddrW=2 MsgW=2 HeadBits=16' \
    's/end else if (free) begin/end else if (free || whole_i[0]) begin/'
  once "bug: tready does not come back" proof axis_store ready 12 'FlitBits=32 Dims=1 DigitW=1 MsgW=1 MaxBytes=8' \
    "s/32'(st_in) + 1 == Beats/32'(st_in) == Beats/"
  once "bug: a delivery that waits" proof axis_gather ready 8 'Queues=2 VcW=1 FlitBits=8 AddrW=1 MsgW=1 MaxFlits=2' \
    "s/+ 1 == MaxFlits;/== MaxFlits;/"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
