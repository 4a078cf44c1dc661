// schedule_choice -- see schedule_choice.h.
//
// The search has no time limit, so that a run does not depend on the machine: it ends at a lower
// bound, or when some rounds have found nothing better. `nocstep schedule` looks for longer.

#include "collective/schedule_choice.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "collective/schedule_classes.h"
#include "collective/schemes.h"
#include "schedule/bounds.h"
#include "schedule/check.h"
#include "schedule/schedule_file.h"
#include "schedule/search.h"

// --- from a file ---------------------------------------------------------------------------------

static bool same_set(const topology_t *t, const char *text, const node_set_t *set) {
  node_set_t said;
  noc_error_t ignored;
  if (!node_set_parse(text, t->nodes, &said, &ignored)) {
    return false;
  }
  const bool same = node_set_equal(&said, set);
  node_set_free(&said);
  return same;
}

static bool fits(const participants_t *p, const char *collective, const schedule_read_t *r,
                 noc_error_t *error) {
  const char *file = p->scheduled.file;
  char name[256];
  const char *topology = topology_plain_name(p->topology, name, sizeof name);
  if (strcmp(r->topology, topology) != 0) {
    return noc_fail(error, NOC_BAD_INPUT, "%s: topology" SAY_IS("%.80s", "%.80s, that of the run"),
                    file, r->topology, topology);
  }
  if (strcmp(r->collective, collective) != 0) {
    return noc_fail(error, NOC_BAD_INPUT, "%s: collective" SAY_IS("%.40s", "%s, that of the run"),
                    file, r->collective, collective);
  }
  const bool from = same_set(p->topology, r->from, &p->from);
  if (!from || !same_set(p->topology, r->to, &p->to)) {
    return noc_fail(error, NOC_BAD_INPUT, "%s: %s" SAY_IS("%.80s", "the set of the run"), file,
                    from ? "to" : "from", from ? r->to : r->from);
  }
  return r->ports == 1 || noc_fail(error, NOC_BAD_INPUT,
                                   "%s: ports" SAY_IS("%u",
                                                      "1, for interfaces have one way in "
                                                      "and one way out"),
                                   file, r->ports);
}

static bool copy(const schedule_read_t *r, schedule_t *found, noc_error_t *error) {
  bool ok = true;
  for (uint32_t i = 0; i < r->entries && ok; i++) {
    const schedule_entry_t *e = &r->entry[i];
    const schedule_move_t move = {.step = e->step,
                                  .from = e->src,
                                  .to = e->dst,
                                  .origin = e->origin,
                                  .routers = e->length - 2};
    ok = schedule_add(found, &move, e->path + 1) || memory_fail(error, "a schedule");
  }
  schedule_sort(found);
  return ok;
}

static bool from_file(participants_t *p, const char *collective, noc_error_t *error) {
  schedule_choice_t *c = &p->scheduled;
  schedule_read_t r;
  if (!schedule_read(c->file, &r, error)) {
    return false;
  }
  bool ok =
      fits(p, collective, &r, error) && schedule_check(p->topology, &r, c->file, c->force, error);
  if (!ok && error->status == NOC_CHECK_FAILED) {
    error->status = NOC_BAD_INPUT;
  }
  ok = ok && copy(&r, &c->found, error);
  c->bound = r.lower_bound;
  schedule_read_free(&r);
  return ok;
}

// --- by search -----------------------------------------------------------------------------------

