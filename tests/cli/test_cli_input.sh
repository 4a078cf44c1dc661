#!/usr/bin/env bash
# Bad input and usage: status 2, one line on standard error that says what was found and what is
# accepted, nothing on standard output, nothing left on the disk. And what `list`, --help, --version
# and result files must do. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
unset VERILATOR  # the usual one is named below

# refuse NAME STATUS PATTERN ARGUMENT...: the command fails, with one line that matches.
refuse() {
  local name=$1 status=$2 pattern=$3 rc
  shift 3
  within 60 "$nocstep" "$@" >out 2>err </dev/null
  rc=$?
  refused "$name" "$status" "$pattern"
}

# bad NAME PATTERN TEXT: a scenario file with this text (printf escapes) is refused.
bad() {
  # shellcheck disable=SC2059  # the text is a format on purpose
  printf "$3" >s.yaml
  refuse "$1" 2 "$2" run s.yaml
}

# accept NAME PATTERN ARGUMENT...: the command passes and prints a matching line.
accept() {
  local name=$1 pattern=$2 rc
  shift 2
  within 60 "$nocstep" "$@" >out 2>err </dev/null
  rc=$?
  if [ "$rc" -eq 0 ] && [ ! -s err ] && grep -Eq -- "$pattern" out; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc, expected 0 and /$pattern/; stderr: $(head -c 400 err)"
  fi
}

good='topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1}\n'

# Usage.
refuse "no command" 2 'no command'
refuse "unknown command" 2 "no command 'rum' \(nearest: 'run'\); there must be one of run" rum
refuse "empty command" 2 "no command ''" ""
refuse "no scenario" 2 'there is no SCENARIO; there must be nocstep run SCENARIO' run
refuse "two scenarios" 2 "'b' as well" run a b
refuse "unknown option" 2 "'--sed' \(nearest: '--seed'\); there must be .*seed" run --sed 3 a
refuse "unknown option with a value" 2 "'--jsn=-' \(nearest: '--json'\)" run --jsn=- a
refuse "unknown letter" 2 "'-x'; there must be" run -x a
refuse "option of another command" 2 "no option '--wave' \(--wave is an option of run, replay\); there must be" list --wave a
refuse "nearly that of another command" 2 "no option '--topolgy' \(--topology is an option of sweep, collective, hops, dut, schedule, plan\); there must be" run --topolgy ring:4 a
refuse "the beginning of an option" 2 "no option '--all' \(nearest: '--allow-deadlock'\)" run --all a
refuse "the beginning of a name" 2 "no paper 'rahman' \(nearest: 'rahman2012'\)" paper rahman
refuse "like nothing" 2 "no option '--xyzzy'; there must be" run --xyzzy a
refuse "a seed without a scenario" 2 "no option '--seed'" list --seed 1
refuse "a setting without a scenario" 2 "no option '--set'" list --set run.seed=1
refuse "option without its argument" 2 '--json is without its argument; it must be followed by FILE' run a --json
refuse "option with an empty argument" 2 '--json is empty' run a --json=
refuse "flag with an argument" 2 "--quiet is given the argument 'yes'; it must be given none" run --quiet=yes a
for seed in -1 1.5 abc 0x10 99999999999999999999 9223372036854775808 '' ' 1'; do
  refuse "seed '$seed'" 2 '--seed is .*; it must be 0 to 9223372036854775807' run "--seed=$seed" a
done
refuse "router" 2 "--router is 'rlt' \(nearest: 'rtl'\); it must be ref, rtl, lockstep, tops, gates" \
  run --router rlt a
