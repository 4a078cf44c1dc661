#!/usr/bin/env bash
# Mutation score of what has no golden model: the modules of AXI4-Stream ends (rtl/stream) and of
# links between clocks (rtl/clock). Do the checkers of their benches (tests/stream, tests/clock)
# notice when the RTL is wrong?
#
#   test_bench_mutation.sh [MODULE..]   without modules one with a few mutants; all of them, with
#                                       more mutants, with NOCSTEP_LONG=1
#
# For each module Yosys lists random mutations of its flattened netlist, as test_mutation.sh does, and
# writes all of them into one netlist in which `mutsel` selects one. That stands in the place of the
# module in a bench, where it has the parameters of the table below; elsewhere in the bench the
# module is as it is. The bench runs with each mutant (+mutant=N), with three seeds until one fails;
# the RTL's own assertions are off. One that lives is handed to SAT: from equal registers equal
# outputs and equal next registers, for any inputs, is "proved equivalent". Of the others at least
# 75 % must be killed. MUTANTS=N takes more or fewer.
#
# A module that passed is not mutated again while all that counts is as it was (tests/kept.sh).
# Prints a line a module; ends with "N passed, N failed".
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
export NOCSTEP_BUILD=${NOCSTEP_BUILD:-$root/build}
# shellcheck source=tests/kept.sh
. "$root/tests/kept.sh"
mkdir -p "$NOCSTEP_BUILD"
work=$(mktemp -d "$(realpath "$NOCSTEP_BUILD")/bench_mutation.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
long=${NOCSTEP_LONG:-0}
SEED=${SEED:-1}
SAT_SECONDS=${SAT_SECONDS:-60}

# module | bench | its shape | cycles of a run | parameters of the module that is a mutant
targets() {
  cat <<'TABLE'
axis_pack | stream | Vcs=4 Networks=2 Depth=2 | 3000 | FlitBits=32 AddrW=3 LenW=3 MsgW=4 HeadBits=18
axis_keep | stream | Vcs=4 Networks=2 Depth=2 | 3000 | Bytes=4
axis_store | stream | Vcs=4 Networks=2 Depth=2 | 3000 | FlitBits=32 Dims=2 DigitW=1 LocalW=1 MsgW=4 MaxBytes=25
axis_announce | stream | Vcs=4 Networks=2 Depth=2 | 3000 | FlitBits=32 Dims=2 DigitW=1 LocalW=1 MsgW=4 MaxBytes=25
axis_gather | stream | Vcs=4 Networks=2 Depth=2 | 3000 | Queues=2 FirstVc=0 VcW=2 FlitBits=32 AddrW=3 MsgW=4 HeadBits=18 MaxFlits=4
axis_unpack | stream | Vcs=4 Networks=2 Depth=2 | 3000 | Queues=2 FlitBits=32 AddrW=3 MsgW=4 HeadBits=18 DataReset=0
async_fifo | clock | Vcs=2 Depth=3 | 300 | Width=16 Depth=4 Stages=2 Full=1
clock_crossing | clock | Vcs=2 Depth=3 | 300 | Vcs=2 Depth=3 FlitBits=32 Stages=2 KeepsUp=0
reset_synchronizer | clock | Vcs=2 Depth=3 | 300 | Stages=2
TABLE
}

mutants=${MUTANTS:-$([ "$long" = 1 ] && echo 60 || echo 12)}
if [ $# -gt 0 ]; then chosen=" $* "
elif [ "$long" = 1 ]; then chosen=$(targets | sed 's/ .*//' | tr '\n' ' '); chosen=" $chosen"
else chosen=' async_fifo '; fi

# The module as Yosys works on it, and the list of its mutants: no clock pins, no pins of
# asynchronous reads, no mixes of two bits of an output (docs/mutation.md).
list_mutants() {
  local module=$1 dir=$2 parameters=$3
  { echo "read_verilog -sv $root/rtl/router/noc_pkg.sv"
    echo "read_verilog -sv -defer $(ls "$root"/rtl/*/*.sv | grep -v noc_pkg | tr '\n' ' ')"
    echo "hierarchy -top $module$(for p in $parameters; do echo -n " -chparam ${p%=*} ${p#*=}"; done)"
    echo "rename -top $module"
    echo 'proc; flatten; opt -full -nodffe -nosdff; wreduce; peepopt; opt -full -nodffe -nosdff'
    echo 'techmap t:$shiftx t:$shift %u; opt -full -nodffe -nosdff; wreduce; opt -full -nodffe -nosdff'
    echo 'memory -nordff -nomap; opt -full -nodffe -nosdff'
    echo "write_rtlil $dir/base.il"
    echo "mutate -list $((mutants * 3 / 2)) -seed $SEED -o $dir/list.txt"
  } >"$dir/base.ys"
  yosys -q -s "$dir/base.ys" >"$dir/base.log" 2>&1 || return 1
  grep -v -E -e '-port (CLK|RD_CLK|WR_CLK|RD_EN|RD_SRST|RD_ARST) ' \
    -e '-port (Y|Q|RD_DATA) -portbit [0-9]+ -ctrlbit ' "$dir/list.txt" | head -n "$mutants" >"$dir/mutants.txt"
}

# The RTL with the mutants: $dir/rtl. The module's own text stays, as MODULE_plain, beside the netlist.
write_rtl() {
  local module=$1 dir=$2 parameters=$3 file p same=1 names=''
  cp -r "$root/rtl" "$dir/rtl"
  file=$(echo "$dir"/rtl/*/"$module.sv")
  # One that is left out would have its default in the netlist, whatever the bench gives the module.
  for p in $(sed -n '/^module /,/^) (/s/^ *parameter .* \([A-Za-z0-9]\{1,\}\) *= .*/\1/p' "$file"); do
    [[ " $parameters" == *" $p="* ]] || { echo "$p is not in the row"; return 1; } >"$dir/netlist.log"
  done
  awk '{sub(/^mutate /, "mutate -ctrl mutsel 8 " NR " "); print}' "$dir/mutants.txt" >"$dir/all.ys"
  { echo "read_rtlil $dir/base.il"
    echo "script $dir/all.ys"
    echo "rename $module ${module}_mutant"
    echo 'opt_clean; splitnets -driver'
    echo "write_verilog -noattr $dir/mutant.v"
  } >"$dir/netlist.ys"
  yosys -q -s "$dir/netlist.ys" >"$dir/netlist.log" 2>&1 || return 1
  for p in $parameters; do
    same+=" && ${p%=*} == ${p#*=}"
    names+="${names:+, }.${p%=*}(${p%=*})"
  done
  { sed "s/^module $module /module ${module}_plain /" "$file"
    cat "$dir/mutant.v"
    sed -n "/^module $module /,/^);/p" "$file"
    echo "  int unsigned mutant;"
    echo "  initial if (!\$value\$plusargs(\"mutant=%d\", mutant)) mutant = 0;"
    echo "  if ($same) begin : gen_mutant"
    echo "    ${module}_mutant u_mutant (.mutsel(mutant[7:0]), .*);"
    echo "  end else begin : gen_plain"
    echo "    ${module}_plain #($names) u_plain (.*);"
    echo "  end"
    echo "endmodule"
  } >"$dir/both.sv"
  mv "$dir/both.sv" "$file"
}

# One run of the bench with mutant $3 and seed $4; within the seconds of a run that hangs.
run_bench() {
  local plain=
  [ "$1" = stream ] || plain='--plain 1'
  # shellcheck disable=SC2086  # a list
  timeout -k 5 60 "$2/bench/bench" --seed "$4" --cycles "$cycles" $plain +mutant="$3" >"$2/said" 2>&1
}

# Whether mutant $3 cannot differ.
equivalent() {
  local module=$1 dir=$2
  { echo "read_rtlil $dir/base.il"
    echo "rename $module gold; copy gold gate"
    sed -n "$3{s/-module $module /-module gate /; p}" "$dir/mutants.txt"
    echo 'memory_map; opt_clean; async2sync; dffunmap'
    echo 'expose -dff -evert-dff -shared gold gate'
    echo 'miter -equiv -flatten gold gate miter; hierarchy -top miter'
    echo 'opt -nodffe -nosdff -share_all; select -assert-none miter/t:$dff'
    echo 'sat -verify -prove trigger 0 -set-def-inputs miter'
  } >"$dir/equivalent.ys"
  (ulimit -t "$SAT_SECONDS" && exec yosys -q -s "$dir/equivalent.ys") >"$dir/equivalent.log" 2>&1
}

test_target() {
  local module=$1 bench=$2 shape=$3 parameters=$5 dir=$work/$1 count killed=0 equal=0 left='' m seed
  cycles=$4
  mkdir -p "$dir"
  list_mutants "$module" "$dir" "$parameters" || { tail -n 2 "$dir/base.log"; return 1; }
  write_rtl "$module" "$dir" "$parameters" || { tail -n 2 "$dir/netlist.log"; return 1; }
  local build=("$root/tests/stream/build.sh" "$dir/bench" "$dir/rtl")
  [ "$bench" = stream ] || build=("$root/tests/clock/build.sh" link_bench "$dir/bench" "$dir/rtl")
  # shellcheck disable=SC2086  # a list
  BENCH_FLAGS='-Wno-fatal -fno-dfg' SYNCHRONIZER=rtl timeout 600 "${build[@]}" $shape >"$dir/build.log" 2>&1 ||
    { echo "$module: no bench: $(grep -m 1 -i error "$dir/build.log")"; return 1; }
  for seed in 1 2 3; do
    run_bench "$bench" "$dir" 0 $seed || { echo "$module: without a mutation: $(tail -n 1 "$dir/said")"; return 1; }
  done
  count=$(wc -l <"$dir/mutants.txt")
  for ((m = 1; m <= count; m++)); do
    if run_bench "$bench" "$dir" "$m" 1 && run_bench "$bench" "$dir" "$m" 2 && run_bench "$bench" "$dir" "$m" 3; then
      if equivalent "$module" "$dir" "$m"; then equal=$((equal + 1)); else
        left+=" $m"
        echo "  $module: lives: $(sed -n "$m{s/ -src [^ ]*//g; p}" "$dir/mutants.txt")"
      fi
    else
      killed=$((killed + 1))
    fi
  done
  echo "score: $module: $killed of $count mutants killed, $equal proved equivalent, $(wc -w <<<"$left") left"
  [ "$killed" -gt 0 ] && [ $((killed * 4)) -ge $(((count - equal) * 3)) ]
}

passed=0 failed=0
while IFS='|' read -r module bench shape number parameters; do
  module=${module// /} bench=${bench// /} number=${number// /}
  [[ $chosen == *" $module "* ]] || continue
  mapfile -t files < <({ rtl_files "$module" "$root/rtl"; rtl_files noc_router "$root/rtl"
    rtl_files noc_stream_interface "$root/rtl"; rtl_files clock_crossing_link "$root/rtl"
    ls "$root/tests/$bench"/*.* "$root"/tests/stream/verilated_bench.sh; } | sort -u)
  key=$(kept_key "bench mutants $module $bench $shape $number $parameters $mutants $SEED" \
    "$(declare -f list_mutants write_rtl run_bench equivalent test_target)$(tools_version yosys verilator g++)" --code "${files[@]}")
  if kept_has "$key"; then
    kept_text "$key"
    passed=$((passed + 1))
  elif test_target "$module" "$bench" "$shape" "$number" "$parameters" >"$work/said"; then
    cat "$work/said"
    kept_put "$key" "$(sed 's/$/ (kept)/' "$work/said")"
    passed=$((passed + 1))
  else
    cat "$work/said"
    failed=$((failed + 1))
  fi
done < <(targets)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
