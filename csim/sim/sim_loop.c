// sim_loop -- the cycle loop of a run: warm-up, measurement, drain, and the watchdogs; see sim.h.

#include <inttypes.h>
#include <stdio.h>

#include "sim/sim.h"
#include "sim/sim_tell.h"

enum {
  // Cycles without a flit before a plan is asked whether it waits for ever; an exclusive or of 64
  // flits with an overhead of 64 takes 130 of them.
  PLAN_STALL = 256,
  IDLE_CYCLES = 64,         // between looks whether there is anything to do at all
  CHECK_CYCLES = 1000,      // between conservation checks
  CHECK_CYCLES_SMALL = 64,  // of a small network in lockstep, where they cost little
  SMALL_NETWORK = 128,      // routers and interfaces
  MEASURED_CYCLES = 32,     // between looks whether all measured packets have arrived
  LOOK_WORK = 1 << 17       // component-cycles between looks of the observer
};

static bool ends_by_cycles(const scenario_t *s) {
  return s->workload == WORKLOAD_TRAFFIC || s->workload == WORKLOAD_MULTICASTS ||
         (s->workload == WORKLOAD_TRACE && s->cycles > 0);
}

// False, so that who ends the run can return it.
static bool finish(sim_t *s, sim_result_t result) {
  s->result = result;
  return false;
}

static bool check_conservation(sim_t *s) {
  return network_check_conservation(s->network, &s->error) || finish(s, SIM_CONSERVATION);
}

bool sim_print_waiting(const sim_t *s, FILE *out) {
  if (s->peers != NULL) {
    (void)fprintf(out, "who waits for whom is told by a run in one process\n");
    return false;
  }
  const uint32_t networks = s->stalled != 0 ? s->stalled : UINT32_MAX;
  const bool closed = network_print_wait_chain_of(s->network, networks, out);
  workload_print_refusals(s->workload, out);
  return closed;
}

// True: who waits for whom is a cycle.
static bool tell_waiting(sim_t *s) {
  told_t told;
  bool closed = false;
  if (told_open(&told)) {
    closed = sim_print_waiting(s, told.out);
    told_close(&told, s);
  }
  return closed;
}

// Tells of the rule that a foreign router has broken.
static bool fail_rule(sim_t *s) {
  const bank_rule_t *rule = network_rule(s->network);
  told_t told;
  if (told_open(&told)) {
    network_explain_rule(s->network, told.out);
    told_close(&told, s);
  }
  (void)noc_fail(&s->error, rule->status, "rule %s: cycle %" PRIu64 ": %s", rule->name, rule->cycle,
                 rule->text);
  return finish(s, SIM_RULE);
}

// Nothing moves though packets are on their way, or on one of the virtual networks: says why.
static void report_stall(sim_t *s, uint64_t since) {
  char of[32] = "";
  const bool closed = tell_waiting(s);
  if (!check_conservation(s)) {  // then that is the cause
    return;
  }
  if (network_rule(s->network) != NULL) {
    (void)fail_rule(s);
    return;
  }
  (void)finish(s, closed ? SIM_DEADLOCK : SIM_TIMEOUT);
  if (s->stalled != 0) {
    (void)snprintf(of, sizeof of, " of network %d", __builtin_ctz(s->stalled));
  }
  (void)noc_fail(&s->error, NOC_CHECK_FAILED,
                 "%s: cycle %" PRIu64 ": no flit%s has moved in or out since cycle %" PRIu64
                 ", and packets%s are on their way",
                 sim_result_name(s->result), network_cycle(s->network), of, since, of);
}

// One of the virtual networks stands still, though others may move; they are all looked at in
// cycles that are a multiple of IDLE_CYCLES. Flits of the others go first at times.
static bool find_stalled(sim_t *s, uint64_t now) {
  for (unsigned k = 0; k < s->scenario->networks; k++) {
    if (!workload_network_waiting(s->workload, k)) {
      s->idle_network[k] = now;
    }
    const uint64_t progress = workload_network_progress(s->workload, k);
    const uint64_t since = progress > s->idle_network[k] ? progress : s->idle_network[k];
    if (now - since > s->scenario->networks * s->stall_cycles) {
      if (network_shape(s->network)->aged && workload_older_elsewhere(s->workload, k)) {
        s->idle_network[k] = now;  // it waits for those, and they move or are found to stand still
        continue;
      }
      s->stalled = UINT32_C(1) << k;
      report_stall(s, progress);
      return true;
    }
  }
  return false;
}

