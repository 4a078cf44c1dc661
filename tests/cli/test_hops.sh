#!/usr/bin/env bash
# nocstep hops: tables and JSON, the numbers of docs/coding.md, counting against closed forms and
# against a run, what is refused. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
patience=60  # seconds of the processor

refuse() { # PATTERN ARGUMENT...: status 2, one line that matches, nothing on standard output.
  local pattern=$1 rc
  shift
  within $patience "$nocstep" hops "$@" >out 2>err </dev/null
  rc=$?
  refused "$*" 2 "$pattern"
}

shows() { # FILTER ARGUMENT...: the JSON satisfies the filter of jq.
  local filter=$1
  shift
  within $patience "$nocstep" hops --json - "$@" >out 2>err </dev/null
  if [ "$?" -eq 0 ] && [ ! -s err ] && jq -e "$filter" out >/dev/null; then
    verdict "$* $filter" yes
  else
    verdict "$* $filter" no "$(head -c 300 err) $(jq -c 'del(.search)' out)"
  fi
}

gather() { # FILTER TOPOLOGY SCHEME ARGUMENT...
  local filter=$1 topology=$2 scheme=$3
  shift 3
  shows "$filter" --topology "$topology" --collective allgather --scheme "$scheme" "$@"
}

# The numbers of docs/coding.md.
documented() { # NUMBER: with separators in the document
  grep -qF -- "$(printf "%s" "$1" | sed ':a; s/\B[0-9]\{3\}\>/,&/; ta')" "$source_tree/docs/coding.md"
}
claim() { # FILTER NUMBER TOPOLOGY SCHEME ARGUMENT...
  local filter=$1 number=$2
  shift 2
  gather "$filter == $number" "$@"
  holds "docs/coding.md has $number" documented "$number"
}
claim .hops 2703360 mesh:32x32 binomial
claim .hops 1814880 mesh:32x32 hnc --base binomial
claim .lower_bound 1047552 mesh:32x32 hnc
claim .unicast.hops 671744 mesh:32x32 hnc --group 8x4
claim .hops 31069568 mesh:64x64 hnc --base binomial
claim .hops 51118080 mesh:64x64 binomial
claim .lower_bound 16773120 mesh:64x64 binomial
claim .hops 116000 mesh:16x16 hnc --base binomial --intermediate centre --group 8x4
claim .hops 398464 mesh:16x16 hnc --base binomial --intermediate centre --group 2x1
claim .hops 106304 mesh:16x16 hnc --base binomial --intermediate centre
claim .hops 204800 mesh:16x16 hnc --intermediate centre
claim .hops 234688 mesh:16x16 hnc --intermediate centre --group 8x4
claim .hops 36932485120 mesh:256x256 hnc
claim .hops 732996567040 mesh:256x256 unicast
claim .hops 250880 mesh:16x16 hnc --intermediate inner
claim .hops 335872 mesh:16x16 hnc --intermediate inner --group 8x4
claim .hops 4702 mesh:16x2 hnc --group 16x1
claim .hops 4800 mesh:16x2 hierarchy --group 16x1
gather '[.intra, .inter | .max_path] == [10, 10]' mesh:16x16 hnc --group 4x8 --intermediate inner
gather '.inter.max_path == 20' mesh:16x16 hnc --group 4x8 --intermediate centre

# The table says what it is of.
"$nocstep" hops --topology mesh:4x4 --collective allgather --scheme hnc --from 0-3 >out
holds "what is counted" test "$(head -n 1 out)" = "mesh:4x4: allgather by hnc, from 4 nodes to 4"
# The object.
gather '.schema == "nocstep.hops/1" and .topology == "mesh:8x8" and .routing == "dor" and
  .nodes == 64 and .from == 64 and .to == 64 and .method == "closed form" and .group == "4x2" and
  .groups == 8 and .group_nodes == 8 and .complete and .intermediate == "3,1" and
  .base == {intra: "binomial", inter: "unicast", distribute: "binomial"} and
  .unicasts == 4032 and .unicasts == .lower_bound and .encode == {unicasts: 0, hops: 0, max_path: 0, packets: 56} and
  .hops == ([.intra, .inter, .distribute, .unicast | .hops] | add) and
  .unicasts == ([.intra, .inter, .distribute, .unicast | .unicasts] | add) and
  .max_path == ([.intra, .inter, .distribute, .unicast | .max_path] | max) and
  .coded_received == 3136 and .flit_hops == .hops and (has("search") | not)' mesh:8x8 hnc \
  --group 4x2 --base binomial,unicast,binomial --intermediate 3,1
