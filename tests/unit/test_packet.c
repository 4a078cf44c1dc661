// packet: fields in and out of a head, and csim/shape/packet.h held against rtl/router/noc_pkg.sv.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "shape/packet.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"

enum { MOST = 100, PATH_SIZE = 4096 };

static packet_head_t random_head(rng_t *r, const noc_shape_t *s) {
  return (packet_head_t){
      .type = (uint8_t)(rng_next(r) & stimulus_mask(PACKET_TYPE_W)),
      .destination = (uint32_t)(rng_next(r) & stimulus_mask(s->addr_w)),
      .length = (uint16_t)(rng_next(r) & stimulus_mask(s->len_w)),
      .source = (uint32_t)(rng_next(r) & stimulus_mask(s->addr_w)),
      .message = (uint32_t)(rng_next(r) & stimulus_mask(s->msg_w)),
      .network = (uint8_t)(rng_next(r) & stimulus_mask(s->net_w)),
      .slot = (uint16_t)(s->xor_unit ? rng_next(r) & stimulus_mask(s->xslot_w) : 0),
      .operand_a = (uint32_t)(s->xor_unit ? rng_next(r) & stimulus_mask(s->name_w) : 0),
      .operand_b = (uint32_t)(s->xor_unit ? rng_next(r) & stimulus_mask(s->name_w) : 0),
      .headers = (uint8_t)(s->multicast ? rng_next(r) & stimulus_mask(s->hdr_w) : 0),
      .look = (uint16_t)(s->look ? rng_next(r) & stimulus_mask(s->look_w) : 0),
      .age = (uint32_t)(s->aged ? rng_next(r) & stimulus_mask(s->age_w) : 0),
  };
}

// Shapes without an XOR unit, then with one, as far as heads have room, every third of these with
// multicast as well, every other with ages, and every third without multicast with a route; returns
// how many.
static unsigned all_shapes(noc_shape_t shapes[2 * MOST]) {
  static const unsigned kUnits[][2] = {{2, 1}, {9, 5}, {100, 12}, {4096, 22}};  // slots, name bits
  static const unsigned kAges[] = {4, 8, 17, 32};
  const unsigned n = shapes_pairwise(shapes, MOST);
  unsigned units = 0, worms = 0, aged = 0, looking = 0;
  for (unsigned i = 0; i < n; i++) {
    const unsigned *unit = kUnits[i % 4];
    shapes[n + units] = shape_with_unit(shapes[i], unit[0], 64, 0, unit[1]);
    if (i % 3 == 0) {
      shapes[n + units] = shape_with_multicast(shapes[n + units], 100, 1, 0);
      worms += shapes[n + units].multicast;
    }
    if (i % 2 == 0) {
      shapes[n + units] = shape_with_ages(shapes[n + units], kAges[i / 2 % 4]);
      aged += shapes[n + units].aged;
    }
    if (i % 3 == 1) {
      shapes[n + units] = shape_with_lookahead(shapes[n + units]);
      looking += shapes[n + units].look;
    }
    units += shapes[n + units].xor_unit;
  }
  assert_true(units > n / 2 && worms > n / 8 && aged > n / 8 && looking > n / 8);
  return n + units;
}

static bool bit(const uint64_t *payload, unsigned at) {
  return payload[at / 64] >> at % 64 & 1;
}

