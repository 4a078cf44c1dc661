// bundle -- see bundle.h.

#include "cli/bundle.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "dut/files.h"
#include "lockstep/unit_of.h"
#include "runs/run_bundle.h"

bool bundle_read(const char *folder, inputs_t *s, noc_error_t *error) {
  char path[PATH_MAX];
  char text[PATH_MAX];
  struct stat status;
  if (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%.300s: " SAY_THERE_IS("no such folder",
                                            "the folder of a failure, as "
                                            "nocstep run --report makes it"),
                    folder);
  }
  (void)snprintf(path, sizeof path, "%s/%s", folder, BUNDLE_INPUTS);
  (void)snprintf(text, sizeof text, "%s/mismatch.txt", folder);
  if (!path_exists(path)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%.300s: " SAY_THERE_IS("no %s%s", "the bundle of a router or an interface"),
                    folder, BUNDLE_INPUTS,
                    path_exists(text) ? ", as the failure is one of the whole network" : "");
  }
  return inputs_read(s, path, error);
}

void bundle_culprit(const inputs_t *s, bool quiet, culprit_t *c) {
  noc_error_t error = {0};
  if (!culprit_of_inputs(s, c, &error) && !quiet) {
    (void)fprintf(stderr, "note: which unit is to blame cannot be found out: %s\n", error.text);
  }
}

static unit_t to_blame(const inputs_t *s, const bank_mismatch_t *m, const culprit_t *c) {
  return c->found ? (unit_t){c->unit, c->source} : unit_of(s->component, &s->shape, m->field);
}

void bundle_print_mismatch(const inputs_t *s, const bank_mismatch_t *m, const culprit_t *c,
                           FILE *out) {
  const unit_t unit = to_blame(s, m, c);
  (void)fprintf(out, "result       mismatch%s in cycle %" PRIu64 ": %s[%" PRIu32 "] of %s\n",
                m->after_reset ? " after reset" : "", m->cycle, m->field->name, m->index, s->place);
  (void)fprintf(out, "  unit       %s, %s\n", unit.name, unit.source);
  (void)fprintf(out, "  meaning    %s\n", m->field->meaning);
  (void)fprintf(out, "  RTL        0x%" PRIx64 "\n  golden     0x%" PRIx64 "\n", m->rtl, m->golden);
}

json_t *bundle_mismatch_json(const inputs_t *s, const bank_mismatch_t *m, const culprit_t *c) {
  const unit_t unit = to_blame(s, m, c);
  return json_pack("{s:s, s:s, s:s, s:I, s:s, s:I, s:I, s:I}", "unit", unit.name, "source",
                   unit.source, "register", m->field->name, "element", (json_int_t)m->index,
                   "place", s->place, "cycle", (json_int_t)m->cycle, "rtl", (json_int_t)m->rtl,
                   "golden", (json_int_t)m->golden);
}
