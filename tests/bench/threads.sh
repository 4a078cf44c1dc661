#!/usr/bin/env bash
# Measures threads: seconds of the cycle loop of lockstep runs by one and more threads, the best
# of three, as the machine is and beside a busy loop for each of its processors.
# threads.sh [THREADS...]; prints the table of docs/scale.md. FIFO=1: the runs as the machine is go
# before all other programs (chrt, needs root).
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}
threads=("${@:-2}")

# best MESH CYCLES THREADS [COMMAND...]
best() {
  local mesh=$1 cycles=$2 number=$3
  shift 3
  for _ in 1 2 3; do
    printf 'topology: %s\nworkload: {traffic: uniform, load: 0.2, packet_flits: 4}\nrun: {router: lockstep, cycles: %s, drain: false}\n' \
      "$mesh" "$cycles" |
      "$@" "$build/nocstep" run - --quiet --threads "$number" --json - || exit 3
  done | jq -s 'map(.host.wall_s) | min * 100 | round / 100'
}

loops=()
trap '[ ${#loops[@]} -eq 0 ] || kill "${loops[@]}"' EXIT
idle=(env)
[ "${FIFO:-0}" = 0 ] || idle=(chrt -f 1)
echo "| topology | cycles | threads | s | s, busy machine |"
echo "|---|---|---|---|---|"
for run in "mesh:4x4 50000" "mesh:8x8 10000"; do
  read -r mesh cycles <<<"$run"
  for number in 1 "${threads[@]}"; do
    as_is=$(best "$mesh" "$cycles" "$number" "${idle[@]}")
    for _ in $(seq "$(nproc)"); do
      while :; do :; done &
      loops+=($!)
    done
    busy=$(best "$mesh" "$cycles" "$number" env)
    kill "${loops[@]}"
    wait "${loops[@]}" 2>/dev/null
    loops=()
    echo "| $mesh | $cycles | $number | $as_is | $busy |"
  done
done
