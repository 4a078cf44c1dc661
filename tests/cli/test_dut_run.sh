#!/usr/bin/env bash
# Runs of a router that nocstep does not know: run, sweep, collective and verify, alone and among
# golden routers; what is told of a broken rule, and what is refused. The router is a small one of this
# test. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
export NOCSTEP_PLUGINS=$work/plugins NOCSTEP_QUICK_PLUGINS=1
unset NOCSTEP_HOME VERILATOR CXX
borrow_runtime plugins

cat >line.sv <<'END'
// A router of a line: a flit at each input and each output. `bug`: 1: a bit of tails that go east from
// router 1 changes; 2: they are none.
module line (
  input clk, input rst, input [3:0] x, input [1:0] bug,
  input [2:0] in_valid, output [2:0] in_ready, input [2:0][33:0] in_flit,
  output logic [2:0] out_valid, input [2:0] out_ready, output logic [2:0][33:0] out_flit);
  localparam logic [1:0] None = 3;
  logic [2:0] has, busy;
  logic [2:0][33:0] flit;
  logic [2:0][1:0] way, want, owner, pick;
  assign in_ready = ~has;
  always_comb begin
    for (int i = 0; i < 3; i++)
      want[i] = !flit[i][32] ? way[i] : flit[i][3:0] == x ? 0 : flit[i][3:0] > x ? 1 : 2;
    for (int o = 0; o < 3; o++) begin
      pick[o] = None;
      for (int i = 0; i < 3; i++)
        if (has[i] && 32'(want[i]) == o && (busy[o] ? 32'(owner[o]) == i : flit[i][32])) pick[o] = 2'(i);
      if (out_valid[o] && !out_ready[o]) pick[o] = None;
    end
  end
  always_ff @(posedge clk) begin
    if (rst) begin
      has <= '0;
      busy <= '0;
      out_valid <= '0;
    end else begin
      for (int i = 0; i < 3; i++) begin
        if (in_valid[i] && in_ready[i]) begin
          has[i] <= 1;
          flit[i] <= in_flit[i];
        end
        if (has[i] && flit[i][32]) way[i] <= want[i];
      end
      for (int o = 0; o < 3; o++) begin
        if (out_ready[o]) out_valid[o] <= 0;
        if (pick[o] != None) begin
          has[pick[o]] <= 0;
          out_valid[o] <= 1;
          out_flit[o] <= flit[pick[o]];
          if (bug == 1 && x == 1 && o == 1) out_flit[o][20] <= flit[pick[o]][20] ^ flit[pick[o]][33];
          if (bug == 2 && x == 1 && o == 1) out_flit[o][33] <= 0;
          busy[o] <= !flit[pick[o]][33];
          owner[o] <= pick[o];
        end
      end
    end
  end
endmodule
END
cat >line.yaml <<'END'
top: line
sources: [line.sv]
clock: clk
reset: {pin: rst}
tie: {x: x, bug: 0}
ports: [local, x+, x-]
input: {valid: "in_valid[p]", ready: "in_ready[p]", flit: "in_flit[34*p+33:34*p]"}
output: {valid: "out_valid[p]", ready: "out_ready[p]", flit: "out_flit[34*p+33:34*p]"}
flit: {payload: "flit[31:0]", head: "flit[32]", tail: "flit[33]"}
head: [{at: "flit[3:0]", is: dx}]
headers: 1
END
sed 's/bug: 0/bug: 1/' line.yaml >changes.yaml
sed 's/bug: 0/bug: 2/' line.yaml >endless.yaml
cat >u.yaml <<'END'
topology: mesh:4
workload: {traffic: uniform, load: 0.2, packet_flits: 3}
run: {cycles: 500}
END
cat >c.yaml <<'END'
topology: mesh:4
workload: {collective: allgather, scheme: ring, message_flits: 2}
END

# of FILTER: what jq finds in the JSON of the last program.
of() { jq -e "$1" out >jq.out; }

