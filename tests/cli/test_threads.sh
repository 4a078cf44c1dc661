#!/usr/bin/env bash
# Threads change no result: scenarios of tests/scenarios, and larger networks that are cut into many
# shards, all golden, by one thread, two and three; some in lockstep; runs that end early; and the
# lines for numbers that cannot be. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

# result FILE THREADS ARGUMENT...: status and JSON of a run, but for what its time was.
result() {
  local to=$1 threads=$2
  shift 2
  run "$@" --threads "$threads" --quiet --json r.json
  {
    echo "status $rc"
    jq -S 'del(.host)' r.json
    grep -v '^reproduce: ' err
  } >"$to" 2>&1
  rm -f r.json
}

# same NAME "THREADS..." ARGUMENT...: several numbers of threads give what one gives, which ends so.
ends=0
same() {
  local name=$1 numbers=$2
  shift 2
  result one 1 "$@"
  for threads in $numbers; do
    result several "$threads" "$@"
    if grep -qx "status $ends" one && cmp -s one several; then
      verdict "$name, $threads threads" yes
    else
      verdict "$name, $threads threads" no "$(head -n 1 one) $(diff one several | head -c 300) $(head -c 200 err)"
    fi
  done
}

# ---- Some scenarios; with NOCSTEP_LONG every one.
some="$scenarios/irregular_32_adaptive.yaml $scenarios/torus_source.yaml $scenarios/worms_octagon_8.yaml
  $scenarios/plan_stencil.yaml $scenarios/trace_4x4.yaml $scenarios/dragonfly_72.yaml"
[ -z "${NOCSTEP_LONG:-}" ] || some=$(ls "$scenarios"/*.yaml)
for file in $some; do
  [ "$(basename "$file")" = mesh_1x2.yaml ] || same "$(basename "$file" .yaml)" 3 "$file" --router ref
done
same "as many threads as routers" 2 "$scenarios/mesh_1x2.yaml" --router ref

# ---- Networks of several words of nodes.
cat >t.yaml <<'END'
topology: mesh:24x20
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.15, packet_flits: 4}
run: {warmup: 50, cycles: 150}
END
sed 's/^workload:.*/workload: {classes: [{traffic: uniform, load: 0.05, packet_flits: 1-9, network: 0,\
  reply_flits: 5, reply_network: 1}, {traffic: tornado, load: 0.04, packet_flits: 3, network: 0,\
  burst_on: 10, burst_off: 20}]}/' t.yaml >classes.yaml
sed 's/^workload:.*/workload: {traffic: multicast, degree: 3, scheme: tree-worm, load: 0.05, message_flits: 4}/
  s/depth: 4/depth: 8, switching: cut-through/; s/24x20/16x8/' t.yaml >worms.yaml
sed 's/^workload:.*/workload: {collective: allreduce, scheme: recursive-doubling, message_flits: 6}/
  s/^run:.*//; s/24x20/16x16/' t.yaml >allreduce.yaml
sed 's/allreduce/allgather/; s/recursive-doubling/hnc, group: 4x4/; s/16x16/8x8/' allreduce.yaml >coded.yaml
sed 's/allreduce/broadcast/; s/recursive-doubling/kbinomial/' allreduce.yaml >forwarded.yaml
same "uniform" "2 3" t.yaml
same "saturated, not drained" "2 5" t.yaml --set workload.load=0.6 --set run.drain=false
same "torus" 3 t.yaml --set topology=torus:16x16
same "hypercube" 2 t.yaml --set topology=hypercube:8
same "a tree" 3 t.yaml --set topology=fattree:k=4,n=4
same "long links" "2 3" t.yaml --set router.link_latency=3
same "cut-through, 128 bits" 2 t.yaml --set router.switching=cut-through --set router.flit_bits=128
same "ages" 3 t.yaml --set router.arbiter=age --set router.age_bits=16
same "pipeline of two" 2 t.yaml --set router.pipeline=2
same "classes with replies" "2 3" classes.yaml --set router.networks=2 --set router.vcs=4
same "hosts that refuse" 2 t.yaml --set host.accept=0.7
same "hosts that take time" 3 t.yaml --set host.t_hs=5 --set host.t_nr=3
same "reset midway" 3 t.yaml --set run.reset=77
same "worms" "2 3" worms.yaml
same "allreduce" "2 3" allreduce.yaml
same "coded" 3 coded.yaml
same "forwarded by interfaces" 3 forwarded.yaml

# ---- Runs that end early say the same.
ends=1
same "a packet too old" "2 3" t.yaml --set workload.load=0.6 --set run.max_age=120
same "deadlock" 3 t.yaml --set topology=ring:64 --set router.vcs=1 --set router.allow_deadlock=true \
  --set workload.load=0.9 --set run.cycles=3000

# ---- RTL in places, and lockstep.
ends=0
printf 'topology: mesh:4x4\nrouter: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.2}\nrun: {cycles: 200}\n' >u.yaml
same "lockstep" "2 3" u.yaml --router lockstep
same "RTL in one place" 3 u.yaml --lockstep-at 1,2

# ---- What cannot be.
refuse "more threads than routers" 2 \
  '^--threads is 17; it must be at most 16, a thread for each router of mesh:4x4$' u.yaml --threads 17
refuse "no number" 2 "^--threads is '0'; it must be 1 to 64" u.yaml --threads 0
more=$(($(nproc) + 1))
if [ "$more" -le 16 ]; then
  run u.yaml --threads "$more"
  holds "more threads than processors are told of" \
    grep -qx "note: --threads is $more, and this process may use $((more - 1)) processors" err
  holds "and run" test "$rc" -eq 0
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
