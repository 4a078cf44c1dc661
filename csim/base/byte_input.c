// byte_input -- see byte_input.h.

#include "base/byte_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/input_watch.h"

enum { BUFFER = 1 << 16, MAGIC = 2, GZIP_ONLY = 16 };

struct byte_input {
  int fd;
  bool known, packed;  // whether the first bytes have been looked at, and are those of gzip
  bool inside;         // of gzip data that have not ended
  z_stream stream;     // next_in, avail_in: what was read and not yet given out, also of plain text
  uint64_t taken, given;
  unsigned char buffer[BUFFER];
};

byte_input_t *bytes_open(const char *path) {
  byte_input_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    return NULL;
  }
  b->fd = open(path, O_RDONLY | O_CLOEXEC);
  b->stream.next_in = b->buffer;
  if (b->fd < 0 || inflateInit2(&b->stream, MAX_WBITS + GZIP_ONLY) != Z_OK) {
    const int code = b->fd < 0 ? errno : ENOMEM;
    if (b->fd >= 0) {
      (void)close(b->fd);
    }
    free(b);
    errno = code;
    return NULL;
  }
  input_opened(path);
  return b;
}

void bytes_close(byte_input_t *b) {
  if (b != NULL) {
    (void)inflateEnd(&b->stream);
    (void)close(b->fd);
    free(b);
  }
}

static ptrdiff_t read_file(const byte_input_t *b, unsigned char *out, size_t size) {
  ssize_t got = 0;
  do {
    got = read(b->fd, out, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

// Reads until there are `count` bytes, or all that are left. False with errno.
static bool fill(byte_input_t *b, size_t count) {
  memmove(b->buffer, b->stream.next_in, b->stream.avail_in);
  b->stream.next_in = b->buffer;
  ptrdiff_t got = 1;
  while (b->stream.avail_in < count && got > 0) {
    got = read_file(b, b->buffer + b->stream.avail_in, BUFFER - b->stream.avail_in);
    b->stream.avail_in += got > 0 ? (uInt)got : 0;
    b->taken += got > 0 ? (uint64_t)got : 0;
  }
  return got >= 0;
}

static bool has_magic(const byte_input_t *b) {
  return b->stream.avail_in >= MAGIC && b->stream.next_in[0] == 0x1f &&
         b->stream.next_in[1] == 0x8b;
}

static ptrdiff_t read_plain(byte_input_t *b, unsigned char *out, size_t size) {
  const size_t kept = b->stream.avail_in < size ? b->stream.avail_in : size;
  if (kept == 0) {
    return read_file(b, out, size);
  }
  memcpy(out, b->stream.next_in, kept);
  b->stream.next_in += kept;
  b->stream.avail_in -= (uInt)kept;
  return (ptrdiff_t)kept;
}

// Goes to the next data where the last have ended. False after an error; *end: there are none.
static bool next_data(byte_input_t *b, bool *end, const char **why) {
  if (!fill(b, MAGIC)) {
    return false;
  }
  *end = b->stream.avail_in == 0;
  if (!*end && !has_magic(b)) {
    *why = "bytes behind the end of the gzip data";
    return false;
  }
  b->inside = !*end;
  return inflateReset(&b->stream) == Z_OK;
}

// One step of unpacking. False after an error.
static bool unpack(byte_input_t *b, const char **why) {
  if (b->stream.avail_in == 0) {
    if (!fill(b, 1)) {
      return false;
    }
    if (b->stream.avail_in == 0) {
      *why = "gzip data that breaks off";
      return false;
    }
  }
  const int code = inflate(&b->stream, Z_NO_FLUSH);
  b->inside = code != Z_STREAM_END;
  if (code == Z_MEM_ERROR) {
    errno = ENOMEM;
    return false;
  }
  if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
    *why = b->stream.msg != NULL ? b->stream.msg : "broken gzip data";
    return false;
  }
  return true;
}

static ptrdiff_t read_packed(byte_input_t *b, unsigned char *out, size_t size, const char **why) {
  bool end = false;
  b->stream.next_out = out;
  b->stream.avail_out = (uInt)size;
  // The bytes before an error are given out first.
  while (b->stream.avail_out == size && !end) {
    if (b->inside ? !unpack(b, why) : !next_data(b, &end, why)) {
      return -1;
    }
  }
  const size_t got = size - b->stream.avail_out;
  b->given += got;
  if (b->given > BYTES_FREE + BYTES_RATIO * b->taken) {
    *why = "gzip data that expands to more than 32 times its size and 16 MiB";
    return -1;
  }
  return (ptrdiff_t)got;
}

ptrdiff_t bytes_read(byte_input_t *b, unsigned char *out, size_t size, const char **why) {
  *why = NULL;
  if (!b->known) {
    if (!fill(b, MAGIC)) {
      return -1;
    }
    b->known = true;
    b->packed = b->inside = has_magic(b);
  }
  return b->packed ? read_packed(b, out, size, why) : read_plain(b, out, size);
}
