// h3dm_distances -- see h3dm_distances.h.

#include "analysis/h3dm_distances.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { M, N, LEVELS, Q, MODULE_DIMS = 3, BITS = 64, ROUNDS = 48 };

// A corner as bits: bit 2 i is the sign of x of level i + 2, bit 2 i + 1 that of y; 1 is minus.
typedef uint32_t corner_t;

static unsigned higher_levels(const topology_t *t) {
  return t->arg[LEVELS] - 1;
}

static unsigned corner_bits(const topology_t *t) {
  return 2 * higher_levels(t);
}

static corner_t swap_axes(corner_t c) {
  return (c & 0x55555555u) << 1 | (c >> 1 & 0x55555555u);
}

// Level i takes the place of level (turn - i) or (turn + i), modulo their number.
static corner_t turn_levels(const topology_t *t, corner_t c, unsigned turn, bool backwards) {
  const unsigned count = higher_levels(t);
  corner_t turned = 0;
  for (unsigned i = 0; i < count; i++) {
    const unsigned to = (backwards ? turn + count - i : turn + i) % count;
    turned |= (c >> 2 * i & 3u) << 2 * to;
  }
  return turned;
}

// The smallest of the corners that are images of this one.
static corner_t smallest_image(const topology_t *t, corner_t corner) {
  const unsigned count = higher_levels(t);
  const corner_t all = (UINT32_C(1) << corner_bits(t)) - 1;
  // Layers taken backwards turn level i into count - 1 - i; a rotation needs all layers in use.
  const bool full = count << t->arg[Q] == t->arg[M];
  corner_t smallest = corner;
  for (unsigned backwards = 0; backwards < 2; backwards++) {
    for (unsigned turn = 0; turn < count; turn++) {
      if (!full && turn != (backwards ? count - 1 : 0)) {
        continue;
      }
      const corner_t turned = turn_levels(t, corner, turn, backwards != 0);
      for (unsigned image = 0; image < 8; image++) {
        corner_t c = (image & 1u) != 0 ? swap_axes(turned) : turned;
        c ^= (image & 2u) != 0 ? all & 0x55555555u : 0;
        c ^= (image & 4u) != 0 ? all & 0xaaaaaaaau : 0;
        smallest = c < smallest ? c : smallest;
      }
    }
  }
  return smallest;
}

double h3dm_distances_work(const topology_t *t) {
  const corner_t corners = UINT32_C(1) << corner_bits(t);
  uint64_t searches = 0;
  for (corner_t c = 0; c < corners; c++) {
    searches += smallest_image(t, c) == c;
  }
  const uint32_t module = t->arg[M] * t->arg[M] * t->arg[M];
  searches *= (module + BITS - 1) / BITS;
  return (double)searches * t->routers * t->ports * ROUNDS;
}

// One search: a bit a source.
typedef struct {
  const topology_t *t;
  uint64_t *seen, *now, *next;  // [router]
  double *weight;               // [module]: pairs of modules that this one stands for
  uint32_t module;              // routers of a module
} search_t;

static uint32_t corner_module(const topology_t *t, corner_t corner) {
  uint32_t module = 0;
  for (unsigned d = corner_bits(t); d-- > 0;) {
    module = module * t->arg[N] + ((corner >> d & 1u) != 0 ? t->arg[N] - 1 : 0);
  }
  return module;
}

static void set_weights(const search_t *s, corner_t corner) {
  const unsigned n = s->t->arg[N];
  for (uint32_t module = 0; module < s->t->routers / s->module; module++) {
    double weight = 1;
    uint32_t rest = module;
    for (unsigned d = 0; d < corner_bits(s->t); d++) {
      const unsigned digit = rest % n;
      const unsigned apart = (corner >> d & 1u) != 0 ? n - 1 - digit : digit;
      weight *= apart == 0 ? n / 2.0 : n - apart;
      rest /= n;
    }
    s->weight[module] = weight;
  }
}

// One hop further from all sources. Returns the weight of what is reached for the first time.
static double step(const search_t *s) {
  const topology_t *t = s->t;
  for (uint32_t r = 0; r < t->routers; r++) {
    const uint64_t here = s->now[r];
    if (here == 0) {
      continue;
    }
    const int32_t *peer = &t->peer_router[(size_t)r * t->ports];
    for (unsigned p = t->nodes_per_router; p < t->ports; p++) {
      if (peer[p] >= 0) {
        s->next[peer[p]] |= here;
      }
    }
  }
  double reached = 0;
  for (uint32_t module = 0; module < t->routers / s->module; module++) {
    uint64_t count = 0;
    for (uint32_t r = module * s->module; r < (module + 1) * s->module; r++) {
      const uint64_t fresh = s->next[r] & ~s->seen[r];
      s->seen[r] |= fresh;
      s->now[r] = fresh;
      s->next[r] = 0;
      count += (uint64_t)__builtin_popcountll(fresh);
    }
    reached += (double)count * s->weight[module];
  }
  return reached;
}

// Searches from `count` routers of the corner's module, `first` and up.
static void search(const search_t *s, corner_t corner, uint32_t first, uint32_t count,
                   double images, h3dm_distances_t *d) {
  const size_t bytes = (size_t)s->t->routers * sizeof *s->seen;
  memset(s->seen, 0, bytes);
  memset(s->now, 0, bytes);
  memset(s->next, 0, bytes);
  const uint32_t base = corner_module(s->t, corner) * s->module + first;
  for (uint32_t i = 0; i < count; i++) {
    s->seen[base + i] = s->now[base + i] = UINT64_C(1) << i;
  }
  double reached = 1;
  for (double hops = 1; reached > 0; hops++) {
    reached = step(s);
    d->sum += images * hops * reached;
    d->diameter = reached > 0 && hops > d->diameter ? hops : d->diameter;
  }
  d->searches += count;
}

static void search_all(search_t *s, const uint32_t *images, h3dm_distances_t *d) {
  for (corner_t c = 0; c < UINT32_C(1) << corner_bits(s->t); c++) {
    if (images[c] > 0) {
      set_weights(s, c);
      for (uint32_t first = 0; first < s->module; first += BITS) {
        const uint32_t count = s->module - first < BITS ? s->module - first : BITS;
        search(s, c, first, count, images[c], d);
      }
    }
  }
}

bool h3dm_distances(const topology_t *t, h3dm_distances_t *d, noc_error_t *error) {
  *d = (h3dm_distances_t){0};
  const corner_t corners = UINT32_C(1) << corner_bits(t);
  const uint32_t module = t->arg[M] * t->arg[M] * t->arg[M];
  uint32_t *images = calloc(corners, sizeof *images);  // [corner]: how many it stands for
  search_t s = {.t = t, .module = module};
  s.seen = malloc(t->routers * sizeof *s.seen);
  s.now = malloc(t->routers * sizeof *s.now);
  s.next = malloc(t->routers * sizeof *s.next);
  s.weight = calloc(t->routers / module, sizeof *s.weight);
  const bool ok =
      images != NULL && s.seen != NULL && s.now != NULL && s.next != NULL && s.weight != NULL;
  if (ok) {
    for (corner_t c = 0; c < corners; c++) {
      images[smallest_image(t, c)]++;
    }
    search_all(&s, images, d);
  }
  free(images);
  free(s.seen);
  free(s.now);
  free(s.next);
  free(s.weight);
  return ok || memory_fail(error, "distances");
}
