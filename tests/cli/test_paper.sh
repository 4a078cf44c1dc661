#!/usr/bin/env bash
# `nocstep paper`: the list, what is refused, and a rerun with few cycles: files, curves against
# closed forms, statements that follow from the numbers beside them. NOCSTEP is the program. Ends
# with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

run() { # ARGUMENT...: status in rc, output in out and err
  within 300 "$nocstep" "$@" >out 2>err </dev/null
  rc=$?
}

is() { # NAME FILTER: jq's answer about the rerun is true
  holds "$1" jq -e "$2" r.json
}

run paper
holds "without a name: the papers" grep -qx rahman2012 out
run list papers --json -
holds "list papers" jq -e '[.papers[].name] == ["dvorak2006", "rahman2012", "shalaby2015", "sivaram1998", "solomonik2016"] and all(.papers[]; .title | length > 20)' out
run paper rahman2013
refused "an unknown paper" 2 "no paper 'rahman2013' \(nearest: 'rahman2012'\); there must be one of dvorak2006, rahman2012"
run paper --json x.json
refused "files without a name" 2 'no NAME'
for key in topology=mesh:4x4 workload.load=0.1 run.drain=true; do
  run paper rahman2012 --set "$key"
  refused "--set $key" 2 "$key is a key that the figures"
done
run paper rahman2012 --set router.vcs=1 --json x.json
refused "too few VCs" 2 'must be 2 vcs'
run paper rahman2012 --plot x.pdf
refused "a picture of another kind" 2 'png or .svg'
holds "nothing is written when refused" test ! -e x.json

run paper rahman2012 --quick -j 2 --set run.cycles=60 --json x.json --plot x.svg
holds "too few cycles for a message: refused" test "$rc" = 2 -a "$(grep -c 'run.cycles is 60' err)" = 1
holds "and nothing is written" test ! -e x.json -a ! -e x.svg

# The quick tier takes half the loads, and 4 modules where the paper has 16: most of the time goes into
# the ways between all pairs of nodes. `links`: how many pairs the busiest link of each outlet carries.
rahman=./rahman2012.yaml rahman_cycles=550 rahman_points=5 side=16 h3dm=h3dm:m=4,n=2,levels=2,q=0
links='[5120, 2048, 2048]' h3dm_vc=13.2392
sed -e '/^quick:$/,/^$/ s/^  parts: .*/  parts: [0.05, 0.5, 1, 1.5]/' \
  -e 's/32x32/16x16/; s/n=4,levels=2,q/n=2,levels=2,q/' "$source_tree/docs/papers/rahman2012.yaml" >$rahman
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  rahman=rahman2012 rahman_cycles=1200 rahman_points=9 side=32 h3dm=h3dm:m=4,n=4,levels=2,q=0
  links='[53248, 16384, 16384]' h3dm_vc=32.532
fi
run paper $rahman --quick -j 2 --set run.cycles=$rahman_cycles --seed 3 --json r.json --csv r.csv --plot r.svg
if [ "$rc" = 0 ]; then verdict "a rerun" yes; else verdict "a rerun" no "status $rc: $(head -c 300 err)"; fi
cp out table
is "schema" '.schema == "nocstep.paper/1" and .paper == "rahman2012" and (.interrupted | not)'
is "four figures of three curves" '[.figures[].figure] == ["a", "b", "c", "d"] and
  all(.figures[]; [.series[].name] == ["'"$h3dm"'", "mesh:'$side'x'$side'", "torus:'$side'x'$side'"])'
# 2 + 2 (H + 1) + (F - 1), and what the credits of 2-flit buffers cost, 2 for every 2 flits; the mean
# distance of a 32x32 mesh is 64/3 between distinct nodes, that of a torus 16 * 1024 / 1023.
is "the mesh at zero load" '[.figures[0, 1, 2].series[1].points[0].transfer_time] as $t |
  [range(3) as $i | [16, 64, 256][$i] as $f |
    4 + 4 * '$side' / 3 + ($f - 1) + 2 * (($f - 1) / 2 | floor) - $t[$i] | fabs < 1e-9] | all'
