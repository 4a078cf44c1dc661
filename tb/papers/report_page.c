// report_page -- a page about a paper, in Markdown, with tables and verdicts from the report
// between its marks.

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/report.h"
#include "papers/report_parts.h"

static const char kBegin[] = "<!-- paper: ";
static const char kBegun[] = " -->";
static const char kEnd[] = "<!-- end -->";
static const char kCell[] = "<!-- = ";

// ---- Words and numbers

// Whole numbers with commas: 1,907.
static void write_number(double value, FILE *out) {
  char text[REPORT_NUMBER];
  (void)report_number_text(value, text);
  const size_t sign = text[0] == '-' && isdigit((unsigned char)text[1]) ? 1 : 0;
  const size_t whole = strspn(text + sign, "0123456789");
  for (size_t i = 0; text[i] != '\0'; i++) {
    const size_t left = sign + whole - i;
    const bool comma = i > sign && i < sign + whole && left % 3 == 0;
    (void)fprintf(out, comma ? ",%c" : "%c", text[i]);
  }
}

// In a cell of a table, and outside of code: nothing that Markdown takes for its own.
static void write_words(const char *text, FILE *out) {
  for (; *text != '\0'; text++) {
    (void)fprintf(out, strchr("|*_<>[]`\\", *text) != NULL ? "\\%c" : "%c", *text);
  }
}

static void write_values(const report_check_t *c, FILE *out) {
  write_words(c->of, out);
  for (size_t i = 0; i < c->values; i++) {
    (void)fputs(i > 0 ? ", " : ": ", out);
    write_words(c->value[i].name, out);
    (void)fputc(' ', out);
    write_number(c->value[i].value, out);
  }
}

// ---- Tables

static void write_table(const report_table_t *t, FILE *out) {
  (void)fputs("| |", out);
  for (size_t i = 0; i < t->columns; i++) {
    (void)fputc(' ', out);
    write_words(t->column[i], out);
    (void)fputs(" |", out);
  }
  (void)fputs("\n|---|", out);
  for (size_t i = 0; i < t->columns; i++) {
    (void)fputs("---|", out);
  }
  for (size_t k = 0; k < t->rows; k++) {
    (void)fputs("\n| ", out);
    write_words(t->row[k].name, out);
    (void)fputs(" |", out);
    for (size_t i = 0; i < t->columns; i++) {
      const double value = t->row[k].points > 0 ? t->row[k].value[i] : NAN;
      (void)fputc(' ', out);
      if (!isnan(value)) {
        write_number(value, out);
      }
      (void)fputs(" |", out);
    }
  }
  (void)fputc('\n', out);
}

static bool write_table_of(const paper_report_t *r, const char *key, FILE *out) {
  for (size_t i = 0; i < r->tables; i++) {
    if (strcmp(r->table[i].key, key) == 0) {
      write_table(&r->table[i], out);
      return true;
    }
  }
  return false;
}

// ---- Verdicts

static void write_flips(const char *flips, FILE *out) {
  (void)fputs(flips != NULL ? "otherwise with " : "the same with all that is open", out);
  write_words(flips != NULL ? flips : "", out);
}

static void write_reading(const report_reading_t *one, FILE *out) {
  write_words(one->name, out);
  (void)fputs(": ", out);
  write_number(one->value, out);
}

static void write_number_row(const paper_report_t *r, const report_number_t *n, FILE *out) {
  const size_t given = n->gives[true] + n->gives[false];
  const bool complete = n->nearest[true].name != NULL;
  const report_reading_t *one = given > 0 ? &n->giving[0] : &n->nearest[complete];
  char *flips = report_number_flips(r, n);
  double least = 0;
  double most = 0;
  (void)fputs("| ", out);
  write_words(n->printed.where, out);
  (void)fputs(" | ", out);
  write_words(n->printed.text, out);
  (void)fputs(" | ", out);
  write_words(n->printed.printed, out);
  (void)fprintf(out, " | **%s** | ", report_verdict_name(report_verdict(n)));
  if (n->usual.name != NULL) {
    write_reading(&n->usual, out);
  }
  (void)fprintf(out, " | %zu of %zu, and %zu of %zu incomplete", n->gives[true], n->tried[true],
                n->gives[false], n->tried[false]);
  if (one->name != NULL) {
    (void)fputs(given > 0 ? "; first " : "; nearest ", out);
    write_reading(one, out);
  }
  (void)fputs(" | ", out);
  if (n->printed.bound > 0) {
    write_number(n->printed.bound, out);
  }
  (void)fputs(" | ", out);
  if (report_band(r, n, &least, &most)) {
    write_number(least, out);
    if (least < most) {
      (void)fputs(" to ", out);
      write_number(most, out);
    }
    (void)fputs("; ", out);
    write_flips(flips, out);
  }
  (void)fputs(" |\n", out);
  free(flips);
}

