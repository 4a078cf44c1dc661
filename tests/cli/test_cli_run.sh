#!/usr/bin/env bash
# `nocstep run`: exit status, summary, JSON, waves, plans, places, interruption, and what it says
# when the environment lacks something. Golden networks, and one small lockstep shape. NOCSTEP is
# the program. Ends with "N passed, N failed".
#
# Files are made in a private directory only, also as root: no path under /dev is an output, since
# a bug there would replace a device of the machine.
set -u
. "$(dirname "$0")/common.sh"
export NOCSTEP_PLUGINS=$work/plugins
borrow_runtime plugins
unset NOCSTEP_HOME VERILATOR

# fails NAME COMMAND...: the check does not pass.
fails() {
  local name=$1
  shift
  if "$@" >check.log 2>&1; then verdict "$name" no; else verdict "$name" yes; fi
}

# run ARGUMENT...: status in rc, output in out and err. The program finds its tools in program_path.
run() {
  PATH=${program_path:-$PATH} "$nocstep" run "$@" >out 2>err </dev/null
  rc=$?
}

# passes NAME ARGUMENT...: status 0 and nothing on standard error but lines about plug-ins, and of progress,
# which a busy machine has time for.
passes() {
  local name=$1
  shift
  run "$@"
  if [ "$rc" -eq 0 ] && { [ ! -s err ] || ! grep -Evq '^(building|built|waiting|[a-z -]+: cycle [0-9]+( of [0-9]+)?, )' err; }; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc; stderr: $(head -c 400 err)"
  fi
}

# refuse NAME STATUS PATTERN ARGUMENT...: one line that matches, nothing on standard output.
refuse() {
  local name=$1 status=$2 pattern=$3
  shift 3
  run "$@"
  one_line "$name" "$status" "$pattern"
}

# one_line NAME STATUS PATTERN: how the last run ended.
one_line() {
  if [ "$rc" -eq "$2" ] && [ ! -s out ] && [ "$(grep -Evc '^(building|built)' err)" -eq 1 ] &&
    grep -Eq -- "$3" err; then
    verdict "$1" yes
  else
    verdict "$1" no "status $rc, expected $2 and /$3/; stderr: $(head -c 400 err)"
  fi
}

# json NAME FILTER [FILE]: the filter is true for the JSON of the last run.
json() {
  holds "$1" jq -e "$2" "${3:-out}"
}

# same FILE FILE: two results that differ in `host` at most.
same() {
  diff <(jq -S 'del(.host)' "$1") <(jq -S 'del(.host)' "$2")
}

cat >u.yaml <<'END'
topology: mesh:2x2
router:   {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.3, packet_flits: 4}
run:      {cycles: 2000}
END
cat >c.yaml <<'END'
topology: mesh:3x2
router:   {vcs: 2, depth: 4}
workload: {collective: allgather, scheme: unicast}
END

# ---- Lockstep. Two runs at once build the plug-ins: one does, the other waits.
"$nocstep" run u.yaml --router lockstep --json two.json >out2 2>err2 &
child=$!
run u.yaml --router lockstep --json one.json
holds "the first of two runs passes" test "$rc" -eq 0
wait "$child"
holds "the second of two runs passes" test $? -eq 0
child=
holds "two runs, one result" same one.json two.json
holds "each plug-in is built once" test "$(cat err err2 | grep -c '^built in')" -eq 2
holds "nothing but plug-ins, locks and the runtime is left" \
  test -z "$(find plugins -mindepth 1 ! -name '*.so' ! -name '*.sum' ! -name '*.lock' ! -name 'runtime-*')"
holds "a summary" grep -Eq '^lockstep +4 routers, 4 interfaces, .* bits compared, 0 mismatches' out
holds "what was exercised" grep -Eq '^exercised +[0-9]+ of [0-9]+ events, [0-9]+ of [0-9]+ units, ([0-9]+) of \1 port pairs, 2 of 2 VCs$' out
holds "what was not" grep -Eq '^  never      .*a host refuses a beat' out

passes "JSON on standard output" u.yaml --router lockstep --json -
json "only JSON there" '.schema == "nocstep.run/1"'
holds "the same as in the file" same out one.json
json "all keys" '[.scenario, .lockstep, .packets, .flits, .latency, .network_latency,
  .throughput, .host | type] | all(. == "object")'
json "numbers" '[.cycles, .zero_load_latency, (.lockstep | .routers, .interfaces, .cycles,
  .registers_per_router, .bits_compared, .mismatches), (.packets | .injected, .delivered,
  .in_flight), (.flits | .injected, .delivered, .hops, .switched), (.latency, .network_latency |
  .mean, .p50, .p95, .p99, .max), (.throughput | .offered, .accepted), (.host | .wall_s, .cpu_s,
  .cycles_per_s, .flit_hops_per_s, .peak_rss_bytes, .threads, .ranks)] | all(type == "number")'
json "memory in bytes: the system counts it by 1024" '.host.peak_rss_bytes | . % 1024 == 0 and . > 1048576'
json "links" '.links | length == 8 and all(.utilisation > 0 and .flits > 0 and .from != .to)'
json "links differ, by the port where two routers have several" '[.links[] | [.from, .port]] | length == (unique | length)'
json "links add up to hops" '([.links[].flits] | add) == .flits.hops'
json "energy: what is written is read, and every flit leaves a queue at both ends" '.energy as $e |
  .flits | $e.buffer_writes == .switched and $e.buffer_reads == .switched and $e.crossbar == .switched and
  $e.link_traversals == .hops and $e.interface_writes == 2 * .delivered and
  $e.interface_reads == 2 * .delivered and $e.interface_links == 2 * .delivered and $e.xor == 0'
