// shape: derived widths, refusals that name the parameter, and the shapes of the tests themselves.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shape/shape.h"
#include "unit/shapes.h"

static const noc_shape_t kGood = {.ports = 5,
                                  .vcs = 4,
                                  .depth = 8,
                                  .flit_bits = 64,
                                  .pipeline = 3,
                                  .networks = 1,
                                  .dims = 2,
                                  .digit_w = 3,
                                  .len_w = 4,
                                  .msg_w = 8};

static void test_widths(void **state) {
  (void)state;
  static const struct {
    uint64_t n;
    unsigned width, clog2;
  } kTable[] = {{0, 1, 0},      {1, 1, 0},
                {2, 1, 1},      {3, 2, 2},
                {4, 2, 2},      {5, 3, 3},
                {8, 3, 3},      {9, 4, 4},
                {16, 4, 4},     {640, 10, 10},
                {641, 10, 10},  {1024, 10, 10},
                {1025, 11, 11}, {UINT64_C(1) << 40, 40, 40}};
  for (size_t i = 0; i < sizeof kTable / sizeof kTable[0]; i++) {
    assert_int_equal(shape_width(kTable[i].n), kTable[i].width);
    assert_int_equal(shape_clog2(kTable[i].n), kTable[i].clog2);
  }
}

static void test_derived(void **state) {
  (void)state;
  noc_shape_t s = kGood;
  noc_error_t error = {0};
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.locals, 1);
  assert_int_equal(s.vc_w, 2);
  assert_int_equal(s.port_w, 3);
  assert_int_equal(s.ptr_w, 3);
  assert_int_equal(s.cnt_w, 4);
  assert_int_equal(s.slot_w, 5);
  assert_int_equal(s.addr_w, 6);
  assert_int_equal(s.net_w, 1);
  assert_int_equal(s.inj_slot_w, 4);
  assert_int_equal(s.words, 1);
  assert_int_equal(s.word_bits, 64);
  assert_int_equal(s.head_bits, 4 + 2 * 6 + 4 + 8 + 1);

  // The smallest: every width is at least 1.
  s = (noc_shape_t){.ports = 2,
                    .vcs = 1,
                    .depth = 1,
                    .flit_bits = 32,
                    .pipeline = 2,
                    .networks = 1,
                    .digit_w = 1,
                    .len_w = 1,
                    .msg_w = 1};
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.vc_w, 1);
  assert_int_equal(s.port_w, 1);
  assert_int_equal(s.ptr_w, 1);
  assert_int_equal(s.cnt_w, 1);
  assert_int_equal(s.slot_w, 1);
  assert_int_equal(s.addr_w, 1);
  assert_int_equal(s.word_bits, 32);

  // The largest.
  s = (noc_shape_t){.ports = 16,
                    .vcs = 16,
                    .depth = 640,
                    .flit_bits = 256,
                    .cut_through = 1,
                    .pipeline = 3,
                    .networks = 16,
                    .dims = 6,
                    .digit_w = 4,
                    .local_w = 2,
                    .len_w = 10,
                    .msg_w = 16};
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.locals, 4);
  assert_int_equal(s.slot_w, 14);
  assert_int_equal(s.cnt_w, 10);
  assert_int_equal(s.words, 4);
  assert_int_equal(s.net_w, 4);
}

