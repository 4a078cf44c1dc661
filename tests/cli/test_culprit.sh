#!/usr/bin/env bash
# Bugs of one line in a copy of the RTL: the report of the mismatch must name the file that the bug is in
# first, for at least 90 of 100, each that it named before, and `verify` must put all failures of one bug
# into one group.
# A few of them in the quick tier, all with NOCSTEP_LONG=1; CULPRIT=fifo takes those whose file has this
# in its name. NOCSTEP is the program.
# Prints the score; ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

mkdir -p copy/tb
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
cp -r "$source_tree/tb/dut" copy/tb/
planted=0 named=0

# scenario NAME TOPOLOGY ROUTER WORKLOAD [HOST]: of a few hundred cycles.
scenario() {
  printf 'topology: %s\nrouter: {%s}\nworkload: {%s}\nhost: {%s}\nrun: {router: lockstep%s}\n' \
    "$2" "$3" "$4" "${5-}" "$([[ $4 == collective* ]] || echo ', warmup: 0, cycles: 600')" >"$1.yaml"
}
uniform='traffic: uniform, load: 0.7, packet_flits: "1:1,4:2"'
scenario mesh mesh:3x3 'vcs: 2, depth: 4' "$uniform"
scenario whole mesh:3x3 'vcs: 2, depth: 5, switching: cut-through, pipeline: 2' "$uniform"
scenario torus torus:4x4 'vcs: 4, depth: 4' "$uniform"
scenario ring octagon:8 'vcs: 2, depth: 4' "$uniform"
scenario module h3dm:m=4,n=2,levels=1,q=0 'vcs: 2, depth: 4' 'traffic: uniform, load: 0.3, packet_flits: 4'
scenario table irregular:switches=8,ports=8,hosts=16,seed=2 'vcs: 2, depth: 4, adaptive: true' "$uniform"
scenario source torus:3x3 'vcs: 2, depth: 4, routing: source' "$uniform"
scenario aged mesh:3x3 'vcs: 2, depth: 4, arbiter: age, age_bits: 12' "$uniform"
sed 's/warmup: 0/warmup: 0, reset: 50, seed: 0/' mesh.yaml >again.yaml
worms='vcs: 2, depth: 12, switching: cut-through'
multicast='traffic: multicast, degree: 3, load: 0.3, message_flits: 6'
scenario tree mesh:3x3 "$worms" "$multicast, scheme: tree-worm"
scenario path mesh:3x3 "$worms" "$multicast, scheme: path-worm"
scenario forward mesh:3x3 "$worms" "$multicast, scheme: kbinomial" 't_nr: 7, t_ns: 3'
scenario coded mesh:4x4 '' 'collective: allgather, scheme: hnc, message_flits: 3'

# bug TIER SCENARIO FILE FROM TO: replaces FROM (of sed) by TO in a line of the file. TIER is quick, long,
# or unnamed: long, and another file is named, since this one has no golden model of its own, or gives a
# unit what it never gets.
bug() {
  local tier=$1 scenario=$2 file=rtl/$3 first unit
  case $file in *${CULPRIT:-}*) ;; *) return ;; esac
  cp "$source_tree/$file" "copy/$file"
  sed -i "s#$4#$5#" "copy/$file"
  holds "$3: planted: $5" test "$(diff "$source_tree/$file" "copy/$file" | grep -c '^>')" -eq 1
  if [ "$tier" != quick ] && [ "${NOCSTEP_LONG:-}" != 1 ] && [ -z "${CULPRIT:-}" ]; then
    cp "$source_tree/$file" "copy/$file"  # the quick tier sees that the RTL still has the text
    return
  fi
  within 600 env NOCSTEP_HOME="$work/copy" "$nocstep" run --quiet "$scenario.yaml" --json m.json \
    >out 2>err </dev/null
  rc=$?
  first=$(jq -r '.mismatch.source' m.json)
  unit=$(jq -r '.mismatch.evidence' m.json)
  holds "$3: $5: a mismatch" test "$rc" -eq 1 -a "$(jq -r .result m.json)" = mismatch
  planted=$((planted + 1))
  if [ "$first" = "$file" ]; then
    named=$((named + 1))
  elif [ "$tier" = unnamed ]; then
    echo "another file  $3: $5: $first: $unit"
  else
    verdict "$3: $5: named first" no "$first: $unit"
  fi
  if [ "${KEEP_BUG:-}" != 1 ]; then cp "$source_tree/$file" "copy/$file"; fi
}

