// verify_report -- a regression as text.

#include <inttypes.h>
#include <string.h>

#include "cli/verify.h"
#include "cli/verify_coverage.h"

void verify_run_name(const verify_t *v, const verify_run_t *run, FILE *out) {
  const verify_variant_t *variant = &v->variant[run->variant];
  (void)fprintf(out, "%s seed %" PRIu64, v->scenario[variant->scenario].file, run->seed);
  if (variant->label[0] != '\0') {
    (void)fprintf(out, " [%s]", variant->label);
  }
}

void verify_run_line(const verify_t *v, const verify_run_t *run, FILE *out) {
  static const char *const kWords[] = {[VERIFY_NOT_RUN] = "-",
                                       [VERIFY_PASS] = "ok",
                                       [VERIFY_FAIL] = "FAIL",
                                       [VERIFY_ERROR] = "ERROR"};
  (void)fprintf(out, "%-5s ", kWords[run->verdict]);
  verify_run_name(v, run, out);
  if (run->verdict == VERIFY_NOT_RUN) {
    (void)fprintf(out, ": not run\n");
  } else if (run->verdict == VERIFY_PASS) {
    (void)fprintf(out, ": %" PRIu64 " cycles, %.1f s\n", verify_number(run, "cycles"),
                  verify_wall_s(run));
  } else {
    (void)fprintf(out, ": %s\n", verify_text(run, "error"));
  }
}

static void print_totals(const verify_t *v, FILE *out) {
  const size_t failed = v->count[VERIFY_FAIL] + v->count[VERIFY_ERROR];
  (void)fprintf(out, "result       %s\n", v->status_word);
  (void)fprintf(out, "runs         %zu: %zu passed, %zu failed, %zu not run%s\n", v->runs,
                v->count[VERIFY_PASS], failed, v->count[VERIFY_NOT_RUN],
                v->stopped ? " (stopped by --max-failures)" : "");
  (void)fprintf(out, "scenarios    %zu, in %zu shapes\n", v->scenarios, v->variants);
  uint64_t least = UINT64_MAX;
  uint64_t most = 0;
  for (size_t i = 0; i < v->runs; i++) {
    least = v->run[i].seed < least ? v->run[i].seed : least;
    most = v->run[i].seed > most ? v->run[i].seed : most;
  }
  if (least < most) {
    (void)fprintf(out, "seeds        %" PRIu64 " to %" PRIu64 "\n", least, most);
  } else if (v->runs > 0) {
    (void)fprintf(out, "seed         %" PRIu64 "\n", most);
  }
  unsigned pairs = 0;
  unsigned impossible = 0;
  for (size_t i = 0; i < v->scenarios; i++) {
    pairs += v->scenario[i].pairs;
    impossible += v->scenario[i].impossible;
  }
  if (pairs > 0) {
    (void)fprintf(out, "pairs        %u of parameter values met, %u refused by their scenario\n",
                  pairs, impossible);
  }
  if (v->cli->dry_run) {
    return;
  }
  (void)fprintf(out, "compared     %" PRIu64 " cycles, %" PRIu64 " bits\n", v->cycles,
                v->bits_compared);
  if (v->foreign > 0) {
    (void)fprintf(
        out, "  foreign    in %" PRIu64 " runs: their links and packets are held against rules\n",
        v->foreign);
  }
  if (v->foreign < v->runs) {
    run_coverage_print(&v->coverage, out);
    verify_coverage_print(v, out);
  }
  (void)fprintf(out, "time         %.1f s, %" PRIu64 " at a time\n", v->wall_s, v->cli->jobs);
}

// "router.switch_allocator sa_in_ptr", or the words of the error.
static void print_where(const verify_group_t *g, FILE *out) {
  if (g->unit != NULL) {
    (void)fprintf(out, "%s %s", g->unit, g->reg);
  } else {
    (void)fprintf(out, "%s", g->what);
  }
}

static void print_table(const verify_t *v, FILE *out) {
  (void)fprintf(out, "\n  runs  scenarios  first cycle  result        where\n");
  for (size_t i = 0; i < v->groups; i++) {
    const verify_group_t *g = &v->group[i];
    (void)fprintf(out, "%6zu  %9zu  %11" PRIu64 "  %-12s  ", g->count, g->scenarios,
                  verify_number(&v->run[g->earliest], "cycle"), g->result);
    print_where(g, out);
    (void)fprintf(out, "\n");
  }
}

