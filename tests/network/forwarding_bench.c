// forwarding_bench -- see forwarding_bench.h.

#include "network/forwarding_bench.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "lockstep/factory.h"
#include "network/energy.h"

enum { NODES = FORWARD_NODES, LSB = FORWARD_LSB, LONGEST = 200000, UNICAST = FORWARD_UNICAST };

static unsigned or_usual(unsigned chosen, unsigned usual) {
  return chosen > 0 ? chosen : usual;
}

static noc_shape_t shape_of(forwarding_choice_t c) {
  return (noc_shape_t){.vcs = or_usual(c.vcs, 2),
                       .depth = or_usual(c.depth, 8),
                       .flit_bits = or_usual(c.flit_bits, 64),
                       .cut_through = !c.wormhole,
                       .pipeline = or_usual(c.pipeline, 3),
                       .networks = 1,
                       .len_w = 4,
                       .msg_w = 7,
                       .multicast = c.multicast,
                       .forward_slots = or_usual(c.slots, 64),
                       .forward_flits = or_usual(c.flits, FORWARD_MOST),
                       .forward_rows = NODES,
                       .forward_children = or_usual(c.children, 4),
                       .forward_lsb = LSB};
}

static uint32_t random_below(forwarding_bench_t *b, uint32_t n) {
  return rng_below(rng_draw(rng_key(1, RNG_TOPOLOGY, 0), b->drawn++), n);
}

static uint64_t data_of(uint32_t message, unsigned flit) {
  return ((uint64_t)message * 64 + flit) * UINT64_C(0x9e3779b97f4a7c15);
}

// Children of a node in a source's tree, in order.
static unsigned children_of(const forwarding_bench_t *b, uint32_t source, uint32_t node,
                            uint32_t *child) {
  unsigned n = 0;
  for (uint32_t other = 0; other < NODES; other++) {
    if (other != source && b->parent[source][other] == node) {
      child[n++] = other;
    }
  }
  return n;
}

// A tree over all nodes for every source, no node with more children than a row has.
static void plant(forwarding_bench_t *b, unsigned most) {
  for (uint32_t source = 0; source < NODES; source++) {
    uint32_t in[NODES] = {source};
    unsigned children[NODES] = {0};
    for (uint32_t i = 1, node = 0; i < NODES; i++, node++) {
      node += node == source;
      uint32_t at = random_below(b, i);
      while (children[in[at]] == most) {
        at = (at + 1) % i;
      }
      children[in[at]]++;
      b->parent[source][node] = in[at];
      in[i] = node;
    }
  }
}

// Row r is that of source r.
static void load_tables(forwarding_bench_t *b) {
  const noc_shape_t *s = network_shape(b->network);
  uint32_t child[NODES];
  uint32_t grandchild[NODES];
  for (uint32_t row = 0; row < NODES; row++) {
    for (unsigned i = 0; i < s->forward_children; i++) {
      for (uint32_t node = 0; node < NODES; node++) {
        const unsigned n = children_of(b, row, node, child);
        if (i < n) {
          const host_child_t word = {.row = row,
                                     .child = i,
                                     .address = network_address(b->network, child[i]),
                                     .last = children_of(b, row, child[i], grandchild) == 0,
                                     .more = i + 1 < n};
          network_child(b->network, node, &word);
        }
      }
      network_load_children(b->network);
    }
  }
}

void forwarding_open(forwarding_bench_t *b, const forwarding_run_t *run, uint64_t seed) {
  noc_error_t error = {0};
  memset(b, 0, sizeof *b);
  b->run = run;
  b->drawn = seed * 1000000;
  b->topology = topology_create("mesh:4x4", &error);
  assert_non_null(b->topology);
  const network_config_t config = {.topology = b->topology,
                                   .shape = shape_of(run->choice),
                                   .link_latency = 1,
                                   .router = run->router != NULL ? run->router : "ref",
                                   .forward_receive = run->receive,
                                   .forward_send = run->send,
                                   .factory = bank_factory};
  b->network = network_create(&config, &error);
  if (b->network == NULL) {
    fail_msg("%s", error.text);
  }
  plant(b, network_shape(b->network)->forward_children);
  load_tables(b);
}

void forwarding_close(forwarding_bench_t *b) {
  network_free(b->network);
  topology_free(b->topology);
}

void forwarding_again(forwarding_bench_t *b) {
  forwarding_bench_t fresh = {.run = b->run, .topology = b->topology, .network = b->network};
  memcpy(fresh.parent, b->parent, sizeof fresh.parent);
  network_reset(b->network);
  *b = fresh;
}

