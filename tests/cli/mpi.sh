# mpi -- sourced behind common.sh by the tests that mpirun starts: ends them, in words, where the program
# has no MPI. NOCSTEP_MPI is one that was built by make MPI=1, as NOCSTEP itself may be; else with NOCSTEP_LONG
# it is built here, from the objects of this one. Then $with is the program.
# shellcheck shell=bash

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}
if ! command -v mpirun >which; then
  echo 'skipped: several ranks: mpirun is not installed (openmpi-bin, which make MPI=1 installs)'
  finish
fi
with=${NOCSTEP_MPI:-}
if [ -z "$with" ] && "$nocstep" --version | grep -Eq '^MPI  *Open MPI'; then with=$nocstep; fi
if [ -z "$with" ] && [ -n "${NOCSTEP_LONG:-}" ]; then
  # Its objects are those of the other build, but for one.
  mkdir -p build && cp -a "$(dirname "$nocstep")/obj" build/ && touch build/.deps
  holds 'it builds with MPI' make -s -C "$source_tree" MPI=1 BUILD="$work/build"
  with=$work/build/nocstep
fi
if [ -z "$with" ]; then
  echo 'skipped: several ranks: this nocstep is built without MPI (NOCSTEP_LONG=1, or NOCSTEP_MPI=program)'
  finish
fi
with=$(realpath "$with")
export NOCSTEP_HOME=$source_tree
holds 'it says that MPI is in' grep -Eq '^MPI  *Open MPI' <("$with" --version)

# ranks COUNT ARGUMENT...: as run, on so many ranks.
start="mpirun -q --allow-run-as-root --oversubscribe"
ranks() {
  local count=$1
  shift
  # shellcheck disable=SC2086
  timeout 300 $start -n "$count" "$with" "$@" >out 2>err </dev/null
  rc=$?
}
