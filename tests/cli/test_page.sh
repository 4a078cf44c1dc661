#!/usr/bin/env bash
# The pages of --html without a browser: that they are well-formed and name nothing outside themselves,
# that their data is the JSON of the run and their tables have its numbers, that links lead to files, and
# what is said of a folder or disk that does not take them. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

# Leaves the data of a page in data.json, and the page as XML, without scripts and styles, in page.xml.
take() { # PAGE
  sed -n '/<script type="application\/json" id="data">/,/<\/script>/p' "$1" | sed '1d;$d' >data.json
  sed -e '/<script/,/<\/script>/{/<script\|<\/script>/!d}' -e '/<style>/,/<\/style>/{/style>/!d}' "$1" >page.xml
}
# The cells of a column of a table, a line each, as jq has a list of them.
column() { # TABLE COLUMN
  xmllint --xpath "//table[@id='$1']/tbody/tr/td[$2]" page.xml 2>column.err |
    sed -e 's/<\/td>/\n/g' | sed -e 's/<[^>]*>//g' -e '/^$/d' | jq -R . | jq -sc .
}
same() { # NAME A B
  if [ "$2" = "$3" ]; then verdict "$1" yes; else verdict "$1" no "'$(head -c 300 <<<"$2")', expected '$(head -c 300 <<<"$3")'"; fi
}
# Checks that hold of every page.
sound() { # NAME FOLDER
  take "$2/index.html"
  holds "$1: XML, so all tags are closed" xmllint --noout page.xml
  # This parser is older than some tags.
  xmllint --html --noout "$2/index.html" 2>html.err
  same "$1: HTML" "$(grep -c 'error' html.err)" "$(grep -c 'Tag .* invalid' html.err)"
  same "$1: no address of another machine" "$(grep -ciE '(https?|wss?|ftp)://|//[a-z0-9-]+\.[a-z]' "$2/index.html")" 0
  same "$1: nothing is fetched" "$(grep -cE 'url\(|@import|fetch\(|XMLHttpRequest|import\(| src=|sendBeacon|WebSocket\(' "$2/index.html")" 0
  same "$1: nothing may be" "$(xmllint --xpath 'string(//meta[@http-equiv]/@content)' page.xml)" \
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
  is "$1: data" data.json '.schema == "nocstep.page/1"'
  same "$1: ids stand once" "$(grep -o ' id="[^"]*"' page.xml | sort | uniq -d)" ""
  same "$1: links within the page lead somewhere" "$(comm -23 <(grep -o 'href="#[^"]*"' page.xml | sed 's/href="#//;s/"//' | sort -u) \
    <(grep -o ' id="[^"]*"' page.xml | sed 's/ id="//;s/"//' | sort -u))" ""
  same "$1: nothing beside the page" "$(ls -A "$2")" index.html
}

# ---- A regression: one scenario passes, one fails by its age. Its name would end the script, and the page.
mkdir -p 'x<' s
cat >s/a.yaml <<'END'
topology: mesh:1x2
router:   {vcs: 2, depth: 2}
workload: {traffic: uniform, load: 0.4, packet_flits: 3}
run:      {cycles: 300}
END
sed 's/cycles: 300/cycles: 300, max_age: 15/' s/a.yaml >'x</script><!-- "&.yaml'
gives "a regression that passes" 0 verify s/a.yaml --seeds 3 --json good.json --html good -q
sound "it" good
holds ".. its data is its JSON" jq -e --slurpfile json good.json '.result == $json[0]' data.json
gives "a regression that fails" 1 verify s/a.yaml 'x</script><!-- "&.yaml' --seeds 2 --json v.json --report 'my rep' \
  --html page --html-before good.json -q
sound "it" page
holds ".. its data is its JSON" jq -e --slurpfile json v.json '.result == $json[0]' data.json
same "runs: results" "$(column runs-table 1)" "$(jq -c '[.runs[].result]' v.json)"
same "runs: seeds" "$(column runs-table 4)" "$(jq -c '[.runs[].seed | tostring]' v.json)"
same "runs: cycles" "$(column runs-table 5)" "$(jq -c '[.runs[].cycles | tostring]' v.json)"
same "runs: seconds" "$(column runs-table 6 | jq -c 'map(tonumber * 100 | round)')" \
  "$(jq -c '[.runs[].wall_s * 1000 | round / 1000 * 100 | round]' v.json)"
same "matrix" "$(column matrix-table 1)" "$(jq -c '[.scenarios[].scenario as $s | [.runs[] | select(.scenario == $s)] |
  "\(map(select(.result == "pass")) | length)/\(length)" + if any(.[]; .result != "pass") then " !" else "" end]' v.json)"
