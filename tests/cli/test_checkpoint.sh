#!/usr/bin/env bash
# Runs that go on from a checkpoint, from the command line: the same JSON but for its times, with the
# scenario and without it, by other threads; processes that are killed again and again, at any moment;
# a run that a signal ends; loads over time and waves; checkpoints that are the same bytes; what is
# damaged, changed or cannot be kept; full disks. NOCSTEP_LONG=1 takes each of tests/scenarios.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

# told FILE: the JSON of the last run, but for what its time was.
told() {
  jq -S 'del(.host)' r.json >"$1"
  rm -f r.json
}

# same NAME EVERY ARGUMENT...: a run, one that writes checkpoints, and those that go on from the last.
same() {
  local name=$1 every=$2 scenario=$3
  shift 3
  rm -f c.ck
  run "$scenario" --router ref "$@" --quiet --json r.json
  told whole
  run "$scenario" --router ref "$@" --quiet --json r.json --checkpoint c.ck --every "$every"
  told written
  run --resume c.ck --quiet --json r.json
  told alone
  run "$scenario" --router ref "$@" --resume c.ck --quiet --json r.json --threads 2
  told given
  if cmp -s whole written && cmp -s whole alone && cmp -s whole given; then verdict "$name" yes; else
    verdict "$name" no "$(head -c 200 err) $(diff whole alone | head -n 4) $(diff whole given | head -n 4)"
  fi
}

for file in traffic_request_reply plan_stencil trace_4x4; do
  same "$file" 150 "$scenarios/$file.yaml" --set run.seed=3
