// test_trace -- traces from files: all ways to write them, who waits for whom, and every refusal
// with its place.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "unit/temp_file.h"
#include "workload/trace.h"

enum { NODES = 16, LONGEST = 640 };

static trace_t *good(const char *text) {
  noc_error_t error = {0};
  temp_file_write(text, strlen(text));
  trace_t *t = trace_read(temp_file, NODES, LONGEST, &error);
  if (t == NULL) {
    fail_msg("%s", error.text);
  }
  return t;
}

static void check_packet(const trace_t *t, uint32_t i, uint64_t cycle, uint32_t source,
                         uint32_t destination, unsigned flits) {
  assert_true(i < t->packets);
  assert_true(trace_cycle(&t->packet[i]) == cycle);
  assert_int_equal(t->packet[i].source, source);
  assert_int_equal(t->packet[i].destination, destination);
  assert_int_equal(t->packet[i].flits, flits);
}

// --- good ----------------------------------------------------------------------------------------

static void plain(void **state) {
  (void)state;
  static const char *const kTexts[] = {
      "0 1 2 4\n7 3 0 640\n1000000000000 15 14 1\n",
      "0,1,2,4\r\n7,3,0,640\r\n1000000000000,15,14,1\r\n",
      "# cycle source destination flits\n\n  0\t1\t2\t4 # the first\n7 , 3, 0 ,640\n"
      "1000000000000 15 14 1\n# end\n",
      "\xef\xbb\xbf"
      "Cycle,Source,Destination,Flits\n0,1,2,4\n7,3,0,640,,,\n"
      "1000000000000,15,14,1\n",
      "cycle source destination flits id after delay\n0 1 2 4 - - -\n7 3 0 640 -\n"
      "1000000000000 15 14 1\n",
      "0,1,2,4\n7,3,0,640\n1000000000000,15,14,1",
      "CYCLE;SOURCE;DESTINATION;FLITS\r\n0;1;2;4\r\n7;3;0;640\r\n1000000000000;15;14;1",
      "\"Cycle\";\"Source\";\"Destination\";\"Flits\"\n0;1;2;4;;;\n7 ; 3; 0;\"640\"\n"
      "1000000000000;15;14;1;-",
  };
  for (size_t i = 0; i < sizeof kTexts / sizeof kTexts[0]; i++) {
    trace_t *t = good(kTexts[i]);
    assert_int_equal(t->packets, 3);
    assert_int_equal(t->longest, 640);
    check_packet(t, 0, 0, 1, 2, 4);
    check_packet(t, 1, 7, 3, 0, 640);
    check_packet(t, 2, 1000000000000, 15, 14, 1);
    assert_null(t->waits);
    assert_null(t->delay);
    trace_free(t);
  }
}

static void waits(void **state) {
  (void)state;
  static const char *const kTexts[] = {
      "cycle,source,destination,flits,id,after,delay\n"
      "0,1,2,4,900\n"
      "0,2,3,4,17,900,5\n"
      "1,3,4,4,,17;900\n"
      "1,3,4,4,9223372036854775807,-,\n"
      "2,5,6,1,0,9223372036854775807;17;900,4294967295\n",
      "Cycle;Source;Destination;Flits;Id;After;Delay\n"
      "0;1;2;4;900\n"
      "0;2;3;4;17;900;5\n"
      "1;3;4;4;;17,900\n"
      "1;3;4;4;9223372036854775807;\"\";\n"
      "2;5;6;1;0;\"9223372036854775807;17,900\";4294967295",
      "0,1,2,4,900\n"
      "0,2,3,4,17,\"900\",5\n"
      "1,3,4,4,,\"17,900\"\n"
      "1,3,4,4,9223372036854775807,-,\n"
      "2,5,6,1,0,\"9223372036854775807,17;900\",4294967295"};
  static const uint32_t kWaits[] = {0, 1, 2, 0, 3};
  static const uint32_t kDelay[] = {0, 5, 0, 0, UINT32_MAX};
  static const uint32_t kFirst[] = {0, 3, 5, 5, 6, 6};
  static const uint32_t kDependent[] = {1, 2, 4, 2, 4, 4};
  for (size_t i = 0; i < sizeof kTexts / sizeof kTexts[0]; i++) {
    trace_t *t = good(kTexts[i]);
    assert_memory_equal(t->waits, kWaits, sizeof kWaits);
    assert_memory_equal(t->delay, kDelay, sizeof kDelay);
    assert_memory_equal(t->first, kFirst, sizeof kFirst);
    assert_memory_equal(t->dependent, kDependent, sizeof kDependent);
    trace_free(t);
  }
}

