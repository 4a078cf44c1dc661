#!/usr/bin/env bash
# `nocstep paper`: the list, what is refused, and a rerun with few cycles: files, curves against
# closed forms, statements that follow from the numbers beside them. NOCSTEP is the program. Ends
# with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

run() { # ARGUMENT...: status in rc, output in out and err
  timeout -s KILL 300 "$nocstep" "$@" >out 2>err </dev/null
  rc=$?
}

is() { # NAME FILTER: jq's answer about the rerun is true
  holds "$1" jq -e "$2" r.json
}

run paper
holds "without a name: the papers" grep -qx rahman2012 out
run list papers --json -
holds "list papers" jq -e '.papers[0].name == "rahman2012" and (.papers[0].title | length > 20)' out
run paper rahman2013
refused "an unknown paper" 2 "unknown paper 'rahman2013' \(nearest: 'rahman2012'\); accepted rahman2012"
run paper --json x.json
refused "files without a name" 2 'no NAME'
for key in topology=mesh:4x4 workload.load=0.1 run.drain=true; do
  run paper rahman2012 --set "$key"
  refused "--set $key" 2 "$key: found a key that the figures"
done
run paper rahman2012 --set router.vcs=1 --json x.json
refused "too few VCs" 2 'accepted 2 vcs'
run paper rahman2012 --plot x.pdf
refused "a picture of another kind" 2 'png or .svg'
holds "nothing is written when refused" test ! -e x.json

run paper rahman2012 --quick -j 2 --set run.cycles=60 --json x.json --plot x.svg
holds "too few cycles for a message: refused" test "$rc" = 2 -a "$(grep -c 'run.cycles: found 60' err)" = 1
holds "and nothing is written" test ! -e x.json -a ! -e x.svg

run paper rahman2012 --quick -j 2 --set run.cycles=1200 --seed 3 --json r.json --csv r.csv --plot r.svg
if [ "$rc" = 0 ]; then verdict "a rerun" yes; else verdict "a rerun" no "status $rc: $(head -c 300 err)"; fi
cp out table
is "schema" '.schema == "nocstep.paper/1" and .paper == "rahman2012" and (.interrupted | not)'
is "four figures of three curves" '[.figures[].figure] == ["a", "b", "c", "d"] and
  all(.figures[]; [.series[].name] == ["h3dm:m=4,n=4,levels=2,q=0", "mesh:32x32", "torus:32x32"])'
# 2 + 2 (H + 1) + (F - 1), and what the credits of 2-flit buffers cost, 2 for every 2 flits; the mean
# distance of a 32x32 mesh is 64/3 between distinct nodes, that of a torus 16 * 1024 / 1023.
is "the mesh at zero load" '[.figures[0, 1, 2].series[1].points[0].transfer_time] as $t |
  [range(3) as $i | [16, 64, 256][$i] as $f |
    4 + 2 * 64 / 3 + ($f - 1) + 2 * (($f - 1) / 2 | floor) - $t[$i] | fabs < 1e-9] | all'
is "the torus at zero load" '.figures[0].series[2].points[0] |
  .transfer_time - (4 + 2 * 16384 / 1023 + 15 + 14) | fabs < 1e-9'
is "the H3DM at zero load, by its mean route" '(.tables[] | select(.table == "static") |
  .rows[1].mean_route) as $h | .figures[0].series[0].points[0].transfer_time -
  (4 + 2 * $h + 15 + 14) | fabs < 1e-9'
# No message can be delivered faster than on its way alone; few meet another at the lowest load.
is "at the lowest load" '[.figures[0, 3].series[] | .points[1].transfer_time /
  .points[0].transfer_time | . > 0.9 and . < 1.3] | all'
is "points of every curve" '[.figures[].series[].points | length == 9 and (.[0].throughput == 0)] | all'
is "all that is accepted was offered" '[.figures[].series[].points[] | .throughput <= .offered] | all'
is "levels" '[.tables[] | select(.table == "static") | .rows[].nodes] == [64, 1024, 16384, 262144]'
is "every statement has checks" '(.statements | length > 8) and
  all(.statements[]; (.checks | length) > 0 and .holds == ([.checks[].holds] | all))'
# verdicts NAME STATEMENT CONDITION: of the values of each check of the statement.
verdicts() {
  is "$1" "[.statements[$2].checks[] | .holds == (.values | $3)] | length > 0 and all"
}
verdicts "zero load: a verdict is that of its numbers" 0 '.H3DM < (.mesh // .torus)'
verdicts "the trade-off" 1 '.lower_up_to >= .doubled_at'
verdicts "the highest throughput" 2 '.H3DM < (.mesh // .torus)'
verdicts "the gap" 3 '(.["16_flits"] // .["256_flits"]) as $other | .["64_flits"] as $middle |
  if has("16_flits") then $middle < $other else $other < $middle end'
verdicts "the torus" 4 '.torus > .mesh'
verdicts "the conclusion" 5 '.H3DM > (.mesh // .torus)'
is "the highest throughputs are those of the curves" '[.figures[].series[] |
  [.points[] | select(.transfer_time != null) | .throughput] | max] == [.tables[] | select(.table == "summary") | .rows[].highest]'
is "the busiest VCs: half a flit a cycle for a load of 32.5 in H3DM, of 4 in the torus" '
  [.tables[] | select(.table == "summary") | .rows[0, 2].bound] |
  (.[0] * 32.532 - 0.5 | fabs < 0.001) and (.[1] * 4.004 - 0.5 | fabs < 0.001)'
is "what does not depend on the runs holds" '[.statements[] | select(.where == "section 2" or
  .where == "section 3.2") | .holds] | length == 4 and all'
holds "the table has the verdicts" grep -q '^  HOLDS (section 2)$' table
holds "and the figures" grep -q '^Figure (d): bit-flip traffic' table
holds "CSV: a row a point" test "$(wc -l <r.csv)" = 109
holds "the picture has all panels" \
  sh -c 'for p in a b c d; do grep -q "($p) " r.svg || exit 1; done'

run paper rahman2012 --quick -j 1 --set run.cycles=1200 --seed 3 --json again.json --quiet
holds "results do not depend on the workers" cmp r.json again.json

"$nocstep" paper rahman2012 -j 2 --json cut.json >out 2>err </dev/null &
child=$!
for _ in $(seq 200); do  # until it has workers
  pgrep -P "$child" >workers && break
  sleep 0.1
done
kill -INT "$child"
wait "$child"
rc=$?
child=
holds "interrupted: status 130 and what is there" \
  jq -e --argjson rc "$rc" '$rc == 130 and .interrupted and .statements == []' cut.json

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