is "the torus at zero load" '.figures[0].series[2].points[0] |
  .transfer_time - (4 + '"$side * $((side * side)) / $((side * side - 1))"' + 15 + 14) | fabs < 1e-9'
is "the H3DM at zero load, by its mean route" '(.tables[] | select(.table == "outlets") |
  .rows[2].mean_route) as $h | .figures[0].series[0].points[0].transfer_time -
  (4 + 2 * $h + 15 + 14) | fabs < 1e-9'
# No message can be delivered faster than on its way alone; few meet another at the lowest load.
is "at the lowest load" '[.figures[0, 3].series[] | .points[1].transfer_time /
  .points[0].transfer_time | . > 0.9 and . < 1.3] | all'
is "points of every curve" "[.figures[].series[].points | length == $rahman_points and (.[0].throughput == 0)] | all"
is "all that is accepted was offered" '[.figures[].series[].points[] | .throughput <= .offered] | all'
is "levels" '[.tables[] | select(.table == "static") | .rows[].nodes] == [64, 1024, 16384, 262144]'
# A statement holds when one of its readings does, without readings when all its checks do.
follows='all(.statements[]; (.readings // [{checks, holds}] | map(.holds)) as $readings |
  .holds == ($readings | any) and all(.readings[]? // .; (.checks | length) > 0 and .holds == ([.checks[].holds] | all)))'
is "every statement has checks" "(.statements | length > 8) and $follows"
# verdicts NAME STATEMENT CONDITION: of the values of each check of the statement, with the reading $r.
verdicts() {
  is "$1" "[.statements[$2] | (.readings[]? // .) | .reading as \$r | .checks[] | .holds == (.values | $3)] | length > 0 and all"
}
verdicts "zero load: a verdict is that of its numbers" 0 '.H3DM < (.mesh // .torus)'
verdicts "far lower" 1 '.H3DM <= (1 - ($r | capture("by (?<n>[0-9]+) %").n | tonumber) / 100) * (.mesh // .torus)'
verdicts "the trade-off" '2, 3' '.lower_up_to >= .saturated_at'
is "saturated later, the longer it may take" '[.statements[2, 3].readings | (.[:3], .[3:]) |
  map([.checks[].values.saturated_at]) | transpose[] | . == sort] | all'
verdicts "the highest throughput" 4 '.H3DM < (.mesh // .torus)'
verdicts "a VC less" 5 '.["2_VCs"] > .["1_VC"]'
verdicts "the gap" 6 '(.["16_flits"] // .["256_flits"]) as $other | .["64_flits"] as $middle |
  if has("16_flits") then $middle < $other else $other < $middle end'
verdicts "the mesh saturates earlier" 7 '.mesh < (.torus // .H3DM)'
verdicts "the torus" 8 '.torus > (.mesh // .H3DM)'
verdicts "the conclusion: time" 9 'if has("highest") then .lower_up_to >= .highest else .H3DM < (.mesh // .torus) end'
verdicts "the conclusion: throughput" 10 '.H3DM > (.mesh // .torus)'
is "the highest throughputs are those of the curves" '[.figures[].series[] |
  [.points[] | select(.transfer_time != null) | .throughput] | max] == [.tables[] | select(.table == "summary") | .rows[].highest]'
# In the torus, an eighth of its side.
is "the busiest VCs: half a flit a cycle for what they carry at load 1" '
  [.tables[] | select(.table == "outlets") | .rows[0]] + [.tables[] | select(.table == "summary") | .rows[2]] |
  map(.bound) | (.[0] * '$h3dm_vc' - 0.5 | fabs < 0.001) and
  (.[1] * '"$side / 8 * $((side * side)) / $((side * side - 1))"' - 0.5 | fabs < 0.001)'
