// verify_page_trend -- the parts of a regression's page that are about its coverage, its speed, and
// what has changed since earlier ones.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verify_page.h"
#include "page/page.h"

// --- coverage ------------------------------------------------------------------------------------

static void write_event(const coverage_t *c, unsigned e, FILE *out) {
  const coverage_info_t *info = coverage_info(e);
  const uint32_t seen = c->count[e];
  (void)fprintf(out, "<tr%s><td>%s</td><td><code>", seen == 0 ? " class=\"fail\"" : "",
                seen > 0 ? "reached" : "never");
  page_text(info->unit, out);
  (void)fputs("</code></td><td>", out);
  page_text(info->meaning, out);
  (void)fprintf(out, "</td><td class=\"n\">%" PRIu32 "%s</td></tr>\n", seen,
                seen >= COVERAGE_MANY ? "+" : "");
}

static void write_events(const coverage_t *c, FILE *out) {
  (void)fputs(
      "<div class=\"wide\" tabindex=\"0\"><table class=\"sorts\" id=\"events\"><thead><tr>"
      "<th scope=\"col\">event</th><th scope=\"col\">unit</th><th scope=\"col\">what happens"
      "</th><th scope=\"col\" class=\"n\">times</th></tr></thead><tbody>\n",
      out);
  for (unsigned pass = 0; pass < 2; pass++) {  // what was never reached comes first
    for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
      if (c->listed[e] && (c->count[e] == 0) == (pass == 0)) {
        write_event(c, e, out);
      }
    }
  }
  (void)fputs("</tbody></table></div>\n", out);
}

void verify_page_coverage(const void *context, FILE *out) {
  const run_coverage_t *c = &((const verify_page_t *)context)->v->coverage;
  unsigned listed = 0;
  unsigned reached = 0;
  if (c->runs == 0) {
    (void)fputs("<p class=\"empty\">Nothing ran in lockstep.</p>\n", out);
    return;
  }
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    listed += c->of.listed[e];
    reached += c->of.listed[e] && c->of.count[e] > 0;
  }
  (void)fprintf(
      out,
      "<dl class=\"tiles\"><div><dt>events reached</dt><dd>%u<small>of %u that the shapes "
      "have</small></dd></div>\n<div><dt>runs with all port pairs</dt><dd>%zu<small>of %zu"
      "</small></dd></div>\n<div><dt>runs with all VCs</dt><dd>%zu<small>of %zu</small>"
      "</dd></div></dl>\n",
      reached, listed, c->all_pairs, c->runs, c->all_vcs, c->runs);
  write_events(&c->of, out);
}

// --- speed ---------------------------------------------------------------------------------------

typedef struct {
  size_t run;
  double seconds;
} slow_t;

static int compare_slow(const void *a, const void *b) {
  const slow_t *x = a;
  const slow_t *y = b;
  if (x->seconds != y->seconds) {
    return x->seconds > y->seconds ? -1 : 1;
  }
  return x->run < y->run ? -1 : x->run > y->run;
}

static verify_speed_t speed_now(const verify_t *v) {
  verify_speed_t sum = {0};
  for (size_t i = 0; i < v->runs; i++) {
    sum.cycles += verify_number(&v->run[i], "cycles");
    sum.seconds += verify_wall_s(&v->run[i]);
  }
  return sum;
}

// The slowest runs, beside what they took the last time.
static void write_slow(const verify_page_t *p, const slow_t *slow, size_t count, FILE *out) {
  const verify_before_t *b = p->before;
  const verify_earlier_t *last = b->count > 0 ? &b->of[b->count - 1] : NULL;
  (void)fprintf(out,
                "<div class=\"wide\" tabindex=\"0\"><table class=\"sorts\" id=\"slowest\"><caption>"
                "The runs that took longest</caption><thead><tr><th scope=\"col\">run</th>"
                "<th scope=\"col\" class=\"n\">seconds</th>%s<th scope=\"col\" class=\"n\">cycles"
                "</th><th scope=\"col\" class=\"n\">cycles/s</th></tr></thead><tbody>\n",
                last != NULL ? "<th scope=\"col\" class=\"n\">before</th>" : "");
  for (size_t i = 0; i < count; i++) {
    const verify_run_t *run = &p->v->run[slow[i].run];
    const uint64_t cycles = verify_number(run, "cycles");
    (void)fputs("<tr><td>", out);
    verify_page_run(p->v, slow[i].run, out);
    (void)fprintf(out, "</td><td class=\"n\">%.3f</td>", slow[i].seconds);
    if (last != NULL) {
      const json_t *before = verify_earlier_run(last, p->v, run);
      const json_t *seconds = json_object_get(before, "wall_s");
      (void)fprintf(out, seconds != NULL ? "<td class=\"n\">%.3f</td>" : "<td class=\"n\">-</td>",
                    json_number_value(seconds));
    }
    page_cell(cycles, out);
    page_cell((uint64_t)verify_rate((verify_speed_t){cycles, slow[i].seconds}), out);
    (void)fputs("</tr>\n", out);
  }
  (void)fputs("</tbody></table></div>\n", out);
}

void verify_page_speed(const void *context, FILE *out) {
  enum { SLOWEST = 15 };
  const verify_page_t *p = context;
  const verify_t *v = p->v;
  const verify_speed_t sum = speed_now(v);
  slow_t *slow = calloc(v->runs + 1, sizeof *slow);
  size_t count = 0;
  for (size_t i = 0; slow != NULL && i < v->runs; i++) {
    if (verify_wall_s(&v->run[i]) > 0) {
      slow[count++] = (slow_t){i, verify_wall_s(&v->run[i])};
    }
  }
  if (count == 0) {
    (void)fputs("<p class=\"empty\">Nothing was run.</p>\n", out);
  } else {
    (void)fputs("<p><span id=\"rate\">", out);
    page_number((uint64_t)verify_rate(sum), out);
    (void)fprintf(out, "</span> cycles a second of a worker, over %.1f s of all workers.</p>\n",
                  sum.seconds);
    qsort(slow, count, sizeof *slow, compare_slow);
    write_slow(p, slow, count < SLOWEST ? count : SLOWEST, out);
  }
  free(slow);
}

