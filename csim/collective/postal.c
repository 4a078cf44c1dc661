// postal -- see postal.h.

#include "collective/postal.h"

#include <stdlib.h>

#include "base/memory.h"
#include "shape/shape.h"

// R(x, q) of docs/multicast.md for one x and q.
typedef struct {
  uint64_t left, rate;
  uint32_t members;  // 0: nothing is here
} known_t;

// All values that somebody has asked for, by open addressing.
typedef struct {
  const postal_t *model;
  unsigned most;   // children of a node
  uint32_t limit;  // more members than these are not counted
  known_t *known;
  size_t room, used;  // room is a power of two, or 0
  bool short_of_memory;
} reach_t;

static uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

static known_t *place_of(const reach_t *r, uint64_t left, uint64_t rate) {
  uint64_t mixed = (left * UINT64_C(0x9e3779b97f4a7c15)) ^ (rate * UINT64_C(0xc2b2ae3d27d4eb4f));
  mixed ^= mixed >> 29;
  for (size_t at = mixed & (r->room - 1);; at = (at + 1) & (r->room - 1)) {
    known_t *k = &r->known[at];
    if (k->members == 0 || (k->left == left && k->rate == rate)) {
      return k;
    }
  }
}

static bool make_room(reach_t *r) {
  enum { FIRST = 1024 };
  if (2 * r->used < r->room) {
    return true;
  }
  reach_t more = *r;
  more.room = r->room > 0 ? 2 * r->room : FIRST;
  more.known = calloc(more.room, sizeof *more.known);
  if (more.known == NULL) {
    r->short_of_memory = true;
    return false;
  }
  for (size_t i = 0; i < r->room; i++) {
    if (r->known[i].members > 0) {
      *place_of(&more, r->known[i].left, r->known[i].rate) = r->known[i];
    }
  }
  free(r->known);
  *r = more;
  return true;
}

// Cycles between two packets that a node with so many children passes on; nothing follows from them
// where there is one packet.
static uint64_t rate_of(const postal_t *m, uint64_t rate, unsigned children) {
  return m->packets == 1 ? 0 : larger(rate, larger(children * m->gap, m->receive));
}

// Cycles that the i-th child, 1 and up, has left; false if it would not have all packets by then.
static bool left_of(const postal_t *m, uint64_t left, uint64_t rate, unsigned i, uint64_t *then) {
  const uint64_t start = (i - 1) * m->gap + m->latency;
  if (left < start || left - start < (uint64_t)(m->packets - 1) * rate) {
    return false;
  }
  *then = left - start;
  return true;
}

static uint32_t reach(reach_t *r, uint64_t left, uint64_t rate);

// The members below a node with so many children; *last is false if the last of them is too late.
static uint32_t below(reach_t *r, uint64_t left, uint64_t rate, unsigned children, bool *last) {
  const uint64_t passes = rate_of(r->model, rate, children);
  uint32_t sum = 0;
  uint64_t then = 0;
  *last = true;
  for (unsigned i = 1; i <= children && sum < r->limit && *last; i++) {
    *last = left_of(r->model, left, passes, i, &then);
    if (*last) {
      const uint32_t share = reach(r, then, passes);
      sum = share < r->limit - sum ? sum + share : r->limit;
    }
  }
  return sum;
}

// A node that has all packets in time.
static uint32_t reach(reach_t *r, uint64_t left, uint64_t rate) {
  if (r->short_of_memory) {
    return 1;  // whoever asked looks at that
  }
  if (r->room > 0 && place_of(r, left, rate)->members > 0) {
    return place_of(r, left, rate)->members;
  }
  uint32_t best = 0;
  bool last = true;
  for (unsigned c = 1; last && c <= r->most && best < r->limit; c++) {
    const uint32_t sum = below(r, left, rate, c, &last);
    best = sum > best ? sum : best;
  }
  const uint32_t members = best < r->limit ? best + 1 : r->limit;
  if (make_room(r)) {
    *place_of(r, left, rate) = (known_t){left, rate, members};
    r->used++;
  }
  return members;
}

