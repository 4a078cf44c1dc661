#!/usr/bin/env bash
# One network that ranks of mpirun split: the JSON result, the summary and the status are those of one
# process, byte by byte, for traffic, plans and worms; what cannot be split is refused in one line on rank 0
# alone; only rank 0 writes; a rank that dies ends all. Few runs; with NOCSTEP_LONG=1 2, 3 and 4 ranks on
# many networks. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

cat >t.yaml <<'YAML'
topology: mesh:9x8
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.2, packet_flits: 4}
run: {warmup: 100, cycles: 300}
YAML
cat >c.yaml <<'YAML'
topology: mesh:4x4
router: {vcs: 2}
workload: {collective: allreduce, scheme: ring, message_flits: 4}
YAML

# ---- Built without MPI, a rank of several splits nothing.
if "$nocstep" --version | grep -q '^MPI  *none: built without MPI'; then
  export OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0
  refuse 'without MPI' 3 '^nocstep is started by mpirun with other ranks, but built without MPI' t.yaml --json r.json
  holds 'without MPI nothing is written' test ! -e r.json
  unset OMPI_COMM_WORLD_SIZE OMPI_COMM_WORLD_RANK
fi
. "$source_tree/tests/cli/mpi.sh"

# same COUNTS ARGUMENT...: `run` on each of so many ranks gives what one process does.
same() {
  local counts=$1
  shift
  rm -f one.json
  "$with" run "$@" --json one.json >out 2>err </dev/null
  local status=$?
  jq -S 'del(.host)' one.json >one
  grep -vE '^(speed|memory|  time)' out >one.out
  for count in $counts; do
    rm -f k.json
    ranks "$count" run "$@" --json k.json
    if [ "$rc" = "$status" ] && jq -S 'del(.host)' k.json | cmp one - >diff 2>&1 &&
      grep -vE '^(speed|memory|  time)' out | cmp one.out - >>diff 2>&1 &&
      [ "$(jq .host.ranks k.json)" = "$count" ]; then
      verdict "$count ranks: $*" yes
    else
      verdict "$count ranks: $*" no "status $rc of $status; $(cat diff) $(head -c 300 err)"
    fi
  done
}

printf 'topology: mesh:4x4\nrouter: {vcs: 4, depth: 16, switching: cut-through}
workload: {traffic: multicast, scheme: tree-worm, degree: 4, load: 0.05}\nrun: {cycles: 500}\n' >m.yaml
same 2 t.yaml
same 3 t.yaml --set router.link_latency=5
holds 'links of 5 cycles: a message goes in a window of as many' \
  jq -e '(.host.exchanges - .host.meetings) * 5 <= .cycles and .host.exchanges * 2 < .cycles' k.json
same 2 m.yaml
same 2 c.yaml
holds 'a run in parts passes' jq -e '.result == "pass" and .collective.blocks_checked > 0' k.json

# ---- Refused.
refuse_ranks() { # NAME PATTERN ARGUMENT...
  local name=$1 pattern=$2
  shift 2
  ranks 2 run "$@" --json r.json
  refused "$name" 2 "$pattern"
  holds "$name: nothing is written" test ! -e r.json
}
refuse_ranks 'RTL' 'run.router is given on 2 ranks of mpirun, which split the network; it must be ref' t.yaml --router lockstep
refuse_ranks 'wrong wires' 'run.link_faults.share is given on 2 ranks of mpirun, .*; it must be 0' \
  t.yaml --set router.link_check=secded --set run.link_faults.share=0.1
refuse_ranks 'waves' '^--wave is given on 2 ranks' t.yaml --wave w.fst
refuse_ranks 'checkpoints' '^--checkpoint is given on 2 ranks' t.yaml --checkpoint c.ckp
refuse_ranks 'threads' '^--threads is given on 2 ranks' t.yaml --threads 2
refuse_ranks 'standard input' '^SCENARIO - is given on 2 ranks' -
refuse_ranks 'a wrong scenario' '^nosuch.yaml: cannot be opened' nosuch.yaml
refuse_ranks 'fewer routers than ranks' '^t.yaml: mpirun -n is 2; it must be at most 1, of which each has a router of mesh:1x1' \
  t.yaml --set topology=mesh:1x1@2
ranks 2 run t.yaml --json /nosuch/r.json
refused 'a place that cannot be written' 2 '^/nosuch/r.json: cannot be written'

# ---- Only rank 0 writes.
mkdir -p here there
cp t.yaml here && cp t.yaml there
# shellcheck disable=SC2086
timeout 100 $start -n 1 -wdir "$work/here" "$with" run t.yaml --json r.json --report report : \
  -n 1 -wdir "$work/there" "$with" run t.yaml --json r.json --report report >out 2>err
holds 'rank 0 writes' test "$? $(cd here && echo *)" = '0 r.json report t.yaml'
holds 'rank 1 does not' test "$(cd there && echo *)" = t.yaml
rm there/t.yaml
# shellcheck disable=SC2086
timeout 100 $start -n 1 -wdir "$work/here" "$with" run t.yaml : -n 1 -wdir "$work/there" "$with" run t.yaml >out 2>err
rc=$?
refused 'a rank that lacks the file ends all' 2 '^t.yaml: cannot be opened'

