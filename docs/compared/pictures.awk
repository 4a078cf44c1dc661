# pictures -- a script for gnuplot that draws the pictures of docs/collectives-compared.md, from
# results.tsv. -v folder=docs/ says where to.

BEGIN {FS = "\t"; SHOWN = "mesh:8x8"; NODES = 64}

NR == 1 {
  for (i = 7; i <= NF; i++) length_of[i - 6] = $i
  lengths = NF - 6
  next
}
$1 != NODES {next}
{
  if (!topology_seen[$2]++) topology[++topologies] = $2
  if (!collective_seen[$4]++) collective[++collectives] = $4
  for (i = 1; i <= lengths; i++) {
    if ($(i + 6) == "-") continue
    split($(i + 6), v, " ")
    if (i > 1) drawn[$4] = 1
    if ($5 == "-") {
      bound[$2, $4, i] = v[3]
      fewest[$4, i] = $2 == SHOWN ? v[1] : fewest[$4, i]
    } else {
      if ($6 == "-" && $3 == "wormhole" && (!(($2, $4, i) in best) || v[1] < best[$2, $4, i])) {
        best[$2, $4, i] = v[1] + 0
      }
      if ($2 == SHOWN && ($6 != "-" || $3 == "wormhole")) {
        if (!scheme_seen[$5]++) scheme[++schemes] = $5
        if (!(($4, $5, i) in took) || v[1] < took[$4, $5, i]) took[$4, $5, i] = v[1] + 0
      }
    }
  }
}

function begin(name, title, label,    i, tics) {
  printf "reset\nset terminal png noenhanced size 1400,900\n"
  printf "set output '%s%s.png'\n", folder, name
  for (i = 1; i <= lengths; i++) tics = tics (i > 1 ? ", " : "") "'" length_of[i] "' " length_of[i]
  printf "set multiplot layout 3,3 title '%s'\nset logscale x\nset xtics (%s)\n", title, tics
  printf "set xrange [%s:%s]\n", length_of[1], length_of[lengths]
  printf "set xlabel 'flits'\nset ylabel '%s'\nset grid\nunset key\n", label
}
# A line of a panel: `n` is its place in the key.
function plot_line(block, n, name) {
  lines = lines (lines == "" ? "plot " : ", ") sprintf("%s with linespoints lt %d pt %d ps 0.6 lw 1.5 title '%s'", block, n, n, name)
}
function data(name, values,    line, n, i, v) {
  n = split(values, line, "\n")
  for (i = 1; i < n; i++) {
    split(line[i], v, " ")
    if (v[2] > most) most = v[2] + 0
  }
  blocks = blocks sprintf("%s << EOD\n%sEOD\n", name, values)
}
function panel(title) {
  if (lines != "") {
    printf "%sset yrange [1:%s]\nset title '%s'\n%s\n", blocks, most * 1.05 + 0.05, title, lines
  }
  lines = blocks = ""
  most = 0
}
# The last panel has the key alone.
function finish(list, count,    n) {
  print "set key left top Left reverse samplen 2 maxrows 14 spacing 1.1 font ',9'\nset title ' '\nunset border\nunset tics\nunset xlabel\nunset ylabel\nunset grid\nset yrange [0:1]"
  for (n = 1; n <= count; n++) {
    lines = lines (n == 1 ? "plot " : ", ") sprintf("NaN with linespoints lt %d pt %d ps 0.6 lw 1.5 title '%s'", n, n, list[n])
  }
  print lines "\nunset multiplot"
  lines = ""
}

END {
  # The colours of other pictures (Okabe and Ito), then again with other marks.
  print "colours = '#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #000000 #999999'"
  print "do for [i=1:32] {set linetype i lc rgb word(colours, (i - 1) % 8 + 1)}"
  begin("collectives_gaps", NODES " nodes: gap of the fastest plain scheme over the plain bound", "gap")
  for (k = 1; k <= collectives; k++) {
    if (!drawn[collective[k]]) continue
    for (n = 1; n <= topologies; n++) {
      text = ""
      for (i = 1; i <= lengths; i++) {
        if ((topology[n], collective[k], i) in best) {
          text = text length_of[i] " " best[topology[n], collective[k], i] / bound[topology[n], collective[k], i] "\n"
        }
      }
      if (text != "") {data("$g" k "_" n, text); plot_line("$g" k "_" n, n, topology[n])}
    }
    panel(collective[k])
  }
  finish(topology, topologies)
  begin("collectives_schemes", SHOWN ": completion over the fewest cycles of any implementation", "gap")
  print "set logscale y"
  for (k = 1; k <= collectives; k++) {
    if (!drawn[collective[k]]) continue
    for (n = 1; n <= schemes; n++) {
      text = ""
      for (i = 1; i <= lengths; i++) {
        if ((collective[k], scheme[n], i) in took) {
          text = text length_of[i] " " took[collective[k], scheme[n], i] / fewest[collective[k], i] "\n"
        }
      }
      if (text != "") {data("$s" k "_" n, text); plot_line("$s" k "_" n, n, scheme[n])}
    }
    panel(collective[k])
  }
  print "unset logscale y"
  finish(scheme, schemes)
}
