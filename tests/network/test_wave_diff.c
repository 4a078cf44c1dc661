// Two files of waves with known values are compared: the first difference of each unit is where it
// was made, in several blocks, with x and z, other widths, signals of one alone, windows and an
// offset; damaged files are refused, or read, and end nobody but their reader.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "dut/files.h"
#include "fstapi.h"
#include "lockstep/wave.h"
#include "lockstep/wave_diff.h"

enum { CYCLES = 60, SIGNALS = 9, MOST_BITS = 70, TEXT = 16 };

static char dir[] = "/tmp/nocstep-diff-XXXXXX";

static const struct {
  const char *scope, *name, *unit;
  uint32_t bits;  // 0: a text
  bool wire, edge;
} kSignal[SIGNALS] = {
    {"router_0,0.rtl", "in_won", "router.vc_allocator", 5, true, false},
    {"router_0,0.rtl", "in_count_p0_v0", "router.input_unit", 4, false, true},
    {"router_0,0.rtl", "in_count_p0_v1", "router.input_unit", 4, false, true},
    {"router_0,0.rtl", "out_credit_p3_v1", "router.output_unit", 1, false, true},
    {"router_0,0.ref", "in_count_p0_v0", "router.input_unit", 4, false, true},
    {"ni_0.ref", "inj_left_n0", "network_interface.injection", 16, false, true},
    {"router_1,0.in", "in_payload_p0", "inputs", MOST_BITS, false, false},
    {"link_0,0_1,0", "flit", "link", 0, true, true},
    {"link_0,0_1,0", "valid", "link", 1, true, true},
};

// The value of each signal in each cycle, as text.
typedef struct {
  uint64_t first;  // cycle
  uint32_t cycles;
  char value[SIGNALS][CYCLES][MOST_BITS + 1];
} table_t;

static uint32_t draw(uint32_t below) {
  static uint64_t count;
  return rng_below(rng_draw(rng_key(11, RNG_ORDER, 0), count++), below);
}

static void draw_value(unsigned signal, char out[MOST_BITS + 1]) {
  const uint32_t bits = kSignal[signal].bits;
  if (bits == 0) {
    (void)snprintf(out, TEXT, "H v%u", draw(20));
    return;
  }
  const uint32_t odd = draw(12);
  for (uint32_t i = 0; i < bits; i++) {
    out[i] = "01xz"[odd == 0 ? draw(4) : draw(2)];
  }
  out[bits] = '\0';
}

// Values that stay for some cycles.
static void draw_table(table_t *t) {
  *t = (table_t){.cycles = CYCLES};
  for (unsigned s = 0; s < SIGNALS; s++) {
    for (uint32_t c = 0; c < CYCLES; c++) {
      if (c == 0 || draw(3) == 0) {
        draw_value(s, t->value[s][c]);
      } else {
        memcpy(t->value[s][c], t->value[s][c - 1], sizeof t->value[s][c]);
      }
    }
  }
}

typedef struct {
  unsigned left_out;  // this signal; SIGNALS: none
  unsigned wider;     // this one has another width; SIGNALS: none
  bool ends_unknown;  // as behind a mismatch
  uint32_t skew;      // so many too far in the middle cycle
} odd_t;

static const odd_t kUsual = {SIGNALS, SIGNALS, false, 0};

static void emit(void *fst, fstHandle h, unsigned signal, const char *value) {
  if (kSignal[signal].bits == 0) {
    fstWriterEmitVariableLengthValueChange(fst, h, value, (uint32_t)strlen(value));
  } else {
    fstWriterEmitValueChange(fst, h, value);
  }
}

// Opens "router_0,0" and "rtl" of "router_0,0.rtl"; the number of scopes.
static unsigned open_scopes(void *fst, const char *scopes) {
  char text[64];
  (void)snprintf(text, sizeof text, "%s", scopes);
  char *dot = strchr(text, '.');
  if (dot != NULL) {
    *dot++ = '\0';
  }
  fstWriterSetScope(fst, FST_ST_VCD_MODULE, text, NULL);
  if (dot != NULL) {
    fstWriterSetScope(fst, FST_ST_VCD_MODULE, dot, NULL);
  }
  return dot != NULL ? 2 : 1;
}

