// Links and hosts that stall. The rule of docs/microarchitecture.md, section 2, told again from the
// pins of all components, over the graph of the topology: each queue in its order, nothing lost,
// nothing early, stalls in the cycles of the seed and in the share that is asked for.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "harness.h"
#include "jitter_settings.h"
#include "link_pins.h"
#include "shape/packet.h"

enum { LIMIT = 400000 };

// --- links, told again ---------------------------------------------------------------------------

// Something that a sender has shown and the receiver has not, the oldest first.
typedef struct {
  uint64_t from;  // cycle in which it is at the end of the link
  link_shown_t what;
} shown_t;

typedef struct {
  shown_t *list;
  uint32_t count, room;
  uint64_t waited, stalled;  // cycles in which something could go, and in which it did not
} queue_t;

typedef struct {
  link_at_t from, to;
  uint64_t key;
  queue_t flits, credits;
} link_t;

typedef struct {
  link_t *link;
  uint32_t links;
} links_t;

static links_t find_links(const sim_t *s, uint64_t seed) {
  links_t l = {0};
  link_joined_t *joined = link_pins_joined(s->scenario->topology, &l.links);
  l.link = calloc(l.links, sizeof *l.link);
  assert_non_null(l.link);
  for (uint32_t i = 0; i < l.links; i++) {
    const uint64_t key = rng_key(seed, RNG_JITTER_LINK, joined[i].number);
    l.link[i] = (link_t){.from = joined[i].from, .to = joined[i].to, .key = key};
  }
  free(joined);
  return l;
}

static void free_links(links_t *l) {
  for (uint32_t i = 0; i < l->links; i++) {
    free(l->link[i].flits.list);
    free(l->link[i].credits.list);
  }
  free(l->link);
}

// One direction of a link in one cycle.
static void follow(queue_t *q, const link_seen_t *sent, const link_seen_t *arrives, uint64_t now,
                   uint64_t from, bool stalls) {
  if (sent->valid) {
    if (q->count == q->room) {
      q->room = 2 * q->room + 8;
      q->list = realloc(q->list, q->room * sizeof *q->list);
      assert_non_null(q->list);
    }
    q->list[q->count++] = (shown_t){from, sent->what};
  }
  const bool ready = q->count > 0 && q->list[0].from <= now;
  assert_int_equal(arrives->valid, ready && !stalls);
  q->waited += ready;
  q->stalled += ready && stalls;
  if (arrives->valid && q->list != NULL) {  // there is one, since something is ready
    const link_shown_t *oldest = &q->list[0].what;
    assert_int_equal(arrives->what.vc, oldest->vc);
    assert_int_equal(arrives->what.kind, oldest->kind);
    assert_memory_equal(arrives->what.payload, oldest->payload, sizeof oldest->payload);
    memmove(q->list, q->list + 1, --q->count * sizeof *q->list);
  }
}

// Those at the end of the link, of a VC.
static unsigned at_end(const queue_t *q, unsigned vc, uint64_t now) {
  unsigned count = 0;
  for (uint32_t i = 0; i < q->count; i++) {
    count += q->list[i].what.vc == vc && q->list[i].from <= now;
  }
  return count;
}

// A head that waits on a link to a router is found there.
static void find_heads(network_t *n, const link_t *k, uint64_t now, unsigned *found) {
  for (uint32_t i = 0; k->to.router && i < k->flits.count; i++) {
    const shown_t *flit = &k->flits.list[i];
    if ((flit->what.kind & KIND_HEAD) == 0 || flit->from > now) {
      continue;
    }
    packet_head_t head;
    network_place_t place;
    packet_unpack(network_shape(n), flit->what.payload, &head);
    assert_true(network_find_head(n, head.source, head.message, &place));
    assert_int_equal(place.router, k->to.id);
    assert_int_equal(place.port, k->to.port);
    assert_int_equal(place.vc, flit->what.vc);
    ++*found;
  }
}

static void follow_all(sim_t *s, links_t *l, double share) {
  const uint64_t now = network_cycle(s->network);
  const uint64_t below = (uint64_t)(share * 0x1p32);
  for (uint32_t i = 0; i < l->links; i++) {
    link_t *k = &l->link[i];
    const bool between = k->from.router && k->to.router;
    const uint64_t from = now + (between ? s->scenario->link_latency - 1 : 0);
    const uint64_t random = rng_draw(k->key, now);
    const link_ends_t sender = link_pins_at(s->network, k->from);
    const link_ends_t receiver = link_pins_at(s->network, k->to);
    follow(&k->flits, &sender.out, &receiver.in, now, from, random >> 32 < below);
    follow(&k->credits, &receiver.credit_out, &sender.credit_in, now, from,
           (random & 0xffffffff) < below);
    for (unsigned vc = 0; vc < s->scenario->vcs; vc++) {
      assert_true(at_end(&k->flits, vc, now) + at_end(&k->credits, vc, now) <= s->scenario->depth);
    }
  }
}

static void expect_share(const char *settings, uint64_t waited, uint64_t stalled, double share) {
  const double expected = share * (double)waited;
  const double sigma = sqrt(expected * (1 - share));
  if (waited < 500 || fabs((double)stalled - expected) > 5 * sigma) {
    fail_msg("%s: %llu of %llu cycles stalled", settings, (unsigned long long)stalled,
             (unsigned long long)waited);
  }
}

