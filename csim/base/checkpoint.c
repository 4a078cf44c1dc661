// checkpoint -- see checkpoint.h.

#include "base/checkpoint.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"

enum { BUFFER = 1 << 16 };

static const char kMagic[] = "nocstep checkpoint, format 1\n";
enum { MAGIC = sizeof kMagic - 1, SUM = sizeof(uint32_t) };

// In the file, in front of the elements.
typedef struct {
  char name[CHECKPOINT_NAME];
  uint64_t count, size;
} entry_t;

struct checkpoint {
  FILE *file;
  bool reads, failed;
  noc_error_t error;
  entry_t entry;    // the one that is under way
  uint64_t pieces;  // elements of it that are to follow
  bool skipped;     // its elements are not taken over
  uint64_t left;    // reading: bytes of entries behind those that are in the buffer
  uint32_t sum;
  size_t used, filled;  // bytes of the buffer
  const char *left_out;
  void (*tell)(void *context, const char *name);
  void *context;
  unsigned char buffer[BUFFER];
};

bool checkpoint_reads(const checkpoint_t *c) {
  return c->reads;
}

bool checkpoint_failed(const checkpoint_t *c) {
  return c->failed;
}

void checkpoint_leave_out(checkpoint_t *c, const char *name) {
  c->left_out = name;
}

void checkpoint_tell(checkpoint_t *c, void (*entry)(void *context, const char *name),
                     void *context) {
  c->tell = entry;
  c->context = context;
}

void checkpoint_refuse(checkpoint_t *c, const char *why) {
  if (!c->failed) {
    c->failed = true;
    (void)noc_fail(&c->error, NOC_BAD_INPUT, "%s", why);
  }
}

void checkpoint_no_memory(checkpoint_t *c, const char *what) {
  if (!c->failed) {
    c->failed = true;
    (void)memory_fail(&c->error, what);
  }
}

// --- bytes ---------------------------------------------------------------------------------------

static uint32_t add(uint32_t sum, const unsigned char *bytes, size_t count) {
  return (uint32_t)crc32_z(sum, bytes, count);
}

static void write_through(checkpoint_t *c, const unsigned char *bytes, size_t count) {
  c->sum = add(c->sum, bytes, count);
  errno = 0;
  if (!c->failed && fwrite(bytes, 1, count, c->file) != count) {
    c->failed = true;
    const int code = errno != 0 ? errno : EIO;
    (void)noc_fail(&c->error, NOC_ENVIRONMENT, "cannot be written: %s", strerror(code));
  }
}

static void flush(checkpoint_t *c) {
  write_through(c, c->buffer, c->used);
  c->used = 0;
}

static void put(checkpoint_t *c, const void *bytes, size_t count) {
  if (count > BUFFER - c->used) {
    flush(c);
  }
  if (count > BUFFER) {
    write_through(c, bytes, count);
  } else if (count > 0) {
    memcpy(c->buffer + c->used, bytes, count);
    c->used += count;
  }
}

static bool fill(checkpoint_t *c) {
  const size_t most = c->left < BUFFER ? (size_t)c->left : BUFFER;
  c->used = 0;
  c->filled = fread(c->buffer, 1, most, c->file);
  c->left -= c->filled;
  return c->filled > 0;
}

// False where the file has ended. The bytes go nowhere if `bytes` is NULL.
static bool get(checkpoint_t *c, void *bytes, uint64_t count) {
  unsigned char *to = bytes;
  while (count > 0) {
    if (c->used == c->filled && !fill(c)) {
      return false;
    }
    const size_t there = c->filled - c->used;
    const size_t some = count < there ? (size_t)count : there;
    if (to != NULL) {
      memcpy(to, c->buffer + c->used, some);
      to += some;
    }
    c->used += some;
    count -= some;
  }
  return true;
}

// --- entries -------------------------------------------------------------------------------------

static void refuse_entry(checkpoint_t *c, const entry_t *found) {
  const entry_t *e = &c->entry;
  char why[NOC_ERROR_TEXT];
  (void)snprintf(why, sizeof why,
                 SAY_THERE_IS("an entry %.*s of %" PRIu64 " x %" PRIu64 " bytes",
                              "%s of %" PRIu64 " x %" PRIu64
                              " bytes, as this program and this scenario have it"),
                 (int)strnlen(found->name, CHECKPOINT_NAME), found->name, found->count, found->size,
                 e->name, e->count, e->size);
  checkpoint_refuse(c, why);
}

