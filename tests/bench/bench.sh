#!/usr/bin/env bash
# make bench: the speed of golden, Verilated, lockstep and flattened networks in one run, best of
# three each, with ratios; leaves BUILD/bench.json. NOCSTEP_LONG=1 adds the flattened 8x8 mesh.
# Cycles per second are those of the cycle loop: building and loading are not counted.
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${1:-build}
rows=$build/bench.rows
: >"$rows"

# row NAME COMMAND...: the best of three results of a command that prints
# {"cycles_per_s": .., "flit_hops_per_s": ..}.
row() {
  local name=$1 i
  shift
  for i in 1 2 3; do "$@" || exit 3; done |
    jq -s -c --arg name "$name" 'max_by(.cycles_per_s) | {name: $name, cycles_per_s, flit_hops_per_s}' >>"$rows"
  tail -n 1 "$rows" | jq -r '"  \(.name)  \(.cycles_per_s | round) cycles/s"' >&2
}
# simulate ROUTER MESH LOAD CYCLES [THREADS]
simulate() {
  printf 'topology: %s\nworkload: {traffic: uniform, load: %s, packet_flits: 4}\nrun: {router: %s, cycles: %s, drain: false}\n' \
    "$2" "$3" "$1" "$4" | "$build/nocstep" run - --quiet --threads "${5:-1}" --json - |
    jq -c '.host | {cycles_per_s, flit_hops_per_s}'
}

row "golden 8x8 load 0.02" simulate ref mesh:8x8 0.02 400000
row "golden 8x8 load 0.2" simulate ref mesh:8x8 0.2 200000
row "golden 8x8 load 0.4" simulate ref mesh:8x8 0.4 100000
row "golden 32x32 load 0.05" simulate ref mesh:32x32 0.05 10000
row "golden 32x32 load 0.1" simulate ref mesh:32x32 0.1 10000
row "golden 4x4 load 0.2" simulate ref mesh:4x4 0.2 1000000
row "verilated 4x4 load 0.2" simulate rtl mesh:4x4 0.2 100000
row "lockstep 4x4 load 0.2" simulate lockstep mesh:4x4 0.2 100000
row "verilated 8x8 load 0.2" simulate rtl mesh:8x8 0.2 20000
row "lockstep 8x8 load 0.2" simulate lockstep mesh:8x8 0.2 20000
row "lockstep-2-threads 4x4 load 0.2" simulate lockstep mesh:4x4 0.2 100000 2
row "lockstep-2-threads 8x8 load 0.2" simulate lockstep mesh:8x8 0.2 20000 2
row "flattened 4x4 load 0.2" "$build/tests/bench/flattened" mesh:4x4 0.2 50000
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  row "flattened 8x8 load 0.2" "$build/tests/bench/flattened" mesh:8x8 0.2 5000
fi

# The ratio is to the flattened mesh of the same size and load, where it was measured.
jq -s --arg cpu "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
  --arg cores "$(nproc)" --arg verilator "$(verilator --version)" --arg cc "$(gcc --version | head -n 1)" '
  . as $rows |
  {schema: "nocstep.bench/1",
   rows: [$rows[] | . as $row | (.name | split(" ")[1:] | join(" ")) as $what |
     ($rows | map(select(.name == "flattened " + $what)) | first) as $flat |
     . + {ratio_to_flattened: (if $flat then .cycles_per_s / $flat.cycles_per_s else null end)}],
   machine: {cpu: $cpu, cores: ($cores | tonumber), verilator: $verilator, cc: $cc}}' \
  "$rows" >"$build/bench.json.tmp" && mv "$build/bench.json.tmp" "$build/bench.json"
rm -f "$rows"
jq -r '"\nname                                cycles/s   Mflit-hops/s   ratio to flattened",
  (.rows[] | [(.name + " " * 32)[0:32], ("           " + (.cycles_per_s | round | tostring))[-12:],
   ("             " + (.flit_hops_per_s / 1e4 | round / 100 | tostring))[-14:],
   ("             " + (if .ratio_to_flattened then (.ratio_to_flattened * 100 | round / 100 | tostring) else "-" end))[-20:]] | join(""))' \
  "$build/bench.json"
echo "left in $build/bench.json"
