#!/usr/bin/env bash
# `nocstep sweep` and `nocstep collective`: values against closed forms and bounds, files, worker
# processes, bad input, interruption, and a missing gnuplot. NOCSTEP is the program. Ends with
# "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

# refuses NAME TEXT ARGUMENT...: status 2, one line that holds TEXT, nothing on standard output.
refuses() {
  local name=$1 text=$2
  shift 2
  run "$@"
  sed -i '/: [0-9]* of [0-9]* runs are done, [0-9]* running, /d' err
  if [ "$rc" = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$text" err && [ ! -s out ]; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc: $(head -c 300 err)"
  fi
}

cat >mesh.yaml <<'YAML'
topology: mesh:4x4
router: {vcs: 2, depth: 8}
workload: {traffic: uniform, load: 0.3, packet_flits: 4}
run: {warmup: 1500, cycles: 5000}
YAML
cat >gather.yaml <<'YAML'
topology: mesh:4x4
workload: {collective: allgather, scheme: unicast}
YAML

# --- values -------------------------------------------------------------------------------------
gives "sweep runs" 0 sweep mesh.yaml --load 0.05:0.05:0.9 -j 1 --json a.json --csv a.csv \
  --plot a.png --plot a.svg
cp out table
is "schema" a.json '.schema == "nocstep.sweep/1" and (.interrupted | not)'
is "the grid has 18 loads" a.json '[.curves[0].points[] | select(.search | not)] | length == 18'
is "loads are exact decimals" a.json \
  '[.curves[0].points[] | select(.search | not) | .load * 20 | . - round | fabs < 1e-12] | all'
is "loads are in order" a.json '[.curves[0].points[].load] | . == (sort | unique)'
is "at a low load the latency is little above the closed form" a.json '.curves[0].points[0] |
  .latency.mean > .zero_load_latency and .latency.mean < 1.05 * .zero_load_latency'
# 4 + (H + 1) 3 + 3 with a mean of H = 8/3 between distinct nodes of a 4x4 mesh: 18.
is "the closed form of the mean distance" a.json \
  '.curves[0].points[0].zero_load_latency - 18 | fabs < 0.2'
is "offered is the load" a.json \
  '[.curves[0].points[] | (.offered - .load | fabs) < 0.04 * .load + 0.004] | all'
is "below saturation all is accepted" a.json '.curves[0] | .saturation.load as $s |
  [.points[] | select(.load <= $s) | (.accepted - .offered | fabs) < 0.03 * .offered] | all'
is "latency grows with the load" a.json '.curves[0] | .saturation.load as $s |
  [.points[] | select(.load < 0.95 * $s) | .latency.mean] | length > 10 and . == sort'
# Half the links' bandwidth over the bisection would allow a load of 1; a router of 2 VCs and
# round-robin arbiters reaches 60 to 80 % of it.
is "saturation lies between known bounds" a.json \
  '.curves[0].saturation | .load > 0.55 and .load < 0.85'
is "saturation is found to 0.005" a.json \
  '.curves[0].saturation | .not_sustained - .load < 0.005001 and .not_sustained > .load'
is "no latency is claimed past saturation" a.json '.curves[0] | .saturation.load as $s |
  [.points[] | select(.load > $s)] | length > 0 and
  all(.latency == null and .network_latency == null and .state == "saturated")'
is "nearly all others have an interval" a.json '.curves[0] | .saturation.load as $s |
  [.points[] | select(.load < 0.8 * $s) | .latency.half_width | values] | length > 7 and
  all(. > 0 and . < 2)'
holds "the table has the seed" grep -q '^window .*, seed 1$' table
holds "the table marks saturation" grep -q '<- saturation$' table
holds "the table says saturated" grep -q 'saturated$' table
holds "the table names the files" grep -q '^picture *a.svg$' table
holds "a row of CSV a point" test "$(wc -l <a.csv)" = "$(($(jq '.curves[0].points | length' a.json) + 1))"
holds "every row of CSV has its fields" awk -F, 'NF != 15 {exit 1}' a.csv
is "one curve has its name" a.json '.curves[0] | .name == "mesh" and .topology == "mesh:4x4"'
holds "the PNG is one" test "$(head -c 8 a.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a
holds "the SVG is one" grep -q '<svg' a.svg
holds "the SVG is whole" grep -q '</svg>' a.svg
holds "the picture marks saturation" grep -q 'saturation at' a.svg

# --- the same for any number of workers, and from standard input ---------------------------------
gives "sweep runs in two processes" 0 sweep mesh.yaml --load=0.05:0.05:0.9 -j2 --json b.json \
  --csv b.csv --plot b.png --plot b.svg
for end in json csv png svg; do holds "-j 2 gives the same $end" cmp a.$end b.$end; done
gives "another seed" 0 sweep mesh.yaml --load 0.1:0.1:0.2 --seed 2 --json c.json -q
holds "--quiet prints nothing" test ! -s out
is "gives other numbers" c.json '.curves[0].points[0].offered != 0'
within 60 "$nocstep" sweep - --load 0.1:0.1:0.2 --seed 2 --json - <mesh.yaml >d.json 2>err
holds "a scenario from standard input" test "$(jq -c '.curves[0].points' c.json)" = \
  "$(jq -c '.curves[0].points' d.json)"
gives "JSON alone on standard output" 0 sweep mesh.yaml --load 0.1:0.1:0.1 --json -
is "is JSON" out '.curves[0].points | length == 1'
gives "CSV alone on standard output" 0 sweep mesh.yaml --load 0.1:0.1:0.1 --csv -
holds "is CSV" test "$(wc -l <out)" = 2
sed 's/vcs: 2/vcs: 4/; /^run:/d' mesh.yaml >more.yaml
gives "two scenarios in one sweep" 0 sweep mesh.yaml more.yaml --load 0.3:0.3:0.3 --json e.json \
  --set run.cycles=3000 --plot e.svg
is "are two curves" e.json '.curves | length == 2 and .[1].own_warmup and (.[0].own_warmup | not)'
is "without a warm-up half the window is one" e.json '.curves[1].scenario.run.warmup == 1500'
holds "are named in the picture" grep -q '>more' e.svg

# A name is text in the picture, whatever it holds; a scenario needs no load of its own.
odd="o'd\`touch run\`\"d.yaml"
sed 's/load: 0.3, //' mesh.yaml >"$odd"
gives "a name with quotes, and no load" 0 sweep "$odd" more.yaml --load 0.1:0.1:0.1 --plot o.svg -q
holds "is in the picture" grep -qF "o'd\`touch run\`" o.svg
holds "and is not run" test ! -e run
gives "a lone node sends nothing" 0 sweep mesh.yaml --set topology=mesh:1x1 --load 0.1:0.1:0.2 \
  --json p.json --plot p.png -q
is "and has no latency" p.json '[.curves[0].points[] | .state == "no packets" and .latency == null] | all'

# --- several topologies ---------------------------------------------------------------------------
shapes=(--topology mesh:4x4 --topology mesh:2x8 --topology mesh:2x2x4)
gives "a sweep of topologies" 0 sweep mesh.yaml "${shapes[@]}" --load 0.1:0.4:0.9 -j 1 \
  --set run.cycles=2000 --json s.json --csv s.csv --plot s.svg --plot s.png
cp out table
gives "the same in two processes" 0 sweep mesh.yaml "${shapes[@]}" --load 0.1:0.4:0.9 -j 2 \
  --set run.cycles=2000 --json t.json --csv t.csv --plot t.svg --plot t.png
for end in json csv svg png; do holds "topologies: -j 2 gives the same $end" cmp s.$end t.$end; done
is "a curve a topology, in their order" s.json \
  '[.curves[].topology] == ["mesh:4x4", "mesh:2x8", "mesh:2x2x4"] and ([.curves[].name] == [.curves[].topology])'
is "each with its saturation" s.json '[.curves[].saturation.load] | .[1] < 0.8 * .[0] and .[2] > .[0]'
is "each with the zero load of its distances" s.json \
  '[.curves[].points[0].zero_load_latency] | .[2] < .[0] and .[0] < .[1]'
for t in mesh:4x4 mesh:2x8 mesh:2x2x4; do
  holds "$t is in the picture" grep -q ">$t<" s.svg
  holds "$t is in the table" grep -qE "^  $t +16 +[0-9.]+ +[0-9.]+ +0\.[0-9]{4}$" table
  holds "$t is in the CSV" grep -q ",\"$t\",[0-9.]*$" s.csv
  [ "$t" = mesh:2x8 ] || [ "${NOCSTEP_LONG:-0}" = 1 ] || continue # in the quick tier one runs alone
  gives "$t alone" 0 sweep mesh.yaml --set topology=$t --load 0.1:0.4:0.9 --set run.cycles=2000 \
    --json u.json -q
  holds "$t is the same as alone" test "$(jq -c .curves[0].points u.json)" = \
    "$(jq -c ".curves[] | select(.topology == \"$t\") | .points" s.json)"
done
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  within 60 "$nocstep" sweep - "${shapes[@]}" --load 0.1:0.4:0.9 --set run.cycles=2000 \
    --json v.json -q <mesh.yaml 2>err
  holds "topologies of a scenario from standard input" test "$(jq -c '[.curves[].points]' v.json)" = \
    "$(jq -c '[.curves[].points]' s.json)"
fi
gives "two scenarios by two topologies" 0 sweep mesh.yaml more.yaml "${shapes[@]:0:4}" \
  --load 0.1:0.1:0.1 --set run.cycles=500 --json w.json -q
is "are four curves" w.json '[.curves[].name] ==
  ["mesh, mesh:4x4", "mesh, mesh:2x8", "more, mesh:4x4", "more, mesh:2x8"]'
sed 's/uniform/bit-flip/' mesh.yaml >flip.yaml
refuses "a topology that does not carry the traffic" "--topology mesh:3x3: flip.yaml:3:" sweep \
  flip.yaml --topology mesh:4x4 --topology mesh:3x3 --json x.json
refuses "a topology that is none" "--topology: column 7 of 'mesh:4y'" sweep mesh.yaml \
  --topology mesh:4x4 --topology mesh:4y --csv x.csv
refuses "a topology twice" "--topology is 'mesh:4x4' a second time" sweep mesh.yaml \
  --topology mesh:4x4 --topology mesh:4x4
refuses "routers with too many ports" 'mesh:4x4@14' sweep mesh.yaml --topology mesh:4x4 \
  --topology mesh:4x4@14
# Only building the network tells; the first run would take many minutes.
refuses "a topology that needs wider flits, before the first run" \
  '--topology mesh:64x64@4: --set router.flit_bits=32: router.flit_bits' \
  sweep mesh.yaml --topology mesh:4x4 --topology mesh:64x64@4 --set router.flit_bits=32 \
  --load 0.1:0.1:0.2 --set run.cycles=200000000 -j 2
holds "nothing is written" test ! -e x.json -a ! -e x.csv

# Mistakes that the scenario alone tells are refused once, with their line, before a plan is made or
# a load is run.
for i in 0 1 2 3 4 5; do for j in 0 1 2 3 4 5; do
  [ "$i" = "$j" ] || echo "route $i $j: 1"
done; done >up.txt
round='topology: ring:6\nrouter:\n  vcs: 2\n  routing: table\n  routes: up.txt\n'
printf "${round}workload: {traffic: uniform, load: 0.1}\n" >round.yaml
printf "${round}workload: {collective: allgather, scheme: unicast}\n" >rounds.yaml
deadlock='router.routing is table on ring:6, which can deadlock'
refuses "a sweep that can deadlock" "round.yaml:4:12: $deadlock" sweep round.yaml
refuses "beside one that cannot" "round.yaml:4:12: $deadlock" sweep mesh.yaml round.yaml
refuses "in a grid" "vcs=4: round.yaml:4:12: $deadlock" sweep round.yaml --set router.vcs=2,4
refuses "schemes that can deadlock" "rounds.yaml:4:12: $deadlock" collective rounds.yaml
refuses "one of them by name" "rounds.yaml:4:12: $deadlock" collective rounds.yaml --schemes binomial
side=128 # in the quick tier: to look at so large a network takes longest
[ "${NOCSTEP_LONG:-0}" != 1 ] || side=256
printf 'topology: mesh:%sx%s\nrouter: {vcs: 2,\n  flit_bits: 32}\nworkload: {collective: allgather, scheme: unicast}\n' $side $side >large.yaml
refuses "a plan is not waited for" "large.yaml:3:14: router.flit_bits is 32; it must be 64" collective large.yaml
refuses "nor is a network that needs more memory than there is" "--set topology=mesh:2000x2000: topology: mesh:2000x2000 needs about" \
  sweep mesh.yaml --set topology=mesh:2000x2000 --set router.vcs=16 --set router.depth=640

gives "collectives by topology" 0 collective gather.yaml "${shapes[@]}" --flits 1,4 -j 1 \
  --json s.json --csv s.csv --plot s.svg
cp out table
gives "collectives by topology in two processes" 0 collective gather.yaml "${shapes[@]}" --flits 1,4 \
  -j 2 --json t.json --csv t.csv --plot t.svg
for end in json csv svg; do holds "collectives: -j 2 gives the same $end" cmp s.$end t.$end; done
is "a comparison a topology" s.json '[.comparisons[].topology] == ["mesh:4x4", "mesh:2x8", "mesh:2x2x4"]'
gives "one of them alone" 0 collective gather.yaml --set topology=mesh:2x8 --flits 1,4 --json u.json -q
holds "gives the same" test "$(jq -c .comparisons[0].runs u.json)" = "$(jq -c .comparisons[1].runs s.json)"
holds "all are in one table" test "$(grep -cE '^  mesh:[0-9x]+ +(1|4) +[0-9]+' table)" = 6
holds "the picture has them all" test "$(grep -cE '>mesh:(4x4|2x8|2x2x4)<' s.svg)" = 3
holds "and a panel a scheme" test "$(grep -cE '>(unicast|binomial|ring)<' s.svg)" = 3
gives "one length is drawn as bars" 0 collective gather.yaml "${shapes[@]}" --flits 4 --plot u.svg -q
holds "with the schemes below" test "$(grep -cE '>(unicast|binomial|ring) ?<' u.svg)" = 3
sed 's/unicast}/unicast, to: 12}/; s/allgather/reduce/' gather.yaml >reduce.yaml
refuses "a topology without the collective's node" "--topology mesh:3x3: reduce.yaml:2:" collective \
  reduce.yaml --topology mesh:4x4 --topology mesh:3x3 --json x.json
sed 's/unicast}/unicast, from: 0-3, to: 4-7}/' gather.yaml >sets.yaml
refuses "a scheme by name that no topology carries" "--topology mesh:4x4: sets.yaml" collective \
  sets.yaml "${shapes[@]}" --schemes ring --json x.json
gives "which is left out otherwise" 0 collective sets.yaml "${shapes[@]}" --flits 1 --csv x.csv -q
holds "in every comparison" test "$(grep -c ',ring,.*,refused,' x.csv)" = 3
rm -f x.csv

# --- bad input ----------------------------------------------------------------------------------
for load in 0:0:1 0.5:0.1:0.1 a:b:c 1:0.1:2 0:0.1:0.5 0.1:0:0.5 0.1 0.1:0.1 0.1:0.1:0.5:1 \
  0.1:0.1:1.1 .1:.1:.5 0.1:0.1:0.5x -0.1:0.1:0.5 0.1:0.1:0.50000001 0.0001:0.000001:1 1.:1:1 \
  99999999999999999999:1:1 0,1:0,1:0,5 ''; do
  refuses "--load '$load'" '--load is ' sweep mesh.yaml --load "$load"
done
gives "--load 1:1:1" 0 sweep mesh.yaml --load 1:1:1 -q --set run.cycles=200
gives "--load with six decimals" 0 sweep mesh.yaml --load 0.123456:0.1:0.200000 --set run.cycles=200 \
  --json f.json -q
is "keeps them" f.json '.curves[0].points[0].load == 0.123456'
refuses "no scenario" 'must be nocstep sweep SCENARIO...' sweep
refuses "a collective in a sweep" 'workload.load' sweep gather.yaml
refuses "traffic in a comparison" 'must be a collective' collective mesh.yaml
refuses "-j 0" "--jobs is '0'; it must be 1 to" sweep mesh.yaml -j 0
refuses "-j x" "--jobs is 'x'; it must be 1 to" sweep mesh.yaml -j x
refuses "a picture of another kind" '.png or .svg' sweep mesh.yaml --plot a.pdf
refuses "a picture in a folder that is not there" 'cannot be written' sweep mesh.yaml --plot no/a.png
refuses "one file for two results" 'must be another file' sweep mesh.yaml --csv x.svg --plot x.svg
refuses "one picture twice" 'a second time' sweep mesh.yaml --plot x.svg --plot ./x.svg
refuses "standard output twice" 'must be another file' sweep mesh.yaml --csv - --json -
refuses "the scenario as a result" 'as for the scenario' sweep mesh.yaml --csv ./mesh.yaml
refuses "bursts that a high load does not allow" 'bursts of load 1 at most' sweep mesh.yaml \
  --set workload.burst_on=20 --set workload.burst_off=60 --set run.cycles=100000000
refuses "the highest of the loads alone" 'load 0.26 in bursts of load 1.04' sweep mesh.yaml \
  --load 0.24:0.02:0.26 --set workload.burst_on=20 --set workload.burst_off=60 --set run.cycles=100000000
printf '1 0 3 2\n' >pairs
refuses "a file that does not fit the second network, before the first is run" 'pairs' sweep mesh.yaml \
  --topology mesh:2x2 --topology mesh:2x3 --set workload.traffic=permutation --set workload.permutation=pairs \
  --set run.cycles=100000000 -j 1
mkfifo pipe
refuses "a pipe that every run would read" 'a device or a pipe' sweep mesh.yaml \
  --set workload.traffic=permutation --set workload.permutation=pipe
refuses "an unknown key" 'router.vsc' sweep mesh.yaml --set router.vsc=2
refuses "an unknown scheme" "--schemes is 'rng'" collective gather.yaml --schemes unicast,rng
for flits in '' 0 2,1 1,1 1, ,1 x 1:2 99999999999; do
  refuses "--flits '$flits'" '--flits is ' collective gather.yaml --flits "$flits"
done
refuses "a length that the scenario does not allow" 'message_flits' collective gather.yaml \
  --flits 100000
holds "nothing is left behind" test ! -e x.svg

# --- the environment ----------------------------------------------------------------------------
mkdir empty
program_path=$work/empty gives "no gnuplot" 3 sweep mesh.yaml --plot g.png --json g.json
holds "names the package" grep -q 'gnuplot-nox' err
holds "comes before the runs" test ! -s out -a ! -e g.json -a ! -e g.png
program_path=$work/empty gives "no gnuplot is needed without a picture" 0 sweep mesh.yaml \
  --load 0.1:0.1:0.1
printf '#!/bin/sh\ncase $1 in --version) exit 0;; esac\necho "no terminal" >&2\nexit 1\n' >empty/gnuplot
chmod +x empty/gnuplot
PATH=$work/empty:$PATH gives "a gnuplot that fails" 3 sweep mesh.yaml --load 0.1:0.1:0.1 --plot g.png \
  --json g.json
holds "is quoted" grep -q 'gnuplot failed with status 1: no terminal' err
holds "leaves no picture, but the other results" test ! -e g.png -a -s g.json

# --- interruption: finished rows stay, no process is left ------------------------------------------
two_workers() { [ "$(pgrep -P "$child" | wc -l)" -eq 2 ]; }
for number in INT TERM; do
  rm -f h.json
  # The first loads take no time, the last ones minutes.
  env -u NOCSTEP_HOME "$nocstep" sweep mesh.yaml mesh.yaml --load 0.01:0.99:1 -j 2 --json h.json \
    --set run.cycles=3000000 --set topology=mesh:16x16 >out 2>err </dev/null &
  child=$!
  await $child two_workers
  sleep 0.2
  workers=$(pgrep -P "$child" | tr '\n' ' ')
  kill -"$number" "$child"
  wait "$child"
  rc=$?
  child=
  holds "SIG$number gives status 130" test "$rc" = 130
  holds "SIG$number: two workers ran" test "$(wc -w <<<"$workers")" = 2
  left=0
  for pid in $workers; do if kill -0 "$pid" 2>>check.log; then left=1; fi; done
  holds "SIG$number leaves no worker" test $left = 0
  is "SIG$number leaves JSON" h.json '.interrupted and (.curves | length == 2)'
  is "SIG$number: the JSON claims no saturation" h.json '[.curves[].saturation] == [null, null]'
  holds "SIG$number: nor does the table" test "$(grep -c '^saturation *unknown: the sweep was ended' out)" = 2
  holds "SIG$number: nor do the rows" test "$(grep -Ec 'is sustained|<- saturation|above all' out)" = 0
  holds "SIG$number leaves the table" grep -q '^interrupted' out
done

# A worker that is killed is an error of that run, not a hang; the others have their rows. The first
# child only builds the networks to check them; a worker is one that has computed for a while. A busy
# machine may end a short run before it is killed: then a longer one.
a_worker() { pgrep -P "$child" >worker && worked "$(cat worker)" 5; }
for cycles in 20000 100000 500000; do
  "$nocstep" sweep mesh.yaml --load 0.4:0.1:0.5 -j 1 --json k.json --set topology=mesh:8x8 \
    --set run.cycles=$cycles >out 2>err </dev/null &
  child=$!
  await $child a_worker
  kill -KILL "$(cat worker)" 2>>check.log
  wait "$child"
  rc=$?
  child=
  [ "$rc" = 4 ] && break
done
holds "a killed worker gives status 4" test "$rc" = 4
holds "and is named" grep -q 'workload.load=0.4.*was killed by signal 9' err
is "and the others are there" k.json '[.curves[0].points[].result] == ["fault", "pass"]'

# --- collectives --------------------------------------------------------------------------------
gives "collective runs" 0 collective gather.yaml --flits 1,4,16 -j 1 --json l.json --csv l.csv \
  --plot l.png --plot l.svg
cp out table
gives "collective runs in two processes" 0 collective gather.yaml --flits 1,4,16 -j 2 --json m.json \
  --csv m.csv --plot m.png --plot m.svg
gives "nothing to send, and a picture of it" 0 collective gather.yaml --set topology=mesh:1x1 \
  --plot none.svg -q
holds "a small range has numbers along the axis" grep -q '<text> 50<' l.svg
for end in json csv png svg; do holds "collective: -j 2 gives the same $end" cmp l.$end m.$end; done
is "schema of collective" l.json '.schema == "nocstep.collective/1"'
# The schemes are those that the program lists.
"$nocstep" list collectives --json listed.json >out 2>err </dev/null
holds "all schemes at all lengths" test "$(jq '.comparisons[0].runs | length' l.json)" = \
  "$((3 * $(jq '[.. | objects | select(.name? == "allgather") | .schemes[]] | length' listed.json)))"
is "unicasts send N (N - 1) packets" l.json \
  '[.comparisons[0].runs[] | select(.scheme == "unicast") | .packets == 240 and .hops == 640] | all'
is "every length has its best" l.json '[.comparisons[0].runs | map(select(.result == "pass")) | group_by(.flits)[] |
  (map(.completion) | min) as $m | all(.best == (.completion == $m))] | all'