# Links of one row of four carry 13 of 16 of what goes between modules, 10 of 16 where there are 4
# modules, or 4 of 16 in every row.
is "all outlets, with two classes each" '.tables[] | select(.table == "outlets") | .rows |
  map(.classes) == [2, 2, 2] and map(.busiest_link) == '"$links"' and
  .[0].mean_route == .[2].mean_route and .[1].mean_route > .[0].mean_route'
is "what does not depend on the runs holds" '[.statements[] | select(.where |
  test("^section (2|3.2)")) | .holds] | length == 6 and all'
holds "the table has the verdicts" grep -q '^  HOLDS (section 2)$' table
holds "and the figures" grep -q '^Figure (d): bit-flip traffic' table
holds "CSV: a row a point" test "$(wc -l <r.csv)" = $((12 * rahman_points + 1))
holds "the picture has all panels" \
  sh -c 'for p in a b c d; do grep -q "($p) " r.svg || exit 1; done'

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  run paper $rahman --quick -j 1 --set run.cycles=$rahman_cycles --seed 3 --json again.json --quiet
  holds "results do not depend on the workers" cmp r.json again.json
fi

"$nocstep" paper rahman2012 -j 2 --json cut.json >out 2>err </dev/null &
child=$!
await $child pgrep -P $child
kill -INT "$child"
wait "$child"
rc=$?
child=
holds "interrupted: status 130 and what is there" \
  jq -e --argjson rc "$rc" '$rc == 130 and .interrupted and .statements == []' cut.json

# Shalaby, Fujiwara, Koibuchi 2015: hops are those of `nocstep hops`. The quick tier takes fewer sizes
# of groups, shorter messages and cheaper exclusive ors: most of the time goes into their runs.
shalaby=./shalaby2015.yaml
sed -e '/^quick:$/a\  group_nodes: [8, 32]\n  group_nodes_down: [32, 8]' -e 's/^  costs: .*/  costs: [30]/' \
  -e '/^quick:$/,/^$/ {s/^  lengths: .*/  lengths: [1, 2]/; s/^  lengths_down: .*/  lengths_down: [2, 1]/}' \
  -e '/^quick:$/,/^$/ {s/^  overheads: .*/  overheads: [0, 1, 5]/; s/^  overheads_down: .*/  overheads_down: [5, 1, 0]/}' \
  -e 's/\(long([a-z]*\), 16)/\1, 2)/; s/costly(s, 35)/costly(s, 5)/' \
  "$source_tree/docs/papers/shalaby2015.yaml" >$shalaby
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then shalaby=shalaby2015; fi
run paper $shalaby --quick -j 2 --json r.json --csv r.csv --plot r.svg
if [ "$rc" = 0 ]; then verdict "shalaby2015" yes; else verdict "shalaby2015" no "status $rc: $(head -c 300 err)"; fi
cp out table
is "all figures" '[.figures[].figure] | . == ["2", "5", "6", "8", "9", "10", "11", "12", "13", "14", "16", "17", "18", "19"]'
holds "also in the picture" test "$(grep -oE '>\([0-9]+\) ' r.svg | tr -dc '0-9\n' | paste -sd ' ')" = \
  "2 5 6 8 9 10 11 12 13 14 16 17 18 19"
holds "which is not much higher than it is wide" sh -c \
  'sed -n "s/.*viewBox=\"0 0 \([0-9]*\) \([0-9]*\)\".*/\1 \2/p" r.svg | awk "{exit !(\$2 <= 1.7 * \$1)}"'
hops() { # NAME FILTER OPTION...: the filter, with $h the answer of `nocstep hops`, is true of the rerun
  local name=$1 filter=$2
  shift 2
  "$nocstep" hops --collective allgather --json h.json --quiet "$@" >out 2>err </dev/null
  holds "$name" jq -e --slurpfile answer h.json '$answer[0] as $h | '"$filter" r.json
}
at() { # FIGURE SERIES X: the filter of that y
  echo "(.figures[] | select(.figure == \"$1\") | .series[$2].points[] | select(.x == $3) | .y)"
}
hops "the tree" "$(at 2 0 32) == \$h.hops" --topology mesh:32x32 --scheme binomial
hops "coded trees and their bound" "$(at 5 1 64) == \$h.hops and $(at 5 3 64) == \$h.lower_bound" \
  --topology mesh:64x64 --scheme hnc --base binomial
