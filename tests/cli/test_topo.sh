#!/usr/bin/env bash
# nocstep topo: the table and the JSON, what is refused, and that `run` refuses what has no routing.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

# refuse PATTERN ARGUMENT...: status 2, one line that matches, nothing on standard output.
refuse() {
  local pattern=$1 rc
  shift
  within 60 "$nocstep" "$@" >out 2>err </dev/null
  rc=$?
  refused "$*" 2 "$pattern"
}

# shows TOPOLOGY FILTER [OPTION...]: the JSON satisfies the filter of jq.
shows() {
  within 120 "$nocstep" topo "$1" "${@:3}" --json - >out 2>err </dev/null
  if [ "$?" -eq 0 ] && [ ! -s err ] && jq -e "$2" out >/dev/null; then
    verdict "$1 $2" yes
  else
    verdict "$1 $2" no "$(head -c 300 err) $(jq -c . out)"
  fi
}

# prints TOPOLOGY PATTERN [OPTION...]: a line of the table matches.
prints() {
  within 120 "$nocstep" topo "$1" "${@:3}" >out 2>err </dev/null
  if [ "$?" -eq 0 ] && [ ! -s err ] && grep -Eq -- "$2" out; then
    verdict "$1 /$2/" yes
  else
    verdict "$1 /$2/" no "$(head -c 300 err; cat out)"
  fi
}

# Well-known numbers (sources: tests/unit/test_topology_families.c).
shows torus:16x16 '.schema == "nocstep.topo/1" and .topology == "torus:16x16" and .nodes == 256 and
  .routers == 256 and .links == 512 and .degree == {min: 4, max: 4} and .diameter == 16 and
  .bisection == 32 and .bisection_exact and .method == "exact" and
  .closed_form.diameter == 16 and .closed_form.mean_distance == .mean_distance'
shows octagon:8@2 '.nodes == 16 and .routers == 8 and .links == 12 and .diameter == 2'
shows octagons:2x2 '.method_detail == "enumeration" and .closed_form == {}'
shows torus:4x4x4 '.spanning_trees == {edge_disjoint: 3, exact: true, arc_disjoint: 6}'
shows slimfly:q=5 '.routers == 50 and .degree == {min: 7, max: 7} and .diameter == 2 and .moore_bound == 50'
shows dragonfly:p=2,a=4,h=2 '.routers == 36 and .nodes == 72 and .diameter == 3 and .links == 90'
shows fattree:k=4,n=3 '.nodes == 64 and .routers == 48 and .bisection == 32 and .bisection_exact'
shows tree:k=2,n=4 '.bisection == 1 and .bisection_exact and .closed_form.bisection == 1'
shows tree:k=4,n=2 '.bisection == 2 and .bisection_exact'
shows fattree:k=2,n=4,growth=1.587401 '.bisection == 4 and .bisection_exact and .edge_connectivity == 2'
shows fattree:k=2,n=7,growth=1.587401 '.bisection == 16 and (.bisection_exact | not) and .links == 408'
shows butterfly:k=2,n=4 '.nodes == 16 and .routers == 32 and .diameter == 3 and .mean_distance == 3'
shows h3dm:m=4,n=4,levels=2,q=0 '.routers == 1024 and .links == 3168 and .degree == {min: 6, max: 8}'
shows mesh:1 '.mean_distance == null and .bisection == null'
prints torus:16x16 '^  diameter +16 +16$'
prints mesh:8x8 '^  degree +2 to 4$'
prints octagons:3x3 '^  bisection +<= [0-9]+$'

# Sets of messages: 8 of 16 nodes send over the one link of the root; between the 8-node halves of
# the universal tree there are 4 links, between its 4-node quarters 3 for 4 x 12 messages.
shows tree:k=2,n=4 '.messages | .count == 16 and .load_factor == 8 and .rounds == 8 and .least == 8 and
  .constant == 0.25 and .fullest == 1 and .busiest == {level: 3, subtree: 0, direction: "up", load: 8, capacity: 1}' \
  --messages bit-complement
