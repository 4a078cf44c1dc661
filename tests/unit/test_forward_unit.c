// forward_unit: RTL against golden model, and by hand on the golden model: its timing in closed
// form, what is in a copy, who waits for slots, which order packets keep.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "twins/twins.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_lockstep.h"

static void test_golden(void **state) {
  (void)state;
  unit_forward_golden_check("forward_unit");
}

static void test_lockstep(void **state) {
  (void)state;
  unit_forward_check("forward_unit");
}

// -- One twin, by hand ---------------------------------------------------------------------------

#define FIELDS_LIST "shape/forward_unit_state.def"
#include "unit/fields.def"

enum { WORDS = 256, MOST = 64, ROW = 5, LSB = 2, ADDRESS = 3, SOURCE = 6 };

// A copy that injection gets, and when.
typedef struct {
  unsigned cycle, flits;
  packet_head_t head;
  uint64_t data[MOST];
} copy_t;

typedef struct {
  stimulus_t st;  // for the fields only
  const unit_twin_t *twin;
  void *model;
  uint32_t in[WORDS], out[WORDS];
  unsigned receive, send;
  bool stalls;  // injection has no room
  unsigned cycle;
  unsigned left;  // flits to come of the copy under way
  unsigned copies;
  copy_t copy[MOST];
} unit_t;

static void set(unit_t *u, unsigned field, uint64_t value) {
  stimulus_set(&u->st, u->in, field, 0, value);
}

static uint64_t get(const unit_t *u, unsigned field) {
  return stimulus_get(&u->st, u->out, field, 0);
}

static void idle_pins(unit_t *u) {
  memset(u->in, 0, sizeof u->in);
  set(u, F_addr, ADDRESS);
  set(u, F_forward_receive, u->receive);
  set(u, F_forward_send, u->send);
  set(u, F_copy_room, !u->stalls && u->left == 0);
  set(u, F_copy_next, !u->stalls);
  set(u, F_copy_end, u->left == 1);
}

static unit_t *unit_create(unsigned slots, unsigned receive, unsigned send) {
  unit_t *u = calloc(1, sizeof *u);
  assert_non_null(u);
  u->receive = receive;
  u->send = send;
  u->st.shape = shape_forwarding(shape_of((shape_choice_t){3, 2, 16, 64, 0, 3, 1, 1}),
                                 (forward_choice_t){slots, 8, 8, 4, LSB});
  u->twin = unit_twin("forward_unit");
  assert_non_null(u->twin);
  u->twin->layout(&u->st.shape, &u->st.layout);
  assert_in_range(u->st.layout.state_words, 1, WORDS);
  u->model = calloc(1, u->twin->state_size(&u->st.shape));
  assert_non_null(u->model);
  u->twin->reset(&u->st.shape, u->model, u->out);
  idle_pins(u);
  return u;
}

static void unit_free(unit_t *u) {
  free(u->model);
  free(u);
}

static void note_copy(unit_t *u) {
  const bool first = get(u, F_copy_first) != 0;
  const uint64_t payload = get(u, F_copy_payload);
  if (first) {
    copy_t *c = &u->copy[u->copies++];
    assert_true(u->left == 0 && u->copies <= MOST);
    packet_unpack(&u->st.shape, &payload, &c->head);
    c->cycle = u->cycle;
    u->left = (unsigned)get(u, F_copy_flits);
  }
  assert_true(u->left > 0);
  copy_t *c = &u->copy[u->copies - 1];
  c->data[c->flits++] = payload;
  u->left--;
}

// One cycle with the pins as they are set; then they are idle again.
static void clock_edge(unit_t *u) {
  u->twin->step(&u->st.shape, u->model, u->in, u->out);
  if (get(u, F_copy_valid) != 0) {
    note_copy(u);
  }
  u->cycle++;
  idle_pins(u);
}

static void wait_cycles(unit_t *u, unsigned cycles) {
  for (unsigned i = 0; i < cycles; i++) {
    clock_edge(u);
  }
}