same "parameters: runs" "$(column parameters 3 | jq -c 'map(tonumber) | add')" "$(jq '12 * .count.runs' v.json)"
same "parameters: failed" "$(column parameters 5 | jq -c 'map(tonumber) | add')" "$(jq '12 * .count.failed' v.json)"
same "coverage" "$(column events 4 | jq -c 'map(rtrimstr("+") | tonumber) | sort')" "$(jq -c '[.coverage.events[]] | sort' v.json)"
same "coverage: what was never reached comes first" "$(column events 1 | jq -c '. == sort')" true
same "speed" "$(column slowest 4 | jq -c 'map(tonumber) | sort')" "$(jq -c '[.runs[].cycles] | sort' v.json)"
same "speed: before" "$(column slowest 3 | jq -c 'map(select(. != "-")) | length')" 2
same "trend: counts" "$(for i in 3 4 5 6 7; do column states $i; done | jq -sc 'add | map(tonumber)')" \
  "$(jq -sc '[["runs", "passed", "failed", "errors", "not_run"][] as $k | .[].count[$k]]' good.json v.json)"
same "trend: cycles" "$(column states 8)" "$(jq -sc '[.[].cycles | tostring]' good.json v.json)"
same "trend: new runs" "$(xmllint --xpath 'string(//*[@id="turn-3"])' page.xml)" 2
same "tiles" "$(xmllint --xpath '//section[@class="head"]//dd' page.xml | sed 's/<\/dd>/\n/g' | sed -e 's/<[^>]*>//g' -e '/^$/d' | head -n 6 | jq -sc .)" \
  "$(jq -c '[.count.passed, .count.failed, .count.errors, .count.not_run, .cycles, .bits_compared]' v.json)"
same "groups" "$(xmllint --xpath 'count(//article[@class="group"])' page.xml)" "$(jq '.groups | length' v.json)"
same "groups: the text" "$(xmllint --xpath 'string(//article[1]/pre[1])' page.xml)" \
  "$(jq -r '.groups[0] as $g | if $g.text != "" then $g.text else .runs[$g.smallest].error end' v.json)"
same "groups: the line that does it again" "$(xmllint --xpath 'string(//article[1]/pre[2])' page.xml)" "$(jq -r '.groups[0].reproduce' v.json)"
same "a bundle's files are there" "$(grep -o 'href="[^"#][^"]*group-1/[^"]*"' page.xml | sed 's/href="//;s/"//;s/%20/ /g' |
  while read -r link; do [ -s "page/$link" ] || echo "$link"; done)" ""
same "all of them" "$(grep -o 'href="\.\./my%20rep/group-1/[^"]*"' page.xml | sed 's/.*\///;s/"//' | sort | xargs)" "$(find 'my rep/group-1' -type f -printf '%f\n' | sort | xargs)"
gives "page and report in one folder" 1 verify 'x</script><!-- "&.yaml' --report one --html one -q
take one/index.html
holds ".. the link" grep -q 'href="group-1/mismatch.txt"' page.xml
is ".. in the data" data.json '.bundles[0].address == "group-1"'
gives "a dry run" 0 verify s/a.yaml --dry-run --html dry -q
sound "it" dry
gives "no earlier failure is left" 0 verify s/a.yaml --seeds 2 --html page --html-before v.json --html-before good.json -q
take page/index.html
same "two earlier ones" "$(column states 1)" '["v.json","good.json","now"]'
same "still failing, mended: none" "$(xmllint --xpath 'concat(//*[@id="turn-0"], //*[@id="turn-1"], //*[@id="turn-2"])' page.xml)" 000

gives "a failure of before that stays" 1 verify 'x</script><!-- "&.yaml' --seeds 2 --html page --html-before v.json -q
take page/index.html
same "still failing: both" "$(xmllint --xpath 'concat(//*[@id="turn-0"], //*[@id="turn-1"], //*[@id="turn-2"])' page.xml)" 002
gives "one that is mended" 0 verify 'x</script><!-- "&.yaml' --seeds 2 --set run.max_age=5000 --html page --html-before v.json -q
take page/index.html
same "mended: both" "$(xmllint --xpath 'concat(//*[@id="turn-0"], //*[@id="turn-1"], //*[@id="turn-2"])' page.xml)" 020

# ---- A run: links, latencies, journeys and a stall.
cat >m.yaml <<'END'
topology: mesh:3x3
router:   {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.4, packet_flits: "1:1,5:2"}
run:      {warmup: 0, cycles: 700}
END
gives "a run" 0 run m.yaml --json r.json --html run --events e.sqlite -q
sound "it" run
timeless='del(.host)'
same "its data is its JSON" "$(jq -S ".result | $timeless" data.json)" "$(jq -S "$timeless" r.json)"
is "the map has the links in their order" data.json '.map as $m | [$m.links[] | {from: $m.routers[.[0]].name, port: .[1],
  to: $m.routers[.[2]].name}] == [.result.links[] | {from, port, to}]'
