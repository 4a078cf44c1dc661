// bisection -- see bisection.h.

#include "analysis/bisection.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/disjoint_sets.h"
#include "base/memory.h"
#include "base/rng.h"

enum { EXHAUSTIVE = 20, PASSES = 12, BFS_STARTS = 6, RANDOM_STARTS = 6 };
static const uint32_t kNone = UINT32_MAX;

// Above this many links times starts, fewer starts are made; above it alone, cuts are not improved.
static const double kWork = 1e6;

// The routers, those joined by a node's two places
// in one vertex, with links as neighbours in a row.
typedef struct {
  uint32_t vertices;
  uint32_t *weight;     // [vertex]: nodes
  uint32_t *row;        // [vertex + 1]: where its neighbours start
  uint32_t *neighbour;  // one entry a link and end
  uint32_t *vertex_of;  // [router]
  uint32_t degree;      // highest
  uint64_t low, high;   // bounds of the nodes of a half
  // One partition and what moves in it.
  uint8_t *side;
  int32_t *gain;  // by which the cut falls when the vertex moves
  uint8_t *fixed;
  uint32_t *next, *previous;  // lists of vertices of equal gain
  uint32_t *head;             // [2 degree + 1]: of gain - degree and up
  int32_t top;                // no list above is filled
  uint32_t *order;            // scratch: vertices in a row
  uint64_t weight_of[2];
} partition_t;

// Numbers the vertices: one a set of routers that are places of the same node.
static void number_vertices(const topology_t *t, partition_t *p) {
  disjoint_begin(p->vertex_of, t->routers);
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t in;
    topology_place_t out;
    (void)topology_injection(t, n, &in, 1);
    (void)topology_ejection(t, n, &out, 1);
    disjoint_join(p->vertex_of, in.router, out.router);
  }
  // A root comes before its set, so its number is there when they need it.
  for (uint32_t r = 0; r < t->routers; r++) {
    const uint32_t parent = p->vertex_of[r];
    p->vertex_of[r] = parent == r ? p->vertices++ : p->vertex_of[parent];
  }
}

static void fill_neighbours(const topology_t *t, partition_t *p) {
  for (uint32_t n = 0; n < t->nodes; n++) {
    topology_place_t in;
    (void)topology_injection(t, n, &in, 1);
    p->weight[p->vertex_of[in.router]]++;
  }
  for (unsigned round = 0; round < 2; round++) {  // counts, then fills
    for (uint32_t r = 0; r < t->routers; r++) {
      for (unsigned port = 0; port < t->ports; port++) {
        const int32_t peer = t->peer_router[(size_t)r * t->ports + port];
        if (peer >= 0 && p->vertex_of[peer] != p->vertex_of[r]) {
          const uint32_t v = p->vertex_of[r];
          if (round == 0) {
            p->row[v + 1]++;
          } else {
            p->neighbour[p->order[v]++] = p->vertex_of[peer];
          }
        }
      }
    }
    for (uint32_t v = 0; round == 0 && v < p->vertices; v++) {
      p->degree = p->row[v + 1] > p->degree ? p->row[v + 1] : p->degree;
      p->row[v + 1] += p->row[v];
      p->order[v] = p->row[v];
    }
  }
}

static void set_bounds(const topology_t *t, partition_t *p) {
  uint32_t heaviest = 0;
  for (uint32_t v = 0; v < p->vertices; v++) {
    heaviest = p->weight[v] > heaviest ? p->weight[v] : heaviest;
  }
  p->low = t->nodes > heaviest ? (t->nodes - heaviest + 1) / 2 : 0;
  p->high = ((uint64_t)t->nodes + heaviest) / 2;
}

static uint64_t cut_of(const partition_t *p, const uint8_t *side) {
  uint64_t ends = 0;
  for (uint32_t v = 0; v < p->vertices; v++) {
    for (uint32_t i = p->row[v]; i < p->row[v + 1]; i++) {
      ends += side[v] != side[p->neighbour[i]];
    }
  }
  return ends / 2;
}

// All halves that leave the last vertex on side 0. Gray code order: a step moves one vertex.
static uint64_t try_all(partition_t *p) {
  uint64_t best = UINT64_MAX;
  uint64_t weight = 0;  // of side 1
  int64_t cut = 0;
  assert(p->vertices > 0 && p->vertices <= EXHAUSTIVE);
  memset(p->side, 0, p->vertices);
  for (uint64_t code = 1; code < UINT64_C(1) << (p->vertices - 1); code++) {
    const uint32_t v = (uint32_t)__builtin_ctzll(code);
    for (uint32_t i = p->row[v]; i < p->row[v + 1]; i++) {
      cut += p->side[p->neighbour[i]] == p->side[v] ? 1 : -1;
    }
    weight = p->side[v] == 0 ? weight + p->weight[v] : weight - p->weight[v];
    p->side[v] ^= 1u;
    if (weight >= p->low && weight <= p->high && (uint64_t)cut < best) {
      best = (uint64_t)cut;
    }
  }
  return best;
}

