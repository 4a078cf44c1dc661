// scatter -- see scatter.h and search.h.
//
// A step has places: one for each link of a channel, and those by which nodes send and take. The
// paths that a message may have are a graph of (router, hops lost): a hop that does not lead nearer
// loses one or two, and `detour` of them may be lost in all.
//
// Given a group of symmetries, a message stands for all of its images, which are sent in its step:
// places that are images of one another are one.

#include "schedule/scatter.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "schedule/ways.h"

enum {
  NOBODY = -1,
  STOP_EVERY = 256,  // placed messages between two looks at `stop`
  MANY_TRIES = 64,   // to draw a path that does not meet its image
  SHAKEN = 8,        // messages moved for nothing after each that took others out
  LONGEST = 4096     // routers of a path, more than there are
};

typedef struct {
  uint32_t from, to;  // nodes
  uint32_t ways;      // index of the two routers
  uint32_t penalty;   // how often it has waited, and 1
  int32_t step;       // -1: waits
  uint32_t hops;
} message_t;

struct scatter {
  const schedule_problem_t *p;
  uint64_t key, draws, looks;
  bool (*stop)(void *context);
  void *context;
  ways_t *ways;  // [from * routers + to], made when they are needed
  message_t *message;
  uint32_t messages;
  uint32_t longest;             // hops of a path
  uint32_t *path;               // [message * longest + i]: the channel
  uint32_t *place;              // [message * (longest + 2) + i]: the places that it has in its step
  const permutations_t *group;  // NULL: none
  // Places of a step: of each channel as many as it has links, of each node `ports` to send by, and
  // as many to take by; these are the first of each.
  uint32_t *channel_place;
  uint32_t *sending_place;
  uint32_t *taking_place;
  uint32_t places;
  uint32_t steps, steps_room;
  int32_t *holder;  // [step * places + place]: a message, or NOBODY
  uint32_t *waits;  // the pool
  uint32_t waiting;
  // These are known of each state of paths: of the step that is looked at, and of the best one.
  uint64_t *cost;
  int32_t *last;  // the message that a path to here takes out last
  uint32_t *hop;  // the hop by which the best path comes; UINT32_MAX: none
  uint32_t states;
  uint32_t *trial, *best;  // channels of a path
  uint32_t trial_hops, best_hops;
};

// --- the graph of paths --------------------------------------------------------------------------

static uint32_t random_below(scatter_t *s, uint32_t n) {
  return rng_below(rng_draw(s->key, s->draws++), n);
}

// The least node that the group takes a node to; it stands for all of them.
static uint32_t first_image(const scatter_t *s, uint32_t routers, uint32_t node) {
  uint32_t first = node;
  for (uint32_t g = 0; s->group != NULL && g < s->group->count; g++) {
    const uint32_t to = s->group->image[(size_t)g * s->group->points + routers + node];
    first = to < first ? to : first;
  }
  return first;
}

static bool list_messages(scatter_t *s, noc_error_t *error) {
  const schedule_problem_t *p = s->p;
  const uint32_t routers = p->topology->routers;
  for (uint32_t i = 0; i < p->from.count; i++) {
    for (uint32_t j = 0; j < p->to.count; j++) {
      const uint32_t from = p->from.node[i];
      const uint32_t to = p->to.node[j];
      if (from == to || first_image(s, routers, from) != from) {
        continue;
      }
      const uint32_t pair = p->enters[from] * routers + p->leaves[to];
      s->message[s->messages++] = (message_t){from, to, pair, 1, -1, 0};
      if (s->ways[pair].hop == NULL &&
          !ways_make(p, p->enters[from], p->leaves[to], &s->ways[pair])) {
        return memory_fail(error, "the paths of a schedule");
      }
      const uint32_t hops = schedule_hops(p, from, to) + p->detour;
      s->longest = hops > s->longest ? hops : s->longest;
    }
  }
  return true;
}

