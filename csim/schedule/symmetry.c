// symmetry -- see symmetry.h.

#include "schedule/symmetry.h"

#include <stdlib.h>
#include <string.h>

#include "base/disjoint_sets.h"
#include "base/igraph_library.h"
#include "base/memory.h"
#include "base/rng.h"

void permutations_free(permutations_t *p) {
  free(p->image);
  *p = (permutations_t){.points = p->points};
}

static uint32_t *add_permutation(permutations_t *list, noc_error_t *error) {
  const uint32_t length = (list->count + 1) * list->points;
  if (!memory_room(&list->image, &list->room, length, sizeof *list->image)) {
    (void)memory_fail(error, "the symmetries of a network");
    return NULL;
  }
  return &list->image[(size_t)list->count++ * list->points];
}

// --- the group -----------------------------------------------------------------------------------

// Vertices are routers, nodes, and one on each bundle of several links and on each way in and out
// of a node that enters and leaves at different routers. Colours tell them apart.
enum { COLOUR_ROUTER, COLOUR_IN, COLOUR_OUT, COLOUR_NODE, COLOUR_LINKS = COLOUR_NODE + 4 };

typedef struct {
  igraph_vector_int_t edges, colours;
  igraph_integer_t vertices;
} drawn_t;

static bool colour(drawn_t *d, igraph_integer_t value) {
  d->vertices++;
  return igraph_vector_int_push_back(&d->colours, value) == IGRAPH_SUCCESS;
}

static bool edge(drawn_t *d, igraph_integer_t a, igraph_integer_t b) {
  return igraph_vector_int_push_back(&d->edges, a) == IGRAPH_SUCCESS &&
         igraph_vector_int_push_back(&d->edges, b) == IGRAPH_SUCCESS;
}

static bool draw_nodes(const schedule_problem_t *p, drawn_t *d) {
  const igraph_integer_t routers = p->topology->routers;
  bool ok = true;
  for (uint32_t n = 0; n < p->topology->nodes && ok; n++) {
    const int sets = node_set_contains(&p->from, n) + 2 * node_set_contains(&p->to, n);
    ok = colour(d, COLOUR_NODE + sets);
  }
  for (uint32_t n = 0; n < p->topology->nodes && ok; n++) {
    const igraph_integer_t node = routers + n;
    if (p->enters[n] == p->leaves[n]) {
      ok = edge(d, node, p->enters[n]);
    } else {
      ok = edge(d, node, d->vertices) && edge(d, d->vertices, p->enters[n]) &&
           colour(d, COLOUR_IN) && edge(d, node, d->vertices) &&
           edge(d, d->vertices, p->leaves[n]) && colour(d, COLOUR_OUT);
    }
  }
  return ok;
}

static bool draw(const schedule_problem_t *p, drawn_t *d) {
  bool ok = true;
  for (uint32_t r = 0; r < p->topology->routers && ok; r++) {
    ok = colour(d, COLOUR_ROUTER);
  }
  ok = ok && draw_nodes(p, d);
  for (uint32_t c = 0; c < p->channels && ok; c++) {
    const schedule_channel_t *channel = &p->channel[c];
    if (channel->from < channel->to && channel->links == 1) {
      ok = edge(d, channel->from, channel->to);
    } else if (channel->from < channel->to) {
      ok = edge(d, channel->from, d->vertices) && edge(d, d->vertices, channel->to) &&
           colour(d, COLOUR_LINKS + (igraph_integer_t)channel->links);
    }
  }
  return ok;
}

static bool fail(igraph_error_t code, noc_error_t *error) {
  return noc_fail(error, NOC_ENVIRONMENT, "the symmetries of a network: %s", igraph_strerror(code));
}