is "windows add up to the flits of each link" data.json '[.windows.flits | transpose[] | add] == [.result.links[].flits]'
is "windows add up to the cycles" data.json '(.windows.cycles | add) == .result.cycles'
is "windows are of one length, but for the last" data.json '.windows | .length as $l | (.cycles[:-1] | all(. == $l)) and
  .cycles[-1] <= $l and (.cycles | length) <= 64'
is "the histogram has all packets" data.json '(.histogram.count | add) == .result.packets.delivered'
is "the least and the most are in the first and the last bin" data.json '.histogram as $h | .result.latency.max as $max |
  $h.count[0] > 0 and $h.count[-1] > 0 and $max >= $h.from + ($h.count | length - 1) * $h.width and
  $max < $h.from + ($h.count | length) * $h.width'
same "bins" "$(column bins 2)" "$(jq -c '[.histogram.count[] | tostring]' data.json)"
same "quantiles" "$(for i in 2 3 4 5 6 7; do column quantiles $i; done | jq -sc '[.[][0] | tonumber]')" \
  "$(jq -c '.latency as $l | [.packets.delivered, ($l.mean * 100 | round / 100), $l.p50, $l.p95, $l.p99, $l.max]' r.json)"
same "the busiest links" "$(column busiest 4)" "$(jq -c '[.links[].flits] | sort | reverse | .[:20] | map(tostring)' r.json)"
same "their use" "$(column busiest 5 | jq -c 'map(.[1:] | rtrimstr(" %") | tonumber)')" \
  "$(jq -c '[.links[].utilisation] | sort | reverse | .[:20] | map(. * 10000 | round / 100)' r.json)"
is "the journeys are the slowest packets" data.json '[.journeys[].latency] | . == (sort | reverse) and length == 8'
same "the slowest of all" "$(jq '.journeys[0].latency' data.json)" "$(jq .latency.max r.json)"
"$nocstep" explain e.sqlite --packet "$(jq '.journeys[3].packet.id' data.json)" --json explained.json -q
holds "a journey is that of explain" jq -e --slurpfile e explained.json '.journeys[3] == $e[0]' data.json
same "its table" "$(xmllint --xpath "//article[@id='journey-3']//td[10]" page.xml | sed 's/<[^>]*>//g' | jq -sc .)" \
  "$(jq -c '[.journeys[3].hops[].cycles]' data.json)"
same "what each hop waited longest for: cycles, reason, packet" \
  "$(xmllint --xpath "//article[@class='journey']//td[11]" page.xml | tr -d '\n' |
    sed -e 's/<\/td>\|<td\/>/\n/g' | sed -e 's/<[^>]*>//g' | jq -R . | jq -sc .)" \
  "$(jq -c '[.journeys[].hops[].waits | reduce .[] as $w (null; if . == null or $w.cycles > .cycles then $w else . end) |
    if . == null then "" else "\(.cycles) for \(.reason)" + if .packet then ", packet \(.packet)" else "" end end]' data.json)"
is "some waited longest for what came later" data.json '[.journeys[].hops[].waits | select(length > 1) |
  .[0].cycles < (map(.cycles) | max)] | any'
is "nobody waits" data.json '.waiting == null'
gives "without events" 0 run m.yaml --html run -q --threads 2
sound "it" run
is "there are no journeys" data.json '.journeys == []'
holds "which the page says" grep -q 'with <code>--events FILE.sqlite</code>' run/index.html
gives "a run without packets" 0 run m.yaml --html calm -q --json calm.json --set workload.load=0
sound "it" calm
same "the page says why there is no latency" "$(xmllint --xpath "string(//section[@id='latency']//p[@class='empty'])" page.xml)" \
  "$(jq -r .no_latency calm.json)"
gives "a long tail of latencies" 0 run m.yaml --html run -q --set workload.load=0.95
take run/index.html
is "bins of several cycles have all packets" data.json '.histogram.width > 1 and (.histogram.count | add) == .result.packets.delivered'
gives "a reset in the middle of traffic" 0 run m.yaml --html run -q --set run.reset=200
take run/index.html
is "windows begin behind it" data.json '[.windows.flits | transpose[] | add] == [.result.links[].flits]'
gives "a network that is too large for a map" 0 run m.yaml --html big -q --set topology=mesh:160x160 --set run.cycles=2 --set workload.load=0.01
sound "it" big
is "has neither map nor windows" data.json '.map == null and .windows == null and .result.links == []'
gives "one router" 0 run m.yaml --html one-router -q --set topology=mesh:1x1@2
sound "it" one-router
gives "a deadlock" 1 run m.yaml --html dead --report dead-report --json d.json -q --allow-deadlock --set topology=ring:8 \
  --set router.vcs=1 --set router.depth=1 --set workload.load=0.9 --set workload.packet_flits=16 --set run.cycles=20000
sound "it" dead
is "the chain closes" data.json '.waiting | .deadlock and .chain > 2 and .entries[.chain - 1].next == 0 and
  ([.entries[:.chain] | to_entries[] | .value.next == (.key + 1)] | .[:-1] | all)'
is "each of it is blocked" data.json '.waiting | .entries[:.chain] | all(.blocked and .in == "router" and .why != "")'
is "who waits for room holds an output; who waits for a VC does not" data.json '.waiting.entries | all(
  if .why == "credit" then .out_vc != null elif .why == "vc" then .out_vc == null else true end)'
