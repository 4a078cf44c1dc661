// cube -- see cube.h.

#include "topology/cube.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool parse_radices(topology_t *t, topology_reader_t *r, unsigned most) {
  uint64_t routers = 1;
  do {
    if (t->dims == most) {
      return reader_fail(r, "a seventh dimension", "1 to 6 dimensions");
    }
    topology_reader_t start = *r;
    if (!reader_number(r, "a radix", NOC_MAX_NODES, &t->radix[t->dims])) {
      return false;
    }
    routers *= t->radix[t->dims++];
    if (routers > NOC_MAX_NODES) {
      return reader_fail_number(&start, "routers", routers, "up to 4194304 routers");
    }
  } while (most > 1 && reader_skip(r, 'x'));
  t->routers = (uint32_t)routers;
  return true;
}

bool cube_nodes(topology_t *t, const topology_reader_t *r) {
  uint64_t nodes = (uint64_t)t->routers * t->nodes_per_router;
  if (nodes > NOC_MAX_NODES) {
    return reader_fail_number(r, "nodes", nodes, "up to 4194304 nodes");
  }
  t->nodes = (uint32_t)nodes;
  return true;
}

bool cube_parse(topology_t *t, topology_reader_t *r, unsigned most) {
  if (!parse_radices(t, r, most)) {
    return false;
  }
  const topology_reader_t start = {r->text, r->at + (r->text[r->at] == '@'), r->error};
  if (!reader_nodes(r, &t->nodes_per_router) || !cube_nodes(t, &start)) {
    return false;
  }
  const char *accepted = "'x' and another radix, '@' and the nodes per router, or the end";
  if (!reader_end(r, most > 1 ? accepted : "'@' and the nodes per router, or the end")) {
    return false;
  }
  char radices[128];
  int used = 0;
  for (unsigned d = 0; d < t->dims; d++) {
    used +=
        snprintf(radices + used, sizeof radices - (size_t)used, d > 0 ? "x%u" : "%u", t->radix[d]);
  }
  return topology_name(t, r, "%s", radices);
}

void cube_join(topology_t *t, unsigned dims, bool wrap) {
  uint32_t stride = 1;  // between neighbours in dimension d
  for (unsigned d = 0; d < dims; d++) {
    const unsigned radix = t->radix[d];
    const unsigned up = t->nodes_per_router + 2 * d;
    for (uint32_t low = 0; low < t->routers; low++) {
      uint32_t high = low + stride;
      if (low / stride % radix + 1 == radix) {  // the far edge
        if (!wrap || radix < 3) {
          continue;
        }
        high = low - (radix - 1) * stride;
      }
      topology_join(t, (topology_place_t){low, up}, (topology_place_t){high, up + 1});
    }
    stride *= radix;
  }
}

double cube_mean(const topology_t *t, double (*line)(double k)) {
  const double routers = t->routers;
  double sum = 0;  // over ordered pairs of routers
  for (unsigned d = 0; d < t->dims; d++) {
    const double k = t->radix[d];
    sum += line(k) * (routers / k) * (routers / k);
  }
  const double per_pair = (double)t->nodes_per_router * t->nodes_per_router;
  return t->nodes > 1 ? sum * per_pair / ((double)t->nodes * (t->nodes - 1.0)) : NAN;
}

void cube_place(const topology_t *t, uint32_t router, double at[2]) {
  unsigned c[NOC_MAX_DIMS] = {0};
  unsigned k[NOC_CUBE_DIMS] = {1, 1, 1, 1, 1, 1};
  topology_coordinates(t, router, c);
  for (unsigned d = 0; d < t->dims && d < NOC_CUBE_DIMS; d++) {
    k[d] = t->radix[d];
  }
  // The layers of dimension 2 stand inside the cells of the plane, on a slant.
  const double cell = k[2] > 1 ? 0.6 * k[2] + 0.5 : 1;
  const double block[2] = {k[0] * cell + 1, k[1] * cell + 1};
  at[0] = c[0] * cell + 0.6 * c[2] + block[0] * (c[3] + (double)(k[3] + 1) * c[5]);
  at[1] = c[1] * cell + 0.42 * c[2] + block[1] * c[4];
}

static int larger_first(const void *a, const void *b) {
  const unsigned x = *(const unsigned *)a;
  const unsigned y = *(const unsigned *)b;
  return (x < y) - (x > y);
}

double cube_cut(const topology_t *t) {
  unsigned radix[NOC_MAX_DIMS] = {0};
  for (unsigned d = 0; d < t->dims; d++) {
    radix[d] = t->radix[d];
  }
  qsort(radix, t->dims, sizeof *radix, larger_first);
  double routers = t->routers;
  double cut = 0;
  for (unsigned d = 0; d < t->dims && radix[d] > 1; d++) {
    routers /= radix[d];
    cut += routers;
    if (radix[d] % 2 == 0) {
      break;
    }
  }
  return cut;
}

unsigned cube_smallest(const topology_t *t) {
  unsigned smallest = 1;
  for (unsigned d = 0; d < t->dims; d++) {
    const unsigned k = t->radix[d];
    smallest = k > 1 && (smallest == 1 || k < smallest) ? k : smallest;
  }
  return smallest;
}

unsigned cube_largest(const topology_t *t) {
  unsigned largest = 1;
  for (unsigned d = 0; d < t->dims; d++) {
    largest = t->radix[d] > largest ? t->radix[d] : largest;
  }
  return largest;
}
