// topo -- `nocstep topo TOPOLOGY`: describes a topology by measured numbers and closed forms.

#include "cli/topo.h"

#include <math.h>
#include <string.h>

#include "analysis/drawing.h"
#include "analysis/graphml.h"
#include "cli/output.h"

// Beyond this diameter the bound says nothing of use.
enum { MOORE_DIAMETER = 3 };

// The most vertices a graph of this degree and diameter can have: 1 + d (1 + (d-1) + (d-1)^2 ..)
// (A. J. Hoffman, R. R. Singleton 1960).
static double moore_bound(double degree, double diameter) {
  double vertices = 1;
  double ring = degree;
  for (double i = 0; i < diameter && isfinite(vertices); i++) {
    vertices += ring;
    ring *= degree - 1;
  }
  return vertices;
}

enum { JSON, PLOT, DOT, GRAPHML, FILES };

// A file to be written, opened before the work.
typedef struct {
  const char *option;
  const char *path;  // NULL: not wanted
  output_t *out;
} file_t;

// Opens all; no two may be the same, and no name of a picture may be unclear.
static bool open_files(file_t file[FILES], noc_error_t *error) {
  if (file[PLOT].path != NULL && topo_plot_format(file[PLOT].path, error) == NULL) {
    return false;
  }
  for (size_t i = 0; i < FILES; i++) {
    for (size_t j = 0; j < i; j++) {
      if (file[i].path != NULL && file[j].path != NULL &&
          (strcmp(file[i].path, file[j].path) == 0 || output_same(file[i].path, file[j].path))) {
        return noc_fail(error, NOC_BAD_INPUT, "%s: found %.200s, as for %s; accepted another file",
                        file[i].option, file[i].path, file[j].option);
      }
    }
  }
  for (size_t i = 0; i < FILES; i++) {
    if (file[i].path != NULL && (file[i].out = output_open(file[i].path, error)) == NULL) {
      return false;
    }
  }
  return true;
}

static bool write_file(const topo_t *topo, file_t file[FILES], size_t i, noc_error_t *error) {
  FILE *out = output_stream(file[i].out);
  switch (i) {
    case PLOT:
      return topo_plot(topo->topology, topo_plot_format(file[i].path, error), out, error);
    case DOT:
      return drawing_write(topo->topology, out, error);
    case GRAPHML:
      return graphml_write(topo->topology, out, error);
    default:
      return topo_json(topo, out) ||
             noc_fail(error, NOC_ENVIRONMENT, "out of memory for the result");
  }
}

static bool measure(topo_t *topo, noc_error_t *error) {
  if (!measure_topology(topo->topology, &topo->measured, error)) {
    return false;
  }
  topology_forms(topo->topology, &topo->forms);
  const measure_t *m = &topo->measured;
  // Of routers that all have nodes and are close together; a sample knows no diameter.
  const bool bounded = topo->topology->nodes_per_router > 0 && m->method != MEASURE_SAMPLE &&
                       m->diameter > 0 && m->diameter <= MOORE_DIAMETER;
  topo->moore = bounded ? moore_bound(m->degree_max, m->diameter) : NAN;
  return true;
}

// Pictures come first: they are refused sooner than numbers are there. All files appear, or none.
static bool describe(const cli_t *cli, topo_t *topo, file_t file[FILES], noc_error_t *error) {
  bool to_stdout = false;
  bool ok = open_files(file, error);
  for (size_t left = FILES; ok && left > 0; left--) {
    const size_t i = left - 1;
    to_stdout = to_stdout || output_is_stdout(file[i].path);
    ok = i != JSON || measure(topo, error);
    ok = ok && (file[i].path == NULL || write_file(topo, file, i, error));
  }
  for (size_t i = 0; i < FILES; i++) {
    if (ok && file[i].out != NULL) {
      ok = output_commit(file[i].out, error);
    } else {
      output_discard(file[i].out);
    }
  }
  if (ok && !cli->quiet && !to_stdout) {
    topo_print(topo, stdout);
  }
  return ok;
}

int command_topo(const cli_t *cli) {
  noc_error_t error = {0};
  topology_t *t = topology_create(cli->operands.item[0], &error);
  if (t == NULL) {
    // A fault in the string has its column; one in a file has its place in the file.
    if (strncmp(error.text, "column", strlen("column")) == 0) {
      const noc_error_t why = error;
      (void)noc_fail(&error, why.status, "topology: %s", why.text);
    }
    return cli_report(&error);
  }
  topo_t topo = {.topology = t};
  file_t file[FILES] = {[JSON] = {"--json", cli->json, NULL},
                        [PLOT] = {"--plot", cli->plot, NULL},
                        [DOT] = {"--dot", cli->dot, NULL},
                        [GRAPHML] = {"--graphml", cli->graphml, NULL}};
  const bool ok = describe(cli, &topo, file, &error);
  topology_free(t);
  return ok ? NOC_OK : cli_report(&error);
}