gather '.search.tried == 14 and (.search.best_of_size | map(.hops) | min) == .hops and
  ([.search.best_of_size[].group_nodes] == [2, 4, 8, 16, 32])' mesh:8x8 hnc
gather '.group_nodes == 16 and (.search.best_of_size | length) == 1' mesh:8x8 hnc --group 16
gather '.group == "3"' ring:12 hnc --group 3
gather '.group == "4x4,2x2" and .intra.hops == ([.intra.within | .intra, .inter, .distribute, .unicast |
  .hops] | add)' mesh:8x8 hnc-recursive --group 4x4,2x2
gather '.unicasts == 896 and .flit_hops == 8064 and .unicast.hops == 0' mesh:8x8 combining
gather '.from == 3 and .complete and .unicasts == 189 and .lower_bound == 189' mesh:8x8 hnc --from 0,9,63 --to 0-63
gather '(.complete | not) and .unicasts < 189' mesh:8x8 hnc --from 0,9,63 --to 0-63 --literal
gather '.complete' mesh:8x8 hnc --literal
gather '.method == "counted" and .hops == .flit_hops and .hops == 72' octagon:8 binomial
gather '.lower_bound == 24' octagon:8@2 ring --from 0-7
shows '.hops == 36 and (has("lower_bound") | not)' --topology mesh:3x3 --collective alltoall --scheme unicast --from 0,8 --to 0-8 --count
"$nocstep" hops --topology mesh:4x4 --collective allgather --scheme hnc --group 2x2 >out 2>err
holds "the table" grep -Eq '^  unicast +48 +128 +4$' out
holds "its bound" grep -Eq '^  lower bound +240$' out

# Lists of groups, on any topology.
gather '.group == "0,2,4,6;1,3,5,7" and .group_nodes == 4 and .groups == 2 and .method == "counted" and .unicasts == 56 and
  .complete and .encode.packets == 6' octagon:8 hnc --group '0,2,4,6;1,3,5,7'
gather '.group == "4" and .search.tried == 2 and [.search.best_of_size[].group] == ["2", "4"]' octagon:8 hnc
gather '.group == "4" and .intermediate == "3,5"' octagon:8 hnc --group 4 --intermediate 3,5
gather '.groups == 3 and .unicasts == 36 and .flit_hops >= .lower_bound' 'irregular:switches=5,ports=6,hosts=9' combining --group '8,0,1;
7,3,2;
4-6'
gather '.hops == 16' mesh:4x2 hierarchy --group '0,1,4,5;2,3,6,7' --to 0 --from 0-7 --intermediate 0,2
gather '.group == "4|2" and .search.tried == 1 and .unicasts == 56 and .intra.within.encode.packets == 4' octagon:8 hnc-recursive
gather '.group == "4|0,2;1,3;4,6;5,7" and .intra.within.unicast.hops == 8' octagon:8 hnc-recursive --group '4|0,2;1,3;4,6;5,7' --intermediate corner
"$nocstep" hops --topology octagon:8 --collective allgather --scheme hnc --group 4 >out 2>err
holds "a list in the table" grep -Eq '^2 groups of 4 nodes, intermediate nodes best' out

# Some nodes as destinations.
gather '.to == 3 and .unicasts == 63 and .unicast.unicasts == 9 and .encode.packets == 12 and .lower_bound == 45 and
  .method == "counted"' mesh:4x4 hnc --group 2x2 --from 0-15 --to 0,5,7
gather '.from == 4 and .to == 4 and .complete' mesh:8x8 hnc --from 0-3
gather '.complete | not' mesh:4x2 hnc --group 2x2 --from 1 --to 0-7 --literal
gather '.complete' mesh:4x2 hnc --group 2x2 --from 0-1,4-5 --to 0-7 --literal
gather '.complete' mesh:4x2 hnc --group 2x2 --from 1 --to 3 --literal
gather '.unicasts == 17361160' mesh:256x256 hnc --from 0-65535 --to 0-255

# Counting gives the same.
for options in "mesh:8x6 hnc" "torus:6x4@2 hierarchy --base binomial" "ring:12 combining --intermediate corner" \
  "mesh:4x4x2 hnc-recursive --base unicast,binomial,unicast" "torus:8x4 unicast" "hypercube:5 binomial" \
  "mesh:8x4 hnc --from 1,5-9,30 --to 0-31 --intermediate inner"; do
  read -r topology scheme more <<<"$options"
  # shellcheck disable=SC2086
  "$nocstep" hops --topology $topology --collective allgather --scheme $scheme $more --json a -q
  # shellcheck disable=SC2086
  "$nocstep" hops --topology $topology --collective allgather --scheme $scheme $more --count --json b -q
  holds "$options: counted" sh -c 'test "$(jq .method a b | tr -d "\n")" = "\"closed form\"\"counted\"" &&
    test "$(jq -S "del(.method)" a)" = "$(jq -S "del(.method)" b)"'