// Whether a failing run of the group has this value of an axis.
static bool has_word(const verify_t *v, const verify_group_t *g, unsigned axis, const char *word) {
  for (size_t i = 0; i < v->variants; i++) {
    if (g->variant[i] && strcmp(v->variant[i].word[axis], word) == 0) {
      return true;
    }
  }
  return false;
}

// The values of an axis that failing runs have, each once: "4 or 8".
static void print_words(const verify_t *v, const verify_group_t *g, unsigned axis, FILE *out) {
  const char *between = "";
  for (size_t i = 0; i < v->variants; i++) {
    bool seen = !has_word(v, g, axis, v->variant[i].word[axis]);
    for (size_t k = 0; !seen && k < i; k++) {
      seen = strcmp(v->variant[k].word[axis], v->variant[i].word[axis]) == 0;
    }
    if (!seen) {
      (void)fprintf(out, "%s%s", between, v->variant[i].word[axis]);
      between = " or ";
    }
  }
}

// The parameters whose values in the failing runs are rare in those that passed: often half of the
// answer.
static void print_common(const verify_t *v, const verify_group_t *g, FILE *out) {
  for (unsigned a = 0; a < VERIFY_AXES; a++) {
    size_t passed = 0;
    size_t passed_with = 0;
    for (size_t i = 0; i < v->variants; i++) {
      passed += v->variant[i].passed;
      passed_with += has_word(v, g, a, v->variant[i].word[a]) ? v->variant[i].passed : 0;
    }
    if (2 * passed_with < passed) {
      (void)fprintf(out, "   all have   %s ", kVerifyAxes[a].name);
      print_words(v, g, a, out);
      (void)fprintf(out, "; of the %zu runs that passed %zu have\n", passed, passed_with);
    }
  }
}

// Prints the text of a run, indented; if not `whole`, only what differs first, up to the second
// empty line.
static void print_text(const char *text, bool whole, FILE *out) {
  unsigned empty = 0;
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    empty += length == 0;
    if (empty >= 2 && !whole) {
      return;
    }
    (void)fprintf(out, "%s%.*s\n", length > 0 ? "   | " : "   |", (int)length, text);
    text += length + (text[length] == '\n');
  }
}

static void print_group(const verify_t *v, size_t number, bool whole, FILE *out) {
  const verify_group_t *g = &v->group[number];
  const verify_run_t *smallest = &v->run[g->smallest];
  const verify_run_t *earliest = &v->run[g->earliest];
  (void)fprintf(out, "\n%zu. ", number + 1);
  print_where(g, out);
  (void)fprintf(out, ": %zu run%s in %zu scenario%s\n", g->count, g->count == 1 ? "" : "s",
                g->scenarios, g->scenarios == 1 ? "" : "s");
  if (g->source != NULL) {
    (void)fprintf(out, "   source     %s\n", g->source);
  }
  print_common(v, g, out);
  (void)fprintf(out, "   smallest   ");
  verify_run_name(v, smallest, out);
  (void)fprintf(out, ", cycle %" PRIu64 "\n", verify_number(smallest, "cycle"));
  if (g->earliest != g->smallest) {
    (void)fprintf(out, "   earliest   ");
    verify_run_name(v, earliest, out);
    (void)fprintf(out, ", cycle %" PRIu64 "\n", verify_number(earliest, "cycle"));
  }
  const char *text = verify_text(smallest, "text");
  print_text(text[0] != '\0' ? text : verify_text(smallest, "error"), whole, out);
  (void)fprintf(out, "   reproduce  %s\n", smallest->repro);
}

void verify_summary(const verify_t *v, bool whole, FILE *out) {
  if (v->groups > 0) {
    (void)fprintf(out, "\nfailures, the largest group first, each with its smallest example\n");
    for (size_t i = 0; i < v->groups; i++) {
      print_group(v, i, whole, out);
    }
    print_table(v, out);
  }
  if (!whole && v->groups > 0) {
    (void)fprintf(out, "\nwith the last events of the router: -v, or report.txt of --report DIR\n");
  }
  if (whole && v->groups > 0) {
    (void)fprintf(out, "\nall failures\n");
    for (size_t i = 0; i < v->groups; i++) {
      for (size_t k = 0; k < v->group[i].count; k++) {
        (void)fprintf(out, "  %zu. %s\n", i + 1, v->run[v->group[i].run[k]].repro);
      }
    }
  }
  (void)fputc('\n', out);
  print_totals(v, out);
}
