#!/usr/bin/env bash
# The quick tier with the address, leak and undefined-behaviour sanitizers of gcc:
#
#   test_sanitizers.sh          all of it but what `left_out` names
#   test_sanitizers.sh NAME..   programs with one of these words in their names, as of make test
#
# The program, its libraries and its tests are built into BUILD/sanitizers and run by tests/run.sh. The
# first finding ends a process with status 99, which no test takes for one of ours, and leaves a report in
# BUILD/sanitizers/reports: so nothing goes by where a test expects an error, or looks at no status.
#
# Plug-ins are those of make test, not sanitized: the code that Verilator makes is not ours, and takes
# longest to compile of all. What of ours is in them (tb/dut/shim.cpp) is tried by building those of
# `with_plugins` anew, with the address sanitizer.
#
# A program that passed and left no report is not run again while it and all that it depends on are the
# same (tests/kept.sh), so a run that was interrupted goes on where it stopped.
#
# Ends with "N passed, N failed": the build, what shows that the sanitizers see, the tests, no report.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${NOCSTEP_BUILD:-$root/build}
mkdir -p "$build/sanitizers"
build=$(realpath "$build")
out=$build/sanitizers
reports=$out/reports
# An undefined operation is a trap, which the address sanitizer reports like a bad address: the message of
# the other sanitizer goes to standard error only, and its code takes half as long again to compile.
flags='-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fsanitize-undefined-trap-on-error'
# As for a test of the quick tier, whatever this one is part of.
unset NOCSTEP_LONG content NOCSTEP
export NOCSTEP_HOME=$root NOCSTEP_QUICK_PLUGINS=1 NOCSTEP_SANITIZED=$reports
export NOCSTEP_PLUGINS=${NOCSTEP_PLUGINS:-$build/plugins} TEST_TIMEOUT=${TEST_TIMEOUT:-20000}
passed=0 failed=0

# The programs of the quick tier that are left out, each with its reason. Within some others
# NOCSTEP_SANITIZED leaves out what limits the address space, of which the sanitizer takes terabytes.
left_out=(
  'network/test_out_of_memory'  # has a malloc() of its own, as the sanitizer does
  'unit/test_memory_stream'     # the same
  'cli/test_(lint|rtl)'         # read sources, and run nothing of ours
  'cli/test_(library|tlm_platform)'  # install what make builds with its own flags
  '(formal|mutation)/.*'        # likewise: programs of Yosys and Verilator alone
)

# The programs whose plug-ins are sanitized too, in a second run of theirs.
with_plugins=(unit/test_fifo unit/test_worm_table network/test_lockstep network/test_lockstep_worms)

fuzz_targets=("$root"/tests/fuzz/fuzz_*.c)
fuzz_targets=("${fuzz_targets[@]##*/}")
fuzz_targets=("${fuzz_targets[@]%.c}")

programs() {
  (cd "$root/tests" && ls {unit,network}/test_*.c {cli,formal,mutation}/test_*.sh fuzz/test_corpus.sh) |
    sed 's/\.c$//; s/\.sh$//' | grep -v -x -E "$(IFS='|'; echo "${left_out[*]}")"
}

