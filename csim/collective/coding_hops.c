// coding_hops -- see coding_hops.h.

#include "collective/coding_hops.h"

#include <stdlib.h>

#include "base/memory.h"
#include "collective/coding_level.h"

// Groups, grids and what is asked of them, of one level.
typedef struct {
  coding_level_t level;
  hops_box_t box;    // a group
  hops_box_t inter;  // the intermediate nodes
  hops_box_t same;   // the same place in every group
} forms_t;

static void forms_free(forms_t *f) {
  coding_level_free(&f->level);
  hops_box_free(&f->box);
  hops_box_free(&f->inter);
  hops_box_free(&f->same);
}

static bool forms_create(forms_t *f, const hops_space_t *space, const coding_config_t *config,
                         unsigned index, noc_error_t *error) {
  *f = (forms_t){0};
  const coding_level_t *level = &f->level;
  if (!coding_level_create(&f->level, space, config, index, error)) {
    return false;
  }
  return (hops_box_create(&f->box, space, level->side, NULL, NULL) &&
          hops_box_create(&f->inter, space, level->grid, level->side, level->shift) &&
          hops_box_create(&f->same, space, level->grid, level->side, NULL)) ||
         memory_fail(error, "the hop counts");
}

static bool is_coded(const coding_config_t *config) {
  return coding_scheme_codes(config->scheme);
}

// Packets that leave a group with so many sources for the others, and flits of each.
static uint64_t packets_of(const coding_config_t *config, const coding_level_t *level,
                           uint64_t sources) {
  if (level->groups < 2 || sources == 0) {
    return 0;
  }
  return config->scheme == CODING_COMBINING ? 1 : is_coded(config) ? sources - 1 : sources;
}

static uint64_t flits_of(const coding_config_t *config, uint64_t sources) {
  return config->scheme == CODING_COMBINING ? sources : 1;
}

static void distribute_to(const forms_t *f, const coding_config_t *config, uint32_t group,
                          uint64_t packets, uint64_t flits, hops_count_t *count) {
  uint32_t coord[HOPS_DIMS];
  coding_level_coordinates(&f->level, group, coord);
  for (unsigned d = 0; d < f->level.space.dims; d++) {
    coord[d] = f->level.shift[d][coord[d]];
  }
  hops_add(count, hops_box_multicast(&f->box, config->base[2], coord), packets, flits);
}

// Steps C to G of a level all of whose nodes are sources.
static void add_all(const forms_t *f, const coding_config_t *config, unsigned index,
                    coding_hops_t *hops) {
  const coding_level_t *level = &f->level;
  const uint64_t packets = packets_of(config, level, level->size);
  const uint64_t flits = flits_of(config, level->size);
  hops_count_t *step = hops->step[index];
  hops_add(&step[CODING_INTER], hops_box_allgather(&f->inter, config->base[1]), packets, flits);
  const uint64_t others = level->groups - 1;
  for (uint32_t g = 0; g < level->groups; g++) {
    distribute_to(f, config, g, others * packets, flits, &step[CODING_DISTRIBUTE]);
  }
  if (is_coded(config)) {
    hops_add(&step[CODING_UNICAST], hops_box_allgather(&f->same, HOPS_UNICAST), level->size, 1);
    hops->encoded[index] += packets * level->groups;
    hops->received[index] += packets * level->groups * others * level->size;
  }
}

