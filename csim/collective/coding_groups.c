// coding_groups -- see coding_groups.h.

#include "collective/coding_groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/memory.h"
#include "base/memory_stream.h"
#include "base/node_set.h"

enum { QUOTED = 60 };  // characters of the user's text that an error shows

// A list as it is read.
typedef struct {
  coding_groups_t *groups;
  const char *text;
  uint32_t nodes;  // of the network
  bool *taken;     // [nodes]
  uint32_t count;  // nodes that are taken
  noc_error_t *error;
} reading_t;

static bool fail_syntax(const reading_t *r) {
  return noc_fail(
      r->error, NOC_BAD_INPUT,
      SAY_THERE_IS("'%.*s'", "sets of nodes from 0 to %u, one a group, such as 0-3,8;4-7,9"),
      QUOTED, r->text, r->nodes - 1);
}

static bool add_range(reading_t *r, uint64_t first, uint64_t last) {
  if (first > last || last >= r->nodes) {
    return fail_syntax(r);
  }
  for (uint32_t node = (uint32_t)first; node <= last; node++) {
    if (r->taken[node]) {
      return noc_fail(
          r->error, NOC_BAD_INPUT,
          SAY_THERE_IS("'%.*s', where node %u comes twice", "groups with each node in one of them"),
          QUOTED, r->text, node);
    }
    r->taken[node] = true;
    r->groups->node[r->count++] = node;
  }
  return true;
}

// One "7" or "0-7" at *at, which moves behind it.
static bool read_range(reading_t *r, const char **at) {
  uint64_t first = 0;
  size_t length = decimal_scan(*at, &first);
  *at += length;
  uint64_t last = first;
  if (length > 0 && **at == '-') {
    length = decimal_scan(++*at, &last);
    *at += length;
  }
  return length > 0 ? add_range(r, first, last) : fail_syntax(r);
}

static bool end_group(reading_t *r, uint32_t size) {
  coding_groups_t *groups = r->groups;
  if (groups->count > 0 && size != groups->size) {
    return noc_fail(r->error, NOC_BAD_INPUT,
                    SAY_THERE_IS("'%.*s', where group %u has %u nodes and group 0 has %u",
                                 "groups of the same size"),
                    QUOTED, r->text, groups->count, size, groups->size);
  }
  if (size < 2) {
    return noc_fail(r->error, NOC_BAD_INPUT,
                    SAY_THERE_IS("'%.*s', a group of one node", "groups of 2 nodes or more"),
                    QUOTED, r->text);
  }
  groups->size = size;
  groups->count++;
  return true;
}

static bool read_groups(reading_t *r) {
  const char *at = r->text;
  do {
    const uint32_t first = r->count;
    at += at > r->text;       // the semicolon
    at += strspn(at, " \n");  // lists of files have lines
    if (!read_range(r, &at)) {
      return false;
    }
    while (*at == ',') {
      at++;
      if (!read_range(r, &at)) {
        return false;
      }
    }
    if (*at != ';' && *at != '\0') {
      return fail_syntax(r);
    }
    if (!end_group(r, r->count - first)) {
      return false;
    }
  } while (*at == ';');
  for (uint32_t node = 0; node < r->nodes; node++) {
    if (!r->taken[node]) {
      return noc_fail(r->error, NOC_BAD_INPUT,
                      SAY_THERE_IS("'%.*s', without node %u", "groups of all nodes, 0 to %u"),
                      QUOTED, r->text, node, r->nodes - 1);
    }
  }
  return true;
}

bool coding_groups_read(coding_groups_t *groups, const char *text, uint32_t nodes,
                        noc_error_t *error) {
  *groups = (coding_groups_t){.node = malloc(nodes * sizeof *groups->node)};
  reading_t r = {.groups = groups,
                 .text = text,
                 .nodes = nodes,
                 .taken = calloc(nodes, sizeof *r.taken),
                 .error = error};
  const bool ok =
      groups->node != NULL && r.taken != NULL ? read_groups(&r) : memory_fail(error, "the groups");
  free(r.taken);
  if (!ok) {
    coding_groups_free(groups);
  }
  return ok;
}

bool coding_groups_runs(coding_groups_t *groups, uint32_t size, uint32_t nodes,
                        noc_error_t *error) {
  *groups = (coding_groups_t){.node = malloc(nodes * sizeof *groups->node)};
  if (groups->node == NULL) {
    return memory_fail(error, "the groups");
  }
  groups->size = size;
  groups->count = nodes / size;
  for (uint32_t node = 0; node < nodes; node++) {
    groups->node[node] = node;
  }
  return true;
}

bool coding_groups_nest(coding_groups_t *inner, const coding_groups_t *outer, uint32_t *group,
                        noc_error_t *error) {
  const size_t nodes = (size_t)outer->size * outer->count;
  uint32_t *of = malloc(nodes * sizeof *of);  // the outer group of a node
  uint32_t *sorted = malloc(nodes * sizeof *sorted);
  uint32_t *used = calloc(outer->count, sizeof *used);  // nodes of an outer group that are sorted
  bool ok = of != NULL && sorted != NULL && used != NULL;
  if (!ok) {
    (void)memory_fail(error, "the groups");
  }
  for (size_t i = 0; ok && i < nodes; i++) {
    of[outer->node[i]] = (uint32_t)(i / outer->size);
  }
  for (uint32_t g = 0; ok && g < inner->count; g++) {
    const uint32_t *node = &inner->node[(size_t)g * inner->size];
    const uint32_t home = of[node[0]];
    for (uint32_t i = 0; ok && i < inner->size; i++) {
      ok = of[node[i]] == home;
      *group = g;
      if (ok) {
        sorted[(size_t)home * outer->size + used[home]++] = node[i];
      }
    }
  }
  if (ok) {
    memcpy(inner->node, sorted, nodes * sizeof *sorted);
  }
  free(of);
  free(sorted);
  free(used);
  return ok;
}

void coding_groups_free(coding_groups_t *groups) {
  free(groups->node);
  *groups = (coding_groups_t){0};
}

char *coding_groups_text(const coding_groups_t *groups) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = memory_stream(&text, &length);
  if (out == NULL) {
    return NULL;
  }
  for (uint32_t g = 0; g < groups->count; g++) {
    const node_set_t set = {.node = &groups->node[(size_t)g * groups->size], .count = groups->size};
    (void)fputs(g > 0 ? ";" : "", out);
    node_set_write(&set, out);
  }
  if (fclose(out) != 0) {
    free(text);
    return NULL;
  }
  return text;
}
