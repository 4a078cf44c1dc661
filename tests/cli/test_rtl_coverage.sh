#!/usr/bin/env bash
# Lines and toggles of the RTL that runs reach: `run --rtl-coverage`, `verify --rtl-coverage`.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >two.yaml <<'END'
topology: mesh:1x2
router:   {vcs: 1, depth: 2, flit_bits: 32}
workload: {traffic: uniform, load: 0.3, packet_flits: 2}
run:      {router: lockstep, cycles: 200}
END

# refuse NAME PATTERN ARGUMENT...: status 2 and one line; no file is made.
refuse() {
  local name=$1 pattern=$2
  shift 2
  run "$@"
  refused "$name" 2 "$pattern"
}

# ---- What is refused
refuse "golden models have no lines" \
  '^--rtl-coverage is given with golden models only; it must be given with RTL' \
  run two.yaml --router ref --rtl-coverage points
refuse "netlists have none of ours" '^--rtl-coverage is given with netlists' \
  run two.yaml --router gates --rtl-coverage points
refuse "a file is wanted" "standard output|'-'|-: " run two.yaml --rtl-coverage -
refuse "two files of one name" '--rtl-coverage is points, as for --json|as for --rtl-coverage' \
  run two.yaml --rtl-coverage points --json points
holds "nothing was written" test ! -e points

# ---- A run
run run two.yaml --rtl-coverage points --json run.json
holds "a run passes" test "$rc" -eq 0
holds "the summary says what was reached" grep -Eq \
  '^RTL reached  [0-9]+ of [0-9]+ lines \([0-9.]+ %\), [0-9]+ of [0-9]+ toggles \([0-9.]+ %\)$' out
holds "the file is Verilator's" test "$(head -1 points)" = "# SystemC::Coverage-3"
json() { # NAME FILTER FILE
  holds "$1" jq -e "$2" "$3"
}
json "some of both are reached, not all" '.coverage.rtl |
  .lines.reached > 100 and .lines.reached < .lines.possible and
  .toggles.reached > 500 and .toggles.reached < .toggles.possible' run.json
json "modules add up" '.coverage.rtl as $c | ($c.modules | map(.lines.reached) | add) == $c.lines.reached and
  ($c.modules | map(.toggles.possible) | add) == $c.toggles.possible' run.json
json "events are beside it" '.coverage.events.injection_flit > 0' run.json
# point WORDS: the counts of the points of this file, kind, module and place.
point() {
  tr '\1\2' '  ' <points | sed -n "s/^C ' f $1.* page $2 o $3[ '].* \([0-9]*\)$/\1/p" | sort -n | tail -1
}
holds "flits are written to queues" test "$(point rtl.router.fifo.sv v_branch.fifo if)" -gt 0
holds "a router of one VC has one bit of its number, which never changes" \
  test "$(point rtl.router.router.sv v_toggle.router 'in_vc_i\[0\]')" = 0
holds "reset counts as a line" test "$(point rtl.router.output_unit.sv v_branch.output_unit if)" -gt 0
# The first lines of an always_comb depend on nothing.
begin=$(grep -n -m 1 always_comb "$source_tree/rtl/router/crossbar.sv" | cut -d: -f1)
holds "an always_comb is reached" test "$(point "rtl.router.crossbar.sv l $begin" v_line.crossbar block)" -gt 0
# Ports 1 and 2 lead nowhere: their counters have random values before reset, and 0 from then on.
for bit in 2 3 4 5; do
  holds "random values before reset do not count, bit $bit" \
    test "$(point rtl.router.router.sv v_toggle.router "in_count_o\\[$bit\\]")" = 0
done
run run two.yaml --rtl-coverage again --quiet
holds "a run again gives the same" cmp points again
run run two.yaml --rtl-coverage again --quiet --seed 2
holds "another seed gives other counts" sh -c '! cmp -s points again'
holds "of the same points" cmp <(sed 's/ [0-9]*$//' points) <(sed 's/ [0-9]*$//' again)
run run two.yaml --router ref --rtl-at 0,0 --rtl-coverage place --json place.json
json "a place of RTL in a golden network counts, without lockstep" \
  '.coverage.rtl.lines.reached > 50 and .coverage.events == null' place.json
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then # plug-ins of its own
  run run two.yaml --json plain.json
  json "a run without it has none" '.coverage.rtl == null' plain.json
fi

