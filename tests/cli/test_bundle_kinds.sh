#!/usr/bin/env bash
# Bundles of every kind of failure: what each has, what its repro.sh does, what is said where there is no
# stimulus, and what is left of one that could not be finished. Those of RTL that takes long to build
# with NOCSTEP_LONG=1. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/planted.sh"

cat >u.yaml <<'YAML'
topology: mesh:2x2
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.3, packet_flits: "1:1,4:2"}
run: {warmup: 0, cycles: 300}
YAML
sed 's/mesh:2x2/mesh:3x1/; s/load: 0.3/load: 0.7/; s/cycles: 300/cycles: 600, router: lockstep/' u.yaml >line.yaml

# bundle NAME RESULT FILE...: the run that has been (rc, m.json) failed so, and the folder has these
# files beside those that all have, no others.
bundle() {
  local name=$1 result=$2
  shift 2
  holds "$name: status" test "$rc" -eq 1
  is "$name: $result" m.json ".result == \"$result\""
  holds "$name: files" cmp <(cd bad && find . -mindepth 1 | sort) \
    <(printf './%s\n' mismatch.txt result.json scenario.yaml summary.txt "$@" | sort)
}
# network NAME RESULT ARGUMENT...: a failure of no single router. Its line does the run again.
network() {
  local name=$1 result=$2
  shift 2
  rm -rf bad
  run run --quiet --report bad --json m.json "$@"
  bundle "$name" "$result" repro.sh window.fst window.gtkw window.sucl window.surf.ron
  refuses "$name: replay says why not" '^bad: there is no stimulus, as the failure is one of the whole network;' replay bad
  mv bad moved
  (cd / && NOCSTEP=$nocstep "$work/moved/repro.sh" --quiet --json - >"$work/again.json" 2>"$work/err")
  holds "$name: repro.sh does it again" test $? -eq 1
  holds "$name: the same failure" cmp <(jq '.result, .cycles, .error' m.json) <(jq '.result, .cycles, .error' again.json)
  mv moved bad
}
# alone NAME ARGUMENT...: a failure of a router or an interface, shown on it alone.
alone() {
  local name=$1
  shift
  rm -rf bad
  run run --quiet --report bad --json m.json "$@"
  bundle "$name" mismatch repro.sh stimulus window.fst window.gtkw window.sucl window.surf.ron
  run replay bad --quiet --json r.json
  holds "$name: replay" test "$rc" -eq 1
  holds "$name: the same mismatch" cmp <(jq -S '.mismatch | del(.evidence, .output)' m.json) \
    <(jq -S '.mismatch | del(.rtl, .golden)' r.json)
}

# ---- Golden models alone.
network age age u.yaml --set run.max_age=15
network "age on 1x2" age u.yaml --set topology=mesh:1x2 --set run.max_age=6 --set workload.load=0.9
for i in 0 1 2 3 4 5 6 7; do echo "0 $i $(((i + 2) % 8)) 16"; done >o.trace
printf 'topology: octagon:8\nworkload: {trace: o.trace}\n' >o.yaml
network deadlock deadlock o.yaml --set router.vcs=1 --set router.depth=2 --allow-deadlock
printf 'topology: mesh:2x2\nworkload: {collective: allgather, scheme: ring, message_flits: 64}\nrun: {cycles: 40}\n' >c.yaml
network "a collective cut off" timeout c.yaml
rm -rf bad
run run u.yaml --set topology=mesh:1x1 --quiet --report bad
holds "1x1 has nothing to fail" test "$rc" -eq 0 -a ! -e bad/repro.sh

# ---- Shrunk: a smaller scenario that fails in the same way, of which a plain run knows nothing.
# shrinks NAME RESULT FILTER: the bundle `bad`; jq's answer about the result is true.
shrinks() {
  rm -rf small
  gives "$1: shrinks" 0 shrink bad --quiet --out small --json s.json
  is "$1: the same failure" s.json ".result == \"$2\" and .packets <= .packets_before and .cycles <= .cycles_before"
  is "$1: small" s.json "$3"
  NOCSTEP=$nocstep small/repro.sh --quiet --json "$work/again.json" >out 2>err
  holds "$1: the small scenario fails by itself" test $? -eq 1
  is "$1: as it was" again.json ".result == \"$2\""
  holds "$1: the same line" test "$(jq -r .error s.json)" = "$(jq -r .error again.json)"
}
network age age u.yaml --set run.max_age=15
shrinks age age '.packets == 1'
holds "age: the age is still that of the scenario" grep -q '^  max_age: 15$' small/scenario.yaml
network deadlock deadlock o.yaml --set router.vcs=1 --set router.depth=2 --allow-deadlock
shrinks deadlock deadlock '.packets == 8'
holds "deadlock: eight packets of a flit" test "$(grep -c '^[0-9,]*,1$' small/packets.csv)" -eq 8
holds "deadlock: who waits for whom is told" grep -q '^the chain closes' small/mismatch.txt
network "a collective cut off" timeout c.yaml
shrinks "a collective cut off" timeout '.cycles == 40'
run run u.yaml --set run.max_age=15 --quiet --report bad
refuses "a folder that is a file" '^u.yaml/scenario.yaml: cannot be written: Not a directory$' shrink bad --quiet --out u.yaml
sed -i '/max_age/d' bad/scenario.yaml
refuses "a scenario that passes" '^bad/scenario.yaml: there is no failure with this nocstep; there must be' shrink bad
sed -i 's/vcs: .*/vcs: many/' bad/scenario.yaml
refuses "a damaged scenario" '^bad/scenario.yaml:[0-9:]* router.vcs is .many.' shrink bad

