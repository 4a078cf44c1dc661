#!/usr/bin/env bash
# `nocstep verify`: selection, seeds, shapes, the report of a clean and of a faulty RTL, the line
# that reproduces, JUnit XML, JSON, interruption, limits. Small scenarios, few shapes. NOCSTEP is
# the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
unset NOCSTEP_HOME VERILATOR
mkdir -p home/tb s/traffic
cp -r "$source_tree/rtl" "$source_tree/csim" home/
cp -r "$source_tree/tb/dut" home/tb/

# verify ARGUMENT...: status in rc, output in out and err.
verify() {
  within 300 "$nocstep" verify "$@" >out 2>err </dev/null
  rc=$?
}

# status NAME STATUS: how the last one ended.
status() {
  if [ "$rc" -eq "$2" ]; then
    verdict "$1" yes
  else
    verdict "$1" no "status $rc, expected $2; stderr: $(head -c 400 err)"
  fi
}

# refuse NAME PATTERN ARGUMENT...: status 2, one line that matches, nothing on standard output.
refuse() {
  local name=$1 pattern=$2
  shift 2
  verify "$@"
  refused "$name" 2 "$pattern"
}

json() { # NAME FILTER [FILE]
  holds "$1" jq -e "$2" "${3:-v.json}"
}

# Prints a report without times and the number of workers.
timeless() {
  jq -S 'del(.host) | del(.runs[].wall_s)' "$1"
}
same() {
  diff <(timeless "$1") <(timeless "$2")
}

cat >s/a.yaml <<'END'
# two routers
topology: mesh:1x2
tags: tiny,pair
router:   {vcs: 2, depth: 2}
workload: {traffic: uniform, load: 0.4, packet_flits: 3}
run:      {cycles: 300}
END
cat >s/b.yaml <<'END'
# four routers
topology: mesh:2x2
tags: tiny
router:   {vcs: 2, depth: 2}
workload: {traffic: uniform, load: 0.3, packet_flits: 3}
run:      {seed: 5, cycles: 300}
END
cp s/a.yaml "s/traffic/it's.yaml"

# ---- Selection, seeds and shapes, without a run.
verify --dry-run --json v.json
status "all scenarios of the project" 0
holds "all of them, in order" diff <(cd "$source_tree" && ls tests/scenarios/*.yaml) \
  <(sed -n "s/^.*nocstep run [^ ]*\/\(tests\/scenarios\/[^ ]*\) .*/\1/p" out)
verify s --dry-run --json v.json --seeds 3
status "a folder" 0
json "seeds follow those of the scenarios" '[.runs[] | [.scenario, .seed]] ==
  [["s/a.yaml", 1], ["s/b.yaml", 5], ["s/a.yaml", 2], ["s/b.yaml", 6], ["s/a.yaml", 3], ["s/b.yaml", 7]]'
json "nothing is run" '.result == "dry-run" and .count.not_run == 6 and .count.runs == 6 and
  ([.runs[].result] | unique) == ["not-run"] and .bits_compared == 0'
holds "the lines of the runs" grep -Fxq \
  "$nocstep run $work/s/b.yaml --set run.router=lockstep --set run.seed=6" out
verify s/b.yaml --dry-run --json v.json --seeds 2 --seed 40 --set run.router=ref
json "--seed is the first" '[.runs[].seed] == [40, 41]'
json "always in lockstep, each key once" '[.runs[].reproduce | [scan("run.seed|run.router=lockstep")] | length] == [2, 2]'
verify s/b.yaml --dry-run --json v.json --set run.assertions=off
json "assertions are always on" '.runs[0].reproduce | endswith("--set run.assertions=on --set run.seed=5")'
verify s/b.yaml --dry-run --json v.json --seeds 8-9
json "seeds from A to B" '[.runs[].seed] == [8, 9]'
verify s/b.yaml --dry-run --seed 9223372036854775807 --seeds 2
status "no seed is after the last" 2
verify s s/traffic --dry-run --json v.json --tag pair
json "by tag" '[.runs[].scenario] == ["s/a.yaml", "s/traffic/it'"'"'s.yaml"]'
verify s --dry-run --json v.json --shapes 2
json "shapes beside the own one" '.count.runs == 6 and ([.runs[].shape] | unique | length) == 5'
json "what a shape is, spelled out" '.runs[1] | .shape == "vcs=\(.vcs) depth=\(.depth) " +
  "flit_bits=\(.flit_bits) switching=\(.switching) pipeline=\(.pipeline) networks=\(.networks) " +
  "link_latency=\(.link_latency) arbiter=\(.arbiter)"'
verify s/a.yaml --dry-run --json v.json --shapes pairwise
json "some are reset in the middle" '[.runs[1:][] | .reset == "97" and (.shape | contains(" reset=97"))
  or (.reset == "0" and (.shape | contains("reset") | not))] | all'
