#!/usr/bin/env bash
# A paper that needs no mechanism of its own is one file: small_paper.yaml is run by its path, and its
# statements are worked out; what is wrong in such a file is refused before anything is run, with its
# line. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
paper=$source_tree/tests/cli/small_paper.yaml

run paper "$paper" --quick -j 2 --json r.json --csv r.csv --plot r.svg
if [ "$rc" = 0 ]; then verdict "a file" yes; else verdict "a file" no "status $rc: $(head -c 300 err)"; fi
cp out table
is() { # NAME FILTER: jq's answer about the rerun is true
  holds "$1" jq -e "$2" r.json
}
is "its name and title" '.paper == "small_paper" and (.title | startswith("A made-up")) and (.interrupted | not)'
is "figures over one list, series over another" '[.figures[] | .figure, .series[].name] ==
  ["short", "mesh", "torus", "long", "mesh", "torus"]'
is "points of the quick loads, without the one that is left out" '[.figures[].series[].points | length] == [2, 2, 2, 2]'
is "a table of what was measured" '.tables[0].rows | map([.name, .links, .diameter]) == [["mesh", 24, 6], ["torus", 32, 4]]'
is "a printed number and its readings" '.numbers[0] | .verdict == "holds" and .default.value == 32 and
  .tried == {complete: 1, incomplete: 1} and .nearest.incomplete.value == 24'
# 2 + 2 (H + 1) + (F - 1) cycles on a way of H hops: H is 8/3 between distinct nodes of the mesh, 32/15 of the torus.
is "a statement holds by its numbers" '.statements[0] | .holds and (.checks | length == 2) and
  all(.checks[]; .holds == (.values.ratio < 1))'
is "a ratio is that of the idle networks" '[.figures[].series | .[1] as $t | .[0] as $m | $t.points[0].load > 0 and $m.points[0].load > 0] | all'
is "values over a list, but for one" '[.statements[0].checks[].values | keys] == [["ratio", "torus"], ["ratio", "torus"]]'
is "a statement that does not hold" '.statements[1] | .holds == false and .checks[0].values == {torus: 32, mesh: 24}'
holds "the table has the verdicts" sh -c 'grep -q "^  HOLDS (section 2)$" table && grep -q "^  DOES NOT HOLD (section 2)$" table'
holds "no page is named that there is not" sh -c '! grep -q docs/papers table'
holds "the picture has both panels" sh -c 'grep -q "(short) packets of 2 flits" r.svg && grep -q "(long) packets of 8 flits" r.svg'
is "readings by their names, each with its checks" '.statements[2].readings | map([.reading, .holds, (.checks | map(.of, .holds))]) ==
  [["by 0.25 of it", true, ["torus", true]], ["by 0.5 of it", false, ["torus", false]],
  ["in hops and in links", false, ["hops", true, "links", false]]]'
is "a statement holds when one of its readings does" '[.statements[] | .holds == (if .readings then any(.readings[]; .holds)
  else all(.checks[]; .holds) end)] == [true, true, true, true, true] and .statements[2].holds and (.statements[3].holds | not)'
is "a reading holds when all its checks do, by their numbers" 'all(.statements[2].readings[:2][]; (.reading | split(" ")[1] | tonumber) as $t |
  all(.checks[]; .holds == (.values.mesh - .values.other > $t * .values.other)))'
is "a statement without a check is left out" '.statements | length == 5'
holds "the table says in how many readings" sh -c 'grep -q "^  HOLDS IN 1 OF 3 READINGS (section 3)$" table &&
  grep -q "^  DOES NOT HOLD IN ANY OF 2 READINGS (section 3)$" table && grep -A 1 "^    does not: by 0.5 of it$" table | grep -q "^      no   torus: mesh 6, other 4$"'
cp r.json first.json
run paper "$paper" --quick -j 1 --json r.json
holds "the same again" cmp first.json r.json
run paper "$paper" -j 2 --json r.json --set run.cycles=500
is "without --quick the other values" '[.figures[].series[].points | length] == [4, 4, 4, 4]'
run paper "$paper" --set workload.load=0.1
refused "a key of the figures" 2 'workload.load=0.1 is a key that the figures'
run paper "$paper" --full
refused "--full without a section of it" 2 '^--full is given with small_paper'