done

# And so does a run.
for options in "torus:8x8 allgather binomial" "mesh:4x3@2 allreduce ring" "octagon:8 alltoall pairwise"; do
  read -r topology collective scheme <<<"$options"
  printf 'topology: %s\nworkload: {collective: %s, scheme: %s}\nrouter: {vcs: 4}\n' "$topology" "$collective" "$scheme" >s.yaml
  "$nocstep" run s.yaml -q --json run.json
  shows ".hops == $(jq .flits.hops run.json) and .unicasts == $(jq .collective.packets run.json)" \
    --topology "$topology" --collective "$collective" --scheme "$scheme"
done

# Also of coded broadcasts, by boxes and lists, to some of the nodes, along the network's own routing.
while IFS='|' read -r topology scheme group inner from to base; do
  group=$group${inner:+|$inner}
  printf 'topology: "%s"\nworkload: {collective: allgather, scheme: %s, group: "%s", from: "%s", to: "%s", base: "%s"}\nrouter: {vcs: 8}\n' \
    "$topology" "$scheme" "$group" "$from" "$to" "$base" >s.yaml
  "$nocstep" run s.yaml -q --json run.json
  shows ".flit_hops == $(jq .flits.hops run.json) and .unicasts == $(jq .collective.packets run.json)" \
    --topology "$topology" --collective allgather --scheme "$scheme" --group "$group" --from "$from" --to "$to" --base "$base"
done <<'END'
mesh:4x4|hnc|2x2||0-15|0-15|unicast
mesh:4x4|hnc|2x2||1,3-9,14|0,5-7,15|binomial
torus:4x6|hnc-recursive|2x6,2x2||0-23|2,9-13|binomial
octagon:8|hnc|0,2,4,6;1,3,5,7||0-7|0-7|unicast
octagon:8|hnc-recursive|4|0,2;1,3;4,6;5,7|1-6|0-7|binomial
fattree:k=2,n=3|combining|0,4;1,5;2,6;3,7||0-7|0-6|unicast
irregular:switches=5,ports=6,hosts=9|hnc|8,0-1;7,3,2;4-6||0-8|1,3,8|unicast,binomial,unicast
END

# 256-ary 2-meshes within a second: five, since the machine may be busy.
holds "a large network" within $((patience / 12)) "$nocstep" hops --topology mesh:256x256 --collective allgather --scheme hnc-recursive -q

# All nodes as one group, by their number.
gather '.groups == 1 and .group == "4x4" and .unicasts == 240' mesh:4x4 hnc --group 16
gather '.groups == 1 and .group_nodes == 4' mesh:1x2@2 hierarchy --group 4