shows fattree:k=2,n=4,growth=1.587401 '.messages | .count == 240 and .load_factor == 16 and .busiest.load == 48 and
  .busiest.capacity == 3 and .rounds >= 16 and .rounds <= 128 and .fullest == 1' --messages alltoall
shows mesh:4x4 'has("messages") | not'
printf '0 1 # one\n\n0 2\n0 2\n' >set.txt
shows tree:k=2,n=2 '.messages | .count == 3 and .load_factor == 3 and .rounds == 3' --messages set.txt
printf '1 1\n' >set.txt
prints tree:k=2,n=2 '^Messages: 1, load factor 0\.$' --messages set.txt
printf '0 1\n0\n' >set.txt
refuse '^set.txt:2:2: there is the end of the line; there must be the receiver' topo tree:k=2,n=2 --messages set.txt
printf '0 4\n' >set.txt
refuse "^set.txt:1:3: the receiver is '4'; it must be 0 to 3" topo tree:k=2,n=2 --messages set.txt
printf '0 1 2\n' >set.txt
refuse '^set.txt:1:5: there is something behind the receiver; there must be the end' topo tree:k=2,n=2 --messages set.txt
refuse '^--messages is torus:4x4; it must be a tree' topo torus:4x4 --messages alltoall
refuse '^--messages is uniform, which has no set of messages; it must be alltoall' topo tree:k=2,n=2 --messages uniform
refuse '^--messages is a set of more than 4194304 messages' topo tree:k=2,n=12 --messages alltoall
refuse '^set.no: cannot be opened' topo tree:k=2,n=2 --messages set.no

# Routing: the defaults, classes that are too few, other routings, files.
for t in mesh:8x8 torus:8x8 torus:4x4x4 ring:5 hypercube:4 octagon:8 octagon:16 octagon:8@2 \
  h3dm:m=2,n=2,levels=2,q=0 h3dm:m=4,n=4,levels=2,q=0 flattened:3x3 butterfly:k=2,n=3 \
  fattree:k=2,n=3 slimfly:q=5; do
  shows $t '.deadlock.acyclic and .deadlock.method == "enumeration" and .deadlock.cycle == [] and
    .mean_route_exact and (.mean_route - .mean_distance | fabs < 1e-9)'
done
for t in octagons:2x3 dragonfly:p=2,a=4,h=2 irregular:switches=8,ports=8,hosts=32,seed={1,2,3}; do
  shows $t '.deadlock.acyclic and .mean_route >= .mean_distance'
done
shows torus:16x16 '.routing == "dor" and .classes == 2 and .deadlock.channels == 2048 and .adaptive == false'
shows ring:6 '.routing == "dor" and .classes == 1 and .classes_needed == 2 and (.deadlock.acyclic | not) and
  (.deadlock.cycle | length == 6 and .[0] == {from: "0", to: "1", port: 1, class: 0} and
    .[5] == {from: "5", to: "0", port: 1, class: 0})' --classes 1
shows octagon:8 '(.deadlock.acyclic | not) and (.deadlock.cycle | length == 8)' --classes 1
shows ring:6 '.classes == 3 and .deadlock.acyclic' --routing minimal --adaptive
shows ring:6 '.classes == 2 and (.deadlock.acyclic | not)' --routing minimal --classes 2
shows fattree:k=4,n=3 '.adaptive and .deadlock.dependencies == 896 and .deadlock.acyclic' --adaptive
shows torus:128x128 '.deadlock.method == "numbering" and .deadlock.acyclic and .deadlock.routes >= 16000 and
  .mean_route_exact and .mean_route == .mean_distance'
shows torus:128x128 '.deadlock.acyclic == null and .deadlock.cycle == []' --classes 1
prints torus:8x8 '^  mean route +4\.06349 +4\.06349$'
prints torus:8x8 '^Routing: dor, 2 VC classes\.$'
prints torus:8x8 '^Channels: 512, 672 dependencies, no cycle: no deadlock\.$'
prints ring:5 '^  0 -> 1 class 0, 1 -> 2 class 0, 2 -> 3 class 0, 3 -> 4 class 0, 4 -> 0 class 0$' --classes 1
# Worms: the table of docs/routing.md; a cycle with them; what cannot carry them.
shows irregular:switches=8,ports=8,hosts=32,seed=1 '.deadlock.dependencies == 47 and .worms.dependencies == 84 and
  .worms.acyclic and .worms.channels == 32 and .worms.kind == "both"' --worms both