static bool ask_igraph(const schedule_problem_t *p, const drawn_t *d, permutations_t *generators,
                       noc_error_t *error) {
  igraph_t graph;
  igraph_vector_int_list_t found;
  igraph_error_t code = igraph_create(&graph, &d->edges, d->vertices, IGRAPH_UNDIRECTED);
  if (code != IGRAPH_SUCCESS) {
    return fail(code, error);
  }
  code = igraph_vector_int_list_init(&found, 0);
  if (code == IGRAPH_SUCCESS) {
    code = igraph_automorphism_group(&graph, &d->colours, &found, IGRAPH_BLISS_FL, NULL);
    bool ok = code == IGRAPH_SUCCESS;
    for (igraph_integer_t i = 0; ok && i < igraph_vector_int_list_size(&found); i++) {
      const igraph_vector_int_t *from = igraph_vector_int_list_get_ptr(&found, i);
      uint32_t *image = add_permutation(generators, error);
      ok = image != NULL;
      for (uint32_t k = 0; ok && k < generators->points; k++) {
        const uint32_t to = (uint32_t)VECTOR(*from)[k];
        image[k] = k < p->topology->routers ? to : to - p->topology->routers;
      }
    }
    igraph_vector_int_list_destroy(&found);
    igraph_destroy(&graph);
    return ok || (code != IGRAPH_SUCCESS && fail(code, error));
  }
  igraph_destroy(&graph);
  return fail(code, error);
}

bool symmetry_generators(const schedule_problem_t *p, permutations_t *generators,
                         noc_error_t *error) {
  *generators = (permutations_t){.points = p->topology->routers + p->topology->nodes};
  drawn_t d = {.vertices = 0};
  if (!igraph_library(error)) {
    return false;
  }
  (void)igraph_set_error_handler(igraph_error_handler_ignore);
  if (igraph_vector_int_init(&d.edges, 0) != IGRAPH_SUCCESS) {
    return memory_fail(error, "the symmetries of a network");
  }
  if (igraph_vector_int_init(&d.colours, 0) != IGRAPH_SUCCESS) {
    igraph_vector_int_destroy(&d.edges);
    return memory_fail(error, "the symmetries of a network");
  }
  const bool ok = (draw(p, &d) || memory_fail(error, "the symmetries of a network")) &&
                  ask_igraph(p, &d, generators, error);
  igraph_vector_int_destroy(&d.edges);
  igraph_vector_int_destroy(&d.colours);
  if (!ok) {
    permutations_free(generators);
  }
  return ok;
}

// --- looking at one ------------------------------------------------------------------------------

static bool is_permutation(const uint32_t *image, uint32_t count) {
  uint8_t *seen = calloc((size_t)count + 1, 1);
  bool ok = seen != NULL;
  for (uint32_t i = 0; i < count && ok; i++) {
    ok = image[i] < count && seen[image[i]] == 0;
    if (ok) {
      seen[image[i]] = 1;
    }
  }
  free(seen);
  return ok;
}

bool symmetry_is_automorphism(const schedule_problem_t *p, const uint32_t *image) {
  const uint32_t routers = p->topology->routers;
  const uint32_t *node = &image[routers];
  bool ok = is_permutation(image, routers) && is_permutation(node, p->topology->nodes);
  for (uint32_t c = 0; c < p->channels && ok; c++) {
    const schedule_channel_t *channel = &p->channel[c];
    const uint32_t to = schedule_channel(p, image[channel->from], image[channel->to]);
    ok = to < p->channels && p->channel[to].links == channel->links;
  }
  for (uint32_t n = 0; n < p->topology->nodes && ok; n++) {
    ok = image[p->enters[n]] == p->enters[node[n]] && image[p->leaves[n]] == p->leaves[node[n]] &&
         node_set_contains(&p->from, n) == node_set_contains(&p->from, node[n]) &&
         node_set_contains(&p->to, n) == node_set_contains(&p->to, node[n]);
  }
  return ok;
}

// --- orbits --------------------------------------------------------------------------------------

