#!/usr/bin/env bash
# Reports of papers: verdicts over other values of the file where the paper leaves them open, the same
# verdicts again from the JSON without a run, and a page that is written from them. jq works verdicts
# out from the measured numbers by itself. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
cp "$source_tree/tests/cli/small_paper.yaml" paper.yaml

is() { # NAME FILTER: jq's answer about the report is true
  holds "$1" jq -e "$2" r.json
}

cat >page.md <<'E2'
# A page
before
<!-- paper: statements -->
old
<!-- end -->
between
<!-- paper: numbers -->
<!-- end -->
<!-- paper: open -->
<!-- end -->
<!-- paper: table sizes -->
<!-- end -->
behind
E2
cp page.md empty.md
run paper paper.yaml -j 2 --json r.json --page page.md
if [ "$rc" = 0 ]; then verdict "a paper with its page" yes; else verdict "a paper with its page" no "status $rc: $(head -c 300 err)"; fi
cp out table

# The first number but two of a curve's first record is what it accepts at load 1; a curve has a record
# for each of four loads behind it, and the mesh with long packets is the third.
mesh='.records.curve[10][2]'
is "what is open is measured again" "[.measured[] | .open] == [null, \"buffers of 1 flit\", \"seed 2\"] and
  ([.measured[] | $mesh] | length == 3 and (unique | length == 3) and .[1] < 0.5 and .[0] > 0.5 and .[2] > 0.5)"
