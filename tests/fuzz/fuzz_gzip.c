// fuzz_gzip -- libFuzzer on files that may be compressed: what is packed comes out as it was, in
// pieces of any size; what is damaged is refused, or gives the text, or the first whole ones of the
// data that stand one behind the other.
//
// The checksums of gzip would keep a fuzzer out, so the text is packed here and damaged then: the
// first byte says how (see the masks), the second how many damages follow, of three bytes each.

#define ZLIB_CONST  // it only reads what it packs
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/byte_input.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMBERS = 3, LEVEL = 0x0c, CUT = 0x10, PLAIN = 0x20, MORE = 0x40, SMALL = 0x80 };
enum { PARTS = MEMBERS + 1, HEAD = 2, DAMAGE = 3, SLACK = 256, BITS_GZIP = 15 + 16 };

typedef struct {
  uint8_t *bytes;
  size_t size;
  size_t part[PARTS + 1];  // where the parts of the text begin and end
  unsigned parts;
} packed_t;

static void pack_part(packed_t *p, const uint8_t *text, size_t size, int level) {
  z_stream z = {.next_in = text, .avail_in = (uInt)size};
  require(deflateInit2(&z, level, Z_DEFLATED, BITS_GZIP, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  const size_t room = deflateBound(&z, (uLong)size) + SLACK;
  p->bytes = realloc(p->bytes, p->size + room);
  require(p->bytes != NULL);
  z.next_out = p->bytes + p->size;
  z.avail_out = (uInt)room;
  require(deflate(&z, Z_FINISH) == Z_STREAM_END);
  p->size += room - z.avail_out;
  require(deflateEnd(&z) == Z_OK);
}

static packed_t pack(const uint8_t *text, size_t size, unsigned how) {
  static const int kLevels[] = {0, 1, 6, 9};
  packed_t p = {.parts = (how & PLAIN) != 0 ? 1 : (how & MEMBERS) + 1};
  for (unsigned i = 0; i <= p.parts; i++) {
    p.part[i] = size * i / p.parts;
  }
  for (unsigned i = 0; i < p.parts && (how & PLAIN) == 0; i++) {
    pack_part(&p, text + p.part[i], p.part[i + 1] - p.part[i], kLevels[(how & LEVEL) >> 2]);
  }
  if ((how & PLAIN) != 0) {
    p.bytes = malloc(size + SLACK);
    require(p.bytes != NULL);
    memcpy(p.bytes, text, size);
    p.size = size;
  }
  return p;
}

// Bits turned over; with CUT the first damage ends the data, with MORE it puts its bytes behind
// them.
static void damage(packed_t *p, const uint8_t *how, size_t count, unsigned flags) {
  for (size_t i = 0; i < count; i++, how += DAMAGE) {
    const size_t at = (size_t)(how[0] << 8 | how[1]);
    if (i == 0 && (flags & CUT) != 0) {
      p->size = at < p->size ? at : p->size;
    } else if (i == 0 && (flags & MORE) != 0) {
      p->bytes = realloc(p->bytes, p->size + DAMAGE);
      require(p->bytes != NULL);
      memcpy(p->bytes + p->size, how, DAMAGE);
      p->size += DAMAGE;
    } else if (p->size > 0) {
      p->bytes[at % p->size] ^= how[2];
    }
  }
}

// All that can be read of the file; false with *why. What comes before an error has not met its
// checksum and is not looked at, however long it is.
static bool read_all(const char *path, bool small, uint8_t *out, size_t room, size_t *length,
                     const char **why) {
  byte_input_t *b = bytes_open(path);
  require(b != NULL);
  ptrdiff_t got = 1;
  for (*length = 0; got > 0; *length += (size_t)got) {
    const size_t piece = small ? 1 + *length % 7 : room - *length;
    if (*length == room) {
      *why = "longer than the text";
      break;
    }
    got = bytes_read(b, out + *length, piece < room - *length ? piece : room - *length, why);
    if (got < 0) {
      break;
    }
  }
  bytes_close(b);
  return *length < room && got == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < HEAD || size < HEAD + (size_t)data[1] * DAMAGE) {
    return 0;
  }
  const unsigned how = data[0];
  const size_t damages = data[1];
  const uint8_t *text = data + HEAD + damages * DAMAGE;
  const size_t length = size - HEAD - damages * DAMAGE;
  packed_t p = pack(text, length, how);
  damage(&p, data + HEAD, damages, how);

  char path[FUZZ_PATH];
  const int file = fuzz_file(p.bytes, p.size, path);
  const size_t room = length + p.size + SLACK;
  uint8_t *out = malloc(room);
  require(out != NULL);
  size_t found = 0;
  const char *why = NULL;
  const bool ok = read_all(path, (how & SMALL) != 0, out, room, &found, &why);
  require(ok || why != NULL);
  const bool packed = p.size >= 2 && p.bytes[0] == 0x1f && p.bytes[1] == 0x8b;
  if (!packed) {
    require(ok && found == p.size && memcmp(out, p.bytes, found) == 0);
  } else if ((how & PLAIN) == 0) {
    bool whole = false;
    for (unsigned i = 0; i <= p.parts; i++) {
      whole |= found == p.part[i];
    }
    require(!ok || (whole && memcmp(out, text, found) == 0));
    require(damages > 0 || (ok && found == length));
  }
  free(out);
  free(p.bytes);
  require(close(file) == 0);
  return 0;
}
