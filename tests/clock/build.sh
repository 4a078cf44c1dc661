#!/usr/bin/env bash
# build.sh BENCH FOLDER RTL [Parameter=value..] -- BENCH.cpp with BENCH.sv, as FOLDER/bench, from the
# sources in the folder RTL, with the synchronizer of tests/clock/window; SYNCHRONIZER=rtl: with that
# of the RTL. A ratio_bench has the golden model of the link. See tests/stream/verilated_bench.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/stream/verilated_bench.sh
. "$here/../stream/verilated_bench.sh"
bench=$1 folder=$2 rtl=$(realpath "$3")
shift 3
declare -A value=([Vcs]=2 [Depth]=3 [Stages]=2 [AKeepsUp]=0 [BKeepsUp]=0)
case $bench in
  link_bench) value+=([FlitBits]=32 [FifoDepth]=4) ;;
  mesh_bench) value+=([FlitBits]=32 [Networks]=1 [CutThrough]=0 [Pipeline]=3) ;;
  ratio_bench)
    value=([Vcs]=2 [Depth]=3 [FlitBits]=32 [Latency]=1 [LinkKeepsUp]=0 [RouterKeepsUp]=0)
    mkdir -p "$folder"
    csim=$(realpath "$here/../../csim")
    gcc -std=c17 -O1 "-I$csim" -c -o "$folder/golden.o" "$csim/network/link_clock.c"
    export BENCH_LINK="-I$csim golden.o"
    ;;
esac
for parameter in "$@"; do value[${parameter%%=*}]=${parameter#*=}; done
synchronizer=$here/window/synchronizer.sv
if [ "${SYNCHRONIZER:-}" = rtl ]; then synchronizer=$rtl/clock/synchronizer.sv; fi
mapfile -t sources < <(sed '/^\/\//d' "$rtl/nocstep.f" | sed "s|^|$rtl/|; s|^.*/clock/synchronizer.sv|$synchronizer|")
verilated_bench "$bench" "$here/$bench.cpp" "$folder" "${sources[@]}" "$here/$bench.sv"
