// least_cycles -- see least_cycles.h; docs/bounds.md has the derivations.

#include "analysis/least_cycles.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/node_distances.h"
#include "base/memory.h"
#include "schedule/bounds.h"
#include "schedule/problem.h"

struct least_network {
  zero_load_t timing;
  block_kind_t block;
  uint64_t pairs;      // of different nodes, one of each set
  unsigned farthest;   // distance of such a pair
  unsigned nearest;    // of any two nodes
  uint64_t *at_least;  // [distance]: most blocks that one node takes from there or beyond, or sends
  uint64_t taken;      // receptions of a position of a vector
  uint32_t nodes;
  uint64_t spread, collect;  // cycles until all know, and are known of
  bound_ratio_t cut;         // no messages: says nothing
  uint64_t way, links;       // hops of all pairs; links between routers
};

static uint64_t latency(const zero_load_t *z, unsigned hops) {
  return zero_load_latency(z, 1, hops);
}

static bool is_combined(block_kind_t block) {
  return block == BLOCK_REDUCED || block == BLOCK_OF_BARRIER;
}

static bool is_pairs(block_kind_t block) {
  return block == BLOCK_OF_PAIR || block == BLOCK_OF_DESTINATION;
}

// --- ports ---------------------------------------------------------------------------------------

// Takes in the nodes of `others` by their distance from one node, or to it.
static void count_node(least_network_t *n, const schedule_problem_t *p, uint32_t node,
                       const node_set_t *others, bool sends, uint64_t *count) {
  memset(count, 0, ((size_t)n->farthest + 1) * sizeof *count);
  for (uint32_t i = 0; i < others->count; i++) {
    const uint32_t other = others->node[i];
    if (other != node) {
      count[sends ? schedule_hops(p, node, other) : schedule_hops(p, other, node)]++;
    }
  }
  uint64_t beyond = 0;
  for (unsigned d = n->farthest + 1; d-- > 0;) {
    beyond += count[d];
    n->at_least[d] = beyond > n->at_least[d] ? beyond : n->at_least[d];
  }
}

static void find_pairs(least_network_t *n, const schedule_problem_t *p) {
  n->pairs = p->messages;
  for (uint32_t i = 0; i < p->from.count; i++) {
    for (uint32_t k = 0; k < p->to.count; k++) {
      if (p->from.node[i] != p->to.node[k]) {
        const unsigned hops = schedule_hops(p, p->from.node[i], p->to.node[k]);
        n->farthest = hops > n->farthest ? hops : n->farthest;
        n->way += hops;
      }
    }
  }
}

static bool find_ports(least_network_t *n, const schedule_problem_t *p) {
  uint64_t *count = calloc((size_t)n->farthest + 1, sizeof *count);
  n->at_least = calloc((size_t)n->farthest + 1, sizeof *n->at_least);
  const bool ok = count != NULL && n->at_least != NULL;
  for (uint32_t i = 0; ok && i < p->to.count && !is_combined(n->block); i++) {
    count_node(n, p, p->to.node[i], &p->from, false, count);
  }
  for (uint32_t i = 0; ok && i < p->from.count && is_pairs(n->block); i++) {
    count_node(n, p, p->from.node[i], &p->to, true, count);
  }
  free(count);
  return ok;
}

// --- growth --------------------------------------------------------------------------------------

// [distance]: the most nodes that a node has within it, on the way there or back; the last entry is
// for the greatest distance that there is. NULL when memory is short.
static uint32_t *neighbours(const schedule_problem_t *p, bool back, unsigned *greatest) {
  const uint32_t nodes = p->topology->nodes;
  unsigned most = 0;
  for (size_t i = 0; i < (size_t)p->topology->routers * p->topology->routers; i++) {
    most = p->distance[i] != UINT16_MAX && p->distance[i] > most ? p->distance[i] : most;
  }
  uint32_t *within = calloc((size_t)most + 1, sizeof *within);
  uint32_t *count = calloc((size_t)most + 2, sizeof *count);
  for (uint32_t a = 0; within != NULL && count != NULL && a < nodes; a++) {
    memset(count, 0, ((size_t)most + 1) * sizeof *count);
    for (uint32_t b = 0; b < nodes; b++) {
      if (a != b) {
        count[back ? schedule_hops(p, b, a) : schedule_hops(p, a, b)]++;
      }
    }
    uint32_t all = 0;
    for (unsigned d = 0; d <= most; d++) {
      all += count[d];
      within[d] = all > within[d] ? all : within[d];
    }
  }
  *greatest = most;
  if (count == NULL) {
    free(within);
    within = NULL;
  }
  free(count);
  return within;
}

// The nodes that one has reached so many cycles after it knew.
static uint64_t reached(const least_network_t *n, const uint32_t *within, unsigned greatest,
                        uint64_t cycles) {
  uint64_t least = cycles + 1;
  for (uint64_t i = 0; i <= cycles && i < least; i++) {
    unsigned d = 0;
    while (d < greatest && latency(&n->timing, d + 1) <= cycles - i) {
      d++;
    }
    const uint64_t here = i + (latency(&n->timing, d) <= cycles - i ? within[d] : 0);
    least = here < least ? here : least;
  }
  return least;
}