static void number(void *fst, fstHandle h, uint64_t value) {
  fstWriterEmitValueChange64(fst, h, 64, value);
}

static void write_file(const char *path, const table_t *t, odd_t odd) {
  fstHandle handle[SIGNALS];
  char wide[MOST_BITS + 2];
  void *fst = fstWriterCreate(path, 1);
  assert_non_null(fst);
  fstWriterSetPackType(fst, FST_WR_PT_LZ4);
  fstWriterSetScope(fst, FST_ST_VCD_MODULE, "noc", NULL);
  const fstHandle clock = fstWriterCreateVar(fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "clk", 0);
  const fstHandle cycle = fstWriterCreateVar(fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 64, "cycle", 0);
  for (unsigned s = 0; s < SIGNALS; s++) {
    if (s == odd.left_out) {
      continue;
    }
    const unsigned scopes = open_scopes(fst, kSignal[s].scope);
    handle[s] =
        fstWriterCreateVar(fst,
                           kSignal[s].bits == 0 ? FST_VT_GEN_STRING
                           : kSignal[s].wire    ? FST_VT_VCD_WIRE
                                                : FST_VT_VCD_REG,
                           FST_VD_IMPLICIT, kSignal[s].bits + (s == odd.wider), kSignal[s].name, 0);
    for (unsigned i = 0; i < scopes; i++) {
      fstWriterSetUpscope(fst);
    }
  }
  for (uint32_t c = 0; c < t->cycles; c++) {
    fstWriterEmitTimeChange(fst, (t->first + c) * WAVE_PERIOD);
    number(fst, cycle, t->first + c + (c == t->cycles / 2 ? odd.skew : 0));
    fstWriterEmitValueChange64(fst, clock, 1, 1);
    for (unsigned s = 0; s < SIGNALS; s++) {
      const bool changed = c == 0 || strcmp(t->value[s][c], t->value[s][c - 1]) != 0;
      // In the last cycle wires are still those of the one before.
      if (s != odd.left_out && changed && (kSignal[s].edge || c == 0 || c + 1 < t->cycles)) {
        (void)snprintf(wide, sizeof wide, "%s%s", s == odd.wider ? "0" : "", t->value[s][c]);
        emit(fst, handle[s], s, wide);
      }
    }
    if (c + 1 < t->cycles) {
      fstWriterEmitTimeChange(fst, (t->first + c) * WAVE_PERIOD + WAVE_PERIOD / 2);
      fstWriterEmitValueChange64(fst, clock, 1, 0);
    }
    if (c % 16 == 9) {
      fstWriterFlushContext(fst);  // a block ends
    }
  }
  if (odd.ends_unknown) {
    char x[64];
    memset(x, 'x', sizeof x);
    const uint64_t end = t->first + t->cycles;
    fstWriterEmitTimeChange(fst, end * WAVE_PERIOD);
    fstWriterEmitValueChange(fst, clock, x);
    fstWriterEmitValueChange(fst, cycle, x);
    fstWriterEmitTimeChange(fst, (end + 7) * WAVE_PERIOD);
  }
  fstWriterClose(fst);
}

// The place of a signal in the answer; NULL if that does not differ.
static const wave_diff_place_t *place_of(const wave_diff_t *d, unsigned signal) {
  char scope[64];
  (void)snprintf(scope, sizeof scope, "noc.%s", kSignal[signal].scope);
  for (uint32_t i = 0; i < d->parting; i++) {
    if (strcmp(d->place[i].scope, scope) == 0 &&
        strcmp(d->place[i].unit, kSignal[signal].unit) == 0) {
      return &d->place[i];
    }
  }
  return NULL;
}