done
# Cycles that pass at once are written at their end, also where the run ends there.
printf '0,0,1,4\n5000,1,0,4\n' >gap.csv
printf 'topology: mesh:2x2\nworkload: {trace: gap.csv}\n' >gap.yaml
same "a gap in a trace" 1000 gap.yaml
same "the end in a gap" 1000 gap.yaml --set run.cycles=3000
if [ -n "${NOCSTEP_LONG:-}" ]; then
  for file in "$scenarios"/*.yaml; do
    [ "$(basename "$file")" = mesh_1x2.yaml ] && continue
    run "$file" --router ref --quiet --json r.json
    same "$(basename "$file" .yaml)" $(($(jq .cycles r.json) * (30 + RANDOM % 60) / 100 + 1)) "$file"
  done
fi

# ---- Killed at any moment, again and again, while it writes checkpoints all the time.
cat >t.yaml <<'END_YAML'
topology: mesh:8x8
workload: {traffic: uniform, load: 0.2}
run: {cycles: 12000}
END_YAML
run t.yaml --quiet --json r.json
told whole
rm -f c.ck
# newer PROCESS: it has written a checkpoint since the last look (each is a new file), or has ended.
newer() {
  local file
  file=$(stat -c %i c.ck 2>>await.log)
  if [ "$file" = "$before" ] && kill -0 "$1" 2>>await.log; then return 1; fi
  before=$file
}
kills=0 before=
for i in $(seq 6); do
  from=()
  [ ! -e c.ck ] || from=(--resume c.ck)
  "$nocstep" run t.yaml "${from[@]}" --checkpoint c.ck --every 100 --quiet --json r.json >out 2>err </dev/null &
  child=$!
  if [ "$i" -lt 6 ]; then
    until newer "$child"; do :; done
    sleep "0.00$((RANDOM % 9))"
    if kill -KILL "$child" 2>>await.log; then kills=$((kills + 1)); fi
  fi
  wait "$child" 2>>await.log
  rc=$?
  child=
  [ "$rc" -ne 0 ] || break
done
holds "a process that ends" test "$rc" -eq 0
holds "behind some that were killed" test "$kills" -gt 2
told killed
holds "has the result of a whole run" cmp whole killed
run t.yaml --quiet --json r.json --checkpoint other.ck --every 100
holds "and leaves nothing behind" sh -c '! ls -A | grep -q nocstep-tmp'
holds "the last checkpoint is the same bytes" cmp c.ck other.ck
run t.yaml --quiet --checkpoint threads.ck --every 100 --threads 2
holds "by two threads too" cmp c.ck threads.ck

# ---- A signal.
"$nocstep" run t.yaml --set run.cycles=100000000 --checkpoint s.ck --every 1000 >out 2>err </dev/null &
child=$!
await "$child" test -e s.ck
kill -TERM "$child"
wait "$child"
rc=$?
child=
holds "a run that a signal ends" test "$rc" -eq 130
holds "says how it goes on" grep -qx 'note: nocstep run --resume s.ck goes on from there' err
cycle=$(sed -n 's/^interrupted in cycle //p' err)
"$nocstep" run --resume s.ck >out 2>err </dev/null &
child=$!
sleep 0.3
kill -TERM "$child"
wait "$child"
child=
holds "from the very cycle" grep -q "^cycles  .*, from $cycle on" out

# ---- RTL, whose instances go on in another process; not in one whose plug-ins are others.
small=(t.yaml --set topology=mesh:2x2 --set router.vcs=1 --set run.cycles=900 --quiet)
run "${small[@]}" --router lockstep --json r.json
told whole_lockstep
run "${small[@]}" --router lockstep --checkpoint l.ck --every 700
run --resume l.ck --quiet --json r.json
told resumed_lockstep
holds "RTL goes on in lockstep" cmp whole_lockstep resumed_lockstep
holds "with all that was compared and reached before" \
  jq -e '.lockstep.mismatches == 0 and .lockstep.cycles >= 900 and .coverage.events.input_flit > 0' resumed_lockstep
run "${small[@]}" --rtl-at 1,1 --checkpoint l.ck --every 700
run --resume l.ck --rtl-at 1,1 --quiet
holds "a router of RTL among others too" test "$rc" -eq 0
mkdir copy && cp -r "$source_tree"/{rtl,csim,tb} copy
echo '// another line' >>copy/rtl/router/output_unit.sv
NOCSTEP_HOME=$PWD/copy run "${small[@]}" --rtl-at 1,1  # they are built
NOCSTEP_HOME=$PWD/copy refuse "other plug-ins" 2 \
  '^l.ck: there is RTL of another build; there must be the plug-ins that wrote it$' --resume l.ck --rtl-at 1,1

# ---- What goes with it.
run t.yaml --set run.cycles=3000 --quiet --html whole.d
run t.yaml --set run.cycles=3000 --quiet --html page.d --checkpoint h.ck --every 1700
rm -r page.d
run --resume h.ck --quiet --html page.d
holds "loads over time are those of the whole run" test "$(grep -c . <page.d/index.html)" -gt 50
holds "and drawn the same" cmp <(grep -o 'loads.*' whole.d/index.html) <(grep -o 'loads.*' page.d/index.html)
run --resume h.ck --quiet --json r.json
holds "nobody has to want them" test "$rc" -eq 0
run --resume h.ck --quiet --wave w.fst
holds "waves begin there" test -s w.fst
run t.yaml --set workload.load=0.9 --set run.max_age=900 --quiet --checkpoint f.ck --every 500
holds "a run that fails" test "$rc" -eq 1
sed -i '/^reproduce/d' err
cp err first
run --resume f.ck --quiet
sed -i '/^reproduce/d' err
holds "fails again in the same words" cmp first err

# ---- What is refused.
bad() { # NAME PATTERN ARGUMENT...
  refuse "$1" 2 "$2" "${@:3}"
}
bad "every 0 cycles" "^--every is '0'; it must be 1 to " t.yaml --checkpoint x.ck --every 0
bad "alone" '^--every is given alone; it must be given with --checkpoint$' t.yaml --every 5
bad "without a scenario" '^run: there is no SCENARIO; there must be nocstep run SCENARIO$'
bad "no folder" '^none/x.ck: cannot be written: No such file or directory$' t.yaml --checkpoint none/x.ck
bad "a device" '^/dev/null: there is a device or a pipe; there must be ' t.yaml --checkpoint /dev/null
bad "no file" '^none: cannot be read: No such file or directory$' --resume none
bad "a folder" '^page.d: ' --resume page.d
bad "a pipe" '^/dev/fd/[0-9]*: there is a device or a pipe; there must be a file' --resume <(cat c.ck)
bad "another kind of file" '^t.yaml: there is a file of another kind; there must be a checkpoint' --resume t.yaml
: >empty
bad "an empty file" '^empty: there is a file of another kind; there must be a checkpoint' --resume empty
size=$(stat -c %s c.ck)
for length in 20 30 100 5000 $((size / 2)) $((size - 1)); do
  head -c "$length" c.ck >cut.ck
  bad "cut behind $length bytes" '^cut.ck: there is a (checkpoint that is damaged or cut off|file of another kind); ' --resume cut.ck
done
for at in 40 200 3000 $((size / 2)) $((size - 2)); do
  { head -c "$at" c.ck; printf '\377'; tail -c +$((at + 2)) c.ck; } >flipped
  cmp -s flipped c.ck || bad "byte $at damaged" '^flipped: there is a checkpoint that is damaged or cut off; ' --resume flipped
done
bad "another seed" \
  "^--resume is c.ck, of another scenario, with 'seed: 1' for 'seed: 7'; it must be a checkpoint of this scenario$" \
  t.yaml --resume c.ck --set run.seed=7
bad "another load" "of another scenario, with 'load: 0.2' for 'load: 0.3'; " --resume c.ck --set workload.load=0.3
bad "no loads" '^--html is given with --resume c.ck, which has no loads over time; ' --resume c.ck --html other.d
bad "events" '^--checkpoint is given with --events, which is of a whole run; ' t.yaml --checkpoint x.ck --events e.sqlite
bad "transactions" '^--resume is given with --transactions, which is of a whole run; ' --resume c.ck --transactions e.ftr
bad "a packet" '^--resume is given with --follow, which is of a whole run; ' --resume c.ck --follow 3 --wave w.fst
bad "its own scenario" '^--checkpoint is t.yaml, as for the scenario; it must be another file$' t.yaml --checkpoint t.yaml
bad "for two things" '^--resume is c.ck, as for --json; it must be another file$' --resume c.ck --json c.ck
holds "which leaves nothing" sh -c '! [ -e x.ck ] && ! [ -e other.d ]'
printf '0 3 1 0 4\n' >p.txt
seq 15 -1 0 >p.txt
printf 'topology: mesh:4x4\nworkload: {traffic: permutation, permutation: p.txt, load: 0.1}\nrun: {cycles: 900}\n' >p.yaml
run p.yaml --quiet --checkpoint p.ck --every 500
run --resume p.ck --quiet
holds "a file that the scenario names" test "$rc" -eq 0
echo '# more' >>p.txt
bad "has changed" '^--resume is p.ck, but a file that the scenario names has changed since; ' --resume p.ck
rm p.txt
bad "is gone" '^p.yaml.*p.txt: cannot be read|p.txt' --resume p.ck

# ---- A disk that is full: the run goes on, and the last whole one stays.
cp c.ck kept
rm -f r.json
(ulimit -S -f 100; trap '' XFSZ; run t.yaml --quiet --checkpoint c.ck --every 3000; echo "$rc" >rc.txt)
holds "a full disk does not end a run" test "$(cat rc.txt)" -eq 0
holds "which says so once" grep -Ecq '^warning: c.ck: cannot be written: .*; the checkpoint of cycle 3000 is left out$' err
holds "in one line" test "$(wc -l <err)" -eq 1
holds "and leaves the last one" cmp c.ck kept
holds "alone" sh -c '! ls -A | grep -q nocstep-tmp'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
