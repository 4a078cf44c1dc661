#!/usr/bin/env bash
# Three routers and a network that nocstep does not know (tests/dut): each passes as it is, and each bug
# that is planted in it breaks the rule of the list, named with cycle, router and port. docs/bring-your-own-router.md
# says where those with a source come from. One model serves all bugs of a router. NOCSTEP is the
# program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cp "$source_tree"/tests/dut/*.sv "$source_tree"/tests/dut/*.yaml .

# The routers cannot be told apart by their wires, so VCs and what a run is made of go by name.
declare -A vcs=([ready_router]=1 [on_off_router]=2 [credit_router]=3 [stream_mesh]=1 [one_vc]=1)
low='--set workload.load=0.1 --set workload.packet_flits=1 --set run.cycles=1500'
high='--set workload.load=0.9 --set workload.packet_flits=1-6 --set run.cycles=1500'
hot='--set workload.traffic=hotspot --set workload.hotspot_nodes=4 --set workload.hotspot_share=1
     --set workload.load=0.9 --set run.cycles=500'
worms='--set topology=mesh:4x4 --set workload.load=0.6 --set workload.packet_flits=16 --set run.cycles=1500'
slow="$high --set router.depth=1"
declare -A kinds=([low]=$low [high]=$high [slow]=$slow [worms]=$worms)
cat >base.yaml <<'YAML'
topology: mesh:3x3
router:   {flit_bits: 32}
workload: {traffic: uniform, load: 0.3, packet_flits: 1-5}
YAML

# with ROUTER BUG ARGUMENT...: a run with the bug; status in rc.
with() {
  local router=$1 bug=$2
  shift 2
  sed "s/bug: 0/bug: $bug/" "$router.yaml" >planted.yaml
  # shellcheck disable=SC2086,SC2048  # lists
  run run base.yaml --dut planted.yaml --set "router.vcs=${vcs[$router]}" $*
}

# finds ROUTER BUG KIND PATTERN WHAT: the run ends with a line of the rule.
finds() {
  with "$1" "$2" "${kinds[$3]}"
  if { [ "$rc" -eq 1 ] || [ "$rc" -eq 2 ]; } && grep -Eq "^$4" err; then
    verdict "$1 $2: $5" yes
  else
    verdict "$1 $2: $5" no "status $rc, expected /$4/; stderr: $(head -c 300 err)"
  fi
}

# starves YES|NO ROUTER BUG WHAT: some node gets nothing through where all send to one, while others do.
starves() {
  with "$2" "$3" "$hot"
  local none=no
  ! grep -q '^fairness  *9 sources, 0\.0000 to ' out || none=yes
  if [ "$rc" -eq 0 ] && [ "$none" = "$1" ]; then verdict "$2 $3: $4" yes; else
    verdict "$2 $3: $4" no "status $rc; $(grep '^fairness' out) $(head -c 300 err)"
  fi
}

# The map of the credit router with one VC.
sed 's/vcs: 3/vcs: 1/; s/^top:/name: one_vc\ntop:/' credit_router.yaml >one_vc.yaml

# Nothing is wrong with them.
for router in ready_router on_off_router credit_router; do
  holds "$router has no warning" verilator --lint-only -Wall "$router.sv"
done
for shape in '3 1' ${full_length:+'2 2' '4 4'}; do
  holds "stream_mesh has no warning, $shape" verilator --lint-only -Wall --top-module stream_mesh \
    -GColumns="${shape% *}" -GRows="${shape#* }" stream_mesh.sv ready_router.sv
done
for router in ready_router on_off_router credit_router one_vc; do
  for mesh in 3x3 ${full_length:+2x2 1x3}; do
    for kind in low high; do
      with "$router" 0 "${kinds[$kind]}" --set "topology=mesh:$mesh"
      verdict "$router passes, mesh $mesh, $kind" "$([ "$rc" -eq 0 ] && echo yes)" "$(head -c 300 err)"
    done
  done
  starves no "$router" 0 'nobody gets nothing'
done

