#!/usr/bin/env bash
# nocstep schedule --search: the ways to search, one beside the other; what each finds passes the check
# that knows neither. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

# finds WAY STEPS ARGUMENT...: an optimal schedule of so many steps that passes its check; the cost is told.
finds() {
  local way=$1 steps=$2
  shift 2
  run schedule --search "$way" --time-limit 0 --out s.json "$@"
  if [ "$rc" -eq 0 ] && grep -q "^  search  *$way, .* looks at places of a step, .* s of the processor$" out &&
      jq -e ".steps == $steps and .optimal and .search == \"$way\"" s.json >jq.out; then
    verdict "$way: $*: $steps steps" yes
  else
    verdict "$way: $*: $steps steps" no "status $rc; $(cat err out)"
  fi
  holds "$way: $*: its check" "$nocstep" schedule --check s.json
}
for way in constructive evolutionary; do
  finds $way 7 --topology octagon:8 --collective alltoall
  finds $way 7 --topology octagon:8 --collective allgather
  finds $way 4 --topology mesh:4x4 --collective broadcast --from 5
  finds $way 5 --topology mesh:4x4 --collective scatter --from 1 --ports 3 --max-detour 2
  finds $way 12 --topology octagon:8@2 --collective alltoall --from 0-7 --to 0-7
  finds $way 1 --topology mesh:1x2 --collective alltoall
  finds $way 1 --topology mesh:1@2 --collective broadcast
done

# The same seed, the same file; another seed another one.
evolve() { # SEED
  "$nocstep" schedule --topology octagon:8 --collective allgather --search evolutionary --seed "$1" -q --json - >"$1.json"
}
twice() { evolve 3 && cp 3.json first.json && evolve 3 && cmp -s first.json 3.json; }
holds "the same seed" twice
different() { evolve 4 && ! cmp -s first.json 4.json; }
holds "another seed" different

# Looks limit a search alike on any machine: 16 steps are there, and take more than a million.
limited() {
  run schedule --topology octagon:8@2 --collective alltoall --search evolutionary --time-limit 0 --look-limit 1000000 --out "$1"
  [ "$rc" -eq 0 ] && grep -q 'not proved optimal, out of looks$' out && jq -e '.steps > 16 and (.optimal | not)' "$1"
}
holds "out of looks" limited a.json
holds "out of looks: its check" "$nocstep" schedule --check a.json
holds "out of looks, again" limited b.json
holds "out of looks: the same" cmp a.json b.json

# Ctrl-C gives the best so far; this bound is not reached within minutes.
interrupted() {
  "$nocstep" schedule --topology torus:8x8 --collective alltoall \
    --search evolutionary --time-limit 0 --out stopped.json >out 2>err </dev/null &
  child=$!
  await $child worked $child $((${NOCSTEP_SANITIZED:+5 *} 80))
  kill -INT "$child"
  wait "$child"
  rc=$?
  child=
  [ "$rc" -eq 130 ] && jq -e '.interrupted and (.optimal | not)' stopped.json && grep -q 'interrupted' out
}
holds "Ctrl-C" interrupted
holds "Ctrl-C: its check" "$nocstep" schedule --check stopped.json
run schedule --topology torus:8x8 --collective alltoall --search evolutionary --time-limit 1
verdict "out of time" "$([ "$rc" -eq 0 ] && grep -q 'out of time$' out && echo yes)" "status $rc; $(cat err out)"

run schedule --topology mesh:3 --collective alltoall --search evolutionar
refused "no such way" 2 "^--search is 'evolutionar' \(nearest: 'evolutionary'\); it must be one of constructive, evolutionary$"
run schedule --topology mesh:10x10 --collective alltoall --search evolutionary
refused "too many paths" 2 "^--search evolutionary does not fit: .*more than 16777216 hops of all paths"
run schedule --check s.json --search constructive
refused "--check and a search" 2 "^--check does not fit"
run schedule --check s.json --look-limit 1
refused "--check and a limit" 2 "^--check does not fit"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
