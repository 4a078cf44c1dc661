#!/usr/bin/env bash
# The tops that a design takes (rtl/top/noc_router.sv, noc_interface.sv) beside golden models, by
# their pins: no output differs in any cycle, and a wrong place of a head's field is found. With
# NOCSTEP_LONG=1 all units of interfaces, and the netlists that Yosys makes of the tops
# (--router gates), whose flip-flops nobody looks at; then the same netlists in a simulator of four
# states (iverilog), from unknown registers: after reset no output is X. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
long=${NOCSTEP_LONG:-0}

# compares NAME KIND FILE SETTINGS..: passes, and has compared outputs alone, all of them.
compares() {
  local name=$1 kind=$2 file=$3
  shift 3
  run run "$file" --quiet --router "$kind" --json r.json "$@"
  if [ "$rc" -eq 0 ] && jq -e '.result == "pass" and .lockstep.mismatches == 0 and
    .lockstep.registers_per_router == 0 and .lockstep.cycles > 100 and .lockstep.routers > 0 and
    .lockstep.interfaces > 0 and .lockstep.bits_compared > 100 * .lockstep.cycles' r.json >check.log; then
    verdict "$kind: $name" yes
  else
    verdict "$kind: $name" no "status $rc; $(head -c 400 err)"
  fi
}

cat >line.yaml <<'END'
topology: mesh:3
router:   {vcs: 2, depth: 2, flit_bits: 32}
workload: {traffic: uniform, load: 0.4, packet_flits: 3}
run:      {cycles: 2000}
END
cat >aged.yaml <<'END'
topology: ring:3
router:   {vcs: 2, depth: 4, routing: source, arbiter: age, pipeline: 2}
workload: {traffic: uniform, load: 0.4, packet_flits: 1-4}
run:      {cycles: 2000}
END
cat >worms.yaml <<'END'
topology: mesh:3
router:   {vcs: 2, depth: 8, switching: cut-through, arbiter: age}
workload: {traffic: multicast, degree: 1-2, scheme: tree-worm, load: 0.6, message_flits: 4}
run:      {cycles: 2000}
END
compares "paths in heads, ages" tops aged.yaml
compares "worms" tops worms.yaml
compares "worms beside heads with routes" tops worms.yaml --set router.lookahead=true --set router.pipeline=2 \
  --set router.flit_bits=128

# The age is read one bit too high.
. "$source_tree/tests/cli/planted.sh"
plant top/noc_router.sv '.AgeLsb((AgeW > 0) ? PlainW + LookW : 0)' '.AgeLsb((AgeW > 0) ? PlainW + LookW + 1 : 0)'
run run aged.yaml --quiet --router tops
holds "a wrong place of the age: status 1" test "$rc" -eq 1
holds "a wrong place of the age: an output differs" grep -q '^mismatch: cycle [0-9]*: router [0-9]*: \(out\|credit_out\)_' err
mend top/noc_router.sv
unset NOCSTEP_HOME

run run line.yaml --router gats
refused "a word that is none" 2 "--router is 'gats' \(nearest: 'gates'\); it must be ref, rtl, lockstep, tops, gates"
YOSYS=no-such-yosys NOCSTEP_PLUGINS=$work/none run run line.yaml --quiet --router gates
refused "no Yosys" 3 'plug-in router_gates: no-such-yosys not found: install it \(apt install yosys\), or use --router tops'
compares "what needs no Yosys" tops line.yaml

if [ "$long" = 1 ]; then
  cat >code.yaml <<'END'
topology: mesh:4x4
router:   {vcs: 2, depth: 4}
workload: {collective: allgather, scheme: hnc, group: 2x2, intermediate: centre}
END
  cat >forward.yaml <<'END'
topology: mesh:3x3
router:   {vcs: 2, depth: 4}
workload: {collective: broadcast, from: "0", scheme: postal, message_flits: 24, packet_flits: 8}
host:     {t_hs: 10, t_hr: 10, ratio: 1}
END
  cat >table.yaml <<'END'
topology: fattree:k=2,n=3
router:   {vcs: 2, depth: 4, adaptive: true}
workload: {traffic: uniform, load: 0.4, packet_flits: 1-4}
run:      {cycles: 2000}
END
  cat >mesh.yaml <<'END'
topology: mesh:4x4
router:   {vcs: 2, depth: 2, flit_bits: 32}
workload: {traffic: uniform, load: 0.3, packet_flits: 3}
run:      {cycles: 3000}
END
  cat >torus.yaml <<'END'
topology: torus:4x3
router:   {vcs: 2, depth: 2, flit_bits: 32}
workload: {traffic: uniform, load: 0.3, packet_flits: 3}
run:      {cycles: 3000}
END
  compares "exclusive ors" tops code.yaml
  compares "interfaces that forward" tops forward.yaml
  compares "tables, adaptive" tops table.yaml
  compares "a line" gates line.yaml
  compares "a mesh" gates mesh.yaml
  compares "a torus with classes" gates torus.yaml
  holds "the torus has two classes" test -n "$(find "${NOCSTEP_PLUGINS:-$(dirname "$nocstep")/plugins}" -name 'router_gates-*-Classes2-*Routing1-*.v')"
  compares "worms" gates worms.yaml --set router.arbiter=round-robin --set run.cycles=1000
  compares "worms beside heads with routes" gates worms.yaml --set router.arbiter=round-robin --set run.cycles=1000 \
    --set router.lookahead=true --set router.pipeline=2
  # Gates that are wrong are found: two signals of a netlist's crossbar or allocators are one.
  . "$source_tree/tests/cli/planted.sh"
  plant router/output_unit.sv 'out_valid_o <= xb_valid_i' 'out_valid_o <= xb_valid_i \&\& xb_vc_i == 0'
  NOCSTEP_PLUGINS=$work/planted run run line.yaml --quiet --router gates
  holds "gates of a bug: status 1" test "$rc" -eq 1
  holds "gates of a bug: an output differs" grep -q '^mismatch: cycle [0-9]*: router [0-9]*: out_valid' err
  unset NOCSTEP_HOME

  # From unknown registers: reset, then a flit comes in at every port in turn; no output is ever X.
  if command -v iverilog >/dev/null; then
    plugins=${NOCSTEP_PLUGINS:-$(dirname "$nocstep")/plugins}
    for netlist in "$plugins"/router_gates-*.v "$plugins"/interface_gates-*.v; do
      # The routes that another test's routers find in their heads are not known here.
      if [[ $netlist == *-Lookahead1-* ]]; then continue; fi
      last=$netlist
      top=$(sed -n 's/^module \([a-z]*_pins\)(.*/\1/p' "$netlist")
      "$source_tree/tests/cli/four_states.sh" "$netlist" "$top" >four.log 2>&1
      holds "no X: $(basename "$netlist" | cut -c 1-60)" grep -q '^no X in [0-9]* cycles' four.log
    done
    # A netlist without its reset has them.
    bad=$work/$(basename "$last")
    sed "s/if (rst_i)/if (1'b0)/" "$last" >"$bad"
    "$source_tree/tests/cli/four_states.sh" "$bad" "$top" >four.log 2>&1
    holds "X without a reset" grep -q '^X in ' four.log
  else
    echo "iverilog is not installed: netlists from unknown registers are left out"
  fi
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
