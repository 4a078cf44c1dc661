#!/usr/bin/env bash
# Schedules that run, docs/scheduled.md: their cycles worked out from the file alone, barriers, overlapped
# steps, plans that are written, schedules that are edited to conflict, refusals, and figures of the page.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
page=$source_tree/docs/scheduled.md

# scenario TOPOLOGY COLLECTIVE FLITS: writes s.yaml.
scenario() {
  printf '%s\n' "topology: $1" 'router: {routing: source, vcs: 2}' \
    "workload: {collective: $2, scheme: scheduled, message_flits: $3}" >s.yaml
}
solve() { # TOPOLOGY COLLECTIVE ARGUMENT...: into file.json
  "$nocstep" schedule --topology "$1" --collective "$2" -q --time-limit 0 --out file.json "${@:3}"
}
# expected PIPELINE LINK FLITS: the sum over the steps of a schedule's file of what the slowest message
# takes alone, by docs/timing.md, with buffers that cover the credit loop.
expected() {
  jq --argjson p "$1" --argjson l "$2" --argjson f "$3" \
    '[.schedule[] | map((.path | length) - 3) | max | 4 + (. + 1) * $p + . * ($l - 1) + $f - 1] | add' file.json
}
result() { jq -e "$1" r.json >jq.out; }
# takes_sum NAME TOPOLOGY COLLECTIVE PIPELINE LINK FLITS ARGUMENT...
takes_sum() {
  local name=$1 pipeline=$4 link=$5 flits=$6 sum
  solve "$2" "$3" || { verdict "$name" no "no schedule"; return; }
  scenario "$2" "$3" "$6"
  sum=$(expected "$pipeline" "$link" "$flits")
  shift 6
  run run s.yaml -q --json r.json --set workload.schedule=file.json --set "router.pipeline=$pipeline" \
    --set "router.link_latency=$link" "$@"
  verdict "$name" "$([ "$rc" -eq 0 ] && result ".collective | .completion == $sum and .schedule.alone == $sum and
    .schedule.between == 0 and .schedule.waits == [] and (.schedule.forced | not) and
    ([.steps[].completion] | add) == $sum" && echo yes)" \
    "status $rc, expected $sum: $(head -c 300 err) $(jq -c .collective.schedule r.json)"
}
takes_sum "octagon in lockstep" octagon:8 alltoall 3 1 4 --router lockstep
takes_sum "mesh in lockstep" mesh:4x4 allgather 3 1 4 --router lockstep
takes_sum "fat octagon" octagon:8@2 alltoall 2 1 1
takes_sum "long links" mesh:3x3 allgather 3 2 9
takes_sum "torus" torus:4x4 alltoall 2 2 30
takes_sum "bridged octagons" octagons:1x2 allgather 3 1 20
takes_sum "two links between routers" fattree:k=2,n=3,growth=2 alltoall 3 1 4
takes_sum "several packets" octagon:8@2 allgather 3 1 20 --set workload.packet_flits=6
takes_sum "cut-through" mesh:4x4 alltoall 3 1 7 --set router.switching=cut-through
takes_sum "one VC" mesh:4x4 alltoall 3 1 5 --set router.vcs=1
takes_sum "two nodes" mesh:2 allgather 3 1 3

# Shallow buffers: a packet waits for credits also when it is alone. Equation (12) by hand: 5 steps of the
# longest way, 2 hops, 4 + 3 x 3 = 13 besides the flits.
scenario octagon:8 alltoall 4
run run s.yaml -q --json r.json --set router.depth=2
verdict "shallow buffers" "$([ "$rc" -eq 0 ] && result '.collective.schedule.waits == []' && echo yes)" "$(cat err)"
run run s.yaml -q --json r.json
verdict "equation (12)" "$(result '.collective.schedule | .equation_12 == {t_s: 12, once: (.steps * 12 + 4), each_step: (.steps * 16)}' && echo yes)" \
  "$(jq -c .collective.schedule r.json)"

# A schedule that is looked for: the same one with the same seed. Paths that are longer save steps.
scenario octagon:8@2 alltoall 4
steps() { # STEPS NAME ARGUMENT...
  local steps=$1 name=$2
  shift 2
  run run s.yaml -q --json r.json "$@"
  verdict "$name" "$([ "$rc" -eq 0 ] && result ".collective.schedule.steps == $steps" && echo yes)" "$(cat err)"
}
steps 12 "crowded senders" --set workload.from=0-7
steps 7 "crowded senders, longer paths" --set workload.from=0-7 --set workload.max_detour=2
run run s.yaml -q --json a.json --seed 4
run run s.yaml -q --json b.json --seed 4
same() { jq -S "$1" a.json >a.txt && jq -S "$1" b.json >b.txt && cmp a.txt b.txt; }
holds "the same seed" same '.collective, .latency, .cycles'

