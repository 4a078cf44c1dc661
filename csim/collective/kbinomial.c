// kbinomial -- see kbinomial.h.

#include "collective/kbinomial.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST_K = 32 };  // children that double 2^32 nodes

// N(s) = 1 + N(s - 1) + .. + N(s - k), over the steps that there are: the i-th child has s - i
// steps left when it gets the packet. Beyond MOST_K children nothing is gained.
uint64_t kbinomial_reach(unsigned k, uint64_t steps, uint64_t limit) {
  assert(k > 0);
  const unsigned most = k < MOST_K ? k : MOST_K;
  if (most == 1) {
    return steps < limit ? steps + 1 : limit;
  }
  uint64_t last[MOST_K] = {0};  // N(s - 1) at s - 1 modulo `most`
  uint64_t reached = 1;
  for (uint64_t s = 0; s <= steps && reached < limit; s++) {
    reached = 1;
    for (unsigned i = 0; i < most; i++) {
      reached += last[i];
    }
    last[s % most] = reached;
  }
  return reached < limit ? reached : limit;
}

// Steps of the first packet.
static uint64_t first_steps(uint32_t n, unsigned k) {
  const uint64_t members = (uint64_t)n + 1;
  if (k == 1) {
    return n;
  }
  uint64_t steps = 0;
  while (kbinomial_reach(k, steps, members) < members) {
    steps++;
  }
  return steps;
}

uint64_t kbinomial_steps(uint32_t n, uint64_t packets, unsigned k) {
  return first_steps(n, k) + (packets - 1) * k;
}

unsigned kbinomial_best(uint32_t n, uint64_t packets) {
  unsigned best = 1;
  uint64_t fewest = kbinomial_steps(n, packets, 1);
  for (unsigned k = 2; k <= MOST_K; k++) {
    const uint64_t steps = kbinomial_steps(n, packets, k);
    if (steps < fewest) {
      fewest = steps;
      best = k;
    }
  }
  return best;
}

// The routers of a depth-first walk over the breadth-first tree from router 0, numbered.
typedef struct {
  const topology_t *t;
  uint32_t *parent;
  uint32_t *queue;
  uint32_t *number;
} walk_t;

static void find_parents(const walk_t *w) {
  const topology_t *t = w->t;
  memset(w->parent, 0xff, t->routers * sizeof *w->parent);
  uint32_t tail = 0;
  w->parent[0] = 0;
  w->queue[tail++] = 0;
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t at = w->queue[head];
    for (uint32_t p = 0; p < t->ports; p++) {
      const int32_t peer = t->peer_router[(size_t)at * t->ports + p];
      if (peer >= 0 && w->parent[peer] == UINT32_MAX) {
        w->parent[peer] = at;
        w->queue[tail++] = (uint32_t)peer;
      }
    }
  }
}

// A stack of routers whose children are to come; each is numbered when it is taken off.
static void number_routers(const walk_t *w) {
  const topology_t *t = w->t;
  memset(w->number, 0xff, t->routers * sizeof *w->number);
  uint32_t top = 0;
  uint32_t count = 0;
  w->queue[top++] = 0;
  w->parent[0] = UINT32_MAX;
  while (top > 0) {
    const uint32_t at = w->queue[--top];
    w->number[at] = count++;
    for (uint32_t p = t->ports; p-- > 0;) {
      const int32_t peer = t->peer_router[(size_t)at * t->ports + p];
      if (peer >= 0 && w->parent[peer] == at) {
        w->parent[peer] = UINT32_MAX;  // links between two routers may be several
        w->queue[top++] = (uint32_t)peer;
      }
    }
  }
}

typedef struct {
  uint32_t number;  // of the router
  uint32_t node;
} place_t;

static int by_place(const void *a, const void *b) {
  const place_t *x = a;
  const place_t *y = b;
  const int numbers = (x->number > y->number) - (x->number < y->number);
  return numbers != 0 ? numbers : (x->node > y->node) - (x->node < y->node);
}

