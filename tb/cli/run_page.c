// run_page -- see run_page.h. The head of the page, its result and its data.

#include "cli/run_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "cli/explain.h"
#include "page/page.h"
#include "runs/repro.h"
#include "runs/run_bundle.h"
#include "scenario/scenario_load.h"
#include "sim/nocstep.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *const kBundle[] = {"mismatch.txt", BUNDLE_REPRO,   BUNDLE_INPUTS,
                                      BUNDLE_WAVE,    BUNDLE_SAVES,   "result.json",
                                      "summary.txt",  "scenario.yaml"};

static const run_page_t *page_of(const void *context) {
  return context;
}

// --- head ----------------------------------------------------------------------------------------

static void write_title(const void *context, FILE *out) {
  const sim_t *s = &page_of(context)->r->sim;
  (void)fprintf(out, "%s: ", sim_result_name(s->result));
  page_text(s->scenario->topology->name, out);
}

static void write_headline(const void *context, FILE *out) {
  const sim_t *s = &page_of(context)->r->sim;
  page_text(s->scenario->topology->name, out);
  (void)fprintf(out, " <span class=\"pill %s\">%s</span>",
                s->result == SIM_PASS          ? "ok"
                : s->result == SIM_INTERRUPTED ? ""
                                               : "bad",
                sim_result_name(s->result));
}

static void write_about(const void *context, FILE *out) {
  const scenario_t *s = page_of(context)->r->sim.scenario;
  (void)fprintf(out, "%u router%s, %u nodes; %u VC%s of %u flit%s of %u bits; %s",
                s->topology->routers, s->topology->routers == 1 ? "" : "s", s->topology->nodes,
                s->vcs, s->vcs == 1 ? "" : "s", s->depth, s->depth == 1 ? "" : "s", s->flit_bits,
                sim_router_name(s));
  (void)fprintf(out, "; seed %" PRIu64 "; ", s->seed);
  page_text(page_of(context)->r->sim.scenario->file, out);
}

static void tile(const char *name, uint64_t value, const char *small, FILE *out) {
  (void)fprintf(out, "<div><dt>%s</dt><dd>", name);
  page_number(value, out);
  (void)fprintf(out, "%s%s%s</dd></div>\n", small[0] != '\0' ? "<small>" : "", small,
                small[0] != '\0' ? "</small>" : "");
}

static void write_tiles(const void *context, FILE *out) {
  const run_page_t *p = page_of(context);
  const workload_result_t *w = &p->result;
  char small[80];
  tile("cycles", network_cycle(p->r->sim.network), "", out);
  (void)snprintf(small, sizeof small, "of %" PRIu64 " packets injected", w->packets_created);
  tile("packets delivered", w->packets_delivered, small, out);
  if (w->latency.count > 0) {
    (void)fprintf(out,
                  "<div><dt>mean latency</dt><dd>%.2f<small>cycles, at most %" PRIu64
                  "</small></dd></div>\n",
                  w->latency.mean, w->latency.max);
  }
  (void)fprintf(out,
                "<div><dt>accepted</dt><dd>%.4f<small>flits a node and cycle, of %.4f offered"
                "</small></dd></div>\n",
                w->accepted, w->offered);
  tile("flits over links", network_counts(p->r->sim.network)->hops, "between routers", out);
  if (p->r->wall_s > 0) {
    (void)snprintf(small, sizeof small, "in %.1f s", p->r->wall_s);
    tile("cycles a second", (uint64_t)((double)network_cycle(p->r->sim.network) / p->r->wall_s),
         small, out);
  }
}

static void write_footer(const void *context, FILE *out) {
  (void)context;
  (void)fprintf(
      out, "nocstep " NOCSTEP_VERSION ". %s",
      page_has_charts() ? "" : "It was built without npm: tables stand in the place of charts.");
}

// --- result --------------------------------------------------------------------------------------

// The files of --report DIR, as the page sees them.
static void write_files(const run_page_t *p, FILE *out) {
  const cli_t *cli = p->r->cli;
  char address[8192] = "";
  bool any = false;
  if (cli->report == NULL) {
    (void)fputs(
        "<p class=\"note\"><code>--report DIR</code> writes a bundle, with waves around the "
        "failure.</p>\n",
        out);
    return;
  }
  page_address(cli->html, cli->report, address, sizeof address);
  for (size_t i = 0; i < COUNT(kBundle); i++) {
    char path[4200];
    (void)snprintf(path, sizeof path, "%s/%s", cli->report, kBundle[i]);
    if (address[0] != '\0' && access(path, F_OK) == 0) {
      (void)fprintf(out, "%s<li><a href=\"%s/%s\">%s</a></li>", any ? "" : "<ul class=\"files\">",
                    address, kBundle[i], kBundle[i]);
      any = true;
    }
  }
  (void)fputs(any ? "</ul>\n" : "", out);
}

