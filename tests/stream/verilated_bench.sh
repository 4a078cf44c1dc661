# verilated_bench -- sourced by the build.sh of the benches in C++: one way to make them.
#
#   verilated_bench TOP FILE.cpp FOLDER SOURCE..   FOLDER/bench, from the module TOP of the sources
#                                                  (options of Verilator too) and FILE.cpp
#
# The array `value` has the parameters of TOP; FILE.cpp gets them as macros, FlitBits as FLIT_BITS.
# Verilator's runtime is compiled once for all, into the build folder. BENCH_FLAGS: more options of
# Verilator. BENCH_LINK: more of the compiler, such as objects in FOLDER.
# shellcheck shell=bash disable=SC2154  # `value` is the caller's
verilated_bench() {
  local top=$1 bench=$2 folder=$3 name options=() macros=() flags root runtime new file compiler=g++
  local verilator=${VERILATOR:-verilator}
  shift 3
  for name in "${!value[@]}"; do
    options+=("-G$name=${value[$name]}")
    macros+=("-D$(sed 's/\(.\)\([A-Z]\)/\1_\2/g' <<<"$name" | tr '[:lower:]' '[:upper:]')=${value[$name]}")
  done
  # Clang, where it is, takes two thirds of the time for what is not optimized.
  ! command -v clang++ >/dev/null || compiler=clang++
  root=$("$verilator" --getenv VERILATOR_ROOT)/include
  flags=(-std=c++17 -O0 -I. "-I$root" "-I$root/vltstd" -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0)
  runtime=$(realpath -m "${NOCSTEP_BUILD:-$(dirname "${BASH_SOURCE[0]}")/../../build}")/stream
  runtime=$runtime/runtime-$compiler-$("$verilator" --version | cksum | cut -d ' ' -f 1).o
  if [ ! -e "$runtime" ]; then
    mkdir -p "$(dirname "$runtime")"
    new=$(mktemp "$runtime.XXXXXX")
    printf '#include "verilated.cpp"\n#include "verilated_threads.cpp"\n' |
      $compiler "${flags[@]}" -w -x c++ -c -o "$new" -
    mv "$new" "$runtime"
  fi
  mkdir -p "$folder"
  # tb/dut/plugin_build.c says why that optimizer is off: modules may be netlists.
  # shellcheck disable=SC2086  # a list
  "$verilator" --cc -Wall --output-split 0 -fno-const-bit-op-tree ${BENCH_FLAGS:-} "${options[@]}" --Mdir "$folder" \
    --top-module "$top" "$@"
  cd "$folder"
  # All in one: the headers are read once. Warnings are those of the bench alone.
  { echo '#pragma GCC diagnostic push'
    echo '#pragma GCC diagnostic ignored "-Wall"'
    for file in "V$top"*.cpp; do echo "#include \"$file\""; done
    echo '#pragma GCC diagnostic pop'
    echo "#include \"$bench\""; } >all.cc
  # shellcheck disable=SC2086  # a list
  $compiler "${flags[@]}" "${macros[@]}" -Wall "-I$(dirname "$bench")" -o bench all.cc ${BENCH_LINK:-} "$runtime" -lpthread -latomic
}