same "the chain is that of the text" "$(jq -c '[.waiting | .entries[:.chain][] | "packet \(.message) of node \(.source) to node \(.destination)"]' data.json)" \
  "$(sed -n 's/^  \(packet [0-9]* of node [0-9]* to node [0-9]*\),.*/\1/p' dead-report/mismatch.txt | jq -R . | jq -sc .)"
same "the table" "$(column waits 6)" "$(jq -c '[.waiting.entries[].flits | tostring]' data.json)"
same "the text" "$(xmllint --xpath 'string(//pre[@id="failure"])' page.xml)" "$(cat dead-report/mismatch.txt)"
holds "links to the report" test -s "dead/$(grep -o 'href="[^"]*mismatch.txt"' page.xml | sed 's/href="//;s/"//')"

# ---- Refusals, after which nothing is left.
refuses "run: a folder that cannot be made" "^--html: '/proc/bad' cannot be made: " run m.yaml --html /proc/bad
refuses "run: a file in its place" 'r.json/index.html: cannot be written: Not a directory' run m.yaml --html r.json
refuses "run: a file that is written already" '^--html is run/index.html, as for --json' run m.yaml --html run --json run/index.html
refuses "run: a scenario that is refused" 'router.vcs' run m.yaml --html new --set router.vcs=99
cp run/index.html kept.html
(ulimit -S -f 4; run run m.yaml --html run -q; echo "$rc" >rc.txt)
same "run, a full disk: the status" "$(cat rc.txt)" 3
holds "run, a full disk: the page of before is there, whole" cmp kept.html run/index.html
same "run, a full disk: nothing half-written" "$(ls -A run)" index.html
refuses "a folder that cannot be made" "^--html: '/proc/bad' cannot be made: " verify s/a.yaml --html /proc/bad
refuses "a file in its place" 'v.json/index.html: cannot be written: Not a directory' verify s/a.yaml --html v.json
refuses "before: no file" '^none.json: cannot be read: ' verify s/a.yaml --html new --html-before none.json
echo '{"schema": "nocstep.run/1"}' >other.json
echo '{"schema": ' >half.json
refuses "before: no regression" '^--html-before is other.json, which is no regression; it must be ' verify s/a.yaml --html new --html-before other.json
refuses "before: no JSON" '^--html-before: half.json:2:1: ' verify s/a.yaml --html new --html-before half.json
refuses "before, without a page" '^--html-before is given without --html' verify s/a.yaml --html-before good.json
refuses "a scenario that is refused" 'router.vcs' verify s/a.yaml --html new --set router.vcs=99
holds "no folder is left" test ! -e new
cp page/index.html kept.html
(ulimit -S -f 4; run verify s/a.yaml --html page -q; echo "$rc" >rc.txt)
same "a full disk: the status" "$(cat rc.txt)" 3
holds "a full disk: a line" grep -Eq '^page/index.html: cannot be written: ' err
holds "a full disk: the page of before is there, whole" cmp kept.html page/index.html
same "a full disk: nothing half-written" "$(ls -A page)" index.html

# ---- The charts are part of the build only where npm is.
mkdir -p none
for tool in sh dirname mkdir cp cat sed timeout; do ln -s "$(command -v "$tool")" none/; done
env -i PATH="$PWD/none" sh "$source_tree/tb/page/charts.sh" "$PWD/charts" 2>err
same "without npm" $? 0
holds "without npm: a line" grep -q 'pages of --html have tables without charts' err
same "without npm: no charts" "$(cat charts/uplot.js charts/uplot.css | wc -c)" 0
is "npm: of one version, by its hash" "$source_tree/tb/page/package-lock.json" \
  '[.packages[] | select(.version)] | length == 1 and all(.[]; .integrity | startswith("sha512-"))'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