static void write_numbers(const paper_report_t *r, FILE *out) {
  (void)fputs(
      "| where | text | printed | verdict | default | readings that give it | "
      "lower bound | default over what is open |\n|---|---|---|---|---|---|---|---|\n",
      out);
  for (size_t i = 0; i < r->numbers; i++) {
    write_number_row(r, &r->number[i], out);
  }
}

// How many of its checks hold, and the numbers of the first that does not, or of the first.
static void write_claim(const report_claim_t *claim, FILE *out) {
  size_t hold = 0;
  const report_check_t *shown = claim->checks > 0 ? &claim->check[0] : NULL;
  for (size_t i = 0; i < claim->checks; i++) {
    hold += claim->check[i].holds;
    shown = shown->holds && !claim->check[i].holds ? &claim->check[i] : shown;
  }
  if (claim->checks > 1) {
    (void)fprintf(out, "%zu of %zu; ", hold, claim->checks);
  }
  if (shown != NULL) {
    write_values(shown, out);
  }
}

static void write_statement(const paper_report_t *r, const report_statement_t *s, FILE *out) {
  const bool holds = report_holds(s);
  char *flips = report_flips(r, s->over, holds);
  (void)fprintf(out, "- **%s** (", holds ? "holds" : "does not hold");
  write_words(s->where, out);
  (void)fputs("): ", out);
  write_words(s->text, out);
  if (!report_has_readings(s) && s->claims > 0) {
    (void)fputs(" -- ", out);
    write_claim(&s->claim[0], out);
  }
  if (s->over != NULL) {
    (void)fputs(" (", out);
    write_flips(flips, out);
    (void)fputc(')', out);
  }
  (void)fputc('\n', out);
  free(flips);
  for (size_t i = 0; i < s->claims && report_has_readings(s); i++) {
    const report_claim_t *claim = &s->claim[i];
    const bool one = report_claim_holds(claim);
    char *others = report_flips(r, claim->over, one);
    (void)fprintf(out, "  - %s: ", one ? "holds" : "does not hold");
    write_words(claim->name, out);
    (void)fputs(" -- ", out);
    write_claim(claim, out);
    if (others != NULL) {
      (void)fputs(" (", out);
      write_flips(others, out);
      (void)fputc(')', out);
    }
    (void)fputc('\n', out);
    free(others);
  }
}

static void write_open(const paper_report_t *r, FILE *out) {
  for (size_t i = 0; i < r->opens; i++) {
    (void)fputs("- ", out);
    write_words(r->open[i], out);
    (void)fputc('\n', out);
  }
}

// ---- Cells within a line

// A part of the words behind "= ", up to a ';', without blanks around it; *text goes on behind.
static void cut_word(const char **text, const char *end, const char **word, size_t *length) {
  const char *from = *text;
  while (from < end && *from == ' ') {
    from++;
  }
  const char *to = from;
  while (to < end && *to != ';') {
    to++;
  }
  *text = to < end ? to + 1 : end;
  while (to > from && to[-1] == ' ') {
    to--;
  }
  *word = from;
  *length = (size_t)(to - from);
}

static bool is_word(const char *word, size_t length, const char *name) {
  return strlen(name) == length && strncmp(word, name, length) == 0;
}

// "KEY; ROW; COLUMN" and, if not all digits are wanted, "; DIGITS". A table without rows, of a
// report that is to come, has every row.
static bool write_cell(const paper_report_t *r, const char *text, const char *end, FILE *out) {
  const char *word[4];
  size_t length[4];
  for (size_t i = 0; i < 4; i++) {
    cut_word(&text, end, &word[i], &length[i]);
  }
  const bool rounded = length[3] > 0;
  const size_t digits = rounded ? (size_t)(word[3][0] - '0') : 0;
  if (text < end || (rounded && (length[3] != 1 || digits < 1 || digits > 5))) {
    return false;
  }
  for (size_t i = 0; i < r->tables; i++) {
    const report_table_t *t = &r->table[i];
    size_t column = 0;
    size_t row = 0;
    while (column < t->columns && !is_word(word[2], length[2], t->column[column])) {
      column++;
    }
    while (row < t->rows && !is_word(word[1], length[1], t->row[row].name)) {
      row++;
    }
    if (is_word(word[0], length[0], t->key) && column < t->columns) {
      if (row < t->rows && t->row[row].points > 0) {
        const double value = t->row[row].value[column];
        char number[REPORT_NUMBER];
        (void)snprintf(number, sizeof number, "%.*g", (int)digits, value);
        write_number(rounded && fabs(value) < 1e5 ? strtod(number, NULL) : value, out);
      }
      return row < t->rows || t->rows == 0;
    }
  }
  return false;
}