void forwarding_give(forwarding_bench_t *b, uint32_t node) {
  const forwarding_run_t *r = b->run;
  const noc_shape_t *s = network_shape(b->network);
  if (node >= r->sources || b->given[node] == r->packets ||
      (!r->backlog && random_below(b, 50) > 0)) {
    return;
  }
  const uint32_t message = node << LSB | b->given[node];
  uint64_t data[SHAPE_MAX_WORDS] = {data_of(message, b->beat[node])};
  const host_forward_t beat = {.message = message, .flits = (uint16_t)r->flits, .data = data};
  if (b->beat[node] == 0) {  // the fields lie below
    data[0] <<= s->head_bits;
  }
  const bool ready = network_forward_ready(b->network, node);
  network_forward(b->network, node, &beat);
  b->beat[node] += ready;
  if (b->beat[node] == r->flits) {
    b->beat[node] = 0;
    b->given[node]++;
  }
}

// The next beat of a unicast; packets to forward go on other pins.
void forwarding_send(forwarding_bench_t *b, uint32_t node) {
  const uint64_t data[SHAPE_MAX_WORDS] = {node};
  if ((b->left[node] == 0 && b->sent[node] == b->run->unicasts) || random_below(b, 3) == 0) {
    return;
  }
  const host_beat_t beat = {
      .type = PACKET_UNICAST,
      .destination = network_address(b->network, (node + 1 + random_below(b, NODES - 1)) % NODES),
      .flits = UNICAST,
      .data = data};
  const bool ready = (network_ready(b->network, node) & 1) != 0;
  network_offer(b->network, node, &beat);
  if (ready) {
    b->sent[node] += b->left[node] == 0;
    b->left[node] = b->left[node] == 0 ? UNICAST - 1 : b->left[node] - 1;
  }
}

void forwarding_take(forwarding_bench_t *b, uint32_t node) {
  const noc_shape_t *s = network_shape(b->network);
  host_delivery_t d;
  if (!network_delivery(b->network, node, 0, &d)) {
    return;
  }
  b->digest = rng_mix(b->digest ^ d.data[0]) + network_cycle(b->network) * NODES + node;
  if ((d.kind & KIND_HEAD) != 0) {
    b->message[node][d.vc] = d.message;
    b->type[node][d.vc] = d.type;
  }
  if (b->type[node][d.vc] == PACKET_UNICAST) {
    b->unicast_flits++;
    return;
  }
  assert_true((d.kind & KIND_HEAD) == 0 || network_node(b->network, d.source) == d.message >> LSB);
  const uint32_t message = b->message[node][d.vc];
  const uint32_t source = message >> LSB;
  uint32_t *come = &b->come[node][source][message & ((1 << LSB) - 1)];
  uint32_t children[NODES];
  const bool leaf = children_of(b, source, node, children) == 0;
  assert_int_equal(b->type[node][d.vc], leaf ? PACKET_FORWARDED_LAST : PACKET_FORWARDED);
  const uint64_t expected = data_of(message, *come);
  assert_int_equal(d.data[0], *come == 0 ? expected << s->head_bits : expected);
  ++*come;
  assert_true(*come <= b->run->flits && ((d.kind & KIND_TAIL) != 0) == (*come == b->run->flits));
  b->delivered += (d.kind & KIND_TAIL) != 0;
}

static void check(forwarding_bench_t *b) {
  noc_error_t error = {0};
  if (!network_check_conservation(b->network, &error)) {
    fail_msg("%s", error.text);
  }
}

uint64_t forwarding_finish(forwarding_bench_t *b) {
  const forwarding_run_t *r = b->run;
  const uint64_t all = (uint64_t)r->sources * r->packets * (NODES - 1);
  uint64_t cycles = 0;
  unsigned t = 0;
  const uint64_t unicasts = (uint64_t)r->unicasts * NODES * UNICAST;
  for (; t < LONGEST && (b->delivered < all || b->unicast_flits < unicasts); t++) {
    for (uint32_t node = 0; node < NODES; node++) {
      forwarding_take(b, node);
      forwarding_give(b, node);
      forwarding_send(b, node);
    }
    cycles = network_cycle(b->network);
    assert_true(network_step(b->network));
    if (t % 16 == 0) {
      check(b);
    }
  }
  assert_int_equal(b->delivered, all);
  assert_int_equal(b->unicast_flits, unicasts);
  for (unsigned k = 0; k < 200; k++) {
    assert_true(network_step(b->network));
    for (uint32_t node = 0; node < NODES; node++) {
      host_delivery_t d;
      assert_false(network_delivery(b->network, node, 0, &d));
    }
  }
  check(b);
  const bank_forward_t done = network_forwarded(b->network);
  network_energy_t e;
  network_energy(b->network, &e);
  assert_int_equal(done.used, 0);
  assert_int_equal(done.copied, all * r->flits);
  assert_int_equal(done.stored,
                   network_counts(b->network)->forwarded + network_counts(b->network)->kept);
  assert_int_equal(network_counts(b->network)->forwarded,
                   (uint64_t)r->sources * r->packets * r->flits);
  assert_int_equal(e.slot_reads, done.copied);
  assert_int_equal(e.slot_writes, done.stored);
  assert_int_equal(e.interface_writes, 2 * (done.copied + unicasts));
  return cycles;
}
