#!/usr/bin/env bash
# Makes the tables of docs/scheduled.md anew, in its form: schedules run in lockstep on six networks, those
# of Table 2 of dvorak2006 for the classes in docs/papers/dvorak2006.md, and schedules beside collectives
# without one over the length of messages.
#
#   docs/scheduled.sh [runs|sets|lengths] [FOLDER]    all three; sets takes minutes of the processor
#
# Results in FOLDER (build/scheduled) are not worked out again. CLASSES="11111111 .." takes some classes, and
# LENGTHS="1 4 .." some lengths. `lengths` leaves scheduled.svg in FOLDER as well, if gnuplot is installed.
set -u
cd "$(dirname "$0")/.." || exit 3
nocstep=${NOCSTEP:-build/nocstep}
part=${1:-all}
folder=${2:-build/scheduled}
networks="octagon:8 octagon:8@2 mesh:3x3 mesh:4x4 torus:4x4 octagons:1x2"
lengths=${LENGTHS:-1 2 4 8 16 32 64 128 256 512 1024}
mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || exit 3

# simulate FILE NETWORK COLLECTIVE SCHEME FLITS KEY=VALUE...: the result of a run in FILE, if it is not there.
simulate() {
  local file=$folder/$1.json network=$2 collective=$3 scheme=$4 flits=$5
  [ ! -s "$file" ] || return 0
  printf '%s\n' "topology: $network" "router: {routing: source, vcs: 4, flit_bits: 128}" \
    "workload: {collective: $collective, scheme: $scheme, message_flits: $flits, packet_flits: 512}" >"$folder/run.yaml"
  shift 5
  "$nocstep" run "$folder/run.yaml" --quiet --json "$folder/new.json" "${@/#/--set=}" >&2 || {
    echo "docs/scheduled.sh: this run has failed: $file" >&2
    exit 1
  }
  mv "$folder/new.json" "$file"
}
value() { jq -r "$2" "$folder/$1.json"; } # FILE FILTER

runs() {
  echo "| network | collective | steps | bound | each step alone, in sum | completion | with barriers | a barrier | (12) | m t_1 a step |"
  echo "|---|---|---|---|---|---|---|---|---|---|"
  local network collective name
  for network in $networks; do
    for collective in allgather alltoall; do
      name=runs.${network//:/-}.$collective
      simulate "$name" "$network" "$collective" scheduled 16 run.router=lockstep
      simulate "$name.barrier" "$network" "$collective" scheduled 16 run.router=lockstep workload.steps=barrier
      echo "| \`$network\` | $collective | $(value "$name" '.collective |
        [.schedule.steps, .schedule.lower_bound, .schedule.alone, .completion] | join(" | ")') | $(
        value "$name.barrier" '.collective | [.completion, .schedule.between / (.schedule.steps - 1)] | join(" | ")') | $(
        value "$name" '.collective.schedule.equation_12 | [.once, .each_step] | join(" | ")') |"
    done
  done
}

# The cores of a class (1), and the others (0).
cores() { # CLASS OWN
  awk -v class="$1" -v own="$2" 'BEGIN {
    for (r = 0; r < 8; r++) for (i = 0; i < 2; i++) if ((i < substr(class, r + 1, 1)) == own) list = list "," 2 * r + i
    print substr(list, 2)
  }'
}
# one_set NAME COLLECTIVE FROM TO DETOUR: its schedule, and that run in lockstep.
one_set() {
  [ -s "$folder/$1.json" ] || "$nocstep" schedule --topology octagon:8@2 --collective "$2" --from "$3" --to "$4" \
    --max-detour "$5" --quiet --out "$folder/$1.schedule" || exit
  simulate "$1" octagon:8@2 "$2" scheduled 16 run.router=lockstep "workload.from=$3" "workload.to=$4" \
    "workload.schedule=$folder/$1.schedule"
}
# one_row TITLE NAME: the runs of all classes, a line of the table.
one_row() {
  jq -rs --arg title "$1" '
    def range: [min, max] | unique | join(" to ");
    map(.collective | .schedule + {completion}) |
    [length, (map(.steps) | range), (map(.completion) | range), (map(.completion - .alone) | range),
     (map(.equation_12.once) | range), (map(.equation_12.each_step) | range)] |
    "| \($title) | \(join(" | ")) |"' $(printf "$folder/%s.json " $2)
}
sets() {
  local class own other classes
  classes=${CLASSES:-$(sed -n 's/^| `\([0-2]\{8\}\)` .*/\1/p' docs/papers/dvorak2006.md)}
  for class in $classes; do
    [[ $class =~ ^[0-2]{8}$ ]] || {
      echo "docs/scheduled.sh: CLASSES has '$class'; it must have classes such as 22220000" >&2
      exit 2
    }
    own=$(cores "$class" 1) other=$(cores "$class" 0)
    one_set "$class.mnb_same" allgather "$own" "$own" 0
    one_set "$class.mns_same" alltoall "$own" "$own" 0
    one_set "$class.mns_same_detour" alltoall "$own" "$own" 2
    one_set "$class.mnb_other" allgather "$own" "$other" 0
    one_set "$class.mns_other" alltoall "$own" "$other" 0
    one_set "$class.mnb_all" allgather "$own" 0-15 0
    one_set "$class.mns_all" alltoall "$own" 0-15 0
  done
  one_set all.mnb allgather 0-15 0-15 0
  one_set all.mns alltoall 0-15 0-15 0
  echo "| | runs | steps | completion | above the sum | (12) | m t_1 a step |"
  echo "|---|---|---|---|---|---|---|"
  of() { printf "%s.$1 " $classes; }
  one_row "8 to the same 8, MNB" "$(of mnb_same)"
  one_row "8 to the same 8, MNS" "$(of mns_same)"
  one_row "the same, paths up to 2 hops longer" "$(of mns_same_detour)"
  one_row "8 to the other 8, MNB" "$(of mnb_other)"
  one_row "8 to the other 8, MNS" "$(of mns_other)"
  one_row "8 to all 16, MNB" "$(of mnb_all)"
  one_row "8 to all 16, MNS" "$(of mns_all)"
  one_row "all 16 to all 16, MNB" all.mnb
  one_row "all 16 to all 16, MNS" all.mns
}

