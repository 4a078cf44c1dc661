#!/usr/bin/env bash
# JSON that the program reads, with each of its values in turn gone, or one of another kind or size: a
# line that says what is wrong, or a value that nobody reads. All of them in the long tier, or with
# SAMPLES more than 20; else SAMPLES of each file.
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"
samples=${SAMPLES:-$([ "${NOCSTEP_LONG:-0}" = 1 ] && echo 100000 || echo 20)}

# damaged FILE STATUSES ARGUMENT...: the command reads x.json, which is FILE with one value changed.
damaged() {
  local file=$1 statuses=" $2 " count=0 rc wrong='' text
  shift 2
  jq -c '. as $all | paths as $p | ($all | delpaths([$p])),
    ((null, "x", "", -1, 1.5, 1e15, true, {}, []) as $v | $all | setpath($p; $v))' "$file" >variants
  # Texts that end too early, too.
  head -c 20 "$file" | tr '\n' ' ' >>variants
  while IFS= read -r text; do
    printf '%s\n' "$text" >x.json
    within 20 "$nocstep" "$@" >out 2>err </dev/null
    rc=$?
    count=$((count + 1))
    if [[ $statuses != *" $rc "* ]]; then
      wrong+=" status $rc, $(tail -n 1 err | head -c 150): $(head -c 200 x.json);"
    elif [ "$rc" -ge 2 ] && [ "$(wc -l <err)" -ne 1 ]; then
      wrong+=" not one line: $(head -c 200 err): $(head -c 200 x.json);"
    fi
  done < <(awk -v step=$(($(wc -l <variants) / samples + 1)) 'NR % step == step - 1 || step == 1' variants)
  holds "$file: there are samples" [ "$count" -gt 5 ]
  if [ -z "$wrong" ]; then verdict "$file: $*" yes; else verdict "$file: $*" no "${wrong:0:1500}"; fi
}

"$nocstep" schedule --topology mesh:2x2 --collective allgather --out s.json -q 2>err
damaged s.json '0 1 2' schedule --check x.json
"$nocstep" schedule --topology ring:3 --collective scatter --from 0 --out c.json -q 2>err
damaged c.json '0 1 2' schedule --check x.json
printf 'topology: mesh:1x2\nworkload: {traffic: uniform, load: 0.3}\nrun: {cycles: 50}\n' >u.yaml
"$nocstep" run u.yaml --set run.router=ref --json r.json -q 2>err
damaged r.json '0 1 2' diff r.json x.json
paper=$source_tree/tests/cli/small_paper.yaml
"$nocstep" paper "$paper" --quick -q --json p.json 2>err
damaged p.json '0 1 2' paper "$paper" --quick --measured x.json
"$nocstep" sweep u.yaml --set run.router=ref --load 0.1:0.2:0.1 --json w.json -q 2>err
damaged w.json '0 1 2' diff w.json x.json
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
