#!/usr/bin/env bash
# A user can paste parts of README.md, and they work: the scenario and the workloads of the
# tutorial, and its command lines; with NOCSTEP_LONG=1 all of them, and the planted bug, whose report
# is that of the README, else those that take seconds. NOCSTEP is the program. Ends with "N passed,
# N failed".
set -u
. "$(dirname "$0")/common.sh"
export NOCSTEP_QUICK_PLUGINS=1
readme=$source_tree/README.md
mkdir build
ln -s "$nocstep" build/nocstep
ln -s "$source_tree/tests" tests

awk '/^```yaml/ {n++; on = n == 1; next} /^```/ {on = 0} on' "$readme" >my.yaml
holds "the README has a scenario" test "$(grep -c : my.yaml)" -ge 4
[ "${NOCSTEP_LONG:-0}" = 1 ] || sed -i 's/cycles: 20000/cycles: 4000/' my.yaml

# Lines in a block, without what stands behind a '#'.
sed -n 's/^    \(build\/nocstep .*\)$/\1/p' "$readme" | sed 's/ *# .*//' >lines
holds "the README has lines to paste" test "$(wc -l <lines)" -ge 14
is_long() {
  case $1 in
    *verify* | *mesh:8x8* | *demo_allgather_unicast* | *vcs=8* | *--wave*) return 0 ;;
  esac
  return 1
}
while read -r line; do
  if is_long "$line" && [ "${NOCSTEP_LONG:-0}" != 1 ]; then
    continue
  fi
  if eval "within 900 $line" >out 2>err </dev/null; then
    verdict "$line" yes
  else
    verdict "$line" no "status $?: $(head -c 300 err)"
  fi
done <lines
holds "pictures are there" test -s latency.png -a -s links.svg -a -s schemes.png
holds "results are there" test -s result.json -a -s grid.csv

# The workloads, each in the place of that of the scenario.
cp "$scenarios/trace_4x4.csv" my.csv
cp "$scenarios/plan_stencil.goal" my.goal
grep '^workload:' "$readme" >workloads
holds "the README has workloads" test "$(wc -l <workloads)" -ge 6
while read -r line; do
  { sed "/^workload:/d; s/cycles: [0-9]*/cycles: 2000/" my.yaml; echo "$line"; } >one.yaml
  sets=()
  case $line in *cut-through*) sets=(--set router.switching=cut-through) ;; esac
  if within 60 "$nocstep" run one.yaml --router ref "${sets[@]}" >out 2>err </dev/null; then
    verdict "$line" yes
  else
    verdict "$line" no "status $?: $(head -c 300 err)"
  fi
done <workloads

# Commands within the text.
for line in $(grep -o '`build/nocstep [^`]*`' "$readme" | tr -d '`' | tr ' ' '\001'); do
  line=${line//$'\001'/ }
  case $line in *COMMAND* | *paper*) continue ;; esac
  if eval "within 120 $line" >out 2>err </dev/null; then
    verdict "$line" yes
  else
    verdict "$line" no "status $?: $(head -c 300 err)"
  fi
done

# The bug of the tutorial, in a copy of the sources.
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  mkdir copy copy/tb
  cp -r "$source_tree/rtl" "$source_tree/csim" copy/
  cp -r "$source_tree/tb/dut" copy/tb/
  file=copy/rtl/router/switch_allocator.sv
  sed -i "/rr_next(4'(out_in_o/s/Ports/Ports - 1/" $file
  holds "the edit is one line" test "$(diff "$source_tree/rtl/router/switch_allocator.sv" $file | grep -c '^>')" = 1
  NOCSTEP_HOME=$work/copy within 300 build/nocstep run my.yaml --wave bug.fst --report bug >out 2>err </dev/null
  holds "the report is that of the README" diff \
    <(sed -n '/^mismatch in cycle/,/^reproduce/p' "$readme" | grep -v '^reproduce') \
    <(sed -n '/^mismatch in cycle/,/^reproduce/p' bug/mismatch.txt | grep -v '^reproduce')
  holds "the waves are there" test -s bug.fst -a -s bug.gtkw
  (cd / && eval "$(sed -n 's/^reproduce: //p' "$work/bug/mismatch.txt")") >out 2>err
  holds "its last line does it again" grep -q '^mismatch: cycle 7: router 0,2: sa_out_ptr' err
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
