// diff -- `nocstep diff A B`: two runs compared, by their results (JSON), their event databases
// or their waves.

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input_watch.h"
#include "cli/command.h"
#include "cli/diff_waves.h"
#include "packets/compare.h"
#include "runs/cli.h"
#include "runs/diff_results.h"
#include "runs/output.h"

static const char *number(uint64_t value, char out[24]) {
  if (value == UINT64_MAX) {
    return "-";
  }
  (void)snprintf(out, 24, "%" PRIu64, value);
  return out;
}

// --- event databases -----------------------------------------------------------------------------

static void print_first(const compare_first_t *f) {
  char text[6][24];
  (void)printf("part         in cycle %" PRIu64, f->cycle);
  if (f->router[0] != '\0') {
    (void)printf(", router %s", f->router);
  }
  (void)printf(": %s %s in A, %s in B; packet %s in A, %s in B, node %s to %s\n", f->what,
               number(f->a, text[0]), number(f->b, text[1]), number(f->packet_a, text[2]),
               number(f->packet_b, text[3]), number(f->source, text[4]),
               number(f->destination, text[5]));
}

static void print_events(const compare_t *c) {
  char text[2][24];
  if (compare_equal(c)) {
    (void)printf("equal        %" PRIu64 " packets, in every cycle of every hop\n", c->pairs);
    return;
  }
  if (c->first.found) {
    print_first(&c->first);
  }
  (void)printf("packets      %" PRIu64 " in both, %" PRIu64 " in A alone, %" PRIu64 " in B alone\n",
               c->pairs, c->only_a, c->only_b);
  (void)printf("latency      %.2f in A, %.2f in B; %" PRIu64 " packets slower in B, %" PRIu64
               " faster\n",
               c->mean_a, c->mean_b, c->slower, c->faster);
  for (size_t i = 0; i < c->packets; i++) {
    const compare_packet_t *p = &c->packet[i];
    (void)printf("             %7" PRId64 " cycles: packet %" PRIu64 " in A, %" PRIu64
                 " in B, node %s to %s, %" PRIu64 " and %" PRIu64 "\n",
                 (int64_t)(p->latency_b - p->latency_a), p->a, p->b, number(p->source, text[0]),
                 number(p->destination, text[1]), p->latency_a, p->latency_b);
  }
  (void)printf("links        %" PRIu64 " carry other numbers of flits\n", c->links_differ);
  for (size_t i = 0; i < c->links; i++) {
    const compare_link_t *l = &c->link[i];
    (void)printf("             %+7" PRId64 " flits: router %s port %" PRIu64 ", %" PRIu64
                 " and %" PRIu64 "\n",
                 (int64_t)(l->flits_b - l->flits_a), l->router, l->port, l->flits_a, l->flits_b);
  }
}

static json_t *value(uint64_t v) {
  return v == UINT64_MAX ? json_null() : json_integer((json_int_t)v);
}

static json_t *first_json(const compare_first_t *f) {
  if (!f->found) {
    return json_null();
  }
  return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "cycle", value(f->cycle),
                   "what", f->what, "router",
                   f->router[0] != '\0' ? json_string(f->router) : json_null(), "a", value(f->a),
                   "b", value(f->b), "packet_a", value(f->packet_a), "packet_b", value(f->packet_b),
                   "source", value(f->source), "destination", value(f->destination));
}

static json_t *events_json(const compare_t *c) {
  json_t *packets = json_array();
  json_t *links = json_array();
  for (size_t i = 0; i < c->packets; i++) {
    const compare_packet_t *p = &c->packet[i];
    (void)json_array_append_new(
        packets, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "a", value(p->a), "b", value(p->b),
                           "source", value(p->source), "destination", value(p->destination),
                           "latency_a", value(p->latency_a), "latency_b", value(p->latency_b)));
  }
  for (size_t i = 0; i < c->links; i++) {
    const compare_link_t *l = &c->link[i];
    (void)json_array_append_new(
        links, json_pack("{s:s, s:o, s:o, s:o}", "router", l->router, "port", value(l->port),
                         "flits_a", value(l->flits_a), "flits_b", value(l->flits_b)));
  }
  return json_pack("{s:s, s:s, s:b, s:o, s:{s:o, s:o, s:o, s:o, s:o}, s:{s:f, s:f}, s:o, s:o, s:o}",
                   "schema", "nocstep.diff/1", "of", "events", "equal", compare_equal(c), "first",
                   first_json(&c->first), "packets", "both", value(c->pairs), "only_a",
                   value(c->only_a), "only_b", value(c->only_b), "slower", value(c->slower),
                   "faster", value(c->faster), "latency", "a", c->mean_a, "b", c->mean_b,
                   "most_changed", packets, "links_differ", value(c->links_differ), "links", links);
}

