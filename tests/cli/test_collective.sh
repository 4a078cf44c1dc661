#!/usr/bin/env bash
# The ranking of `nocstep collective` and the maps of its links (`--heat`): places, loads and energy
# against runs of each scheme by itself, what a map shows, files that cannot be. NOCSTEP is the
# program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

# count NAME FILE PATTERN NUMBER: so many lines of the file match.
count() {
  local n
  n=$(grep -cE -- "$3" "$2")
  if [ "$n" = "$4" ]; then verdict "$1" yes; else verdict "$1" no "$n, expected $4"; fi
}

cat >all.yaml <<'END_YAML'
topology: mesh:4x4
router: {switching: cut-through, depth: 16}
workload: {collective: allgather, scheme: unicast, from: 0-5}
END_YAML

# ---- the ranking
gives "a ranking" 0 collective all.yaml --flits 1,4 --json all.json --csv r.csv
cp out table
is "one scheme asks for another routing" all.json '[.comparisons[0].runs[] | select(.result == "refused") | .scheme] | unique == ["scheduled"]'
jq '.comparisons[0].runs |= map(select(.result == "pass"))' all.json >r.json
is "every run has its places" r.json '.comparisons[0].runs | length >= 2 and
  all(.rank | .completion >= 1 and .hops >= 1 and .link >= 1)'
is "places are those of the numbers" r.json '[.comparisons[0].runs | group_by(.flits)[] | . as $all |
  .[] | . as $one | (.rank.completion == 1 + ([$all[] | select(.completion < $one.completion)] | length)) and
  (.rank.hops == 1 + ([$all[] | select(.energy.link_traversals < $one.energy.link_traversals)] | length)) and
  (.rank.link == 1 + ([$all[] | select(.links.busiest < $one.links.busiest)] | length))] | all'
is "exclusive ors are counted where there are any" r.json '.comparisons[0].runs |
  all((.energy.xor > 0) == (.scheme | startswith("hnc")))'
is "the first in completion is the best" r.json '.comparisons[0].runs | all(.best == (.rank.completion == 1))'
is "sources and destinations" r.json '.comparisons[0].runs | all(.sources == 6 and .destinations == 6)'
jq -r '.comparisons[0].runs[].scheme' r.json | sort -u >schemes
while read -r scheme; do
  gives "run of $scheme" 0 run all.yaml --set "workload.scheme=$scheme" --set workload.message_flits=4 \
    -q --json run.json
  jq --arg s "$scheme" '.comparisons[0].runs[] | select(.scheme == $s and .flits == 4)' r.json >one.json
  holds "$scheme: energy of the run" diff <(jq .energy run.json) <(jq .energy one.json)
  holds "$scheme: the busiest link of the run" test \
    "$(jq '[.links[].flits] | max' run.json)" = "$(jq .links.busiest one.json)"
  holds "$scheme: use of links of the run" jq -en --slurpfile run run.json --slurpfile one one.json \
    '($run[0].links | map(.utilisation)) as $u | $one[0].links |
    (.most_used - ($u | max) | fabs) < 1e-9 and (.mean_use - ($u | add / length) | fabs) < 1e-9'
  holds "$scheme: CSV says the same" test \
    "$(awk -F, -v s="$scheme" '$3 == s && $4 == 4 {print $11, $12, $13, $14}' r.csv)" = \
    "$(jq -r '[.rank.completion, .rank.hops, .rank.link, .links.busiest] | join(" ")' one.json)"
done <schemes
holds "a table a length" test "$(grep -c '^ranking     from 6 nodes to 6, messages of ' table)" = 2
# Rows of the second table: schemes and completion in order.
awk '/^ranking.*messages of 4 flits/ {on = 1; next} on && $3 == "1." || on && $3 ~ /^[0-9]+\.$/ {print $1, $2}
  /^busiest/ {on = 0}' table >rows
holds "the table is in order of completion" diff rows \
  <(jq -r '[.comparisons[0].runs[] | select(.flits == 4)] | sort_by(.completion)[] | "\(.scheme) \(.completion)"' r.json)
# --- refusals ------------------------------------------------------------------------------------
printf 'topology: mesh:4x4\nworkload: {collective: allgather, scheme: unicast}\n' >wormhole.yaml
gives "schemes that are refused" 0 collective wormhole.yaml --flits 1
count "one reason is told once" out 'which can deadlock' 1
count "for all schemes that have it" out '^tree-worm, path-worm: .*which can deadlock' 1
printf 'topology: mesh:4x4\nrouter: {switching: cut-through, depth: 2}\nworkload: {collective: allgather, scheme: unicast}\n' >short.yaml
gives "messages that are too long" 0 collective short.yaml --flits 1,4
count "unlike reasons are told apart" out '^unicast, binomial, ring, .*does not fit: packets of 4 flits' 1

