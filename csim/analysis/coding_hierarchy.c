// coding_hierarchy -- see coding_hierarchy.h. The messages are walked, never stored.

#include "analysis/coding_hierarchy.h"

#include <assert.h>
#include <stdlib.h>

#include "network/memory.h"
#include "workload/tree.h"

const char *const kCodingSteps[CODING_STEPS] = {"intra", "encode", "inter", "distribute",
                                                "unicast"};

struct coding_hierarchy {
  const coding_config_t *config;
  coding_level_t level[CODING_LEVELS];
  bool *source;  // [nodes]
};

// A level in a place of the network, as it is walked.
typedef struct {
  const coding_hierarchy_t *h;
  bool (*take)(void *context, const coding_message_t *message);
  void *context;
  noc_error_t *error;
  unsigned index;
  const coding_level_t *level;
  uint32_t *member;  // [groups * size] nodes
  uint32_t
      *block;  // [groups * size] nodes that are sources: of each group from its entry `first` on
  uint32_t *first;  // [groups + 1]
  tree_t tree;
} walk_t;

static bool read_sources(coding_hierarchy_t *h, uint32_t nodes) {
  const node_set_t *sources = h->config->sources;
  for (uint32_t i = 0; i < nodes; i++) {
    h->source[i] = sources == NULL;
  }
  for (uint32_t i = 0; sources != NULL && i < sources->count; i++) {
    h->source[sources->node[i]] = true;
  }
  return true;
}

coding_hierarchy_t *coding_hierarchy_create(const topology_t *t, const coding_config_t *config,
                                            noc_error_t *error) {
  coding_hierarchy_t *h = calloc(1, sizeof *h);
  hops_space_t space;
  bool ok = h != NULL && (h->source = malloc(t->nodes * sizeof *h->source)) != NULL;
  if (!ok) {
    (void)memory_fail(error, "the hierarchy");
  } else if (!hops_space_of(t, &space)) {
    ok = noc_fail(error, NOC_BAD_INPUT,
                  "found %.40s; accepted mesh, torus, ring or hypercube for groups", t->family);
  } else {
    h->config = config;
    ok = read_sources(h, t->nodes);
  }
  for (unsigned i = 0; ok && i < config->levels; i++) {
    ok = coding_level_create(&h->level[i], &space, config, i, error);
    space = coding_level_group(&h->level[i]);
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
  }
  free(h);
}

static void walk_end(walk_t *w) {
  free(w->member);
  free(w->block);
  free(w->first);
  tree_free(&w->tree);
}

// `nodes` are those of the level's places.
static bool walk_begin(walk_t *w, const uint32_t *nodes) {
  const coding_level_t *level = w->level;
  const size_t places = (size_t)level->groups * level->size;
  assert(places > 0);
  const node_set_t most = {.count = level->groups > level->size ? level->groups : level->size};
  const hops_space_t box = coding_level_group(level);
  w->member = calloc(places, sizeof *w->member);
  w->block = malloc(places * sizeof *w->block);
  w->first = malloc(((size_t)level->groups + 1) * sizeof *w->first);
  if (w->member == NULL || w->block == NULL || w->first == NULL || !tree_create(&w->tree, &most)) {
    return memory_fail(w->error, "the hierarchy");
  }
  uint32_t blocks = 0;
  for (uint32_t g = 0; g < level->groups; g++) {
    uint32_t corner[HOPS_DIMS];
    coding_level_coordinates(level, g, corner);
    w->first[g] = blocks;
    for (uint32_t i = 0; i < level->size; i++) {
      uint32_t at[HOPS_DIMS];
      hops_space_coordinates(&box, i, at);
      for (unsigned d = 0; d < box.dims; d++) {
        at[d] += corner[d] * level->side[d];
      }
      const uint32_t node = nodes[hops_space_place(&level->space, at)];
      w->member[(size_t)g * level->size + i] = node;
      if (w->h->source[node]) {
        w->block[blocks++] = node;
      }
    }
  }
  w->first[level->groups] = blocks;
  return true;
}

static uint32_t intermediate(const walk_t *w, uint32_t group) {
  return w->member[(size_t)group * w->level->size + coding_level_intermediate(w->level, group)];
}

static uint32_t sources_of(const walk_t *w, uint32_t group) {
  return w->first[group + 1] - w->first[group];
}

// Packets that leave a group, and the blocks of the k-th.
static uint32_t packets_of(const walk_t *w, uint32_t group) {
  const uint32_t sources = sources_of(w, group);
  switch (w->h->config->scheme) {
    case CODING_HIERARCHY:
      return sources;
    case CODING_COMBINING:
      return sources > 0;
    case CODING_HNC:
    case CODING_RECURSIVE:
      break;
  }
  return sources > 0 ? sources - 1 : 0;
}

static void set_packet(const walk_t *w, uint32_t group, uint32_t k, coding_message_t *m) {
  const coding_scheme_t scheme = w->h->config->scheme;
  m->coded = scheme == CODING_HNC || scheme == CODING_RECURSIVE;
  m->block = &w->block[w->first[group] + k];
  m->blocks = m->coded ? 2 : scheme == CODING_COMBINING ? sources_of(w, group) : 1;
}

static bool take(const walk_t *w, coding_message_t *m, uint32_t from, uint32_t to) {
  m->level = w->index;
  m->from = from;
  m->to = to;
  return w->take(w->context, m);
}

