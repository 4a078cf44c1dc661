#!/usr/bin/env bash
# Waves of runs: two of them compared (nocstep diff), held against what GTKWave's own reader and a few lines
# of awk find in the same files. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

# The shape of the network of tests/network/test_wave.c, so that no plug-in is built for this alone.
cat >mesh.yaml <<'YAML'
topology: mesh:2x2
workload: {traffic: uniform, load: 0.5, packet_flits: 4}
run: {router: lockstep, warmup: 0, cycles: 60, seed: 3}
YAML
run run mesh.yaml -q --wave a.fst
holds "a run in lockstep" test "$rc" -eq 0

# --- diff ----------------------------------------------------------------------------------------
gives "waves against themselves" 0 diff a.fst a.fst --json d.json
is "equal" d.json '.schema == "nocstep.diff/1" and .of == "waves" and .equal and .first == null and .units == [] and
  .differ == 0 and .widths == [] and .only_a == [] and .only_b == [] and .signals > 1000 and .cycles.from == 0'
run diff a.fst a.fst
holds "equal: in words" grep -Eq '^equal +in every cycle$' out
run run mesh.yaml -q --wave window.fst --wave-from 20 --wave-to 39
gives "a window of the same run" 0 diff a.fst window.fst --json d.json
is "a window: its cycles" d.json '.cycles == {"from": 20, "to": 40, "offset": 0}'
run run mesh.yaml -q --set run.router=ref --wave golden.fst
gives "golden models alone: links" 0 diff a.fst golden.fst --scope 'noc.link_*'
gives "golden models alone: inputs" 0 diff golden.fst a.fst --scope 'noc.*.in'
gives "golden models alone: the sides are not all there" 1 diff a.fst golden.fst --json d.json
is "which are missing" d.json '.differ == 0 and .only_b == [] and (.only_a | length) > 100 and
  ([.only_a[] | select(test("[.]rtl[.]") | not) | select(test("[.]ref[.]") | not)] == [])'
run diff a.fst golden.fst
holds "which are missing: in words" grep -Eq '^in A alone +[0-9]+ signals of noc.ni_0.ref, as ' out
holds "which are missing: and the rest is equal" grep -Eq '^equal +what both have' out

# Another run. Packets of the same lengths come from other places to others.
run run mesh.yaml -q --set run.seed=4 --wave other.fst
gives "another seed" 1 diff a.fst other.fst --json d.json
is "another seed: in the order of cycles" d.json '.first == .units[0] and ([.units[].cycle] | . == sort) and
  .differ == ([.units[].differ] | add) and ([.units[] | select(.a == .b)] == [])'
is "another seed: units of both sides" d.json '[.units[].unit] | index("router.vc_allocator") != null and
  index("network_interface.injection") != null and index("link") != null and index("inputs") != null'
is "another seed: RTL parts as its golden model does" d.json '[.units[] | select(.scope | endswith(".rtl"))
  | [(.scope | sub("rtl$"; "ref")), .unit, .cycle]] - [.units[] | [.scope, .unit, .cycle]] == []'
run diff a.fst other.fst
holds "another seed: in words" grep -Eq "^part +in cycle $(jq .first.cycle d.json), $(jq -r .first.unit d.json): $(jq -r .first.signal d.json) is " out
run diff a.fst other.fst --cycles 30:35 --json late.json
is "cycles 30 to 35" late.json '.cycles.from == 30 and .cycles.to == 35 and ([.units[].cycle] | min >= 30 and max <= 35)'

# The third eye: each scope has as many signals that differ, and the same first cycle. A cycle has the values
# at its edge; behind the last edge nothing is known of wires.
if command -v fst2vcd >check.log; then
  fst2vcd a.fst >a.vcd 2>check.log
  fst2vcd other.fst >other.vcd 2>check.log
  cat >eye.awk <<'AWK'
    FNR == 1 {file++; scope = ""; end[file] = -1}
    $1 == "$scope" {scope = scope "." $3}
    $1 == "$upscope" {sub(/[.][^.]*$/, "", scope)}
    $1 == "$var" {id[file, $4] = id[file, $4] " " scope "." $5; wire[scope "." $5] = $2 == "wire"}
    /^#/ {now = substr($0, 2); next}
    !/^[$]/ && now != "" {
      if ($1 ~ /^[01xz]/) {v = substr($1, 1, 1); k = substr($1, 2)} else {v = substr($1, 2); k = $NF}
      if (/^s/) {v = substr($0, 2, length($0) - length($NF) - 2)}
      n = split(id[file, k], names, " ")
      for (i = 1; i <= n; i++) {
        value[file, int(now / 10), names[i]] = v
        if (names[i] == ".noc.cycle") end[file] = int(now / 10)
      }
    }
    END {
      last = end[1] < end[2] ? end[1] : end[2]
      for (name in wire) {
        if (name == ".noc.clk" || name == ".noc.cycle") continue
        edge = name ~ /^.noc.link_/ || (!wire[name] && name !~ /[.]in[.]/)
        for (c = 0; c <= last; c++) {
          for (f = 1; f <= 2; f++) if ((f, c, name) in value) at[f] = value[f, c, name]
          if (at[1] != at[2] && (edge || c < last)) {
            place = substr(name, 2); sub(/[.][^.]*$/, "", place)
            differ[place]++
            if (!(place in first) || c < first[place]) first[place] = c
            break
          }
        }
        at[1] = at[2] = ""
      }
      for (place in first) print place, differ[place], first[place]
    }