json "result" '.result == "pass" and (has("error") | not) and (has("collective") | not)'
json "everything was compared" '.lockstep | .routers == 4 and .interfaces == 4 and
  .bits_compared > .cycles * .registers_per_router * .routers and .mismatches == 0'
json "nothing is lost" '.packets.in_flight == 0 and .packets.delivered == .packets.injected and
  .flits.delivered == 4 * .packets.delivered'
json "the scenario is resolved" '.scenario | .router.pipeline == 3 and .router.flit_bits == 64 and
  .run.router == "lockstep" and .run.seed == 1 and .run.warmup == 0 and .run.drain'
json "what was exercised: of events, units, pairs of ports, VCs" '.coverage | .events.input_flit == 1000 and
  .events.host_refuses == 0 and (.events | has("xor_made") | not) and
  (.units.reached | index("router.vc_allocator")) and .port_pairs.possible > 0 and
  .port_pairs.reached == .port_pairs.possible and .vcs.reached == .vcs.possible'
mv out lockstep.json
passes "a few cycles in lockstep" u.yaml --router lockstep --set run.cycles=25 --set run.drain=false --json -
json "not all was exercised" '.coverage | .port_pairs.reached < .port_pairs.possible'

passes "golden" u.yaml --json ref.json
holds "energy in the summary" grep -qxF "$(jq -r '.energy | "energy       \(.buffer_writes) + \(.interface_writes) buffer writes, \(.buffer_reads) + \(.interface_reads) reads (routers + interfaces), \(.xor) flits XORed"' ref.json)" out
holds "no lockstep line without lockstep" test "$(grep -c '^lockstep' out)" -eq 0
json "nothing compared without lockstep" '.lockstep.bits_compared == 0' ref.json
json "nothing is said of the RTL without RTL" '.coverage == null' ref.json
for kind in ref rtl; do
  passes "$kind alone" u.yaml --router "$kind" --json -
  holds "$kind alone does the same" diff \
    <(jq 'del(.host, .lockstep, .coverage, .scenario)' out) <(jq 'del(.host, .lockstep, .coverage, .scenario)' lockstep.json)
done
for kind in rtl lockstep; do
  passes "$kind with three threads" u.yaml --router "$kind" --threads 3 --quiet --json -
  holds "threads do not change what $kind does" diff \
    <(jq 'del(.host, .lockstep, .coverage, .scenario)' out) <(jq 'del(.host, .lockstep, .coverage, .scenario)' lockstep.json)
  json "three threads" '.host.threads == 3'
done
refuse "no threads" 2 "^--threads is '0'; it must be 1 to 64" u.yaml --threads 0
holds "what rests counts as compared" test \
  "$("$nocstep" run u.yaml --router lockstep --skip-idle --quiet --json - | jq -c '.lockstep, .coverage' | md5sum)" \
  = "$(jq -c '.lockstep, .coverage' lockstep.json | md5sum)"
for kind in rtl lockstep; do
  passes "$kind, those at rest left out" u.yaml --router "$kind" --skip-idle --json -
  holds "that does not change what $kind does" diff \
    <(jq 'del(.host, .lockstep, .coverage, .scenario)' out) <(jq 'del(.host, .lockstep, .coverage, .scenario)' lockstep.json)
  json "some were at rest" '.host.skip_idle and .host.at_rest > 0 and .host.at_rest < 1'
done
passes "without assertions" u.yaml --router lockstep --set run.assertions=off --json -
json "the scenario says so" '.scenario.run.assertions == "off" and .lockstep.mismatches == 0'
refuse "neither on nor off" 2 "run.assertions is 'some'; it must be on, off" u.yaml \
  --set run.assertions=some
refuse "none at rest without RTL" 2 '^--skip-idle is given with golden models only' u.yaml --skip-idle
for kind in ref rtl lockstep; do
  passes "$kind, cut off" u.yaml --router "$kind" --set run.cycles=301 --set run.drain=false --json "cut_$kind.json"
done
json "energy of a run that is cut off" '.energy | .buffer_writes > .buffer_reads and
  .interface_writes > .interface_reads' cut_ref.json
for kind in rtl lockstep; do
  holds "energy of $kind, cut off" diff <(jq .energy cut_ref.json) <(jq .energy "cut_$kind.json")
done
passes "mixed" u.yaml --rtl-at 0,0 --lockstep-at 1,1 --lockstep-at=0,1 --json -
json "two places in lockstep" '.lockstep | .routers == 2 and .interfaces == 2 and .bits_compared > 0'
holds "mixed does the same" diff <(jq '.latency, .flits' out) <(jq '.latency, .flits' lockstep.json)
for place in 2,0 0,2 0 0,0,0 x,y 0,0x -1,0 ',' 0,,0 ' 0,0' 4294967296,0; do
  refuse "place '$place'" 2 "^--lockstep-at is '.*'; it must be routers of mesh:2x2, up to 1,1" \
    u.yaml "--lockstep-at=$place"
done
refuse "place in lockstep already" 2 '^--rtl-at is given with run.router lockstep; it must be given with ref' \
  u.yaml --router lockstep --rtl-at 0,0
refuse "place named twice" 2 '^--lockstep-at is 0,0 a second time' u.yaml --rtl-at 0,0 --lockstep-at 0,0

