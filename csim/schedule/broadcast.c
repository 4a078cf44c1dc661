// broadcast -- see broadcast.h and search.h.
//
// A trial makes one step behind the other. In a step each node that lacks a message looks back over
// the links that are free for a node that may send to it, and takes one of those that it is offered
// by what they count for: how many have that message already, and how far away it is. How much each
// of the two counts is drawn anew for every trial.

#include "schedule/broadcast.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"

enum { STOP_EVERY = 64, UNSEEN = 0xffff };

struct broadcast {
  const schedule_problem_t *p;
  uint64_t key, draws, looks;
  bool (*stop)(void *context);
  void *context;
  uint32_t origins, nodes, routers;
  uint8_t *has;       // [origin * nodes + node]
  uint32_t *holders;  // [origin]: nodes that have it
  uint32_t *lacks;    // [node]: messages that it has to get yet
  uint8_t *comes;     // [origin * nodes + node]: it gets it in this step
  // These are of the step that is made.
  uint32_t *left;           // [channel]: links that are free
  unsigned *sends, *takes;  // [node]
  uint32_t *order;          // nodes of `to`, as they take their turn
  // A look back from a node.
  uint16_t *level;  // [router]: hops to the node, UNSEEN
  uint32_t *by;     // [router]: the channel that leads on
  uint32_t *queue;
  uint32_t *path;
  uint32_t *into, *into_first;  // channels by the router where they end
  uint32_t *at, *at_first;      // nodes by the router where they enter
  int64_t by_holders, by_level;
  schedule_t trial;
};

static uint32_t random_below(broadcast_t *b, uint32_t n) {
  return rng_below(rng_draw(b->key, b->draws++), n);
}

// Lists what is at each router, in lists behind one another; first has one more entry than routers.
static void sort_by_router(uint32_t routers, uint32_t count, const uint32_t *router_of,
                           uint32_t *list, uint32_t *first) {
  memset(first, 0, (routers + 1) * sizeof *first);
  for (uint32_t i = 0; i < count; i++) {
    first[router_of[i] + 1]++;
  }
  for (uint32_t r = 0; r < routers; r++) {
    first[r + 1] += first[r];
  }
  for (uint32_t i = count; i-- > 0;) {
    list[--first[router_of[i] + 1]] = i;
  }
  for (uint32_t r = 0; r < routers; r++) {
    first[r] = first[r + 1];
  }
  first[routers] = count;
}

static bool allocate(broadcast_t *b) {
  const schedule_problem_t *p = b->p;
  const size_t pairs = (size_t)b->origins * b->nodes;
  b->has = calloc(pairs, 1);
  b->comes = calloc(pairs, 1);
  b->holders = calloc(b->origins, sizeof *b->holders);
  b->lacks = calloc(b->nodes, sizeof *b->lacks);
  b->left = calloc((size_t)p->channels + 1, sizeof *b->left);
  b->sends = calloc(b->nodes, sizeof *b->sends);
  b->takes = calloc(b->nodes, sizeof *b->takes);
  b->order = calloc(p->to.count, sizeof *b->order);
  b->level = calloc(b->routers, sizeof *b->level);
  b->by = calloc(b->routers, sizeof *b->by);
  b->queue = calloc(b->routers, sizeof *b->queue);
  b->path = calloc(b->routers, sizeof *b->path);
  b->into = calloc((size_t)p->channels + 1, sizeof *b->into);
  b->into_first = calloc((size_t)b->routers + 1, sizeof *b->into_first);
  b->at = calloc(b->nodes, sizeof *b->at);
  b->at_first = calloc((size_t)b->routers + 1, sizeof *b->at_first);
  return b->has != NULL && b->comes != NULL && b->holders != NULL && b->lacks != NULL &&
         b->left != NULL && b->sends != NULL && b->takes != NULL && b->order != NULL &&
         b->level != NULL && b->by != NULL && b->queue != NULL && b->path != NULL &&
         b->into != NULL && b->into_first != NULL && b->at != NULL && b->at_first != NULL;
}