AWK
  awk -f eye.awk a.vcd other.vcd | sort >eye.txt
  jq -r '[.units | group_by(.scope)[] | "\(.[0].scope) \([.[].differ] | add) \([.[].cycle] | min)"][]' d.json | sort >ours.txt
  holds "third eye: the same signals and cycles" diff eye.txt ours.txt
  holds "third eye: of all components" test "$(wc -l <eye.txt)" -gt 20
else
  echo "fst2vcd is not installed: no third eye"
fi

# A packet that is sent later does the same later.
for cycle in 5 12; do
  printf '%d 0 3 4\n' $cycle >trace.txt
  printf 'topology: mesh:2x2\nworkload: {trace: trace.txt}\n' >trace.yaml
  run run trace.yaml -q --router lockstep --wave "at_$cycle.fst"
done
gives "later by 7 cycles" 1 diff at_5.fst at_12.fst
gives "later, with its offset" 0 diff at_5.fst at_12.fst --offset 7
gives "earlier, with its offset" 0 diff at_12.fst at_5.fst --offset=-7

refuses "waves beside a result" '^d.json: there is a result beside waves; there must be two results, two event databases or two waves' diff a.fst d.json
refuses "no such waves" '^none.fst: there is no such file; there must be waves' diff a.fst none.fst
refuses "no waves" '^text.fst: the file is no whole FST file' diff a.fst "$(cp mesh.yaml text.fst && echo text.fst)"
refuses "no such scope" "^window.fst: there is no signal in --scope noc.router_9,9; there must be a scope of both" diff a.fst window.fst --scope noc.router_9,9
refuses "no such cycles" "^window.fst: there is no cycle that is also one of the other's" diff a.fst window.fst --cycles 50:60
for cycles in 2:1 1 1:2:3 -1:2 x; do
  refuses "the cycles $cycles" "^--cycles is '$cycles'; it must be two cycles" diff a.fst a.fst "--cycles=$cycles"
done
refuses "an offset that is none" "^--offset is '1x'; it must be a number of cycles" diff a.fst a.fst --offset 1x
refuses "an offset of results" "^--offset is given without waves" diff d.json d.json --offset 1
head -c 3000 a.fst >cut.fst
refuses "cut off" '^cut.fst: the file is' diff a.fst cut.fst
refuses "cut off, the first" '^cut.fst: the file is' diff cut.fst a.fst