refuse "an option twice" 2 "^--json is 'b' as well, a second time; it must be given once$" list --json a --json b
refuse "an option twice, with its default" 2 '^--threads is .1. as well' run --threads 1 --threads 1 a
refuse "seeds beyond the last" 2 '^--seeds is 2, from seed 9223372036854775807 of .*; it must be up to 1 there$' verify --dry-run --seeds 2 --set run.seed=9223372036854775807 "$source_tree/tests/scenarios/allgather_4x4_long.yaml"
refuse "window without waves" 2 'must be --wave as well' run --wave-from 3 a
refuse "window backwards" 2 'must be 9 or more' run --wave w.fst --wave-from 9 --wave-to 8 a
refuse "unknown topic" 2 "topic 'trafic' \(nearest: 'traffic'\)" list trafic

# Options that do not go together; none of the files is looked at, or all are read.
refuse "a window of one number" 2 "^--window is '3'; it must be BEFORE:AFTER, two numbers of cycles$" run --report d --window 3 a
refuse "a window of a word" 2 "^--window is '3:x'; it must be BEFORE:AFTER" run --report d --window 3:x a
# shellcheck disable=SC2059  # the text is a format on purpose
printf "$good" >good.yaml
printf 'topology: mesh:4x4\nworkload: {collective: barrier, scheme: binomial}\n' >barrier.yaml
refuse "a barrier over message lengths" 2 '^--plot is given with a barrier, which has no message length; it must be left out$' collective barrier.yaml --plot x.svg
refuse "a picture of a paper without figures" 2 '^--plot is x.svg, but dvorak2006 has no figures; it must be given with a paper that has some' paper dvorak2006 --plot x.svg
refuse "paths that no head holds" 2 'router.routing is source with paths of up to 101 routers, which take 404 bits of a head flit; it must be used where they take up to 240 bits$' run good.yaml --set topology=ring:200 --set router.routing=source
energy() { # NAME PATTERN TEXT
  printf '%s' "$3" >e.yaml
  refuse "$1" 2 "$2" run good.yaml --energy e.yaml
}
energy "energies, empty" '^e.yaml:1:1: there is an empty file; there must be KEY: JOULES in every line$' ''
energy "energies, a number" '^e.yaml:1:1: there is no mapping; there must be KEY: JOULES in every line$' '3'
energy "energies, a list as a key" '^e.yaml:1:1: there is a list or a mapping as a key; there must be a name$' '[1]: 2'

# Files.
refuse "missing file" 2 '^nosuch.yaml: cannot be opened: No such file or directory$' run nosuch.yaml
refuse "a folder" 2 '^\.: cannot be read: Is a directory$' run .
refuse "an endless file" 2 'above 1 MiB; there must be at most 1 MiB' run /dev/zero
refuse "random bytes" 2 'must be' run /dev/urandom
refuse "standard input, empty" 2 '^-:1:1: there is an empty file' run -
refuse "the program itself" 2 '(binary file|above 1 MiB)' run "$nocstep"
head -c 1048577 /dev/zero | tr '\0' '#' >big.yaml
refuse "one byte too many" 2 'above 1 MiB' run big.yaml
bad "empty" '^s.yaml:1:1: there is an empty file' ''
bad "NUL" '^s.yaml:2:3: there is a NUL byte' 'a:\n  \0\n'
bad "not UTF-8" '^s.yaml:2:3: there is broken YAML' 'a:\n  \377\376\n'
bad "two documents" '^s.yaml:3:1: there is a second YAML document' "$good---\n$good"
bad "anchors" '^s.yaml:1:11: there is an anchor' 'topology: &a mesh:2x2\n'
bad "bomb" '(an anchor|an alias|an unknown key)' 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n'
bad "terminal codes" 'an unknown key' '"\\e[31mred": 3\n'
bad "line breaks in a key" 'an unknown key' '"a\\nb": 3\n'

# Keys and values; all of them are in the unit tests.
bad "unknown key" "^s.yaml:3:10: router.vc is an unknown key \(nearest: 'vcs'\); it must be one of vcs" \
  "${good}router: {vc: 3}\n"
