// test_split -- a network that several processes step together is what one process makes of it: the
// registers of every component in the process that has it, the flits of every link, the result of
// the run. For families of topologies, links of all kinds, and workloads of all kinds.

#include "network/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "network/network_state.h"
#include "sim/sim_json.h"
#include "socket_peers.h"
#include "unit/temp_file.h"

enum { WORDS = 1 << 14 };

typedef struct {
  const char *settings;
  const sim_t *one;  // has run
  char *json;        // its result
  bool mirror;       // each process has the hosts of all nodes
  uint64_t limit;    // cycles; 0: the scenario's
} run_t;

static char *result(sim_t *s) {
  json_t *root = sim_json(s);
  char *text = root != NULL ? json_dumps(root, JSON_INDENT(1)) : NULL;
  json_decref(root);
  return text;
}

// Names the first element in which two states of a member differ.
static void tell_difference(const bank_t *b, uint32_t member, uint32_t words[2][WORDS]) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    const bundle_field_t *field = &b->layout.field[f];
    for (uint32_t i = 0; field->kind != FIELD_IN && i < field->count; i++) {
      const uint64_t one = bundle_element(field, words[0], i);
      const uint64_t part = bundle_element(field, words[1], i);
      if (one != part) {
        (void)fprintf(stderr, "%s %u: %s[%u] is 0x%llx, and 0x%llx where it is a part\n",
                      b->config.component == COMPONENT_ROUTER ? "router" : "interface", member,
                      field->name, i, (unsigned long long)one, (unsigned long long)part);
        return;
      }
    }
  }
}

// Says whether a member's state is the same; 0 if it is.
static int compare_members(const sim_t *one, const sim_t *part) {
  static uint32_t words[2][WORDS];
  for (size_t i = 0; i < network_banks(one->network); i++) {
    bank_t *a = network_bank(one->network, i);
    bank_t *b = network_bank(part->network, i);
    if (a->layout.state_words > WORDS) {
      return 2;
    }
    const uint32_t first = part->network->range[i].first;
    for (uint32_t k = 0; k < b->config.members; k++) {
      const uint32_t m = first + k - one->network->range[i].first;
      if (split_has(part->network, first + k)) {
        a->ops->state(a, m, false, words[0]);
        b->ops->state(b, k, false, words[1]);
        if (memcmp(words[0], words[1], a->layout.state_words * sizeof **words) != 0) {
          tell_difference(a, m, words);
          return 1;
        }
      }
    }
  }
  return 0;
}

static int compare_results(const run_t *run, sim_t *part) {
  const network_t *n = run->one->network;
  for (uint32_t r = 0; r < n->routers; r++) {
    for (unsigned port = 0; port < n->shape.ports; port++) {
      if (network_link_flits(n, r, port) != network_link_flits(part->network, r, port)) {
        (void)fprintf(stderr, "flits of router %u port %u differ\n", r, port);
        return 1;
      }
    }
  }
  char *json = result(part);
  const bool same = json != NULL && strcmp(json, run->json) == 0;
  if (!same && json != NULL) {
    size_t at = 0;
    for (; json[at] == run->json[at] && json[at] != '\0'; at++) {
    }
    at = at > 100 ? at - 100 : 0;
    (void)fprintf(stderr, "one process: .. %.300s\nseveral: .. %.300s\n", run->json + at,
                  json + at);
  }
  free(json);
  return same ? 0 : 1;
}

// All windows but those that end as all meet have so many cycles, and few end so.
static bool has_windows(const sim_t *s, uint64_t window) {
  const uint64_t cycles = network_cycle(s->network);
  const uint64_t full = s->peers->exchanges - s->peers->meetings;
  if (window * full > cycles || 5 * window * s->peers->exchanges > 6 * cycles) {
    (void)fprintf(stderr, "%llu cycles, %llu meetings, %llu exchanges: a window has %llu cycles\n",
                  (unsigned long long)cycles, (unsigned long long)s->peers->meetings,
                  (unsigned long long)s->peers->exchanges, (unsigned long long)window);
    return false;
  }
  return true;
}