# --- seconds and joules --------------------------------------------------------------------------
for key in buffer_write buffer_read interface_write interface_read crossbar xor slot_write slot_read link; do
  echo "$key: 1e-12"
done >pico.yaml
printf 'link_mm: 1\ninterface_link_mm: 1\n' >>pico.yaml
gives "clock and energy" 0 collective all.yaml --flits 1,4 --clock 500MHz --energy pico.yaml --json p.json --csv p.csv
is "seconds" p.json '.clock_hz == 5e8 and ([.comparisons[0].runs[] | select(.result == "pass") |
  .seconds.completion - .completion / 5e8 | fabs < 1e-15] | length > 4 and all)'
is "joules" p.json '[.comparisons[0].runs[] | select(.result == "pass") | .joules.total - ([.energy[]] | add) * 1e-12 |
  fabs < 1e-15] | all'
count "in the table" out '^  (completion|joules) +unicast' 2
holds "in the CSV" grep -q ',gap,hardware,completion_s,joules$' p.csv
holds "every row of it" awk -F, 'NR == 1 {n = NF} NF != n {exit 1}' p.csv

# --- bytes ---------------------------------------------------------------------------------------
sed 's/collective: allgather/message_bytes: 100, &/' all.yaml >bytes.yaml
passes_json() { # NAME FILTER ARGUMENT...
  local name=$1 filter=$2
  shift 2
  within 60 "$nocstep" run "$@" --json - >out 2>err </dev/null
  holds "$name" jq -e "$filter" out
}
passes_json "100 bytes are 13 flits of 64 bits" '.scenario.workload | .message_flits == 13 and (has("message_bytes") | not)' bytes.yaml
passes_json "and 25 of 32" '.scenario.workload.message_flits == 25' bytes.yaml --set router.flit_bits=32 --set router.depth=32
passes_json "a byte is a flit" '.scenario.workload.message_flits == 1' bytes.yaml --set workload.message_bytes=1
passes_json "flits on the command line replace bytes" '.scenario.workload.message_flits == 3' bytes.yaml --set workload.message_flits=3
passes_json "bytes on the command line replace flits" '.scenario.workload.message_flits == 2' all.yaml --set workload.message_bytes=16
gives "lengths in bytes" 0 collective all.yaml --schemes unicast --bytes 8,100 --json n.json
holds "are flits" jq -e '[.comparisons[0].runs[].flits] == [1, 13]' n.json
gives "bytes beside flits" 2 collective all.yaml --bytes 8 --flits 1
gives "bytes of the same flits" 2 collective all.yaml --bytes 1,8
gives "nothing to send" 0 collective all.yaml --set topology=mesh:1x1 --set workload.from=0 --flits 2 --json n.json
is "has no groups" n.json '[.comparisons[0].runs[] | select(.result == "refused") |
  select(.error | test("workload.group is best, but mesh:1x1 cannot be tiled")) | .scheme] ==
  ["hnc", "hnc-recursive", "hierarchy", "combining"]'
holds "and a line says so" test "$(grep -c '^hnc.*: workload.group is best' out)" = 2
is "has no load" n.json '.comparisons[0].runs | map(select(.result != "refused")) | length == 8 and all(.links == {busiest: 0, most_used: 0, mean_use: 0})'

printf 'topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc, group: 2x2}\ncoding: {overhead: 3}\n' >g.yaml
gives "a scheme with groups among all" 0 collective g.yaml --flits 2 --json g.json -q
is "its keys are left aside with the others" g.json '[.comparisons[0].runs[] | select(.result == "pass") | .scheme] ==
  ["unicast", "binomial", "ring", "recursive-doubling", "hnc", "hierarchy", "combining", "kbinomial", "postal"]'

# ---- the maps
gives "maps" 0 collective all.yaml --flits 1,4 -j 1 --heat a.svg --heat a.png
count "a title" a.svg '>Use of links, allgather, messages of 4 flits<' 1
while read -r scheme; do
  count "a map of $scheme" a.svg "<text>.*\b$scheme<" 1
  most=$(jq --arg s "$scheme" '.comparisons[0].runs[] | select(.scheme == $s and .flits == 4) | .links.most_used' r.json)
  count "$scheme: its hottest link" a.svg ">most $(printf '%.3f' "$most"), mean " 1
done <schemes
count "one scale for all" a.svg '>flits per cycle<' 1
holds "where they are is said" grep -qE '^picture +a.svg' out
gives "maps in two processes" 0 collective all.yaml --flits 1,4 -j 2 --heat b.svg -q
holds "are the same" cmp a.svg b.svg
# A line of three: the root sends two packets over the first link, one over the second, none back.
cat >line.yaml <<'END_YAML'
topology: mesh:3
workload: {collective: broadcast, scheme: unicast}
END_YAML
gives "a line of three" 0 collective line.yaml --schemes unicast --flits 5 --heat l.svg -q
# Lanes of one colour are one path; a lane begins with M.
sed -n '/<title>$lanes0 /,/<title>/p' l.svg | grep -oE "<path stroke='rgb[^/]*" |
  sed -E "s/.*rgb\(( *[0-9]+, *[0-9]+, *[0-9]+)\)'(.*)/\1:\2/; s/[^M:,0-9 ]*//g" |
  awk -F: '{gsub(/ /, "", $1); print $1, gsub(/M/, "", $2)}' >lanes
