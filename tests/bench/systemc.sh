#!/usr/bin/env bash
# Measures cycles a second under the SystemC kernel against `nocstep run` of the same scenario: as one
# module, and as a module a router and interface. Three turns of each, the best counts. Then TLM-2.0
# transactions a second of the example platform over the golden network, and over a bus of fixed latency.
#   tests/bench/systemc.sh [BUILD]
set -eu
build=$(realpath "${1:-build}")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
pkg-config --exists systemc || { echo "no SystemC: its speed is not measured"; exit 0; }
make -s -C "$root" BUILD="$build" systemc >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
read -ra libs < <(pkg-config --libs systemc)
g++ -std=c++17 -O2 -I"$root/csim/sim" -I"$root/tb/systemc" -o speed "$root/tests/bench/systemc.cpp" \
  -L"$build" -lnocstep-systemc -lnocstep "${libs[@]}" -Wl,-rpath,"$build"
seconds() { # COMMAND...: of the processor
  local TIMEFORMAT='%U'
  { time "$@" >/dev/null 2>/dev/null; } 2>&1
}
echo "router    mesh  load      nocstep run            one module               modules"
for router in ref rtl lockstep; do
  for side in 4 8; do
    case $router in ref) cycles=$((1600000 / (side * side))) ;; *) cycles=$((48000 / (side * side))) ;; esac
    cat >s.yaml <<S
topology: mesh:${side}x$side
router: {vcs: 2, depth: 8}
workload: {traffic: uniform, load: 0.2, packet_flits: 5}
run: {router: $router, cycles: $cycles, warmup: 100}
S
    "$build/nocstep" run s.yaml -q >/dev/null 2>&1  # plug-ins
    for turn in 1 2 3; do
      echo "run $(seconds "$build/nocstep" run s.yaml -q)"
      echo "whole $(seconds ./speed s.yaml whole)"
      echo "modules $(seconds ./speed s.yaml modules)"
    done >times
    awk -v router=$router -v side=$side -v cycles="$cycles" '
      !($1 in best) || $2 < best[$1] {best[$1] = $2}
      END {
        printf "%-9s %dx%d   0.2   %8d c/s  %8d c/s %3.0f %%  %8d c/s %3.0f %%\n", router, side, side,
          cycles / best["run"], cycles / best["whole"], 100 * best["run"] / best["whole"],
          cycles / best["modules"], 100 * best["run"] / best["modules"]
      }' times
  done
done

ln -s "$root/tb/systemc" nocstep
g++ -std=c++17 -O2 -I"$root/csim/sim" -I. -o platform "$root/tests/systemc/platform/platform.cpp" \
  -L"$build" -lnocstep-systemc -lnocstep "${libs[@]}" -ljansson -lyaml -Wl,-rpath,"$build"
PLATFORM=$work/platform "$root/tests/systemc/platform/speed.sh"
