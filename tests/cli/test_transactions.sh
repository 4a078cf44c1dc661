#!/usr/bin/env bash
# Transactions in FTR as `run` writes them: whole files or none, whatever ends the run, the same bits
# whatever the threads, and what is refused. What is in them tests/network/test_ftr.c reads.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >mesh.yaml <<'YAML'
topology: mesh:3x3
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.5, packet_flits: "1:1,4:2"}
run: {warmup: 0, cycles: 300}
YAML
# Begins as FTR does, ends with the break of its chunks, and has this result.
whole() { # FILE RESULT
  [ "$(head -c 4 "$1" | od -An -tx1)" = " d9 d9 f7 9f" ] && [ "$(tail -c 1 "$1" | od -An -tx1)" = " ff" ] &&
    grep -qa "$2" "$1"
}
none() { # FILE: neither it nor a part of it
  ! ls "$1"* >/dev/null 2>&1
}

gives "a run" 0 run mesh.yaml -q --transactions a.ftr
holds "a whole file" whole a.ftr pass
gives "the same with threads" 0 run mesh.yaml -q --transactions b.ftr --threads 2
holds "the same bits" cmp a.ftr b.ftr
gives "beside a database" 0 run mesh.yaml -q --transactions b.ftr --events b.sqlite
holds "the same file, which replaces the one before" cmp a.ftr b.ftr
gives "the window" 0 run mesh.yaml -q --transactions w.ftr --events-window 100:119
holds "fewer packets" test "$(stat -c %s w.ftr)" -lt $(($(stat -c %s a.ftr) / 2))
gives "an empty window" 0 run mesh.yaml -q --transactions e.ftr --events-window 100000:100001
holds "a whole file without packets" whole e.ftr pass
gives "messages" 0 run "$scenarios/allgather_3x5_binomial.yaml" --router ref -q --transactions m.ftr
holds "the collective by its name" whole m.ftr allgather

# Refusals.
for bad in - . no/a.ftr /dev/null; do
  refuses "the file $bad" "" run mesh.yaml --transactions "$bad"
done
refuses "the scenario as the file" "--transactions is mesh.yaml, as for the scenario" run mesh.yaml --transactions mesh.yaml
refuses "the file of --events" "--transactions is x.ftr, as for --events" run mesh.yaml --transactions x.ftr --events x.ftr
holds "nothing is left" none x.ftr
refuses "a window alone" "--events-window is given without --events or --transactions" run mesh.yaml --events-window 1:2

# A full disk.
cp a.ftr full.ftr
(
  ulimit -S -f 100
  run run mesh.yaml -q --set run.cycles=3000 --transactions full.ftr
  echo "$rc" >rc
)
rc=$(cat rc)
refused "a full disk" 3 "^full.ftr: cannot be written: "
holds "the file of the run before is as it was" cmp a.ftr full.ftr
rm full.ftr
holds "no part is left" none full.ftr

# Ctrl-C, and the end of the program.
endless() { # FILE
  "$nocstep" run mesh.yaml -q --set workload.load=0.9 --set run.cycles=100000000 --transactions "$1" 2>err &
  child=$!
  await "$child" large "$1"
}
large() { [ "$(stat -c %s "$1".*.nocstep-tmp)" -gt 300000 ]; }
endless stopped.ftr
kill -INT "$child"
wait "$child"
holds "interrupted: status" test $? -eq 130
holds "interrupted: what there was, and that it was" whole stopped.ftr interrupted
endless killed.ftr
holds "until its end there is no file" test ! -e killed.ftr
kill -KILL "$child"
wait "$child" 2>err
child=
holds "killed: there is no file" test ! -e killed.ftr
gives "the next run" 0 run mesh.yaml -q --transactions killed.ftr
holds "takes its part away" test "$(echo killed.ftr*)" = killed.ftr

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
