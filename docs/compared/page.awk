# page -- docs/collectives-compared.md from the two tables that collect.awk makes: results.tsv, then
# sensitivity.tsv. Every number and every name of a scheme on the page is computed here.

BEGIN {
  FS = "\t"
  TIE = 1.02      # within 2 % two schemes are equal
  SHOWN = "mesh:8x8"
}

# --- reading -------------------------------------------------------------------------------------

function note(seen, list, what) {
  if (!seen[what]++) list[++seen["count"]] = what
}

NR == 1 {
  for (i = 7; i <= NF; i++) length_of[i - 6] = $i
  lengths = NF - 6
  next
}
NR == FNR {
  note(node_seen, node_list, $1)
  note(topology_seen, topology_list, $2)
  note(collective_seen, collective_list, $4)
  nodes_of[$2] = $1
  for (i = 1; i <= lengths; i++) {
    if ($(i + 6) == "-") continue
    split($(i + 6), v, " ")
    lengths_of[$4] = i > lengths_of[$4] ? i : lengths_of[$4]
    if ($5 == "-") {
      any[$2, $4, i] = v[1]; any_why[$2, $4, i] = v[2]
      plain[$2, $4, i] = v[3]; plain_why[$2, $4, i] = v[4]
    } else {
      at = $2 SUBSEP $3 SUBSEP $4 SUBSEP $5 SUBSEP i
      cycles[at] = v[1]; hops[at] = v[2]; busiest[at] = v[3]; use[at] = v[4]; energy[at] = v[5]
      runs++
    }
  }
  if ($5 != "-") {
    hardware[$5] = $6
    if (!scheme_seen[$4, $5]++) scheme_list[$4, ++schemes[$4]] = $5
  }
  next
}
FNR == 1 {next}
$3 == "-" {
  variants++
  variant_nodes[variants] = $1; variant_name[variants] = $2; cells[variants] = $4; same[variants] = $5
  near[variants] = $6; worst[variants] = $7; worst_at[variants] = $8; left_out[variants] = $9
  next
}
{
  flips++
  flipped[$3, $4, $5] = 1
  flip_count[$1, $2, $4]++
  if ($7 / $9 > flip_most[$1, $2, $4] + 0) {
    flip_most[$1, $2, $4] = $7 / $9
    flip_text[$1, $2, $4] = $6 " " $7 ", " $8 " " $9 (lengths_of[$4] > 1 ? " at " $5 ($5 == 1 ? " flit" : " flits") : "") " on `" $3 "`"
  }
}

# --- the best ------------------------------------------------------------------------------------

function flits_of(c, i) {return lengths_of[c] > 1 ? length_of[i] : "-"}

# The fewest cycles of plain schemes, or of those that need hardware, on a router; 0: there is none.
# Schedules are plain schemes on the router `paths`.
function fewest(t, r, c, i, plain_ones,    k, s, at, least) {
  least = 0
  for (k = 1; k <= schemes[c]; k++) {
    s = scheme_list[c, k]
    at = t SUBSEP r SUBSEP c SUBSEP s SUBSEP i
    if ((hardware[s] == "-") == plain_ones && at in cycles && (least == 0 || cycles[at] + 0 < least)) {
      least = cycles[at] + 0
    }
  }
  return least
}
# Those within 2 % of it, "ring, binomial", the fastest first.
function names(t, r, c, i, plain_ones, least,    k, s, at, first, others) {
  for (k = 1; k <= schemes[c]; k++) {
    s = scheme_list[c, k]
    at = t SUBSEP r SUBSEP c SUBSEP s SUBSEP i
    if ((hardware[s] != "-") == plain_ones || !(at in cycles)) continue
    if (cycles[at] + 0 == least && first == "") first = s
    else if (cycles[at] <= TIE * least) others = others ", " s
  }
  return first others
}
function gap(took, bound) {return bound > 0 ? sprintf("%.2f", took / bound) : "-"}
function gaps(t, c, i, took, plain_ones,    text) {
  text = gap(took, any[t, c, i])
  if (plain_ones && plain[t, c, i] != any[t, c, i]) text = text "; " gap(took, plain[t, c, i])
  return text
}
function least_of_two(a, b) {return a == 0 || (b > 0 && b < a) ? b : a}

