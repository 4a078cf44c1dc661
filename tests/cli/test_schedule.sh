#!/usr/bin/env bash
# nocstep schedule: the numbers of docs/schedule.md, files that pass their check and edits that do not,
# proofs, what is refused, Ctrl-C, and a machine without cadical. NOCSTEP is the program. Ends with
# "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

# refuse PATTERN ARGUMENT...: status 2, one line that matches, nothing on standard output.
refuse() {
  local pattern=$1
  shift
  run schedule "$@"
  refused "$*" 2 "$pattern"
}

# solves STEPS FILTER ARGUMENT...: a schedule of so many steps, optimal, that satisfies the filter of jq
# and passes its check.
solves() {
  local steps=$1 filter=$2
  shift 2
  # No limit but that of the test: what is found does not depend on the machine.
  within 900 "$nocstep" schedule --time-limit 0 -q --out s.json "$@" >out 2>err </dev/null
  rc=$?
  if [ "$rc" -eq 0 ] && [ ! -s out ] && [ ! -s err ] &&
      jq -e ".steps == $steps and .optimal and .lower_bound == $steps and (.schedule | length) == $steps and ($filter)" s.json >/dev/null; then
    verdict "$*: $steps steps" yes
  else
    verdict "$*: $steps steps" no "status $rc; $(head -c 300 err) $(jq -c 'del(.schedule)' s.json)"
  fi
  holds "$*: its check" "$nocstep" schedule --check s.json
}
all() { # STEPS TOPOLOGY
  solves "$1" '.refuted | not' --topology "$2" --collective alltoall
}
all 16 octagon:8@2
cp s.json fat.json
all 7 octagon:8
all 11 octagon:12
all 16 octagon:16
all 25 octagon:20
all 64 octagon:32
all 63 octagon:8^2
all 16 mesh:4x4
all 54 mesh:6x6
all 15 torus:4x4
all 24 torus:5x5
all 35 torus:6x6
# Tori whose radices are multiples of 4 need no search: N R / 8 steps, R the largest radix. jq knows none
# of the code: in no step is a link, a source or a destination there twice.
exchanges() { # STEPS TOPOLOGY
  all "$1" "$2"
  holds "$2: without a look" grep -q ", 0 looks" <("$nocstep" schedule --topology "$2" --collective alltoall)
  holds "$2: each pair once, no place of a step twice" jq -e 'def once: length == (unique | length);
    all(.schedule[]; ([.[].src] | once) and ([.[].dst] | once) and
      ([.[] | .path[1:-1] as $p | range($p | length - 1) | "\($p[.]) \($p[. + 1])"] | once)) and
    ([.schedule[][] | "\(.src) \(.dst)"] | once and length == ($n * ($n - 1)))' --argjson n "$3" s.json
}
exchanges 8 ring:8 8
exchanges 18 ring:12 12
exchanges 64 torus:8x8 64
exchanges 32 torus:4x1x8 32
exchanges 144 torus:12x8x1 96
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then exchanges 128 torus:8x4x4 128; fi
solves 6 '.bounds.links == 6' --topology mesh:4x4 --collective scatter --from 1 --ports 3
solves 5 '.bounds.ports == 5' --topology mesh:4x4 --collective scatter --from 1 --ports 3 --max-detour 2
solves 15 'true' --topology octagon:8@2 --collective allgather
solves 4 'true' --topology mesh:4x4 --collective broadcast --from 5
solves 8 '[.schedule[][].origin] | unique | length == 8' --topology octagon:8@2 --collective allgather --from 0,2,4,6,8,10,12,14

