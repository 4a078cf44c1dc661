// measure -- see measure.h.

#include "analysis/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/bisection.h"
#include "analysis/graph.h"
#include "analysis/h3dm_distances.h"
#include "base/memory.h"
#include "base/rng.h"

// Work is counted in links followed. All pairs of 16 thousand routers of an octagon or an H3DM are
// searched in half a minute; what takes longer is sampled.
static const double kAllPairs = 6e9;
static const double kSample = 1e8;

// An H3DM below this is enumerated.
static const double kFewPairs = 1e8;

// Links looked at by the searches from the corners of an H3DM, 64 at once: a minute.
static const double kCorners = 4e10;

// Above this many links a closed form is used without a search.
static const double kSearchLinks = 8e6;

// Searches are done in blocks, so that igraph lists the neighbours once a block.
enum {
  BLOCK = 64,
  CONNECTIVITY_WORK = 200 * 1000 * 1000,
  FEWEST_SAMPLES = 8,
  CUT_LINKS = 200 * 1000
};

// The network over which the distances are summed, and the sums.
typedef struct {
  const topology_t *t;
  igraph_t graph;
  uint32_t *ejects;  // [router]: nodes that leave there
  uint32_t *enters;  // [router]: nodes that enter there
  uint32_t *first;   // [router]: a node that enters there, the first of `enters` in a row
  double sum;        // of distances over ordered pairs of distinct nodes
  double pairs;
  double longest;
} distances_t;

static void count_links(const topology_t *t, measure_t *m) {
  m->degree_min = UINT32_MAX;
  uint64_t ends = 0;
  for (uint32_t r = 0; r < t->routers; r++) {
    uint32_t degree = 0;
    for (unsigned p = 0; p < t->ports; p++) {
      degree += t->peer_router[(size_t)r * t->ports + p] >= 0;
    }
    ends += degree;
    m->degree_min = degree < m->degree_min ? degree : m->degree_min;
    m->degree_max = degree > m->degree_max ? degree : m->degree_max;
  }
  m->links = (uint32_t)(ends / 2);
}

// The distances from one router, for all the nodes that enter there.
static void add_row(distances_t *d, uint32_t from, const igraph_matrix_t *row, igraph_integer_t at,
                    double weight) {
  const topology_t *t = d->t;
  double sum = 0;
  for (uint32_t to = 0; to < t->routers; to++) {
    if (d->ejects[to] > 0) {
      const double hops = MATRIX(*row, at, to);
      sum += hops * d->ejects[to];
      d->longest = hops > d->longest ? hops : d->longest;
    }
  }
  double to_itself = 0;
  for (uint32_t i = 0; i < d->enters[from]; i++) {
    topology_place_t place;
    (void)topology_ejection(t, d->first[from] + i, &place, 1);
    to_itself += MATRIX(*row, at, place.router);
  }
  d->sum += weight * (sum * d->enters[from] - to_itself);
  d->pairs += weight * (double)d->enters[from] * (t->nodes - 1.0);
}

// Searches from the routers listed.
static bool search(distances_t *d, const uint32_t *from, uint32_t count, noc_error_t *error) {
  igraph_matrix_t rows;
  igraph_vector_int_t block;
  igraph_error_t code = igraph_matrix_init(&rows, 0, 0);
  if (code != IGRAPH_SUCCESS) {
    return graph_fail(code, "distances", error);
  }
  code = igraph_vector_int_init(&block, 0);
  // A matrix of a block has a number a router and search.
  const uint32_t most = d->t->routers > 100000 ? 1 : BLOCK;
  for (uint32_t at = 0; at < count && code == IGRAPH_SUCCESS; at += most) {
    const uint32_t size = count - at < most ? count - at : most;
    code = igraph_vector_int_resize(&block, size);
    for (uint32_t i = 0; i < size && code == IGRAPH_SUCCESS; i++) {
      VECTOR(block)[i] = from[at + i];
    }
    if (code == IGRAPH_SUCCESS) {
      code = igraph_distances(&d->graph, &rows, igraph_vss_vector(&block), igraph_vss_all(),
                              IGRAPH_ALL);
    }
    for (uint32_t i = 0; i < size && code == IGRAPH_SUCCESS; i++) {
      add_row(d, from[at + i], &rows, i, 1);
    }
  }
  igraph_vector_int_destroy(&block);
  igraph_matrix_destroy(&rows);
  return code == IGRAPH_SUCCESS || graph_fail(code, "distances", error);
}

