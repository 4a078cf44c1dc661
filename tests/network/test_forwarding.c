// test_forwarding -- networks whose interfaces forward: multicasts from many nodes along random trees,
// each delivered once to every other node, among unicasts; few slots, which hold packets back; long
// handlers, while which a network sleeps; the same with golden models, RTL and both.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/factory.h"
#include "network/energy.h"
#include "network/network.h"
#include "network/rng.h"

enum { SIDE = 4, NODES = SIDE * SIDE, LSB = 3, MOST_FLITS = 8, LONGEST = 200000, UNICAST = 2 };

// What varies; 0 stands for what is usual.
typedef struct {
  unsigned vcs, depth, flit_bits, pipeline, networks, multicast, wormhole;
  unsigned slots, flits, children;
} choice_t;

static unsigned or_usual(unsigned chosen, unsigned usual) {
  return chosen > 0 ? chosen : usual;
}

static noc_shape_t shape_of(choice_t c) {
  return (noc_shape_t){.vcs = or_usual(c.vcs, 2),
                       .depth = or_usual(c.depth, 8),
                       .flit_bits = or_usual(c.flit_bits, 64),
                       .cut_through = !c.wormhole,
                       .pipeline = or_usual(c.pipeline, 3),
                       .networks = or_usual(c.networks, 1),
                       .len_w = 4,
                       .msg_w = 7,
                       .multicast = c.multicast,
                       .forward_slots = or_usual(c.slots, 64),
                       .forward_flits = or_usual(c.flits, MOST_FLITS),
                       .forward_rows = NODES,
                       .forward_children = or_usual(c.children, 4),
                       .forward_lsb = LSB};
}

// What a run is made of.
typedef struct {
  choice_t choice;
  unsigned receive, send;  // t_nr, t_ns
  unsigned sources, packets, flits;
  bool backlog;        // hosts hand over whatever is taken, else now and then
  unsigned unicasts;   // packets of UNICAST flits from every node
  const char *router;  // kind of the banks; NULL: "ref"
} run_t;

typedef struct {
  const run_t *run;
  topology_t *topology;
  network_t *network;
  uint64_t drawn;                          // random numbers so far
  uint32_t parent[NODES][NODES];           // [source][node]
  uint32_t come[NODES][NODES][1 << LSB];   // [node][source][packet]: flits
  unsigned given[NODES], beat[NODES];      // by hosts: whole packets, beats of the next
  uint32_t message[NODES][SHAPE_MAX_VCS];  // of the packet that comes
  uint8_t type[NODES][SHAPE_MAX_VCS];
  uint64_t delivered;                 // packets
  unsigned sent[NODES], left[NODES];  // unicasts: begun, beats to come of the last
  uint64_t unicast_flits;             // delivered
  uint64_t digest;                    // of all deliveries, and when they came
} bench_t;

static uint32_t random_below(bench_t *b, uint32_t n) {
  return rng_below(rng_draw(rng_key(1, RNG_TOPOLOGY, 0), b->drawn++), n);
}

static uint64_t data_of(uint32_t message, unsigned flit) {
  return ((uint64_t)message * 64 + flit) * UINT64_C(0x9e3779b97f4a7c15);
}

// Children of a node in a source's tree, in order.
static unsigned children_of(const bench_t *b, uint32_t source, uint32_t node, uint32_t *child) {
  unsigned n = 0;
  for (uint32_t other = 0; other < NODES; other++) {
    if (other != source && b->parent[source][other] == node) {
      child[n++] = other;
    }
  }
  return n;
}