for scheme in unicast binomial; do
  gives "run of $scheme" 0 run gather.yaml --set workload.scheme=$scheme --set workload.message_flits=4 \
    --json r.json -q
  holds "$scheme: the same as run" test "$(jq .collective.completion r.json)" = \
    "$(jq ".comparisons[0].runs[] | select(.scheme == \"$scheme\" and .flits == 4) | .completion" l.json)"
done
holds "the table marks the best" grep -qE '^  1 flit .*[0-9]\*' table
gives "a choice of schemes" 0 collective gather.yaml --schemes binomial --flits 2 --csv -
holds "is one row" test "$(wc -l <out)" = 2
# No two schemes look the same: what gnuplot is told of their curves, and of bars.
mkdir -p told
printf '#!/bin/sh\ncase $1 in --version) exit 0;; esac\ncat >"%s/script"\necho picture\n' "$work" >told/gnuplot
chmod +x told/gnuplot
PATH=$work/told:$PATH gives "a picture of all schemes" 0 collective gather.yaml --flits 1,4 --plot all.svg -q
holds "a curve a scheme that has run" test "$(grep -c 'with linespoints' script)" = \
  "$(jq '[.comparisons[0].runs[] | select(.flits == 4 and .result == "pass")] | length' l.json)"
holds "no two with the same colour and mark" test -z \
  "$(grep -o "pointtype [0-9]* .*rgb '#[0-9A-F]*'" script | sed 's/pointsize [0-9.]*//' | sort | uniq -d)"
