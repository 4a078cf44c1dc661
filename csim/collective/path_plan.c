// path_plan -- see path_plan.h.
//
// Phase by phase, worm by worm: of all nodes that have the message and have not sent in this phase,
// the one whose best worm (path_search.h) drops most copies sends it.
// Less greedy: the first worm of all, which decides where the second phase starts from, is not only
// the longest one; others are tried, and of the whole plans the one with the fewest phases, then
// worms, conflicts and hops is kept.

#include "collective/path_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/path_search.h"

// First worms that are tried, where destinations are at no more routers than this.
enum { FIRST_WORMS = 32, MOST_DROPS = 64 };

// The nodes at a router that have not sent in this phase: one search stands for all.
typedef struct {
  uint32_t router;
  uint32_t first, nodes;  // of planner_t.holder
  int64_t value;          // of its best worm when it was last searched for
} sender_t;

typedef struct {
  uint32_t router, node;
} holder_t;

typedef struct {
  path_search_t search;
  uint32_t source;
  uint32_t n;        // destinations
  holder_t *holder;  // that have the message; those of this phase by routers
  uint32_t holders;
  sender_t *sender;
  uint32_t senders;
  uint32_t left;  // destinations
  path_plan_t plan;
  uint32_t worms_room, pairs_room;
  uint32_t pairs, nodes;
  noc_error_t *error;
} planner_t;

static int by_router(const void *a, const void *b) {
  const holder_t *x = a;
  const holder_t *y = b;
  const int routers = (x->router > y->router) - (x->router < y->router);
  return routers != 0 ? routers : (x->node > y->node) - (x->node < y->node);
}

static void add_holder(planner_t *p, uint32_t node) {
  p->holder[p->holders++] = (holder_t){path_start(p->search.legs.r->topology, node).router, node};
}

static void begin_phase(planner_t *p) {
  const topology_t *t = p->search.legs.r->topology;
  memset(p->search.used, 0, (size_t)t->routers * t->ports * sizeof *p->search.used);
  qsort(p->holder, p->holders, sizeof *p->holder, by_router);
  p->senders = 0;
  for (uint32_t i = 0; i < p->holders; i++) {
    if (p->senders == 0 || p->sender[p->senders - 1].router != p->holder[i].router) {
      p->sender[p->senders++] =
          (sender_t){.router = p->holder[i].router, .first = i, .value = INT64_MAX};
    }
    p->sender[p->senders - 1].nodes++;
  }
}

// The sender with the best worm, which has been searched for last; NULL when none has any. What a
// worm is worth only falls while others are added, so who is not the best by an old search is not
// so now.
static bool choose(planner_t *p, sender_t **chosen, uint32_t *stop) {
  const sender_t *last = NULL;  // that was searched for
  for (;;) {
    sender_t *best = NULL;
    for (uint32_t i = 0; i < p->senders; i++) {
      sender_t *s = &p->sender[i];
      if (s->nodes > 0 && s->value > 0 && (best == NULL || s->value > best->value)) {
        best = s;
      }
    }
    *chosen = best;
    if (best == NULL || best == last) {
      return true;
    }
    last = best;
    if (!path_search(&p->search, p->holder[best->first].node, stop, p->error)) {
      return false;
    }
    best->value = *stop == PATH_NONE ? 0 : p->search.stop[*stop].value;
  }
}

static bool add_pair(planner_t *p, const path_drop_t *drop, const path_edge_t *onward) {
  if (!memory_room(&p->plan.pair, &p->pairs_room, p->pairs + 1, sizeof *p->plan.pair)) {
    return memory_fail(p->error, "a plan of worms");
  }
  const uint32_t port = onward != NULL ? UINT32_C(1) << onward->port : 0;
  const unsigned vc_class = onward != NULL ? onward->vc_class : p->search.legs.classes;
  p->plan.pair[p->pairs++] = (path_pair_t){drop->address, drop->ports | port, vc_class};
  return true;
}

static void count_links(planner_t *p, const path_edge_t *edge) {
  for (uint32_t i = 0; i < edge->links; i++) {
    uint32_t *used = &p->search.used[p->search.link[edge->first_link + i]];
    p->plan.conflicts += *used > 0;
    (*used)++;
  }
  p->plan.hops += edge->links;
}

// The drops on the way to the stop, first to last.
static bool add_drops(planner_t *p, uint32_t stop, path_worm_t *worm) {
  path_search_t *s = &p->search;
  uint32_t next = PATH_NONE;  // turn the list of parents round
  while (stop != PATH_NONE) {
    const uint32_t parent = s->stop[stop].parent;
    s->stop[stop].parent = next;
    next = stop;
    stop = parent;
  }
  for (stop = s->stop[next].parent; stop != PATH_NONE; stop = s->stop[stop].parent) {
    const uint32_t after = s->stop[stop].parent;
    path_drop_t *drop = &s->drop[s->stop[stop].drop];
    assert(!drop->covered);
    count_links(p, &s->edge[s->stop[stop].edge]);
    if (!add_pair(p, drop, after != PATH_NONE ? &s->edge[s->stop[after].edge] : NULL)) {
      return false;
    }
    for (uint32_t i = 0; i < drop->nodes; i++) {
      p->plan.node[p->nodes++] = s->node[drop->first + i];
    }
    drop->covered = true;
    p->left -= drop->nodes;
    worm->pairs++;
    worm->nodes += drop->nodes;
  }
  return true;
}