// A tree over all nodes for every source, no node with more children than a row has.
static void plant(bench_t *b, unsigned most) {
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
static void load_tables(bench_t *b) {
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

static void open_bench(bench_t *b, const run_t *run, uint64_t seed) {
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

static void close_bench(bench_t *b) {
  network_free(b->network);
  topology_free(b->topology);
}

static void give(bench_t *b, uint32_t node) {
  const run_t *r = b->run;
  const noc_shape_t *s = network_shape(b->network);
  if (node >= r->sources || b->given[node] == r->packets ||
      (!r->backlog && random_below(b, 50) > 0)) {
    return;
  }
  const uint32_t message = node << LSB | b->given[node];
  uint64_t data[SHAPE_MAX_WORDS] = {data_of(message, b->beat[node])};
  const host_forward_t beat = {.network = (uint8_t)(node % s->networks),
                               .message = message,
                               .flits = (uint16_t)r->flits,
                               .data = data};
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
static void send(bench_t *b, uint32_t node) {
  const unsigned k = node % network_shape(b->network)->networks;
  const uint64_t data[SHAPE_MAX_WORDS] = {node};
  if ((b->left[node] == 0 && b->sent[node] == b->run->unicasts) || random_below(b, 3) == 0) {
    return;
  }
  const host_beat_t beat = {
      .network = (uint8_t)k,
      .type = PACKET_UNICAST,
      .destination = network_address(b->network, (node + 1 + random_below(b, NODES - 1)) % NODES),
      .flits = UNICAST,
      .data = data};
  const bool ready = (network_ready(b->network, node) >> k & 1) != 0;
  network_offer(b->network, node, &beat);
  if (ready) {
    b->sent[node] += b->left[node] == 0;
    b->left[node] = b->left[node] == 0 ? UNICAST - 1 : b->left[node] - 1;
  }
}

static void take(bench_t *b, uint32_t node) {
  const noc_shape_t *s = network_shape(b->network);
  host_delivery_t d;
  if (!network_delivery(b->network, node, &d)) {
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

static void check(bench_t *b) {
  noc_error_t error = {0};
  if (!network_check_conservation(b->network, &error)) {
    fail_msg("%s", error.text);
  }
}

// Until all is delivered, and a while after it. Returns the cycles to the last delivery.
static uint64_t run_bench(bench_t *b) {
  const run_t *r = b->run;
  const uint64_t all = (uint64_t)r->sources * r->packets * (NODES - 1);
  uint64_t cycles = 0;
  unsigned t = 0;
  const uint64_t unicasts = (uint64_t)r->unicasts * NODES * UNICAST;
  for (; t < LONGEST && (b->delivered < all || b->unicast_flits < unicasts); t++) {
    for (uint32_t node = 0; node < NODES; node++) {
      take(b, node);
      give(b, node);
      send(b, node);
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
      assert_false(network_delivery(b->network, node, &d));
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

static void test_trees(void **state) {
  (void)state;
  const run_t runs[] = {
      {.choice = {0}, .sources = NODES, .packets = 4, .flits = 3, .backlog = true},
      {.choice = {.vcs = 4, .networks = 2, .multicast = 1, .depth = 12},
       .receive = 7,
       .send = 3,
       .sources = NODES,
       .packets = 8,
       .flits = 8,
       .unicasts = 200},
      {.choice = {.wormhole = 1, .pipeline = 2, .vcs = 4, .networks = 4, .flit_bits = 128},
       .send = 7,
       .sources = NODES,
       .packets = 6,
       .flits = 5,
       .unicasts = 300},
      {.choice = {.slots = 70, .flits = 1, .children = 15},
       .receive = 1,
       .sources = NODES,
       .packets = 8,
       .flits = 1,
       .backlog = true},
      // One tree at a time cannot close a cycle of waiting, whatever the slots.
      {.choice = {.slots = 1},
       .receive = 5,
       .send = 9,
       .sources = 1,
       .packets = 8,
       .flits = 7,
       .backlog = true},
      {.choice = {.slots = 2, .vcs = 1, .depth = 3, .wormhole = 1},
       .sources = 1,
       .packets = 8,
       .flits = 8,
       .backlog = true},
  };
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    bench_t *b = malloc(sizeof *b);
    assert_non_null(b);
    open_bench(b, &runs[i], 3 + i);
    (void)run_bench(b);
    close_bench(b);
    free(b);
  }
}

// The same run whatever the banks are: with golden models alone those that wait are not looked at.
static void test_kinds(void **state) {
  (void)state;
  static const char *const kKinds[] = {"ref", "lockstep", "rtl"};
  const run_t runs[] = {
      {.choice = {.vcs = 4, .networks = 2, .slots = 24},
       .receive = 9,
       .send = 6,
       .sources = 5,
       .packets = 2,
       .flits = 5,
       .unicasts = 20},
      {.choice = {.slots = 2, .multicast = 1, .depth = 6, .children = 2},
       .receive = 0,
       .send = 30,
       .sources = 1,
       .packets = 4,
       .flits = 3,
       .backlog = true,
       .unicasts = 10},
  };
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    uint64_t digest = 0;
    for (unsigned kind = 0; kind < 3; kind++) {
      run_t run = runs[i];
      bench_t *b = malloc(sizeof *b);
      assert_non_null(b);
      run.router = kKinds[kind];
      open_bench(b, &run, 9 + i);
      (void)run_bench(b);
      assert_true(kind == 0 || b->digest == digest);
      digest = b->digest;
      close_bench(b);
      free(b);
    }
  }
}

// A chain of all nodes: every one is later than the one before by what its interface and the way take.
static void test_chain(void **state) {
  (void)state;
  static const unsigned kTimes[][2] = {{0, 0}, {1, 1}, {7, 0}, {0, 7}, {1000, 3000}};
  uint64_t least = 0;
  for (size_t i = 0; i < sizeof kTimes / sizeof kTimes[0]; i++) {
    const run_t run = {.choice = {.children = 1},
                       .receive = kTimes[i][0],
                       .send = kTimes[i][1],
                       .sources = 1,
                       .packets = 1,
                       .flits = 4,
                       .backlog = true};
    bench_t *b = malloc(sizeof *b);
    assert_non_null(b);
    open_bench(b, &run, 1);
    const uint64_t cycles = run_bench(b);
    close_bench(b);
    free(b);
    const unsigned receive = run.receive > 0 ? run.receive - 1 : 0;
    const unsigned send = run.send > 0 ? run.send - 1 : 0;
    least = i == 0 ? cycles : least;
    // The source does not receive, and the last node does not forward.
    assert_int_equal(cycles - least, (NODES - 1) * send + (NODES - 2) * receive);
  }
}

// An interface without a free slot holds its ejection queue back; nothing else waits for it.
static void test_slots_run_out(void **state) {
  (void)state;
  const run_t run = {.choice = {.slots = 1, .vcs = 1},
                     .send = 500,
                     .sources = 1,
                     .packets = 3,
                     .flits = 2,
                     .backlog = true};
  bench_t *b = malloc(sizeof *b);
  assert_non_null(b);
  open_bench(b, &run, 5);
  bool waited = false;
  for (unsigned t = 0; t < 4000; t++) {
    for (uint32_t node = 0; node < NODES; node++) {
      network_slot_wait_t wait;
      take(b, node);
      give(b, node);
      if (network_needs_slot(b->network, node, 0, &wait)) {
        waited = true;
        assert_int_equal(network_forwarded_by(b->network, node).used, 1);
        assert_int_equal(wait.vcs, 0);
      }
    }
    assert_true(network_step(b->network));
  }
  assert_true(waited);
  (void)run_bench(b);
  close_bench(b);
  free(b);
}

// All nodes send at once, nobody sees to it that there are slots where the packets go: they wait for
// each other in a circle, over interfaces and links, and the watchdog says so.
static void test_slots_in_a_circle(void **state) {
  (void)state;
  const run_t run = {.choice = {.slots = 1, .vcs = 1},
                     .sources = NODES,
                     .packets = 8,
                     .flits = 8,
                     .backlog = true};
  enum { STILL = 20000, ROOM = 1 << 16 };
  bench_t *b = malloc(sizeof *b);
  char *text = calloc(1, ROOM);
  assert_true(b != NULL && text != NULL);
  open_bench(b, &run, 6);
  for (unsigned t = 0; t < STILL; t++) {
    for (uint32_t node = 0; node < NODES; node++) {
      take(b, node);
      give(b, node);
    }
    assert_true(network_step(b->network));
  }
  FILE *out = fmemopen(text, ROOM - 1, "w");
  assert_non_null(out);
  const bool closed = network_print_wait_chain(b->network, out);
  assert_int_equal(fclose(out), 0);
  if (!closed || strstr(text, ", waits for a packet slot of interface ") == NULL ||
      strstr(text, " flits in interface ") == NULL || strstr(text, " flits in router ") == NULL) {
    fail_msg("%s", text);
  }
  free(text);
  close_bench(b);
  free(b);
}

// Nothing comes in from the routers.
static void cut_links(bench_t *b) {
  for (uint32_t node = 0; node < NODES; node++) {
    uint32_t slot = 0;
    const interface_fields_t *pins = network_interface_pins(b->network, node, &slot);
    pins->in_valid[slot] = pins->credit_in_valid[slot] = 0;
  }
}

// Steps a bank on the pins as they are; the state of all members behind each other.
static void run_bank(bank_t *bank, unsigned cycles, uint32_t *words) {
  for (unsigned t = 0; t < cycles; t++) {
    assert_true(bank->ops->step(bank, 1000 + t));
  }
  for (uint32_t m = 0; m < bank->config.members; m++) {
    bank->ops->state(bank, m, true, words + (size_t)m * bank->layout.state_words);
  }
}

// Interfaces that are restored while handlers work and slots are full do again what they did.
static void test_snapshot(void **state) {
  (void)state;
  static const char *const kKinds[] = {"ref", "lockstep", "rtl"};
  for (unsigned kind = 0; kind < 3; kind++) {
    const run_t run = {.choice = {.slots = 2, .multicast = 1, .depth = 6, .children = 2},
                       .send = 30,
                       .sources = 1,
                       .packets = 4,
                       .flits = 3,
                       .backlog = true,
                       .router = kKinds[kind]};
    bench_t *b = malloc(sizeof *b);
    assert_non_null(b);
    open_bench(b, &run, 10);
    for (unsigned t = 0; t < 120; t++) {
      for (uint32_t node = 0; node < NODES; node++) {
        take(b, node);
        give(b, node);
      }
      assert_true(network_step(b->network));
    }
    cut_links(b);
    bank_t *bank = network_bank(b->network, 1);
    const size_t words = (size_t)bank->config.members * bank->layout.state_words;
    void *saved = malloc(bank->ops->snapshot_size(bank));
    uint32_t *first = calloc(words, sizeof *first);
    uint32_t *again = calloc(words, sizeof *again);
    assert_true(saved != NULL && first != NULL && again != NULL);
    assert_true(bank->forwarded(bank, BANK_ALL).used > 0);
    bank->ops->save(bank, saved);
    run_bank(bank, 40, first);
    const bank_forward_t done = bank->forwarded(bank, BANK_ALL);
    bank->ops->restore(bank, saved);
    assert_true(bank->forwarded(bank, BANK_ALL).copied < done.copied);
    run_bank(bank, 40, again);
    assert_memory_equal(first, again, words * sizeof *first);
    assert_int_equal(bank->forwarded(bank, BANK_ALL).copied, done.copied);
    free(saved);
    free(first);
    free(again);
    close_bench(b);
    free(b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trees),    cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_chain),    cmocka_unit_test(test_slots_run_out),
      cmocka_unit_test(test_snapshot), cmocka_unit_test(test_slots_in_a_circle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