static uint32_t most(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

static bool look(schedule_search_t *search, const schedule_problem_t *problem, schedule_choice_t *c,
                 noc_error_t *error) {
  enum { ROUNDS = 2, GROWTH = 4, FIRST = 20000, EACH = 5 };
  uint64_t effort = FIRST + EACH * problem->messages;
  if (!schedule_search_first(search, &c->found, error)) {
    return false;
  }
  for (unsigned round = 0; round < ROUNDS && c->found.steps > c->bound; round++) {
    bool better = schedule_search_find(search, c->bound, effort, &c->found, error);
    while (error->status == NOC_OK && !better && c->found.steps - 1 > c->bound &&
           schedule_search_find(search, c->found.steps - 1, effort, &c->found, error)) {
    }
    if (error->status != NOC_OK) {
      return false;
    }
    effort *= GROWTH;
  }
  return true;
}

static bool search(const schedule_problem_t *problem, schedule_choice_t *c, noc_error_t *error) {
  permutations_t generators;
  uint32_t cut = 0;
  bool exact = false;
  if (!symmetry_generators(problem, &generators, error)) {
    return false;
  }
  schedule_search_t *s = NULL;
  *error = (noc_error_t){0};
  bool ok = bound_cut(problem, &cut, &exact, error);
  c->bound = most(most(bound_ports(problem), bound_growth(problem)), cut);
  s = ok ? schedule_search_create(search_way(0), problem, &generators, c->seed, NULL, NULL, error)
         : NULL;
  ok = s != NULL && look(s, problem, c, error);
  schedule_search_free(s);
  permutations_free(&generators);
  return ok;
}

// NULL when memory is short.
static char *text_of(const node_set_t *set) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = memory_stream(&text, &length);
  if (out == NULL) {
    return NULL;
  }
  node_set_write(set, out);
  if (fclose(out) != 0) {
    free(text);
    return NULL;
  }
  return text;
}

static bool by_search(participants_t *p, const char *collective, noc_error_t *error) {
  schedule_problem_t problem;
  const char *key = NULL;
  char *from = text_of(&p->from);
  char *to = text_of(&p->to);
  bool ok = from != NULL && to != NULL;
  if (!ok) {
    (void)memory_fail(error, "a schedule");
  } else if (schedule_problem_create(p->topology, collective, from, to, 1, p->scheduled.detour,
                                     &problem, &key, error)) {
    ok = search(&problem, &p->scheduled, error);
    schedule_problem_free(&problem);
  } else {
    ok = key != NULL && noc_is_keyless(error) ? noc_fail_key(error, NULL, key) : false;
  }
  free(from);
  free(to);
  return ok;
}

// The ports of all paths. Messages of a step on several links between two routers take one each.
static bool find_ports(const participants_t *p, schedule_choice_t *c, noc_error_t *error) {
  const topology_t *t = p->topology;
  const schedule_t *s = &c->found;
  uint32_t *step_of_link = calloc((size_t)t->routers * t->ports, sizeof *step_of_link);
  c->hop = calloc((size_t)s->path_length + 1, sizeof *c->hop);
  const bool ok = c->hop != NULL && step_of_link != NULL;
  for (uint32_t i = 0; ok && i < s->moves; i++) {
    const schedule_move_t *move = &s->move[i];
    for (uint32_t k = move->first; k + 1 < move->first + move->routers; k++) {
      uint32_t *links = &step_of_link[(size_t)s->path[k] * t->ports];
      uint32_t port = UINT32_MAX;  // the first that this step has not taken, else the first
      for (uint32_t q = t->ports; q-- > 0;) {
        const int32_t peer = t->peer_router[(size_t)s->path[k] * t->ports + q];
        const bool taken = links[q] == move->step + 1;
        const bool before = port == UINT32_MAX || !taken || links[port] == move->step + 1;
        port = peer == (int32_t)s->path[k + 1] && before ? q : port;
      }
      links[port] = move->step + 1;
      c->hop[k] = (plan_hop_t){port, kPlanAny};
    }
  }
  free(step_of_link);
  return ok || memory_fail(error, "a schedule");
}

bool schedule_choose(participants_t *p, const char *collective, noc_error_t *error) {
  schedule_choice_t *c = &p->scheduled;
  if (unicast_messages(p) == 0) {
    return true;
  }
  if (!(c->file != NULL ? from_file(p, collective, error) : by_search(p, collective, error)) ||
      !find_ports(p, c, error)) {
    return false;
  }
  if (c->found.steps >= PLAN_NO_STEP) {
    return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("a schedule of %u steps", "up to %d"),
                    c->found.steps, PLAN_NO_STEP - 1);
  }
  return c->steps != STEPS_OVERLAPPED || schedule_classes(p, error);
}

void schedule_choice_free(schedule_choice_t *c) {
  schedule_free(&c->found);
  free(c->hop);
  c->hop = NULL;
}
