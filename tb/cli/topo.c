// topo -- `nocstep topo TOPOLOGY`: describes a topology by measured numbers and closed forms.

#include "cli/topo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/drawing.h"
#include "analysis/graphml.h"
#include "cli/command.h"
#include "routing/dependencies_worms.h"
#include "runs/output.h"

// Beyond this diameter the bound says nothing of use.
enum { MOORE_DIAMETER = 3 };

typedef enum { FILE_JSON, FILE_DOT, FILE_GRAPHML, FILE_PLOT } file_kind_t;

// A file to be written, opened before the work.
typedef struct {
  file_kind_t kind;
  const char *option;
  const char *path;
  output_t *out;
} file_t;

typedef struct {
  file_t *file;
  size_t count;
  bool to_stdout;  // one of them is standard output
} files_t;

static void add_file(files_t *f, file_kind_t kind, const char *option, const char *path) {
  if (path != NULL) {
    f->file[f->count++] = (file_t){kind, option, path, NULL};
    f->to_stdout = f->to_stdout || output_is_stdout(path);
  }
}

static bool list_files(const cli_t *cli, files_t *f, noc_error_t *error) {
  f->file = calloc(cli->plots.count + FILE_PLOT, sizeof *f->file);
  if (f->file == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  }
  add_file(f, FILE_JSON, "--json", cli->json);
  add_file(f, FILE_DOT, "--dot", cli->dot);
  add_file(f, FILE_GRAPHML, "--graphml", cli->graphml);
  for (size_t i = 0; i < cli->plots.count; i++) {
    add_file(f, FILE_PLOT, "--plot", cli->plots.item[i]);
  }
  return true;
}

// Opens all; no two may be the same, and the name of a picture says its format.
static bool open_files(const files_t *f, noc_error_t *error) {
  for (size_t i = 0; i < f->count; i++) {
    file_t *file = &f->file[i];
    if (file->kind == FILE_PLOT && topo_plot_format(file->path, error) == NULL) {
      return false;
    }
    for (const file_t *other = f->file; other < file; other++) {
      if (strcmp(file->path, other->path) == 0 || output_same(file->path, other->path)) {
        return noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("%.200s, as for %s", "another file"),
                        file->option, file->path, other->option);
      }
    }
    file->out = output_open(file->path, error);
    if (file->out == NULL) {
      return false;
    }
  }
  return true;
}

static bool write_file(const topo_t *topo, const file_t *file, noc_error_t *error) {
  FILE *out = output_stream(file->out);
  switch (file->kind) {
    case FILE_JSON:
      return topo_json(topo, out) ||
             noc_fail(error, NOC_ENVIRONMENT, "out of memory for the result");
    case FILE_DOT:
      return drawing_write(topo->topology, out, error);
    case FILE_GRAPHML:
      return graphml_write(topo->topology, out, error);
    case FILE_PLOT:
      break;
  }
  return topo_plot(topo->topology, topo_plot_format(file->path, error), out, error);
}

static bool measure(topo_t *topo, noc_error_t *error) {
  if (!measure_topology(topo->topology, &topo->measured, error)) {
    return false;
  }
  topology_forms(topo->topology, &topo->forms);
  const measure_t *m = &topo->measured;
  // The Moore bound is for routers that all have nodes and are close together; a sample knows no
  // diameter.
  const bool bounded = topo->topology->nodes_per_router > 0 && m->method != MEASURE_SAMPLE &&
                       m->diameter > 0 && m->diameter <= MOORE_DIAMETER;
  topo->moore = bounded ? measure_moore(m->degree_max, m->diameter) : NAN;
  return true;
}

// The routing that is asked for, else the topology's own. What is wrong in a file has its place.
static bool choose_routing(const cli_t *cli, topo_t *topo, noc_error_t *error) {
  topo->routing = routing_create(topo->topology, cli->routing, cli->routes, cli->adaptive, error);
  if (topo->routing == NULL) {
    return noc_is_keyless(error) && noc_fail_key(error, NULL, "routing");
  }
  if (cli->classes > topo->routing->classes) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--classes" SAY_IS("%llu", "1 to %u, which routing %s needs"),
                    (unsigned long long)cli->classes, topo->routing->classes, topo->routing->name);
  }
  if (topo->routing->groups_by_class && cli->classes > 0 && cli->classes < topo->routing->classes) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--classes" SAY_IS("%llu", "%u, which have groups of their own"),
                    (unsigned long long)cli->classes, topo->routing->classes);
  }
  return true;
}

static bool find_dependencies(const cli_t *cli, topo_t *topo, noc_error_t *error) {
  dependencies_t *d = &topo->dependencies;
  const measure_t *m = &topo->measured;
  if (!dependencies_find(topo->routing, (unsigned)cli->classes, d, error)) {
    return false;
  }
  topo->route_exact = d->method == DEPENDENCIES_ENUMERATION;
  // Shortest routes are as long as the distances, which may be known where routes are sampled.
  if (!topo->route_exact && topo->routing->shortest && m->method != MEASURE_SAMPLE) {
    d->mean_route = m->mean_distance;
    topo->route_exact = true;
  }
  return true;
}

// The same with worms, which branch.
static bool find_worms(const cli_t *cli, topo_t *topo, noc_error_t *error) {
  const unsigned classes = topo->dependencies.classes;
  const bool trees = cli->worms != NULL && strcmp(cli->worms, "path") != 0;
  const bool paths = cli->worms != NULL && strcmp(cli->worms, "tree") != 0;
  worm_routes_t ways = {0};
  const bool ok =
      cli->worms == NULL || ((!trees || worm_routes_create(&ways, topo->routing, classes, error)) &&
                             dependencies_worms(topo->routing, classes, trees ? &ways : NULL, paths,
                                                &topo->worms, error));
  topo->worm_kind = cli->worms;
  worm_routes_free(&ways);
  return ok || noc_fail_key(error, NULL, "--worms");
}

static bool find_messages(const cli_t *cli, topo_t *topo, noc_error_t *error) {
  topo->has_messages = cli->messages != NULL;
  return !topo->has_messages ||
         messages_find(topo->topology, cli->messages, &topo->messages, error) ||
         (noc_is_keyless(error) && noc_fail_key(error, NULL, "--messages"));
}

// Pictures and messages come first: they are refused before the numbers are worked out. Files
// appear when all is there.
static bool describe(const cli_t *cli, topo_t *topo, const files_t *f, noc_error_t *error) {
  bool ok = choose_routing(cli, topo, error) && open_files(f, error);
  for (size_t i = 0; ok && i < f->count; i++) {
    ok = f->file[i].kind == FILE_JSON || write_file(topo, &f->file[i], error);
  }
  ok = ok && find_messages(cli, topo, error) && measure(topo, error) &&
       find_dependencies(cli, topo, error) && find_worms(cli, topo, error);
  for (size_t i = 0; ok && i < f->count; i++) {
    ok = f->file[i].kind != FILE_JSON || write_file(topo, &f->file[i], error);
  }
  for (size_t i = 0; i < f->count; i++) {
    if (ok) {
      ok = output_commit(f->file[i].out, error);
    } else {
      output_discard(f->file[i].out);
    }
  }
  if (ok && !cli->quiet && !f->to_stdout) {
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
  files_t files = {0};
  const bool ok = list_files(cli, &files, &error) && describe(cli, &topo, &files, &error);
  free(files.file);
  dependencies_free(&topo.dependencies);
  dependencies_free(&topo.worms);
  routing_free(topo.routing);
  topology_free(t);
  return ok ? NOC_OK : cli_report(&error);
}