uint32_t *symmetry_orbits(const permutations_t *generators, uint32_t routers, noc_error_t *error) {
  uint32_t *orbit = malloc(generators->points * sizeof *orbit);
  if (orbit == NULL) {
    (void)memory_fail(error, "the symmetries of a network");
    return NULL;
  }
  disjoint_begin(orbit, generators->points);
  for (uint32_t g = 0; g < generators->count; g++) {
    const uint32_t *image = &generators->image[(size_t)g * generators->points];
    for (uint32_t i = 0; i < generators->points; i++) {
      disjoint_join(orbit, i, i < routers ? image[i] : routers + image[i]);
    }
  }
  for (uint32_t i = 0; i < generators->points; i++) {
    orbit[i] = disjoint_root(orbit, i);
  }
  return orbit;
}

// --- free groups ---------------------------------------------------------------------------------

enum {
  DRAWN = 400,       // elements that are drawn
  WALK = 12,         // generators that an element is the product of
  KEPT = 24,         // elements that move every point, of which groups are made
  MOST_ORDER = 128,  // elements of a group
  SAME_ORDER = 5,    // groups of one order
  MOST_GROUPS = 24
};

static void multiply(const permutations_t *g, uint32_t routers, const uint32_t *a,
                     const uint32_t *b, uint32_t *out) {
  for (uint32_t i = 0; i < routers; i++) {
    out[i] = b[a[i]];
  }
  for (uint32_t i = routers; i < g->points; i++) {
    out[i] = b[routers + a[i]];
  }
}

static bool is_identity(const uint32_t *a, uint32_t routers, uint32_t points) {
  for (uint32_t i = 0; i < points; i++) {
    if (a[i] != (i < routers ? i : i - routers)) {
      return false;
    }
  }
  return true;
}

static bool moves_all(const uint32_t *a, uint32_t routers, uint32_t points) {
  for (uint32_t i = 0; i < points; i++) {
    if (a[i] == (i < routers ? i : i - routers)) {
      return false;
    }
  }
  return true;
}

static bool contains(const permutations_t *group, const uint32_t *element) {
  for (uint32_t i = 0; i < group->count; i++) {
    if (memcmp(&group->image[(size_t)i * group->points], element,
               group->points * sizeof *element) == 0) {
      return true;
    }
  }
  return false;
}

// The group that the elements generate: false if it is too large or leaves a point where it is.
static bool close_group(const uint32_t *const element[], size_t count, uint32_t routers,
                        permutations_t *group, noc_error_t *error) {
  uint32_t *one = add_permutation(group, error);
  uint32_t *product = malloc(group->points * sizeof *product);
  bool ok = one != NULL && product != NULL;
  for (uint32_t i = 0; ok && i < group->points; i++) {
    one[i] = i < routers ? i : i - routers;
  }
  for (uint32_t head = 0; ok && head < group->count; head++) {
    for (size_t e = 0; e < count && ok; e++) {
      multiply(group, routers, &group->image[(size_t)head * group->points], element[e], product);
      if (contains(group, product)) {
        continue;
      }
      ok = group->count < MOST_ORDER && moves_all(product, routers, group->points);
      uint32_t *added = ok ? add_permutation(group, error) : NULL;
      ok = added != NULL;
      if (ok) {
        memcpy(added, product, group->points * sizeof *product);
      }
    }
  }
  free(product);
  return ok;
}

static uint32_t order_of(const uint32_t *element, uint32_t routers, uint32_t points,
                         uint32_t *power) {
  permutations_t g = {.points = points};
  uint32_t order = 1;
  memcpy(power, element, points * sizeof *power);
  uint32_t *next = malloc(points * sizeof *next);
  while (next != NULL && order <= MOST_ORDER && !is_identity(power, routers, points)) {
    multiply(&g, routers, power, element, next);
    memcpy(power, next, points * sizeof *power);
    order++;
  }
  free(next);
  return next == NULL ? 0 : order;
}