# Nothing but a proof shows this one.
proved() {
  solves 9 '.refuted and .bounds.growth == 8' --topology octagon:8@2 --collective allgather --from 0-7 --proof p
}
proved
cp s.json proved.json
holds "the proof" "$nocstep" schedule --check proved.json --proof p
# A proof of something else, one whose last lines are gone, one with a clause that does not follow.
run schedule --check fat.json --proof p
verdict "another problem's proof" "$([ "$rc" -ne 0 ] && [ "$(wc -l <err)" -eq 1 ] && echo yes)" "status $rc"
grep -m 40 '' p >short
run schedule --check proved.json --proof short
refused "a proof that breaks off" 1 '^short: the proof ends without a contradiction$'
sed '1i 1 0' p >false
run schedule --check proved.json --proof false
refused "a clause that does not follow" 1 '^false:1:1: this clause does not follow'
sed '1i 1 2 x 0' p >none
run schedule --check proved.json --proof none
refused "no proof" 2 "^none:1:5: there is 'x'"

# One of each is no plural.
run schedule --topology mesh:2 --collective broadcast --max-detour 1 --out one.json
verdict "one message" "$(head -n 1 out | grep -qx 'mesh:2: broadcast from 1 node to 2, 1 message, 1 port, up to 1 hop above the fewest' && echo yes)" "$(cat out)"
run schedule --check one.json
verdict "one message: its check" "$(head -n 1 out | grep -qx 'one.json: broadcast on mesh:2, 1 message in 1 step: passed' && echo yes)" "$(cat out)"

# The same seed, the same file; another seed another one.
twice() {
  "$nocstep" schedule --topology octagon:8@2 --collective alltoall --seed "$1" -q --json - >a &&
    "$nocstep" schedule --topology octagon:8@2 --collective alltoall --seed "$2" -q --json - >b && cmp -s a b
}
holds "the same seed" twice 5 5
different() { ! twice 5 6; }
holds "another seed" different

# Edits that the check refuses.
edit() { # STATUS PATTERN FILTER
  jq "$3" fat.json >edited.json
  run schedule --check edited.json
  refused "edited: $3" "$1" "$2"
}
edit 1 'does not come to node' 'del(.schedule[0][0])'
edit 1 'another message of this step|sends more than 1|takes more than 1|comes again' '.schedule[1] += [.schedule[0][0]]'
edit 1 'another message of this step|sends more than 1|takes more than 1' '.schedule[0] += .schedule[1] | .schedule[1] = []'
edit 1 'a lower bound of 99 do not go with' '.lower_bound = 99'
edit 1 "'optimal' being false" '.optimal = false'
edit 1 '17 steps and a lower bound of 16' '.schedule += [[]] | .steps = 17'
edit 2 "'steps' is 16" 'del(.schedule[3])'
edit 2 'there is no link|there is no router' '.schedule[0][0].path[1:-1] = [(.schedule[0][0].path[1]), 99, (.schedule[0][0].path[-2])]'
edit 2 "'from' is missing" 'del(.from)'
edit 2 "topology: column 1 of 'sphere:3': there is family" '.topology = "sphere:3"'
printf '{"schema": "nocstep.schedule/1",\n "topology": }' >edited.json
run schedule --check edited.json
refused "a file that is no JSON" 2 '^edited.json:2:'
run schedule --check nowhere.json
refused "a file that is not there" 2 '^nowhere.json: cannot be opened: No such'
mkdir -p folder
run schedule --check folder
refused "a folder" 2 '^folder: cannot be read: Is a directory$'

