// verify_page -- see verify_page.h. The head of the page, its failures and its data.

#include "cli/verify_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "page/page.h"
#include "runs/output.h"
#include "runs/run_bundle.h"
#include "sim/nocstep.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

const char *const kVerifyBundle[VERIFY_BUNDLE_FILES] = {
    "mismatch.txt", BUNDLE_REPRO,  BUNDLE_INPUTS, BUNDLE_WAVE,
    BUNDLE_SAVES,   "result.json", "summary.txt", "scenario.yaml"};

bool verify_page_bundle(const verify_t *v, size_t group, char address[VERIFY_ADDRESS],
                        bool there[VERIFY_BUNDLE_FILES]) {
  char folder[4096];
  char path[4200];
  bool any = false;
  if (v->cli->report == NULL) {
    return false;
  }
  (void)snprintf(folder, sizeof folder, "%s/group-%zu", v->cli->report, group + 1);
  page_address(v->cli->html, folder, address, VERIFY_ADDRESS);
  for (size_t i = 0; i < VERIFY_BUNDLE_FILES; i++) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, kVerifyBundle[i]);
    there[i] = address[0] != '\0' && access(path, F_OK) == 0;
    any = any || there[i];
  }
  return any;
}

void verify_page_run(const verify_t *v, size_t run, FILE *out) {
  const verify_variant_t *variant = &v->variant[v->run[run].variant];
  (void)fprintf(out, "<a href=\"#run-%zu\">", run);
  page_text(v->scenario[variant->scenario].file, out);
  (void)fprintf(out, " seed %" PRIu64, v->run[run].seed);
  if (variant->label[0] != '\0') {
    (void)fprintf(out, " [%s]", variant->label);
  }
  (void)fputs("</a>", out);
}

// --- head ----------------------------------------------------------------------------------------

static size_t failures(const verify_t *v) {
  return v->count[VERIFY_FAIL] + v->count[VERIFY_ERROR];
}

static void write_title(const void *context, FILE *out) {
  const verify_t *v = ((const verify_page_t *)context)->v;
  (void)fprintf(out, "%s: nocstep verify, %zu runs", v->status_word, v->runs);
}

static void write_headline(const void *context, FILE *out) {
  const verify_t *v = ((const verify_page_t *)context)->v;
  const size_t failed = failures(v);
  const bool passed = strcmp(v->status_word, "pass") == 0;
  if (passed) {
    (void)fprintf(out, "All %zu runs passed", v->runs);
  } else if (failed > 0) {
    (void)fprintf(out, "%zu of %zu runs failed, in %zu group%s", failed, v->runs, v->groups,
                  v->groups == 1 ? "" : "s");
  } else {
    (void)fprintf(out, "%zu runs", v->runs);
  }
  (void)fprintf(out, " <span class=\"pill %s\">%s</span>",
                passed       ? "ok"
                : failed > 0 ? "bad"
                             : "",
                v->status_word);
}

static void write_about(const void *context, FILE *out) {
  const verify_t *v = ((const verify_page_t *)context)->v;
  (void)fprintf(out, "%zu scenario%s in %zu shape%s, each RTL beside its golden model",
                v->scenarios, v->scenarios == 1 ? "" : "s", v->variants,
                v->variants == 1 ? "" : "s");
  (void)fputs(v->foreign > 0 ? ", and foreign routers held against rules" : "", out);
  (void)fputs(v->stopped ? "; stopped by --max-failures" : "", out);
  (void)fputs(v->interrupted ? "; interrupted" : "", out);
}

static void tile(const char *name, const char *class, uint64_t value, FILE *out) {
  (void)fprintf(out, "<div class=\"%s\"><dt>%s</dt><dd>", class, name);
  page_number(value, out);
  (void)fputs("</dd></div>\n", out);
}

static void write_tiles(const void *context, FILE *out) {
  const verify_t *v = ((const verify_page_t *)context)->v;
  tile("passed", v->count[VERIFY_PASS] == v->runs ? "ok" : "", v->count[VERIFY_PASS], out);
  tile("failed", v->count[VERIFY_FAIL] > 0 ? "bad" : "", v->count[VERIFY_FAIL], out);
  tile("errors", v->count[VERIFY_ERROR] > 0 ? "bad" : "", v->count[VERIFY_ERROR], out);
  tile("not run", "", v->count[VERIFY_NOT_RUN], out);
  tile("cycles compared", "", v->cycles, out);
  tile("bits compared", "", v->bits_compared, out);
  (void)fprintf(out,
                "<div><dt>time</dt><dd>%.1f s<small>%" PRIu64 " at a time</small></dd></div>\n",
                v->wall_s, v->cli->jobs);
}

static void write_footer(const void *context, FILE *out) {
  (void)context;
  (void)fprintf(
      out, "nocstep " NOCSTEP_VERSION ". %s",
      page_has_charts() ? "" : "It was built without npm: tables stand in the place of charts.");
}

// --- failures ------------------------------------------------------------------------------------

static void fact(const char *name, const char *text, FILE *out) {
  if (text != NULL && text[0] != '\0') {
    (void)fprintf(out, "<dt>%s</dt><dd>", name);
    page_text(text, out);
    (void)fputs("</dd>\n", out);
  }
}

static void example(const verify_t *v, const char *name, size_t run, FILE *out) {
  (void)fprintf(out, "<dt>%s</dt><dd>", name);
  verify_page_run(v, run, out);
  (void)fputs(", cycle ", out);
  page_number(verify_number(&v->run[run], "cycle"), out);
  (void)fputs("</dd>\n", out);
}

