#!/usr/bin/env bash
# `nocstep paper solomonik2016`: its tables against formulas that are written here, which readings of its
# statements hold, and the deadlock that it describes, shown and cured. NOCSTEP is the program. Ends with
# "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
folder=$source_tree/docs/papers/solomonik2016

is() { # NAME FILTER: jq's answer about the rerun is true
  holds "$1" jq -e "$2" r.json
}

run paper solomonik2016 --quick -j 2 --json r.json
if [ "$rc" = 0 ]; then verdict "a rerun" yes; else verdict "a rerun" no "status $rc: $(head -c 300 err)"; fi
cp out table
rows() { # TABLE: its rows, as a filter
  echo "(.tables[] | select(.table == \"$1\") | .rows)"
}

# P nodes, P = 2^n: routers of a binary tree, a butterfly and a k-ary n-tree; links of the cut.
is "trees" "$(rows merit) | map(select(.name | startswith(\"tree:\"))) | length == 5 and
  all(.[]; .routers == .nodes - 1 and .links == .nodes - 2 and .bisection == 1 and .of_a_cut_found == 1)"
is "butterflies" "$(rows merit) | map(select(.name | startswith(\"butterfly:\"))) | length == 5 and all(.[];
  (.nodes | log2) as \$n | .routers == .nodes * \$n / 2 and .links == .nodes * (\$n - 1) and .bisection == .nodes / 2)"
# Leiserson's tree: 2, 3, 4, 6, 10 links above subtrees of 2, 4, 8, 16, 32 nodes; half of them at the root.
is "universal fat trees" "$(rows merit) | map(select(.name | endswith(\"growth=1.587401\")) | .bisection) == [2, 3, 4, 6, 10]"
is "and their links" "$(rows merit) | map(select(.name | endswith(\"growth=1.587401\")) | .links) ==
  [2 * 2, 4 * 2 + 2 * 3, 8 * 2 + 4 * 3 + 2 * 4, 16 * 2 + 8 * 3 + 4 * 4 + 2 * 6, 32 * 2 + 16 * 3 + 8 * 4 + 4 * 6 + 2 * 10]"
is "slim flies" "$(rows merit) | map(select(.name | startswith(\"slimfly:\"))) | length == 4 and all(.[];
  (.routers / 2 | sqrt) as \$q | .diameter == 2 and .degree == (if \$q % 4 == 1 then 3 * \$q - 1 else 3 * \$q + 1 end) / 2 and
  .links == .routers * .degree / 2)"
is "no cut that was found is smaller than the known one" "$(rows merit) | all(.[]; .of_a_cut_found >= .bisection)"
is "the Moore bound, as printed and with its first term" "$(rows moore) | map({(.name): [.degree, .routers, .printed, .from_0]}) | add |
  .petersen == [3, 10, 7, 10] and .hoffman_singleton == [7, 50, 43, 50] and .complete_5 == [4, 5, 1, 5] and .cube == [3, 8, 19, 22]"
# All nodes of one half send to the other: over the links of the root.
is "load factors of the exchange of halves" "$(rows rounds) | map(select(.name | endswith(\"bit-complement\"))) |
  map(.load_factor) | [.[0], .[1], .[2] * 3, .[3] * 6, .[4] * 10, .[5]] | map(round) == [32, 1, 32, 32, 32, 1]"
is "rounds: as many as the load factor, and fewer than twice it a level" "$(rows rounds) | length == 24 and
  all(.[]; .rounds >= .load_factor - 1e-9 and .rounds < 6 * 2 * .load_factor and
  (.constant * .load_factor * 6 - .rounds | fabs) < 1e-6)"

is "a statement holds when one of its readings does" 'all(.statements[]; .holds ==
  (if .readings then any(.readings[]; .holds) else all(.checks[]; .holds) end))'
# Misprints: a correction is no reading.
is "four statements do not hold, as they are printed" '(.statements | length) > 30 and
  [.statements[] | select(.holds | not) | .text | match("2\\^i s|maximal number of vertices|so d >= sqrt|= c - y").string] ==
  ["2^i s", "maximal number of vertices", "so d >= sqrt", "= c - y"] and ([.statements[] | select(.holds | not)] | length) == 4'