bad "twice" '^s.yaml:3:18: router.vcs is given a second time' "${good}router: {vcs: 3, vcs: 3}\n"
bad "a list" '^s.yaml:3:15: router.vcs is a list; it must be 1 to 16' "${good}router: {vcs: [3]}\n"
bad "no VCs" "^s.yaml:3:15: router.vcs is '0'; it must be 1 to 16" "${good}router: {vcs: 0}\n"
bad "no depth" "^s.yaml:3:17: router.depth is '0'; it must be 1 to 640" "${good}router: {depth: 0}\n"
bad "too many VCs" "router.vcs is '99999999999999999999'" \
  "${good}router: {vcs: 99999999999999999999}\n"
bad "load above 1" "workload.load is '1.5'; it must be 0 to 1" \
  'topology: mesh:4x4\nworkload: {traffic: uniform, load: 1.5}\n'
bad "load not a number" "workload.load is '.nan'; it must be 0 to 1" \
  'topology: mesh:4x4\nworkload: {traffic: uniform, load: .nan}\n'
bad "load of a collective" 'workload.load is given with workload.collective; it must be given with traffic, traffic: multicast' \
  'topology: mesh:4x4\nworkload: {collective: allgather, scheme: unicast, load: 0.1}\n'
c='topology: mesh:4x4\nworkload: {collective:'
bad "a scheme of no collective" "^s.yaml:2:43: workload.scheme is 'rng' \(nearest: 'ring'\)" \
  "$c broadcast, scheme: rng}\n"
bad "a scheme of another collective" \
  "^s.yaml:2:43: workload.scheme is 'ring'; it must be one for broadcast: unicast, binomial" \
  "$c broadcast, scheme: ring}\n"
bad "a collective without a scheme" 'workload.scheme is missing; it must be unicast, .*pairwise' \
  "$c alltoall}\n"
bad "two roots" '^s.yaml:2:58: workload.from is 2 nodes; it must be one, the root' \
  "$c broadcast, scheme: unicast, from: 0-1}\n"
bad "a node that is not there" "^s.yaml:2:57: workload.to is '14-16'; it must be nodes from 0 to 15" \
  "$c allreduce, scheme: binomial, to: 14-16}\n"
bad "a node twice" "workload.from is '3,3'; it must be" "$c gather, scheme: unicast, from: '3,3'}\n"
bad "two sets for a ring" \
  '^s.yaml:2:64: workload.to is another set than in workload.from; it must be the same for allgather' \
  "$c allgather, scheme: ring, from: 0-3, to: 4-7}\n"
bad "two sets for a barrier" 'workload.to is another set than in workload.from' \
  "$c barrier, scheme: unicast, from: 0-3, to: 0-4}\n"
bad "a multicast to nobody" '^s.yaml:2:24: workload.to is missing; it must be the nodes of a multicast' \
  "$c multicast, scheme: binomial}\n"
bad "a multicast to its source" 'workload.to is only node 3, the source; it must be other nodes' \
  "$c multicast, scheme: tree-worm, from: 3, to: 3}\n"
bad "an operation without a reduction" \
  'workload.operation is given with collective [a-z]*; it must be given with collective reduce or allreduce' \
  "$c gather, scheme: unicast, operation: sum}\n"
bad "an unknown operation" "workload.operation is 'max'; it must be xor, sum" \
  "$c reduce, scheme: unicast, operation: max}\n"
bad "a long barrier" 'workload.message_flits is given with collective barrier' \
  "$c barrier, scheme: unicast, message_flits: 2}\n"
bad "sets of traffic" "workload.from is given with workload.traffic; it must be given with collective" \
  'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1, from: 0-3}\n'
bad "no topology" '^s.yaml:1:1: topology is missing' 'workload: {traffic: uniform, load: 0.1}\n'
bad "no workload" '^s.yaml:1:1: workload is missing' 'topology: mesh:4x4\n'
bad "networks" 'router.networks does not fit: 4 vcs for 3 networks' "${good}router: {networks: 3}\n"
bad "cut-through" 'router.depth does not fit: packets of 4 flits with cut-through buffers of 2' \
  "${good}router: {switching: cut-through, depth: 2}\n"