hops "the same hierarchy without coding" "$(at 5 2 16) == \$h.hops" \
  --topology mesh:16x16 --scheme hierarchy --base binomial
hops "all at once" "$(at 8 0 256) == \$h.hops" --topology mesh:256x256 --scheme unicast
hops "coded unicasts" "$(at 8 1 256) == \$h.hops" --topology mesh:256x256 --scheme hnc
hops "group sizes" '[.figures[] | select(.figure == "6") | .series[0].points[] | [.x, .y]] as $points |
  [$h.search.best_of_size[] | [.group_nodes, .hops]] as $best | $points | length > 1 and all(. as $p | $best | index([$p]) != null)' --topology mesh:16x16 --scheme hnc
"$nocstep" hops --collective allgather --topology torus:64x64 --scheme unicast --json all.json --quiet
hops "a torus" "$(at 9 0 64) * $(jq .hops all.json) - \$h.hops | fabs < 1" --topology torus:64x64 --scheme hnc
"$nocstep" hops --collective allgather --topology mesh:16x16 --scheme unicast --json all.json --quiet
hops "recursion" "$(at 19 0 16) * $(jq .hops all.json) - \$h.hops | fabs < 1" \
  --topology mesh:16x16 --scheme hnc-recursive
"$nocstep" hops --collective allgather --topology mesh:16x16 --scheme unicast --from 0-31 --to 0-255 \
  --json all.json --quiet
hops "many to all" "$(at 18 0 32) * $(jq .hops all.json) - \$h.hops | fabs < 1" \
  --topology mesh:16x16 --scheme hnc --from 0-31 --to 0-255
hops "longest paths" "$(at 16 0 32) == \$h.intra.max_path and $(at 16 1 32) == \$h.inter.max_path" \
  --topology mesh:16x16 --scheme hnc --group 8x4 --intermediate inner
reading() { # NUMBER READING FILTER: of what this reading gives, which is kept if it gives the number
  echo "(.numbers[$1].given_by[] | select(.reading == \"$2\") | .value) == $3"
}
hops "a reading: step F alone" "$(reading 1 'F, groups 8x4' '$h.unicast.hops')" \
  --topology mesh:32x32 --scheme hnc --group 8x4
hops "a reading: B and D" "$(reading 1 'B by unicasts, D by unicasts, centre, best groups' \
  '($h.intra.hops + $h.inter.hops)')" --topology mesh:32x32 --scheme hnc --group 8x8 --intermediate centre
hops "a complete reading" "$(reading 4 'B by unicasts, D by unicasts, E by trees, F, best, best groups' \
  '$h.hops')" --topology mesh:64x64 --scheme hnc --base unicast,unicast,binomial
is "all readings that give a number are in its range" 'all(.numbers[]; . as $n | .given_by |
  all(.value >= $n.from and .value < $n.to) and length == $n.gives.complete + $n.gives.incomplete)'
is "no complete reading is below the bound" 'all(.numbers[]; .lower_bound as $b |
  all(.given_by[] | select(.complete); $b == null or .value >= $b))'
is "a verdict is that of its readings" 'all(.numbers[]; .default.value as $v |
  .verdict == (if $v >= .from and $v < .to then "holds"
  elif .gives.complete > 0 then "other complete reading"
  elif .lower_bound != null and .to <= .lower_bound then "below the lower bound"
  elif .gives.incomplete > 0 then "incomplete reading" else "no reading" end))'
is "the numbers of hops" '[.numbers[:8][].verdict] == ["holds", "below the lower bound",
  "below the lower bound", "below the lower bound", "other complete reading", "incomplete reading",
  "other complete reading", "holds"]'
is "statements" "(.statements | length > 15) and $follows"
is "Fig. 15 holds within groups, and between the inner nodes only" '[.statements[] | select(.where == "Fig. 15")] |
  .[0].holds and (.[1] | .holds and ([.readings[].holds] == [false, false, false, true]))'
