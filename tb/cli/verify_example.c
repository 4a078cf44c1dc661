// verify_example -- with --report DIR: the scenario of each group's example, complete, in the
// report, so that its line does the run again whatever becomes of the scenario's file.

#include <limits.h>
#include <stdlib.h>

#include "cli/verify.h"
#include "runs/output.h"
#include "runs/repro.h"
#include "scenario/scenario_load.h"

// The scenario of a run as it was run. NULL: it cannot be read any more.
static scenario_t *scenario_of(const verify_t *v, const verify_run_t *run) {
  const verify_variant_t *variant = &v->variant[run->variant];
  noc_error_t ignored;
  string_list_t sets;
  scenario_t *s = NULL;
  if (verify_sets(variant, run->seed, &sets)) {
    s = scenario_load(v->scenario[variant->scenario].file, sets.item, sets.count, &ignored);
  }
  verify_sets_free(&sets);
  return s;
}

static bool write_example(verify_run_t *run, const scenario_t *s, const char *path,
                          noc_error_t *error) {
  output_t *out = output_open(path, error);
  if (out == NULL) {
    return false;
  }
  (void)scenario_write_absolute(s, output_stream(out));
  if (!output_commit(out, error)) {
    return false;
  }
  const cli_t cli = {.scenario = path};
  char *line = repro_line(&cli, NULL);
  if (line != NULL) {
    free(run->repro);
    run->repro = line;
  }
  return true;
}

bool verify_examples(verify_t *v, noc_error_t *error) {
  bool ok = true;
  for (size_t i = 0; ok && v->cli->report != NULL && i < v->groups; i++) {
    verify_run_t *run = &v->run[v->group[i].smallest];
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/scenario-%zu.yaml", v->cli->report, i + 1);
    scenario_t *s = scenario_of(v, run);
    ok = s == NULL || write_example(run, s, path, error);
    scenario_free(s);
  }
  return ok;
}