// This process's part of the run: 0 if it has come to what one process has.
static int run_part(peers_t *p, void *context) {
  const run_t *run = context;
  sim_t s = {.factory = bank_factory_ref, .peers = p, .limit = run->limit};
  s.scenario = sim_scenario(run->settings, &s.error);
  if (s.scenario == NULL || !workload_read(s.scenario, &s.input, &s.error) ||
      !sim_build_network(&s)) {
    (void)fprintf(stderr, "%s\n", s.error.text);
    return 3;
  }
  if (network_mirrors(s.network) != run->mirror) {
    return 4;
  }
  sim_loop(&s);
  // Valid bits of flits that have just left for another process are not kept to be shown.
  int status =
      s.scenario->drain && s.limit > network_cycle(s.network) ? compare_members(run->one, &s) : 0;
  if (status == 0 && p->rank == 0) {
    status = compare_results(run, &s);
  }
  sim_free(&s);
  return status;
}

// Does the run in one process and in each of these numbers of processes.
static void expect_run(run_t run, const char *counts) {
  const char *settings = run.settings;
  sim_t one = sim_create(settings);
  one.limit = run.limit;
  sim_loop(&one);
  run.one = &one;
  run.json = result(&one);
  assert_non_null(run.json);
  for (const char *count = counts; *count != '\0'; count++) {
    peers_t p;
    socket_peers_begin(&p, (unsigned)(*count - '0'), run_part, &run);
    const int status = run_part(&p, &run);
    const unsigned failed = socket_peers_end(&p);
    if (status != 0 || failed > 0) {
      fail_msg("%c processes, %u of the others: %s", *count, failed, settings);
    }
  }
  free(run.json);
  sim_free(&one);
}

// In the long tier also on links of three cycles, so with windows of as many where hosts are apart.
static void expect_same(const char *settings, const char *counts) {
  expect_run((run_t){.settings = settings}, counts);
  if (getenv("NOCSTEP_LONG") != NULL && strstr(settings, "link_latency") == NULL) {
    char *longer = NULL;
    assert_true(asprintf(&longer, "%s router.link_latency=3", settings) > 0);
    expect_run((run_t){.settings = longer}, counts);
    free(longer);
  }
}

static void expect_mirror(const char *settings, const char *counts) {
  expect_run((run_t){.settings = settings, .mirror = true}, counts);
}

static void test_families(void **state) {
  (void)state;
  expect_same("topology=mesh:6x5 workload.traffic=uniform workload.load=0.3 run.cycles=300", "234");
  expect_same("topology=torus:4x4x4 workload.traffic=uniform workload.load=0.3 run.cycles=200",
              "23");
  expect_same("topology=hypercube:5 workload.traffic=uniform workload.load=0.3 run.cycles=200",
              "4");
  expect_same("topology=ring:8 workload.traffic=uniform workload.load=0.2 run.cycles=200", "38");
  expect_same("topology=fattree:k=4,n=3 workload.traffic=uniform workload.load=0.3 run.cycles=200",
              "23");
  expect_same(
      "topology=butterfly:k=2,n=4 workload.traffic=uniform workload.load=0.3 "
      "run.cycles=200",
      "2");
  expect_same(
      "topology=dragonfly:p=2,a=4,h=2 workload.traffic=uniform workload.load=0.2 "
      "run.cycles=200",
      "2");
}

// Runs that end with packets everywhere; several classes on networks of their own.
static void test_traffic(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:8x10 router.vcs=2 workload.traffic=uniform workload.load=0.9 "
      "workload.packet_flits=7 run.warmup=100 run.cycles=300 run.drain=false",
      "25");
  expect_same(
      "topology=mesh:8x10 router.vcs=2 workload.traffic=transpose workload.load=0.9 "
      "run.warmup=100 run.cycles=200 topology=mesh:6x6",
      "3");
  expect_same(
      "topology=mesh:6x5@2 router.vcs=4 router.networks=2 workload.traffic=uniform "
      "workload.load=0.6 workload.packet_flits=1-9 run.warmup=50 run.cycles=300",
      "34");
  expect_same(
      "topology=mesh:6x5 router.pipeline=2 router.lookahead=true workload.traffic=neighbor "
      "workload.load=0.3 run.cycles=100 workload.burst_on=20 workload.burst_off=20",
      "2");
  // The oldest packet is taken in the last cycle, by a process that is not near that of its source.
  expect_same(
      "topology=mesh:32 router.flit_bits=32 workload.traffic=bit-complement workload.load=0.01 "
      "workload.packet_flits=1 run.cycles=71 run.drain=false",
      "4");
}

