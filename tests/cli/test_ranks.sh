#!/usr/bin/env bash
# Runs that mpirun hands out to several ranks: a program without MPI refuses to be several; with it, on 1
# to 4 ranks, results are those of one process, byte by byte; what dies takes along what it must and no
# more; files are written once. NOCSTEP is the program; NOCSTEP_MPI one that was built by make MPI=1, and
# with NOCSTEP_LONG it is built here, from the objects of this one. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

cat >t.yaml <<'END'
topology: mesh:4x4
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.2, packet_flits: 4}
run: {warmup: 100, cycles: 500}
END

# ---- Built without MPI, as far as the environment says what mpirun has started.
if "$nocstep" --version | grep -q '^MPI  *none: built without MPI'; then
  for launcher in OMPI_COMM_WORLD PMI; do
    export ${launcher}_SIZE=2 ${launcher}_RANK=0
    refuse "without MPI, rank 0 of 2 by $launcher" 3 '^nocstep is started by mpirun with other ranks, but built without MPI' \
      t.yaml --json r.json
    export ${launcher}_RANK=1
    run t.yaml --json r.json
    holds "without MPI, rank 1 says nothing" test "$rc $(cat out err | wc -c)" = '3 0'
    holds 'without MPI, nothing is run' test ! -e r.json
    export ${launcher}_SIZE=1 ${launcher}_RANK=0
    passes 'without MPI, one rank is none' '.result == "pass"' t.yaml --router ref
    unset ${launcher}_SIZE ${launcher}_RANK
  done
fi

. "$source_tree/tests/cli/mpi.sh"