// Places for what is the first of its images, and the same for the others.
static void number_places(scatter_t *s) {
  const schedule_problem_t *p = s->p;
  const uint32_t routers = p->topology->routers;
  for (uint32_t c = 0; c < p->channels; c++) {
    uint32_t first = c;
    for (uint32_t g = 0; s->group != NULL && g < s->group->count; g++) {
      const uint32_t *image = &s->group->image[(size_t)g * s->group->points];
      const uint32_t to = schedule_channel(p, image[p->channel[c].from], image[p->channel[c].to]);
      first = to < first ? to : first;
    }
    s->channel_place[c] = first < c ? s->channel_place[first] : s->places;
    s->places += first < c ? 0 : p->channel[c].links;
  }
  for (uint32_t n = 0; n < p->topology->nodes; n++) {
    const uint32_t first = first_image(s, routers, n);
    s->sending_place[n] = first < n ? s->sending_place[first] : s->places;
    s->taking_place[n] = first < n ? s->taking_place[first] : s->places + p->ports;
    s->places += first < n ? 0 : 2 * p->ports;
  }
}

static bool allocate(scatter_t *s) {
  const uint32_t longest = s->longest;
  s->path = calloc((size_t)s->messages * longest + 1, sizeof *s->path);
  s->place = calloc(((size_t)s->messages + 1) * (longest + 2), sizeof *s->place);
  s->waits = calloc((size_t)s->messages + 1, sizeof *s->waits);
  s->cost = calloc(s->states, sizeof *s->cost);
  s->last = calloc(s->states, sizeof *s->last);
  s->hop = calloc(s->states, sizeof *s->hop);
  s->trial = calloc((size_t)longest + 1, sizeof *s->trial);
  s->best = calloc((size_t)longest + 1, sizeof *s->best);
  return s->path != NULL && s->place != NULL && s->waits != NULL && s->cost != NULL &&
         s->last != NULL && s->hop != NULL && s->trial != NULL && s->best != NULL;
}

scatter_t *scatter_create(const schedule_problem_t *p, const permutations_t *group, uint64_t seed,
                          bool (*stop)(void *context), void *context, noc_error_t *error) {
  scatter_t *s = calloc(1, sizeof *s);
  if (s == NULL) {
    (void)memory_fail(error, "a search for a schedule");
    return NULL;
  }
  const uint32_t routers = p->topology->routers;
  const uint32_t nodes = p->topology->nodes;
  *s = (scatter_t){.p = p,
                   .group = group,
                   .key = rng_key(seed, RNG_SCHEDULE, 0),
                   .stop = stop,
                   .context = context,
                   .states = routers * (p->detour + 1)};
  s->ways = calloc((size_t)routers * routers, sizeof *s->ways);
  s->message = calloc(p->messages, sizeof *s->message);
  s->channel_place = calloc((size_t)p->channels + 1, sizeof *s->channel_place);
  s->sending_place = calloc(nodes, sizeof *s->sending_place);
  s->taking_place = calloc(nodes, sizeof *s->taking_place);
  const bool ok = s->ways != NULL && s->message != NULL && s->channel_place != NULL &&
                  s->sending_place != NULL && s->taking_place != NULL && list_messages(s, error) &&
                  allocate(s);
  if (!ok) {
    scatter_free(s);
    (void)memory_fail(error, "a search for a schedule");
    return NULL;
  }
  number_places(s);
  for (uint32_t i = 0; i < s->messages; i++) {
    s->waits[i] = i;
  }
  s->waiting = s->messages;
  return s;
}

void scatter_free(scatter_t *s) {
  if (s == NULL) {
    return;
  }
  const size_t pairs = (size_t)s->p->topology->routers * s->p->topology->routers;
  for (size_t i = 0; s->ways != NULL && i < pairs; i++) {
    free(s->ways[i].hop);
  }
  free(s->ways);
  free(s->message);
  free(s->path);
  free(s->place);
  free(s->channel_place);
  free(s->sending_place);
  free(s->taking_place);
  free(s->holder);
  free(s->waits);
  free(s->cost);
  free(s->last);
  free(s->hop);
  free(s->trial);
  free(s->best);
  free(s);
}

