#!/usr/bin/env bash
# Memory and speed of large golden networks: tests/bench/scale.sh [TOPOLOGY...], by default the
# hierarchical 3D-meshes of 1 thousand to 4 million nodes. Uniform traffic of packets of 4 flits,
# 2 VCs of 2 flits. LOAD (0.001), FLIT_BITS (64), CYCLES (500, more of small networks), BUILD (build).
# One run after the other; each is refused by nocstep if it does not fit into the memory.
#
#   bytes/router  peak of the program, less that of two routers, over the routers
#   set-up        all but the cycle loop: reading, building, results
#   ms/cycle      of the cycle loop, from the empty network on
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}
[ $# -gt 0 ] || set -- h3dm:m=4,n=4,levels={2,3,4,5},q=0

# run TOPOLOGY CYCLES: "bytes routers nodes seconds cycles/s Mflit-hops/s", the time included.
run() {
  local text from
  from=$(date +%s.%N)
  text=$(printf 'topology: "%s"\nrouter: {vcs: 2, depth: 2, flit_bits: %s}\nworkload: {traffic: uniform, load: %s, packet_flits: 4}\nrun: {cycles: %s, drain: false}\n' \
    "$1" "${FLIT_BITS:-64}" "${LOAD:-0.001}" "$2" | "$build/nocstep" run -) || return 1
  awk -v total="$(date +%s.%N) - $from" '
    BEGIN {split(total, t, " - "); total = t[1] - t[2]}
    /^result/ {ok = $2 == "pass"}
    /^speed/ {wall = $2; rate = $6}
    /^memory/ {mib = $2; routers = $4; nodes = $6}
    END {print mib, routers, nodes, total - wall, wall, rate; exit !ok}' <<<"$text"
}

read -r base _ < <(run mesh:2x1 10) || exit 3
printf '%-30s %9s %9s %13s %10s %10s %14s\n' \
  topology nodes MiB bytes/router "set-up s" ms/cycle Mflit-hops/s
status=0
for topology; do
  # A small network runs again, for some seconds.
  cycles=${CYCLES:-500}
  read -r mib routers nodes setup wall rate < <(run "$topology" "$cycles") && [ -n "$rate" ] || { status=1; continue; }
  if [ -z "${CYCLES:-}" ] && awk -v wall="$wall" 'BEGIN {exit !(wall < 2)}'; then
    cycles=$(awk -v wall="$wall" 'BEGIN {print int(500 * (wall < 0.02 ? 200 : 4 / wall))}')
    read -r mib routers nodes setup wall rate < <(run "$topology" "$cycles")
  fi
  awk -v t="$topology" -v n="$nodes" -v r="$routers" -v mib="$mib" -v base="$base" -v setup="$setup" \
    -v wall="$wall" -v cycles="$cycles" -v rate="$rate" 'BEGIN {
      printf "%-30s %9d %9.0f %13d %10.1f %10.3f %14.2f\n",
        t, n, mib, (mib - base) * 1048576 / r, setup, wall * 1000 / cycles, rate}'
done
exit $status
