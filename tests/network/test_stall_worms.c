// Worms that stand still: copies that must move together, or buffers too small for whole worms, and
// the wait-for chain that tells why. Every line of it is held against the registers of the routers,
// and each waits for the next as the network is wired. The same traffic goes through with
// independent copies and buffers for whole worms.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { SETTINGS = 700, STILL = 3000, LATEST = 60000, CHECK = 64 };

static const char *const kNetworks[] = {
    "topology=irregular:switches=8,ports=8,hosts=32,seed=1 router.vcs=1 workload.degree=1-15",
    "topology=irregular:switches=16,ports=8,hosts=32,seed=3 router.vcs=2 workload.degree=1-15",
    "topology=mesh:4x4 router.vcs=1 workload.degree=2-9",
    "topology=torus:4x4 router.vcs=2 workload.degree=2-9",
    "topology=octagon:8 router.vcs=2 router.pipeline=2 workload.degree=1-7",
    "topology=fattree:k=4,n=2 router.vcs=1 workload.degree=2-9",
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0] };

static const char kLoad[] =
    "workload.traffic=multicast workload.scheme=tree-worm workload.load=0.9 "
    "workload.message_flits=20 run.cycles=4000";

static sim_t open_network(const char *network, const char *more) {
  char settings[SETTINGS];
  (void)snprintf(settings, sizeof settings, "%s %s %s", network, kLoad, more);
  return sim_create(settings);
}

static bool stands_still(sim_t *s) {
  while (network_cycle(s->network) < LATEST && !workload_done(s->workload)) {
    assert_true(sim_step(s));
    if (network_cycle(s->network) % CHECK == 0) {
      assert_true(network_check_conservation(s->network, &s->error));
    }
    if (network_cycle(s->network) == s->scenario->cycles) {
      workload_stop(s->workload);
    }
    if (network_cycle(s->network) > workload_last_progress(s->workload) + STILL) {
      return true;
    }
  }
  return false;
}

// --- a line of the chain -------------------------------------------------------------------------

typedef enum { FOR_VC, FOR_CREDIT, FOR_COPY, FOR_SPACE, FOR_FLIT, FOR_INPUT, FOR_OUTPUT } wait_t;

typedef struct {
  wait_t kind;
  uint32_t router;
  unsigned in, vc;          // of the queue
  unsigned flits;           // in it
  unsigned out, out_vc;     // FOR_VC: no out_vc
  unsigned copy;            // FOR_COPY, FOR_SPACE: the branch that it waits for; FOR_INPUT: the VC;
                            // FOR_OUTPUT: the output
  unsigned credits, depth;  // FOR_CREDIT, FOR_COPY
  bool interface;           // it is an interface; `router` is its node
} line_t;

static const char *behind(const char *text, const char *part) {
  const char *at = strstr(text, part);
  return at != NULL ? at + strlen(part) : NULL;
}

static void parse_reason(const char *text, line_t *l) {
  const char *at = behind(text, "waits for a VC of output port ");
  if (at != NULL) {
    l->kind = FOR_VC;
    l->out = (unsigned)strtoul(at, NULL, 10);
    return;
  }
  at = behind(text, ", holds output port ");
  assert_non_null(at);
  assert_int_equal(sscanf(at, "%u VC %u with %u credits of %u", &l->out, &l->out_vc, &l->credits,
                          &l->depth) >= 2,
                   1);
  const char *copy = behind(text, "waits for the copy to output port ");
  const char *input = behind(text, "waits for VC ");
  const char *output = behind(text, "waits for output port ");
  const char *full = behind(text, "the buffer is full of flits for the copy to output port ");
  l->kind = copy != NULL                                 ? FOR_COPY
            : full != NULL                               ? FOR_SPACE
            : input != NULL                              ? FOR_INPUT
            : output != NULL                             ? FOR_OUTPUT
            : strstr(text, "waits for its next") != NULL ? FOR_FLIT
                                                         : FOR_CREDIT;
  const char *of = copy != NULL ? copy : full != NULL ? full : input != NULL ? input : output;
  if (of != NULL) {
    l->copy = (unsigned)strtoul(of, NULL, 10);
  }
}

static line_t parse(const topology_t *t, const char *text) {
  line_t l = {0};
  char name[64];
  const char *flits = strstr(text, " flits in ");
  assert_non_null(flits);
  while (flits[-1] != ' ') {
    flits--;
  }
  l.flits = (unsigned)strtoul(flits, NULL, 10);
  const char *at = behind(text, " flits in router ");
  if (at == NULL) {
    l.interface = true;
    assert_int_equal(sscanf(behind(text, " flits in interface "), "%u VC %u", &l.router, &l.vc), 2);
  } else {
    assert_int_equal(sscanf(at, "%63s input port %u VC %u", name, &l.in, &l.vc), 3);
    assert_true(topology_find_router(t, name, &l.router));
  }
  parse_reason(text, &l);
  return l;
}