// --- places --------------------------------------------------------------------------------------

// Chooses among `count` places the one that is free, or that the lightest message holds; what that
// counts for is in *cost, 0 for a free one.
static uint32_t choose_place(const scatter_t *s, uint32_t step, uint32_t first, uint32_t count,
                             uint64_t *cost) {
  const int32_t *holder = &s->holder[(size_t)step * s->places];
  uint32_t best = first;
  *cost = UINT64_MAX;
  for (uint32_t i = first; i < first + count; i++) {
    const uint64_t here = holder[i] == NOBODY ? 0 : s->message[holder[i]].penalty;
    if (here < *cost) {
      *cost = here;
      best = i;
    }
  }
  return best;
}

static void take_out(scatter_t *s, uint32_t m) {
  message_t *message = &s->message[m];
  int32_t *holder = &s->holder[(size_t)message->step * s->places];
  const uint32_t *place = &s->place[(size_t)m * (s->longest + 2)];
  for (uint32_t i = 0; i < message->hops + 2; i++) {
    holder[place[i]] = NOBODY;
  }
  message->step = -1;
}

static void wait_for_place(scatter_t *s, uint32_t m) {
  s->waits[s->waiting++] = m;
}

static void take_place(scatter_t *s, uint32_t m, uint32_t step, uint32_t *place, uint32_t first,
                       uint32_t count) {
  uint64_t cost = 0;
  *place = choose_place(s, step, first, count, &cost);
  int32_t *holder = &s->holder[(size_t)step * s->places + *place];
  if (*holder != NOBODY) {
    const uint32_t out = (uint32_t)*holder;
    take_out(s, out);
    wait_for_place(s, out);
  }
  *holder = (int32_t)m;
}

// Puts a message into a step, on a path; what is in its way waits.
static void put_in(scatter_t *s, uint32_t m, uint32_t step, const uint32_t *path, uint32_t hops) {
  message_t *message = &s->message[m];
  uint32_t *place = &s->place[(size_t)m * (s->longest + 2)];
  take_place(s, m, step, place++, s->sending_place[message->from], s->p->ports);
  for (uint32_t i = 0; i < hops; i++) {
    const uint32_t c = path[i];
    take_place(s, m, step, place++, s->channel_place[c], s->p->channel[c].links);
    s->path[(size_t)m * s->longest + i] = c;
  }
  take_place(s, m, step, place, s->taking_place[message->to], s->p->ports);
  message->step = (int32_t)step;
  message->hops = hops;
}

// --- the best path in a step ---------------------------------------------------------------------

// Says what it counts for to have a place of a channel, after `before` is taken out anyway.
static uint64_t place_cost(scatter_t *s, uint32_t step, uint32_t first, uint32_t count,
                           int32_t before, int32_t *out) {
  const int32_t *holder = &s->holder[(size_t)step * s->places];
  s->looks += count;
  if (count == 1) {  // nearly always
    *out = holder[first];
    return *out == NOBODY || *out == before ? 0 : s->message[*out].penalty;
  }
  uint64_t cost = 0;
  const uint32_t place = choose_place(s, step, first, count, &cost);
  *out = holder[place];
  return *out == before ? 0 : cost;
}

// A path that has two channels of one place would be in the way of its own image.
static bool meets_image(const scatter_t *s) {
  for (uint32_t i = 1; i < s->trial_hops; i++) {
    for (uint32_t k = 0; k < i; k++) {
      if (s->channel_place[s->trial[i]] == s->channel_place[s->trial[k]]) {
        return true;
      }
    }
  }
  return false;
}

