#!/usr/bin/env bash
# A broadcast of 1 KiB in a mesh of as many routers as a wafer has: one line with the cycles it takes, the
# cycles that nothing can undercut (docs/bounds.md), seconds of the processor and of the clock, memory.
#   tests/bench/wafer.sh [COLUMNS ROWS [OPTION..]]
# COLUMNS and ROWS: 1000 and 850 if not given. Options are those of `nocstep run`, such as --threads 2.
# RANKS=4 splits the network over so many ranks of mpirun, of a program that is built with MPI; seconds of the
# processor and memory are sums over them then. A last line has the checksum of the result without .host, the
# same for any number of ranks.
set -eu
program=$(realpath "${NOCSTEP:-build/nocstep}")
columns=${1:-1000} rows=${2:-850}
shift $(($# < 2 ? $# : 2))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flits=128  # of 64 bits
cat >"$work/wafer.yaml" <<END
topology: mesh:${columns}x$rows
router: {vcs: 2, depth: 2}
workload: {collective: broadcast, scheme: binomial, message_flits: $flits, packet_flits: 16}
run: {router: ref}
END
start=
if [ -n "${RANKS:-}" ]; then
  start="mpirun --oversubscribe -q -n $RANKS"
  [ "$(id -u)" != 0 ] || start="$start --allow-run-as-root"
fi
# shellcheck disable=SC2086  # words
$start "$program" run "$work/wafer.yaml" --quiet --json "$work/r.json" "$@"
jq -r --argjson far $((columns + rows - 2)) --argjson flits $flits '
  (4 + ($far + 1) * 3 + $flits - 1) as $least |
  "mesh:'"$columns"'x'"$rows"': \(.result), completion \(.collective.completion), at least \($least), gap " +
  "\(.collective.completion / $least * 100 | round / 100); \(.flits.hops) link hops; " +
  "\(.host.cpu_s | round) s of the processor and \(.host.wall_s | round) by the clock in the cycle loop, " +
  "\(.host.peak_rss_bytes / 1e6 | round) MB"' "$work/r.json"
jq -S 'del(.host)' "$work/r.json" | sha256sum | cut -c 1-16
