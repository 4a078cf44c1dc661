// run_rate -- whether the buffers of a scenario sustain the full rate of a link: docs/timing.md,
// "Flow rate".

#include "cli/run.h"
#include "network/flow_rate.h"

static bool has_links(const topology_t *t) {
  bool any = false;
  for (size_t i = 0; i < (size_t)t->routers * t->ports && !any; i++) {
    any = t->peer_router[i] >= 0;
  }
  return any;
}

// False where the closed form does not hold: routers that copy, links that stall.
static bool find_rate(const run_t *r, flow_t *flow, unsigned *flits, unsigned *vcs) {
  const noc_shape_t *s = network_shape(r->sim.network);
  const scenario_t *scenario = r->sim.scenario;
  *flow = (flow_t){.pipeline = s->pipeline,
                   .link_latency = 1,
                   .depth = s->depth,
                   .cut_through = scenario->cut_through,
                   .early = s->bypass != 0};
  if (has_links(scenario->topology)) {
    flow->link_latency = (unsigned)scenario_link_cycles(scenario);
    flow->link_rate = scenario_link_rate(scenario);
  }
  *flits = workload_longest(r->sim.scenario, &r->sim.input);
  *vcs = s->vcs / s->networks / s->classes;
  return !s->multicast && *flits > 0 && r->sim.scenario->jitter.links == 0;
}

bool run_sustains(const run_t *r) {
  flow_t flow;
  unsigned flits = 0;
  unsigned vcs = 0;
  return !find_rate(r, &flow, &flits, &vcs) || vcs * flow_rate(&flow, flits) >= 1;
}

void run_print_rate(const run_t *r, const char *before, FILE *out) {
  flow_t flow;
  unsigned flits = 0;
  unsigned vcs = 0;
  if (!find_rate(r, &flow, &flits, &vcs) || flow.depth >= flow_full_depth(&flow, flits)) {
    return;
  }
  const double rate = flow_rate(&flow, flits);
  const char *least = scenario_clocks_links(r->sim.scenario) ? "at least " : "";
  (void)fprintf(out, "%sa VC carries %s%.3f of a link's rate", before, least, rate);
  if (flow.cut_through) {
    (void)fprintf(out, " with packets of %u flits", flits);
  }
  (void)fprintf(out, ", all of it from depth %u on; ", flow_full_depth(&flow, flits));
  if (vcs == 1) {
    (void)fprintf(out, "a packet has one to take\n");
  } else if (vcs * rate < 1) {
    (void)fprintf(out, "the %u that a packet may take carry %s%.3f together\n", vcs, least,
                  vcs * rate);
  } else {
    (void)fprintf(out, "the %u that a packet may take carry all of it together\n", vcs);
  }
}