// Children of ROW: addresses 1, 2, ..; the last one passes the packet on to nobody.
static void write_row(unit_t *u, unsigned children) {
  for (unsigned i = 0; i < children; i++) {
    const bool more = i + 1 < children;
    set(u, F_forward_wr, 1);
    set(u, F_forward_wr_index, ROW * u->st.shape.forward_children + i);
    set(u, F_forward_wr_data, (i + 1) << 2 | (more ? 1u : 2u));
    clock_edge(u);
  }
}

static uint64_t data_of(unsigned message, unsigned pos) {
  return (UINT64_C(0x9e3779b97f4a7c15) * (message + 1)) ^ (uint64_t)pos << 56 ^ pos * 77;
}

static uint64_t flit_of(const unit_t *u, unsigned message, unsigned flits, unsigned pos) {
  uint64_t payload = data_of(message, pos);
  const packet_head_t head = {.type = PACKET_FORWARDED,
                              .destination = ADDRESS,
                              .length = (uint16_t)flits,
                              .source = SOURCE,
                              .message = message};
  if (pos == 0) {
    packet_pack(&u->st.shape, &head, &payload);
  }
  return payload;
}

// The VCs whose fronts may leave with the pins as they are, without an edge: the model takes it and
// is put back.
static uint64_t allowed(unit_t *u) {
  const size_t size = u->twin->state_size(&u->st.shape);
  uint32_t out[WORDS];
  unsigned char *before = malloc(size);
  assert_non_null(before);
  memcpy(before, u->model, size);
  memcpy(out, u->out, sizeof out);
  u->twin->step(&u->st.shape, u->model, u->in, u->out);
  const uint64_t may = get(u, F_f_allow);
  memcpy(u->model, before, size);
  memcpy(u->out, out, sizeof out);
  free(before);
  return may;
}

// Ejection pops this flit.
static void pop(unit_t *u, unsigned vc, unsigned kind, uint64_t payload) {
  set(u, F_take_valid, 1);
  set(u, F_take_vc, vc);
  set(u, F_take_kind, kind);
  set(u, F_take_payload, payload);
}

// A flit of a packet stands at the front of a VC;
// ejection takes it if it may leave. Returns whether.
static bool front(unit_t *u, unsigned vc, unsigned message, unsigned flits, unsigned pos) {
  const unsigned kind = stimulus_kind(pos, flits);
  set(u, F_front_valid, 1u << vc);
  stimulus_set(&u->st, u->in, F_front_kind, vc, kind);
  set(u, F_front_forward, (uint64_t)(pos == 0) << vc);
  const bool may = (allowed(u) >> vc & 1) != 0;
  if (may) {
    pop(u, vc, kind, flit_of(u, message, flits, pos));
  }
  clock_edge(u);
  return may;
}

// A whole packet for ROW from the network. Returns the cycle in which its last flit was taken.
static unsigned arrive(unit_t *u, unsigned number, unsigned flits) {
  for (unsigned pos = 0; pos < flits; pos++) {
    assert_true(front(u, 0, ROW << LSB | number, flits, pos));
  }
  return u->cycle - 1;
}

// The same from the host.
static unsigned hand_over(unit_t *u, unsigned number, unsigned flits) {
  for (unsigned pos = 0; pos < flits; pos++) {
    assert_true(get(u, F_forward_ready));
    set(u, F_forward_valid, 1);
    set(u, F_forward_message, pos == 0 ? ROW << LSB | number : 0);
    set(u, F_forward_flits, pos == 0 ? flits : 0);
    set(u, F_forward_data, data_of(number, pos));
    clock_edge(u);
  }
  return u->cycle - 1;
}

static unsigned larger(unsigned a, unsigned b) {
  return a > b ? a : b;
}