static bool add_worm(planner_t *p, sender_t *sender, uint32_t stop) {
  path_worm_t worm = {.source = p->holder[sender->first].node,
                      .phase = p->plan.phases,
                      .first_pair = p->pairs,
                      .first_node = p->nodes};
  sender->first++;
  sender->nodes--;
  if (!add_drops(p, stop, &worm)) {
    return false;
  }
  if (!memory_room(&p->plan.worm, &p->worms_room, p->plan.worms + 1, sizeof worm)) {
    return memory_fail(p->error, "a plan of worms");
  }
  p->plan.worm[p->plan.worms++] = worm;
  return true;
}

// Picks the stop of the last search that is worth most but for `rank` others.
static uint32_t choose_other(const path_search_t *s, uint32_t rank) {
  int64_t bound = INT64_MAX;
  uint32_t bound_at = 0;
  uint32_t best = PATH_NONE;
  for (uint32_t round = 0; round <= rank; round++) {
    best = PATH_NONE;
    for (uint32_t i = 0; i < s->found; i++) {
      const uint32_t stop = s->order[i];
      const int64_t value = s->stop[stop].value;
      const bool later = value < bound || (value == bound && i > bound_at);
      if (later && value > 0 && (best == PATH_NONE || value > s->stop[s->order[best]].value)) {
        best = i;
      }
    }
    if (best == PATH_NONE) {
      return PATH_NONE;
    }
    bound = s->stop[s->order[best]].value;
    bound_at = best;
  }
  return s->order[best];
}

static bool run_phase(planner_t *p, uint32_t first_worm, bool *exists) {
  begin_phase(p);
  const uint32_t before = p->nodes;
  while (p->left > 0) {
    sender_t *sender = NULL;
    uint32_t stop = PATH_NONE;
    if (!choose(p, &sender, &stop)) {
      return false;
    }
    if (sender == NULL) {
      break;
    }
    if (p->plan.worms == 0) {
      stop = choose_other(&p->search, first_worm);
      *exists = stop != PATH_NONE;
      if (!*exists) {
        return true;
      }
    }
    if (!add_worm(p, sender, stop)) {
      return false;
    }
  }
  for (uint32_t i = before; i < p->nodes; i++) {
    add_holder(p, p->plan.node[i]);
  }
  p->plan.phases++;
  return true;
}

// A plan whose first worm is the best but for so many others; *exists is false when there are
// fewer.
static bool run(planner_t *p, uint32_t first_worm, bool *exists) {
  p->plan.worms = p->plan.phases = 0;
  p->plan.conflicts = p->plan.hops = 0;
  p->pairs = p->nodes = 0;
  p->left = p->n;
  p->holders = 0;
  add_holder(p, p->source);
  for (uint32_t i = 0; i < p->search.drops; i++) {
    p->search.drop[i].covered = false;
  }
  *exists = true;
  while (p->left > 0 && *exists) {
    if (!run_phase(p, first_worm, exists)) {
      return false;
    }
  }
  return true;
}

static bool better(const path_plan_t *a, const path_plan_t *b) {
  if (a->phases != b->phases) {
    return a->phases < b->phases;
  }
  if (a->worms != b->worms) {
    return a->worms < b->worms;
  }
  return a->conflicts != b->conflicts ? a->conflicts < b->conflicts : a->hops < b->hops;
}

static bool plan_best(planner_t *p) {
  const uint32_t tries = p->search.drops <= MOST_DROPS ? FIRST_WORMS : 1;
  path_plan_t kept = {0};
  uint32_t best = 0;
  bool exists = true;
  for (uint32_t i = 0; i < tries && exists; i++) {
    if (!run(p, i, &exists)) {
      return false;
    }
    if (exists && (i == 0 || better(&p->plan, &kept))) {
      kept = p->plan;  // for its numbers
      best = i;
    }
  }
  return run(p, best, &exists);
}

bool path_plan_create(path_plan_t *plan, routing_t *r, unsigned classes, uint32_t source,
                      const uint32_t *nodes, uint32_t n, uint32_t most, noc_error_t *error) {
  planner_t p = {.source = source, .n = n, .error = error};
  bool ok = path_search_create(&p.search, r, classes, nodes, n, most, error);
  if (ok) {
    p.holder = malloc(((size_t)n + 1) * sizeof *p.holder);
    p.sender = malloc(((size_t)n + 1) * sizeof *p.sender);
    p.plan.node = malloc(n * sizeof *p.plan.node);
    if (p.holder == NULL || p.sender == NULL || p.plan.node == NULL) {
      ok = memory_fail(error, "a plan of worms");
    } else {
      ok = plan_best(&p);
    }
  }
  path_search_free(&p.search);
  free(p.holder);
  free(p.sender);
  *plan = p.plan;
  return ok;
}

void path_plan_free(path_plan_t *plan) {
  free(plan->worm);
  free(plan->pair);
  free(plan->node);
  *plan = (path_plan_t){0};
}
