#!/usr/bin/env bash
# Waves of a failure that are made from a checkpoint in memory are those that are made from reset; so is
# the stimulus, which golden models alone have made. NOCSTEP_LONG=1: a mismatch in RTL, too.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >mesh.yaml <<'YAML'
topology: mesh:8x8
workload: {traffic: uniform, load: 0.2}
run: {cycles: 600000}
YAML

# both NAME ARGUMENT...: the bundles of one failure, from a checkpoint and from reset.
both() {
  local name=$1
  shift
  rm -rf near far
  run run mesh.yaml --report near -v --json near.json "$@"
  holds "$name: fails" test "$rc" -eq 1
  # On a machine that is through in half a second there is none.
  if jq -e '.host.wall_s > 1' near.json >jq.out; then
    holds "$name: made from a checkpoint" \
      grep -Eq '^note: near/window.fst is made from the checkpoint of cycle [0-9]+ on$' err
  fi
  run run mesh.yaml --report far -v --checkpoint-memory 0 --quiet "$@"
  holds "$name: fails without" test "$rc" -eq 1
  holds "$name: made from reset" sh -c '! grep -q checkpoint err'
  gives "$name: the same waves" 0 diff near/window.fst far/window.fst
}

both "an age" --set run.max_age=98
run run mesh.yaml --report small --checkpoint-memory 1 --set topology=mesh:16x16 --set workload.load=0.5 \
  --set run.max_age=12000
holds "more than the limit: fails" test "$rc" -eq 1
if jq -e '.host.wall_s > 1' small/result.json >jq.out; then
  holds "more than the limit: a line" grep -qx \
    'note: small/window.fst is made from reset on: a checkpoint has more than half of --checkpoint-memory, 1 MiB' err
fi
refuses "no number" '^--checkpoint-memory is ' run mesh.yaml --report x --checkpoint-memory some

if [ -n "${NOCSTEP_LONG:-}" ]; then
  . "$source_tree/tests/cli/planted.sh"
  # An output VC is taken no more from a cycle on that counters of the RTL find.
  plant router/output_unit.sv "if (va_won_i != '0) out_busy_o" "if (va_won_i != '0 \&\& run_q < 12000) out_busy_o"
  sed -i '0,/always_ff/s//logic [31:0] run_q;\n  always_ff @(posedge clk_i) run_q <= rst_i ? 0 : run_q + 1;\n  always_ff/' \
    copy/rtl/router/output_unit.sv
  sed -i 's/mesh:8x8/mesh:6x6/' mesh.yaml
  for kind in lockstep tops rtl 'lockstep --threads 2' 'lockstep --skip-idle' 'lockstep --set run.reset=300' \
    'ref --lockstep-at 2,2'; do
    # shellcheck disable=SC2086
    both "a mismatch, $kind" --router $kind
    holds "a mismatch, $kind: the same stimulus" cmp near/stimulus far/stimulus
    gives "a mismatch, $kind: comes again" 1 replay near --json replay.json
    # Pins alone tell of it later than registers.
    if [ "$kind" != tops ]; then
      holds "a mismatch, $kind: in the same cycle" \
        test "$(jq .mismatch.cycle replay.json)" = "$(jq .mismatch.cycle near.json)"
    fi
  done
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
