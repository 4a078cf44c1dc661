#!/usr/bin/env bash
# The batch scripts of docs/cluster.md in a Slurm of this test's own: a controller and two nodes, both of
# this machine, that are started and stopped here. Results are those of one process; a job that is
# cancelled leaves what is done. Skipped, in words, where Slurm or mpirun is not installed, or its
# daemons cannot run. NOCSTEP is the program; tests/cli/mpi.sh says which one has MPI. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

page=$source_tree/docs/cluster.md
sed -n '/^#!\/bin\/bash/,/^```/p' "$page" >page.sh
holds 'the page has a batch script' grep -q '^mpirun .*nocstep' page.sh
. "$source_tree/tests/cli/mpi.sh"
skip() {
  echo "skipped: runs under Slurm: $1"
  finish
}
export PATH=$PATH:/usr/sbin:/sbin
for program in slurmctld slurmd sbatch srun scancel sinfo; do
  command -v "$program" >which || skip "$program is not installed (slurm-wlm)"
done

# ---- A cluster of two nodes of this machine. Its files and ports are this test's.
free_port() { # from a number on
  local port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>port.err; do port=$((port + 1)); done
  echo "$port"
}
host=$(hostname -s)
first=$((20000 + $$ % 20000))
controller=$(free_port "$first") && node0=$(free_port $((controller + 1))) && node1=$(free_port $((node0 + 1)))
mkdir state spool-node0 spool-node1 tmp-node0 tmp-node1
cat >slurm.conf <<END
ClusterName=nocstep
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/controller.pid
SlurmdPidFile=$work/%n.pid
TmpFS=$work/tmp-%n
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
KillWait=60
NodeName=node0 NodeHostname=$host NodeAddr=127.0.0.1 Port=$node0 CPUs=2
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$node1 CPUs=2
PartitionName=all Nodes=node0,node1 Default=YES State=UP MaxTime=INFINITE
END
export SLURM_CONF=$work/slurm.conf
daemons=()
stop_cluster() {
  [ ${#daemons[@]} = 0 ] || kill "${daemons[@]}" 2>stop.err
  wait
  cleanup
}
trap stop_cluster EXIT
slurmctld -D -f slurm.conf >controller.log 2>&1 &
daemons+=($!)
for node in node0 node1; do
  slurmd -D -N "$node" -f slurm.conf >"$node.log" 2>&1 &
  daemons+=($!)
done
all_alive() {
  kill -0 "${daemons[@]}" 2>alive.err
}
both_idle() {
  [ "$(sinfo -h -t idle -o %D 2>sinfo.err)" = 2 ]
}
for _ in $(seq 600); do
  if both_idle || ! all_alive; then break; fi
  sleep 0.1
done
both_idle || skip "the daemons do not run here: $(tail -qn 1 controller.log node0.log | tr '\n' ' ')"

# ---- A batch script as the page has it.
cat >t.yaml <<'END'
topology: mesh:4x4
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.2, packet_flits: 4}
run: {warmup: 100, cycles: 500}
END
# batch LAUNCHER COMMAND...: job.sh, the page's script for two nodes with this line.
batch() {
  local launcher=$1
  shift
  sed 's/^\(#SBATCH --nodes=\|#SBATCH --cpus-per-task=\).*/\12/; /^mpirun/,$d' page.sh >job.sh
  echo "$launcher $with $*" >>job.sh
}
# submit NAME STATUS: the job ends with this status.
submit() {
  timeout 300 sbatch --wait --output=job.out job.sh >out 2>err
  rc=$?
  if [ "$rc" = "$2" ]; then
    verdict "$1" yes
  else
    verdict "$1" no "status $rc; $(head -c 300 err) $(head -c 300 job.out)"
  fi
}
as_root=
[ "$(id -u)" != 0 ] || as_root=--allow-run-as-root
"$with" verify t.yaml --seeds 4 --json one.json >out 2>err
"$with" run t.yaml --json alone.json >out 2>err
timeless() {
  jq -S 'del(.host) | del(.runs[]?.wall_s)' "$1"
}
launchers=("mpirun --bind-to none $as_root")
if srun --mpi=list 2>&1 | grep -q pmix; then
  launchers+=('srun --mpi=pmix')
else
  echo 'skipped: srun --mpi=pmix: this Slurm has no PMIx'
fi
for launcher in "${launchers[@]}"; do
  rm -f r.json
  batch "$launcher" verify t.yaml --seeds 4 --json r.json -j '$SLURM_CPUS_PER_TASK'
  submit "${launcher%% *}: the job" 0
  holds "${launcher%% *}: a rank a node" jq -e '.host.ranks == 2' r.json
  holds "${launcher%% *}: what one process finds" diff <(timeless one.json) <(timeless r.json)
  batch "$launcher" run t.yaml --json split.json
  submit "${launcher%% *}: a network on two nodes" 0
  holds "${launcher%% *}: it runs as in one process" diff <(timeless alone.json) <(timeless split.json)
done

# ---- A job that is cancelled leaves what is done.
sed 's/cycles: 500/cycles: 1000000/' t.yaml >long.yaml
batch "${launchers[0]}" sweep long.yaml --load 0.1:0.1:0.8 --json cut.json -j 1
job=$(sbatch --parsable --output=cut.out job.sh)
something_done() { # a line of progress comes every five seconds
  grep -q '[1-7] of 8 runs are done' cut.out 2>something.err
}
for _ in $(seq 1200); do
  if something_done; then break; fi
  sleep 0.05
done
scancel "$job"
job_over() {
  [ -z "$(squeue -h -j "$job" 2>squeue.err)" ]
}
for _ in $(seq 1200); do
  if job_over; then break; fi
  sleep 0.05
done
holds 'a cancelled job ends' job_over
for _ in $(seq 100); do
  [ -e cut.json ] || sleep 0.1
done
holds 'a cancelled job leaves what is done' jq -e '.interrupted' cut.json

finish