// The cycles until so many nodes know, from one on.
static bool find_growth(const least_network_t *n, const schedule_problem_t *p, uint64_t wanted,
                        bool back, uint64_t *cycles) {
  unsigned greatest = 0;
  uint32_t *within = neighbours(p, back, &greatest);
  const size_t room = (size_t)latency(&n->timing, greatest) + wanted + 1;
  uint64_t *know = calloc(room, sizeof *know);
  uint64_t *reach = calloc(room, sizeof *reach);
  const bool ok = within != NULL && know != NULL && reach != NULL;
  *cycles = 0;
  for (size_t t = 0; ok && t < room; t++) {
    reach[t] = reached(n, within, greatest, t);
    know[t] = 1;
    for (size_t u = 0; u < t; u++) {
      know[t] += (know[u] - (u > 0 ? know[u - 1] : 0)) * reach[t - u];
    }
    if (know[t] >= wanted) {
      *cycles = t;
      break;
    }
  }
  free(within);
  free(know);
  free(reach);
  return ok;
}

// The nodes of a set, and one more that is not in it if there is one in the other set.
static uint64_t with_one(const node_set_t *set, const node_set_t *other) {
  for (uint32_t i = 0; i < other->count; i++) {
    if (!node_set_contains(set, other->node[i])) {
      return (uint64_t)set->count + 1;
    }
  }
  return set->count;
}

static bool find_spread(least_network_t *n, const schedule_problem_t *p) {
  bool ok = true;
  if (!is_pairs(n->block)) {
    ok = find_growth(n, p, with_one(&p->to, &p->from), false, &n->spread);
  }
  if (ok && is_combined(n->block)) {
    ok = find_growth(n, p, with_one(&p->from, &p->to), true, &n->collect);
  }
  return ok;
}

// --- all -----------------------------------------------------------------------------------------

static void find_taken(least_network_t *n, const schedule_problem_t *p) {
  bool touch = false;
  for (uint32_t i = 0; i < p->from.count; i++) {
    touch = touch || node_set_contains(&p->to, p->from.node[i]);
  }
  n->taken = (uint64_t)p->from.count + p->to.count - (touch ? 2 : 1);
  n->nodes = p->topology->nodes;
  n->nearest = UINT16_MAX;
  for (uint32_t a = 0; a < n->nodes; a++) {
    for (uint32_t b = 0; b < n->nodes; b++) {
      const unsigned hops = a != b ? schedule_hops(p, a, b) : UINT16_MAX;
      n->nearest = hops < n->nearest ? hops : n->nearest;
    }
  }
}

// Does some node enter the network at one router and leave it at another? Then what it passes on
// has got from here to there over no link.
static bool has_way_through_node(const schedule_problem_t *p) {
  for (uint32_t v = 0; v < p->topology->nodes; v++) {
    if (p->enters[v] != p->leaves[v]) {
      return true;
    }
  }
  return false;
}

static bool find_all(least_network_t *n, const schedule_problem_t *p, noc_error_t *error) {
  const bool by_links_only = !has_way_through_node(p);
  find_pairs(n, p);
  find_taken(n, p);
  for (uint32_t c = 0; c < p->channels && by_links_only; c++) {
    n->links += p->channel[c].links;
  }
  if (n->pairs > 0 && !(find_ports(n, p) && find_spread(n, p))) {
    return memory_fail(error, "the bounds of a collective");
  }
  return is_combined(n->block) || !by_links_only || bound_worst_cut(p, &n->cut, error);
}

// --- large networks ------------------------------------------------------------------------------

// Bounds of what one node sends to all of the other set, or takes from it, follow from the
// distances of that node alone; those that would need the distances of all pairs say nothing.

static bool is_large(const topology_t *t) {
  return t->routers > SCHEDULE_ROUTERS || t->nodes > SCHEDULE_NODES;
}

static void count_others(least_network_t *n, uint32_t one, const node_set_t *others,
                         const uint32_t *distance) {
  for (uint32_t i = 0; i < others->count; i++) {
    const uint32_t other = others->node[i];
    if (other != one) {
      n->pairs++;
      n->way += distance[other];
      n->farthest = distance[other] > n->farthest ? distance[other] : n->farthest;
    }
  }
}

// Blocks that the one node takes from each distance or beyond, or sends there; but its own block,
// which it sends to all, is one.
static bool count_ports(least_network_t *n, uint32_t one, const node_set_t *others, bool own,
                        const uint32_t *distance) {
  n->at_least = calloc((size_t)n->farthest + 1, sizeof *n->at_least);
  for (uint32_t i = 0; n->at_least != NULL && i < others->count; i++) {
    if (others->node[i] != one) {
      n->at_least[distance[others->node[i]]] += own ? 0 : 1;
    }
  }
  if (n->at_least != NULL && own) {
    n->at_least[n->farthest] = 1;
  }
  for (unsigned d = n->farthest; n->at_least != NULL && d-- > 0;) {
    n->at_least[d] += n->at_least[d + 1];
  }
  return n->at_least != NULL;
}