// Which routers to search from: those with nodes, one of each class, or a sample.
static uint32_t choose(const distances_t *d, const topology_forms_t *forms, measure_t *m,
                       uint32_t *from) {
  const topology_t *t = d->t;
  uint32_t count = 0;
  if (forms->classes > 0) {
    m->method = MEASURE_SYMMETRY;
    for (; count < forms->classes; count++) {
      from[count] = count * forms->step;
    }
    return count;
  }
  for (uint32_t r = 0; r < t->routers; r++) {
    if (d->enters[r] > 0) {
      from[count++] = r;
    }
  }
  m->method = MEASURE_ENUMERATION;
  const double work = t->routers + 2.0 * m->links;
  if (count * work > kAllPairs) {
    m->method = MEASURE_SAMPLE;
    const double affordable = floor(kSample / work);
    uint32_t samples =
        affordable > FEWEST_SAMPLES ? (uint32_t)affordable : (uint32_t)FEWEST_SAMPLES;
    samples = samples < count ? samples : count;
    const uint64_t key = rng_key(1, RNG_TOPOLOGY, 0);
    for (uint32_t i = 0; i < samples; i++) {  // the first draws of a shuffle
      const uint32_t j = i + rng_below(rng_draw(key, i), count - i);
      const uint32_t router = from[j];
      from[j] = from[i];
      from[i] = router;
    }
    count = samples;
  }
  return count;
}

// H3DM: from the corners, for all nodes of the routers.
static bool measure_corners(const topology_t *t, measure_t *m, noc_error_t *error) {
  h3dm_distances_t h;
  if (!h3dm_distances(t, &h, error)) {
    return false;
  }
  const double nodes = t->nodes;
  m->method = MEASURE_SYMMETRY;
  m->searches = h.searches;
  m->diameter = h.diameter;
  m->mean_distance = h.sum * t->nodes_per_router * t->nodes_per_router / (nodes * (nodes - 1));
  return true;
}

static bool measure_distances(distances_t *d, const topology_forms_t *forms, measure_t *m,
                              noc_error_t *error) {
  const topology_t *t = d->t;
  d->enters = calloc(t->routers, sizeof *d->enters);
  d->ejects = calloc(t->routers, sizeof *d->ejects);
  d->first = calloc(t->routers, sizeof *d->first);
  uint32_t *from = calloc(t->routers, sizeof *from);
  bool ok = d->enters != NULL && d->ejects != NULL && d->first != NULL && from != NULL;
  if (!ok) {
    (void)memory_fail(error, "distances");
  }
  for (uint32_t n = t->nodes; ok && n-- > 0;) {
    topology_place_t place;
    (void)topology_injection(t, n, &place, 1);
    d->enters[place.router]++;
    d->first[place.router] = n;
    (void)topology_ejection(t, n, &place, 1);
    d->ejects[place.router]++;
  }
  if (ok) {
    m->searches = choose(d, forms, m, from);
    ok = search(d, from, m->searches, error);
    m->diameter = d->longest;
    m->mean_distance = d->pairs > 0 ? d->sum / d->pairs : NAN;
  }
  free(from);
  free(d->enters);
  free(d->ejects);
  free(d->first);
  return ok;
}

// Edge connectivity c gives floor(c R / (2 (R - 1))) disjoint spanning trees: by Nash-Williams and
// Tutte (1961) as many as the fewest links between the p parts of a partition, over p - 1, and
// c p / 2 links at least leave p parts. More than links / (R - 1) cannot be; one is in every
// connected graph.
static void count_trees(const topology_t *t, measure_t *m) {
  const double routers = t->routers;
  const double most = floor(m->links / (routers - 1));
  const double sure = floor(m->edge_connectivity * routers / (2 * (routers - 1)));
  m->trees = sure < 1 ? 1 : sure;
  m->trees_exact = m->trees == most;
}

