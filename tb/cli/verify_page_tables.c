// verify_page_tables -- the tables of a regression's page that are about all runs: scenarios by
// shapes, values of parameters, the runs.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "cli/verify_page.h"
#include "page/page.h"

// Runs with something in common.
typedef struct {
  size_t runs, passed, failed;
  size_t first;  // run: the first that failed, else the first
} cell_t;

static void count(cell_t *cell, const verify_run_t *run, size_t number) {
  const bool failed = verify_has_failed(run);
  if (cell->runs == 0 || (failed && cell->failed == 0)) {
    cell->first = number;
  }
  cell->runs++;
  cell->passed += run->verdict == VERIFY_PASS;
  cell->failed += failed;
}

static bool is_shown(const verify_t *v, size_t run) {
  return run < VERIFY_PAGE_RUNS || verify_has_failed(&v->run[run]);
}

static void write_cell(const verify_t *v, const cell_t *cell, const char *says, FILE *out) {
  const char *class = cell->failed > 0                 ? "bad"
                      : cell->passed == cell->runs     ? "ok"
                      : cell->passed > 0 || cell->runs ? "none"
                                                       : "";
  (void)fprintf(out, "<td class=\"%s\">", class);
  if (cell->runs > 0) {
    (void)fprintf(out, "<a href=\"#%s", is_shown(v, cell->first) ? "run-" : "runs");
    if (is_shown(v, cell->first)) {
      (void)fprintf(out, "%zu", cell->first);
    }
    (void)fputs("\" title=\"", out);
    page_text(says[0] != '\0' ? says : "the scenario's own shape", out);
    (void)fprintf(out, "\">%zu/%zu%s</a>", cell->passed, cell->runs, cell->failed > 0 ? " !" : "");
  }
  (void)fputs("</td>", out);
}

// --- scenarios by shapes -------------------------------------------------------------------------

// Where all scenarios have the same shapes, each is a column. Else a column has the first shape of
// each scenario, and so on; what it is the cell says.
enum { COLUMNS = 24 };

typedef struct {
  const char **label;  // [columns], or NULL: by number
  size_t columns;
  size_t *of;  // [variants]: the column
} columns_t;

static bool by_label(const verify_t *v, columns_t *c) {
  size_t most = 0;
  for (size_t i = 0; i < v->scenarios; i++) {
    most = v->scenario[i].shapes > most ? v->scenario[i].shapes : most;
  }
  c->columns = 0;
  for (size_t i = 0; i < v->variants; i++) {
    size_t k = 0;
    while (k < c->columns && strcmp(c->label[k], v->variant[i].label) != 0) {
      k++;
    }
    if (k == c->columns) {
      if (k == COLUMNS) {
        return false;
      }
      c->label[c->columns++] = v->variant[i].label;
    }
    c->of[i] = k;
  }
  return c->columns <= most;
}

static void by_number(const verify_t *v, columns_t *c) {
  c->columns = 0;
  c->label = NULL;
  for (size_t i = 0; i < v->variants; i++) {
    const bool first = i == 0 || v->variant[i].scenario != v->variant[i - 1].scenario;
    c->of[i] = first ? 0 : c->of[i - 1] + 1;
    c->columns = c->of[i] + 1 > c->columns ? c->of[i] + 1 : c->columns;
  }
}

static void write_heads(const columns_t *c, FILE *out) {
  (void)fputs("<thead><tr><th scope=\"col\">scenario</th>", out);
  for (size_t k = 0; k < c->columns; k++) {
    const char *label = c->label != NULL ? c->label[k] : k == 0 ? "" : NULL;
    (void)fputs("<th scope=\"col\" class=\"n\"", out);
    if (label != NULL && label[0] != '\0') {
      (void)fputs(" title=\"", out);
      page_text(label, out);
      (void)fputc('"', out);
    }
    if (label != NULL && label[0] == '\0') {
      (void)fputs(">own</th>", out);
    } else {
      (void)fprintf(out, ">shape %zu</th>", k);
    }
  }
  (void)fputs("</tr></thead>\n", out);
}