path_of() {
  case $1 in
    cli/* | fuzz/*) echo "$root/tests/$1.sh" ;;
    *) echo "$out/tests/$1" ;;
  esac
}

verdict() {
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL  $1"; fi
}

# The handlers of the tests, which would fail the one test only, do not get the trap.
sanitized() {
  ASAN_OPTIONS=detect_leaks=1:handle_sigill=2:exitcode=99:log_exe_name=1:log_path=$reports/report "$@"
}

# A program with a fault, built like all others, ends with status 99 and a report.
planted() {
  local status=0 before after
  printf '%s\n' '#include <limits.h>' '#include <stdlib.h>' '#include <string.h>' \
    'int main(int argc, char *argv[]) {(void)argv;' "$1" '}' >"$out/planted.c"
  # shellcheck disable=SC2086  # flags
  gcc $flags -w -o "$out/planted" "$out/planted.c" || return 1
  before=$(find "$reports" -type f | wc -l)
  sanitized "$out/planted" >"$out/planted.log" 2>&1 || status=$?
  after=$(find "$reports" -type f | wc -l)
  rm -f "$reports"/*
  [ "$status" = 99 ] && [ "$after" -gt "$before" ]
}

# Builds all programs, or, if some are named, only what these are built from.
build_all() {
  local targets=(programs) name
  if [ $# -gt 0 ]; then targets=("$out/nocstep"); fi
  for name in "$@"; do
    case $name in
      cli/*) targets+=("$out"/docs/{man,completion,keys}/generate) ;;
      fuzz/*) targets+=("${fuzz_targets[@]/#/$out/tests/fuzz/}") ;;
      *) targets+=("$out/tests/$name") ;;
    esac
  done
  make -C "$root" -j "${JOBS:-$(nproc)}" BUILD="$out" CFLAGS="$flags" "${targets[@]}" >"$out/make.log" 2>&1
}

# The reports that say no more than that the leak sanitizer itself came to grief: it looks at a process that
# ends from another one, which crashes once in ten thousand times on a busy machine, and has seen nothing then.
crashes_of_the_sanitizer() {
  grep -L '^SUMMARY' "$reports"/* 2>/dev/null | xargs -r grep -l 'LeakSanitizer has encountered a fatal error'
}

# Runs programs by name, and takes over their counts. Where the sanitizer crashed, the program is run again,
# with all that did not pass or left a report, three times at most.
run_programs() {
  local paths=() crashes=() name counts again
  for name in "$@"; do paths+=("$(path_of "$name")"); done
  for again in yes yes no; do
    sanitized "$root/tests/run.sh" "$out" "${paths[@]}" 2>&1 | tee "$out/tests.log"
    mapfile -t crashes < <(crashes_of_the_sanitizer)
    if [ ${#crashes[@]} -eq 0 ] || [ $again = no ]; then break; fi
    rm "${crashes[@]}"
    echo "the leak sanitizer crashed ${#crashes[@]} times: once more"
  done
  counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$out/tests.log" | tail -n 1)
  passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
}

# The program looks for the scenarios in the folder above its own.
main() {
  local names=() some=() word
  for word in "$@"; do mapfile -t -O "${#some[@]}" some < <(programs | grep -F -- "$word"); done
  names=("${some[@]}")
  if [ $# -eq 0 ]; then mapfile -t names < <(programs); fi
  if ! build_all "${some[@]}"; then
    tail -n 20 "$out/make.log"
    echo "0 passed, 1 failed"
    return 1
  fi
  passed=1
  mkdir -p "$build/tests" && ln -sfn "$root/tests/scenarios" "$build/tests/scenarios"
  rm -rf "$reports" && mkdir -p "$reports"
  planted 'char *volatile p = calloc(8, 1); int c = p[7 + argc]; free(p); return c;'
  verdict "a byte read beyond the end is seen" $?
  planted 'volatile int sum = INT_MAX; sum += argc; return 0;'
  verdict "a sum that overflows is seen" $?
  planted 'char *volatile p = strdup("lost"); p = NULL; return 0;'
  verdict "memory that is lost is seen" $?
  printf '%s\n' 'Tracer caught signal 11' '==x==LeakSanitizer has encountered a fatal error.' >"$reports/crash"
  printf '%s\n' '==x==ERROR: LeakSanitizer: detected memory leaks' 'SUMMARY: 1 byte' >"$reports/leak"
  verdict "its own crash is told from a leak" "$([ "$(crashes_of_the_sanitizer)" = "$reports/crash" ]; echo $?)"
  rm "$reports/crash" "$reports/leak"
  run_programs "${names[@]}"
  if [ $# -eq 0 ]; then
    printf '#!/bin/sh\nexec g++ -fsanitize=address "$@"\n' >"$out/cxx" && chmod +x "$out/cxx"
    CXX=$out/cxx NOCSTEP_PLUGINS=$out/plugins run_programs "${with_plugins[@]}"
  fi
  # One line of each kind of report, and where its text is.
  grep -h '^SUMMARY' "$reports"/* 2>/dev/null | sort | uniq -c | sort -rn | head -n 20
  verdict "no report in $reports" "$([ -z "$(ls "$reports")" ]; echo $?)"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

main "$@"
