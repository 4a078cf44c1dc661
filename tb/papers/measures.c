// measures -- the ways to measure; see measures.h.

#include "papers/measures.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scenario/scenario_load.h"

static const measure_way_t *const kWays[] = {&kMeasureLoads, &kMeasureRuns, &kMeasureSweeps,
                                             &kMeasureNetworks, &kMeasurePlans};

const measure_way_t *measure_way_at(size_t i) {
  return i < sizeof kWays / sizeof kWays[0] ? kWays[i] : NULL;
}

scenario_t *measure_scenario(const measured_t *m, evaluation_t *e, const cli_t *cli) {
  const size_t before = cli->sets.count;
  char *text = template_text(e, &m->scenario);
  char **own = calloc(m->sets + 1, sizeof *own);
  const char **every = calloc(before + m->sets + 1, sizeof *every);
  bool ok = text != NULL && own != NULL && every != NULL;
  if (text != NULL && !ok) {
    (void)memory_fail(e->error, "a scenario");
  }
  for (size_t i = 0; ok && i < before; i++) {
    every[i] = cli->sets.item[i];
  }
  for (size_t i = 0; ok && i < m->sets; i++) {
    own[i] = template_text(e, &m->set[i]);
    every[before + i] = own[i];
    ok = own[i] != NULL;
  }
  scenario_t *s =
      ok ? scenario_parse(text, strlen(text), m->paper, every, before + m->sets, e->error) : NULL;
  for (size_t i = 0; own != NULL && i < m->sets; i++) {
    free(own[i]);
  }
  free(own);
  free(every);
  free(text);
  return s;
}
