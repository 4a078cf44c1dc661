// results -- see results.h.

#include "runs/results.h"

#include <string.h>

static bool same_file(const char *a, const char *b) {
  return a != NULL && b != NULL &&
         ((output_is_stdout(a) && output_is_stdout(b)) ||
          (!output_is_stdout(a) && !output_is_stdout(b) && output_same(a, b)));
}

// No result is another one, nor a scenario.
static bool check_distinct(const cli_t *cli, const char *option, const char *path,
                           noc_error_t *error) {
  const bool is_json = strcmp(option, "--json") == 0;
  const bool is_csv = strcmp(option, "--csv") == 0;
  const char *other = !is_json && same_file(path, cli->json) ? "--json" : NULL;
  other = !is_json && !is_csv && same_file(path, cli->csv) ? "--csv" : other;
  for (size_t i = 0; strcmp(option, "--heat") == 0 && i < cli->plots.count; i++) {
    other = same_file(path, cli->plots.item[i]) ? "--plot" : other;
  }
  for (size_t i = 0; path != NULL && i < cli->operands.count; i++) {
    const bool scenario = !output_is_stdout(path) && same_file(path, cli->operands.item[i]);
    other = scenario ? "the scenario" : other;
  }
  other = !output_is_stdout(path) && same_file(path, cli->energy) ? "--energy" : other;
  return other == NULL ||
         noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("%.200s, as for %s", "another file"), option,
                  path, other);
}

static bool check_pictures(const cli_t *cli, const char *option, const string_list_t *paths,
                           noc_error_t *error) {
  bool ok = true;
  for (size_t i = 0; ok && i < paths->count; i++) {
    ok = check_distinct(cli, option, paths->item[i], error);
  }
  return ok && plot_check(option, paths, error);
}

bool results_open(const cli_t *cli, results_t *results, noc_error_t *error) {
  if (!check_distinct(cli, "--json", cli->json, error) ||
      !check_distinct(cli, "--csv", cli->csv, error) ||
      !check_pictures(cli, "--plot", &cli->plots, error) ||
      !check_pictures(cli, "--heat", &cli->heats, error)) {
    return false;
  }
  if (cli->json != NULL && (results->json_out = output_open(cli->json, error)) == NULL) {
    return false;
  }
  return cli->csv == NULL || (results->csv_out = output_open(cli->csv, error)) != NULL;
}

// Writes one file; NULL is none.
static int write_one(output_t **place, bool (*write)(const void *, FILE *), const void *context) {
  output_t *out = *place;
  noc_error_t error;
  *place = NULL;
  if (out == NULL) {
    return NOC_OK;
  }
  if (!write(context, output_stream(out))) {
    output_discard(out);
    (void)noc_fail(&error, NOC_ENVIRONMENT, "out of memory for the result");
    return cli_report(&error);
  }
  return output_commit(out, &error) ? NOC_OK : cli_report(&error);
}

static void say_where(const char *what, const char *path) {
  if (path != NULL) {
    (void)printf("%-11s %s\n", what, path);
  }
}

// Draws the picture into each of the files. Returns the exit status.
static int draw_all(const string_list_t *paths, const plot_t *plot, bool talk) {
  int status = NOC_OK;
  for (size_t i = 0; plot->write_script != NULL && i < paths->count; i++) {
    noc_error_t error = {0};
    if (!plot_draw(paths->item[i], plot, &error)) {
      const int other = cli_report(&error);
      status = status == NOC_OK ? other : status;
    } else if (talk) {
      say_where("picture", paths->item[i]);
    }
  }
  return status;
}

int results_write(const cli_t *cli, results_t *results) {
  const bool talk = !cli->quiet && !output_is_stdout(cli->json) && !output_is_stdout(cli->csv);
  int status = NOC_OK;
  if (talk) {
    results->table(results->context, stdout);
    (void)printf("\n");
  }
  const int json = write_one(&results->json_out, results->json, results->context);
  const int csv = write_one(&results->csv_out, results->csv, results->context);
  status = json != NOC_OK ? json : csv;
  if (talk) {
    say_where("JSON", json == NOC_OK ? cli->json : NULL);
    say_where("CSV", csv == NOC_OK ? cli->csv : NULL);
  }
  if (!results->empty) {
    const int plots = draw_all(&cli->plots, &results->plot, talk);
    const int heats = draw_all(&cli->heats, &results->heat, talk);
    status = status != NOC_OK ? status : plots != NOC_OK ? plots : heats;
  }
  return status;
}

void results_close(results_t *results) {
  output_discard(results->json_out);
  output_discard(results->csv_out);
}

void results_csv_field(const char *text, FILE *out) {
  (void)fputc('"', out);
  for (; *text != '\0'; text++) {
    (void)fputs(*text == '"' ? "\"\"" : (const char[]){*text, '\0'}, out);
  }
  (void)fputc('"', out);
}

void results_name(const char *file, char *out, size_t size) {
  const char *slash = strrchr(file, '/');
  const char *base = slash != NULL ? slash + 1 : file;
  const size_t length = strcspn(base, ".");
  (void)snprintf(out, size, "%.*s", (int)(length > 0 ? length : strlen(base)), base);
}