// Sources use 16 numbers for packets, and wait for those in use: processes that are not near know
// of a delivery a cycle or more later, but in time.
static void test_numbers(void **state) {
  (void)state;
  expect_same(
      "topology=ring:128 router.flit_bits=32 workload.traffic=uniform workload.load=0.3 "
      "workload.packet_flits=1 run.cycles=60",
      "46");
  expect_same(
      "topology=mesh:128 router.flit_bits=32 workload.traffic=bit-complement workload.load=0.2 "
      "workload.packet_flits=1 run.cycles=60",
      "4");
}

static void test_links(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:6x5 run.jitter.links=0.2 workload.traffic=uniform workload.load=0.2 "
      "run.cycles=200",
      "3");
}

// Links of several cycles, in windows of as many; with an interface that is elsewhere than its
// router, whose link takes one, in those of one.
static void test_windows(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:6x5 router.link_latency=2 workload.traffic=uniform workload.load=0.3 "
      "run.cycles=200",
      "234");
  expect_same(
      "topology=mesh:6x5 router.link_latency=3 workload.traffic=uniform workload.load=0.2 "
      "run.cycles=200",
      "234");
  expect_same(
      "topology=torus:4x4x4 router.vcs=4 router.link_latency=7 router.pipeline=2 "
      "router.lookahead=true workload.traffic=uniform workload.load=0.2 workload.packet_flits=1-9 "
      "run.cycles=150",
      "4");
  expect_same(
      "topology=mesh:6x5 router.link_latency=5 run.jitter.links=0.2 workload.traffic=uniform "
      "workload.load=0.2 run.cycles=150",
      "3");
  expect_same(
      "topology=butterfly:k=2,n=4 router.link_latency=3 workload.traffic=uniform "
      "workload.load=0.3 run.cycles=150",
      "24");
  // It ends with packets everywhere, in a cycle that is not the last of a window.
  expect_same(
      "topology=mesh:8x10 router.vcs=2 router.link_latency=5 workload.traffic=uniform "
      "workload.load=0.9 workload.packet_flits=7 run.warmup=31 run.cycles=152 run.drain=false",
      "25");
  // Numbers come again sooner than a delivery is known elsewhere, or about then.
  expect_same(
      "topology=mesh:128 router.flit_bits=32 router.link_latency=12 workload.traffic=neighbor "
      "workload.load=0.9 workload.packet_flits=1 run.cycles=200",
      "2");
  expect_same(
      "topology=ring:128 router.flit_bits=32 router.depth=16 router.link_latency=5 "
      "workload.traffic=neighbor workload.load=1 workload.packet_flits=1 run.cycles=200",
      "2");
  expect_same(
      "topology=ring:128 router.flit_bits=32 router.depth=16 router.link_latency=4 "
      "workload.traffic=neighbor workload.load=1 workload.packet_flits=1 run.cycles=200",
      "24");
  expect_same(
      "topology=mesh:6x3 router.link_latency=4 workload.collective=allreduce "
      "workload.scheme=recursive-doubling workload.message_flits=6 workload.operation=sum",
      "234");
  expect_same(
      "topology=mesh:6x5 router.link_latency=6 workload.collective=broadcast "
      "workload.scheme=binomial workload.message_flits=12 workload.packet_flits=5",
      "34");
}

// The time is up in a cycle of a window that is not its last.
static void test_limit(void **state) {
  static const uint64_t limits[] = {201, 202, 203, 204};
  (void)state;
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
    expect_run((run_t){.settings = "topology=mesh:6x5 router.link_latency=4 "
                                   "workload.traffic=uniform workload.load=0.4 run.cycles=200",
                       .limit = limits[i]},
               "3");
  }
}

// A message goes in each window, not in each cycle; so it does in a long drain, in which flits wait
// for credits.
static int run_windows(peers_t *p, void *context) {
  const run_t *run = context;
  sim_t s = {.factory = bank_factory_ref, .peers = p};
  s.scenario = sim_scenario(run->settings, &s.error);
  if (s.scenario == NULL || !workload_read(s.scenario, &s.input, &s.error) ||
      !sim_build_network(&s)) {
    return 3;
  }
  sim_loop(&s);
  const bool passed = s.result == SIM_PASS && has_windows(&s, s.scenario->link_latency);
  sim_free(&s);
  return passed ? 0 : 1;
}