static bool fail_mismatch(sim_t *s) {
  if (network_rule(s->network) != NULL) {
    return fail_rule(s);
  }
  const bank_mismatch_t *m = network_mismatch(s->network);
  const bool router = m->component == COMPONENT_ROUTER;
  char place[64];
  (void)snprintf(place, sizeof place, "%" PRIu32, m->id);
  if (router) {
    (void)topology_router_name(s->scenario->topology, m->id, place, sizeof place);
  }
  (void)noc_fail(&s->error, NOC_CHECK_FAILED, "mismatch: cycle %" PRIu64 ": %s %s: %s[%u]",
                 m->cycle, router ? "router" : "interface", place,
                 m->field != NULL ? m->field->name : "?", m->index);
  return finish(s, SIM_MISMATCH);
}

static bool fail_workload(sim_t *s) {
  return finish(s, s->error.status == NOC_CHECK_FAILED ? SIM_SCOREBOARD : SIM_FAULT);
}

static bool step(sim_t *s) {
  profile_enter(s->profile, PROFILE_WORKLOAD);
  bool same = true;
  if (!workload_advance(s->workload, &same, &s->error)) {
    return fail_workload(s);
  }
  profile_enter(s->profile, PROFILE_REST);
  if (s->observer.cycle != NULL) {
    s->observer.cycle(s->observer.context, s);
  }
  if (!same) {
    return fail_mismatch(s);
  }
  const bool faults = s->scenario->link_faults.share != 0;
  return !faults || !network_link_wrong(s->network, &s->error) || finish(s, SIM_LINK);
}

// The end of a run that has nothing left to do.
static void conclude(sim_t *s) {
  sim_lockstep_t lockstep;
  if (!check_conservation(s)) {
    return;
  }
  if (!sim_check_age_at_end(s)) {
    (void)finish(s, SIM_AGE);
    return;
  }
  (void)finish(s, SIM_PASS);
  sim_lockstep(s, &lockstep);
  if (lockstep.routers + lockstep.interfaces > 0 && lockstep.comparisons == 0) {
    (void)noc_fail(&s->error, NOC_CHECK_FAILED, "lockstep: nothing was compared");
    (void)finish(s, SIM_NOT_COMPARED);
  } else if ((lockstep.comparisons > 0 || !sim_knows_routers(s)) &&
             network_counts(s->network)->ejected_flits == 0) {
    (void)noc_fail(&s->error, NOC_CHECK_FAILED, "%s: nothing was sent: no flit has come to a node",
                   lockstep.comparisons > 0 ? "lockstep" : "foreign routers");
    (void)finish(s, SIM_NOTHING_SENT);
  }
}

// The watchdogs; false when the run is over.
static bool moves(sim_t *s, uint64_t now) {
  const uint64_t progress = workload_last_progress(s->workload);
  if (now - progress > s->plan_stall && workload_stalled(s->workload, &s->error)) {
    return finish(s, SIM_DEADLOCK);
  }
  if (now % IDLE_CYCLES == 0 && !workload_waiting(s->workload)) {
    s->idle = now;
  }
  if (now - (progress > s->idle ? progress : s->idle) > s->stall_cycles &&
      workload_waiting(s->workload)) {
    report_stall(s, progress);
    return false;
  }
  return !s->by_network || now % IDLE_CYCLES != 0 || !find_stalled(s, now);
}

static bool any_flies(const sim_t *s) {
  for (unsigned n = 0; n < s->scenario->networks; n++) {
    if (workload_network_flying(s->workload, n) > 0) {
      return true;
    }
  }
  return false;
}