static void write_bundle(const verify_t *v, size_t group, FILE *out) {
  char address[VERIFY_ADDRESS];
  bool there[VERIFY_BUNDLE_FILES];
  (void)fputs("<dt>bundle</dt><dd>", out);
  if (!verify_page_bundle(v, group, address, there)) {
    (void)fputs(v->cli->report == NULL ? "none: <code>--report DIR</code> writes one for each group"
                                       : "none of this failure",
                out);
  } else {
    (void)fputs("<ul class=\"files\">", out);
    for (size_t i = 0; i < VERIFY_BUNDLE_FILES; i++) {
      if (there[i]) {
        (void)fprintf(out, "<li><a href=\"%s/%s\">%s</a></li>", address, kVerifyBundle[i],
                      kVerifyBundle[i]);
      }
    }
    (void)fputs("</ul>", out);
  }
  (void)fputs("</dd>\n", out);
}

static void write_members(const verify_t *v, const verify_group_t *g, FILE *out) {
  (void)fprintf(out, "<details><summary>All %zu runs of this group</summary><ul>\n", g->count);
  for (size_t i = 0; i < g->count; i++) {
    (void)fputs("<li>", out);
    verify_page_run(v, g->run[i], out);
    (void)fputs("</li>\n", out);
  }
  (void)fputs("</ul></details>\n", out);
}

static void write_group(const verify_t *v, size_t number, FILE *out) {
  const verify_group_t *g = &v->group[number];
  const verify_run_t *smallest = &v->run[g->smallest];
  const char *text = verify_text(smallest, "text");
  (void)fprintf(out, "<article class=\"group\" id=\"group-%zu\">\n<h3>%zu. ", number + 1,
                number + 1);
  if (g->unit != NULL) {
    page_text(g->unit, out);
    (void)fputc(' ', out);
    page_text(g->reg, out);
  } else {
    page_text(g->what, out);
  }
  (void)fprintf(out, " <span class=\"pill bad\">%s</span></h3>\n<dl>", g->result);
  (void)fputs("<dt>runs</dt><dd>", out);
  page_number(g->count, out);
  (void)fputs(" in ", out);
  page_number(g->scenarios, out);
  (void)fprintf(out, " scenario%s</dd>\n", g->scenarios == 1 ? "" : "s");
  fact("source", g->source, out);
  fact("evidence", verify_text(smallest, "evidence"), out);
  example(v, "smallest", g->smallest, out);
  if (g->earliest != g->smallest) {
    example(v, "earliest", g->earliest, out);
  }
  write_bundle(v, number, out);
  (void)fputs("</dl>\n<pre>", out);
  page_text(text[0] != '\0' ? text : verify_text(smallest, "error"), out);
  (void)fputs("</pre>\n<p>Again:</p>\n<pre class=\"line\">", out);
  page_text(smallest->repro, out);
  (void)fputs("</pre>\n", out);
  write_members(v, g, out);
  (void)fputs("</article>\n", out);
}

void verify_page_groups(const void *context, FILE *out) {
  const verify_t *v = ((const verify_page_t *)context)->v;
  if (v->groups == 0) {
    (void)fprintf(out, "<p class=\"empty\">%s</p>\n",
                  v->count[VERIFY_PASS] == v->runs ? "None: every run passed."
                                                   : "None in the runs that were done.");
    return;
  }
  (void)fputs(
      "<p class=\"note\">Failures that look the same are one group, the largest first, each "
      "with its smallest example.</p>\n",
      out);
  for (size_t i = 0; i < v->groups; i++) {
    write_group(v, i, out);
  }
}

// --- data ----------------------------------------------------------------------------------------

// One member a group: its folder and the files in it, or null.
static json_t *bundles(const verify_t *v) {
  json_t *list = json_array();
  for (size_t g = 0; g < v->groups; g++) {
    char address[VERIFY_ADDRESS];
    bool there[VERIFY_BUNDLE_FILES];
    json_t *bundle = json_null();
    if (verify_page_bundle(v, g, address, there)) {
      json_t *files = json_array();
      for (size_t i = 0; i < VERIFY_BUNDLE_FILES; i++) {
        if (there[i]) {
          (void)json_array_append_new(files, json_string(kVerifyBundle[i]));
        }
      }
      bundle = json_pack("{s:s, s:o}", "address", address, "files", files);
    }
    (void)json_array_append_new(list, bundle);
  }
  return list;
}

// The texts of the page, made before anything is written, so that short memory is told.
static char *data_text(const verify_page_t *p) {
  json_t *root =
      json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "schema", PAGE_SCHEMA, "kind", "verify",
                "version", NOCSTEP_VERSION, "before", verify_before_json(p->before), "bundles",
                bundles(p->v), "result", verify_json_root(p->v));
  char *text = root != NULL ? json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
  json_decref(root);
  return text;
}

typedef struct {
  verify_page_t page;  // first: the parts of other files see this alone
  const char *data;
} with_data_t;

static void write_data(const void *context, FILE *out) {
  page_data(((const with_data_t *)context)->data, out);
}

static const page_part_t kParts[] = {
    {"title", write_title},
    {"headline", write_headline},
    {"about", write_about},
    {"tiles", write_tiles},
    {"groups", verify_page_groups},
    {"matrix", verify_page_matrix},
    {"parameters", verify_page_parameters},
    {"coverage", verify_page_coverage},
    {"speed", verify_page_speed},
    {"trend", verify_page_trend},
    {"runs", verify_page_runs},
    {"footer", write_footer},
    {"data", write_data},
};

bool verify_page(const verify_page_t *p, FILE *out) {
  char *data = data_text(p);
  if (data == NULL) {
    return false;
  }
  const with_data_t context = {*p, data};
  page_write("verify.html", kParts, COUNT(kParts), &context, out);
  free(data);
  return true;
}