# ---- A regression
refuse "waivers are of a regression's coverage" '^--waivers is given without --rtl-coverage' \
  verify two.yaml --waivers w
printf 'toggle router addr_i*\n' >w
refuse "a waiver without a reason" '^w:1: the reason is not there; it must be ' \
  verify two.yaml --rtl-coverage DIR --waivers w
holds "no folder is made" test ! -e DIR
refuse "waivers that are not there" '^none: ' verify two.yaml --rtl-coverage DIR --waivers none
run verify two.yaml --seeds 2 -j 2 --rtl-coverage DIR --json v.json
holds "a regression passes" test "$rc" -eq 0
holds "the folder has the three files alone" test "$(ls DIR | tr '\n' ' ')" = \
  "coverage.dat report.json report.txt "
holds "the summary says what was reached" grep -Eq '^RTL reached  [0-9]+ of [0-9]+ lines' out
run run two.yaml --seed 2 --rtl-coverage second --quiet
# counts FILE: those of all points.
counts() {
  sed -n "s/^C.*' //p" "$1"
}
holds "the counts are those of both runs" cmp <(counts DIR/coverage.dat) \
  <(paste <(counts points) <(counts second) | awk '{print $1 + $2}')
json "a run is nearest to each hole of a module that ran" '[.holes[] | select(.nearest.by != "nothing") |
  .nearest.scenario == "two.yaml" and (.nearest.seed == 1 or .nearest.seed == 2)] | length > 20 and all' DIR/report.json
json "holes are all that was not reached" '.rtl as $r | ([.holes[].points] | add) ==
  $r.lines.possible - $r.lines.reached + $r.toggles.possible - $r.toggles.reached' DIR/report.json
json "the regression's JSON has the sums" '.coverage.rtl.lines.reached > 100' v.json
json "events that never happened have a run too" '.coverage.never |
  (map(select(.event == "vc_no_credit"))[0] // .[0]) | has("nearest") and has("meaning")' v.json
holds "the report names a line" grep -Eq '^rtl/router/switch_allocator.sv:[0-9]+ (if|else|block)  \| ' DIR/report.txt
holds "the report names bits" grep -Eq '^rtl/router/router.sv:[0-9]+ in_count_o\[.*\], [0-9]+ bits? never change' DIR/report.txt
printf '%s\n' '# two' 'toggle router in_vc_i[0] -- one VC' >w
run verify two.yaml --rtl-coverage DIR --waivers w --json v.json
holds "a waiver is no hole" test "$rc" -eq 0
json "and is counted" '.coverage.rtl.waived == 1' v.json
holds "it is not in the report" sh -c '! grep -q "router.sv:.* in_vc_i.0" DIR/report.txt'
printf '%s\n' 'toggle router none -- why' 'line fifo * -- why' >w
run verify two.yaml --rtl-coverage DIR --waivers w
holds "waivers of nothing, and of what was reached, fail" test "$rc" -eq 1
holds "the first is told" grep -q '^w:1: stands for no point: router none$' DIR/report.txt
holds "the second is told" grep -q '^w:2: stands for a point that was reached: rtl/router/fifo.sv:' DIR/report.txt

# ---- What others have reached
refuse "points are of a regression's coverage" '^--rtl-points is given without --rtl-coverage' \
  verify two.yaml --rtl-points second
refuse "points that are not there" '^none: ' verify two.yaml --rtl-coverage POINTS --rtl-points none
refuse "a file of something else" '^two.yaml' \
  verify two.yaml --rtl-coverage POINTS --rtl-points two.yaml
holds "no folder is made" test ! -e POINTS
run verify two.yaml --rtl-coverage DIR --rtl-points second --json v.json
holds "a regression passes with points of others" test "$rc" -eq 0
holds "they are added to those of its runs" cmp <(counts DIR/coverage.dat) \
  <(paste <(counts points) <(counts second) | awk '{print $1 + $2}')
holds "the report says so" grep -q '^RTL that 1 runs, and others before them, have reached$' DIR/report.txt
run run two.yaml --quiet --rtl-coverage more --set run.cycles=2000 --set workload.load=0.9
run verify two.yaml --rtl-coverage DIR --rtl-points more
json "a file can be the nearest" '[.holes[].nearest.file] | index("more") != null' DIR/report.json
holds "and is named" grep -q '^  nearest  more, ' DIR/report.txt

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