json "in some links or hosts stall" '[.runs[1:][] | (.jitter_links == "0.3") == (.shape | contains(" jitter_links=0.3"))
  and (.jitter_hosts == "0.3") == (.shape | contains(" jitter_hosts=0.3"))] | all'
json "in some links have a clock of their own" '[.runs[1:][] | (.clock_ratio == "0.6") == (.shape | contains(" clock_ratio=0.6"))] | all'
json "both of them, and neither" '[.runs[1:][] | [.jitter_links, .jitter_hosts]] | unique | length == 4'
json "all pairs" '.scenarios[0] | .pairs > 100 and .shapes > 12'
json "pairs that cannot be are counted" '.scenarios[0].pairs_impossible >= 2'
json "no cut-through with buffers shorter than a packet" \
  '[.runs[1:][] | select(.switching == "cut-through" and (.depth | tonumber) < 3)] == []'
verify s/a.yaml --dry-run --json v.json --shapes pairwise --set router.vcs=4 --set router.depth=8
json "what the user sets is not varied" '[.runs[] | [.vcs, .depth]] | unique == [["4", "8"]]'

# ---- Bad input, before anything runs.
refuse "a missing scenario" '^nosuch.yaml: cannot be opened' s/a.yaml nosuch.yaml
printf 'topology: mesh:2x2\nworkload: {traffic: uniform, load: 7}\n' >bad.yaml
refuse "a bad scenario" "^bad.yaml:2:36: workload.load is '7'" s/a.yaml bad.yaml
refuse "a bad scenario in a dry run" '^bad.yaml:2:36' --dry-run bad.yaml
printf 'topology: mesh:9x9x9\nrouter: {flit_bits: 32}\nworkload: {traffic: uniform, load: 0.1}\n' >wide.yaml
refuse "a shape that cannot be" '^wide.yaml:2:21: router.flit_bits is 32; it must be' wide.yaml
for i in 0 1 2 3 4 5; do for j in 0 1 2 3 4 5; do
  [ "$i" = "$j" ] || echo "route $i $j: 1"
done; done >up.txt
printf 'topology: ring:6\nrouter: {routing: table, routes: up.txt, vcs: 2}\nworkload: {traffic: uniform, load: 0.1}\n' >round.yaml
export NOCSTEP_PLUGINS=$PWD/none
refuse "a routing that can deadlock" '^round.yaml:2:19: router.routing is table on ring:6, which can deadlock' \
  s/a.yaml round.yaml --report late
unset NOCSTEP_PLUGINS
holds "no plug-in is made for it" test ! -e none
holds "no empty folder is left" test ! -e late
mkdir empty
refuse "an empty folder" '^empty: there is no scenario' empty
refuse "standard input" '^-: there is standard input' -
refuse "an unknown tag" "^--tag is 'tiney' \(nearest: 'tiny'\); it must be tiny, pair" s --tag tiney
refuse "seeds" "^--seeds is '0'; it must be a number of seeds" s --seeds 0
refuse "shapes" "^--shapes is 'all'; it must be none, pairwise" s --shapes all
refuse "no workers" "^--jobs is '0'; it must be 1 to" s -j 0
refuse "a report in no folder" '^--report: ' s --report no/where
refuse "a result over a scenario" '^--junit is ./s/a.yaml, a scenario' s --junit ./s/a.yaml
refuse "two outputs in one" '^--junit is x' s --json x --junit x
refuse "two outputs on standard output" '^--junit is ' s --json - --junit -

