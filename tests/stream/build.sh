#!/usr/bin/env bash
# build.sh FOLDER RTL [Parameter=value..] -- bench.cpp with stream_bench, as FOLDER/bench, from the
# sources in the folder RTL. Verilator's runtime is compiled once for all, into the build folder.
# BENCH_FLAGS: more options of Verilator.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1 rtl=$2
shift 2
declare -A value=([Vcs]=4 [Depth]=4 [FlitBits]=32 [CutThrough]=0 [Networks]=2 [LenW]=3 [MsgW]=4
  [AgeW]=0 [MaxFlits]=7 [SmallFlits]=4)
for parameter in "$@"; do value[${parameter%%=*}]=${parameter#*=}; done
options=() macros=()
for name in "${!value[@]}"; do
  options+=("-G$name=${value[$name]}")
  macros+=("-D$(sed 's/\([a-z]\)\([A-Z]\)/\1_\2/g' <<<"$name" | tr '[:lower:]' '[:upper:]')=${value[$name]}")
done
verilator=${VERILATOR:-verilator}
root=$("$verilator" --getenv VERILATOR_ROOT)/include
flags=(-std=c++17 -O0 -I. "-I$root" "-I$root/vltstd" -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0)
runtime=$(realpath -m "${NOCSTEP_BUILD:-$here/../../build}")/stream
runtime=$runtime/runtime-$("$verilator" --version | cksum | cut -d ' ' -f 1).o
if [ ! -e "$runtime" ]; then
  mkdir -p "$(dirname "$runtime")"
  new=$(mktemp "$runtime.XXXXXX")
  printf '#include "verilated.cpp"\n#include "verilated_threads.cpp"\n' |
    g++ "${flags[@]}" -w -x c++ -c -o "$new" -
  mv "$new" "$runtime"
fi
# shellcheck disable=SC2086  # a list
"$verilator" --cc -Wall --output-split 0 ${BENCH_FLAGS:-} "${options[@]}" --Mdir "$folder" \
  --top-module stream_bench -F "$rtl/nocstep.f" "$here/stream_bench.sv"
cd "$folder"
# All in one: the headers are read once. Warnings are those of the bench alone.
{ echo '#pragma GCC diagnostic push'
  echo '#pragma GCC diagnostic ignored "-Wall"'
  for file in Vstream_bench*.cpp; do echo "#include \"$file\""; done
  echo '#pragma GCC diagnostic pop'
  echo "#include \"$here/bench.cpp\""; } >all.cc
g++ "${flags[@]}" "${macros[@]}" "-I$here" -o bench all.cc "$runtime" -lpthread -latomic
