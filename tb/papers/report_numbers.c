// report_numbers -- the numbers that a paper prints,
// with the readings of its text, as text and as JSON.

#include <math.h>
#include <stdlib.h>

#include "papers/report.h"
#include "papers/report_parts.h"

enum { LISTED = 8 };  // readings that the text names; JSON has them all

static const char *const kVerdicts[] = {
    [NUMBER_HOLDS] = "holds",
    [NUMBER_OTHER] = "other complete reading",
    [NUMBER_BELOW] = "below the lower bound",
    [NUMBER_INCOMPLETE] = "incomplete reading",
    [NUMBER_NONE] = "no reading",
    [NUMBER_UNKNOWN] = "not looked at",
};

static const char *const kSentences[] = {
    [NUMBER_HOLDS] = "HOLDS",
    [NUMBER_OTHER] = "NOT THE DEFAULT, BUT ANOTHER COMPLETE READING GIVES IT",
    [NUMBER_BELOW] = "BELOW THE LOWER BOUND: NOTHING COMPLETE TAKES SO FEW",
    [NUMBER_INCOMPLETE] = "NO COMPLETE READING GIVES IT, ONLY SUCH AS LEAVE SOMETHING OUT",
    [NUMBER_NONE] = "NO READING GIVES IT",
};

const char *report_verdict_name(report_verdict_t verdict) {
  return kVerdicts[verdict];
}

static bool is_given(const report_printed_t *p, double value) {
  return value >= p->from && value < p->to;
}

report_verdict_t report_verdict(const report_number_t *n) {
  if (n->usual.name != NULL && is_given(&n->printed, n->usual.value)) {
    return NUMBER_HOLDS;
  }
  return n->gives[true] > 0                  ? NUMBER_OTHER
         : n->printed.to <= n->printed.bound ? NUMBER_BELOW
         : n->gives[false] > 0               ? NUMBER_INCOMPLETE
                                             : NUMBER_NONE;
}

static void print_reading(const char *what, const report_reading_t *one, FILE *out) {
  char text[REPORT_NUMBER];
  if (one->name != NULL) {
    (void)fprintf(out, "      %-8s  %s: %s%s\n", what, one->name,
                  report_number_text(one->value, text), one->complete ? "" : " (incomplete)");
  }
}

static void print_open(const paper_report_t *r, const report_number_t *n, FILE *out) {
  char text[2][REPORT_NUMBER];
  double least = 0;
  double most = 0;
  char *flips = report_number_flips(r, n);
  if (report_band(r, n, &least, &most)) {
    (void)fprintf(out, "    over what is open: default %s to %s; ",
                  report_number_text(least, text[0]), report_number_text(most, text[1]));
    (void)fprintf(out, flips != NULL ? "otherwise with %s\n" : "the verdict is the same\n", flips);
  }
  free(flips);
}

static void print_number(const paper_report_t *r, const report_number_t *n, FILE *out) {
  char text[REPORT_NUMBER];
  char least[REPORT_NUMBER];
  const report_verdict_t verdict = report_verdict(n);
  const size_t given = n->gives[0] + n->gives[1];
  (void)fprintf(out, "\n  %s (%s)\n", kSentences[verdict], n->printed.where);
  report_words(n->printed.text, "    ", out);
  (void)fprintf(out, "    printed: %s", n->printed.printed);
  if (n->printed.bound > 0) {
    (void)fprintf(out, ", which is %s; lower bound: %s",
                  report_number_text(rint((n->printed.from + n->printed.to) / 2), text),
                  report_number_text(n->printed.bound, least));
  }
  (void)fputs("\n", out);
  print_reading("default", &n->usual, out);
  print_open(r, n, out);
  if (n->tried[0] + n->tried[1] < 2) {
    return;
  }
  (void)fprintf(out, "    given by %zu of %zu complete readings and %zu of %zu others\n",
                n->gives[true], n->tried[true], n->gives[false], n->tried[false]);
  size_t listed = 0;
  for (size_t complete = 2; complete-- > 0;) {
    for (size_t i = 0; i < given && listed < LISTED; i++) {
      if (n->giving[i].complete == (complete == 1)) {
        print_reading("given by", &n->giving[i], out);
        listed++;
      }
    }
  }
  if (given > LISTED) {
    (void)fprintf(out, "      .. %zu more, in the JSON\n", given - LISTED);
  }
  for (size_t complete = 2; complete-- > 0;) {
    if (n->gives[complete] == 0) {
      print_reading("nearest", &n->nearest[complete], out);
    }
  }
}

void report_print_numbers(const paper_report_t *r, FILE *out) {
  if (r->numbers > 0) {
    (void)fputs("\nNumbers that the paper prints, and the readings of its text that give them\n",
                out);
  }
  for (size_t i = 0; i < r->numbers; i++) {
    print_number(r, &r->number[i], out);
  }
}

static json_t *reading_json(const report_reading_t *one) {
  return one->name == NULL ? json_null()
                           : json_pack("{s:s, s:o, s:b}", "reading", one->name, "value",
                                       report_number_json(one->value), "complete", one->complete);
}

// The default's value and the verdict with each setting that is open, where some are.
static json_t *over_json(const paper_report_t *r, const report_number_t *n) {
  json_t *over = n->over != NULL ? json_array() : NULL;
  for (size_t i = 0; over != NULL && i < r->opens; i++) {
    (void)json_array_append_new(over, json_pack("{s:s, s:s, s:o}", "open", r->open[i], "verdict",
                                                kVerdicts[n->over[i].verdict], "default",
                                                report_number_json(n->over[i].usual)));
  }
  return over;
}

static json_t *number_json(const paper_report_t *r, const report_number_t *n) {
  json_t *giving = json_array();
  for (size_t i = 0; i < n->gives[0] + n->gives[1]; i++) {
    (void)json_array_append_new(giving, reading_json(&n->giving[i]));
  }
  if (json_array_size(giving) < n->gives[0] + n->gives[1]) {
    json_decref(giving);
    return NULL;
  }
  const report_printed_t *p = &n->printed;
  return json_pack(
      "{s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:o, s:{s:I, s:I}, s:{s:I, s:I}, s:o, s:{s:o, s:o}, "
      "s:o*}",
      "where", p->where, "text", p->text, "printed", p->printed, "from",
      report_number_json(p->from), "to", report_number_json(p->to), "lower_bound",
      p->bound > 0 ? report_number_json(p->bound) : json_null(), "verdict",
      kVerdicts[report_verdict(n)], "default", reading_json(&n->usual), "tried", "complete",
      (json_int_t)n->tried[true], "incomplete", (json_int_t)n->tried[false], "gives", "complete",
      (json_int_t)n->gives[true], "incomplete", (json_int_t)n->gives[false], "given_by", giving,
      "nearest", "complete", reading_json(&n->nearest[true]), "incomplete",
      reading_json(&n->nearest[false]), "over_open", over_json(r, n));
}

json_t *report_numbers_json(const paper_report_t *r) {
  json_t *numbers = json_array();
  for (size_t i = 0; i < r->numbers; i++) {
    (void)json_array_append_new(numbers, number_json(r, &r->number[i]));
  }
  if (json_array_size(numbers) < r->numbers) {
    json_decref(numbers);
    return NULL;
  }
  return numbers;
}
