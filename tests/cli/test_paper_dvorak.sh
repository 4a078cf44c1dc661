#!/usr/bin/env bash
# nocstep paper dvorak2006: its quick tier against what can be counted here (equations by arithmetic, sets
# by walking the mesh), rows of the page, results that are kept, Ctrl-C. NOCSTEP is the program. Ends with
# "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
export NOCSTEP_PLUGINS=$work/kept
page=$source_tree/docs/papers/dvorak2006.md

# The classes: of all counts 0, 1, 2 at the routers that add up to 8, the greatest of those that turning
# and reflecting the octagon make of each other.
awk 'BEGIN {
  for (n = 0; n < 6561; n++) {
    sum = 0; text = ""
    for (k = n; length(text) < 8; k = int(k / 3)) {text = text k % 3; sum += k % 3}
    if (sum != 8) continue
    greatest = 1
    for (turn = 0; turn < 8 && greatest; turn++) for (side = -1; side < 2; side += 2) {
      other = ""
      for (i = 0; i < 8; i++) other = other substr(text, (turn + side * i + 16) % 8 + 1, 1)
      if (other > text) greatest = 0
    }
    if (greatest) print text
  }
}' | sort >classes
# listed FILE: the classes that are listed up to `quick`, or as rows of the page, are these.
listed() { sed '/^quick:/q' "$1" | grep -oE '["`][0-2]{8}["`]' | tr -d '"`' | sort -u | cmp - classes; }
holds "all classes" listed "$source_tree/docs/papers/dvorak2006.yaml"
holds "all classes on the page" cmp <(grep -oE '^\| [0-2]{8} \|' "$page" | tr -d '| ' | sort -u) classes
holds "they are 84" test "$(wc -l <classes)" = 84

# Fewer looks and a proof less: most of the time of the quick tier goes into these.
sed 's/^  looks: 100000000$/  looks: 20000000/; s/"22002200", "22110011", "22210001"/"22110011", "22210001"/' "$source_tree/docs/papers/dvorak2006.yaml" >dvorak2006.yaml
run paper dvorak2006.yaml --quick -j 2 --json r.json
if [ "$rc" = 0 ]; then verdict "dvorak2006" yes; else verdict "dvorak2006" no "status $rc: $(head -c 300 err)"; fi
cp out table
is() { # NAME FILTER: jq's answer about the rerun is true
  holds "$1" jq -e "$2" r.json
}
is "all tables" '[.tables[].table] == ["2", "2 counts", "2 all", "2 spread", "2 together", "equations", "1", "Fig 2", "Fig 3", "search"]'
is "numbers that are printed" '.numbers | length == 24'

# Those that are made of Table 2 alone are left out of what follows.
cp r.json whole.json
jq '.tables |= map(select(.table != "2 spread" and .table != "2 together"))' whole.json >r.json

# Table 2 is that of the page, row by row.
jq -r '.tables[0].rows[] | "| \(.name) | \(.["MNB_same"]) | \(.["MNS_same"]) | \(.["MNS_same_+2"]) | \(.["MNB_other"]) | \(.["MNS_other"]) | \(.["MNB_all"]) | \(.["MNS_all"]) | \(.by_proof) |"' r.json >rows
holds "rows of the page" sh -c "[ \$(wc -l <rows) -eq 5 ] && [ \$(grep -cxFf rows '$page') -eq 5 ]"
is "all 16 to all 16: 16 steps, one less than the paper" '.tables[2].rows | map(.steps) == [15, 16, 16]'
is "everything is proved" 'all(.tables[1].rows[]; .["not_proved"] == 0)'

# Equations by arithmetic, and channels counted by hand: all 24, 4 links between halves; every other router:
# two links among them, which no half cuts, and 8 along the ring.
is "equations (6), (8), (10)" 'def up(x): x | ceil; all(.tables[3].rows[]; .b0 == null or .b0 == 0 or
  (.["(6)_same"] == up(56 / (2 * .b0)) and .["(10)_to_all"] == ([up(64 / .b1), up(64 / (2 * .b0))] | max)))'
is "channels by hand" '.tables[3].rows | map({(.name): [.b0, .b1]}) | add |
  .["11111111"] == [4, 24] and .["20202020"] == [0, 8]'
is "Table 1" 'all(.tables[4].rows[]; .["steps_of_OAB"] >= .OAB and .["steps_of_AAB"] >= .AAB and
  .["steps_of_OAS"] >= .OAS and .["steps_of_AAS"] >= .["AAS_both"])'

