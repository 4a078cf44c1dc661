// bounds -- see bounds.h; the linear program is in link_load.c.

#include "schedule/bounds.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static uint64_t divide_up(uint64_t a, uint64_t b) {
  return (a + b - 1) / b;
}

uint32_t bound_ports(const schedule_problem_t *p) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < p->from.count && p->kind == SCHEDULE_SCATTER; i++) {
    const uint64_t sends = p->to.count - (node_set_contains(&p->to, p->from.node[i]) ? 1u : 0u);
    most = sends > most ? sends : most;
  }
  for (uint32_t i = 0; i < p->to.count; i++) {
    const uint64_t takes = p->from.count - (node_set_contains(&p->from, p->to.node[i]) ? 1u : 0u);
    most = takes > most ? takes : most;
  }
  return (uint32_t)divide_up(most, p->ports);
}

// --- flows ---------------------------------------------------------------------------------------

// A network of arcs with capacities; each arc is followed by the one back.
typedef struct {
  uint32_t vertices;
  uint32_t *head;  // [vertex]: the first of its arcs, UINT32_MAX: none
  uint32_t *next;  // [arc]
  uint32_t *to;
  uint64_t *capacity;
  uint32_t arcs, next_room, to_room, capacity_room;
  uint32_t *level, *arc, *queue;  // of a search
} flow_t;

static void flow_free(flow_t *f) {
  free(f->head);
  free(f->next);
  free(f->to);
  free(f->capacity);
  free(f->level);
  free(f->arc);
  free(f->queue);
}

static bool flow_create(flow_t *f, uint32_t vertices) {
  *f = (flow_t){.vertices = vertices};
  f->head = malloc(vertices * sizeof *f->head);
  f->level = malloc(vertices * sizeof *f->level);
  f->arc = malloc(vertices * sizeof *f->arc);
  f->queue = malloc(vertices * sizeof *f->queue);
  if (f->head == NULL || f->level == NULL || f->arc == NULL || f->queue == NULL) {
    flow_free(f);
    return false;
  }
  memset(f->head, 0xff, vertices * sizeof *f->head);
  if (!memory_room(&f->capacity, &f->capacity_room, 2, sizeof *f->capacity)) {
    flow_free(f);
    return false;
  }
  return true;
}

static bool flow_arc(flow_t *f, uint32_t from, uint32_t to, uint64_t capacity) {
  if (!memory_room(&f->next, &f->next_room, f->arcs + 2, sizeof *f->next) ||
      !memory_room(&f->to, &f->to_room, f->arcs + 2, sizeof *f->to) ||
      !memory_room(&f->capacity, &f->capacity_room, f->arcs + 2, sizeof *f->capacity)) {
    return false;
  }
  const uint32_t ends[] = {from, to};
  for (unsigned i = 0; i < 2; i++) {
    f->next[f->arcs] = f->head[ends[i]];
    f->head[ends[i]] = f->arcs;
    f->to[f->arcs] = ends[1 - i];
    f->capacity[f->arcs++] = i == 0 ? capacity : 0;
  }
  return true;
}

// How far each vertex is from the source by arcs with room, UINT32_MAX: not at all. Is the sink
// within reach?
static bool flow_levels(flow_t *f, uint32_t source, uint32_t sink) {
  uint32_t tail = 0;
  memset(f->level, 0xff, f->vertices * sizeof *f->level);
  f->level[source] = 0;
  f->queue[tail++] = source;
  for (uint32_t head = 0; head < tail && f->level[sink] == UINT32_MAX; head++) {
    const uint32_t at = f->queue[head];
    for (uint32_t a = f->head[at]; a != UINT32_MAX; a = f->next[a]) {
      if (f->capacity[a] > 0 && f->level[f->to[a]] == UINT32_MAX) {
        f->level[f->to[a]] = f->level[at] + 1;
        f->queue[tail++] = f->to[a];
      }
    }
  }
  return f->level[sink] != UINT32_MAX;
}

// Up to `most` from a vertex to the sink, level by level. Arcs that have led nowhere are behind
// `arc` of their vertex.
static uint64_t flow_push(flow_t *f, uint32_t at, uint32_t sink, uint64_t most) {
  uint64_t pushed = at == sink ? most : 0;
  for (uint32_t a = f->arc[at]; a != UINT32_MAX && pushed < most; a = f->next[a]) {
    f->arc[at] = a;
    if (f->capacity[a] > 0 && f->level[f->to[a]] == f->level[at] + 1) {
      const uint64_t left = most - pushed;
      const uint64_t here =
          flow_push(f, f->to[a], sink, left < f->capacity[a] ? left : f->capacity[a]);
      f->capacity[a] -= here;
      f->capacity[a ^ 1u] += here;
      pushed += here;
    }
  }
  return pushed;
}

