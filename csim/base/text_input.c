// text_input -- see text_input.h.

#include "base/text_input.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/byte_input.h"
#include "base/decimal.h"
#include "base/memory.h"

enum { BUFFER = 1 << 16, QUOTED = 40 };

// No file for so many nodes as there can be has longer ones.
static const uint64_t kLine = UINT64_C(64) << 20;

static bool fail_reading(text_input_t *t, const char *why) {
  if (why != NULL) {
    (void)text_fail(t, t->here, SAY_THERE_IS("%s", "text, or whole gzip data of text"), why);
  } else {
    (void)noc_fail_file(t->error, t->path, "read");
  }
  t->failed = true;
  return false;
}

// The next byte of the file, TEXT_END if there is none.
static int next_byte(text_input_t *t) {
  if (t->at == t->filled) {
    const char *why = NULL;
    const ptrdiff_t count = t->failed ? 0 : bytes_read(t->file, t->buffer, BUFFER, &why);
    if (count < 0) {
      (void)fail_reading(t, why);
    } else if (t->here.column > kLine) {
      (void)fail_reading(t, "a line of more than 64 MiB");
    }
    if (count <= 0 || t->failed) {
      return TEXT_END;
    }
    t->at = 0;
    t->filled = (size_t)count;
  }
  return t->buffer[t->at++];
}

static void fetch(text_input_t *t) {
  t->c = next_byte(t);
  if (t->c == '\0') {
    (void)text_fail(t, t->here, SAY_THERE_IS("a NUL byte, so a binary file", "text"));
    t->failed = true;
    t->c = TEXT_END;
  }
}

void text_advance(text_input_t *t) {
  if (t->c == TEXT_END) {
    return;
  }
  t->here.column++;
  if (t->c == '\n') {
    t->here = (text_place_t){t->here.line + 1, 1};
  }
  fetch(t);
}

static void skip_byte_order_mark(text_input_t *t) {
  static const unsigned char kMark[3] = {0xef, 0xbb, 0xbf};
  if (t->c == kMark[0] && t->filled >= sizeof kMark && memcmp(t->buffer, kMark, 3) == 0) {
    t->at = sizeof kMark;
    fetch(t);
  }
}

bool text_open(text_input_t *t, const char *path, noc_error_t *error) {
  *t = (text_input_t){.path = path, .error = error, .here = {1, 1}};
  t->file = bytes_open(path);
  if (t->file == NULL) {
    return noc_fail_file(error, path, "opened");
  }
  t->buffer = malloc(BUFFER);
  if (t->buffer == NULL) {
    text_close(t);
    return memory_fail(error, path);
  }
  fetch(t);
  skip_byte_order_mark(t);
  if (t->failed) {
    text_close(t);
    return false;
  }
  return true;
}

void text_close(text_input_t *t) {
  bytes_close(t->file);
  free(t->buffer);
  t->file = NULL;
  t->buffer = NULL;
}

static bool is_blank(int c) {
  return c == ' ' || c == '\t' || c == '\r';
}

void text_skip_blanks(text_input_t *t) {
  while (is_blank(t->c)) {
    text_advance(t);
  }
  const bool comment = t->c == '#';
  while (comment && t->c != '\n' && t->c != TEXT_END) {
    text_advance(t);
  }
}

void text_skip_lines(text_input_t *t) {
  text_skip_blanks(t);
  while (t->c == '\n') {
    text_advance(t);
    text_skip_blanks(t);
  }
}

bool text_word(text_input_t *t, const char *ends) {
  size_t length = 0;
  t->word_at = t->here;
  while (t->c != TEXT_END && t->c != '\n' && t->c != '#' && !is_blank(t->c) &&
         strchr(ends, t->c) == NULL) {
    if (length < TEXT_WORD - 1) {
      t->word[length++] = (char)t->c;
    }
    text_advance(t);
  }
  t->word[length] = '\0';
  return !t->failed;
}

bool text_number(const text_input_t *t, const char *what, uint64_t low, uint64_t high,
                 uint64_t *value) {
  if (decimal_parse(t->word, value) && *value >= low && *value <= high) {
    return true;
  }
  return what[0] != '\0'
             ? text_fail(t, t->word_at, "%s" SAY_IS("'%.*s'", "%" PRIu64 " to %" PRIu64), what,
                         QUOTED, t->word, low, high)
             : text_fail(t, t->word_at, SAY_THERE_IS("'%.*s'", "%" PRIu64 " to %" PRIu64), QUOTED,
                         t->word, low, high);
}

bool text_fail(const text_input_t *t, text_place_t place, const char *format, ...) {
  if (t->failed) {
    return false;
  }
  char text[NOC_ERROR_TEXT];
  va_list arguments;
  va_start(arguments, format);
  // clang-tidy 14 loses va_start() when it reads several files.
  // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized)
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return noc_fail(t->error, NOC_BAD_INPUT, "%s:%" PRIu64 ":%" PRIu64 ": %s", t->path, place.line,
                  place.column, text);
}
