#!/usr/bin/env bash
# Runs test programs, as many at a time as there are cores, and adds up their counts:
# run.sh BUILD PROGRAM...
# A program is a cmocka binary or a script that closes with "N passed, N failed". Its output goes
# to BUILD/tests/logs/<folder>_<name>.log and is shown only if it fails, but for its lines
# "score: ...". The longest start first, by the seconds of the last run (BUILD/tests/times), else by
# those of tests/times.txt. Ends with the slowest programs and "N passed, N failed".
#
# NOCSTEP_LONG=1: at full length; a program that passed with this very content of all that it depends
# on and with these tools is not run again (tests/kept.sh); all but units have plug-ins for short runs.
# Otherwise all plug-ins are built for short runs.
# NOCSTEP_SANITIZED, the folder of the sanitizers' reports: the same, but what leaves a report has not passed.
set -u
build=$1
shift
[ $# -gt 0 ] || { echo "no test has such a name" >&2; exit 2; }
logs=$build/tests/logs
times=$build/tests/times
mkdir -p "$build/tests"
# Two runs in one build folder would write each other's logs: the second waits for the first.
exec 8>"$build/tests/lock"
flock -n 8 || { echo "other tests run in $build: these begin when those have ended" >&2; flock 8; }
rm -rf "$logs"
mkdir -p "$logs"
touch "$times"
# Programs go into folders of their own.
NOCSTEP_BUILD=$(realpath "$build")
export NOCSTEP=${NOCSTEP:-$build/nocstep} NOCSTEP_BUILD
here=$(dirname "${BASH_SOURCE[0]}")
listed=$here/times.txt
# shellcheck source=tests/kept.sh
. "$here/kept.sh"
if [ "${NOCSTEP_LONG:-0}" = 1 ] || [ -n "${NOCSTEP_SANITIZED:-}" ]; then
  (cd "$here/.." && find Makefile README.md csim docs rtl tb tests waves -type f -not -name '*.fst*' |
    sort | xargs sha256sum) >"$logs/sources"
  content=$logs/sources
  tools=$(tools_version gcc g++ verilator yosys z3)
else
  export NOCSTEP_QUICK_PLUGINS=${NOCSTEP_QUICK_PLUGINS:-1}
fi
# It is started by `verilator`, a script, in the end: without that a small plug-in takes a sixth less, and
# with jemalloc a sixth less again.
if command -v verilator_bin >/dev/null && [ -d "$(verilator_bin --getenv VERILATOR_ROOT)/include" ]; then
  quick_verilator=verilator_bin
  if [ -z "$(LD_PRELOAD=libjemalloc.so.2 true 2>&1)" ]; then quick_verilator=$(realpath "$here/verilator/verilator"); fi
  export VERILATOR=${VERILATOR:-$quick_verilator}
fi
# The scripts start jq more than a thousand times. Of an empty file
# `jq -e` fails here, which jq 1.6 calls a success.
if command -v gojq >/dev/null; then PATH=$(realpath "$here/gojq"):$PATH; fi
export content=${content:-} tools=${tools:-}

# build/tests/unit/test_x and tests/unit/test_x.sh are unit/test_x
name_of() {
  local name=${1%.sh}
  name=${name##*tests/}
  echo "$name"
}

# How many reports the sanitizers have left.
reports() {
  [ -z "${NOCSTEP_SANITIZED:-}" ] || find "$NOCSTEP_SANITIZED" -type f | wc -l
}

run_one() {
  local program=$1 logs=$2 name log rc passed failed limit=3000 real user system key= before
  name=$(name_of "$program")
  log=$logs/${name//\//_}
  if [ -n "$content" ]; then
    limit=20000
    # Networks and commands have many shapes, each for few cycles; units run for a million.
    case $name in unit/*) ;; *) export NOCSTEP_QUICK_PLUGINS=1 ;; esac
    key=$(kept_key "long program $name" "${NOCSTEP_SANITIZED:+sanitized}" "${CXX:+another compiler}" "$tools" \
      "$(program_sources "$name" <"$content")" -- "$program")
    if kept_has "$key"; then
      kept_text "$key" >"$log.count"
      read -r passed failed name real user system <"$log.count"
      printf '  kept  %-34s %4d passed  %5.0f s\n' "$name" "$passed" "$real"
      return
    fi
  fi
  before=$(reports)
  TIMEFORMAT='%R %U %S'
  { time timeout "${TEST_TIMEOUT:-$limit}" "$program" >"$log.log" 2>&1 </dev/null; } 2>"$log.time"
  rc=$?
  read -r real user system < <(tail -n 1 "$log.time")
  passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p; s/^\([0-9]*\) passed, [0-9]* failed.*/\1/p' "$log.log" | tail -n 1)
  failed=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p; s/^[0-9]* passed, \([0-9]*\) failed.*/\1/p' "$log.log" | tail -n 1)
  passed=${passed:-0} failed=${failed:-0}
  if [ "$rc" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
  if [ "$rc" -eq 0 ] && [ "$passed" -eq 0 ]; then failed=1; echo "ran no test" >>"$log.log"; fi
  echo "$passed $failed $name $real $user $system" >"$log.count"
  if [ "$failed" -eq 0 ]; then
    if [ -n "$key" ] && [ "$(reports)" = "$before" ]; then kept_put "$key" "$(cat "$log.count")"; fi
    printf '  ok    %-34s %4d passed  %5.0f s\n' "$name" "$passed" "$real"
    sed -n 's/^score: /          /p' "$log.log"
  else
    printf '  FAIL  %-34s %4d passed, %d failed (status %d)  %.0f s\n' "$name" "$passed" "$failed" "$rc" "$real"
    tail -n 40 "$log.log" | sed 's/^/        /'
  fi
}
export -f run_one name_of reports

start=$SECONDS
for program in "$@"; do echo "$(name_of "$program") $program"; done |
  awk -v listed="$listed" -v times="$times" '
    BEGIN {
      while ((getline line <listed) > 0) if (split(line, f, " ") == 2) s[f[1]] = f[2]
      while ((getline line <times) > 0) if (split(line, f, " ") == 2) s[f[1]] = f[2]
    }
    {printf "%s %s\n", ($1 in s) ? s[$1] : 1, $2}' |
  sort -s -rn | cut -d ' ' -f 2 | tr '\n' '\0' |
  xargs -0 -P "$(nproc)" -I{} bash -c 'run_one "$1" "$2"' _ {} "$logs" 8>&-

# The times measured now replace those that were known of the same programs.
cat "$logs"/*.count | awk 'NR == FNR {s[$3] = $4; next} !($1 in s) {print} END {for (n in s) print n, s[n]}' \
  - "$times" | sort >"$times.new" && mv "$times.new" "$times"
if [ $# -gt 1 ]; then
  echo "slowest, seconds of the clock and of the processor:"
  sort -k 4 -rn "$logs"/*.count | head -n 10 | awk '{printf "  %-34s %6.1f %6.1f\n", $3, $4, $5 + $6}'
  cat "$logs"/*.count | awk -v wall=$((SECONDS - start)) '{c += $5 + $6}
    END {printf "%d programs: %d s of the clock, %d s of the processor\n", NR, wall, c}'
fi
cat "$logs"/*.count | awk '{p += $1; f += $2} END {printf "%d passed, %d failed\n", p, f; exit f > 0 || p == 0}'
