// plan_words -- the words and numbers of GOAL text; private to plan_read.c.

#ifndef NOC_PLAN_WORDS_H
#define NOC_PLAN_WORDS_H

#include <stdio.h>

#include "plan/plan.h"

enum { WORD = 64 };

typedef plan_place_t place_t;

typedef struct {
  const char *file;
  FILE *in;
  int c;            // the next character; EOF at the end
  place_t at;       // its place
  char word[WORD];  // the current word; "" at the end of the file
  place_t word_at;  // where it begins
  noc_error_t *error;
} words_t;

// Fail with "FILE:LINE:COLUMN: there is ..; there must be ..", at a place, of a word there, or of
// the current word; and because of the file itself.
bool words_fail_at(const words_t *w, place_t at, const char *found, const char *accepted);
bool words_fail_word(const words_t *w, place_t at, const char *word, const char *accepted);
bool words_fail(const words_t *w, const char *accepted);
bool words_fail_reading(const words_t *w);

// Words end at blanks; '{', '}' and ':' are words of their own. All others read what the current
// word must be, and then the next.
bool words_next(words_t *w);
bool words_expect(words_t *w, const char *word);
// A number, with an optional unit letter directly behind it.
bool words_number(words_t *w, const char *unit, uint64_t max, const char *what, uint64_t *value);
// One from 1.
bool words_count(words_t *w, uint64_t max, const char *what, uint64_t *value);
// A number, or -1, which stands for any.
bool words_or_any(words_t *w, uint64_t max, const char *what, uint32_t *value);

#endif