// Shortest ways first (Y. Dinitz 1970), until none has room; then `level` tells the vertices on the
// source's side of a least cut.
static uint64_t flow_most(flow_t *f, uint32_t source, uint32_t sink) {
  uint64_t flow = 0;
  while (flow_levels(f, source, sink)) {
    memcpy(f->arc, f->head, f->vertices * sizeof *f->arc);
    flow += flow_push(f, source, sink, UINT64_MAX);
  }
  return flow;
}

static bool flow_channels(const schedule_problem_t *p, flow_t *f, uint64_t times) {
  bool ok = true;
  for (uint32_t c = 0; c < p->channels && ok; c++) {
    ok = flow_arc(f, p->channel[c].from, p->channel[c].to, p->channel[c].links * times);
  }
  return ok;
}

// --- growth --------------------------------------------------------------------------------------

// The most messages of one step from nodes of one set (or of both) to nodes of `to`; UINT64_MAX
// when memory is short. Nodes may send to themselves here, so it is rather too much.
static uint64_t most_of_step(const schedule_problem_t *p, bool all) {
  const uint32_t routers = p->topology->routers;
  flow_t f;
  if (!flow_create(&f, routers + 2)) {
    return UINT64_MAX;
  }
  bool ok = flow_channels(p, &f, 1);
  for (uint32_t n = 0; n < p->topology->nodes && ok; n++) {
    const bool takes = node_set_contains(&p->to, n);
    if (node_set_contains(&p->from, n) || (all && takes)) {
      ok = flow_arc(&f, routers, p->enters[n], p->ports);
    }
    ok = ok && (!takes || flow_arc(&f, p->leaves[n], routers + 1, p->ports));
  }
  const uint64_t most = ok ? flow_most(&f, routers, routers + 1) : UINT64_MAX;
  flow_free(&f);
  return most;
}

uint32_t bound_growth(const schedule_problem_t *p) {
  if (p->kind != SCHEDULE_BROADCAST) {
    return 0;
  }
  // One message: whoever has it sends it to `ports` others.
  uint64_t most = 0;
  for (uint32_t i = 0; i < p->from.count; i++) {
    const uint64_t takes = p->to.count - (node_set_contains(&p->to, p->from.node[i]) ? 1u : 0u);
    most = takes > most ? takes : most;
  }
  uint32_t one = 0;
  for (uint64_t have = 1; have < most + 1; have *= 1 + p->ports) {
    one++;
  }
  // All messages: nodes that have any send, and more of them each step.
  const uint64_t first = most_of_step(p, false);
  const uint64_t later = most_of_step(p, true);
  if (first == 0 || first == UINT64_MAX || later == UINT64_MAX) {
    return one;
  }
  uint64_t sent = first;
  uint64_t holders = p->from.count + first;
  uint32_t steps = 1;
  while (sent < p->messages) {
    const uint64_t more = holders * p->ports < later ? holders * p->ports : later;
    sent += more;
    holders += more;
    steps++;
  }
  return steps > one ? steps : one;
}

// --- cuts ----------------------------------------------------------------------------------------

// A set of routers and what leaves it.
typedef struct {
  const schedule_problem_t *p;
  uint32_t *senders;   // [router]: nodes of `from` that enter there
  uint32_t *takers;    // [router]: nodes of `to` that leave there
  uint8_t *inside;     // [router]
  uint64_t links_out;  // from inside to outside
  uint64_t senders_in, takers_in;
  uint64_t all_senders, all_takers;
  uint64_t apart;  // nodes of both sets that enter at one router and leave at another
} cut_t;

static void cut_free(cut_t *cut) {
  free(cut->senders);
  free(cut->takers);
  free(cut->inside);
}