broadcast_t *broadcast_create(const schedule_problem_t *p, uint64_t seed,
                              bool (*stop)(void *context), void *context, noc_error_t *error) {
  broadcast_t *b = calloc(1, sizeof *b);
  uint32_t *ends = calloc((size_t)p->channels + 1, sizeof *ends);
  if (b != NULL) {
    *b = (broadcast_t){.p = p,
                       .key = rng_key(seed, RNG_SCHEDULE, 2),
                       .stop = stop,
                       .context = context,
                       .origins = p->from.count,
                       .nodes = p->topology->nodes,
                       .routers = p->topology->routers};
  }
  if (b == NULL || ends == NULL || !allocate(b)) {
    free(ends);
    broadcast_free(b);
    (void)memory_fail(error, "a search for a schedule");
    return NULL;
  }
  for (uint32_t c = 0; c < p->channels; c++) {
    ends[c] = p->channel[c].to;
  }
  sort_by_router(b->routers, p->channels, ends, b->into, b->into_first);
  sort_by_router(b->routers, b->nodes, p->enters, b->at, b->at_first);
  free(ends);
  return b;
}

void broadcast_free(broadcast_t *b) {
  if (b == NULL) {
    return;
  }
  free(b->has);
  free(b->comes);
  free(b->holders);
  free(b->lacks);
  free(b->left);
  free(b->sends);
  free(b->takes);
  free(b->order);
  free(b->level);
  free(b->by);
  free(b->queue);
  free(b->path);
  free(b->into);
  free(b->into_first);
  free(b->at);
  free(b->at_first);
  schedule_free(&b->trial);
  free(b);
}

// --- a trial -------------------------------------------------------------------------------------

static void begin(broadcast_t *b) {
  const schedule_problem_t *p = b->p;
  memset(b->has, 0, (size_t)b->origins * b->nodes);
  for (uint32_t i = 0; i < p->to.count; i++) {
    const uint32_t node = p->to.node[i];
    b->order[i] = node;
    b->lacks[node] = p->from.count - (node_set_contains(&p->from, node) ? 1 : 0);
  }
  for (uint32_t o = 0; o < b->origins; o++) {
    b->has[(size_t)o * b->nodes + p->from.node[o]] = 1;
    b->holders[o] = 1;
  }
  schedule_free(&b->trial);
  static const int64_t kHolders[] = {0, 1, 4, 16};
  static const int64_t kLevel[] = {0, 4, 16, -4};
  b->by_holders = kHolders[random_below(b, 4)];
  b->by_level = kLevel[random_below(b, 4)];
}

// Those that lack most first, and among them as drawn.
static void shuffle(broadcast_t *b) {
  const uint32_t count = b->p->to.count;
  for (uint32_t i = count; i > 1; i--) {
    const uint32_t other = random_below(b, i);
    const uint32_t node = b->order[i - 1];
    b->order[i - 1] = b->order[other];
    b->order[other] = node;
  }
  for (uint32_t i = 1; i < count; i++) {
    const uint32_t node = b->order[i];
    uint32_t k = i;
    for (; k > 0 && b->lacks[b->order[k - 1]] < b->lacks[node]; k--) {
      b->order[k] = b->order[k - 1];
    }
    b->order[k] = node;
  }
}

// The best message for `node` that a node at this router can send; what it counts for, if that is
// less than `best`.
static int64_t offer(broadcast_t *b, uint32_t router, uint32_t node, int64_t best, uint32_t *from,
                     uint32_t *origin) {
  for (uint32_t i = b->at_first[router]; i < b->at_first[router + 1]; i++) {
    const uint32_t sender = b->at[i];
    b->looks++;
    if (b->sends[sender] == b->p->ports || sender == node) {
      continue;
    }
    for (uint32_t o = 0; o < b->origins; o++) {
      const size_t row = (size_t)o * b->nodes;
      if (b->has[row + sender] != 0 && b->has[row + node] == 0 && b->comes[row + node] == 0) {
        const int64_t here = 16 * (b->by_holders * b->holders[o] + b->by_level * b->level[router]) +
                             random_below(b, 64);
        if (here < best) {
          best = here;
          *from = sender;
          *origin = o;
        }
      }
    }
  }
  return best;
}