static void test_messages(void **state) {
  run_t run = {.settings =
                   "topology=mesh:4x8 router.vcs=1 router.depth=4 router.link_latency=8 "
                   "workload.traffic=uniform workload.load=0.2 run.cycles=300"};
  (void)state;
  peers_t p;
  socket_peers_begin(&p, 3, run_windows, &run);
  const int status = run_windows(&p, &run);
  assert_int_equal(socket_peers_end(&p), 0);
  assert_int_equal(status, 0);
}

// Plans whose operations are carried out where their nodes are: messages in several packets, data
// that is passed on, parts, results that are combined and passed on, and combined again.
static void test_plans(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:6x5 workload.collective=broadcast workload.scheme=binomial "
      "workload.message_flits=12 workload.packet_flits=5",
      "234");
  expect_same(
      "topology=mesh:4x4 workload.collective=allreduce workload.scheme=ring "
      "workload.message_flits=4",
      "23");
  expect_same(
      "topology=mesh:6x3 workload.collective=allreduce workload.scheme=recursive-doubling "
      "workload.message_flits=6 workload.operation=sum",
      "234");
  expect_same(
      "topology=mesh:5x4 workload.collective=reduce workload.scheme=binomial "
      "workload.message_flits=3 workload.to=7",
      "3");
  expect_same(
      "topology=torus:4x4 workload.collective=broadcast workload.scheme=edst "
      "workload.message_flits=64",
      "2");
  expect_same("topology=mesh:4x4 workload.collective=alltoall workload.scheme=randomized", "4");
  expect_same("topology=mesh:4x4 workload.collective=barrier workload.scheme=binomial", "24");
  // Fewer nodes than ranks: some have none, and carry out no operation.
  expect_same(
      "topology=irregular:switches=8,ports=8,hosts=3,seed=1 workload.collective=broadcast "
      "workload.scheme=binomial workload.message_flits=12 workload.packet_flits=5",
      "48");
}

static void run_file(const char *text, const char *key, const char *settings, const char *counts) {
  char all[512];
  temp_file_write(text, strlen(text));
  (void)snprintf(all, sizeof all, "%s=%s %s", key, temp_file, settings);
  expect_same(all, counts);
}

// Operations that compute, on several processors of a node, and long enough for cycles to be
// passed.
static void test_computations(void **state) {
  (void)state;
  run_file(
      "num_ranks 8\n"
      "rank 0 {\n"
      "a: calc 5000\nb: calc 100 cpu 1\nc: calc 100 cpu 2\ns: send 64b to 7 tag 1\n"
      "t: send 128b to 3 tag 2\nu: send 64b to 7 tag 3\n"
      "s requires a\nt requires b\nu requires c\n}\n"
      "rank 3 {\na: calc 100\nr: recv 128b from 0 tag 2\nb: calc 7000\nb requires r\n"
      "s: send 64b to 7 tag 4\ns requires b\n}\n"
      "rank 7 {\nr: recv 64b from 0 tag 1\nu: recv 64b from 0 tag 3\nv: recv 64b from 3 tag 4\n"
      "c: calc 900\nc requires v\n}\n",
      "workload.plan", "topology=mesh:4x2", "234");
}

// Packets that wait for others, delivered in one cycle at several nodes too.
static void test_traces(void **state) {
  (void)state;
  run_file("0 0 3 5\n0 7 1 9\n2 6 0 1\n100 5 6 1\n900 2 7 3\n", "workload.trace",
           "topology=mesh:4x4", "23");
  run_file(
      "0 0 3 5 1\n0 3 2 1 2 1\n0 12 15 5 3\n0 15 14 1 4 3\n0 9 0 2 5 1;3\n0 9 1 3 6 3;1 2\n"
      "0 9 15 1 7 1\n0 9 12 2 8 3\n3 2 9 4 9 5;6;8 1\n700 1 2 1 10 9 3\n",
      "workload.trace", "topology=mesh:4x4", "234");
  run_file("0 0 3 5 1\n0 3 2 1 2 1\n0 12 15 5 3\n90 15 14 1 4 3\n", "workload.trace",
           "topology=mesh:4x4 run.cycles=50", "3");
}

