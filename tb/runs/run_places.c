// run_places -- the routers of --rtl-at and --lockstep-at; see run_loop.h.

#include <stdlib.h>
#include <string.h>

#include "runs/run_loop.h"

static bool parse_place(const topology_t *t, const char *option, const char *text, uint32_t *router,
                        noc_error_t *error) {
  char last[64];
  return topology_find_router(t, text, router) ||
         noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("'%.60s'", "routers of %s, up to %s"), option,
                  text, t->name, topology_router_name(t, t->routers - 1, last, sizeof last));
}

bool run_read_places(run_t *r) {
  sim_places_t *p = &r->sim.places;
  const struct {
    const char *option, *kind;
    const string_list_t *list;
  } lists[] = {{"--rtl-at", "rtl", &r->cli->rtl_at},
               {"--lockstep-at", "lockstep", &r->cli->lockstep_at}};
  size_t room = r->cli->rtl_at.count + r->cli->lockstep_at.count + 1;
  p->router = calloc(room, sizeof *p->router);
  p->kind = malloc(room * sizeof *p->kind);
  if (p->router == NULL || p->kind == NULL) {
    return noc_fail(&r->sim.error, NOC_ENVIRONMENT, "out of memory");
  }
  for (size_t k = 0; k < 2; k++) {
    for (size_t i = 0; i < lists[k].list->count; i++) {
      if (r->sim.scenario->run_router != RUN_REF) {
        return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                        "%s" SAY_IS("given with run.router %s", "given with ref only"),
                        lists[k].option, sim_router_name(r->sim.scenario));
      }
      if (!parse_place(r->sim.scenario->topology, lists[k].option, lists[k].list->item[i],
                       &p->router[p->count], &r->sim.error)) {
        return false;
      }
      for (size_t before = 0; before < p->count; before++) {
        if (p->router[before] == p->router[p->count]) {
          return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                          "%s" SAY_IS("%.60s a second time", "given once"), lists[k].option,
                          lists[k].list->item[i]);
        }
      }
      p->kind[p->count++] = lists[k].kind;
    }
  }
  return true;
}
