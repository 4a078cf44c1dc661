// network_top -- see network_top.h.

#include "network/network_top.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"

struct network_top {
  noc_shape_t shape;
  const dut_plugin_t *plugin;
  void *dut;
  uint32_t *zero, *in, *state, *expected;
  void *gather;  // one field of all nodes, in node order
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

void network_top_pins(network_top_t *m, network_t *n, uint32_t *words) {
  const noc_shape_t *s = &m->shape;
#define IN  PACK
#define OUT SKIP
#include "shape/top_state.def"
#undef IN
#undef OUT
}

const char *network_top_difference(network_top_t *m, network_t *n, uint32_t *node) {
  const noc_shape_t *s = &m->shape;
  uint32_t *words = m->expected;
#define IN  SKIP
#define OUT PACK
#include "shape/top_state.def"
#undef IN
#undef OUT
  if (memcmp(m->expected, m->state, m->plugin->state_words * sizeof *m->state) == 0) {
    return NULL;
  }
  uint32_t word = 0;
  while (m->expected[word] == m->state[word]) {
    word++;
  }
  uint32_t bit = word * 32 + (uint32_t)__builtin_ctz(m->expected[word] ^ m->state[word]);
  uint32_t start = 0;
#define IN SKIP
#define OUT(name, type, bits, by, radix, meaning)                              \
  if (word < start + FIELD_WORDS(bits, DIMENSIONS_COUNT(by))) {                \
    *node = (bit - start * 32) / ((bits) * (DIMENSIONS_COUNT(by) / s->nodes)); \
    return #name;                                                              \
  }                                                                            \
  start += FIELD_WORDS(bits, DIMENSIONS_COUNT(by));
#include "shape/top_state.def"
#undef IN
#undef OUT
  return "?";
}

#define IN(...)  BUNDLE_ADD(FIELD_IN, __VA_ARGS__)
#define OUT(...) BUNDLE_ADD(FIELD_OUT, __VA_ARGS__)
static bool has_list(const dut_plugin_t *plugin, const noc_shape_t *s, noc_error_t *error) {
  bundle_layout_t top;
  bundle_layout_t *layout = &top;
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

static network_top_t *create(network_t *n, const char *unit, noc_error_t *error) {
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
  m->plugin = plugin_load(unit, &m->shape, error);
  if (m->plugin == NULL || !has_list(m->plugin, &m->shape, error)) {
    free(m);
    return NULL;
  }
  m->zero = calloc(m->plugin->in_words, sizeof *m->zero);
  m->state = calloc(m->plugin->state_words, sizeof *m->state);
  m->expected = calloc(m->plugin->state_words, sizeof *m->expected);
  m->gather = calloc((size_t)t->nodes * m->shape.networks, sizeof(uint64_t) * m->shape.words);
  m->in = calloc(m->plugin->in_words, sizeof *m->in);
  m->dut = m->plugin->create(unit, 1);
  if (m->zero == NULL || m->in == NULL || m->state == NULL || m->expected == NULL ||
      m->gather == NULL || m->dut == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "out of memory");
    network_top_free(m);
    return NULL;
  }
  network_top_reset(m);
  return m;
}

network_top_t *network_top_create(network_t *n, noc_error_t *error) {
  const char *unit = unit_of(network_shape(n));
  if (unit == NULL) {
    (void)noc_fail(error, NOC_BAD_INPUT, "%s: no module under rtl/top", network_topology(n)->name);
    return NULL;
  }
  return create(n, unit, error);
}

network_top_t *network_top_create_from(network_t *n, const char *file, noc_error_t *error) {
  return plugin_replace(file, error) ? create(n, NETWORK_TOP_MODULE, error) : NULL;
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
  free(m);
}

void network_top_reset(network_top_t *m) {
  m->plugin->reset(m->dut, m->zero, m->state);
}

const char *network_top_failed(network_top_t *m) {
  return m->plugin->failed(m->dut);
}

uint32_t network_top_in_words(const network_top_t *m) {
  return m->plugin->in_words;
}

void network_top_step(network_top_t *m, const uint32_t *in) {
  m->plugin->step(m->dut, in, m->state);
}

uint64_t network_top_load(network_top_t *m, network_t *n, uint64_t most) {
  uint32_t node = 0;
  memset(m->in, 0xff, m->plugin->in_words * sizeof *m->in);
  for (uint64_t cycle = 0; cycle <= most; cycle++) {
    if (network_top_difference(m, n, &node) == NULL) {
      return cycle;
    }
    network_top_step(m, m->in);
  }
  return UINT64_MAX;
}

network_top_found_t network_top_run(network_top_t *m, sim_t *s, uint64_t cycles) {
  network_top_found_t found = {"", 0, 0};
  const char *what = NULL;
  for (uint64_t cycle = 0; cycle < cycles && what == NULL; cycle++) {
    // Now and then a host holds back for some cycles, all or one network, then takes again.
    const uint32_t some = (uint32_t)(cycle * 2246822519u >> 9);
    network_host_takes(s->network,
                       (uint32_t)(cycle * 2654435761u >> 7) % network_topology(s->network)->nodes,
                       (cycle * 40503u >> 5 & 3) != 0 ? UINT32_MAX
                       : some & 1                     ? 0
                                                      : some);
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
