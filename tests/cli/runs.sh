# runs -- sourced behind common.sh by the tests that judge single runs by their JSON result.
# shellcheck shell=bash

# run ARGUMENT...: status in rc, output in out and err.
run() {
  within 300 "$nocstep" run "$@" >out 2>err </dev/null
  rc=$?
}

# passes NAME FILTER ARGUMENT...: status 0, and the JSON result passes a filter of jq.
passes() {
  local name=$1 filter=$2
  shift 2
  run "$@" --json -
  if [ "$rc" -eq 0 ] && jq -e "$filter" out >jq.out 2>&1; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc; $(head -c 300 err) $(head -c 200 jq.out)"
  fi
}

# refuse NAME STATUS PATTERN ARGUMENT...: one line that matches, nothing on standard output.
refuse() {
  local name=$1 status=$2 pattern=$3
  shift 3
  run "$@"
  refused "$name" "$status" "$pattern"
}

# A run whose result, but for what was run and how fast, others must have too.
result_of_run() { # ARGUMENT...
  rm -f r.json
  run "$@" --json r.json -q
  jq -S 'del(.host, .lockstep, .coverage, .scenario)' r.json
}
reference() { # ARGUMENT...: into ref, and passes with nothing on its way
  result_of_run "$@" >ref
  holds "$1 passes" jq -e '.result == "pass" and .packets.in_flight == 0' r.json
}
agrees() { # NAME ARGUMENT...
  local name=$1
  shift
  result_of_run "$@" >other
  holds "$name" cmp ref other
}
agrees_everywhere() { # ARGUMENT...: threads, lockstep and RTL with a golden run
  reference "$@" --router ref
  agrees "$1: three threads" "$@" --router ref --threads 3
  agrees "$1: lockstep" "$@" --router lockstep
  agrees "$1: RTL" "$@" --router rtl
}