# schemes COLLECTIVE: those without a schedule.
schemes() { [ "$1" = allgather ] && echo unicast binomial ring || echo unicast binomial pairwise; }
# completion NETWORK COLLECTIVE SCHEME FLITS: of a run; SCHEME may be scheduled/STEPS.
completion() {
  local name=lengths.${1//:/-}.$2.${3//\//-}.$4 steps=${3#*/}
  if [ "$steps" = "$3" ]; then simulate "$name" "$1" "$2" "$3" "$4"; else
    simulate "$name" "$1" "$2" scheduled "$4" "workload.steps=$steps"
  fi
  value "$name" .collective.completion
}
# wins NETWORK COLLECTIVE SCHEDULED FLITS: takes fewer cycles than all without a schedule.
wins() {
  local scheme mine
  mine=$(completion "$1" "$2" "$3" "$4")
  for scheme in $(schemes "$2"); do
    [ "$mine" -lt "$(completion "$1" "$2" "$scheme" "$4")" ] || return 1
  done
}
# from_where NETWORK COLLECTIVE SCHEDULED: the length from which on it wins at all of $lengths, to the flit
# between two of them; "-": nowhere.
from_where() {
  local below=0 least= length middle
  for length in $lengths; do
    if wins "$1" "$2" "$3" "$length"; then least=${least:-$length}; else least= below=$length; fi
  done
  while [ -n "$least" ] && [ $((least - below)) -gt 1 ]; do
    middle=$(((least + below) / 2))
    if wins "$1" "$2" "$3" "$middle"; then least=$middle; else below=$middle; fi
  done
  echo "${least:--}"
}
scheduled_ways="scheduled scheduled/overlapped scheduled/barrier"
compare() {
  local network collective way scheme length line best cycles
  echo "| network | collective | sequential | overlapped | barrier | best without, scheduled: 1 flit | 16 | 64 | 1,024 |"
  echo "|---|---|---|---|---|---|---|---|---|"
  for network in $networks; do
    for collective in allgather alltoall; do
      line="| \`$network\` | $collective |"
      for way in $scheduled_ways; do line+=" $(from_where "$network" "$collective" "$way") |"; done
      for length in 1 16 64 1024; do
        best=
        for scheme in $(schemes "$collective"); do
          cycles=$(completion "$network" "$collective" "$scheme" "$length")
          [ -n "$best" ] && [ "${best% *}" -le "$cycles" ] || best="$cycles $scheme"
        done
        line+=" $best, $(completion "$network" "$collective" scheduled "$length") |"
      done
      echo "$line"
    done
  done
}
# Cycles a flit of a message, over the length: a scheme a line.
picture() {
  local network=octagon:8@2 collective=alltoall scheme length plots=
  for scheme in $(schemes $collective) $scheduled_ways; do
    for length in $lengths; do echo "$length $(completion $network $collective "$scheme" "$length")"; done \
      >"$folder/${scheme//\//-}.dat"
    plots+="${plots:+, }\"$folder/${scheme//\//-}.dat\" using 1:(\$2 / \$1) with linespoints title \"${scheme/\// }\""
  done
  command -v gnuplot >/dev/null || return 0
  gnuplot <<END
set terminal svg size 640,420 font "sans,12"
set output "$folder/scheduled.svg"
set logscale xy 2
set xlabel "flits of a message"
set ylabel "completion, cycles for each flit of a message"
set key top right
plot $plots
END
}

case $part in
  runs) runs ;;
  sets) sets ;;
  lengths) compare; picture ;;
  all) runs; echo; sets; echo; compare; picture ;;
  *) echo "docs/scheduled.sh: there is '$part'; there must be runs, sets or lengths" >&2; exit 2 ;;
esac