# The example of docs/papers.md.
sed -n '/^```yaml$/,/^```$/p' "$source_tree/docs/papers.md" | sed '1d;$d' >example.yaml
run paper example.yaml --quick -j 2 --json r.json
is "the example of the page" '.figures[0].series | map(.name, (.points | length)) == ["mesh", 6, "torus", 6]'
is "and its statement" '.statements[0] | .holds == (.checks[0].values | .torus > .mesh)'

# bad NAME SED PATTERN: the file with this edit is refused with a line that has its place.
bad() {
  sed -E "$2" "$paper" >bad.yaml
  if cmp -s "$paper" bad.yaml; then verdict "$1" no "the edit changes nothing"; return; fi
  run paper bad.yaml --quick
  refused "$1" 2 "$3"
}
at() { # TEXT: its line in the file
  grep -n -m 1 -F -- "$1" "$paper" | cut -d : -f 1
}
statement=$(at 'holds: ratio(f) < 1')
bad "an unknown name" 's/ratio\(f\) < 1 and/rato(f) < 1 and/' \
  "^bad.yaml:$statement:12: holds: there is 'rato'; there must be a name that is known \(nearest: 'ratio'\)"
bad "an unknown field" 's/size\(torus\).links < /size(torus).linkz < /' \
  "bad.yaml:$(at 'holds: size'):24: holds: there is 'linkz'; there must be what a network has \(nearest: 'links'\)"
bad "an unknown field of an item" 's/"topology=\$\{n.topology\}"/"topology=${n.topologie}"/' \
  "bad.yaml:$(at 'set: ['):.*set: there is 'topologie'; there must be a field that all items"
bad "something else than a comparison" 's/holds: ratio\(f\) < 1 and.*/holds: ratio(f)/' \
  "bad.yaml:$statement:12: holds is a number; it must be a comparison"
bad "a verdict that is typed" 's/holds: ratio\(f\) < 1 and.*/holds: 1 < 2/' \
  "bad.yaml:$statement:12: holds is '1 < 2'; it must be a comparison of something that is measured"
bad "an operator without its operand" 's/holds: ratio\(f\) < 1 and.*/holds: ratio(f) </' \
  "bad.yaml:$statement:.*there is nothing more; there must be a number, a name"
bad "kinds that do not go together" 's/ratio\(f\) < 1 and/ratio(f) < f and/' \
  "bad.yaml:$statement:23: holds: 'f' is an item of lengths; it must be a number"
bad "an argument of another list" 's/ratio\(f\) < 1 and/curve(torus, f).zero_load < 1 and/' \
  "bad.yaml:$statement:12: holds: 'curve' is an item of networks; it must be an item of lengths"
bad "too many arguments" 's/ratio\(f\) < 1 and/ratio(f, f) < 1 and/' \
  "bad.yaml:$statement:19: holds: there is ','; there must be ratio\(f\)"
bad "a definition that names itself" 's/^  ratio\(f\): curve/  ratio(f): ratio(f) * curve/' \
  "bad.yaml:$(at '  ratio(f):'):13: ratio: there is 'ratio'; there must be a name that is known"
readings=$(($(at 'longer by far') + 1))
bad "no readings" "$readings"'s/:/: []/; /^      - name: by/,/mesh: size\(mesh\).links\}\}/d' "bad.yaml:$readings:15: readings is a list; it must be a list of some"
bad "readings that are no list" "$readings"'s/:/: two/; /^      - name: by/,/mesh: size\(mesh\).links\}\}/d' "bad.yaml:$readings:15: readings is 'two'; it must be a list"
bad "a reading without a name" 's/^      - \{name: hops, /      - {/' "bad.yaml:$(at '- {name: hops'):9: name is missing; it must be given"
bad "a check beside readings" "$readings"'s/^/    check: a\n/' "bad.yaml:$readings:5: there is the key 'check'"
bad "a reading that is typed" 's/holds: size\(torus\).nodes > size\(mesh\).nodes/holds: 2 > 1/' \
  "bad.yaml:$(at '- {name: nodes'):.*holds is '2 > 1'; it must be a comparison of something that is measured"
bad "what is not measured" 's/for: \{n: networks\}$/for: {n: [torus]}/; s/by: networks/by: networks/' \
  "bad.yaml:.*there is size\(.. mesh ..\), which is not measured"