bool kbinomial_order(const routing_t *r, uint32_t *nodes, uint32_t count, noc_error_t *error) {
  const topology_t *t = r->topology;
  walk_t w = {.t = t,
              .parent = malloc(t->routers * sizeof *w.parent),
              .queue = malloc(t->routers * sizeof *w.queue),
              .number = calloc(t->routers, sizeof *w.number)};
  place_t *places = malloc(count * sizeof *places + 1);
  const bool ok = w.parent != NULL && w.queue != NULL && w.number != NULL && places != NULL;
  if (ok) {
    if (routing_by_tree(r)) {
      find_parents(&w);
      number_routers(&w);
    }
    for (uint32_t i = 0; i < count; i++) {
      places[i] = (place_t){w.number[routing_target(t, nodes[i])], nodes[i]};
    }
    qsort(places, count, sizeof *places, by_place);
    for (uint32_t i = 0; i < count; i++) {
      nodes[i] = places[i].node;
    }
  }
  free(w.parent);
  free(w.queue);
  free(w.number);
  free(places);
  return ok || memory_fail(error, "a tree");
}

// The subtrees of a run of places that is complete after `steps` steps: the first child has the
// last places and one step less, the next those before, and so on.
static uint32_t place_children(const kbinomial_t *tree, uint32_t *length, uint64_t *steps,
                               uint32_t at, unsigned k, uint32_t used) {
  uint32_t left = length[at] - 1;
  for (unsigned i = 1; left > 0; i++) {
    assert(i <= k && i <= steps[at]);
    const uint32_t share = (uint32_t)kbinomial_reach(k, steps[at] - i, left);
    const uint32_t child = at + 1 + left - share;
    tree->child[used++] = child;
    length[child] = share;
    steps[child] = steps[at] - i;
    left -= share;
  }
  return used;
}

static void turn_to_source(uint32_t *node, uint32_t members, uint32_t source, uint32_t *turned) {
  uint32_t at = 0;
  while (node[at] != source) {
    at++;
  }
  for (uint32_t i = 0; i < members; i++) {
    turned[i] = node[(at + i) % members];
  }
  memcpy(node, turned, members * sizeof *node);
}

// The nodes in their places, then the children of each place; parents come before their children.
static bool fill(kbinomial_t *tree, const routing_t *r, unsigned k, uint32_t *length,
                 uint64_t *steps, noc_error_t *error) {
  const uint32_t n = tree->members - 1;
  const uint32_t source = tree->node[0];
  if (!kbinomial_order(r, tree->node, n + 1, error)) {
    return false;
  }
  turn_to_source(tree->node, n + 1, source, length);
  length[0] = n + 1;
  steps[0] = n > 0 ? first_steps(n, k) : 0;
  uint32_t used = 0;
  for (uint32_t at = 0; at <= n; at++) {
    tree->first[at] = used;
    used = place_children(tree, length, steps, at, k, used);
  }
  tree->first[n + 1] = used;
  return true;
}

bool kbinomial_create(kbinomial_t *tree, const routing_t *r, uint32_t source,
                      const uint32_t *destinations, uint32_t n, unsigned k, noc_error_t *error) {
  *tree = (kbinomial_t){.members = n + 1};
  tree->node = malloc(((size_t)n + 1) * sizeof *tree->node);
  tree->first = malloc(((size_t)n + 2) * sizeof *tree->first);
  tree->child = malloc(((size_t)n + 1) * sizeof *tree->child);
  uint32_t *length = malloc(((size_t)n + 1) * sizeof *length);  // of the run of each subtree
  uint64_t *steps = malloc(((size_t)n + 1) * sizeof *steps);    // that it has
  bool ok = false;
  if (tree->node == NULL || tree->first == NULL || tree->child == NULL || length == NULL ||
      steps == NULL) {
    (void)memory_fail(error, "a tree");
  } else {
    tree->node[0] = source;
    memcpy(tree->node + 1, destinations, n * sizeof *destinations);
    ok = fill(tree, r, k, length, steps, error);
  }
  free(length);
  free(steps);
  return ok;
}

void kbinomial_free(kbinomial_t *tree) {
  free(tree->node);
  free(tree->first);
  free(tree->child);
  *tree = (kbinomial_t){0};
}
