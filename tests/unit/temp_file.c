// temp_file -- see temp_file.h.

#include "unit/temp_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
// cmocka needs the headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char temp_file[] = "/tmp/nocstep-test-XXXXXX";

int temp_file_make(void **state) {
  (void)state;
  int fd = mkstemp(temp_file);
  return fd < 0 ? -1 : close(fd);
}

int temp_file_remove(void **state) {
  (void)state;
  return remove(temp_file);
}

void temp_file_write(const char *text, size_t length) {
  FILE *file = fopen(temp_file, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}