# What a cell of "what to use" says.
function advice(t, c, i,    least, cut, worm, text, r, k, path) {
  least = fewest(t, "wormhole", c, i, 1)
  if (least == 0) return ""
  text = names(t, "wormhole", c, i, 1, least) " **" least "** (" gaps(t, c, i, least, 1) ")"
  if (flipped[t, c, flits_of(c, i)]) text = text " °"
  cut = least_of_two(least, fewest(t, "cut-through", c, i, 1))
  path = fewest(t, "paths", c, i, 1)
  if (path > 0 && path * TIE < cut) {
    text = text "<br>" names(t, "paths", c, i, 1, path) " **" path "** (" gaps(t, c, i, path, 1) ")"
  }
  for (k = 1; k <= 2; k++) {
    r = k == 1 ? "wormhole" : "cut-through"
    worm = least_of_two(worm + 0, fewest(t, r, c, i, 0))
  }
  if (worm > 0 && worm * TIE < least_of_two(cut, path)) {
    r = fewest(t, "wormhole", c, i, 0) == worm ? "wormhole" : "cut-through"
    text = text "<br>*" names(t, r, c, i, 0, worm) "* " worm " (" gaps(t, c, i, worm, 0) ")"
  }
  return text
}

function head(c, first,    i, line, rule) {
  line = "| " first " |"; rule = "|---|"
  for (i = 1; i <= lengths_of[c]; i++) {
    line = line (lengths_of[c] == 1 ? " |" : " " length_of[i] (length_of[i] == 1 ? " flit |" : " flits |"))
    rule = rule "---|"
  }
  print line
  print rule
}

# --- sections ------------------------------------------------------------------------------------

function what_to_use(n,    c, k, i, t, line) {
  print "\n## What to use on " n " nodes\n"
  for (k = 1; k <= collective_seen["count"]; k++) {
    c = collective_list[k]
    print "### " toupper(substr(c, 1, 1)) substr(c, 2) ", " n " nodes\n"
    head(c, "")
    for (j = 1; j <= topology_seen["count"]; j++) {
      t = topology_list[j]
      if (nodes_of[t] != n) continue
      line = "| `" t "` |"
      for (i = 1; i <= lengths_of[c]; i++) line = line " " advice(t, c, i) " |"
      print line
    }
    print ""
  }
}

# How often each plain scheme is the fastest or within 2 % of it.
function short_table(n,    k, c, i, j, t, m, s, least, count, of, line, at, text, best, b) {
  head(collective_list[1], "on " n " nodes")
  for (k = 1; k <= collective_seen["count"]; k++) {
    c = collective_list[k]
    line = "| " c " |"
    for (i = 1; i <= lengths; i++) {
      if (i > lengths_of[c]) {line = line " |"; continue}
      of = 0
      for (m = 1; m <= schemes[c]; m++) count[m] = 0
      for (j = 1; j <= topology_seen["count"]; j++) {
        t = topology_list[j]
        least = nodes_of[t] == n ? fewest(t, "wormhole", c, i, 1) : 0
        of += least > 0
        for (m = 1; m <= schemes[c] && least > 0; m++) {
          s = scheme_list[c, m]
          at = t SUBSEP "wormhole" SUBSEP c SUBSEP s SUBSEP i
          count[m] += hardware[s] == "-" && at in cycles && cycles[at] <= TIE * least
        }
      }
      text = ""
      do {
        best = 0
        for (m = 1; m <= schemes[c]; m++) if (count[m] > (best ? count[best] : 0)) best = m
        if (best) {
          text = text (text == "" ? "" : ", ") scheme_list[c, best] " " count[best]
          count[best] = 0
        }
      } while (best)
      line = line " " text " |"
      total[n] = of
    }
    print line
  }
}

# On how many networks a schedule takes over 2 % less than every plain scheme on either router, and how
# many times as many cycles the best of these takes at most.
function schedules_pay(n,    c, k, i, j, t, line, of, wins, path, cut, most, where) {
  head(collective_list[1], "on " n " nodes")
  for (k = 1; k <= collective_seen["count"]; k++) {
    c = collective_list[k]
    if (!scheme_seen[c, "scheduled-barrier"]) continue
    line = "| " c " |"
    for (i = 1; i <= lengths; i++) {
      of = wins = most = 0
      for (j = 1; j <= topology_seen["count"]; j++) {
        t = topology_list[j]
        path = nodes_of[t] == n ? fewest(t, "paths", c, i, 1) : 0
        if (path == 0) continue
        cut = least_of_two(fewest(t, "wormhole", c, i, 1), fewest(t, "cut-through", c, i, 1))
        of++
        wins += path * TIE < cut
        if (cut / path > most) {most = cut / path; where = t}
      }
      line = line " " wins " of " of (wins > 0 ? ", up to " sprintf("%.2f", most) " (`" where "`)" : "") " |"
    }
    print line
  }
}