// Receives that take what comes first; a plan that waits for itself, which all find and tell alike.
static void test_wildcards(void **state) {
  (void)state;
  run_file(
      "num_ranks 8\n"
      "rank 0 {\ns: send 64b to 7 tag 1\nt: send 64b to 3 tag 5\n}\n"
      "rank 1 {\na: calc 30\ns: send 64b to 7 tag 2\ns requires a\n}\n"
      "rank 6 {\ns: send 64b to 7 tag 3\n}\n"
      "rank 3 {\nr: recv 64b from -1 tag -1\n}\n"
      "rank 7 {\na: recv 64b from -1 tag -1\nb: recv 64b from -1 tag -1\n"
      "c: recv 64b from -1 tag 2\nb requires a\n}\n",
      "workload.plan", "topology=mesh:4x2", "234");
  run_file(
      "num_ranks 8\n"
      "rank 0 {\ns: send 8b to 1 tag 5\nt: send 8b to 6 tag 5\n}\n"
      "rank 3 {\ns: send 8b to 1 tag 7\nt: send 8b to 6 tag 7\n}\n"
      "rank 1 {\ng: calc 500\na: recv 8b from -1 tag -1\nb: recv 8b from 0 tag 5\n"
      "b requires a\na requires g\n}\n"
      "rank 6 {\ng: calc 700\na: recv 8b from -1 tag -1\nb: recv 8b from 0 tag 5\n"
      "b requires a\na requires g\n}\n",
      "workload.plan", "topology=mesh:4x2", "23");
}

// Messages that take time in hosts, on their buses and in their interfaces.
static void test_host_costs(void **state) {
  (void)state;
  expect_same(
      "topology=torus:4x4 workload.collective=alltoall workload.scheme=unicast "
      "workload.message_flits=6 host.t_hs=20 host.t_hr=30 host.bus=1",
      "24");
  expect_same(
      "topology=mesh:6x3 workload.collective=allreduce workload.scheme=recursive-doubling "
      "workload.message_flits=6 workload.operation=sum host.t_hs=300 host.t_nr=7",
      "23");
  expect_same(
      "topology=mesh:4x4 router.vcs=4 router.networks=2 workload.classes.0.traffic=uniform "
      "workload.classes.0.load=0.1 workload.classes.0.reply_flits=1-9 "
      "workload.classes.0.reply_network=1 host.t_hs=5 host.t_ns=3 host.t_hr=4 run.cycles=300 "
      "run.drain=false",
      "3");
}

// Schedules: steps between which all wait, or hosts go by the time, or nobody.
static void test_schedules(void **state) {
  (void)state;
  expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=alltoall "
      "workload.scheme=scheduled",
      "234");
  expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=allgather "
      "workload.scheme=scheduled "
      "workload.message_flits=5 workload.packet_flits=2",
      "3");
  expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=alltoall "
      "workload.scheme=scheduled "
      "workload.steps=barrier",
      "4");
  expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=broadcast "
      "workload.scheme=scheduled "
      "router.networks=4 router.vcs=4 workload.steps=overlapped",
      "24");
  expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=alltoall "
      "workload.scheme=scheduled host.t_hs=40",
      "3");
}

// Exclusive ors, which units in interfaces make; with steps that follow each other, and overlap.
static void test_coding(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc "
      "workload.group=2x2",
      "234");
  expect_same(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
      "workload.steps=overlapped router.networks=4 router.vcs=4 workload.message_flits=2",
      "34");
  expect_same(
      "topology=mesh:8x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
      "workload.message_flits=3 host.accept=0.8",
      "24");
}

// Routers that copy, and interfaces that forward.
static void test_worms(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=tree-worm "
      "workload.message_flits=8 router.depth=16 router.switching=cut-through",
      "234");
  expect_same(
      "topology=mesh:4x6 workload.collective=broadcast workload.scheme=path-worm "
      "workload.message_flits=8 router.depth=16 router.switching=cut-through",
      "24");
  expect_same(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=tree-worm "
      "workload.message_flits=8 router.depth=16 router.switching=cut-through",
      "34");
  expect_mirror(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=kbinomial "
      "workload.message_flits=8",
      "23");
}

// Random multicasts: as worms, and as messages that hosts pass on.
static void test_multicasts(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:4x4 workload.traffic=multicast workload.degree=4 workload.load=0.05 "
      "workload.scheme=tree-worm router.depth=16 router.switching=cut-through "
      "run.warmup=50 run.cycles=300",
      "234");
  expect_same(
      "topology=mesh:4x4 workload.traffic=multicast workload.degree=3 workload.load=0.05 "
      "workload.scheme=path-worm router.depth=16 router.switching=cut-through "
      "run.warmup=50 run.cycles=300 run.drain=false",
      "3");
  expect_same(
      "topology=mesh:4x4 workload.traffic=multicast workload.degree=4 workload.load=0.05 "
      "workload.scheme=binomial run.cycles=300",
      "24");
}

