#!/usr/bin/env bash
# four_states.sh NETLIST.v MODULE -- a netlist of router_pins or interface_pins in iverilog, whose
# registers are unknown until they are reset: after reset no output may be X or Z, payloads
# while they are valid. A router gets packets of one to three flits at all ports, as credits allow,
# and its neighbours take all; an interface gets its own link back, and its host sends to itself.
# Prints "no X in N cycles", or the first output that has one. Exit status 0, 1, or 3 where iverilog fails.
set -u
netlist=$1 top=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=$(basename "$netlist")
number() { sed -n "s/.*-$1\([0-9]*\)-.*/\1/p" <<<"$name"; }
bits() { sed -n -E "s/^  (input|output) (\[([0-9]*):0\] )?$1;.*/\3/p" "$netlist" | sed 's/^$/0/' | awk '{print $1 + 1}'; }
vcs=$(number Vcs) depth=$(number Depth)
ports=$(bits in_valid_i)
rows=$(number Rows) classes=$(number Classes)
table=0
if [ "$top" = router_pins ] && [[ $name == *-Routing5-* ]]; then table=1; fi
# Routers that look at lengths, or at header flits, which these packets do not have.
plain=0
if [[ $name == *-CutThrough1-* || $name == *-Multicast1-* ]]; then plain=1; fi

{
  echo "module bench;"
  echo "  reg clk_i = 0, rst_i = 1; integer cycle = 0, sent = 0, taken = 0; integer p, v, left, pick;"
  echo "  localparam P = $ports, V = $vcs, D = $depth, VW = $(($(bits in_vc_i) / ports)), F = $(($(bits in_payload_i) / ports));"
  echo "  localparam T = $table, R = ${rows:-1}, A = $(bits addr_i), H = $plain; reg ready = 0;"
  echo "  always #5 clk_i = ~clk_i;"
  # A register for each input, a wire for each output, and one expression of all outputs.
  sed -n -E 's/^  input (\[[0-9]+:0\] )?(\w+);.*/\1 \2/p' "$netlist" | grep -v 'clk_i\|rst_i' |
    sed -E 's/^(.*) (\w+)$/  reg \1 \2 = 0;/'
  sed -n -E 's/^  output (\[[0-9]+:0\] )?(\w+);.*/  wire \1 \2;/p' "$netlist"
  echo "  $top dut (" "$(sed -n -E 's/^  (input|output) (\[[0-9]+:0\] )?(\w+);.*/.\3(\3)/p' "$netlist" | paste -sd, -)" ");"
  echo "  task look; begin"
  # Payloads count while they are valid: they have no reset (DataReset = 0).
  sed -n -E 's/^  output (\[[0-9]+:0\] )?(\w+);.*/\2/p' "$netlist" | while read -r output; do
    valid=
    case $output in
      out_payload_o) valid=out_valid_o ;;
      del_data_o) valid=del_valid_o ;;
      res_data_o) valid=res_valid_o ;;
    esac
    if [ -n "$valid" ]; then
      echo "    for (p = 0; p < $(bits "$valid"); p = p + 1) if ((($valid >> p) & 1) && (^${output}[p*F +: F]) === 1'bx)"
      echo "      begin \$display(\"X in $output, part %0d, cycle %0d: %b\", p, cycle, $output); \$finish; end"
    else
      echo "    if ((^$output) === 1'bx) begin \$display(\"X in $output, cycle %0d: %b\", cycle, $output); \$finish; end"
    fi
  done
  echo "  end endtask"
  # A table has arrival group 0 for all inputs, and a port for each destination, on any VC.
  echo "  integer k; task write_table; begin"
  if [ "$table" = 1 ]; then
    cat <<END
    cfg_valid_i = 1;
    for (k = 0; k < P * $classes; k = k + 1) begin
      cfg_kind_i = 0; cfg_index_i = k; cfg_data_i = 0; @(negedge clk_i);
    end
    for (k = 0; k < R; k = k + 1) begin
      cfg_kind_i = 1; cfg_index_i = k; cfg_data_i = ($((classes > 1 ? classes : 0)) << P) | (1 << k % P); @(negedge clk_i);
    end
    cfg_valid_i = 0;
