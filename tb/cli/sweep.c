// sweep -- `nocstep sweep SCENARIO...`: runs scenarios at many loads, each with all topologies that
// are asked for and all combinations of a grid, then searches the load at which each network
// saturates; see curves.h.

#include "cli/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/command.h"
#include "cli/series.h"
#include "runs/plot.h"
#include "runs/results.h"
#include "scenario/scenario_load.h"

static const range_t kLoads = {50000, 50000, 950000};

// A combination that is left out, and why.
static bool refuse(sweep_t *all, size_t point, const char *name, noc_error_t *why) {
  sweep_refused_t *more = realloc(all->refused, (all->n_refused + 1) * sizeof *more);
  if (more == NULL) {
    return memory_fail(why, "the combinations");
  }
  all->refused = more;
  more[all->n_refused] =
      (sweep_refused_t){.point = point, .name = strdup(name), .why = strdup(why->text)};
  const sweep_refused_t *one = &more[all->n_refused++];
  if (one->name == NULL || one->why == NULL) {
    return memory_fail(why, "the combinations");
  }
  *why = (noc_error_t){0};
  return true;
}

static bool add_curve(sweep_t *all, const series_t *one, scenario_t *s, noc_error_t *error) {
  curves_t *curves = &all->curves;
  size_t *more = realloc(all->point, (curves->count + 1) * sizeof *more);
  if (more == NULL) {
    scenario_free(s);
    return memory_fail(error, "the curves");
  }
  all->point = more;
  more[curves->count] = one->point;
  const size_t before = curves->count;
  const cli_t *cli = all->grid.axes > 0 ? one->cli : curves->cli;
  const bool ok = curves_add(curves, cli, s, one->name, one->topology);
  *error = curves->error;
  if (!ok && curves->count > before) {
    curves_drop(curves, before);
  }
  return ok;
}

static bool take(void *context, const series_t *one, noc_error_t *error) {
  sweep_t *all = context;
  char load[BATCH_SET];
  curves_set_load(load, all->curves.loads.from);
  scenario_t *s = series_scenario(one, load, error);
  if (s == NULL) {
    curves_blame_load(one->file, all->curves.loads.from, error);
  }
  if (s != NULL && add_curve(all, one, s, error)) {
    return true;
  }
  all->curves.error = (noc_error_t){0};
  return all->grid.axes > 0 && error->status == NOC_BAD_INPUT &&
         refuse(all, one->point, one->name, error);
}

// Networks of a grid that cannot be built are left out like those that the scenario refuses.
static bool check_grid(sweep_t *all, simulate_depth_t depth, noc_error_t *error) {
  curves_t *curves = &all->curves;
  noc_error_t *why = calloc(curves->count + 1, sizeof *why);
  if (why == NULL) {
    return memory_fail(error, "the combinations");
  }
  bool ok = curves_check_each(curves, depth, why);
  if (!ok) {
    *error = curves->error;
  }
  for (size_t i = curves->count; ok && i-- > 0;) {
    if (why[i].status == NOC_BAD_INPUT) {
      ok = refuse(all, all->point[i], curves->curve[i].name, &why[i]);
      curves_drop(curves, i);
      memmove(&all->point[i], &all->point[i + 1], (curves->count - i) * sizeof *all->point);
    } else if (why[i].status != NOC_OK) {
      *error = why[i];
      ok = false;
    }
  }
  free(why);
  return ok;
}

static bool has_value(const sweep_t *all, size_t key, const char *value) {
  for (size_t i = 0; i < all->curves.count; i++) {
    if (strcmp(grid_value(&all->grid, all->point[i], key), value) == 0) {
      return true;
    }
  }
  return false;
}

// A value that no combination takes is a mistake.
static bool check_values(const sweep_t *all, noc_error_t *error) {
  for (size_t i = 0; i < all->n_refused; i++) {
    const sweep_refused_t *one = &all->refused[i];
    for (size_t k = 0; k < all->grid.keys; k++) {
      const char *value = grid_value(&all->grid, one->point, k);
      if (all->grid.key[k].values > 1 && !has_value(all, k, value)) {
        return noc_fail(error, NOC_BAD_INPUT, "%s: %s", one->name, one->why);
      }
    }
  }
  return true;
}

// Networks that are compared are all there before the first one runs.
static bool load_curves(sweep_t *all) {
  curves_t *curves = &all->curves;
  noc_error_t error = {0};
  bool ok = physical_read(curves->cli, &all->physical, &error) &&
            grid_read(curves->cli, &all->grid, &error) &&
            series_each(curves->cli, &all->grid, take, all, &error);
  if (ok && all->grid.axes > 0) {
    ok = check_values(all, &error);
    for (simulate_depth_t depth = SIMULATE_CHECK; ok && depth <= SIMULATE_BUILD; depth++) {
      ok = check_grid(all, depth, &error) && check_values(all, &error);
    }
  }
  curves->error = error;
  return ok && (all->grid.axes > 0 || curves_check(curves));
}

static bool write_json(const void *sweep, FILE *out) {
  return sweep_json(sweep, out);
}

static bool write_csv(const void *sweep, FILE *out) {
  sweep_csv(sweep, out);
  return true;
}

static void write_table(const void *sweep, FILE *out) {
  sweep_table(sweep, out);
}

static void show_scenarios(const curves_t *all) {
  for (size_t i = 0; i < all->count && all->cli->verbose; i++) {
    (void)scenario_write_yaml(all->curve[i].scenario, stderr);
  }
}

static void sweep_free(sweep_t *all) {
  curves_free(&all->curves);
  for (size_t i = 0; i < all->n_refused; i++) {
    free(all->refused[i].name);
    free(all->refused[i].why);
  }
  free(all->refused);
  free(all->point);
  grid_free(&all->grid);
}

int command_sweep(const struct cli *cli) {
  sweep_t all = {.curves = {.cli = cli,
                            .command = "sweep",
                            .loads = cli->load.step > 0 ? cli->load : kLoads,
                            .multicasts = cli->multicasts}};
  curves_t *curves = &all.curves;
  results_t results = {.json = write_json,
                       .csv = write_csv,
                       .table = write_table,
                       .plot = {SWEEP_PLOT_HEIGHT, sweep_plot, curves, 0},
                       .context = &all};
  figure_t *figure = NULL;
  int status = NOC_OK;
  if (load_curves(&all) && results_open(cli, &results, &curves->error)) {
    show_scenarios(curves);
    curves_run(curves, true);
    if (curves->error.status != NOC_OK) {
      status = cli_report(&curves->error);
    }
    if (curves->count > 1 && cli->plots.count > 0) {
      figure = sweep_figure(curves);
      results.plot = (plot_t){figure_height(figure), figure_write, figure, figure_width(figure)};
    }
    results.empty = curves_empty(curves);
    if (status != NOC_BAD_INPUT) {
      const int written = results_write(cli, &results);
      status = status == NOC_OK ? written : status;
    }
  } else {
    status = cli_report(&curves->error);
  }
  results_close(&results);
  figure_free(figure);
  sweep_free(&all);
  return status;
}
