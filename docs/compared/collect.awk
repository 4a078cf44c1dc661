# collect -- the CSV files of the runs as the two tables that the page is made of. Input: a line a
# file, tab-separated: nodes, topology, router (or what is set in the place of the wormhole router's),
# file. -v what=results or sensitivity. The routers `overlapped` and `barrier` are one, `paths`, on
# which a schedule runs so.

BEGIN {FS = OFS = "\t"}

# The fields of a line of CSV, field[1] and up; returns their number.
function split_csv(line, field,    n, c, i, quoted, text) {
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (c == "\"") quoted = !quoted
    else if (c == "," && !quoted) {field[++n] = text; text = ""}
    else text = text c
  }
  field[++n] = text
  return n
}

function fail(text) {
  printf "collect.awk: %s\n", text >"/dev/stderr"
  failed = 3
  exit failed
}

# Reads a file into value[collective, scheme, flits, column]; key[1 .. keys] are the collectives and
# schemes in their order. False for a variant that the network cannot have.
function read_runs(file,    line, n, i, field, column, at, where, flits, status) {
  keys = 0
  delete value
  delete seen
  while ((status = (getline line <file)) > 0) {
    if (line == "refused") {close(file); return 0}
    n = split_csv(line, field)
    if (!at++) {
      for (i = 1; i <= n; i++) column[i] = field[i]
      continue
    }
    for (i = 1; i <= n; i++) row[column[i]] = field[i]
    if (row["topology"] != $2) fail(file " is of " row["topology"] "; it must be of " $2)
    flits = row["flits"] == "" ? "-" : row["flits"]
    where = row["collective"] SUBSEP row["scheme"]
    if (!seen[where]++) key[++keys] = where
    if (flits != "-" && !length_seen[flits]++) lengths[++length_count] = flits
    hardware[row["scheme"]] = row["hardware"]
    if (row["bound"] != "") {
      fewest[row["collective"], flits] = \
        row["bound"] " " row["bound_reason"] " " row["plain_bound"] " " row["plain_reason"]
    }
    if (row["state"] == "pass") {
      value[where, flits] = row["completion"] " " row["flit_hops"] " " row["busiest_link"] " " \
        sprintf("%.3f", row["mean_use"]) " " row["accesses"]
    }
  }
  close(file)
  if (status < 0) {
    fail(file " cannot be read")
  }
  return 1
}

function cell(list, where, flits) {
  return (where SUBSEP flits) in list ? list[where, flits] : "-"
}

what == "results" {
  delete fewest
  read_runs($4)
  if (NR == 1) {
    printf "nodes\ttopology\trouter\tcollective\tscheme\thardware"
    for (i = 1; i <= length_count; i++) printf "\t%s", lengths[i]
    print ""
  }
  if ($3 !~ /=/) {
    paths = $3 == "overlapped" || $3 == "barrier"
    for (k = 1; k <= keys; k++) {
      split(key[k], part, SUBSEP)
      for (bound = part[1] != before; bound >= 0; bound--) {
        line = $1 OFS $2 OFS (paths ? "paths" : $3) OFS part[1] OFS \
          (bound ? "-" : part[2] (paths ? "-" $3 : "")) OFS \
          (bound ? "-" : hardware[part[2]] == "" ? "-" : hardware[part[2]])
        one_length = (bound ? part[1] : key[k]) SUBSEP "-"
        has_any = 0
        for (i = 1; i <= length_count; i++) {
          text = bound ? cell(fewest, part[1], lengths[i]) : cell(value, key[k], lengths[i])
          if (i == 1 && text == "-") text = bound ? cell(fewest, part[1], "-") : cell(value, key[k], "-")
          has_any = has_any || text != "-"
          line = line OFS text
        }
        if (has_any) print line
      }
      before = part[1]
    }
    before = ""
  }
}

# --- what the router decides ---------------------------------------------------------------------

# The first plain scheme of a collective with the fewest cycles; leaves them in best_cycles.
function find_best(collective, flits,    k, part, v, best) {
  best_cycles = 0
  for (k = 1; k <= keys; k++) {
    split(key[k], part, SUBSEP)
    split(cell(value, key[k], flits), v, " ")
    if (part[1] == collective && hardware[part[2]] == "" && v[1] != "-" &&
        (best == "" || v[1] < best_cycles)) {
      best = part[2]
      best_cycles = v[1] + 0
    }
  }
  return best
}

what == "sensitivity" && NR == 1 {
  print "nodes", "variant", "topology", "collective", "flits", "scheme", "cycles", "best", "cycles"
}
what == "sensitivity" && $3 == "wormhole" {
  read_runs($4)
  delete chosen
  for (k = 1; k <= keys; k++) {
    split(key[k], part, SUBSEP)
    for (i = 0; i <= length_count; i++) {
      flits = i > 0 ? lengths[i] : "-"
      scheme = find_best(part[1], flits)
      if (scheme != "" && best_cycles > 0) chosen[part[1], flits] = scheme
    }
  }
}
what == "sensitivity" && $3 ~ /=/ {
  if (!(($1, $3) in cells)) {order[++rows] = $1 OFS $3; cells[$1, $3] = 0}
  if (!read_runs($4)) {refused[$1, $3] = refused[$1, $3] " `" $2 "`"; next}
  delete done
  for (k = 1; k <= keys; k++) {
    split(key[k], part, SUBSEP)
    for (i = 0; i <= length_count; i++) {
      flits = i > 0 ? lengths[i] : "-"
      if ((part[1], flits) in done || !((part[1], flits) in chosen)) continue
      done[part[1], flits] = 1
      scheme = find_best(part[1], flits)
      split(cell(value, part[1] SUBSEP chosen[part[1], flits], flits), v, " ")
      if (scheme == "" || v[1] == "-") continue
      loss = v[1] / best_cycles - 1
      cells[$1, $3]++
      same[$1, $3] += loss <= 0.02
      near[$1, $3] += loss <= 0.1
      if (loss > worst[$1, $3] + 0) {
        worst[$1, $3] = loss
        place[$1, $3] = part[1] (flits == "-" ? "" : " of " flits (flits == 1 ? " flit" : " flits")) \
          " on `" $2 "`"
      }
      if (loss > 0.1) {
        print $1, $3, $2, part[1], flits, chosen[part[1], flits], v[1], scheme, best_cycles
      }
    }
  }
}
END {
  if (failed) exit failed
  for (r = 1; r <= rows && what == "sensitivity"; r++) {
    split(order[r], part, OFS)
    print part[1], part[2], "-", cells[part[1], part[2]], same[part[1], part[2]] + 0, \
      near[part[1], part[2]] + 0, sprintf("%.3f", worst[part[1], part[2]]), place[part[1], part[2]], \
      refused[part[1], part[2]] == "" ? "-" : refused[part[1], part[2]]
  }
}
