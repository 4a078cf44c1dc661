#!/usr/bin/env bash
# Throughput that speculative allocation costs: accepted flits per node and cycle on mesh:8x8 for
# three patterns, with serial and speculative allocation, in the load at which the serial router is
# about saturated and beyond it; mean of three seeds (docs/timing.md). About a minute. With --lookahead
# the serial router has a pipeline of 3, the other one of 2 with lookahead.
#   speculation.sh [--lookahead] [NOCSTEP]
set -eu
cd "$(dirname "$0")/../.."
other='allocation: speculative'
if [ "${1:-}" = --lookahead ]; then
  other+=', pipeline: 2, lookahead: true'
  shift
fi
nocstep=${1:-build/nocstep}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

run() { # traffic, load, flits, the router: accepted, and the share of speculative grants wasted
  cat >"$dir/speculation.yaml" <<YAML
topology: mesh:8x8
router: {vcs: 4, depth: 8, $4}
workload: {traffic: $1, load: $2, packet_flits: $3}
run: {router: ref, warmup: 2000, cycles: 6000, drain: false}
YAML
  for seed in 1 2 3; do
    "$nocstep" run "$dir/speculation.yaml" --seed $seed --quiet --json - |
      jq -r '"\(.throughput.accepted) \(.speculation.granted // 0) \(.speculation.wasted // 0)"'
  done | awk '{a += $1; g += $2; w += $3}
              END {printf "%.4f %.1f", a / NR, g + w ? 100 * w / (g + w) : 0}'
}

printf '%-15s %5s %6s %9s %12s %8s %8s\n' traffic load flits serial speculative change wasted
for case in uniform,0.40,4 uniform,0.9,4 uniform,0.9,1 transpose,0.20,4 transpose,0.9,4 \
  bit-complement,0.22,4 bit-complement,0.9,4; do
  IFS=, read -r traffic load flits <<<"$case"
  read -r serial _ <<<"$(run "$traffic" "$load" "$flits" 'allocation: serial')"
  read -r speculative wasted <<<"$(run "$traffic" "$load" "$flits" "$other")"
  awk -v t="$traffic" -v l="$load" -v f="$flits" -v a="$serial" -v b="$speculative" -v w="$wasted" \
    'BEGIN {printf "%-15s %5.2f %6d %9.4f %12.4f %+7.1f%% %7.1f%%\n", t, l, f, a, b, 100 * (b / a - 1), w}'
done
