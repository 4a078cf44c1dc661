#!/usr/bin/env bash
# Memory, disk or processes run out at any moment: a call of the C library fails, another in each run
# (fail_call.c). The program says so in a line and ends with the right status, never by a signal,
# and leaves no file half-written; or it does without, and its result is that of other runs.
#
# One call in each run: the first from each place in the program that has not failed for a command
# before; or SAMPLES of these, spread evenly: two in `make test`, all in the long tier. ROWS=REGEX: only
# of these commands. A run that takes five minutes waits for ever.
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"
if [ -n "${NOCSTEP_SANITIZED:-}" ]; then
  # The sanitizer's own allocator comes before any other.
  verdict "not under a sanitizer" yes
  echo "$passed passed, $failed failed"
  exit 0
fi
samples=${SAMPLES:-$([ "${NOCSTEP_LONG:-0}" = 1 ] && echo 100000 || echo 2)}
holds "a library in which calls fail" gcc -shared -fPIC -O1 -D_GNU_SOURCE -o fail_call.so "$source_tree/tests/cli/fail_call.c"
[ "$failed" -eq 0 ] || { echo "$passed passed, $failed failed"; exit 1; }

# Prints the result but for the host's times; nothing if there is none.
result() {
  [ ! -s now/x.json ] || jq -S 'del(.host)' now/x.json
}

