// test_text_input -- what a text file may be: plain, gzip, several gzip data; and what is refused:
// bytes behind them, data that expand without bound, lines without end.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/text_input.h"
#include "unit/temp_file.h"

enum { MIB = 1 << 20 };

// Counts the characters of temp_file; false with the error.
static bool read_all(uint64_t *count, noc_error_t *error) {
  text_input_t t;
  *count = 0;
  if (!text_open(&t, temp_file, error)) {
    return false;
  }
  for (; t.c != TEXT_END; text_advance(&t)) {
    ++*count;
  }
  const bool ok = !t.failed;
  text_close(&t);
  return ok;
}

// Appends gzip data of `count` times the text.
static void pack(const char *text, uint64_t count) {
  gzFile out = gzopen(temp_file, "ab9");
  assert_non_null(out);
  char *block = malloc(MIB);
  assert_non_null(block);
  const size_t length = strlen(text);
  const size_t fit = MIB / length;
  for (size_t i = 0; i < fit * length; i++) {
    block[i] = text[i % length];
  }
  while (count > 0) {
    const size_t now = count < fit ? (size_t)count : fit;
    assert_int_equal(gzwrite(out, block, (unsigned)(now * length)), (int)(now * length));
    count -= now;
  }
  free(block);
  assert_int_equal(gzclose(out), Z_OK);
}

static void append(const char *bytes, size_t length) {
  FILE *file = fopen(temp_file, "a");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static void accepted(const char *what, uint64_t expected) {
  noc_error_t error = {0};
  uint64_t count = 0;
  if (!read_all(&count, &error)) {
    fail_msg("%s: %s", what, error.text);
  }
  assert_int_equal(count, expected);
}

static void refused(const char *where, const char *found, uint64_t least, uint64_t most) {
  noc_error_t error = {0};
  uint64_t count = 0;
  char line[256];
  assert_false(read_all(&count, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  (void)snprintf(line, sizeof line,
                 "%s:%s: there is %s; there must be text, or whole gzip data of text", temp_file,
                 where, found);
  if (where[0] != '\0') {
    assert_string_equal(error.text, line);
  } else {
    assert_non_null(strstr(error.text, found));
  }
  assert_in_range(count, least, most);
}

static void plain(void **state) {
  (void)state;
  static const char *const kTexts[] = {"", "a", "\x1f", "\x1f\n", "\x1f\x1f\n", "ab\n"};
  for (size_t i = 0; i < sizeof kTexts / sizeof *kTexts; i++) {
    temp_file_write(kTexts[i], strlen(kTexts[i]));
    accepted(kTexts[i], strlen(kTexts[i]));
  }
}

static void packed(void **state) {
  (void)state;
  temp_file_write("", 0);
  pack("one\n", 1);
  accepted("one", 4);
  pack("two\n", 100000);
  accepted("two", 400004);
  pack("three\n", 1);
  accepted("three", 400010);
  temp_file_write("", 0);
  pack("a", 0);
  accepted("gzip of nothing", 0);
}

// Bytes behind the end: text, zeros of a tape, half a head, a head that breaks off.
static void behind(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t length;
  } kBehind[] = {{"1 2\n", 4}, {"\0\0\0\0", 4}, {"\x1f", 1}};
  for (size_t i = 0; i < sizeof kBehind / sizeof *kBehind; i++) {
    temp_file_write("", 0);
    pack("one\n", 2);
    append(kBehind[i].bytes, kBehind[i].length);
    refused("3:1", "bytes behind the end of the gzip data", 8, 8);
  }
  temp_file_write("", 0);
  pack("one\n", 2);
  append("\x1f\x8b\x08", 3);
  refused("3:1", "gzip data that breaks off", 8, 8);
}

// 3 MB could be 3 GB.
static void bombs(void **state) {
  (void)state;
  static const char kFound[] = "gzip data that expands to more than 32 times its size and 16 MiB";
  temp_file_write("", 0);
  pack("\n", 64 * (uint64_t)MIB);
  refused("", kFound, 16 * (uint64_t)MIB, 40 * (uint64_t)MIB);
  temp_file_write("", 0);
  pack("0,3,15,1\n", 64 * (uint64_t)MIB / 9);
  refused("", kFound, 16 * (uint64_t)MIB, 32 * (uint64_t)MIB);
  // A small one is none.
  temp_file_write("", 0);
  pack("\n", 15 * (uint64_t)MIB);
  accepted("15 MiB", 15 * (uint64_t)MIB);
}

static void long_line(void **state) {
  (void)state;
  char *block = malloc(MIB);
  assert_non_null(block);
  memset(block, 'x', MIB);
  temp_file_write("", 0);
  append("\n", 1);
  for (unsigned i = 0; i < 64; i++) {
    append(block, MIB);
  }
  append("\n", 1);
  accepted("64 MiB", 64 * (uint64_t)MIB + 2);
  for (unsigned i = 0; i < 66; i++) {
    append(block, MIB);
  }
  free(block);
  refused("", "a line of more than 64 MiB", 127 * (uint64_t)MIB, 129 * (uint64_t)MIB);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain), cmocka_unit_test(packed),    cmocka_unit_test(behind),
      cmocka_unit_test(bombs), cmocka_unit_test(long_line),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
