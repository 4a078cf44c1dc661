// sim -- from a scenario to a network with its workload; see sim.h.

#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/scenario_load.h"
#include "workload/host_peers.h"

static const char *const kResults[] = {
    [SIM_PASS] = "pass",
    [SIM_MISMATCH] = "mismatch",
    [SIM_RULE] = "rule",
    [SIM_SCOREBOARD] = "scoreboard",
    [SIM_CONSERVATION] = "conservation",
    [SIM_DEADLOCK] = "deadlock",
    [SIM_AGE] = "age",
    [SIM_LINK] = "link",
    [SIM_TIMEOUT] = "timeout",
    [SIM_NOT_COMPARED] = "not-compared",
    [SIM_NOTHING_SENT] = "nothing-sent",
    [SIM_FAULT] = "fault",
    [SIM_INTERRUPTED] = "interrupted",
};

const char *sim_result_name(sim_result_t result) {
  return kResults[result];
}

const char *sim_router_name(const scenario_t *s) {
  static const char *const kKinds[] = {
      [RUN_REF] = "ref",   [RUN_RTL] = "rtl",     [RUN_LOCKSTEP] = "lockstep",
      [RUN_TOPS] = "tops", [RUN_GATES] = "gates",
  };
  return kKinds[s->run_router];
}

// The kind of the routers that are at no place of their own: foreign ones take all places unless
// some are named.
static const char *kind_of_routers(const sim_t *sim) {
  const scenario_t *s = sim->scenario;
  return s->dut.path != NULL && s->dut_at == NULL ? "dut" : sim_router_name(s);
}

static network_config_t network_config(const sim_t *sim) {
  const scenario_t *s = sim->scenario;
  return (network_config_t){
      .topology = s->topology,
      .routing = s->route,
      .shape = scenario_shape(s),
      .link_latency = s->link_latency,
      .queues = {s->jitter.links, scenario_jitter_seed(s), scenario_link_clock(s)},
      .link_faults = {s->link_faults.share, s->link_faults.bits, scenario_fault_seed(s),
                      s->link_check},
      .router = kind_of_routers(sim),
      .at_kinds = sim->places.kind,
      .at = sim->places.router,
      .n_at = sim->places.count,
      .worms = &sim->input.worms,
      .forward_receive = (unsigned)s->host.t_nr,
      .forward_send = (unsigned)s->host.t_ns,
      .seed = s->seed,
      .factory = sim->factory != NULL ? sim->factory : bank_factory_ref,
      .factory_context = sim->factory_context,
      .profile = sim->profile,
      .crew = sim->crew,
      .peers = sim->peers,
      .mirror = !host_peers_can(s, sim->input.plan),
      .no_assertions = s->assertions == ASSERTIONS_OFF,
      .skip_idle = sim->skip_idle,
  };
}

static bool build_network(sim_t *s) {
  network_config_t config = network_config(s);
  if (!workload_widths(s->scenario, &s->input, &config.shape, &s->error)) {
    return false;
  }
  s->network = network_create(&config, &s->error);
  return s->network != NULL || scenario_fail_in(s->scenario, &s->error);
}

bool sim_build_network(sim_t *s) {
  if (!build_network(s)) {
    return false;
  }
  s->workload = workload_create(s->scenario, &s->input, s->network, &s->error);
  return s->workload != NULL || scenario_fail_in(s->scenario, &s->error);
}

// Messages come from a program that sends them, and from nobody else.
static bool check_sender(sim_t *s) {
  return s->scenario->workload != WORKLOAD_EXTERNAL || s->sends ||
         noc_fail(&s->error, NOC_BAD_INPUT,
                  "%s: workload.traffic" SAY_IS("external",
                                                "another pattern here: its messages "
                                                "come from a program (docs/embedding.md)"),
                  s->scenario->file);
}

bool sim_check(sim_t *s) {
  network_config_t config = network_config(s);
  return check_sender(s) && workload_least(s->scenario, &config.shape, &s->error) &&
         (network_check_memory(&config, &s->error) || scenario_fail_in(s->scenario, &s->error)) &&
         proofs_check_alone(s->scenario, &s->proved, &s->error);
}

bool sim_read(sim_t *s) {
  return sim_check(s) && workload_read(s->scenario, &s->input, &s->error);
}

bool sim_build(sim_t *s) {
  const worm_routes_t *trees = workload_ways(&s->input);
  const bool paths = workload_has_paths(&s->input);
  const proofs_alone_t *p = &s->proved;
  const bool proved = p->done && (trees == NULL || p->trees) && (!paths || p->paths);
  return (proved || proofs_check(s->scenario, trees, paths, &s->error)) && sim_build_network(s);
}

void sim_free(sim_t *s) {
  workload_free(s->workload);
  network_free(s->network);
  free(s->places.router);
  free(s->places.kind);
  workload_input_free(&s->input);
  scenario_free(s->scenario);
}

void sim_lockstep(const sim_t *s, sim_lockstep_t *lockstep) {
  *lockstep = (sim_lockstep_t){.mismatches = network_mismatch(s->network) != NULL};
  for (size_t i = 0; i < network_banks(s->network); i++) {
    const bank_t *b = network_bank(s->network, i);
    if (strcmp(b->ops->name, "lockstep") != 0) {
      continue;
    }
    bool router = b->config.component == COMPONENT_ROUTER;
    uint64_t cycles = b->config.members > 0 ? b->comparisons / b->config.members : 0;
    lockstep->routers += router ? b->config.members : 0;
    lockstep->interfaces += router ? 0 : b->config.members;
    lockstep->cycles = cycles > lockstep->cycles ? cycles : lockstep->cycles;
    lockstep->comparisons += b->comparisons;
    lockstep->bits_compared += b->comparisons * b->layout.state_bits;
    lockstep->registers_per_router = router ? b->layout.registers : lockstep->registers_per_router;
  }
}

bool sim_knows_routers(const sim_t *s) {
  return s->scenario->dut.path == NULL;
}

bool sim_saturated(const sim_t *s, const workload_result_t *w) {
  const bool multicasts = s->scenario->workload == WORKLOAD_MULTICASTS;
  const bool slow = multicasts ? w->multicast.latency.mean > 2 * w->multicast.zero_load_latency ||
                                     w->multicast.latency.count == 0
                               : w->latency.mean > 2 * w->zero_load_latency;
  return (multicasts || s->scenario->workload == WORKLOAD_TRAFFIC) &&
         w->accepted < 0.95 * w->offered && slow;
}

const char *sim_no_latency(const sim_t *s, const workload_result_t *w) {
  const uint64_t warmup = s->scenario->warmup;
  const uint64_t now = network_cycle(s->network);
  return w->latency.count > 0      ? NULL
         : w->packets_created == 0 ? "no packet was created"
         : now <= warmup ? "the run ended within the warm-up, run.warmup, whose packets are "
                           "not measured"
         : w->packets_delivered == 0 ? "no packet has arrived"
         : warmup > 0 ? "no packet that was created behind the warm-up, run.warmup, has arrived; "
                        "those of the warm-up are not measured"
                      : "no packet of the measurement window has arrived";
}
