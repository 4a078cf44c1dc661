// topo -- `nocstep topo TOPOLOGY`: describes a topology by measured numbers and closed forms.

#include "cli/topo.h"

#include <math.h>
#include <string.h>

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

static bool write_json(const topo_t *topo, const char *path, noc_error_t *error) {
  output_t *out = output_open(path, error);
  if (out == NULL) {
    return false;
  }
  if (!topo_json(topo, output_stream(out))) {
    output_discard(out);
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for the result");
  }
  return output_commit(out, error);
}

static bool describe(const cli_t *cli, topo_t *topo, noc_error_t *error) {
  if (!measure_topology(topo->topology, &topo->measured, error)) {
    return false;
  }
  topology_forms(topo->topology, &topo->forms);
  const measure_t *m = &topo->measured;
  // Of routers that all have nodes and are close together; a sample knows no diameter.
  const bool bounded = topo->topology->nodes_per_router > 0 && m->method != MEASURE_SAMPLE &&
                       m->diameter > 0 && m->diameter <= MOORE_DIAMETER;
  topo->moore = bounded ? moore_bound(m->degree_max, m->diameter) : NAN;
  if (cli->json != NULL && !write_json(topo, cli->json, error)) {
    return false;
  }
  if (!cli->quiet && !output_is_stdout(cli->json)) {
    topo_print(topo, stdout);
  }
  return true;
}

int command_topo(const cli_t *cli) {
  noc_error_t error = {0};
  topology_t *t = topology_create(cli->operands.item[0], &error);
  if (t == NULL) {
    noc_error_t why = error;
    (void)noc_fail(&error, why.status, "topology: %s", why.text);
    return cli_report(&error);
  }
  topo_t topo = {.topology = t};
  const bool ok = describe(cli, &topo, &error);
  topology_free(t);
  return ok ? NOC_OK : cli_report(&error);
}
