// ftr_file -- see ftr_file.h. A chunk has a tag, by what is in it, and its content as bytes:
//
//   55799 [* 6 info, 8 texts, 10 streams, 12 [stream, begin, end, transactions], 14 relations]
//
// A text is written once, in a chunk before the first that has its number. The transactions of a
// stream go out a block at a time.

#include "packets/ftr_file.h"

#include <cbor.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
  BLOCK_BYTES = 1 << 13,
  ITEM_BYTES = 9,  // of a number in CBOR, at most
  TAG_SELF = 55799,
  // Tags of chunks.
  TAG_INFO = 6,
  TAG_TEXTS = 8,
  TAG_STREAMS = 10,
  TAG_BLOCK = 12,
  TAG_RELATIONS = 14,
  // Tags in them.
  TAG_TIME = 1,
  TAG_STREAM = 16,
  TAG_GENERATOR = 17,
  TAG_TRANSACTION = 6,
  TAG_ATTRIBUTE = 7,  // of the beginning
  TYPE_UNSIGNED = 3,
  TYPE_TEXT = 10,
  UNIT = 9  // 10 ^ -9 s
};

typedef struct {
  unsigned char *byte;
  size_t size, room;
} bytes_t;

typedef struct {
  bytes_t bytes;
  uint64_t begin, end;
} block_t;

struct ftr_file {
  FILE *out;
  uint32_t streams, texts, new_texts;
  bytes_t text, directory, relation;  // not yet written
  block_t *block;                     // [streams]
  bytes_t *open;                      // of the transaction whose attributes come
  int code;
};

bool ftr_file_ok(const ftr_file_t *f) {
  return f->code == 0;
}

int ftr_file_code(const ftr_file_t *f) {
  return f->code;
}

static void fail(ftr_file_t *f, int code) {
  if (f->code == 0) {
    f->code = code != 0 ? code : EIO;
  }
}

// --- CBOR ----------------------------------------------------------------------------------------

static unsigned char *room(ftr_file_t *f, bytes_t *b, size_t size) {
  if (b->size + size > b->room) {
    const size_t more = 2 * (b->room + size);
    unsigned char *byte = realloc(b->byte, more);
    if (byte == NULL) {
      fail(f, ENOMEM);
      return NULL;
    }
    b->byte = byte;
    b->room = more;
  }
  return b->byte + b->size;
}

// An item's head, which libcbor encodes.
#define PUT_HEAD(name, function)                                \
  static void put_##name(ftr_file_t *f, bytes_t *b, size_t n) { \
    unsigned char *at = room(f, b, ITEM_BYTES);                 \
    b->size += at != NULL ? function((n), at, ITEM_BYTES) : 0;  \
  }
PUT_HEAD(number, cbor_encode_uint)
PUT_HEAD(negative, cbor_encode_negint)  // of -1 - n
PUT_HEAD(tag, cbor_encode_tag)
PUT_HEAD(array, cbor_encode_array_start)
PUT_HEAD(map, cbor_encode_map_start)
PUT_HEAD(string, cbor_encode_string_start)
PUT_HEAD(bytes, cbor_encode_bytestring_start)
#undef PUT_HEAD

static void put_open_array(ftr_file_t *f, bytes_t *b) {
  unsigned char *at = room(f, b, ITEM_BYTES);
  b->size += at != NULL ? cbor_encode_indef_array_start(at, ITEM_BYTES) : 0;
}

static void put_break(ftr_file_t *f, bytes_t *b) {
  unsigned char *at = room(f, b, ITEM_BYTES);
  b->size += at != NULL ? cbor_encode_break(at, ITEM_BYTES) : 0;
}

static void put_raw(ftr_file_t *f, bytes_t *b, const void *bytes, size_t size) {
  unsigned char *at = room(f, b, size);
  if (at != NULL) {
    memcpy(at, bytes, size);
    b->size += size;
  }
}

// --- chunks --------------------------------------------------------------------------------------

static void write_out(ftr_file_t *f, bytes_t *b) {
  if (f->code == 0 && b->size > 0 && fwrite(b->byte, 1, b->size, f->out) != b->size) {
    fail(f, errno);
  }
  b->size = 0;
}

// A chunk, whose content is emptied. Numbers may stand before it.
static void write_chunk(ftr_file_t *f, uint64_t tag, const uint64_t *number, size_t count,
                        bytes_t *content) {
  bytes_t head = {0};
  put_tag(f, &head, tag);
  if (count > 0) {
    put_array(f, &head, count + 1);
  }
  for (size_t i = 0; i < count; i++) {
    put_number(f, &head, number[i]);
  }
  put_bytes(f, &head, content->size);
  write_out(f, &head);
  write_out(f, content);
  free(head.byte);
}

static void write_texts(ftr_file_t *f) {
  if (f->new_texts > 0) {
    bytes_t content = {0};
    put_map(f, &content, f->new_texts);
    put_raw(f, &content, f->text.byte, f->text.size);
    write_chunk(f, TAG_TEXTS, NULL, 0, &content);
    free(content.byte);
    f->text.size = 0;
    f->new_texts = 0;
  }
}

// An array without a length, whose end is still to come, if there is something in it.
static void write_array(ftr_file_t *f, uint64_t tag, const uint64_t *number, size_t count,
                        bytes_t *content) {
  if (content->size > 0) {
    write_texts(f);
    put_break(f, content);
    write_chunk(f, tag, number, count, content);
  }
}