static bool reaches(const postal_t *m, uint32_t n, unsigned most, uint64_t left, bool *all) {
  reach_t r = {.model = m, .most = most, .limit = n + 1};
  *all = reach(&r, left, rate_of(m, m->source, 0)) > n;
  free(r.known);
  return !r.short_of_memory;
}

// The least time of the trees whose nodes have up to `most` children, without the tables. False:
// memory is short.
static bool fastest(const postal_t *model, uint32_t n, unsigned most, uint64_t *cycles) {
  const uint64_t rate = rate_of(model, model->source, 1);
  uint64_t less =
      (uint64_t)(model->packets - 1) * rate + model->latency - 1;  // than one child takes
  uint64_t step = model->latency;
  bool all = false;
  bool ok = reaches(model, n, most, less + step, &all);
  while (ok && !all) {
    less += step;
    step *= 2;
    ok = reaches(model, n, most, less + step, &all);
  }
  uint64_t enough = less + step;
  while (ok && enough - less > 1) {
    const uint64_t middle = less + (enough - less) / 2;
    ok = reaches(model, n, most, middle, &all);
    if (all) {
      enough = middle;
    } else {
      less = middle;
    }
  }
  *cycles = enough;
  return ok;
}

// The most children of a node in the best tree, and its time with the tables, which are as long.
static bool best_width(const postal_t *m, uint32_t n, unsigned *most, uint64_t *cycles,
                       noc_error_t *error) {
  uint64_t least = 0;
  *most = SHAPE_MAX_FORWARD_CHILDREN;
  bool ok = fastest(m, n, *most, &least);
  *cycles = least + *most * m->write;
  bool wider = m->write > 0;
  for (unsigned w = 1; ok && wider && w * m->write + least < *cycles; w++) {
    uint64_t took = n * m->latency + (uint64_t)(m->packets - 1) * rate_of(m, m->source, 1);
    ok = w == 1 || fastest(m, n, w, &took);  // of a chain that is the time
    if (took + w * m->write < *cycles) {
      *cycles = took + w * m->write;
      *most = w;
    }
    wider = took > least;
  }
  return ok || memory_fail(error, "a tree");
}

bool postal_time(const postal_t *model, uint32_t n, uint64_t *cycles, noc_error_t *error) {
  unsigned most = 0;
  return best_width(model, n, &most, cycles, error);
}

bool postal_bound(const postal_t *model, uint32_t n, uint64_t *cycles, noc_error_t *error) {
  postal_t one = *model;
  one.packets = 1;
  if (!postal_time(&one, n, cycles, error)) {
    return false;
  }
  *cycles += (uint64_t)(model->packets - 1) * model->gap;
  return true;
}

// The fewest children with which a node reaches all members of its subtree.
static unsigned children_of(reach_t *r, const forward_place_t *at) {
  bool last = true;
  unsigned c = 1;
  while (below(r, at->left, at->rate, c, &last) + 1 < at->members && last) {
    c++;
  }
  return c;
}

static bool child(void *context, const forward_place_t *at, unsigned i, uint32_t left,
                  forward_place_t *child) {
  reach_t *r = context;
  child->rate = rate_of(r->model, at->rate, children_of(r, at));
  if (!left_of(r->model, at->left, child->rate, i, &child->left)) {
    return false;  // short of memory before
  }
  const uint32_t members = reach(r, child->left, child->rate);
  child->members = members < left ? members : left;
  return !r->short_of_memory;
}

bool postal_create(forward_tree_t *tree, const routing_t *r, uint32_t source,
                   const uint32_t *destinations, uint32_t n, const postal_t *model,
                   noc_error_t *error) {
  unsigned most = SHAPE_MAX_FORWARD_CHILDREN;
  uint64_t cycles = 0;
  *tree = (forward_tree_t){0};
  if (n > 0 && !best_width(model, n, &most, &cycles, error)) {
    return false;
  }
  reach_t known = {.model = model, .most = most, .limit = n + 1};
  forward_split_t split = {
      .context = &known, .root = {.rate = rate_of(model, model->source, 0)}, .child = child};
  split.root.left = n > 0 ? cycles - most * model->write : 0;
  const bool ok = forward_tree_create(tree, r, source, destinations, n, &split, error);
  free(known.known);
  return ok;
}
