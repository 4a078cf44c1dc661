// test_rtl_files -- the files that a unit is made from: those that its text names, and so on; not
// those that comments and strings name, or nobody.

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

#include "dut/rtl_files.h"

static char home[] = "/tmp/nocstep-rtl-XXXXXX";
static const char *const kFolders[] = {"a", "b", NULL};

static void put(const char *name, const char *text) {
  char path[FILES_PATH];
  assert_true(path_print(path, "%s/rtl/%s", home, name));
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

// The names below rtl/, in order, with a blank behind each.
static void list(const char *folder, const char *unit, char out[256]) {
  rtl_files_t files;
  out[0] = '\0';
  assert_true(rtl_files_find(&files, home, kFolders, folder, unit, NULL));
  for (size_t i = 0; i < files.count; i++) {
    assert_true(rtl_files_has(&files, files.path[i]));
    (void)strncat(out, files.path[i] + strlen(home) + strlen("/rtl/"), 64);
    (void)strcat(out, " ");
  }
  assert_false(rtl_files_has(&files, "a/none.sv"));
  rtl_files_free(&files);
}

static void test_closure(void **state) {
  (void)state;
  char names[256];
  put("a/all_pkg.sv", "package all_pkg; import more_pkg::*; endpackage\n");
  put("a/more_pkg.sv", "package more_pkg; endpackage\n");
  put("a/fifo.sv", "module fifo import all_pkg::*; endmodule\n");
  put("a/other.sv", "module other; fifo u(); endmodule\n");
  put("a/note.sv", "module note; endmodule\n");
  put("b/top.sv",
      "// note\nmodule top;\n`include \"../b/lines.svh\"\n/* other\n note */ part u_part ();\n"
      "string s = \"note\"; fifo_x y; xfifo z; endmodule\n");
  put("b/part.sv", "module part; fifo u(); top not_really; endmodule // other\n");
  put("b/lines.svh", "localparam int X = $bits(all_pkg::t);\n");
  put("b/lines.sv", "module lines; endmodule\n");
  list("b", "top", names);
  assert_string_equal(names,
                      "a/more_pkg.sv a/all_pkg.sv b/lines.svh a/fifo.sv b/part.sv b/top.sv ");
  list("a", "fifo", names);
  assert_string_equal(names, "a/more_pkg.sv a/all_pkg.sv a/fifo.sv ");
  list("a", "note", names);
  assert_string_equal(names, "a/note.sv ");
}

static void test_missing(void **state) {
  (void)state;
  rtl_files_t files;
  assert_false(rtl_files_find(&files, home, kFolders, "a", "none", NULL));
  rtl_files_free(&files);
  assert_false(rtl_files_find(&files, "/nonexistent", kFolders, "a", "fifo", NULL));
  rtl_files_free(&files);
}

// A file in the place of two, one of which names the other, is there once, behind what both name.
static void test_replacement(void **state) {
  (void)state;
  rtl_files_t files;
  rtl_replacement_t both;
  char path[FILES_PATH];
  assert_true(path_print(path, "%s/both.sv", home));
  put("../both.sv", "module part; fifo u(); endmodule\nmodule top; part u(); endmodule\n");
  assert_true(rtl_replacement_read(&both, path));
  assert_int_equal(both.names, 2);
  assert_true(rtl_files_find(&files, home, kFolders, "b", "top", &both));
  assert_int_equal(files.count, 4);
  assert_string_equal(files.path[3], path);
  assert_non_null(strstr(files.replaced, "/rtl/b/top.sv"));
  rtl_files_free(&files);
}

static int setup(void **state) {
  (void)state;
  char path[FILES_PATH];
  bool ok = mkdtemp(home) != NULL;
  for (size_t i = 0; ok && kFolders[i] != NULL; i++) {
    ok = path_print(path, "%s/rtl/%s", home, kFolders[i]) && dir_make(path);
  }
  return ok ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  dir_remove(home);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_closure), cmocka_unit_test(test_missing),
                                     cmocka_unit_test(test_replacement)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