PATH=$work/told:$PATH gives "bars of all schemes" 0 collective gather.yaml --flits 4 --topology mesh:4x4 \
  --topology mesh:2x8 --topology mesh:3x5 --plot all.svg -q
for scheme in unicast kbinomial; do holds "bars of $scheme" grep -q "^set xtics.*'$scheme'" script; done
holds "no place for bars of what was refused" test "$(grep -c "'tree-worm'" script)" = 0
PATH=$work/told:$PATH gives "a sweep of twelve networks" 0 sweep mesh.yaml --set router.vcs=1,2,3,4,5,6 \
  --set router.depth=4,8 --set topology=mesh:2x2 --load 0.1:0.4:0.9 --set run.cycles=400 --plot all.svg -q
holds "twelve curves that differ" test "$(grep -o "linespoints.* title 'vcs.*'" script | sed "s/ title.*//" |
  sort -u | wc -l)" = 12
cat >barrier.yaml <<'YAML'
topology: mesh:4x4
workload: {collective: barrier, scheme: unicast}
YAML
gives "a barrier has no lengths" 0 collective barrier.yaml --json n.json
is "and null in JSON" n.json '[.comparisons[0].runs[].flits] | length > 0 and all(. == null)'
refuses "nor takes any" '--flits is given with a barrier' collective barrier.yaml --flits 2