static bool cut_create(cut_t *cut, const schedule_problem_t *p, noc_error_t *error) {
  const uint32_t routers = p->topology->routers;
  *cut = (cut_t){.p = p, .all_senders = p->from.count, .all_takers = p->to.count};
  cut->senders = calloc(routers, sizeof *cut->senders);
  cut->takers = calloc(routers, sizeof *cut->takers);
  cut->inside = calloc(routers, 1);
  if (cut->senders == NULL || cut->takers == NULL || cut->inside == NULL) {
    cut_free(cut);
    (void)memory_fail(error, "the cuts of a network");
    return false;
  }
  for (uint32_t i = 0; i < p->from.count; i++) {
    cut->senders[p->enters[p->from.node[i]]]++;
  }
  for (uint32_t i = 0; i < p->to.count; i++) {
    const uint32_t node = p->to.node[i];
    cut->takers[p->leaves[node]]++;
    cut->apart += p->enters[node] != p->leaves[node] && node_set_contains(&p->from, node);
  }
  return true;
}

// Moves a router to the other side. Links have two directions of the same number.
static void cut_flip(cut_t *cut, uint32_t router) {
  const schedule_problem_t *p = cut->p;
  const bool enters = cut->inside[router] == 0;
  uint64_t same = 0;
  uint64_t other = 0;
  for (uint32_t c = p->first[router]; c < p->first[router + 1]; c++) {
    *((cut->inside[p->channel[c].to] != 0) == enters ? &same : &other) += p->channel[c].links;
  }
  cut->links_out += other;
  cut->links_out -= same;
  cut->senders_in += enters ? cut->senders[router] : -(uint64_t)cut->senders[router];
  cut->takers_in += enters ? cut->takers[router] : -(uint64_t)cut->takers[router];
  cut->inside[router] = enters;
}

// Messages that leave the side with so many senders for the one with so many takers, at least: a
// node sends none to itself, so where nodes enter on one side and leave on the other there are
// fewer.
static uint64_t crossing(const cut_t *cut, uint64_t senders, uint64_t takers) {
  const uint64_t pairs = senders * takers;
  return cut->p->kind == SCHEDULE_BROADCAST ? (takers > 0 ? senders : 0)
         : pairs > cut->apart               ? pairs - cut->apart
                                            : 0;
}

// Keeps the worse of two cuts: more messages a link.
static void keep_worse(bound_ratio_t *worst, uint64_t messages, uint64_t links) {
  if (links > 0 && messages * worst->links > worst->messages * links) {
    worst->messages = messages;
    worst->links = links;
  }
}

static void look_at(const cut_t *cut, bound_ratio_t *worst) {
  const uint64_t out = crossing(cut, cut->senders_in, cut->all_takers - cut->takers_in);
  const uint64_t in = crossing(cut, cut->all_senders - cut->senders_in, cut->takers_in);
  keep_worse(worst, out > in ? out : in, cut->links_out);
}

// All sides without the last router, each from the one before by moving one router.
static void every_cut(cut_t *cut, bound_ratio_t *worst) {
  const uint32_t routers = cut->p->topology->routers;
  for (uint32_t i = 1; routers > 1 && i < UINT32_C(1) << (routers - 1); i++) {
    cut_flip(cut, (uint32_t)__builtin_ctz(i));
    look_at(cut, worst);
  }
}

// The crossing messages over the links, times 2^20: for a search that goes up.
static uint64_t cut_ratio(const cut_t *cut) {
  const uint64_t out = crossing(cut, cut->senders_in, cut->all_takers - cut->takers_in);
  const uint64_t in = crossing(cut, cut->all_senders - cut->senders_in, cut->takers_in);
  return cut->links_out == 0 ? 0 : ((out > in ? out : in) << 20) / cut->links_out;
}

static void climb(cut_t *cut, bound_ratio_t *worst) {
  const uint32_t routers = cut->p->topology->routers;
  uint64_t here = cut_ratio(cut);
  for (bool better = true; better;) {
    better = false;
    for (uint32_t r = 0; r < routers; r++) {
      cut_flip(cut, r);
      const uint64_t there = cut_ratio(cut);
      if (there > here) {
        here = there;
        better = true;
      } else {
        cut_flip(cut, r);
      }
    }
  }
  look_at(cut, worst);
}

