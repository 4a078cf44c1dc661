#!/usr/bin/env bash
# From a planted bug to its cause: run, bundle, replay, shrink, each a line in a table.
#
#   causes.sh planted FOLDER [COUNT]   the bugs of tests/cli/test_culprit.sh, the first COUNT of them
#   causes.sh random FOLDER [COUNT]    COUNT (60) random mutants of the router's and the interface's
#                                      files, of SEED (1): an operator or a constant of a line is
#                                      another. One that no run of the scenario notices is left out,
#                                      and the next takes its place.
#   causes.sh table FOLDER             what is done there, a line of Markdown for each file
#
# Resumable: FOLDER keeps a line for each bug that is done, and another call goes on behind them. Seconds
# are those of one processor (user and system). A bug is done twice: with the build of its plug-ins, and
# without. docs/debugging.md has the table. NOCSTEP is the program.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
nocstep=$(realpath "${NOCSTEP:-$root/build/nocstep}")
mode=${1:-} folder=${2:-} count=${3:-60}
case $mode in planted | random | table) ;; *) sed -n '2,16s/^# \{0,1\}//p' "$0"; exit 2 ;; esac
mkdir -p "$folder" && cd "$folder" || exit 2
median() { sort -n | awk '{v[NR] = $1} END {if (NR > 0) print v[int((NR + 1) / 2)]; else print "-"}'; }
column() { cut -f "$1" | grep -E '^[0-9.]+$'; }
row() { # NAME: of the lines of done that come in
  local lines
  lines=$(cat)
  echo "| $1 | $(wc -l <<<"$lines") | $(cut -f 5 <<<"$lines" | grep -cx yes) | $(cut -f 6 <<<"$lines" | grep -cx yes) | $(column 7 <<<"$lines" | wc -l) | $(column 7 <<<"$lines" | median) | $(column 7 <<<"$lines" | sort -n | tail -n 1) | $(column 8 <<<"$lines" | median) | $(column 9 <<<"$lines" | median) | $(column 10 <<<"$lines" | median) |"
}
if [ "$mode" = table ]; then
  echo "| bugs in | bugs | named first | replayed | shrunk | flits | most | cycles | seconds | with build |"
  echo "|---|---|---|---|---|---|---|---|---|---|"
  for file in $(cut -f 2 done | sort -u); do awk -F'\t' -v file="$file" '$2 == file' done | row "\`${file%.sv}\`"; done
  row all <done
  exit
fi
mkdir -p copy/tb
rm -rf copy/rtl copy/csim copy/tb/dut
cp -r "$root/rtl" "$root/csim" copy/
cp -r "$root/tb/dut" copy/tb/
export NOCSTEP_HOME=$PWD/copy NOCSTEP_QUICK_PLUGINS=1
export NOCSTEP_PLUGINS=${NOCSTEP_PLUGINS:-$PWD/plugins}
mkdir -p "$NOCSTEP_PLUGINS" && chmod go-w "$NOCSTEP_PLUGINS"
touch done left

scenario() { # NAME TOPOLOGY ROUTER WORKLOAD [HOST]
  printf 'topology: %s\nrouter: {%s}\nworkload: {%s}\nhost: {%s}\nrun: {router: lockstep%s}\n' \
    "$2" "$3" "$4" "${5-}" "$([[ $4 == collective* ]] || echo ', warmup: 0, cycles: 600')" >"$1.yaml"
}

# seconds COMMAND...: those of the processor, of it and its children, in $spent; its status in $rc.
seconds() {
  local out
  out=$({ TIMEFORMAT='%U %S'; time timeout 900 "$@" >said 2>&1 </dev/null; echo $?; } 2>&1)
  spent=$(echo "$out" | awk 'NF == 2 {print $1 + $2}')
  rc=$(cat status 2>/dev/null || echo 0)
}
timed() { # COMMAND...
  seconds bash -c 'x=$1; shift; "$@"; echo $? >"$x"' _ status "$@"
}

# all SCENARIO: verify, replay, shrink. Sets found, register, source, replayed, flits, cycles, took.
all() {
  rm -rf report small
  found=no register=- source=- replayed=no flits=- cycles=- took=0
  timed "$nocstep" verify "$1.yaml" -j 1 --report report --quiet
  took=$spent
  [ "$rc" -eq 1 ] || return
  found=$(jq -r '.runs[0].result' report/result.json)
  register=$(jq -r '.runs[0].register // "-"' report/result.json)
  source=$(jq -r '.groups[0].source // "-"' report/result.json)
  timed "$nocstep" replay report/group-1 --quiet --json r.json
  took=$(echo "$took $spent" | awk '{print $1 + $2}')
  if [ "$rc" -eq 1 ] && cmp -s <(jq '.mismatch | .cycle, .register, .element' report/group-1/result.json) \
    <(jq '.mismatch | .cycle, .register, .element' r.json); then replayed=yes; fi
  timed "$nocstep" shrink report/group-1 --quiet --out small --json s.json
  took=$(echo "$took $spent" | awk '{print $1 + $2}')
  [ "$rc" -eq 0 ] || return
  flits=$(jq '.flits // .packets' s.json)
  cycles=$(jq .cycles s.json)
}

