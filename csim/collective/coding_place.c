// coding_place -- the best intermediate nodes of groups by list: see coding_level.h. Hops between
// them depend on each other, so they are searched for: group by group the node with the fewest
// hops, the others as they are, until no group has a better one. The sum falls with each change, so
// that it ends. It begins with the best of each group by itself, and with those near to some node,
// for nodes all over the network as many as time allows; the best end wins.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/coding_level.h"
#include "collective/tree.h"

static const double BUDGET = 5e6;  // hops between groups that all starts may ask for, in one round

// Packets between two groups, among those that all groups send once.
typedef struct {
  uint32_t from, to;
  uint64_t times;
} link_t;

typedef struct {
  const coding_level_t *level;
  const uint32_t *node;  // [groups * size]
  uint32_t *place;       // [groups] what is searched for
  const hops_between_t *between;
  noc_error_t *error;
  uint64_t *within;  // [groups * size] hops of step E from that node, of what all others send
  // Down binomial trees: links of group g are link[first[g] .. first[g + 1] - 1], both ways.
  link_t *link;
  uint32_t *first;  // [groups + 1]; NULL: every group to every other, once
} search_t;

// Hops between two nodes; more than any path when
// memory is short, which the search sees at its end.
static uint64_t between(const search_t *s, uint32_t from, uint32_t to, bool *ok) {
  uint32_t hops = 0;
  *ok = hops_between(s->between, from, to, &hops, s->error) && *ok;
  return hops;
}

// Edges over all trees, one from every group: each part is halved at the same place for all of
// them, so only how many trees a group is the holder in differs.
static void add_links(link_t *link, size_t *links, uint64_t *holders, uint32_t low, uint32_t size,
                      uint64_t *before) {
  if (size < 2) {
    return;
  }
  const uint32_t half = size - size / 2;
  for (uint32_t i = 0; i < size; i++) {
    before[i] = holders[low + i];
  }
  for (uint32_t i = 0; i < size; i++) {
    const uint32_t to = i >= half ? i - half : i + half < size ? i + half : size - 1;
    link[(*links)++] = (link_t){low + i, low + to, before[i]};
    holders[low + to] += before[i];
  }
  add_links(link, links, holders, low, half, before);
  add_links(link, links, holders, low + half, size - half, before);
}

// Sorts the links by their ends; each is there twice.
static bool sort_links(search_t *s, const link_t *one, size_t links) {
  const uint32_t groups = s->level->groups;
  s->first = calloc((size_t)groups + 2, sizeof *s->first);
  s->link = malloc((2 * links + 1) * sizeof *s->link);  // a single group has none
  if (s->first == NULL || s->link == NULL) {
    return false;
  }
  for (size_t i = 0; i < links; i++) {
    s->first[one[i].from + 2]++;
    s->first[one[i].to + 2]++;
  }
  for (uint32_t g = 2; g < groups + 2; g++) {
    s->first[g] += s->first[g - 1];
  }
  for (size_t i = 0; i < links; i++) {
    s->link[s->first[one[i].from + 1]++] = one[i];
    s->link[s->first[one[i].to + 1]++] = one[i];
  }
  return true;
}

static bool find_links(search_t *s) {
  const size_t groups = s->level->groups;
  size_t deep = 1;
  while ((groups >> deep) > 0) {
    deep++;
  }
  link_t *one = malloc(groups * (deep + 1) * sizeof *one);
  uint64_t *holders = malloc(2 * groups * sizeof *holders);
  bool ok = one != NULL && holders != NULL;
  size_t links = 0;
  for (size_t g = 0; ok && g < groups; g++) {
    holders[g] = 1;
  }
  if (ok) {
    add_links(one, &links, holders, 0, (uint32_t)groups, holders + groups);
    ok = sort_links(s, one, links);
  }
  free(one);
  free(holders);
  return ok;
}

// Step E of every group from each of its nodes.
static bool fill_within(search_t *s, hops_base_t base) {
  const uint32_t size = s->level->size;
  const node_set_t most = {.count = size};
  tree_t tree = {0};
  bool ok = tree_create(&tree, &most) || memory_fail(s->error, "the hierarchy");
  for (uint32_t i = 0; ok && i < s->level->groups * size; i++) {
    const uint32_t root = i % size;
    const uint32_t *node = &s->node[i - root];
    uint64_t hops = 0;
    if (base == HOPS_BINOMIAL) {
      tree_build_box(&tree, 1, &size, root);
      for (uint32_t k = 0; k < tree.edges; k++) {
        hops += between(s, node[tree.edge[k].parent], node[tree.edge[k].child], &ok);
      }
    } else {
      for (uint32_t k = 0; k < size; k++) {
        hops += k != root ? between(s, node[root], node[k], &ok) : 0;
      }
    }
    s->within[i] = hops * (s->level->groups - 1);
  }
  tree_free(&tree);
  return ok;
}

static uint32_t node_of(const search_t *s, uint32_t group, uint32_t place) {
  return s->node[(size_t)group * s->level->size + place];
}