void checkpoint_begin(checkpoint_t *c, const char *name, size_t count, size_t size) {
  entry_t found;
  if (c->failed) {
    return;
  }
  assert(c->pieces == 0 && strlen(name) < CHECKPOINT_NAME);
  c->entry = (entry_t){.count = count, .size = size};
  (void)strcpy(c->entry.name, name);
  c->pieces = count;
  if (c->tell != NULL) {
    c->tell(c->context, name);
  }
  if (!c->reads) {
    put(c, &c->entry, sizeof c->entry);
    return;
  }
  if (!get(c, &found, sizeof found)) {
    checkpoint_refuse(c, SAY_THERE_IS("no more in it", "more entries"));
  } else if (memcmp(&found, &c->entry, sizeof found) != 0) {
    refuse_entry(c, &found);
  }
  c->skipped = c->left_out != NULL && strcmp(c->left_out, name) == 0;
}

void checkpoint_piece(checkpoint_t *c, void *elements, size_t count) {
  if (c->failed) {
    c->pieces = 0;
    return;
  }
  assert(count <= c->pieces);
  c->pieces -= count;
  const uint64_t bytes = count * c->entry.size;
  if (!c->reads) {
    put(c, elements, (size_t)bytes);
  } else if (!get(c, c->skipped ? NULL : elements, bytes)) {
    checkpoint_refuse(c, SAY_THERE_IS("no more in it", "more elements"));
  }
}

void checkpoint_array(checkpoint_t *c, const char *name, void *array, size_t count, size_t size) {
  checkpoint_begin(c, name, count, size);
  checkpoint_piece(c, array, count);
}

void checkpoint_list(checkpoint_t *c, const char *name, void *list, uint32_t *room, uint32_t *count,
                     size_t size) {
  uint32_t elements = *count;
  checkpoint_array(c, "elements of a list", &elements, 1, sizeof elements);
  if (c->failed) {
    return;
  }
  if (elements > 0 && !memory_room(list, room, elements, size)) {
    checkpoint_no_memory(c, "a checkpoint");
    return;
  }
  *count = elements;
  void *array = NULL;
  memcpy(&array, list, sizeof array);  // whatever its elements are
  checkpoint_array(c, name, array, elements, size);
}

// --- files ---------------------------------------------------------------------------------------

static checkpoint_t *create(FILE *file, bool reads) {
  checkpoint_t *c = calloc(1, sizeof *c);
  if (c != NULL) {
    c->file = file;
    c->reads = reads;
    c->sum = add(0, NULL, 0);
  }
  return c;
}

checkpoint_t *checkpoint_write(FILE *to) {
  checkpoint_t *c = create(to, false);
  if (c != NULL) {
    put(c, kMagic, MAGIC);
  }
  return c;
}

// All of the file is what was written. Leaves the stream behind the magic.
static bool check(checkpoint_t *c, noc_error_t *error) {
  char magic[MAGIC];
  uint32_t sum = 0;
  if (fseeko(c->file, 0, SEEK_END) != 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("a device or a pipe", "a file, as it is read twice"));
  }
  const off_t size = ftello(c->file);
  rewind(c->file);
  c->left = size > MAGIC + SUM ? (uint64_t)(size - SUM) : 0;
  if (fread(magic, 1, MAGIC, c->file) != MAGIC || memcmp(magic, kMagic, MAGIC) != 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("a file of another kind",
                                 "a checkpoint, written by this version's run --checkpoint"));
  }
  rewind(c->file);
  while (c->left > 0 && fill(c)) {
    c->sum = add(c->sum, c->buffer, c->filled);
  }
  if (c->left > 0 || fread(&sum, 1, SUM, c->file) != SUM || sum != c->sum) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("a checkpoint that is damaged or cut off", "a whole one"));
  }
  rewind(c->file);
  c->used = c->filled = 0;
  c->left = (uint64_t)(size - SUM);
  return get(c, NULL, MAGIC) || noc_fail_file(error, "a checkpoint", "read");
}

checkpoint_t *checkpoint_read(FILE *from, noc_error_t *error) {
  checkpoint_t *c = create(from, true);
  if (c == NULL) {
    (void)memory_fail(error, "a checkpoint");
    return NULL;
  }
  if (!check(c, error)) {
    free(c);
    return NULL;
  }
  return c;
}

bool checkpoint_end(checkpoint_t *c, noc_error_t *error) {
  if (!c->reads) {
    flush(c);
    const uint32_t sum = c->sum;
    write_through(c, (const unsigned char *)&sum, SUM);
    if (fflush(c->file) != 0 && !c->failed) {
      c->failed = true;
      (void)noc_fail(&c->error, NOC_ENVIRONMENT, "cannot be written: %s", strerror(errno));
    }
  } else if (c->left > 0 || c->used < c->filled) {
    checkpoint_refuse(c, SAY_THERE_IS("more in it", "nothing behind the last entry"));
  }
  const bool ok = !c->failed;
  if (!ok) {
    *error = c->error;
  }
  free(c);
  return ok;
}
