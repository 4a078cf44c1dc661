// network_rtl_routers -- the routers of a module, their tables, and what joins them; part of
// network_rtl.h.

#include <stdlib.h>

#include "runs/network_rtl_parts.h"

enum { GROUPS_IN_LINE = 12, NEIGHBOURS_IN_LINE = 8 };

static size_t place(const network_rtl_parts_t *p, uint32_t router, unsigned port) {
  return (size_t)router * p->topology->ports + port;
}

static bool is_linked(const network_rtl_parts_t *p, size_t at) {
  return p->topology->peer_router[at] >= 0 || p->entering[at] > 0 || p->leaving[at] > 0;
}

// The fewest ports with which an arrival group, which comes in as a row, fits.
static unsigned fewest_ports(const noc_shape_t *s) {
  enum { FEWEST = 2 };
  return s->group_w > s->class_w + FEWEST ? s->group_w - s->class_w : FEWEST;
}

unsigned network_rtl_ports(const network_rtl_parts_t *p, uint32_t router) {
  const unsigned fewest = fewest_ports(p->shape);
  unsigned ports = p->topology->ports;
  while (p->tables && !p->shape->look && ports > fewest &&
         !is_linked(p, place(p, router, ports - 1))) {
    ports--;
  }
  return ports;
}

// ---- Comments

static void write_port(const network_rtl_parts_t *p, size_t at) {
  const topology_t *t = p->topology;
  char name[96];
  if (t->peer_router[at] >= 0) {
    (void)fprintf(p->out, "%s, port %d\n",
                  network_rtl_router(p, (uint32_t)t->peer_router[at], name, sizeof name),
                  t->peer_port[at]);
  } else if (is_linked(p, at)) {
    const bool enters = p->entering[at] > 0;
    const bool both = p->entering[at] == p->leaving[at];
    (void)fprintf(p->out, "%snode %u\n",
                  both     ? ""
                  : enters ? "from "
                           : "to ",
                  (enters ? p->entering[at] : p->leaving[at]) - 1);
  } else {
    (void)fputs("open\n", p->out);
  }
}

// "  // Router 5 (1,1):", and a line for each port, or for several that are open.
static void write_about(const network_rtl_parts_t *p, uint32_t router) {
  const unsigned ports = network_rtl_ports(p, router);
  char name[96];
  (void)network_rtl_router(p, router, name, sizeof name);
  (void)fprintf(p->out, "\n  // R%s\n", name + 1);
  for (unsigned port = 0; port < ports;) {
    unsigned last = port;
    while (!is_linked(p, place(p, router, port)) && last + 1 < ports &&
           !is_linked(p, place(p, router, last + 1))) {
      last++;
    }
    if (last > port) {
      (void)fprintf(p->out, "  //   ports %u to %u: ", port, last);
    } else {
      (void)fprintf(p->out, "  //   port %u: ", port);
    }
    write_port(p, place(p, router, port));
    port = last + 1;
  }
}

// ---- Tables

void network_rtl_row(const network_rtl_parts_t *p, uint32_t row, unsigned ports, const char *end) {
  const noc_shape_t *s = p->shape;
  (void)fputs("      ", p->out);
  if (s->class_w > 0) {
    (void)fprintf(p->out, "{%u'd%u, ", s->class_w, row >> s->ports);
  }
  (void)fprintf(p->out, "%u'b", ports);
  for (unsigned port = ports; port-- > 0;) {
    (void)fputc(row >> port & 1 ? '1' : '0', p->out);
  }
  (void)fputs(s->class_w > 0 ? "}" : "", p->out);
  (void)fputs(end, p->out);
}

static void write_rows(const network_rtl_parts_t *p, uint32_t router, unsigned ports) {
  const uint32_t nodes = p->topology->nodes;
  (void)fputs("    .Routes({  // the last is that of group 0 to node 0\n", p->out);
  for (unsigned group = p->shape->groups; group-- > 0;) {
    const uint32_t *row = &p->row[((size_t)router * p->shape->groups + group) * nodes];
    for (uint32_t node = nodes; node-- > 0;) {
      network_rtl_row(p, row[node], ports, group > 0 || node > 0 ? ",  //" : "   //");
      if (p->shape->groups > 1) {
        (void)fprintf(p->out, " group %u", group);
      }
      (void)fprintf(p->out, " to node %u%s\n", node, row[node] == 0 ? ": never" : "");
    }
  }
  (void)fputs("    })", p->out);
}

// The groups by input port and class, the last that of port 0 and class 0.
static void write_groups(const network_rtl_parts_t *p, uint32_t router, unsigned ports) {
  const noc_shape_t *s = p->shape;
  const unsigned all = ports * s->classes;
  (void)fputs("    .ArrivalGroups({\n", p->out);
  for (unsigned i = all; i-- > 0;) {
    const unsigned group =
        routing_group(network_routing(p->network), router, i / s->classes, i % s->classes);
    (void)fprintf(p->out, "%s%u'd%u%s", (all - 1 - i) % GROUPS_IN_LINE == 0 ? "      " : " ",
                  s->group_w, group, i > 0 ? "," : "");
    (void)fputs((all - i) % GROUPS_IN_LINE == 0 || i == 0 ? "\n" : "", p->out);
  }
  (void)fputs("    }),\n", p->out);
}

