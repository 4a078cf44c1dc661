// series -- see series.h.

#include "cli/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/read_file.h"
#include "runs/results.h"
#include "runs/simulate.h"
#include "scenario/scenario_load.h"

enum { NAME = 256 + GRID_LABEL };

size_t series_count(const cli_t *cli) {
  const size_t topologies = cli->topologies.count;
  return cli->operands.count * (topologies > 0 ? topologies : 1);
}

static bool check_topologies(const string_list_t *t, noc_error_t *error) {
  for (size_t i = 0; i < t->count; i++) {
    for (size_t k = 0; k < i; k++) {
      if (strcmp(t->item[i], t->item[k]) == 0) {
        return noc_fail(error, NOC_BAD_INPUT,
                        "--topology" SAY_IS("'%.200s' a second time", "another topology"),
                        t->item[i]);
      }
    }
  }
  return true;
}

static void name_series(const series_t *one, const grid_t *grid, char name[NAME]) {
  char file[120];
  char point[GRID_LABEL] = "";
  const char *topology = one->topology != NULL ? one->topology : "";
  results_name(one->file, file, sizeof file);
  if (grid != NULL) {
    (void)grid_label(grid, one->point, point);
  }
  const bool differ = one->cli->operands.count > 1;
  const char *first = differ || (*topology == '\0' && *point == '\0') ? file : "";
  (void)snprintf(name, NAME, "%s%s%.120s%s%s", first,
                 *first != '\0' && *topology != '\0' ? ", " : "", topology,
                 (*first != '\0' || *topology != '\0') && *point != '\0' ? ", " : "", point);
}

static bool take_file(const cli_t *cli, const grid_t *grid, series_t one,
                      bool (*take)(void *, const series_t *, noc_error_t *), void *context,
                      noc_error_t *error) {
  char name[NAME];
  const size_t topologies = cli->topologies.count;
  one.name = name;
  for (size_t k = 0; k < (topologies > 0 ? topologies : 1); k++) {
    one.topology = topologies > 0 ? cli->topologies.item[k] : NULL;
    for (one.point = 0; one.point < (grid != NULL ? grid->points : 1); one.point++) {
      one.cli = grid != NULL ? &grid->point[one.point] : cli;
      name_series(&one, grid, name);
      if (!take(context, &one, error)) {
        return false;
      }
    }
  }
  return true;
}

bool series_each(const cli_t *cli, const grid_t *grid,
                 bool (*take)(void *context, const series_t *one, noc_error_t *error),
                 void *context, noc_error_t *error) {
  if (!check_topologies(&cli->topologies, error)) {
    return false;
  }
  for (size_t i = 0; i < cli->operands.count; i++) {
    series_t one = {.cli = cli, .file = cli->operands.item[i]};
    char *text = read_file(one.file, &one.length, error);
    one.text = text;
    const bool ok = text != NULL && take_file(cli, grid, one, take, context, error);
    free(text);
    if (!ok) {
      return false;
    }
  }
  return true;
}

// Whose messages a program sends: no command runs that, whatever else is wrong with it.
static bool refuse_external(const series_t *one, const char **sets, size_t count,
                            noc_error_t *error) {
  noc_error_t ignored;
  scenario_t *s = scenario_parse(one->text, one->length, one->file, sets, count, &ignored);
  const bool refused = s != NULL && s->workload == WORKLOAD_EXTERNAL && !simulate_check(s, error);
  scenario_free(s);
  return refused;
}

scenario_t *series_scenario(const series_t *one, const char *set, noc_error_t *error) {
  const string_list_t *before = &one->cli->sets;
  const char **sets = malloc((before->count + 2) * sizeof *sets);
  char *topology = NULL;
  scenario_t *s = NULL;
  size_t count = 0;
  if (sets == NULL ||
      (one->topology != NULL && asprintf(&topology, "topology=%s", one->topology) < 0)) {
    free(sets);
    (void)memory_fail(error, "the scenario");
    return NULL;
  }
  for (; count < before->count; count++) {
    sets[count] = before->item[count];
  }
  if (topology != NULL) {
    sets[count++] = topology;
  }
  if (set != NULL) {
    sets[count++] = set;
  }
  s = foreign_scenario_parse(one->text, one->length, one->file, sets, count, error);
  if (s == NULL || s->workload == WORKLOAD_EXTERNAL) {
    (void)refuse_external(one, sets, count - (set != NULL), error);
    scenario_free(s);
    s = NULL;
  }
  if (s == NULL && topology != NULL) {
    (void)simulate_blame_topology(one->topology, error);
  }
  free(topology);
  free(sets);
  return s;
}
