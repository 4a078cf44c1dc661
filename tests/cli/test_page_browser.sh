#!/usr/bin/env bash
# The pages of --html in Chromium without a window: no error and no request but for the page itself, light
# and dark, on a desk and on a telephone; clicks and keys of slider, tabs, map, tables and filter; the numbers
# that the page then shows are those of its data; and without charts the tables are still there.
# NOCSTEP_PICTURES, a folder: pictures of all are left there, to be looked at. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/browser.sh"

same() { # NAME A B
  if [ "$2" = "$3" ]; then verdict "$1" yes; else verdict "$1" no "'$(head -c 300 <<<"$2")', expected '$(head -c 300 <<<"$3")'"; fi
}
# shows NAME EXPRESSION VALUE: as JSON.
shows() { same "$1" "$(browser_eval "$2")" "$3"; }
key() {
  local k
  for k; do browser_key "$k"; done
}
data() { # FOLDER FILTER
  sed -n '/<script type="application\/json" id="data">/,/<\/script>/p' "$1/index.html" | sed '1d;$d' | jq -c "$2"
}

cat >m.yaml <<'END'
topology: mesh:4x4
router:   {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.4, packet_flits: "1:1,5:2"}
run:      {warmup: 0, cycles: 700}
END
cat >a.yaml <<'END'
topology: mesh:1x2
router:   {vcs: 2, depth: 2}
workload: {traffic: uniform, load: 0.4, packet_flits: 3}
run:      {cycles: 300}
END
sed 's/cycles: 300/cycles: 300, max_age: 15/' a.yaml >b.yaml
gives "a run" 0 run m.yaml --html run --events e.sqlite -q
gives "a deadlock" 1 run m.yaml --html dead -q --allow-deadlock --set topology=ring:8 --set router.vcs=1 \
  --set router.depth=1 --set workload.load=0.9 --set workload.packet_flits=16 --set run.cycles=20000
gives "a regression" 0 verify a.yaml --seeds 3 --json good.json --html good -q
gives "one that fails" 1 verify a.yaml b.yaml --seeds 2 --html bad --report report --html-before good.json -q
# Charts cannot be told from nothing where the build had no npm.
charts=$(grep -c 'var uPlot' run/index.html)
mkdir plain
sed '/var uPlot/d' run/index.html >plain/index.html

if ! browser_start; then
  echo "chromium does not start: $(tail -n 1 browser.log)" >&2
  echo "0 passed, 1 failed"
  exit 1
fi

# ---- Every page in every form.
for page in run dead good bad plain; do
  for form in "1280 900 light" "1280 900 dark" "390 800 light" "390 800 dark"; do
    read -r width height scheme <<<"$form"
    browser_open $page/index.html "$width" "$height" "$scheme"
    shows "$page, $form: no wider than the screen" "document.documentElement.scrollWidth <= $width" true
    shows "$page, $form: its colours" 'Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]) < 100' \
      "$([ "$scheme" = dark ] && echo true || echo false)"
    [ -z "${NOCSTEP_PICTURES:-}" ] || browser_picture "$NOCSTEP_PICTURES/$page-$width-$scheme.png" whole
  done
  shows "$page: who cannot see has a name for each button, link, picture and field" \
    "[...document.querySelectorAll('a, button, input, select, [role=img]')].filter((e) => e.checkVisibility() &&
      !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).map((e) => e.outerHTML.slice(0, 60))" '[]'
done
[ "$charts" -eq 0 ] || browser_open run/index.html 1280 900 light
[ "$charts" -eq 0 ] || shows "charts" "document.querySelectorAll('canvas').length" 2

# ---- The slider, by clicks and by keys.
browser_open run/index.html 1280 900 light
windows=$(data run '.windows.cycles | length')
browser_eval "document.querySelector('#window').focus()" >last.log
key Home
shows "Home: the first window" "document.querySelector('#window-says').textContent" \
  "\"0 to $(data run '.windows.cycles[0]') of $(data run .result.cycles)\""
key ArrowRight ArrowRight
shows "arrows: the third" "document.querySelector('#window').value" '"2"'
browser_eval "document.querySelector('#map .hit').dispatchEvent(new PointerEvent('pointerenter'))" >last.log
shows "a link says its load in it" "document.querySelector('#picked').textContent.match(/([0-9.]+) %/)[1]" \
  "\"$(data run '.windows | .flits[2][0] / .cycles[2] * 100' | awk '{printf "%.*f", $1 < 10 ? 2 : 1, $1}')\""
