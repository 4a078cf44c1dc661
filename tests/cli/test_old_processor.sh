#!/usr/bin/env bash
# Golden models as processors without BMI2 have them, of which gcc makes other code: the program is
# built into BUILD/old as if a processor had nothing that it is asked for, and every scenario has the
# same result there. Ends with "N passed, N failed".
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"
old=$(realpath "${NOCSTEP_BUILD:-$source_tree/build}")/old

if ! make -C "$source_tree" -j "$(nproc)" BUILD="$old" CFLAGS="-O2 -D'__builtin_cpu_supports(what)=0'" "$old/nocstep" >make.log 2>&1; then
  tail -n 20 make.log
  echo "0 passed, 1 failed"
  exit 1
fi
# Else both would take the same code here.
holds "there is no step with BMI2" bash -c "! nm '$old/nocstep' | grep -q -i 'step_bmi2\|planar_bmi2'"

# result PROGRAM SCENARIO: what it comes to, but for the host's times.
result() {
  NOCSTEP_HOME=$source_tree "$1" run "$2" --set run.router=ref -q --json now.json >said 2>&1 </dev/null
  echo "status $?"
  cat said
  [ ! -e now.json ] || jq -S 'del(.host)' now.json
  rm -f now.json
}

for scenario in "$scenarios"/*.yaml; do
  name=$(basename "$scenario")
  result "$nocstep" "$scenario" >here.txt
  result "$old/nocstep" "$scenario" >there.txt
  holds "$name: a result" grep -q '"schema"' here.txt
  holds "$name: the same" cmp here.txt there.txt
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
