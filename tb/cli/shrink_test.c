// shrink_test -- see shrink_test.h.

#include "cli/shrink_test.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory_stream.h"
#include "runs/output.h"

static const char kBegin[] =
    "// Passes if RTL and golden model agree on this stimulus, which nocstep shrink has made: "
    "build it\n"
    "// with the tests in tests/unit, and run it from there.\n"
    "\n"
    "#include <setjmp.h>\n"
    "#include <stdarg.h>\n"
    "#include <stddef.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <unistd.h>\n"
    "\n"
    "#include <cmocka.h>\n"
    "\n"
    "#include \"lockstep/alone.h\"\n"
    "\n"
    "static const char kStimulus[] =\n";

static const char kEnd[] =
    ";\n"
    "\n"
    "static void test_stimulus(void **state) {\n"
    "  char path[] = \"/tmp/nocstep-stimulus-XXXXXX\";\n"
    "  const int fd = mkstemp(path);\n"
    "  noc_error_t error = {0};\n"
    "  inputs_t s;\n"
    "  bank_mismatch_t m = {.field = NULL};\n"
    "  size_t clocks = 0;\n"
    "  (void)state;\n"
    "  assert_true(fd >= 0 && dprintf(fd, \"%s\", kStimulus) > 0 && close(fd) == 0);\n"
    "  const bool read = inputs_read(&s, path, &error);\n"
    "  (void)unlink(path);\n"
    "  assert_true(read);\n"
    "  alone_t *alone = alone_create(&s, &error);\n"
    "  assert_non_null(alone);\n"
    "  assert_true(alone_begin(alone));\n"
    "  const bool same = alone_all(alone, &s, UINT64_MAX, &m, &clocks);\n"
    "  if (!same) {\n"
    "    print_error(\"cycle %llu: %s[%u]: RTL 0x%llx, golden 0x%llx\\n\",\n"
    "                (unsigned long long)m.cycle, m.field->name, m.index, (unsigned long "
    "long)m.rtl,\n"
    "                (unsigned long long)m.golden);\n"
    "  }\n"
    "  alone_free(alone);\n"
    "  inputs_free(&s);\n"
    "  assert_true(same);\n"
    "}\n"
    "\n"
    "int main(void) {\n"
    "  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stimulus)};\n"
    "  return cmocka_run_group_tests(tests, NULL, NULL);\n"
    "}\n";

// A string a line: the text has neither quotes nor backslashes. Long lines are cut.
static void write_string(const char *text, FILE *out) {
  enum { COLUMNS = 90 };
  unsigned column = 0;
  for (const char *c = text; *c != '\0'; c++) {
    if (column == 0) {
      (void)fputs("    \"", out);
    }
    if (*c == '\n') {
      (void)fputs("\\n", out);
    } else {
      (void)fputc(*c, out);
    }
    column = *c == '\n' ? 0 : column + 1;
    if (column == 0 || column == COLUMNS) {
      (void)fprintf(out, "\"%s", c[1] != '\0' ? "\n" : "");
      column = 0;
    }
  }
}

bool shrink_write_test(const char *path, const inputs_t *s, const bank_mismatch_t *m,
                       noc_error_t *error) {
  char *text = NULL;
  size_t length = 0;
  FILE *memory = memory_stream(&text, &length);
  if (memory != NULL) {
    inputs_write(s, memory);
  }
  if (memory == NULL || fclose(memory) != 0) {
    free(text);
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  }
  output_t *file = output_open(path, error);
  if (file == NULL) {
    free(text);
    return false;
  }
  FILE *out = output_stream(file);
  (void)fprintf(out, "// A failure of %s, %s[%" PRIu32 "] in cycle %" PRIu64 ".\n", s->place,
                m->field->name, m->index, m->cycle);
  (void)fputs(kBegin, out);
  write_string(text, out);
  (void)fputs(kEnd, out);
  free(text);
  return output_commit(file, error);
}