# --- follow --------------------------------------------------------------------------------------
# The way of a packet is that of the event database; the signals are in the waves, and at the other end of
# each link is the packet's head in the cycle that the database has.
run run mesh.yaml -q --events e.sqlite --wave follow.fst
packet=$(sqlite3 e.sqlite "SELECT packet FROM hop WHERE packet IN (SELECT id FROM packet WHERE result = 'delivered')
  GROUP BY packet ORDER BY count(*) DESC, max(last) - min(arrival) DESC LIMIT 1")
gives "a packet that is followed" 0 run mesh.yaml -q --wave follow.fst --follow "$packet"
run explain e.sqlite --packet "$packet" --json story.json
marks() { # FILE.gtkw: the times of its named markers
  sed -n 's/^[*][-0-9.]* [-0-9]* //p' "$1" | tr ' ' '\n' | grep -v '^-1$'
}
holds "follow: markers at its cycles" diff <(marks follow.gtkw) \
  <(jq -r '[.hops[] | .arrival, .granted, .first] + [.packet.arrived, .packet.tail_delivered] | unique[] * 10' story.json)
holds "follow: markers have names" test "$(grep -c '^\[markername\] ' follow.gtkw)" -eq "$(marks follow.gtkw | wc -l)"
# There is one marker for all that happens in a cycle; it names a place once.
holds "follow: the names of its markers" diff <(sed -n 's/^\[markername\] .//p' follow.gtkw) <(jq -r '
  [.hops[] | {at: .arrival, place: .router, what: ""}, {at: .granted, place: .router, what: "VC"}, {at: .first, place: .router, what: "switch"}] +
  [{at: .packet.arrived, place: "interface", what: ""}, {at: .packet.tail_delivered, place: "host", what: ""}] | group_by(.at)[] |
  [group_by(.place)[] | .[0].place + ([.[].what | select(. != "")] | if . == [] then "" else " " + join(", ") end)] | join(", ")' story.json)
group=$(sed -n "/^-packet $packet: /,/^-packet $packet: /p" follow.gtkw)
holds "follow: a group of its own" test -n "$group"
holds "follow: its routers in their order" diff <(echo "$group" | sed -n 's/^-router \(.*\)$/\1/p' | awk '!seen[$0]++') \
  <(jq -r '.hops[] | "\(.router): in port \(.in_port) VC \(.in_vc), out port \(.out_port) VC \(.out_vc)"' story.json)
for signal in in_count wr_tag in_active in_out_vc rd_en st_valid out_credit; do
  holds "follow: $signal of each router, on both sides" test "$(echo "$group" | grep -c "^+{[a-zRTL]* ${signal}\(_[a-z0-9_]*\)\?} noc.router_")" \
    -eq $((2 * $(jq '.hops | length' story.json)))
done
if command -v fst2vcd >check.log; then
  fst2vcd follow.fst >follow.vcd 2>check.log
  awk '$1 == "$scope" {scope = scope "." $3} $1 == "$upscope" {sub(/[.][^.]*$/, "", scope)}
    $1 == "$var" {print substr(scope "." $5, 2)}' follow.vcd | sort >names.txt
  holds "every signal of the save file is in the waves" test -z "$(sed -n 's/^\(+{[^}]*} \)\?\(noc[.][^[]*\).*/\2/p' follow.gtkw |
    sort -u | comm -23 - names.txt)"
  holds "every signal of Surfer's commands is in the waves" test -z "$(sed -n 's/^variable_add //p' follow.sucl | sort -u | comm -23 - names.txt)"
  head=$(jq -r '.packet | "\(.source)>\(.destination) #\(.message)"' story.json)
  echo "$group" | sed -n 's/^+{out to [^}]*} \(noc.link_[^ ]*\)$/\1/p' >links.txt
  paste -d ' ' links.txt <(jq -r '([.packet.entered] + [.hops[].onward])[]' story.json) | while read -r link cycle; do
    awk -v link=".$link" -v time="$((cycle * 10))" -v head=" $head" '
      $1 == "$scope" {scope = scope "." $3} $1 == "$upscope" {sub(/[.][^.]*$/, "", scope)}
      $1 == "$var" && scope "." $5 == link {id = $4}
      /^#/ {now = substr($0, 2)}
      {text = $0; gsub(/\\040/, " ", text)}
      /^s[HS]/ && $NF == id && now == time && index(text, head) {print "head"}' follow.vcd
  done >heads.txt
  holds "follow: its head is on each link in its cycle" test "$(grep -c head heads.txt)" -eq $((1 + $(jq '.hops | length' story.json)))
fi
# Surfer's commands, each as its documentation has it; what is focused is the item that has come last, by the
# letters that Surfer counts items with.
commands() { # FILE.sucl
  awk '
    function wrong() {print FILENAME ":" FNR ": " $0; bad = 1}
    function letters(n, text) {do {text = substr("abcdefghijklmnop", n % 16 + 1, 1) text; n = int(n / 16)} while (n > 0); return text}
    /^#/ {next}
    /[#;]/ {wrong(); next}
    $1 == "variable_add" && NF == 2 && $2 ~ /^noc([.][a-z_0-9,]+)+$/ {items++; next}
    $1 == "divider_add" && NF <= 2 {items++; next}
    $1 == "item_focus" && NF == 2 && $2 == letters(items - 1) {focused = items; next}
    $1 == "item_set_format" && NF == 2 && $2 ~ /^(Hexadecimal|Unsigned|Binary)$/ && focused == items {next}
    $1 == "item_set_color" && NF == 2 && $2 ~ /^(Orange|Violet|Yellow)$/ && focused == items {next}
    $1 == "item_rename" && NF >= 2 && focused == items {next}
    $1 == "item_unfocus" && NF == 1 {next}
    $1 == "marker_set_at" && NF == 3 && $2 ~ /^[0-9]+$/ {next}
    $1 == "cursor_set" && NF == 2 && $2 ~ /^[0-9]+$/ {next}
    $1 == "zoom_to" && NF == 3 && $2 ~ /^[0-9]+$/ && $3 > $2 {next}
    {wrong()}
    END {exit bad || items < 10}' "$1"
}
for file in a other golden window follow; do
  holds "Surfer's commands of $file.fst" commands "$file.sucl"
done
holds "Surfer's commands: the markers" diff <(sed -n 's/^marker_set_at \([0-9]*\) .*/\1/p' follow.sucl) <(marks follow.gtkw)
holds "Surfer's commands: the way of the packet" test "$(grep -c "^divider_add packet_$packet:_" follow.sucl)" -eq 1
holds "Surfer's commands: what is open, in the order of the save file" diff <(sed -n 's/^variable_add //p' follow.sucl) \
  <(awk '/^@c00200$/ {closed++} /^@1401200$/ {closed--} /^[+n]/ && !closed {sub(/^[+][{][^}]*[}] /, ""); sub(/\[.*/, ""); print}' follow.gtkw)
# Surfer's state, read by a reader that knows the notation alone; the fields are those that a file has which Surfer
# itself has written, and what is shown is what GTKWave's save file has, closed groups with it.
state() { # FILE: its state as JSON
  awk -f "$source_tree/tests/cli/ron.awk" "$1.surf.ron" >"$1.state.json"
}
fields='["blacklisted_translators", "drag_started", "show_about", "show_cursor_window", "show_gestures", "show_keys",
  "show_license", "show_logs", "show_performance", "show_quick_start", "show_url_entry", "variable_filter",
  "variable_name_filter_focused", "wanted_timeunit", "waves"]'
of_waves='["default_variable_name_type", "display_item_ref_counter", "display_variable_indices", "displayed_items",
  "focused_transaction", "format", "graphics", "items_tree", "markers", "scroll_offset", "source", "viewports"]'
