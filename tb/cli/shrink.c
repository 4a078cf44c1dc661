// shrink -- `nocstep shrink BUNDLE`: the smallest stimulus of a router that still fails, as a table
// and as a bundle that `nocstep replay` takes.

#include "lockstep/shrink.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input_watch.h"
#include "cli/bundle.h"
#include "cli/command.h"
#include "cli/shrink_network.h"
#include "cli/shrink_test.h"
#include "dut/plugin.h"
#include "lockstep/decode.h"
#include "runs/cli.h"
#include "runs/output.h"
#include "runs/run_bundle.h"

static void show_progress(uint64_t tries, uint64_t flits) {
  (void)fprintf(stderr, "shrink: %" PRIu64 " tries, %" PRIu64 " flits left\n", tries, flits);
}

static const bundle_field_t *input(const inputs_t *s, const char *name) {
  for (unsigned i = 0; i < s->layout.n_fields; i++) {
    if (s->layout.field[i].kind == FIELD_IN && strcmp(s->layout.field[i].name, name) == 0) {
      return &s->layout.field[i];
    }
  }
  return NULL;
}

// The host of an interface: "first 0", "beat 0" of network 0, "no 1" if it refuses network 1.
static void print_host(const inputs_t *s, const uint32_t *in, unsigned *left, FILE *out) {
  const bundle_field_t *network = input(s, "host_network");
  char cell[64] = "";
  if (bundle_element(input(s, "host_valid"), in, 0) != 0) {
    const unsigned k = bundle_element(network, in, 0) % SHAPE_MAX_VCS;
    const unsigned flits = (unsigned)bundle_element(input(s, "host_flits"), in, 0);
    (void)snprintf(cell, sizeof cell, "%s %u", left[k] == 0 ? "first" : "beat", k);
    left[k] = left[k] == 0 ? flits - 1 : left[k] - 1;
  }
  const uint64_t ready = bundle_element(input(s, "del_ready"), in, 0);
  for (unsigned k = 0; k < s->shape.networks && strlen(cell) < 48; k++) {
    if ((ready >> k & 1) == 0) {
      const size_t used = strlen(cell);
      (void)snprintf(cell + used, sizeof cell - used, "%sno %u", used > 0 ? " " : "", k);
    }
  }
  (void)fprintf(out, "  %-12s", cell);
}

// A line a cycle in which something comes, a column a port: "head 1" on VC 1, "+0" a credit.
static void print_table(const inputs_t *s, FILE *out) {
  const bundle_field_t *valid = input(s, "in_valid");
  const bundle_field_t *vc = input(s, "in_vc");
  const bundle_field_t *kind = input(s, "in_kind");
  const bundle_field_t *credit = input(s, "credit_in_valid");
  const bundle_field_t *credit_vc = input(s, "credit_in_vc");
  const bool host = s->component == COMPONENT_INTERFACE;
  const unsigned ports = host ? 1 : s->shape.ports;
  unsigned left[SHAPE_MAX_VCS] = {0};
  (void)fprintf(out, "\n     cycle");
  for (unsigned p = 0; p < ports; p++) {
    (void)fprintf(out, host ? "  link        " : "  port %-7u", p);
  }
  (void)fputs(host ? "  host        " : "", out);
  (void)fprintf(out, "\n");
  for (size_t i = 0; i < s->clocks; i++) {
    const uint32_t *in = inputs_words(s, i);
    const uint64_t flits = bundle_element(valid, in, 0);
    const uint64_t credits = bundle_element(credit, in, 0);
    const bool gives = host && bundle_element(input(s, "host_valid"), in, 0) != 0;
    if (s->clock[i].reset || ((flits | credits) == 0 && !gives)) {
      continue;
    }
    (void)fprintf(out, "%10" PRIu64, s->clock[i].cycle);
    for (unsigned p = 0; p < ports; p++) {
      char cell[32] = "";
      if ((flits >> p & 1) != 0) {
        (void)snprintf(cell, sizeof cell, "%s %u",
                       decode_kind((unsigned)bundle_element(kind, in, p)),
                       (unsigned)bundle_element(vc, in, p));
      }
      if ((credits >> p & 1) != 0) {
        const size_t used = strlen(cell);
        (void)snprintf(cell + used, sizeof cell - used, "%s+%u", used > 0 ? " " : "",
                       (unsigned)bundle_element(credit_vc, in, p));
      }
      (void)fprintf(out, "  %-12s", cell);
    }
    if (host) {
      print_host(s, in, left, out);
    }
    (void)fprintf(out, "\n");
  }
  (void)fprintf(out, "  (head 1: a flit on VC 1; +0: a credit of VC 0%s)\n",
                host ? "; first 0, beat 0: of a packet of network 0; no 0: it is not taken" : "");
}

typedef struct {
  inputs_t given, small;
  alone_t *alone;
  bank_mismatch_t first, last;
  culprit_t culprit;  // of the small one
  shrink_result_t result;
  char folder[PATH_MAX];
  bool made;
} work_t;