# --- windows of multicasts, and what resources carry ----------------------------------------------
cat >multicasts.yaml <<'YAML'
topology: mesh:2x2
router: {vcs: 1, depth: 16, switching: cut-through}
host: {t_ns: 0, t_nr: 100}
workload: {traffic: multicast, degree: 3, scheme: tree-worm, message_flits: 64, packet_flits: 8}
YAML
gives "windows of multicasts" 0 sweep multicasts.yaml --multicasts 400 --load 0.03:0.03:0.12 --json m.json
# 400 multicasts of 64 flits to 3 nodes each, by 4 nodes.
is "are as long as so many take" m.json '.curves[0] | .multicasts == 400 and
  all(.points[]; .cycles - 400 * 3 * 64 / 4 / .load | fabs <= 1)'
is "what was offered is near the load" m.json \
  '[.curves[0].points[] | .offered / .load | . > 0.85 and . < 1.15] | all'
# A handler takes 8 flits in 100 cycles.
is "the receive handlers carry 0.08" m.json '.curves[0].capacity | .receive_handlers == 0.08 and
  .ports == 1 and .processors == null and .buses == null'
is "and no load above is sustained" m.json \
  '.curves[0] | .saturation.offered <= 0.08 and .saturation.load > 0.04'
# So few that nothing that is measured tells: every load would be sustained.
gives "few multicasts" 0 sweep multicasts.yaml --multicasts 40 --seed 4 --load 0.06:0.03:0.12 --json m.json
is "are held against what the handlers carry" m.json \
  '.curves[0] | .saturation.offered <= 0.08 and .points[-1].state == "saturated"'