static void count_links(least_network_t *n, const topology_t *t) {
  bool by_links_only = true;
  for (uint32_t v = 0; v < t->nodes && by_links_only; v++) {
    topology_place_t in;
    topology_place_t out;
    (void)topology_injection(t, v, &in, 1);
    (void)topology_ejection(t, v, &out, 1);
    by_links_only = in.router == out.router;
  }
  for (size_t i = 0; i < (size_t)t->routers * t->ports && by_links_only; i++) {
    n->links += t->peer_router[i] >= 0 ? 1 : 0;
  }
}

static bool find_of_one(least_network_t *n, const topology_t *t, const node_set_t *from,
                        const node_set_t *to, noc_error_t *error) {
  const bool sends = from->count == 1;
  if (!sends && to->count != 1) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%.80s, with %u routers and %u nodes",
                                 "one with up to %d of each, or one node that sends or takes all"),
                    t->name, t->routers, t->nodes, (int)SCHEDULE_NODES);
  }
  const uint32_t one = sends ? from->node[0] : to->node[0];
  const node_set_t *others = sends ? to : from;
  const bool touch = node_set_contains(others, one);
  uint32_t *distance = node_distances(t, one, !sends, error);
  if (distance == NULL) {
    return false;
  }
  count_others(n, one, others, distance);
  n->nodes = t->nodes;
  n->taken = (uint64_t)from->count + to->count - (touch ? 2 : 1);
  count_links(n, t);
  const bool ok = is_combined(n->block)
                      ? (n->at_least = calloc((size_t)n->farthest + 1, sizeof *n->at_least)) != NULL
                      : count_ports(n, one, others, sends && !is_pairs(n->block), distance);
  free(distance);
  return ok || memory_fail(error, "the bounds of a collective");
}

least_network_t *least_network_create(const collective_t *collective, const topology_t *t,
                                      const node_set_t *from, const node_set_t *to,
                                      const zero_load_t *timing, noc_error_t *error) {
  least_network_t *n = calloc(1, sizeof *n);
  schedule_problem_t p;
  if (n == NULL) {
    (void)memory_fail(error, "the bounds of a collective");
    return NULL;
  }
  n->timing = *timing;
  n->block = collective->block;
  n->cut.links = 1;
  const schedule_kind_t kind = is_pairs(n->block) ? SCHEDULE_SCATTER : SCHEDULE_BROADCAST;
  bool ok = is_large(t) ? find_of_one(n, t, from, to, error)
                        : schedule_problem_of(t, kind, from, to, &p, error);
  if (ok && !is_large(t)) {
    ok = find_all(n, &p, error);
    schedule_problem_free(&p);
  }
  if (!ok) {
    least_network_free(n);
    return NULL;
  }
  return n;
}

void least_network_free(least_network_t *n) {
  if (n != NULL) {
    free(n->at_least);
    free(n);
  }
}

// The cycles until so much has come, a few a cycle after the first.
static uint64_t until(uint64_t first, uint64_t all, uint64_t a_cycle) {
  return all > 0 && a_cycle > 0 ? first + (all + a_cycle - 1) / a_cycle - 1 : 0;
}

static void find_greatest(least_cycles_t *c) {
  for (unsigned i = 0; i < LEAST_REASONS; i++) {
    if (i < LEAST_TAKES && c->by[i] > c->any) {
      c->any = c->by[i];
      c->any_reason = (least_reason_t)i;
    }
    if (c->by[i] > c->plain) {
      c->plain = c->by[i];
      c->plain_reason = (least_reason_t)i;
    }
  }
}

least_cycles_t least_cycles(const least_network_t *n, unsigned flits) {
  least_cycles_t c = {0};
  const uint64_t f = n->block == BLOCK_OF_BARRIER ? 1 : flits;
  const zero_load_t *z = &n->timing;
  if (n->pairs == 0) {
    return c;
  }
  c.by[LEAST_DISTANCE] = until(latency(z, n->farthest), f, 1);
  for (unsigned d = 0; d <= n->farthest; d++) {
    const uint64_t here = until(latency(z, d), f * n->at_least[d], 1);
    c.by[LEAST_PORTS] = here > c.by[LEAST_PORTS] ? here : c.by[LEAST_PORTS];
  }
  if (is_combined(n->block)) {
    c.by[LEAST_TAKES] = until(latency(z, n->nearest), f * n->taken, n->nodes);
    c.by[LEAST_COLLECTS] = n->collect > 0 ? f - 1 + n->collect : 0;
  }
  c.by[LEAST_CUT] = until(latency(z, 1), f * n->cut.messages, n->cut.links);
  if (is_pairs(n->block)) {
    c.by[LEAST_LINKS] = until(latency(z, 1), f * n->way, n->links);
  } else if (n->spread > 0) {
    c.by[LEAST_SPREADS] = f - 1 + n->spread;
  }
  find_greatest(&c);
  return c;
}

const char *least_reason_name(least_reason_t reason) {
  static const char *const kNames[LEAST_REASONS] = {"distance", "ports",   "cut",  "takes",
                                                    "collects", "spreads", "links"};
  return kNames[reason];
}
