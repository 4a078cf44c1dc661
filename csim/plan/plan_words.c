// plan_words -- see plan_words.h.

#include "plan/plan_words.h"

#include <errno.h>
#include <string.h>

#include "base/decimal.h"

bool words_fail_at(const words_t *w, place_t at, const char *found, const char *accepted) {
  return noc_fail(w->error, NOC_BAD_INPUT, "%s:%u:%u: " SAY_THERE_IS("%s", "%s"), w->file, at.line,
                  at.column, found, accepted);
}

bool words_fail_reading(const words_t *w) {
  return noc_fail_file(w->error, w->file, "read");
}

bool words_fail_word(const words_t *w, place_t at, const char *word, const char *accepted) {
  char found[WORD + 2];
  (void)snprintf(found, sizeof found, "'%s'", word);
  return words_fail_at(w, at, found, accepted);
}

// Fails at the current word.
bool words_fail(const words_t *w, const char *accepted) {
  if (ferror(w->in)) {
    return words_fail_reading(w);
  }
  return w->word[0] == '\0' ? words_fail_at(w, w->word_at, "the end of the file", accepted)
                            : words_fail_word(w, w->word_at, w->word, accepted);
}

static void advance(words_t *w) {
  w->at.column++;
  if (w->c == '\n') {
    w->at = (place_t){w->at.line + 1, 1};
  }
  w->c = getc(w->in);
}

// The next character ends a word, or stands between words. NUL is found by strchr() as well.
static bool is_blank(const words_t *w) {
  return w->c == EOF || strchr(" \t\r\n", w->c) != NULL;
}

// Skips a comment whose '/' has been read; false if it is none, or has no end.
static bool skip_comment(words_t *w) {
  if (w->c == '/') {
    while (w->c != '\n' && w->c != EOF) {
      advance(w);
    }
    return true;
  }
  if (w->c != '*') {
    return false;
  }
  advance(w);
  for (int last = 0; w->c != EOF && !(last == '*' && w->c == '/');) {
    last = w->c;
    advance(w);
  }
  const bool closed = w->c == '/';
  advance(w);
  return closed;
}

static bool skip_blanks(words_t *w) {
  while (w->c != EOF && w->c != '\0' && (is_blank(w) || w->c == '/')) {
    const place_t at = w->at;
    const bool comment = w->c == '/';
    advance(w);
    if (comment && !skip_comment(w)) {
      return words_fail_word(w, at, "/", "a comment, // to the end of the line or /* to */");
    }
  }
  return true;
}

// Words end at blanks; '{', '}' and ':' are words of their own.
bool words_next(words_t *w) {
  if (!skip_blanks(w)) {
    return false;
  }
  size_t length = 0;
  bool alone = false;
  w->word_at = w->at;
  while (!is_blank(w) && w->c != '/' && !alone) {
    alone = strchr("{}:", w->c) != NULL;
    if (alone && length > 0) {
      break;
    }
    if (length == WORD - 1) {
      w->word[length] = '\0';
      return words_fail(w, "words of up to 63 characters");
    }
    w->word[length++] = (char)w->c;
    advance(w);
  }
  w->word[length] = '\0';
  if (w->c == '\0') {
    return words_fail_at(w, w->at, "a NUL character", "text");
  }
  return true;
}

bool words_expect(words_t *w, const char *word) {
  if (strcmp(w->word, word) != 0) {
    char accepted[WORD + 2];
    (void)snprintf(accepted, sizeof accepted, "'%.60s'", word);
    return words_fail(w, accepted);
  }
  return words_next(w);
}

// A number, with an optional unit letter directly behind it.
static bool number_between(words_t *w, const char *unit, uint64_t min, uint64_t max,
                           const char *what, uint64_t *value) {
  const char *digits = w->word;
  while (digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') {
    digits++;
  }
  size_t length = decimal_scan(digits, value);
  const char *rest = digits + length;
  if (length == 0 || *value < min || *value > max || (*rest != '\0' && strcmp(rest, unit) != 0)) {
    char accepted[120];
    (void)snprintf(accepted, sizeof accepted, "%s from %llu to %llu", what, (unsigned long long)min,
                   (unsigned long long)max);
    return words_fail(w, accepted);
  }
  const bool unit_follows = *rest == '\0' && unit[0] != '\0';
  return words_next(w) && (!unit_follows || strcmp(w->word, unit) != 0 || words_next(w));
}

bool words_number(words_t *w, const char *unit, uint64_t max, const char *what, uint64_t *value) {
  return number_between(w, unit, 0, max, what, value);
}

bool words_count(words_t *w, uint64_t max, const char *what, uint64_t *value) {
  return number_between(w, "", 1, max, what, value);
}

// A number, or -1, which stands for any.
bool words_or_any(words_t *w, uint64_t max, const char *what, uint32_t *value) {
  uint64_t number = kPlanAny;
  if (strcmp(w->word, "-1") == 0 ? !words_next(w) : !words_number(w, "", max, what, &number)) {
    return false;
  }
  *value = (uint32_t)number;
  return true;
}
