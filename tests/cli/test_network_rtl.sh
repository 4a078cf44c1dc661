#!/usr/bin/env bash
# nocstep rtl: what it prints has no warning, is the same each time, and says what it was made of;
# what it refuses; and the JSON. That such modules do what networks of golden models do is the matter
# of tests/network/test_network_rtl.c. With NOCSTEP_LONG=1 Yosys reads them, and the gates that it
# makes of the example of docs/integration.md deliver its packets in a simulator of four states
# (iverilog). NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
rtl=$source_tree/rtl
example=$source_tree/docs/integration
cp "$example"/irregular.* "$example"/irregular_tb.v "$example"/hello.sv .

lint() { # TOP FILE..: has no warning; the name of a file is no matter
  "${VERILATOR:-verilator}" --lint-only -Wall -Wno-DECLFILENAME -F "$rtl/nocstep.f" --top-module "$@"
}

# prints NAME SETTINGS..: a module that Verilator has nothing to say about.
prints() {
  local name=$1 setting settings=()
  shift
  for setting in "$@"; do settings+=(--set "$setting"); done
  run rtl "$source_tree/tests/scenarios/demo_uniform.yaml" -q --module printed --out printed.sv "${settings[@]}"
  if [ "$rc" -eq 0 ] && lint printed printed.sv >check.log 2>&1 &&
    [ ! -s check.log ]; then
    verdict "no warning: $name" yes
  else
    verdict "no warning: $name" no "status $rc; $(cat err check.log | head -c 300)"
  fi
}

# ---- The example: text, line, JSON

run rtl irregular.yaml
cp out standard.sv
holds "standard output is the module alone" test "$rc" -eq 0 -a ! -s err -a "$(head -n 1 out)" = "// noc_network -- irregular:irregular.txt as one module."
run rtl irregular.yaml --out noc_network.sv --json result.json
holds "the same text again" cmp standard.sv noc_network.sv
holds "a line" grep -qx 'noc_network.sv: module noc_network, irregular:irregular.txt, 3 routers with tables, 4 nodes' out
is "the JSON" result.json '. == {schema: "nocstep.rtl/1", module: "noc_network", topology: "irregular:irregular.txt",
  routing: "updown", nodes: 4, routers: 3, tables: true, address_bits: 2, first_data_bit: 21}'
holds "the licence" test "$(tail -n 1 noc_network.sv)" = '// SPDX-License-Identifier: MIT'
holds "the version" grep -q "^//   Made by nocstep $("$nocstep" --version | sed -n 's/^nocstep \([0-9.]*\).*/\1/p' | head -n 1) " noc_network.sv
# The scenario on top is one that is read, and gives the same module.
sed -n 's/^\/\/   //; /^topology:/,/^  drain/p' noc_network.sv >again.yaml
run rtl again.yaml
holds "the scenario on top gives the module" cmp out noc_network.sv
# Where the nodes are, and the ports that are left out of smaller switches.
holds "its nodes" diff <(sed -n 's/^\/\/   \(node .*\)/\1/p' noc_network.sv) - <<'END'
node 0: router 0, port 0; address 0
node 1: router 0, port 1; address 1
node 2: router 1, port 0; address 2
node 3: router 2, port 2; address 3
END
holds "its routers' ports" test "$(sed -n 's/^    \.Ports(\([0-9]*\)).*/\1/p' noc_network.sv | xargs)" = "6 3 3"
# Check bits are of a whole slice: routers at such links reset their payloads, no others.
holds "payloads without a reset" test "$(grep -c DataReset noc_network.sv)" -eq 0
run rtl irregular.yaml --set router.link_check=secded --out checked.sv -q
holds "payloads with a reset at checked links" test "$(grep -c 'DataReset(1)' checked.sv)" -eq 3
holds "no line is too long" test -z "$(awk 'length > 100' noc_network.sv)"
# An arrival group of 3 bits needs rows of 3, and so a router of 3 ports between two links.
cat >star.txt <<'END'
switch hub 6
switch p 2
switch x 4
host h0 hub
host h1 hub
host h2 x
link hub.5 p.0
link p.1 x.3
END
printf '%s\n' 'groups 5' 'group 1 0 4' 'group 1 1 3' 'route 0 2: 5' 'route 1/4 2: 1' 'route 1/3 0: 0' \
  'route 1/3 1: 0' 'route 2 0: 3' 'route 2 1: 3' >star.routes
run rtl irregular.yaml --set topology=irregular:star.txt --set router.routing=table --set router.routes=star.routes \
  -q --out star.sv
holds "ports enough for the number of a group" test "$(sed -n 's/^    \.Ports(\([0-9]*\)).*/\1/p' star.sv | xargs)" = "6 3 4"
# Hosts may say what they like, as long as it is a comment.
cp irregular.txt $'a\\\nendmodule\t\\'
run rtl irregular.yaml --set topology=$'irregular:a\\\nendmodule\t\\' --out odd.sv -q
holds "a name with a line's end" lint noc_network odd.sv

# ---- Kinds of networks