is "what does not depend on it is not" '[.measured[].records | has("size")] == [true, false, false]'
is "a verdict that hangs on it says with what" ".measured as \$m | .statements[-1] |
  .holds == (\$m[0] | $mesh > 0.5) and .otherwise_with == [\$m[1:][] | select(($mesh > 0.5) != (\$m[0] | $mesh > 0.5)) | .open]
  and .otherwise_with == [\"buffers of 1 flit\"]"
is "so does each reading" '[.statements[-1].readings[] | [.reading, .holds, .otherwise_with]] ==
  [["more than 0.5", true, ["buffers of 1 flit"]], ["more than 0.9", false, []]]'
is "other verdicts are the same" 'all(.statements[:-1][]; .otherwise_with == [])'
is "a printed number has a band" ".measured as \$m | .numbers[-1] | .default.value == (\$m[0] | $mesh) and
  [.over_open[] | .default] == [\$m[1:][] | $mesh] and
  all(.over_open[]; .verdict == (if .default >= 0.585 and .default < 0.595 then \"holds\" else \"no reading\" end))"
holds "the table has both" sh -c 'grep -q "^    otherwise with buffers of 1 flit$" table &&
  grep -q "^    the same with all that is open (2)$" table && grep -q "^    over what is open: default 0.21.* to 0.59.*; otherwise with buffers of 1 flit$" table'
holds "the page keeps what is outside of its marks" sh -c 'sed "/^<!-- paper/,/^<!-- end/{/^<!--/!d}" page.md | cmp - <<X
# A page
before
<!-- paper: statements -->
<!-- end -->
between
<!-- paper: numbers -->
<!-- end -->
<!-- paper: open -->
<!-- end -->
<!-- paper: table sizes -->
<!-- end -->
behind
X'
holds "and has a table" grep -qx '| torus | 32 | 4 |' page.md
holds "a statement with the numbers of a check that fails" grep -qx -e '- \*\*does not hold\*\* (section 2): (false) the torus has fewer links -- links: torus 32, mesh 24 (the same with all that is open)' page.md
holds "and with what it is otherwise" grep -qx -e '- \*\*holds\*\* (section 4): at load 1 the mesh accepts much (otherwise with buffers of 1 flit)' page.md
holds "what is open" grep -qx -e '- seed 2' page.md

# From the JSON, without a run.
cp page.md again.md
run paper paper.yaml --json again.json --measured r.json --page again.md
holds "from the JSON the same, byte for byte" sh -c 'cmp r.json again.json && cmp page.md again.md'
holds "and nothing is run" sh -c '! grep -q "runs are done" err'
sed -i 's/text: at load 1 the mesh accepts much/text: another wording/; s/\[0.5, 0.9\]/[0.8, 0.9]/' paper.yaml
run paper paper.yaml --json again.json --measured r.json -q
holds "another rule gives another verdict" jq -e '.statements[-1] | .text == "another wording" and (.holds | not)' again.json
cp "$source_tree/tests/cli/small_paper.yaml" paper.yaml
jq '.measured[0].records.curve[10][2] = 0.4' r.json >other.json
run paper paper.yaml --json again.json --measured other.json -q
holds "another number gives another verdict" jq -e '(.statements[-1].holds | not) and .numbers[-1].default.value == 0.4' again.json

# Bad input.
run paper paper.yaml --measured none.json
refused "no such file" 2 '^none.json: .*cannot be opened|^none.json: '
echo '{"schema": "nocstep.paper/1",' >bad.json
run paper paper.yaml --measured bad.json
refused "half a file" 2 '^bad.json:[0-9]+:[0-9]+: .*it must be JSON of nocstep paper'
echo '[]' >bad.json
run paper paper.yaml --measured bad.json
refused "another JSON" 2 '^bad.json: paper is another one'
run paper paper.yaml --quick --measured r.json
refused "another tier" 2 '^r.json: tier is another one; it must be quick'
run paper paper.yaml --set run.cycles=500 --measured r.json
refused "other sets" 2 '^r.json: sets is others than on the command line'
jq '.interrupted = true' r.json >bad.json
run paper paper.yaml --measured bad.json
refused "one that was interrupted" 2 '^bad.json: measured is missing or not complete'
jq 'del(.measured[0].records.curve[3])' r.json >bad.json
run paper paper.yaml --measured bad.json
refused "a record too few" 2 '^bad.json: curve is measured of something else'
jq '.measured[1].records.curve[3][1] = "x"' r.json >bad.json
run paper paper.yaml --measured bad.json
refused "a text for a number" 2 '^bad.json: curve is measured of something else'
jq '.measured[0].records.size += [[1, 2, 3]]' r.json >bad.json
run paper paper.yaml --measured bad.json
refused "a record too many" 2 '^bad.json: size is measured of something else'
jq 'del(.measured[2])' r.json >bad.json
run paper paper.yaml --measured bad.json
refused "without a setting that is open" 2 "^bad.json: measured is without open seed 2; it must be of all"
run paper paper.yaml --measured bad.json --rest --json again.json
holds "--rest runs what is not there, to the same JSON" cmp r.json again.json
jq 'del(.measured[0].records.curve, .measured[1])' r.json >bad.json
run paper paper.yaml --measured bad.json
refused "without a measure" 2 '^bad.json: measured is without open buffers of 1 flit'
run paper paper.yaml --measured bad.json --rest --json again.json
holds "--rest runs a measure that is not there" cmp r.json again.json
run paper paper.yaml --measured other.json --rest --json again.json
holds "--rest runs nothing that is there" jq -e '.measured[0].records.curve[10][2] == 0.4' again.json
jq '.measured[1].records.curve[3][1] = "x"' r.json >bad.json
run paper paper.yaml --measured bad.json --rest
refused "--rest with a text for a number" 2 '^bad.json: curve is measured of something else'
run paper paper.yaml --rest
refused "--rest alone" 2 '^--rest is given alone; it must be given with --measured FILE'

# Settings that are lists, one that changes another measure than the one before, and one with numbers.
sed 's/^values:/&\n  side: 4/; s/    topology: ${n.topology}$/    topology: ${n}:${side}x${side}/; /^open:/,$d' \
  paper.yaml >lists.yaml
cat >>lists.yaml <<'E2'
open:
  - {name: two loads, values: {parts: [0.6, 1]}}
  - {name: sides of 3, values: {side: 3}}
  - {name: four others, values: {parts: [0.3, 0.5, 0.9, 1.1]}}
E2
run paper lists.yaml -j 2 --json l.json -q
holds "a round has what its setting changes, and that alone" jq -e \
  '[.measured[].records | keys] == [["curve", "size"], ["curve"], ["size"], ["curve"]]' l.json
holds "lists of other lengths" jq -e '[.measured[] | .records.curve // [] | length] as [$all, $two, $none, $four] |
  $none == 0 and $four == $all and $two < $all' l.json
holds "numbers that are no texts" jq -e '.measured[0].records.curve != .measured[3].records.curve' l.json
# A reading that is of what a setting leaves out is not told as another one.
sed '/^open:/,$d; s/^quick:/  sums: [0.5, 0.9]\n&/; s/for: {t: \[0.5, 0.9\]}/for: {t: sums}/' paper.yaml >fewer.yaml
printf 'open:\n  - {name: one, values: {sums: [0.9]}}\n' >>fewer.yaml
run paper fewer.yaml -j 2 --json f.json -q
holds "a reading that there is not" jq -e '.statements[-1] | .otherwise_with == ["one"] and
  [.readings[].otherwise_with] == [[], []]' f.json
holds "sides of 3" jq -e '[.measured[2].records.size[][2]] == [12, 18]' l.json
holds "its verdict" jq -e '[.statements[] | select(.text | startswith("(false) the torus has fewer")) | .otherwise_with] == [[]] and
  (.numbers[0].over_open | map(.default)) == [32, 18, 32]' l.json

page() { # NAME SED PATTERN: a page with this edit is refused, and stays
  sed "$2" empty.md >bad.md
  cp bad.md before.md
  run paper paper.yaml --measured r.json --page bad.md
  refused "$1" 2 "$3"
  holds "$1: the page stays" cmp bad.md before.md
}
page "an unknown mark" 's/paper: open/paper: opened/' "^bad.md:9:1: the mark is 'opened'; it must be statements, numbers, open, or table"
page "an unknown table" 's/table sizes/table size/' "^bad.md:11:1: the mark is 'table size'"
page "a mark without an end" '$d;/^<!-- paper: table/,$d;10d' '^bad.md:9:1: the mark is without an end'
page "a mark within another" '5d' '^bad.md:6:1: the mark is one within another'
page "an end alone" '3d' '^bad.md:4:1: the mark is an end without a beginning'
page "no mark" '/^<!--/d' '^bad.md:1:1: the mark is missing'
# Numbers of tables within a line, of which one has fewer digits.
printf 'Of %s links, %s.\nNone.\n' '<!-- = sizes; torus; links -->old<!-- end -->' \
  '<!-- =  sizes ;mesh; links ; 1 --><!-- end --> of' >cells.md
run paper paper.yaml --measured r.json --page cells.md
holds "numbers within a line" cmp cells.md - <<X
Of <!-- = sizes; torus; links -->32<!-- end --> links, <!-- =  sizes ;mesh; links ; 1 -->20<!-- end --> of.
None.
X
cell() { # NAME MARK: a mark within a line that is refused
  printf 'A line\nwith %s.\n' "$2" >bad.md
  cp bad.md before.md
  run paper paper.yaml --measured r.json --page bad.md -q
  refused "$1" 2 "^bad.md:2:6: the mark is '<!-- = s.*it must be '<!-- = KEY; ROW; COLUMN -->', of a table, and '<!-- end -->' behind it"
  holds "$1: the page stays" cmp bad.md before.md
}
cell "a row that there is not" "<!-- = sizes; ring; links --><!-- end -->"
cell "a column that there is not" '<!-- = sizes; torus; size --><!-- end -->'
cell "a number of a table that there is not" "<!-- = size; torus; links --><!-- end -->"
cell "digits that are none" "<!-- = sizes; torus; links; 6 --><!-- end -->"
cell "more than digits" "<!-- = sizes; torus; links; 5; 5 --><!-- end -->"
cell "a number without an end" "<!-- = sizes; torus; links -->32"
run paper paper.yaml --measured r.json --page none.md
refused "no such page" 2 '^none.md: '
run paper paper.yaml --measured r.json --page x.json --json x.json
refused "a page that is the JSON" 2 '^--page is x.json; it must be a page, and a file of its own'
run paper paper.yaml --measured r.json --page -
refused "standard output as a page" 2 '^--page is -'

# A paper that draws nothing.
sed '/^columns:/d; /^shown:/d; /^figures:/,/^tables:/{/^tables:/!d}' paper.yaml >tables.yaml
run paper tables.yaml --quick --plot x.svg
refused "a picture without figures" 2 '^--plot is x.svg, but tables has no figures; it must be given with a paper that has some'
holds "no file is left" test ! -e x.svg
run paper tables.yaml --quick --json x.json
holds "its JSON" jq -e '.figures == []' x.json

open() { # NAME SED PATTERN: the paper with this edit is refused
  sed -E "$2" paper.yaml >bad.yaml
  run paper bad.yaml --quick
  refused "$1" 2 "$3"
}
open "a value that there is not" 's/values: \{depth: 1\}/values: {dept: 1}/' "bad.yaml:[0-9]+:[0-9]+: a value is 'dept'"
open "a value of another kind" 's/values: \{depth: 1\}/values: {depth: deep}/' 'bad.yaml:[0-9]+:[0-9]+: depth is of another kind'
open "a list for a value" 's/values: \{depth: 1\}/values: {depth: [1, 2]}/' 'bad.yaml:[0-9]+:[0-9]+: depth is of another kind'
open "a value for a list" 's/values: \{depth: 1\}/values: {parts: 1}/' 'bad.yaml:[0-9]+:[0-9]+: parts is of another kind'
open "an empty list" 's/values: \{depth: 1\}/values: {parts: []}/' 'bad.yaml:[0-9]+:[0-9]+: parts is '
open "a setting that leaves nothing" 's/^values:/&\n  least: 0/; s/^    parts: parts/&\n    when: f.flits > least/; s/\{depth: 1\}/{least: 9}/' \
  "bad.yaml: open 'buffers of 1 flit': curve is for none; it must be for one combination"
open "a list with what is not measured" 's/^quick:/  which: [mesh, torus]\n&/; s/^    for: \{f: lengths, n: networks\}/    for: {f: lengths, n: which}/; s/\{depth: 1\}/{which: [mesh]}/' \
  'bad.yaml:.*there is curve\(.. torus ..\), which is not measured'
open "no values" 's/values: \{depth: 1\}/values: {}/' 'bad.yaml:[0-9]+:[0-9]+: values is .*it must be a mapping of some values'
open "two of a name" 's/name: seed 2/name: buffers of 1 flit/' "bad.yaml:[0-9]+:[0-9]+: name is 'buffers of 1 flit'; it must be one that no other has"
sed 's/values: {depth: 1}/values: {depth: 0}/' paper.yaml >bad.yaml
run paper bad.yaml --json x.json
refused "a value that no scenario takes" 2 'router.depth is .0.; it must be 1 to'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