bad "long packet" "packet_flits is '641'; it must be 1 to 640" \
  'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1, packet_flits: 641}\n'

# Topologies.
# shellcheck disable=SC2059
printf "$good" >good.yaml
for topology in '' mesh mesh: mesh:0x8 mesh:8x mesh:8x8x mesh:-1x2 mesh:1e3 mesh:8x8@0 mesh:8x8@13 \
  mesh:8x8junk mesh:1x1x1x1x1x1x1 mesh:2049x2048 mesh:99999999999999999999 mesh:8x8@13 mseh:8x8 \
  'mesh:8x8 ' "mesh:$(printf '1%.0s' {1..2000})"; do
  refuse "topology '${topology:0:30}'" 2 'topology(:| is) .*; (it|there) must be' run good.yaml --set "topology=$topology"
done

# --set.
refuse "--set value" 2 "^--set router.vcs=0: router.vcs is '0'; it must be 1 to 16" \
  run good.yaml --set router.vcs=0
refuse "--set key" 2 "^--set router.vc=1: .* \(nearest: 'vcs'\)" run good.yaml --set=router.vc=1
refuse "--set section" 2 "\(nearest: 'router'\)" run good.yaml --set rooter.vcs=1
refuse "--set without a value" 2 "no '='" run good.yaml --set router.vcs

# Result files that cannot be written are found before anything runs.
refuse "JSON into no folder" 2 '^no/such/x.json: cannot be written' list --json no/such/x.json
refuse "JSON onto a folder" 2 '^\.: cannot be written' list --json .
# A device of our own where we may make one: as root, a bug must not replace that of the machine.
mknod full c 1 7 2>check.log || ln -s /dev/full full
refuse "JSON onto a full disk" 3 '^full: cannot be written: No space left' list -q --json full
holds "a device stays one" test -c full

# These command lines pass.
accept "version" '^nocstep 0\.1\.0$' --version
holds "of the compiler" grep -Eq '^built by +gcc [0-9]+\.' out
holds "of Verilator" grep -Eq '^verilator +verilator: Verilator [0-9]+\.' out
holds "of the C++ compiler" grep -Eq '^compiler +(g|clang)\+\+: .*[0-9]+\.[0-9]' out
holds "of the libraries" grep -Eq '^libraries +igraph [0-9.]+, jansson [0-9.]+, libyaml [0-9.]+, zlib [0-9.]+$' out
VERILATOR=/no/verilator accept "version without Verilator" '^verilator +/no/verilator: not found$' --version
accept "version of a command" '^nocstep 0\.1\.0$' run --version
accept "help" '^  run +SCENARIO' --help
accept "help of run" '--lockstep-at X,Y' run --help
accept "help in one letter" 'usage: nocstep list' list -h
accept "list" '^  binomial' list
accept "schemes of a collective" '^  allreduce .*: unicast, binomial, ring, recursive-doubling$' list collectives
accept "list of a topic" '^  mesh:8x8' list topologies
accept "scenarios" 'demo_uniform.yaml +8x8 mesh' list scenarios
accept "JSON on standard output" '"nocstep.list/1"' list --json -
holds "only JSON on standard output" jq -e '.schemes | map(.name) == ["unicast", "binomial", "ring", "pairwise", "recursive-doubling", "dimension-ring", "randomized", "edst", "hnc", "hnc-recursive", "hierarchy", "combining", "scheduled", "tree-worm", "path-worm", "kbinomial", "postal"]' out

echo old >x.json
chmod 640 x.json
accept "JSON in a file" '^  mesh' list --json=x.json
holds "the file is replaced" jq -e '.schema == "nocstep.list/1"' x.json
holds "the file keeps its mode" test "$(stat -c %a x.json)" = 640
within 60 "$nocstep" list >/dev/full 2>err
holds "full standard output is status 3" test $? -eq 3
holds "no temporary file is left" test -z "$(find . -name '*.json.*')"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