// --- the registers -------------------------------------------------------------------------------

static uint64_t reg(network_t *n, uint32_t router, const char *name, uint32_t index) {
  return sim_register(n, COMPONENT_ROUTER, router, name, index);
}

static void check_registers(network_t *n, const line_t *l) {
  const noc_shape_t *s = network_shape(n);
  if (l->interface) {
    return;
  }
  const uint32_t q = l->in * s->vcs + l->vc;
  const uint64_t waits = reg(n, l->router, "br_wait", q);
  const uint64_t active = reg(n, l->router, "br_active", q);
  const uint64_t read = reg(n, l->router, "br_read", q * s->ports + l->out);
  const uint64_t popped = reg(n, l->router, "in_popped", q);
  assert_int_equal(reg(n, l->router, "in_count", q), l->flits);
  if (l->kind == FOR_VC) {
    assert_true((waits >> l->out & 1) != 0);
    return;
  }
  assert_true((active >> l->out & 1) != 0);
  assert_int_equal(reg(n, l->router, "br_vc", q * s->ports + l->out), l->out_vc);
  const uint64_t credits = reg(n, l->router, "out_credit", l->out * s->vcs + l->out_vc);
  const bool here = read - popped < l->flits;
  assert_int_equal(here, l->kind != FOR_SPACE && l->kind != FOR_FLIT);
  if (here) {
    assert_int_equal(credits, l->credits);
    assert_int_equal(s->depth, l->depth);
    assert_int_equal(credits == 0, l->kind == FOR_CREDIT);
    assert_true(l->kind == FOR_CREDIT || s->sync_copies);
  }
  if (l->kind == FOR_OUTPUT) {
    assert_true((active >> l->copy & 1) != 0);
    const uint32_t favoured = (uint32_t)reg(n, l->router, "sa_out_ptr", l->copy);
    assert_true(favoured != l->in && waits == 0);
  }
  if (l->kind == FOR_SPACE) {
    assert_int_equal(l->flits, s->depth);
    assert_int_equal(reg(n, l->router, "br_read", q * s->ports + l->copy), popped);
  }
  if (l->kind == FOR_SPACE || l->kind == FOR_COPY) {
    assert_true(((waits | active) >> l->copy & 1) != 0 && l->copy != l->out);
  }
}

// --- the wiring ----------------------------------------------------------------------------------

// The link by output `out` of a router ends in this queue's port.
static bool leads_to(const topology_t *t, uint32_t router, unsigned out, const line_t *to) {
  const size_t at = (size_t)router * t->ports + out;
  return !to->interface && t->peer_router[at] == (int32_t)to->router &&
         t->peer_port[at] == (int32_t)to->in;
}

static bool waits_for(const topology_t *t, const line_t *a, const line_t *b) {
  const bool same_router = !a->interface && !b->interface && a->router == b->router;
  const bool same_queue = same_router && a->in == b->in && a->vc == b->vc;
  topology_place_t place;
  switch (a->kind) {
    case FOR_VC:
      return (same_router && !same_queue && b->kind != FOR_VC && b->out == a->out) ||
             leads_to(t, a->router, a->out, b);
    case FOR_CREDIT:
      if (a->interface) {
        (void)topology_injection(t, a->router, &place, 1);
        return !b->interface && b->router == place.router && b->in == place.port && b->vc == a->vc;
      }
      return leads_to(t, a->router, a->out, b) && b->vc == a->out_vc;
    case FOR_COPY:
    case FOR_SPACE:
      return same_queue && b->out == a->copy;
    case FOR_INPUT:
      return same_router && a->in == b->in && a->vc != b->vc && b->vc == a->copy;
    case FOR_OUTPUT:
      return same_router && a->in != b->in && b->out == a->copy;
    case FOR_FLIT:
      return !a->interface && !b->interface && leads_to(t, b->router, b->out, a) &&
             b->kind != FOR_VC && b->out_vc == a->vc;
  }
  return false;
}

// The chain closes and is right; its lines.
static unsigned check_chain(sim_t *s, const char *text) {
  enum { LINES = 64 };
  const topology_t *t = s->scenario->topology;
  line_t line[LINES];
  unsigned lines = 0;
  const char *at = strchr(text, '\n') + 1;
  while (strncmp(at, "  ", 2) == 0) {
    char *one = strndup(at, strcspn(at, "\n"));
    assert_true(one != NULL && lines < LINES);
    line[lines++] = parse(t, one);
    free(one);
    at = strchr(at, '\n') + 1;
  }
  if (strncmp(at, "the chain closes", 16) != 0) {
    fail_msg("%s", text);
  }
  assert_true(lines >= 2);
  for (unsigned i = 0; i < lines; i++) {
    check_registers(s->network, &line[i]);
    if (!waits_for(t, &line[i], &line[(i + 1) % lines])) {
      fail_msg("line %u does not wait for the next in:\n%s", i + 1, text);
    }
  }
  return lines;
}