holds "grey: the two ways back" grep -qx '220,220,220 2' lanes
holds "two ways there, of different colours" test "$(grep -vc '^220,' lanes)" = 2 -a "$(awk '{n += $2} END {print n}' lanes)" = 4
# A hotter link is darker: the first link carries twice as much and is drawn last.
holds "the hotter one is darker" awk '{split($1, c, ","); sum[NR] = c[1] + c[2] + c[3]} END {exit !(NR == 3 && sum[2] > sum[3])}' lanes
gives "maps of several networks" 0 collective all.yaml --flits 2 --topology torus:4x4 --topology octagon:8 \
  --schemes unicast,binomial --heat t.svg -q
count "have their names" t.svg '<text>.*(torus:4x4|octagon:8)<' 2
count "and a map a scheme" t.svg '<text>.*(unicast|binomial)<' 4
# Many maps stand beside each other: no picture is much higher than it is wide.
gives "maps of three networks by all schemes" 0 collective all.yaml --flits 2 --topology torus:4x4 --topology octagon:16 \
  --topology mesh:4x4 --heat w.svg -q
holds "are a wide picture" sh -c 'sed -n "s/.*viewBox=\"0 0 \([0-9]*\) \([0-9]*\)\".*/\1 \2/p" w.svg |
  awk "{exit !(\$1 > 900 && \$2 <= 1.7 * \$1)}"'
gives "maps, the longest messages being refused" 0 collective all.yaml --flits 2,9 --set router.depth=8 \
  --heat short.svg -q
count "are of the longest that are not" short.svg '>Use of links, allgather, messages of 2 flits<' 1
printf 'topology: mesh:4x4\nworkload: {collective: barrier, scheme: unicast}\n' >barrier.yaml
gives "a barrier has maps" 0 collective barrier.yaml --heat barrier.svg -q
count "without a length" barrier.svg '>Use of links, barrier<' 1
gives "a network without links" 0 collective barrier.yaml --set topology=mesh:1x1 --heat none.svg -q

refuses "another kind of picture" "^--heat is 'x.gif'; it must be a name that ends with .png or .svg" \
  collective all.yaml --heat x.gif
refuses "a picture in no folder" 'no/x.svg' collective all.yaml --heat no/x.svg
refuses "one picture twice" "^--heat is './x.svg' a second time" collective all.yaml --heat x.svg --heat ./x.svg
refuses "one file for two pictures" '^--heat is ./x.svg, as for --plot' collective all.yaml --plot x.svg --heat ./x.svg
refuses "one file for two results" '^--heat is x.svg, as for --csv' collective all.yaml --csv x.svg --heat x.svg
refuses "too many routers" '^--heat: mesh:128x64 is of 8192 routers; it must be one of up to 4096' \
  collective all.yaml --set topology=mesh:128x64 --heat x.svg
refuses "a sweep has no maps" "'--heat'" sweep all.yaml --heat x.svg
holds "nothing is left behind" test ! -e x.svg -a ! -e x.gif
mkdir empty
within 60 env "PATH=$work/empty" "$nocstep" collective all.yaml --heat g.svg >out 2>err </dev/null
rc=$?
refused "no gnuplot" 3 '^--heat: gnuplot is not there'

# ---- who takes part
head_of() { # LINE SET...
  local line=$1 set sets=()
  shift
  for set in "$@"; do sets+=(--set "workload.$set"); done
  gives "the nodes of $*" 0 collective g2.yaml --flits 1 --schemes unicast "${sets[@]}"
  holds "are in its head" grep -q "^collective  $line\$" out
}
printf 'topology: mesh:4x4\nrouter: {flit_bits: 128}\nworkload: {collective: allgather, scheme: unicast}\n' >g2.yaml
head_of 'allgather' collective=allgather
head_of 'allgather, from 3 to 3' from=3
head_of 'alltoall, from 1-4 to 1-4' collective=alltoall to=1-4
head_of 'gather, from 1-4 to 0' collective=gather from=1-4
head_of 'broadcast, from 3 to all' collective=broadcast from=3

# ---- the fastest tree with its tables: that of a network in which every node has a link to every other
printf 'topology: flattened:16\nrouter: {depth: 16, flit_bits: 128}\nworkload: {collective: broadcast, scheme: postal}\n' >p.yaml
gives "a short packet along a tree" 0 collective p.yaml --flits 1 --schemes postal,kbinomial --json p.json -q
is "takes the cycles of the best one" p.json '.comparisons[0].runs[] | select(.scheme == "postal") | .completion == 34'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