// The times that section 16 gives.
static void test_timing(void **state) {
  (void)state;
  static const unsigned kTimes[] = {0, 1, 7, 300};
  static const unsigned kFlits[] = {1, 3, 8};
  enum { CHILDREN = 3 };
  for (unsigned i = 0; i < 4 * 4 * 3 * 2; i++) {
    const unsigned receive = kTimes[i % 4];
    const unsigned send = kTimes[i / 4 % 4];
    const unsigned flits = kFlits[i / 16 % 3];
    const bool host = i / 48 != 0;
    unit_t *u = unit_create(2, receive, send);
    write_row(u, CHILDREN);
    const unsigned last = host ? hand_over(u, 1, flits) : arrive(u, 1, flits);
    const unsigned start = last + 2 + (host ? 0 : larger(1, receive)) + larger(1, send);
    wait_cycles(u, 2000);
    assert_int_equal(u->copies, CHILDREN);
    for (unsigned k = 0; k < CHILDREN; k++) {
      assert_int_equal(u->copy[k].cycle, start + k * larger(flits, larger(1, send)));
      assert_int_equal(u->copy[k].flits, flits);
    }
    assert_int_equal(get(u, F_f_used), 0);
    unit_free(u);
  }
}

// The receive handler works on while the send handler does, and no cycle is lost between packets.
static void test_back_to_back(void **state) {
  (void)state;
  enum { CHILDREN = 2, PACKETS = 3, FLITS = 4 };
  static const unsigned kTimes[][2] = {{1, 1}, {2, 9}, {9, 2}};
  for (unsigned i = 0; i < 3; i++) {
    const unsigned receive = kTimes[i][0];
    const unsigned send = kTimes[i][1];
    unit_t *u = unit_create(4, receive, send);
    write_row(u, CHILDREN);
    unsigned last[PACKETS];
    for (unsigned p = 0; p < PACKETS; p++) {
      last[p] = arrive(u, p, FLITS);
    }
    wait_cycles(u, 300);
    assert_int_equal(u->copies, PACKETS * CHILDREN);
    unsigned received = 0;  // the cycle in which a packet is
    unsigned before = 0;    // the start of the copy before
    for (unsigned p = 0; p < PACKETS; p++) {
      // Begun when it is there, or when the one before is received.
      received = larger(last[p] + 1, received) + receive;
      for (unsigned k = 0; k < CHILDREN; k++) {
        // The send handler takes it a cycle after it is received, or as the last copy starts.
        const unsigned taken = k == 0 ? larger(received + 1, before) : before;
        const unsigned start = larger(taken + send, before > 0 ? before + FLITS : 0);
        assert_int_equal(u->copy[p * CHILDREN + k].cycle, start);
        assert_int_equal(u->copy[p * CHILDREN + k].head.message, ROW << LSB | p);
        before = start;
      }
    }
    unit_free(u);
  }
}

static void test_contents(void **state) {
  (void)state;
  enum { CHILDREN = 4, FLITS = 3 };
  for (unsigned host = 0; host < 2; host++) {
    unit_t *u = unit_create(1, 0, 0);
    write_row(u, CHILDREN);
    (void)(host ? hand_over(u, 2, FLITS) : arrive(u, 2, FLITS));
    wait_cycles(u, 100);
    assert_int_equal(u->copies, CHILDREN);
    for (unsigned k = 0; k < CHILDREN; k++) {
      const copy_t *c = &u->copy[k];
      const bool last = k + 1 == CHILDREN;
      assert_int_equal(c->head.type, last ? PACKET_FORWARDED_LAST : PACKET_FORWARDED);
      assert_int_equal(c->head.destination, k + 1);
      assert_int_equal(c->head.length, FLITS);
      assert_int_equal(c->head.source, host ? ADDRESS : SOURCE);
      assert_int_equal(c->head.message, ROW << LSB | 2);
      const unsigned name = host ? 2 : ROW << LSB | 2;
      for (unsigned pos = 0; pos < FLITS; pos++) {
        const uint64_t mask = pos == 0 ? ~UINT64_C(0) << u->st.shape.head_bits : ~UINT64_C(0);
        assert_int_equal(c->data[pos] & mask, data_of(name, pos) & mask);
      }
    }
    unit_free(u);
  }
}

