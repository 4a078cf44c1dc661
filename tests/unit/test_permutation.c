// test_permutation -- permutations from files, plain and compressed; every refusal with its place.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "unit/temp_file.h"
#include "workload/permutation.h"

enum { NODES = 5 };

static void good(const char *text) {
  static const uint32_t kImage[NODES] = {3, 0, 4, 1, 2};
  uint32_t image[NODES] = {0};
  noc_error_t error = {0};
  temp_file_write(text, strlen(text));
  if (!permutation_read(temp_file, NODES, image, &error)) {
    fail_msg("%s", error.text);
  }
  assert_memory_equal(image, kImage, sizeof image);
}

// `message` follows the path.
static void bad_bytes(const char *bytes, size_t length, const char *message) {
  uint32_t image[NODES];
  noc_error_t error = {0};
  temp_file_write(bytes, length);
  assert_false(permutation_read(temp_file, NODES, image, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_memory_equal(error.text, temp_file, strlen(temp_file));
  if (strcmp(error.text + strlen(temp_file), message) != 0) {
    fail_msg("got '%s', expected '%s'", error.text + strlen(temp_file), message);
  }
}

static void bad(const char *text, const char *message) {
  bad_bytes(text, strlen(text), message);
}

static void accepted(void **state) {
  (void)state;
  good("3 0 4 1 2");
  good("3\n0\n4\n1\n2\n");
  good("# a ring\r\n\r\n 3\t0 # two\r\n4 1#and\r\n2");
  good(
      "\xef\xbb\xbf"
      "3 0 4 1 2\n\n\n");
}

static void refused(void **state) {
  (void)state;
  bad("", ":1:1: there is the end of the file after 0 nodes; there must be 5 nodes");
  bad("3 0 4\n1\n", ":3:1: there is the end of the file after 4 nodes; there must be 5 nodes");
  bad("3 0 4 1 2\n 0", ":2:2: there is '0' after 5 nodes; there must be 5 nodes");
  bad("3 0 4 1 2 # 5\nx", ":2:1: there is 'x' after 5 nodes; there must be 5 nodes");
  bad("3 0 3 1 2", ":1:5: there is node 3 a second time; there must be each node once");
  bad("3 0 5 1 2", ":1:5: there is '5'; there must be 0 to 4");
  bad("3 0\n-1 1 2", ":2:1: there is '-1'; there must be 0 to 4");
  bad("3 0 4,1,2", ":1:5: there is '4,1,2'; there must be 0 to 4");
  bad("3 0 1.0", ":1:5: there is '1.0'; there must be 0 to 4");
  bad("3 0 0x1", ":1:5: there is '0x1'; there must be 0 to 4");
  bad("3 +4", ":1:3: there is '+4'; there must be 0 to 4");
  bad("18446744073709551616", ":1:1: there is '18446744073709551616'; there must be 0 to 4");
  bad("3 4294967299", ":1:3: there is '4294967299'; there must be 0 to 4");
  bad("\x1b[31m", ":1:1: there is '?[31m'; there must be 0 to 4");
  bad_bytes("3 0\n4 \0 1 2", 11, ":2:3: there is a NUL byte, so a binary file; there must be text");
  bad_bytes("\0", 1, ":1:1: there is a NUL byte, so a binary file; there must be text");
  bad_bytes("3 0\n# \0", 7, ":2:3: there is a NUL byte, so a binary file; there must be text");
}

// A number of a million digits is shown by its beginning.
static void refused_long(void **state) {
  (void)state;
  enum { LENGTH = 1000000 };
  char *text = malloc(LENGTH + 1);
  assert_non_null(text);
  memset(text, '1', LENGTH);
  text[LENGTH] = '\0';
  bad(text, ":1:1: there is '1111111111111111111111111111111111111111'; there must be 0 to 4");
  free(text);
}

static void refused_files(void **state) {
  (void)state;
  uint32_t image[NODES];
  noc_error_t error = {0};
  assert_false(permutation_read("/nonexistent/p", NODES, image, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_string_equal(error.text, "/nonexistent/p: cannot be opened: No such file or directory");
  assert_false(permutation_read("/", NODES, image, &error));
  assert_string_equal(error.text, "/: cannot be read: Is a directory");
  assert_false(permutation_read("/dev/zero", NODES, image, &error));
  assert_string_equal(error.text,
                      "/dev/zero:1:1: there is a NUL byte, so a binary file; there must be text");
}

static void compressed(void **state) {
  (void)state;
  uint32_t image[NODES];
  noc_error_t error = {0};
  gzFile out = gzopen(temp_file, "wb");
  assert_non_null(out);
  assert_true(gzputs(out, "3 0 4\n1 2\n") > 0);
  assert_int_equal(gzclose(out), Z_OK);
  assert_true(permutation_read(temp_file, NODES, image, &error));
  assert_int_equal(image[2], 4);

  char bytes[256];
  FILE *file = fopen(temp_file, "r");
  assert_non_null(file);
  size_t length = fread(bytes, 1, sizeof bytes, file);
  (void)fclose(file);
  for (size_t cut = 2; cut < length; cut++) {
    temp_file_write(bytes, cut);
    assert_false(permutation_read(temp_file, NODES, image, &error));
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_non_null(strstr(error.text, "gzip data that breaks off"));
  }
  bytes[length - 8] ^= 1;  // the check sum
  temp_file_write(bytes, length);
  assert_false(permutation_read(temp_file, NODES, image, &error));
  assert_non_null(strstr(error.text, "must be text, or whole gzip data"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepted),      cmocka_unit_test(refused),    cmocka_unit_test(refused_long),
      cmocka_unit_test(refused_files), cmocka_unit_test(compressed),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
