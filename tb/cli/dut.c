// dut -- `nocstep dut build MAP.yaml` and `nocstep dut guess FILE..`: somebody else's router, from
// a map of pins to roles.

#include "cli/dut.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "dut/plugin.h"
#include "foreign/guess.h"
#include "runs/cli.h"
#include "runs/output.h"

// ---- Build

// The smallest mesh that has all directions of the map. Maps that have numbers say nothing of it.
static bool choose_topology(const map_t *m, char *out, size_t size, noc_error_t *error) {
  uint32_t axes = m->network && m->all_nodes ? 2 : 0;
  unsigned locals = 0;
  for (size_t i = 0; i < m->ports; i++) {
    const map_port_t *p = &m->port[i];
    const uint32_t needs = p->direction == DIRECTION_CUBE ? p->index / 2 + 1 : 0;
    axes = needs > axes ? needs : axes;
    locals += p->direction == DIRECTION_LOCAL;
    if (p->direction == DIRECTION_NUMBER) {
      axes = 0;
      break;
    }
  }
  if (axes == 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "nocstep dut: " SAY_THERE_IS("no --topology", "one for the ports of %s"),
                    m->file);
  }
  static const char *const kMeshes[] = {"mesh:2", "mesh:2x2", "mesh:2x2x2"};
  (void)snprintf(out, size, locals > 1 ? "%s@%u" : "%s", kMeshes[axes - 1], locals);
  return true;
}

static topology_t *find_topology(const cli_t *cli, const char *file, noc_error_t *error) {
  char name[32] = "";
  if (cli->topology == NULL) {
    map_t *m = map_read(file, error);
    const bool ok = m != NULL && choose_topology(m, name, sizeof name, error);
    map_free(m);
    if (!ok) {
      return NULL;
    }
  }
  topology_t *t = topology_create(cli->topology != NULL ? cli->topology : name, error);
  if (t == NULL && strncmp(error->text, "column", strlen("column")) == 0) {
    const noc_error_t why = *error;
    (void)noc_fail(error, why.status, "--topology: %s", why.text);
  }
  if (t != NULL && t->routers > FOREIGN_MAX_ENDS) {
    (void)noc_fail(error, NOC_BAD_INPUT, "--topology" SAY_IS("%u routers", "up to %d, to be shown"),
                   t->routers, (int)FOREIGN_MAX_ENDS);
    topology_free(t);
    return NULL;
  }
  return t;
}

static unsigned count_models(const foreign_t *f) {
  unsigned models = 0;
  for (uint32_t i = 0; i < f->modules; i++) {
    bool known = false;
    for (uint32_t k = 0; k < i && !known; k++) {
      known = f->module[k].api == f->module[i].api;
    }
    models += !known;
  }
  return models;
}

static bool show(const cli_t *cli, const foreign_t *f, const topology_t *t, output_t *out,
                 noc_error_t *error) {
  dut_t d = {.foreign = f,
             .map = foreign_map(f),
             .topology = t,
             .module = &f->module[0],
             .models = count_models(f)};
  bool ok = foreign_owners(f, t, 0, &d.owners, error);
  if (ok && out != NULL) {
    ok = dut_json(&d, output_stream(out)) ||
         noc_fail(error, NOC_ENVIRONMENT, "out of memory for the result");
  }
  if (ok && !cli->quiet && !output_is_stdout(cli->json)) {
    dut_print(&d, stdout);
  }
  resolve_owners_free(&d.owners);
  return ok;
}

static bool build(const cli_t *cli, const topology_t *t, const char *file, output_t *out,
                  noc_error_t *error) {
  foreign_t *f = foreign_load(file, t, error);
  if (f == NULL) {
    noc_error_t ignored = {0};
    const foreign_api_t *api =
        error->status == NOC_BAD_INPUT && !cli->quiet && !output_is_stdout(cli->json)
            ? foreign_first(file, t, &ignored)
            : NULL;
    if (api != NULL) {
      dut_print_pins(api, stdout);
    }
    return false;
  }
  const bool ok = show(cli, f, t, out, error);
  foreign_free(f);
  return ok;
}

static bool build_map(const cli_t *cli, noc_error_t *error) {
  const char *file = cli->operands.item[1];
  output_t *out = NULL;
  topology_t *t = NULL;
  bool ok =
      cli->operands.count == 2 ||
      noc_fail(error, NOC_BAD_INPUT, "nocstep dut build: " SAY_THERE_IS("%zu files", "one map"),
               cli->operands.count - 1);
  if (ok && (cli->top != NULL || cli->includes.count > 0)) {
    ok = noc_fail(error, NOC_BAD_INPUT, "nocstep dut build: %s" SAY_IS("given", "in the map"),
                  cli->top != NULL ? "--top" : "--include");
  }
  ok = ok && (t = find_topology(cli, file, error)) != NULL;
  ok = ok && (cli->json == NULL || (out = output_open(cli->json, error)) != NULL);
  ok = ok && build(cli, t, file, out, error);
  if (ok && out != NULL) {
    ok = output_commit(out, error);
  } else {
    output_discard(out);
  }
  topology_free(t);
  return ok;
}

// ---- Guess

static bool guess(const cli_t *cli, noc_error_t *error) {
  if (cli->json != NULL || cli->topology != NULL) {
    return noc_fail(error, NOC_BAD_INPUT, "nocstep dut guess: %s" SAY_IS("given", "for build only"),
                    cli->json != NULL ? "--json" : "--topology");
  }
  const guess_files_t files = {.source = &cli->operands.item[1],
                               .sources = cli->operands.count - 1,
                               .include = cli->includes.item,
                               .includes = cli->includes.count};
  return guess_map(&files, cli->top, stdout, error);
}

int command_dut(const cli_t *cli) {
  noc_error_t error = {0};
  const char *word = cli->operands.item[0];
  plugin_quiet(cli->quiet);
  const bool is_build = strcmp(word, "build") == 0;
  bool ok = is_build || strcmp(word, "guess") == 0 ||
            noc_fail(&error, NOC_BAD_INPUT,
                     "nocstep dut: " SAY_THERE_IS("'%.60s'", "build or guess"), word);
  ok = ok && (is_build ? build_map(cli, &error) : guess(cli, &error));
  return ok ? NOC_OK : cli_report(&error);
}
