// test_multicast_ni -- the golden model of an interface whose packets may have header flits,
// without RTL: what its host sends goes round to itself, and comes out without header flits.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "twins/twins.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"

enum { PACKETS = 400, MOST_BEATS = 24, CYCLES = 60000 };

// A packet as its host hands it over.
typedef struct {
  unsigned network, flits, headers;
  uint64_t data[MOST_BEATS];  // first beat, header flits, the rest
} sent_t;

typedef struct {
  noc_shape_t shape;
  bundle_layout_t layout;
  void *twin;
  uint32_t *in, *state;
  rng_t rng;
  sent_t sent[PACKETS];    // message number: index
  unsigned begun, beat;    // packets begun; the next beat of the last one
  unsigned came[PACKETS];  // beats of each
  unsigned whole;
} bench_t;

static uint64_t shown(const bench_t *b, const char *name, uint32_t index) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    const bundle_field_t *field = &b->layout.field[f];
    if (field->kind != FIELD_IN && strcmp(field->name, name) == 0) {
      return bundle_element(field, b->state, index);
    }
  }
  fail_msg("no field %s", name);
  return 0;
}

static void set(bench_t *b, const char *name, uint64_t value) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    const bundle_field_t *field = &b->layout.field[f];
    if (field->kind == FIELD_IN && strcmp(field->name, name) == 0) {
      bundle_pack(b->in + field->word, &value, sizeof value, field->bits, 1);
      return;
    }
  }
  fail_msg("no input %s", name);
}

static void open_bench(bench_t *b, noc_shape_t shape, uint64_t seed) {
  *b = (bench_t){.shape = shape, .rng = rng_seed(seed)};
  network_interface_twin_layout(&b->shape, &b->layout);
  const size_t size = (network_interface_twin_size(&b->shape) + 63) / 64 * 64;
  b->twin = aligned_alloc(64, size);
  b->in = calloc(b->layout.in_words + 1, sizeof *b->in);
  b->state = calloc(b->layout.state_words + 1, sizeof *b->state);
  assert_true(b->twin != NULL && b->in != NULL && b->state != NULL);
  memset(b->twin, 0, size);
  network_interface_twin_reset(&b->shape, b->twin, b->state);
}

static void close_bench(bench_t *b) {
  free(b->twin);
  free(b->in);
  free(b->state);
}

// Flits and credits that leave the interface come back to it in the next cycle.
static void loop_back(bench_t *b) {
  static const char *const kPairs[][2] = {{"out_valid", "in_valid"},
                                          {"out_vc", "in_vc"},
                                          {"out_kind", "in_kind"},
                                          {"out_payload", "in_payload"},
                                          {"credit_out_valid", "credit_in_valid"},
                                          {"credit_out_vc", "credit_in_vc"}};
  for (unsigned i = 0; i < sizeof kPairs / sizeof kPairs[0]; i++) {
    set(b, kPairs[i][1], shown(b, kPairs[i][0], 0));
  }
}

static void begin_packet(bench_t *b) {
  sent_t *p = &b->sent[b->begun++];
  const unsigned most = b->shape.depth < MOST_BEATS ? b->shape.depth : MOST_BEATS;
  p->network = rng_below(&b->rng, b->shape.networks);
  p->flits = 1 + rng_below(&b->rng, most - 1);
  p->headers = p->flits > 1 && p->flits < most ? rng_below(&b->rng, most - p->flits + 1) : 0;
  for (unsigned k = 0; k < p->flits + p->headers; k++) {
    p->data[k] = rng_next(&b->rng);
  }
  b->beat = 0;
}

// The host's next beat, if the interface is ready for it.
static void offer(bench_t *b) {
  if (b->begun > 0 && b->beat == b->sent[b->begun - 1].flits + b->sent[b->begun - 1].headers &&
      b->begun < PACKETS) {
    begin_packet(b);
  }
  const sent_t *p = &b->sent[b->begun - 1];
  const bool ready = (shown(b, "host_ready", 0) >> p->network & 1) != 0;
  if (b->beat == p->flits + p->headers || !ready || rng_chance(&b->rng, 40)) {
    return;
  }
  set(b, "host_valid", 1);
  set(b, "host_network", p->network);
  set(b, "host_message", b->begun - 1);
  set(b, "host_flits", p->flits);
  set(b, "host_headers", p->headers);
  set(b, "host_data", p->data[b->beat]);
  b->beat++;
}