bad "an unknown key" 's/^    check: links/    chek: links/' \
  "bad.yaml:$(at 'check: links'):5: there is the key 'chek' \(nearest: 'check'\); there must be for, when|bad.yaml:$(at 'check: links'):5: there is the key 'chek'"
bad "a key that is missing" '/^title:/d' "bad.yaml:1:1: title is missing; it must be given"
bad "a key twice" 's/^shows: (.*)/shows: \1\nshows: \1/' "bad.yaml:3:1: shows is given a second time"
bad "an unknown way to measure" 's/by: loads/by: lods/' "bad.yaml:$(at 'by: loads'):9: by is 'lods'; it must be loads, runs"
described() { # every way to measure that the line has named, and every function, is on the page
  local name
  for name in $(sed -n 's/.*it must be //p' err | tr -d ,) \
    $(grep -ohE '(\.name = |AT_FUNCTION\(k[A-Za-z]+, )"[a-z_0-9]+"' "$source_tree"/tb/papers/*.c | grep -o '"[^"]*"' | tr -d '"'); do
    grep -qE "^\|.*\`$name[(\`]" "$source_tree/docs/papers.md" || { echo "$name"; return 1; }
  done
}
holds "docs/papers.md has all ways and functions" described
bad "a value of quick that is none" 's/^  cycles: 1000/  cycle: 1000/' "bad.yaml:$(at 'cycles: 1000'):3: a value is 'cycle'; it must be seed, cycles, depth, parts"
bad "a value of another kind" 's/^  cycles: 1000/  cycles: many/' "bad.yaml:$(at 'cycles: 1000'):3: cycles is of another kind"
bad "a list of items that is replaced" 's/^  cycles: 1000/  networks: [mesh]/' "bad.yaml:$(at 'cycles: 1000'):3: networks is of another kind"
bad "columns and values" 's/^      values: \[p.load, /      values: [/' "bad.yaml:$(at 'values: [p.load'):15: values is a list; it must be a list of as many as there are columns"
bad "\${ without its end" 's/packets of \$\{f.flits\}/packets of ${f.flits/' "bad.yaml:$(at 'title: packets'):23: title: there is \\$\{ without \}"
bad "a value twice" 's/^  cycles: 4000/  cycles: 4000\n  cycles: 4000/' "bad.yaml:$(($(at 'cycles: 4000') + 1)):3: cycles is given a second time"
bad "a value that has the name of a function" 's/^  parts: \[0.2/  most: [0.2/' "bad.yaml:$(at 'parts: [0.2'):3: a name is 'most'; it must be letters"
bad "a definition that is none" 's/^  ratio\(f\):/  ratio(f:/' "bad.yaml:$(at '  ratio(f):'):3: define is 'ratio\(f'; it must be NAME or NAME\(PARAMETER"
bad "a heading alone" '/^common:/d' "bad.yaml:1:1: common is missing"
bad "an axis that there is not" 's/logarithmic: y/logarithmic: z/' "bad.yaml:$(at 'logarithmic: y'):18: logarithmic is 'z'; it must be x, y or xy"
bad "a column that there is not" 's/^shown: \[throughput/shown: [through/' "bad.yaml:$(at 'shown: ['):8: shown is a list; it must be two of the columns"
bad "figures without columns" '/^(columns|shown): \[/d' "figures is a list; it must be given with columns and shown"
bad "too many panels" 's/^own: .*/&\npanels: 9/' "panels is '9'; it must be 1 to 4"
bad "something else with RTL" 's/^own: .*/&\nwith_rtl: small/' "with_rtl is 'small'; it must be sivaram1998"
bad "a loop over what is no list" 's/for: \{n: networks\}$/for: {n: mesh}/' "n is an item of networks; it must be a list"
bad "when is no comparison" 's/when: p.load > 0/when: p.load/' "bad.yaml:$(at 'when: p.load'):13: when is a number; it must be a comparison"
bad "a number out of place" 's/to: 32.5/to: thirty/' "bad.yaml:$(at 'to: 32.5'):9: to: there is 'thirty'"
deep=$(printf '(%.0s' $(seq 150))1$(printf ')%.0s' $(seq 150))
bad "too deep" "s/to: 32.5/to: $deep/" "fewer expressions within each other"
bad "what takes for ever" 's/^  cycles: 4000/  cycles: 4000\n  many: [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]/; s/to: 32.5/to: sum(1 for a in many, b in many, c in many, d in many, e in many)/' \
  "to: there is more to work out than"
bad "broken YAML" 's/^own: .*/own: [topology/' "bad.yaml:[0-9]*:[0-9]*: there is broken YAML"
bad "a scenario that is refused" 's/vcs: 2, depth/vcs: 0, depth/' "^bad.yaml: scenario:2:15: router.vcs is '0'"
: >bad.yaml
run paper bad.yaml
refused "an empty file" 2 'bad.yaml:1:1: there is an empty file; there must be a paper'
run paper none.yaml
refused "no such file" 2 '^none.yaml: cannot be opened'

# The other ways to measure: single runs, saturation loads, plans.
cat >ways.yaml <<'YAML'
title: runs
shows: runs and sweeps
scenario: |
  topology: mesh:2x2
  router: {vcs: 2, depth: 4}
  workload: {traffic: uniform, load: 0.1, packet_flits: 2}
  run: {router: ref, warmup: 100, cycles: 400}
values:
  loads: [0.1, 0.2, 0.3]
  vcs: [1, 2]
measures:
  one:
    by: runs
    for: {v: vcs, x: loads}
    set: ["router.vcs=${v}"]
    run: ["workload.load=${x}"]
  sweep:
    by: sweeps
    for: {v: vcs}
    name: ${v} VCs
    set: ["router.vcs=${v}"]
    loads: loads
    resolution: 0.05
    climb: true
  plan:
    by: path_plans
    for: {d: [1, 2]}
    scenario: |
      topology: irregular:switches=8,ports=8,hosts=32,seed=1
      router: {routing: updown, adaptive: true, vcs: 1, depth: 640, switching: cut-through, pipeline: 3}
      workload: {collective: multicast, scheme: path-worm, from: 0, to: '1'}
    from: 0
    to: ${if(d = 1, '5', '5,9')}
    flits: 16
tables:
  - table: t
    title: T
    for: {v: vcs, x: loads}
    row: ${v} ${x}
    columns: {accepted: "one(v, x).accepted", latency: "one(v, x).latency", steady: "latency_at(sweep(v), x)", sustained: sweep(v).sustained, worms: plan(1).worms + plan(2).phases}
YAML
run paper ways.yaml -j 2 --json r.json
is "a run is that of nocstep run" "$(sed -n '/^scenario/,/^values/p' ways.yaml | sed '1d;$d; s/^  //' >run.yaml
  "$nocstep" run run.yaml --set router.vcs=2 --set workload.load=0.3 --json - --quiet |
  jq -r '".tables[0].rows[5] | .accepted == \(.throughput.accepted) and .latency == \(.latency.mean)"')"
is "latencies of loads that are sustained" '.tables[0].rows | all(.[]; .steady > 8 and .sustained >= 0.1)'
is "a worm to one node, and at most two phases to two" '.tables[0].rows[0].worms | . == 2 or . == 3'
edit() { # NAME SED PATTERN
  sed -E "$2" ways.yaml >bad.yaml
  run paper bad.yaml -j 2
  refused "$1" 2 "$3"
}
edit "loads that are not even" 's/loads: \[0.1, 0.2/loads: [0.1, 0.15/' 'bad.yaml:[0-9]+:12: loads: there is other loads; there must be loads above 0'
edit "three settings of a run" 's/run: \["workload.load=\$\{x\}"\]/run: [a=1, b=2, c=3]/' "bad.yaml:[0-9]+:10: run is a list; it must be a list of one or two KEY=VALUE"
edit "a key of another way" 's/climb: true/parts: loads/' 'parts is given; it must be left out with this way to measure'
edit "a key that the way needs" '/^    name:/d' 'name is missing; it must be given with this way to measure'
edit "nodes that there are not" "s/'5,9'/'5,99'/" "to is '5,99'; it must be nodes of the topology"
edit "a node twice" "s/'5,9'/'5,5'/" 'to is node 5 again; it must be given once'
edit "two nodes to begin at" 's/from: 0$/from: 0,1/' "from is '0,1'; it must be a node of the topology"

# Hops, for some of the combinations.
cat >hops.yaml <<'YAML'
title: hops
shows: hops
values:
  sides: [2, 4, 8]
  schemes: [hnc, hierarchy]
measures:
  count:
    by: hops
    for: {s: schemes, k: sides}
    when: s = 'hnc' or k > 2
    topology: mesh:${k}x${k}
    collective: allgather
    scheme: ${s}
    base: binomial
    group: best
    intermediate: inner
tables:
  - table: t
    title: T
    for: {s: schemes, k: sides}
    row: ${s} ${k} ${count(s, k).group}
    columns: {hops: "count(s, k).hops", steps: "count(s, k).intra.hops + count(s, k).inter.hops + count(s, k).distribute.hops + count(s, k).unicast.hops", nodes: "count(s, k).group_nodes", bound: "count(s, k).bound", apart: "count(s, k).apart_1 + count(s, k).apart_2", between: "count(s, k).inter.longest"}
YAML
run paper hops.yaml --json r.json
"$nocstep" hops --topology mesh:8x8 --collective allgather --scheme hierarchy --base binomial --intermediate inner --json h.json --quiet
holds "hops are those of nocstep hops" jq -e --slurpfile h h.json '.tables[0].rows[5] | .hops == $h[0].hops and
  .nodes == $h[0].group_nodes and .bound == $h[0].lower_bound and .name == "hierarchy 8 \($h[0].group)"' r.json
is "steps in sum, and ways between intermediate nodes" '.tables[0].rows | length == 6 and
  all(.[0, 1, 2, 4, 5]; .steps == .hops and .between > 0 and .apart >= .between)'
is "what is left out has no value" '.tables[0].rows[3] | .name == "hierarchy 2 " and .hops == null'
edit_hops() { # NAME SED PATTERN
  sed -E "$2" hops.yaml >bad.yaml
  run paper bad.yaml
  refused "$1" 2 "$3"
}
edit_hops "a scheme that there is not" 's/schemes: \[hnc/schemes: [hnx/' "^bad.yaml: scheme is 'hnx'.*one for allgather"
edit_hops "groups that do not fit" 's/group: best/group: 3x3/' "^bad.yaml: group is '3x3', but groups with a side of 3"
edit_hops "groups of a scheme that has none" 's/schemes: \[hnc, hierarchy\]/schemes: [binomial]/; /when:/d' '^bad.yaml: group is given with the scheme binomial'
edit_hops "when all is left out" "s/when: .*/when: k > 8/" 'bad.yaml:[0-9]+:11: when is .k > 8.; it must be true of a combination at least'
edit_hops "when it is measured" "s/when: .*/when: count('hnc', 2).hops > 8/" 'when is .*; it must be a comparison of nothing that is measured'

# The least cycles of steps, numbers that are left out, and rows that come again.
cat >steps.yaml <<'YAML'
title: steps
shows: steps
values:
  bases: [binomial, unicast]
measures:
  step:
    by: coding_steps
    for: {b: bases}
    topology: mesh:16x16
    scheme: hnc
    base: ${b}
    group: 32
  run:
    by: runs
    for: {b: bases}
    scenario: &scenario |
      topology: mesh:4x4
      router: {vcs: 4, depth: 8}
      workload: {collective: allgather, scheme: hnc, base: '${b}', group: 4}
  again:
    by: runs
    for: {b: bases}
    scenario: *scenario
    set: ["coding.overhead=${if(b = 'unicast', 1, 20)}"]
tables:
  - table: t
    title: T
    rows:
      - {for: {b: bases}, row: "${b} ${step(b).group}"}
      - {for: {b: ["'unicast'"]}, row: "${b} ${step(b).group}"}
    columns: {inter: step(b).inter, distribute: step(b).distribute, sum: step(b).cycles - step(b).intra - step(b).inter - step(b).distribute - step(b).unicast, first: run(b).completion, second: again(b).completion}
numbers:
  - {where: A, text: T, when: 1 > 2, printed: "1", from: 1, to: 2, readings: [{name: r, value: step('unicast').cycles}]}
  - {where: B, text: T, when: 2 > 1, printed: "1", from: 1, to: 2, readings: [{name: r, value: step('unicast').cycles}]}
YAML
run paper steps.yaml --json r.json
# An intermediate node of 8 groups of 32 sends 7 * 31 coded packets, to 31 nodes or 5 times down a tree.
is "steps at least" '.tables[0].rows | (.[0] | .inter == 7 * 31 and .distribute == 7 * 31 * 5) and
  (.[1] | .inter >= 7 * 31 and .distribute == 7 * 31 * 31) and all(.[]; .sum == 0)'
is "a row of a name comes once" '.tables[0].rows | length == 2'
is "a run of the same scenario is the same, another is not" '.tables[0].rows | .[0].first < .[0].second and .[1].first == .[1].second'
is "a number that is left out" '[.numbers[].where] == ["B"]'
edit_steps() { # NAME SED PATTERN
  sed -E "$2" steps.yaml >bad.yaml
  run paper bad.yaml
  refused "$1" 2 "$3"
}
edit_steps "groups that do not tile" 's/group: 32/group: 3/' '^bad.yaml: group is 3; it must be nodes of boxes that tile mesh:16x16'
edit_steps "a group of all" 's/group: 32/group: 256/' '^bad.yaml: group is 256; it must be nodes of boxes'
edit_steps "a group that is no number" 's/group: 32/group: 8x4/' "^bad.yaml: group is '8x4'; it must be a number of nodes"
edit_steps "a scheme without groups" 's/scheme: hnc$/scheme: binomial/' "^bad.yaml: scheme is 'binomial'; it must be one with groups, and none within"
edit_steps "a multicast that there is not" 's/base: \$\{b\}/base: tree/' "^bad.yaml: base is 'tree'"
edit_steps "a network of three dimensions" 's/mesh:16x16/mesh:4x4x4/' '^bad.yaml: topology is mesh:4x4x4; it must be a mesh or torus of two dimensions'
edit_steps "when a number is there" 's/when: 1 > 2/when: 1/' 'bad.yaml:[0-9]+:[0-9]+: when is a number; it must be a comparison'

cat >readings.yaml <<'YAML'
title: readings
shows: readings
values:
  sides: [4, 8]
measures:
  reading:
    by: coding_readings
    for: {k: sides}
    topology: mesh:${k}x${k}
tables:
  - table: t
    title: T
    for: {g: reading(4).all}
    row: ${g.name}
    columns: {hops: g.hops, larger: "reading_in(reading(8), g, '').hops", trees: "reading_in(reading(8), g, 'trees').hops", complete: "if(g.complete, 1, 0)"}
YAML
run paper readings.yaml --json r.json
for k in 4 8; do
  "$nocstep" hops --topology mesh:${k}x$k --collective allgather --scheme hnc --json h$k.json --quiet
done
"$nocstep" hops --topology mesh:8x8 --collective allgather --scheme hnc --base binomial --json trees.json --quiet
holds "a reading of all steps is the broadcast" jq -e --slurpfile a h4.json --slurpfile b h8.json --slurpfile c trees.json '
  .tables[0].rows[] | select(.name == "B by unicasts, D by unicasts, E by unicasts, F, best, best groups") |
  .complete == 1 and .hops == $a[0].hops and .larger == $b[0].hops and .trees == $c[0].hops' r.json
sed 's/mesh:/hypercube:/; s/x${k}$//' readings.yaml >bad.yaml
run paper bad.yaml
refused "readings of another network" 2 "^bad.yaml: topology is hypercube:4; it must be a mesh or torus of two dimensions"
sed "s/'trees'/'tree'/" readings.yaml >bad.yaml
run paper bad.yaml
refused "multicasts that there are not" 2 "^bad.yaml:[0-9]+:[0-9]+: columns: reading_in: BY is 'tree'; it must be trees"

# A paper of the project is a file too, and a copy of it may be edited.
cp "$source_tree/docs/papers/rahman2012.yaml" copy.yaml
sed -i 's/m=4,n=4,levels=2,q=\(0*\)"/m=2,n=2,levels=2,q=\1"/; s/mesh:32x32/mesh:8x4/; s/torus:32x32/torus:8x4/; s/levels: \[1, 2, 3, 4\]/levels: [1, 2]/; s/cycles: 6000/cycles: 2000/' copy.yaml
run paper copy.yaml --quick -j 2 --json r.json
holds "a paper of the project with other networks" jq -e '.figures[0].series[1].name == "mesh:8x4" and
  (.statements | length) == 19 and ([.tables[] | select(.table == "static") | .rows[].nodes] == [64, 1024])' r.json

sed 's/holds: proof(o, k, 2)/holds: dependencies(here, 3)/' copy.yaml >bad.yaml
run paper bad.yaml --quick -j 2
refused "what a function does not take" 2 '^bad.yaml:[0-9]+:[0-9]+: holds: dependencies: classes is 3; it must be 1 to 2'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