# The table without the seconds of runs, and results without what their host was.
timeless() {
  sed -E 's/, [0-9.]+ s$//; /^time /d' out >out.timeless
  for file in result/*; do
    case $file in
      *.json) jq -S 'del(.host) | del(.runs[]?.wall_s)' "$file" ;;
      *.xml) sed -E 's/ (time|timestamp)="[^"]*"//g' "$file" ;;
      *) cat "$file" ;;
    esac >t.file
    mv t.file "$file"
  done
}

# same NAME STATUS ARGUMENT...: on 1 to 4 ranks what one process gives: status, table, and the files that
# the arguments write into the folder result.
same() {
  local name=$1 status=$2
  shift 2
  rm -rf result one.* && mkdir result
  "$with" "$@" >out 2>err </dev/null
  rc=$?
  grep -v 'running' err >one.err
  holds "$name: one process" test "$rc" = "$status"
  timeless
  mv result one.result && mv out.timeless one.out
  for count in 1 2 3 4; do
    rm -rf result && mkdir result
    ranks "$count" "$@"
    grep -v 'running' err >k.err
    cp result/k.json host.json 2>k.err.cp
    timeless
    if [ "$rc" = "$status" ] && diff -r one.result result >diff && diff one.out out.timeless >>diff &&
      diff one.err k.err >>diff; then
      verdict "$name: $count ranks" yes
    else
      verdict "$name: $count ranks" no "status $rc; $(head -c 300 diff) $(head -c 200 k.err)"
    fi
  done
}

sed 's/^workload.*/workload: {collective: allreduce, scheme: ring, message_flits: 4}/; /^run/d' t.yaml >c.yaml
printf 'topology: ring:6\nrouter: {routing: table, routes: up.txt, vcs: 2, allow_deadlock: true}
workload: {traffic: uniform, load: 0.9}\nrun: {cycles: 2000}\n' >round.yaml
for i in 0 1 2 3 4 5; do for j in 0 1 2 3 4 5; do
  [ "$i" = "$j" ] || echo "route $i $j: 1"
done; done >up.txt

same 'sweep' 0 sweep t.yaml --load 0.1:0.1:0.8 --json result/k.json --csv result/k.csv --plot result/k.svg
same 'a grid' 0 sweep t.yaml --set router.vcs=1,2 --set router.depth=2,4 --load 0.2:0.2:0.6 --json result/k.json
same 'collective --all' 0 collective --all c.yaml --flits 2,4 --json result/k.json --csv result/k.csv
same 'a paper' 0 paper "$source_tree/tests/cli/small_paper.yaml" --json result/k.json --csv result/k.csv
same 'dvorak2006' 0 paper dvorak2006 --quick --json result/k.json --csv result/k.csv
same 'verify' 0 verify t.yaml c.yaml --seeds 3 --json result/k.json --junit result/k.xml
holds 'verify: how many ranks' jq -e '.host.ranks == 4' host.json
same 'failures' 1 verify t.yaml round.yaml --seeds 3 --max-failures 2 -j 1 --json result/k.json --junit result/k.xml

# The examples of failures are written by rank 0, once, and are those of one process.
"$with" verify round.yaml --seeds 2 --report report1 >out 2>err
ranks 3 verify round.yaml --seeds 2 --report report3
holds 'a report: status' test "$rc" = 1
holds 'a report: its files' diff <(cd report1 && find . | sort) <(cd report3 && find . | sort)
holds 'a report: a bundle is in it' test -e report3/group-1

# ---- Refusals, printed once.
refuse_ranks() { # NAME STATUS PATTERN ARGUMENT...
  local name=$1 status=$2 pattern=$3
  shift 3
  ranks 3 "$@"
  refused "$name" "$status" "$pattern"
}
for command in "topo mesh:4x4" "hops --topology mesh:4x4" "list"; do
  # shellcheck disable=SC2086
  refuse_ranks "no ranks for $command" 2 "^nocstep ${command%% *} is started by mpirun on 3 ranks; it must be started on one" $command
done
refuse_ranks 'no such command' 2 "^nocstep: there is no command 'swep'" swep t.yaml
refuse_ranks 'a wrong option' 2 '^' sweep t.yaml --lod 0.1
refuse_ranks 'a wrong scenario' 2 '^nosuch.yaml: cannot be opened' sweep nosuch.yaml
refuse_ranks 'a place that cannot be written' 2 '^/nosuch/r.json: cannot be written' sweep t.yaml --json /nosuch/r.json
# shellcheck disable=SC2086
timeout 100 $start -n 1 "$with" sweep t.yaml : -n 1 "$with" sweep t.yaml --quiet >out 2>err
rc=$?
refused 'other arguments' 3 '^mpirun: rank 1 is another nocstep than rank 0, or has other arguments'

# ---- Other files on another rank; and one that has the same files leaves none.
mkdir -p here there
cp t.yaml here
sed 's/depth: 4/depth: 8/' t.yaml >there/t.yaml
apart() {
  # shellcheck disable=SC2086
  timeout 100 $start -n 1 -wdir "$work/here" "$with" "$@" : -n 1 -wdir "$work/there" "$with" "$@" >out 2>err
  rc=$?
}
apart sweep t.yaml -j 1 --load 0.1:0.1:0.6 --quiet
refused 'other files' 3 '^mpirun: rank 1 is about to do other runs than rank 0'
rm there/t.yaml
sed 's/cycles: 500/cycles: 100000/' t.yaml >here/t.yaml
apart sweep t.yaml -j 1 --load 0.1:0.1:0.6 --quiet
refused 'no file' 3 '^mpirun: rank 1 has ended with status 2: t.yaml: cannot be opened'
cp t.yaml here && cp t.yaml there
apart sweep t.yaml --load 0.1:0.1:0.6 --json r.json --csv r.csv --plot r.svg
holds 'rank 0 writes' test "$rc $(cd here && echo *)" = '0 r.csv r.json r.svg t.yaml'
holds 'rank 1 does not' test "$(cd there && echo *)" = t.yaml
apart verify t.yaml --json r.json --junit r.xml --report report --html page
holds 'rank 0 writes a report' test "$rc $(cd here && ls report page r.xml | tr '\n' ' ')" = \
  '0 r.xml  page: index.html  report: junit.xml report.txt result.json '
holds 'rank 1 writes no report' test "$(cd there && echo *)" = t.yaml

# ---- What dies.
sed 's/cycles: 500/cycles: 150000/' t.yaml >long.yaml
# rank_of PROCESS: the number of its rank.
rank_of() {
  tr '\0' '\n' <"/proc/$1/environ" | sed -n 's/^OMPI_COMM_WORLD_RANK=//p'
}
# find_ranks: what mpirun ($mpirun) has started: courier, command and a process of a worker of rank 1.
find_ranks() {
  courier=
  for process in $(pgrep -P "$mpirun"); do
    if [ "$(rank_of "$process")" = 1 ]; then courier=$process; fi
  done
  [ -n "$courier" ] && command=$(pgrep -P "$courier") && worker=$(pgrep -P "$command" | head -n 1) && [ -n "$worker" ]
}
# killed WHO ARGUMENT...: a process of rank 1 is killed when it works; its status in rc.
killed() {
  local who=$1
  shift
  # shellcheck disable=SC2086
  $start -n 2 "$with" "$@" >out 2>err &
  mpirun=$!
  child=$mpirun
  await "$mpirun" find_ranks
  run=
  [ "$who" != run ] || await "$mpirun" eval 'run=$(pgrep -P "$worker") && [ -n "$run" ]'
  kill -KILL "${!who}"
  wait "$mpirun"
  rc=$?
  child=
}
"$with" sweep long.yaml --load 0.1:0.1:0.8 --json whole.json --quiet

killed worker sweep long.yaml -j 1 --load 0.1:0.1:0.8 --json r.json --quiet
lost=$(jq '[.curves[].points[] | select(.error)] | length' r.json)
verdict "a worker that dies loses its run at most" "$([ "$(jq '[.curves[].points[]] | length' r.json)" -ge 7 ] && echo yes)" "status $rc, $lost lost"

# Four times as long: the run that is found must still be under way when it is killed.
killed run verify long.yaml -j 1 --seeds 4 --set run.cycles=600000 --json r.json --quiet
holds 'a run that dies: the others pass' test "$rc $(jq -c '[.count.passed, .count.failed + .count.errors]' r.json)" = '1 [3,1]'
holds 'a run that dies: its line' jq -e '[.runs[] | select(.result == "crash")] | length == 1' r.json

rm -f r.json
killed command sweep long.yaml -j 1 --load 0.1:0.1:0.8 --json r.json --quiet
refused 'a command that dies' 3 '^mpirun: rank 1 was killed by signal 9'
holds 'a command that dies: what is done is written' test -e r.json

# mpirun says it, and ends all: what rank 0 has is written even when mpirun does not wait for it.
rm -f r.json
start=${start/ -q/} killed courier sweep long.yaml -j 1 --load 0.1:0.1:0.8 --json r.json --quiet
holds 'a rank that dies: its status' test "$rc" = 137
holds 'a rank that dies: it is said' grep -q 'rank 1 with PID .* exited on signal 9' err
for _ in $(seq 100); do
  [ -e r.json ] || sleep 0.1
done
holds 'a rank that dies: what is done is written' jq -e '.interrupted and (.curves[0].points | length < 8)' r.json
ranks 2 sweep long.yaml -j 1 --load 0.1:0.1:0.8 --json r.json --quiet
holds 'a rank that dies: the same command does it all' cmp whole.json r.json

finish