# Barriers cost the same each; the file says when a step is over.
scenario mesh:3x3 alltoall 4
run run s.yaml -q --json a.json --router lockstep
run run s.yaml -q --json r.json --router lockstep --set workload.steps=barrier --write-plan barrier.goal
sum=$(jq .collective.schedule.alone a.json)
verdict "barriers" "$([ "$rc" -eq 0 ] && result ".collective | .schedule | .alone == $sum and .between > 0 and .between % (.steps - 1) == 0 and .waits == []" &&
  result '.collective | .completion == .schedule.alone + .schedule.between' && echo yes)" "$(cat err; jq -c .collective.schedule r.json)"
barrier=$(jq .collective.completion r.json)
# A flit from the far corner comes last; 8 leave one by one, the last of them to there.
verdict "a barrier" "$(result '.collective.schedule | .between / (.steps - 1) == (4 + 5 * 3) + 7 + (4 + 5 * 3)' && echo yes)" \
  "$(jq -c .collective.schedule r.json)"

# Plans that are written say all of it, but not that barriers separate their messages.
as_plan() { # FILE COMPLETION ARGUMENT...
  printf 'topology: mesh:3x3\nrouter: {routing: source, vcs: 2}\nworkload: {plan: %s}\n' "$1" >p.yaml
  local completion=$2
  shift 2
  run run p.yaml -q --json p.json "$@"
  verdict "the plan of $completion cycles" "$([ "$rc" -eq 0 ] && jq -e ".plan.completion == $completion" p.json >jq.out && echo yes)" "$(cat err)"
}
as_plan barrier.goal "$barrier" --allow-deadlock
run run p.yaml
refused "the plan's proof" 2 'paths of messages that can deadlock'
run run s.yaml -q --write-plan none.goal
refused "a plan of steps that nothing separates" 2 '^--write-plan is given with a schedule whose steps only the run keeps apart; it must be given with workload.steps barrier or overlapped'
holds "is not written" test ! -e none.goal

# Each node by itself: faster with short messages, its dependencies proved.
run run s.yaml -q --json r.json --router lockstep --set workload.steps=overlapped --write-plan free.goal
verdict "overlapped" "$([ "$rc" -eq 0 ] && result ".collective | .completion < $sum and .schedule.may_wait == \"steps overlap\" and .blocks.checked == 72" && echo yes)" \
  "$(cat err; jq -c .collective r.json)"
verdict "a node keeps the order of the steps" "$([ "$(grep -c requires free.goal)" = $((9 * 7)) ] && echo yes)" "$(grep -c requires free.goal)"
as_plan free.goal "$(jq .collective.completion r.json)"
refuses "too few classes" 'router.vcs is 1 in a virtual network, too few classes for a schedule whose steps overlap; it must be more' \
  run s.yaml --set router.vcs=1 --set workload.steps=overlapped

# Hosts that take time: nothing is said of waiting, and barriers are refused.
run run s.yaml --set host.t_hs=5
verdict "hosts that take time" "$([ "$rc" -eq 0 ] && grep -q 'messages may wait: hosts take time$' out && echo yes)" "$(cat err)"
refuses "barriers and hosts" 'workload.steps is barrier, but hosts take time; it must be sequential' run s.yaml --set host.t_hs=5 --set workload.steps=barrier
refuses "barriers and force" 'workload.steps is barrier, but workload.force lets messages meet; it must be sequential' run s.yaml --set workload.force=true --set workload.steps=barrier

# On a line 0 and 1 send to 2 and 3, all over one link: four steps. Two of them made one.
solve mesh:4 alltoall --from 0,1 --to 2,3
jq '.schedule = [.schedule[0] + .schedule[1], .schedule[2], .schedule[3]] | .steps = 3 | .lower_bound = 3' file.json >edited.json
scenario mesh:4 alltoall 16
edited() { run run s.yaml -q --json r.json --set workload.from=0,1 --set workload.to=2,3 --set workload.schedule=edited.json "$@"; }
edited
refused "edited by hand" 2 'edited.json:[0-9]+: .*another message of this step|edited.json:[0-9]+: .*more than 1'
edited --set workload.force=true
verdict "forced" "$([ "$rc" -eq 0 ] && result '.collective.schedule | .forced and (.waits | length > 0) and
  all(.waits[]; .step == 1 and .latency > .alone and (.place | test("link|source|destination")))' && echo yes)" \
  "$(cat err; jq -c .collective.schedule r.json)"
