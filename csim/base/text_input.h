// text_input -- a text file, read word by word with the place of every word, as it is or compressed
// by gzip. It is read once, from beginning to end, so it may be a pipe.
//
// A byte order mark at the start is skipped; '#' begins a comment, up to the
// end of the line; CR is a blank. NUL bytes, a file that cannot be read,
// lines of more than 64 MiB, and gzip data that break off, expand without
// bound (base/byte_input.h) or are followed by other bytes are refused here.

#ifndef NOC_TEXT_INPUT_H
#define NOC_TEXT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/byte_input.h"
#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TEXT_WORD = 64, TEXT_END = -1 };

typedef struct {
  uint64_t line, column;  // 1 and up
} text_place_t;

typedef struct {
  const char *path;
  noc_error_t *error;
  byte_input_t *file;
  unsigned char *buffer;
  size_t at, filled;
  int c;              // the next character; TEXT_END at the end or after an error
  text_place_t here;  // its place
  bool failed;        // *error is filled
  char word[TEXT_WORD];
  text_place_t word_at;
} text_input_t;

// False with *error filled; else the caller closes with text_close(). `path` stays the caller's.
bool text_open(text_input_t *t, const char *path, noc_error_t *error);
void text_close(text_input_t *t);

// Goes to the next character.
void text_advance(text_input_t *t);

// Goes behind blanks, and behind the comment that may follow them; not to the next line.
void text_skip_blanks(text_input_t *t);
// The same over lines.
void text_skip_lines(text_input_t *t);

// Reads the word at the next character into `word`: up to a blank, the end
// of the line, a comment or one of `ends`. What does not fit is left out,
// as no word that is accepted is so long. False if reading has failed.
bool text_word(text_input_t *t, const char *ends);

// The word as a number, `low` to `high`. False with "PATH:LINE:COLUMN: WHAT is 'x'; it must be LOW
// to HIGH"; `what` may be "".
bool text_number(const text_input_t *t, const char *what, uint64_t low, uint64_t high,
                 uint64_t *value);

// Fails with "PATH:LINE:COLUMN: " before the text; keeps the error of the reading, if there is one.
bool text_fail(const text_input_t *t, text_place_t place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

#endif