first=$(browser_eval "document.querySelector('#map .link').style.stroke")
key End
shows "End: the last" "document.querySelector('#window').value" "\"$((windows - 1))\""
shows "another window, other colours" "document.querySelector('#map .link').style.stroke !== $first" true
browser_click '#whole'
shows "the whole run" "document.querySelector('#picked').textContent.match(/([0-9]+) flits/)[1]" "\"$(data run '.result.links[0].flits')\""
shows "its cycles" "document.querySelector('#window-says').textContent" "\"0 to $(data run .result.cycles)\""
key ' '
shows "by a key back to the window" "document.querySelector('#whole').checked" false
browser_click '#play'
shows "Play plays" "document.querySelector('#play').textContent" '"Stop"'
browser_click '#play'
shows "and stops" "document.querySelector('#play').textContent" '"Play"'

# ---- The map by keys: one stop of Tab, then arrows.
browser_eval "document.querySelector('#map .router').focus()" >last.log
shows "a router that is focused says its links" "document.querySelector('#picked').textContent.startsWith('Router 0,0: to 1,0 ')" true
key ArrowRight ArrowUp
shows "arrows go to its neighbours" "document.activeElement.getAttribute('aria-label')" '"router 1,1"'
shows "focus is seen" "getComputedStyle(document.activeElement).outlineStyle !== 'none'" true
shows "one stop of all routers" "document.querySelectorAll('#map .router[tabindex=\"0\"]').length" 1

# ---- Tabs.
shown="[...document.querySelectorAll('.journey')].filter((e) => !e.hidden).map((e) => e.id)"
shows "one journey is shown" "$shown" '["journey-0"]'
browser_click '#tab-2'
shows "a click shows another" "$shown" '["journey-2"]'
key ArrowRight
shows "an arrow the next" "$shown" '["journey-3"]'
key End ArrowRight
shows "round to the first" "$shown" '["journey-0"]'
shows "the tab is selected" "document.querySelector('[role=tab][aria-selected=true]').id" '"tab-0"'
shows "its stages are the cycles of its way" "document.querySelectorAll('#journey-0 .stages').length >= $(data run '.journeys[0].hops | length')" true

# ---- Tables and the filter.
browser_click '#busiest thead th:nth-child(4) button'
shows "a click sorts" "(() => {const v = [...document.querySelectorAll('#busiest tbody td:nth-child(4)')].map((e) => Number(e.textContent));
  return v.every((x, i) => i === 0 || v[i - 1] <= x)})()" true
key Enter
shows "Enter the other way" "document.querySelector('#busiest th:nth-child(4)').getAttribute('aria-sort')" '"descending"'
browser_open bad/index.html 1280 900 light
rows="[...document.querySelectorAll('#runs tbody tr')].filter((r) => !r.hidden).length"
shows "all runs" "$rows" 4
browser_eval "document.querySelector('#words').focus()" >last.log
browser_ask Input.insertText '{"text": "b.yaml seed"}' >last.log
shows "words that no run has" "$rows" 0
browser_click '.filter button'
shows "all again" "$rows" 4
browser_ask Input.insertText '{"text": "no more"}' >last.log
browser_click '#matrix-table .bad a'
shows "a cell leads to its run" "location.hash" "\"#run-$(data bad '[.result.runs[].result == "pass"] | index(false)')\""
shows "a file of the bundle is found" "document.querySelector('.files a').href" "\"file://$work/report/group-1/mismatch.txt\""
browser_eval "document.activeElement.blur(); scrollTo(0, 0)" >last.log
browser_open bad/index.html 1280 900 light
key Tab
shows "Tab begins with the way past the navigation" "document.activeElement.className" '"skip"'
key Tab Enter
shows "links by Enter" "location.hash" '"#failures"'

# ---- A stall.
browser_open dead/index.html 1280 900 light
shows "routers of the chain are marked" "document.querySelectorAll('#wait-map .router.bad').length" \
  "$(data dead '[.waiting | .entries[:.chain][] | select(.in == "router") | .place] | unique | length')"

same "no errors" "$(cat browser.said)" ""
same "no requests but for the pages" "$(grep -v "^file://$work/[a-z]*/index.html" browser.asked | sort -u)" ""
browser_end

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