# ---- A second run into the folder: nothing of the first is left.
network before age u.yaml --set run.max_age=15
run run u.yaml --quiet --report bad --json m.json
holds "a run that passes takes the files of the failure away" cmp <(cd bad && find . -mindepth 1 | sort) \
  <(printf './%s\n' result.json scenario.yaml summary.txt)

# ---- Nothing half-written: a signal in the run done again, a full disk, a folder that cannot be.
rm -rf bad
"$nocstep" run u.yaml --set topology=mesh:4x4 --set workload.load=1 --set run.max_age=60000 \
  --set run.cycles=200000 --quiet --report bad --json m.json >out 2>err </dev/null &
child=$!
until compgen -G 'bad/window.fst.*.nocstep-tmp' >check.log || ! kill -0 $child 2>check.log; do sleep 0.02; done
kill -INT $child
wait $child
rc=$?
child=
holds "a signal in the run done again: 130" test "$rc" -eq 130
holds ".. in a line" grep -Fxq -- '--report: interrupted; the bundle has neither waves nor stimulus' err
is ".. with the result of the run" m.json '.result == "age"'
holds ".. nothing half-written" cmp <(cd bad && find . -mindepth 1 | sort) \
  <(printf './%s\n' mismatch.txt result.json scenario.yaml summary.txt)
rm -rf bad
(ulimit -S -f 4; run run u.yaml --set run.max_age=15 --quiet --report bad; exit "$rc")
holds "a full disk: the status of the failure" test $? -eq 1
holds ".. in words" grep -Eq '^cannot write waves to bad/window.fst: No space left' err
holds ".. nothing half-written" cmp <(cd bad && find . -mindepth 1 | sort) \
  <(printf './%s\n' mismatch.txt result.json scenario.yaml summary.txt)
rm -rf bad
refuses "a folder that cannot be made" "^--report: '/proc/bad' cannot be made: " run u.yaml --report /proc/bad

# ---- RTL beside golden models.
plant router/vc_allocator.sv ">= CmpW'(need);" ">= CmpW'(need) + CmpW'(w == Vcs - 1);"
alone lockstep line.yaml
alone "after a reset in traffic" line.yaml --set run.reset=7
holds ".. which the stimulus has" test "$(grep -c ^reset bad/stimulus)" -gt 1
alone "--lockstep-at" line.yaml --router ref --lockstep-at 1,0
mend router/vc_allocator.sv

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  plant router/crossbar.sv '= in_kind_i\[i\*2 +: 2\];' "= in_kind_i[i*2 +: 2] | 2'(i == Ports - 1);"
  network "RTL alone: scoreboard" scoreboard u.yaml --router rtl
  shrinks "RTL alone: scoreboard" scoreboard '.packets <= 4'
  network "--rtl-at" scoreboard u.yaml --rtl-at 1,1
  holds "--rtl-at: in the line" grep -q -- 'run scenario.yaml --rtl-at 1,1 ' bad/repro.sh
  shrinks "--rtl-at: scoreboard" scoreboard '.packets <= 4'
  mend router/crossbar.sv
  plant router/output_unit.sv 'if (gain\[w\] \&\& ' "if (gain[w] \&\& w != 1 \&\& "
  network "RTL alone: conservation" conservation u.yaml --router rtl
  mend router/output_unit.sv
  plant router/switch_allocator.sv "credits != '0 \&\& CmpW" 'CmpW'
  alone "RTL alone: an assertion" u.yaml --router rtl --set workload.load=0.9
  refuses "RTL alone: not shrunk" '^bad: there is one of RTL alone; there must be' shrink bad
  mend router/switch_allocator.sv
  plant multicast/copy_crossbar.sv 'lane\[i\] & copy_mask_i' 'lane[i] | copy_mask_i'
  cat >m.yaml <<'YAML'
topology: mesh:4
router: {vcs: 1, switching: cut-through, depth: 16}
workload: {collective: multicast, scheme: tree-worm, from: 0, to: 1-3, message_flits: 4}
run: {router: lockstep}
YAML
  alone "a tree worm" m.yaml
  gives "a tree worm: shrinks" 0 shrink bad --quiet --out small --json s.json
  mend multicast/copy_crossbar.sv
  plant coding/xor_engine.sv 'data_a_i ^ data_b_i;' "data_a_i ^ data_b_i ^ FlitBits'(4);"
  printf 'num_ranks 2\nrank 0 {a: block 16b b: block 16b c: xor 16b a b send 16b to 1 of c send 16b to 1 of a}
rank 1 {c: recv 16b from 0 a: recv 16b from 0 b: xor 16b c a}\n' >two.goal
  printf 'topology: mesh:2x1\nworkload: {plan: two.goal}\nrun: {router: lockstep}\n' >two.yaml
  alone "coded, in an interface" two.yaml
  mend coding/xor_engine.sv
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