prints "one way in, another out" topology=butterfly:k=2,n=2
prints "one router, no link to check" topology=mesh:1x1 router.link_check=secded
prints "fewer rows than groups" topology=mesh:1x2 router.routing=minimal router.vcs=4
prints "coordinates, neighbours, ages" topology=torus:3x1@2 router.lookahead=true router.arbiter=age
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  prints "more coordinates" topology=torus:3x2@2 router.lookahead=true router.arbiter=age
  prints "open ports" topology=irregular:switches=4,ports=5,hosts=6,open=1
  prints "paths in heads" topology=octagon:8 router.routing=source
  prints "classes, networks" topology=ring:5 router.routing=minimal router.networks=2 router.vcs=8
  prints "adaptive" topology=fattree:k=2,n=3 router.adaptive=true router.switching=cut-through
  prints "digits" topology=h3dm:m=2,n=2,levels=2,q=0
  prints "bits" topology=hypercube:3 router.pipeline=2 router.allocation=speculative
  prints "64 nodes" topology=irregular:switches=32,ports=8,hosts=64 router.link_latency=3
fi

# ---- Refusals: one line, and no file

cat >collective.yaml <<'END'
topology: mesh:4x4
router:   {vcs: 4, depth: 8, switching: cut-through}
workload: {collective: allgather, scheme: tree-worm}
END
refuses "worms" '^collective.yaml:3:43: workload.scheme is one for which routers copy packets; it must be one without worms, coding and forwarding$' \
  rtl collective.yaml --out no.sv
refuses "coding" '^--set workload.scheme=hnc: workload.scheme is one for which interfaces code packets; it must be' \
  rtl collective.yaml --set workload.scheme=hnc --out no.sv
refuses "forwarding" 'workload.scheme is one for which interfaces forward packets; it must be' \
  rtl collective.yaml --set workload.collective=broadcast --set workload.scheme=postal --set workload.from=0 --out no.sv
printf 'topology: mesh:4\nrouter: {switching: cut-through}\nworkload: {plan: plan.goal}\n' >plan.yaml
printf 'num_ranks 4\nrank 0 { mcast 16b to 1,3 }\nrank 1 { recv 16b from 0 }\nrank 3 { recv 16b from 0 }\n' >plan.goal
refuses "a plan with worms" '^plan.yaml:3:18: workload.plan is one for which routers copy packets; it must be ' rtl plan.yaml --out no.sv
refuses "a foreign router" '^--set run.dut=.*: run.dut is given; it must be left out: the routers are nocstep.s own$' \
  rtl irregular.yaml --set run.dut="$source_tree/tests/dut/credit_router.yaml" --out no.sv
refuses "too few classes" '^--set router.vcs=1: router.vcs does not fit: 1 vcs for 1 network with routing minimal on ring:5; there must be 2 vcs' \
  rtl irregular.yaml --set topology=ring:5 --set router.routing=minimal --set router.vcs=1 --out no.sv
refuses "routers of too many ports" '17 ports; .* 2 to 16 ports' rtl irregular.yaml --set topology=irregular:switches=2,ports=17,hosts=4 --out no.sv
for name in 1st a-b module "$(printf 'a%.0s' {1..64})" 'a b'; do
  refuses "the name '$name'" "^--module is '$name'; it must be letters, digits and '_', up to 63, no digit first and no reserved word\$" \
    rtl irregular.yaml --module "$name" --out no.sv
done
refuses "the name of a module of ours" '^--module is mesh; it must be a name that no module of rtl/ has$' rtl irregular.yaml --module mesh --out no.sv
for name in clk_i Nodes tx_0 u_nodes; do
  refuses "the name of something in it, $name" "^--module is $name; it must be a name that nothing in it has\$" \
    rtl irregular.yaml --module "$name" --out no.sv
done
refuses "one file for two" '^--json is x.sv, as for --out; it must be another file$' rtl irregular.yaml --out x.sv --json x.sv
refuses "a folder that is not there" '^none/x.sv: ' rtl irregular.yaml --out none/x.sv
refuses "no scenario" 'rtl' rtl
holds "nothing is written" test ! -e no.sv -a ! -e x.sv

# ---- Other readers

# Smaller than the example: Yosys takes an hour for that.
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  sed -i 's/big 6/big 4/; s/big\.5/big.3/' irregular.txt
  run rtl irregular.yaml --set router.vcs=1 --set router.depth=2 --set router.link_latency=1 -q --out small.sv
  mapfile -t files < <(grep -v -e '^//' -e noc_pkg "$rtl/nocstep.f" | sed "s|^|$rtl/|")
  yosys -Q -p "read_verilog -sv $rtl/router/noc_pkg.sv; read_verilog -sv -defer ${files[*]} small.sv hello.sv irregular.sv
    hierarchy -check -top irregular; proc; opt; check -assert; flatten; opt; synth -noshare; check -assert
    select -assert-none t:\$_DLATCH* t:\$dlatch* t:\$_SR*; write_verilog -noattr gates.v" >yosys.log 2>&1
  yosys_status=$? # before the words below are looked for, whose status is another
  holds "Yosys reads it: $(grep -m 1 ERROR yosys.log)" test $yosys_status -eq 0 -a -s gates.v
  if command -v iverilog >/dev/null; then
    iverilog -g2005 -o gates irregular_tb.v gates.v >check.log 2>&1 && vvp gates >gates.log 2>&1
    holds "its gates deliver, from unknown registers: $(head -n 1 gates.log)" grep -Exq '12 packets delivered after [0-9]+ cycles' gates.log
  else
    echo "iverilog is not installed: gates from unknown registers are left out"
  fi
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