// All that is packed comes out, and no bit above the head changes.
static void test_round_trip(void **state) {
  (void)state;
  static noc_shape_t shapes[2 * MOST];
  unsigned n = all_shapes(shapes);
  rng_t r = rng_seed(1);
  for (unsigned i = 0; i < n; i++) {
    const noc_shape_t *s = &shapes[i];
    for (unsigned k = 0; k < 200; k++) {
      uint64_t before[SHAPE_MAX_WORDS], payload[SHAPE_MAX_WORDS];
      for (unsigned w = 0; w < SHAPE_MAX_WORDS; w++) {
        before[w] = payload[w] = rng_next(&r);
      }
      packet_head_t head = random_head(&r, s), back = {0};
      packet_pack(s, &head, payload);
      packet_unpack(s, payload, &back);
      assert_int_equal(back.type, head.type);
      assert_int_equal(back.destination, head.destination);
      assert_int_equal(back.length, head.length);
      assert_int_equal(back.source, head.source);
      assert_int_equal(back.message, head.message);
      assert_int_equal(back.network, head.network);
      assert_int_equal(back.slot, head.slot);
      assert_int_equal(back.operand_a, head.operand_a);
      assert_int_equal(back.operand_b, head.operand_b);
      assert_int_equal(back.headers, head.headers);
      assert_int_equal(back.look, head.look);
      assert_int_equal(back.age, head.age);
      for (unsigned b = s->head_bits; b < s->flit_bits; b++) {
        assert_int_equal(bit(payload, b), bit(before, b));
      }
      packet_clear_head(s, payload);
      for (unsigned b = 0; b < s->flit_bits; b++) {
        assert_int_equal(bit(payload, b), b >= s->head_bits && bit(before, b));
      }
    }
  }
}

static void test_field(void **state) {
  (void)state;
  rng_t r = rng_seed(2);
  uint64_t payload[SHAPE_MAX_WORDS];
  for (unsigned w = 0; w < SHAPE_MAX_WORDS; w++) {
    payload[w] = rng_next(&r);
  }
  for (unsigned bits = 1; bits <= 57; bits++) {
    for (unsigned lsb = 0; lsb + bits <= 64 * SHAPE_MAX_WORDS; lsb++) {
      uint64_t expected = 0;
      for (unsigned b = 0; b < bits; b++) {
        expected |= (uint64_t)bit(payload, lsb + b) << b;
      }
      assert_int_equal(packet_field(payload, lsb, bits), expected);
    }
  }
}

// -- Against the package -------------------------------------------------------------------------

