#!/usr/bin/env bash
# A grid of `nocstep sweep`: all combinations of the values of --set, in one table, CSV, JSON and
# picture, each the same as a sweep of its own; combinations that the scenario refuses; bad values.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >g.yaml <<'YAML'
topology: mesh:4x4
workload: {traffic: uniform, load: 0.3, packet_flits: 4}
run: {warmup: 500, cycles: 1500}
YAML
loads='--load 0.2:0.3:0.8'

# --- all combinations -----------------------------------------------------------------------------
# shellcheck disable=SC2086
gives "six combinations" 0 sweep g.yaml --set router.vcs=1,2,4 --set router.depth=4,8 $loads -j 2 \
  --json g.json --csv g.csv --plot g.svg
cp out table
is "six curves in the order of the values, the last key first" g.json '[.curves[].set |
  [.["router.vcs"], .["router.depth"]]] == [[1, 4], [1, 8], [2, 4], [2, 8], [4, 4], [4, 8]]'
is "with names" g.json '[.curves[].name][1:3] == ["vcs=1 depth=8", "vcs=2 depth=4"]'
is "and their scenarios" g.json '[.curves[] | .scenario.router.vcs == .set["router.vcs"] and
  .scenario.router.depth == .set["router.depth"]] | all'
is "none is refused" g.json '.refused == []'
for key in 1:8 4:4; do
  # shellcheck disable=SC2086
  gives "$key alone" 0 sweep g.yaml --set router.vcs=${key%:*} --set router.depth=${key#*:} $loads --json one.json -q
  holds "$key: the same as a sweep of its own" diff \
    <(jq -S --argjson v "${key%:*}" --argjson d "${key#*:}" \
      '.curves[] | select(.set["router.vcs"] == $v and .set["router.depth"] == $d) | .points, .saturation' g.json) \
    <(jq -S '.curves[0] | .points, .saturation' one.json)
done
is "no grid, no set" one.json '(.curves[0] | has("set") | not) and (has("refused") | not)'
holds "a column a key in the CSV" grep -q ',topology,accesses_per_flit,router.vcs,router.depth$' g.csv
holds "a row a combination and load" test "$(($(wc -l <g.csv) - 1))" = "$(jq '[.curves[].points[]] | length' g.json)"
holds "with its values" diff <(awk -F, 'NR > 1 {print $(NF - 1) "," $NF}' g.csv) \
  <(jq -r '.curves[] | .set as $s | .points[] | "\($s["router.vcs"]),\($s["router.depth"])"' g.json)
holds "one table of all" test "$(grep -Ec '^ +[124] +[48] +0\.[0-9]+ ' table)" = "$(jq '[.curves[].points[]] | length' g.json)"
holds "and a row for what each comes to" test "$(grep -Ec '^ +[124] +[48] +16 ' table)" = 6
holds "an energy column" grep -Eq '^ +router.vcs +router.depth +nodes .* accesses$' table
# A flit that takes h hops is written and read h + 1 times in routers and twice in interfaces, and
# goes over h + 1 crossbars and h + 2 links: 4 h + 9, with h = 8/3 in the mean.
is "accesses a flit" g.json '[.curves[].points[] | .accesses_per_flit - (4 * 8 / 3 + 9) | fabs < 0.3] | all'
holds "one picture of all" test "$(grep -c 'vcs=[124] depth=[48]' g.svg)" -ge 6
holds "its title has the one topology" grep -q 'mesh:.*, uniform traffic' g.svg
# shellcheck disable=SC2086
gives "in one process" 0 sweep g.yaml --set router.vcs=1,2,4 --set router.depth=4,8 $loads -j 1 --json h.json -q
holds "the results do not depend on the number of processes" cmp g.json h.json

# --- a key with one value, and one load -------------------------------------------------------------
gives "one value is no axis" 0 sweep g.yaml --set router.vcs=1,2 --set router.depth=4 --load 0.2:0.1:0.2 \
  --json g.json --csv g.csv -q
is "it is set" g.json '[.curves[] | .set, .scenario.router.depth] == [{"router.vcs": 1}, 4, {"router.vcs": 2}, 4]'
holds "and has no column" test "$(head -n 1 g.csv | grep -o 'router.*')" = router.vcs
holds "each row has as many fields" test "$(awk -F, '{print NF}' g.csv | sort -u | wc -l)" -eq 1
gives "one load" 0 sweep g.yaml --load 0.2:0.1:0.2
holds "is sustained" grep -q '^saturation *above 0.2 flits/node/cycle' out

# --- keys whose text may hold commas --------------------------------------------------------------
gives "text repeats --set" 0 sweep g.yaml --set topology=mesh:4x4 --set topology=ring:4 --set workload.packet_flits=1-3 \
  --set router.switching=wormhole,cut-through --set workload.packet_flits=2 --load 0.1:0.1:0.1 --json t.json --csv t.csv
is "all of them" t.json '[.curves[] | .set | [.topology, .["workload.packet_flits"], .["router.switching"]] | join(" ")] |
  length == 8 and .[0] == "mesh:4x4 1-3 wormhole" and .[7] == "ring:4 2 cut-through"'
holds "text in quotes in the CSV" grep -q ',"ring:4","2","cut-through"$' t.csv
cp g.yaml t.yaml
gives "two files, two topologies and a grid" 0 sweep g.yaml t.yaml --topology mesh:4x4 --topology ring:4 \
  --set router.vcs=2,4 --load 0.1:0.1:0.1 --json t.json
is "in the order of the command line" t.json '[.curves[].name] == ["g, mesh:4x4, vcs=2", "g, mesh:4x4, vcs=4",
  "g, ring:4, vcs=2", "g, ring:4, vcs=4", "t, mesh:4x4, vcs=2", "t, mesh:4x4, vcs=4", "t, ring:4, vcs=2", "t, ring:4, vcs=4"]'
