#!/usr/bin/env bash
# Prints our side of the tables of docs/accuracy.md: mean latencies of packets, in cycles. NOCSTEP is the
# program. The loads are 63/64 of the other side's, whose nodes send to themselves as well.
set -eu
program=$(realpath "${NOCSTEP:-build/nocstep}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# measure TOPOLOGY VCS FLITS LOAD OPTION..: latency within the network, and accepted flits a node and cycle
measure() {
  printf 'topology: %s:8x8\nrouter: {vcs: %s, depth: 8}\n' "$1" "$2" >s.yaml
  printf 'workload: {traffic: uniform, load: %s, packet_flits: %s}\n' "$4" "$3" >>s.yaml
  printf 'run: {router: ref, warmup: 10000, cycles: 20000}\n' >>s.yaml
  shift 4
  "$program" run s.yaml "$@" --quiet --json r.json
  jq -r '"\(.network_latency.mean * 100 | round / 100) \(.throughput.accepted * 1000 | round / 1000)"' r.json
}

for shape in "mesh 2" "mesh 4" "mesh 8" "torus 2" "torus 4"; do
  for load in 0.0196875 0.196875 0.2953125 0.354375; do
    # shellcheck disable=SC2086  # two words
    echo "$shape VCs, packets of 4, load $load: $(measure $shape 4 $load) speculative $(measure $shape 4 $load \
      --set router.allocation=speculative) wavefront $(measure $shape 4 $load --set router.allocator=wavefront)"
  done
done
for flits in 1 2 4 8; do
  echo "mesh 8 VCs, packets of $flits, load 0.354375: $(measure mesh 8 $flits 0.354375)"
done
for allocator in separable wavefront; do
  echo "mesh 8 VCs, packets of 4, load 0.3740625, $allocator: $(measure mesh 8 4 0.3740625 \
    --set router.allocator=$allocator)"
done
for vcs in 2 4; do
  echo "torus $vcs VCs, packets of 1, load 0.9: $(measure torus $vcs 1 0.9 --set run.warmup=5000 \
    --set run.cycles=5000 --set run.drain=false)"
done