is "and by its own numbers" '[.statements[] | select(.where == "Fig. 15") | .readings[]?.checks[] |
  .holds == (.values | [.paper, .along_one, .the_other] == [.here, .one_here, .other_here])] | length == 28 and all'
holds "the table has the readings" grep -q '^      given by  F, groups 8x4: 671744 (incomplete)$' table
holds "each panel names its series" \
  sh -c 'for n in "tree multicast" "lower bound" "between, inner" "nodes spread evenly"; do grep -q "$n" r.svg || exit 1; done'
least() { # NAME COLUMN: of the row of the table `least`
  echo "(.tables[] | select(.table == \"least\") | .rows[] | select(.name == \"$1\") | .$2)"
}
# An intermediate node of 8 groups of 32 sends 7 * 31 coded packets, to 31 nodes or 5 times down a tree.
is "cycles at least: the intermediate nodes" "$(least 'mesh:16x16, trees, 8x4' E) == 7 * 31 * 5 and
  $(least 'mesh:16x16, unicasts, 4x8' E) == 7 * 31 * 31 and $(least 'mesh:16x16, trees, 8x4' D) == 7 * 31"
# To the same place of the 4 groups on the other side: 128 nodes over 16 links.
is "cycles at least: the middle of the mesh" "$(least 'mesh:16x16, trees, 8x4' F) == 128 * 4 / 16"
is "a broadcast is not faster than its nodes" '[.tables[] | select(.table == "runs") | .rows[] |
  .cycles >= .at_least and .mean_latency <= .cycles] | length > 8 and all'
is "nor are packets slower than the whole" '[.tables[] | select(.table == "runs") | .rows[] |
  select((.name | contains("overlapped") | not) and .latencies != null) | .latencies <= .cycles] | length > 20 and all'
is "exclusive ors: G (M - 1) to encode, N (N - M - G + 1) to decode" '.tables[] | select(.table == "runs") | .rows[] |
  select(.name == "mesh:16x16, hnc, binomial, 32, overhead 1, 1 flits") | .XOR_flits == 8 * 31 + 256 * (256 - 32 - 8 + 1)'
# The bound is that of the fastest groups of each size; the runs have the groups that take the
# fewest hops.
is "no run of coded trees is faster than its busiest node and link" '
  (.tables[] | select(.table == "least") | .rows | map(select(.name | startswith("mesh:16x16, trees, ")) |
  {key: (.name | split(" ")[2] | split("x") | map(tonumber) | .[0] * .[1] | tostring), value: .coded}) | from_entries) as $least |
  (.figures[] | select(.figure == "11") | .series[1].points) | length > 1 and all(.[]; .y >= $least[.x | tostring])'
cat >run.yaml <<'YAML'
topology: mesh:8x8
router: {vcs: 4, depth: 32, flit_bits: 128, switching: cut-through, pipeline: 3}
workload: {collective: allgather, scheme: binomial, message_flits: 1}
YAML
ran() { # NAME FIGURE SERIES SET...: the point at 8 is the completion of nocstep run with these sets
  local name=$1 figure=$2 series=$3 sets=()
  shift 3
  for one in "$@"; do sets+=(--set "$one"); done
  "$nocstep" run run.yaml --router ref "${sets[@]}" --json run.json --quiet
  is "$name" "$(at "$figure" "$series" 8) == $(jq .collective.completion run.json)"
}
ran "a tree runs as with nocstep run" 10 0
ran "so does a coded broadcast" 10 3 workload.scheme=hnc workload.base=binomial workload.group=4
ran "and the hierarchy without coding" 12 4 workload.scheme=hierarchy workload.base=unicast
ran "group sizes" 11 3 topology=mesh:16x16 workload.scheme=hnc workload.base=unicast,unicast,binomial \
  workload.group=8
