// topology -- the table of families and what all of them share; see topology.h.

#include "topology/topology.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/nearest.h"
#include "topology/family.h"

static const topology_family_t kFamilies[] = {
#define FAMILY(name, example, meaning, code) {name, example, meaning},
#include "topology/family_list.def"
#undef FAMILY
};

static const family_code_t *const kCode[] = {
#define FAMILY(name, example, meaning, code) &code,
#include "topology/family_list.def"
#undef FAMILY
};

enum { N_FAMILIES = sizeof kFamilies / sizeof kFamilies[0] };

const topology_family_t *topology_families(size_t *count) {
  *count = N_FAMILIES;
  return kFamilies;
}

// The index of the family that the string names; N_FAMILIES after an error.
static size_t read_family(topology_reader_t *r) {
  size_t length = strcspn(r->text, ":");
  char name[READER_QUOTED + 1];
  (void)snprintf(name, sizeof name, "%.*s", (int)(length < READER_QUOTED ? length : READER_QUOTED),
                 r->text);
  nearest_t nearest = nearest_start(name);
  for (size_t f = 0; f < N_FAMILIES; f++) {
    if (strlen(kFamilies[f].name) == length && strcmp(kFamilies[f].name, name) == 0) {
      r->at = length;
      if (!reader_skip(r, ':')) {
        char accepted[80];
        (void)snprintf(accepted, sizeof accepted, "':', as in %s", kFamilies[f].example);
        reader_fail(r, NULL, accepted);
        return N_FAMILIES;
      }
      return f;
    }
    nearest_offer(&nearest, kFamilies[f].name);
  }
  char found[READER_QUOTED + NEAREST_HINT + 32];
  char accepted[NEAREST_NAMES + 32];
  (void)snprintf(found, sizeof found, "family '%s'%s", name, nearest_hint(&nearest));
  (void)snprintf(accepted, sizeof accepted, "%s (as in %s)", nearest.names, kFamilies[0].example);
  reader_fail(r, found, accepted);
  return N_FAMILIES;
}

bool topology_name(topology_t *t, const topology_reader_t *r, const char *format, ...) {
  char nodes[16] = "";
  if (t->nodes_per_router > 1) {
    (void)snprintf(nodes, sizeof nodes, "@%u", t->nodes_per_router);
  }
  char *arguments = NULL;
  va_list list;
  va_start(list, format);
  const bool ok = vasprintf(&arguments, format, list) >= 0;
  va_end(list);
  if (!ok || asprintf(&t->name, "%s:%s%s", t->family, arguments, nodes) < 0) {
    t->name = NULL;
  }
  free(ok ? arguments : NULL);
  return t->name != NULL ||
         noc_fail(r->error, NOC_ENVIRONMENT, "out of memory for the name of a topology");
}

bool topology_allocate(topology_t *t, const topology_reader_t *r) {
  if (t->routers > NOC_MAX_NODES) {
    return reader_fail_number(r, "routers", t->routers, "up to 4194304 routers");
  }
  const uint64_t ports = (uint64_t)t->routers * t->ports;
  if (ports > NOC_ALL_PORTS) {
    return reader_fail_number(r, "ports of all routers together", ports, "up to 134217728 ports");
  }
  const size_t bytes = ports * sizeof(int32_t);
  const bool places = t->nodes_per_router == 0;
  t->peer_router = malloc(bytes);
  t->peer_port = malloc(bytes);
  if (places) {
    t->inject = calloc(t->nodes, sizeof *t->inject);
    t->eject = calloc(t->nodes, sizeof *t->eject);
  }
  if (t->peer_router == NULL || t->peer_port == NULL ||
      (places && (t->inject == NULL || t->eject == NULL))) {
    return noc_fail(r->error, NOC_ENVIRONMENT, "out of memory for a topology of %u routers",
                    t->routers);
  }
  memset(t->peer_router, 0xff, bytes);  // -1: no link
  memset(t->peer_port, 0xff, bytes);
  return true;
}

void topology_join(topology_t *t, topology_place_t a, topology_place_t b) {
  assert(a.router < t->routers && b.router < t->routers && a.port < t->ports && b.port < t->ports);
  const size_t from = (size_t)a.router * t->ports + a.port;
  const size_t to = (size_t)b.router * t->ports + b.port;
  t->peer_router[from] = (int32_t)b.router;
  t->peer_port[from] = (int32_t)b.port;
  t->peer_router[to] = (int32_t)a.router;
  t->peer_port[to] = (int32_t)a.port;
}

topology_t *topology_create(const char *string, noc_error_t *error) {
  topology_reader_t reader = {string, 0, error};
  size_t f = read_family(&reader);
  if (f == N_FAMILIES) {
    return NULL;
  }
  topology_t *t = calloc(1, sizeof *t);
  if (t == NULL) {
    noc_fail(error, NOC_ENVIRONMENT, "out of memory for a topology");
    return NULL;
  }
  t->family = kFamilies[f].name;
  t->wiring = kCode[f]->wiring;
  if (!kCode[f]->build(t, &reader)) {
    topology_free(t);
    return NULL;
  }
  return t;
}

void topology_free(topology_t *t) {
  if (t != NULL) {
    free(t->name);
    free(t->peer_router);
    free(t->peer_port);
    free(t->inject);
    free(t->eject);
    free(t);
  }
}

