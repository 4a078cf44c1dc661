// network_top -- see network_top.h.

#include "network/network_top.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "network/bad_hosts.h"

// The parameters have another type than those of a whole network.
const char network_top_wrong_link[] =
    "\nmodule link #(parameter bit [31:0] Width = 69, parameter bit [31:0] Latency = 1) (\n"
    "  input logic clk_i, input logic rst_i,\n"
    "  input logic [Width-1:0] in_i, output logic [Width-1:0] out_o\n"
    ");\n"
    "  logic [Width-1:0] wrong;\n"
    "  always_ff @(posedge clk_i) wrong <= rst_i ? Width'(1) : {wrong[Width-2:0], "
    "wrong[Width-1]};\n"
    "  assign out_o = in_i ^ wrong;\n"
    "endmodule\n";

struct network_top {
  noc_shape_t shape;
  const dut_plugin_t *plugin;
  void *dut;
  bundle_layout_t layout;
  uint32_t *zero, *in, *state, *expected;
  void *gather;         // one field of all nodes, in node order
  host_guard_t *guard;  // of each node
  uint16_t *ready;      // what its interface has shown before the edge
  uint32_t extent;      // the highest of each field of an address
};

// Collects one field of every node's interface in node order: `count` elements a node.
static void gather(network_top_t *m, network_t *n, size_t offset, size_t size, uint32_t count) {
  for (uint32_t node = 0; node < m->shape.nodes; node++) {
    uint32_t member;
    const bank_t *b = network_locate(n, COMPONENT_INTERFACE, node, &member);
    const char *array;
    memcpy(&array, (const char *)&b->config.interface + offset, sizeof array);
    memcpy((char *)m->gather + node * count * size, array + (size_t)member * count * size,
           count * size);
  }
}

#define FIELD_WORDS(bits, count) (((uint32_t)(bits) * (uint32_t)(count) + 31) / 32)
#define SKIP(name, type, bits, by, radix, meaning)
#define PACK(name, type, bits, by, radix, meaning)                                                 \
  gather(m, n, offsetof(interface_fields_t, name), sizeof(type), DIMENSIONS_COUNT(by) / s->nodes); \
  bundle_pack(words, m->gather, sizeof(type), (bits), DIMENSIONS_COUNT(by));                       \
  words += FIELD_WORDS(bits, DIMENSIONS_COUNT(by));

// The host pins of a cycle; *ready is what interfaces show in it.
static void pack_pins(network_top_t *m, network_t *n, uint32_t *words, uint16_t *ready) {
  const noc_shape_t *s = &m->shape;
#define IN  PACK
#define OUT SKIP
#include "shape/top_state.def"
#undef IN
#undef OUT
  gather(m, n, offsetof(interface_fields_t, host_ready), sizeof *ready, 1);
  memcpy(ready, m->gather, s->nodes * sizeof *ready);
}

// The host outputs of interfaces, as expected words.
static void pack_outputs(network_top_t *m, network_t *n, uint32_t *words) {
  const noc_shape_t *s = &m->shape;
#define BARE_HOSTS
#define IN  SKIP
#define OUT PACK
#include "shape/top_state.def"
#undef IN
#undef OUT
#undef BARE_HOSTS
}

// .. and as guards show them.
static void add_guards(network_top_t *m) {
  for (uint32_t node = 0; node < m->shape.nodes; node++) {
    const host_guard_t *g = &m->guard[node];
    if (g->drop != 0) {
      const uint64_t ready = bad_hosts_get(&m->layout, "host_ready", m->expected, node);
      bad_hosts_set(&m->layout, "host_ready", m->expected, node, ready | g->drop);
    }
    bad_hosts_set(&m->layout, "host_error", m->expected, node, g->error);
    bad_hosts_set(&m->layout, "host_error_cause", m->expected, node, g->cause);
  }
}

// Whether element e of a field counts: delivered data while they are valid, for they have no reset.
static bool counts(const network_top_t *m, const bundle_field_t *f, uint32_t e) {
  if (strcmp(f->name, "del_data") != 0) {
    return true;
  }
  const noc_shape_t *s = &m->shape;
  const uint32_t part = e / s->words;  // node * networks + network
  const uint64_t valid = bad_hosts_get(&m->layout, "del_valid", m->expected, part / s->networks);
  return (valid >> part % s->networks & 1) != 0;
}

// The name of the first field of the module that is not as expected, NULL if none is.
static const char *compare(network_top_t *m, uint32_t *node) {
  const bundle_layout_t *l = &m->layout;
  add_guards(m);
  if (memcmp(m->expected, m->state, m->plugin->state_words * sizeof *m->state) == 0) {
    return NULL;
  }
  bool passed_over = false;
  for (unsigned i = 0; i < l->n_fields; i++) {
    const bundle_field_t *f = &l->field[i];
    for (uint32_t e = 0; f->kind != FIELD_IN && e < f->count; e++) {
      if (bundle_element(f, m->expected, e) == bundle_element(f, m->state, e)) {
        continue;
      }
      if (counts(m, f, e)) {
        *node = e / (f->count / m->shape.nodes);
        return f->name;
      }
      passed_over = true;
    }
  }
  return passed_over ? NULL : "?";
}

