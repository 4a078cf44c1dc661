#!/usr/bin/env bash
# build.sh BENCH FOLDER RTL [Parameter=value..] -- BENCH.cpp with BENCH.sv, as FOLDER/bench, from the
# sources in the folder RTL, with the synchronizer of tests/clock/window; SYNCHRONIZER=rtl: with that
# of the RTL. Verilator's runtime is that of tests/stream. BENCH_FLAGS: more options of Verilator.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bench=$1 folder=$2 rtl=$(realpath "$3")
shift 3
declare -A value=([Vcs]=2 [Depth]=3 [Stages]=2 [AKeepsUp]=0 [BKeepsUp]=0)
case $bench in
  link_bench) value+=([FlitBits]=32 [FifoDepth]=4) ;;
  mesh_bench) value+=([FlitBits]=32 [Networks]=1 [CutThrough]=0 [Pipeline]=3) ;;
esac
for parameter in "$@"; do value[${parameter%%=*}]=${parameter#*=}; done
options=() macros=()
for name in "${!value[@]}"; do
  options+=("-G$name=${value[$name]}")
  macros+=("-D$(sed 's/\(.\)\([A-Z]\)/\1_\2/g' <<<"$name" | tr '[:lower:]' '[:upper:]')=${value[$name]}")
done
synchronizer=$here/window/synchronizer.sv
if [ "${SYNCHRONIZER:-}" = rtl ]; then synchronizer=$rtl/clock/synchronizer.sv; fi
mapfile -t sources < <(sed '/^\/\//d' "$rtl/nocstep.f" | sed "s|^|$rtl/|; s|^.*/clock/synchronizer.sv|$synchronizer|")
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
mkdir -p "$folder"
# shellcheck disable=SC2086  # a list
"$verilator" --cc -Wall --output-split 0 ${BENCH_FLAGS:-} "${options[@]}" --Mdir "$folder" \
  --top-module "$bench" "${sources[@]}" "$here/$bench.sv"
cd "$folder"
# All in one: the headers are read once. Warnings are those of the bench alone.
{ echo '#pragma GCC diagnostic push'
  echo '#pragma GCC diagnostic ignored "-Wall"'
  for file in "V$bench"*.cpp; do echo "#include \"$file\""; done
  echo '#pragma GCC diagnostic pop'
  echo "#include \"$here/$bench.cpp\""; } >all.cc
g++ "${flags[@]}" "${macros[@]}" -Wall "-I$here" -o bench all.cc "$runtime" -lpthread -latomic