// Runs to the end, and until all credits are home; conservation holds in each cycle.
static void check_links(const char *kind, const char *settings, double share) {
  char text[600];
  (void)snprintf(text, sizeof text,
                 "%s run.router=%s run.jitter.links=%g run.jitter.hosts=0.1 run.jitter.seed=11",
                 settings, kind, share);
  sim_t s = sim_create(text);
  links_t l = find_links(&s, 11);
  uint64_t waited = 0;
  uint64_t stalled = 0;
  uint64_t left = 0;
  for (uint64_t t = 1, done = 0; done < 2000; t++) {
    assert_true(t < LIMIT);
    if (!sim_step(&s)) {
      fail_msg("%s: %s", text, s.error.text);
    }
    follow_all(&s, &l, share);
    if (!network_check_conservation(s.network, &s.error)) {
      fail_msg("%s: %s", text, s.error.text);
    }
    if (t == s.scenario->cycles) {
      workload_stop(s.workload);
    }
    done += t > s.scenario->cycles && workload_done(s.workload);
  }
  if (!workload_verify(s.workload, &s.error)) {
    fail_msg("%s: %s", text, s.error.text);
  }
  for (uint32_t i = 0; i < l.links; i++) {
    waited += l.link[i].flits.waited + l.link[i].credits.waited;
    stalled += l.link[i].flits.stalled + l.link[i].credits.stalled;
    left += l.link[i].flits.count + l.link[i].credits.count;
  }
  assert_int_equal(left, 0);
  expect_share(text, waited, stalled, share);
  free_links(&l);
  sim_free(&s);
}

static void test_links(void **state) {
  (void)state;
  check_links("ref", kMesh, 0.1);
  check_links("ref", kMesh, 0.5);
  check_links("ref", kMesh, 0.9);
  check_links("ref", kTorus, 0.3);
  check_links("ref", kOctagon, 0.3);
  check_links("ref", kWorms, 0.3);
  check_links("ref", kCoded, 0.3);
  check_links("lockstep", kMesh, 0.3);
  check_links("ref",
              "topology=mesh:3x2@2 router.link_latency=3 router.flit_bits=128 router.depth=2 "
              "workload.traffic=uniform workload.load=0.3 run.cycles=300",
              0.4);
  check_links("ref",
              "topology=butterfly:k=2,n=3 router.vcs=2 router.depth=1 workload.traffic=uniform "
              "workload.load=0.2 run.cycles=300",
              0.3);
  check_links("ref",
              "topology=mesh:4x4 workload.collective=allgather workload.scheme=kbinomial "
              "router.depth=16 router.switching=cut-through workload.message_flits=24 "
              "workload.packet_flits=8",
              0.3);
}

// Heads are looked for where they are, in packets that no router copies.
static void test_heads(void **state) {
  (void)state;
  unsigned found = 0;
  char text[400];
  (void)snprintf(text, sizeof text, "%s run.jitter.links=0.8 run.jitter.seed=11", kMesh);
  sim_t s = sim_create(text);
  links_t l = find_links(&s, 11);
  while (network_cycle(s.network) < 200) {
    assert_true(sim_step(&s));
    follow_all(&s, &l, 0.8);
    for (uint32_t i = 0; i < l.links; i++) {
      find_heads(s.network, &l.link[i], network_cycle(s.network), &found);
    }
  }
  assert_true(found > 100);
  free_links(&l);
  sim_free(&s);
}

// --- hosts ---------------------------------------------------------------------------------------

static void check_hosts(const char *settings, double share) {
  char text[600];
  (void)snprintf(text, sizeof text, "%s run.jitter.hosts=%g run.seed=4", settings, share);
  sim_t s = sim_create(text);
  const uint32_t nodes = s.scenario->topology->nodes;
  const bool coded = network_shape(s.network)->xor_unit != 0;
  const unsigned all = (1u << s.scenario->networks) - 1;
  uint64_t looked = 0;
  uint64_t stalled = 0;
  uint64_t given = 0;
  for (uint64_t t = 1; !(t > s.scenario->cycles && workload_done(s.workload)); t++) {
    assert_true(t < LIMIT);
    assert_true(workload_cycle(s.workload, &s.error));
    for (uint32_t node = 0; node < nodes; node++) {
      uint32_t slot = 0;
      const interface_fields_t *f = network_interface_pins(s.network, node, &slot);
      const uint64_t random = rng_draw(rng_key(4, RNG_JITTER_HOST, node), t - 1);
      const bool stalls = random >> 32 < (uint64_t)(share * 0x1p32);
      assert_int_equal(f->del_ready[slot], stalls ? 0 : all);
      assert_true(!coded || f->res_ready[slot] == !stalls);
      const bool gives = f->host_valid[slot] != 0 || (coded && f->cmd_valid[slot] != 0);
      assert_false(gives && stalls);
      looked++;
      stalled += stalls;
      given += gives;
    }
    assert_true(network_step(s.network));
    if (t == s.scenario->cycles) {
      workload_stop(s.workload);
    }
  }
  if (!workload_verify(s.workload, &s.error)) {
    fail_msg("%s: %s", text, s.error.text);
  }
  assert_true(given > 100);
  expect_share(text, looked, stalled, share);
  sim_free(&s);
}

static void test_hosts(void **state) {
  (void)state;
  check_hosts(kMesh, 0.3);
  check_hosts(kTorus, 0.6);
  check_hosts(kCoded, 0.3);
  check_hosts(
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.05 run.cycles=400 host.t_hs=20 "
      "host.t_hr=15 host.t_ns=3 host.t_nr=2 host.bus=1",
      0.3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_links),
      cmocka_unit_test(test_heads),
      cmocka_unit_test(test_hosts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
