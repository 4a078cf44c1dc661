// coding_hierarchy -- the groups, sources and destinations of a hierarchy, and its messages, step
// by step, which are walked, never stored; see coding_hierarchy.h.

#include "collective/coding_hierarchy.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "collective/coding_level.h"
#include "collective/tree.h"

struct coding_hierarchy {
  const coding_config_t *config;
  uint32_t nodes;
  coding_level_t level[CODING_LEVELS];
  bool *source;    // [nodes]
  uint32_t *node;  // [nodes] by place of the first level
  bool *wanted;    // [nodes] by place: destinations
  // [nodes] by place of the second level of lists: the place of the first; or NULL.
  uint32_t *nested;
};

// --- groups, sources and destinations ------------------------------------------------------------

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

// --- messages ------------------------------------------------------------------------------------

const char *const kCodingSteps[CODING_STEPS] = {"intra", "encode", "inter", "distribute",
                                                "unicast"};

// A level in a place of the network, as it is walked. Arrays of members are group by group.
typedef struct {
  const coding_hierarchy_t *h;
  bool (*take)(void *context, const coding_message_t *message);
  void *context;
  noc_error_t *error;
  bool sums;  // messages that take the same way as one
  unsigned index;
  const coding_level_t *level;
  uint32_t *member;    // [groups * size] nodes
  bool *wanted;        // [groups * size] this level brings them all blocks
  bool *within;        // [groups * size] step B brings them those of their group
  uint32_t *block;     // [groups * size] nodes that are sources: of each group from `first` on
  uint32_t *first;     // [groups + 1]
  uint32_t *centre;    // [groups] the intermediate nodes
  bool *visited;       // [groups] has nodes that are wanted
  uint32_t visiting;   // how many have
  uint64_t packets;    // that leave all groups for others
  uint64_t flits;      // of these, where a block is one
  uint32_t *arrival;   // [arrivals] groups that are wanted at a place: of each from `at_place` on
  uint32_t *at_place;  // [size + 1]
  tree_t tree;
  uint32_t *goal;  // [goals] the places that the next multicasts go to, ascending
  uint32_t goals;
  uint32_t *line;  // the same with the root
} walk_t;

static void walk_end(walk_t *w) {
  free(w->member);
  free(w->wanted);
  free(w->within);
  free(w->block);
  free(w->first);
  free(w->centre);
  free(w->visited);
  free(w->arrival);
  free(w->at_place);
  free(w->goal);
  free(w->line);
  tree_free(&w->tree);
}

static bool walk_allocate(walk_t *w) {
  const coding_level_t *level = w->level;
  const size_t places = (size_t)level->groups * level->size;
  const size_t groups = level->groups;
  const size_t most = groups > level->size ? groups : level->size;
  const node_set_t line = {.count = (uint32_t)most};
  assert(places > 0);
  w->member = calloc(places, sizeof *w->member);
  w->wanted = calloc(places, sizeof *w->wanted);
  w->within = calloc(places, sizeof *w->within);
  w->block = malloc(places * sizeof *w->block);
  w->first = calloc(groups + 1, sizeof *w->first);
  w->centre = malloc(groups * sizeof *w->centre);
  w->visited = calloc(groups, sizeof *w->visited);
  w->arrival = malloc(places * sizeof *w->arrival);
  w->at_place = calloc((size_t)level->size + 1, sizeof *w->at_place);
  w->goal = malloc(most * sizeof *w->goal);
  w->line = malloc((most + 1) * sizeof *w->line);
  return w->member != NULL && w->wanted != NULL && w->within != NULL && w->block != NULL &&
         w->first != NULL && w->centre != NULL && w->visited != NULL && w->arrival != NULL &&
         w->at_place != NULL && w->goal != NULL && w->line != NULL && tree_create(&w->tree, &line);
}

static uint32_t sources_of(const walk_t *w, uint32_t group) {
  return w->first[group + 1] - w->first[group];
}

// Packets that leave a group by its intermediate node, and the blocks of the k-th.
static uint32_t packets_of(const walk_t *w, uint32_t group) {
  const uint32_t sources = sources_of(w, group);
  if (sources == 0 || w->visiting == w->visited[group]) {
    return 0;
  }
  switch (w->h->config->scheme) {
    case CODING_HIERARCHY:
      return sources;
    case CODING_COMBINING:
      return 1;
    case CODING_HNC:
    case CODING_RECURSIVE:
      break;
  }
  return sources - 1;
}

