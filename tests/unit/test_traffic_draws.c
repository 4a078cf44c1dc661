// test_traffic_draws -- what one class of traffic draws, without a network: its mean load, lengths,
// bursts and destinations within statistical bounds (5 standard deviations or more), and that no
// draw depends on the order in which nodes are asked.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "workload/traffic.h"

enum { NODES = 16 };

static const uint64_t kLong = UINT64_C(1) << 40;

static lengths_t lengths(const char *text) {
  lengths_t l = {0};
  assert_int_equal(lengths_parse(text, &l), LENGTHS_OK);
  return l;
}

static traffic_t *create(const traffic_config_t *config) {
  noc_error_t error = {0};
  traffic_t *t = traffic_create(config, &error);
  assert_non_null(t);
  return t;
}

// The next packet of a node, however late.
static traffic_packet_t take(traffic_t *t, uint32_t node) {
  traffic_packet_t p = {0};
  assert_true(traffic_front(t, node, kLong, &p));
  assert_int_equal(traffic_front_created(t, node, kLong), p.created);
  traffic_pop(t, node, kLong);
  return p;
}

// --- load ----------------------------------------------------------------------------------------

static void check_load(const char *text, double load, unsigned on, unsigned off, double bound) {
  lengths_t l = lengths(text);
  const uint64_t cycles = 200000;
  const traffic_config_t config = {.nodes = NODES,
                                   .load = load,
                                   .lengths = &l,
                                   .seed = 5,
                                   .burst_on = on,
                                   .burst_off = off,
                                   .horizon = kLong};
  traffic_t *t = create(&config);
  const traffic_sum_t sum = traffic_queued(t, 0, cycles);
  const double measured = (double)sum.flits / (double)(cycles * NODES);
  if (fabs(measured - load) > bound * load) {
    fail_msg("%s at %g, bursts %u/%u: load %g", text, load, on, off, measured);
  }
  assert_true(fabs((double)sum.flits / (double)sum.packets - l.mean) < 0.02 * l.mean);
  traffic_free(t);
  lengths_free(&l);
}

static void mean_loads(void **state) {
  (void)state;
  check_load("4", 0.2, 0, 0, 0.02);
  check_load("1-8", 0.2, 0, 0, 0.02);
  check_load("1:0.5,5:0.5", 0.7, 0, 0, 0.02);
  check_load("1", 1, 0, 0, 1e-9);
  check_load("4", 0.2, 10, 10, 0.03);
  check_load("1-8", 0.1, 50, 200, 0.05);
  check_load("1:3,9:1", 0.3, 1, 1, 0.03);
  check_load("1", 0.5, 20, 20, 0.03);
  check_load("2", 0.02, 1, 40, 0.05);
}

// --- bursts --------------------------------------------------------------------------------------

typedef struct {
  double count, sum, squares;
} moments_t;

static void add(moments_t *m, double value) {
  m->count++;
  m->sum += value;
  m->squares += value * value;
}

// Geometric from 1 on: the mean is given, the variance is mean * (mean - 1).
static void check_geometric(const moments_t *m, double mean) {
  const double measured = m->sum / m->count;
  const double variance = m->squares / m->count - measured * measured;
  assert_true(m->count > 1000);
  assert_true(fabs(measured - mean) < 6 * mean / sqrt(m->count));
  assert_true(fabs(variance - mean * (mean - 1)) < 0.15 * mean * mean);
}