# What one scheme for everything costs: the mean and the worst of its completion over the best.
function one_for_all(n,    k, c, m, s, i, j, t, at, least, ratio, sum, of, most, where, line, missing) {
  print "| collective | scheme | mean | worst | where |\n|---|---|---|---|---|"
  for (k = 1; k <= collective_seen["count"]; k++) {
    c = collective_list[k]
    for (m = 1; m <= schemes[c]; m++) {
      s = scheme_list[c, m]
      if (hardware[s] != "-") continue
      sum = of = most = missing = 0
      for (j = 1; j <= topology_seen["count"]; j++) {
        t = topology_list[j]
        for (i = 1; i <= lengths_of[c] && nodes_of[t] == n; i++) {
          least = fewest(t, "wormhole", c, i, 1)
          at = t SUBSEP "wormhole" SUBSEP c SUBSEP s SUBSEP i
          if (!(at in cycles)) {missing++; continue}
          if (least == 0) continue
          ratio = cycles[at] / least
          sum += log(ratio)
          of++
          if (ratio > most) {
            most = ratio
            where = "`" t "`" (lengths_of[c] > 1 ? ", " length_of[i] (length_of[i] == 1 ? " flit" : " flits") : "")
          }
        }
      }
      if (of > 0) {
        printf "| %s | %s | %.2f | %.2f | %s%s |\n", c, s, exp(sum / of), most, where, \
          (missing > 0 ? "; cannot run in " missing " of " missing + of " cases" : "")
      }
    }
  }
}

# Why fewer cycles are not enough for the longest messages, and how much the links do meanwhile.
function limits(n,    j, t, k, c, i, line, least, m, s, at, text) {
  line = "| |"; text = "|---|"
  for (k = 1; k <= collective_seen["count"]; k++) {
    if (lengths_of[collective_list[k]] > 1) {line = line " " collective_list[k] " |"; text = text "---|"}
  }
  print line
  print text
  for (j = 1; j <= topology_seen["count"]; j++) {
    t = topology_list[j]
    if (nodes_of[t] != n) continue
    line = "| `" t "` |"
    for (k = 1; k <= collective_seen["count"]; k++) {
      c = collective_list[k]
      i = lengths_of[c]
      if (i == 1) continue
      least = fewest(t, "wormhole", c, i, 1)
      for (m = 1; m <= schemes[c]; m++) {
        s = scheme_list[c, m]
        at = t SUBSEP "wormhole" SUBSEP c SUBSEP s SUBSEP i
        if (hardware[s] == "-" && cycles[at] + 0 == least && least > 0) break
      }
      text = plain_why[t, c, i]
      if (any_why[t, c, i] != text) text = any_why[t, c, i] "; " text
      line = line sprintf(" %s, %.0f %%, %.0f %% |", text, 100 * busiest[at] / least, 100 * use[at])
    }
    print line
  }
}

# What the cut-through router does to the best plain completion: messages in packets, deeper buffers.
function packets(n,    k, c, i, j, t, a, b, of, sum, least, most, where_least, where_most, other, where) {
  print "| collective | cases | another scheme | mean | least | where | most | where |\n|---|---|---|---|---|---|---|---|"
  for (k = 1; k <= collective_seen["count"]; k++) {
    c = collective_list[k]
    of = sum = most = other = 0
    least = 1e9
    for (j = 1; j <= topology_seen["count"]; j++) {
      t = topology_list[j]
      for (i = 1; i <= lengths_of[c] && nodes_of[t] == n; i++) {
        a = fewest(t, "wormhole", c, i, 1)
        b = fewest(t, "cut-through", c, i, 1)
        if (a == 0 || b == 0) continue
        of++
        sum += log(b / a)
        other += no_common(names(t, "wormhole", c, i, 1, a), names(t, "cut-through", c, i, 1, b))
        where = "`" t "`, " length_of[i] (length_of[i] == 1 ? " flit" : " flits")
        if (b / a < least) {least = b / a; where_least = where}
        if (b / a > most) {most = b / a; where_most = where}
      }
    }
    if (of > 0) printf "| %s | %d | %d | %.2f | %.2f | %s | %.2f | %s |\n", c, of, other, exp(sum / of), least, where_least, most, where_most
  }
}
# Have two lists "a, b" no name in common?
function no_common(one, two,    n, m, a, b, i, j) {
  n = split(one, a, ", ")
  m = split(two, b, ", ")
  for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) if (a[i] == b[j]) return 0
  return 1
}