static void set_packet(const walk_t *w, uint32_t group, uint32_t k, coding_message_t *m) {
  const coding_scheme_t scheme = w->h->config->scheme;
  m->coded = coding_scheme_codes(scheme);
  m->block = &w->block[w->first[group] + k];
  m->blocks = m->coded ? 2 : scheme == CODING_COMBINING ? sources_of(w, group) : 1;
}

static uint64_t flits_of(const walk_t *w, uint32_t group) {
  const bool long_message = w->h->config->scheme == CODING_COMBINING;
  return (uint64_t)packets_of(w, group) * (long_message ? sources_of(w, group) : 1);
}

// The groups that are wanted at each place.
static void list_arrivals(walk_t *w) {
  const coding_level_t *level = w->level;
  uint32_t count = 0;
  for (uint32_t i = 0; i < level->size; i++) {
    for (uint32_t g = 0; g < level->groups; g++) {
      if (w->wanted[(size_t)g * level->size + i]) {
        w->arrival[count++] = g;
      }
    }
    w->at_place[i + 1] = count;
  }
}

// `nodes` are those of the level's places, `wanted` which of them it is to bring all blocks.
static bool walk_begin(walk_t *w, const uint32_t *nodes, const bool *wanted) {
  if (!walk_allocate(w)) {
    return memory_fail(w->error, "the hierarchy");
  }
  const coding_level_t *level = w->level;
  uint32_t blocks = 0;
  for (uint32_t g = 0; g < level->groups; g++) {
    const size_t base = (size_t)g * level->size;
    w->first[g] = blocks;
    for (uint32_t i = 0; i < level->size; i++) {
      const uint32_t place = coding_level_member(level, g, i);
      const uint32_t node = nodes[place];
      w->member[base + i] = node;
      w->wanted[base + i] = wanted[place];
      w->visited[g] = w->visited[g] || wanted[place];
      if (w->h->source[node]) {
        w->block[blocks++] = node;
      }
    }
    w->visiting += w->visited[g];
    w->centre[g] = w->member[base + coding_level_intermediate(level, g)];
  }
  w->first[level->groups] = blocks;
  for (uint32_t g = 0; g < level->groups; g++) {
    const size_t base = (size_t)g * level->size;
    for (uint32_t i = 0; i < level->size; i++) {
      const bool sends = w->member[base + i] == w->centre[g] && packets_of(w, g) > 0;
      w->within[base + i] = w->wanted[base + i] || sends;
    }
    w->packets += packets_of(w, g);
    w->flits += flits_of(w, g);
  }
  list_arrivals(w);
  return true;
}

static bool take(const walk_t *w, coding_message_t *m, uint32_t from, uint32_t to) {
  m->level = w->index;
  m->from = from;
  m->to = to;
  if (!w->sums) {
    m->times = 1;
    m->flits = m->coded ? 1 : m->blocks;
  }
  return w->take(w->context, m);
}

// The next multicasts go to the places that are marked.
static void set_goals(walk_t *w, const bool *marks, uint32_t count) {
  w->goals = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (marks[i]) {
      w->goal[w->goals++] = i;
    }
  }
}

// Writes the goals and the root as a line, in ascending order; returns the root's position.
static uint32_t line_up(walk_t *w, uint32_t root, uint32_t *count) {
  uint32_t n = 0;
  uint32_t i = 0;
  for (; i < w->goals && w->goal[i] < root; i++) {
    w->line[n++] = w->goal[i];
  }
  const uint32_t at = n;
  w->line[n++] = root;
  for (i += i < w->goals && w->goal[i] == root; i < w->goals; i++) {
    w->line[n++] = w->goal[i];
  }
  *count = n;
  return at;
}