// Streams and generators have numbers of one kind.
static uint64_t stream_number(uint32_t stream) {
  return (FTR_GENERATORS + 1) * ((uint64_t)stream + 1);
}

static void write_block(ftr_file_t *f, uint32_t stream) {
  block_t *block = &f->block[stream];
  write_array(f, TAG_STREAMS, NULL, 0, &f->directory);
  write_array(f, TAG_BLOCK, (uint64_t[]){stream_number(stream), block->begin, block->end}, 3,
              &block->bytes);
}

// --- what is written -----------------------------------------------------------------------------

uint32_t ftr_file_text(ftr_file_t *f, const char *text) {
  put_number(f, &f->text, f->texts);
  put_string(f, &f->text, strlen(text));
  put_raw(f, &f->text, text, strlen(text));
  f->new_texts++;
  return f->texts++;
}

static bytes_t *entry(ftr_file_t *f, uint64_t tag) {
  bytes_t *b = &f->directory;
  if (b->size == 0) {
    put_open_array(f, b);
  }
  put_tag(f, b, tag);
  put_array(f, b, 3);
  return b;
}

void ftr_file_stream(ftr_file_t *f, uint32_t stream, uint32_t name, uint32_t kind) {
  bytes_t *b = entry(f, TAG_STREAM);
  put_number(f, b, stream_number(stream));
  put_number(f, b, name);
  put_number(f, b, kind);
}

void ftr_file_generator(ftr_file_t *f, uint32_t stream, unsigned generator, uint32_t name) {
  bytes_t *b = entry(f, TAG_GENERATOR);
  put_number(f, b, stream_number(stream) + 1 + generator);
  put_number(f, b, name);
  put_number(f, b, stream_number(stream));
}

void ftr_file_begin(ftr_file_t *f, ftr_place_t at, unsigned generator, uint64_t from, uint64_t to,
                    unsigned attributes) {
  block_t *block = &f->block[at.stream];
  bytes_t *b = &block->bytes;
  if (b->size > BLOCK_BYTES) {
    write_block(f, at.stream);
  }
  if (b->size == 0) {
    put_open_array(f, b);
    block->begin = from;
    block->end = to;
  }
  block->begin = from < block->begin ? from : block->begin;
  block->end = to > block->end ? to : block->end;
  put_array(f, b, attributes + 1);
  put_tag(f, b, TAG_TRANSACTION);
  put_array(f, b, 4);
  put_number(f, b, at.id);
  put_number(f, b, stream_number(at.stream) + 1 + generator);
  put_number(f, b, from);
  put_number(f, b, to);
  f->open = b;
}

static void attribute(ftr_file_t *f, uint32_t name, unsigned type, uint64_t value) {
  put_tag(f, f->open, TAG_ATTRIBUTE);
  put_array(f, f->open, 3);
  put_number(f, f->open, name);
  put_number(f, f->open, type);
  put_number(f, f->open, value);
}

void ftr_file_number(ftr_file_t *f, uint32_t name, uint64_t value) {
  attribute(f, name, TYPE_UNSIGNED, value);
}

void ftr_file_word(ftr_file_t *f, uint32_t name, uint32_t text) {
  attribute(f, name, TYPE_TEXT, text);
}

void ftr_file_relate(ftr_file_t *f, uint32_t name, ftr_place_t from, ftr_place_t to) {
  bytes_t *b = &f->relation;
  if (b->size > BLOCK_BYTES) {
    write_array(f, TAG_STREAMS, NULL, 0, &f->directory);
    write_array(f, TAG_RELATIONS, NULL, 0, b);
  }
  if (b->size == 0) {
    put_open_array(f, b);
  }
  put_array(f, b, 5);
  put_number(f, b, name);
  put_number(f, b, from.id);
  put_number(f, b, to.id);
  put_number(f, b, stream_number(from.stream));
  put_number(f, b, stream_number(to.stream));
}

// --- the file ------------------------------------------------------------------------------------

static void write_info(ftr_file_t *f) {
  bytes_t content = {0};
  put_array(f, &content, 2);
  put_negative(f, &content, UNIT - 1);
  put_tag(f, &content, TAG_TIME);
  put_number(f, &content, 0);  // the same run gives the same file
  write_chunk(f, TAG_INFO, NULL, 0, &content);
  free(content.byte);
}

ftr_file_t *ftr_file_create(FILE *out, uint32_t streams) {
  bytes_t head = {0};
  ftr_file_t *f = calloc(1, sizeof *f);
  if (f == NULL || (f->block = calloc(streams, sizeof *f->block)) == NULL) {
    free(f);
    return NULL;
  }
  f->out = out;
  f->streams = streams;
  put_tag(f, &head, TAG_SELF);
  put_open_array(f, &head);
  write_out(f, &head);
  free(head.byte);
  write_info(f);
  (void)ftr_file_text(f, "");
  return f;
}

bool ftr_file_close(ftr_file_t *f, int *code) {
  bytes_t end = {0};
  for (uint32_t s = 0; s < f->streams; s++) {
    write_block(f, s);
  }
  write_array(f, TAG_RELATIONS, NULL, 0, &f->relation);
  put_break(f, &end);
  write_out(f, &end);
  free(end.byte);
  for (uint32_t s = 0; s < f->streams; s++) {
    free(f->block[s].bytes.byte);
  }
  free(f->text.byte);
  free(f->directory.byte);
  free(f->relation.byte);
  free(f->block);
  *code = f->code;
  free(f);
  return *code == 0;
}