shows torus:4x4 '.worms.dependencies == 132 and .worms.acyclic and .worms.kind == "tree"' --worms tree
shows octagon:8 '.worms.dependencies == 52 and .worms.acyclic' --worms path
shows mesh:4x4 'has("worms") | not'
shows torus:8x8 '(.worms.acyclic | not) and (.worms.cycle | length) > 2' --worms tree --classes 1
prints torus:4x4 '^Channels with tree and path worms: 128, 164 dependencies, no cycle: no deadlock\.$' --worms both
prints mesh:4x4 '^  .worms branch; virtual cut-through' --worms path
prints ring:64 '^  .*\.\.$' --classes 1
printf 'route 0 1: 1\nroute 0 2: 1\nroute 1 0: 2\nroute 1 2: 1\nroute 2 0: 1\nroute 2 1: 2\n' >routes.txt
shows ring:3 '.routing == "table" and .deadlock.acyclic and .mean_route > .mean_distance' --routing table --routes routes.txt
printf 'path 0 3: 1 3\npath 1 2: 3 2\npath 3 0: 2 4\npath 2 1: 4 1\n' >paths.txt
shows mesh:2x2 '.routing == "source" and (.deadlock.cycle | length == 4)' --routing source --routes paths.txt
shows mesh:2x2 '.deadlock.acyclic' --routing source
refuse "^routing is 'dr' \(nearest: 'dor'\); it must be dor, octagon" topo ring:4 --routing dr
refuse '^--worms is minimal, adaptive, for tree worms; it must be minimal deterministic' topo ring:6 \
  --routing minimal --adaptive --worms tree
refuse '^routing is nca on ring:4; it must be dor, its own' topo ring:4 --routing nca
refuse '^routing is h3dm-source on torus:4x4; it must be dor, its own' topo torus:4x4 --routing h3dm-source
refuse '^routing is h3dm-source on h3dm:m=4,n=9,levels=2,q=0 of 5184 nodes; it must be used on up to 4096' \
  topo h3dm:m=4,n=9,levels=2,q=0 --routing h3dm-source
refuse '^routing is h3dm-destination, adaptive; it must be a deterministic one' \
  topo h3dm:m=2,n=2,levels=2,q=0 --routing h3dm-destination --adaptive
for o in source destination; do
  shows h3dm:m=4,n=2,levels=2,q=0 '.deadlock.acyclic and .classes_needed == 2' --routing h3dm-$o
  shows h3dm:m=4,n=2,levels=2,q=0 '.deadlock.acyclic | not' --routing h3dm-$o --classes 1
done
printf 'topology: h3dm:m=4,n=2,levels=2,q=0\nrouter: {vcs: 2, routing: h3dm-source}\n%s\n' \
  'workload: {traffic: uniform, load: 0.1, packet_flits: 4}' >outlets.yaml
refuse '^outlets.yaml: router.flit_bits is 64; it must be 256' run outlets.yaml --router ref
refuse '^outlets.yaml:2:27: router.routing is h3dm-source on mesh:4x4; it must be dor, its own' \
  run outlets.yaml --router ref --set topology=mesh:4x4
refuse '^routing is dor, adaptive; it must be a deterministic one' topo ring:4 --adaptive
refuse '^routing is dor with a file; it must be a file with table and source' topo ring:4 --routes routes.txt
refuse '^routing is table without a file' topo ring:4 --routing table
refuse '^--classes is 3; it must be 1 to 2, which routing dor needs' topo ring:4 --classes 3
printf 'route 0 1: 1\n' >hole.txt
refuse '^hole.txt: there is no route from router 1, where nodes enter, to node 0' topo ring:3 --routing table --routes hole.txt
printf 'route 1 0: 1\nroute 2 0: 2\n' >loop.txt
refuse '^loop.txt:2:7: there is a loop: router 2 sends packets to node 0 back to router 1; there must be' topo ring:3 --routing table --routes loop.txt
refuse '^no.txt: cannot be opened' topo ring:3 --routing source --routes no.txt
holds "routings are listed" sh -c "'$nocstep' list routings | grep -q '^  updown '"

