#!/usr/bin/env bash
# The bundle of a failure: its files, that the same failure comes from it on the router alone, wherever
# the folder is, and what is said where there is none. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/planted.sh"

cat >mesh.yaml <<'YAML'
topology: mesh:3x1
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.7, packet_flits: "1:1,4:2"}
run: {router: lockstep, warmup: 0, cycles: 600}
YAML
plant router/vc_allocator.sv ">= CmpW'(need);" ">= CmpW'(need) + CmpW'(w == Vcs - 1);"

run run mesh.yaml --json m.json
holds "without --report: the status" test "$rc" -eq 1
holds "without --report: the line that writes it" grep -Eq '^bundle: .*mesh.yaml.* --report DIR$' err
holds "without --report: no folder" test ! -e bad

run run mesh.yaml --quiet --report bad --json m.json --follow 1
holds "a mismatch" test "$rc" -eq 1
holds "a packet is followed in its waves" test "$(grep -c '^-packet 1: ' bad/window.gtkw)" -eq 2
place=$(jq -r .mismatch.place m.json | sed 's/ /_/')
holds "its pipeline, at the port and VC that differ" grep -Eq "^-pipeline of $place, input port [0-9], VC [01]\$" bad/window.gtkw
awk -v group="-pipeline of $place" 'index($0, group) == 1 {n++; next} n == 1' bad/window.gtkw >pipeline.txt
holds "from its link to its output" test "$(grep -c 'in from ' pipeline.txt)" -eq 1 -a "$(grep -c 'out to ' pipeline.txt)" -ge 2
for stage in 'input VC, and route' 'VC allocation' switch link; do
  holds "with its $stage" grep -qx -- "-$stage" pipeline.txt
done
holds "RTL and golden model in pairs" test "$(grep -c '^+{RTL ' pipeline.txt)" -eq "$(grep -c '^+{golden ' pipeline.txt)"
holds "whose way begins at the node" grep -q '^-node [0-9]*$' bad/window.gtkw
for file in scenario.yaml mismatch.txt stimulus window.fst window.gtkw window.sucl window.surf.ron repro.sh; do
  holds "bundle: $file" test -s "bad/$file"
done
holds "nothing half-written" test "$(find bad -name '*nocstep-tmp*' | wc -l)" -eq 0
holds "repro.sh is one line" test "$(wc -l <bad/repro.sh)" -eq 1

cycle=$(jq .mismatch.cycle m.json)
# GTKWave's program reads the waves; it is no part of make deps, and without it nothing looks at them.
waves=yes
command -v fst2vcd >check.log || { waves=no && echo "fst2vcd is not installed: no waves are read"; }
if [ "$waves" = yes ]; then
  fst2vcd bad/window.fst >w.vcd 2>check.log
  first=$(grep -m 1 '^#[1-9]' w.vcd | tr -d '#')
  last=$(grep '^#' w.vcd | tail -n 1 | tr -d '#')
  from=$((cycle > 64 ? cycle - 64 : 0))
  holds "the window begins 64 cycles before ($first)" test $((first / 10)) -ge "$from" -a \
    $((first / 10)) -le $((from + 1))
  holds "it ends 16 cycles behind ($last)" test $((last / 10)) -ge $((cycle + 16)) -a \
    $((last / 10)) -le $((cycle + 30))
fi

mv bad elsewhere
run replay elsewhere --json r.json
holds "replay: fails" test "$rc" -eq 1
holds "replay: prints it" grep -q "^result       mismatch in cycle $cycle: " out
for key in cycle register element place; do
  holds "replay: the same $key" test "$(jq ".mismatch.$key" m.json)" = "$(jq ".mismatch.$key" r.json)"
done
(cd / && NOCSTEP=$nocstep "$work/elsewhere/repro.sh") >out 2>err
holds "repro.sh: the same" test $? -eq 1
gives "replay: before it nothing differs" 0 replay elsewhere --until "$cycle"
gives "replay: up to it" 1 replay elsewhere --until $((cycle + 1))