# ROUTER | BUG | KIND OF RUN | RULE | PORT, of 'port P' where any will do | what, and its source
bugs=$(cat <<'LIST'
ready_router|1|high|skipped|.*|a flit is lost that comes to a full queue whose front leaves
ready_router|2|low|repeated|.*|a tail is sent again in the place of a packet of one flit (esp 42)
ready_router|3|high|payload|.*|a bit changes at the last place of a queue
ready_router|4|low|misdelivered|.*|of two heads at once one takes the other's way (OpenRIO 2)
ready_router|5|high|interleaved|.*|inputs that have not locked an output send by it (black-parrot 1091)
ready_router|6|high|withdrawn|.*|valid is taken back behind a cycle in which nobody was ready (FlooNoC 162)
ready_router|7|high|unstable|.*|the choice of an output does not hold while it waits (basejump_stl 359)
ready_router|9|low|length|.*|a packet of one flit from the north loses its tail
ready_router|10|high|lost|.*|an arbiter locks for nobody when it picks and nobody is ready (optimsoc 165)
ready_router|11|low|reset|y\+|a head comes out behind the reset
ready_router|12|high|(withdrawn\|unstable)|.*|the lock ends with a tail that is not taken (ravenoc 520e302)
ready_router|13|low|lost|.*|a packet of one flit leaves the lock behind (NoCRouter 31ea930)
ready_router|14|high|(payload\|skipped)|.*|ready is that of the next router (FlooNoC 169)
ready_router|15|high|(unstable\|skipped)|.*|a front leaves though nobody is ready (fpga_mafia 269)
ready_router|16|low|field|y\+|a coordinate of the head changes where it turns
ready_router|17|low|(invented\|repeated)|.*|an empty queue is read (common_cells 248)
ready_router|18|low|lost|.*|packets go back where they came from (basejump_stl 218)
ready_router|19|low|misdelivered|.*|a place is one off (FlooNoC 72)
on_off_router|1|high|(payload\|skipped\|invented\|headless)|.*|off comes when the queue is full (NoCRouter 7153b05)
on_off_router|2|high|off|y\+|a port sends though it is off
on_off_router|3|low|misdelivered|.*|the way of a packet of one flit is not given up (NoCRouter 31ea930)
on_off_router|4|low|repeated|.*|the other VC's queue is read (NoCRouter 774edff)
on_off_router|5|high|(interleaved\|repeated)|.*|a flit of one VC goes out under the other's name (ravenoc 7e44c02)
on_off_router|6|low|reset|.*|a queue asks though it is empty (NoCRouter 06fd593)
on_off_router|7|high|payload|.*|a bit changes while both VCs wait
on_off_router|8|low|misdelivered|.*|a column has a bit too few
on_off_router|9|low|reset|x\+|a head comes out behind the reset
on_off_router|11|high|length|.*|a tail is lost where a queue is nearly full
on_off_router|12|high|closed|.*|a queue that was off stays off
on_off_router|13|low|lost|.*|a flit is dropped that comes to an empty queue beside one that is not
on_off_router|14|high|(interleaved\|repeated)|.*|a flit is sent twice where the read pointer wraps
on_off_router|15|high|interleaved|.*|the arbiter changes before the tail (galapagos 1)
on_off_router|16|high|lost|.*|the way is given up when the queue is empty (NoCRouter 02f80f3)
credit_router|1|high|credits-lost|.*|a credit is lost when a flit comes meanwhile
credit_router|2|low|credit|.*|a credit is a level where it must be a pulse (openpiton 179)
credit_router|3|high|overflow|.*|the sender begins with one credit too many
credit_router|4|high|(skipped\|invented\|field)|.*|a flit is dropped
credit_router|5|high|(repeated\|skipped)|.*|a flit is sent again from the end of a full queue
credit_router|6|high|payload|y-|a bit of a tail changes
credit_router|7|low|misdelivered|.*|the way is computed for the wrong router
credit_router|8|high|interleaved|.*|a VC is free before the tail
credit_router|9|low|credit|local|a credit is for another VC
credit_router|10|low|vc|.*|two bits of a one-hot VC
credit_router|12|high|length|.*|a tail is lost when all VCs are busy
credit_router|13|low|reset|x-|a flit comes out behind the reset
credit_router|14|high|(lost\|deadlock)|.*|a VC stays busy behind a tail
credit_router|15|high|overflow|.*|a credit and a flit at once count as two credits
one_vc|16|worms|(lost\|deadlock)|.*|turns that make a circle (noxim 14)
stream_mesh|101|low|length|.*|a beat without tlast
stream_mesh|102|slow|unstable|.*|tdata changes while nobody is ready (dpretet/axi-crossbar 19)
stream_mesh|103|low|field|.*|tdest is wrong
stream_mesh|104|high|payload|.*|a bit of tdata changes
stream_mesh|105|high|(skipped\|payload\|lost)|.*|tready though the router takes nothing
LIST
)
# The quick tier has a bug for each rule, the long one all.
declare -A found
while IFS='~' read -r router bug kind rule port what; do
  if [ "${NOCSTEP_LONG:-0}" != 1 ] && [ -n "${found[$rule]:-}" ]; then continue; fi
  found[$rule]=$router
  finds "$router" "$bug" "$kind" "(rule )?$rule: cycle [0-9]+: .*(port $port|end [0-9]+)" "$what"
done < <(sed 's/\\|/\x01/g; s/|/~/g; s/\x01/|/g' <<<"$bugs")

starves yes ready_router 8 'the turn of an arbiter does not go round (rocket-chip 2771)'
starves yes on_off_router 10 'the same candidate is always favoured (CoupledL2 359)'
starves yes credit_router 11 'the same input is always favoured'

# An arbiter that is not to hold its choice: the map says so.
sed -i 's/^  ready: "{port}_out_ready"/&\n  holds: false/' ready_router.yaml
with ready_router 7 "$high"
verdict 'ready_router 7 passes where flits may change until they are taken' \
  "$([ "$rc" -eq 0 ] && grep -q 'holds: false' planted.yaml && echo yes)" "$(head -c 300 err)"

# Credits that the sender loses count of break no rule: only the throughput shows them.
with credit_router 17 "$high"
verdict 'credits that a sender forgets cost throughput alone' "$([ "$rc" -eq 0 ] && echo yes)" "$(head -c 300 err)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