export NOCSTEP_QUICK_PLUGINS=1 # many are built again, none runs for long
declare -A seen
# graceful KIND STATUSES ARGUMENT...: the command, with each of the samples of its calls of this kind
# failing. STATUSES: those it may end with, beside that without a failure.
graceful() {
  local kind=$1 statuses=" $2 " usual first sites=() site step at hash wrong='' name
  shift 2
  name="$kind: ${*//$scenarios\//}"
  [[ $name =~ ${ROWS:-.} ]] || return
  export FAIL_CALL=$kind FAIL_IN=${nocstep##*/}
  rm -rf now && mkdir now
  FAIL_AT=0 FAIL_SITES=$PWD/sites LD_PRELOAD=$PWD/fail_call.so "$nocstep" "$@" >out 2>err </dev/null
  usual=$?
  [ "$usual" -le 1 ] || wrong=" without a failure: status $usual, $(head -c 200 err);"
  first=$(result)
  while read -r at hash; do
    [ -n "${seen[$kind $hash]:-}" ] || sites+=("$at")
    seen[$kind $hash]=1
  done < <(sort -n sites)
  [ -z "${SHOW:-}" ] || echo "$SECONDS s, ${#sites[@]} sites, $name"
  step=$(((${#sites[@]} + samples - 1) / samples))
  for ((site = ${#sites[@]} / 2 % (step + (step == 0)); site < ${#sites[@]}; site += step)); do
    at=${sites[site]}
    rm -rf now && mkdir now
    FAIL_AT=$at LD_PRELOAD=$PWD/fail_call.so within 60 timeout -k 9 300 "$nocstep" "$@" >out 2>err </dev/null
    rc=$?
    if [ "$rc" -eq "$usual" ]; then
      # It may have written the result, and another one with a word about it only.
      [ ! -s now/x.json ] || [ -s err ] || [ "$(result)" = "$first" ] || wrong+=" call $at: another result;"
    elif [[ $statuses != *" $rc "* ]]; then
      wrong+=" call $at: status $rc, $(tail -n 1 err | head -c 100);"
    elif [ ! -s err ] && [ ! -s out ]; then
      wrong+=" call $at: status $rc without a word;"
    fi
    [ ! -s now/x.json ] || jq -e . now/x.json >check.log 2>&1 || wrong+=" call $at: half a file;"
  done
  if [ -z "$wrong" ]; then verdict "$name" yes; else verdict "$name" no "$wrong"; fi
}

both() {
  graceful memory 3 "$@"
  graceful file '2 3' "$@"
}

s=$scenarios
ref='--set run.router=ref'
short="$ref --set run.cycles=100"
# Files for those that read what others have written.
"$nocstep" run "$s/trace_4x4.yaml" $ref -q --events a.sqlite --json a.json 2>err
"$nocstep" run "$s/trace_4x4.yaml" $ref -q --events b.sqlite --json b.json --set router.pipeline=2 2>err
"$nocstep" run "$s/mesh_2x2_tight.yaml" $ref -q --set run.cycles=400 --checkpoint c.ckpt --every 200 2>err
"$nocstep" run "$s/mesh_2x2_tight.yaml" $ref -q --set run.max_age=20 --report bundle >out 2>err
printf 'topology: mesh:2x2\nworkload: {collective: barrier, scheme: unicast}\n' >barrier.yaml

# shellcheck disable=SC2086  # lists
{
  both run "$s/mesh_2x2_tight.yaml" $short --json now/x.json
  both run "$s/coded_4x4_wide.yaml" $ref --json now/x.json
  both run "$s/worms_octagon_8.yaml" $short
  both run "$s/irregular_32_adaptive.yaml" $short --json now/x.json
  both run "$s/plan_stencil.yaml" $ref --json now/x.json
  both run "$s/kbinomial_handlers.yaml" $ref
  both run "$s/traffic_lengths_bursts.yaml" $short --threads 2 --json now/x.json
  both run "$s/trace_4x4.yaml" $ref --transactions now/t.ftr --events now/e.sqlite
  both run "$s/traffic_request_reply.yaml" $short --html now/page
  both run "$s/mesh_2x2_tight.yaml" $short --checkpoint now/c --every 50
  both run "$s/mesh_2x2_tight.yaml" $ref --set run.cycles=400 --resume c.ckpt --json now/x.json
  both run "$s/mesh_2x2_tight.yaml" $ref --set run.max_age=20 --report now/report
  both shrink bundle --out now/less
  both explain a.sqlite --packet 3
  both diff a.json b.json --json now/x.json
  both diff a.sqlite b.sqlite
  both sweep "$s/mesh_2x2_tight.yaml" $short --load 0.1:0.2:0.1 -j 2 --json now/x.json
  both collective barrier.yaml $ref --json now/x.json
  both topo torus:4x4 --json now/x.json
  both topo slimfly:q=5
  both schedule --topology mesh:2x3 --collective broadcast --json now/x.json
  both plan cannon --topology mesh:3x3 --bytes 64 --out now/plan
  both hops --topology mesh:4x4 --collective allgather --scheme ring --json now/x.json
  both rtl "$s/mesh_2x2_tight.yaml" --out now/net.sv
  both list keys
  both paper "$source_tree/tests/cli/small_paper.yaml" --quick --json now/x.json --csv now/x.csv
}
if [ "$samples" -gt 2 ]; then
  # Each of these has a plug-in built before, or takes a second for each sample.
  # shellcheck source=tests/cli/planted.sh
  . "$source_tree/tests/cli/planted.sh"
  plant router/vc_allocator.sv ">= CmpW'(need);" ">= CmpW'(need) + CmpW'(w == Vcs - 1);"
  cat >line.yaml <<'YAML'
topology: mesh:3x1
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.7, packet_flits: "1:1,4:2"}
run: {warmup: 0, cycles: 600, router: lockstep}
YAML
  gives "a mismatch" 1 run line.yaml -q --report bad
  printf 'topology: mesh:2x1\nworkload: {collective: allgather, scheme: unicast}\n' >two.yaml
  # shellcheck disable=SC2086  # a list
  {
    # Not memory: Verilator's models do not look whether they got any.
    graceful file '2 3' replay bad --json now/x.json
    graceful file '2 3' shrink bad --out now/less
    both schedule --topology ring:5 --collective allgather --json now/x.json
    both schedule --topology octagon:8 --collective scatter --out now/s.json --proof now/p
    both schedule --topology mesh:3x2 --collective alltoall --search evolutionary --seed 2 --look-limit 1000
    both sweep line.yaml $ref --set run.cycles=100 --load 0.1:0.3:0.1 --topology mesh:2x2 --plot now/x.svg --csv now/x.csv
    both collective two.yaml $ref --plot now/x.svg --csv now/x.csv
    both dut guess "$source_tree/tests/dut/credit_router.sv"
  }
  unset NOCSTEP_HOME
  # shellcheck disable=SC2086  # a list
  {
    # Topologies, schedules, runs of all kinds.
    both topo mesh:4x4 --dot now/t.dot --graphml now/t.xml --json now/x.json
    both topo h3dm:m=2,n=2,levels=2,q=0 --worms both
    both topo tree:k=2,n=3 --messages alltoall
    both topo irregular:switches=8,ports=8,hosts=16 --adaptive --plot now/x.svg
    both hops --topology mesh:8x8 --collective allgather --scheme hnc --group 4x4 --count --json now/x.json
    both hops --topology mesh:8x8 --collective multicast --scheme binomial --from 0 --to 5-9
    "$nocstep" schedule --topology octagon:8@2 --collective allgather --from 0-7 --out s.json --proof p -q >out 2>err
    both schedule --check s.json --proof p
    both schedule --topology mesh:3x3 --collective gather --ports 2
    both schedule --topology mesh:2x2 --collective alltoall --proof now/p
    both schedule --equation 3 --given b1=3,b2=2
    both explain a.sqlite --packet 3 --json now/x.json
    for scenario in reduce_3x5_binomial scatter_2x2x2_binomial allreduce_octagon alltoall_4x4_randomized broadcast_4x4_edst \
      allgather_3x5_binomial butterfly_2x3 multicast_4x4_networks worms_irregular_8 postal_handlers traffic_hotspot \
      traffic_slow_hosts torus_source h3dm_2x2 mesh_2x2_ages; do
      both run "$s/$scenario.yaml" $short --json now/x.json
    done
    # RTL of somebody else, and waves.
    "$nocstep" dut build "$source_tree/tests/dut/credit_router.yaml" --topology mesh:2x2 -q >out 2>err
    both dut build "$source_tree/tests/dut/credit_router.yaml" --topology mesh:2x2 --json now/x.json
    graceful file '2 3' run two.yaml --set run.router=ref --dut "$source_tree/tests/dut/credit_router.yaml" --json now/x.json
    graceful file '2 3' run two.yaml --router lockstep --wave now/w.fst --json now/x.json
    "$nocstep" run two.yaml -q --router rtl --wave a.fst 2>err
    "$nocstep" run two.yaml -q --router rtl --wave b.fst --set workload.message_flits=3 2>err
    # The reader of waves says that a file is damaged when it gets no memory.
    graceful memory '2 3' diff a.fst b.fst --json now/x.json
    graceful file '2 3' diff a.fst b.fst --json now/x.json
  }
  # A run that has failed is told among the results: 1.
  for kind in memory file; do
    graceful $kind '1 2 3' verify two.yaml -j 2 --html now/page --junit now/x.xml
  done
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