function sensitivity(    v, k, c, key, text) {
  print "| nodes | with | cases | same within 2 % | within 10 % | worst | where |\n|---|---|---|---|---|---|---|"
  for (v = 1; v <= variants; v++) {
    printf "| %s | `%s` | %d | %d | %d | %s | %s |\n", variant_nodes[v], variant_name[v], \
      cells[v], same[v], near[v], (worst[v] > 0 ? sprintf("%.2f", 1 + worst[v]) : "1"), \
      worst_at[v] (left_out[v] != "-" ? "; cannot be:" left_out[v] : "")
  }
  print "\nWhere the scheme of the tables then takes over 10 % more than another, the worst case of each:\n"
  print "| nodes | with | collective | cases | the scheme of the tables, and the best |\n|---|---|---|---|---|"
  for (v = 1; v <= variants; v++) {
    for (k = 1; k <= collective_seen["count"]; k++) {
      key = variant_nodes[v] SUBSEP variant_name[v] SUBSEP collective_list[k]
      if (key in flip_count) {
        printf "| %s | `%s` | %s | %d | %s |\n", variant_nodes[v], variant_name[v], \
          collective_list[k], flip_count[key], flip_text[key]
      }
    }
  }
}

# The scheme that writes, reads and moves fewest flits, where it is not among the fastest.
function cheapest(n,    k, c, i, j, t, m, s, at, least, least_energy, fast_energy, of, differ, sum, most, where, name) {
  i = int((lengths + 1) / 2)
  print "| collective | differs | mean | most | where |\n|---|---|---|---|---|"
  for (k = 1; k <= collective_seen["count"]; k++) {
    c = collective_list[k]
    if (lengths_of[c] == 1) continue
    of = differ = sum = most = 0
    for (j = 1; j <= topology_seen["count"]; j++) {
      t = topology_list[j]
      least = nodes_of[t] == n ? fewest(t, "wormhole", c, i, 1) : 0
      if (least == 0) continue
      least_energy = fast_energy = 0
      for (m = 1; m <= schemes[c]; m++) {
        s = scheme_list[c, m]
        at = t SUBSEP "wormhole" SUBSEP c SUBSEP s SUBSEP i
        if (hardware[s] != "-" || !(at in cycles)) continue
        if (least_energy == 0 || energy[at] < least_energy) {least_energy = energy[at] + 0; name = s " " cycles[at] " cycles, " energy[at] " accesses"}
        if (cycles[at] <= TIE * least && (fast_energy == 0 || energy[at] < fast_energy)) fast_energy = energy[at] + 0
      }
      of++
      differ += fast_energy > least_energy
      sum += log(fast_energy / least_energy)
      if (fast_energy / least_energy > most) {
        most = fast_energy / least_energy
        where = "`" t "`: " names(t, "wormhole", c, i, 1, least) " " least " cycles, " fast_energy " accesses; " name
      }
    }
    if (differ > 0) printf "| %s | %d of %d | %.2f | %.2f | %s |\n", c, differ, of, exp(sum / of), most, where
    else printf "| %s | 0 of %d | 1 | 1 | |\n", c, of
  }
}