// --- trend ---------------------------------------------------------------------------------------

static void write_state(const char *name, const char *result, const uint64_t count[5],
                        verify_speed_t speed, FILE *out) {
  (void)fputs("<tr><td>", out);
  page_text(name, out);
  (void)fputs("</td><td>", out);
  page_text(result, out);
  (void)fputs("</td>", out);
  for (size_t i = 0; i < 5; i++) {
    page_cell(count[i], out);
  }
  page_cell(speed.cycles, out);
  page_cell((uint64_t)verify_rate(speed), out);
  (void)fputs("</tr>\n", out);
}

static void write_states(const verify_page_t *p, FILE *out) {
  static const char *const kCounts[5] = {"runs", "passed", "failed", "errors", "not_run"};
  const verify_t *v = p->v;
  (void)fputs(
      "<div class=\"wide\" tabindex=\"0\"><table id=\"states\"><thead><tr>"
      "<th scope=\"col\">regression</th><th scope=\"col\">result</th>"
      "<th scope=\"col\" class=\"n\">runs</th><th scope=\"col\" class=\"n\">passed</th>"
      "<th scope=\"col\" class=\"n\">failed</th><th scope=\"col\" class=\"n\">errors</th>"
      "<th scope=\"col\" class=\"n\">not run</th><th scope=\"col\" class=\"n\">cycles</th>"
      "<th scope=\"col\" class=\"n\">cycles/s</th></tr></thead><tbody>\n",
      out);
  for (size_t i = 0; i < p->before->count; i++) {
    const verify_earlier_t *e = &p->before->of[i];
    const char *result = json_string_value(json_object_get(e->root, "result"));
    uint64_t count[5];
    for (size_t k = 0; k < 5; k++) {
      count[k] = verify_earlier_count(e, kCounts[k]);
    }
    write_state(e->file, result != NULL ? result : "", count, verify_earlier_speed(e), out);
  }
  const uint64_t now[5] = {v->runs, v->count[VERIFY_PASS], v->count[VERIFY_FAIL],
                           v->count[VERIFY_ERROR], v->count[VERIFY_NOT_RUN]};
  write_state("now", v->status_word, now, speed_now(v), out);
  (void)fputs("</tbody></table></div>\n", out);
}

// Runs whose verdict is another than the last time.
typedef enum { TURN_BROKEN, TURN_MENDED, TURN_STILL, TURN_NEW, TURN_NONE } turn_t;

static turn_t turn_of(const verify_page_t *p, const verify_earlier_t *e, size_t number) {
  const verify_run_t *run = &p->v->run[number];
  const json_t *before = verify_earlier_run(e, p->v, run);
  if (run->verdict == VERIFY_NOT_RUN) {
    return TURN_NONE;
  }
  if (before == NULL) {
    return TURN_NEW;
  }
  if (verify_has_failed(run)) {
    return verify_earlier_failed(before) ? TURN_STILL : TURN_BROKEN;
  }
  return verify_earlier_failed(before) ? TURN_MENDED : TURN_NONE;
}

static void write_turns(const verify_page_t *p, const verify_earlier_t *e, turn_t turn,
                        const char *name, const char *class, FILE *out) {
  enum { SHOWN = 200 };
  size_t count = 0;
  for (size_t i = 0; i < p->v->runs; i++) {
    count += turn_of(p, e, i) == turn;
  }
  (void)fprintf(out, "<dt>%s</dt><dd class=\"%s\"><span id=\"turn-%d\">", name, class, (int)turn);
  page_number(count, out);
  (void)fputs("</span>", out);
  if (count > 0 && turn != TURN_NEW) {
    size_t shown = 0;
    (void)fputs("<details><summary>Which</summary><ul>\n", out);
    for (size_t i = 0; i < p->v->runs && shown < SHOWN; i++) {
      if (turn_of(p, e, i) == turn) {
        (void)fputs("<li>", out);
        verify_page_run(p->v, i, out);
        (void)fputs("</li>\n", out);
        shown++;
      }
    }
    (void)fputs("</ul></details>", out);
  }
  (void)fputs("</dd>\n", out);
}

void verify_page_trend(const void *context, FILE *out) {
  const verify_page_t *p = context;
  const verify_before_t *b = p->before;
  if (b->count == 0) {
    (void)fputs(
        "<p class=\"empty\">Nothing to compare with: <code>--html-before FILE.json</code> "
        "takes the <code>--json</code> of an earlier regression.</p>\n",
        out);
    return;
  }
  const verify_earlier_t *last = &b->of[b->count - 1];
  (void)fputs("<p>Since <code>", out);
  page_text(last->file, out);
  (void)fputs("</code>, by scenario, shape and seed:</p>\n<dl class=\"facts\">\n", out);
  write_turns(p, last, TURN_BROKEN, "fail now, and did not", "fail", out);
  write_turns(p, last, TURN_MENDED, "pass now, and failed", "ok", out);
  write_turns(p, last, TURN_STILL, "still fail", "", out);
  write_turns(p, last, TURN_NEW, "were not there", "", out);
  (void)fputs("</dl>\n", out);
  write_states(p, out);
}