// Many packets, names in no order, lists longer than a word.
static void large(void **state) {
  (void)state;
  enum { PACKETS = 20000, WAITS = 40 };
  FILE *file = fopen(temp_file, "w");
  assert_non_null(file);
  for (uint64_t i = 0; i < PACKETS; i++) {
    (void)fprintf(file, "%" PRIu64 " 1 2 3 %" PRIu64 " ", i, i * 2654435761u);
    for (uint64_t k = 1; k <= WAITS && i >= WAITS && i % 100 == 0; k++) {
      (void)fprintf(file, "%s%" PRIu64, k > 1 ? ";" : "", (i - k) * 2654435761u);
    }
    (void)fprintf(file, "\n");
  }
  assert_int_equal(fclose(file), 0);
  noc_error_t error = {0};
  trace_t *t = trace_read(temp_file, NODES, LONGEST, &error);
  if (t == NULL) {
    fail_msg("%s", error.text);
  }
  assert_int_equal(t->packets, PACKETS);
  for (uint32_t i = 0; i < PACKETS; i++) {
    assert_int_equal(t->waits[i], i >= WAITS && i % 100 == 0 ? WAITS : 0);
    const bool waited = i % 100 >= 60 && i / 100 < PACKETS / 100 - 1;
    assert_int_equal(t->first[i + 1] - t->first[i], waited);
    assert_true(!waited || t->dependent[t->first[i]] == i / 100 * 100 + 100);
  }
  trace_free(t);
}

// --- refused -------------------------------------------------------------------------------------