# ---- A clean RTL.
verify s --seeds 2 -j 2 --json v.json --junit v.xml --report report
status "clean" 0
json "clean: JSON" '.schema == "nocstep.verify/1" and .result == "pass" and .count.passed == 4 and
  .groups == [] and .bits_compared > 100000 and .interrupted == false'
json "clean: every run has compared" '[.runs[] | select(.bits_compared > 0 and .comparisons > 0)] | length == 4'
holds "clean: a seed for every run" test "$(grep -Ec '^ok +s/[ab].yaml seed [1256]: [0-9]+ cycles' out)" -eq 4
holds "clean: JUnit is as it should be" xmllint --noout --schema "$source_tree/tests/cli/junit.xsd" v.xml
holds "clean: JUnit" grep -q '<testsuite name="s/b.yaml" tests="2" failures="0" errors="0" skipped="0"' v.xml
holds "clean: report" grep -q '^result       pass' report/report.txt
holds "clean: report, JSON" same v.json report/result.json
json "clean: what was exercised, of all runs" '([.runs[].coverage.events.input_full] | add) as $full |
  .coverage.events.input_full == ([$full, 1000] | min) and .coverage.runs.all == 4 and
  .coverage.runs.all_vcs == ([.runs[].coverage.vcs | select(.reached == .possible)] | length)'
holds "clean: what was exercised" grep -Eq '^exercised +[0-9]+ of [0-9]+ events, .* in [0-4] of 4 runs' out
holds "clean: what was not" grep -Eq '^  never      .*a host refuses a beat' report/report.txt
mv v.json two.json
mv out out2
verify s --seeds 2 -j 1 --json v.json
holds "one worker, the same JSON" same two.json v.json
holds "one worker, the same text" diff <(sed 's/, [0-9.]* s$//; /^time/d' out2) <(sed 's/, [0-9.]* s$//; /^time/d' out)
verify s/a.yaml --quiet
status "quiet" 0
holds "quiet: nothing is printed" test ! -s out -a ! -s err
verify s/a.yaml --quiet --set run.max_age=1
status "quiet, a failure" 1
holds "quiet, a failure: a line" test ! -s out -a "$(grep -c '^FAIL  s/a.yaml.*age: ' err)" -eq "$(wc -l <err)"
verify s/a.yaml --junit -
holds "JUnit on standard output" xmllint --noout out

# ---- Nothing sent is not a pass.
verify s --set workload.load=0 --json v.json
status "nothing sent" 1
json "nothing sent: a result of its own" '.result == "fail" and .count.failed == 2 and
  .groups[0].result == "nothing-sent" and ([.runs[].bits_compared] | min) > 0'
holds "nothing sent: no event" grep -q '^exercised    0 of ' out

# ---- Limits and interruption.
sed 's/300/100000000/' s/b.yaml >long.yaml
verify long.yaml s/a.yaml --time-limit 1 --json v.json
status "a run that takes too long" 1
json "it is an error, the others pass" '.count.errors == 1 and .count.passed == 1 and
  .groups[0].result == "time-limit"'
rm out # else that of the command before is looked at, and the signal comes too early
"$nocstep" verify s/a.yaml long.yaml s/b.yaml -j 2 --json v.json --junit v.xml >out 2>err &
child=$!
await $child grep -q '^ok' out
kill -INT "$child"
wait "$child"
rc=$?
child=
status "Ctrl-C" 130
json "Ctrl-C: what is done is there" '.result == "interrupted" and .interrupted and
  .count.passed >= 1 and .count.not_run >= 1 and .runs[0].result == "pass"'