// Check bits are of the whole slice of a link, also where nothing is valid in it.
static const char *data_reset(const network_rtl_parts_t *p) {
  return p->code != NULL ? " .DataReset(1)," : "";
}

static void write_table_router(const network_rtl_parts_t *p, uint32_t router) {
  const unsigned ports = network_rtl_ports(p, router);
  (void)fprintf(
      p->out,
      "  table_router #(\n"
      "    .Ports(%u), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),\n"
      "    .Pipeline(Pipeline), .Networks(Networks), .Classes(Classes), .LocalW(LocalW),\n"
      "    .LenW(LenW), .MsgW(MsgW), .Groups(Groups), .Rows(Nodes), .Adaptive(Adaptive),\n"
      "    .AgeW(AgeW), .Speculative(Speculative), .Wavefront(Wavefront), .SyncRead(SyncRead),\n"
      "    .Lookahead(Lookahead),%s\n",
      ports, data_reset(p));
  if (p->shape->groups > 1) {
    write_groups(p, router, ports);
  }
  write_rows(p, router, ports);
  (void)fprintf(p->out,
                "\n"
                "  ) u_router_%u (\n"
                "    .clk_i, .rst_i, .loaded_o(loaded[%u]), .link_i(rx_%u), .link_o(tx_%u)\n"
                "  );\n",
                router, router, router, router);
}

// ---- Routers that go by coordinates or paths

// The addresses of the routers behind its ports, that of port 0 last.
static void write_neighbours(const network_rtl_parts_t *p, const uint32_t *address) {
  const unsigned ports = p->topology->ports;
  (void)fputs("    .neighbour_i({", p->out);
  for (unsigned port = ports; port-- > 0;) {
    (void)fprintf(p->out, "%s%u'h%x%s",
                  (ports - 1 - port) % NEIGHBOURS_IN_LINE == 0 ? "\n      " : " ", p->shape->addr_w,
                  address[port], port > 0 ? "," : "");
  }
  (void)fputs("\n    }),\n", p->out);
}

static void write_router(const network_rtl_parts_t *p, uint32_t router) {
  const noc_shape_t *s = p->shape;
  uint32_t slot = 0;
  const router_fields_t *f = network_router_pins(p->network, router, &slot);
  (void)fprintf(
      p->out,
      "  noc_router #(\n"
      "    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),\n"
      "    .Pipeline(Pipeline), .Networks(Networks), .Classes(Classes), .Routing(Routing),\n"
      "    .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .LenW(LenW), .MsgW(MsgW),\n"
      "    .LayersLog2(LayersLog2), %s.AgeW(AgeW), .Speculative(Speculative),\n"
      "    .Wavefront(Wavefront), .SyncRead(SyncRead),%s .Lookahead(Lookahead)\n"
      "  ) u_router_%u (\n"
      "    .clk_i, .rst_i, .addr_i(%u'h%x), .extent_i(Extent), .local_i('0),\n",
      s->routing == ROUTE_SOURCE ? ".RouteW(RouteW), " : "", data_reset(p), router, s->addr_w,
      f->addr[slot]);
  if (s->look) {
    write_neighbours(p, &f->neighbour[(size_t)slot * s->ports]);
  } else {
    (void)fputs("    .neighbour_i('0),\n", p->out);
  }
  (void)fprintf(p->out,
                "    .cfg_valid_i('0), .cfg_kind_i('0), .cfg_index_i('0), .cfg_data_i('0),\n"
                "    .link_i(rx_%u), .link_o(tx_%u)\n"
                "  );\n",
                router, router);
}

void network_rtl_routers(const network_rtl_parts_t *p) {
  for (uint32_t r = 0; r < p->topology->routers; r++) {
    write_about(p, r);
    if (p->tables) {
      write_table_router(p, r);
    } else {
      write_router(p, r);
    }
  }
}

// ---- Joins

unsigned network_rtl_ends(const network_rtl_parts_t *p) {
  unsigned ends = 0;
  for (size_t at = 0; at < (size_t)p->topology->routers * p->topology->ports; at++) {
    ends += p->topology->peer_router[at] >= 0;
  }
  return ends;
}

// "tx_3[2*LinkW +: LinkW]"
static void write_link(const network_rtl_parts_t *p, uint32_t router, unsigned port) {
  const size_t at = place(p, router, port);
  (void)fprintf(p->out,
                "  link #(.Width(LinkW), .Latency(LinkLatency)) u_link_%u_%u (\n"
                "    .clk_i, .rst_i, .in_i(tx_%d[%d*LinkW +: LinkW]),\n"
                "    .out_o(rx_%u[%u*LinkW +: LinkW])\n"
                "  );\n",
                router, port, p->topology->peer_router[at], p->topology->peer_port[at], router,
                port);
}