// Hosts that refuse a share or stall, so that numbers of packets depend on what a source knows in
// each cycle; replies; networks of which nobody takes anything.
static void test_refusing_hosts(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:4x8 workload.traffic=uniform workload.load=0.2 host.accept=0.6 "
      "run.cycles=300",
      "24");
  expect_same(
      "topology=mesh:4x8 router.flit_bits=32 workload.traffic=uniform workload.load=0.3 "
      "workload.packet_flits=1 run.jitter.hosts=0.4 run.cycles=200",
      "4");
  expect_same(
      "topology=mesh:4x8 router.networks=2 router.vcs=2 host.accept=[1,0] workload.traffic=uniform "
      "workload.load=0.02 run.cycles=300",
      "3");
  expect_same(
      "topology=mesh:4x8 router.networks=2 router.vcs=4 workload.classes.0.traffic=uniform "
      "workload.classes.0.load=0.1 workload.classes.0.reply_flits=1-9 "
      "workload.classes.0.reply_network=1 host.accept=protocol host.replies=2 run.cycles=300",
      "34");
  expect_same(
      "topology=mesh:4x8 router.networks=2 router.vcs=4 workload.classes.0.traffic=uniform "
      "workload.classes.0.load=0.1 workload.classes.0.reply_flits=4 "
      "workload.classes.0.reply_network=1 run.cycles=300",
      "4");
  expect_same(
      "topology=mesh:6x6 workload.collective=allreduce workload.scheme=ring host.accept=0.7 "
      "workload.message_flits=4",
      "3");
}

// Ages that are looked at in each cycle; paths in heads.
static void test_ages(void **state) {
  (void)state;
  expect_same(
      "topology=mesh:4x8 router.vcs=4 router.networks=2 workload.traffic=uniform "
      "workload.load=0.5 run.cycles=300 run.max_age=5000 router.arbiter=age",
      "24");
  expect_same(
      "topology=mesh:4x8 workload.traffic=uniform workload.load=0.6 run.cycles=400 "
      "run.max_age=60 run.drain=false",
      "4");
  expect_same(
      "topology=mesh:4x8 workload.traffic=uniform workload.load=0.9 workload.packet_flits=9 "
      "run.cycles=400 router.arbiter=age router.age_bits=7 run.drain=false",
      "4");
  expect_same(
      "topology=torus:4x6 router.vcs=2 router.routing=source workload.traffic=uniform "
      "workload.load=0.3 run.cycles=200",
      "23");
}

// Loses a credit that has come to a router from one of another process; false if there is none.
static bool lose_credit(network_t *n) {
  const wires_t *w = &n->wires;
  const uint32_t ports = n->shape.ports;
  for (uint32_t at = n->split->router.first * ports; at < n->split->router.end * ports; at++) {
    const wire_t credit = wires_lead_to(w, at);
    if (n->end[at].component < n->routers && !split_has(n, n->end[at].component) &&
        wire_is_set(w->side[w->now].credit, &credit)) {
      w->side[w->now].credit[credit.word] &= ~credit.bit;
      return true;
    }
  }
  return false;
}

// The same where links have pins.
static bool lose_credit_of_pin(network_t *n) {
  const uint32_t ports = n->shape.ports;
  for (uint32_t at = n->split->router.first * ports; at < n->split->router.end * ports; at++) {
    const uint16_t bit = (uint16_t)(1u << at % ports);
    if (n->end[at].component < n->routers && !split_has(n, n->end[at].component) &&
        (n->pins.credit_in_valid[at / ports] & bit) != 0) {
      n->pins.credit_in_valid[at / ports] &= (uint16_t)~bit;
      return true;
    }
  }
  return false;
}

// Changes data on a link to one of our interfaces; false if there is no flit behind a head.
static bool change_data(network_t *n) {
  const wires_t *w = &n->wires;
  for (uint32_t slot = n->split->node.first; slot < n->split->node.end; slot++) {
    const uint32_t at = w->first_node + slot;
    const wire_t flit = wires_lead_to(w, at);
    const wire_side_t *side = &w->side[w->now];
    if (wire_is_set(side->flit, &flit) && (side->kind[at] & KIND_HEAD) == 0) {
      side->payload[(size_t)at * n->shape.words] ^= 1;
      return true;
    }
  }
  return false;
}

