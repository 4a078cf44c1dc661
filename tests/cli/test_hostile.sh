#!/usr/bin/env bash
# Hostile ground: many runs at once in one folder and onto the same files, runs that are killed at any time,
# folders that cannot be written, damaged databases: clear words, the right status, and nothing that was
# finished is lost. Full disks, damaged plug-ins, checkpoints and bundles are in the tests of these.
# NOCSTEP_LONG=1: more runs, and kills while a report is written. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >mesh.yaml <<'YAML'
topology: mesh:3x3
workload: {traffic: uniform, load: 0.3}
run: {cycles: 300}
YAML

# ---- At once
mkdir many && cd many || exit 3
runs=${full_length:+100}
runs=${runs:-20}
for seed in $(seq "$runs"); do
  events=()
  [ $((seed % 2)) -eq 0 ] || events=(--events same.sqlite)
  "$nocstep" run ../mesh.yaml -q --set run.seed="$seed" --set run.max_age=20 --json "$seed.json" --wave same.fst \
    --report same "${events[@]}" </dev/null >"out$seed" 2>"err$seed" &
done
wait
cat err* >err
failed_by_age=$(grep -c '^age: ' err)
refused_runs=$(grep -c '^same.sqlite: there is an event database that another run writes; there must be one that no run writes, or none$' err)
holds "at once: some run, others are refused in words" test "$failed_by_age" -ge 1 -a $((failed_by_age + refused_runs)) -eq "$runs"
holds "at once: no other line" sh -c '! grep -Ev "^(age: |same.sqlite: there is an event |reproduce: )" err'
holds "at once: a result of each that ran" test "$(find . -maxdepth 1 -name '*.json' | wc -l)" -eq "$failed_by_age"
holds "at once: nothing half-written" test "$(find . -name '*nocstep-tmp*' -o -name '*-journal' | wc -l)" -eq 0
holds "at once: one bundle" test "$(jq .scenario.run.seed same/result.json)" = "$(sed -n 's/^ *seed: //p' same/scenario.yaml | head -n 1)"
holds "at once: in all of its files" test "$(grep -c . same/summary.txt)" -gt 5 -a \
  "$(awk '$1 == "seed" {print $2}' same/summary.txt)" = "$(jq .scenario.run.seed same/result.json)"
holds "at once: its failure" test "$(jq -r .error same/result.json)" = "$(head -n 1 same/mismatch.txt)"
gives "at once: the database is whole" 0 diff same.sqlite same.sqlite
for seed in $(seq "$runs"); do
  "$nocstep" run ../mesh.yaml -q --set run.seed="$seed" --json "own$seed.json" --events "own$seed.sqlite" </dev/null >out 2>>own &
done
wait
holds "at once, files of their own: all" test "$(jq -s 'map(select(.result == "pass")) | length' own*.json)" -eq "$runs" -a ! -s own
cd .. || exit 3

# ---- Killed
large=(mesh.yaml -q --set run.cycles=100000000)
mkdir rest
begun() { [ -s "rest/k.sqlite$1" ]; }
for part in '' -journal; do
  "$nocstep" run "${large[@]}" --events rest/k.sqlite --json rest/k.json </dev/null >out 2>err &
  child=$!
  await "$child" begun "$part"
  kill -KILL "$child"
  wait "$child" 2>>await.log
  child=
  gives "killed at its beginning: the database is replaced" 0 run mesh.yaml -q --events rest/k.sqlite
  holds "killed at its beginning: by a whole one" test "$(find rest -type f | wc -l)" -eq 1
done
if [ -n "${NOCSTEP_LONG:-}" ]; then
  aged=(mesh.yaml -q --set topology=mesh:8x8 --set workload.load=0.2 --set run.cycles=600000 --set run.max_age=95)
  run run "${aged[@]}" --report whole
  for pause in 0.4 0.5 0.6 0.7 0.8 0.9 1.0 1.2; do
    "$nocstep" run "${aged[@]}" --report rest/bad --json rest/bad.json </dev/null >out 2>err &
    child=$!
    sleep "$pause"
    kill -KILL "$child" 2>>await.log
    wait "$child" 2>>await.log
    child=
    for file in scenario.yaml summary.txt result.json mismatch.txt repro.sh; do
      [ ! -e "rest/bad/$file" ] || holds "killed after $pause s: $file is whole" test "$(wc -l <"rest/bad/$file")" -eq "$(wc -l <"whole/$file")"
    done
  done
  run run "${aged[@]}" --report rest/bad --json rest/bad.json
  holds "killed: and then a whole report" cmp <(head -n 1 rest/bad/mismatch.txt) <(head -n 1 whole/mismatch.txt)
  gives "killed: with the same waves" 0 diff rest/bad/window.fst whole/window.fst
  holds "killed: nothing is left" test "$(find rest -name '*nocstep-tmp*' | wc -l)" -eq 0
