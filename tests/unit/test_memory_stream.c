// test_memory_stream -- streams into memory: all that was written or nothing, at any failure.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory_stream.h"

// In the place of the C library's; armed, the allocation of that number fails.
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);

static unsigned allocation, failing;  // failing 0: none

static bool fails(void) {
  const bool now = failing > 0 && ++allocation == failing;
  errno = now ? ENOMEM : errno;
  return now;
}

void *calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *p, size_t size) {
  return fails() ? NULL : __libc_realloc(p, size);
}

enum { LINES = 20000 };  // several buffers of a stream

static void test_text(void **state) {
  (void)state;
  char *text = NULL;
  size_t length = 1;
  FILE *out = memory_stream(&text, &length);
  assert_non_null(out);
  assert_null(text);
  assert_int_equal(length, 0);
  for (int i = 0; i < LINES; i++) {
    assert_int_equal(ftell(out), i * 7);
    assert_int_equal(fprintf(out, "%06d\n", i), 7);
  }
  assert_int_equal(fseek(out, 1, SEEK_SET), -1);
  assert_int_equal(fputc('\0', out), 0);
  assert_int_equal(fclose(out), 0);
  assert_int_equal(length, LINES * 7 + 1);
  assert_int_equal(text[length], '\0');
  for (int i = 0; i < LINES; i++) {
    assert_int_equal(strtol(text + (size_t)i * 7, NULL, 10), i);
  }
  free(text);
}

static void test_nothing(void **state) {
  (void)state;
  char *text = NULL;
  size_t length = 1;
  FILE *out = memory_stream(&text, &length);
  assert_non_null(out);
  assert_int_equal(fclose(out), 0);
  assert_string_equal(text, "");
  assert_int_equal(length, 0);
  free(text);
}

// Whichever allocation fails, the first or one in the middle of a text.
static void test_no_memory(void **state) {
  (void)state;
  unsigned refused = 0;
  unsigned lost = 0;
  for (unsigned at = 1;; at++) {
    char *text = NULL;
    size_t length = 0;
    allocation = 0;
    failing = at;
    FILE *out = memory_stream(&text, &length);
    for (int i = 0; out != NULL && i < LINES; i++) {
      (void)fprintf(out, "%06d\n", i);
    }
    const bool whole = out != NULL && fclose(out) == 0;
    const bool reached = allocation >= at;
    failing = 0;
    assert_int_equal(whole, !reached);
    assert_int_equal(length, whole ? LINES * 7 : 0);
    assert_int_equal(text != NULL, whole);
    free(text);
    refused += out == NULL;
    lost += out != NULL && !whole;
    if (!reached) {
      break;
    }
  }
  assert_int_equal(refused, 1);
  assert_true(lost > 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