# Pictures and graphs: every router and link is there.
count() { # FILE PATTERN NUMBER
  [ "$(grep -cE -- "$2" "$1")" -eq "$3" ]
}
# apart FILE: the boxes of hosts and of names in the DOT text cover neither each other nor a router.
apart() {
  awk 'function at(key) {match($0, key "=\"?[-0-9.]+"); return substr($0, RSTART, RLENGTH)}
    function number(text) {sub(/.*="?/, "", text); return text + 0}
    /^  node / {radius = number(at("width")) * 36}
    /^  [hn]?[0-9]+ \[/ {
      match($0, /pos="[^"]*/); split(substr($0, RSTART + 5, RLENGTH - 5), p, ",")
      x[++n] = p[1]; y[n] = p[2]; box[n] = /^  [hn]/
      w[n] = box[n] ? number(at(" width")) * 36 : radius * 0.7
      h[n] = box[n] ? number(at(" height")) * 36 : radius * 0.7}
    END {for (i = 1; i <= n; i++) if (box[i]) for (k = 1; k <= n; k++) {
        dx = x[i] - x[k]; dy = y[i] - y[k]
        if (k != i && (dx < 0 ? -dx : dx) < w[i] + w[k] - 0.3 && (dy < 0 ? -dy : dy) < h[i] + h[k] - 0.3) {
          print x[i], y[i], x[k], y[k]; exit 1}}
      exit n == 0}' "$1"
}
for t in mesh:2x4 torus:8x8 mesh:4x4@4 octagon:8@8 mesh:3x3@12 torus:4x4x4 octagons:2x2 fattree:k=2,n=3 slimfly:q=5; do
  rm -f p.*
  holds "$t is drawn" "$nocstep" topo $t -q --plot p.svg --dot p.dot --graphml p.xml --json p.json
  routers=$(jq .routers p.json) links=$(jq .links p.json)
  holds "$t: routers of the SVG" count p.svg 'class="node"' "$routers"
  holds "$t: links of the SVG" count p.svg 'class="edge"' "$links"
  holds "$t: routers of the DOT text" count p.dot '^  [0-9]+ \[label' "$routers"
  holds "$t: links of the DOT text" count p.dot '^  [0-9]+ -- [0-9]+ ' "$links"
  holds "$t: hosts of the DOT text" count p.dot '^  h[0-9]+ \[' "$(jq .nodes p.json)"
  holds "$t: hosts of the SVG, and a line to each" test "$(grep -cE 'class="(node|edge) host"' p.svg)" = \
    "$((2 * $(jq .nodes p.json)))"
  holds "$t: a title" grep -q "<text.*>$t<" p.svg
  holds "$t: its size" grep -Fq ">$routers routers, $(jq .nodes p.json) hosts, $links links<" p.svg
  holds "$t: boxes apart" apart p.dot
  holds "$t: graphviz has nothing to say" test -z "$(neato -n2 -Tsvg p.dot 2>&1 >p.svg)"
  holds "$t: routers of the GraphML" count p.xml '<node ' "$routers"
  holds "$t: links of the GraphML" count p.xml '<edge ' "$links"
done
holds "hosts that enter and leave at different routers" "$nocstep" topo butterfly:k=2,n=3 -q --dot p.dot
holds "are drawn at both" sh -c 'test "$(grep -c "label=\"[0-9]* in\"" p.dot)" = 8 -a "$(grep -c "label=\"[0-9]* out\"" p.dot)" = 8'
holds "24 hosts of a router are one box" "$nocstep" topo mesh:2x2@24 -q --dot p.dot
holds "that says so" count p.dot '^  h[0-9]+ .*label="24 hosts"' 4
# Letters of a large picture are large: seen as a whole, 1000 points wide, names have 9. Some only.
large=mesh:40x40
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then large=mesh:64x64; fi
for t in torus:32x32 $large h3dm:m=4,n=4,levels=2,q=0 hypercube:8; do
  holds "$t is written" "$nocstep" topo $t -q --dot p.dot
  holds "$t: names are large enough" awk '
    /^  [0-9]+ \[/ {match($0, /pos="[^"]*/); split(substr($0, RSTART + 5, RLENGTH - 5), p, ",")
      right = p[1] + 0 > right ? p[1] + 0 : right; high = p[2] + 0 > high ? p[2] + 0 : high}
    /class="name"/ {match($0, /fontsize=[0-9.]+/); size = substr($0, RSTART + 9, RLENGTH - 9) + 0; names++}
    END {side = right > high ? right : high; exit !(names > 0 && names <= 300 && size >= 0.0089 * side)}' p.dot
  names=$(grep -c 'class="name"' p.dot)
  holds "$t: the legend says how many" grep -Eq "circles: routers(, $names of [0-9]+ with their names)?; squares: hosts, without" p.dot
  holds "$t: names apart" sh -c 'grep -v "^  h" p.dot >names.dot'
  holds "$t: names do not cover each other" apart names.dot
done
holds "all names of 256 routers" count p.dot 'class="name"' 256
holds "more than 4,096 hosts" "$nocstep" topo mesh:48x48@2 -q --dot p.dot
holds "are not drawn" grep -q 'circles: routers, [0-9]* of 2304 with their names; hosts are not drawn' p.dot
"$nocstep" topo octagon:8 -q --graphml p.xml
holds "the ports in the GraphML" sh -c 'grep -A2 "source=.n0. target=.n7" p.xml | tr -d "\n" |
  grep -q "source_port.>2<.*target_port.>1<"'
holds "the place in the GraphML" grep -q 'key="v_x">1.1086' p.xml
holds "PNG" "$nocstep" topo octagon:8 -q --plot p.png --plot p.svg
holds "a PNG it is" sh -c 'head -c 8 p.png | od -An -tx1 | grep -q "89 50 4e 47"'
for t in hypercube:10 torus:32x32 h3dm:m=4,n=4,levels=2,q=0; do
  holds "$t is drawn" "$nocstep" topo $t -q --plot p.svg
  holds "$t: routers" count p.svg 'class="node"' 1024
done
holds "the same picture again" sh -c "'$nocstep' topo torus:8x8 -q --dot a && '$nocstep' topo torus:8x8 -q --dot b && cmp a b"

# Irregular networks from files.
printf 'switch a 4\nswitch b 4\nhost h a\nhost i b\nlink a b\n' >net.txt
shows irregular:net.txt '.nodes == 2 and .routers == 2 and .links == 1 and .mean_distance == 1'
shows irregular:switches=8,ports=8,hosts=32,seed=1 '.nodes == 32 and .routers == 8 and .links == 16'
holds "an irregular network is drawn" "$nocstep" topo irregular:switches=64,ports=8,hosts=256 -q --plot p.svg
holds "its routers" count p.svg 'class="node"' 64
odd=$(printf 'a"\\\n\377.txt')
cp net.txt "$odd"
holds "a file with an odd name" "$nocstep" topo "irregular:$odd" --json p.json --dot p.dot --graphml p.xml --plot p.svg
holds "its name, made plain" sh -c 'test "$(jq -r .topology p.json)" = "irregular:a????.txt"'
printf 'switch a 4\nswitch a 4\nhost h a\n' >twice.txt
refuse "^twice.txt:2:8: there is the switch 'a' again, as in line 1; there must be another name" topo irregular:twice.txt
printf 'switch a 4\nswitch b 4\nhost h a\n' >apart.txt
refuse "^apart.txt:2:8: there is no path between the switches 'a' and 'b'; there must be a network" topo irregular:apart.txt
refuse '^no.txt: cannot be opened' topo irregular:no.txt
refuse '51 for the hosts; there must be up to 50 hosts' topo irregular:switches=8,ports=8,hosts=51

# A million routers: within a minute and 4 GB, of which a sanitizer needs more.
if [ -z "${NOCSTEP_SANITIZED:-}" ]; then
  if (ulimit -v 4194304 && within 60 "$nocstep" topo torus:1024x1024 -q --json x.json) &&
    jq -e '.routers == 1048576 and .diameter == 1024 and .method == "exact"' x.json >/dev/null; then
    verdict "a million routers" yes
  else
    verdict "a million routers" no
  fi
fi

# Refused.
refuse 'no TOPOLOGY' topo
refuse "^topology: column 1 of 'taurus:4': there is family 'taurus' \(nearest: 'torus'\)" topo taurus:4
refuse 'must be 8, 12, 16, .. routers' topo octagon:9
refuse 'must be an odd prime, 4w . 1 or 4w - 1' topo slimfly:q=15
refuse '6 for the levels; there must be up to 5 levels' topo h3dm:m=4,n=4,levels=6,q=0
refuse '10 for the groups; there must be 2 to 9 groups' topo dragonfly:p=2,a=4,h=2,g=10
refuse "^--plot is 'x.gif'; it must be a name that ends in .svg or .png" topo ring:4 --plot x.gif
refuse 'flattened:64x64 is of 258048 links; it must be one of up to 100000 in a picture or a DOT file' topo flattened:64x64 --dot x.dot
refuse 'mesh:128x64 is of 8192 routers; it must be one of up to 4096 in a picture' topo mesh:128x64 --plot x.svg
refuse '^--plot is x.svg, as for --dot; it must be another file' topo ring:4 --plot x.svg --dot x.svg
refuse '^--graphml is -, as for --json; it must be another file' topo ring:4 --json - --graphml -
refuse 'no/such/x.json: cannot be written' topo ring:4 --json no/such/x.json
for t in torus:4x4 ring:8 hypercube:3 octagon:8 octagons:2x2 flattened:4x4 fattree:k=4,n=3 \
  butterfly:k=2,n=4 dragonfly:p=2,a=4,h=2 slimfly:q=5 irregular:net.txt "h3dm:m=4,n=4,levels=2,q=0"; do
  printf 'topology: %s\nworkload: {traffic: uniform, load: 0.1}\nrun: {cycles: 100}\n' $t >s.yaml
  if "$nocstep" run s.yaml --json out.json --quiet >out 2>err &&
    [ "$(jq '.result == "pass" and .packets.delivered > 0' out.json)" = true ]; then
    verdict "run $t" yes
  else
    verdict "run $t" no "$(cat err)"
  fi
done

if PATH=/nonexistent "$nocstep" topo ring:4 --plot x.svg >out 2>err; [ $? -eq 3 ] &&
  grep -q 'neato cannot be run: .*; it is in the package graphviz' err; then
  verdict "without graphviz" yes
else
  verdict "without graphviz" no "$(cat err)"
fi
# An igraph that is not there, or lacks a function, fails only what asks for it.
mkdir lacks
for name in igraph Clp; do
  real=$(objdump -p "$(gcc -print-file-name=lib$name.so)" | sed -n 's/^ *SONAME *//p')
  echo 'int nothing;' | gcc -shared -fPIC -o "lacks/$real" -x c -
done
run_lacking() { LD_LIBRARY_PATH=$PWD/lacks "$nocstep" "$@" >out 2>err; rc=$?; }
run_lacking topo ring:4
refused "an igraph that lacks a function" 3 '^libigraph\.so\.[0-9]+ has no igraph_[a-z_]+$'
run_lacking schedule --topology mesh:3 --collective alltoall
refused "nor are there symmetries for a schedule" 3 '^libigraph\.so\.[0-9]+ has no igraph_[a-z_]+$'
rm lacks/libigraph*
run_lacking schedule --topology mesh:3x2 --collective alltoall
refused "a Clp that lacks a function" 3 '^libClp\.so\.[0-9]+ has no Clp_[A-Za-z]+$'
run_lacking run s.yaml -q
holds "runs ask for neither" test "$rc" -eq 0
[ ! -e x.svg ] && [ ! -e x.gif ]
verdict "nothing is left of what was refused" "$([ $? -eq 0 ] && echo yes || echo no)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
