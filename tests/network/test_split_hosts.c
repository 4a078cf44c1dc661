// test_split_hosts -- a network that several processes step together is what one process makes of
// it (split_run.h), for workloads of all kinds, whose hosts are apart or in each process.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/split_run.h"
#include "unit/temp_file.h"

// Plans whose operations are carried out where their nodes are: messages in several packets, data
// that is passed on, parts, results that are combined and passed on, and combined again.
static void test_plans(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:6x5 workload.collective=broadcast workload.scheme=binomial "
      "workload.message_flits=12 workload.packet_flits=5",
      "234");
  split_expect_same(
      "topology=mesh:4x4 workload.collective=allreduce workload.scheme=ring "
      "workload.message_flits=4",
      "23");
  split_expect_same(
      "topology=mesh:6x3 workload.collective=allreduce workload.scheme=recursive-doubling "
      "workload.message_flits=6 workload.operation=sum",
      "234");
  split_expect_same(
      "topology=mesh:5x4 workload.collective=reduce workload.scheme=binomial "
      "workload.message_flits=3 workload.to=7",
      "3");
  split_expect_same(
      "topology=torus:4x4 workload.collective=broadcast workload.scheme=edst "
      "workload.message_flits=64",
      "2");
  split_expect_same("topology=mesh:4x4 workload.collective=alltoall workload.scheme=randomized",
                    "4");
  split_expect_same("topology=mesh:4x4 workload.collective=barrier workload.scheme=binomial", "24");
  // Fewer nodes than ranks: some have none, and carry out no operation.
  split_expect_same(
      "topology=irregular:switches=8,ports=8,hosts=3,seed=1 workload.collective=broadcast "
      "workload.scheme=binomial workload.message_flits=12 workload.packet_flits=5",
      "48");
}

static void run_file(const char *text, const char *key, const char *settings, const char *counts) {
  char all[512];
  temp_file_write(text, strlen(text));
  (void)snprintf(all, sizeof all, "%s=%s %s", key, temp_file, settings);
  split_expect_same(all, counts);
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

// Computations of one node that end together, beside others.
static void test_ties(void **state) {
  char text[8192];
  size_t used = (size_t)snprintf(text, sizeof text, "num_ranks 8\n");
  (void)state;
  for (unsigned rank = 0; rank < 8; rank++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "rank %u {\n", rank);
    for (unsigned i = 0; i < 4; i++) {
      used += (size_t)snprintf(text + used, sizeof text - used,
                               "c%u: calc %u cpu %u\ns%u: send %ub to %u tag %u\n"
                               "s%u requires c%u\nrecv %ub from %u tag %u\n",
                               i, i == 0 ? 40 + rank : 60, i, i, 8 * (i + 1), (rank + i + 1) % 8, i,
                               i, i, 8 * (i + 1), (rank + 7 - i) % 8, i);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "}\n");
  }
  run_file(text, "workload.plan", "topology=mesh:4x2", "248");
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
  run_file(
      "0 2 1 1 1\n0 14 15 1 2\n0 0 5 3 3 2\n0 0 7 3 4 1\n0 13 4 2 5 1\n0 13 6 3 6 2\n"
      "0 3 9 3 7 1\n0 3 10 3 8 2\n",
      "workload.trace", "topology=mesh:4x4", "24");
  run_file("0 0 3 5 1\n0 3 2 1 2 1\n0 12 15 5 3\n90 15 14 1 4 3\n", "workload.trace",
           "topology=mesh:4x4 run.cycles=50", "3");
  run_file("0 0 3 5 1\n46 5 6 1 2\n900 2 7 3 3\n", "workload.trace",
           "topology=mesh:4x4 run.cycles=50", "2");
}