static void write_failure(const void *context, FILE *out) {
  const run_page_t *p = page_of(context);
  if (p->text == NULL) {
    (void)fputs("<p>Every check passed.</p>\n", out);
    return;
  }
  write_files(p, out);
  (void)fputs("<pre id=\"failure\">", out);
  page_text(p->text, out);
  (void)fputs("</pre>\n", out);
}

static void write_summary(const void *context, FILE *out) {
  page_text(page_of(context)->summary, out);
}

static void write_summary_open(const void *context, FILE *out) {
  (void)fputs(page_of(context)->text == NULL ? " open=\"open\"" : "", out);
}

static void write_scenario(const void *context, FILE *out) {
  page_text(page_of(context)->scenario, out);
}

static void write_again(const void *context, FILE *out) {
  const run_t *r = page_of(context)->r;
  char *line = repro_line(r->cli, r->sim.scenario);
  page_text(line != NULL ? line : "", out);
  free(line);
}

static void write_data(const void *context, FILE *out) {
  page_data(page_of(context)->data, out);
}

static const page_part_t kParts[] = {
    {"title", write_title},        {"headline", write_headline},
    {"about", write_about},        {"tiles", write_tiles},
    {"failure", write_failure},    {"summary-open", write_summary_open},
    {"summary", write_summary},    {"links", run_page_links},
    {"latency", run_page_latency}, {"journeys", run_page_journeys},
    {"waiting", run_page_waiting}, {"scenario", write_scenario},
    {"again", write_again},        {"footer", write_footer},
    {"data", write_data},
};

// --- data ----------------------------------------------------------------------------------------

static json_t *stories(const run_page_t *p) {
  json_t *list = json_array();
  for (size_t i = 0; i < p->stories; i++) {
    (void)json_array_append_new(list, explain_json(&p->story[i]));
  }
  return list;
}

// The result is written as a text, as --json has it, so that the two are the same.
static bool write_json(const run_page_t *p, FILE *out) {
  json_t *rest = json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "schema", PAGE_SCHEMA,
                           "kind", "run", "version", NOCSTEP_VERSION, "map", run_page_map(p->r),
                           "windows", run_page_windows(p->r), "histogram", run_page_bins(p),
                           "journeys", stories(p), "waiting", run_page_waits(p));
  char *text = rest != NULL ? json_dumps(rest, JSON_COMPACT | JSON_REAL_PRECISION(8)) : NULL;
  bool ok = text != NULL;
  if (ok) {
    text[strlen(text) - 1] = '\0';  // the brace that closes it
    (void)fprintf(out, "%s,\"result\":", text);
    ok = run_json_for(p->r, p->r->loads->most > 0, out);
    (void)fputs("}", out);
  }
  free(text);
  json_decref(rest);
  return ok;
}

// Whatever a function writes, as a text of its own; NULL when memory is short.
static char *written(run_page_t *p, void (*write)(run_t *, FILE *)) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  if (out == NULL) {
    return NULL;
  }
  write(p->r, out);
  if (fclose(out) != 0) {
    free(text);
    return NULL;
  }
  return text;
}

static void write_yaml(run_t *r, FILE *out) {
  (void)scenario_write_yaml(r->sim.scenario, out);
}

static bool write_all(run_page_t *p, noc_error_t *error) {
  size_t size = 0;
  FILE *out = memory_stream(&p->data, &size);
  const bool ok = out != NULL && write_json(p, out);
  return (out == NULL || fclose(out) == 0) && ok ? true : memory_fail(error, "the page");
}

bool run_page(run_t *r, void (*failure)(run_t *, FILE *), FILE *out, noc_error_t *error) {
  run_page_t p = {.r = r};
  const sim_result_t result = r->sim.result;
  workload_result(r->sim.workload, &p.result);
  run_page_fill_bins(&p);
  p.stands = result == SIM_DEADLOCK || result == SIM_TIMEOUT || result == SIM_AGE;
  const uint32_t networks = r->sim.stalled != 0 ? r->sim.stalled : UINT32_MAX;
  bool ok = !p.stands || wait_graph_create(&p.waiting, r->sim.network, networks, error);
  ok = ok && run_page_read_stories(&p, error);
  if (ok) {
    p.scenario = written(&p, write_yaml);
    p.summary = written(&p, run_summary);
    p.text = result != SIM_PASS ? written(&p, failure) : NULL;
    ok = (p.scenario != NULL && p.summary != NULL && (result == SIM_PASS || p.text != NULL)) ||
         memory_fail(error, "the page");
  }
  ok = ok && write_all(&p, error);
  if (ok) {
    page_write("run.html", kParts, COUNT(kParts), &p, out);
  }
  for (size_t i = 0; i < p.stories; i++) {
    story_free(&p.story[i]);
  }
  wait_graph_free(&p.waiting);
  free(p.text);
  free(p.summary);
  free(p.scenario);
  free(p.data);
  return ok;
}
