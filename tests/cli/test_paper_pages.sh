#!/usr/bin/env bash
# Every page of docs/papers with a JSON beside it says what comes of that JSON by the rules of the
# paper's file, and so does the JSON itself: verdicts are worked out again, nothing is run. NOCSTEP is
# the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
papers=$source_tree/docs/papers

count=0
for json in "$papers"/*.json; do
  [ -e "$json" ] || continue
  name=$(basename "$json" .json)
  count=$((count + 1))
  cp "$papers/$name.md" page.md
  run paper "$name" --quiet --measured "$json" --json now.json --page page.md
  holds "$name: worked out again" test "$rc" = 0 -a ! -s err
  holds "$name: the JSON is what its file and its numbers give (nocstep paper $name --measured docs/papers/$name.json --json ..)" \
    cmp "$json" now.json
  holds "$name: the page is what the JSON gives (.. --page docs/papers/$name.md)" cmp "$papers/$name.md" page.md
  holds "$name: of the default tier, without --set" jq -e '.tier == "default" and .sets == [] and (.interrupted | not)' "$json"
  # jq knows none of the code: a statement holds when a reading has no check that fails.
  holds "$name: verdicts are those of their checks" jq -e 'all(.statements[];
    .holds == ((.readings // [{checks}]) | any(.[]; .checks | length > 0 and all(.[]; .holds))))' "$json"
  holds "$name: the page names its command" grep -q -- "nocstep paper $name .*--json .*--page " "$papers/$name.md"
  holds "$name: the page has the verdicts" grep -q '^<!-- paper: statements -->$' "$papers/$name.md"
  verdicts=$(jq '.statements | length' "$json")
  holds "$name: all of them" test "$(grep -cE '^- \*\*(holds|does not hold)\*\*' "$papers/$name.md")" = "$verdicts"
done
holds "there are such pages" test "$count" -ge 1

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