// The same with `sources` of them in each group.
static void add_some(const forms_t *f, const coding_config_t *config, unsigned index,
                     const uint32_t *sources, coding_hops_t *hops) {
  const coding_level_t *level = &f->level;
  hops_count_t *step = hops->step[index];
  const uint64_t others = level->groups - 1;
  uint64_t all = 0;
  uint64_t all_flits = 0;
  for (uint32_t g = 0; g < level->groups; g++) {
    const uint64_t packets = packets_of(config, level, sources[g]);
    uint32_t coord[HOPS_DIMS];
    coding_level_coordinates(level, g, coord);
    hops_add(&step[CODING_INTER], hops_box_multicast(&f->inter, config->base[1], coord), packets,
             flits_of(config, sources[g]));
    all += packets;
    all_flits += packets * flits_of(config, sources[g]);
    if (is_coded(config) && sources[g] > 0) {
      const uint64_t senders = config->literal ? sources[g] : level->size;
      hops_add(&step[CODING_UNICAST], hops_box_multicast(&f->same, HOPS_UNICAST, coord), senders,
               1);
      hops->encoded[index] += packets;
      hops->received[index] += packets * others * level->size;
    }
  }
  // Counts the packets from all other groups: each once, at the mean of their flits.
  for (uint32_t g = 0; g < level->groups; g++) {
    const uint64_t own = packets_of(config, level, sources[g]);
    hops_count_t one = {0};
    distribute_to(f, config, g, 1, 1, &one);
    hops_add(&step[CODING_DISTRIBUTE], one, all - own, 1);
    step[CODING_DISTRIBUTE].flit_hops +=
        one.hops * (all_flits - own * flits_of(config, sources[g])) - one.hops * (all - own);
  }
}

static bool add_level(const hops_space_t *space, const coding_config_t *config, unsigned index,
                      const bool *source, coding_hops_t *hops, noc_error_t *error);

// The multicasts of a group of which `source` are sources; NULL: all.
static void add_intra(const forms_t *f, const coding_config_t *config, const bool *source,
                      uint64_t times, hops_count_t *count) {
  if (source == NULL) {
    hops_add(count, hops_box_allgather(&f->box, config->base[0]), times, 1);
    return;
  }
  const hops_space_t box = coding_level_group(&f->level);
  for (uint32_t i = 0; i < f->level.size; i++) {
    if (source[i]) {
      uint32_t coord[HOPS_DIMS];
      hops_space_coordinates(&box, i, coord);
      hops_add(count, hops_box_multicast(&f->box, config->base[0], coord), times, 1);
    }
  }
}

// Adds the hops of the level within, `times` over.
static bool add_inner(const coding_level_t *level, const coding_config_t *config, unsigned index,
                      const bool *source, uint64_t times, coding_hops_t *hops, noc_error_t *error) {
  const hops_space_t box = coding_level_group(level);
  coding_hops_t inner = {0};
  if (!add_level(&box, config, index + 1, source, &inner, error)) {
    return false;
  }
  const unsigned i = index + 1;
  for (unsigned k = 0; k < CODING_STEPS; k++) {
    hops_add(&hops->step[i][k], inner.step[i][k], times, 1);
    hops_add(&hops->step[index][CODING_INTRA], inner.step[i][k], times, 1);
  }
  hops->encoded[i] += inner.encoded[i] * times;
  hops->received[i] += inner.received[i] * times;
  return true;
}

// Group by group, when not all nodes are sources.
static bool add_some_groups(forms_t *f, const coding_config_t *config, unsigned index,
                            const bool *source, coding_hops_t *hops, noc_error_t *error) {
  const coding_level_t *level = &f->level;
  bool *within = malloc(level->size * sizeof *within);
  uint32_t *sources = calloc(level->groups, sizeof *sources);
  bool ok = within != NULL && sources != NULL && coding_level_count_places(&f->level);
  if (!ok) {
    (void)memory_fail(error, "the hop counts");
  }
  for (uint32_t g = 0; ok && g < level->groups; g++) {
    for (uint32_t i = 0; i < level->size; i++) {
      within[i] = source[coding_level_member(level, g, i)];
      sources[g] += within[i];
    }
    if (index + 1 < config->levels) {
      ok = add_inner(level, config, index, within, 1, hops, error);
    } else {
      add_intra(f, config, within, 1, &hops->step[index][CODING_INTRA]);
    }
  }
  if (ok) {
    add_some(f, config, index, sources, hops);
  }
  free(within);
  free(sources);
  return ok;
}

