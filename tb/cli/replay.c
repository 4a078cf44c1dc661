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

typedef struct {
  inputs_t inputs;
  wave_outputs_t outputs;  // of waves of anybody
  size_t compared;         // how many outputs these are; 0: none
  alone_t *alone;
  bank_mismatch_t mismatch;
  culprit_t culprit;
  size_t clocks;
  bool same;
} replay_t;

// The output in which the waves differ from RTL and golden model; NULL: they do not, or there are
// none.
static const wave_difference_t *waves_differ(const replay_t *r) {
  const wave_difference_t *d = alone_difference(r->alone);
  return !r->same && d->field != NULL ? d : NULL;
}

static void print_difference(const replay_t *r, const wave_difference_t *d) {
  const bank_mismatch_t *m = &r->mismatch;
  (void)printf("result       waves that differ%s in cycle %" PRIu64 ": %s[%" PRIu32 "] of %s\n",
               m->after_reset ? " after reset" : "", m->cycle, m->field->name, m->index,
               r->inputs.place);
  (void)printf("  meaning    %s\n", m->field->meaning);
  (void)printf("  waves      0x%" PRIx64, d->wave);
  if (d->known != (m->field->bits < 64 ? (UINT64_C(1) << m->field->bits) - 1 : UINT64_MAX)) {
    (void)printf(", of which the bits 0x%" PRIx64 " are known", d->known);
  }
  (void)printf("\n  RTL        0x%" PRIx64 "\n  golden     0x%" PRIx64 "\n", m->rtl, m->golden);
}

static void print_result(const replay_t *r) {
  const inputs_t *s = &r->inputs;
  const bank_mismatch_t *m = r->same ? NULL : &r->mismatch;
  const char *assertion = r->same ? NULL : alone_assertion(r->alone);
  (void)printf("replay       %s alone, %zu clocks\n", s->place, r->clocks);
  if (r->compared > 0) {
    (void)printf("outputs      %zu compared with the waves\n", r->compared);
  }
  if (waves_differ(r) != NULL) {
    print_difference(r, waves_differ(r));
    return;
  }
  if (m == NULL) {
    (void)printf("result       pass\n");
    return;
  }
  bundle_print_mismatch(s, m, &r->culprit, stdout);
  if (assertion != NULL) {
    (void)printf("assertion    %s\n", assertion);
  }
}

// The member `mismatch`; of waves that differ it has `wave` and `known`.
static json_t *mismatch_json(const replay_t *r) {
  json_t *object = bundle_mismatch_json(&r->inputs, &r->mismatch, &r->culprit);
  const wave_difference_t *d = waves_differ(r);
  if (d != NULL &&
      (json_object_set_new(object, "wave", json_integer((json_int_t)d->wave)) != 0 ||
       json_object_set_new(object, "known", json_integer((json_int_t)d->known)) != 0)) {
    json_decref(object);
    return NULL;
  }
  return object;
}

static bool write_json(const replay_t *r, output_t *out, noc_error_t *error) {
  json_t *root = json_pack("{s:s, s:s, s:s, s:I, s:I}", "schema", "nocstep.replay/1", "result",
                           r->same                   ? "pass"
                           : waves_differ(r) != NULL ? "waves"
                                                     : "mismatch",
                           "place", r->inputs.place, "clocks", (json_int_t)r->clocks, "outputs",
                           (json_int_t)r->compared);
  if (root == NULL || (!r->same && json_object_set_new(root, "mismatch", mismatch_json(r)) != 0)) {
    json_decref(root);
    root = NULL;
  }
  return output_commit_json(out, root, error);
}

static bool do_replay(const cli_t *cli, replay_t *r, noc_error_t *error) {
  if ((cli->wave != NULL && !output_check(cli->wave, error)) ||
      (cli->rtl != NULL && !plugin_replace(cli->rtl, error)) ||
      (r->alone = alone_create(&r->inputs, error)) == NULL) {
    return false;
  }
  if (r->compared > 0) {
    alone_expect(r->alone, &r->outputs);
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
  if (!r->same && waves_differ(r) == NULL) {
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
static bool read_pins(const cli_t *cli, replay_t *r, noc_error_t *error) {
  pin_file_t f;
  const bool ok = pin_file_read(&f, cli->pins, &r->inputs, error) &&
                  wave_pins_read(cli->from, &f.pins, &r->inputs, &r->outputs, error);
  r->compared = f.pins.outputs;
  pin_file_free(&f);
  return ok;
}

// The inputs of a bundle, or of a scope of waves.
static bool read_inputs(const cli_t *cli, replay_t *r, noc_error_t *error) {
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
    return bundle_read(cli->operands.item[0], &r->inputs, error);
  }
  if (is_output(cli, "--from", cli->from, error) ||
      (cli->pins != NULL && is_output(cli, "--pins", cli->pins, error))) {
    return false;
  }
  return cli->pins != NULL ? read_pins(cli, r, error)
                           : wave_read(cli->from, cli->scope, &r->inputs, error);
}

int command_replay(const struct cli *cli) {
  noc_error_t error = {0};
  replay_t r = {.clocks = 0};
  output_t *json = NULL;
  if (cli->json != NULL && (json = output_open(cli->json, &error)) == NULL) {
    return cli_report(&error);
  }
  if (!read_inputs(cli, &r, &error)) {
    output_discard(json);
    inputs_free(&r.inputs);
    wave_outputs_free(&r.outputs);
    return cli_report(&error);
  }
  plugin_quiet(cli->quiet);
  bool ok = do_replay(cli, &r, &error);
  if (ok && !cli->quiet && !output_is_stdout(cli->json)) {
    print_result(&r);
  }
  if (ok && json != NULL) {
    ok = write_json(&r, json, &error);
  } else {
    output_discard(json);
  }
  alone_free(r.alone);
  inputs_free(&r.inputs);
  wave_outputs_free(&r.outputs);
  return !ok ? cli_report(&error) : r.same ? NOC_OK : NOC_CHECK_FAILED;
}