// The periods can be seen, since there is a packet in every cycle of an on period.
static void check_bursts(unsigned on, unsigned off) {
  lengths_t l = lengths("1");
  const traffic_config_t config = {.nodes = NODES,
                                   .load = (double)on / (on + off),
                                   .lengths = &l,
                                   .seed = 9,
                                   .burst_on = on,
                                   .burst_off = off,
                                   .horizon = kLong};
  traffic_t *t = create(&config);
  moments_t on_periods = {0};
  moments_t off_periods = {0};
  unsigned starts_on = 0;
  for (uint32_t node = 0; node < NODES; node++) {
    uint64_t last = take(t, node).created;
    uint64_t run = 1;
    starts_on += last == 0;
    for (unsigned i = 0; i < 300 * on; i++) {
      const uint64_t now = take(t, node).created;
      assert_true(now > last);
      if (now > last + 1) {
        add(&on_periods, (double)run);
        add(&off_periods, (double)(now - last - 1));
        run = 0;
      }
      run++;
      last = now;
    }
  }
  check_geometric(&on_periods, on);
  check_geometric(&off_periods, off);
  assert_true(starts_on > 0 && starts_on < NODES);  // not all in step
  traffic_free(t);
  lengths_free(&l);
}

static void burst_lengths(void **state) {
  (void)state;
  check_bursts(10, 30);
  check_bursts(5, 1);
  check_bursts(1, 7);
  check_bursts(100, 100);
}

// --- destinations --------------------------------------------------------------------------------

static void hotspots(void **state) {
  (void)state;
  enum { PACKETS = 40000 };
  noc_error_t error;
  node_set_t hot;
  lengths_t l = lengths("1");
  assert_true(node_set_parse("2,5,11", NODES, &hot, &error));
  const traffic_config_t config = {.nodes = NODES,
                                   .load = 1,
                                   .lengths = &l,
                                   .seed = 3,
                                   .hot = &hot,
                                   .hot_share = 0.4,
                                   .horizon = kLong};
  traffic_t *t = create(&config);
  static const uint32_t kFrom[] = {0, 5};  // one of the others, one of the hot
  for (size_t k = 0; k < 2; k++) {
    unsigned count[NODES] = {0};
    for (unsigned i = 0; i < PACKETS; i++) {
      count[take(t, kFrom[k]).destination]++;
    }
    const double hot_others = k == 0 ? 3 : 2;
    for (uint32_t node = 0; node < NODES; node++) {
      const double uniform = 0.6 / (NODES - 1);
      const double chance = uniform + (node_set_contains(&hot, node) ? 0.4 / hot_others : 0);
      const double expected = node == kFrom[k] ? 0 : PACKETS * chance;
      assert_true(fabs(count[node] - expected) <= 5 * sqrt(expected));
    }
  }
  traffic_free(t);
  node_set_free(&hot);
  lengths_free(&l);
}

// The only hot node has no other to send to: all its packets are uniform.
static void lone_hotspot(void **state) {
  (void)state;
  noc_error_t error;
  node_set_t hot;
  lengths_t l = lengths("1");
  assert_true(node_set_parse("3", NODES, &hot, &error));
  const traffic_config_t config = {
      .nodes = NODES, .load = 1, .lengths = &l, .hot = &hot, .hot_share = 1, .horizon = kLong};
  traffic_t *t = create(&config);
  unsigned others = 0;
  for (unsigned i = 0; i < 1000; i++) {
    const uint32_t to = take(t, 3).destination;
    assert_int_not_equal(to, 3);
    others |= 1u << to;
    assert_int_equal(take(t, 4).destination, 3);
  }
  assert_int_equal(others, 0xffffu & ~(1u << 3));
  traffic_free(t);
  node_set_free(&hot);
  lengths_free(&l);
}

static void fixed_destinations(void **state) {
  (void)state;
  uint32_t image[NODES];
  lengths_t l = lengths("1");
  for (uint32_t node = 0; node < NODES; node++) {
    image[node] = node == 6 ? 6 : (node * 5 + 3) % NODES;
  }
  const traffic_config_t config = {
      .nodes = NODES, .load = 0.5, .lengths = &l, .image = image, .horizon = kLong};
  traffic_t *t = create(&config);
  traffic_packet_t p;
  for (uint32_t node = 0; node < NODES; node++) {
    if (image[node] == node) {  // it sends nothing
      assert_false(traffic_front(t, node, kLong, &p));
    } else {
      assert_int_equal(take(t, node).destination, image[node]);
    }
  }
  traffic_free(t);
  lengths_free(&l);
}