# Refused.
hnc="--topology mesh:8x8 --collective allgather --scheme hnc"
refuse '^nocstep hops: there is no --topology; there must be --topology T --collective C --scheme S$'
refuse '^nocstep hops: there is no --scheme' --topology mesh:4x4 --collective allgather
refuse "^--topology: column 1 of 'moss:4': there is family 'moss'" --topology moss:4 --collective allgather --scheme hnc
refuse "^--collective is 'allgater' \(nearest: 'allgather'\); it must be broadcast" --topology mesh:4 --collective allgater --scheme hnc
refuse "^--scheme is 'hcn' \(nearest: 'hnc'\); it must be one for allgather: unicast, .*postal$" --topology mesh:4 --collective allgather --scheme hcn
refuse "^--scheme is 'hnc'.*; it must be one for reduce: unicast, binomial$" --topology mesh:4 --collective reduce --scheme hnc
# shellcheck disable=SC2086
{
  refuse "^--routing is 'x'; it must be dor" $hnc --routing x
  refuse '^--group is .3x2., but groups with a side of 3 do not tile 8x8; it must be sides that divide it$' $hnc --group 3x2
  refuse '^--group is .1x1., a group of one node; it must be groups of 2 nodes or more$' $hnc --group 1x1
  refuse '^--group is 1; it must be groups of 2 nodes or more' $hnc --group 1
  refuse '^--group is 0; it must be' $hnc --group 0
  refuse '^--group is 65; it must be' $hnc --group 65
  refuse '^--group is 5, but no box of 5 nodes tiles mesh:8x8' $hnc --group 5
  refuse "^--group is '2x2x2'; it must be best" $hnc --group 2x2x2
  refuse "^--group is '-2x2'; it must be best" $hnc --group -2x2
  refuse "^--intermediate is '2,0', a node outside its group of 2x2" $hnc --group 2x2 --intermediate 2,0
  refuse "^--intermediate is 'center' \(nearest: 'centre'\)" $hnc --intermediate center
  refuse "^--intermediate is '0,0', with groups to be searched for" $hnc --intermediate 0,0
  refuse "^--base is 'tree'; it must be unicast, binomial, or three of them" $hnc --base tree
  refuse '^--from is ' $hnc --from 64

  refuse 'no/such/x.json: cannot be written' $hnc --json no/such/x.json
  refuse "^hops: there is 'extra' as well" $hnc extra
}
refuse "^--group is '4'; it must be groups, a bar and the groups within, with hnc-recursive" --topology octagon:8 --collective allgather --scheme hnc-recursive --group 4
refuse "^--group is '0-3;4-6', where group 1 has 3 nodes and group 0 has 4" --topology octagon:8 --collective allgather --scheme hnc --group '0-3;4-6'
refuse "^--intermediate is '3,2', where node 2 is outside its group" --topology octagon:8 --collective allgather --scheme hnc --group 4 --intermediate 3,2
refuse '^--intermediate is centre on octagon' --topology octagon:8 --collective allgather --scheme hnc --intermediate centre
refuse '^--group is given with the scheme ring; it must be given with hnc' --topology mesh:4 --collective allgather --scheme ring --group 2
refuse '^--scheme is tree-worm, whose packets are copied on their way; it must be schemes of unicasts' --topology mesh:4 --collective allgather --scheme tree-worm
refuse '^--literal is given with the scheme hierarchy; it must be given with hnc' --topology mesh:4 --collective allgather --scheme hierarchy --literal
refuse '^--group is best, but mesh:7 cannot be tiled' --topology mesh:7 --collective allgather --scheme hnc
refuse '^--group is best, but mesh:3x5 cannot be tiled; .* tile, each tiled so itself$' --topology mesh:3x5 --collective allgather --scheme hnc-recursive
refuse "^--group is '2x2'; it must be .* in 4x4, a comma and those of the groups within$" --topology mesh:4x4 --collective allgather --scheme hnc-recursive --group 2x2
refuse '4194304 nodes, with more hops than 63 bits hold' --topology mesh:4194304 --collective allgather --scheme unicast

# The table for people: the steps of groups within groups below theirs, and flit-hops where messages
# carry several blocks.
table() { # SCHEME ARGUMENT...: the first words and last numbers of its lines.
  within $patience "$nocstep" hops --topology mesh:4x4 --collective allgather --scheme "$@" 2>err </dev/null |
    sed -n 's/^\(  *[a-z-]*\).* \([0-9][0-9]*\)$/\1=\2/p' | tr '\n' ';'
}
holds 'steps within groups' test "$(table hnc-recursive --group 2x2,1x2)" = \
  '  intra=1;    intra=1;    inter=1;    distribute=1;    unicast=1;  inter=2;  distribute=2;  unicast=4;  total=4;  lower=240;'
holds 'flit-hops' test "$(table combining --group 2x2)" = \
  '  intra=2;  inter=2;  distribute=2;  total=2;  flit-hops=320;  lower=240;'

refuse "^--scheme is edst on mesh:4x4; it must be" --topology mesh:4x4 --collective broadcast --scheme edst

# A run of the same plan does what is counted: trees in the order of a tree routing, paths of a
# schedule.
as_run() { # TOPOLOGY ROUTING COLLECTIVE SCHEME [FROM [TO]]
  local routing=$2 nodes=(${5:+--from "$5"} ${6:+--to "$6"})
  printf 'topology: "%s"\nrouter: {routing: %s}\nworkload: {collective: %s, scheme: %s%s%s}\n' "$1" "$routing" "$3" "$4" \
    "${5:+, from: \"$5\"}" "${6:+, to: \"$6\"}" >as_run.yaml
  within $patience "$nocstep" run as_run.yaml --router ref -q --json as_run.json
  shows ".hops == $(jq .collective.hops as_run.json)" --topology "$1" --routing "$routing" --collective "$3" \
    --scheme "$4" "${nodes[@]}"
}
as_run irregular:switches=4,ports=8,hosts=12,seed=3 updown allgather binomial 0-2,4-6,8-11
as_run mesh:6x4 updown multicast binomial 5 0-22
as_run torus:4x4 source allgather scheduled
as_run torus:4x4 dor alltoall randomized

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