fi

# ---- Folders that cannot be written. Who may write everywhere is somebody else for this.
as=()
[ "$(id -u)" -ne 0 ] || as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
mkdir closed && cp mesh.yaml closed && echo 'of an earlier run' >closed/x.json && chmod 555 closed && chmod 711 "$work"
if "${as[@]}" "$nocstep" --version >out 2>err; then
  while read -r option file text; do
    (cd closed && "${as[@]}" "$nocstep" run mesh.yaml -q "$option" "$file" </dev/null >../out 2>../err; echo $? >../rc)
    rc=$(cat rc)
    refused "closed: $option" 2 "^$text: Permission denied$"
  done <<'END_OPTIONS'
--json x.json x.json: cannot be written
--wave x.fst x.fst: cannot be written
--events x.sqlite x.sqlite: cannot be written
--transactions x.ftr x.ftr: cannot be written
--checkpoint x.ck x.ck: cannot be written
--report x --report: 'x' cannot be made
--report . ./result.json: cannot be written
--html x --html: 'x' cannot be made
--html . ./index.html: cannot be written
END_OPTIONS
  for command in 'verify mesh.yaml --junit x.xml' 'verify mesh.yaml --report x' 'topo mesh:4x4 --dot x.dot' \
    'sweep mesh.yaml --load 0.1:0.1:0.1 --csv x.csv'; do
    # shellcheck disable=SC2086
    (cd closed && "${as[@]}" "$nocstep" $command -q </dev/null >../out 2>../err; echo $? >../rc)
    rc=$(cat rc)
    refused "closed: $command" 2 'Permission denied$'
  done
  holds "closed: as it was" test "$(ls -A closed)" = "$(printf 'mesh.yaml\nx.json')" -a "$(cat closed/x.json)" = 'of an earlier run'
  (cd closed && NOCSTEP_PLUGINS=$PWD/plugins "${as[@]}" "$nocstep" run mesh.yaml -q --router rtl </dev/null >../out 2>../err; echo $? >../rc)
  rc=$(cat rc)
  refused "closed: plug-ins" 3 '^NOCSTEP_PLUGINS: cannot write to '
fi
chmod 755 closed

# ---- Damaged databases
run run mesh.yaml -q --events whole.sqlite
size=$(stat -c %s whole.sqlite)
for part in $(seq 0 9); do
  at=$((size * part / 10 + 7))
  head -c "$at" whole.sqlite >cut.sqlite
  for command in 'explain cut.sqlite --packet 5' 'diff whole.sqlite cut.sqlite' 'diff cut.sqlite whole.sqlite'; do
    # shellcheck disable=SC2086
    run $command
    refused "cut off behind $at: $command" 2 '^cut.sqlite: '
  done
  { head -c "$at" whole.sqlite; head -c 600 /dev/zero | tr '\0' '\377'; tail -c +$((at + 601)) whole.sqlite; } >changed.sqlite
  for command in 'explain changed.sqlite --packet 5' 'diff whole.sqlite changed.sqlite' 'diff changed.sqlite whole.sqlite'; do
    # shellcheck disable=SC2086
    run $command
    if [ "$rc" -eq 2 ]; then
      refused "changed at $at: $command" 2 '^changed.sqlite: '
    else
      holds "changed at $at: $command: a status" test "$rc" -le 1
    fi
  done
done

# Standard output that is closed is the environment's fault, whatever is written there.
printf 'topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1}\nrun: {router: ref, cycles: 50}\n' >small.yaml
for command in "run small.yaml" "run small.yaml --json -" "rtl small.yaml" "plan cannon --topology mesh:2x2 --bytes 64 --out -" "topo mesh:2x2 --dot -"; do
  # shellcheck disable=SC2086  # a list
  "$nocstep" $command >&- 2>err </dev/null
  rc=$?
  : >out
  refused "closed standard output: $command" 3 'standard output: (cannot be written: )?Bad file descriptor$'
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
