#!/usr/bin/env bash
# Measures what the library costs beside the command: instructions of 8x8 at load 0.2, by valgrind.
#   tests/bench/library.sh [BUILD]
set -eu
build=$(realpath "${1:-build}")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
make -s -C "$root" BUILD="$build" library
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >s.yaml <<'S'
topology: mesh:8x8
router: {vcs: 4, depth: 8}
workload: {traffic: uniform, load: 0.2, packet_flits: 5}
run: {router: ref, cycles: 5000, warmup: 500}
S
cat >p.c <<'S'
#include "nocstep.h"
int main(void) {
  char error[NOCSTEP_ERROR];
  nocstep_t *n = nocstep_open("s.yaml", 0, 0, error);
  const bool ok = n != 0 && nocstep_drain(n);
  nocstep_close(n);
  return ok ? 0 : 1;
}
S
gcc -O2 -I"$root/csim/sim" -o p p.c -L"$build" -lnocstep
ln -s "$build/libnocstep.so" libnocstep.so.0
count() {
  LD_LIBRARY_PATH=. valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
    sed -n 's/.*Collected : //p'
}
command=$(count "$build/nocstep" run s.yaml -q) library=$(count ./p)
awk -v c="$command" -v l="$library" 'BEGIN {printf "command %d, library %d instructions: %.3f\n", c, l, l / c}'
