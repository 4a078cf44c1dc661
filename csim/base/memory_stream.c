// memory_stream -- see memory_stream.h.

#include "base/memory_stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char **text;  // of the caller
  size_t *length;
  char *bytes;  // [room], with a NUL behind what was written; NULL: nothing was
  size_t count, room;
  bool failed;
} stream_t;

// fopencookie's: 0 is a failure.
static ssize_t add(void *cookie, const char *bytes, size_t count) {
  stream_t *s = cookie;
  if (s->bytes == NULL || s->count + count + 1 > s->room) {
    const size_t room = 2 * (s->count + count) + 64;
    char *more = realloc(s->bytes, room);
    if (more == NULL) {
      s->failed = true;
      return 0;
    }
    s->bytes = more;
    s->room = room;
  }
  memcpy(s->bytes + s->count, bytes, count);
  s->count += count;
  s->bytes[s->count] = '\0';
  return (ssize_t)count;
}

// For ftell(), and that alone: nothing is written anew.
static int tell(void *cookie, off64_t *offset, int whence) {
  const stream_t *s = cookie;
  if (whence != SEEK_CUR || *offset != 0) {
    errno = ESPIPE;
    return -1;
  }
  *offset = (off64_t)s->count;
  return 0;
}

static int finish(void *cookie) {
  stream_t *s = cookie;
  // Nothing written is a text too.
  const bool whole = (s->bytes != NULL || add(s, "", 0) == 0) && !s->failed;
  if (!whole) {
    free(s->bytes);
    s->bytes = NULL;
    s->count = 0;
  }
  *s->text = s->bytes;
  *s->length = s->count;
  free(s);
  return whole ? 0 : EOF;
}

FILE *memory_stream(char **text, size_t *length) {
  *text = NULL;
  *length = 0;
  stream_t *s = calloc(1, sizeof *s);
  if (s == NULL) {
    return NULL;
  }
  s->text = text;
  s->length = length;
  FILE *stream =
      fopencookie(s, "w", (cookie_io_functions_t){.write = add, .seek = tell, .close = finish});
  if (stream == NULL) {
    free(s);
  }
  return stream;
}