gives 'a run passes' 0 run u.yaml --dut line.yaml --json -
holds 'all packets arrive' of '.result == "pass" and .packets.in_flight == 0 and .packets.delivered > 50'
holds 'the map decides VCs and flits' of '.scenario.router.vcs == 1 and .scenario.router.flit_bits == 32'
holds 'the scenario has the map' of '.scenario.run.dut == "line.yaml"'
holds 'the latency at zero load is not known' of '.zero_load_latency == null and .latency.mean > 5'
holds 'hops are counted, header flits too' of '.flits.hops > .flits.delivered'
# A packet of three flits has a header flit in front, also on the links from and to the interfaces. Two of
# the links lead nowhere.
moved=$(jq '.flits.hops + 2 * (.flits.delivered * 4 / 3)' out)
gives 'a run passes, with a summary' 0 run u.yaml --dut line.yaml
holds 'each flit on each link was looked at' grep -Eq "^  checked    [0-9]+ rules on 16 links, over which $moved flits moved$" out
holds 'nothing is said of routers of nocstep' test -z "$(grep -E 'pipeline|flow rate|zero load|energy' out)"
gives 'a run among golden routers passes' 0 run u.yaml --dut line.yaml --dut-at 1 --dut-at 2 --json -
holds 'both places are in the scenario' of '.scenario.run.dut_at == "1 2"'
gives 'a resolved scenario runs again' 0 run u.yaml --dut line.yaml --report good --quiet
gives '.. from its report' 0 run good/scenario.yaml --json -
holds '.. with the same router' of '.result == "pass" and (.scenario.run.dut | endswith("/line.yaml"))'

gives 'a changed flit fails' 1 run u.yaml --dut changes.yaml --json - --report bad
holds '.. by its rule' of '.result == "rule" and .rule.name == "payload" and .rule.router == "1" and
  .rule.port == 1 and .rule.vc == 0 and .rule.cycle > 0'
holds '.. in words' grep -Eq '^rule payload: cycle [0-9]+: router 1 port x\+ VC 0: flit 4 carries 0x' err
holds '.. with the way of the packet' grep -q '^    cycle [0-9]*: router 1 port x+ to router 2 port x-, VC 0$' err
holds '.. and the last flits' grep -q '^  flits that moved last from router 1 port x+ to router 2 port x-:$' err
holds '.. in the report' grep -q '^rule payload: cycle' bad/mismatch.txt
holds '.. with waves and a line, without a stimulus' [ -s bad/window.fst -a -x bad/repro.sh -a ! -e bad/stimulus ]
cp out before
eval "$(sed -n 's/^reproduce: //p' err) --json -" >out 2>err
holds 'the line that does it again does so' of '.result == "rule"'
holds '.. in the same cycle' [ "$(jq .rule.cycle out)" = "$(jq .rule.cycle before)" ]
sed 's/flit\[3:0\]", is: dx/flit[0]", is: dx/' line.yaml >narrow.yaml
gives 'a head without room for its value does not fit' 2 run u.yaml --dut narrow.yaml --json -
holds '.. by its rule' of '.rule.name == "fit" and (.rule.text | test("head.0. of a packet from node . to node . is [23], which 1 bits"))'
sed 's/is: dx/is: dx - 8/' line.yaml >negative.yaml
run run u.yaml --dut negative.yaml --json -
holds 'a negative value has room for its sign' of '.rule.name != "fit"'
gives 'a lost tail fails among golden routers' 1 run u.yaml --dut endless.yaml --dut-at 1 --json -
holds '.. by its rule' of '.rule.name == "length" and .rule.router == "1"'

run run u.yaml --dut changes.yaml --wave line.fst --quiet
holds 'a broken rule leaves waves' [ -s line.fst -a "$rc" -eq 1 ]
holds '.. with the pins of the module' grep -q '^noc.router_1.dut.in_flit\[101:0\]$' line.gtkw
# "@22" is hex, "@28" binary, on a line in front of the signal and its colour.
pins_shown() { # PATTERN OF THE NAME: how such pins are shown
  grep -B 2 "^noc[.]router_1[.]dut[.]$1$" line.gtkw | sed -n 's/^@//p' | sort -u | paste -sd ' '
}
holds '.. several bits in hex' [ "$(pins_shown '[a-z_]*\[.*')" = 22 ]
holds '.. single bits as they are' [ "$(pins_shown '[a-z_]*')" = 28 ]
holds '.. and the marker at its cycle' grep -q "^\*.* $(grep -o 'cycle [0-9]*: router' err | grep -o '[0-9]*')0 " line.gtkw