// A source with one number for each network, all but one of which packets far away have: the next
// packet has that of the last again, and enters the network elsewhere no earlier than where it is.
// Heads have room for no more numbers, since one packet is long and all have ages and lookahead.
static void test_same_number(void **state) {
  char text[1024];
  char all[512];
  size_t used = (size_t)snprintf(text, sizeof text, "0 3 4 256\n");
  (void)state;
  for (unsigned i = 0; i < 20; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "0 255 %u 1\n", i < 15 ? 0 : 254);
  }
  temp_file_write(text, used);
  (void)snprintf(all, sizeof all,
                 "workload.trace=%s topology=mesh:16x16 router.networks=16 router.vcs=16 "
                 "router.pipeline=2 router.lookahead=true router.arbiter=age host.t_hs=1",
                 temp_file);
  split_expect_mirror(all, "2");
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
      "rank 6 {\ng: calc 700\na: recv 8b from -1 tag -1\nb: recv 8b from 3 tag 7\n"
      "b requires a\na requires g\n}\n",
      "workload.plan", "topology=mesh:4x2", "23");
}

// Messages that take time in hosts, on their buses and in their interfaces.
static void test_host_costs(void **state) {
  (void)state;
  split_expect_same(
      "topology=torus:4x4 workload.collective=alltoall workload.scheme=unicast "
      "workload.message_flits=6 host.t_hs=20 host.t_hr=30 host.bus=1",
      "24");
  split_expect_same(
      "topology=mesh:6x3 workload.collective=allreduce workload.scheme=recursive-doubling "
      "workload.message_flits=6 workload.operation=sum host.t_hs=300 host.t_nr=7",
      "23");
  split_expect_same(
      "topology=mesh:4x4 router.vcs=4 router.networks=2 workload.classes.0.traffic=uniform "
      "workload.classes.0.load=0.1 workload.classes.0.reply_flits=1-9 "
      "workload.classes.0.reply_network=1 host.t_hs=5 host.t_ns=3 host.t_hr=4 run.cycles=300 "
      "run.drain=false",
      "3");
  split_expect_same(
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.01 host.t_hr=90 run.cycles=100",
      "24");
}

// Schedules: steps between which all wait, or hosts go by the time, or nobody.
static void test_schedules(void **state) {
  (void)state;
  split_expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=alltoall "
      "workload.scheme=scheduled",
      "234");
  split_expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=alltoall "
      "workload.scheme=scheduled "
      "workload.steps=barrier",
      "4");
  split_expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=broadcast "
      "workload.scheme=scheduled "
      "router.networks=4 router.vcs=4 workload.steps=overlapped",
      "24");
  split_expect_same(
      "topology=hypercube:3 router.routing=source workload.collective=alltoall "
      "workload.scheme=scheduled host.t_hs=40",
      "3");
}

// Exclusive ors, which units in interfaces make; with steps that follow each other, and overlap.
static void test_coding(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc "
      "workload.group=2x2",
      "234");
  split_expect_same(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
      "workload.steps=overlapped router.networks=4 router.vcs=4 workload.message_flits=2",
      "34");
  split_expect_same(
      "topology=mesh:8x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
      "workload.message_flits=3 host.accept=0.8",
      "24");
}

// Routers that copy, and interfaces that forward.
static void test_worms(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=tree-worm "
      "workload.message_flits=8 router.depth=16 router.switching=cut-through",
      "234");
  split_expect_same(
      "topology=mesh:4x6 workload.collective=broadcast workload.scheme=path-worm "
      "workload.message_flits=8 router.depth=16 router.switching=cut-through",
      "24");
  split_expect_same(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=tree-worm "
      "workload.message_flits=8 router.depth=16 router.switching=cut-through",
      "34");
  split_expect_mirror(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=kbinomial "
      "workload.message_flits=8",
      "23");
}

// Random multicasts: as worms, and as messages that hosts pass on.
static void test_multicasts(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:4x4 workload.traffic=multicast workload.degree=4 workload.load=0.05 "
      "workload.scheme=tree-worm router.depth=16 router.switching=cut-through "
      "run.warmup=50 run.cycles=300",
      "234");
  split_expect_same(
      "topology=mesh:4x4 workload.traffic=multicast workload.degree=3 workload.load=0.05 "
      "workload.scheme=path-worm router.depth=16 router.switching=cut-through "
      "run.warmup=50 run.cycles=300 run.drain=false",
      "3");
  split_expect_same(
      "topology=mesh:4x4 workload.traffic=multicast workload.degree=4 workload.load=0.05 "
      "workload.scheme=binomial run.cycles=300",
      "24");
}

