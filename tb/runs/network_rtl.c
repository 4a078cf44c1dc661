// network_rtl -- see network_rtl.h: the head of the module, its ports and its interfaces.

#include "runs/network_rtl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/table_rows.h"
#include "runs/network_rtl_parts.h"
#include "runs/systemverilog.h"

enum { ADDRESSES_IN_LINE = 8 };

const char *network_rtl_obstacle(const noc_shape_t *s) {
  return s->multicast      ? "routers copy packets"
         : s->xor_unit     ? "interfaces code packets"
         : s->forward_unit ? "interfaces forward packets"
                           : NULL;
}

char *network_rtl_router(const network_rtl_parts_t *p, uint32_t router, char *out, size_t size) {
  char name[64];
  if (p->topology->dims > 1) {
    (void)snprintf(out, size, "router %u (%s)", router,
                   topology_router_name(p->topology, router, name, sizeof name));
  } else {
    (void)snprintf(out, size, "router %u", router);
  }
  return out;
}

// ---- What is asked of the network

// Where its nodes are, and what its tables hold.
static bool begin(network_rtl_parts_t *p, noc_error_t *error) {
  const topology_t *t = p->topology;
  const size_t ports = (size_t)t->routers * t->ports;
  p->entering = calloc(ports, sizeof *p->entering);
  p->leaving = calloc(ports, sizeof *p->leaving);
  if (p->entering == NULL || p->leaving == NULL) {
    return memory_fail(error, "the module");
  }
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t in;
    topology_place_t out;
    (void)topology_injection(t, n, &in, 1);
    (void)topology_ejection(t, n, &out, 1);
    p->entering[in.router * t->ports + in.port] = n + 1;
    p->leaving[out.router * t->ports + out.port] = n + 1;
  }
  return true;
}

static bool find_rows(network_rtl_parts_t *p, noc_error_t *error) {
  const size_t states = (size_t)p->topology->routers * p->shape->groups;
  const uint32_t nodes = p->topology->nodes;
  const size_t routers = p->shape->look ? p->topology->routers : 0;
  if (!memory_check((double)(states + routers) * nodes * sizeof *p->row, "the tables", error)) {
    return false;
  }
  p->row = calloc(states * nodes, sizeof *p->row);
  p->first = calloc(routers * nodes + 1, sizeof *p->first);
  if (p->row == NULL || p->first == NULL) {
    return memory_fail(error, "the tables");
  }
  table_rows_t rows;
  bool ok = table_rows_create(&rows, network_routing(p->network), p->shape, error);
  for (uint32_t node = 0; ok && node < nodes; node++) {
    ok = table_rows_find(&rows, node, error);
    for (size_t i = 0; ok && i < states; i++) {
      p->row[i * nodes + node] = rows.row[i];
    }
    for (size_t i = 0; ok && i < routers; i++) {
      p->first[i * nodes + node] = rows.first[i];
    }
  }
  table_rows_free(&rows);
  return ok;
}

// ---- The text

// Comments have printable characters alone, and no line of them ends with a backslash.
static void write_comment(const char *text, FILE *out) {
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    (void)fputs(length > 0 ? "//   " : "//", out);
    for (size_t i = 0; i < length; i++) {
      (void)fputc(text[i] >= ' ' && text[i] <= '~' && text[i] != '\\' ? text[i] : '?', out);
    }
    (void)fputc('\n', out);
    text += length + (text[length] == '\n');
  }
}

static void write_node(const network_rtl_parts_t *p, uint32_t node) {
  char name[96];
  topology_place_t in;
  topology_place_t out;
  (void)topology_injection(p->topology, node, &in, 1);
  (void)topology_ejection(p->topology, node, &out, 1);
  (void)fprintf(p->out, "//   node %u: %s, port %u", node,
                network_rtl_router(p, in.router, name, sizeof name), in.port);
  if (in.router != out.router || in.port != out.port) {
    (void)fprintf(p->out, "; leaves at %s, port %u",
                  network_rtl_router(p, out.router, name, sizeof name), out.port);
  }
  (void)fprintf(p->out, "; address %u\n", network_address(p->network, node));
}

