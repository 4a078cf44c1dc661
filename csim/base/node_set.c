// node_set -- see node_set.h.

#include "base/node_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/memory.h"

enum { QUOTED = 60 };  // characters of the user's text that an error shows

// One "7" or "0-7" at *at, which moves behind it. False: neither, or out of range.
static bool scan_range(const char **at, uint32_t nodes, uint32_t *from, uint32_t *to) {
  uint64_t first = 0;
  size_t length = decimal_scan(*at, &first);
  *at += length;
  uint64_t last = first;
  bool ok = length > 0;
  if (ok && **at == '-') {
    length = decimal_scan(++*at, &last);
    *at += length;
    ok = length > 0;
  }
  if (!ok || first > last || last >= nodes) {
    return false;
  }
  *from = (uint32_t)first;
  *to = (uint32_t)last;
  return true;
}

static bool fail(const char *text, uint32_t nodes, noc_error_t *error) {
  return noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("'%.*s'", "nodes from 0 to %u, each once, such as 0-7,9"), QUOTED,
                  text, nodes - 1);
}

// Marks the nodes of the text; false when it is none or a node comes twice.
static bool mark(const char *text, uint32_t nodes, uint8_t *member, uint32_t *count) {
  const char *at = text;
  do {
    uint32_t from = 0;
    uint32_t to = 0;
    at += at > text;  // the comma
    if (!scan_range(&at, nodes, &from, &to)) {
      return false;
    }
    for (uint32_t node = from; node <= to; node++) {
      if (member[node] != 0) {
        return false;
      }
      member[node] = 1;
      ++*count;
    }
  } while (*at == ',');
  return *at == '\0';
}

bool node_set_parse(const char *text, uint32_t nodes, node_set_t *set, noc_error_t *error) {
  *set = (node_set_t){0};
  uint8_t *member = calloc(nodes, sizeof *member);
  if (member == NULL) {
    return memory_fail(error, "a set of nodes");
  }
  uint32_t count = 0;
  bool ok = mark(text, nodes, member, &count) || fail(text, nodes, error);
  if (ok) {
    set->node = malloc(((size_t)count + 1) * sizeof *set->node);
    if (set->node == NULL) {
      free(member);
      return memory_fail(error, "a set of nodes");
    }
    for (uint32_t node = 0; node < nodes; node++) {
      if (member[node] != 0) {
        set->node[set->count++] = node;
      }
    }
  }
  free(member);
  return ok;
}

bool node_set_all(uint32_t nodes, node_set_t *set, noc_error_t *error) {
  *set = (node_set_t){.node = malloc(nodes * sizeof *set->node), .count = nodes};
  if (set->node == NULL) {
    set->count = 0;
    return memory_fail(error, "a set of nodes");
  }
  for (uint32_t node = 0; node < nodes; node++) {
    set->node[node] = node;
  }
  return true;
}

uint32_t node_set_place(const node_set_t *set, uint32_t node) {
  uint32_t low = 0;
  uint32_t high = set->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (set->node[middle] < node) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

bool node_set_contains(const node_set_t *set, uint32_t node) {
  const uint32_t place = node_set_place(set, node);
  return place < set->count && set->node[place] == node;
}

bool node_set_equal(const node_set_t *a, const node_set_t *b) {
  return a->count == b->count && memcmp(a->node, b->node, a->count * sizeof *a->node) == 0;
}

void node_set_free(node_set_t *set) {
  free(set->node);
  *set = (node_set_t){0};
}

void node_set_write(const node_set_t *set, FILE *out) {
  for (uint32_t i = 0; i < set->count;) {
    uint32_t last = i;
    while (last + 1 < set->count && set->node[last + 1] == set->node[last] + 1) {
      last++;
    }
    (void)fprintf(out, "%s%u", i > 0 ? "," : "", set->node[i]);
    if (last > i) {
      (void)fprintf(out, "-%u", set->node[last]);
    }
    i = last + 1;
  }
}