// `value` in the field at `offset` is refused, with `name` in the text.
static void refused(size_t offset, unsigned value, const char *name) {
  noc_shape_t s = kGood;
  noc_error_t error = {0};
  memcpy((unsigned char *)&s + offset, &value, sizeof value);
  assert_false(shape_derive(&s, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  if (strncmp(error.text, name, strlen(name)) != 0) {
    fail_msg("%s = %u: the text is \"%s\"", name, value, error.text);
  }
}

#define REFUSED(field, value) refused(offsetof(noc_shape_t, field), value, #field)

static void test_refused(void **state) {
  (void)state;
  REFUSED(ports, 1);
  REFUSED(ports, 17);
  REFUSED(ports, 4);  // two dimensions need 5
  REFUSED(vcs, 0);
  REFUSED(vcs, 17);
  REFUSED(depth, 0);
  REFUSED(depth, 641);
  REFUSED(flit_bits, 0);
  REFUSED(flit_bits, 48);
  REFUSED(flit_bits, 512);
  REFUSED(cut_through, 2);
  REFUSED(pipeline, 1);
  REFUSED(pipeline, 4);
  REFUSED(networks, 0);
  REFUSED(networks, 3);  // does not divide 4
  REFUSED(networks, 5);
  REFUSED(dims, 25);
  REFUSED(digit_w, 20);  // addresses of 41 bits
  REFUSED(routing, 7);
  REFUSED(classes, 5);
  REFUSED(layers_log2, 8);
  REFUSED(groups, 17);
  REFUSED(rows, 65537);
  REFUSED(adaptive, 2);
  REFUSED(route_w, 4);  // without source routing
  REFUSED(digit_w, 0);
  REFUSED(digit_w, 21);
  REFUSED(local_w, 23);
  REFUSED(len_w, 0);
  REFUSED(len_w, 11);
  REFUSED(msg_w, 0);
  REFUSED(msg_w, 17);
  REFUSED(xor_slots, 1);
  REFUSED(xor_slots, 4097);
  REFUSED(xor_flits, 2);  // without a unit
  REFUSED(xor_overhead, 1);
  REFUSED(name_w, 2);
}

#define REFUSED_WITH(shape, field, value)                               \
  do {                                                                  \
    noc_shape_t with = kGood;                                           \
    noc_error_t error_with = {0};                                       \
    shape(&with);                                                       \
    assert_true(shape_derive(&with, &error_with));                      \
    with.field = (value);                                               \
    assert_false(shape_derive(&with, &error_with));                     \
    assert_int_equal(error_with.status, NOC_BAD_INPUT);                 \
    assert_ptr_equal(strstr(error_with.text, #field), error_with.text); \
  } while (0)

static void by_table(noc_shape_t *s) {
  s->routing = ROUTE_TABLE;
  s->dims = 0;
  s->ports = 2;
}

static void octagon(noc_shape_t *s) {
  s->routing = ROUTE_OCTAGON;
  s->dims = 1;
}

static void h3dm(noc_shape_t *s) {
  s->routing = ROUTE_H3DM;
  s->dims = 3;
  s->ports = 9;
  s->flit_bits = 128;
}

static void hypercube(noc_shape_t *s) {
  s->routing = ROUTE_HYPERCUBE;
  s->digit_w = 1;
}

// Addresses that a routing cannot read, and more groups than the configuration port can write.
static void test_refused_by_routing(void **state) {
  (void)state;
  REFUSED_WITH(by_table, dims, 1);
  REFUSED_WITH(by_table, groups, 5);
  REFUSED_WITH(octagon, dims, 2);
  REFUSED_WITH(octagon, digit_w, 2);
  REFUSED_WITH(h3dm, dims, 1);
  REFUSED_WITH(h3dm, dims, 4);
  REFUSED_WITH(hypercube, digit_w, 2);
}

static void coding(noc_shape_t *s) {
  s->xor_slots = 17;
  s->xor_flits = 16;
  s->xor_overhead = 64;
  s->name_w = 5;
}

static void by_path(noc_shape_t *s) {
  s->routing = ROUTE_SOURCE;
  s->dims = 0;
  s->route_w = 3;
}

static void test_unit(void **state) {
  (void)state;
  noc_shape_t s = kGood;
  noc_error_t error = {0};
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.xor_unit, 0);
  assert_int_equal(s.xor_flits, 1);
  assert_int_equal(s.name_w, 1);
  assert_int_equal(s.code_w, 0);
  const unsigned plain = s.head_bits;
  coding(&s);
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.xor_unit, 1);
  assert_int_equal(s.xslot_w, 5);
  assert_int_equal(s.xpos_w, 4);
  assert_int_equal(s.xtag_w, 4 + 2 * 5 + 1);
  assert_int_equal(s.code_w, 5 + 2 * 5);
  assert_int_equal(s.head_bits, plain + 15);
  REFUSED_WITH(coding, xor_slots, 1);
  REFUSED_WITH(coding, xor_slots, 4097);
  REFUSED_WITH(coding, xor_flits, 65);
  REFUSED_WITH(coding, xor_overhead, 65);
  REFUSED_WITH(coding, name_w, 23);
  REFUSED_WITH(by_path, xor_slots, 4);
}

static void forwarding(noc_shape_t *s) {
  s->forward_slots = 5;
  s->forward_flits = 12;
  s->forward_rows = 100;
  s->forward_children = 3;
  s->forward_lsb = 2;
}

// Interfaces that forward: docs/microarchitecture.md, section 16.
static void test_forwarding(void **state) {
  (void)state;
  noc_shape_t s = kGood;
  noc_error_t error = {0};
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.forward_unit, 0);
  assert_int_equal(s.slot_unit, 0);
  assert_int_equal(s.forward_flits, 1);
  assert_int_equal(s.forward_rows, 1);
  assert_int_equal(s.forward_children, 1);
  const unsigned plain = s.head_bits;
  forwarding(&s);
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.forward_unit, 1);
  assert_int_equal(s.slot_unit, 1);
  assert_int_equal(s.fslot_w, 3);
  assert_int_equal(s.fcnt_w, 3);
  assert_int_equal(s.fpos_w, 4);
  assert_int_equal(s.fchild_w, 2);
  assert_int_equal(s.frow_w, 7);
  assert_int_equal(s.findex_w, 9);
  assert_int_equal(s.ftag_w, 7 + 1 + 4);
  assert_int_equal(s.head_bits, plain);
  REFUSED(forward_flits, 2);  // without a unit
  REFUSED(forward_rows, 2);
  REFUSED(forward_children, 2);
  REFUSED(forward_lsb, 1);
  REFUSED_WITH(forwarding, networks, 2);
  REFUSED_WITH(forwarding, forward_slots, 1025);
  REFUSED_WITH(forwarding, forward_flits, 641);
  REFUSED_WITH(forwarding, forward_rows, 65537);
  REFUSED_WITH(forwarding, forward_children, 65);
  REFUSED_WITH(forwarding, forward_lsb, 8);  // as many as the message number has
  REFUSED_WITH(coding, forward_slots, 1);
  REFUSED_WITH(by_path, forward_slots, 1);
}

