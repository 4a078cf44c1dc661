#!/usr/bin/env bash
# make bench: the speed of golden, Verilated, lockstep and flattened networks in one run, in turns, best
# of three each, with ratios; leaves BUILD/bench.json. NOCSTEP_LONG=1 adds the flattened 8x8 mesh.
# BASE=commit builds that commit from git beside, in BUILD/base, and measures its lockstep too.
# Cycles are those that a second of the processor has room for, beyond what the first take with building
# and loading, so that other programs on the machine change little.
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${1:-build}
rows=$build/bench.rows
: >"$rows"
names=() commands=()

# row NAME COMMAND...: a command that prints {"cycles_per_s": .., "flit_hops_per_s": ..}.
row() {
  names+=("$1")
  shift
  commands+=("$*")
}
# seconds PROGRAM OPTIONS...: of the processor, for the scenario on standard input.
seconds() {
  local TIMEFORMAT='%U'
  { time "$@" --quiet --json "$build/bench.run" >/dev/null 2>&3; } 3>&2 2>&1
}
scenario() { # ROUTER MESH LOAD CYCLES
  printf 'topology: %s\nworkload: {traffic: uniform, load: %s, packet_flits: 4}\nrun: {router: %s, cycles: %s, drain: false}\n' \
    "$2" "$3" "$1" "$4"
}
# So many are the first: a run in lockstep through which no flit has gone fails.
few=200
# simulate PROGRAM ROUTER MESH LOAD CYCLES OPTIONS...
simulate() {
  local program=$1 router=$2 mesh=$3 load=$4 cycles=$5 first all
  shift 5
  scenario "$router" "$mesh" "$load" $few | seconds "$program" run - "$@" >/dev/null || return  # plug-ins
  first=$(scenario "$router" "$mesh" "$load" $few | seconds "$program" run - "$@") || return
  all=$(scenario "$router" "$mesh" "$load" "$cycles" | seconds "$program" run - "$@") || return
  jq -c --argjson few $few --argjson first "$first" --argjson all "$all" '(([$all - $first, 0.001]) | max) as $s |
    ((.cycles - $few) / .cycles) as $rest |
    {cycles_per_s: (.cycles * $rest / $s), flit_hops_per_s: (.flits.switched * $rest / $s)}' "$build/bench.run"
}
here=$build/nocstep

row "golden 8x8 load 0.02" simulate "$here" ref mesh:8x8 0.02 400000
row "golden 8x8 load 0.2" simulate "$here" ref mesh:8x8 0.2 200000
row "golden 8x8 load 0.4" simulate "$here" ref mesh:8x8 0.4 100000
row "golden 32x32 load 0.05" simulate "$here" ref mesh:32x32 0.05 10000
row "golden 32x32 load 0.1" simulate "$here" ref mesh:32x32 0.1 10000
row "golden 4x4 load 0.2" simulate "$here" ref mesh:4x4 0.2 1000000
row "verilated 4x4 load 0.2" simulate "$here" rtl mesh:4x4 0.2 100000
row "lockstep 4x4 load 0.2" simulate "$here" lockstep mesh:4x4 0.2 100000
row "verilated 8x8 load 0.2" simulate "$here" rtl mesh:8x8 0.2 20000
row "lockstep 8x8 load 0.2" simulate "$here" lockstep mesh:8x8 0.2 20000
row "without-assertions 4x4 load 0.2" simulate "$here" lockstep mesh:4x4 0.2 100000 --set run.assertions=off
row "without-assertions 8x8 load 0.2" simulate "$here" lockstep mesh:8x8 0.2 20000 --set run.assertions=off
row "with-report 8x8 load 0.2" simulate "$here" lockstep mesh:8x8 0.2 20000 --report "$build/bench.report"
for load in 0.02 0.005; do
  row "lockstep 8x8 load $load" simulate "$here" lockstep mesh:8x8 "$load" 40000
  row "skip-idle 8x8 load $load" simulate "$here" lockstep mesh:8x8 "$load" 40000 --skip-idle
done
row "flattened 4x4 load 0.2" "$build/tests/bench/flattened" mesh:4x4 0.2 50000
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  row "flattened 8x8 load 0.2" "$build/tests/bench/flattened" mesh:8x8 0.2 5000
fi
if [ -n "${BASE:-}" ]; then
  base=$build/base
  commit=$(git rev-parse --verify --quiet "$BASE^{commit}") || {
    echo "BASE is '$BASE'; it must be a commit of this repository" >&2
    exit 2
  }
  if [ "$(cat "$base/commit" 2>/dev/null)" != "$commit" ]; then
    rm -rf "$base"
    mkdir -p "$base" && git archive "$commit" | tar -x -C "$base" || exit 3
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$base" build/nocstep >&2 || exit 3
    echo "$commit" >"$base/commit"
  fi
  for mesh in 4x4:100000 8x8:20000; do
    row "base ${mesh%:*} load 0.2" simulate "$base/build/nocstep" lockstep "mesh:${mesh%:*}" 0.2 "${mesh#*:}"
  done
fi

for round in 1 2 3; do
  for i in "${!names[@]}"; do
    result=$(${commands[i]}) || exit 3
    jq -c --arg name "${names[i]}" '{name: $name, cycles_per_s, flit_hops_per_s}' <<<"$result" >>"$rows"
    if [ "$round" = 1 ]; then tail -n 1 "$rows" | jq -r '"  \(.name)  \(.cycles_per_s | round) cycles/s"' >&2; fi
  done
done

# A ratio is to what has the same size and load, where that was measured: the flattened mesh, the lockstep
# of BASE, and lockstep with all RTL evaluated.
jq -s --arg cpu "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" --arg base "${BASE:-}" \
  --arg cores "$(nproc)" --arg verilator "$(verilator --version)" --arg cc "$(gcc --version | head -n 1)" '
  (reduce .[] as $r ({}; .[$r.name] as $old |
     if $old == null or $r.cycles_per_s > $old.cycles_per_s then .[$r.name] = $r else . end)) as $best |
  def ratio($row; $kind): ($row.name | split(" ")[1:] | join(" ")) as $what |
    $best[$kind + " " + $what] as $other |
    if $other and $other.name != $row.name then $row.cycles_per_s / $other.cycles_per_s else null end;
  {schema: "nocstep.bench/2",
   rows: [$best[] | . + {ratio_to_flattened: ratio(.; "flattened"), ratio_to_base: ratio(.; "base"),
     ratio_to_lockstep: (if (.name | test("^(skip-idle|without-assertions|with-report) ")) then ratio(.; "lockstep") else null end)}],
   base: (if $base == "" then null else $base end),
   machine: {cpu: $cpu, cores: ($cores | tonumber), verilator: $verilator, cc: $cc}}' \
  "$rows" >"$build/bench.json.tmp" && mv "$build/bench.json.tmp" "$build/bench.json"
rm -rf "$rows" "$build/bench.run" "$build/bench.report"
jq -r 'def cell($x; $n): ((" " * $n) + (if $x then ($x * 100 | round / 100 | tostring) else "-" end))[-$n:];
  "\nname                                cycles/s   Mflit-hops/s   to flattened   to base   to lockstep",
  (.rows[] | [(.name + " " * 32)[0:32], cell(.cycles_per_s | round; 12), cell(.flit_hops_per_s / 1e6; 14),
   cell(.ratio_to_flattened; 15), cell(.ratio_to_base; 10), cell(.ratio_to_lockstep; 14)] | join(""))' \
  "$build/bench.json"
echo "left in $build/bench.json"