// Hops that depend on this place of the group's intermediate node.
static uint64_t hops_at(const search_t *s, uint32_t group, uint32_t place, bool *ok) {
  const uint32_t *at = s->place;
  const uint32_t here = node_of(s, group, place);
  uint64_t hops = s->within[(size_t)group * s->level->size + place];
  if (s->first == NULL) {
    for (uint32_t g = 0; g < s->level->groups; g++) {
      const uint32_t there = node_of(s, g, at[g]);
      hops += g != group ? between(s, here, there, ok) + between(s, there, here, ok) : 0;
    }
    return hops;
  }
  for (uint32_t k = s->first[group]; k < s->first[group + 1]; k++) {
    const link_t *link = &s->link[k];
    const bool leaves = link->from == group;
    const uint32_t other = leaves ? link->to : link->from;
    const uint32_t there = node_of(s, other, at[other]);
    hops += link->times * (leaves ? between(s, here, there, ok) : between(s, there, here, ok));
  }
  return hops;
}

// One round over all groups; *better if one has another node now. Ties: as it was, the first.
static bool improve(search_t *s, bool *better) {
  bool ok = true;
  *better = false;
  for (uint32_t g = 0; ok && g < s->level->groups; g++) {
    uint32_t *at = &s->place[g];
    uint32_t best = *at;
    uint64_t least = hops_at(s, g, best, &ok);
    for (uint32_t i = 0; i < s->level->size; i++) {
      const uint64_t hops = hops_at(s, g, i, &ok);
      if (hops < least) {
        least = hops;
        best = i;
      }
    }
    *better = *better || best != *at;
    *at = best;
  }
  return ok;
}

// Hops of all groups together.
static uint64_t sum_up(const search_t *s, bool *ok) {
  const uint32_t *at = s->place;
  uint64_t hops = 0;
  for (uint32_t g = 0; g < s->level->groups; g++) {
    const uint32_t here = node_of(s, g, at[g]);
    hops += s->within[(size_t)g * s->level->size + at[g]];
    for (uint32_t to = 0; s->first == NULL && to < s->level->groups; to++) {
      hops += between(s, here, node_of(s, to, at[to]), ok);
    }
    for (uint32_t k = s->first != NULL ? s->first[g] : 0; s->first != NULL && k < s->first[g + 1];
         k++) {
      const link_t *link = &s->link[k];
      if (link->from == g) {
        hops += link->times * between(s, here, node_of(s, link->to, at[link->to]), ok);
      }
    }
  }
  return hops;
}

// Begins with the nodes of each group that are good to be in touch with `hub`, as often as with all
// other groups, each way; without a hub, with those that are good for the group itself.
static bool begin(search_t *s, const uint32_t *hub) {
  const coding_level_t *level = s->level;
  bool ok = true;
  for (uint32_t g = 0; g < level->groups; g++) {
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < level->size; i++) {
      const uint32_t node = node_of(s, g, i);
      uint64_t hops = s->within[(size_t)g * level->size + i];
      if (hub != NULL) {
        hops += (level->groups - 1) * (between(s, node, *hub, &ok) + between(s, *hub, node, &ok));
      }
      if (hops < least) {
        least = hops;
        s->place[g] = i;
      }
    }
  }
  return ok;
}

// The best of all starts; `best` is room for the places.
static bool search(search_t *s, uint32_t *best) {
  const coding_level_t *level = s->level;
  const uint32_t nodes = level->groups * level->size;
  const double once = (double)nodes * level->groups;
  const uint32_t most = once * nodes < BUDGET ? nodes : (uint32_t)(BUDGET / once);
  uint64_t least = UINT64_MAX;
  bool ok = true;
  for (uint32_t start = 0; ok && start <= most; start++) {
    const uint32_t hub = (uint32_t)((uint64_t)start * nodes / (most + 1));
    ok = begin(s, start > 0 ? &s->node[hub] : NULL);
    for (bool better = true; ok && better;) {
      ok = improve(s, &better);
    }
    const uint64_t hops = sum_up(s, &ok);
    if (hops < least) {
      least = hops;
      memcpy(best, s->place, level->groups * sizeof *best);
    }
  }
  memcpy(s->place, best, level->groups * sizeof *best);
  return ok;
}

bool coding_level_place_list(const coding_level_t *level, const coding_config_t *config,
                             const uint32_t *node, uint32_t *place,
                             const hops_between_t *between_nodes, noc_error_t *error) {
  search_t s = {.level = level,
                .node = node,
                .place = place,
                .between = between_nodes,
                .error = error,
                .within = calloc((size_t)level->groups * level->size, sizeof *s.within)};
  uint32_t *best = calloc(level->groups, sizeof *best);
  bool ok = s.within != NULL && best != NULL && (config->base[1] == HOPS_UNICAST || find_links(&s));
  if (!ok) {
    (void)memory_fail(error, "the hierarchy");
  }
  ok = ok && fill_within(&s, config->base[2]) && search(&s, best);
  free(best);
  free(s.within);
  free(s.link);
  free(s.first);
  return ok;
}