// Draws elements of the group and keeps their powers that generate a free group.
static bool draw_elements(const permutations_t *generators, uint32_t routers, uint64_t seed,
                          permutations_t *kept, noc_error_t *error) {
  const uint32_t points = generators->points;
  const uint64_t key = rng_key(seed, RNG_SCHEDULE, 1);
  uint64_t draws = 0;
  uint32_t *element = malloc(3 * points * sizeof *element);
  bool ok = element != NULL;
  if (!ok) {
    (void)memory_fail(error, "the symmetries of a network");
  }
  for (unsigned i = 0; ok && i < DRAWN && kept->count < KEPT; i++) {
    uint32_t *next = &element[points];
    uint32_t *power = &element[2 * (size_t)points];
    for (uint32_t k = 0; k < points; k++) {
      element[k] = k < routers ? k : k - routers;
    }
    const uint32_t length = 1 + rng_below(rng_draw(key, draws++), WALK);
    for (uint32_t k = 0; k < length; k++) {
      const uint32_t g = rng_below(rng_draw(key, draws++), generators->count);
      multiply(generators, routers, element, &generators->image[(size_t)g * points], next);
      memcpy(element, next, points * sizeof *element);
    }
    const uint32_t order = order_of(element, routers, points, power);
    for (uint32_t d = 2; ok && d <= order && order <= MOST_ORDER && kept->count < KEPT; d++) {
      if (order % d != 0) {
        continue;
      }
      memcpy(power, element, points * sizeof *power);
      for (uint32_t k = 1; k < order / d; k++) {
        multiply(generators, routers, power, element, next);
        memcpy(power, next, points * sizeof *power);
      }
      permutations_t cyclic = {.points = points};
      const bool is_free =
          close_group((const uint32_t *const[]){power}, 1, routers, &cyclic, error);
      permutations_free(&cyclic);
      if (is_free && !contains(kept, power)) {
        uint32_t *added = add_permutation(kept, error);
        ok = added != NULL;
        if (ok) {
          memcpy(added, power, points * sizeof *power);
        }
      }
    }
  }
  free(element);
  return ok;
}

// There are enough of its order, or this one.
static bool is_known(const permutations_t *groups, uint32_t count, const permutations_t *group) {
  uint32_t of_order = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool same = groups[i].count == group->count;
    of_order += same;
    for (uint32_t k = 0; k < group->count && same; k++) {
      same = contains(&groups[i], &group->image[(size_t)k * group->points]);
    }
    if (same) {
      return true;
    }
  }
  return of_order == SAME_ORDER;
}

static int by_order(const void *a, const void *b) {
  const permutations_t *x = a;
  const permutations_t *y = b;
  return x->count > y->count ? -1 : x->count < y->count;
}

bool symmetry_free_groups(const schedule_problem_t *p, const permutations_t *generators,
                          uint64_t seed, permutations_t **groups, uint32_t *count,
                          noc_error_t *error) {
  const uint32_t routers = p->topology->routers;
  const uint32_t points = generators->points;
  permutations_t kept = {.points = points};
  *count = 0;
  *groups = calloc(MOST_GROUPS, sizeof **groups);
  if (*groups == NULL) {
    return memory_fail(error, "the symmetries of a network");
  }
  if (generators->count == 0) {
    return true;
  }
  const bool ok = draw_elements(generators, routers, seed, &kept, error);
  for (uint32_t i = 0; ok && i < kept.count; i++) {
    for (uint32_t j = i; j < kept.count && *count < MOST_GROUPS; j++) {
      const uint32_t *const element[] = {&kept.image[(size_t)i * points],
                                         &kept.image[(size_t)j * points]};
      permutations_t group = {.points = points};
      if (close_group(element, 2, routers, &group, error) && !is_known(*groups, *count, &group)) {
        (*groups)[(*count)++] = group;
      } else {
        permutations_free(&group);
      }
    }
  }
  permutations_free(&kept);
  if (*count > 1) {
    qsort(*groups, *count, sizeof **groups, by_order);
  }
  return ok;
}