static bool write_file(const work_t *w, const char *name, noc_error_t *error) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/%s", w->folder, name) >= (int)sizeof path) {
    return noc_fail(error, NOC_BAD_INPUT, "--out: the name of the folder is too long");
  }
  output_t *out = output_open(path, error);
  if (out == NULL) {
    return false;
  }
  if (strcmp(name, BUNDLE_INPUTS) == 0) {
    inputs_write(&w->small, output_stream(out));
  } else {
    bundle_print_mismatch(&w->small, &w->last, &w->culprit, output_stream(out));
    print_table(&w->small, output_stream(out));
  }
  return output_commit(out, error);
}

static bool do_shrink(const cli_t *cli, work_t *w, noc_error_t *error) {
  size_t clocks = 0;
  const noc_shape_t *s = &w->given.shape;
  const bool units =
      w->given.component == COMPONENT_INTERFACE && (s->xor_unit || s->forward_unit || s->multicast);
  if (units || !w->given.compares) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%.300s: " SAY_THERE_IS(
                        "%s", "the bundle of a router, or of a plain interface, in lockstep"),
                    cli->operands.item[0],
                    units ? "the stimulus of an interface that codes, forwards or sends worms"
                          : "one of RTL alone");
  }
  w->alone = alone_create(&w->given, error);
  if (w->alone == NULL || !alone_begin(w->alone)) {
    return false;
  }
  if (alone_all(w->alone, &w->given, UINT64_MAX, &w->first, &clocks)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%.300s: " SAY_THERE_IS("no mismatch with this RTL", "one to shrink"),
                    cli->operands.item[0]);
  }
  if (!shrink(&w->given, w->alone, &w->first, &w->small, &w->result,
              cli->quiet ? NULL : show_progress, error) ||
      !alone_begin(w->alone)) {
    return false;
  }
  if (alone_all(w->alone, &w->small, UINT64_MAX, &w->last, &clocks)) {
    return noc_fail(error, NOC_INTERNAL, "given again, the smallest stimulus does not fail");
  }
  bundle_culprit(&w->small, cli->quiet, &w->culprit);
  return output_folder("--out", w->folder, &w->made, error) &&
         write_file(w, BUNDLE_INPUTS, error) && write_file(w, "mismatch.txt", error) &&
         (cli->unit_test == NULL || shrink_write_test(cli->unit_test, &w->small, &w->last, error));
}

static bool write_json(const work_t *w, output_t *out, noc_error_t *error) {
  json_t *root =
      json_pack("{s:s, s:I, s:I, s:I, s:[s+, s+]}", "schema", "nocstep.shrink/1", "flits",
                (json_int_t)w->result.flits + (json_int_t)w->result.beats, "beats",
                (json_int_t)w->result.beats, "cycles", (json_int_t)w->result.cycles, "files",
                w->folder, "/" BUNDLE_INPUTS, w->folder, "/mismatch.txt");
  if (root == NULL ||
      json_object_set_new(root, "mismatch",
                          bundle_mismatch_json(&w->small, &w->last, &w->culprit)) != 0) {
    json_decref(root);
    root = NULL;
  }
  return output_commit_json(out, root, error);
}

static void watch_bundle(const char *bundle) {
  static const char *const kRead[] = {"scenario.yaml", "mismatch.txt", BUNDLE_INPUTS};
  char path[PATH_MAX];
  for (size_t i = 0; i < sizeof kRead / sizeof kRead[0]; i++) {
    if (snprintf(path, sizeof path, "%s/%s", bundle, kRead[i]) < PATH_MAX) {
      input_opened(path);
    }
  }
}

int command_shrink(const struct cli *cli) {
  noc_error_t error = {0};
  work_t w = {.made = false};
  output_t *json = NULL;
  watch_bundle(cli->operands.item[0]);
  if (cli->json != NULL && (json = output_open(cli->json, &error)) == NULL) {
    return cli_report(&error);
  }
  plugin_quiet(cli->quiet);
  (void)snprintf(w.folder, sizeof w.folder, "%s%s",
                 cli->out != NULL ? cli->out : cli->operands.item[0],
                 cli->out != NULL ? "" : "-small");
  if (output_same(w.folder, cli->operands.item[0])) {
    output_discard(json);
    (void)noc_fail(&error, NOC_BAD_INPUT, "--out" SAY_IS("%.200s, the bundle", "another folder"),
                   w.folder);
    return cli_report(&error);
  }
  if (shrink_is_network(cli->operands.item[0])) {
    return shrink_network(cli, w.folder, json, &error) ? NOC_OK : cli_report(&error);
  }
  bool ok = bundle_read(cli->operands.item[0], &w.given, &error) && do_shrink(cli, &w, &error);
  if (ok && !cli->quiet && !output_is_stdout(cli->json)) {
    (void)printf("shrink       %" PRIu64 " flits in %" PRIu64 " cycles: %s\n",
                 w.result.flits + w.result.beats, w.result.cycles, w.folder);
    bundle_print_mismatch(&w.small, &w.last, &w.culprit, stdout);
    print_table(&w.small, stdout);
  }
  if (ok && json != NULL) {
    ok = write_json(&w, json, &error);
  } else {
    output_discard(json);
  }
  alone_free(w.alone);
  inputs_free(&w.given);
  inputs_free(&w.small);
  return ok ? NOC_OK : cli_report(&error);
}