// The path of the message in a step that costs least, if that is at most `most`: in s->trial.
// Returns what it costs, UINT64_MAX if it is more.
static uint64_t find_path(scatter_t *s, uint32_t m, uint32_t step, uint64_t most) {
  const schedule_problem_t *p = s->p;
  const message_t *message = &s->message[m];
  const ways_t *w = &s->ways[message->ways];
  const uint32_t layers = p->detour + 1;
  const uint32_t ports = p->ports;
  int32_t sent = NOBODY;
  int32_t taken = NOBODY;
  uint64_t cost = place_cost(s, step, s->sending_place[message->from], ports, NOBODY, &sent);
  const uint64_t end = place_cost(s, step, s->taking_place[message->to], ports, sent, &taken);
  if (cost + end > most) {
    return UINT64_MAX;
  }
  const uint32_t start = p->enters[message->from] * layers;
  const uint32_t target = p->leaves[message->to];
  s->trial_hops = 0;
  if (w->hops == 0) {
    return cost + end;
  }
  s->cost[start] = cost;
  s->last[start] = sent;
  s->hop[start] = UINT32_MAX;
  for (uint32_t i = 0; i < w->hops; i++) {
    s->cost[w->hop[i].to] = UINT64_MAX;
  }
  for (uint32_t lost = 0; lost < layers; lost++) {
    s->cost[target * layers + lost] = UINT64_MAX;  // a path may not get there
  }
  for (uint32_t i = 0; i < w->hops; i++) {
    const hop_t *h = &w->hop[i];
    const uint64_t so_far = s->cost[h->from];
    if (so_far > most) {
      continue;
    }
    int32_t out = NOBODY;
    const uint32_t first = s->channel_place[h->channel];
    const uint64_t here =
        so_far + place_cost(s, step, first, p->channel[h->channel].links, s->last[h->from], &out);
    if (here > most) {
      continue;
    }
    if (here < s->cost[h->to] ||
        (here == s->cost[h->to] && (rng_draw(s->key, s->draws++) & 1u) != 0)) {
      s->cost[h->to] = here;
      s->last[h->to] = out != NOBODY ? out : s->last[h->from];
      s->hop[h->to] = i;
    }
  }
  uint32_t best = target * layers;
  for (uint32_t lost = 1; lost < layers; lost++) {
    const uint32_t state = target * layers + lost;
    best = s->cost[state] < s->cost[best] ? state : best;
  }
  if (s->cost[best] == UINT64_MAX) {
    return UINT64_MAX;
  }
  cost = s->cost[best] + (taken != NOBODY && taken == s->last[best] ? 0 : end);
  if (cost > most) {
    return UINT64_MAX;
  }
  uint32_t hops = 0;
  for (uint32_t state = best; s->hop[state] != UINT32_MAX; state = w->hop[s->hop[state]].from) {
    hops++;
    assert(hops <= s->longest);
  }
  s->trial_hops = hops;
  for (uint32_t state = best; s->hop[state] != UINT32_MAX; state = w->hop[s->hop[state]].from) {
    s->trial[--hops] = w->hop[s->hop[state]].channel;
  }
  s->trial_hops = p->detour > 0 ? ways_cut_loops(p, s->trial, s->trial_hops) : s->trial_hops;
  return s->group != NULL && meets_image(s) ? UINT64_MAX : cost;
}

// --- placing messages ----------------------------------------------------------------------------

// The step and path that cost least; of several one drawn. The path is in s->best.
static uint64_t find_best(scatter_t *s, uint32_t m, uint32_t *step) {
  uint64_t best = UINT64_MAX;
  uint32_t equal = 0;
  const uint32_t start = random_below(s, s->steps);
  for (uint32_t i = 0; i < s->steps; i++) {
    const uint32_t t = (start + i) % s->steps;
    const uint64_t cost = find_path(s, m, t, best);
    if (cost == UINT64_MAX) {
      continue;
    }
    equal = cost < best ? 1 : equal + 1;
    if (cost < best || random_below(s, equal) == 0) {
      best = cost;
      *step = t;
      s->best_hops = s->trial_hops;
      memcpy(s->best, s->trial, s->trial_hops * sizeof *s->best);
    }
    if (cost == 0 && equal == 1) {
      break;  // any step will do
    }
  }
  return best;
}

