// cnf -- see cnf.h.
//
// Paths are looked at from their end: a state (router, hops lost) is reached from a node by a path
// that has `lost` hops more than the fewest, and up to `detour` may be lost. A delivery in a step
// asks for a hop into the router of its node, or for a sender there; a hop asks for one before it,
// or for a sender where it begins. More hops than a path needs are in nobody's interest.

#include "schedule/cnf.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// A hop of the graph of paths to a node; states are router * (detour + 1) + lost.
typedef struct {
  uint32_t channel;
  uint32_t from, to;
} back_hop_t;

typedef struct cnf_part {
  uint32_t *sender;  // nodes that may send it
  uint32_t senders;
  back_hop_t *hop;  // each behind those that lead on from where it ends
  uint32_t hops;
  uint32_t *user;  // channels with several hops: a variable that says it is used, behind the hops
  uint32_t users;
  int32_t first;  // in step 0: senders, then hops, then users
} part_t;

static uint32_t stride_of(const part_t *part) {
  return part->senders + part->hops + part->users;
}

static int32_t variable_of(const cnf_t *f, uint32_t delivery, uint32_t step) {
  return (int32_t)(1 + delivery * f->steps + step);
}

static int32_t sender_variable(const cnf_t *f, uint32_t delivery, uint32_t step, uint32_t i) {
  const part_t *part = &f->part[delivery];
  return part->first + (int32_t)(step * stride_of(part) + i);
}

static int32_t hop_variable(const cnf_t *f, uint32_t delivery, uint32_t step, uint32_t i) {
  return sender_variable(f, delivery, step, f->part[delivery].senders + i);
}

// The variable that says whether the delivery uses the channel of this hop.
static int32_t use_variable(const cnf_t *f, uint32_t delivery, uint32_t step, uint32_t i) {
  const part_t *part = &f->part[delivery];
  for (uint32_t u = 0; u < part->users; u++) {
    if (part->user[u] == part->hop[i].channel) {
      return hop_variable(f, delivery, step, part->hops + u);
    }
  }
  return hop_variable(f, delivery, step, i);
}

// --- deliveries and their paths ------------------------------------------------------------------

// The node with most messages of its own comes first: they all need different steps, so that the
// order of the steps follows.
static uint32_t busiest(const schedule_problem_t *p) {
  const uint32_t sends = p->to.count;
  const uint32_t takes = p->from.count;
  return sends >= takes ? p->from.node[0] : p->to.node[0];
}

static bool list_deliveries(cnf_t *f) {
  const schedule_problem_t *p = f->p;
  f->delivery = calloc(p->messages, sizeof *f->delivery);
  f->part = calloc(p->messages, sizeof *f->part);
  if (f->delivery == NULL || f->part == NULL) {
    return false;
  }
  const uint32_t first = busiest(p);
  for (unsigned round = 0; round < 2; round++) {
    for (uint32_t i = 0; i < p->from.count; i++) {
      for (uint32_t k = 0; k < p->to.count; k++) {
        const delivery_t d = {p->from.node[i], p->to.node[k]};
        const bool early = d.origin == first || d.to == first;
        if (d.origin != d.to && early == (round == 0)) {
          f->delivery[f->deliveries++] = d;
        }
      }
    }
  }
  return true;
}

static bool list_senders(const cnf_t *f, const delivery_t *d, part_t *part) {
  const schedule_problem_t *p = f->p;
  part->sender = calloc((size_t)p->to.count + 1, sizeof *part->sender);
  if (part->sender == NULL) {
    return false;
  }
  part->sender[part->senders++] = d->origin;
  for (uint32_t i = 0; i < p->to.count && p->kind == SCHEDULE_BROADCAST; i++) {
    const uint32_t node = p->to.node[i];
    if (node != d->to && node != d->origin) {
      part->sender[part->senders++] = node;
    }
  }
  return true;
}

// A path of a scatter's message can begin with a hop from here.
static bool leads_from_source(const cnf_t *f, const delivery_t *d, uint32_t at, unsigned hops) {
  const schedule_problem_t *p = f->p;
  return p->kind == SCHEDULE_BROADCAST || schedule_distance(p, p->enters[d->origin], at) + hops <=
                                              schedule_hops(p, d->origin, d->to) + p->detour;
}