holds "Ctrl-C: JUnit" xmllint --noout --schema "$source_tree/tests/cli/junit.xsd" v.xml
holds "Ctrl-C: what was not run is skipped" grep -q '<skipped/>' v.xml
NOCSTEP_PLUGINS=$work/plugins VERILATOR=$work/none verify s/a.yaml --json none.json
status "no Verilator" 3
holds "no Verilator: no result" test ! -e none.json

# ---- A bug in the RTL: a credit that comes back while one is spent is lost.
sed -i 's/if (gain\[w\] \&\& !spend\[w\])/if (gain[w] \&\& !sa_gnt_i)/' \
  home/rtl/router/output_unit.sv
export NOCSTEP_HOME=$work/home
verify s --seeds 3 -j 2 --json v.json --junit v.xml --report report
status "planted bug" 1
json "planted bug: one group, all runs" '.result == "fail" and (.groups | length) == 1 and .groups[0].count == 6'
json "planted bug: the register" '.groups[0] | .unit == "router.output_unit" and
  .register == "out_credit" and .source == "rtl/router/output_unit.sv"'
json "planted bug: the smallest example has two routers" \
  '.runs[.groups[0].smallest].scenario == "s/a.yaml"'
json "planted bug: the earliest is the earliest" \
  '[.runs[].cycle] as $c | $c[.groups[0].earliest] == ($c | min)'
json "planted bug: what it says" '.groups[0].text | test("mismatch in cycle") and test("last [0-9]+ events")'
holds "planted bug: the summary names it" grep -Eq '^1. router.output_unit out_credit: 6 runs in 2 scenarios' out
holds "planted bug: each failure once" test "$(cat out err | grep -c '^FAIL  s/.*mismatch: cycle .*out_credit')" -eq 6
holds "planted bug: JUnit is as it should be" xmllint --noout --schema "$source_tree/tests/cli/junit.xsd" v.xml
holds "planted bug: JUnit counts" grep -q '<testsuites name="nocstep verify" tests="6" failures="6" errors="0"' v.xml
holds "planted bug: report" grep -Eq 'last [0-9]+ events' report/report.txt
line=$(jq -r '.groups[0].reproduce' v.json)
cycle=$(jq -r '.runs[.groups[0].smallest].cycle' v.json)
holds "planted bug: its line has the scenario of the report" test "$line" = \
  "NOCSTEP_HOME=$NOCSTEP_HOME $nocstep run $work/report/scenario-1.yaml"
holds "planted bug: so has the report" grep -Fq "   reproduce  $line" report/report.txt
mv s/a.yaml gone.yaml
(unset NOCSTEP_HOME && cd / && eval "$line") >out 2>err
rc=$?
mv gone.yaml s/a.yaml
status "planted bug: its line" 1
holds "planted bug: its line shows the same" grep -Eq "^mismatch: cycle $cycle: router .*: out_credit" err
cp "s/traffic/it's.yaml" "x'y.yaml"
verify "x'y.yaml" --json v.json
(unset NOCSTEP_HOME && cd / && eval "$(jq -r '.runs[0].reproduce' "$work/v.json")") >out 2>err
holds "planted bug: quotes and all" grep -q '^mismatch: cycle' err
for j in 1 2; do
  verify s --seeds 9 -j $j --max-failures 2 --json "$j.json"
  status "stop after two failures, -j $j" 1
done
json "stopped" '.stopped and .count.failed == 2 and .count.not_run == 16' 1.json
holds "stopped: the same with two workers" same 1.json 2.json
verify s --seeds 9 --json v.json
json "stops after ten failures by itself" '.stopped and .count.failed == 10 and .count.not_run == 8'
verify s --seeds 6 --max-failures 0 --json - 
json "goes on if it is told to" '(.stopped | not) and .count.failed == 12' out
holds "on standard error where the JSON goes to standard output" test "$(grep -c '^FAIL  s/' err)" -eq 12

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