// Does the checks that are due now and then; false when the run is over.
static bool look_around(sim_t *s, uint64_t now) {
  if (now % s->check_every == 0 && !check_conservation(s)) {
    return false;
  }
  if (!sim_check_age(s)) {
    return finish(s, SIM_AGE);
  }
  if (s->warn && now % WORKLOAD_LOOK == 0) {
    (void)sim_warn_starved(s);
  }
  if (network_split_met(s->network) && !moves(s, now)) {
    return false;
  }
  if (now >= s->limit) {
    (void)noc_fail(
        &s->error, NOC_CHECK_FAILED, "timeout: cycle %" PRIu64 ": %s%s", now,
        any_flies(s) ? "packets are still on their way" : "hosts still work on what has come",
        s->ends_by_cycles ? " (run.drain: false ends without them)" : "");
    return finish(s, SIM_TIMEOUT);
  }
  if (s->observer.look != NULL && now % s->look_every == 0) {
    s->observer.look(s->observer.context, s);
  }
  return true;
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

// Lets the cycles pass in which nobody does anything, up to the last before a look of the loop. A
// packet may wait meanwhile, for a host at work, and get too old.
static void pass(sim_t *s, uint64_t now) {
  const uint64_t end = (now < s->end ? s->end : s->limit) - 1;
  uint64_t next = workload_next(s->workload);
  next = least(next, end);
  next = s->until != 0 ? least(next, s->until) : next;
  next = s->scenario->max_age > 0 ? least(next, s->age_check - 1) : next;
  if (next > now && next < UINT64_MAX - 1) {
    network_pass(s->network, next - now);
    s->idle = next;
    for (unsigned k = 0; k < s->scenario->networks; k++) {
      s->idle_network[k] = next;
    }
  }
}

static bool is_interrupted(const sim_t *s) {
  return network_split_interrupted(
      s->network, s->observer.interrupted != NULL && s->observer.interrupted(s->observer.context));
}

// All that a cycle reads is at rest.
static void checkpoint(sim_t *s) {
  const uint64_t every = s->checkpoint_every;
  s->checkpoint_at = (network_cycle(s->network) / every + 1) * every;
  s->observer.checkpoint(s->observer.context, s);
}

static bool fail_interrupted(sim_t *s) {
  (void)noc_fail(&s->error, NOC_INTERRUPTED, "interrupted in cycle %" PRIu64,
                 network_cycle(s->network));
  return finish(s, SIM_INTERRUPTED);
}

// The hosts begin anew, with the same packets.
static bool begin_anew(sim_t *s) {
  workload_free(s->workload);
  network_reset(s->network);
  s->workload = workload_create(s->scenario, &s->input, s->network, &s->error);
  return s->workload != NULL || finish(s, SIM_FAULT);
}

// Hosts offer beats that the network does not take. False in all processes if in one.
static bool offer_last(sim_t *s) {
  const bool ok = workload_cycle(s->workload, &s->error);
  return s->peers != NULL ? peers_agree(s->peers, ok, &s->error) : ok;
}

// Runs up to run.reset, and resets everything in that cycle, in the middle of traffic if there is
// any; what comes behind is the run. False when it is over.
static bool reset_midway(sim_t *s) {
  const uint64_t at = s->scenario->reset;
  for (uint64_t i = 0; at > 0 && i <= at; i++) {
    if (is_interrupted(s)) {
      return fail_interrupted(s);
    }
    // In the last of them interfaces are offered beats, and reset.
    bool same = true;
    if (!(i < at ? workload_advance(s->workload, &same, &s->error) : offer_last(s))) {
      return fail_workload(s);
    }
    if (!same) {
      return fail_mismatch(s);
    }
  }
  return at == 0 || begin_anew(s);
}

// Cycles of which only such a share counts.
static uint64_t later(uint64_t cycles, double share) {
  const double most = 1e15;
  const double all = (double)cycles / share;
  return (uint64_t)(all < most ? all : most);
}

// The share of cycles in which what stalls does not.
static double moving(uint64_t millionths) {
  return (double)(1000000 - millionths) / 1e6;
}

static void set_limits(sim_t *sim) {
  const scenario_t *s = sim->scenario;
  const topology_t *t = s->topology;
  const uint64_t cycles = s->warmup + s->cycles;
  const uint64_t drain = 100000;
  sim->end = s->cycles > 0 ? cycles : UINT64_MAX;
  // Saturated source queues take a few times as long to empty as they took to fill.
  const uint64_t hosts = 100 * (s->host.t_hs + s->host.t_hr + s->host.t_ns + s->host.t_nr);
  uint64_t limit = sim->end == UINT64_MAX ? UINT64_MAX : 10 * cycles + drain + hosts;
  // Hosts that seldom take something take as much longer.
  double share = 1;
  for (unsigned k = 0; k < s->networks; k++) {
    const double one = accept_share(&s->accept, k);
    share = one > 0 && one < share ? one : share;
  }
  share *= moving(s->jitter.hosts);
  const double carried = moving(s->jitter.links) * scenario_link_rate(s);
  if (share < 1 || carried < 1) {
    limit = later(limit, share * carried);
  }
  sim->ends_by_cycles = ends_by_cycles(s);
  if (!sim->ends_by_cycles) {
    limit = sim->end;
  }
  // A lone flit on the longest way must not look like a stall, nor must an interface whose handlers
  // work on a packet to forward.
  uint64_t hops = 1;
  for (unsigned d = 0; d < t->dims; d++) {
    hops += t->radix[d];
  }
  sim->stall_cycles = 2000 + 20 * s->depth + 4 * hops * (s->pipeline + scenario_link_cycles(s)) +
                      s->host.t_nr + s->host.t_ns;
  // Nor a host that takes something now and then: a flit waits longer once in 10^17 times.
  if (share < 1) {
    sim->stall_cycles += later(40, share);
  }
  // Nor links that stall: the same of a flit at each hop.
  if (s->jitter.links != 0) {
    sim->stall_cycles += later(40 + 4 * hops, moving(s->jitter.links));
  }
  sim->plan_stall = PLAN_STALL;
  if (s->jitter.hosts != 0) {
    sim->plan_stall += later(PLAN_STALL, moving(s->jitter.hosts));
  }
  sim->by_network = workload_watches_networks(sim->workload);
  const uint64_t components = (uint64_t)t->routers + t->nodes;
  const bool small = components <= SMALL_NETWORK && s->run_router >= RUN_LOCKSTEP;
  if (sim->check_every == 0) {
    sim->check_every = small ? CHECK_CYCLES_SMALL : CHECK_CYCLES;
  }
  sim->look_every = components < LOOK_WORK ? LOOK_WORK / components : 1;
  if (sim->limit == 0) {
    sim->limit = sim->sends ? UINT64_MAX : limit;
  }
  const uint64_t every = sim->observer.checkpoint != NULL ? sim->checkpoint_every : 0;
  const uint64_t now = network_cycle(sim->network);
  sim->checkpoint_at = every > 0 ? (now / every + 1) * every : UINT64_MAX;
}

bool sim_verify(sim_t *s) {
  if (workload_verify(s->workload, &s->error)) {
    conclude(s);
    if (s->result == SIM_PASS && !network_drained(s->network)) {
      (void)fail_rule(s);
    }
  } else {
    (void)finish(s, SIM_SCOREBOARD);
  }
  return s->result == SIM_PASS;
}

bool sim_begin(sim_t *s) {
  set_limits(s);
  return s->resumed || reset_midway(s);
}

// The run may end in cycle `end`: all meet then, and in the cycle before, in which hosts far away
// are shown what they take in the last one.
static uint64_t meet_for(uint64_t end, uint64_t now, uint64_t next) {
  return now >= end ? next : least(next, now + 1 < end ? end - 1 : end);
}

// The processes have met in this cycle, and meet again before any of them decides that the run is
// over, or how long it has stood still.
static void meet_next(const sim_t *s, uint64_t now) {
  uint64_t next = (now / IDLE_CYCLES + 1) * IDLE_CYCLES;
  if (next - workload_last_progress(s->workload) > s->plan_stall) {
    next = now + 1;
  }
  next = least(next, (now / s->check_every + 1) * s->check_every);
  next = meet_for(s->limit, now, meet_for(s->end, now, next));
  workload_meet(s->workload, next, !s->ends_by_cycles || now >= s->end);
}

bool sim_cycle(sim_t *s) {
  const bool ends = s->ends_by_cycles;
  if (is_interrupted(s)) {
    if (s->checkpoint_at != UINT64_MAX) {
      checkpoint(s);
    }
    return fail_interrupted(s);
  }
  if (!step(s)) {
    return false;
  }
  const uint64_t now = network_cycle(s->network);
  if (ends && now == s->end && !s->keep_load) {
    workload_stop(s->workload);
  }
  bool over = ends && now >= s->end && !s->scenario->drain;
  if (s->keep_load) {
    over = now >= s->end + s->scenario->cycles ||
           (now >= s->end && now % MEASURED_CYCLES == 0 && workload_measured(s->workload));
  }
  if (over) {
    conclude(s);
    return false;
  }
  if (!s->sends && (!ends || now >= s->end) && network_split_met(s->network) &&
      workload_done(s->workload)) {
    (void)sim_verify(s);
    return false;
  }
  if (!look_around(s, now)) {
    return false;
  }
  // A program may answer what has been delivered, at once.
  const bool delivers = s->sends && workload_delivers(s->workload, now - 1);
  workload_rest(s->workload);
  if (network_rests(s->network) && s->observer.cycle == NULL && !s->keep_load && !delivers) {
    pass(s, now);
  }
  if (network_cycle(s->network) >= s->checkpoint_at) {
    checkpoint(s);
  }
  if (s->peers != NULL && network_split_met(s->network)) {
    meet_next(s, network_cycle(s->network));
  }
  return true;
}

// Brings together what all processes have found. One that lacks something, such as memory, ends
// all.
static void settle(sim_t *s) {
  if (s->peers == NULL) {
    return;
  }
  if (s->result == SIM_FAULT) {
    s->peers->give_up(s->peers, s->error.text);
  }
  workload_settle(s->workload);
  network_split_settle(s->network);
}

void sim_loop(sim_t *s) {
  if (sim_begin(s)) {
    while (sim_cycle(s)) {
    }
  }
  settle(s);
  profile_leave(s->profile);
}
