// forward_zero_load -- see forward_zero_load.h.

#include "workload/forward_zero_load.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const forward_times_t *t;
  const plan_t *plan;
  uint32_t multicast;
  const forward_message_t *m;
  uint64_t *taken;
  uint32_t *first, *next;  // [nodes] and [branches]: the branches of a parent, 1 and up; 0: none
  uint64_t *ring;          // [packets]: when each enters the send ring of the node that is served
} schedule_t;

static uint64_t later(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

static unsigned flits_of(const forward_message_t *m, uint32_t packet) {
  return packet + 1 < m->packets ? m->flits : m->last_flits;
}

static uint64_t *taken_at(const schedule_t *s, uint32_t node) {
  const uint32_t copy = plan_copy_to(s->plan, s->multicast, node) - s->multicast - 1;
  return &s->taken[(size_t)copy * s->m->packets];
}

// Packet by packet, each to all children, from the cycles of s->ring on.
static void serve(const schedule_t *s, uint32_t node) {
  const unsigned send = s->t->send > 0 ? s->t->send : 1;
  const plan_branch_t *branch = &s->plan->branch[plan_carrier(s->plan, s->multicast).first];
  uint64_t start = 0;  // of the last copy
  uint64_t link = 0;   // it has been handed over
  for (uint32_t p = 0; p < s->m->packets; p++) {
    const unsigned flits = flits_of(s->m, p);
    uint64_t asks = later(s->ring[p] + 1, start) + send;
    for (uint32_t b = s->first[node]; b != 0; b = s->next[b - 1]) {
      const uint32_t child = branch[b - 1].child;
      start = later(asks, link);
      link = start + flits;
      asks = start + send;
      taken_at(s, child)[p] =
          start + zero_load_latency(&s->t->network, flits, route_hops(s->t->hops, node, child));
    }
  }
}

static void list_branches(const schedule_t *s, plan_carrier_t tree) {
  for (uint32_t b = tree.count; b > 0; b--) {
    const uint32_t parent = s->plan->branch[tree.first + b - 1].parent;
    s->next[b - 1] = s->first[parent];
    s->first[parent] = b;
  }
}

// The packets of the source, and then those of each
// child that passes them on, parents before children.
static void run(const schedule_t *s, plan_carrier_t tree, uint32_t words) {
  const unsigned receive = s->t->receive > 0 ? s->t->receive : 1;
  uint64_t beat = 0;
  for (uint32_t p = 0; p < s->m->packets; p++) {
    beat = p == 0 ? s->m->begin[0] + words : later(s->m->begin[p], beat);
    s->ring[p] = beat + flits_of(s->m, p);
    beat = s->ring[p] + 1;
  }
  serve(s, s->plan->op[s->multicast].node);
  for (uint32_t b = 0; b < tree.count; b++) {
    const uint32_t node = s->plan->branch[tree.first + b].child;
    if (s->first[node] != 0) {
      const uint64_t *taken = taken_at(s, node);
      for (uint32_t p = 0; p < s->m->packets; p++) {
        s->ring[p] = later(taken[p], p > 0 ? s->ring[p - 1] : 0) + receive;
      }
      serve(s, node);
    }
  }
}

bool forward_zero_load(const forward_times_t *t, const plan_t *plan, uint32_t multicast,
                       const forward_message_t *m, uint64_t *taken) {
  const plan_carrier_t tree = plan_carrier(plan, multicast);
  schedule_t s = {t, plan, multicast, m, taken, NULL, NULL, NULL};
  s.first = calloc(plan->nodes, sizeof *s.first);
  s.next = calloc((size_t)tree.count + 1, sizeof *s.next);
  s.ring = calloc((size_t)m->packets + 1, sizeof *s.ring);
  const bool ok = s.first != NULL && s.next != NULL && s.ring != NULL;
  if (ok) {
    const uint32_t words = plan_children(plan, tree, s.first);
    list_branches(&s, tree);
    run(&s, tree, words);
  }
  free(s.first);
  free(s.next);
  free(s.ring);
  return ok;
}