# fails PART READING: of the statement with this in its text, the reading does not hold, and another does.
fails() {
  is "\"$1\" does not hold: $2" "[.statements[] | select(.text | contains(\"$1\")) | .readings] |
    length == 1 and (.[0] | map(select(.reading == \"$2\") | .holds)) == [false] and any(.[0][]; .holds)"
}
fails "Omega(s P^(1/k))" "1 s P^(1/k) at least"
fails "n^((k-1)/k)" "it is that many links"
fails "higher bisection" "down to 2 routers in a dimension"
fails "edge-disjoint" "no link has two trees"
fails "P (log2 P - 1)" "routers of 2 x 2 ports"
fails "so f = 2^k" "P^k links, to half a link"
fails "like 3D torus" "as many links, to 10 %"
fails "2 sqrt(P)" "2 sqrt(P)"
is "the cost of the ring is (R - 1) s / 2" '[.statements[] | select(.text | contains("2^i s")) | .checks[].values | .measured, .["sum_of_i_s_/_R"]] ==
  ([4, 8, 16] | map((. - 1) / 2 * . * 16 | ., .))'
fails "2-hop routes" "of all nodes"
fails "there must exist (m, c)" "in one column too"
fails "at most q/2" "q / 2"
fails "d=3q/2" "3q / 2"
fails "sqrt(2) q" "the bound as printed holds"
# (2 q - 1) q links of the other grid are met by both equations: m or x is 0, or y = c.
is "the equation as printed is right of few links" '[.statements[] | select(.text | contains("so m'"'"'x'"'"' = c - y")) |
  .checks[].values | .["with_c_-_y"]] == [3, 5, 7, 11 | (2 * . - 1) * .]'
holds "the table names the page" grep -q 'docs/papers/solomonik2016.md' table
cp r.json first.json
run paper solomonik2016 --quick -j 1 --json r.json
holds "the same again" cmp first.json r.json

# The committed results and page are those that the command makes.
cp "$source_tree/docs/papers/solomonik2016.md" page.md
run paper solomonik2016 -j 2 --json r.json --page page.md
holds "the committed results" cmp r.json "$source_tree/docs/papers/solomonik2016.json"
holds "the committed page" cmp page.md "$source_tree/docs/papers/solomonik2016.md"

# The deadlock of {a, b}, {b, c}, {c, a}, by the files of the paper.
run run "$folder/deadlock.yaml"
refused "routes that can deadlock" 2 '0 -> 1 class 0, 1 -> 2 class 0, 2 -> 0 class 0; it must be a routing without such a cycle'
run run "$folder/deadlock.yaml" --allow-deadlock
holds "nothing moves, and each waits for the next" test "$rc" = 1 -a "$(grep -c 'the chain closes' err)" = 1
run run "$folder/deadlock.yaml" --set router.vcs=2 --set router.routes="$folder/classes.txt" --json r.json
is "two virtual channels" '.plan.completion == 49'
run run "$folder/deadlock.yaml" --set router.routes="$folder/shorter.txt" --json r.json
is "a shorter route" '.plan.completion > 0'

# The ways to measure that it uses, where their numbers differ.
cat >ways.yaml <<'YAML'
title: ways
shows: networks, routings and messages
values:
  classes: [1, 2]
measures:
  mesh: {by: networks, topology: "mesh:3x3"}
  ring: {by: routings, for: {c: classes}, topology: "ring:6", classes: "${c}"}
  every: {by: messages, topology: "tree:k=2,n=3", messages: alltoall}
tables:
  - table: mesh
    title: ways of two hops
    row: mesh
    columns: {a: mesh.apart_least, b: mesh.apart_most, c: mesh.linked_least, d: mesh.linked_most, cut: mesh.cut, trees: mesh.edge_disjoint, arcs: mesh.arc_disjoint}
  - table: ring
    title: channels
    for: {c: classes}
    row: ${c}
    columns: {channels: ring(c).channels, shortest: ring(c).shortest, busiest: ring(c).busiest, longest: ring(c).longest_route}
  - table: all
    title: messages
    row: every
    columns: {count: every.count, load: every.load, capacity: every.capacity}
YAML
run paper ways.yaml --json r.json
is "ways of two hops of a mesh: none between opposite corners" '.tables[0].rows[0] | [.a, .b, .c, .d, .cut, .trees, .arcs] == [0, 2, 0, 0, 4, 1, 2]'
# Over a link go 1 message of 1 hop, 2 of 2, and of 3 hops, upwards from even routers, 2 at most.
is "a ring of six: with one class a cycle of six" '.tables[1].rows | map([.channels, .shortest, .busiest, .longest]) == [[12, 6, 5, 3], [24, 0, 5, 3]]'
is "an all-to-all over the root of eight nodes" '.tables[2].rows[0] | [.count, .load, .capacity] == [56, 16, 1]'
for wrong in 0 3 x '1 2'; do
  sed "s/\${c}\"}/$wrong\"}/" ways.yaml >wrong.yaml
  run paper wrong.yaml
  refused "classes: $wrong" 2 "wrong.yaml: classes is '$wrong'; it must be 1 to 2"
done

# The files of a paper are beside it.
cp "$source_tree/docs/papers/solomonik2016.yaml" alone.yaml
run paper alone.yaml --quick
refused "a paper without its files" 2 'petersen.txt: cannot be opened'
mkdir -p there && cp alone.yaml there && cp -r "$folder" there
run paper there/alone.yaml --quick --json r.json
is "a paper with its files, in another folder" '.paper == "alone" and (.statements | length) > 30'
run paper solomonik2016 --set router.vcs=2
refused "a key of the figures" 2 'router.vcs=2 is a key that the figures'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