# The third eye: what the stimulus says is on the pins is in the waves of the network.
name=$(jq -r .mismatch.place m.json | sed 's/ /_/')
word=$(sed -n 's/^# word \([0-9]*\): in_valid,.*/\1/p' elsewhere/stimulus)
if [ "$waves" = yes ]; then
  run run mesh.yaml --quiet --wave all.fst
  fst2vcd all.fst >all.vcd 2>check.log
else
  : >all.vcd
fi
# Flits on links to the router, by cycle: from the credit and valid pins of its neighbours' side.
awk -v scope="$name" '
  $1 == "$scope" {path[++depth] = $3}
  $1 == "$upscope" {depth--}
  $1 == "$var" && path[depth] == "rtl" && path[depth - 1] == scope && $5 == "wr_en" {id = $4}
  /^#/ {now = int(substr($0, 2) / 10)}
  /^b/ && $2 == id {
    for (c = from; was && c < now; c++) print c
    was = substr($1, 2) ~ /1/; from = now
  }
' all.vcd | sort -un >waves.txt
awk -v w="$word" '
  $1 == "reset" || $1 == "cycle" {
    for (i = 3; i <= NF; i++) {split($i, p, ":"); if (p[1] == w) value = p[2]}
    split($2, c, "-"); if (c[2] == "") c[2] = c[1]
    if ($1 == "cycle" && value != "" && value != "0") for (k = c[1]; k <= c[2]; k++) print k
  }' elsewhere/stimulus | sort -un >pins.txt
before() { awk -v most="$cycle" '$1 < most - 1' "$1"; }
holds "third eye: there are flits" test "$(before pins.txt | wc -l)" -gt 5
if [ "$waves" = yes ]; then
  holds "third eye: they come when the waves have them" cmp <(before pins.txt) <(before waves.txt)
fi

# Waves of the router alone: the inputs are those of the stimulus, RTL and golden registers agree up to the
# failure, and part there.
run replay elsewhere --quiet --wave alone.fst
holds "replay --wave: the status" test "$rc" -eq 1
holds "replay --wave: a save file, with the marker" grep -q "^\*[-0-9.]* $(((cycle + 1) * 10)) " alone.gtkw
holds "replay --wave: of this router alone" test "$(grep -c '^noc\.link' alone.gtkw)" -eq 0
if [ "$waves" = yes ]; then
  fst2vcd alone.fst >alone.vcd 2>check.log
  awk '$1 == "$var" && $5 == "in_valid" {id = $4} /^#/ {now = int(substr($0, 2) / 10)}
    /^b/ && $2 == id {
      for (c = from; was && c < now; c++) print c
      was = substr($1, 2) ~ /1/; from = now
    }' alone.vcd | sort -un >alone.txt
  holds "replay --wave: flits come when the stimulus has them" cmp <(before pins.txt) <(before alone.txt)
  register=$(jq -r .mismatch.register m.json)
  awk -v register="$register" '
    $1 == "$scope" {scope = $3}
    $1 == "$var" && $5 ~ "^" register "_" {side[$4] = scope; name[$4] = $5}
    /^#/ {if (differs()) {print now / 10; exit}; now = substr($0, 2)}
    /^b/ && $2 in side {value[side[$2], name[$2]] = $1}
    /^[01]/ && substr($0, 2) in side {value[side[substr($0, 2)], name[substr($0, 2)]] = substr($0, 1, 1)}
    function differs(i) {
      for (i in side) if (value["rtl", name[i]] != value["ref", name[i]]) return 1
      return 0
    }' alone.vcd >part.txt
  holds "replay --wave: they part behind cycle $cycle" test "$(cat part.txt)" = $((cycle + 1))
