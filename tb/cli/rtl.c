// rtl -- `nocstep rtl SCENARIO`: the scenario's network as a module in SystemVerilog, for a design
// of the user's own; what it is made of as a line, and as JSON, "nocstep.rtl/1".

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "cli/command.h"
#include "dut/plugin.h"
#include "network/bank.h"
#include "runs/cli.h"
#include "runs/network_rtl.h"
#include "runs/output.h"
#include "runs/systemverilog.h"
#include "scenario/scenario_load.h"
#include "sim/nocstep.h"
#include "sim/sim.h"

static const char kDefaultModule[] = "noc_network";

// The network is asked what it is made of, and never runs: golden models, whatever run.router says.
static bank_t *golden(const char *kind, const bank_config_t *config, void *context,
                      noc_error_t *error) {
  (void)kind;
  (void)context;
  return bank_ref_create(config, error);
}

static bool check_module(const char *module, noc_error_t *error) {
  if (!systemverilog_is_name(module)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--module" SAY_IS("'%.80s'",
                                      "letters, digits and '_', up to %d, no digit first and no "
                                      "reserved word"),
                    module, (int)SYSTEMVERILOG_NAME - 1);
  }
  return !plugin_is_module(module) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--module" SAY_IS("%s", "a name that no module of rtl/ has"), module);
}

// The key that asks for what no module has: a scheme, or else a plan.
static const char *key_of(const scenario_t *s) {
  return s->workload == WORKLOAD_PLAN ? "workload.plan" : "workload.scheme";
}

static bool check_shape(const sim_t *s, noc_error_t *error) {
  const char *obstacle = network_rtl_obstacle(network_shape(s->network));
  const scenario_t *scenario = s->scenario;
  return obstacle == NULL ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%s: %s" SAY_IS("one for which %s", "one without worms, coding and forwarding"),
                  scenario->file, key_of(scenario), obstacle);
}

static bool build(const cli_t *cli, sim_t *s) {
  s->scenario = scenario_load(cli->operands.item[0], cli->sets.item, cli->sets.count, &s->error);
  if (s->scenario == NULL) {
    return false;
  }
  if (s->scenario->dut.path != NULL) {
    return noc_fail(&s->error, NOC_BAD_INPUT,
                    "%s: run.dut" SAY_IS("given", "left out: the routers are nocstep's own"),
                    s->scenario->file);
  }
  if (scenario_clocks_links(s->scenario)) {
    return noc_fail(
        &s->error, NOC_BAD_INPUT,
        "%s: link.clock_ratio" SAY_IS("given", "1: a network as a module has one clock"),
        s->scenario->file);
  }
  return sim_read(s) && sim_build(s) && check_shape(s, &s->error);
}

// For the top of the file: how it was made, and the scenario with all its keys.
static char *about(const scenario_t *s) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  if (out == NULL) {
    return NULL;
  }
  bool ok =
      fprintf(out, "Made by nocstep %s (nocstep rtl) from this scenario:\n\n", NOCSTEP_VERSION) > 0;
  ok = scenario_write_yaml(s, out) && ok;
  ok = fclose(out) == 0 && ok;
  if (!ok) {
    free(text);
    return NULL;
  }
  return text;
}

static json_t *result(const sim_t *s, const char *module) {
  const topology_t *t = network_topology(s->network);
  const noc_shape_t *shape = network_shape(s->network);
  char name[256];
  return json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:b, s:I, s:I}", "schema", "nocstep.rtl/1",
                   "module", module, "topology", topology_plain_name(t, name, sizeof name),
                   "routing", network_routing(s->network)->name, "nodes", (json_int_t)t->nodes,
                   "routers", (json_int_t)t->routers, "tables", shape->routing == ROUTE_TABLE,
                   "address_bits", (json_int_t)shape->addr_w, "first_data_bit",
                   (json_int_t)shape->data_lsb);
}

typedef struct {
  const char *module, *path, *json;
} wanted_t;

// The module as text; NULL with *error filled.
static char *module_text(const sim_t *s, const char *name, noc_error_t *error) {
  char *scenario = about(s->scenario);
  char *text = NULL;
  size_t size = 0;
  FILE *out = scenario != NULL ? memory_stream(&text, &size) : NULL;
  const network_rtl_t module = {name, scenario};
  bool ok = out != NULL || memory_fail(error, "the module");
  ok = ok && network_rtl_write(s->network, &module, out, error);
  if (out != NULL && fclose(out) != 0) {
    ok = ok && memory_fail(error, "the module");
  }
  free(scenario);
  // Tools take the name of a module for that of what is in it.
  if (ok && systemverilog_count(text, name) > 1) {
    ok = noc_fail(error, NOC_BAD_INPUT, "--module" SAY_IS("%s", "a name that nothing in it has"),
                  name);
  }
  if (!ok) {
    free(text);
    return NULL;
  }
  return text;
}

// Both are opened before anything is written.
static bool write_files(sim_t *s, const wanted_t *w, noc_error_t *error) {
  output_t *out = output_open(w->path, error);
  output_t *json = out != NULL && w->json != NULL ? output_open(w->json, error) : NULL;
  bool ok = out != NULL && (w->json == NULL || json != NULL);
  char *text = ok ? module_text(s, w->module, error) : NULL;
  if (text == NULL) {
    output_discard(out);
    output_discard(json);
    return false;
  }
  (void)fputs(text, output_stream(out));  // output_commit() says if that fails
  free(text);
  ok = output_commit(out, error);
  if (ok && json != NULL) {
    return output_commit_json(json, result(s, w->module), error);
  }
  output_discard(json);
  return ok;
}

static void print(const sim_t *s, const wanted_t *w) {
  const topology_t *t = network_topology(s->network);
  const bool tables = network_shape(s->network)->routing == ROUTE_TABLE;
  char name[256];
  (void)printf("%s: module %s, %s, %u routers%s, %u nodes\n", w->path, w->module,
               topology_plain_name(t, name, sizeof name), t->routers, tables ? " with tables" : "",
               t->nodes);
}

int command_rtl(const cli_t *cli) {
  const wanted_t wanted = {.module = cli->module != NULL ? cli->module : kDefaultModule,
                           .path = cli->out != NULL ? cli->out : "-",
                           .json = cli->json};
  sim_t s = {.factory = golden, .sends = true};
  bool ok = true;
  if (wanted.json != NULL &&
      (strcmp(wanted.path, wanted.json) == 0 || output_same(wanted.path, wanted.json))) {
    ok = noc_fail(&s.error, NOC_BAD_INPUT, "--json" SAY_IS("%.200s, as for --out", "another file"),
                  wanted.json);
  }
  ok = ok && check_module(wanted.module, &s.error) && build(cli, &s);
  if (!ok && s.scenario != NULL) {
    scenario_locate(s.scenario, &s.error);
  }
  if (ok && cli->verbose) {
    (void)scenario_write_yaml(s.scenario, stderr);
  }
  ok = ok && write_files(&s, &wanted, &s.error);
  if (ok && !cli->quiet && !output_is_stdout(wanted.path) && !output_is_stdout(cli->json)) {
    print(&s, &wanted);
  }
  const int status = ok ? NOC_OK : cli_report(&s.error);
  sim_free(&s);
  return status;
}
