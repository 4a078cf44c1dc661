// plan -- `nocstep plan ALGORITHM --topology T`: the plan of a parallel algorithm as GOAL text, for
// workload.plan; what it has as a line, and as JSON, "nocstep.plan/1".

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "algorithm/algorithm.h"
#include "cli/command.h"
#include "runs/cli.h"
#include "runs/output.h"

enum { BYTE_BITS = 8 };  // in place of those of a flit

typedef struct {
  const char *name;  // of the algorithm
  algorithm_size_t size;
  const plan_t *plan;
  uint32_t messages;
} made_t;

static bool write_json(const made_t *a, FILE *out) {
  char name[256];
  json_t *root = json_pack(
      "{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "schema", "nocstep.plan/1", "algorithm",
      a->name, "topology", topology_plain_name(a->size.grid, name, sizeof name), "ranks",
      (json_int_t)a->size.grid->nodes, "bytes", (json_int_t)a->size.block, "compute",
      (json_int_t)a->size.cycles, "rounds", (json_int_t)a->size.rounds, "messages",
      (json_int_t)a->messages, "operations", (json_int_t)a->plan->ops);
  const bool ok = root != NULL && json_dumpf(root, out, JSON_INDENT(2)) == 0;
  json_decref(root);
  return ok && fputc('\n', out) != EOF;
}

// Both are opened before anything is written.
static bool write_files(const made_t *a, const char *plan, const char *json, noc_error_t *error) {
  if (json != NULL && (strcmp(plan, json) == 0 || output_same(plan, json))) {
    return noc_fail(error, NOC_BAD_INPUT, "--json" SAY_IS("%.200s, as for --out", "another file"),
                    json);
  }
  output_t *out = output_open(plan, error);
  output_t *result = out != NULL && json != NULL ? output_open(json, error) : NULL;
  bool ok = out != NULL && (json == NULL || result != NULL);
  if (ok && (!plan_write_goal(a->plan, BYTE_BITS, output_stream(out)) ||
             (result != NULL && !write_json(a, output_stream(result))))) {
    ok = noc_fail(error, NOC_ENVIRONMENT, "out of memory for the plan");
  }
  if (!ok) {
    output_discard(out);
    output_discard(result);
    return false;
  }
  ok = output_commit(out, error);
  if (ok && result != NULL) {
    return output_commit(result, error);
  }
  output_discard(result);
  return ok;
}

static bool make(const cli_t *cli, const algorithm_t *algorithm, const topology_t *grid,
                 noc_error_t *error) {
  made_t a = {.name = algorithm->name,
              .size = {.grid = grid,
                       .block = (uint32_t)cli->block_bytes,
                       .cycles = (uint32_t)cli->compute,
                       .rounds = (uint32_t)cli->rounds}};
  plan_t *plan = algorithm_plan(algorithm, &a.size, error);
  if (plan == NULL) {
    return noc_is_keyless(error) && noc_fail_key(error, NULL, "--topology");
  }
  for (uint32_t i = 0; i < plan->ops; i++) {
    a.messages += plan->op[i].kind == PLAN_SEND;
  }
  a.plan = plan;
  const char *out = cli->out != NULL ? cli->out : "-";
  const bool ok = write_files(&a, out, cli->json, error);
  if (ok && !cli->quiet && !output_is_stdout(out) && !output_is_stdout(cli->json)) {
    (void)printf("%s: %s of %u ranks, %u messages of %u bytes, %u operations\n", out, a.name,
                 grid->nodes, a.messages, a.size.block, plan->ops);
  }
  plan_free(plan);
  return ok;
}

static bool find_and_make(const cli_t *cli, noc_error_t *error) {
  const algorithm_t *algorithm = algorithm_find(cli->operands.item[0], error);
  if (algorithm == NULL) {
    const noc_error_t why = *error;
    return noc_fail(error, why.status, "nocstep plan: %s", why.text);
  }
  if (cli->topology == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "nocstep plan: " SAY_THERE_IS("no --topology", "--topology T"));
  }
  topology_t *grid = topology_create(cli->topology, error);
  if (grid == NULL) {
    return error->status == NOC_BAD_INPUT && noc_fail_key(error, NULL, "--topology");
  }
  const bool ok = make(cli, algorithm, grid, error);
  topology_free(grid);
  return ok;
}

int command_plan(const cli_t *cli) {
  noc_error_t error = {0};
  return find_and_make(cli, &error) ? NOC_OK : cli_report(&error);
}