# The bug of which six runs were blamed on the input unit, in two groups.
KEEP_BUG=1 bug quick mesh router/vc_allocator.sv ">= CmpW'(need);" \
  ">= CmpW'(need) + CmpW'(w == Vcs - 1);"
if cmp -s "$source_tree/rtl/router/vc_allocator.sv" copy/rtl/router/vc_allocator.sv; then :; else
  cp mesh.yaml other.yaml
  sed -i 's/0.7/0.9/' other.yaml
  env NOCSTEP_HOME="$work/copy" "$nocstep" verify mesh.yaml other.yaml --seeds 3 -j 2 --json v.json \
    >out 2>err </dev/null
  holds "verify: all fail" jq -e '.count.failed == 6' v.json
  holds "verify: they are one group" jq -e '.groups | length == 1 and .[0].count == 6' v.json
  holds "verify: of the VC allocator" jq -e \
    '.groups[0] | .unit == "router.vc_allocator" and .source == "rtl/router/vc_allocator.sv"' v.json
  holds "verify: which input agrees and what differs" jq -e \
    '.groups[0].evidence | test("^cycle [0-9]+: its inputs agree, in_[a-z_]+ differs")' v.json
  holds "verify: the report says so" grep -Eq \
    '^   \|   evidence   cycle [0-9]+: its inputs agree, in_[a-z_]+ differs.*: RTL [0-9b]+, golden' out
  holds "verify: the registers of the whole differ from run to run" jq -e \
    '[.runs[].register] | unique | length > 1' v.json
  cp "$source_tree/rtl/router/vc_allocator.sv" copy/rtl/router/
fi

bug long mesh router/vc_allocator.sv "VcW'(noc_pkg::rr_next(4'(in_out_vc_o\[i\*VcW +: VcW\]), Vcs))" \
  'in_out_vc_o[i*VcW +: VcW]'
bug long whole router/vc_allocator.sv "== 4'd15) eligible" "== 4'd2) eligible"
bug long mesh router/vc_allocator.sv "4'(k), 16'd1 << v, Vcs" "4'(k), 16'd1 << (v + 1'b1), Vcs"
bug long mesh router/vc_allocator.sv '& ~busy\[wish\[k\]\] &' '\&'
bug long aged router/vc_allocator.sv "younger   = !rivals\[i\];" "younger   = 1'b0;"
bug long mesh router/switch_allocator.sv "credits != '0 && CmpW" 'CmpW'
bug long mesh router/switch_allocator.sv \
  "PortW'(noc_pkg::rr_next(4'(out_in_o\[p\*PortW +: PortW\]), Ports))" 'out_in_o[p*PortW +: PortW]'
bug long mesh router/switch_allocator.sv "\(winner)\*VcW +: VcW\]   = pick_out\)\[winner\]" \
  '\1[winner] ^ 1'"'"'b1'
# An input that is granted has nothing: the golden model of its queues stops there.
bug long mesh router/switch_allocator.sv "4'(sa_in_ptr_o\[i\*VcW +: VcW\])));" \
  "4'(sa_in_ptr_o[i*VcW +: VcW]))) ^ VcW'(i == 1);"
bug long mesh router/switch_allocator.sv '= winner;' "= PortW'(o);"
bug long whole router/switch_allocator.sv '&& v == va_vc_i' '\&\& VcW'"'"'(0) == va_vc_i'
bug long mesh router/input_unit.sv '= filled & in_active_o;' \
  "= filled \\& in_active_o \\& ~(Vcs'(in_valid_i) << in_vc_i);"
bug long mesh router/input_unit.sv '<= va_out_vc_i;' "<= va_out_vc_i ^ VcW'(in_valid_i);"
bug long mesh router/input_unit.sv 'if (sa_kind_o\[1\])' 'if (sa_kind_o[1] \&\& !in_valid_i)'
bug long whole router/input_unit.sv ":length_lsb(AddrW) +: LenW\];" \
  ":length_lsb(AddrW) +: LenW] + LenW'(in_vc_i == '0);"
bug long mesh router/input_unit.sv 'credit_out_valid_o <= sa_gnt_i;' \
  'credit_out_valid_o <= sa_gnt_i \&\& !(va_won_i \&\& sa_kind_o[1]);'