// The same where links have pins.
static bool change_data_of_pin(network_t *n) {
  for (uint32_t slot = n->split->node.first; slot < n->split->node.end; slot++) {
    const uint32_t at = n->routers * n->shape.ports + slot;
    if (n->pins.in_valid[n->routers + slot] != 0 && (n->pins.in_kind[at] & KIND_HEAD) == 0) {
      n->pins.in_payload[(size_t)at * n->shape.words] ^= 1;
      return true;
    }
  }
  return false;
}

typedef struct {
  bool (*plant)(network_t *n);
  sim_result_t result;
  const char *text;
  const char *settings;
  uint64_t from;  // cycle
} fault_t;

#define FAULTY(latency)                                                  \
  "topology=mesh:6x5 router.link_latency=" latency                       \
  " workload.traffic=uniform workload.load=0.3 workload.packet_flits=4 " \
  "run.cycles=300"

// 0 if what is planted at rank 1 ends the run of this process.
static int run_faulty(peers_t *p, void *context) {
  const fault_t *fault = context;
  bool planted = false;
  sim_t s = {.factory = bank_factory_ref, .peers = p};
  s.scenario = sim_scenario(fault->settings, &s.error);
  s.check_every = 16;
  if (s.scenario == NULL || !workload_read(s.scenario, &s.input, &s.error) ||
      !sim_build_network(&s) || !sim_begin(&s)) {
    return 3;
  }
  while (sim_cycle(&s)) {
    planted = planted ||
              (p->rank == 1 && network_cycle(s.network) > fault->from && fault->plant(s.network));
  }
  const bool told = s.result == fault->result && strstr(s.error.text, fault->text) != NULL;
  sim_free(&s);
  return told ? 0 : 1;
}

// A fault that only one process can see ends the run in all.
static void expect_fault(fault_t fault) {
  peers_t p;
  socket_peers_begin(&p, 3, run_faulty, &fault);
  const int status = run_faulty(&p, &fault);
  assert_int_equal(socket_peers_end(&p), 0);
  assert_int_equal(status, 0);
}

static void test_faults(void **state) {
  (void)state;
  expect_fault((fault_t){lose_credit, SIM_CONSERVATION, "credits + ", FAULTY("1"), 50});
  expect_fault((fault_t){change_data, SIM_SCOREBOARD, "packet ", FAULTY("1"), 50});
  for (uint64_t from = 50; from < 54; from++) {  // in each cycle of a window
    expect_fault((fault_t){lose_credit_of_pin, SIM_CONSERVATION, "credits + ", FAULTY("4"), from});
    expect_fault((fault_t){change_data_of_pin, SIM_SCOREBOARD, "packet ", FAULTY("4"), from});
  }
}

static int be_refused(peers_t *p, void *context) {
  sim_t s = {.factory = bank_factory_ref, .peers = p};
  s.scenario = sim_scenario(context, &s.error);
  const bool built =
      s.scenario == NULL || !workload_read(s.scenario, &s.input, &s.error) || sim_build_network(&s);
  const bool told =
      strstr(s.error.text, "it must be at most 2, of which each has a router") != NULL;
  sim_free(&s);
  return !built && told ? 0 : 1;
}

static void test_too_many(void **state) {
  static char settings[] =
      "topology=mesh:2x1 workload.traffic=uniform workload.load=0.3 "
      "run.cycles=300";
  (void)state;
  peers_t p;
  socket_peers_begin(&p, 3, be_refused, settings);
  const int status = be_refused(&p, settings);
  assert_int_equal(socket_peers_end(&p), 0);
  assert_int_equal(status, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_families),   cmocka_unit_test(test_traffic),
      cmocka_unit_test(test_links),      cmocka_unit_test(test_plans),
      cmocka_unit_test(test_coding),     cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_worms),      cmocka_unit_test(test_refusing_hosts),
      cmocka_unit_test(test_ages),       cmocka_unit_test(test_schedules),
      cmocka_unit_test(test_multicasts), cmocka_unit_test(test_wildcards),
      cmocka_unit_test(test_host_costs), cmocka_unit_test(test_computations),
      cmocka_unit_test(test_traces),     cmocka_unit_test(test_faults),
      cmocka_unit_test(test_too_many),   cmocka_unit_test(test_windows),
      cmocka_unit_test(test_limit),      cmocka_unit_test(test_messages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