// --- the command ---------------------------------------------------------------------------------

// A file that begins like a JSON object is taken for one.
static bool is_json(FILE *file) {
  int c = ' ';
  while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
    c = fgetc(file);
  }
  return c == '{';
}

// SQLite's files begin so.
static bool is_database(FILE *file) {
  static const char kMagic[] = "SQLite format 3";
  char begin[sizeof kMagic] = "";
  rewind(file);
  return fread(begin, 1, sizeof begin, file) == sizeof begin &&
         memcmp(begin, kMagic, sizeof begin) == 0;
}

typedef enum { OF_EVENTS, OF_RESULTS, OF_WAVES } kind_t;

static bool read_kind(const char *path, kind_t *kind, noc_error_t *error) {
  FILE *file = fopen(path, "r");
  *kind = diff_is_waves(path, file) ? OF_WAVES : OF_EVENTS;
  if (file == NULL) {
    return *kind == OF_WAVES || noc_fail_file(error, path, "read");
  }
  rewind(file);
  *kind = *kind != OF_WAVES && is_json(file) ? OF_RESULTS : *kind;
  const bool known = *kind != OF_EVENTS || is_database(file);
  const bool failed = ferror(file) != 0;
  (void)fclose(file);
  if (failed) {
    return noc_fail_file(error, path, "read");
  }
  return known ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%s: " SAY_THERE_IS("another file", "a result, an event database or waves"),
                  path);
}

static bool check_kinds(const cli_t *cli, kind_t a, kind_t b, noc_error_t *error) {
  static const char *const kOne[] = {"an event database", "a result", "waves"};
  const char *option = cli->offset != NULL   ? "--offset"
                       : cli->cycles != NULL ? "--cycles"
                       : cli->scope != NULL  ? "--scope"
                                             : NULL;
  if (a != b) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "%s: " SAY_THERE_IS("%s beside %s", "two results, two event databases or two waves"),
        cli->operands.item[1], kOne[b], kOne[a]);
  }
  return a == OF_WAVES || option == NULL ||
         noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("given without waves", "given with two waves"),
                  option);
}

static bool compare(const cli_t *cli, bool print, json_t **json, bool *equal, noc_error_t *error) {
  const char *a = cli->operands.item[0];
  const char *b = cli->operands.item[1];
  kind_t kind = OF_EVENTS;
  kind_t other = OF_EVENTS;
  if (!read_kind(a, &kind, error) || !read_kind(b, &other, error) ||
      !check_kinds(cli, kind, other, error)) {
    return false;
  }
  if (kind == OF_WAVES) {
    return diff_waves(cli, print, json, equal, error);
  }
  if (kind == OF_RESULTS) {
    diff_results_t d;
    if (!diff_results(a, b, &d, error)) {
      return false;
    }
    *equal = d.count == 0;
    if (print) {
      diff_results_print(&d, stdout);
    }
    *json = diff_results_json(&d);
    diff_results_free(&d);
    return true;
  }
  compare_t c;
  if (!compare_events(a, b, &c, error)) {
    return false;
  }
  *equal = compare_equal(&c);
  if (print) {
    print_events(&c);
  }
  *json = events_json(&c);
  return true;
}

int command_diff(const struct cli *cli) {
  noc_error_t error = {0};
  output_t *json = NULL;
  json_t *root = NULL;
  bool equal = false;
  input_opened(cli->operands.item[0]);
  input_opened(cli->operands.item[1]);
  if (cli->json != NULL && (json = output_open(cli->json, &error)) == NULL) {
    return cli_report(&error);
  }
  const bool print = !cli->quiet && !output_is_stdout(cli->json);
  if (!compare(cli, print, &root, &equal, &error)) {
    output_discard(json);
    return cli_report(&error);
  }
  if (json == NULL) {
    json_decref(root);
  } else if (!output_commit_json(json, root, &error)) {
    return cli_report(&error);
  }
  return equal ? NOC_OK : NOC_CHECK_FAILED;
}