// Whether cycle c of A is compared, and the values differ in it.
static bool differ(const table_t *a, const table_t *b, unsigned s, const wave_diff_ask_t *ask,
                   uint64_t c, bool *compared) {
  const uint64_t x = c - a->first;
  const uint64_t y = c + (uint64_t)ask->offset - b->first;
  *compared = x < a->cycles && y < b->cycles && c >= ask->from && c <= ask->to;
  const bool last = x + 1 == a->cycles || y + 1 == b->cycles;
  return *compared && (kSignal[s].edge || !last) && strcmp(a->value[s][x], b->value[s][y]) != 0;
}

// Holds the answer against the tables.
static void expect(const wave_diff_t *d, const table_t *a, const table_t *b,
                   const wave_diff_ask_t *ask) {
  uint32_t differing = 0;
  uint64_t cycles = 0;
  uint32_t in_place[SIGNALS] = {0};
  for (unsigned s = 0; s < SIGNALS; s++) {
    uint64_t first = UINT64_MAX;
    cycles = 0;
    for (uint64_t c = 0; c < 4 * CYCLES; c++) {
      bool compared = false;
      if (differ(a, b, s, ask, c, &compared) && first == UINT64_MAX) {
        first = c;
      }
      cycles += compared;
    }
    differing += first != UINT64_MAX;
    const wave_diff_place_t *p = place_of(d, s);
    if (first == UINT64_MAX) {
      continue;
    }
    assert_non_null(p);
    in_place[p - d->place]++;
    assert_true(p->cycle <= first);
    char name[64];
    (void)snprintf(name, sizeof name, "noc.%s.%s", kSignal[s].scope, kSignal[s].name);
    if (strcmp(p->name, name) == 0) {
      assert_int_equal(p->cycle, first);
    }
  }
  assert_int_equal(d->differ, differing);
  assert_int_equal(d->to - d->from + 1, cycles);
  for (uint32_t i = 0; i < d->parting; i++) {
    assert_int_equal(d->place[i].differ, in_place[i]);
    assert_true(
        i == 0 || d->place[i - 1].cycle < d->place[i].cycle ||
        (d->place[i - 1].cycle == d->place[i].cycle && d->place[i - 1].order <= d->place[i].order));
  }
}

static char path_a[FILES_PATH], path_b[FILES_PATH];

static wave_diff_t diff(const wave_diff_ask_t *ask) {
  noc_error_t error = {0};
  wave_diff_t d;
  if (!wave_diff(path_a, path_b, ask, &d, &error)) {
    fail_msg("%s", error.text);
  }
  return d;
}

static const wave_diff_ask_t kAll = {.to = UINT64_MAX};

static table_t a, b;

static void test_equal(void **state) {
  (void)state;
  draw_table(&a);
  write_file(path_a, &a, kUsual);
  write_file(path_b, &a, (odd_t){SIGNALS, SIGNALS, true, 0});
  wave_diff_t d = diff(&kAll);
  assert_true(wave_diff_equal(&d));
  assert_int_equal(d.signals, SIGNALS);
  assert_true(d.from == 0 && d.to == CYCLES - 1);
  wave_diff_free(&d);
}

// A shorter file says nothing of wires in its last cycle, nor of anything behind it.
static void test_shorter(void **state) {
  (void)state;
  for (uint32_t cycles = 20; cycles < 40; cycles++) {
    draw_table(&a);
    b = a;
    b.cycles = cycles;
    write_file(path_a, &a, kUsual);
    write_file(path_b, &b, (odd_t){SIGNALS, SIGNALS, cycles % 2 != 0, 0});
    wave_diff_t d = diff(&kAll);
    assert_true(wave_diff_equal(&d));
    assert_int_equal(d.to, cycles - 1);
    wave_diff_free(&d);
  }
}

