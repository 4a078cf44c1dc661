// sweep -- `nocstep sweep SCENARIO...`: runs scenarios at many loads, each with all topologies that
// are asked for, then searches the load at which each network saturates; see curves.h.

#include "cli/sweep.h"

#include "cli/plot.h"
#include "cli/results.h"
#include "cli/series.h"

static const range_t kLoads = {50000, 50000, 950000};

static bool take(void *context, const series_t *one, noc_error_t *error) {
  curves_t *all = context;
  char load[BATCH_SET];
  curves_set_load(load, all->loads.from);
  scenario_t *s = series_scenario(one, load, error);
  if (s == NULL) {
    return false;
  }
  const bool ok = curves_add(all, s, one->name, one->topology);
  *error = all->error;
  return ok;
}

// Networks that are compared are all there before the first one runs.
static bool load_curves(curves_t *all) {
  noc_error_t error = {0};
  const bool ok = series_each(all->cli, take, all, &error);
  all->error = error;
  return ok && (all->count < 2 || curves_check(all));
}

static bool write_json(const void *curves, FILE *out) {
  return sweep_json(curves, out);
}

static bool write_csv(const void *curves, FILE *out) {
  sweep_csv(curves, out);
  return true;
}

static void write_table(const void *curves, FILE *out) {
  sweep_table(curves, out);
}

static void show_scenarios(const curves_t *all) {
  for (size_t i = 0; i < all->count && all->cli->verbose; i++) {
    (void)scenario_write_yaml(all->curve[i].scenario, stderr);
  }
}

int command_sweep(const struct cli *cli) {
  curves_t all = {.cli = cli, .command = "sweep", .loads = cli->load.step > 0 ? cli->load : kLoads};
  results_t results = {.json = write_json,
                       .csv = write_csv,
                       .table = write_table,
                       .plot = {SWEEP_PLOT_HEIGHT, sweep_plot, &all},
                       .context = &all};
  figure_t *figure = NULL;
  int status = NOC_OK;
  if (load_curves(&all) && results_open(cli, &results, &all.error)) {
    show_scenarios(&all);
    curves_run(&all, true);
    if (all.error.status != NOC_OK) {
      status = cli_report(&all.error);
    }
    if (all.count > 1 && cli->plots.count > 0) {
      figure = sweep_figure(&all);
      results.plot = (plot_t){figure_height(figure), figure_write, figure};
    }
    results.empty = curves_empty(&all);
    if (status != NOC_BAD_INPUT) {
      const int written = results_write(cli, &results);
      status = status == NOC_OK ? written : status;
    }
  } else {
    status = cli_report(&all.error);
  }
  results_close(&results);
  figure_free(figure);
  curves_free(&all);
  return status;
}
