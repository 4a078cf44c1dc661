// workload_shape -- what of the shape of routers and interfaces a workload decides; see workload.h.

#include "base/memory.h"
#include "collective/forward_needs.h"
#include "collective/worm_needs.h"
#include "workload/multicasts.h"
#include "workload/prepare_worms.h"
#include "workload/trace.h"
#include "workload/workload_state.h"

// Message numbers tell the packets of one source apart while they are on their way: as many bits as
// the head has room for, within these bounds. A source waits while a number is still in use.
enum { MESSAGE_BITS_MIN = 4, MESSAGE_BITS_MAX = 10 };

// The widest that fits. Where even the narrowest does not, the error of the shape says so later.
static unsigned message_bits(const scenario_t *s, const noc_shape_t *chosen) {
  unsigned bits = MESSAGE_BITS_MAX;
  for (; bits > MESSAGE_BITS_MIN; bits--) {
    noc_error_t ignored;
    noc_shape_t shape = *chosen;
    shape.msg_w = bits;
    if (network_complete_shape(s->topology, s->route, &shape, &ignored)) {
      break;
    }
  }
  return bits;
}

bool workload_least(const scenario_t *s, noc_shape_t *shape, noc_error_t *error) {
  const unsigned flits = s->workload == WORKLOAD_COLLECTIVE ? scenario_longest(s) : 1;
  *shape = scenario_shape(s);
  shape->len_w = shape_width((uint64_t)flits + 1);
  shape->msg_w = MESSAGE_BITS_MIN;
  return network_complete_shape(s->topology, s->route, shape, error) || scenario_fail_in(s, error);
}

// The longest packet that the network takes.
static unsigned network_flits(const scenario_t *s) {
  return s->cut_through && s->depth < PLAN_MAX_FLITS ? s->depth : PLAN_MAX_FLITS;
}

// The longest packet of a plan. Joined data goes in whole parts.
unsigned workload_packet_flits(const scenario_t *s, const plan_t *plan) {
  if (s->workload == WORKLOAD_MULTICASTS) {
    return multicasts_packet_flits(s);
  }
  const unsigned part = plan->coding != NULL ? plan->coding->part_flits : 0;
  const unsigned fits = network_flits(s) - (plan->multicasts > 0 ? worms_headers(s, plan)
                                                                 : 0);  // check_worms() is before
  unsigned most = s->workload == WORKLOAD_COLLECTIVE && part == 0        ? scenario_longest(s)
                  : s->packet_flits != 0 && s->workload == WORKLOAD_PLAN ? s->packet_flits
                                                                         : fits;
  if (worms_any(plan) && most < WORM_FLITS) {
    most = WORM_FLITS;
  }
  return part > 0 && most > part ? most - most % part : most;
}

// Checks that packets have room for data that has to be in one.
static bool check_packets(const scenario_t *s, const plan_t *plan, noc_error_t *error) {
  const unsigned most = workload_packet_flits(s, plan);
  const plan_coding_t *c = plan->coding;
  const unsigned needed = c->part_flits > c->longest ? c->part_flits : c->longest;
  if (needed <= most) {
    return true;
  }
  if (needed > PLAN_MAX_FLITS) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: " SAY_THERE_IS("joined data with parts of %u flits", "up to %d"),
                    s->plan.text, needed, (int)PLAN_MAX_FLITS);
  }
  return noc_fail(error, NOC_BAD_INPUT,
                  "%s: %s" SAY_IS("enough for packets of up to %u flits",
                                  "enough for %u or more, the length of %s"),
                  s->file, s->packet_flits != 0 ? "workload.packet_flits" : "router.depth", most,
                  needed,
                  needed == c->longest ? "an operand of an exclusive or" : "a part of joined data");
}

// The XOR units that a plan needs.
static bool choose_units(const scenario_t *s, const plan_t *plan, noc_shape_t *shape,
                         noc_error_t *error) {
  const plan_coding_t *c = plan->coding;
  if (!check_packets(s, plan, error) ||
      (!plan_check_memory(plan, s->coding_memory, error) && !scenario_fail_in(s, error))) {
    return false;
  }
  if (c->xors > 0 && s->route->unit == ROUTE_SOURCE) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: router.routing" SAY_IS("%s with exclusive ors in the plan",
                                                "a routing without a path in the head"),
                    s->file, s->routing);
  }
  if (c->xors > 0 && host_costs_any(&s->host)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: host" SAY_IS("given costs with exclusive ors in the plan",
                                      "used with plans without, or without costs"),
                    s->file);
  }
  if (c->xors > 0) {
    // As many as the number of a slot has room for, so that plans share their plug-ins.
    shape->xor_slots = s->coding_memory > 0 ? s->coding_memory + 1 : 1u << shape_width(c->slots);
    shape->xor_flits = c->longest;
    shape->xor_overhead = s->coding_overhead;
    shape->name_w = shape_width(c->names);
  }
  return true;
}

static bool choose_forwarding(const scenario_t *s, const plan_t *plan, noc_shape_t *shape,
                              noc_error_t *error) {
  const char *key = NULL;
  return forward_shape(s, plan, workload_packet_flits(s, plan), shape, &key, error) ||
         noc_fail_key(error, s->file, key);
}

unsigned workload_longest(const scenario_t *s, const workload_input_t *input) {
  const plan_t *plan = input->plan;
  unsigned flits = s->workload == WORKLOAD_TRAFFIC      ? classes_longest(s)
                   : s->workload == WORKLOAD_TRACE      ? input->trace->longest
                   : s->workload == WORKLOAD_EXTERNAL   ? external_packet_flits(s)
                   : s->workload == WORKLOAD_COLLECTIVE ? scenario_longest(s)
                                                        : s->packet_flits;
  if (plan != NULL && (s->workload != WORKLOAD_COLLECTIVE || plan->coding != NULL)) {
    const unsigned longest = plan_longest(plan);
    const unsigned most = workload_packet_flits(s, plan);
    flits = longest < most ? longest : most;
  }
  return plan != NULL && worms_any(plan) && flits < WORM_FLITS ? WORM_FLITS : flits;
}

bool workload_widths(const scenario_t *s, const workload_input_t *input, noc_shape_t *shape,
                     noc_error_t *error) {
  const plan_t *plan = input->plan;
  if (s->sync_copies && (plan == NULL || !worms_any(plan))) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: router.copies" SAY_IS("synchronous without worms",
                                               "independent, or a plan with multicasts"),
                    s->file);
  }
  if (s->workload == WORKLOAD_PLAN && s->slots != 0 && !plan_carries(plan, CARRY_FORWARD)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: workload.slots" SAY_IS(
                        "%u with a plan whose multicasts no interface forwards", "left out"),
                    s->file, s->slots);
  }
  if (plan != NULL && plan->multicasts > 0 && !prepare_worms_shape(input, shape, error)) {
    return false;
  }
  const unsigned flits = workload_longest(s, input);
  if (plan != NULL && plan->coding != NULL && !choose_units(s, plan, shape, error)) {
    return false;
  }
  shape->len_w = shape_width((uint64_t)flits + 1);
  if (plan != NULL && plan_carries(plan, CARRY_FORWARD)) {
    return choose_forwarding(s, plan, shape, error);
  }
  shape->msg_w = message_bits(s, shape);
  return true;
}
