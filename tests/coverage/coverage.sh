#!/usr/bin/env bash
# Coverage of the committed regression, `make coverage`: coverage.sh BUILD [PART..], where a part is
# rtl (lines and toggles of the RTL over the tests of units and tests/scenarios, and events of these)
# or c (lines and branches of C,
# over a part of make test; COVERED has words of its programs' names). Leaves BUILD/coverage/report.txt
# and prints its sums. A part that was interrupted goes on with the plug-ins and objects that are there.
set -u
build=$1
shift
parts=${*:-rtl c}
out=$build/coverage
mkdir -p "$out"
here=$(dirname "${BASH_SOURCE[0]}")

# Programs that hold a unit of the RTL against its twin, with plug-ins that count.
units() {
  local programs
  programs=$(grep -lE 'unit_(lockstep_run|[a-z_]*check)\(' tests/unit/test_*.c | sed 's,tests/\(.*\)\.c,\1,')
  mkdir -p "$out/units"
  rm -f "$out/units"/*.dat
  NOCSTEP_RTL_COVERAGE=$(realpath "$out/units") make BUILD="$build" TESTS="${UNITS:-$programs}" test \
    >"$out/units.txt" 2>&1
  local status=$?
  [ "$status" -eq 0 ] || tail -n 20 "$out/units.txt" >&2
  return "$status"
}

rtl() {
  units || return 1
  local file points=()
  for file in "$out/units"/*.dat; do
    points+=(--rtl-points "$file")
  done
  "$build/nocstep" verify ${SCENARIOS:-tests/scenarios} --max-failures 0 --rtl-coverage "$out/rtl" \
    "${points[@]}" --json "$out/verify.json" >"$out/verify.txt"
  local status=$?
  [ -s "$out/rtl/report.txt" ] || return 1
  { [ "$status" -eq 0 ] || tail -n 20 "$out/verify.txt"; } >&2
  return "$status"
}

c() {
  local flags="-O0 --coverage -include $PWD/tests/coverage/exit.h"
  find "$out/c" -name '*.gcda' -delete 2>/dev/null
  make BUILD="$out/c" CFLAGS="$flags" LIGHT_C= TEST_C= TESTS="${COVERED:-unit/ network/ cli/}" test >"$out/c.txt" 2>&1
  local status=$?
  # A test that fails has executed its lines too.
  [ "$status" -eq 0 ] || tail -n 20 "$out/c.txt" >&2
  "$here/c_lines.sh" "$out/c" >"$out/c_report.txt" || return 1
  return "$status"
}

failed=0
for part in $parts; do
  case $part in
    rtl | c) "$part" || failed=1 ;;
    *)
      echo "PARTS is $part; it must be rtl, c" >&2
      exit 2
      ;;
  esac
done

for file in "$out/rtl/report.txt" "$out/c_report.txt"; do
  [ ! -s "$file" ] || { cat "$file" && echo; }
done >"$out/report.txt"
[ ! -s "$out/verify.txt" ] || grep '^exercised' "$out/verify.txt"
grep -E '^(RTL|C) reached' "$out/report.txt"
echo "report       $out/report.txt"
exit "$failed"