// The flit_bits that the refusal asks for are enough, and the next smaller ones are not.
static void multicast(noc_shape_t *s) {
  s->multicast = 1;
  s->string_bits = 100;
}

// Routers that copy packets: docs/microarchitecture.md, section 15.
static void test_multicast(void **state) {
  (void)state;
  noc_error_t error;
  noc_shape_t s = shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 1, 2});
  const unsigned plain_head = s.head_bits;
  multicast(&s);
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.hdr_w, 7);
  assert_int_equal(s.headers_lsb, plain_head);
  assert_int_equal(s.head_bits, plain_head + 7);
  assert_int_equal(s.string_words, 2);
  assert_int_equal(s.pair_w, s.addr_w + 5);
  assert_int_equal(s.cfg_data_w * s.cfg_words, 64);
  assert_int_equal(s.cfg_w, 4);  // 1 group, 1 plane, 2 words, 5 ports
  assert_int_equal(s.left_w, 8);
  assert_int_equal(s.pos_w, s.cnt_w);
  s.cut_through = 0;
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.pos_w, 11);
  REFUSED(string_bits, 1);  // without multicast
  REFUSED(sync_copies, 1);
  REFUSED_WITH(multicast, multicast, 2);
  REFUSED_WITH(multicast, sync_copies, 2);
  REFUSED_WITH(multicast, string_bits, 4097);
  REFUSED_WITH(multicast, planes, 3);  // one class
  REFUSED_WITH(by_path, multicast, 1);
}

static void ages(noc_shape_t *s) {
  s->age_bits = 16;
}

// Synchronous copies of one age could wait for each other for ever.
static void aged_copies(noc_shape_t *s) {
  multicast(s);
  ages(s);
}

