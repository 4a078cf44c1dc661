#!/usr/bin/env bash
# build.sh FOLDER RTL [Parameter=value..] -- idle_bench.cpp with idle_bench.sv, as FOLDER/bench, from
# the sources in the folder RTL. See tests/stream/verilated_bench.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/stream/verilated_bench.sh
. "$here/../stream/verilated_bench.sh"
folder=$1 rtl=$2
shift 2
declare -A value=([Vcs]=2 [Depth]=2 [FlitBits]=32 [Pipeline]=3 [Own]=0)
for parameter in "$@"; do value[${parameter%%=*}]=${parameter#*=}; done
verilated_bench idle_bench "$here/idle_bench.cpp" "$folder" -F "$rtl/nocstep.f" "$here/own_line.sv" "$here/idle_bench.sv"