// The beat of virtual network k: every one says which packet it is of.
static void take(bench_t *b, unsigned k) {
  const unsigned kind = (unsigned)shown(b, "del_kind", k);
  const unsigned number = (unsigned)shown(b, "del_message", k);
  const sent_t *p = &b->sent[number];
  const unsigned n = b->came[number]++;
  const uint64_t below = (UINT64_C(1) << b->shape.head_bits) - 1;
  assert_int_equal(kind, stimulus_kind(n, p->flits));
  assert_int_equal(p->network, k);
  assert_int_equal(shown(b, "del_data", k), n == 0 ? p->data[0] & ~below : p->data[p->headers + n]);
  b->whole += (kind & KIND_TAIL) != 0;
}

static void run(bench_t *b) {
  begin_packet(b);
  for (unsigned t = 0; t < CYCLES && b->whole < PACKETS; t++) {
    memset(b->in, 0, b->layout.in_words * sizeof *b->in);
    loop_back(b);
    offer(b);
    uint32_t ready = 0;
    for (unsigned k = 0; k < b->shape.networks; k++) {
      ready |= (uint32_t)rng_chance(&b->rng, 180) << k;
      if ((shown(b, "del_valid", 0) & ready) >> k & 1) {
        take(b, k);
      }
    }
    set(b, "del_ready", ready);
    network_interface_twin_step(&b->shape, b->twin, b->in, b->state);
  }
  assert_int_equal(b->whole, PACKETS);
}

static void test_round(void **state) {
  (void)state;
  // Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims.
  const shape_choice_t choices[] = {
      {5, 4, 12, 64, 1, 3, 1, 2}, {5, 2, 6, 64, 1, 3, 2, 1}, {5, 3, 9, 64, 0, 3, 1, 1}};
  for (unsigned i = 0; i < sizeof choices / sizeof choices[0]; i++) {
    noc_shape_t s = shape_of(choices[i]);
    s.msg_w = 9;
    s.len_w = s.len_w < 5 ? 5 : s.len_w;
    s.multicast = 1;
    noc_error_t error;
    assert_true(shape_derive(&s, &error));
    bench_t *b = malloc(sizeof *b);
    assert_non_null(b);
    open_bench(b, s, 7 + i);
    run(b);
    // Everything that was buffered has given its credit back, or is about to.
    for (unsigned v = 0; v < s.vcs; v++) {
      assert_int_equal(shown(b, "ej_skip", v), 0);
      assert_int_equal(shown(b, "ej_count", v), 0);
    }
    close_bench(b);
    free(b);
  }
}

// The head of a worm says how many header flits follow, and with cut-through it waits for credits
// for them too.
static void test_head(void **state) {
  (void)state;
  noc_shape_t s = shape_of((shape_choice_t){5, 1, 6, 64, 1, 3, 1, 1});
  s.multicast = 1;
  noc_error_t error;
  assert_true(shape_derive(&s, &error));
  bench_t b;
  unsigned flits = 0;
  open_bench(&b, s, 1);
  for (unsigned t = 0; t < 40; t++) {  // packets of 2 + 2 flits, no credits: one and a half fit
    memset(b.in, 0, b.layout.in_words * sizeof *b.in);
    if ((shown(&b, "host_ready", 0) & 1) != 0) {
      set(&b, "host_valid", 1);
      set(&b, "host_type", PACKET_TREE_WORM);
      set(&b, "host_flits", 2);
      set(&b, "host_headers", 2);
    }
    network_interface_twin_step(&b.shape, b.twin, b.in, b.state);
    if (shown(&b, "out_valid", 0) != 0) {
      packet_head_t head;
      const uint64_t payload = shown(&b, "out_payload", 0);
      packet_unpack(&s, &payload, &head);
      assert_int_equal(shown(&b, "out_kind", 0), stimulus_kind(flits, 4));
      assert_true(flits > 0 || (head.headers == 2 && head.length == 2));
      flits++;
    }
  }
  assert_int_equal(flits, 4);
  close_bench(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_round), cmocka_unit_test(test_head)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
