#!/usr/bin/env bash
# Measures the instructions that a golden network takes for a router visit (a flit that leaves a router),
# with valgrind, which counts the same on every machine: mesh:8x8, 4 VCs of 8 flits, packets of 4 flits,
# by load. What 2000 cycles more take is looked at, so that building and printing do not count.
#   tests/bench/visits.sh [PROGRAM]
# Prints a line a load: the load, all instructions a visit, those of routers, of interfaces, of the
# workload, and the rest (links, the cycle loop).
set -eu
program=$(realpath "${1:-build/nocstep}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# count LOAD CYCLES: visits, then instructions of all, routers, interfaces and the workload.
count() {
  printf 'topology: mesh:8x8\nrouter: {vcs: 4, depth: 8}\nworkload: {traffic: uniform, load: %s, packet_flits: 4}
run: {router: ref, cycles: %s, drain: false}\n' "$1" "$2" >s.yaml
  valgrind --tool=callgrind --callgrind-out-file=profile "$program" run s.yaml --quiet --json r.json \
    2>valgrind.log
  jq .flits.switched r.json
  sed -n 's/.*Collected : //p' valgrind.log
  callgrind_annotate --inclusive=yes --threshold=100 profile 2>annotate.log >parts
  for part in router_step interface_step workload_cycle; do
    awk -v name="$part" '{sub(/\([ 0-9.]*%\)/, ""); if ($2 ~ "[:]" name "$") {gsub(",", "", $1); print $1; exit}}' parts
  done
}

for load in 0.02 0.2 0.4; do
  # shellcheck disable=SC2046  # numbers
  echo $load $(count $load 1000) $(count $load 3000) |
    awk '{for (i = 2; i <= 6; i++) d[i] = $(i + 5) - $i
      rest = d[3] - d[4] - d[5] - d[6]
      printf "%s %.0f %.0f %.0f %.0f %.0f\n", $1, d[3] / d[2], d[4] / d[2], d[5] / d[2], d[6] / d[2], rest / d[2]}'
done