// The directory with rtl/: $NOCSTEP_HOME, or above the executable.
static void find_home(char home[PATH_SIZE]) {
  const char *given = getenv("NOCSTEP_HOME");
  ssize_t length = readlink("/proc/self/exe", home, PATH_SIZE - 1);
  assert_true(length > 0);
  home[length] = '\0';
  if (given != NULL && *given != '\0') {
    snprintf(home, PATH_SIZE, "%s", given);
    return;
  }
  for (char *slash; (slash = strrchr(home, '/')) != NULL;) {
    *slash = '\0';
    char path[PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/rtl/router/noc_pkg.sv", home);
    if (access(path, R_OK) == 0) {
      return;
    }
  }
  fail_msg("rtl/router/noc_pkg.sv not found above the executable; set NOCSTEP_HOME");
}

// A module that does not elaborate if the package differs.
static void check(FILE *f, const char *expression, unsigned value) {
  fprintf(f, "  if (%s != %u) $error(\"%s is not %u\");\n", expression, value, expression, value);
}

static void check_shape(FILE *f, const noc_shape_t *s) {
  char text[128];
  snprintf(text, sizeof text, "noc_pkg::length_lsb(%u)", s->addr_w);
  check(f, text, packet_length_lsb(s));
  snprintf(text, sizeof text, "noc_pkg::source_lsb(%u, %u)", s->addr_w, s->len_w);
  check(f, text, packet_source_lsb(s));
  snprintf(text, sizeof text, "noc_pkg::message_lsb(%u, %u)", s->addr_w, s->len_w);
  check(f, text, packet_message_lsb(s));
  snprintf(text, sizeof text, "noc_pkg::slot_lsb(%u, %u, %u, %u)", s->addr_w, s->len_w, s->msg_w,
           s->net_w);
  check(f, text, packet_slot_lsb(s));
  snprintf(text, sizeof text, "noc_pkg::headers_lsb(%u, %u, %u, %u, %u)", s->addr_w, s->len_w,
           s->msg_w, s->net_w, s->code_w);
  check(f, text, packet_headers_lsb(s));
  assert_int_equal(s->headers_lsb, s->multicast ? packet_headers_lsb(s) : 0);
  snprintf(text, sizeof text, "noc_pkg::head_bits(%u, %u, %u, %u, %u)", s->addr_w, s->len_w,
           s->msg_w, s->net_w, s->code_w + s->hdr_w + s->look_w + s->age_bits);
  check(f, text, s->head_bits);
  snprintf(text, sizeof text, "noc_pkg::look_bits(%u, %u, %u, %u)", s->lookahead, s->routing,
           s->port_w, s->class_w);
  check(f, text, s->look_w);
  assert_int_equal(packet_headers_lsb(s) + s->hdr_w + s->look_w + s->age_bits, s->head_bits);
  assert_int_equal(s->look_lsb, s->look ? packet_look_lsb(s) : 0);
  assert_int_equal(s->age_lsb, s->aged ? packet_age_lsb(s) : 0);
  if (s->xor_unit) {
    assert_int_equal(packet_operand_b_lsb(s) + s->name_w, packet_headers_lsb(s));
  }
}

static void check_constants(FILE *f) {
  check(f, "noc_pkg::KindBody", KIND_BODY);
  check(f, "noc_pkg::KindHead", KIND_HEAD);
  check(f, "noc_pkg::KindTail", KIND_TAIL);
  check(f, "noc_pkg::KindSingle", KIND_SINGLE);
  check(f, "noc_pkg::TypeUnicast", PACKET_UNICAST);
  check(f, "noc_pkg::TypeCoded", PACKET_CODED);
  check(f, "noc_pkg::TypeSourceRouted", PACKET_SOURCE_ROUTED);
  check(f, "noc_pkg::TypePathWorm", PACKET_PATH_WORM);
  check(f, "noc_pkg::TypeTreeWorm", PACKET_TREE_WORM);
  check(f, "noc_pkg::TypeForwarded", PACKET_FORWARDED);
  check(f, "noc_pkg::TypeForwardedLast", PACKET_FORWARDED_LAST);
  check(f, "$bits(noc_pkg::KindHead)", 2);
  check(f, "$bits(noc_pkg::TypeUnicast)", PACKET_TYPE_W);
}

// Whether Verilator elaborates the checks. `slip` adds one that is wrong.
static bool elaborates(bool slip) {
  static noc_shape_t shapes[2 * MOST];
  char home[PATH_SIZE], dir[] = "/tmp/nocstep_packet_XXXXXX", command[3 * PATH_SIZE];
  find_home(home);
  assert_non_null(mkdtemp(dir));
  snprintf(command, sizeof command, "%s/packet_check.sv", dir);
  FILE *f = fopen(command, "w");
  assert_non_null(f);
  fprintf(f, "module packet_check;\n");
  check_constants(f);
  unsigned n = all_shapes(shapes);
  for (unsigned i = 0; i < n; i++) {
    check_shape(f, &shapes[i]);
  }
  if (slip) {
    check(f, "noc_pkg::length_lsb(6)", 11);
  }
  fprintf(f, "endmodule\n");
  assert_int_equal(fclose(f), 0);
  const char *verilator = getenv("VERILATOR");
  snprintf(command, sizeof command,
           "%s --lint-only -Wno-lint --top-module packet_check '%s/rtl/router/noc_pkg.sv' "
           "%s/packet_check.sv >%s/log 2>&1",
           verilator != NULL && *verilator != '\0' ? verilator : "verilator", home, dir, dir);
  int status = system(command);
  if (!slip && status != 0) {
    snprintf(command, sizeof command, "cat %s/log", dir);
    (void)!system(command);
  }
  snprintf(command, sizeof command, "rm -r %s", dir);
  (void)!system(command);
  assert_true(WIFEXITED(status));
  assert_in_range(WEXITSTATUS(status), 0, 125);  // 126, 127: there is no Verilator
  return WEXITSTATUS(status) == 0;
}

static void test_package(void **state) {
  (void)state;
  assert_true(elaborates(false));
  assert_false(elaborates(true));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_field),
      cmocka_unit_test(test_package),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