holds "with a column for the rest" grep -Eq '^  t, ring:4 +4 +4 ' out

# --- seconds and joules ----------------------------------------------------------------------------
for key in buffer_write buffer_read interface_write interface_read crossbar xor slot_write slot_read link; do
  echo "$key: 2e-12"
done >pico.yaml
printf 'link_mm: 1\ninterface_link_mm: 1\n' >>pico.yaml
gives "clock and energy" 0 sweep g.yaml --set router.flit_bits=64,128 --load 0.1:0.1:0.2 --clock 2GHz \
  --energy pico.yaml --json p.json --csv p.csv
is "the clock" p.json '.clock_hz == 2e9'
is "joules" p.json '[.curves[].points[] | (.joules_per_flit - .accesses_per_flit * 2e-12 | fabs) < 1e-16] | all'
is "seconds" p.json '[.curves[].points[] | (.seconds.latency_mean - .latency.mean / 2e9 | fabs) < 1e-15] | all'
is "Gbit/s" p.json '[.curves[] | .scenario.router.flit_bits as $b | .points[] |
  (.gbit_per_s.accepted - .accepted * $b * 2 | fabs) < 1e-6] | all'
holds "in the CSV" grep -q ',accesses_per_flit,latency_mean_s,offered_gbit_s,accepted_gbit_s,joules_per_flit,router.flit_bits$' p.csv
holds "in the table" grep -Eq ' [0-9.]+ pJ ' out
holds "the clock in the table" grep -q '^clock       2.00 GHz: a cycle is 500 ps$' out
gives "without a grid" 0 sweep g.yaml --load 0.1:0.1:0.1 --clock 1GHz --energy pico.yaml
holds "what a load of 1 is" grep -q '1 flit/node/cycle is 64 Gbit/s a node$' out

# --- refused -----------------------------------------------------------------------------------------
gives "a combination that cannot be is left out" 0 sweep g.yaml --set router.vcs=1,2 --set topology=mesh:4x4 \
  --set topology=torus:4x4 --load 0.1:0.1:0.1 --json r.json
is "the others are there" r.json '.curves | length == 3'
is "and why it is not" r.json '.refused | length == 1 and .[0].set == {"router.vcs": 1, "topology": "torus:4x4"} and
  (.[0].error | test("does not fit: 1 vcs"))'
holds "in the table too" grep -q '^left out    vcs=1 topology=torus:4x4: .*does not fit: 1 vcs' out
refuses "a value that no combination takes" "^vcs=99 depth=4: --set router.vcs=99: router.vcs is '99'; it must be 1 to 16" \
  sweep g.yaml --set router.vcs=2,99 --set router.depth=4,8
refuses "a network that cannot be built" '^flit_bits=32: .*flit_bits' sweep g.yaml --set router.flit_bits=32,64 --set topology=torus:32x32x32
refuses "no value beside a comma" '^--set router.vcs=2,,4: router.vcs is without a value beside a comma' sweep g.yaml --set router.vcs=2,,4
refuses "a value twice" "^--set router.vcs=2,4,2: router.vcs is given '2' a second time; it must be given each value once" \
  sweep g.yaml --set router.vcs=2,4,2
refuses "a value twice, apart" "'2' a second time" sweep g.yaml --set router.vcs=2,4 --set router.vcs=2
refuses "loads" '^--set workload.load is several loads; it must be given as --load' sweep g.yaml --set workload.load=0.1,0.2
refuses "topologies twice over" '^--set topology is given several times beside --topology' sweep g.yaml --topology ring:4 \
  --set topology=mesh:4x4 --set topology=ring:4
refuses "too many" '^--set is more than 1000 combinations' sweep g.yaml \
  --set router.depth="$(seq -s, 1 40)" --set run.seed="$(seq -s, 1 26)"
refuses "an unknown key with a list" "^vcs=2: --set router.vc=2,4: router.vc is an unknown key|unknown key .nearest: 'vcs'." \
  sweep g.yaml --set router.vc=2,4
refuses "a grid elsewhere" "router.vcs is '2,4'; it must be 1 to 16" run g.yaml --set router.vcs=2,4
refuses "a key twice elsewhere" 'a second value of router.vcs' verify g.yaml --set router.vcs=2 --set router.vcs=4

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