# ---- Quiet, seeds, keys.
passes "quiet" u.yaml --quiet
holds "quiet says nothing" test ! -s out -a ! -s err
run u.yaml --verbose
holds "verbose shows the scenario" grep -Eq '^ +link_latency: 1' err
passes "seed 1" u.yaml --seed 1 --json -
holds "the same seed, the same result" same out ref.json
passes "seed 2" u.yaml --seed 2 --json -
fails "another seed, another result" diff <(jq .latency out) <(jq .latency ref.json)
json "the seed is in the result" '.scenario.run.seed == 2'
refuse "a key set twice" 2 '^--set run.seed=3 is a second value of run.seed, beside run.seed=9; it must be the only one' \
  u.yaml --set run.seed=9 --set router.vcs=2 --seed 3
refuse "a key set twice to the same" 2 'a second value of router.vcs' u.yaml --set router.vcs=2 --set router.vcs=2
refuse "a list outside of a sweep" 2 "^--set router.vcs=2,4: router.vcs is '2,4'; it must be 1 to 16" u.yaml --set router.vcs=2,4
passes "a flag twice is a flag" u.yaml --allow-deadlock --allow-deadlock
# Seconds, bits and joules: the numbers by hand.
for key in buffer_write buffer_read interface_write interface_read crossbar xor slot_write slot_read link; do
  echo "$key: 1e-12"
done >pico.yaml
printf 'link_mm: 2\ninterface_link_mm: 0.5\n' >>pico.yaml
passes "clock and energy" u.yaml --clock 2.5GHz --energy pico.yaml --json -
json "seconds" '.physical | .clock_hz == 2.5e9 and .seconds.completion == null'
json "of the run" '(.physical.seconds.run - .cycles / 2.5e9 | fabs) < 1e-15'
json "of latency" '(.physical.seconds.latency_mean - .latency.mean / 2.5e9 | fabs) < 1e-15'
json "Gbit/s" '(.physical.gbit_per_s.accepted - .throughput.accepted * 64 * 2.5 | fabs) < 1e-6'
json "joules" '.energy as $e | (($e.buffer_writes + $e.buffer_reads + $e.interface_writes + $e.interface_reads
  + $e.crossbar + 2 * $e.link_traversals + 0.5 * $e.interface_links) * 1e-12) as $sum |
  .physical.joules | (.total - $sum | fabs) < 1e-15 and
  (.total - .buffers - .interfaces - .crossbar - .links - .coding | fabs) < 1e-18 and .coding == 0'
run u.yaml --clock 1GHz --energy pico.yaml
holds "the summary has the clock" grep -Eq '^clock +1.00 GHz: the run takes [0-9.]+ [un]s, latency mean [0-9.]+ ns' out
holds "and Gbit/s" grep -Eq '^  a node +[0-9.]+ Gbit/s offered, [0-9.]+ accepted' out
holds "and joules" grep -Eq '^joules +[0-9.]+ [un]J: buffers .*; [0-9.]+ [pf]J a bit delivered; [0-9.]+ m?W$' out
passes "without the options" u.yaml --json -
json "there is neither" 'has("physical") | not'
refuse "no clock" 2 "^--clock is 'fast'; it must be a frequency such as 1GHz" u.yaml --clock fast
refuse "a clock without a unit" 2 "^--clock is '1e9'" u.yaml --clock 1e9
refuse "a clock of 0" 2 "^--clock is '0GHz'" u.yaml --clock 0GHz
sed 's/^xor/xr/' pico.yaml >e.yaml
refuse "energy of an unknown key" 2 "^e.yaml:6:1: xr is an unknown key \(nearest: 'xor'\); it must be buffer_write" u.yaml --energy e.yaml
sed '/^xor/d' pico.yaml >e.yaml
refuse "energy without a key" 2 '^e.yaml:1:1: xor is missing; it must be joules a flit, 0 for nothing' u.yaml --energy e.yaml
sed 's/^link_mm: .*/link_mm: -2/' pico.yaml >e.yaml
refuse "energy below 0" 2 "^e.yaml:10:10: link_mm is '-2'; it must be millimetres" u.yaml --energy e.yaml
sed "\$axor: 1" pico.yaml >e.yaml
refuse "energy twice" 2 '^e.yaml:12:1: xor is given a second time; it must be given once' u.yaml --energy e.yaml
printf 'a: [\n' >e.yaml
refuse "energy in broken YAML" 2 '^e.yaml:2:1: there is broken YAML' u.yaml --energy e.yaml
printf '[%.0s' {1..5000} >e.yaml && refuse "energy in lists without end" 2 '^e.yaml:1:33: there is a list or mapping within 32 others' u.yaml --energy e.yaml
refuse "energy of no file" 2 '^none.yaml: cannot be opened' u.yaml --energy none.yaml
refuse "the result onto the energies" 2 '^--json is pico.yaml, as for --energy' u.yaml --energy pico.yaml --json pico.yaml
passes "keys" u.yaml --set topology=mesh:3x4 --set router.vcs=3 --set workload.load=.1 --json -
json "are set" '.scenario | .topology == "mesh:3x4" and .router.vcs == 3 and .workload.load == 0.1'

