#!/usr/bin/env bash
# make lint: every checker over everything it can read. Prints a line per checker; ends with
# "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 3
mkdir -p build
passed=0 failed=0
check() {
  local name=$1
  shift
  if "$@" >build/lint.log 2>&1; then
    echo "  ok    $name"
    passed=$((passed + 1))
  else
    echo "  FAIL  $name"
    head -n 40 build/lint.log | sed 's/^/        /'
    failed=$((failed + 1))
  fi
}
mapfile -t c_files < <(git ls-files 'csim/*.c' 'tb/*.c' 'tests/*.c' 'docs/*.c')
mapfile -t all_files < <(git ls-files "*.c" "*.h" "*.cpp")
include=(-Icsim -Itb -Itests "-isystem$(verilator --getenv VERILATOR_ROOT)/include/gtkwave")

gcc_strict() {
  local f
  for f in "${c_files[@]}"; do
    case $f in tests/fuzz/*) continue ;; esac
    gcc -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
      -fsyntax-only "${include[@]}" "$f" || return 1
  done
}
tidy() {
  printf '%s\0' "${c_files[@]}" | xargs -0 -P "$(nproc)" -n 4 sh -c \
    'clang-tidy --quiet "$@" -- -std=c17 -D_GNU_SOURCE '"${include[*]}"' 2>/dev/null' _
}
check "clang-format" clang-format --dry-run -Werror "${all_files[@]}"
check "gcc, all warnings" gcc_strict
check "cppcheck" cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr \
  --enable=warning,performance,portability --suppress=missingIncludeSystem -j "$(nproc)" \
  -D_GNU_SOURCE -Icsim -Itb -Itests csim tb/dut tb/lockstep tb/cli
check "clang-tidy" tidy
check "verilator -Wall and Yosys" rtl/check.sh quick  # every shape: make test-long
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
