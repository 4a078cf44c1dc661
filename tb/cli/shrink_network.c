// shrink_network -- see shrink_network.h.

#include "cli/shrink_network.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dut/files.h"
#include "dut/plugin.h"
#include "runs/repro.h"
#include "runs/run_bundle.h"
#include "runs/shrink_scenario.h"

#define TRACE "packets.csv"
enum { TABLE_LINES = 60, PLACES = 64 };

bool shrink_is_network(const char *folder) {
  char path[PATH_MAX];
  char scenario[PATH_MAX];
  char inputs[PATH_MAX];
  (void)snprintf(path, sizeof path, "%s/mismatch.txt", folder);
  (void)snprintf(scenario, sizeof scenario, "%s/scenario.yaml", folder);
  (void)snprintf(inputs, sizeof inputs, "%s/" BUNDLE_INPUTS, folder);
  return path_exists(path) && path_exists(scenario) && !path_exists(inputs);
}

static void show_progress(uint64_t tries, const char *topology, size_t packets) {
  (void)fprintf(stderr, "shrink: %" PRIu64 " tries, %s", tries, topology);
  if (packets > 0) {
    (void)fprintf(stderr, ", %zu packets", packets);
  }
  (void)fprintf(stderr, "\n");
}

// The places of --rtl-at and --lockstep-at, which the bundle's line has and no scenario.
typedef struct {
  char *line;
  const char *rtl[PLACES], *lockstep[PLACES];
  cli_t cli;
} places_t;

static void read_places(const cli_t *cli, places_t *p) {
  char path[PATH_MAX];
  *p = (places_t){.cli = *cli};
  p->cli.rtl_at = (string_list_t){p->rtl, 0};
  p->cli.lockstep_at = (string_list_t){p->lockstep, 0};
  (void)snprintf(path, sizeof path, "%s/" BUNDLE_REPRO, cli->operands.item[0]);
  p->line = file_read(path);
  char *rest = NULL;
  const char *option = "";
  for (char *word = p->line != NULL ? strtok_r(p->line, " \n", &rest) : NULL; word != NULL;
       word = strtok_r(NULL, " \n", &rest)) {
    if (strcmp(option, "--rtl-at") == 0 && p->cli.rtl_at.count < PLACES) {
      p->rtl[p->cli.rtl_at.count++] = word;
    } else if (strcmp(option, "--lockstep-at") == 0 && p->cli.lockstep_at.count < PLACES) {
      p->lockstep[p->cli.lockstep_at.count++] = word;
    }
    option = word;
  }
}

static void print_result(const shrunk_t *s, FILE *out) {
  (void)fprintf(out, "result       %s\n  %s\n", sim_result_name(s->result), s->error.text);
  if (s->told[0] != '\0') {
    (void)fprintf(out, "\n%s", s->told);
  }
  if (s->traced) {
    (void)fprintf(out, "\n     cycle  from node  to node  flits\n");
    for (size_t i = 0; i < s->packets && i < TABLE_LINES; i++) {
      const workload_sent_t *p = &s->packet[i];
      (void)fprintf(out, "%10" PRIu64 "  %9" PRIu32 "  %7" PRIu32 "  %5" PRIu32 "\n", p->created,
                    p->source, p->destination, p->flits);
    }
    if (s->packets > TABLE_LINES) {
      (void)fprintf(out, "  and %zu more: " TRACE "\n", s->packets - TABLE_LINES);
    }
  }
}

typedef enum { FILE_SCENARIO, FILE_TRACE, FILE_TEXT, FILE_REPRO, FILES } file_t;
static const char *const kNames[FILES] = {"scenario.yaml", TRACE, "mismatch.txt", BUNDLE_REPRO};

static bool write_file(const char *folder, file_t file, const shrunk_t *s, const cli_t *places,
                       noc_error_t *error) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/%s", folder, kNames[file]) >= (int)sizeof path) {
    return noc_fail(error, NOC_BAD_INPUT, "--out: the name of the folder is too long");
  }
  output_t *out = output_open(path, error);
  if (out == NULL) {
    return false;
  }
  FILE *text = output_stream(out);
  switch (file) {
    case FILE_SCENARIO:
      (void)fputs(s->text, text);
      break;
    case FILE_TRACE:
      shrunk_write_trace(s, text);
      break;
    case FILE_TEXT:
      print_result(s, text);
      break;
    case FILE_REPRO:
      (void)fputs("cd \"$(dirname \"$0\")\" && exec \"${NOCSTEP:-nocstep}\" run scenario.yaml",
                  text);
      repro_places(text, places);
      (void)fputs(" \"$@\"\n", text);
      break;
    case FILES:
      break;
  }
  return output_commit(out, error) &&
         (file != FILE_REPRO || chmod(path, 0755) == 0 ||
          noc_fail(error, NOC_ENVIRONMENT, "%s: cannot be made", path));
}

static bool write_files(const char *folder, const shrunk_t *s, const cli_t *places,
                        noc_error_t *error) {
  bool made = false;
  bool ok = output_folder("--out", folder, &made, error);
  for (file_t f = 0; ok && f < FILES; f++) {
    ok = (f == FILE_TRACE && !s->traced) || write_file(folder, f, s, places, error);
  }
  return ok;
}

static bool write_json(const char *folder, const shrunk_t *s, output_t *out, noc_error_t *error) {
  json_t *files = json_array();
  for (file_t f = 0; f < FILES; f++) {
    char path[PATH_MAX];
    if (f != FILE_TRACE || s->traced) {
      (void)snprintf(path, sizeof path, "%s/%s", folder, kNames[f]);
      (void)json_array_append_new(files, json_string(path));
    }
  }
  json_t *root = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o}", "schema", "nocstep.shrink/1",
                           "result", sim_result_name(s->result), "error", s->error.text, "packets",
                           (json_int_t)s->packets, "cycles", (json_int_t)s->cycles,
                           "packets_before", (json_int_t)s->packets_before, "cycles_before",
                           (json_int_t)s->cycles_before, "files", files);
  return output_commit_json(out, root, error);
}

bool shrink_network(const cli_t *cli, const char *folder, output_t *json, noc_error_t *error) {
  char file[PATH_MAX];
  places_t places;
  shrunk_t small;
  if (cli->unit_test != NULL) {
    output_discard(json);
    return noc_fail(error, NOC_BAD_INPUT,
                    "--unit-test" SAY_IS("given with a failure of the whole network",
                                         "given with that of a router or an interface"));
  }
  (void)snprintf(file, sizeof file, "%s/scenario.yaml", cli->operands.item[0]);
  read_places(cli, &places);
  bool ok =
      shrink_scenario(&places.cli, file, TRACE, cli->quiet ? NULL : show_progress, &small, error) &&
      write_files(folder, &small, &places.cli, error);
  if (ok && !cli->quiet && !output_is_stdout(cli->json)) {
    (void)printf("shrink       %zu packets in %" PRIu64 " cycles, of %" PRIu64 " in %" PRIu64
                 ": %s\n",
                 small.packets, small.cycles, small.packets_before, small.cycles_before, folder);
    print_result(&small, stdout);
  }
  if (ok && json != NULL) {
    ok = write_json(folder, &small, json, error);
  } else {
    output_discard(json);
  }
  shrunk_free(&small);
  free(places.line);
  return ok;
}