// --- tests ---------------------------------------------------------------------------------------

static const char kTogether[] = "router.copies=synchronous router.allow_deadlock=true ";

static char *check_stall(const char *network, const char *more, unsigned *lines) {
  sim_t s = open_network(network, more);
  if (!stands_still(&s)) {
    fail_msg("%s %s: does not stall", network, more);
  }
  bool closed = false;
  char *text = sim_chain_text(s.network, &closed);
  if (!closed) {
    fail_msg("%s %s: the chain does not close:\n%s", network, more, text);
  }
  *lines += check_chain(&s, text);
  assert_true(workload_waiting(s.workload));
  assert_false(workload_done(s.workload));
  sim_free(&s);
  return text;
}

static uint32_t check_passes(const char *network) {
  sim_t s = open_network(network, "router.switching=cut-through router.depth=24");
  if (!sim_run(&s, CHECK, 1000000)) {
    fail_msg("%s: %s", network, s.error.text);
  }
  workload_result_t r;
  workload_result(s.workload, &r);
  assert_int_equal(r.multicast.created, r.multicast.completed);
  sim_free(&s);
  return r.multicast.created;
}

// Copies that move together wait for each other's outputs, however large the buffers are; with
// small ones the others do too. Independent copies in large buffers never.
static void stalls(void **state) {
  (void)state;
  static const char *const kBuffers[] = {"router.switching=cut-through router.depth=24 ",
                                         "router.switching=wormhole router.depth=4 "};
  unsigned lines = 0;
  for (size_t i = 0; i < NETWORKS; i++) {
    assert_true(check_passes(kNetworks[i]) > 50);
    for (size_t k = 0; k < 2; k++) {
      char more[SETTINGS / 2];
      (void)snprintf(more, sizeof more, "%s%s", kTogether, kBuffers[k]);
      free(check_stall(kNetworks[i], more, &lines));
    }
    char more[SETTINGS / 2];
    (void)snprintf(more, sizeof more, "router.allow_deadlock=true %s", kBuffers[1]);
    char *text = check_stall(kNetworks[i], more, &lines);
    assert_non_null(strstr(text, "the buffer is full of flits for the copy"));
    free(text);
  }
  assert_true(lines > 4 * NETWORKS);
}

static void path_worms(void **state) {
  (void)state;
  unsigned lines = 0;
  char more[SETTINGS / 2];
  (void)snprintf(more, sizeof more,
                 "%s workload.scheme=path-worm router.switching=wormhole "
                 "router.depth=4",
                 kTogether);
  char *text = check_stall(kNetworks[0], more, &lines);
  assert_non_null(strstr(text, ", a path worm, "));
  free(text);
}

// RTL and golden models stand still alike, and the chain is the same text.
static void lockstep(void **state) {
  (void)state;
  static const char kLine[] = "topology=mesh:6 router.vcs=1 workload.degree=1-5";
  char more[SETTINGS / 2];
  unsigned lines = 0;
  (void)snprintf(more, sizeof more, "%s router.switching=wormhole router.depth=4", kTogether);
  char *golden = check_stall(kLine, more, &lines);
  (void)strncat(more, " run.router=lockstep", sizeof more - strlen(more) - 1);
  char *both = check_stall(kLine, more, &lines);
  assert_string_equal(golden, both);
  free(golden);
  free(both);
}

static void refused(void **state) {
  (void)state;
#define ON    "topology=mesh:4x4 workload.traffic=multicast workload.load=0.1 workload.degree=3 "
#define WORMS "workload.scheme=tree-worm "
  sim_refused(ON WORMS "router.switching=cut-through router.copies=synchronous",
              "router.copies is synchronous, which can deadlock; it must be independent");
  sim_refused(ON WORMS "router.switching=wormhole",
              "router.switching is wormhole with worms to several nodes, which can deadlock");
  sim_refused(ON WORMS "router.switching=wormhole router.allow_deadlock=true router.depth=1",
              "router.depth is 1, below the head and 1 header flit of a tree worm; it must be 2");
  sim_refused(ON WORMS
              "router.switching=cut-through router.allow_deadlock=true router.depth=4 "
              "workload.packet_flits=4",
              "router.depth is 4, below the 5 flits");
  sim_refused(ON WORMS "router.copies=both", "router.copies is 'both'; it must be independent");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stalls),
      cmocka_unit_test(path_worms),
      cmocka_unit_test(lockstep),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
