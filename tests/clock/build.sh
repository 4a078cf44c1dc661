#!/usr/bin/env bash
# build.sh BENCH FOLDER RTL [Parameter=value..] -- BENCH.cpp with BENCH.sv, as FOLDER/bench, from the
# sources in the folder RTL, with the synchronizer of tests/clock/window; SYNCHRONIZER=rtl: with that
# of the RTL. See tests/stream/verilated_bench.sh.
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
esac
for parameter in "$@"; do value[${parameter%%=*}]=${parameter#*=}; done
synchronizer=$here/window/synchronizer.sv
if [ "${SYNCHRONIZER:-}" = rtl ]; then synchronizer=$rtl/clock/synchronizer.sv; fi
mapfile -t sources < <(sed '/^\/\//d' "$rtl/nocstep.f" | sed "s|^|$rtl/|; s|^.*/clock/synchronizer.sv|$synchronizer|")
verilated_bench "$bench" "$here/$bench.cpp" "$folder" "${sources[@]}" "$here/$bench.sv"