# cause NUMBER SCENARIO FILE TEXT: the copy has the bug. False if nothing fails.
cause() {
  local with
  all "$2"
  with=$took
  [ "$found" != no ] || return 1
  all "$2"
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$3" "$found" "$register" \
    "$([ "$source" = "rtl/$3" ] && echo yes || echo "$source")" "$replayed" "$flits" "$cycles" "$took" "$with" "$4" >>done
}

known() { cut -f 1 done left | grep -qx "$1"; }

number=0
bug() { # TIER SCENARIO FILE FROM TO
  number=$((number + 1))
  if [ "$number" -gt "$count" ] || known "$number"; then return; fi
  cp "$root/rtl/$3" "copy/rtl/$3"
  sed -i "s#$4#$5#" "copy/rtl/$3"
  cause "$number" "$2" "$3" "$5" || echo "$number" >>left
  cp "$root/rtl/$3" "copy/rtl/$3"
}

planted() {
  eval "$(awk '/^(KEEP_BUG=1 bug |bug [a-z]|scenario [a-z]|uniform=|worms=|multicast=|sed .*again)/ {on = 1}
    on {sub(/^KEEP_BUG=1 /, ""); print} !/\\$/ {on = 0}' "$root/tests/cli/test_culprit.sh")"
}

# A line of a file with one operator or constant changed: the number of the line, and the line.
mutate() { # FILE DRAW
  awk -v draw="$2" '
    function hash(x) {x = (x * 1103515245 + 12345) % 2147483648; return x}
    /^ *\/\// || /assert|\$error|parameter|localparam|import|`/ {next}
    {
      line = $0; sub(/\/\/.*/, "", line)
      for (i = 1; i <= n; i++) {
        at = index(line, from[i])
        if (at > 0) {count++; number[count] = NR; text[count] = substr(line, 1, at - 1) to[i] substr(line, at + length(from[i]))}
      }
    }
    BEGIN {
      n = split("==,!=,&&,||, + , - , & , | , ^ , > , < ,1'"'"'b0,1'"'"'b1,!,~", from, ",")
      split("!=,==,||,\\&\\&, - , + , | , \\& , | , >= , <= ,1'"'"'b1,1'"'"'b0,,", to, ",")
      for (i = 1; i <= n; i++) gsub(/\\/, "", to[i])
    }
    END {
      for (k = 0; k < 5; k++) draw = hash(draw)
      if (count > 0) {k = 1 + int(draw / 7) % count; print number[k] "\t" text[k]}
    }' "$1"
}

random() {
  local files=(router/vc_allocator router/switch_allocator router/input_unit router/output_unit router/fifo
    router/crossbar router/route_dor router/router router/matrix_arbiter router/rr_arbiter ni/injection
    ni/ejection ni/network_interface) i file made text
  scenario mesh mesh:3x3 'vcs: 2, depth: 4' 'traffic: uniform, load: 0.7, packet_flits: "1:1,4:2"'
  for ((i = 1; $(wc -l <done) < count && i <= 20 * count; i++)); do
    if known "$i"; then continue; fi
    file=${files[$(((i * 7919 + ${SEED:-1} * 104729) % ${#files[@]}))]}.sv
    cp "$root/rtl/$file" "copy/rtl/$file"
    made=$(mutate "$root/rtl/$file" $((i * 65537 + ${SEED:-1})))
    text=$(echo "${made#*$'\t'}" | tr -s ' ')
    if cut -f 2,11 done | grep -qxF "$file"$'\t'"$text"; then echo "$i" >>left; continue; fi
    awk -v n="${made%%$'\t'*}" -v text="${made#*$'\t'}" 'NR == n {print text; next} {print}' \
      "$root/rtl/$file" >"copy/rtl/$file"
    cause "$i" mesh "$file" "$text" || echo "$i" >>left
    cp "$root/rtl/$file" "copy/rtl/$file"
  done
}

"$mode"
numbers() { column "$1" <done; }
echo "bugs $(wc -l <done), not noticed $(wc -l <left), the planted file named first $(cut -f 5 done | grep -cx yes), replayed $(cut -f 6 done | grep -cx yes), shrunk $(numbers 7 | wc -l)"
echo "flits: median $(numbers 7 | median), most $(numbers 7 | sort -n | tail -n 1); cycles: median $(numbers 8 | median)"
echo "seconds of a processor, verify to the shrunk stimulus: median $(numbers 9 | median), most $(numbers 9 | sort -n | tail -n 1); with the build of plug-ins: median $(numbers 10 | median)"