// Single bits, one after the other: each is found in its cycle, at its place, with both values.
static void test_one_value(void **state) {
  (void)state;
  for (unsigned round = 0; round < 3 * SIGNALS; round++) {
    const unsigned s = round % SIGNALS;
    const uint32_t c = round < SIGNALS ? 0 : draw(CYCLES);
    draw_table(&a);
    b = a;
    b.value[s][c][kSignal[s].bits / 2] = a.value[s][c][kSignal[s].bits / 2] == '1' ? 'x' : '1';
    write_file(path_a, &a, kUsual);
    write_file(path_b, &b, kUsual);
    wave_diff_t d = diff(&kAll);
    expect(&d, &a, &b, &kAll);
    const bool seen = kSignal[s].edge || c + 1 < CYCLES;
    assert_int_equal(d.parting, seen);
    if (seen) {
      assert_int_equal(d.place[0].cycle, c);
      assert_string_equal(d.place[0].unit, kSignal[s].unit);
      assert_string_not_equal(d.place[0].a, d.place[0].b);
    }
    wave_diff_free(&d);
  }
}

// Waves with in_won of the VC allocator so wide, of which bit 0 alone is set from cycle 2 on.
static void write_mask(const char *path, uint32_t bits, char bit) {
  char value[MOST_BITS + 1] = "";
  void *fst = fstWriterCreate(path, 1);
  assert_non_null(fst);
  fstWriterSetScope(fst, FST_ST_VCD_MODULE, "noc", NULL);
  const fstHandle cycle = fstWriterCreateVar(fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 64, "cycle", 0);
  (void)open_scopes(fst, kSignal[0].scope);
  const fstHandle mask =
      fstWriterCreateVar(fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, kSignal[0].name, 0);
  memset(value, '0', bits);
  for (uint32_t c = 0; c < 5; c++) {
    fstWriterEmitTimeChange(fst, c * WAVE_PERIOD);
    number(fst, cycle, c);
    value[bits - 1] = c < 2 ? '0' : bit;
    fstWriterEmitValueChange(fst, mask, value);
  }
  fstWriterClose(fst);
}

// Masks are shown bit by bit, up to 64 of them; wider ones are in hex.
static void test_wide_masks(void **state) {
  (void)state;
  for (uint32_t bits = 2; bits <= MOST_BITS; bits++) {
    char expected[MOST_BITS + 4];
    write_mask(path_a, bits, '0');
    write_mask(path_b, bits, '1');
    wave_diff_t d = diff(&kAll);
    (void)snprintf(expected, sizeof expected, "%s%0*d", bits <= 64 ? "0b" : "0x",
                   (int)(bits <= 64 ? bits : (bits + 3) / 4), 1);
    assert_int_equal(d.parting, 1);
    assert_int_equal(d.place[0].cycle, 2);
    assert_string_equal(d.place[0].b, expected);
    wave_diff_free(&d);
  }
}

static void test_random(void **state) {
  (void)state;
  for (unsigned round = 0; round < 12; round++) {
    draw_table(&a);
    b = a;
    for (uint32_t edits = draw(8); edits > 0; edits--) {
      const unsigned s = draw(SIGNALS);
      const uint32_t from = draw(CYCLES);
      for (uint32_t c = from; c < CYCLES && c < from + 3; c++) {
        draw_value(s, b.value[s][c]);
      }
    }
    wave_diff_ask_t ask = kAll;
    ask.from = round % 3 == 1 ? 10 + draw(CYCLES / 2) : 0;
    ask.to = round % 3 == 1 ? ask.from + draw(CYCLES) : UINT64_MAX;
    ask.offset = round % 4 == 3 ? (int64_t)draw(20) - 10 : 0;
    a.first = round % 2 == 0 ? draw(10) : 0;
    b.cycles -= draw(10);
    write_file(path_a, &a, kUsual);
    write_file(path_b, &b, kUsual);
    wave_diff_t d = diff(&ask);
    expect(&d, &a, &b, &ask);
    wave_diff_free(&d);
  }
}

