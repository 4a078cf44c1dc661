#!/usr/bin/env bash
# Links that are checked and wires that are wrong, from the command line: keys in files, by --set, in
# results, reports and checkpoints; what is refused; golden, in lockstep and as tops; what a failure says
# and that it runs again. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

cat >t.yaml <<'END'
topology: mesh:2x2
router: {vcs: 2, depth: 4, link_check: secded}
workload: {traffic: uniform, load: 0.2}
run: {cycles: 600, link_faults: {share: 0.02, seed: 5}}
END
cat >worms.yaml <<'END'
topology: octagon:8
router: {depth: 9, vcs: 3, switching: cut-through}
workload: {collective: allgather, scheme: path-worm, message_flits: 5}
run: {link_faults: {share: 0.02}}
END

# ---- Keys, and what a run that passes says.
passes 'corrected' '.link_faults.hit > 20 and .link_faults.corrected == .link_faults.hit and
  .link_faults.detected == 0 and .scenario.router.link_check == "secded" and
  .scenario.run.link_faults == {share: 0.02, seed: 5} and .packets.in_flight == 0' t.yaml
cp out golden.json
run t.yaml
holds 'the summary' grep -qE '^link faults  [0-9]+ flits with 1 wrong wire: [0-9]+ corrected, 0 detected, by seed 5$' out
passes 'no share' '(has("link_faults") or (.scenario.run.link_faults | has("share"))) | not' t.yaml \
  --set run.link_faults.share=0
passes 'nothing asked for' '.scenario.router.link_check == "none" and (has("link_faults") | not)' \
  "$scenarios/mesh_1x2.yaml" --router ref
hits=$(jq .link_faults.hit golden.json)
passes 'the same in lockstep' ".lockstep.bits_compared > 0 and .link_faults.hit == $hits and .link_faults.corrected == $hits" \
  t.yaml --router lockstep
passes 'the same of tops' ".link_faults.hit == $hits and .link_faults.corrected == $hits" t.yaml --router tops
passes 'the same by two threads' ".link_faults.hit == $hits" t.yaml --threads 2
run t.yaml -q --checkpoint kept --every 300
passes 'the same from a checkpoint on' ".link_faults.hit == $hits and .link_faults.corrected == $hits" t.yaml --resume kept

# ---- What a run that fails says, and that it fails again.
fails() { # NAME RESULT LINE ARGUMENT...
  local name=$1 result=$2 line=$3
  shift 3
  run t.yaml -q --json failed.json --report report "$@"
  if [ "$rc" -eq 1 ] && grep -qE "^$line" err && [ "$(jq -r .result failed.json)" = "$result" ]; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc; $(head -c 300 err)"
  fi
  (cd report && NOCSTEP=$nocstep sh ./repro.sh -q) >out 2>again
  holds "$name: again" grep -Fxq "$(grep -E "^$line" err)" again
  rm -rf report
}
word='cycle [0-9]+: a word on the link from (router|interface) [0-9,]+ to (router|interface) [0-9,]+ is wrong'
fails 'parity' link "link error: $word: its parity is odd$" --set router.link_check=parity
fails 'two wires' link "link error: $word: two wires differ, and secded corrects one$" --set run.link_faults.bits=2
fails 'in lockstep' link "link error: $word" --set run.link_faults.bits=2 --router lockstep
fails 'nobody sees it' scoreboard 'scoreboard: cycle .* data word ' --set router.link_check=none
fails 'two wires and parity' scoreboard 'scoreboard: cycle .* data word ' --set router.link_check=parity \
  --set run.link_faults.bits=2
holds 'counted' jq -e '.link_faults.hit > 0 and .link_faults.detected == 0' failed.json

# ---- What is refused.
refuse 'an unknown check' 2 "^--set router.link_check=crc: router.link_check is 'crc'; it must be none, parity, secded$" \
  t.yaml --set router.link_check=crc
refuse 'above 1' 2 "^--set run.link_faults.share=1.5: run.link_faults.share is '1.5'; it must be 0 to 1" \
  t.yaml --set run.link_faults.share=1.5
refuse 'three wires' 2 "^--set run.link_faults.bits=3: run.link_faults.bits is '3'; it must be 1 to 2$" \
  t.yaml --set run.link_faults.bits=3
refuse 'worms that nobody checks' 2 \
  '^worms.yaml:4:28: run.link_faults.share is given with routers that copy packets, .*it must be given with router.link_check secded$' \
  worms.yaml
passes 'worms that are checked' '.link_faults.corrected == .link_faults.hit' worms.yaml --set router.link_check=secded
refuse "somebody else's router" 2 'router.link_check is given with a foreign router \(run.dut\); it must be none$' \
  t.yaml --set run.dut="$source_tree/tests/dut/credit_router.yaml" --set run.link_faults.share=0
refuse "faults with somebody else's router" 2 'run.link_faults.share is given with a foreign router \(run.dut\); it must be 0$' \
  t.yaml --set run.dut="$source_tree/tests/dut/credit_router.yaml" --set router.link_check=none

# ---- The module of such a network.
within 60 "$nocstep" rtl t.yaml --out network.sv -q
holds 'both ends of four links' test "$(grep -c '  link_check #' network.sv)" -eq 8
holds 'their outputs' grep -Fq '.corrected_o(link_corrected_o[7]), .error_o(link_error_o[7])' network.sv
within 60 "$nocstep" rtl t.yaml --out plain.sv -q --set router.link_check=none
holds 'none without' sh -c '! grep -qi "checked\|link_error\|WireW" plain.sv'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