// Looks back from the node; sends it a message, if there is one. False when memory is short.
static bool serve(broadcast_t *b, uint32_t step, uint32_t node, bool *served) {
  const schedule_problem_t *p = b->p;
  const uint32_t home = p->leaves[node];
  uint32_t from = 0;
  uint32_t origin = 0;
  uint32_t tail = 0;
  int64_t best = INT64_MAX;
  memset(b->level, 0xff, b->routers * sizeof *b->level);
  b->level[home] = 0;
  b->queue[tail++] = home;
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t router = b->queue[head];
    best = offer(b, router, node, best, &from, &origin);
    for (uint32_t i = b->into_first[router]; i < b->into_first[router + 1]; i++) {
      const uint32_t c = b->into[i];
      const uint32_t before = p->channel[c].from;
      b->looks++;
      if (b->left[c] > 0 && b->level[before] == UNSEEN &&
          b->level[router] + 1u <= schedule_distance(p, before, home) + p->detour) {
        b->level[before] = (uint16_t)(b->level[router] + 1);
        b->by[before] = c;
        b->queue[tail++] = before;
      }
    }
  }
  *served = best < INT64_MAX;
  if (!*served) {
    return true;
  }
  uint32_t routers = 0;
  uint32_t at = p->enters[from];
  b->path[routers++] = at;
  for (; at != home; b->path[routers++] = at) {
    b->left[b->by[at]]--;
    at = p->channel[b->by[at]].to;
  }
  b->sends[from]++;
  b->takes[node]++;
  b->lacks[node]--;
  b->comes[(size_t)origin * b->nodes + node] = 1;
  b->holders[origin]++;
  const schedule_move_t move = {
      .step = step, .from = from, .to = node, .origin = p->from.node[origin], .routers = routers};
  return schedule_add(&b->trial, &move, b->path);
}

// One step; *sent is how many messages were sent. False when memory is short.
static bool make_step(broadcast_t *b, uint32_t step, uint32_t *sent) {
  const schedule_problem_t *p = b->p;
  for (uint32_t c = 0; c < p->channels; c++) {
    b->left[c] = p->channel[c].links;
  }
  memset(b->sends, 0, b->nodes * sizeof *b->sends);
  memset(b->takes, 0, b->nodes * sizeof *b->takes);
  memset(b->comes, 0, (size_t)b->origins * b->nodes);
  shuffle(b);
  *sent = 0;
  for (unsigned port = 0; port < p->ports; port++) {
    for (uint32_t i = 0; i < p->to.count; i++) {
      const uint32_t node = b->order[i];
      bool served = false;
      if (b->lacks[node] > 0 && b->takes[node] == port && !serve(b, step, node, &served)) {
        return false;
      }
      *sent += served;
    }
  }
  for (size_t i = 0; i < (size_t)b->origins * b->nodes; i++) {
    b->has[i] |= b->comes[i];
  }
  return true;
}

// No node lacks more than it can take in the steps that are left.
static bool can_end(const broadcast_t *b, uint32_t left) {
  for (uint32_t i = 0; i < b->p->to.count; i++) {
    if (b->lacks[b->p->to.node[i]] > (uint64_t)left * b->p->ports) {
      return false;
    }
  }
  return true;
}

bool broadcast_find(broadcast_t *b, uint32_t steps, uint64_t effort, schedule_t *found,
                    noc_error_t *error) {
  uint64_t sent = 0;
  for (uint64_t trial = 0; sent < effort; trial++) {
    if (trial % STOP_EVERY == 0 && b->stop != NULL && b->stop(b->context)) {
      return false;
    }
    begin(b);
    sent++;  // a trial that cannot end counts too
    for (uint32_t step = 0; step < steps && can_end(b, steps - step); step++) {
      uint32_t more = 0;
      if (!make_step(b, step, &more)) {
        return memory_fail(error, "a schedule");
      }
      sent += more + 1;
      if (b->trial.moves == b->p->messages) {
        schedule_free(found);
        *found = b->trial;
        b->trial = (schedule_t){0};
        schedule_sort(found);
        return true;
      }
    }
  }
  return false;
}

uint64_t broadcast_looks(const broadcast_t *b) {
  return b->looks;
}
