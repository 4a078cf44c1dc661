# common -- sourced first by the tests of the command line: finds the program (NOCSTEP), goes into a
# folder of its own, which is gone in the end with what runs in the background, and counts. With
# NOCSTEP_FIRST_FAILURE the first failure is the last.
# shellcheck shell=bash disable=SC2034  # the variables are for the tests
nocstep=$(realpath "${NOCSTEP:-build/nocstep}")
source_tree=$(cd "$(dirname "$0")/../.." && pwd)
scenarios=$source_tree/tests/scenarios
full_length= # 1 in the long tier
[ "${NOCSTEP_LONG:-0}" != 1 ] || full_length=1
umask 022 # folders of plug-ins that others may write to are refused
work=$(mktemp -d)
child=
# A child that a signal ends before it is another program leaves the folder to the test.
cleanup() {
  [ "$BASHPID" = $$ ] || return 0
  [ -z "$child" ] || kill -KILL "$child" 2>"$work/err"
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work" || exit 3
passed=0 failed=0
# Seconds of the processor that any program gets, where `within` does not say otherwise.
ulimit -S -t $((${NOCSTEP_SANITIZED:+10 *} 600))

verdict() { # NAME OK [DETAIL]
  if [ "$2" = yes ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL  $1${3:+: $3}"
    [ -z "${NOCSTEP_FIRST_FAILURE:-}" ] || exit 1
  fi
}

# holds NAME COMMAND...: the command succeeds.
holds() {
  local name=$1
  shift
  if "$@" >check.log 2>&1; then verdict "$name" yes; else verdict "$name" no "$(head -c 300 check.log)"; fi
}

# refused NAME STATUS PATTERN: the last program (rc, out, err) gave this status and one line that
# matches, and nothing on standard output. Lines of progress, which a busy machine has time for, do
# not count. No process is started: there are a thousand of these.
refused() {
  local line lines=()
  while IFS= read -r line || [ -n "$line" ]; do
    [[ $line =~ ": "[0-9]*" of "[0-9]*" runs are done, "[0-9]*" running, " ]] || lines+=("$line")
  done <err
  if [ "$rc" -eq "$2" ] && [ ! -s out ] && [ ${#lines[@]} -eq 1 ] && [[ ${lines[0]} =~ $3 ]]; then
    verdict "$1" yes
  else
    verdict "$1" no "status $rc, expected $2 and /$3/; stderr: $(head -c 400 err)"
  fi
}

# within SECONDS COMMAND...: ends each process of the command that takes more than so many seconds of the
# processor, so that a busy machine fails nothing. What only waits is ended with its test (tests/run.sh).
# The sanitizers take ten times as long. Where the test itself may take less, so may its commands.
within() {
  local seconds=$1 most
  shift
  [ -z "${NOCSTEP_SANITIZED:-}" ] || seconds=$((10 * seconds))
  most=$(ulimit -H -t)
  [ "$most" = unlimited ] || [ "$most" -ge "$seconds" ] || seconds=$most
  (ulimit -S -t "$seconds" && exec "$@")
}

# await PROCESS COMMAND...: waits until the command succeeds, as long as the process lives: an hour at most.
await() {
  local process=$1 looks=0
  shift
  until "$@" >"$work/await.log" 2>&1; do
    [ $((looks += 1)) -le 36000 ] && kill -0 "$process" 2>>"$work/await.log" || return
    sleep 0.1
  done
}

# worked PROCESS HUNDREDTHS: it runs, and has had so many hundredths of a second of the processor.
worked() {
  sed 's/.*) //' "/proc/$1/stat" | awk -v least="$2" '$12 + $13 >= least {enough = 1} END {exit !enough}'
}

# run ARGUMENT...: the program's status in rc, its output in out and err. One process and no more: a test
# may have hundreds of runs.
run() {
  PATH=${program_path:-$PATH} "$nocstep" "$@" >out 2>err </dev/null
  rc=$?
}

# make_quietly ARGUMENT...: in the folder of the program, which stays with or without MPI as it is.
make_quietly() {
  local folder
  folder=$(dirname "$nocstep")
  env -u MAKEFLAGS -u MAKELEVEL make -s -C "$source_tree" BUILD="$folder" MPI="$(sed 's/MPI=//' "$folder/.mpi")" "$@"
}

# borrow_runtime FOLDER: plug-ins there take the runtime of Verilator that all tests share: it takes
# longest of all. Who comes first makes it, with plug-ins that others need.
borrow_runtime() {
  local shared
  shared=$(dirname "$nocstep")/plugins
  mkdir -p "$1"
  if ! compgen -G "$shared/runtime-*.o" >"$work/err"; then
    printf 'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1}\n' >"$work/first.yaml"
    NOCSTEP_PLUGINS=$shared "$nocstep" run "$work/first.yaml" --router rtl --set run.cycles=1 -q >"$work/err" 2>&1
    rm "$work/first.yaml"
  fi
  (umask 022 && cp -p "$shared"/runtime-*.* "$1/" 2>"$work/err") || true
}

# gives NAME STATUS ARGUMENT...: the program gives this status.
gives() {
  local name=$1 status=$2
  shift 2
  run "$@"
  if [ "$rc" -eq "$status" ]; then verdict "$name" yes; else
    verdict "$name" no "status $rc, expected $status; stderr: $(head -c 400 err)"
  fi
}

# refuses NAME PATTERN ARGUMENT...: status 2 and one line that matches, nothing on standard output.
refuses() {
  local name=$1 pattern=$2
  shift 2
  run "$@"
  refused "$name" 2 "$pattern"
}

# is NAME FILE FILTER: jq's answer is true.
is() {
  holds "$1" jq -e "$3" "$2"
}