// A signal that is shifted is the same with its offset, either way.
static void test_offset(void **state) {
  (void)state;
  draw_table(&a);
  b = a;
  b.first = 7;
  write_file(path_a, &a, kUsual);
  write_file(path_b, &b, kUsual);
  wave_diff_ask_t ask = {.offset = 7, .to = UINT64_MAX};
  wave_diff_t d = diff(&ask);
  assert_true(wave_diff_equal(&d) && d.from == 0 && d.to == CYCLES - 1);
  wave_diff_free(&d);
  write_file(path_a, &b, kUsual);
  write_file(path_b, &a, kUsual);
  ask.offset = -7;
  d = diff(&ask);
  assert_true(wave_diff_equal(&d) && d.from == 7 && d.to == CYCLES + 6);
  wave_diff_free(&d);
  d = diff(&kAll);
  assert_false(wave_diff_equal(&d));
  wave_diff_free(&d);
}

static void test_other_signals(void **state) {
  (void)state;
  draw_table(&a);
  write_file(path_a, &a, (odd_t){2, 5, false, 0});
  write_file(path_b, &a, (odd_t){3, SIGNALS, false, 0});
  wave_diff_t d = diff(&kAll);
  assert_int_equal(d.signals, SIGNALS - 3);
  assert_int_equal(d.differ, 0);
  assert_false(wave_diff_equal(&d));
  assert_int_equal(d.alone[0], 1);
  assert_string_equal(d.only[0][0], "noc.router_0,0.rtl.out_credit_p3_v1");
  assert_int_equal(d.alone[1], 1);
  assert_string_equal(d.only[1][0], "noc.router_0,0.rtl.in_count_p0_v1");
  assert_int_equal(d.widths, 1);
  assert_string_equal(d.width[0].name, "noc.ni_0.ref.inj_left_n0");
  assert_true(d.width[0].a == 17 && d.width[0].b == 16);
  wave_diff_free(&d);
  write_file(path_a, &a, kUsual);
  d = diff(&kAll);
  assert_false(wave_diff_equal(&d));
  assert_true(d.alone[0] == 1 && d.alone[1] == 0 && d.widths == 0 && d.differ == 0);
  wave_diff_free(&d);
  static const struct {
    const char *scope;
    uint32_t signals;
  } kScopes[] = {{"noc.router_0,0.ref", 1}, {"noc.router_0_0.ref", 1}, {"noc.router_1,0", 1},
                 {"noc.*.ref", 2},          {"noc.link_*", 2},         {"noc", SIGNALS}};
  write_file(path_b, &a, kUsual);
  write_file(path_a, &a, kUsual);
  for (size_t i = 0; i < sizeof kScopes / sizeof kScopes[0]; i++) {
    wave_diff_ask_t ask = {.to = UINT64_MAX, .scope = kScopes[i].scope};
    d = diff(&ask);
    assert_true(wave_diff_equal(&d));
    assert_int_equal(d.signals, kScopes[i].signals);
    wave_diff_free(&d);
  }
}