static void unlink_vertex(partition_t *p, uint32_t v) {
  const uint32_t slot = (uint32_t)(p->gain[v] + (int32_t)p->degree);
  if (p->previous[v] == kNone) {
    p->head[slot] = p->next[v];
  } else {
    p->next[p->previous[v]] = p->next[v];
  }
  if (p->next[v] != kNone) {
    p->previous[p->next[v]] = p->previous[v];
  }
}

static void link_vertex(partition_t *p, uint32_t v) {
  const uint32_t slot = (uint32_t)(p->gain[v] + (int32_t)p->degree);
  p->previous[v] = kNone;
  p->next[v] = p->head[slot];
  if (p->next[v] != kNone) {
    p->previous[p->next[v]] = v;
  }
  p->head[slot] = v;
  p->top = p->gain[v] > p->top ? p->gain[v] : p->top;
}

static void start_pass(partition_t *p) {
  const uint32_t slots = 2 * p->degree + 1;
  memset(p->head, 0xff, slots * sizeof *p->head);
  memset(p->fixed, 0, p->vertices);
  p->top = -(int32_t)p->degree;
  p->weight_of[0] = p->weight_of[1] = 0;
  for (uint32_t v = 0; v < p->vertices; v++) {
    p->gain[v] = 0;
    for (uint32_t i = p->row[v]; i < p->row[v + 1]; i++) {
      p->gain[v] += p->side[p->neighbour[i]] != p->side[v] ? 1 : -1;
    }
    p->weight_of[p->side[v]] += p->weight[v];
    link_vertex(p, v);
  }
}

// The best vertex that may move: from the heavier side, or without weight. A few are looked at in
// each list.
static uint32_t pick(partition_t *p) {
  enum { LOOK = 64 };
  while (p->top > -(int32_t)p->degree && p->head[p->top + (int32_t)p->degree] == kNone) {
    p->top--;
  }
  const unsigned heavy = p->weight_of[1] > p->weight_of[0];
  const bool even = p->weight_of[1] == p->weight_of[0];
  unsigned looked = 0;
  for (int32_t gain = p->top; gain >= -(int32_t)p->degree; gain--) {
    for (uint32_t v = p->head[gain + (int32_t)p->degree]; v != kNone; v = p->next[v]) {
      if (even || p->side[v] == heavy || p->weight[v] == 0) {
        return v;
      }
      if (++looked > LOOK) {
        break;
      }
    }
    looked = 0;
  }
  return kNone;
}

static void move(partition_t *p, uint32_t v) {
  unlink_vertex(p, v);
  p->fixed[v] = 1;
  p->weight_of[p->side[v]] -= p->weight[v];
  p->side[v] ^= 1u;
  p->weight_of[p->side[v]] += p->weight[v];
  for (uint32_t i = p->row[v]; i < p->row[v + 1]; i++) {
    const uint32_t w = p->neighbour[i];
    if (p->fixed[w] == 0) {
      unlink_vertex(p, w);
      p->gain[w] += p->side[w] != p->side[v] ? 2 : -2;
      link_vertex(p, w);
    }
  }
}

// Moves every vertex once, the best first, and keeps the best balanced cut on the way. Returns
// whether it is better than before.
static bool improve(partition_t *p, uint64_t *cut) {
  start_pass(p);
  int64_t now = (int64_t)*cut;
  uint32_t moved = 0;
  uint32_t keep = 0;
  for (uint32_t v = pick(p); v != kNone; v = pick(p)) {
    now -= p->gain[v];
    move(p, v);
    p->order[moved++] = v;
    if (p->weight_of[0] >= p->low && p->weight_of[0] <= p->high && now < (int64_t)*cut) {
      *cut = (uint64_t)now;
      keep = moved;
    }
  }
  for (uint32_t i = moved; i-- > keep;) {
    p->side[p->order[i]] ^= 1u;
  }
  return keep > 0;
}

