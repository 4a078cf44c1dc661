#!/usr/bin/env bash
# A broadcast of 1 KiB, or an allreduce of 1 KiB a node, in a mesh of as many routers as a wafer has: one line
# with the cycles it takes, the cycles that nothing can undercut (`distance` of docs/bounds.md), seconds of the
# processor and of the clock, memory.
#   tests/bench/wafer.sh [COLUMNS ROWS [OPTION..]]
# COLUMNS and ROWS: 1000 and 850 if not given. Options are those of `nocstep run`, such as --threads 2.
# COLLECTIVE=allreduce, or another that the scheme `binomial` has. What is combined is not cut into packets, and
# the head of one so long takes flits of 128 bits.
# RANKS=4 splits the network over so many ranks of mpirun, of a program that is built with MPI; seconds of the
# processor and memory are sums over them then. A last line has the checksum of the result without .host, the
# same for any number of ranks.
set -eu
program=$(realpath "${NOCSTEP:-build/nocstep}")
columns=${1:-1000} rows=${2:-850}
shift $(($# < 2 ? $# : 2))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
collective=${COLLECTIVE:-broadcast}
bits=64 flits=128 packet=16
case $collective in reduce | allreduce) bits=128 flits=64 packet=64 ;; esac
cat >"$work/wafer.yaml" <<END
topology: mesh:${columns}x$rows
router: {vcs: 2, depth: 2, flit_bits: $bits}
workload: {collective: $collective, scheme: binomial, message_flits: $flits, packet_flits: $packet}
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
  "mesh:'"$columns"'x'"$rows"', '"$collective"': \(.result), completion \(.collective.completion), at least \($least), gap " +
  "\(.collective.completion / $least * 100 | round / 100); \(.flits.hops) link hops; " +
  "\(.host.cpu_s | round) s of the processor and \(.host.wall_s | round) by the clock in the cycle loop, " +
  "\(.host.peak_rss_bytes / 1e6 | round) MB"' "$work/r.json"
jq -S 'del(.host)' "$work/r.json" | sha256sum | cut -c 1-16
