// replay -- `nocstep replay BUNDLE`: the router or interface of a failure alone, on the inputs that
// the bundle has.

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "cli/bundle.h"
#include "cli/command.h"
#include "dut/plugin.h"
#include "runs/cli.h"
#include "runs/output.h"

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
    output_discard(out);
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for the result");
  }
  (void)json_dumpf(root, output_stream(out), JSON_INDENT(2));
  (void)fputc('\n', output_stream(out));
  json_decref(root);
  return output_commit(out, error);
}

int command_replay(const struct cli *cli) {
  noc_error_t error = {0};
  inputs_t s;
  output_t *json = NULL;
  if (cli->json != NULL && (json = output_open(cli->json, &error)) == NULL) {
    return cli_report(&error);
  }
  if (!bundle_read(cli->operands.item[0], &s, &error)) {
    output_discard(json);
    return cli_report(&error);
  }
  plugin_quiet(cli->quiet);
  alone_t *alone = alone_create(&s, &error);
  if (alone == NULL || !alone_begin(alone)) {
    output_discard(json);
    alone_free(alone);
    inputs_free(&s);
    return cli_report(&error);
  }
  bank_mismatch_t m;
  size_t clocks = 0;
  const bool same = alone_all(alone, &s, cli->until, &m, &clocks);
  int status = same ? NOC_OK : NOC_CHECK_FAILED;
  culprit_t culprit = {.found = false};
  if (!same) {
    bundle_culprit(&s, cli->quiet, &culprit);
  }
  if (!cli->quiet && !output_is_stdout(cli->json)) {
    print_result(&s, same ? NULL : &m, &culprit, same ? NULL : alone_assertion(alone), clocks);
  }
  if (json != NULL && !write_json(&s, same ? NULL : &m, &culprit, clocks, json, &error)) {
    status = cli_report(&error);
  }
  alone_free(alone);
  inputs_free(&s);
  return status;
}