# ---- A rank that dies ends the job.
sed 's/cycles: 300/cycles: 100000000/' t.yaml >long.yaml
find_rank() {
  victim=
  for process in $(pgrep -P "$mpirun"); do
    if tr '\0' '\n' <"/proc/$process/environ" | grep -q '^OMPI_COMM_WORLD_RANK=1$'; then victim=$process; fi
  done
  [ -n "$victim" ] && [ "$(awk '{print $14}' "/proc/$victim/stat")" -gt 20 ]
}
# shellcheck disable=SC2086
$start -n 2 "$with" run long.yaml --json r.json >out 2>err &
mpirun=$!
child=$mpirun
await "$mpirun" find_rank
kill -KILL "$victim"
wait "$mpirun"
rc=$?
child=
holds 'a rank that dies: status' test "$rc" = 137
holds 'a rank that dies: nothing is half-written' test ! -e r.json

if [ -z "${NOCSTEP_LONG:-}" ]; then
  finish
fi

# ---- Families, plans, worms.
for topology in mesh:7x6 torus:4x4x4 hypercube:6 ring:12 octagon:16 fattree:k=4,n=3 butterfly:k=2,n=5 \
  dragonfly:p=2,a=4,h=2 slimfly:q=5 flattened:4x4 tree:k=2,n=5 irregular:switches=8,ports=8,hosts=32,seed=1; do
  same '2 3 4' t.yaml --set "topology=$topology" --set router.vcs=4 --set workload.load=0.1
done
for latency in 2 3 4 16; do
  same '2 3 4' t.yaml --set "router.link_latency=$latency"
  same '2 3 4' c.yaml --set "router.link_latency=$latency"
  same '2 4' t.yaml --set topology=fattree:k=4,n=3 --set "router.link_latency=$latency" # hosts and routers apart
done
same '2 3 4' t.yaml --set router.link_latency=4 --set run.jitter.links=0.2
same '2 3 4' t.yaml --set router.link_latency=4 --set workload.load=0.9 --set run.drain=false --quiet
same '2 3 4' t.yaml --set run.jitter.links=0.2
same '2 3 4' t.yaml --set workload.load=0.9 --set run.drain=false --quiet # but for whom the oldest waits for
same '2 3 4' t.yaml --set host.accept=0.7
same '2 3 4' t.yaml --set run.max_age=100000
same '2 3 4' t.yaml --set run.max_age=60 --quiet # a run that fails, in the same cycle
same '2 3 4' t.yaml --set run.jitter.hosts=0.3
same '2 3 4' t.yaml --set router.arbiter=age
same '2 3 4' t.yaml --set router.routing=source --set router.flit_bits=128
for scheme in binomial ring recursive-doubling; do
  same '2 3 4' c.yaml --set "workload.scheme=$scheme"
done
same '2 3 4' c.yaml --set workload.collective=allgather --set workload.scheme=hnc --set workload.group=2x2
same '2 3 4' c.yaml --set workload.collective=alltoall --set workload.scheme=unicast --set host.t_hs=20
same '2 3 4' c.yaml --set workload.collective=allgather --set workload.scheme=hnc --set workload.group=2x2 \
  --set workload.steps=overlapped --set router.networks=4 --set router.vcs=4
same '2 3 4' c.yaml --set workload.collective=allgather --set workload.scheme=hnc --set workload.group=2x2 \
  --set workload.steps=beside --set run.jitter.hosts=0.3
for steps in sequential barrier; do
  same '2 3 4' c.yaml --set topology=hypercube:3 --set router.routing=source --set workload.collective=alltoall \
    --set workload.scheme=scheduled --set "workload.steps=$steps"
done
printf 'topology: mesh:4x4\nworkload: {collective: barrier, scheme: binomial}\n' >b.yaml
same '2 3 4' b.yaml
printf '0 0 3 5 1\n0 3 2 1 2 1\n0 12 15 5 3\n0 9 0 2 5 1;3\n0 9 15 1 7 1\n3 2 9 4 9 5 1\n700 1 2 1 10 9 3\n' >p.trace
printf 'topology: mesh:4x4\nworkload: {trace: p.trace}\n' >p.yaml
same '2 3 4' p.yaml
for scheme in tree-worm path-worm kbinomial postal; do
  same '2 3 4' c.yaml --set workload.collective=broadcast --set "workload.scheme=$scheme" \
    --set router.switching=cut-through --set router.depth=16 --set router.vcs=4
done
same '2 3 4' m.yaml
same '2 3 4' m.yaml --set router.arbiter=age --set host.accept=0.7
same '2 3 4' m.yaml --set workload.scheme=unicast --set host.t_hs=10 --set run.reset=100
same '2 3 4' t.yaml --set host.t_hs=10 --set host.t_hr=8 --set run.drain=false --quiet
finish
