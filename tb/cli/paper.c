// paper -- `nocstep paper NAME`: runs a paper again, and leaves its files.

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/input_watch.h"
#include "base/memory.h"
#include "base/memory_stream.h"
#include "base/read_file.h"
#include "cli/command.h"
#include "papers/papers.h"
#include "runs/inputs.h"
#include "runs/results.h"

static bool check_full(const paper_t *paper, const cli_t *cli, noc_error_t *error) {
  if (!cli->full) {
    return true;
  }
  if (cli->quick) {
    return noc_fail(error, NOC_BAD_INPUT, "--full" SAY_IS("given with --quick", "given alone"));
  }
  return paper->has_full ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--full" SAY_IS("given with %s, of which all is run without it",
                                  "given with sivaram1998"),
                  paper->name);
}

// The figures would otherwise show something else than they say.
static bool check_sets(const paper_t *paper, const string_list_t *sets, noc_error_t *error) {
  for (size_t i = 0; i < sets->count; i++) {
    for (const char *const *key = paper->own_keys; *key != NULL; key++) {
      const size_t length = strlen(*key);
      const bool section = (*key)[length - 1] == '.';
      if (strncmp(sets->item[i], *key, length) == 0 && (section || sets->item[i][length] == '=')) {
        return noc_fail(error, NOC_BAD_INPUT,
                        "--set %.60s" SAY_IS("a key that the figures of the paper set",
                                             "others, such as router.depth=4"),
                        sets->item[i]);
      }
    }
  }
  return true;
}

static bool check_rest(const cli_t *cli, noc_error_t *error) {
  return !cli->rest || cli->measured != NULL ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--rest" SAY_IS("given alone", "given with --measured FILE"));
}

// A paper that is tables and statements alone has nothing to draw.
static bool check_figures(const paper_t *paper, const cli_t *cli, noc_error_t *error) {
  return cli->plots.count == 0 || paper->file->figures > 0 ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--plot" SAY_IS("%.200s, but %s has no figures",
                                  "given with a paper that has some, or --csv or --json here"),
                  cli->plots.item[0], paper->name);
}

static bool write_json(const void *context, FILE *out) {
  return report_json(context, out);
}

static bool write_csv(const void *context, FILE *out) {
  report_csv(context, out);
  return true;
}

static void write_table(const void *context, FILE *out) {
  report_print(context, out);
}

// The page of --page: its text, and where it goes.
typedef struct {
  char *text;
  output_t *out;
} page_t;

// Are its marks those of parts that the report will have?
static bool check_page(const paper_file_t *f, const char *name, const char *text,
                       noc_error_t *error) {
  char *written = NULL;
  size_t length = 0;
  paper_report_t *empty = report_create("", "");
  FILE *out = memory_stream(&written, &length);
  for (size_t i = 0; empty != NULL && i < f->tables; i++) {
    report_table(empty, f->table[i].key, f->table[i].title, f->table[i].column,
                 f->table[i].columns);
  }
  bool ok = (empty != NULL && out != NULL) || memory_fail(error, "a page");
  ok = ok && report_page(empty, name, text, out, error);
  if (out != NULL) {
    (void)fclose(out);
  }
  free(written);
  report_free(empty);
  return ok;
}

static bool open_page(const cli_t *cli, const paper_t *paper, page_t *page, noc_error_t *error) {
  size_t length = 0;
  if (cli->page == NULL) {
    return true;
  }
  if (output_is_stdout(cli->page) || (cli->json != NULL && output_same(cli->page, cli->json)) ||
      (cli->csv != NULL && output_same(cli->page, cli->csv))) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--page" SAY_IS("%.200s", "a page, and a file of its own"), cli->page);
  }
  page->text = read_file(cli->page, &length, error);
  if (page->text == NULL) {
    return false;
  }
  page->text[length] = '\0';  // which there is room for
  inputs_forget(cli->page);
  return check_page(paper->file, cli->page, page->text, error) &&
         (page->out = output_open(cli->page, error)) != NULL;
}

// Returns the exit status.
static int write_page(const cli_t *cli, page_t *page, const paper_report_t *r) {
  noc_error_t error = {0};
  output_t *out = page->out;
  if (out == NULL) {
    return NOC_OK;
  }
  page->out = NULL;
  if (!report_page(r, cli->page, page->text, output_stream(out), &error)) {
    output_discard(out);
    return cli_report(&error);
  }
  return output_commit(out, &error) ? NOC_OK : cli_report(&error);
}

