#!/usr/bin/env bash
# A network with ends of its own, AXI4-Stream, and routers that nocstep does not know, put to use: meshes of
# several sizes, a curve over load, collectives with their data, a stream of long packets. NOCSTEP is
# the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
dut=$source_tree/tests/dut

cat >base.yaml <<'YAML'
topology: mesh:2x2
router:   {vcs: 1, flit_bits: 32}
workload: {traffic: uniform, load: 0.4, packet_flits: 1-8}
run:      {warmup: 200, cycles: 1500}
YAML
for mesh in 2x2 3x1 1x3; do
  gives "stream_mesh $mesh carries traffic" 0 run base.yaml --dut "$dut/stream_mesh.yaml" \
    --set "topology=mesh:$mesh" --json run.json
  is "stream_mesh $mesh delivers all" run.json '.packets.in_flight == 0 and .packets.delivered > 100'
done
gives 'beats of 64 flits a packet' 0 run base.yaml --dut "$dut/stream_mesh.yaml" --set workload.packet_flits=64

# A field that goes in and does not come out is not compared.
sed "s|\[stream_mesh.sv, ready_router.sv\]|[$dut/stream_mesh.sv, $dut/ready_router.sv]|
  s/, output: \"m_axis_tdest[^}]*}/}/" "$dut/stream_mesh.yaml" >no_tdest.yaml
holds 'a map without tdest at its outputs' test "$(grep -c m_axis_tdest no_tdest.yaml)" -eq 0
gives 'it carries traffic too' 0 run base.yaml --dut no_tdest.yaml

# The routers of the network are those of ready_router.yaml, wired by somebody else: same figures.
gives 'the routers one by one' 0 run base.yaml --dut "$dut/ready_router.yaml" --json routers.json
gives 'and wired in a network' 0 run base.yaml --dut "$dut/stream_mesh.yaml" --json network.json
holds 'a network is its routers' test \
  "$(jq -S '[.cycles, .packets, .latency]' routers.json)" = "$(jq -S '[.cycles, .packets, .latency]' network.json)"

# A curve: what is accepted is what is offered until the network is full.
gives 'a curve over load' 0 sweep base.yaml --dut "$dut/stream_mesh.yaml" --load 0.2:0.3:0.8
holds 'has its saturation' grep -q '^saturation  0' out

# Collectives bring their data, with every router.
cat >collective.yaml <<'YAML'
topology: mesh:2x2
router:   {flit_bits: 32}
workload: {collective: allreduce, scheme: ring, message_flits: 16}
YAML
for router in ready_router:1 on_off_router:2 credit_router:3 stream_mesh:1; do
  gives "allreduce over ${router%:*}" 0 collective collective.yaml --dut "$dut/${router%:*}.yaml" \
    --set "router.vcs=${router#*:}" --flits 4,16 --csv table.csv
  holds "all schemes of it over ${router%:*}" test "$(grep -c ',pass,' table.csv)" -eq 8
done

# One of them among golden routers.
for router in ready_router:1 on_off_router:2 credit_router:3; do
  gives "${router%:*} among golden routers" 0 run base.yaml --dut "$dut/${router%:*}.yaml" --dut-at 1,1 \
    --dut-at 1,0 --set topology=mesh:3x3 --set "router.vcs=${router#*:}"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