// The same with check bits, by its receiving end.
static void write_checked(const network_rtl_parts_t *p, uint32_t router, unsigned port,
                          unsigned end) {
  const size_t at = place(p, router, port);
  (void)fprintf(p->out,
                "  link_check #(\n"
                "    .Vcs(Vcs), .FlitBits(FlitBits), .LinkCheck(LinkCheck)\n"
                "  ) u_check_%u_%u (\n"
                "    .clk_i, .rst_i, .link_i(tx_%u[%u*LinkW +: LinkW]),\n"
                "    .link_o(rx_%u[%u*LinkW +: LinkW]), .wire_o(out_%u_%u), .wire_i(in_%u_%u),\n"
                "    .corrected_o(link_corrected_o[%u]), .error_o(link_error_o[%u])\n"
                "  );\n"
                "  link #(.Width(WireW), .Latency(LinkLatency)) u_link_%u_%u (\n"
                "    .clk_i, .rst_i, .in_i(out_%d_%d), .out_o(in_%u_%u)\n"
                "  );\n",
                router, port, router, port, router, port, router, port, router, port, end, end,
                router, port, p->topology->peer_router[at], p->topology->peer_port[at], router,
                port);
}

static void write_wires(const network_rtl_parts_t *p) {
  (void)fputs("\n  // The wires of checked links: from each port, and to it.\n", p->out);
  for (uint32_t r = 0; r < p->topology->routers; r++) {
    for (unsigned port = 0; port < p->topology->ports; port++) {
      if (p->topology->peer_router[place(p, r, port)] >= 0) {
        (void)fprintf(p->out, "  logic [WireW-1:0] out_%u_%u, in_%u_%u;\n", r, port, r, port);
      }
    }
  }
}

// A port that leads to no router: to a node, in both directions or in one, or nowhere.
static void write_end(const network_rtl_parts_t *p, uint32_t router, unsigned port) {
  const uint32_t in = p->entering[place(p, router, port)];
  const uint32_t out = p->leaving[place(p, router, port)];
  (void)fprintf(p->out, "  assign rx_%u[%u*LinkW +: LinkW] = ", router, port);
  if (in > 0 && in == out) {
    (void)fprintf(p->out, "up[%u*LinkW +: LinkW];\n", in - 1);
  } else if (in > 0) {
    (void)fprintf(p->out, "{(VcW+1)'(never), up[%u*LinkW +: LinkW-VcW-1]};\n", in - 1);
  } else if (out > 0) {
    (void)fprintf(p->out,
                  "{up[%u*LinkW + LinkW-VcW-1 +: VcW+1],\n"
                  "    (LinkW-VcW-1)'(never)};\n",
                  out - 1);
  } else {
    (void)fputs("LinkW'(never);\n", p->out);
  }
}

static void write_node(const network_rtl_parts_t *p, uint32_t node) {
  topology_place_t in;
  topology_place_t out;
  (void)topology_injection(p->topology, node, &in, 1);
  (void)topology_ejection(p->topology, node, &out, 1);
  (void)fprintf(p->out, "  assign down[%u*LinkW +: LinkW] = ", node);
  if (in.router == out.router && in.port == out.port) {
    (void)fprintf(p->out, "tx_%u[%u*LinkW +: LinkW];\n", out.router, out.port);
  } else {
    (void)fprintf(p->out,
                  "{tx_%u[%u*LinkW + LinkW-VcW-1 +: VcW+1],\n"
                  "    tx_%u[%u*LinkW +: LinkW-VcW-1]};\n",
                  in.router, in.port, out.router, out.port);
  }
}

// A port from which nothing comes, or no credits or flits.
static bool is_open(const network_rtl_parts_t *p, uint32_t router, unsigned port) {
  const size_t at = place(p, router, port);
  return p->topology->peer_router[at] < 0 && (p->entering[at] == 0 || p->leaving[at] == 0);
}

static bool any_open(const network_rtl_parts_t *p) {
  for (uint32_t r = 0; r < p->topology->routers; r++) {
    for (unsigned port = 0; port < network_rtl_ports(p, r); port++) {
      if (is_open(p, r, port)) {
        return true;
      }
    }
  }
  return false;
}

void network_rtl_joins(const network_rtl_parts_t *p) {
  if (any_open(p)) {
    (void)fputs(
        "\n"
        "  // What comes from where nobody sends: a register, as in rtl/top/fabric.sv.\n"
        "  logic never;\n"
        "  always_ff @(posedge clk_i) never <= 1'b0;\n",
        p->out);
  }
  if (p->code != NULL) {
    write_wires(p);
  }
  (void)fputs("\n  // Flits of one direction and credits for the other, to each port.\n", p->out);
  unsigned end = 0;
  for (uint32_t r = 0; r < p->topology->routers; r++) {
    for (unsigned port = 0; port < network_rtl_ports(p, r); port++) {
      const bool linked = p->topology->peer_router[place(p, r, port)] >= 0;
      if (linked && p->code != NULL) {
        write_checked(p, r, port, end++);
      } else if (linked) {
        write_link(p, r, port);
      } else {
        write_end(p, r, port);
      }
    }
  }
  for (uint32_t node = 0; node < p->topology->nodes; node++) {
    write_node(p, node);
  }
}