for file in a other golden window follow; do
  holds "Surfer's state of $file.fst" state "$file"
  is "its fields" "$file.state.json" "keys == $fields and (.waves[0] | del(.cursor) | keys == $of_waves) and
    .waves[0].source == {File: [\"$PWD/$file.fst\"]}"
  is "each item is in the tree once" "$file.state.json" '.waves[0] | (.displayed_items | map(.[0])) as $items |
    ($items | length > 100) and $items == (.items_tree.items | map(.item_ref)) and
    $items == [range(.display_item_ref_counter) | [. + 1]]'
  is "only groups have items in them" "$file.state.json" '.waves[0] | (.displayed_items | map(.[1] | keys[0])) as $kind |
    .items_tree.items as $node | $node[0].level == 0 and
    all(range(1; $node | length); $node[.].level <= $node[. - 1].level + (if $kind[. - 1] == "Group" then 1 else 0 end))'
  holds "its signals, in their order" diff <(jq -r '.waves[0].displayed_items[][1] | select(has("Variable")).Variable[0].variable_ref |
    .path.strs + [.name] | join(".")' "$file.state.json") <(sed -n 's/^\(+{[^}]*} \)\?\(noc[.][^[]*\).*/\2/p' "$file.gtkw")
  holds "its groups, open and closed" diff <(jq -r '.waves[0] | [.displayed_items, .items_tree.items] | transpose[] |
    select(.[0][1] | has("Group")) | .[0][1].Group[0] + .[1] | select(.is_open == .unfolded) | "\(.is_open) -\(.name)"' "$file.state.json") \
    <(awk 'begun {print begun, $0} {begun = ""} /^@800200$/ {begun = "true"} /^@c00200$/ {begun = "false"}' "$file.gtkw")
done
is "Surfer's state: aliases, formats and colours" follow.state.json '[.waves[0].displayed_items[][1] | select(has("Variable")).Variable[0]] |
  (map(.color[0]) | unique == [null, "Orange", "Violet", "Yellow"]) and (map(.format[0]) | unique == [null, "Binary", "Hexadecimal", "Unsigned"])'
holds "Surfer's state: the aliases" diff <(jq -r '.waves[0].displayed_items[][1] | select(has("Variable")).Variable[0].manual_name[0] // empty' \
  follow.state.json) <(sed -n 's/^+{\([^}]*\)} .*/\1/p' follow.gtkw)
holds "Surfer's state: the markers" diff <(jq -r '.waves[0].markers[] | .[1][1] | (.[0] // 0) + (.[1] // 0) * 4294967296' follow.state.json) \
  <(marks follow.gtkw)
holds "Surfer's state: their names" diff <(jq -r '.waves[0].displayed_items[][1] | select(has("Marker")).Marker[0] | .name[0]' follow.state.json) \
  <(sed -n 's/^\[markername\] .//p' follow.gtkw)
is "Surfer's state: what is shown begins as in GTKWave" follow.state.json "(.waves[0].viewports[0].curr_left[0] *
  $(sed -n 's/^.*#//p' <(grep '^#' follow.vcd | tail -n 1)) - $(sed -n 's/^\[timestart\] //p' follow.gtkw)) | fabs < 0.001"
for damage in '/^items_tree/d' 's/show_keys: false,/show_keys: ,/' 's/id: None)/id: None/' '$d' '$a)'; do
  sed "$damage" follow.surf.ron >hurt.surf.ron
  holds "what is no state is seen: $damage" eval '! state hurt 2>/dev/null'
done
run run "$scenarios/worms_octagon_8.yaml" --router ref -q --set run.warmup=0 --events worms.sqlite
copy=$(sqlite3 worms.sqlite 'SELECT id FROM packet WHERE copy_of IS NOT NULL ORDER BY tail_delivered - created DESC LIMIT 1')
worm=$(sqlite3 worms.sqlite "SELECT copy_of FROM packet WHERE id = $copy")
for number in $copy $worm; do
  gives "packet $number of worms" 0 run "$scenarios/worms_octagon_8.yaml" --router ref -q --set run.warmup=0 --wave worms.fst --follow "$number"
  run explain worms.sqlite --packet "$number" --json story.json
  holds "packet $number of worms: its hops" diff <(sed -n 's/^-router \(.*\): in port .*/\1/p' worms.gtkw | sort) \
    <(jq -r '.hops[] | .router, .router' story.json | sort)
  for signal in br_vc br_read; do
    holds "packet $number of worms: $signal of its branches alone" diff \
      <(sed -n "/^-packet $number: /,/^-packet $number: /s/^+{golden \(${signal}_[a-z0-9_]*\)} noc.router_\(.*\).ref.*/\2 \1/p" worms.gtkw | sort) \
      <(jq -r ".hops[] | \"\(.router) ${signal}_p\(.in_port)_v\(.in_vc)_b\(.out_port)\"" story.json | sort)
  done
done
: >markers.txt
for number in $(seq 1 12); do
  run run "$scenarios/worms_torus_4x4.yaml" --router ref -q --set run.cycles=100 --wave worms.fst --follow "$number"
  [ "$rc" -ne 0 ] || sed -n 's/^\[markername\] .//p' worms.gtkw >>markers.txt
done
holds "markers of worms: each place and stage once" awk -F ', ' '
  {delete seen; place = ""
   for (i = 1; i <= NF; i++) {
     if ($i ~ /^[0-9]+,[0-9]+( |$)/) {place = $i; sub(/ .*/, "", place)}
     what = $i ~ /^(VC|switch)$/ ? place " " $i : $i
     if ($i !~ /^([0-9]+,[0-9]+( VC| switch)?|VC|switch|interface|host|[.][.])$/ || seen[what]++) {print; bad = 1}
   }}
  END {exit bad || NR < 20}' markers.txt
refuses "follow without waves" '^--follow is given without --wave or --report' run mesh.yaml --follow 3
run run mesh.yaml -q --wave none.fst --follow 9999
refused "no such packet" 2 "^--follow is 9999; it must be a packet of the run, up to $(sqlite3 e.sqlite 'SELECT max(id) FROM packet')$"
holds "no such packet: the waves are there" test -s none.fst -a -s none.gtkw
run run mesh.yaml -q --wave late.fst --wave-from 70 --follow 1
refused "a packet before the waves" 2 "^--follow is 1, which has left the network in cycle $(sqlite3 e.sqlite 'SELECT tail_delivered FROM packet WHERE id = 1'); it must be a packet that is there"
run run mesh.yaml -q --wave none.fst --wave-from 5000
refused "waves from behind the end on" 2 "^--wave-from is 5000 in a run of [0-9]* cycles; it must be a cycle of the run$"
holds "the waves of before are there" grep -q 'none.fst' none.gtkw
run run mesh.yaml -q --wave early.fst --wave-to 2 --follow "$packet"
refused "a packet behind the waves" 2 "^--follow is $packet, which enters the network in cycle [0-9]+; it must be"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