// Moves a message that has a place to another step, if that costs nothing.
static void shake(scatter_t *s) {
  const uint32_t m = random_below(s, s->messages);
  const uint32_t step = random_below(s, s->steps);
  if (s->message[m].step < 0 || s->message[m].step == (int32_t)step) {
    return;
  }
  if (find_path(s, m, step, 0) == 0) {
    take_out(s, m);
    put_in(s, m, step, s->trial, s->trial_hops);
  }
}

static bool make_steps(scatter_t *s, uint32_t steps, noc_error_t *error) {
  if (steps > s->steps_room) {
    const uint32_t room = steps < 2 * s->steps_room ? 2 * s->steps_room : steps;
    int32_t *holder = realloc(s->holder, (size_t)room * s->places * sizeof *holder);
    if (holder == NULL) {
      return memory_fail(error, "the steps of a schedule");
    }
    s->holder = holder;
    s->steps_room = room;
  }
  if (steps > s->steps) {
    memset(&s->holder[(size_t)s->steps * s->places], 0xff,
           (size_t)(steps - s->steps) * s->places * sizeof *s->holder);
  }
  s->steps = steps;
  return true;
}

// Leaves `steps` steps, those with most messages; what is in the others waits.
static bool fewer_steps(scatter_t *s, uint32_t steps, noc_error_t *error) {
  uint32_t *load = calloc(s->steps, sizeof *load);
  int32_t *becomes = calloc(s->steps, sizeof *becomes);
  if (load == NULL || becomes == NULL) {
    free(load);
    free(becomes);
    return memory_fail(error, "the steps of a schedule");
  }
  for (uint32_t m = 0; m < s->messages; m++) {
    if (s->message[m].step >= 0) {
      load[s->message[m].step]++;
    }
  }
  for (uint32_t gone = s->steps - steps; gone > 0; gone--) {
    uint32_t least = 0;
    for (uint32_t t = 0; t < s->steps; t++) {
      least = load[t] < load[least] ? t : least;
    }
    load[least] = UINT32_MAX;
    becomes[least] = -1;
  }
  uint32_t next = 0;
  for (uint32_t t = 0; t < s->steps; t++) {
    if (becomes[t] == 0) {
      memmove(&s->holder[(size_t)next * s->places], &s->holder[(size_t)t * s->places],
              s->places * sizeof *s->holder);
      becomes[t] = (int32_t)next++;
    }
  }
  for (uint32_t m = 0; m < s->messages; m++) {
    if (s->message[m].step >= 0) {
      s->message[m].step = becomes[s->message[m].step];
      if (s->message[m].step < 0) {
        wait_for_place(s, m);
      }
    }
  }
  s->steps = steps;
  free(load);
  free(becomes);
  return true;
}

static bool has_stopped(scatter_t *s, uint64_t placed) {
  return placed % STOP_EVERY == 0 && s->stop != NULL && s->stop(s->context);
}

// Far ones first: they have fewest places to go.
static void sort_waiting(scatter_t *s) {
  for (uint32_t i = s->waiting; i > 1; i--) {
    const uint32_t other = random_below(s, i);
    const uint32_t m = s->waits[i - 1];
    s->waits[i - 1] = s->waits[other];
    s->waits[other] = m;
  }
  uint32_t begin[LONGEST] = {0};  // by distance, nearest first: the pool is taken from its end
  uint32_t *sorted = malloc(s->messages * sizeof *sorted);
  if (sorted == NULL) {
    return;  // in any order it is a search as well
  }
  for (uint32_t i = 0; i < s->waiting; i++) {
    const message_t *m = &s->message[s->waits[i]];
    begin[schedule_hops(s->p, m->from, m->to) + 1]++;
  }
  for (uint32_t i = 1; i < LONGEST; i++) {
    begin[i] += begin[i - 1];
  }
  for (uint32_t i = 0; i < s->waiting; i++) {
    const message_t *m = &s->message[s->waits[i]];
    sorted[begin[schedule_hops(s->p, m->from, m->to)]++] = s->waits[i];
  }
  memcpy(s->waits, sorted, s->waiting * sizeof *sorted);
  free(sorted);
}