// Hosts that refuse a share or stall, so that numbers of packets depend on what a source knows in
// each cycle; replies; networks of which nobody takes anything.
static void test_refusing_hosts(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:4x8 workload.traffic=uniform workload.load=0.2 host.accept=0.6 "
      "run.cycles=300",
      "24");
  split_expect_same(
      "topology=mesh:4x8 router.flit_bits=32 workload.traffic=uniform workload.load=0.3 "
      "workload.packet_flits=1 run.jitter.hosts=0.4 run.cycles=200",
      "4");
  split_expect_same(
      "topology=mesh:128 router.flit_bits=32 workload.traffic=bit-complement workload.load=0.2 "
      "workload.packet_flits=1 host.accept=0.9 run.cycles=60",
      "4");
  split_expect_same(
      "topology=mesh:4x8 router.networks=2 router.vcs=2 host.accept=[1,0] workload.traffic=uniform "
      "workload.load=0.4 run.cycles=300",
      "3");
  split_expect_same(
      "topology=mesh:4x8 router.networks=2 router.vcs=4 workload.classes.0.traffic=uniform "
      "workload.classes.0.load=0.1 workload.classes.0.reply_flits=1-9 "
      "workload.classes.0.reply_network=1 host.accept=protocol host.replies=2 run.cycles=300",
      "34");
  split_expect_same(
      "topology=mesh:6x6 workload.collective=allreduce workload.scheme=ring host.accept=0.7 "
      "workload.message_flits=4",
      "3");
}

// Hosts that stall with what they have to send: a run goes on in all for a packet that no more than
// waits for its host, whoever has it.
static void test_stalled_senders(void **state) {
  (void)state;
  for (unsigned cycles = 20; cycles < 60; cycles++) {
    char settings[256];
    (void)snprintf(settings, sizeof settings,
                   "topology=mesh:4x2 workload.traffic=uniform workload.load=0.01 "
                   "workload.packet_flits=1 run.jitter.hosts=0.9 run.cycles=%u",
                   cycles);
    split_expect_same(settings, "2");
  }
}

// Ages that are looked at in each cycle; paths in heads.
static void test_ages(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:4x8 router.vcs=4 router.networks=2 workload.traffic=uniform "
      "workload.load=0.5 run.cycles=300 run.max_age=5000 router.arbiter=age",
      "24");
  split_expect_same(
      "topology=mesh:4x8 workload.traffic=uniform workload.load=0.6 run.cycles=400 "
      "run.max_age=60 run.drain=false",
      "4");
  split_expect_same(
      "topology=mesh:4x8 workload.traffic=uniform workload.load=0.9 workload.packet_flits=9 "
      "run.cycles=400 router.arbiter=age router.age_bits=7 run.drain=false",
      "4");
  split_expect_same(
      "topology=mesh:4x8 workload.traffic=uniform workload.load=0.3 run.cycles=400 "
      "host.accept=0.02 router.arbiter=age router.age_bits=7 run.drain=false",
      "4");
  split_expect_same(
      "topology=torus:4x6 router.vcs=2 router.routing=source workload.traffic=uniform "
      "workload.load=0.3 run.cycles=200",
      "23");
}

// Everything is reset in the midst of a run, which begins anew.
static void test_reset(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:6x5 workload.traffic=uniform workload.load=0.3 run.cycles=200 run.reset=70",
      "24");
  split_expect_same(
      "topology=mesh:4x4 router.link_latency=2 workload.collective=allgather workload.scheme=ring "
      "workload.message_flits=4 run.reset=50",
      "3");
  split_expect_same(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
      "run.reset=40",
      "2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plans),          cmocka_unit_test(test_computations),
      cmocka_unit_test(test_ties),           cmocka_unit_test(test_traces),
      cmocka_unit_test(test_wildcards),      cmocka_unit_test(test_host_costs),
      cmocka_unit_test(test_schedules),      cmocka_unit_test(test_coding),
      cmocka_unit_test(test_worms),          cmocka_unit_test(test_multicasts),
      cmocka_unit_test(test_refusing_hosts), cmocka_unit_test(test_ages),
      cmocka_unit_test(test_reset),          cmocka_unit_test(test_stalled_senders),
      cmocka_unit_test(test_same_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