// `source` of the places of the space; NULL: all.
static bool add_level(const hops_space_t *space, const coding_config_t *config, unsigned index,
                      const bool *source, coding_hops_t *hops, noc_error_t *error) {
  forms_t f;
  bool ok = forms_create(&f, space, config, index, error);
  if (ok && source != NULL) {
    ok = add_some_groups(&f, config, index, source, hops, error);
  } else if (ok) {
    if (index + 1 < config->levels) {
      ok = add_inner(&f.level, config, index, NULL, f.level.groups, hops, error);
    } else {
      add_intra(&f, config, NULL, f.level.groups, &hops->step[index][CODING_INTRA]);
    }
    if (ok) {
      add_all(&f, config, index, hops);
    }
  }
  forms_free(&f);
  return ok;
}

static void sum_up(coding_hops_t *hops) {
  for (unsigned k = 0; k < CODING_STEPS; k++) {
    const hops_count_t step = hops->step[0][k];
    hops_add(&hops->total, step, 1, 1);
    hops->total.flit_hops += step.flit_hops - step.hops;
  }
}

bool coding_hops_is_closed(const topology_t *t, const coding_config_t *config) {
  const node_set_t *to = config->destinations;
  return config->list.count == 0 && topology_is_cube(t) && (to == NULL || to->count == t->nodes);
}

bool coding_hops(const topology_t *t, const coding_config_t *config, coding_hops_t *hops,
                 noc_error_t *error) {
  *hops = (coding_hops_t){0};
  hops_space_t space;
  if (!coding_hops_is_closed(t, config) || !hops_space_of(t, &space)) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        SAY_THERE_IS(
            "no closed form for %.40s",
            "all nodes of a mesh, torus, ring or hypercube as destinations, in groups with sides"),
        t->family);
  }
  bool *source = NULL;
  if (config->sources != NULL && config->sources->count < t->nodes) {
    source = calloc(t->nodes, sizeof *source);
    if (source == NULL) {
      return memory_fail(error, "the hop counts");
    }
    for (uint32_t i = 0; i < config->sources->count; i++) {
      source[config->sources->node[i]] = true;
    }
  }
  const bool ok = hops_fits(t, error) && add_level(&space, config, 0, source, hops, error);
  free(source);
  sum_up(hops);
  return ok;
}

// Messages as they are walked.
typedef struct {
  const hops_between_t *between;
  const coding_config_t *config;
  coding_hops_t *hops;
  noc_error_t *error;
} counter_t;

static void count_in(hops_count_t *count, const coding_message_t *m, uint32_t hops) {
  const hops_count_t one = {.unicasts = 1, .hops = hops, .max_path = hops};
  hops_add(count, one, m->times, 0);
  count->flit_hops += hops * m->flits;
}

static bool count_message(void *context, const coding_message_t *m) {
  const counter_t *c = context;
  if (m->step == CODING_ENCODE) {
    c->hops->encoded[m->level] += m->times;
    return true;
  }
  uint32_t hops = 0;
  if (!hops_between(c->between, m->from, m->to, &hops, c->error)) {
    return false;
  }
  c->hops->received[m->level] += m->coded ? m->times : 0;
  count_in(&c->hops->step[m->level][m->step], m, hops);
  for (unsigned i = 0; i < m->level; i++) {
    count_in(&c->hops->step[i][CODING_INTRA], m, hops);
  }
  return true;
}

bool coding_hops_count(routing_t *routing, const coding_config_t *config, coding_hops_t *hops,
                       noc_error_t *error) {
  *hops = (coding_hops_t){0};
  coding_hierarchy_t *h = coding_hierarchy_create(routing->topology, config, error);
  if (h == NULL) {
    return false;
  }
  const hops_between_t along = {.routing = routing, .nodes = routing->topology->nodes};
  const bool known = config->between != NULL && config->between->routing == routing;
  counter_t counter = {known ? config->between : &along, config, hops, error};
  const bool ok = coding_hierarchy_sum(h, count_message, &counter, error);
  coding_hierarchy_free(h);
  sum_up(hops);
  return ok;
}
