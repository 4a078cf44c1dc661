// topology -- the table of families and what all of them share; see topology.h.

#include "topology/topology.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/decimal.h"
#include "network/nearest.h"
#include "topology/family.h"

// One line a family: name, example, meaning, code.
#define FAMILIES(FAMILY)                                                 \
  FAMILY("mesh", "mesh:8x8",                                             \
         "k-ary n-mesh, 1 to 6 dimensions, any radix in each; @N nodes " \
         "per router",                                                   \
         kMeshCode)

static const topology_family_t kFamilies[] = {
#define FAMILY(name, example, meaning, code) {name, example, meaning},
    FAMILIES(FAMILY)
#undef FAMILY
};

static const family_code_t *const kCode[] = {
#define FAMILY(name, example, meaning, code) &code,
    FAMILIES(FAMILY)
#undef FAMILY
};

enum { N_FAMILIES = sizeof kFamilies / sizeof kFamilies[0] };

// How much of the user's text an error quotes.
enum { QUOTED = 60 };

const topology_family_t *topology_families(size_t *count) {
  *count = N_FAMILIES;
  return kFamilies;
}

bool reader_fail(const topology_reader_t *r, const char *found, const char *accepted) {
  char quoted[QUOTED + 3];
  if (found == NULL) {
    found = quoted;
    const char *rest = r->text + r->at;
    (void)snprintf(quoted, sizeof quoted, *rest ? "'%.*s'" : "the end", QUOTED, rest);
  }
  return noc_fail(r->error, NOC_BAD_INPUT, "column %zu of '%.*s': found %s; accepted %s", r->at + 1,
                  QUOTED, r->text, found, accepted);
}

bool reader_number(topology_reader_t *r, const char *what, uint32_t max, unsigned *value) {
  uint64_t number = 0;
  size_t length = decimal_scan(r->text + r->at, &number);
  if (length == 0 || number < 1 || number > max) {
    char accepted[80];
    (void)snprintf(accepted, sizeof accepted, "%s from 1 to %u", what, max);
    return reader_fail(r, NULL, accepted);
  }
  r->at += length;
  *value = (unsigned)number;
  return true;
}

bool reader_skip(topology_reader_t *r, char c) {
  if (r->text[r->at] != c) {
    return false;
  }
  r->at++;
  return true;
}

// The index of the family that the string names; N_FAMILIES after an error.
static size_t read_family(topology_reader_t *r) {
  size_t length = strcspn(r->text, ":");
  char name[QUOTED + 1];
  (void)snprintf(name, sizeof name, "%.*s", (int)(length < QUOTED ? length : QUOTED), r->text);
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
  char found[QUOTED + NEAREST_HINT + 32];
  char accepted[NEAREST_NAMES + 32];
  (void)snprintf(found, sizeof found, "family '%s'%s", name, nearest_hint(&nearest));
  (void)snprintf(accepted, sizeof accepted, "%s (as in %s)", nearest.names, kFamilies[0].example);
  reader_fail(r, found, accepted);
  return N_FAMILIES;
}

// The string again, from what was understood: "mesh:8x8@2".
static char *normal_name(const topology_t *t) {
  char name[128];
  int used = snprintf(name, sizeof name, "%s:", t->family);
  for (unsigned d = 0; d < t->dims; d++) {
    used += snprintf(name + used, sizeof name - (size_t)used, d > 0 ? "x%u" : "%u", t->radix[d]);
  }
  if (t->nodes_per_router > 1) {
    (void)snprintf(name + used, sizeof name - (size_t)used, "@%u", t->nodes_per_router);
  }
  return strdup(name);
}

static bool allocate(topology_t *t, noc_error_t *error) {
  size_t bytes = (size_t)t->routers * t->ports * sizeof(int32_t);
  t->name = normal_name(t);
  t->peer_router = malloc(bytes);
  t->peer_port = malloc(bytes);
  if (t->name == NULL || t->peer_router == NULL || t->peer_port == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for a topology of %u routers",
                    t->routers);
  }
  memset(t->peer_router, 0xff, bytes);  // -1: no link
  memset(t->peer_port, 0xff, bytes);
  return true;
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
  if (!kCode[f]->parse(t, &reader) || !allocate(t, error)) {
    topology_free(t);
    return NULL;
  }
  kCode[f]->link(t);
  return t;
}

void topology_free(topology_t *t) {
  if (t != NULL) {
    free(t->name);
    free(t->peer_router);
    free(t->peer_port);
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
    coord[d] = router % t->radix[d];
    router /= t->radix[d];
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

unsigned topology_hops(const topology_t *t, uint32_t from_node, uint32_t to_node) {
  assert(from_node < t->nodes && to_node < t->nodes);
  return code_of(t)->hops(t, from_node / t->nodes_per_router, to_node / t->nodes_per_router);
}

char *topology_router_name(const topology_t *t, uint32_t router, char *out, size_t size) {
  assert(size > 0);
  unsigned coord[NOC_MAX_DIMS];
  topology_coordinates(t, router, coord);
  size_t used = 0;
  out[0] = '\0';
  for (unsigned d = 0; d < t->dims && used < size; d++) {
    used += (size_t)snprintf(out + used, size - used, d > 0 ? ",%u" : "%u", coord[d]);
  }
  return out;
}