forced=$(jq .collective.schedule.waits[0].latency r.json)
run run s.yaml --set workload.from=0,1 --set workload.to=2,3 --set workload.schedule=edited.json --set workload.force=true
verdict "forced: its summary" "$(grep -Eq '^schedule     3 steps, at least 3; forced: [1-9][0-9]* messages? waited$' out &&
  grep -Eq "^  waited     step 1, node [01] to node [23]: $forced cycles, alone [0-9]+; [0-9]+ for the " out && echo yes)" "$(grep -A 2 ^sched out)"
# Messages of different nodes that share nothing but the link. The one from node 1 is there 3 cycles, so
# flits, before the other; then they take turns: both wait for the other's 16 - 3 flits.
jq '.schedule = ([.schedule[][] | select(.src + 2 == .dst)] as $a | [.schedule[][] | select(.src + 2 != .dst)] as $b | [$a, $b]) |
  .steps = 2 | .lower_bound = 2' file.json >edited.json
edited
refused "the link by hand" 2 'edited.json:[0-9]+: .*another message of this step'
edited --set workload.force=true
verdict "the link forced" "$([ "$rc" -eq 0 ] && result '.collective.schedule.waits | length == 4 and
  all(.[]; .place == "link" and .router == 1 and .latency - .alone == 13)' && echo yes)" "$(cat err; jq -c .collective.schedule r.json)"
# A step that is empty takes no time.
jq '.schedule += [[]] | .steps = 5 | .optimal = false' file.json >edited.json
edited
verdict "an empty step" "$([ "$rc" -eq 0 ] && result '.collective | .completion == .schedule.alone' && echo yes)" "$(cat err)"

# Refusals.
scenario octagon:8 alltoall 4
solve octagon:8 alltoall
use() { # PATTERN ARGUMENT...
  local pattern=$1
  shift
  refuses "$*" "$pattern" run s.yaml "$@"
}
use 'file.json: topology is octagon:8; it must be mesh:3x3, that of the run' --set topology=mesh:3x3 --set workload.schedule=file.json
use 'file.json: collective is alltoall; it must be allgather, that of the run' --set workload.collective=allgather --set workload.schedule=file.json
use 'file.json: from is 0-7; it must be the set of the run' --set workload.from=0-3 --set workload.schedule=file.json
use 'workload.max_detour beside workload.schedule; there must be one of them' --set workload.max_detour=2 --set workload.schedule=file.json
use 'nowhere.json: cannot be opened' --set workload.schedule=nowhere.json
use 'routing octagon with scheme scheduled; there must be router.routing source' --set router.routing=octagon
use "workload.max_detour is '17'; it must be 0 to 16" --set workload.max_detour=17
use 'workload.force is given with scheme unicast' --set workload.force=true --set workload.scheme=unicast
use 'steps barrier with scheme hierarchy; there must be' --set workload.collective=allgather --set workload.scheme=hierarchy --set workload.steps=barrier
use 'workload.scheme is .scheduled.; it must be one for reduce' --set workload.collective=reduce
jq '.ports = 2' file.json >ports.json
use 'ports.json: ports is 2; it must be 1' --set workload.schedule=ports.json
for nothing in "--set topology=mesh:1x1" "--set workload.from=3 --set workload.to=3"; do
  # shellcheck disable=SC2086  # several words
  gives "nothing to do: $nothing" 0 run s.yaml -q $nothing
done

# The page: its six networks by golden models, and all rows as its script makes them.
on_page() {
  local network collective steps bound alone completion
  sed -n '/^## Six networks/,/^## /p' "$page" | grep '^| `' | tr -d '`|' >networks
  while read -r network collective steps bound alone completion _; do
    printf '%s\n' "topology: $network" 'router: {routing: source, vcs: 4, flit_bits: 128}' \
      "workload: {collective: $collective, scheme: scheduled, message_flits: 16, packet_flits: 512}" >s.yaml
    "$nocstep" run s.yaml -q --json r.json && result ".collective | .completion == $completion and
      .schedule.steps == $steps and .schedule.lower_bound == $bound and .schedule.alone == $alone" || {
      echo "$network $collective"
      return 1
    }
  done <networks
  [ "$(wc -l <networks)" -eq 12 ]
}
holds "networks of the page" on_page
rows() { # PART FOLDER: each row that the script prints is in the page
  NOCSTEP=$nocstep "$source_tree/docs/scheduled.sh" "$1" "$PWD/$2" >rows.txt 2>err && [ "$(wc -l <rows.txt)" -gt 2 ] &&
    ! grep -vxF -f "$page" rows.txt
}
if [ -n "${NOCSTEP_LONG:-}" ]; then
  for part in runs sets lengths; do holds "$part of the page" rows "$part" "$part"; done
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