// --- order and repetition ------------------------------------------------------------------------

static bool same(const traffic_packet_t *a, const traffic_packet_t *b) {
  return a->created == b->created && a->key == b->key && a->destination == b->destination &&
         a->flits == b->flits && a->sequence == b->sequence;
}

static void no_order(void **state) {
  (void)state;
  enum { PACKETS = 50 };
  noc_error_t error;
  node_set_t hot;
  lengths_t l = lengths("1-6");
  assert_true(node_set_parse("1", NODES, &hot, &error));
  traffic_config_t config = {.nodes = NODES,
                             .load = 0.3,
                             .lengths = &l,
                             .seed = 1,
                             .hot = &hot,
                             .hot_share = 0.2,
                             .burst_on = 5,
                             .burst_off = 5,
                             .horizon = kLong};
  traffic_t *a = create(&config);
  traffic_t *b = create(&config);
  config.number = 1;
  traffic_t *other = create(&config);
  traffic_packet_t seen[NODES][PACKETS];
  unsigned equal = 0;
  for (uint32_t node = 0; node < NODES; node++) {
    for (unsigned i = 0; i < PACKETS; i++) {
      seen[node][i] = take(a, node);
    }
  }
  for (unsigned i = 0; i < PACKETS; i++) {
    for (uint32_t node = NODES; node-- > 0;) {
      const traffic_packet_t p = take(b, node);
      const traffic_packet_t q = take(other, node);
      assert_true(same(&p, &seen[node][i]));
      equal += q.key == p.key || q.created == p.created;
    }
  }
  assert_true(equal < NODES * PACKETS / 20);  // another class draws other numbers
  traffic_free(a);
  traffic_free(b);
  traffic_free(other);
  node_set_free(&hot);
  lengths_free(&l);
}

// The packets that are counted as queued are those that will be taken.
static void queued(void **state) {
  (void)state;
  enum { FROM = 1000, TO = 5000 };
  lengths_t l = lengths("1:1,7:2");
  const traffic_config_t config = {.nodes = NODES,
                                   .load = 0.4,
                                   .lengths = &l,
                                   .seed = 8,
                                   .burst_on = 20,
                                   .burst_off = 10,
                                   .horizon = kLong};
  traffic_t *t = create(&config);
  for (uint32_t node = 0; node < NODES; node++) {
    for (unsigned i = 0; i < 3 * node; i++) {
      (void)take(t, node);
    }
  }
  const traffic_sum_t sum = traffic_queued(t, FROM, TO);
  traffic_sum_t taken = {0, 0};
  for (uint32_t node = 0; node < NODES; node++) {
    for (traffic_packet_t p = take(t, node); p.created < TO; p = take(t, node)) {
      taken.packets += p.created >= FROM;
      taken.flits += p.created >= FROM ? p.flits : 0;
    }
  }
  assert_int_equal(sum.packets, taken.packets);
  assert_int_equal(sum.flits, taken.flits);
  traffic_free(t);
  lengths_free(&l);
}

// Bursts with hardly a packet in them are passed over up to the horizon, not for ever.
static void idle_bursts(void **state) {
  (void)state;
  lengths_t l = lengths("640");
  const traffic_config_t config = {.nodes = NODES,
                                   .load = 1e-300,
                                   .lengths = &l,
                                   .burst_on = 1,
                                   .burst_off = 1,
                                   .horizon = 100000};
  traffic_t *t = create(&config);
  assert_int_equal(traffic_queued(t, 0, kLong).packets, 0);
  traffic_free(t);
  lengths_free(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mean_loads),
      cmocka_unit_test(burst_lengths),
      cmocka_unit_test(hotspots),
      cmocka_unit_test(lone_hotspot),
      cmocka_unit_test(fixed_destinations),
      cmocka_unit_test(no_order),
      cmocka_unit_test(queued),
      cmocka_unit_test(idle_bursts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