// From the routers between two coordinates of each dimension, and from those near each router.
static void some_cuts(cut_t *cut, bound_ratio_t *worst) {
  const topology_t *t = cut->p->topology;
  for (unsigned d = 0; d < t->dims; d++) {
    for (unsigned low = 0; low < t->radix[d]; low++) {
      for (unsigned high = low; high < t->radix[d] && (low == 0 || t->radix[d] <= 16); high++) {
        for (uint32_t r = 0; r < t->routers; r++) {
          unsigned at[NOC_MAX_DIMS];
          topology_coordinates(t, r, at);
          if ((cut->inside[r] != 0) != (at[d] >= low && at[d] <= high)) {
            cut_flip(cut, r);
          }
        }
        climb(cut, worst);
      }
    }
  }
  for (uint32_t centre = 0; centre < t->routers && centre < 64; centre++) {
    for (unsigned radius = 1; radius < 4; radius++) {
      for (uint32_t r = 0; r < t->routers; r++) {
        if ((cut->inside[r] != 0) != (schedule_distance(cut->p, centre, r) <= radius)) {
          cut_flip(cut, r);
        }
      }
      climb(cut, worst);
    }
  }
}

// Is there a worse cut than `worst` in front of a node that takes a broadcast? The links carry as
// many messages to it as that cut allows, if not; else the least cut of that flow is worse, and is
// kept. *worse tells. False when memory is short.
static bool flow_worse(const schedule_problem_t *p, uint32_t node, bound_ratio_t *worst,
                       bool *worse) {
  const uint32_t routers = p->topology->routers;
  flow_t f;
  if (!flow_create(&f, routers + 1)) {
    return false;
  }
  uint64_t wanted = 0;
  bool ok = flow_channels(p, &f, worst->messages);
  for (uint32_t i = 0; i < p->from.count && ok; i++) {
    if (p->enters[p->from.node[i]] != p->leaves[node]) {
      ok = flow_arc(&f, routers, p->enters[p->from.node[i]], worst->links);
      wanted += worst->links;
    }
  }
  *worse = ok && flow_most(&f, routers, p->leaves[node]) < wanted;
  if (*worse) {  // the last search has reached one side of the least cut
    uint64_t messages = 0;
    uint64_t links = 0;
    for (uint32_t i = 0; i < p->from.count; i++) {
      messages += f.level[p->enters[p->from.node[i]]] != UINT32_MAX;
    }
    for (uint32_t c = 0; c < p->channels; c++) {
      const bool inside = f.level[p->channel[c].from] != UINT32_MAX;
      links += inside && f.level[p->channel[c].to] == UINT32_MAX ? p->channel[c].links : 0;
    }
    *worse = links > 0;
    keep_worse(worst, messages, links);
  }
  flow_free(&f);
  return ok;
}

static bool broadcast_flows(const schedule_problem_t *p, bound_ratio_t *worst, noc_error_t *error) {
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < p->to.count; i++) {
    const uint32_t node = p->to.node[i];
    bool worse = p->leaves[node] != last;
    last = p->leaves[node];
    while (worse) {
      if (!flow_worse(p, node, worst, &worse)) {
        return memory_fail(error, "the cuts of a network");
      }
    }
  }
  return true;
}

// Does what some node passes on get from one router to another over no link?
static bool has_way_through_node(const schedule_problem_t *p) {
  for (uint32_t i = 0; i < p->to.count; i++) {
    if (p->enters[p->to.node[i]] != p->leaves[p->to.node[i]]) {
      return true;
    }
  }
  return false;
}

bool bound_worst_cut(const schedule_problem_t *p, bound_ratio_t *worst, noc_error_t *error) {
  *worst = (bound_ratio_t){.links = 1, .exact = true};
  if (p->kind == SCHEDULE_BROADCAST && has_way_through_node(p)) {
    return true;
  }
  if (p->topology->routers > BOUND_EXACT_ROUTERS && p->kind == SCHEDULE_BROADCAST) {
    return broadcast_flows(p, worst, error);
  }
  cut_t cut;
  if (!cut_create(&cut, p, error)) {
    return false;
  }
  worst->exact = p->topology->routers <= BOUND_EXACT_ROUTERS;
  if (worst->exact) {
    every_cut(&cut, worst);
  } else {
    some_cuts(&cut, worst);
  }
  cut_free(&cut);
  return true;
}

bool bound_cut(const schedule_problem_t *p, uint32_t *steps, bool *exact, noc_error_t *error) {
  bound_ratio_t worst;
  const bool ok = bound_worst_cut(p, &worst, error);
  *steps = ok ? (uint32_t)divide_up(worst.messages, worst.links) : 0;
  *exact = worst.exact;
  return ok;
}