# Sets of Fig. 2, each with the channels that the paper says, by walking the 4x4 mesh.
jq -r '.tables[5].rows[].name' r.json | awk '
function near(a, b,  x, y) {
  x = a % 4 - b % 4; y = int(a / 4) - int(b / 4)
  return x * x + y * y == 1
}
# "0-2,4" into set[0], set[1], ..
function read(text, set,  list, n, i, ends) {
  n = split(text, list, ",")
  for (i = 1; i <= n; i++) {
    if (split(list[i], ends, "-") == 1) ends[2] = ends[1]
    for (; ends[1] <= ends[2]; ends[1]++) set[ends[1] + 0] = 1
  }
}
{
  delete t; delete r; delete q
  read($1, t); read($3, r)
  m = 0; n = 0; both = 0; b1 = 0; b2 = 0; b0 = 99
  for (a = 0; a < 16; a++) {m += a in t; n += a in r; if ((a in t) && (a in r)) q[both++] = a}
  for (a = 0; a < 16; a++) for (b = 0; b < 16; b++) if (near(a, b)) {
    if ((a in t) && !(a in r) && (b in t) && (b in r)) b1++
    if ((a in t) && (a in r) && !(b in t) && (b in r)) b2++
  }
  for (i = 1; i < 4; i++) {  # the first and the i-th are a half
    cut = 0
    for (a = 0; a < 4; a++) for (b = a + 1; b < 4; b++) cut += ((a == 0 || a == i) != (b == 0 || b == i)) && near(q[a], q[b])
    if (cut < b0) b0 = cut
  }
  if (m != 9 || n != 11 || both != 4 || b1 != 5 || b2 != 6 || b0 != 1) {print $0, m, n, both, b1, b2, b0; bad = 1}
}
END {exit bad || NR != 3}' >sets
verdict "sets of Fig. 2" "$([ $? -eq 0 ] && echo yes)" "$(cat sets)"
is "equation (6) says 12, and 11 steps are enough" 'all(.tables[5].rows[]; .["(6)"] == 12 and .MNS == 11 and .ports == 11)'
is "Fig. 3: from an edge 5 steps, and 6 without longer paths" '.tables[6].rows | map([.steps, .["at_least"]]) ==
  [[8, 8], [8, 8], [6, 6], [5, 5], [5, 5], [5, 5]]'
is "placing takes fewer looks than breeding, or fewer steps" 'all(.tables[7].rows[];
  .placing < .breeding or (.placing == .breeding and .million_looks < .million_looks_bred))'
says() { # NAME WHERE TEXT FILTER: of the one statement with this where and text
  holds "$1" jq -e --arg where "$2" --arg text "$3" "[.statements[] | select(.where == \$where and (.text | contains(\$text)))] | length == 1 and (.[0] | $4)" r.json
}
says "Table 2 is of no one set" "section 6, Table 2" "are of one set" '(.holds | not) and (.readings | length == 5)'
says "7 against 10" "section 5" "(7 vs. 10" '.holds and ([.readings[] | select(.holds) | .reading] == ["senders 22210001"])'
says "(12)" "section 7, equation (12)" "t_CC" '[.readings[].holds] == [true, false]'
says "(6)" "section 3, equation (6)" "9 nodes to 11" '.holds | not'

# Kept results are not worked out again, damaged ones are; the results are the same in any case.
holds "results are kept" sh -c '[ "$(ls kept/results | wc -l)" -gt 60 ]'
sum=$(cat kept/results/* | cksum)
run paper dvorak2006.yaml --quick -j 2 --json again.json -q
holds "the same from what is kept" cmp whole.json again.json
victim=$(find kept/results -type f | sort | head -n 1)
printf X | dd of="$victim" bs=1 seek=40 conv=notrunc 2>dd.err
run paper dvorak2006.yaml --quick -j 2 --json again.json -q
holds "the same after damage" cmp whole.json again.json
holds "what was damaged is there again" test "$(cat kept/results/* | cksum)" = "$sum"
run paper dvorak2006.yaml --quick -j 2 --seed 2 --json other.json -q
holds "other sets with another seed" jq -e --slurpfile r r.json '.tables[5].rows[0].name != $r[0].tables[5].rows[0].name and .tables[0] == $r[0].tables[0]' other.json

# Ctrl-C: what is done is kept, nothing half done is.
export NOCSTEP_PLUGINS=$work/cut
"$nocstep" paper dvorak2006.yaml --quick -j 2 --json cut.json >out 2>err </dev/null &
child=$!
ten_results() { [ "$(find cut/results -type f | wc -l)" -ge 10 ]; }
await $child ten_results
kill -INT "$child"
wait "$child"
rc=$?
child=
holds "interrupted" jq -e --argjson rc "$rc" '$rc == 130 and .interrupted and .statements == []' cut.json
holds "interrupted: whole results alone" sh -c '[ "$(find cut/results -type f | xargs -n 1 wc -c | cut -d " " -f 1 | sort -u | wc -l)" -eq 1 ]'

# A file that asks for what there is not.
try() { # PATTERN KEY...: a measure with these keys
  local pattern=$1
  shift
  { printf 'title: x\nshows: x\nmeasures:\n  a:\n    by: schedules\n    topology: mesh:2x2\n    collective: alltoall\n'
    printf '    %s\n' "$@"
    printf 'statements:\n  - {where: x, text: x, check: x, holds: a.steps > 0, values: {steps: a.steps}}\n'; } >try.yaml
  run paper try.yaml
  refused "$*" 2 "$pattern"
}
try "^try.yaml: ports is '0'; it must be a number from 1 to 16$" 'ports: "0"'
try "^try.yaml: detour is '17'; it must be" 'detour: "17"'
try "^try.yaml: search is 'evolve'.*; it must be one of constructive, evolutionary$" 'search: evolve'
try "^try.yaml: from is '9'; it must be nodes from 0 to 3" 'from: "9"'
try "scheme is given; it must be left out with this way" 'scheme: unicast'
try "drawn_sets does not fit: no sets with these numbers" "to: \"\${drawn_sets('1', 1, 'mesh:2x2', 2, 2, 1, 9, 9, 9).to}\""
try "drawn_sets does not fit: 3 and 3 nodes with 1 in both" "to: \"\${drawn_sets('1', 1, 'mesh:2x2', 3, 3, 1, 1, 1, 1).to}\""
try "CLASS is '13'; it must be a digit 0, 1 or 2 a router" "to: \"\${class_nodes('13', 'all')}\""
try "WHICH is 'none'; it must be senders, others or all" "to: \"\${class_nodes('11', 'none')}\""

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