static void write_top(const network_rtl_parts_t *p, const network_rtl_t *about) {
  const topology_t *t = p->topology;
  const noc_shape_t *s = p->shape;
  char name[256];
  (void)fprintf(p->out,
                "// %s -- %s as one module.\n//\n"
                "// %u routers%s, %u nodes; for the files of rtl/nocstep.f.\n//\n",
                about->module, topology_plain_name(t, name, sizeof name), t->routers,
                p->tables ? " that go by tables" : "", t->nodes);
  write_comment(about->scenario, p->out);
  (void)fprintf(p->out,
                "//\n"
                "// Host ports are flat vectors, element n belongs to node n, of deliveries element"
                " n*Networks + k\n"
                "// to its network k. Data of a first beat begins at bit %u. docs/integration.md "
                "has the rest.\n",
                s->data_lsb);
  if (p->tables) {
    (void)fputs(
        "// Behind a reset the tables are loaded: loaded_o is 0 until then, and host_ready_o "
        "too.\n",
        p->out);
  } else if (s->routing == ROUTE_SOURCE) {
    (void)fprintf(p->out,
                  "// Hosts put the path of a packet into its first beat, %u bits from bit %u on:\n"
                  "// docs/microarchitecture.md, section 6.7.\n",
                  s->route_w, s->route_lsb);
  }
  (void)fputs("// The nodes:\n//\n", p->out);
  for (uint32_t node = 0; node < t->nodes; node++) {
    write_node(p, node);
  }
  (void)fputc('\n', p->out);
}

static void write_number(const network_rtl_parts_t *p, const char *name, unsigned value,
                         const char *meaning) {
  (void)fprintf(p->out, "  localparam int unsigned %-14s = %u,%s%s\n", name, value,
                meaning[0] != '\0' ? "  // " : "", meaning);
}

static void write_parameters(const network_rtl_parts_t *p, const char *module) {
  static const char *const kRouting[] = {
      [ROUTE_MESH] = "Mesh",       [ROUTE_TORUS] = "Torus", [ROUTE_HYPERCUBE] = "Hypercube",
      [ROUTE_OCTAGON] = "Octagon", [ROUTE_H3DM] = "H3dm",   [ROUTE_TABLE] = "Table",
      [ROUTE_SOURCE] = "Source",
  };
  const noc_shape_t *s = p->shape;
  (void)fprintf(p->out, "module %s #(\n", module);
  write_number(p, "Nodes", p->topology->nodes, "");
  if (network_rtl_ends(p) > 0) {
    write_number(p, "LinkLatency", network_link_latency(p->network), "between routers");
  }
  write_number(p, "Ports", s->ports, p->tables ? "of the largest router" : "of a router");
  write_number(p, "Vcs", s->vcs, "");
  write_number(p, "Depth", s->depth, "");
  write_number(p, "FlitBits", s->flit_bits, "");
  write_number(p, "CutThrough", s->cut_through, "");
  write_number(p, "Pipeline", s->pipeline, "");
  write_number(p, "Networks", s->networks, "");
  write_number(p, "Classes", s->classes, "VC classes of a virtual network");
  (void)fprintf(p->out, "  localparam int unsigned %-14s = noc_pkg::Routing%s,\n", "Routing",
                kRouting[s->routing]);
  write_number(p, "Dims", s->dims, "");
  write_number(p, "DigitW", s->digit_w, "");
  write_number(p, "LocalW", s->local_w, "");
  write_number(p, "LenW", s->len_w, "");
  write_number(p, "MsgW", s->msg_w, "");
  write_number(p, "LayersLog2", s->layers_log2, "");
  if (p->tables) {
    write_number(p, "Routers", p->topology->routers, "");
    write_number(p, "Groups", s->groups, "arrival groups of a table");
    write_number(p, "Adaptive", s->adaptive, "");
  } else if (s->routing == ROUTE_SOURCE) {
    write_number(p, "RouteW", s->route_w, "bits of the path in a head");
  }
  write_number(p, "AgeW", s->age_bits, "");
  write_number(p, "Speculative", s->speculative, "");
  write_number(p, "Wavefront", s->wavefront, "");
  write_number(p, "SyncRead", s->sync_read, "");
  write_number(p, "Lookahead", s->lookahead, "");
  write_number(p, "AddrW", s->addr_w, "");
  (void)fputs(
      "  localparam int unsigned Beats          = Nodes * Networks,  // offered to the hosts\n"
      "  localparam int unsigned VcW            = (Vcs > 1) ? $clog2(Vcs) : 1,\n"
      "  localparam int unsigned NetW           = (Networks > 1) ? $clog2(Networks) : 1,\n"
      "  localparam int unsigned AgePinW        = (AgeW > 0) ? AgeW : 1,\n"
      "  localparam int unsigned LinkW          = FlitBits + 2 * VcW + 4",
      p->out);
  if (p->code != NULL) {
    (void)fprintf(
        p->out,
        ",  // as noc_router has it\n"
        "  localparam int unsigned LinkCheck      = %u,\n"
        "  localparam int unsigned WireW          = LinkW + %u,  // with check bits\n"
        "  localparam int unsigned Checked        = %u  // ends of links between routers\n"
        ") (\n",
        p->code->check, p->code->checks, network_rtl_ends(p));
  } else {
    (void)fputs("  // as noc_router has it\n) (\n", p->out);
  }
}

