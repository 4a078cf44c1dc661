// exchange -- see exchange.h.

#include "schedule/exchange.h"

#include "base/memory.h"

// How a node sends along one dimension in a message: `round` and `up` or down say how far, `pair`
// is the number of its pair in that round.
typedef struct {
  uint32_t round, pair;
  bool up;
} way_t;

bool exchange_fits(const schedule_problem_t *p) {
  const topology_t *t = p->topology;
  unsigned largest = 0;
  if (t->wiring != WIRING_TORUS || t->nodes_per_router != 1 || p->kind != SCHEDULE_SCATTER ||
      p->from.count != t->nodes || p->to.count != t->nodes) {
    return false;
  }
  for (unsigned d = 0; d < t->dims; d++) {
    if (t->radix[d] != 1 && t->radix[d] % 4 != 0) {
      return false;
    }
    largest = t->radix[d] > largest ? t->radix[d] : largest;
  }
  return largest >= 8;
}

// The round in which two classes of `classes` meet, and the number of their pair in it: the last
// class stays at its place, the others go round past it, and i and j meet where i + j is twice the
// round.
static way_t meet(uint32_t a, uint32_t b, uint32_t classes) {
  const uint32_t others = classes - 1;
  const uint32_t half = classes / 2;  // 1 / 2 modulo the others, which are odd
  way_t way = {0};
  if (a == others || b == others) {
    way.round = a == others ? b : a;
  } else {
    way.round = (uint32_t)(((uint64_t)a + b) * half % others);
    const uint32_t apart = (a + others - way.round) % others;
    way.pair = apart < others - apart ? apart : others - apart;
  }
  return way;
}

static way_t way_between(uint32_t from, uint32_t to, uint32_t radix) {
  const uint32_t classes = radix / 2;
  const uint32_t pairs = radix / 4;
  const uint32_t a = from % classes;
  const uint32_t b = to % classes;
  if (a != b) {
    way_t way = meet(a, b, classes);
    way.up = (to + radix - from) % radix < classes;
    return way;
  }
  // To itself, or across the ring; the first half of the classes cross upwards.
  return (way_t){.round = classes - 1, .pair = a % pairs, .up = (from != to) == (a < pairs)};
}

typedef struct {
  uint32_t step;
  way_t way[NOC_CUBE_DIMS];
} place_t;

static place_t place(const topology_t *t, const unsigned *from, const unsigned *to,
                     unsigned largest, uint32_t shifts) {
  place_t at = {0};
  uint32_t shift = 0;
  bool first = true;
  bool up = true;  // in the first dimension
  for (unsigned d = 0; d < t->dims; d++) {
    if (t->radix[d] == 1) {
      continue;
    }
    const way_t way = way_between(from[d], to[d], t->radix[d]);
    at.way[d] = way;
    at.step = at.step * (t->radix[d] / 2) + way.round;
    if (first) {
      up = way.up;
      first = false;
    } else {
      at.step = at.step * 2 + (way.up == up);
    }
    shift += d == largest ? way.pair : shifts - way.pair;
  }
  shift += up ? 0 : 1;
  at.step = at.step * shifts + shift % shifts;
  return at;
}

static bool add(schedule_t *s, const schedule_problem_t *p, uint32_t from, uint32_t to,
                unsigned largest, uint32_t shifts) {
  const topology_t *t = p->topology;
  unsigned here[NOC_MAX_DIMS];
  unsigned there[NOC_MAX_DIMS];
  uint32_t path[SCHEDULE_ROUTERS] = {from};
  topology_coordinates(t, from, here);
  topology_coordinates(t, to, there);
  const place_t at = place(t, here, there, largest, shifts);
  schedule_move_t move = {.step = at.step, .from = from, .to = to, .origin = from, .routers = 1};
  for (unsigned d = 0; d < t->dims; d++) {
    while (here[d] != there[d]) {
      here[d] = (here[d] + (at.way[d].up ? 1 : t->radix[d] - 1)) % t->radix[d];
      path[move.routers++] = topology_router_at(t, here);
    }
  }
  return schedule_add(s, &move, path);
}

bool exchange_schedule(const schedule_problem_t *p, schedule_t *found, noc_error_t *error) {
  const topology_t *t = p->topology;
  schedule_t s = {0};
  unsigned largest = 0;
  uint32_t shifts = 1;  // as many as pairs in the largest dimension
  bool ok = true;
  for (unsigned d = 0; d < t->dims; d++) {
    if (t->radix[d] / 4 > shifts) {
      largest = d;
      shifts = t->radix[d] / 4;
    }
  }
  for (uint32_t from = 0; ok && from < t->nodes; from++) {
    for (uint32_t to = 0; ok && to < t->nodes; to++) {
      ok = from == to || add(&s, p, from, to, largest, shifts);
    }
  }
  if (!ok) {
    schedule_free(&s);
    return memory_fail(error, "a schedule");
  }
  schedule_sort(&s);
  schedule_free(found);
  *found = s;
  return true;
}