// Channels by the router where they end are those that begin there, the other way.
static bool list_hops(const cnf_t *f, const delivery_t *d, part_t *part) {
  const schedule_problem_t *p = f->p;
  const uint32_t layers = p->detour + 1;
  const uint32_t target = p->leaves[d->to];
  const size_t states = (size_t)p->topology->routers * layers;
  uint32_t *queue = malloc(states * sizeof *queue);
  uint8_t *seen = calloc(states, 1);
  uint32_t room = 0;
  uint32_t tail = 0;
  bool ok = queue != NULL && seen != NULL;
  if (ok) {
    queue[tail++] = target * layers;
    seen[target * layers] = 1;
  }
  for (uint32_t head = 0; ok && head < tail; head++) {
    const uint32_t at = queue[head] / layers;
    const unsigned hops = schedule_distance(p, at, target) + queue[head] % layers + 1;
    for (uint32_t c = p->first[at]; c < p->first[at + 1] && ok; c++) {
      const uint32_t before = p->channel[c].to;
      const unsigned lost = hops - schedule_distance(p, before, target);
      if (before == target || lost >= layers || !leads_from_source(f, d, before, hops)) {
        continue;
      }
      const uint32_t state = before * layers + lost;
      ok = memory_room(&part->hop, &room, part->hops + 1, sizeof *part->hop);
      if (ok) {
        part->hop[part->hops++] = (back_hop_t){schedule_channel(p, before, at), state, queue[head]};
        if (seen[state] == 0) {
          seen[state] = 1;
          queue[tail++] = state;
        }
      }
    }
  }
  free(queue);
  free(seen);
  return ok;
}

static bool list_users(part_t *part, uint32_t channels) {
  uint8_t *times = calloc((size_t)channels + 1, 1);
  part->user = calloc((size_t)part->hops + 1, sizeof *part->user);
  const bool ok = times != NULL && part->user != NULL;
  for (uint32_t i = 0; ok && i < part->hops; i++) {
    const uint32_t c = part->hop[i].channel;
    if (times[c] == 1) {
      part->user[part->users++] = c;
    }
    times[c] = times[c] > 0 ? 2 : 1;
  }
  free(times);
  return ok;
}

// Ends early, with *fits false, where there are more variables than a formula may have literals.
static bool list_parts(cnf_t *f, uint32_t most, bool *fits) {
  f->variables = (int32_t)(f->deliveries * f->steps);
  for (uint32_t i = 0; i < f->deliveries && *fits; i++) {
    part_t *part = &f->part[i];
    if (!list_senders(f, &f->delivery[i], part) || !list_hops(f, &f->delivery[i], part) ||
        !list_users(part, f->p->channels)) {
      return false;
    }
    part->first = f->variables + 1;
    const uint64_t variables = (uint64_t)f->variables + (uint64_t)stride_of(part) * f->steps;
    *fits = variables <= most;
    f->variables = *fits ? (int32_t)variables : 0;
  }
  return true;
}

// --- clauses -------------------------------------------------------------------------------------

static bool say(cnf_t *f, int32_t literal) {
  if (!memory_room(&f->literal, &f->literals_room, f->literals + 1, sizeof *f->literal)) {
    return false;
  }
  f->literal[f->literals++] = literal;
  f->clauses += literal == 0;
  return true;
}

static bool say2(cnf_t *f, int32_t a, int32_t b) {
  return say(f, a) && say(f, b) && say(f, 0);
}

static bool say3(cnf_t *f, int32_t a, int32_t b, int32_t c) {
  return say(f, a) && say(f, b) && say(f, c) && say(f, 0);
}

// At most `most` of the variables: pair by pair, or by counting along them (C. Sinz, Towards an
// Optimal CNF Encoding of Boolean Cardinality Constraints, 2005).
static bool say_at_most(cnf_t *f, const int32_t *variable, uint32_t count, uint32_t most) {
  enum { FEW = 5 };
  bool ok = true;
  if (count <= most) {
    return true;
  }
  if (most == 1 && count <= FEW) {
    for (uint32_t i = 1; i < count && ok; i++) {
      for (uint32_t k = 0; k < i && ok; k++) {
        ok = say2(f, -variable[i], -variable[k]);
      }
    }
    return ok;
  }
  // first + i * most + k: of the variables up to i more than k are true.
  const int32_t first = f->variables + 1;
  const int32_t width = (int32_t)most;
  f->variables += (int32_t)(count * most);
  for (int32_t i = 0; i < (int32_t)count && ok; i++) {
    const int32_t here = first + i * width;
    const int32_t before = here - width;
    ok = say2(f, -variable[i], here);
    for (int32_t k = 0; i > 0 && k < width && ok; k++) {
      ok = say2(f, -before - k, here + k);
      ok = ok && (k == 0 || say3(f, -variable[i], -before - k + 1, here + k));
    }
    ok = ok && (i == 0 || say2(f, -variable[i], -before - width + 1));
  }
  return ok;
}

