#!/usr/bin/env bash
# Runs test programs, two at a time, and adds up their counts: run.sh BUILD PROGRAM...
# A program is a cmocka binary or a script that closes with "N passed, N failed". Its output goes
# to BUILD/tests/logs/<name>.log and is shown only if it fails, but for its lines "score: ...". Ends
# with "N passed, N failed".
set -u
build=$1
shift
logs=$build/tests/logs
rm -rf "$logs"
mkdir -p "$logs"
export NOCSTEP=${NOCSTEP:-$build/nocstep} NOCSTEP_BUILD=$build

run_one() {
  local program=$1 logs=$2 name log start rc passed failed limit=3000
  if [ "${NOCSTEP_LONG:-0}" = 1 ]; then limit=20000; fi
  name=$(basename "$program" .sh)
  log=$logs/$name.log
  start=$SECONDS
  timeout "${TEST_TIMEOUT:-$limit}" "$program" >"$log" 2>&1 </dev/null
  rc=$?
  passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p; s/^\([0-9]*\) passed, [0-9]* failed.*/\1/p' "$log" | tail -n 1)
  failed=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p; s/^[0-9]* passed, \([0-9]*\) failed.*/\1/p' "$log" | tail -n 1)
  passed=${passed:-0} failed=${failed:-0}
  if [ "$rc" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
  if [ "$rc" -eq 0 ] && [ "$passed" -eq 0 ]; then failed=1; echo "ran no test" >>"$log"; fi
  echo "$passed $failed" >"$logs/$name.count"
  if [ "$failed" -eq 0 ]; then
    printf '  ok    %-28s %4d passed  %4d s\n' "$name" "$passed" $((SECONDS - start))
    sed -n 's/^score: /          /p' "$log"
  else
    printf '  FAIL  %-28s %4d passed, %d failed (status %d)  %d s\n' "$name" "$passed" "$failed" "$rc" $((SECONDS - start))
    tail -n 40 "$log" | sed 's/^/        /'
  fi
}
export -f run_one
printf '%s\0' "$@" | xargs -0 -P 2 -I{} bash -c 'run_one "$1" "$2"' _ {} "$logs"

cat "$logs"/*.count | awk '{p += $1; f += $2} END {printf "%d passed, %d failed\n", p, f; exit f > 0 || p == 0}'