bug long mesh router/output_unit.sv 'sa_gnt_i && sa_last_i)' \
  'sa_gnt_i \&\& sa_last_i \&\& !credit_in_valid_i)'
bug long mesh router/output_unit.sv '(spend\[w\] && !gain\[w\])' \
  '(spend[w] \&\& !credit_in_valid_i)'
bug long whole router/output_unit.sv '<= xb_payload_i;' "<= xb_payload_i ^ FlitBits'(xb_kind_i == 2'd2);"
bug long again router/output_unit.sv "out_busy_o   <= '0;" 'out_busy_o   <= out_busy_o;'
bug long mesh router/fifo.sv '(position == Last)' "(position == Last - 1'b1)"
bug long mesh router/fifo.sv 'rd_o\[q\*PtrW +: PtrW\]))\], late_read\[q\]);' "rd_o[q*PtrW +: PtrW]))], late_read[q]) ^ TagW'(push_i \\&\\& pop_i);"
bug long mesh router/fifo.sv 'rd_o\[q\*PtrW +: PtrW\]))\], late_read\[q\]);' 'rd_o[q*PtrW +: PtrW]))], late_read[q]) | {TagW{push_i}};'
bug long mesh router/fifo.sv '\[push_slot_o\] <= wr_payload_o;' "[push_slot_o] <= wr_payload_o ^ PayloadW'(pop_i);"
bug long tree router/fifo.sv 'if (!(push_i && pop_queue_i == push_queue_i))' 'if (!push_i)'
bug long mesh router/crossbar.sv '= in_kind_i\[i\*2 +: 2\];' "= in_kind_i[i*2 +: 2] | 2'(i == Ports - 1);"
bug long whole router/crossbar.sv '= in_payload_i\[i\*FlitBits +: FlitBits\];' \
  "= in_payload_i[i*FlitBits +: FlitBits] ^ FlitBits'(in_vc_i[i*VcW]);"
bug long mesh router/route_dor.sv '(Dims - 1 - k) + 1);' '(Dims - 1 - k) + ((k == 0) ? 1 : 0));'
bug long torus router/route_dor.sv '&& !h\[0\])' '\&\& h[0])'
bug long torus router/route_dor.sv '(up ? t < h : t > h)' '(up ? t > h : t > h)'
bug long ring router/route_octagon.sv 'rel <= quarter' 'rel < quarter'
bug long module router/route_h3dm.sv '(radix - far == far) ? tie' '(radix - far == far) ? !tie'
bug long table router/route_table.sv '= row\[Ports-1:0\];' "= row[Ports-1:0] | Ports'(i == 1);"
bug long table router/route_select.sv '== most;' '== most || o == 2;'
bug long table router/route_room.sv "= sum + RoomW'" "= sum + RoomW'(w != 1) * RoomW'"
bug long source router/route_source.sv 'path >> (PortW + ClassW)' 'path >> (PortW + ClassW + 1)'
bug long table router/route_unit.sv 'room_i\[((o\*Networks + k)' 'room_i[(((o ^ 1)*Networks + k)'
bug long mesh router/router.sv '<= sa_kind\[i\*2 +: 2\];' "<= sa_kind[i*2 +: 2] ^ 2'(i == 1);"
bug long mesh router/router.sv '= sa_kind\[32.(sa_out_in\[o\*PortW +: PortW\])\*2 + 1\];' \
  "= sa_kind[32'(sa_out_in[o*PortW +: PortW])*2 + 1] \\&\\& o != 1;"
bug long tree multicast/worm_decoder.sv 'complete && rest, complete};' 'complete \&\& rest, complete \&\& !in_vc_i[0]};'
bug long path multicast/worm_decoder.sv "used = shifted\[AddrW +: Ports\] == '0;" "used = shifted[AddrW +: Ports] != '0;"
bug long path multicast/worm_decoder.sv '(complete || path) w_type_o' '(complete || (path \&\& !in_vc_i[0])) w_type_o'
bug long tree multicast/branch_unit.sv 'credit_out_valid_o <= pop;' 'credit_out_valid_o <= acted;'
bug long tree multicast/branch_unit.sv 'there_o\[v\*Ports + o\] = ahead - popped <' 'there_o[v*Ports + o] = ahead - popped + PosW'"'"'(o == 1) <'
bug long tree multicast/branch_vc_allocator.sv 'if (!in_won\[winner\]) lead' 'lead'
bug long tree multicast/branch_vc_allocator.sv "VcW'(noc_pkg::rr_next(4'(lead\[p\]), Vcs))" 'lead[p]'
bug long tree multicast/branch_switch_allocator.sv 'mine < position\[i\]' 'mine > position[i]'
bug long tree multicast/branch_switch_allocator.sv \
  "PortW'(noc_pkg::rr_next(4'(out_in_o\[p\*PortW +: PortW\]), Ports))" 'out_in_o[p*PortW +: PortW]'
