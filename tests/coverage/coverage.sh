#!/usr/bin/env bash
# Coverage of the committed regression, `make coverage`: coverage.sh BUILD [PART..], where a part is
# rtl (lines and toggles of the RTL over the tests of units and tests/scenarios, and events of these)
# or c (lines and branches of C, over a part of make test; COVERED has words of its programs' names).
# Leaves BUILD/coverage/report.txt and prints its sums. A part that was interrupted goes on with the
# plug-ins and objects that are there.
#
# A scenario has at most BOUND cycles of routers (160000), so that large ones do not take hours.
# SCENARIOS="FILE .." and UNITS="unit/test_fifo .." take some; the waivers are for all together.
set -u
build=$1
shift
parts=${*:-rtl c}
out=$build/coverage
mkdir -p "$out"
# Plug-ins that are built in a short time, as for make test.
export NOCSTEP_QUICK_PLUGINS=${NOCSTEP_QUICK_PLUGINS:-1}
here=$(dirname "${BASH_SOURCE[0]}")

# Programs that hold a unit of the RTL against its twin, with plug-ins that count.
units() {
  local programs
  programs=$(grep -lE 'unit_(lockstep_run|[a-z_]*check)\(' tests/unit/test_*.c | sed 's,tests/\(.*\)\.c,\1,')
  mkdir -p "$out/units"
  rm -f "$out/units"/*.dat
  NOCSTEP_RTL_COVERAGE=$(realpath "$out/units") make BUILD="$build" PARTS= TESTS="${UNITS:-$programs}" test \
    >"$out/units.txt" 2>&1
  local status=$?
  [ "$status" -eq 0 ] || tail -n 20 "$out/units.txt" >&2
  return "$status"
}

# The scenarios as they run here, a line each: those with more cycles of routers than the bound, which
# golden models count, are written with fewer cycles if they say how many, and left out otherwise.
# `shorter.txt` says which.
within_bound() {
  local bound=${BOUND:-160000} file golden=$out/golden.json name all less
  mkdir -p "$out/shorter"
  rm -f "$out/shorter"/*.yaml
  for file in ${SCENARIOS:-tests/scenarios/*.yaml}; do
    "$build/nocstep" run "$file" --router ref --json "$golden" --quiet || return 1
    name=$(basename "$file")
    all=$(($(jq .cycles "$golden") * $("$build/nocstep" topo \
      "$(jq -r .scenario.topology "$golden")" --json - | jq .routers)))
    less=$(jq --argjson all "$all" --argjson bound "$bound" \
      '.scenario.run.cycles // 0 | . * $bound / $all | floor' "$golden")
    if [ "$all" -le "$bound" ]; then
      echo "$file"
    elif [ "$less" -gt 0 ]; then
      jq --argjson less "$less" '.scenario | .run += {cycles: $less, warmup: 0}' "$golden" \
        >"$out/shorter/$name"
      echo "$out/shorter/$name"
      echo "shorter      $name: $less cycles, since its routers have $all together" >&2
    else
      echo "left out     $name: its routers have $all cycles together" >&2
    fi
  done 2>"$out/shorter.txt"
}

rtl() {
  local file points=() scenarios
  scenarios=$(within_bound) || { cat "$out/shorter.txt" >&2 && return 1; }
  units || return 1
  for file in "$out/units"/*.dat; do
    points+=(--rtl-points "$file")
  done
  [ -n "${SCENARIOS:-}${UNITS:-}" ] || points+=(--waivers "$here/waivers")
  # shellcheck disable=SC2086 # names of scenarios are words
  "$build/nocstep" verify $scenarios --max-failures 0 --rtl-coverage "$out/rtl" \
    "${points[@]}" --json "$out/verify.json" >"$out/verify.txt"
  local status=$?
  [ -s "$out/rtl/report.txt" ] || return 1
  { [ "$status" -eq 0 ] || tail -n 20 "$out/verify.txt"; } >&2
  return "$status"
}

c() {
  # Not inlined in any caller: a branch of a function counts once, not once in each copy.
  local flags="-O0 --coverage -Dalways_inline= -include $PWD/tests/coverage/exit.h"
  find "$out/c" -name '*.gcda' -delete 2>/dev/null
  # Not among what tests expect on standard error.
  export GCOV_ERROR_FILE=/dev/null
  # `list scenarios` looks beside the folder of the program.
  ln -sfn "$PWD/tests" "$out/tests"
  # Calls that fail come from every place in the program (cli/test_failing_calls).
  SAMPLES=${SAMPLES:-100000} make BUILD="$out/c" CFLAGS="$flags" LIGHT_C= TEST_C= PARTS= \
    TESTS="${COVERED:-unit/ network/ cli/ systemc/ fuzz/}" test >"$out/c.txt" 2>&1
  local status=$?
  # Bundles of all kinds and the figures with RTL are made at full length only.
  if [ -z "${COVERED:-}" ]; then
    KEPT=0 make BUILD="$out/c" CFLAGS="$flags" LIGHT_C= TEST_C= TESTS= \
      PARTS="test_shrink test_bundle_kinds coded_mismatch multicast_mismatch test_paper.sh" \
      test-long >>"$out/c.txt" 2>&1 || status=1
  fi
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

for file in "$out/shorter.txt" "$out/rtl/report.txt" "$out/c_report.txt"; do
  [ ! -s "$file" ] || { cat "$file" && echo; }
done >"$out/report.txt"
[ ! -s "$out/verify.txt" ] || grep '^exercised' "$out/verify.txt"
grep -E '^(RTL|C) reached' "$out/report.txt"
echo "report       $out/report.txt"
exit "$failed"
