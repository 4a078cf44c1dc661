#!/usr/bin/env bash
# Throughput that another allocation costs or gains: accepted flits per node and cycle on mesh:8x8
# for four patterns, with the router as it is without keys and with another one, in the load at which
# the first is about saturated and beyond it; mean of three seeds (docs/timing.md). About a minute.
# The other is speculative; with --lookahead it has two stages and lookahead too; with --wavefront its
# switch allocator is one, with --wavefront-speculative it is speculative besides.
#   allocation.sh [--lookahead | --wavefront | --wavefront-speculative] [NOCSTEP]
set -eu
cd "$(dirname "$0")/../.."
other='allocation: speculative'
case ${1:-} in
  --lookahead) other+=', pipeline: 2, lookahead: true' ;;
  --wavefront) other='allocator: wavefront' ;;
  --wavefront-speculative) other+=', allocator: wavefront' ;;
esac
case ${1:-} in --*) shift ;; esac
nocstep=${1:-build/nocstep}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

run() { # traffic, load, flits, VCs, the router: accepted, and the share of speculative grants wasted
  local hotspot=
  if [ "$1" = hotspot ]; then hotspot=', hotspot_nodes: 27, hotspot_share: 1'; fi
  cat >"$dir/allocation.yaml" <<YAML
topology: mesh:8x8
router: {vcs: $4, depth: 8, $5}
workload: {traffic: $1$hotspot, load: $2, packet_flits: $3}
run: {router: ref, warmup: 2000, cycles: 6000, drain: false}
YAML
  for seed in 1 2 3; do
    "$nocstep" run "$dir/allocation.yaml" --seed $seed --quiet --json - |
      jq -r '"\(.throughput.accepted) \(.speculation.granted // 0) \(.speculation.wasted // 0)"'
  done | awk '{a += $1; g += $2; w += $3}
              END {printf "%.4f %.1f", a / NR, g + w ? 100 * w / (g + w) : 0}'
}

printf '%-15s %5s %6s %4s %9s %12s %8s %8s\n' traffic load flits VCs without with change wasted
for case in uniform,0.40,4,4 uniform,0.9,4,4 uniform,0.9,1,4 transpose,0.20,4,4 transpose,0.9,4,4 \
  bit-complement,0.22,4,4 bit-complement,0.9,4,4 uniform,0.9,1,1 uniform,0.9,4,1 hotspot,0.03,1,1; do
  IFS=, read -r traffic load flits vcs <<<"$case"
  read -r without _ <<<"$(run "$traffic" "$load" "$flits" "$vcs" 'allocation: serial')"
  read -r with wasted <<<"$(run "$traffic" "$load" "$flits" "$vcs" "$other")"
  awk -v t="$traffic" -v l="$load" -v f="$flits" -v v="$vcs" -v a="$without" -v b="$with" -v w="$wasted" \
    'BEGIN {printf "%-15s %5.2f %6d %4d %9.4f %12.4f %+7.1f%% %7.1f%%\n", t, l, f, v, a, b, 100 * (b / a - 1), w}'
done