static void write_rows(const verify_t *v, const columns_t *c, const cell_t *cell, FILE *out) {
  (void)fputs("<tbody>\n", out);
  for (size_t s = 0; s < v->scenarios; s++) {
    (void)fputs("<tr><th scope=\"row\">", out);
    page_text(v->scenario[s].file, out);
    (void)fputs("</th>", out);
    for (size_t k = 0; k < c->columns; k++) {
      size_t i = 0;
      while (i < v->variants && (v->variant[i].scenario != s || c->of[i] != k)) {
        i++;
      }
      const cell_t none = {0};
      write_cell(v, i < v->variants ? &cell[i] : &none, i < v->variants ? v->variant[i].label : "",
                 out);
    }
    (void)fputs("</tr>\n", out);
  }
  (void)fputs("</tbody>", out);
}

// The shapes by their numbers, where columns are shapes.
static void write_shapes(const columns_t *c, FILE *out) {
  bool any = false;
  for (size_t k = 0; c->label != NULL && k < c->columns; k++) {
    if (c->label[k][0] != '\0') {
      (void)fputs(any ? "" : "<details><summary>The shapes</summary><dl class=\"facts\">\n", out);
      (void)fprintf(out, "<dt>shape %zu</dt><dd><code>", k);
      page_text(c->label[k], out);
      (void)fputs("</code></dd>\n", out);
      any = true;
    }
  }
  (void)fputs(any ? "</dl></details>\n" : "", out);
}

void verify_page_matrix(const void *context, FILE *out) {
  const verify_t *v = ((const verify_page_t *)context)->v;
  const char *label[COLUMNS];
  columns_t c = {.label = label, .of = calloc(v->variants + 1, sizeof *c.of)};
  cell_t *cell = calloc(v->variants + 1, sizeof *cell);
  if (c.of == NULL || cell == NULL) {
    (void)fputs("<p class=\"empty\">Memory was short.</p>", out);
  } else {
    if (!by_label(v, &c)) {
      by_number(v, &c);
    }
    for (size_t i = 0; i < v->runs; i++) {
      count(&cell[v->run[i].variant], &v->run[i], i);
    }
    (void)fputs("<div class=\"wide matrix\" tabindex=\"0\"><table id=\"matrix-table\">\n", out);
    write_heads(&c, out);
    write_rows(v, &c, cell, out);
    (void)fputs("</table></div>\n", out);
    write_shapes(&c, out);
  }
  free(c.of);
  free(cell);
}

// --- values of parameters ------------------------------------------------------------------------

static void write_meter(const cell_t *cell, FILE *out) {
  const double share = cell->runs > 0 ? 100.0 * (double)cell->failed / (double)cell->runs : 0;
  (void)fprintf(out,
                "<td class=\"share\"><span class=\"meter\"><i class=\"bad\" "
                "style=\"width:%.0f%%\"></i></span> "
                "%.0f %%</td>",
                share, share);
}

static void write_value(const verify_t *v, unsigned axis, const char *word, FILE *out) {
  cell_t cell = {0};
  for (size_t i = 0; i < v->runs; i++) {
    const char *value = v->variant[v->run[i].variant].word[axis];
    if (value != NULL && strcmp(value, word) == 0) {
      count(&cell, &v->run[i], i);
    }
  }
  (void)fprintf(out, "<tr%s><td>%s</td><td>", cell.failed > 0 ? " class=\"fail\"" : "",
                kVerifyAxes[axis].key);
  page_text(word, out);
  (void)fputs("</td>", out);
  page_cell(cell.runs, out);
  page_cell(cell.passed, out);
  page_cell(cell.failed, out);
  write_meter(&cell, out);
  (void)fputs("</tr>\n", out);
}