static void close_page(page_t *page) {
  output_discard(page->out);
  free(page->text);
}

// Every paper's runs have seed 1 if no other is given.
static uint64_t seed_of(const cli_t *cli) {
  static const char kSeed[] = "run.seed=";
  uint64_t seed = 1;
  for (size_t i = 0; i < cli->sets.count; i++) {
    if (strncmp(cli->sets.item[i], kSeed, strlen(kSeed)) == 0) {
      (void)decimal_parse(cli->sets.item[i] + strlen(kSeed), &seed);
    }
  }
  return seed;
}

static int run(const cli_t *cli, const paper_t *paper) {
  noc_error_t error = {0};
  paper_report_t *r = report_create(paper->name, paper->title);
  results_t results = {.json = write_json, .csv = write_csv, .table = write_table, .context = r};
  page_t page = {.text = NULL};
  figure_t *picture = NULL;
  int status = NOC_OK;
  if (r == NULL) {
    (void)noc_fail(&error, NOC_ENVIRONMENT, "out of memory");
  }
  if (r != NULL) {
    report_seed(r, seed_of(cli));
    if (paper->is_given) {
      report_no_page(r);
    }
  }
  if (cli->measured != NULL) {
    input_opened(cli->measured);
  }
  if (r != NULL && check_full(paper, cli, &error) && check_sets(paper, &cli->sets, &error) &&
      check_rest(cli, &error) && check_figures(paper, cli, &error) &&
      results_open(cli, &results, &error) && open_page(cli, paper, &page, &error)) {
    const bool ok = paper_run(paper, cli, r, &error);
    report_order(r);
    if (!ok) {
      report_ended_early(r);
      status = cli_report(&error);
    } else if (report_failed(r)) {
      (void)noc_fail(&error, NOC_ENVIRONMENT, "out of memory for the result");
      status = cli_report(&error);
    }
    if (status != NOC_BAD_INPUT && !report_failed(r)) {
      picture = report_picture(r);
      results.plot = (plot_t){figure_height(picture), figure_write, picture, figure_width(picture)};
      results.empty = report_empty(r);
      const int written = results_write(cli, &results);
      const int paged = status == NOC_OK ? write_page(cli, &page, r) : NOC_OK;
      status = status != NOC_OK ? status : written != NOC_OK ? written : paged;
    }
  } else {
    status = cli_report(&error);
  }
  results_close(&results);
  close_page(&page);
  figure_free(picture);
  report_free(r);
  return status;
}

// Lists the papers, for a command line without a name.
static int list(const cli_t *cli) {
  if (cli->json != NULL || cli->csv != NULL || cli->plots.count > 0) {
    noc_error_t error = {0};
    (void)noc_fail(
        &error, NOC_BAD_INPUT,
        "paper: " SAY_THERE_IS("a file to write but no NAME",
                               "nocstep paper NAME, or nocstep list papers --json FILE"));
    return cli_report(&error);
  }
  dir_names_t names = papers_names();
  int status = NOC_OK;
  if (names.incomplete) {
    noc_error_t error = {0};
    (void)noc_fail(&error, NOC_ENVIRONMENT, "paper: the papers cannot be read");
    status = cli_report(&error);
  }
  for (size_t i = 0; i < names.count && !cli->quiet && status == NOC_OK; i++) {
    noc_error_t error = {0};
    paper_t p;
    if (paper_open(names.name[i], &(paper_options_t){.seed = 1}, &p, &error)) {
      (void)printf("%s\n  %s\n  %s\n", p.name, p.title, p.shows);
      paper_close(&p);
    } else {
      status = cli_report(&error);
    }
  }
  dir_names_free(&names);
  return status;
}

int command_paper(const cli_t *cli) {
  if (cli->operands.count == 0) {
    return list(cli);
  }
  noc_error_t error = {0};
  paper_t paper;
  const paper_options_t options = {.effort = cli->quick  ? EFFORT_QUICK
                                             : cli->full ? EFFORT_FULL
                                                         : EFFORT_USUAL,
                                   .seed = cli->has_seed ? cli->seed : 1};
  if (!paper_open(cli->operands.item[0], &options, &paper, &error)) {
    return cli_report(&error);
  }
  const int status = run(cli, &paper);
  paper_close(&paper);
  return status;
}