// A multicast of the message over a box of places from `root` to the goals; `node` are the places'.
// Trees over all places go dimension by dimension, over fewer along the line.
static bool multicast(walk_t *w, hops_base_t base, const hops_space_t *box, uint32_t root,
                      const uint32_t *node, coding_message_t *m) {
  uint32_t count = 0;
  const uint32_t at = line_up(w, root, &count);
  if (base == HOPS_BINOMIAL) {
    if (count == hops_space_volume(box)) {
      tree_build_box(&w->tree, box->dims, box->side, root);
    } else {
      tree_build_box(&w->tree, 1, &count, at);
    }
    for (uint32_t k = 0; k < w->tree.edges; k++) {
      const tree_edge_t *edge = &w->tree.edge[k];
      if (!take(w, m, node[w->line[edge->parent]], node[w->line[edge->child]])) {
        return false;
      }
    }
    return true;
  }
  for (uint32_t i = 1; i < count; i++) {
    if (!take(w, m, node[root], node[w->line[(at + i) % count]])) {
      return false;
    }
  }
  return true;
}

static bool walk(const walk_t *like, unsigned index, uint32_t outer, const uint32_t *nodes,
                 const bool *wanted);

// Step B of one group as the level within.
static bool walk_within(walk_t *w, uint32_t group) {
  const uint32_t size = w->level->size;
  const size_t base = (size_t)group * size;
  const uint32_t *nested = w->h->nested;
  if (nested == NULL) {
    return walk(w, w->index + 1, group, &w->member[base], &w->within[base]);
  }
  bool *wanted = malloc(size * sizeof *wanted);
  if (wanted == NULL) {
    return memory_fail(w->error, "the hierarchy");
  }
  for (uint32_t i = 0; i < size; i++) {
    wanted[i] = w->within[nested[base + i]];
  }
  const bool ok = walk(w, w->index + 1, group, &w->h->config->inner.node[base], wanted);
  free(wanted);
  return ok;
}

// Step B: a multicast from every source, or the level within.
static bool walk_intra(walk_t *w) {
  const coding_level_t *level = w->level;
  const hops_space_t box = coding_level_group(level);
  for (uint32_t g = 0; g < level->groups; g++) {
    const size_t base = (size_t)g * level->size;
    const uint32_t *node = &w->member[base];
    if (w->index + 1 < w->h->config->levels) {
      if (!walk_within(w, g)) {
        return false;
      }
      continue;
    }
    set_goals(w, &w->within[base], level->size);
    for (uint32_t i = 0; i < level->size; i++) {
      coding_message_t m = {
          .step = CODING_INTRA, .block = &node[i], .blocks = 1, .times = 1, .flits = 1};
      if (w->h->source[node[i]] && !multicast(w, w->h->config->base[0], &box, i, node, &m)) {
        return false;
      }
    }
  }
  return true;
}

// The packets of a group one by one, or the first for all of them.
static uint32_t walked_packets(const walk_t *w, uint32_t group) {
  const uint32_t packets = packets_of(w, group);
  return w->sums && packets > 0 ? 1 : packets;
}

// Step C.
static bool walk_encode(walk_t *w) {
  for (uint32_t g = 0; g < w->level->groups; g++) {
    for (uint32_t k = 0; k < walked_packets(w, g); k++) {
      coding_message_t m = {
          .step = CODING_ENCODE, .times = packets_of(w, g), .flits = packets_of(w, g)};
      set_packet(w, g, k, &m);
      if (m.coded && !take(w, &m, w->centre[g], w->centre[g])) {
        return false;
      }
    }
  }
  return true;
}

// Step D.
static bool walk_inter(walk_t *w) {
  const hops_space_t grid = coding_level_grid(w->level);
  set_goals(w, w->visited, w->level->groups);
  for (uint32_t g = 0; g < w->level->groups; g++) {
    for (uint32_t k = 0; k < walked_packets(w, g); k++) {
      coding_message_t m = {
          .step = CODING_INTER, .times = packets_of(w, g), .flits = flits_of(w, g)};
      set_packet(w, g, k, &m);
      if (!multicast(w, w->h->config->base[1], &grid, g, w->centre, &m)) {
        return false;
      }
    }
  }
  return true;
}

// Step E in one group.
static bool distribute_in(walk_t *w, uint32_t to) {
  const coding_level_t *level = w->level;
  const hops_space_t box = coding_level_group(level);
  const size_t base = (size_t)to * level->size;
  const uint32_t root = coding_level_intermediate(level, to);
  const uint64_t packets = w->packets - packets_of(w, to);
  uint64_t left = w->sums && packets > 0 ? 1 : packets;
  set_goals(w, &w->wanted[base], level->size);
  for (uint32_t from = 0; left > 0; from++) {
    for (uint32_t k = 0; from != to && left > 0 && k < packets_of(w, from); k++) {
      coding_message_t m = {
          .step = CODING_DISTRIBUTE, .times = packets, .flits = w->flits - flits_of(w, to)};
      set_packet(w, from, k, &m);
      if (!multicast(w, w->h->config->base[2], &box, root, &w->member[base], &m)) {
        return false;
      }
      left--;
    }
  }
  return true;
}