static void bad_bytes(const char *bytes, size_t length, const char *message) {
  noc_error_t error = {0};
  temp_file_write(bytes, length);
  assert_null(trace_read(temp_file, NODES, LONGEST, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_memory_equal(error.text, temp_file, strlen(temp_file));
  if (strcmp(error.text + strlen(temp_file), message) != 0) {
    fail_msg("got '%s', expected '%s'", error.text + strlen(temp_file), message);
  }
}

static void bad(const char *text, const char *message) {
  bad_bytes(text, strlen(text), message);
}

static void refused_fields(void **state) {
  (void)state;
  bad("0 1 2 3\n-1 1 2 3\n", ":2:1: cycle is '-1'; it must be 0 to 1000000000000");
  bad("1000000000001 1 2 3\n", ":1:1: cycle is '1000000000001'; it must be 0 to 1000000000000");
  bad("18446744073709551617 1 2 3\n",
      ":1:1: cycle is '18446744073709551617'; it must be 0 to 1000000000000");
  bad("0 16 2 3\n", ":1:3: source is '16'; it must be 0 to 15");
  bad("0 1 -2 3\n", ":1:5: destination is '-2'; it must be 0 to 15");
  bad("0 1 4294967298 3\n", ":1:5: destination is '4294967298'; it must be 0 to 15");
  bad("0 1 2 0\n", ":1:7: flits is '0'; it must be 1 to 640");
  bad("0 1 2 641\n", ":1:7: flits is '641'; it must be 1 to 640");
  bad("0 1 2 3.5\n", ":1:7: flits is '3.5'; it must be 1 to 640");
  bad("0 1 2 1e3\n", ":1:7: flits is '1e3'; it must be 1 to 640");
  bad("0 1 2 \xff\n", ":1:7: flits is '\xff'; it must be 1 to 640");
  bad("0,,2,3\n", ":1:3: source is ''; it must be 0 to 15");
  bad("0 1 2 3 x\n", ":1:9: id is 'x'; it must be 0 to 9223372036854775807");
  bad("0 1 2 3 9223372036854775808\n",
      ":1:9: id is '9223372036854775808'; it must be 0 to 9223372036854775807");
  bad("0 1 2 3 5\n0 1 2 3 6 5 x\n", ":2:13: delay is 'x'; it must be 0 to 4294967295");
  bad("0 1 2 3 5\n0 1 2 3 6 5 4294967296\n",
      ":2:13: delay is '4294967296'; it must be 0 to 4294967295");
  bad("0 1 2 3 - - - 4\n",
      ":1:15: there is '4' behind the delay; there must be the end of the line");
  bad("0,1,2,3,,,,,\n", ":1:12: there is '' behind the delay; there must be the end of the line");
}

static void refused_rules(void **state) {
  (void)state;
  bad("0 1 2 3\n9 1 2 3\n8 1 2 3\n",
      ":3:1: cycle is 8 after 9; it must be as late as those above, or later");
  bad("0 1 1 3\n", ":1:5: destination is the source, 1; it must be another node");
  bad("0 1 2 3 7\n0 1 2 3 7\n", ":2:9: id is 7 a second time; it must be another one");
  bad("0 1 2 3 7\n0 1 2 3 8 9\n", ":2:11: after is 9; it must be the id of an earlier line");
  bad("0 1 2 3 7 8\n0 1 2 3 8\n", ":1:11: after is 8; it must be the id of an earlier line");
  bad("0 1 2 3 7 7\n", ":1:11: after is 7; it must be the id of an earlier line");
  bad("0 1 2 3 - 7\n", ":1:11: after is 7; it must be the id of an earlier line");
  bad("0 1 2 3 7\n0 1 2 3 8 7;\n", ":2:13: after is ''; it must be 0 to 9223372036854775807");
  bad("0 1 2 3 7\n0 1 2 3 8 7;x\n", ":2:13: after is 'x'; it must be 0 to 9223372036854775807");
  bad("0 1 2 3 7 - 5\n",
      ":1:13: delay is 5 without a packet to wait for; it must be behind the id of one");
}

static void refused_lines(void **state) {
  (void)state;
  static const char kHeader[] =
      "; there must be a number, or the header cycle,source,destination,flits,id,after,delay";
  char text[200];
  bad("", ":1:1: there is no packet; there must be lines of cycle, source, destination, flits");
  bad("# nothing\n",
      ":2:1: there is no packet; there must be lines of cycle, source, destination, flits");
  bad("5\n", ":1:2: source is the end of the line; it must be 0 to 15");
  bad("5 1 2 # 3\n", ":1:10: flits is the end of the line; it must be 1 to 640");
  bad("5 1", ":1:4: destination is the end of the line; it must be 0 to 15");
  bad("5 1 2 3\n6 1 2", ":2:6: flits is the end of the line; it must be 1 to 640");
  bad("5;1;2;3\n6;1,2;3\n", ":2:3: source is '1,2'; it must be 0 to 15");
  bad("5,1,2,3\n6,1;2,3\n", ":2:3: source is '1;2'; it must be 0 to 15");
  bad("5,1,2,3,1\n6,1,2,3,2,\"1\n",
      ":2:13: after is without a quote at the end; it must be ids in quotes");
  (void)snprintf(text, sizeof text, ":1:1: there is 'time'%s", kHeader);
  bad("time 1 2 3\n", text);
  (void)snprintf(text, sizeof text, ":1:7: there is 'dst'%s", kHeader);
  bad("cycle dst\n", text);
  (void)snprintf(text, sizeof text, ":1:35: there is 'afte'%s", kHeader);
  bad("cycle,source,destination,flits,id,afte", text);
  bad("0 1 2 3\ncycle 1 2 3\n", ":2:1: cycle is 'cycle'; it must be 0 to 1000000000000");
}

static void refused_bytes(void **state) {
  (void)state;
  bad_bytes("0 1 2 3\n4 \0 1 2", 14,
            ":2:3: there is a NUL byte, so a binary file; there must be text");
  bad_bytes("0 1 2 3 \0\n", 10, ":1:9: there is a NUL byte, so a binary file; there must be text");
  bad_bytes("\0", 1, ":1:1: there is a NUL byte, so a binary file; there must be text");
  noc_error_t error = {0};
  assert_null(trace_read("/nonexistent/t", NODES, LONGEST, &error));
  assert_string_equal(error.text, "/nonexistent/t: cannot be opened: No such file or directory");
  assert_null(trace_read("/", NODES, LONGEST, &error));
  assert_string_equal(error.text, "/: cannot be read: Is a directory");
  assert_null(trace_read("/dev/zero", NODES, LONGEST, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
}

// --- gzip ----------------------------------------------------------------------------------------

static void compressed(void **state) {
  (void)state;
  noc_error_t error = {0};
  gzFile out = gzopen(temp_file, "wb");
  assert_non_null(out);
  for (unsigned i = 0; i < 500; i++) {
    assert_true(gzprintf(out, "%u %u %u 4\n", i * i, i % 16, (i + 1 + i % 7) % 16) > 0);
  }
  assert_int_equal(gzclose(out), Z_OK);
  trace_t *t = trace_read(temp_file, NODES, LONGEST, &error);
  assert_non_null(t);
  assert_int_equal(t->packets, 500);
  check_packet(t, 499, 499 * 499, 499 % 16, (500 + 499 % 7) % 16, 4);
  trace_free(t);

  static char bytes[1 << 16];
  FILE *file = fopen(temp_file, "r");
  assert_non_null(file);
  size_t length = fread(bytes, 1, sizeof bytes, file);
  (void)fclose(file);
  for (size_t cut = 2; cut < length; cut += 1 + cut / 50) {
    temp_file_write(bytes, cut);
    assert_null(trace_read(temp_file, NODES, LONGEST, &error));
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_non_null(strstr(error.text, "gzip data that breaks off"));
  }
  bytes[length / 2] ^= 16;
  temp_file_write(bytes, length);
  assert_null(trace_read(temp_file, NODES, LONGEST, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain),         cmocka_unit_test(waits),
      cmocka_unit_test(large),         cmocka_unit_test(refused_fields),
      cmocka_unit_test(refused_rules), cmocka_unit_test(refused_lines),
      cmocka_unit_test(refused_bytes), cmocka_unit_test(compressed),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