gives 'a sweep passes' 0 sweep u.yaml --dut line.yaml --load 0.1:0.2:0.5 -j 2 --json -
holds '.. without a latency at zero load' of '[.. | .zero_load_latency? // empty] == []'
gives 'a collective passes' 0 collective c.yaml --dut line.yaml --flits 1,3 --schemes ring,unicast -j 2 --json -
gives 'a regression passes' 0 verify u.yaml --dut line.yaml --seeds 2 --shapes 2 -j 2 --json -
holds '.. though nothing is compared' of '.result == "pass"'
holds '.. with no plug-in of nocstep' [ -z "$(find plugins -name 'network_interface-*')" ]
gives 'a regression fails' 1 verify u.yaml --dut changes.yaml --seeds 2 -j 2
holds '.. as one group, by the rule' grep -q 'rule payload is broken' out

# refuse NAME PATTERN ARGUMENT...: a run of the line of routers is refused with this line.
refuse() {
  local name=$1 pattern=$2
  shift 2
  run run u.yaml --dut line.yaml "$@"
  refused "$name" 2 "$pattern"
}
refuse 'lockstep' 'run.router is lockstep with a foreign router .*; it must be ref$' --router lockstep
refuse 'RTL' 'run.router is rtl with a foreign router' --router rtl
refuse 'RTL elsewhere' '^--rtl-at is given with a foreign router' --rtl-at 1
refuse 'idle ones left out' '^--skip-idle is given with a foreign router .*; it must be left out$' --skip-idle
refuse 'no assertions' 'run.assertions is off with a foreign router' --set run.assertions=off
refuse 'threads' '^--threads is given with a foreign router .*; it must be left out$' --threads 2
refuse 'other VCs' 'router.vcs is 2; it must be 1, as line.yaml has$' --set router.vcs=2
refuse 'flits that do not fit' 'router.flit_bits is 64; it must be up to 32' --set router.flit_bits=64
refuse 'cut-through' 'router.switching is cut-through' --set router.switching=cut-through
refuse 'long links' 'router.link_latency is 3' --set router.link_latency=3
refuse 'links that stall' '^--set run.jitter.links=0.1: run.jitter.links is given with a foreign router \(run.dut\); it must be 0$' --set run.jitter.links=0.1
refuse 'ages' 'router.arbiter is age' --set router.arbiter=age
refuse 'adaptive routes' 'router.adaptive is true' --set router.routing=minimal --set router.adaptive=true
refuse 'source routes' 'router.routing is source' --set router.routing=source
refuse 'a place that is not there' "run.dut_at is '7'; it must be routers of mesh:4, up to 3" --dut-at 7
refuse 'a place twice' 'run.dut_at is 1 a second time' --dut-at 1 --dut-at 1
run run u.yaml --dut-at 1
refused 'a place without a map' 2 'run.dut_at is given without run.dut; it must be given with a map$'
run verify u.yaml --dut line.yaml --set router.vcs=2 --dry-run
refused 'other VCs, before anything runs' 2 'router.vcs is 2; it must be 1, as line.yaml has$'
run verify u.yaml --dut-at 1 --dry-run
refused 'a place without a map, before anything runs' 2 'run.dut_at is given without run.dut'
{ cat line.yaml; echo 'routing: foo'; } >way.yaml
run dut build way.yaml --topology mesh:4
refused 'a routing that is none, in its place' 2 "^way.yaml:[0-9]+:10: routing is 'foo'; it must be "
echo old >old.sqlite
refuse 'events' '^--events is given with a foreign router, whose queues' --events old.sqlite
holds '.. and the file stays' [ "$(cat old.sqlite)" = old ]
gives 'nothing sent is no pass' 1 run u.yaml --dut line.yaml --set workload.load=0 --json -
holds '.. but a result of its own' of '.result == "nothing-sent"'
run run u.yaml --dut none.yaml
refused 'a map that is not there' 2 'none.yaml'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