bug long tree multicast/copy_crossbar.sv 'lane\[i\] & copy_mask_i' 'lane[i] | copy_mask_i'
bug long tree multicast/worm_table.sv "keep | reach_mem" "keep | ~reach_mem"
bug long tree multicast/copy_datapath.sv '<= sa_word\[p\*HdrW +: HdrW\];' "<= sa_word[p*HdrW +: HdrW] \\& HdrW'(-32'(p != 1));"
bug long mesh ni/injection.sv "need\[0\] || need == '0;" 'need[0];'
bug long mesh ni/injection.sv "VcW'(noc_pkg::rr_next(4'(vc), Vcs));" 'vc;'
bug long mesh ni/injection.sv "if (send) room_d\[win\]" 'if (send \&\& !push) room_d[win]'
bug quick mesh router/rr_arbiter.sv "rr_pick(16'(req_i), 4'(ptr_o))" "rr_pick(16'(req_i), 4'd0)"
bug long mesh router/matrix_arbiter.sv "16'(gnt_o), N)" "16'(gnt_o) \\& 16'(N'(-32'd2)), N)"
bug long mesh ni/ejection.sv '<= kind;' "<= kind ^ {1'b0, win[0]};"
bug long mesh ni/ejection.sv "= ej_message_o\[32'(win)\*MsgW +: MsgW\];" '= ej_message_o[0 +: MsgW];'
bug long mesh ni/ejection.sv 'credit_out_valid_o <= leave;' 'credit_out_valid_o <= leave \&\& !in_valid_i;'
bug long coded coding/xor_engine.sv '= data_a_i ^ data_b_i;' '= data_a_i | data_b_i;'
bug long coded coding/xor_engine.sv '(one < other)' '(one > other)'
bug long coded coding/xor_arrival.sv '<= source;' "<= source ^ AddrW'(coded);"
bug long coded coding/xor_arrival.sv 'if (!last) pos_d' 'pos_d'
bug long coded coding/xor_slots.sv "x_full_o\[found_slot_o\] <= 1'b0;" "x_full_o[found_slot_o] <= 1'b1;"
bug long coded coding/xor_store.sv 'xs_data_o = x_result_i\[xs_rd_slot_i\] ?' 'xs_data_o = !x_result_i[xs_rd_slot_i] ?'
bug long forward ni/forward_rings.sv "f_receive_timer_o - 1'b1" "f_receive_timer_o - 2'd2"
bug long forward ni/forward_sender.sv 'if (more) timer_d = send_time;' "if (more) timer_d = send_time + 1'b1;"
bug long forward ni/forward_sender.sv 'f_copy_last_o <= !more;' "f_copy_last_o <= 1'b1;"
bug long forward ni/forward_arrival.sv "lowest = FSlotW'(c\*32 + i)" "lowest = FSlotW'(c*32 + 31 - i)"
bug long forward ni/forward_arrival.sv "if (!beat) *f_allow" "if (1'b1) f_allow"
bug long forward ni/network_interface.sv '.copy_end_i(copy_end)' '.copy_end_i(~copy_end)'
bug unnamed forward ni/network_interface.sv '.f_allow_i(forward_allow)' '.f_allow_i(forward_allow | front_valid)'
bug unnamed forward ni/forward_store.sv "word_o  = fs_rd_en_i ?" "word_o  = fs_rd_en_i \\&\\& fs_rd_slot_i != '0 ?"
bug unnamed aged ni/oldest_front.sv 'if (tags_i\[v\*TagW\]) ages' 'if (tags_i[v*TagW] \&\& v != 0) ages'

echo "first-named file is the planted one: $named of $planted"
holds "the faulty file first, 90 of 100" test $((10 * named)) -ge $((9 * planted))
echo "$passed passed, $failed failed"
exit $((failed > 0))