// A multicast of the message over a box of places from `root`; place p is the node at node[p * stride].
// `node` NULL: places are groups, and stand for their intermediate nodes.
static bool multicast(walk_t *w, hops_base_t base, const hops_space_t *box, uint32_t root,
                      const uint32_t *node, coding_message_t *m) {
  const uint32_t volume = hops_space_volume(box);
  if (base == HOPS_BINOMIAL) {
    tree_build_box(&w->tree, box->dims, box->side, root);
    for (uint32_t k = 0; k < w->tree.edges; k++) {
      const tree_edge_t *edge = &w->tree.edge[k];
      const uint32_t from = node != NULL ? node[edge->parent] : intermediate(w, edge->parent);
      const uint32_t to = node != NULL ? node[edge->child] : intermediate(w, edge->child);
      if (!take(w, m, from, to)) {
        return false;
      }
    }
    return true;
  }
  const uint32_t from = node != NULL ? node[root] : intermediate(w, root);
  for (uint32_t i = 1; i < volume; i++) {
    const uint32_t to = (root + i) % volume;
    if (!take(w, m, from, node != NULL ? node[to] : intermediate(w, to))) {
      return false;
    }
  }
  return true;
}

static bool walk(const coding_hierarchy_t *h, unsigned index, const uint32_t *nodes, walk_t *like);

// Step B: a multicast from every source, or the level within.
static bool walk_intra(walk_t *w) {
  const coding_level_t *level = w->level;
  const hops_space_t box = coding_level_group(level);
  for (uint32_t g = 0; g < level->groups; g++) {
    const uint32_t *node = &w->member[(size_t)g * level->size];
    if (w->index + 1 < w->h->config->levels) {
      if (!walk(w->h, w->index + 1, node, w)) {
        return false;
      }
      continue;
    }
    for (uint32_t i = 0; i < level->size; i++) {
      coding_message_t m = {.step = CODING_INTRA, .block = &node[i], .blocks = 1};
      if (w->h->source[node[i]] && !multicast(w, w->h->config->base[0], &box, i, node, &m)) {
        return false;
      }
    }
  }
  return true;
}

// Steps C, D and E.
static bool walk_encode(walk_t *w) {
  for (uint32_t g = 0; g < w->level->groups; g++) {
    for (uint32_t k = 0; k < packets_of(w, g); k++) {
      coding_message_t m = {.step = CODING_ENCODE};
      set_packet(w, g, k, &m);
      if (m.coded && !take(w, &m, intermediate(w, g), intermediate(w, g))) {
        return false;
      }
    }
  }
  return true;
}

static bool walk_inter(walk_t *w) {
  hops_space_t grid = {.dims = w->level->space.dims};
  for (unsigned d = 0; d < grid.dims; d++) {
    grid.side[d] = w->level->grid[d];
  }
  for (uint32_t g = 0; g < w->level->groups; g++) {
    for (uint32_t k = 0; k < packets_of(w, g); k++) {
      coding_message_t m = {.step = CODING_INTER};
      set_packet(w, g, k, &m);
      if (!multicast(w, w->h->config->base[1], &grid, g, NULL, &m)) {
        return false;
      }
    }
  }
  return true;
}

static bool walk_distribute(walk_t *w) {
  const coding_level_t *level = w->level;
  const hops_space_t box = coding_level_group(level);
  for (uint32_t to = 0; to < level->groups; to++) {
    const uint32_t root = coding_level_intermediate(level, to);
    for (uint32_t from = 0; from < level->groups; from++) {
      for (uint32_t k = 0; from != to && k < packets_of(w, from); k++) {
        coding_message_t m = {.step = CODING_DISTRIBUTE};
        set_packet(w, from, k, &m);
        if (!multicast(w, w->h->config->base[2], &box, root, &w->member[(size_t)to * level->size],
                       &m)) {
          return false;
        }
      }
    }
  }
  return true;
}

// Step F. A node that is no source sends the block of the first source of its group.
static bool walk_unicast(walk_t *w) {
  const coding_level_t *level = w->level;
  for (uint32_t g = 0; g < level->groups; g++) {
    for (uint32_t i = 0; i < level->size && sources_of(w, g) > 0; i++) {
      const uint32_t *node = &w->member[(size_t)g * level->size + i];
      const bool own = w->h->source[*node];
      coding_message_t m = {
          .step = CODING_UNICAST, .block = own ? node : &w->block[w->first[g]], .blocks = 1};
      for (uint32_t k = 1; k < level->groups && (own || !w->h->config->literal); k++) {
        const uint32_t to = (g + k) % level->groups;
        if (!take(w, &m, *node, w->member[(size_t)to * level->size + i])) {
          return false;
        }
      }
    }
  }
  return true;
}

static bool walk(const coding_hierarchy_t *h, unsigned index, const uint32_t *nodes, walk_t *like) {
  walk_t w = {.h = h,
              .take = like->take,
              .context = like->context,
              .error = like->error,
              .index = index,
              .level = &h->level[index]};
  const coding_scheme_t scheme = h->config->scheme;
  const bool coded = scheme == CODING_HNC || scheme == CODING_RECURSIVE;
  const bool ok = walk_begin(&w, nodes) && walk_intra(&w) && walk_encode(&w) && walk_inter(&w) &&
                  walk_distribute(&w) && (!coded || walk_unicast(&w));
  walk_end(&w);
  return ok;
}

bool coding_hierarchy_visit(const coding_hierarchy_t *h,
                            bool (*take_message)(void *context, const coding_message_t *message),
                            void *context, noc_error_t *error) {
  const uint32_t count = hops_space_volume(&h->level[0].space);
  uint32_t *nodes = malloc(count * sizeof *nodes);
  if (nodes == NULL) {
    return memory_fail(error, "the hierarchy");
  }
  for (uint32_t i = 0; i < count; i++) {
    nodes[i] = i;
  }
  walk_t like = {.take = take_message, .context = context, .error = error};
  const bool ok = walk(h, 0, nodes, &like);
  free(nodes);
  return ok;
}