// Numbers by their value, words by their letters.
static int compare_words(const char *a, const char *b) {
  uint64_t x = 0;
  uint64_t y = 0;
  return decimal_parse(a, &x) && decimal_parse(b, &y) ? (x > y) - (x < y) : strcmp(a, b);
}

// The least value of an axis above this one, which is NULL at first; NULL: there is none.
static const char *next_word(const verify_t *v, unsigned axis, const char *last) {
  const char *next = NULL;
  for (size_t i = 0; i < v->variants; i++) {
    const char *word = v->variant[i].word[axis];
    if ((last == NULL || compare_words(word, last) > 0) &&
        (next == NULL || compare_words(word, next) < 0)) {
      next = word;
    }
  }
  return next;
}

void verify_page_parameters(const void *context, FILE *out) {
  const verify_t *v = ((const verify_page_t *)context)->v;
  (void)fputs(
      "<div class=\"wide\" tabindex=\"0\"><table class=\"sorts\" id=\"parameters\"><thead>"
      "<tr><th scope=\"col\">key</th><th scope=\"col\">value</th>"
      "<th scope=\"col\" class=\"n\">runs</th><th scope=\"col\" class=\"n\">passed</th>"
      "<th scope=\"col\" class=\"n\">failed</th><th scope=\"col\">share that failed</th>"
      "</tr></thead><tbody>\n",
      out);
  for (unsigned a = 0; a < VERIFY_AXES; a++) {
    const char *last = NULL;
    for (const char *word = next_word(v, a, last); word != NULL; word = next_word(v, a, last)) {
      write_value(v, a, word, out);
      last = word;
    }
  }
  (void)fputs("</tbody></table></div>\n", out);
}

// --- runs ----------------------------------------------------------------------------------------

static const char *result_of(const verify_run_t *run) {
  return run->verdict == VERIFY_NOT_RUN ? "not-run" : verify_text(run, "result");
}

static void write_run(const verify_t *v, size_t number, FILE *out) {
  const verify_run_t *run = &v->run[number];
  const verify_variant_t *variant = &v->variant[run->variant];
  (void)fprintf(out, "<tr id=\"run-%zu\"%s><td>", number,
                verify_has_failed(run)           ? " class=\"fail\""
                : run->verdict == VERIFY_NOT_RUN ? " class=\"none\""
                                                 : "");
  page_text(result_of(run), out);
  (void)fputs("</td><td>", out);
  page_text(v->scenario[variant->scenario].file, out);
  (void)fputs("</td><td>", out);
  page_text(variant->label[0] != '\0' ? variant->label : "own", out);
  (void)fputs("</td>", out);
  page_cell(run->seed, out);
  page_cell(run->verdict != VERIFY_NOT_RUN ? verify_number(run, "cycles") : UINT64_MAX, out);
  (void)fprintf(out, "<td class=\"n\">%.3f</td><td>", verify_wall_s(run));
  page_text(verify_text(run, "error"), out);
  (void)fputs("</td></tr>\n", out);
}

void verify_page_runs(const void *context, FILE *out) {
  const verify_t *v = ((const verify_page_t *)context)->v;
  size_t left = 0;
  (void)fputs(
      "<div class=\"wide\" tabindex=\"0\"><table class=\"sorts\" id=\"runs-table\"><thead>"
      "<tr><th scope=\"col\">result</th><th scope=\"col\">scenario</th>"
      "<th scope=\"col\">shape</th><th scope=\"col\" class=\"n\">seed</th>"
      "<th scope=\"col\" class=\"n\">cycles</th><th scope=\"col\" class=\"n\">seconds</th>"
      "<th scope=\"col\">error</th></tr></thead><tbody>\n",
      out);
  for (size_t i = 0; i < v->runs; i++) {
    if (is_shown(v, i)) {
      write_run(v, i, out);
    } else {
      left++;
    }
  }
  (void)fputs("</tbody></table></div>\n", out);
  if (left > 0) {
    (void)fprintf(out, "<p class=\"note\">%zu runs more have passed, which the JSON has.</p>\n",
                  left);
  }
}