// Packets with ages: docs/microarchitecture.md, section 5.3.
static void test_ages(void **state) {
  (void)state;
  noc_shape_t s = kGood;
  noc_error_t error = {0};
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.aged, 0);
  assert_int_equal(s.age_w, 1);
  assert_int_equal(s.age_lsb, 0);
  const unsigned plain = s.head_bits;
  const unsigned tag_w = s.tag_w;
  ages(&s);
  s.flit_bits = 64;
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.aged, 1);
  assert_int_equal(s.age_w, 16);
  assert_int_equal(s.age_lsb, plain);
  assert_int_equal(s.head_bits, plain + 16);
  assert_int_equal(s.data_lsb, plain + 16);
  assert_int_equal(s.tag_w, tag_w);
  by_path(&s);
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.route_lsb, s.age_lsb + 16);
  REFUSED(age_bits, 1);
  REFUSED(age_bits, 3);
  REFUSED(age_bits, 33);
  REFUSED_WITH(aged_copies, sync_copies, 1);
  // The head finds no room: the width that it needs is named.
  s = kGood;
  s.flit_bits = 32;
  s.age_bits = 32;
  assert_false(shape_derive(&s, &error));
  assert_non_null(strstr(error.text, "router.flit_bits is 32; it must be 128 or 256"));
  s.flit_bits = 128;
  assert_true(shape_derive(&s, &error));
}

// Tags whose routes come a cycle later: from tables with a registered read only.
static void test_late(void **state) {
  (void)state;
  noc_shape_t s = shape_routed((routed_choice_t){
      {5, 4, 4, 64, 1, 3, 1, 0}, ROUTE_TABLE, 2, .groups = 2, .rows = 9, .adaptive = 0});
  noc_error_t error = {0};
  assert_int_equal(s.late, 0);
  assert_int_equal(s.late_w, 0);
  const unsigned tag_w = s.tag_w;
  assert_int_equal(s.route_tag_w, tag_w);
  s.sync_read = 1;
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.late, 1);
  assert_int_equal(s.late_w, s.class_w + s.port_w);
  assert_int_equal(s.late_lsb, 2);  // over the kind
  assert_int_equal(s.tag_w, tag_w);
  s.lookahead = 1;
  assert_true(shape_derive(&s, &error));
  assert_int_equal(s.late_lsb, tag_w);  // the next route is on top
  assert_int_equal(s.tag_w, tag_w + s.look_w);
  assert_int_equal(s.route_tag_w, tag_w);
  s = shape_sync_read(shape_of((shape_choice_t){5, 4, 4, 64, 1, 3, 1, 2}));
  assert_int_equal(s.late, 0);
}

static void test_head_that_does_not_fit(void **state) {
  (void)state;
  noc_shape_t s = kGood;
  noc_error_t error = {0};
  s.flit_bits = 32;  // 29 head bits and 8 data bits
  assert_false(shape_derive(&s, &error));
  assert_non_null(strstr(error.text, "router.flit_bits is 32; it must be 64 or 128 or 256"));
  s.flit_bits = 64;
  assert_true(shape_derive(&s, &error));
  // Exactly 8 bits left, then one less.
  s = kGood;
  s.flit_bits = 32;
  s.msg_w = 3;
  assert_true(shape_derive(&s, &error));
  s.msg_w = 4;
  assert_false(shape_derive(&s, &error));
}

// The covering set has every value of every parameter; its shapes derive.
static void test_covering(void **state) {
  (void)state;
  enum { MOST = 100 };
  static noc_shape_t shapes[MOST];
  unsigned n = shapes_pairwise(shapes, MOST), seen_ports = 0, seen_vcs = 0;
  assert_in_range(n, 1, MOST);
  for (unsigned i = 0; i < n; i++) {
    noc_error_t error;
    assert_true(shape_derive(&shapes[i], &error));
    seen_ports |= 1u << shapes[i].ports;
    seen_vcs |= 1u << shapes[i].vcs;
  }
  assert_int_equal(seen_ports, 1u << 2 | 1u << 3 | 1u << 5 | 1u << 7 | 1u << 8 | 1u << 16);
  assert_int_equal(seen_vcs, 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 16);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_late),
      cmocka_unit_test(test_widths),
      cmocka_unit_test(test_derived),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_refused_by_routing),
      cmocka_unit_test(test_unit),
      cmocka_unit_test(test_head_that_does_not_fit),
      cmocka_unit_test(test_covering),
      cmocka_unit_test(test_multicast),
      cmocka_unit_test(test_forwarding),
      cmocka_unit_test(test_ages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