static const family_code_t *code_of(const topology_t *t) {
  size_t f = 0;
  while (kFamilies[f].name != t->family) {
    f++;
    assert(f < N_FAMILIES);
  }
  return kCode[f];
}

void topology_coordinates(const topology_t *t, uint32_t router, unsigned coord[NOC_MAX_DIMS]) {
  assert(router < t->routers);
  for (unsigned d = 0; d < t->dims; d++) {
    const unsigned radix = t->radix[d];
    if ((radix & (radix - 1)) == 0) {  // most are: routes are walked by the million
      coord[d] = router & (radix - 1);
      router >>= __builtin_ctz(radix);
    } else {
      coord[d] = router % radix;
      router /= radix;
    }
  }
}

uint32_t topology_router_at(const topology_t *t, const unsigned coord[NOC_MAX_DIMS]) {
  uint32_t router = 0;
  for (unsigned d = t->dims; d-- > 0;) {
    assert(coord[d] < t->radix[d]);
    router = router * t->radix[d] + coord[d];
  }
  return router;
}

static size_t node_place(const topology_t *t, uint32_t node, const topology_place_t *table,
                         topology_place_t *places, size_t room) {
  assert(node < t->nodes);
  if (room > 0) {
    const unsigned n = t->nodes_per_router;
    places[0] = n > 0 ? (topology_place_t){node / n, node % n} : table[node];
  }
  return 1;
}

size_t topology_injection(const topology_t *t, uint32_t node, topology_place_t *places,
                          size_t room) {
  return node_place(t, node, t->inject, places, room);
}

size_t topology_ejection(const topology_t *t, uint32_t node, topology_place_t *places,
                         size_t room) {
  return node_place(t, node, t->eject, places, room);
}

bool topology_node_at(const topology_t *t, uint32_t router, unsigned port, uint32_t *node) {
  assert(router < t->routers && port < t->ports);
  if (t->nodes_per_router > 0) {
    *node = router * t->nodes_per_router + port;
    return port < t->nodes_per_router;
  }
  for (uint32_t n = 0; n < t->nodes; n++) {
    const topology_place_t in = t->inject[n];
    const topology_place_t out = t->eject[n];
    if ((in.router == router && in.port == port) || (out.router == router && out.port == port)) {
      *node = n;
      return true;
    }
  }
  return false;
}

bool topology_is_cube(const topology_t *t) {
  return t->wiring == WIRING_MESH || topology_is_torus(t);
}

bool topology_is_torus(const topology_t *t) {
  return t->wiring == WIRING_TORUS || t->wiring == WIRING_HYPERCUBE;
}

bool topology_check_runs(const topology_t *t, noc_error_t *error) {
  const bool one = t->ports < 2;
  return (!one && t->ports <= NOC_MAX_PORTS) ||
         noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("%.80s, with routers of %u port%s", "one with 2 to %d ports"),
                  t->name, t->ports, one ? "" : "s", (int)NOC_MAX_PORTS);
}

char *topology_plain_name(const topology_t *t, char *out, size_t size) {
  assert(size > 0);
  (void)snprintf(out, size, "%s", t->name);
  for (char *c = out; *c != '\0'; c++) {
    if (*c < ' ' || *c > '~' || *c == '"' || *c == '\\') {
      *c = '?';
    }
  }
  return out;
}

void topology_forms(const topology_t *t, topology_forms_t *forms) {
  *forms = (topology_forms_t){.diameter = NAN, .mean_distance = NAN, .bisection = NAN, .step = 1};
  if (code_of(t)->forms != NULL) {
    code_of(t)->forms(t, forms);
  }
}

bool topology_place(const topology_t *t, uint32_t router, double at[2]) {
  assert(router < t->routers);
  if (code_of(t)->place != NULL) {
    code_of(t)->place(t, router, at);
  }
  return code_of(t)->place != NULL;
}

unsigned topology_hops(const topology_t *t, uint32_t from_node, uint32_t to_node) {
  assert(from_node < t->nodes && to_node < t->nodes && code_of(t)->hops != NULL);
  return code_of(t)->hops(t, from_node / t->nodes_per_router, to_node / t->nodes_per_router);
}

char *topology_router_name(const topology_t *t, uint32_t router, char *out, size_t size) {
  assert(size > 0);
  unsigned coord[NOC_MAX_DIMS];
  topology_coordinates(t, router, coord);
  const bool reversed = code_of(t)->most_significant_first;
  size_t used = 0;
  out[0] = '\0';
  for (unsigned i = 0; i < t->dims && used < size; i++) {
    const unsigned digit = coord[reversed ? t->dims - 1 - i : i];
    used += (size_t)snprintf(out + used, size - used, i > 0 ? ",%u" : "%u", digit);
  }
  return out;
}

bool topology_find_router(const topology_t *t, const char *name, uint32_t *router) {
  const bool reversed = code_of(t)->most_significant_first;
  unsigned coord[NOC_MAX_DIMS] = {0};
  for (unsigned i = 0; i < t->dims; i++) {
    const unsigned d = reversed ? t->dims - 1 - i : i;
    uint64_t value = 0;
    const size_t length = decimal_scan(name, &value);
    name += length;
    if (length == 0 || value >= t->radix[d] || *name != (i + 1 < t->dims ? ',' : '\0')) {
      return false;
    }
    name += *name == ',';
    coord[d] = (unsigned)value;
  }
  *router = topology_router_at(t, coord);
  return true;
}