void network_top_pins(network_top_t *m, network_t *n, uint32_t *in) {
  pack_pins(m, n, in, m->ready);
}

const char *network_top_difference(network_top_t *m, network_t *n, uint32_t *node) {
  pack_outputs(m, n, m->expected);
  return compare(m, node);
}

#define IN(...)  BUNDLE_ADD(FIELD_IN, __VA_ARGS__)
#define OUT(...) BUNDLE_ADD(FIELD_OUT, __VA_ARGS__)
static bool has_list(const dut_plugin_t *plugin, const noc_shape_t *s, bundle_layout_t *layout,
                     noc_error_t *error) {
  bundle_begin(layout, "top");
#include "shape/top_state.def"
  return plugin_fits(plugin, layout, error);
}
#undef IN
#undef OUT

// The module of networks with this shape; NULL if there is none.
static const char *unit_of(const noc_shape_t *s) {
  if (s->dims > 3) {
    return NULL;
  }
  switch (s->routing) {
    case ROUTE_MESH:
      return "mesh";
    case ROUTE_TORUS:
      return "torus";
    case ROUTE_OCTAGON:
      return "octagon";
    default:
      return NULL;
  }
}

// The highest of each field of a node's address.
static uint32_t highest(network_t *n) {
  const noc_shape_t *s = network_shape(n);
  uint32_t most[SHAPE_MAX_DIMS + 1] = {0};
  for (uint32_t node = 0; node < network_topology(n)->nodes; node++) {
    uint32_t address = network_address(n, node);
    for (unsigned d = 0; d <= s->dims; d++) {
      const uint32_t field = d < s->dims ? address & ((1u << s->digit_w) - 1) : address;
      most[d] = field > most[d] ? field : most[d];
      address >>= s->digit_w;
    }
  }
  uint32_t extent = 0;
  for (unsigned d = 0; d <= s->dims; d++) {
    extent |= most[d] << (d * s->digit_w);
  }
  return extent;
}

static network_top_t *create(network_t *n, const char *unit, unsigned idle, noc_error_t *error) {
  const topology_t *t = network_topology(n);
  network_top_t *m = calloc(1, sizeof *m);
  if (m == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "out of memory");
    return NULL;
  }
  m->shape = *network_shape(n);
  for (unsigned d = 0; d < 3; d++) {
    m->shape.top_size[d] = (d < t->dims) ? t->radix[d] : 1;
  }
  m->shape.nodes = t->nodes;
  m->shape.top_latency = network_link_latency(n);
  m->shape.top_guard = 1;
  m->shape.top_idle = idle;
  m->shape.link_check = network_link_code(n) != NULL ? network_link_code(n)->check : 0;
  m->plugin = plugin_load(unit, &m->shape, error);
  if (m->plugin == NULL || !has_list(m->plugin, &m->shape, &m->layout, error)) {
    free(m);
    return NULL;
  }
  m->zero = calloc(m->plugin->in_words, sizeof *m->zero);
  m->state = calloc(m->plugin->state_words, sizeof *m->state);
  m->expected = calloc(m->plugin->state_words, sizeof *m->expected);
  m->gather = calloc((size_t)t->nodes * m->shape.networks, sizeof(uint64_t) * m->shape.words);
  m->in = calloc(m->plugin->in_words, sizeof *m->in);
  m->guard = calloc(t->nodes, sizeof *m->guard);
  m->ready = calloc(t->nodes, sizeof *m->ready);
  m->extent = highest(n);
  m->dut = m->plugin->create(unit, 1);
  if (m->zero == NULL || m->in == NULL || m->state == NULL || m->expected == NULL ||
      m->gather == NULL || m->guard == NULL || m->ready == NULL || m->dut == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "out of memory");
    network_top_free(m);
    return NULL;
  }
  network_top_reset(m);
  return m;
}

network_top_t *network_top_create(network_t *n, noc_error_t *error) {
  return network_top_create_idle(n, 0, error);
}

network_top_t *network_top_create_idle(network_t *n, unsigned idle, noc_error_t *error) {
  const char *unit = unit_of(network_shape(n));
  if (unit == NULL) {
    (void)noc_fail(error, NOC_BAD_INPUT, "%s: no module under rtl/top", network_topology(n)->name);
    return NULL;
  }
  return create(n, unit, idle, error);
}

network_top_t *network_top_create_from(network_t *n, const char *file, noc_error_t *error) {
  return plugin_replace(file, error) ? create(n, NETWORK_TOP_MODULE, 0, error) : NULL;
}

void network_top_free(network_top_t *m) {
  if (m == NULL) {
    return;
  }
  if (m->dut != NULL) {
    m->plugin->free(m->dut);
  }
  free(m->zero);
  free(m->in);
  free(m->state);
  free(m->expected);
  free(m->gather);
  free(m->guard);
  free(m->ready);
  free(m);
}

void network_top_reset(network_top_t *m) {
  m->plugin->reset(m->dut, m->zero, m->state);
  for (uint32_t node = 0; node < m->shape.nodes; node++) {
    host_guard_reset(&m->guard[node]);
  }
}

