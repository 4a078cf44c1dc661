// scenario -- see scenario.h.

#include "setup/scenario.h"

#include <string.h>

uint64_t host_bus_cycles(const host_costs_t *h, unsigned flits) {
  static const uint64_t kFlit = 1000000;  // in the units of the bus
  return h->bus > 0 ? (flits * kFlit + h->bus - 1) / h->bus : 0;
}

bool host_costs_any(const host_costs_t *h) {
  return h->t_hs > 0 || h->t_hr > 0 || h->t_ns > 0 || h->t_nr > 0 || h->bus > 0;
}

uint64_t scenario_link_cycles(const scenario_t *s) {
  const link_clock_t clock = scenario_link_clock(s);
  return link_clock_is(&clock) ? 1 + link_clock_most(&clock) : s->link_latency;
}

double scenario_link_rate(const scenario_t *s) {
  return s->clock_ratio < LINK_CLOCK_ONE ? (double)s->clock_ratio / LINK_CLOCK_ONE : 1;
}

zero_load_t scenario_zero_load(const scenario_t *s) {
  const link_clock_t clock = scenario_link_clock(s);
  const bool clocked = link_clock_is(&clock);
  return (zero_load_t){
      .pipeline = s->pipeline,
      .link_latency = clocked ? (unsigned)link_clock_least(&clock) + 1 : s->link_latency,
      .depth = s->depth,
      .early = scenario_early(s),
      .slow = (uint64_t)((1 / scenario_link_rate(s) - 1) * 1e6)};
}

bool scenario_fail_in(const scenario_t *s, noc_error_t *error) {
  if (error->status == NOC_BAD_INPUT) {
    const noc_error_t why = *error;
    return noc_fail(error, why.status, "%s: %s", s->file, why.text);
  }
  return false;
}

noc_shape_t scenario_shape(const scenario_t *s) {
  return (noc_shape_t){.vcs = s->vcs,
                       .depth = s->depth,
                       .flit_bits = s->flit_bits,
                       .cut_through = s->cut_through,
                       .pipeline = s->pipeline,
                       .speculative = s->speculative,
                       .wavefront = s->wavefront,
                       .sync_read = s->sync_read,
                       .lookahead = s->lookahead,
                       .networks = s->networks,
                       .age_bits = strcmp(s->arbiter, "age") == 0 ? s->age_bits : 0};
}