refuse "there is no --topology; there must be" --collective alltoall
refuse "there is no --collective; there must be" --topology mesh:3
refuse "^--topology: column 1 of 'msh:3': there is family 'msh'" --topology msh:3 --collective alltoall
refuse "^--collective is 'alltoal' \(nearest: 'alltoall'\)" --topology mesh:3 --collective alltoal
refuse "^--from is '0-3'; it must be nodes from 0 to 2" --topology mesh:3 --collective alltoall --from 0-3
refuse "^--to is '1,1'; it must be" --topology mesh:3 --collective alltoall --to 1,1
refuse "^--from is 2 nodes; it must be one" --topology mesh:3 --collective scatter --from 0,1
refuse "^--to is missing" --topology mesh:3 --collective multicast
refuse "^--to is only node 1, the source" --topology mesh:3 --collective multicast --from 1 --to 1
refuse "^--topology is mesh:40x40, with 1600 routers" --topology mesh:40x40 --collective broadcast
refuse "^--ports is" --topology mesh:3 --collective alltoall --ports 0
refuse "^--max-detour is" --topology mesh:3 --collective alltoall --max-detour 17
refuse "^--out is x, as for --json" --topology mesh:3 --collective alltoall --json x --out x
refuse "^--check does not fit" --check s.json --topology mesh:3
refuse "^--check does not fit" --check s.json --from 0
refuse "^--proof does not fit: a schedule of one step" --check one.json --proof p
refuse "^--equation is '13'; it must be one of 1, 2, 3" --equation 13 --given M=1
refuse "^--given is 'M=1'; it must be M=..,N=.., with numbers above 0" --equation 2 --given M=1
holds "an equation" grep -qx '(6) T_MNS = T_1 + T_2 = 12' <("$nocstep" schedule --equation 6 --given M=9,N=11,Q=4,b1=5,b2=6,b0=1)

# Out of time: the best so far, not proved. This bound is not reached within a second on any machine.
run schedule --topology torus:10x10 --collective alltoall --time-limit 1 -q --out late.json
verdict "out of time" "$([ "$rc" -eq 0 ] && jq -e '(.optimal | not) and .lower_bound == 125 and .steps > 125' late.json >jq.out && echo yes)" "status $rc"
holds "out of time: its check" "$nocstep" schedule --check late.json

# Ctrl-C, once there is a line of progress, which a schedule comes before: the best so far.
interrupted() {
  "$nocstep" schedule --topology torus:10x10 --collective alltoall --time-limit 0 --out stopped.json >out 2>progress </dev/null &
  child=$!
  local tries=0
  until grep -q 'steps' progress || [ $((tries += 1)) -gt 3000 ]; do sleep 0.2; done
  kill -INT "$child"
  wait "$child"
  rc=$?
  child=
  [ "$rc" -eq 130 ] && jq -e '.interrupted and (.optimal | not)' stopped.json && grep -q 'interrupted' out
}
holds "Ctrl-C" interrupted
holds "Ctrl-C: its check" "$nocstep" schedule --check stopped.json

# Ctrl-C while CLP runs, which catches it: here it takes many seconds. What comes while CLP reduces the
# problem, in its first half second, is lost.
"$nocstep" schedule --topology mesh:10x10 --collective alltoall --from 0-70 --max-detour 3 --time-limit 100 -q \
  >out 2>err </dev/null &
child=$!
await "$child" worked "$child" $((${NOCSTEP_SANITIZED:+5 *} 100))
kill -INT "$child"
wait "$child"
rc=$?
child=
refused "Ctrl-C in a linear program" 130 '^schedule: interrupted before there was any$'

# If cadical is not there, there is a schedule, but no proof, and a line that says so.
mkdir -p empty
within 300 env PATH="$work/empty" "$nocstep" schedule --topology octagon:8@2 --collective allgather \
  --from 0-7 --time-limit 1 -q --out without.json --proof none.proof >out 2>err </dev/null
rc=$?
verdict "without cadical" "$([ "$rc" -eq 0 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'cadical is not there' err &&
  jq -e '(.optimal | not) and .lower_bound == 8' without.json >jq.out && [ ! -e none.proof ] && echo yes)" "status $rc; $(cat err)"

# Nor is an answer that is none waited for without end, or a proof that is none believed.
mkdir -p other
solver() { # STATUS PATTERN PROGRAM
  printf '#!/bin/sh\nfor last; do :; done\n%s\n' "$3" >other/cadical
  chmod +x other/cadical
  program_path=$work/other:$PATH run schedule --topology octagon:8@2 --collective allgather --from 0-7 --time-limit 2 -q
  refused "a solver that says $3" "$1" "$2"
}
solver 4 'the values make no schedule' 'echo "v 1 x 2 0"; exit 10'
solver 4 "cadical's proof does not hold" 'echo 0 >"$last"; exit 20'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