const char *network_top_failed(network_top_t *m) {
  return m->plugin->failed(m->dut);
}

uint32_t network_top_in_words(const network_top_t *m) {
  return m->plugin->in_words;
}

void network_top_step(network_top_t *m, const uint32_t *in) {
  const bundle_layout_t *l = &m->layout;
  for (uint32_t node = 0; node < m->shape.nodes; node++) {
    const host_guard_in_t pins = {.extent = m->extent,
                                  .valid = bad_hosts_get(l, "host_valid", in, node) != 0,
                                  .network = (unsigned)bad_hosts_get(l, "host_network", in, node),
                                  .flits = (unsigned)bad_hosts_get(l, "host_flits", in, node),
                                  .dst = (uint32_t)bad_hosts_get(l, "host_dst", in, node),
                                  .ni_ready = m->ready[node]};
    host_guard_step(&m->shape, &m->guard[node], &pins);
  }
  m->plugin->step(m->dut, in, m->state);
}

uint64_t network_top_load(network_top_t *m, network_t *n, uint64_t most) {
  uint32_t node = 0;
  memset(m->in, 0xff, m->plugin->in_words * sizeof *m->in);
  for (uint64_t cycle = 0; cycle <= most; cycle++) {
    if (network_top_difference(m, n, &node) == NULL) {
      return cycle;
    }
    m->plugin->step(m->dut, m->in, m->state);  // nothing reaches a guard
  }
  return UINT64_MAX;
}

// Now and then a host holds back for some cycles, all or one network, then takes again.
static void hold_back(sim_t *s, uint64_t cycle) {
  const uint32_t some = (uint32_t)(cycle * 2246822519u >> 9);
  network_host_takes(s->network,
                     (uint32_t)(cycle * 2654435761u >> 7) % network_topology(s->network)->nodes,
                     (cycle * 40503u >> 5 & 3) != 0 ? UINT32_MAX
                     : some & 1                     ? 0
                                                    : some);
}

network_top_found_t network_top_run(network_top_t *m, sim_t *s, uint64_t cycles) {
  network_top_found_t found = {.cycle = 0};
  const char *what = NULL;
  for (uint64_t cycle = 0; cycle < cycles && what == NULL; cycle++) {
    hold_back(s, cycle);
    if (!workload_cycle(s->workload, &s->error)) {
      fail_msg("%s", s->error.text);
    }
    network_top_pins(m, s->network, m->in);
    assert_true(network_step(s->network));
    network_top_step(m, m->in);
    found.cycle = cycle;
    what = network_top_failed(m);
    if (what == NULL) {
      what = network_top_difference(m, s->network, &found.node);
    }
  }
  (void)snprintf(found.what, sizeof found.what, "%s", what != NULL ? what : "");
  return found;
}

network_top_found_t network_top_run_bad(network_top_t *m, sim_t *s, uint64_t cycles) {
  const uint32_t in_words = m->layout.in_words;
  const uint32_t state_words = m->plugin->state_words;
  const uint32_t nodes = m->shape.nodes;
  uint32_t *in = calloc((size_t)BAD_HOSTS_CYCLES * in_words, sizeof *in);
  uint32_t *out = calloc((size_t)BAD_HOSTS_CYCLES * state_words, sizeof *out);
  uint16_t *ready = calloc((size_t)BAD_HOSTS_CYCLES * nodes, sizeof *ready);
  const host_record_t record = {&m->shape, &m->layout, m->extent, BAD_HOSTS_CYCLES, in, ready};
  network_top_found_t found = {.cycle = 0};
  const char *what = NULL;
  for (uint64_t begin = 0; begin < cycles && what == NULL; begin += BAD_HOSTS_CYCLES) {
    for (uint32_t c = 0; c < BAD_HOSTS_CYCLES; c++) {
      hold_back(s, begin + c);
      if (!workload_cycle(s->workload, &s->error)) {
        fail_msg("%s", s->error.text);
      }
      pack_pins(m, s->network, in + (size_t)c * in_words, ready + (size_t)c * nodes);
      assert_true(network_step(s->network));
      pack_outputs(m, s->network, out + (size_t)c * state_words);
    }
    bad_hosts_strew(&record, begin, m->guard);
    for (uint32_t c = 0; c < BAD_HOSTS_CYCLES && what == NULL; c++) {
      memcpy(m->ready, ready + (size_t)c * nodes, nodes * sizeof *ready);
      network_top_step(m, in + (size_t)c * in_words);
      memcpy(m->expected, out + (size_t)c * state_words, state_words * sizeof *out);
      found.cycle = begin + c;
      what = network_top_failed(m);
      if (what == NULL) {
        what = compare(m, &found.node);
      }
      for (uint32_t node = 0; node < nodes; node++) {
        found.refused[m->guard[node].cause] += m->guard[node].error;
        found.swallowed += m->guard[node].drop != 0;
      }
    }
  }
  (void)snprintf(found.what, sizeof found.what, "%s", what != NULL ? what : "");
  free(in);
  free(out);
  free(ready);
  return found;
}
