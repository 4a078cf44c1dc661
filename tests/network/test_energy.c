// The counts of network_energy() are those of the memory ports that RTL and golden models show,
// cycle by cycle: of flits still on their way, under load, and when all is drained; and all kinds
// of banks count the same.

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "lockstep/factory.h"
#include "network/energy.h"

enum { MOST_WORDS = 8192 };

// The counts of what the memory ports have shown so far.
typedef struct {
  uint64_t buffer_writes, buffer_reads, interface_writes, interface_reads, xor_flits;
} ports_t;

static uint64_t bits_of(const bank_t *b, const char *field, const uint32_t *words) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    if (strcmp(b->layout.field[f].name, field) == 0) {
      return (unsigned)__builtin_popcountll(bundle_element(&b->layout.field[f], words, 0));
    }
  }
  fail_msg("no %s", field);
  return 0;
}

static void look_at_ports(network_t *n, ports_t *p) {
  static uint32_t words[MOST_WORDS];
  for (size_t i = 0; i < network_banks(n); i++) {
    bank_t *b = network_bank(n, i);
    assert_true(b->layout.state_words + 4 < MOST_WORDS);
    for (uint32_t m = 0; m < b->config.members; m++) {
      b->ops->state(b, m, true, words);
      if (b->config.component == COMPONENT_ROUTER) {
        p->buffer_writes += bits_of(b, "wr_en", words);
        p->buffer_reads += bits_of(b, "rd_en", words);
      } else {
        p->interface_writes += bits_of(b, "inj_wr_en", words) + bits_of(b, "ej_wr_en", words);
        p->interface_reads += bits_of(b, "inj_rd_en", words) + bits_of(b, "ej_rd_en", words);
        if (b->config.shape->xor_unit) {
          p->xor_flits += bits_of(b, "x_rd_en", words);
        }
      }
    }
  }
}

static void expect_ports(network_t *n, const ports_t *p) {
  network_energy_t e;
  network_energy(n, &e);
  assert_int_equal(e.buffer_writes, p->buffer_writes);
  assert_int_equal(e.buffer_reads, p->buffer_reads);
  assert_int_equal(e.interface_writes, p->interface_writes);
  assert_int_equal(e.interface_reads, p->interface_reads);
  assert_int_equal(e.crossbar, network_counts(n)->switched);
  assert_int_equal(e.link_traversals, network_counts(n)->hops);
  assert_int_equal(e.xor_flits, p->xor_flits);
}

// Compares the counts of all links with those of each link by itself.
static void expect_links(network_t *n) {
  const topology_t *t = network_topology(n);
  network_energy_t e;
  uint64_t flits[2] = {0, 0};  // to nodes, to routers
  network_energy(n, &e);
  for (uint32_t r = 0; r < t->routers; r++) {
    for (unsigned p = 0; p < t->ports; p++) {
      flits[t->peer_router[(size_t)r * t->ports + p] >= 0] += network_link_flits(n, r, p);
    }
  }
  assert_int_equal(e.link_traversals, flits[1]);
  assert_int_equal(e.interface_links, flits[0] + network_counts(n)->injected_flits);
}

static network_energy_t run(const char *settings, const char *router, uint64_t cycles, bool ports) {
  char all[400];
  (void)snprintf(all, sizeof all, "%s run.router=%s", settings, router);
  sim_t s = sim_create_with(all, bank_factory, NULL, NULL, NULL, 0);
  ports_t seen = {0, 0, 0, 0, 0};
  for (uint64_t i = 0; i < cycles; i++) {
    assert_true(sim_step(&s));
    if (ports) {
      look_at_ports(s.network, &seen);
      expect_ports(s.network, &seen);
    }
  }
  network_energy_t e;
  network_energy(s.network, &e);
  expect_links(s.network);
  sim_free(&s);
  return e;
}

static const char *const kSettings[] = {
    "topology=mesh:4x4 workload.traffic=uniform "
    "workload.load=0.5",
    "topology=mesh:4x4 workload.traffic=uniform "
    "workload.load=0.5 router.pipeline=2 router.link_latency=4",
    "topology=mesh:4x4 router.vcs=4 router.flit_bits=128 workload.collective=allgather "
    "workload.scheme=hnc workload.message_flits=8",
};

static void the_memory_ports_of_rtl(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kSettings / sizeof kSettings[0]; i++) {
    const network_energy_t lockstep = run(kSettings[i], "lockstep", 300, true);
    const network_energy_t rtl = run(kSettings[i], "rtl", 300, true);
    const network_energy_t golden = run(kSettings[i], "ref", 300, false);
    assert_memory_equal(&lockstep, &golden, sizeof golden);
    assert_memory_equal(&rtl, &golden, sizeof golden);
    assert_true(golden.buffer_writes > golden.buffer_reads);
    assert_true(golden.buffer_reads > golden.link_traversals);
    assert_true(golden.interface_writes > golden.interface_reads);
    assert_int_equal(golden.xor_flits > 0, strstr(kSettings[i], "hnc") != NULL);
  }
}

// Nothing is left: what was written has been read, and a flit's way is h hops, h + 1 routers.
static void a_drained_collective(void **state) {
  (void)state;
  sim_t s = sim_create(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=binomial "
      "workload.message_flits=3");
  assert_true(sim_run(&s, 100, 20000));
  workload_result_t w;
  network_energy_t e;
  workload_result(s.workload, &w);
  network_energy(s.network, &e);
  assert_int_equal(e.link_traversals, 3 * w.packet_hops);
  assert_int_equal(e.crossbar, e.link_traversals + 3 * w.packets);
  assert_int_equal(e.buffer_writes, e.crossbar);
  assert_int_equal(e.buffer_reads, e.crossbar);
  assert_int_equal(e.interface_writes, 2 * 3 * w.packets);
  assert_int_equal(e.interface_reads, e.interface_writes);
  assert_int_equal(e.interface_links, 2 * 3 * w.packets);
  sim_free(&s);
}

// docs/coding.md: G (M - 1) encodings and N (N - M - G + 1) decodings, as the hosts have seen them.
static void a_drained_coded_collective(void **state) {
  (void)state;
  sim_t s = sim_create(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
      "workload.message_flits=3");
  assert_true(sim_run(&s, 100, 20000));
  workload_result_t w;
  network_energy_t e;
  workload_result(s.workload, &w);
  network_energy(s.network, &e);
  assert_int_equal(e.xor_flits, 3 * (4 * 3 + 16 * (16 - 4 - 4 + 1)));
  assert_int_equal(e.xor_flits, w.xor_flits);
  assert_int_equal(e.link_traversals, 3 * w.packet_hops);
  assert_int_equal(e.buffer_writes, e.buffer_reads);
  assert_int_equal(e.interface_writes, 2 * 3 * w.packets);
  assert_int_equal(e.interface_reads, e.interface_writes);
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_memory_ports_of_rtl),
                                     cmocka_unit_test(a_drained_collective),
                                     cmocka_unit_test(a_drained_coded_collective)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