# ---- Edges of what can be asked for.
passes "load 0" u.yaml --set workload.load=0 --json -
json "load 0 sends nothing" '.packets.injected == 0 and .latency == null and .cycles == 2000'
run u.yaml --router lockstep --set workload.load=0
holds "load 0 in lockstep is no pass" test "$rc" -eq 1
holds "load 0 in lockstep: why" grep -q '^lockstep: nothing was sent: no flit has come to a node$' err
holds "load 0 in lockstep: a result of its own" grep -q '^result       nothing-sent$' out
passes "load 1" u.yaml --set workload.load=1
passes "load 1 without drain" u.yaml --set workload.load=1 --set run.drain=false --json -
json "saturation is no failure" '.result == "pass" and .packets.in_flight > 0'
passes "one node" u.yaml --set topology=mesh:1x1 --json -
json "one node has nobody to talk to" '.packets.injected == 0 and .links == []'
passes "two nodes" u.yaml --set topology=mesh:1x2 --json -
json "two nodes talk" '.packets.delivered > 0 and (.links | length) == 2'
passes "one VC of one flit" u.yaml --set router.vcs=1 --set router.depth=1
passes "packets of one flit" u.yaml --set workload.packet_flits=1 --json -
json "a packet is a flit" '.flits.delivered == .packets.delivered'
for topology in mesh:7 mesh:2x2x2x2 mesh:2x2@8 mesh:1x1x5 ${full_length:+mesh:2x2x2x2x2x2 mesh:32x32}; do
  passes "$topology" u.yaml --set "topology=$topology" --set run.cycles=300
done
passes "the largest buffers" u.yaml --set router.vcs=16 --set router.depth=640 \
  --set router.flit_bits=256 --set workload.packet_flits=640
passes "long links" u.yaml --set router.link_latency=64
passes "the longest cut-through packets" u.yaml --set router.switching=cut-through
refuse "too long for cut-through" 2 'packets of 5 flits with cut-through buffers of 4' \
  u.yaml --set router.switching=cut-through --set workload.packet_flits=5
refuse "no room for the head" 2 '^--set router.flit_bits=32: router.flit_bits is 32; it must be 64 or 128 or 256 \(the head needs [0-9]+ bits, 8' \
  u.yaml --set topology=mesh:256x256 --set router.flit_bits=32
refuse "no memory for the plan" 2 '^c.yaml: .*needs about [0-9]+ MiB .*it must be up to' \
  c.yaml --set topology=mesh:500x500 --set router.flit_bits=256

# ---- Collectives and plans.
for scheme in unicast binomial; do
  passes "allgather, $scheme" c.yaml --set workload.scheme=$scheme --json -
  json "allgather, $scheme: every block at every node" '.collective | .name == "allgather" and
    .nodes == 6 and .blocks_checked == 30 and .blocks_expected == 30 and .completion > 0 and
    .packets > 0 and .hops > 0 and (has("steps") | not)'
  mv out "$scheme.json"
  passes "plan of $scheme" c.yaml --set workload.scheme=$scheme --write-plan "$scheme.goal" -q
  passes "$scheme as a plan" c.yaml --write-plan - --set workload.scheme=$scheme
  holds "the plan alone on standard output" cmp out "$scheme.goal"
  printf 'topology: mesh:3x2\nrouter: {vcs: 2, depth: 4}\nworkload: {plan: %s.goal}\n' $scheme >p.yaml
  passes "the plan of $scheme runs" p.yaml --json -
  holds "and does what the collective does" diff <(jq '.flits, .packets' out) <(jq '.flits, .packets' $scheme.json)
