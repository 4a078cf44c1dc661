// inputs: which files no result may replace.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/input_watch.h"
#include "runs/inputs.h"

static char folder[] = "/tmp/nocstep-inputs-XXXXXX";

static void make_file(const char *name) {
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  assert_int_equal(fclose(file), 0);
}

static void spared(void **state) {
  (void)state;
  noc_error_t error = {0};
  make_file("read");
  make_file("other");
  assert_true(inputs_spared("read", &error));
  input_opened("read");
  input_opened("not there");
  input_opened("/dev/null");
  assert_true(inputs_spared("other", &error));
  assert_true(inputs_spared("not there", &error));
  assert_true(inputs_spared("/dev/null", &error));
  assert_false(inputs_spared("read", &error));
  assert_string_equal(error.text,
                      "read: there is a file that this command reads; there must be another one to "
                      "write");
  // By another name, and by that alone: as a file that has got the number of one that is gone.
  assert_int_equal(link("read", "twin"), 0);
  assert_false(inputs_spared("twin", &error));
  assert_int_equal(unlink("read"), 0);
  assert_true(inputs_spared("twin", &error));
}

static void forgotten(void **state) {
  (void)state;
  noc_error_t error = {0};
  make_file("page");
  input_opened("page");
  assert_false(inputs_spared("page", &error));
  inputs_forget("not there");
  inputs_forget("page");
  assert_true(inputs_spared("page", &error));
}

static int make_folder(void **state) {
  (void)state;
  inputs_watch();
  return mkdtemp(folder) != NULL ? chdir(folder) : -1;
}

static int remove_folder(void **state) {
  (void)state;
  static const char *const kFiles[] = {"other", "twin", "page"};
  for (size_t i = 0; i < sizeof kFiles / sizeof kFiles[0]; i++) {
    (void)unlink(kFiles[i]);
  }
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(spared), cmocka_unit_test(forgotten)};
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
