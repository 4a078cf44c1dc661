#!/usr/bin/env bash
# Accepted throughput beyond saturation with cut-through and packets of 1 and 8 flits in equal
# shares, mean of three seeds: what claims without room cost (docs/timing.md).
#   claims.sh [NOCSTEP]   another program than build/nocstep, such as one of an older revision
set -eu
cd "$(dirname "$0")/../.."
nocstep=${1:-build/nocstep}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

printf '%-12s %4s %9s\n' topology VCs accepted
for case in torus:8x8,2 torus:8x8,4 mesh:8x8,1 mesh:8x8,2 mesh:8x8,4 octagon:8,2 octagon:8,4; do
  cat >"$dir/claims.yaml" <<YAML
topology: ${case%,*}
router: {vcs: ${case#*,}, depth: 8, switching: cut-through}
workload: {traffic: uniform, load: 0.9, packet_flits: "1:0.5,8:0.5"}
run: {router: ref, warmup: 2000, cycles: 10000, drain: false}
YAML
  for seed in 1 2 3; do
    "$nocstep" run "$dir/claims.yaml" --seed $seed --quiet --json - | jq .throughput.accepted
  done | awk -v t="${case%,*}" -v v="${case#*,}" '{s += $1} END {printf "%-12s %4d %9.4f\n", t, v, s / NR}'
done