done
mkdir graphs
"$nocstep" list collectives --json - | jq -r '.collectives[] | .name + " " + .schemes[].name' >pairs
while read -r name scheme; do
  to=$([ "$name" = multicast ] && echo 'to: 1-4,' || true)
  # Worms go where their whole length fits, paths into wide heads, some schemes around tori; a plan has no steps that wait.
  needs=$(case $scheme in *-worm) echo ', switching: cut-through' ;; scheduled) echo ', routing: source, flit_bits: 128' ;; esac)
  steps=$([ "$scheme" = scheduled ] && echo ", steps: overlapped")
  family=$([[ "$scheme" = edst || "$scheme" = dimension-ring ]] && echo torus || echo mesh)
  printf "topology: $family:4x2\nrouter: {vcs: 4, depth: 4$needs}\nworkload: {collective: $name, $to scheme: $scheme$steps}\n" >g.yaml
  passes "$name by $scheme" g.yaml --json result.json --write-plan graphs/g.goal
  printf "topology: $family:4x2\nrouter: {vcs: 4, depth: 4$needs}\nworkload: {plan: graphs/g.goal}\n" >p.yaml
  passes "the plan of $name by $scheme runs" p.yaml --json -
  read -r checked same < <(jq -r --arg name "$name" --arg scheme "$scheme" --slurpfile plan out '
    (.collective | .name == $name and .scheme == $scheme and .nodes == 8 and .packets > 0 and .hops > 0 and
      .completion > 0 and .blocks.expected > 0 and .blocks.checked == .blocks.expected and
      .from >= 1 and .to >= 1) as $checked |
    "\($checked) \([.flits, .packets] == ($plan[0] | [.flits, .packets]))"' result.json)
  holds "$name by $scheme: all was checked" test "$checked" = true
  holds "and its plan does what the collective does" test "$same" = true
done <pairs
holds "there are 50 of them" test "$(wc -l <pairs)" -eq 50
passes "a subset" c.yaml --set workload.scheme=ring --set workload.from=0,2-4 --json -
json "a subset: counts" '.collective | .from == 4 and .to == 4 and .packets == 12 and
  .blocks == {expected: 12, checked: 12}'
json "a subset: resolved" '.scenario.workload | .from == "0,2-4" and (has("to") | not) and
  (has("operation") | not)'
passes "a reduction" c.yaml --set workload.collective=reduce --set workload.to=3 --json -
json "a reduction: resolved" '.scenario.workload | .operation == "xor" and .to == "3"'
json "a reduction: counts" '.collective | .from == 6 and .to == 1 and .packets == 5 and
  .blocks == {expected: 1, checked: 1}'
json "unicasts: one a pair" '.collective.packets == 30' unicast.json
passes "allgather of one node" c.yaml --set topology=mesh:1x1
run c.yaml --set run.cycles=5 --json -
holds "a collective that is cut off: status" test "$rc" -eq 1
json "a collective that is cut off: result" '.result == "timeout" and (.error | type) == "string"'
mkdir report.goal
refuse "plan of traffic" 2 '^--write-plan is given with traffic' u.yaml --write-plan x.goal
refuse "plan and JSON in one place" 2 'standard output' c.yaml --write-plan - --json -
refuse "plan that is not there" 2 '^no.goal: .*No such file' p.yaml --set workload.plan=no.goal
refuse "a folder as plan" 2 '^report.goal: cannot be read: Is a dir' p.yaml --set workload.plan=report.goal
refuse "an endless plan" 2 '^/dev/zero:1:1: there is a NUL' p.yaml --set workload.plan=/dev/zero
refuse "plan for other nodes" 2 '^unicast.goal:1:11: there is a plan of 6 ranks; there must be 1 to 4' \
  p.yaml --set topology=mesh:2x2 --set workload.plan=unicast.goal
mkdir -p plans/of
cp unicast.goal plans/of/u.goal
sed 's,plan: .*},plan: of/u.goal},' p.yaml >plans/p.yaml
passes "a plan beside its scenario" plans/p.yaml --report plans/report
passes "a plan in a report's scenario" plans/report/scenario.yaml
refuse "a plan of --set is not beside it" 2 '^of/u.goal: .*No such file' plans/p.yaml \
  --set workload.plan=of/u.goal
mkfifo plan.fifo
cat unicast.goal >plan.fifo &
passes "a plan from a pipe" p.yaml --set workload.plan=plan.fifo
wait

# ---- Waves.
passes "waves" u.yaml --router lockstep --wave w.fst --wave-from 100 --wave-to 120
holds "a wave" test -s w.fst
holds "a save file" grep -q 'w.fst' w.gtkw
holds "that sets no marker" grep -Eq '^\*-4.500000 -1( -1)+$' w.gtkw
passes "waves of all cycles" u.yaml --router lockstep --wave all.fst
holds "a window is smaller" test "$(stat -c %s w.fst)" -lt "$(stat -c %s all.fst)"
refuse "waves into no folder" 2 '^no/w.fst: cannot be written: No such file' u.yaml --wave no/w.fst
refuse "waves below a file" 2 '^u.yaml/w.fst: cannot be written: Not a dir' u.yaml --wave u.yaml/w.fst
mkdir folder.fst
refuse "waves onto a folder" 2 '^folder.fst: cannot be written: Is a dir' u.yaml --wave folder.fst
mkfifo pipe.fst
refuse "waves onto a pipe" 2 '^pipe.fst: there is a device or a pipe' u.yaml --wave pipe.fst
holds "which stays one" test -p pipe.fst
mkfifo save.gtkw
refuse "a save file onto a pipe" 2 '^save.gtkw: there is a device or a pipe' u.yaml --wave save.fst
holds "which stays one" test -p save.gtkw
mkdir saved.gtkw
refuse "a save file onto a folder" 2 '^./saved.gtkw: cannot be written: Is a dir' u.yaml --wave ./saved.fst
refuse "waves and JSON in one file" 2 '^--wave is ./x.fst, as for --json' u.yaml --json x.fst \
  --wave ./x.fst
for ending in gtkw surf.ron; do refuse "x.$ending and JSON in one file" 2 'as for --json' u.yaml --json "x.$ending" --wave x.fst; done
refuse "report and JSON in one file" 2 '^--report is .*, as for --json' u.yaml --report saved.gtkw \
  --json saved.gtkw/result.json
refuse "JSON onto the scenario" 2 '^--json is u.yaml, as for the scenario' u.yaml --json u.yaml
holds "nothing was written" test ! -e x.fst -a ! -e x.gtkw
("$nocstep" run u.yaml --wave both.fst -q) &
passes "two runs with the same waves" u.yaml --wave both.fst
wait
holds "which are complete" test -s both.fst -a -s both.gtkw
if mknod -m 666 device.fst c 1 3 2>check.log; then
  refuse "waves onto a device" 2 '^device.fst: there is a device or a pipe' u.yaml --wave device.fst
  holds "which stays one" test -c device.fst
fi
for kilobytes in 1 8 64 200 400; do  # a full disk; the reader of FST went round in long waves for ever
  (
    length=$((kilobytes < 100 ? 500 : 20000)) && ulimit -S -f $kilobytes
    within 120 "$nocstep" run u.yaml --wave full.fst --wave-to $length --set run.cycles=$length -q >out 2>err </dev/null
    echo $? >status
  )
  rc=$(cat status)
  one_line "waves of more than $kilobytes KiB" 3 '^cannot write waves to full.fst: (No space left .*ulimit -f|File too large)'
done
refuse "waves as VCD" 2 "^--wave is 'x.vcd'; it must be FILE.fst, since waves are written as FST only" \
  u.yaml --wave x.vcd
fails "waves as VCD: no file" test -e x.vcd
for option in json wave; do
  file=limit.${option/wave/fst}
  echo old >"$file"
  (
    ulimit -S -f 1
    within 120 "$nocstep" run u.yaml -q "--$option" "$file" >out 2>err </dev/null
    echo $? >status
  )
  rc=$(cat status)
  one_line "a limit of 1 KiB, --$option" 3 "$file: .*(File too large|No space left)"
  holds "a limit of 1 KiB, --$option: what was there stays" grep -qx old "$file"
done
(
  ulimit -S -f 1
  within 120 "$nocstep" list >long 2>err </dev/null
  echo $? >status
)
rc=$(cat status)
one_line "standard output with a limit of 1 KiB" 3 'standard output: .*File too large'
for kilobytes in 1 4; do  # pictures are drawn by other programs, which do not look
  for command in 'topo mesh:8x8 --plot limit.png' \
    'sweep u.yaml --router ref --load 0.1:0.1:0.2 --set run.cycles=300 --plot limit.png'; do
    (
      ulimit -S -f $kilobytes
      # shellcheck disable=SC2086  # words on purpose
      within 120 "$nocstep" $command >out 2>err </dev/null
      echo $? >status
    )
    : >out
    sed -i '/runs are done/d' err
    rc=$(cat status)
    one_line "a limit of $kilobytes KiB, $command" 3 'File too large'
  done
done
holds "no half of a picture" test ! -e limit.png

# ---- Killed runs: the next run in the folder removes their files, and not those of one that lives.
start() { # NAME: a run without end, when its wave has begun
  "$nocstep" run u.yaml --set run.cycles=1000000000000 --wave "$1.fst" --wave-to 50 >out 2>err </dev/null &
  await $! compgen -G "$1.fst.*.fst"
}
start lives
child=$!
start killed
kill -KILL $!
wait $! 2>>check.log
holds "files of two runs" test -n "$(compgen -G 'killed.fst.*')" -a -n "$(compgen -G 'lives.fst.*')"
"$nocstep" run u.yaml --json next.json >out 2>err </dev/null
holds "those of the killed run are gone" test -z "$(compgen -G 'killed.fst*')"
kill -INT "$child"
wait "$child"
child=
holds "those of the other have become its wave" test "$(echo lives.*)" = "lives.fst lives.gtkw lives.sucl lives.surf.ron"
refuse "waves onto standard output" 2 'must be the name of a file' u.yaml --wave -
holds "no half of a wave is left" test -z "$(find . -name '*.nocstep-tmp*' -o -name '*.hier')"

# ---- Reports, and results that cannot be written.
passes "report" u.yaml --report report
json "report: JSON" '.result == "pass"' report/result.json
passes "report: its scenario runs" report/scenario.yaml --json -
holds "report: with the same result" same out ref.json
refuse "report of a run that is refused late" 2 'router.flit_bits' u.yaml --report late \
  --set router.flit_bits=32 --set topology=torus:32x32x32
holds "report: no empty folder is left" test ! -e late
refuse "report of a run with a place that is not there" 2 '^--rtl-at is ' u.yaml --report late --rtl-at 99,99
holds "report: no empty folder then" test ! -e late
# ---- What is found out late names its place and does not wait for the plan, whose memory is refused too.
printf 'topology: mesh:256x256\nrouter: {vcs: 2,\n  flit_bits: 32}\nworkload: {collective: allgather, scheme: unicast}\n' >large.yaml
refuse "what the network refuses names its line" 2 '^large.yaml:3:14: router.flit_bits is 32; it must be 64 or 128' large.yaml
refuse "or its --set" 2 '^--set router.flit_bits=32: router.flit_bits is 32; it must be 64 or 128' \
  large.yaml --set router.flit_bits=32
# ---- Ctrl-C before there is a run: a plan that never comes.
mkfifo waiting.goal
printf 'topology: mesh:2x2\nworkload: {plan: waiting.goal}\n' >waiting.yaml
for number in INT TERM; do
  "$nocstep" run waiting.yaml --report early >out 2>err </dev/null &
  child=$!
  await $child test -d early
  holds "SIG$number: the plan is awaited" test -d early
  kill -"$number" "$child"
  wait "$child"
  rc=$?
  child=
  refused "SIG$number before the run" 130 '^interrupted before the run$'
  holds "SIG$number before the run: no folder is left" test ! -e early
done
# The moments at which the folder, or a file that tries it, has just been made. (A preloaded library
# would come before the sanitizer's own.)
if [ -z "${NOCSTEP_SANITIZED:-}" ]; then
  holds "a library that raises SIGTERM" \
    gcc -shared -fPIC -o raise_signal.so "$source_tree/tests/cli/raise_signal.c"
  for moment in mkdir flock; do
    RAISE_AT=$moment LD_PRELOAD=$PWD/raise_signal.so "$nocstep" run u.yaml --report early >out 2>err </dev/null
    rc=$?
    refused "SIGTERM at $moment" 130 '^interrupted before the run$'
    holds "SIGTERM at $moment: nothing is left" test ! -e early
  done
fi

refuse "report into no folder" 2 '^--report: .*No such file' u.yaml --report no/report
refuse "report onto a file" 2 'Not a directory' u.yaml --report u.yaml
refuse "JSON into no folder" 2 '^no/x.json: cannot be written' u.yaml --json no/x.json
refuse "JSON onto a folder" 2 '^report: cannot be written' u.yaml --json report
refuse "scenario that is not there" 2 '^no.yaml: cannot be opened: No such file' no.yaml
refuse "a folder as scenario" 2 '^report: cannot be read: Is a directory' report
echo old >kept.json
refuse "bad scenario with JSON" 2 'load' u.yaml --set workload.load=2 --json kept.json
holds "the JSON of an earlier run is kept" grep -q old kept.json
for options in '' '--json -' '--quiet --json -'; do
  # shellcheck disable=SC2086  # words on purpose
  within 60 "$nocstep" run u.yaml $options >/dev/full 2>err
  rc=$?
  : >out
  one_line "full disk below standard output, ${options:-table}" 3 \
    'standard output: (cannot be written: )?No space left'
done
"$nocstep" run u.yaml --wave closed.fst --json closed.json >&- 2>&-
json "closed standard streams" '.result == "pass"' closed.json
"$nocstep" run u.yaml --json piped.json | head -n 1 >first
holds "a reader that leaves" grep -q '^result' first
holds "no temporary file is left" test -z "$(find . -name '*.json.*' -o -name '*.nocstep-tmp*')"

# ---- Interrupted in mid-run.
for signal in INT TERM; do
  rm -f i.*
  "$nocstep" run u.yaml --set run.cycles=1000000000000 --json i.json --wave i.fst --wave-to 50 \
    >out 2>err </dev/null &
  child=$!
  await $child compgen -G 'i.fst*'
  await $child worked $child 50
  kill "-$signal" "$child"
  wait "$child"
  holds "SIG$signal: status 130" test $? -eq 130
  child=
  json "SIG$signal: partial JSON" '.result == "interrupted" and .cycles > 0 and
    .packets.delivered > 0' i.json
  holds "SIG$signal: one line" test "$(grep -cv "^run: cycle " err)" -eq 1  # progress is said after 5 seconds
  holds "SIG$signal: complete files and nothing else" \
    test "$(echo i.*)" = "i.fst i.gtkw i.json i.sucl i.surf.ron"
done

# ---- The environment.
program_path=$work refuse "no verilator" 3 '^plug-in router: .*verilator' u.yaml --router lockstep --set router.vcs=1
holds "which no 'building' precedes" test "$(wc -l <err)" -eq 1
for signal in INT TERM; do
  NOCSTEP_PLUGINS=$work/cut "$nocstep" run u.yaml --router rtl >out 2>err </dev/null &
  child=$!
  await $child compgen -G 'cut/*.tmp/*'
  kill "-$signal" "$child"
  wait "$child"
  rc=$?
  child=
  one_line "SIG$signal while a plug-in is built" 130 '^plug-in router: interrupted'
  holds "SIG$signal: nothing is left of it" test -z "$(find cut -name '*.tmp' -o -name '*.log' -o -name '*.so')"
done
taken() { ! flock -n "$1" true; }
# While another run builds: the lock that the cut build above has left is taken.
for lock in cut/router*.lock; do
  flock --no-fork "$lock" sleep 3000 &
  holder=$!
  await $holder taken "$lock"
  NOCSTEP_PLUGINS=$work/cut "$nocstep" run u.yaml --router rtl >out 2>err </dev/null &
  child=$!
  await $child grep -q '^waiting for another run' err
  kill -INT "$child"
  wait "$child"
  rc=$?
  child=
  kill "$holder"
  sed -i '/^waiting for another run/d' err
  one_line "SIGINT while another run builds" 130 '^plug-in router: interrupted'
done
NOCSTEP_HOME=$work refuse "NOCSTEP_HOME wrong" 3 '^NOCSTEP_HOME: no rtl/' u.yaml --router rtl
NOCSTEP_HOME=$work/none refuse "NOCSTEP_HOME missing" 3 '^NOCSTEP_HOME: ' u.yaml --router rtl
NOCSTEP_PLUGINS=$work/u.yaml/x refuse "no place for plug-ins" 3 '^NOCSTEP_PLUGINS: cannot write' \
  u.yaml --router rtl
NOCSTEP_HOME=$work passes "a golden network needs none of it" u.yaml

# ---- Bugs in the RTL: a copy with one edit.
mkdir copy
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
mkdir copy/tb
cp -r "$source_tree/tb/dut" copy/tb/
export NOCSTEP_HOME=$work/copy

cp copy/rtl/router/output_unit.sv saved.sv
sed -i 's/always_ff @(posedge clk_i) begin/always_ff @(posedge clk_i) begni/' copy/rtl/router/output_unit.sv
refuse "broken RTL" 3 '^plug-in router: .*output_unit.sv:[0-9]+' u.yaml --router lockstep

cp copy/rtl/router/router.sv router.sv
for _ in $(seq 20); do echo '  parameter int unsigned Ports = 5,'; done | sed -i '/^module router/r /dev/stdin' copy/rtl/router/router.sv
refuse "more parameters than there is room for" 3 'router.sv: more than 32 parameters, from [A-Za-z0-9]+ on$' \
  u.yaml --router lockstep
cp router.sv copy/rtl/router/router.sv
# One packet of four flits from node 0: its tail is granted in cycle 6 (docs/timing.md), and the
# output VC stays busy.
sed '/sa_last_i) out_busy_o/d' saved.sv >copy/rtl/router/output_unit.sv
fails "the bug is planted" cmp saved.sv copy/rtl/router/output_unit.sv
printf 'num_ranks 4\nrank 0 {\nsend 32b to 1 tag 0\n}\nrank 1 {\nrecv 32b from 0 tag 0\n}\n' >one.goal
printf 'topology: mesh:2x2\nrouter: {vcs: 2, depth: 4}\nworkload: {plan: one.goal}\n' >one.yaml
run one.yaml --router lockstep --json m.json --wave m.fst --report failure
holds "planted bug: status 1" test "$rc" -eq 1
holds "planted bug: names the router" grep -Eq 'router 0,0' err
holds "planted bug: in one line" grep -Fxq 'mismatch: cycle 6: router 0,0: out_busy[1]' err
holds "planted bug: names the register" grep -q 'out_busy' err
holds "planted bug: names the cycle" grep -Eq 'cycle 6\b' err
holds "planted bug: how to see it again" grep -Fxq \
  "reproduce: NOCSTEP_HOME=$NOCSTEP_HOME $nocstep run $work/failure/scenario.yaml" err
holds "planted bug: the report has the line too" grep -Fxq \
  "reproduce: NOCSTEP_HOME=$NOCSTEP_HOME $nocstep run $work/failure/scenario.yaml" failure/mismatch.txt
# pasted NAME: the line in err shows the same mismatch, in another folder, without the tools' paths.
pasted() {
  sed -n '1,/^reproduce/p' err >said
  grep '^mismatch in' err >first
  (unset NOCSTEP_HOME && cd / && eval "$(sed -n 's/^reproduce: //p' "$work/said")") >out 2>again
  holds "planted bug: $1" grep -Fxq -f first again
}
cp one.yaml kept.yaml
sed -i 's/depth: 4/depth: 2/; s/mesh:2x2/mesh:1x2/' one.yaml  # after the run: the report keeps what was run
pasted "the line of a report works, whatever became of the scenario"
mv kept.yaml one.yaml
run one.yaml --router lockstep --seed 5 --set workload.plan=one.goal
holds "planted bug: the line has the whole names and the seed" grep -Fxq \
  "reproduce: NOCSTEP_HOME=$NOCSTEP_HOME $nocstep run $work/one.yaml --set run.router=lockstep --set run.seed=5 --set workload.plan=$work/one.goal" err
pasted "the line works in another folder"
run one.yaml --router lockstep
holds "planted bug: the seed of the scenario is in the line" grep -q '^reproduce: .* --set run.seed=1$' err
within 300 "$nocstep" run - --router lockstep --seed 6 <one.yaml >out 2>err
pasted "the line of a scenario from a pipe works"
sed 's/plan: one.goal/traffic: uniform, load: 0.1/; $arun: {cycles: 40}' one.yaml >load.yaml
within 300 "$nocstep" sweep load.yaml --router lockstep --load 0.1:0.1:0.1 -j 1 >out 2>err
holds "planted bug: a sweep's line has its warm-up and its tail" grep -Eq \
  '^reproduce: .* --set workload.load=0.1 --set run.warmup=20 --set run.cycles=80 --set run.seed=1$' err
pasted "the line of a sweep works"
cp one.yaml "it's one.yaml"
run "it's one.yaml" --router lockstep --set run.seed=3
(unset NOCSTEP_HOME && eval "$(sed -n 's/^reproduce: //p' err)") >out 2>again
holds "planted bug: the line works, quotes and all" cmp err again
json "planted bug: JSON" '.result == "mismatch" and .lockstep.mismatches == 1 and
  (.error | test("out_busy"))' m.json
holds "planted bug: waves" test -s m.fst -a -s m.gtkw
# seen FILE: the marker is behind five cycles and in the window. GTKWave draws 200 pixels in 2^4.5 ns.
seen() {
  awk '$1 == "[timestart]" {start = $2} $1 == "[size]" {wide = $2} /^\*/ {zoom = $1; marker = $2}
    $1 == "[sst_width]" || $1 == "[signals_width]" {wide -= $2}
    END {shown = (wide - 40) * int(2 ^ 4.5) / 200
      exit !(zoom == "*-4.500000" && marker > start + 50 && marker + 20 < start + shown)}' "$1"
}
# whole FILE: no name is longer than its part of the signals' width, in letters of 8 pixels.
whole() {
  awk '$1 == "[signals_width]" {most = $2 / 8 - 18} /^-/ {name = substr($0, 2)}
    /^\+\{/ {name = substr($0, 3, index($0, "}") - 3)} length(name) > most {exit 1}
    END {exit most < 40}' "$1"
}
printf 'num_ranks 4\nrank 0 {\na: calc 900\nb: send 32b to 1 tag 0\nb requires a\n}\nrank 1 {\nrecv 32b from 0 tag 0\n}\n' >late.goal
run one.yaml --router lockstep --set workload.plan=late.goal --wave late.fst
holds "planted bug: late" grep -Eq '^mismatch in cycle 90[0-9], router 0,0' err
holds "planted bug: the marker of a late one is in the window of the waves" seen late.gtkw
holds "planted bug: at the mismatch" grep -Eq '^\*-4.500000 90[0-9]0 ' late.gtkw
holds "planted bug: the names are whole" whole late.gtkw
run one.yaml --router lockstep --set workload.plan=late.goal --wave short.fst --wave-to 100
holds "planted bug: no marker in a wave that ends before" grep -q '^\*-4.500000 -1 ' short.gtkw
holds "planted bug: which says so" grep -Eq '^-mismatch in cycle 90[0-9], router_0,0, not in this wave$' short.gtkw
holds "planted bug: report" grep -q out_busy failure/mismatch.txt
passes "planted bug: the golden model does not care" one.yaml
run one.yaml --rtl-at 1,1 --lockstep-at 0,0
holds "planted bug: at one place" test "$rc" -eq 1
passes "planted bug: not at another" one.yaml --lockstep-at 1,1

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