static bool walk_distribute(walk_t *w) {
  bool ok = true;
  for (uint32_t to = 0; ok && to < w->level->groups; to++) {
    ok = !w->visited[to] || distribute_in(w, to);
  }
  return ok;
}

// Who sends the raw packet of a group to this place of the others, and which block: the node at the
// same place its own, or the first one that it has from step B; if it has none, a source. False if
// the paper's words have no such packet.
static bool find_sender(const walk_t *w, uint32_t group, uint32_t place, uint32_t *from,
                        coding_message_t *m) {
  const size_t at = (size_t)group * w->level->size + place;
  const uint32_t *block = &w->block[w->first[group]];
  *from = w->member[at];
  m->block = &w->member[at];
  if (w->h->source[*from]) {
    return true;
  }
  m->block = block;
  if (!w->within[at]) {
    m->block = &block[place % sources_of(w, group)];
    *from = *m->block;
  }
  return !w->h->config->literal;
}

// Step F from one place of a group, to the groups behind it first.
static bool unicast_from(walk_t *w, uint32_t group, uint32_t place) {
  const uint32_t *arrival = &w->arrival[w->at_place[place]];
  const uint32_t arrivals = w->at_place[place + 1] - w->at_place[place];
  coding_message_t m = {.step = CODING_UNICAST, .blocks = 1, .times = 1, .flits = 1};
  uint32_t from = 0;
  if (arrivals == 0 || !find_sender(w, group, place, &from, &m)) {
    return true;
  }
  uint32_t next = 0;  // of the arrivals
  for (uint32_t end = arrivals; next < end;) {
    const uint32_t middle = next + (end - next) / 2;
    if (arrival[middle] <= group) {
      next = middle + 1;
    } else {
      end = middle;
    }
  }
  for (uint32_t k = 0; k < arrivals; k++) {
    const uint32_t to = arrival[(next + k) % arrivals];
    if (to != group && !take(w, &m, from, w->member[(size_t)to * w->level->size + place])) {
      return false;
    }
  }
  return true;
}

static bool walk_unicast(walk_t *w) {
  for (uint32_t g = 0; g < w->level->groups; g++) {
    for (uint32_t i = 0; i < w->level->size && sources_of(w, g) > 0; i++) {
      if (!unicast_from(w, g, i)) {
        return false;
      }
    }
  }
  return true;
}

// A level, in group `outer` of the level before.
static bool walk(const walk_t *like, unsigned index, uint32_t outer, const uint32_t *nodes,
                 const bool *wanted) {
  coding_level_t level = like->h->level[index];
  if (level.place != NULL) {
    level.place += (size_t)outer * level.groups;
  }
  walk_t w = {.h = like->h,
              .take = like->take,
              .context = like->context,
              .error = like->error,
              .sums = like->sums,
              .index = index,
              .level = &level};
  const bool coded = coding_scheme_codes(w.h->config->scheme);
  const bool ok = walk_begin(&w, nodes, wanted) && walk_intra(&w) && walk_encode(&w) &&
                  walk_inter(&w) && walk_distribute(&w) && (!coded || walk_unicast(&w));
  walk_end(&w);
  return ok;
}

bool coding_hierarchy_visit(const coding_hierarchy_t *h,
                            bool (*take_message)(void *context, const coding_message_t *message),
                            void *context, noc_error_t *error) {
  const walk_t like = {.h = h, .take = take_message, .context = context, .error = error};
  return walk(&like, 0, 0, h->node, h->wanted);
}

bool coding_hierarchy_sum(const coding_hierarchy_t *h,
                          bool (*take_message)(void *context, const coding_message_t *message),
                          void *context, noc_error_t *error) {
  const walk_t like = {
      .h = h, .take = take_message, .context = context, .error = error, .sums = true};
  return walk(&like, 0, 0, h->node, h->wanted);
}
