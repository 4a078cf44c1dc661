#!/usr/bin/env bash
# build.sh FOLDER RTL [Parameter=value..] -- bench.cpp with stream_bench, as FOLDER/bench, from the
# sources in the folder RTL. See tests/stream/verilated_bench.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/stream/verilated_bench.sh
. "$here/verilated_bench.sh"
folder=$1 rtl=$2
shift 2
declare -A value=([Vcs]=4 [Depth]=4 [FlitBits]=32 [CutThrough]=0 [Networks]=2 [LenW]=3 [MsgW]=4
  [AgeW]=0 [MaxFlits]=7 [SmallFlits]=4)
for parameter in "$@"; do value[${parameter%%=*}]=${parameter#*=}; done
verilated_bench stream_bench "$here/bench.cpp" "$folder" -F "$rtl/nocstep.f" "$here/stream_bench.sv"