// A line with what its cells are now. NULL, or the mark that is wrong.
static const char *write_line(const paper_report_t *r, const char *line, size_t length, FILE *out,
                              size_t *parts) {
  const char *end = line + length;
  for (const char *at = line; at < end;) {
    const size_t left = (size_t)(end - at);
    const char *mark = memmem(at, left, kCell, strlen(kCell));
    if (mark == NULL) {
      (void)fwrite(at, 1, left, out);
      break;
    }
    const char *words = mark + strlen(kCell);
    const char *begun = memmem(words, (size_t)(end - words), kBegun, strlen(kBegun));
    const char *behind = begun != NULL ? begun + strlen(kBegun) : end;
    const char *close = memmem(behind, (size_t)(end - behind), kEnd, strlen(kEnd));
    (void)fwrite(at, 1, (size_t)(behind - at), out);
    if (close == NULL || !write_cell(r, words, begun, out)) {
      return mark;
    }
    (void)fputs(kEnd, out);
    at = close + strlen(kEnd);
    ++*parts;
  }
  return NULL;
}

// ---- The page

static bool write_part(const paper_report_t *r, const char *what, FILE *out) {
  static const char kTable[] = "table ";
  (void)fputc('\n', out);
  bool known = true;
  if (strncmp(what, kTable, strlen(kTable)) == 0) {
    known = write_table_of(r, what + strlen(kTable), out);
  } else if (strcmp(what, "statements") == 0) {
    for (size_t i = 0; i < r->statements; i++) {
      write_statement(r, &r->statement[i], out);
    }
  } else if (strcmp(what, "numbers") == 0) {
    write_numbers(r, out);
  } else if (strcmp(what, "open") == 0) {
    write_open(r, out);
  } else {
    known = false;
  }
  (void)fputc('\n', out);
  return known;
}

static bool is_line(const char *line, size_t length, const char *text) {
  return length == strlen(text) && strncmp(line, text, length) == 0;
}

// "<!-- paper: WHAT -->": WHAT, cut off; false if the line is another.
enum { WHAT = 64 };
static bool is_mark(const char *line, size_t length, char what[WHAT]) {
  const size_t around = strlen(kBegin) + strlen(kBegun);
  if (length <= around || strncmp(line, kBegin, strlen(kBegin)) != 0 ||
      strncmp(line + length - strlen(kBegun), kBegun, strlen(kBegun)) != 0) {
    return false;
  }
  (void)snprintf(what, WHAT, "%.*s", (int)(length - around), line + strlen(kBegin));
  return true;
}

bool report_page(const paper_report_t *r, const char *page, const char *text, FILE *out,
                 noc_error_t *error) {
  char what[WHAT] = "";
  size_t parts = 0;
  size_t begun = 0;  // line of the mark that has not ended; 0: none
  for (size_t line = 1; *text != '\0'; line++) {
    const size_t length = strcspn(text, "\n");
    const bool ends = is_line(text, length, kEnd);
    const bool begins = is_mark(text, length, what);
    if ((begins && begun > 0) || (ends && begun == 0)) {
      return noc_fail(error, NOC_BAD_INPUT, "%s:%zu:1: the mark" SAY_IS("%s", "'%s'"), page, line,
                      begins ? "one within another" : "an end without a beginning",
                      begins ? kEnd : "<!-- paper: WHAT -->");
    }
    begun = begins ? line : ends ? 0 : begun;
    if (begun == 0 || begins) {
      const char *wrong = write_line(r, text, length, out, &parts);
      if (wrong != NULL) {
        return noc_fail(
            error, NOC_BAD_INPUT, "%s:%zu:%zu: the mark" SAY_IS("'%.*s'", "%s"), page, line,
            (size_t)(wrong - text) + 1,
            (int)(length - (size_t)(wrong - text) > 60 ? 60 : length - (size_t)(wrong - text)),
            wrong, "'<!-- = KEY; ROW; COLUMN -->', of a table, and '<!-- end -->' behind it");
      }
      (void)fputs(text[length] == '\n' ? "\n" : "", out);
    }
    if (begins && !write_part(r, what, out)) {
      return noc_fail(error, NOC_BAD_INPUT, "%s:%zu:1: the mark" SAY_IS("'%s'", "%s"), page, line,
                      what, "statements, numbers, open, or table and the key of one");
    }
    parts += begins;
    text += length + (text[length] == '\n');
  }
  if (begun > 0 || parts == 0) {
    return noc_fail(error, NOC_BAD_INPUT, "%s:%zu:1: the mark" SAY_IS("%s", "%s"), page,
                    begun > 0 ? begun : 1, begun > 0 ? "without an end" : "missing",
                    begun > 0 ? "followed by a line '<!-- end -->'"
                              : "a line '<!-- paper: WHAT -->' and a line '<!-- end -->'");
  }
  return true;
}
