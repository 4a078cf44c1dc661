#!/usr/bin/env bash
# Makes docs/collectives-compared.md and its pictures anew: every collective by every scheme on every
# network of docs/compared/families.txt, at 1 to 256 flits, on two routers; and again with other
# virtual channels, buffers, pipelines and links, to see what of it stays true. Schedules
# (docs/scheduled.md) run on a router of their own, whose packets carry their paths.
#
#   docs/collectives-compared.sh [FOLDER]          runs, results in FOLDER (build/compared)
#   docs/collectives-compared.sh --page [FOLDER]   the page alone, from the results in docs/compared;
#                                                  into FOLDER (docs)
#
# The runs take some 20 minutes of two idle processors, 40 of busy ones. Each network is a file in
# FOLDER, and is not run again: after Ctrl-C or a failure the same command goes on. Another program,
# or other scenarios or lengths, has a folder of its own in FOLDER, so nothing old gets into the page.
# In the environment, for tests: NOCSTEP, the program; FAMILIES, a file like families.txt; LENGTHS;
# RESULTS and PAGE, folders for the tables and the page.
set -u
cd "$(dirname "$0")/.." || exit 3
here=docs/compared
nocstep=${NOCSTEP:-build/nocstep}
families=${FAMILIES:-$here/families.txt}
lengths=${LENGTHS:-1,4,16,64,256}
variants="router.vcs=2 router.vcs=8 router.depth=4 router.depth=32 router.pipeline=2 router.link_latency=4"

page() { # RESULTS FOLDER
  awk -f $here/page.awk "$1/results.tsv" "$1/sensitivity.tsv" >"$2/collectives-compared.md.new" &&
    mv "$2/collectives-compared.md.new" "$2/collectives-compared.md"
}
pictures() { # RESULTS FOLDER
  awk -v folder="$2/" -f $here/pictures.awk "$1/results.tsv" | gnuplot
}
if [ "${1:-}" = --page ]; then
  page $here "${2:-docs}" && pictures $here "${2:-docs}"
  exit
fi

for tool in awk gnuplot cksum; do
  command -v $tool >/dev/null || { echo "$0: $tool is missing; it must be installed" >&2; exit 3; }
done
[ -x "$nocstep" ] || { echo "$0: $nocstep is missing; it must be built: make" >&2; exit 3; }
stamp=$(cat "$nocstep" $here/*.yaml <(echo "$lengths") | cksum | tr -c '0-9\n' -) || exit 3
folder=${1:-build/compared}/$stamp
mkdir -p "$folder" || exit 3

# run FILE SCENARIO TOPOLOGY NODES LENGTHS [SET]: all collectives, then a multicast to every fourth
# node, as one CSV.
run() {
  local file=$folder/$1.csv status=0
  local -a set=()
  [ ! -s "$file" ] || return 0
  [ -z "${6:-}" ] || set=(--set "$6")
  local some
  some=$(seq -s, 3 4 $(($4 - 1)))
  echo "$(date +%H:%M:%S) $1" >&2
  "$nocstep" collective "$here/$2.yaml" --router ref --all --topology "$3" --flits "$5" \
    "${set[@]}" --csv "$file.all" --quiet 2>"$file.err" || status=$?
  [ $status -ne 0 ] || "$nocstep" collective "$here/$2.yaml" --router ref --topology "$3" \
    --set workload.collective=multicast --set workload.to="${some:-$(($4 - 1))}" \
    --flits "$5" "${set[@]}" --csv "$file.some" --quiet 2>"$file.err" || status=$?
  # A network that cannot have this variant, such as one with too few VCs, is told by its file.
  if [ $status -eq 2 ] && [ -n "${6:-}" ]; then
    echo refused >"$file"
  elif [ $status -ne 0 ]; then
    cat "$file.err" >&2
    exit $status
  else
    cat "$file.all" <(tail -n +2 "$file.some") >"$file.new" && mv "$file.new" "$file"
  fi
  rm -f "$file.all" "$file.some" "$file.err"
}
# run_paths FILE STEPS TOPOLOGY NODES: the collectives that can be scheduled, along paths of their own,
# with these `steps`. One that is refused, as where VCs are too few, is left out.
run_paths() {
  local file=$folder/$1.csv status one some to
  [ ! -s "$file" ] || return 0
  some=$(seq -s, 3 4 $(($4 - 1)))
  echo "$(date +%H:%M:%S) $1" >&2
  : >"$file.new"
  for one in broadcast multicast scatter gather allgather alltoall; do
    status=0
    to=()
    [ $one != multicast ] || to=(--set workload.to="${some:-$(($4 - 1))}")
    "$nocstep" collective "$here/scheduled.yaml" --router ref --topology "$3" --flits "$lengths" \
      --set workload.steps="$2" --set workload.collective=$one "${to[@]}" --schemes scheduled \
      --csv "$file.one" --quiet 2>"$file.err" || status=$?
    if [ $status -eq 0 ]; then
      tail -n +"$([ -s "$file.new" ] && echo 2 || echo 1)" "$file.one" >>"$file.new"
    elif [ $status -ne 2 ]; then
      cat "$file.err" >&2
      exit $status
    fi
  done
  mv "$file.new" "$file"
  rm -f "$file.one" "$file.err"
}
name() { tr / % <<<"$1"; }

while read -r nodes topology vary; do
  for router in wormhole cut-through; do
    run "$(name "$topology")+$router" $router "$topology" "$nodes" "$lengths"
  done
  for steps in overlapped barrier; do
    run_paths "$(name "$topology")+$steps" $steps "$topology" "$nodes"
  done
done <"$families"
while read -r nodes topology vary; do
  for variant in $variants; do
    [ -z "$vary" ] || run "$(name "$topology")+$variant" wormhole "$topology" "$nodes" \
      "$lengths" "$variant"
  done
done <"$families"

# One table of all: nodes, topology, router, file.
while read -r nodes topology vary; do
  for router in wormhole cut-through overlapped barrier ${vary:+$variants}; do
    printf '%s\t%s\t%s\t%s\n' "$nodes" "$topology" "$router" "$folder/$(name "$topology")+$router.csv"
  done
done <"$families" >"$folder/files.tsv"
results=${RESULTS:-$here}
awk -v what=results -f $here/collect.awk "$folder/files.tsv" >"$folder/results.tsv" &&
  awk -v what=sensitivity -f $here/collect.awk "$folder/files.tsv" >"$folder/sensitivity.tsv" &&
  cp "$folder/results.tsv" "$folder/sensitivity.tsv" "$results/" &&
  page "$results" "${PAGE:-docs}" && pictures "$results" "${PAGE:-docs}"
