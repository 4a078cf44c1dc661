// coding_hierarchy -- the groups, sources and destinations of a hierarchy; see coding_hierarchy.h.
// Their messages are in coding_walk.c.

#include <stdlib.h>

#include "base/memory.h"
#include "collective/coding_hierarchy_state.h"

static void mark(bool *marks, uint32_t nodes, const node_set_t *set) {
  for (uint32_t i = 0; i < nodes; i++) {
    marks[i] = set == NULL;
  }
  for (uint32_t i = 0; set != NULL && i < set->count; i++) {
    marks[set->node[i]] = true;
  }
}

// Nodes by place, and which of them are destinations.
static bool read_nodes(coding_hierarchy_t *h) {
  const coding_config_t *config = h->config;
  bool *destination = malloc(h->nodes * sizeof *destination);
  if (destination == NULL) {
    return false;
  }
  mark(h->source, h->nodes, config->sources);
  mark(destination, h->nodes, config->destinations);
  for (uint32_t i = 0; i < h->nodes; i++) {
    h->node[i] = config->list.count > 0 ? config->list.node[i] : i;
    h->wanted[i] = destination[h->node[i]];
  }
  free(destination);
  return true;
}

// Finds where the nodes of the second level are in the first.
static bool find_nested(coding_hierarchy_t *h) {
  uint32_t *position = malloc(h->nodes * sizeof *position);
  h->nested = malloc(h->nodes * sizeof *h->nested);
  const bool ok = position != NULL && h->nested != NULL;
  for (uint32_t i = 0; ok && i < h->nodes; i++) {
    position[h->node[i]] = i;
  }
  for (uint32_t i = 0; ok && i < h->nodes; i++) {
    h->nested[i] = position[h->config->inner.node[i]];
  }
  free(position);
  return ok;
}

static bool create_lists(coding_hierarchy_t *h, const hops_between_t *between, noc_error_t *error) {
  const bool two = h->config->levels > 1;
  return coding_level_create_list(&h->level[0], h->config, 0, between, error) &&
         (!two || (coding_level_create_list(&h->level[1], h->config, 1, between, error) &&
                   (find_nested(h) || memory_fail(error, "the hierarchy"))));
}

// The best intermediate nodes of a list need hops between nodes.
static bool create_list(coding_hierarchy_t *h, const topology_t *t, noc_error_t *error) {
  const coding_config_t *config = h->config;
  if (config->placement != CODING_BEST || config->between != NULL) {
    return create_lists(h, config->between, error);
  }
  routing_t *routing = routing_create(t, NULL, NULL, false, error);
  hops_between_t *between = routing != NULL ? hops_between_create(routing, error) : NULL;
  const bool ok = between != NULL && create_lists(h, between, error);
  hops_between_free(between);
  routing_free(routing);
  return ok;
}

static bool create_levels(coding_hierarchy_t *h, const topology_t *t, noc_error_t *error) {
  if (h->config->list.count > 0) {
    return create_list(h, t, error);
  }
  hops_space_t space;
  if (!hops_space_of(t, &space)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("groups with sides on %.40s", "lists of nodes, such as 0-3;4-7"),
                    t->family);
  }
  bool ok = true;
  for (unsigned i = 0; ok && i < h->config->levels; i++) {
    ok = coding_level_create(&h->level[i], &space, h->config, i, error);
    space = coding_level_group(&h->level[i]);
  }
  return ok;
}

coding_hierarchy_t *coding_hierarchy_create(const topology_t *t, const coding_config_t *config,
                                            noc_error_t *error) {
  coding_hierarchy_t *h = calloc(1, sizeof *h);
  bool ok = h != NULL;
  if (ok) {
    h->config = config;
    h->nodes = t->nodes;
    h->source = malloc(t->nodes * sizeof *h->source);
    h->wanted = malloc(t->nodes * sizeof *h->wanted);
    h->node = malloc(t->nodes * sizeof *h->node);
    ok = h->source != NULL && h->wanted != NULL && h->node != NULL && read_nodes(h);
  }
  ok = ok ? create_levels(h, t, error) : memory_fail(error, "the hierarchy");
  for (unsigned i = 0; ok && i < config->levels; i++) {
    ok = coding_level_count_places(&h->level[i]) || memory_fail(error, "the hierarchy");
  }
  if (!ok) {
    coding_hierarchy_free(h);
    return NULL;
  }
  return h;
}

void coding_hierarchy_free(coding_hierarchy_t *h) {
  for (unsigned i = 0; h != NULL && i < CODING_LEVELS; i++) {
    coding_level_free(&h->level[i]);
  }
  if (h != NULL) {
    free(h->source);
    free(h->wanted);
    free(h->node);
    free(h->nested);
  }
  free(h);
}

uint32_t coding_hierarchy_groups(const coding_hierarchy_t *h) {
  return h->level[0].groups;
}

uint32_t coding_hierarchy_group_size(const coding_hierarchy_t *h) {
  return h->level[0].size;
}

uint32_t coding_hierarchy_node(const coding_hierarchy_t *h, uint32_t group, uint32_t place) {
  return h->node[coding_level_member(&h->level[0], group, place)];
}

uint32_t coding_hierarchy_intermediate(const coding_hierarchy_t *h, uint32_t group) {
  return coding_hierarchy_node(h, group, coding_level_intermediate(&h->level[0], group));
}