fi
gives "replay --wave, nothing differs: waves" 0 replay elsewhere --until "$cycle" --wave before.fst
holds "replay --wave, nothing differs: both files" test -s before.fst -a -s before.gtkw
refuses "replay --wave -" '^-: there is standard output; there must be' replay elsewhere --wave -
refuses "replay --wave: a folder" '^empty.fst: ' replay elsewhere --wave "$(mkdir -p empty.fst && echo empty.fst)"

# A mended file.
mkdir try
cp "$source_tree/rtl/router/vc_allocator.sv" try/mended.sv
gives "replay --rtl: mended" 0 replay elsewhere --rtl try/mended.sv
gives "replay --rtl: as it was" 1 replay elsewhere --rtl copy/rtl/router/vc_allocator.sv
refuses "replay --rtl: no such file" '^none.sv: there is no such file' replay elsewhere --rtl none.sv
refuses "replay --rtl: no module" '^mesh.yaml: there is no module' replay elsewhere --rtl mesh.yaml
refuses "replay --rtl: another unit's" 'injection.sv: its module is injection; it must be one that a router is made of$' \
  replay elsewhere --rtl "$source_tree/rtl/ni/injection.sv"
echo 'module mine; endmodule' >try/mine.sv
refuses "replay --rtl: nobody's" '^try/mine.sv: its module is mine; it must be one that has a file' \
  replay elsewhere --rtl try/mine.sv
sed -i 's/^endmodule.*/endmodul/' try/mended.sv
run replay elsewhere --quiet --rtl try/mended.sv
refused "replay --rtl: it does not compile" 2 'plug-in router: .*/try/mended.sv:[0-9:]* syntax error'

# The inputs from waves of the network, in the place of a bundle: those of the run that has failed, and of
# one of golden models alone, which sends the same.
scope=noc.$name
run run mesh.yaml --quiet --wave failed.fst
run run mesh.yaml --quiet --router ref --wave golden.fst
for file in failed golden; do
  run replay --from $file.fst --scope "$scope" --json r.json
  holds "replay --from $file.fst: fails" test "$rc" -eq 1
  for key in cycle register element place; do
    holds "replay --from $file.fst: the same $key" test "$(jq ".mismatch.$key" m.json)" = "$(jq ".mismatch.$key" r.json)"
  done
  gives "replay --from $file.fst: before it nothing differs" 0 replay --from $file.fst --scope "$scope" --until "$cycle"
  gives "replay --from $file.fst: mended" 0 replay --from $file.fst --scope "$scope" --rtl "$source_tree/rtl/router/vc_allocator.sv"
done
gives "replay --from: with _ in the scope" 1 replay --from golden.fst --scope "${scope/,/_}"
gives "replay --from, --wave" 1 replay --from golden.fst --scope "$scope" --wave again.fst
gives "replay --from: waves of a replay" 1 replay --from again.fst --scope "$scope"
refuses "replay --from: no such scope" "^golden.fst: --scope is 'noc.router_9,9', which has no inputs; it must be a router" \
  replay --from golden.fst --scope noc.router_9,9
refuses "replay --from: an interface" "^golden.fst: --scope is 'noc.ni_0', which has no inputs" replay --from golden.fst --scope noc.ni_0
run run mesh.yaml --quiet --router ref --wave late.fst --wave-from 5
refuses "replay --from: not from reset on" '^late.fst: the file is from cycle 5 on; it must be from reset on' \
  replay --from late.fst --scope "$scope"
refuses "replay --from: no file" '^none.fst: there is no such file; there must be waves' replay --from none.fst --scope "$scope"
refuses "replay --from: no waves" '^mesh.yaml: the file is no whole FST file' replay --from mesh.yaml --scope "$scope"
refuses "replay --from without --scope" '^replay: there is --from without --scope' replay --from golden.fst
refuses "replay --scope without --from" '^replay: there is --scope without --from' replay elsewhere --scope "$scope"
refuses "replay --from and a bundle" '^replay: there is BUNDLE and --from; there must be' replay elsewhere --from golden.fst --scope "$scope"
refuses "replay of nothing" '^replay: there is neither a bundle nor waves; there must be' replay
refuses "replay --from: --wave to the same file" '^--wave is golden.fst, as for --from' \
  replay --from golden.fst --scope "$scope" --wave ./golden.fst
