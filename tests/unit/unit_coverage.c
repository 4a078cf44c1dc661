// unit_coverage -- see unit_coverage.h.

#include "unit/unit_coverage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "dut/plugin.h"
#include "dut/points.h"

static const char *folder;  // NULL: nothing is counted
static points_t points;
static pid_t process;  // whose points these are: a child leaves none

static void fail(const char *text) {
  (void)fprintf(stderr, "NOCSTEP_RTL_COVERAGE: %s\n", text);
  _exit(1);
}

static void leave(void) {
  char path[PLUGIN_PATH];
  if (getpid() != process) {
    return;
  }
  (void)snprintf(path, sizeof path, "%s/%s.dat", folder, program_invocation_short_name);
  FILE *out = fopen(path, "w");
  if (out == NULL) {
    fail("no file can be made there");
    return;
  }
  points_sort(&points);
  points_write(&points, out);
  const bool bad = ferror(out) != 0;
  if (fclose(out) != 0 || bad) {
    fail("a file cannot be written there");
  }
  points_free(&points);
}

static const char kVariable[] = "NOCSTEP_RTL_COVERAGE";

bool unit_coverage_wanted(void) {
  return getenv(kVariable) != NULL;
}

void unit_coverage_begin(void) {
  const char *named = getenv(kVariable);
  if (folder != NULL || named == NULL) {
    return;
  }
  folder = named;
  process = getpid();
  plugin_cover();
  if (atexit(leave) != 0) {
    fail("the program cannot say what it reached");
  }
}

void unit_coverage_take(const dut_plugin_t *plugin, void *dut) {
  noc_error_t error = {0};
  if (folder != NULL && !points_take_duts(&points, plugin, &dut, 1, &error)) {
    fail(error.text);
  }
}
