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

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