// Side 0 takes vertices in this order up to half of the nodes. False when that is no balance.
static bool split(partition_t *p, const uint32_t *order, uint64_t nodes) {
  uint64_t taken = 0;
  for (uint32_t i = 0; i < p->vertices; i++) {
    const uint32_t v = order[i];
    const bool room = taken + p->weight[v] <= nodes / 2 || taken < p->low;
    p->side[v] = !room;
    taken += room ? p->weight[v] : 0;
  }
  return taken >= p->low && taken <= p->high;
}

static void order_by_search(partition_t *p, uint32_t from, uint32_t *order) {
  uint32_t tail = 0;
  memset(p->fixed, 0, p->vertices);
  order[tail++] = from;
  p->fixed[from] = 1;
  for (uint32_t head = 0; head < tail; head++) {
    for (uint32_t i = p->row[order[head]]; i < p->row[order[head] + 1]; i++) {
      const uint32_t w = p->neighbour[i];
      if (p->fixed[w] == 0) {
        p->fixed[w] = 1;
        order[tail++] = w;
      }
    }
  }
}

// The k-th start: the order of the numbers, of a search from somewhere, or at random.
static void order_start(partition_t *p, unsigned k, uint32_t *order) {
  const uint64_t key = rng_key(1, RNG_TOPOLOGY, k);
  if (k > 0 && k <= BFS_STARTS) {
    order_by_search(p, rng_below(rng_draw(key, 0), p->vertices), order);
    return;
  }
  for (uint32_t v = 0; v < p->vertices; v++) {
    order[v] = v;
  }
  for (uint32_t i = 0; k > 0 && i < p->vertices; i++) {
    const uint32_t j = i + rng_below(rng_draw(key, i), p->vertices - i);
    const uint32_t v = order[i];
    order[i] = order[j];
    order[j] = v;
  }
}

static uint64_t try_starts(partition_t *p, uint64_t nodes) {
  const double links = (double)p->row[p->vertices] / 2 + p->vertices;
  uint64_t best = UINT64_MAX;
  for (unsigned k = 0; k <= BFS_STARTS + RANDOM_STARTS; k++) {
    if (k > 0 && links * (k + 1) > kWork) {
      break;
    }
    order_start(p, k, p->order);
    if (!split(p, p->order, nodes)) {
      continue;
    }
    uint64_t cut = cut_of(p, p->side);
    for (unsigned pass = 0; pass < PASSES && links <= kWork && improve(p, &cut); pass++) {
    }
    best = cut < best ? cut : best;
  }
  return best;
}

static bool allocate(const topology_t *t, partition_t *p) {
  const size_t ends = (size_t)t->routers * t->ports;
  p->weight = calloc(t->routers, sizeof *p->weight);
  p->row = calloc((size_t)t->routers + 1, sizeof *p->row);
  p->neighbour = malloc((ends + 1) * sizeof *p->neighbour);
  p->vertex_of = malloc(t->routers * sizeof *p->vertex_of);
  p->side = calloc(t->routers, 1);
  p->gain = calloc(t->routers, sizeof *p->gain);
  p->fixed = calloc(t->routers, 1);
  p->next = malloc(t->routers * sizeof *p->next);
  p->previous = malloc(t->routers * sizeof *p->previous);
  // The ports of a vertex are those of all its routers; a pair at most is joined.
  p->head = malloc((4 * (size_t)t->ports + 1) * sizeof *p->head);
  p->order = malloc(t->routers * sizeof *p->order);
  return p->weight != NULL && p->row != NULL && p->neighbour != NULL && p->vertex_of != NULL &&
         p->side != NULL && p->gain != NULL && p->fixed != NULL && p->next != NULL &&
         p->previous != NULL && p->head != NULL && p->order != NULL;
}

static void release(partition_t *p) {
  free(p->weight);
  free(p->row);
  free(p->neighbour);
  free(p->vertex_of);
  free(p->side);
  free(p->gain);
  free(p->fixed);
  free(p->next);
  free(p->previous);
  free(p->head);
  free(p->order);
}

bool bisection_search(const topology_t *t, double *cut, bool *exact, noc_error_t *error) {
  partition_t p = {0};
  const bool ok = allocate(t, &p);
  *cut = NAN;
  *exact = false;
  if (ok) {
    number_vertices(t, &p);
    fill_neighbours(t, &p);
    set_bounds(t, &p);
    *exact = p.vertices <= EXHAUSTIVE;
    const uint64_t found = *exact ? try_all(&p) : try_starts(&p, t->nodes);
    *cut = found == UINT64_MAX ? NAN : (double)found;
  }
  release(&p);
  return ok || memory_fail(error, "the bisection");
}