static bool measure_connectivity(const distances_t *d, const topology_forms_t *forms, measure_t *m,
                                 noc_error_t *error) {
  const topology_t *t = d->t;
  if (t->routers < 2) {
    return true;
  }
  if (t->nodes_per_router > 0 && forms->classes == 1) {
    // A connected graph whose vertices are all alike is as connected as its degree (Mader 1971).
    m->edge_connectivity = m->degree_min;
  } else if ((double)t->routers * m->links <= CONNECTIVITY_WORK) {
    igraph_integer_t value = 0;
    const igraph_error_t code = igraph_edge_connectivity(&d->graph, &value, true);
    if (code != IGRAPH_SUCCESS) {
      return graph_fail(code, "edge connectivity", error);
    }
    m->edge_connectivity = (double)value;
  }
  if (!isnan(m->edge_connectivity)) {
    count_trees(t, m);
  }
  return true;
}

// The cut is searched for, even beside a closed form, while that takes moments.
static bool measure_bisection(const topology_t *t, const topology_forms_t *forms, measure_t *m,
                              noc_error_t *error) {
  if (t->routers < 2) {
    return true;
  }
  const bool known = !isnan(forms->bisection) && forms->bisection_exact;
  if ((!known || m->links <= CUT_LINKS) && !bisection_search(t, &m->cut, &m->cut_exact, error)) {
    return false;
  }
  if (known && m->cut < forms->bisection) {
    return noc_fail(error, NOC_INTERNAL, "%s: a bisection of %g links, but one of %g is found",
                    t->name, forms->bisection, m->cut);
  }
  m->bisection = isnan(m->cut) || forms->bisection < m->cut ? forms->bisection : m->cut;
  m->bisection_exact = known || m->cut_exact;
  return true;
}

bool measure_topology(const topology_t *t, measure_t *m, noc_error_t *error) {
  *m = (measure_t){.diameter = NAN,
                   .mean_distance = NAN,
                   .cut = NAN,
                   .bisection = NAN,
                   .edge_connectivity = NAN,
                   .trees = NAN};
  topology_forms_t forms;
  topology_forms(t, &forms);
  count_links(t, m);
  distances_t d = {.t = t};
  const bool closed = !isnan(forms.diameter) && !isnan(forms.mean_distance);
  const double all_pairs = (double)t->routers * (t->routers + 2.0 * m->links);
  const bool affordable = m->links <= kSearchLinks && (forms.classes > 0 || all_pairs <= kAllPairs);
  if (closed && !affordable) {
    m->method = MEASURE_CLOSED_FORM;
    m->diameter = forms.diameter;
    m->mean_distance = forms.mean_distance;
    if (t->nodes_per_router > 0 && forms.classes == 1 && t->routers > 1) {
      m->edge_connectivity = m->degree_min;
      count_trees(t, m);
    }
    return measure_bisection(t, &forms, m, error);
  }
  const bool corners = t->wiring == WIRING_MODULES && t->arg[2] > 1 && all_pairs > kFewPairs &&
                       h3dm_distances_work(t) <= kCorners;
  if (corners && (!measure_corners(t, m, error) || m->links > kSearchLinks)) {
    return m->diameter > 0 && measure_bisection(t, &forms, m, error);
  }
  if (!memory_check(graph_bytes(t, m->links), t->name, error) ||
      !graph_create(t, &d.graph, error)) {
    return false;
  }
  const bool ok = (corners || measure_distances(&d, &forms, m, error)) &&
                  measure_connectivity(&d, &forms, m, error) &&
                  measure_bisection(t, &forms, m, error);
  igraph_destroy(&d.graph);
  return ok;
}

double measure_moore(double degree, double diameter) {
  double routers = 1;
  double ring = degree;
  for (double i = 0; i < diameter && isfinite(routers); i++) {
    routers += ring;
    ring *= degree - 1;
  }
  return routers;
}

const char *measure_method_name(measure_method_t method) {
  static const char *const kNames[] = {"enumeration", "symmetry", "closed form", "sample"};
  return kNames[method];
}