refuses "a window of multicasts needs them" 'workload.traffic is uniform; it must be multicast' \
  sweep mesh.yaml --multicasts 40
refuses "no multicast" '--multicasts' sweep multicasts.yaml --multicasts 0

# Hosts that take a packet in 40 cycles: nothing that is measured at the interface sees the backlog, and the capacity is
# where the rows end that are sustained.
printf 'topology: mesh:4x4\nrouter: {depth: 16}\nworkload: {traffic: uniform, packet_flits: 8}
host: {t_nr: 40}\nrun: {router: ref, cycles: 2000, warmup: 500}\n' >handlers.yaml
run sweep handlers.yaml -q --load 0.1:0.05:0.35 --json x.json
holds "a sweep that receive handlers bound" test "$rc" -eq 0
is "the saturation is theirs" x.json '.curves[0] | .capacity.receive_handlers == 0.2 and .saturation.load > 0.18 and .saturation.load < 0.22'

# A scenario that takes no load is named, and no option that nobody has given.
printf 'topology: mesh:2x2\nworkload: {classes: [{traffic: uniform, load: 0.1, packet_flits: 1}]}\nrun: {router: ref, cycles: 50}\n' >cl.yaml
run sweep cl.yaml --load 0.1:0.1:0.1 -q
refused "a sweep of classes" 2 '^cl.yaml: at load 0.1, workload.load is given with workload.classes'

# So is the highest load where the lowest would do, before anything is run.
printf 'topology: mesh:2x2\nworkload: {traffic: uniform, load: 0.1, burst_on: 20, burst_off: 60}\nrun: {router: ref, cycles: 50}\n' >bursts.yaml
run sweep bursts.yaml --load 0.1:0.2:0.9 -q
refused "bursts that the highest load has no room for" 2 '^bursts.yaml: at load 0.9, workload.load does not fit: load 0.9 in bursts'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