static void write_ports(const network_rtl_parts_t *p) {
  (void)fputs(
      "  input  logic                      clk_i,\n"
      "  input  logic                      rst_i,           // synchronous, active high\n"
      "  output logic                      loaded_o,        // tables are there: hosts may send\n"
      "\n",
      p->out);
  if (p->code != NULL) {
    (void)fputs(
        "  // Of the cycle before, a bit for each end of a link (docs/link-check.md), by routers "
        "and\n"
        "  // their ports: a wire was wrong and is corrected; more is wrong than can be.\n"
        "  output logic [Checked-1:0]        link_corrected_o,\n"
        "  output logic [Checked-1:0]        link_error_o,\n"
        "\n",
        p->out);
  }
  (void)fputs(
      "  input  logic [Nodes-1:0]          host_valid_i,    // beats into the network\n"
      "  input  logic [Nodes*NetW-1:0]     host_network_i,\n"
      "  input  logic [Nodes*4-1:0]        host_type_i,\n"
      "  input  logic [Nodes*AddrW-1:0]    host_dst_i,\n"
      "  input  logic [Nodes*MsgW-1:0]     host_message_i,\n"
      "  input  logic [Nodes*LenW-1:0]     host_flits_i,\n"
      "  input  logic [Nodes*FlitBits-1:0] host_data_i,\n"
      "  input  logic [Nodes*AgePinW-1:0]  host_age_i,\n"
      "  output logic [Nodes*Networks-1:0] host_ready_o,\n"
      "  output logic [Nodes-1:0]          host_error_o,    // a packet was refused ..\n"
      "  output logic [Nodes*2-1:0]        host_error_cause_o,  // .. why: docs/host-guard.md\n"
      "\n"
      "  output logic [Beats-1:0]          del_valid_o,     // deliveries\n"
      "  output logic [Beats*VcW-1:0]      del_vc_o,\n"
      "  output logic [Beats*2-1:0]        del_kind_o,\n"
      "  output logic [Beats*4-1:0]        del_type_o,\n"
      "  output logic [Beats*AddrW-1:0]    del_source_o,\n"
      "  output logic [Beats*MsgW-1:0]     del_message_o,\n"
      "  output logic [Beats*FlitBits-1:0] del_data_o,\n"
      "  input  logic [Beats-1:0]          del_ready_i\n"
      ");\n\n",
      p->out);
}

// The addresses of nodes, and the highest value of each field of them.
static void write_addresses(const network_rtl_parts_t *p) {
  const noc_shape_t *s = p->shape;
  const unsigned index = s->dims * s->digit_w;  // of the number of a node at its router
  uint32_t slot = 0;
  uint32_t most = 0;
  const router_fields_t *f = network_router_pins(p->network, 0, &slot);
  for (uint32_t node = 0; node < p->topology->nodes; node++) {
    const uint32_t own = network_address(p->network, node) >> index;
    most = own > most ? own : most;
  }
  (void)fprintf(p->out,
                "  localparam logic [AddrW-1:0] Extent = %u'h%x;  // highest of each field\n",
                s->addr_w, f->extent[slot] | most << index);
  (void)fputs("  localparam logic [Nodes*AddrW-1:0] Addresses = {  // that of node 0 is the last\n",
              p->out);
  for (uint32_t node = p->topology->nodes; node-- > 0;) {
    const bool first = (p->topology->nodes - 1 - node) % ADDRESSES_IN_LINE == 0;
    (void)fprintf(p->out, "%s%u'h%x%s", first ? "    " : " ", s->addr_w,
                  network_address(p->network, node), node > 0 ? "," : "");
    const bool last = (p->topology->nodes - node) % ADDRESSES_IN_LINE == 0 || node == 0;
    (void)fputs(last ? "\n" : "", p->out);
  }
  (void)fputs("  };\n\n", p->out);
}

// The rows of the interfaces, with tables and lookahead.
static void write_first_routes(const network_rtl_parts_t *p) {
  const uint32_t nodes = p->topology->nodes;
  (void)fprintf(p->out,
                "  // {class, candidates} at its router of packets from a node, to a node.\n"
                "  localparam logic [Nodes*Nodes*%u-1:0] FirstRoutes = {\n",
                p->shape->row_w);
  for (uint32_t from = nodes; from-- > 0;) {
    topology_place_t place;
    (void)topology_injection(p->topology, from, &place, 1);
    for (uint32_t to = nodes; to-- > 0;) {
      const uint32_t row = p->first[(size_t)place.router * nodes + to];
      network_rtl_row(p, row, p->shape->ports, from > 0 || to > 0 ? ",  //" : "   //");
      (void)fprintf(p->out, " from node %u to node %u\n", from, to);
    }
  }
  (void)fputs("  };\n\n", p->out);
}