is "numbers and statements of execution times" '[.numbers[8:][].where] == ["Fig. 11, section 5.3",
  "Fig. 13, section 5.5", "section 6.5", "section 6.5"] and
  ([.statements[].where] | map(select(test("^(Fig. 1[0-4]|section 6.5)"))) | length == 9)'
# Two sources over a mesh of 3x2: to the node below themselves, and round to the other, 1 + 3 hops each;
# coded 2 straight, 2 to IS, 1 to ID and 2 to the destinations.
is "Fig. 1" '.statements[] | select(.where | startswith("Fig. 1,")) | .holds and
  [.checks[].values] == [{unicasts: 8, coded: 7}, {unicasts: 2, coded: 1}]'
is "an intermediate node alone: 7 * 31 packets, and each of them 5 times" '.statements[] |
  select(.text | test("1,276")) | .holds and .checks[0].values == {D: 217, E: 1085}'
is "the same groups: what coding adds" '[.tables[] | select(.table == "same") | .rows[] |
  100 * (.coded / .not_coded - 1) - .coding_adds | fabs < 1e-9] | length == 22 and all'
run paper shalaby2015 --set workload.scheme=hnc
refused "--set of what the figures are about" 2 'workload.scheme=hnc is a key that the figures'

# Sivaram, Kesavan, Panda, Stunkel 1998: single multicasts and a few cycles of load.
for key in topology=mesh:4x4 workload.scheme=tree-worm host.ratio=2; do
  run paper sivaram1998 --set "$key"
  refused "sivaram1998 --set $key" 2 "$key is a key that the figures"
done
run paper rahman2012 --full
refused "--full of a paper that has no more" 2 'with rahman2012, .*it must be given with sivaram1998'
run paper sivaram1998 --full --quick
refused "--full and --quick" 2 '--full is given with --quick; it must be given alone'
resolution=0.03 # of saturation loads; the long tier has that of the paper's reduced set
[ "${NOCSTEP_LONG:-0}" != 1 ] || resolution=0.01
sed "s/multicasts_3: [0-9]*/multicasts_3: 4/; s/multicasts_15: [0-9]*/multicasts_15: 4/
  s/resolution: 0.01/resolution: $resolution/" \
  "$source_tree/docs/papers/sivaram1998.yaml" >few.yaml
run paper few.yaml --quick -j 2 --set run.warmup=0 --set run.cycles=600 --seed 3 --json r.json --csv r.csv \
  --plot r.svg
if [ "$rc" = 0 ]; then verdict "sivaram1998" yes; else verdict "sivaram1998" no "status $rc: $(head -c 300 err)"; fi
cp out table
is "a figure for each number of destinations, and for each value under load" '[.figures[].figure] |
  length == 32 and .[:5] == ["6.3", "6.7", "6.15", "6.31", "7.3"] and .[-1] == "11.8"'
is "single multicasts by four schemes, at all values" 'all(.figures[:12][]; [.series[].name] ==
  ["tree-worm", "path-worm", "kbinomial", "binomial"] and ([.series[].points | length] | unique | length == 1)) and
  [.figures[0, 4, 8].series[0].points[].x] == [0.5, 1, 2, 5, 8, 16, 32, 128, 256, 512, 1024, 2048]'
is "under load by three, each from an idle network on" 'all(.figures[12:][]; [.series[].name] ==
  ["tree-worm", "path-worm", "kbinomial"] and all(.series[]; .points[0].x == 0 and .points[0].latency > 2000))'
# docs/host.md: a tree worm waits for t_ns and t_nr once, and for a t_ns or t_nr more for each packet.
is "tree worms over R: t_ns and t_nr" '.figures[:4][].series[0].points | map(.latency) as [$a, $b, $c, $d] |
  ($a - $b == 2000) and ($b - $c == 1000) and ($c - $d == 600)'
is "tree worms over the length: a packet, a t_ns" '.figures[8:12][].series[0].points | map(.latency) |
  (.[1] - .[0] == 1000) and (.[2] - .[1] == 2000) and (.[3] - .[2] == 4000) and (.[4] - .[3] == 8000)'
