# same_without -- a key of routers that changes no result: runs with it and without; sourced after
# common.sh, by tests that have base.yaml, or $base. Makes classes.txt, routes of mesh:3 with two
# classes of VCs, of which one has a group of its own at router 1.
# shellcheck shell=bash disable=SC2154
cat >classes.txt <<'END'
classes 2
groups 2
group 1 2/1 1
route 0 1: 1
route 0 2: 1 1
route 1 0: 2
route 1 2: 1 0
route 1/1 2: 1 1
route 2 0: 2
route 2 1: 2
END

# results FILE FILTER ROUTER ARGUMENT...: of a run, filtered by jq.
results() {
  local to=$1 filter=$2 router=$3
  shift 3
  run run "${base:-base.yaml}" --quiet --router "$router" --json r.json "$@"
  { echo "status $rc"; jq -S "$filter" r.json; } >"$to" 2>&1
  rm -f r.json
}

# same_without KEY NAME FILTER ROUTER ARGUMENT...: with KEY, by this router, the result is that of the
# golden models without it.
same_without() {
  local key=$1 name=$2 filter=$3 router=$4
  shift 4
  results without "$filter" ref "$@"
  results with "$filter" "$router" "$@" --set "$key=true"
  if grep -qx 'status 0' without && cmp -s without with; then
    verdict "$name" yes
  else
    verdict "$name" no "$(head -c 200 err) $(diff without with | head -c 300)"
  fi
}
