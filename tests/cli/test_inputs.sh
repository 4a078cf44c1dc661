#!/usr/bin/env bash
# No command writes over a file that it reads: each of them, with its result at the place of each of its inputs, is
# refused, and the input is what it was. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >m.yaml <<'YAML'
topology: mesh:2x2
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.3, packet_flits: 2}
run: {router: ref, warmup: 10, cycles: 60, seed: 3}
YAML
"$nocstep" run m.yaml -q --events e.sqlite --json a.json --wave a.fst || exit 3
"$nocstep" run m.yaml -q --events f.sqlite --json b.json --wave b.fst --set run.seed=4 || exit 3
"$nocstep" run m.yaml -q --set run.max_age=5 --report bundle >out 2>&1
"$nocstep" schedule --topology mesh:2x2 --collective broadcast --out s.json >out || exit 3
"$nocstep" plan cannon --topology mesh:2x2 --bytes 64 --out p.goal >out || exit 3
"$nocstep" paper "$source_tree/tests/cli/small_paper.yaml" --quick --json p.json >out || exit 3
cat >irregular.txt <<'END'
switch a 4
switch b 4
host h0 a
host h1 b
link a b
END
printf 'topology: irregular:irregular.txt\nworkload: {traffic: uniform, load: 0.1}\nrun: {router: ref, cycles: 50}\n' >i.yaml
printf '1 2 3 0\n' >permutation.txt
cat >pm.yaml <<'YAML'
topology: mesh:2x2
workload: {traffic: permutation, permutation: permutation.txt, load: 0.1, packet_flits: 1}
run: {router: ref, warmup: 0, cycles: 50}
YAML
printf 'topology: mesh:2x2\nrouter: {routing: source}\nworkload: {collective: broadcast, scheme: scheduled, schedule: s.json}\nrun: {router: ref}\n' >c.yaml
printf 'topology: mesh:2x2\nworkload: {plan: p.goal}\nrun: {router: ref}\n' >plan.yaml
for scenario in m i pm c plan; do
  "$nocstep" run $scenario.yaml -q >out 2>err || verdict "$scenario.yaml runs" no "$(cat err)"
done

# spares INPUT COMMAND...: a path that is @ in the command is that of the input, and then a link to it.
spares() {
  local input=$1 before path
  shift
  before=$(sha256sum <"$input")
  ln -sf "$PWD/$input" link
  for path in "$input" link; do
    run "${@//@/$path}"
    if [ "$(sha256sum <"$input")" != "$before" ]; then
      verdict "$input: ${*}" no "it is another file"
      return
    fi
    refused "$input: ${*} ($path)" 2 '(there is a file that this command reads; there must be another one to write$|another file|another folder)'
  done
}

for option in --json --events --transactions --checkpoint; do spares m.yaml run m.yaml -q $option @; done
spares p.goal run plan.yaml -q --write-plan @
spares irregular.txt run i.yaml -q --json @
spares irregular.txt run i.yaml -q --transactions @
spares permutation.txt run pm.yaml -q --json @
spares s.json run c.yaml -q --json @
spares e.sqlite explain e.sqlite --packet 1 --json @
spares a.json diff a.json b.json --json @
spares b.json diff a.json b.json --json @
spares f.sqlite diff e.sqlite f.sqlite --json @
spares a.fst diff a.fst b.fst --json @
spares m.yaml rtl m.yaml --out @
spares permutation.txt rtl pm.yaml --out @
spares bundle/scenario.yaml shrink bundle --json @
spares irregular.txt topo irregular:irregular.txt --json @
spares irregular.txt topo irregular:irregular.txt --graphml @
spares irregular.txt topo irregular:irregular.txt --dot @
spares irregular.txt hops --topology irregular:irregular.txt --collective broadcast --scheme binomial --json @
spares m.yaml sweep m.yaml --load 0.1:0.1:0.1 -q --csv @
spares permutation.txt sweep pm.yaml --load 0.1:0.1:0.1 -q --json @
spares s.json collective c.yaml -q --json @
spares permutation.txt verify pm.yaml --dry-run --json @
spares p.json paper "$source_tree/tests/cli/small_paper.yaml" --quick --measured p.json --csv @
run shrink bundle --out bundle
refused "shrink into its own bundle" 2 '^--out is bundle, the bundle; it must be another folder$'

# Files that nobody reads are replaced, as ever; and a checkpoint that a run goes on from may be its own.
gives "results of an earlier run" 0 run m.yaml -q --json a.json --events e.sqlite --wave a.fst
gives "a checkpoint" 0 run m.yaml -q --checkpoint c.ckpt --every 20
gives "the checkpoint that it goes on from" 0 run --resume c.ckpt -q --checkpoint c.ckpt --every 20

# A run that is refused when it has been built replaces nothing either.
cp a.fst before.fst
run run m.yaml -q --wave a.fst --events m.yaml --write-plan none.goal
refused "events into another file" 2 'm.yaml'
holds "the waves are those of before" cmp a.fst before.fst
holds "nothing is new" test ! -e none.goal

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