// The third packet waits for a slot, and takes one in the cycle after it is free; the body of one
// that has a slot does not wait, nor does a packet that is not kept.
static void test_slots(void **state) {
  (void)state;
  unit_t *u = unit_create(2, 0, 0);
  write_row(u, 1);
  u->stalls = true;
  idle_pins(u);
  (void)arrive(u, 0, 2);
  assert_true(front(u, 0, ROW << LSB | 1, 2, 0));
  assert_int_equal(get(u, F_forward_ready), 0);
  for (unsigned i = 0; i < 20; i++) {
    assert_false(front(u, 1, ROW << LSB | 2, 2, 0));
  }
  assert_true(front(u, 0, ROW << LSB | 1, 2, 1));
  set(u, F_front_valid, 2);
  stimulus_set(&u->st, u->in, F_front_kind, 1, KIND_SINGLE);
  clock_edge(u);
  assert_int_equal(get(u, F_f_allow), 2);
  u->stalls = false;
  idle_pins(u);
  assert_false(front(u, 1, ROW << LSB | 2, 2, 0));  // the head of the first copy goes
  assert_false(front(u, 1, ROW << LSB | 2, 2, 0));  // its tail
  assert_int_equal(get(u, F_forward_ready), 1);
  assert_true(front(u, 1, ROW << LSB | 2, 2, 0));
  assert_true(front(u, 1, ROW << LSB | 2, 2, 1));
  wait_cycles(u, 20);
  assert_int_equal(u->copies, 3);
  unit_free(u);
}

// While the host's beat is written nothing from the network is; what is not kept goes on.
static void test_one_port(void **state) {
  (void)state;
  unit_t *u = unit_create(3, 0, 0);
  write_row(u, 1);
  for (unsigned forward = 0; forward < 2; forward++) {
    set(u, F_front_valid, 1);
    stimulus_set(&u->st, u->in, F_front_kind, 0, KIND_SINGLE);
    set(u, F_front_forward, forward);
    set(u, F_forward_valid, 1);
    set(u, F_forward_message, ROW << LSB);
    set(u, F_forward_flits, 2);
    clock_edge(u);
    assert_int_equal(get(u, F_f_allow), !forward);
  }
  wait_cycles(u, 20);
  assert_int_equal(u->copies, 1);
  unit_free(u);
}

// Host and ejection at once, neither of which ever pauses. VC 0 has packets that are not kept, if
// any, and VC 1 packets to be kept; ejection pops whoever waits for longest if the host has taken
// what was delivered before.
typedef struct {
  unsigned flits;  // of all packets
  bool others;     // there are packets on VC 0
  bool swapped;    // of the VCs the other one is at the head of the order
  bool delivered;  // the host has not taken it
  unsigned beats;  // of the host's packet, so far
  unsigned pos[2];
  unsigned given, popped[2];  // packets of the host; flits
} crowd_t;

static void crowd_cycle(unit_t *u, crowd_t *c, bool takes) {
  const uint64_t head = (uint64_t)(c->pos[1] == 0) << 1;
  set(u, F_front_valid, c->others ? 3 : 2);
  set(u, F_front_forward, head);
  stimulus_set(&u->st, u->in, F_front_kind, 1, stimulus_kind(c->pos[1], c->flits));
  if (c->others) {
    stimulus_set(&u->st, u->in, F_front_kind, 0, stimulus_kind(c->pos[0], c->flits));
  }
  const bool beat = get(u, F_forward_ready) != 0;
  set(u, F_forward_valid, 1);
  set(u, F_forward_message, ROW << LSB);
  set(u, F_forward_flits, c->flits);
  c->delivered = c->delivered && !takes;
  const uint64_t may = c->delivered ? 0 : allowed(u);
  if (may != 0) {
    const unsigned v = may == 3 ? c->swapped : may == 2;
    pop(u, v, stimulus_kind(c->pos[v], c->flits),
        v == 1 ? flit_of(u, ROW << LSB | 1, c->flits, c->pos[v]) : 0);
    c->pos[v] = (c->pos[v] + 1) % c->flits;
    c->popped[v]++;
    c->swapped = v == 0;
    c->delivered = true;
  }
  if (u->left == 0) {  // there are more than it counts
    u->copies = 0;
    u->copy[0].flits = 0;
  }
  clock_edge(u);
  c->beats = beat ? (c->beats + 1) % c->flits : c->beats;
  c->given += beat && c->beats == 0;
}

