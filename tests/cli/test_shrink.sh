#!/usr/bin/env bash
# Bugs of one line in a router: `nocstep shrink` leaves few flits, with which the same register goes wrong
# first, and which a network could send. The first bug in the quick tier, all with NOCSTEP_LONG=1, whose
# median must be 12 flits or fewer. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/planted.sh"

cat >mesh.yaml <<'YAML'
topology: mesh:3x3
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.7, packet_flits: "1:1,4:2"}
run: {router: lockstep, warmup: 0, cycles: 600}
YAML

# A law that knows neither side, per port and VC: credits come back for flits that have come in, three
# cycles before at the earliest, all ports taken together; and a buffer takes no more than its depth of
# flits before one can have left, then one a cycle.
depth=4
in_credit() {
  awk -v depth="$depth" '/^ *cycle/ {on = 1; next} on && /^ *[0-9]+ / {
    t = $1; came[t] += 0
    for (p = 0; p < 5; p++) {
      cell = substr($0, 13 + 14 * p, 12); n = split(cell, w, " ")
      for (k = 1; k <= n; k++) {
        if (w[k] ~ /^\+/) credits++
        else if (w[k] ~ /^[a-z]/) {
          came[t]++; q = p " " w[k + 1]; if (!(q in first)) first[q] = t
          if (++flits[q] > depth + (t > first[q] + 2 ? t - first[q] - 2 : 0)) bad = 1
        }
      }
    }
    before = 0; for (c in came) if (c + 0 <= t - 3) before += came[c]
    if (credits > before) bad = 1
  } END {exit bad || NR == 0}' "$1"
}

# fails FILE FROM TO: the bug is planted, the run makes a bundle, and replay finds the same.
fails() {
  plant "$1" "$2" "$3"
  rm -rf bad small
  run run mesh.yaml --quiet --report bad --json m.json
  holds "$3: fails" test "$rc" -eq 1 -a "$(jq -r .result m.json)" = mismatch
  gives "$3: replay" 1 replay bad --json r.json
  holds "$3: the same mismatch" cmp <(jq -S '.mismatch | del(.evidence, .output)' m.json) \
    <(jq -S '.mismatch | del(.rtl, .golden)' r.json)
}

# Each VC of each port gets packets one behind the other; "port VC kind" in the order of the table.
in_order() {
  awk '/^ *cycle/ {on = 1; next} on && /^ *[0-9]+ / {
    for (p = 0; p < 5; p++) {cell = substr($0, 13 + 14 * p, 12); if (split(cell, w, " ") >= 2 && w[1] !~ /^\+/) print p, w[2], w[1]}
  }' "$1" | awk '{k = $1 " " $2; if (($3 ~ /head|single/) == (k in open)) bad = 1
    if ($3 == "head") open[k] = 1; if ($3 == "tail") delete open[k]} END {exit bad || NR == 0}'
}

bug() { # FILE FROM TO
  local start
  fails "$@"
  start=$(date +%s%N)
  gives "$3: shrinks" 0 shrink bad --quiet --out small --json s.json --unit-test kept.c
  echo "$(jq .flits s.json) $(jq .cycles s.json) $((($(date +%s%N) - start) / 1000000))" >>figures
  holds "$3: the same register" test "$(jq .mismatch.register r.json)" = "$(jq .mismatch.register s.json)"
  gives "$3: replay takes it" 1 replay small --json again.json
  holds "$3: the same mismatch" cmp <(jq -S .mismatch s.json) <(jq -S .mismatch again.json)
  if jq -e '.mismatch.place | test("^router")' s.json >check.log; then
    holds "$3: packets in order" in_order small/mismatch.txt
    holds "$3: no credit that a neighbour has not" in_credit small/mismatch.txt
  fi
  mend "$1"
}

# The beats of a host are packets of 1 or 4, one network.
whole_beats() {
  awk '/^ *cycle/ {on = 1; next} on && /first 0/ {n++} on && /beat 0/ && n == 0 {bad = 1}
    END {exit bad || NR == 0}' "$1"
}
# A bug that goes wrong in an interface first: shrunk with its host.
interface_bug() { # FILE FROM TO
  bug "$@"
  holds "$3: of an interface" jq -e '.mismatch.place | test("^node ")' s.json
  holds "$3: beats in packets" whole_beats small/mismatch.txt
}