# A step of the tree: t_nr, t_ns, and the packet on its way; ceil(log2(n + 1)) of them.
is "interfaces over R: steps of t_ns and t_nr" '[.figures[:4][] | .series[2].points |
  [.[0].latency - .[1].latency, .[1].latency - .[2].latency]] ==
  [[4000, 2000], [6000, 3000], [8000, 4000], [10000, 5000]]'
# A tree worm may take a longer way than a path worm, or than a unicast: some hops.
is "tree worms are first, and interfaces faster than software" 'all(.figures[:12][];
  [.series[].points | map(.latency)] | transpose | all(.[]; .[0] < .[1] + 20 and .[0] < .[2] and .[2] < .[3]))'
# Receiving is 1,000 cycles a message of 128 flits; a third or a fifteenth of that is to start it. R is 0.5:
# 2,000 cycles of the receive handler. Longer messages: 1,000 of it for each 128 flits.
is "no saturation load is above what is possible" '.tables[] | select(.table == "saturation") | .rows |
  length == 18 and all(.[]; ({"3-way, R 0.5": 0.064, "15-way, R 0.5": 0.064}[.name | sub(", 0 open ports"; "")] //
    if .name | test("512|1024|2048") then 0.128 elif .name | test("^3-way") then 0.096 else 0.12 end) as $most |
    all(.["tree-worm", "path-worm", "kbinomial"]; . == null or . <= $most))'
is "single multicasts and sizes" '[.tables[] | select(.table == "single" or .table == "sizes") | .rows | length] == [40, 5]'
is "plans: a phase at least, and no more phases than worms" '.tables[] | select(.table == "plans") |
  .rows | length == 20 and all(.[]; .phases >= 1 and .phases <= .worms)'
is "unicasts" '.tables[] | select(.table == "unicast") | .rows | length == 10'
is "statements of sivaram1998" "(.statements | length == 25) and $follows"
says() { # NAME WHERE CONDITION: of the values of each check of the statements that are made there
  is "$1" "[.statements[] | select(.where | test(\"$2\")) | (.checks // [.readings[].checks[]])[] |
    .holds == (.values | $3)] | length > 0 and all"
}
says "the tree is best" 'Figs. 6 to 8' '.["path-worm"] > 1 and .kbinomial > 1'
says "R above 1" '4.2.1, Fig. 6' '.["R_0.5"] > 1 and .R_5 < 1'
says "R above 2" 'abstract' '.R_5 < 1'
says "path lengths" '4.2.2$' 'if has("change") then .change < 0.01 else .switches_8 < .switches_16 and .switches_16 < .switches_32 end'
says "phases" '4.2.1, 4.3.3' '.steps > .phases'
says "traffic" '4.3.2, 4.3.3' '.kbinomial > .["path-worm"]'
says "unicasts" 'section 4.3$' '.most < 0.18'
holds "CSV: a row a point" test "$(wc -l <r.csv)" = "$(jq '[.figures[].series[].points | length] | add + 1' r.json)"
holds "the picture has the panels" sh -c 'for p in 6.3 8.31 9.1 10.4 11.8; do grep -q "($p) " r.svg || exit 1; done'
holds "the table has verdicts" grep -qE '^  (HOLDS|DOES NOT HOLD) IN .* READINGS \(abstract, Fig. 6\)$' table

"$nocstep" paper sivaram1998 -j 2 --json cut.json >out 2>err </dev/null &
child=$!
await $child pgrep -P $child
kill -INT "$child"
wait "$child"
rc=$?
child=
holds "sivaram1998 interrupted: status 130 and what is there" \
  jq -e --argjson rc "$rc" '$rc == 130 and .interrupted and .statements == []' cut.json

# Minutes of RTL: the reduced set.
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  run paper sivaram1998 --router lockstep -j 2 --json r.json
  holds "golden and RTL take the same cycles" test "$rc" = 0
  is "and all of the reduced set has run" '[.statements[].checks[].holds] | length == 56 and all'
  is "with points of both" 'all(.figures[]; [.series[].name] == ["ref", "lockstep"])'
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