// A flit to be kept loses to one that asks beside it, and to one that leaves while it is barred,
// and then it goes, in whatever cycles the host takes deliveries: in all, every second, third ..
static void test_write_turns(void **state) {
  (void)state;
  enum { CYCLES = 1200, FLITS = 8 };
  for (unsigned period = 1; period <= 5; period++) {
    for (unsigned phase = 0; phase < period; phase++) {
      unit_t *u = unit_create(16, 0, 0);
      crowd_t c = {.flits = FLITS, .others = true};
      write_row(u, 1);
      for (unsigned i = 0; i < CYCLES; i++) {
        crowd_cycle(u, &c, i % period == phase);
      }
      const unsigned popped = c.popped[0] + c.popped[1];
      if (c.popped[1] * 3 + 3 < popped || popped < CYCLES / (period > 2 ? period : 2) / 10 * 9 ||
          c.given * FLITS < CYCLES / 5) {
        fail_msg("period %u, phase %u: kept %u, others %u, from the host %u", period, phase,
                 c.popped[1], c.popped[0], c.given * FLITS);
      }
      unit_free(u);
    }
  }
}

// If all slots are in use, host and ejection get every other one.
static void test_slot_turns(void **state) {
  (void)state;
  enum { CYCLES = 3000, SLOW = 40 };
  for (unsigned slots = 1; slots <= 5; slots++) {
    for (unsigned i = 0; i < 2 * 2 * 5; i++) {
      unit_t *u = unit_create(slots, 0, SLOW);
      crowd_t c = {.flits = i % 2 == 0 ? 1 : 4, .others = i / 2 % 2 != 0};
      const unsigned period = 1 + i / 4;
      write_row(u, 1);
      for (unsigned k = 0; k < CYCLES; k++) {
        crowd_cycle(u, &c, k % period == 0);
      }
      const unsigned kept = c.popped[1] / c.flits;
      if (kept + slots + 1 < c.given || c.given + slots + 1 < kept || kept < CYCLES / SLOW / 4) {
        fail_msg("%u slots, %u flits, one delivery in %u cycles: kept %u, from the host %u", slots,
                 c.flits, period, kept, c.given);
      }
      unit_free(u);
    }
  }
}

// While its host takes no delivery a packet waits at ejection; the host's own go on up to the last
// slot, which is left to it. No slot becomes free.
static void test_last_slot(void **state) {
  (void)state;
  enum { CYCLES = 100, SLOTS = 6 };
  unit_t *u = unit_create(SLOTS, 0, 0);
  crowd_t c = {.flits = 3, .delivered = true};
  write_row(u, 1);
  u->stalls = true;
  idle_pins(u);
  for (unsigned i = 0; i < CYCLES; i++) {
    crowd_cycle(u, &c, false);
  }
  assert_int_equal(c.given, SLOTS - 1);
  for (unsigned i = 0; i < CYCLES; i++) {
    crowd_cycle(u, &c, true);
  }
  assert_int_equal(c.given, SLOTS - 1);
  assert_int_equal(c.popped[1], c.flits);
  unit_free(u);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_timing),     cmocka_unit_test(test_back_to_back),
      cmocka_unit_test(test_contents),   cmocka_unit_test(test_slots),
      cmocka_unit_test(test_one_port),   cmocka_unit_test(test_write_turns),
      cmocka_unit_test(test_slot_turns), cmocka_unit_test(test_last_slot),
      cmocka_unit_test(test_golden),     cmocka_unit_test(test_lockstep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