static void refused(const wave_diff_ask_t *ask, const char *sentence) {
  noc_error_t error = {0};
  wave_diff_t d;
  assert_false(wave_diff(path_a, path_b, ask, &d, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  if (strstr(error.text, sentence) == NULL || strchr(error.text, '\n') != NULL) {
    fail_msg("%s", error.text);
  }
}

static void test_refused(void **state) {
  (void)state;
  draw_table(&a);
  b = a;
  b.first = 100;
  write_file(path_a, &a, kUsual);
  write_file(path_b, &b, kUsual);
  refused(&kAll, "there is no cycle that is also one of the other's");
  refused(&(wave_diff_ask_t){.from = 100, .to = 101}, "there is no cycle that is also");
  refused(&(wave_diff_ask_t){.to = UINT64_MAX, .scope = "noc.ni_9"},
          "there is no signal in --scope noc.ni_9");
  write_file(path_b, &a, (odd_t){SIGNALS, SIGNALS, false, 1});
  refused(&kAll, "b.fst: the file is damaged");
  assert_int_equal(unlink(path_b), 0);
  refused(&kAll, "there is no such file");
  void *fst = fstWriterCreate(path_b, 1);
  fstWriterSetScope(fst, FST_ST_VCD_MODULE, "top", NULL);
  const fstHandle x = fstWriterCreateVar(fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "x", 0);
  fstWriterSetUpscope(fst);
  fstWriterEmitTimeChange(fst, 3);
  fstWriterEmitValueChange64(fst, x, 1, 1);
  fstWriterClose(fst);
  refused(&kAll, "there is no noc.cycle; there must be waves of nocstep");
}

static uint64_t big_endian(const char *at) {
  uint64_t value = 0;
  for (unsigned i = 0; i < 8; i++) {
    value = value << 8 | (unsigned char)at[i];
  }
  return value;
}

static size_t read_bytes(const char *path, char *to, size_t room) {
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  const size_t size = fread(to, 1, room, in);
  assert_true(size > 500 && size < room);
  assert_int_equal(fclose(in), 0);
  return size;
}

static void write_bytes(const char *path, const char *from, size_t size) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  assert_true(fwrite(from, 1, size, out) == size);
  assert_int_equal(fclose(out), 0);
}

enum { FILE_BYTES = 1 << 18 };
static char byte[FILE_BYTES];

// The library passes over a block whose table of times is too long, and says nothing.
static void test_lost_block(void **state) {
  (void)state;
  draw_table(&a);
  write_file(path_a, &a, kUsual);
  const size_t size = read_bytes(path_a, byte, sizeof byte);
  size_t last = 0;
  unsigned blocks = 0;
  for (size_t at = 0; at + 9 < size; at += 1 + big_endian(byte + at + 1)) {
    if (byte[at] == FST_BL_VCDATA || byte[at] == FST_BL_VCDATA_DYN_ALIAS ||
        byte[at] == FST_BL_VCDATA_DYN_ALIAS2) {
      last = at;
      blocks++;
    }
  }
  assert_true(blocks > 2);
  memset(byte + last + 1 + big_endian(byte + last + 1) - 16, 0x7f, 8);
  write_bytes(path_b, byte, size);
  refused(&kAll, "b.fst: the file is damaged");
}

// Cut off anywhere, and with a byte that is turned over.
static void test_damaged(void **state) {
  (void)state;
  enum { PARTS = 24, ENDS = 40 };
  draw_table(&a);
  write_file(path_a, &a, kUsual);
  const size_t size = read_bytes(path_a, byte, sizeof byte);
  unsigned all_the_same = 0;
  // The last block has the names of the signals.
  for (size_t i = 1; i <= ENDS; i++) {
    write_bytes(path_b, byte, size - i);
    refused(&kAll, "b.fst: the file is no whole FST file");
  }
  for (size_t i = 0; i < 2 * PARTS; i++) {
    const bool cut = i < PARTS;
    const size_t at = size * (i % PARTS) / PARTS;
    const char before = byte[at];
    byte[at] = (char)(cut ? before : ~before);
    write_bytes(path_b, byte, cut ? at : size);
    byte[at] = before;
    noc_error_t error = {0};
    wave_diff_t d;
    if (wave_diff(path_a, path_b, &kAll, &d, &error)) {
      assert_false(cut);
      all_the_same += wave_diff_equal(&d);
      wave_diff_free(&d);
    } else {
      assert_int_equal(error.status, NOC_BAD_INPUT);
      assert_non_null(strstr(error.text, path_b));
      assert_null(strchr(error.text, '\n'));
    }
  }
  assert_true(all_the_same < PARTS);
}

static int setup(void **state) {
  (void)state;
  return mkdtemp(dir) != NULL && path_print(path_a, "%s/a.fst", dir) &&
                 path_print(path_b, "%s/b.fst", dir)
             ? 0
             : -1;
}

static int teardown(void **state) {
  (void)state;
  dir_remove(dir);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal),         cmocka_unit_test(test_one_value),
      cmocka_unit_test(test_random),        cmocka_unit_test(test_offset),
      cmocka_unit_test(test_other_signals), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_damaged),       cmocka_unit_test(test_shorter),
      cmocka_unit_test(test_lost_block),    cmocka_unit_test(test_wide_masks),
  };
  return cmocka_run_group_tests_name("network/wave_diff", tests, setup, teardown);
}