uint32_t scatter_first(scatter_t *s, noc_error_t *error) {
  sort_waiting(s);
  for (uint64_t placed = 0; s->waiting > 0; placed++) {
    if (has_stopped(s, placed)) {
      (void)noc_fail(error, NOC_INTERRUPTED, "stopped before there was a schedule");
      return 0;
    }
    const uint32_t m = s->waits[--s->waiting];
    uint32_t step = 0;
    while (step < s->steps && find_path(s, m, step, 0) != 0) {
      step++;
    }
    if (step == s->steps && !make_steps(s, step + 1, error)) {
      return 0;
    }
    for (unsigned tries = 0; find_path(s, m, step, 0) != 0; tries++) {
      if (tries == MANY_TRIES) {
        wait_for_place(s, m);
        return 0;
      }
    }
    put_in(s, m, step, s->trial, s->trial_hops);
  }
  return s->steps;
}

bool scatter_find(scatter_t *s, uint32_t steps, uint64_t effort, noc_error_t *error) {
  if (steps > s->steps ? !make_steps(s, steps, error) : !fewer_steps(s, steps, error)) {
    return false;
  }
  unsigned failed = 0;
  for (uint64_t placed = 0; s->waiting > 0 && placed < effort; placed++) {
    if (has_stopped(s, placed)) {
      return false;
    }
    const uint32_t m = s->waits[--s->waiting];
    uint32_t step = 0;
    const uint64_t cost = find_best(s, m, &step);
    if (cost == UINT64_MAX) {
      wait_for_place(s, m);
      if (++failed > MANY_TRIES) {
        return false;
      }
      continue;
    }
    s->message[m].penalty += cost > 0;
    put_in(s, m, step, s->best, s->best_hops);
    for (uint32_t i = 0; cost > 0 && i < SHAKEN; i++) {
      shake(s);
    }
  }
  return s->waiting == 0;
}

// A message of the schedule: the image of one that has a place, under an element of the group.
static bool add_image(const scatter_t *s, uint32_t m, const uint32_t *image, uint32_t *routers,
                      schedule_t *found) {
  const schedule_problem_t *p = s->p;
  const message_t *message = &s->message[m];
  routers[0] = p->enters[message->from];
  for (uint32_t i = 0; i < message->hops; i++) {
    routers[i + 1] = p->channel[s->path[(size_t)m * s->longest + i]].to;
  }
  for (uint32_t i = 0; i < message->hops + 1 && image != NULL; i++) {
    routers[i] = image[routers[i]];
  }
  const uint32_t *node = image != NULL ? &image[p->topology->routers] : NULL;
  const uint32_t from = node != NULL ? node[message->from] : message->from;
  const uint32_t to = node != NULL ? node[message->to] : message->to;
  const schedule_move_t move = {.step = (uint32_t)message->step,
                                .from = from,
                                .to = to,
                                .origin = from,
                                .routers = message->hops + 1};
  return schedule_add(found, &move, routers);
}

bool scatter_schedule(const scatter_t *s, schedule_t *found, noc_error_t *error) {
  uint32_t *routers = malloc(((size_t)s->longest + 1) * sizeof *routers);
  bool ok = routers != NULL;
  schedule_free(found);
  for (uint32_t m = 0; ok && m < s->messages; m++) {
    if (s->group == NULL) {
      ok = add_image(s, m, NULL, routers, found);
    }
    for (uint32_t g = 0; ok && s->group != NULL && g < s->group->count; g++) {
      ok = add_image(s, m, &s->group->image[(size_t)g * s->group->points], routers, found);
    }
  }
  free(routers);
  schedule_sort(found);
  return ok || memory_fail(error, "a schedule");
}

uint64_t scatter_looks(const scatter_t *s) {
  return s->looks;
}
