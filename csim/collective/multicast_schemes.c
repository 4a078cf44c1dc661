// multicast_schemes -- see multicast_schemes.h.

#include "collective/multicast_schemes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/scheme.h"

static void require(plan_t *plan, uint32_t operation, uint32_t after) {
  if (after != kPlanNone && !plan->short_of_memory) {
    plan_require(plan, operation, after);
  }
}

void multicast_pass_on(multicast_adder_t *a, uint32_t from, uint32_t to) {
  const multicast_t *m = a->m;
  const bool own = from == m->source;
  const uint32_t send = a->plan->ops;
  a->by_node[to] =
      plan_pass_block(a->plan, from, to, m->flits, m->tag, own ? kPlanNone : a->by_node[from]);
  require(a->plan, send, own ? m->after : kPlanNone);
}

static int by_number(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void multicast_sort(uint32_t *nodes, uint32_t count) {
  qsort(nodes, count, sizeof *nodes, by_number);
}

uint32_t multicast_pass_on_to(multicast_adder_t *a, uint32_t from, uint32_t *to, uint32_t count) {
  const multicast_t *m = a->m;
  const bool own = from == m->source;
  multicast_sort(to, count);
  const uint32_t multicast = plan_multicast_block(a->plan, from, to, count, m->flits, m->tag,
                                                  own ? kPlanNone : a->by_node[from]);
  for (uint32_t k = 0; k < count; k++) {
    a->by_node[to[k]] = multicast + 1 + count + k;
  }
  require(a->plan, multicast, own ? m->after : kPlanNone);
  return multicast;
}

bool multicast_add(plan_t *plan, const multicast_planner_t *c, const scheme_t *scheme,
                   const multicast_t *m, uint32_t *receive, noc_error_t *error) {
  multicast_adder_t a = {.plan = plan, .c = c, .m = m, .error = error};
  a.by_node = malloc(c->topology->nodes * sizeof *a.by_node);
  a.to = malloc(m->count * sizeof *a.to);
  bool ok = a.by_node != NULL && a.to != NULL;
  if (ok) {
    memcpy(a.to, m->to, m->count * sizeof *a.to);
    ok = scheme->multicast.add(&a);
  } else {
    (void)memory_fail(error, "a multicast");
  }
  for (uint32_t k = 0; ok && k < m->count; k++) {
    receive[k] = a.by_node[m->to[k]];
  }
  free(a.by_node);
  free(a.to);
  return ok;
}

bool multicast_planner_create(multicast_planner_t *c, const scenario_t *s, const scheme_t *scheme,
                              unsigned packet_flits, const char **key, noc_error_t *error) {
  *c = (multicast_planner_t){.topology = s->topology,
                             .routing = s->route,
                             .classes = scenario_vc_classes(s),
                             .packet_flits = packet_flits,
                             .k = s->k,
                             .idle = scenario_zero_load(s),
                             .host = s->host};
  return scheme->multicast.check == NULL || scheme->multicast.check(s, packet_flits, c, key, error);
}