// Who may send to the state at the end of what a literal asks for: `asks` or a hop or a sender.
static bool say_asks(cnf_t *f, uint32_t delivery, uint32_t step, int32_t asks, uint32_t state) {
  const schedule_problem_t *p = f->p;
  const part_t *part = &f->part[delivery];
  bool ok = say(f, -asks);
  for (uint32_t i = 0; i < part->hops && ok; i++) {
    if (part->hop[i].to == state) {
      ok = say(f, hop_variable(f, delivery, step, i));
    }
  }
  for (uint32_t i = 0; i < part->senders && ok; i++) {
    if (p->enters[part->sender[i]] == state / (p->detour + 1)) {
      ok = say(f, sender_variable(f, delivery, step, i));
    }
  }
  return ok && say(f, 0);
}

// The delivery of the same message to another node.
static uint32_t delivery_to(const cnf_t *f, uint32_t origin, uint32_t to) {
  for (uint32_t i = 0; i < f->deliveries; i++) {
    if (f->delivery[i].origin == origin && f->delivery[i].to == to) {
      return i;
    }
  }
  return f->deliveries;
}

// Only who got it in an earlier step sends it on.
static bool say_holders(cnf_t *f, uint32_t delivery, uint32_t step) {
  const part_t *part = &f->part[delivery];
  bool ok = true;
  for (uint32_t i = 1; i < part->senders && ok; i++) {  // the origin has it
    const uint32_t got = delivery_to(f, f->delivery[delivery].origin, part->sender[i]);
    ok = say(f, -sender_variable(f, delivery, step, i));
    for (uint32_t t = 0; t < step && ok; t++) {
      ok = say(f, variable_of(f, got, t));
    }
    ok = ok && say(f, 0);
  }
  return ok;
}

// It is made in one step, and in no other.
static bool say_once(cnf_t *f, uint32_t delivery) {
  int32_t *variable = calloc(f->steps, sizeof *variable);
  bool ok = variable != NULL;
  for (uint32_t t = 0; t < f->steps && ok; t++) {
    variable[t] = variable_of(f, delivery, t);
    ok = say(f, variable[t]);
  }
  ok = ok && say(f, 0) && say_at_most(f, variable, f->steps, 1);
  free(variable);
  return ok;
}

static bool say_delivery(cnf_t *f, uint32_t delivery) {
  const uint32_t layers = f->p->detour + 1;
  const part_t *part = &f->part[delivery];
  bool ok = say_once(f, delivery);
  for (uint32_t t = 0; t < f->steps && ok; t++) {
    ok = say_asks(f, delivery, t, variable_of(f, delivery, t),
                  f->p->leaves[f->delivery[delivery].to] * layers) &&
         say_holders(f, delivery, t);
    for (uint32_t i = 0; i < part->hops && ok; i++) {
      const int32_t hop = hop_variable(f, delivery, t, i);
      const int32_t use = use_variable(f, delivery, t, i);
      ok = say_asks(f, delivery, t, hop, part->hop[i].from) && (use == hop || say2(f, -hop, use));
    }
  }
  return ok;
}

// Variables that compete for something; sorted by what it is.
typedef struct {
  uint64_t what;  // channel, or a node that sends, or takes
  int32_t variable;
} rival_t;