run run "$scenarios/irregular_32.yaml" --quiet --router ref --set run.cycles=20 --wave tables.fst
refuses "replay --from: a router with tables" '^tables.fst: there is a router with tables' replay --from tables.fst --scope noc.router_0
size=$(stat -c %s golden.fst)
for part in 1 2 3 4 5 6 7; do
  head -c $((size * part / 8)) golden.fst >cut.fst
  refuses "replay --from: cut off after $part/8" '^cut.fst: ' replay --from cut.fst --scope "$scope"
  cp golden.fst hurt.fst
  printf '\377\377\377\377' | dd of=hurt.fst bs=1 seek=$((size * part / 8)) conv=notrunc 2>check.log
  run replay --from hurt.fst --scope "$scope" --quiet
  holds "replay --from: damaged at $part/8: in a line, or not seen" test "$rc" -le 1 -a "$(wc -l <err)" -eq 0 -o \
    "$rc" -eq 2 -a "$(wc -l <err)" -eq 1
done

# A folder that is no bundle is refused in a line.
refuses "a missing folder" '^nowhere: there is no such folder; there must be' replay nowhere
mkdir empty
refuses "a folder without a stimulus" '^empty: there is no stimulus; there must be' replay empty
damaged() { # NAME PATTERN SED
  rm -rf broken && cp -r elsewhere broken
  sed -i "$3" broken/stimulus
  refuses "$1" "$2" replay broken
}
damaged "another version" '^broken/stimulus:1:18: the version of the stimulus is .2.; it must be 1' '1s/1$/2/'
damaged "another list" '^broken/stimulus:[0-9:]* the stimulus is of another version of nocstep' 's/^list .*/list 0123456789abcdef/'
damaged "cut off" '^broken/stimulus:' '$d'
damaged "a line lost" '^broken/stimulus:.* end is ' '$!{/^cycle 3 /d}'
damaged "a word that is not there" 'a word of the inputs is .999:1.' '/^cycle 0/s/$/ 999:1/'
damaged "a word with more digits than a number has" 'a word of the inputs is .0000000000000000000:1.' '/^cycle 0/s/$/ 0000000000000000000:1/'
damaged "a cycle that no run has" 'a cycle is .1000000000000000000.' 's/^cycle 0/cycle 1000000000000000000/'
damaged "a parameter" 'a parameter is .Portz=5.' 's/Ports=/Portz=/'
damaged "a shape that cannot be" '^broken/stimulus:' 's/Vcs=2/Vcs=77/; s/Queues=2/Queues=77/'
refuses "--window" "^--window is '64'; it must be BEFORE:AFTER" run mesh.yaml --report d --window 64
refuses "--window without --report" "^run: there is --window without --report; there must be --report as well$" run mesh.yaml --window 64:16
refuses "--checkpoint-memory without --report" "^run: there is --checkpoint-memory without --report" run mesh.yaml --checkpoint-memory 5

# A full disk: one line, status 3, and no file that is not whole.
mkdir full
(ulimit -S -f 4; run run mesh.yaml --quiet --report full; echo "$rc" >rc.txt)
holds "a full disk: no half file" test ! -e full/window.fst
(ulimit -S -f 1; run replay elsewhere --quiet --wave full.fst; echo "$rc" >rc.txt)
holds "a full disk: waves of a replay: the status" test "$(cat rc.txt)" -eq 3
holds "a full disk: waves of a replay: no file" test ! -e full.fst -a ! -e full.gtkw -a ! -e full.sucl -a ! -e full.surf.ron

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