function everything(t,    r, w, c, k, m, s, i, at, line, middle) {
  middle = int((lengths + 1) / 2)
  for (w = 1; w <= 3; w++) {
    r = w == 1 ? "wormhole" : w == 2 ? "cut-through" : "paths"
    print "\n### `" t "`, " (r == "paths" ? "schedules" : r) "\n"
    line = "| | |"
    for (i = 1; i <= lengths; i++) line = line " " length_of[i] " |"
    print line " flit hops | busiest link | mean use | accesses |"
    line = "|---|---|"
    for (i = 1; i <= lengths + 4; i++) line = line "---|"
    print line
    for (k = 1; k <= collective_seen["count"]; k++) {
      c = collective_list[k]
      if (r == "paths" && !scheme_seen[c, "scheduled-barrier"]) continue
      line = "| **" c "** | *fewest cycles* |"
      for (i = 1; i <= lengths; i++) {
        line = line (i > lengths_of[c] ? " |" : " *" any[t, c, i] (any[t, c, i] != plain[t, c, i] ? "; " plain[t, c, i] : "") "* |")
      }
      print line " | | | |"
      for (m = 1; m <= schemes[c]; m++) {
        s = scheme_list[c, m]
        if (r == "paths" && s !~ /^scheduled/) continue
        line = ""
        for (i = 1; i <= lengths; i++) {
          at = t SUBSEP r SUBSEP c SUBSEP s SUBSEP i
          line = line " " (at in cycles ? cycles[at] " (" gap(cycles[at], any[t, c, i]) ")" : "") " |"
        }
        if (line !~ /[0-9]/) continue
        i = lengths_of[c] == 1 ? 1 : middle
        at = t SUBSEP r SUBSEP c SUBSEP s SUBSEP i
        line = line (at in cycles ? " " hops[at] " | " busiest[at] " | " use[at] " | " energy[at] " |" : " | | | |")
        print "| | " s (hardware[s] != "-" ? " (" hardware[s] ")" : "") " |" line
      }
    }
  }
}

function list_lengths(    i, text) {
  for (i = 1; i <= lengths; i++) text = text (i == 1 ? "" : i < lengths ? ", " : " and ") length_of[i]
  return text
}