static int by_what(const void *a, const void *b) {
  const rival_t *x = a;
  const rival_t *y = b;
  if (x->what != y->what) {
    return x->what < y->what ? -1 : 1;
  }
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

typedef struct {
  rival_t *rival;
  uint32_t count, room;
} rivals_t;

static bool add_rival(rivals_t *r, uint64_t what, int32_t variable) {
  if (!memory_room(&r->rival, &r->room, r->count + 1, sizeof *r->rival)) {
    return false;
  }
  r->rival[r->count++] = (rival_t){what, variable};
  return true;
}

// Lists what competes in a step: for channels, then to be sent by a node, then to be taken.
static bool list_rivals(const cnf_t *f, uint32_t step, rivals_t *r) {
  const uint64_t channels = f->p->channels;
  const uint64_t nodes = f->p->topology->nodes;
  bool ok = true;
  r->count = 0;
  for (uint32_t d = 0; d < f->deliveries && ok; d++) {
    const part_t *part = &f->part[d];
    for (uint32_t i = 0; i < part->hops && ok; i++) {
      ok = add_rival(r, part->hop[i].channel, use_variable(f, d, step, i));
    }
    for (uint32_t i = 0; i < part->senders && ok; i++) {
      ok = add_rival(r, channels + part->sender[i], sender_variable(f, d, step, i));
    }
    ok = ok && add_rival(r, channels + nodes + f->delivery[d].to, variable_of(f, d, step));
  }
  if (ok && r->count > 0) {
    qsort(r->rival, r->count, sizeof *r->rival, by_what);
  }
  return ok;
}

static bool say_rivals(cnf_t *f, uint32_t step, rivals_t *r, int32_t *variable) {
  const schedule_problem_t *p = f->p;
  bool ok = list_rivals(f, step, r);
  for (uint32_t i = 0; i < r->count && ok;) {
    const uint64_t what = r->rival[i].what;
    uint32_t count = 0;
    for (; i < r->count && r->rival[i].what == what; i++) {
      if (count == 0 || variable[count - 1] != r->rival[i].variable) {
        variable[count++] = r->rival[i].variable;
      }
    }
    ok = say_at_most(f, variable, count, what < p->channels ? p->channel[what].links : p->ports);
  }
  return ok;
}

// The most variables that can compete for anything: all deliveries, each with all senders.
static bool say_all_rivals(cnf_t *f, uint32_t most, bool *fits) {
  rivals_t r = {0};
  bool ok = list_rivals(f, 0, &r);
  int32_t *variable = ok ? calloc((size_t)r.count + 1, sizeof *variable) : NULL;
  ok = variable != NULL;
  for (uint32_t t = 0; t < f->steps && ok && *fits; t++) {
    ok = say_rivals(f, t, &r, variable);
    *fits = f->literals <= most;
  }
  free(variable);
  free(r.rival);
  return ok;
}

bool cnf_create(const schedule_problem_t *p, uint32_t steps, uint32_t most, cnf_t *f,
                noc_error_t *error) {
  *f = (cnf_t){.p = p, .steps = steps};
  bool ok = true;
  // A first look, so that numbers of variables stay small.
  const double about = (double)p->messages * steps *
                       (p->channels + (p->kind == SCHEDULE_BROADCAST ? p->to.count : 1));
  bool fits = about <= 64.0 * most && (double)p->messages * steps <= most;
  ok = !fits || (list_deliveries(f) && list_parts(f, most, &fits));
  fits = fits && f->variables > 0;
  for (uint32_t i = 0; i < f->deliveries && ok && fits; i++) {
    ok = say_delivery(f, i);
    fits = f->literals <= most;
  }
  ok = ok && (!fits || say_all_rivals(f, most, &fits));
  if (ok && fits) {
    return true;
  }
  cnf_free(f);
  return ok ? noc_fail(error, NOC_CHECK_FAILED, "the formula has more than %u literals", most)
            : memory_fail(error, "a formula");
}

void cnf_free(cnf_t *f) {
  for (uint32_t i = 0; f->part != NULL && i < f->deliveries; i++) {
    free(f->part[i].sender);
    free(f->part[i].hop);
    free(f->part[i].user);
  }
  free(f->part);
  free(f->delivery);
  free(f->literal);
  *f = (cnf_t){.p = f->p};
}

// --- from values to a schedule -------------------------------------------------------------------

// The path of a delivery in a step, from its end: each hop has one before it, or a sender.
static uint32_t follow(const cnf_t *f, const uint8_t *value, uint32_t delivery, uint32_t step,
                       uint32_t *path, uint32_t *sender) {
  const schedule_problem_t *p = f->p;
  const uint32_t layers = p->detour + 1;
  const part_t *part = &f->part[delivery];
  uint32_t state = p->leaves[f->delivery[delivery].to] * layers;
  uint32_t routers = 0;
  for (bool found = true; found;) {
    path[routers++] = state / layers;
    for (uint32_t i = 0; i < part->senders; i++) {
      if (p->enters[part->sender[i]] == state / layers &&
          value[sender_variable(f, delivery, step, i)] != 0) {
        *sender = part->sender[i];
        return routers;
      }
    }
    found = false;
    for (uint32_t i = 0; i < part->hops && !found; i++) {
      if (part->hop[i].to == state && value[hop_variable(f, delivery, step, i)] != 0) {
        state = part->hop[i].from;
        found = true;
      }
    }
  }
  return 0;
}

// Turns the path round, and leaves out what comes back to a router.
static uint32_t straighten(uint32_t *path, uint32_t routers) {
  for (uint32_t i = 0; i < routers / 2; i++) {
    const uint32_t other = path[i];
    path[i] = path[routers - 1 - i];
    path[routers - 1 - i] = other;
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < routers; i++) {
    uint32_t back = 0;
    while (back < kept && path[back] != path[i]) {
      back++;
    }
    path[back] = path[i];
    kept = back + 1;
  }
  return kept;
}

bool cnf_schedule(const cnf_t *f, const uint8_t *value, schedule_t *found, noc_error_t *error) {
  const size_t longest = (size_t)f->p->topology->routers * (f->p->detour + 1) + 1;
  uint32_t *path = malloc(longest * sizeof *path);
  bool ok = path != NULL;
  if (!ok) {
    (void)memory_fail(error, "a schedule");
  }
  schedule_free(found);
  for (uint32_t d = 0; d < f->deliveries && ok; d++) {
    uint32_t t = 0;
    while (t < f->steps && value[variable_of(f, d, t)] == 0) {
      t++;
    }
    uint32_t sender = 0;
    const uint32_t routers = t < f->steps ? follow(f, value, d, t, path, &sender) : 0;
    ok = routers > 0 || noc_fail(error, NOC_INTERNAL, "the values make no schedule");
    if (ok) {
      const schedule_move_t move = {.step = t,
                                    .from = sender,
                                    .to = f->delivery[d].to,
                                    .origin = f->delivery[d].origin,
                                    .routers = straighten(path, routers)};
      ok = schedule_add(found, &move, path) || memory_fail(error, "a schedule");
    }
  }
  free(path);
  schedule_sort(found);
  return ok;
}

// --- symmetries ----------------------------------------------------------------------------------

bool cnf_is_symmetry(const cnf_t *f, const cnf_symmetry_t *s) {
  uint8_t *seen = calloc((size_t)f->steps + 1, 1);
  bool ok = seen != NULL && symmetry_is_automorphism(f->p, s->points);
  for (uint32_t t = 0; t < f->steps && ok; t++) {
    ok = s->steps[t] < f->steps && seen[s->steps[t]] == 0 &&
         (f->p->kind == SCHEDULE_SCATTER || s->steps[t] == t);
    if (ok) {
      seen[s->steps[t]] = 1;
    }
  }
  free(seen);
  return ok;
}

static bool has(const int32_t *clause, uint32_t length, int32_t literal) {
  for (uint32_t i = 0; i < length; i++) {
    if (clause[i] == literal) {
      return true;
    }
  }
  return false;
}

bool cnf_allows(const cnf_t *f, const cnf_symmetry_t *s, const int32_t *clause, uint32_t length) {
  const uint32_t *node = &s->points[f->p->topology->routers];
  for (uint32_t d = 0; d < f->deliveries; d++) {
    const uint32_t image =
        node[f->delivery[d].origin] == f->delivery[d].origin &&
                node[f->delivery[d].to] == f->delivery[d].to
            ? d
            : delivery_to(f, node[f->delivery[d].origin], node[f->delivery[d].to]);
    for (uint32_t t = 0; t < f->steps; t++) {
      const int32_t here = variable_of(f, d, t);
      const int32_t there = variable_of(f, image, s->steps[t]);
      if (here == there) {
        continue;
      }
      const bool positive = has(clause, length, here);
      const bool negative = has(clause, length, -there);
      if (positive && negative) {
        return true;
      }
      if (!positive && !negative) {
        return false;
      }
    }
  }
  return false;
}

// Delivery d is in step t only if one before it is in step t - 1 or t: else the two could be
// swapped. Of the deliveries before it neither step may be left out of the clause.
bool cnf_order_steps(const cnf_t *f,
                     bool (*use)(void *context, uint32_t step, const int32_t *clause,
                                 uint32_t length),
                     void *context, noc_error_t *error) {
  if (f->p->kind != SCHEDULE_SCATTER) {
    return true;
  }
  const uint32_t front = f->deliveries < f->steps ? f->deliveries : f->steps;
  int32_t *clause = malloc(((size_t)2 * front + 2) * sizeof *clause);
  bool ok = clause != NULL;
  if (!ok) {
    (void)memory_fail(error, "the symmetries of a formula");
  }
  for (uint32_t d = 0; d < front && ok; d++) {
    for (uint32_t t = 1; t < f->steps && ok; t++) {
      uint32_t length = 0;
      for (uint32_t before = 0; before < d; before++) {
        clause[length++] = variable_of(f, before, t - 1);
        clause[length++] = variable_of(f, before, t);
      }
      clause[length++] = variable_of(f, d, t - 1);
      clause[length++] = -variable_of(f, d, t);
      ok = use(context, t, clause, length);
    }
  }
  free(clause);
  return ok;
}
