// replay -- `nocstep replay BUNDLE`: the router or interface of a failure alone, on the inputs that
// the bundle has, or that waves have (--from).

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "cli/bundle.h"
#include "cli/command.h"
#include "dut/plugin.h"
#include "lockstep/wave_read.h"
#include "runs/cli.h"
#include "runs/output.h"
#include "runs/pin_file.h"

static void print_result(const inputs_t *s, const bank_mismatch_t *m, const culprit_t *c,
                         const char *assertion, size_t clocks) {
  (void)printf("replay       %s alone, %zu clocks\n", s->place, clocks);
  if (m == NULL) {
    (void)printf("result       pass\n");
    return;
  }
  bundle_print_mismatch(s, m, c, stdout);
  if (assertion != NULL) {
    (void)printf("assertion    %s\n", assertion);
  }
}

static bool write_json(const inputs_t *s, const bank_mismatch_t *m, const culprit_t *c,
                       size_t clocks, output_t *out, noc_error_t *error) {
  json_t *root =
      json_pack("{s:s, s:s, s:s, s:I}", "schema", "nocstep.replay/1", "result",
                m != NULL ? "mismatch" : "pass", "place", s->place, "clocks", (json_int_t)clocks);
  if (root == NULL ||
      (m != NULL && json_object_set_new(root, "mismatch", bundle_mismatch_json(s, m, c)) != 0)) {
    json_decref(root);
    root = NULL;
  }
  return output_commit_json(out, root, error);
}

typedef struct {
  inputs_t inputs;
  alone_t *alone;
  bank_mismatch_t mismatch;
  culprit_t culprit;
  size_t clocks;
  bool same;
} replay_t;

static bool do_replay(const cli_t *cli, replay_t *r, noc_error_t *error) {
  if ((cli->wave != NULL && !output_check(cli->wave, error)) ||
      (cli->rtl != NULL && !plugin_replace(cli->rtl, error)) ||
      (r->alone = alone_create(&r->inputs, error)) == NULL) {
    return false;
  }
  if (!alone_begin(r->alone)) {
    return noc_fail(error, NOC_ENVIRONMENT, "no memory for a replay");
  }
  if (cli->wave != NULL) {
    if (!alone_waves(r->alone, &r->inputs, cli->until, cli->wave, &r->mismatch, &r->clocks,
                     &r->same, error)) {
      return false;
    }
  } else {
    r->same = alone_all(r->alone, &r->inputs, cli->until, &r->mismatch, &r->clocks);
  }
  if (!r->same) {
    bundle_culprit(&r->inputs, cli->quiet, &r->culprit);
  }
  return true;
}

// True, with the error, of a file that is read and is to be written too.
static bool is_output(const cli_t *cli, const char *option, const char *file, noc_error_t *error) {
  const bool wave = cli->wave != NULL && output_same(cli->wave, file);
  const bool json = cli->json != NULL && output_same(cli->json, file);
  if (wave || json) {
    (void)noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("%.200s, as for %s", "another file"),
                   wave ? "--wave" : "--json", file, option);
  }
  return wave || json;
}

// The inputs of waves of anybody.
static bool read_pins(const cli_t *cli, inputs_t *s, noc_error_t *error) {
  pin_file_t f;
  const bool ok =
      pin_file_read(&f, cli->pins, s, error) && wave_pins_read(cli->from, &f.pins, s, error);
  pin_file_free(&f);
  if (!ok) {
    inputs_free(s);
  }
  return ok;
}

// The inputs of a bundle, or of a scope of waves.
static bool read_inputs(const cli_t *cli, inputs_t *s, noc_error_t *error) {
  const bool bundle = cli->operands.count > 0;
  if (bundle == (cli->from != NULL)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "replay: " SAY_THERE_IS("%s", "BUNDLE or --from FILE.fst"),
                    bundle ? "BUNDLE and --from" : "neither a bundle nor waves");
  }
  if (cli->scope != NULL && cli->pins != NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "replay: " SAY_THERE_IS("--scope and --pins", "one of the two"));
  }
  const char *where = cli->pins != NULL ? "pins" : "scope";
  if ((cli->from != NULL) != (cli->scope != NULL || cli->pins != NULL)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "replay: " SAY_THERE_IS("--%s without --%s", "both, or a BUNDLE"),
                    cli->from != NULL ? "from" : where, cli->from != NULL ? where : "from");
  }
  if (bundle) {
    return bundle_read(cli->operands.item[0], s, error);
  }
  if (is_output(cli, "--from", cli->from, error) ||
      (cli->pins != NULL && is_output(cli, "--pins", cli->pins, error))) {
    return false;
  }
  return cli->pins != NULL ? read_pins(cli, s, error) : wave_read(cli->from, cli->scope, s, error);
}

int command_replay(const struct cli *cli) {
  noc_error_t error = {0};
  replay_t r = {.clocks = 0};
  output_t *json = NULL;
  if (cli->json != NULL && (json = output_open(cli->json, &error)) == NULL) {
    return cli_report(&error);
  }
  if (!read_inputs(cli, &r.inputs, &error)) {
    output_discard(json);
    return cli_report(&error);
  }
  plugin_quiet(cli->quiet);
  bool ok = do_replay(cli, &r, &error);
  const bank_mismatch_t *m = r.same ? NULL : &r.mismatch;
  if (ok && !cli->quiet && !output_is_stdout(cli->json)) {
    print_result(&r.inputs, m, &r.culprit, r.same ? NULL : alone_assertion(r.alone), r.clocks);
  }
  if (ok && json != NULL) {
    ok = write_json(&r.inputs, m, &r.culprit, r.clocks, json, &error);
  } else {
    output_discard(json);
  }
  alone_free(r.alone);
  inputs_free(&r.inputs);
  return !ok ? cli_report(&error) : r.same ? NOC_OK : NOC_CHECK_FAILED;
}