END {
  print "# Collectives compared\n"
  print "Which scheme to use for which collective, on which network, at which length: every scheme of [collectives.md](collectives.md) on " topology_seen["count"] " networks at " list_lengths() " flits, " runs " runs, each checked block by block, each beside the fewest cycles that any implementation could take ([bounds.md](bounds.md)).\n"
  print "    docs/collectives-compared.sh\n"
  print "makes this page, its pictures and the two tables that it is computed from, in some 25 minutes of two idle processors, an hour of busy ones; interrupted, it goes on where it was. `docs/collectives-compared.sh --page` makes the page from the tables: [compared/results.tsv](compared/results.tsv) has every run, [compared/sensitivity.tsv](compared/sensitivity.tsv) what changes with the router. A test holds page and tables together.\n"
  print "## How to read it\n"
  print "- All nodes take part; the root is node 0; a multicast goes to every fourth node. A block has so many flits, head included. Nothing else is on the network, and hosts cost nothing ([host.md](host.md) tells what they cost)."
  print "- **Completion** is the cycle of the last delivery. The **gap** in brackets is the completion over the bound that holds for every implementation, with routers that copy, code or combine. Where that differs there is a second one, over the bound for plain routers and interfaces. A gap of 1 cannot be improved. A greater one says that there is room, or that the bound is low: both are possible."
  print "- The **wormhole** router (" "[scenario](compared/wormhole.yaml)" ") has 4 VCs of 8 flits and takes each message as one packet. The **cut-through** router ([scenario](compared/cut-through.yaml)) has 4 VCs of 24 flits and cuts messages into packets of 16; worms need it. Reductions and schemes by groups, which handle whole messages, run there up to 16 flits. Both have a pipeline of 3 cycles, links of 1 cycle, and the routing that is the topology's own."
  print "- A cell has the fastest plain scheme on the wormhole router and, in italics, the fastest that needs hardware (copying routers, forwarding or coding interfaces), on either router, if that is faster than every plain scheme. Between them stands a schedule that needs none of it, if it is faster than every plain scheme on both routers. Schemes within 2 % of each other are a tie, and all of them are named. ° marks cells whose scheme takes over 10 % more than another when one parameter of the router is changed; that was tried on some networks (\"What the router changes\")."
  print "- Messages of a **schedule** (scheme `scheduled`, [scheduled.md](scheduled.md); [scenario](compared/scheduled.yaml)) carry their own paths (`router.routing: source`), on the wormhole router else. `scheduled-overlapped`: each node goes on by itself in the order of the steps. `scheduled-barrier`: a barrier in packets between two steps, whose cost is in the completion. Steps that follow each other at no cost (`sequential`), which a common clock could give, are not compared: [scheduled.md](scheduled.md) has them. What is missing is refused, as where 4 VCs are too few. A schedule is made before the run, for this network and these nodes."
  print "- Combining two vectors takes no cycles, so reductions by unicasts look better here than where the root has to add.\n"
  print "## In short\n"
  print "On how many of the networks each plain scheme is the fastest on the wormhole router, or within 2 % of it:\n"
  for (n = 1; n <= node_seen["count"]; n++) {
    short_table(node_list[n])
    print "\n" total[node_list[n]] " networks of " node_list[n] " nodes.\n"
  }
  print "On how many networks a schedule, overlapped or with barriers, is faster than every plain scheme on both routers, and how many times as long the best of these takes where that is most:\n"
  for (n = 1; n <= node_seen["count"]; n++) {
    schedules_pay(node_list[n])
    print ""
  }
  print "![Gap over length](collectives_gaps.png)\n"
  print "The gap of the fastest plain scheme on the wormhole router, over the plain bound, for networks of 64 nodes.\n"
  print "![Schemes on one mesh](collectives_schemes.png)\n"
  print "All schemes on `" SHOWN "`, on the wormhole router and, those that need hardware, on the faster of the two.\n"
  for (n = 1; n <= node_seen["count"]; n++) what_to_use(node_list[n])
  print "## One scheme for all networks and lengths\n"
  print "If a library has one scheme for a collective: its completion over that of the best plain scheme, the geometric mean over networks and lengths, and the worst case.\n"
  for (n = 1; n <= node_seen["count"]; n++) {
    print node_list[n] " nodes:\n"
    one_for_all(node_list[n])
    print ""
  }
  print "## What limits, and what is idle\n"
  print "Messages of " length_of[lengths] " flits, the fastest plain scheme on the wormhole router: why the bound is not lower (for every implementation; for plain routers, where that is another reason), how much of the time the busiest link between routers carries a flit, and the mean of all links. `distance` is the way and one message behind it. `ports` says that one link between node and router is the limit, so a richer network gains nothing; `cut` that the network is. Where the gap is above 1 and the busiest link is far below 100 %, it is the ports of some nodes that are busy, or messages wait for one another.\n"
  for (n = 1; n <= node_seen["count"]; n++) {
    print node_list[n] " nodes:\n"
    limits(node_list[n])
    print ""
  }
  print "## What the router changes\n"
  print "The wormhole router with one parameter changed, on the networks that [compared/families.txt](compared/families.txt) marks with `vary`: in how many cases (network, collective, length) the scheme of the tables is still the fastest plain one, or within 2 or 10 % of it, and the worst.\n"
  sensitivity()
  print "\nThe cut-through router in the place of the wormhole router: the completion of its best plain scheme over that of the wormhole router's, and in how many cases none of the fastest is the same. Long messages overlap in packets, and wait for room for a whole packet.\n"
  for (n = 1; n <= node_seen["count"]; n++) {
    print node_list[n] " nodes:\n"
    packets(node_list[n])
    print ""
  }
  print "## Energy\n"
  print "Accesses are the writes and reads of buffers, crossbars and links, all alike ([energy.md](energy.md)); `nocstep collective --all --energy FILE` gives joules. At " length_of[int((lengths + 1) / 2)] " flits, plain schemes: on how many networks one that is not among the fastest takes fewer, and how many times as many the fastest takes, in the mean and at most.\n"
  for (n = 1; n <= node_seen["count"]; n++) {
    print node_list[n] " nodes:\n"
    cheapest(node_list[n])
    print ""
  }
  print "## One network in full\n"
  print "Completion, gap in brackets, at each length; flit hops, flits over the busiest link, mean use of links and accesses at " length_of[int((lengths + 1) / 2)] " flits (a barrier's at 1). Empty: refused. `compared/results.tsv` has the same of every network, a row a scheme: for each length completion, flit hops, busiest link, mean use, accesses; in the rows whose scheme is `-`, the bound, its reason, the plain bound, its reason."
  if (topology_seen[SHOWN]) everything(SHOWN)
  print "\n## What this page does not say\n"
  print "- What hosts and software cost: a cost for each message favours schemes of few messages ([host.md](host.md))."
  print "- What happens when other traffic is on the network, or nodes enter at different times."
  print "- Other places of the nodes of a ring or a tree: nodes are taken in ascending order, or as [collectives.md](collectives.md) says of meshes."
  print "- Area and clock: a cut-through router with deep buffers, and one that copies, are larger than the wormhole router."
}