static void write_signals(const network_rtl_parts_t *p) {
  (void)fputs(
      "  // Routers and interfaces send tx and up, and receive rx and down, a slice a port. A "
      "router\n"
      "  // sends even where nobody receives.\n"
      "  /* verilator lint_off UNUSEDSIGNAL */\n"
      "  logic [Nodes*LinkW-1:0] up;\n",
      p->out);
  for (uint32_t r = 0; r < p->topology->routers; r++) {
    (void)fprintf(p->out, "  logic [%u*LinkW-1:0] tx_%u;\n", network_rtl_ports(p, r), r);
  }
  (void)fputs(
      "  /* verilator lint_on UNUSEDSIGNAL */\n"
      "  logic [Nodes*LinkW-1:0] down;\n",
      p->out);
  for (uint32_t r = 0; r < p->topology->routers; r++) {
    (void)fprintf(p->out, "  logic [%u*LinkW-1:0] rx_%u;\n", network_rtl_ports(p, r), r);
  }
}

// Hosts are held back until all tables are there.
static void write_interfaces(const network_rtl_parts_t *p) {
  if (p->tables) {
    (void)fputs(
        "\n"
        "  logic [Routers-1:0] loaded;\n"
        "  logic [Beats-1:0]   host_ready;\n"
        "  always_ff @(posedge clk_i) begin\n"
        "    if (rst_i) loaded_o <= 1'b0;\n"
        "    else       loaded_o <= &loaded;\n"
        "  end\n"
        "  assign host_ready_o = loaded_o ? host_ready : '0;\n",
        p->out);
  } else {
    (void)fputs("\n  assign loaded_o = 1'b1;\n", p->out);
  }
  (void)fprintf(
      p->out,
      "\n"
      "  // Who sees what reaches an interface is nobody here.\n"
      "  /* verilator lint_off PINMISSING */\n"
      "  node_interfaces #(\n"
      "    .Nodes(Nodes), .Vcs(Vcs), .Depth(Depth), .FlitBits(FlitBits), .CutThrough(CutThrough),\n"
      "    .Networks(Networks), .LenW(LenW), .MsgW(MsgW), .AgeW(AgeW), .Lookahead(Lookahead),\n"
      "    .Ports(Ports), .Classes(Classes), .Routing(Routing), .LayersLog2(LayersLog2),\n"
      "    .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .HostGuard(1)%s\n"
      "  ) u_nodes (\n"
      "    .clk_i, .rst_i, .addr_i(Addresses), .extent_i(Extent), .link_i(down), .link_o(up),\n"
      "    .host_valid_i%s, .host_network_i, .host_type_i, .host_dst_i,\n"
      "    .host_message_i, .host_flits_i, .host_data_i, .host_age_i, .host_ready_o%s,\n"
      "    .host_error_o, .host_error_cause_o,\n"
      "    .del_valid_o, .del_vc_o, .del_kind_o, .del_type_o, .del_source_o, .del_message_o,\n"
      "    .del_data_o, .del_ready_i\n"
      "  );\n"
      "  /* verilator lint_on PINMISSING */\n",
      p->tables && p->shape->look ? ", .Rows(Nodes),\n    .FirstRoutes(FirstRoutes)" : "",
      p->tables ? "(loaded_o ? host_valid_i : '0)" : "", p->tables ? "(host_ready)" : "");
}

bool network_rtl_write(network_t *n, const network_rtl_t *about, FILE *out, noc_error_t *error) {
  network_rtl_parts_t p = {.network = n,
                           .topology = network_topology(n),
                           .shape = network_shape(n),
                           .out = out,
                           .tables = network_shape(n)->routing == ROUTE_TABLE};
  assert(network_rtl_obstacle(p.shape) == NULL && systemverilog_is_name(about->module));
  p.code = network_rtl_ends(&p) > 0 ? network_link_code(n) : NULL;  // there is nothing to check
  const bool ok = begin(&p, error) && (!p.tables || find_rows(&p, error));
  if (ok) {
    write_top(&p, about);
    write_parameters(&p, about->module);
    write_ports(&p);
    write_addresses(&p);
    if (p.tables && p.shape->look) {
      write_first_routes(&p);
    }
    write_signals(&p);
    write_interfaces(&p);
    network_rtl_routers(&p);
    network_rtl_joins(&p);
    (void)fputs("\nendmodule\n// SPDX-License-Identifier: MIT\n", out);
  }
  free(p.entering);
  free(p.leaving);
  free(p.row);
  free(p.first);
  return ok;
}
