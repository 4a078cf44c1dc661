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

# pattern TRAFFIC TOPOLOGY VCS LOAD SEED OPTION..: latency within the network, and accepted flits a node
# and cycle, of 10,000 cycles
pattern() {
  local traffic=$1 topology=$2 vcs=$3 load=$4 seed=$5
  shift 5
  measure "$topology" "$vcs" 4 "$load" --set workload.traffic="$traffic" --set run.seed="$seed" \
    --set run.cycles=10000 --set run.drain=false "$@"
}
# seeds TRAFFIC TOPOLOGY VCS LOAD OPTION..: the mean latency of three seeds
seeds() {
  local traffic=$1 topology=$2 vcs=$3 load=$4
  shift 4
  for seed in 1 2 3; do
    pattern "$traffic" "$topology" "$vcs" "$load" $seed "$@"
  done | awk '{sum += $1} END {printf "%.2f", sum / NR}'
}
# saturation SHARE TRAFFIC TOPOLOGY VCS OPTION..: the highest load of which 98 % are accepted, where this
# share of the nodes sends
saturation() {
  local share=$1 traffic=$2 topology=$3 vcs=$4 low=50 high=1000 middle
  shift 4
  while [ $((high - low)) -gt 5 ]; do
    middle=$(((low + high) / 2))
    if pattern "$traffic" "$topology" "$vcs" "$(awk "BEGIN {print $middle / 1000}")" 1 "$@" |
      awk -v load=$middle -v share="$share" '{exit !($2 >= 0.98 * load / 1000 * share)}'; then
      low=$middle
    else
      high=$middle
    fi
  done
  awk "BEGIN {printf \"%.3f\", $low / 1000}"
}
while read -r traffic topology vcs share low half high; do
  echo "$topology $vcs VCs, $traffic, loads $low $half $high:"
  for way in allocation=serial allocation=speculative allocator=wavefront; do
    echo "  $way: $(for load in $low $half $high; do
      seeds "$traffic" "$topology" "$vcs" "$load" --set router.$way
      printf ' '
    done)saturation $(saturation "$share" "$traffic" "$topology" "$vcs" --set router.$way)"
  done
done <<'END'
uniform mesh 2 1 0.0197 0.1963 0.3533
transpose mesh 2 0.875 0.0200 0.0751 0.1352
bit-complement mesh 2 1 0.0200 0.1141 0.2053
uniform mesh 4 1 0.0197 0.2054 0.3697
transpose mesh 4 0.875 0.0200 0.0732 0.1318
bit-complement mesh 4 1 0.0200 0.1196 0.2153
uniform torus 2 1 0.0197 0.2219 0.3994
transpose torus 2 0.875 0.0200 0.1271 0.2287
bit-complement torus 2 1 0.0200 0.2105 0.3790
uniform torus 4 1 0.0197 0.2894 0.5210
transpose torus 4 0.875 0.0200 0.1363 0.2454
bit-complement torus 4 1 0.0200 0.2217 0.3990
END