# A credit that comes back is lost, of the one packet of a long run: the pause in front of it is left out.
cp mesh.yaml busy.yaml
echo '60 0 8 1' >late.txt
sed -i 's/^workload: .*/workload: {trace: late.txt}/' mesh.yaml
bug router/output_unit.sv '\(w\*CntW +: CntW\] \)+ 1.b1;' '\1;'
holds "the failure came late" jq -e '.mismatch.cycle > 60' r.json
holds "shrunk: without the pause" jq -e '.cycles < 12 and .flits == 1' s.json
mv busy.yaml mesh.yaml
rm figures # it is none of the bugs of the score

bug router/vc_allocator.sv ">= CmpW'(need);" ">= CmpW'(need) + CmpW'(w == Vcs - 1);"
holds "a test in C: has the stimulus" test "$(sed -n 's/^    "\(.*\)\\n"$/\1/p' kept.c | grep -c '^cycle ')" -gt 0
holds "a test in C: compiles" gcc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only -I"$source_tree/csim" \
  -I"$source_tree/tb" kept.c
run replay small
holds "with the RTL as it was nothing differs" test "$rc" -eq 0
refuses "with it there is nothing to shrink" '^bad: there is no mismatch with this RTL' shrink bad
refuses "a missing folder" '^nowhere: there is no such folder' shrink nowhere
sed -i 's/^compares .*/compares assertions/' bad/stimulus
refuses "RTL alone" '^bad: there is one of RTL alone; there must be the bundle of a router, or of a plain' shrink bad

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  bug router/vc_allocator.sv "4'(k), 16'd1 << v, Vcs" "4'(k), 16'd1 << (v + 1'b1), Vcs"
  bug router/vc_allocator.sv '& ~busy\[wish\[k\]\] &' '\&'
  bug router/switch_allocator.sv "credits != '0 \&\& CmpW" 'CmpW'
  bug router/input_unit.sv '<= va_out_vc_i;' "<= va_out_vc_i ^ VcW'(in_valid_i);"
  bug router/output_unit.sv 'sa_gnt_i \&\& sa_last_i)' 'sa_gnt_i \&\& sa_last_i \&\& !credit_in_valid_i)'
  bug router/route_dor.sv 'DigitW\] > here' 'DigitW] < here'
  interface_bug router/fifo.sv "(position == Last) ? '0" "(position == Last) ? PtrW'(Depth > 1)"
  interface_bug ni/injection.sv "if (send) room_d\[win\]" 'if (send \&\& !push) room_d[win]'
  interface_bug ni/ejection.sv '<= kind;' "<= kind ^ {1'b0, win[0]};"
  interface_bug ni/ejection.sv 'credit_out_valid_o <= leave;' 'credit_out_valid_o <= leave \&\& !in_valid_i;'
  bug router/crossbar.sv '= in_kind_i\[i\*2 +: 2\];' "= in_kind_i[i*2 +: 2] | 2'(i == Ports - 1);"
  sed -i 's/depth: 4/depth: 6, switching: cut-through/' mesh.yaml
  depth=6
  bug router/vc_allocator.sv "4'(k), 16'd1 << v, Vcs" "4'(k), 16'd1 << (v + 1'b1), Vcs"
  sed -i 's/depth: 6, switching: cut-through/depth: 4/' mesh.yaml
  depth=4
  bug router/router.sv '<= sa_kind\[i\*2 +: 2\];' "<= sa_kind[i*2 +: 2] ^ 2'(i == 1);"
fi
sort -n figures >sorted
median=$(sed -n "$((($(wc -l <sorted) + 1) / 2))p" sorted)
echo "score: $(wc -l <sorted) bugs, median $(echo "$median" | cut -d' ' -f1) flits, slowest $(sort -nk3 figures | tail -n 1 | cut -d' ' -f3) ms"
holds "median of 12 flits" test "${median%% *}" -le 12
holds "each within a minute" test "$(sort -nk3 figures | tail -n 1 | cut -d' ' -f3)" -lt 60000

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