END
  fi
  echo "  end endtask"
  if [ "$top" = router_pins ]; then cat <<'END'
  integer credit [0:P*V-1];  // that the bench has for VC v of input p
  integer to_come [0:P-1];   // flits of the packet at input p
  reg [VW-1:0] vc [0:P-1];
  initial begin
    for (p = 0; p < P; p = p + 1) to_come[p] = 0;
    for (p = 0; p < P*V; p = p + 1) credit[p] = D;
  end
  always @(negedge clk_i) if (ready) begin
    credit_in_valid_i = out_valid_o;
    credit_in_vc_i = out_vc_o;
    for (p = 0; p < P; p = p + 1) begin
      if (out_valid_o[p]) taken = taken + 1;
      if (credit_out_valid_o[p]) begin
        v = p*V + credit_out_vc_o[p*VW +: VW];
        credit[v] = credit[v] + 1;
      end
      in_valid_i[p] = 0;
      if (cycle < 1500) begin
        if (to_come[p] == 0 && $random % 3 == 0) begin
          to_come[p] = 1 + ($random & 32'h7fffffff) % 3;
          vc[p] = ($random & 32'h7fffffff) % V;
          left = to_come[p];
        end else left = 0;
        v = p*V + vc[p];
        if (to_come[p] > 0 && credit[v] > 0) begin
          in_valid_i[p] = 1;
          in_vc_i[p*VW +: VW] = vc[p];
          in_kind_i[p*2 +: 2] = {to_come[p] == 1, left != 0};
          in_payload_i[p*F +: F] = {$random, $random, $random, $random};
          // A unicast, to any address; where a router reads them its length, and no header flits.
          if (left != 0) in_payload_i[p*F +: 4] = 0;
          if (left != 0 && H == 1) in_payload_i[p*F + 4 + 2*A +: F - 4 - 2*A] = left;
          if (left != 0 && T == 1) in_payload_i[p*F + 4 +: A] = ($random & 32'h7fffffff) % R;
          credit[v] = credit[v] - 1;
          to_come[p] = to_come[p] - 1;
          sent = sent + 1;
        end else if (left != 0) to_come[p] = 0;
      end else if (to_come[p] > 0) begin
        v = p*V + vc[p];
        if (credit[v] > 0) begin
          in_valid_i[p] = 1;
          in_vc_i[p*VW +: VW] = vc[p];
          in_kind_i[p*2 +: 2] = {to_come[p] == 1, 1'b0};
          credit[v] = credit[v] - 1;
          to_come[p] = to_come[p] - 1;
          sent = sent + 1;
        end
      end
    end
    look;
    cycle = cycle + 1;
  end
END
  else cat <<'END'
  initial begin del_ready_i = ~0; left = 0; end
  always @(negedge clk_i) if (ready) begin
    in_valid_i = out_valid_o; in_vc_i = out_vc_o; in_kind_i = out_kind_o; in_payload_i = out_payload_o;
    credit_in_valid_i = credit_out_valid_o; credit_in_vc_i = credit_out_vc_o;
    if (del_valid_o & 1) taken = taken + 1;
    // host_ready_o holds for the beat that is offered now.
    host_valid_i = 0;
    if (cycle < 1500 || left > 0) begin
      if ((host_ready_o & 1) && (left > 0 || $random % 2 == 0)) begin
        if (left == 0) begin left = 1 + cycle % 3; host_flits_i = left; end
        host_valid_i = 1; host_dst_i = 0; host_data_i = {$random, $random, $random, $random};
        left = left - 1; sent = sent + 1;
      end
    end
    look;
    cycle = cycle + 1;
  end
END
  fi
  cat <<'END'
  initial begin
    repeat (3) @(negedge clk_i);
    rst_i = 0;
    write_table;
    ready = 1;
    repeat (2500) @(negedge clk_i);
    if (sent < 200 || taken != sent) $display("%0d flits went in, %0d came out", sent, taken);
    else $display("no X in %0d cycles, %0d flits", cycle, taken);
    $finish;
  end
endmodule
END
} >"$work/bench.v"
iverilog -g2005 -o "$work/bench" "$work/bench.v" "$netlist" || exit 3
vvp -n "$work/bench" | tee "$work/out"
grep -q '^no X' "$work/out"
