// ftr_file -- a file in FTR, the format of transactions that LWTR4SC writes, and that Surfer and
// SCViewer read: CBOR (RFC 8949) in chunks, none of which is compressed.
//
// A *stream* is a row of a viewer, a *generator* a kind of transactions in it. A transaction has a
// number of its own in the file, begin and end, and attributes; a relation leads from one to
// another and has a name. All names are texts with numbers.
//
//   ftr_file_t *f = ftr_file_create(out, streams);
//   for each stream: ftr_file_stream(); ftr_file_generator() ..
//   ftr_file_begin(); ftr_file_number() .. ; ftr_file_relate() ..
//   if (!ftr_file_close(f, &code)) ...
//
// Errors are kept: nothing is written behind one.

#ifndef NOCSTEP_FTR_FILE_H
#define NOCSTEP_FTR_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { FTR_GENERATORS = 7 };  // of a stream, at most

typedef struct ftr_file ftr_file_t;

// `out` outlives it. A unit of time is a nanosecond. NULL when memory is short.
ftr_file_t *ftr_file_create(FILE *out, uint32_t streams);
// Writes what is left and frees it. False with an error number.
bool ftr_file_close(ftr_file_t *f, int *code);
// False behind an error.
bool ftr_file_ok(const ftr_file_t *f);
// Its number; 0: there has been none.
int ftr_file_code(const ftr_file_t *f);

// The number of a new text; 0 is that of "". The same text twice has two numbers.
uint32_t ftr_file_text(ftr_file_t *f, const char *text);

// Before the first transaction: streams from 0 on, the generators of each behind it, from 0 on.
void ftr_file_stream(ftr_file_t *f, uint32_t stream, uint32_t name, uint32_t kind);
void ftr_file_generator(ftr_file_t *f, uint32_t stream, unsigned generator, uint32_t name);

typedef struct {
  uint64_t id;
  uint32_t stream;
} ftr_place_t;

// A transaction, with so many attributes to come.
void ftr_file_begin(ftr_file_t *f, ftr_place_t at, unsigned generator, uint64_t from, uint64_t to,
                    unsigned attributes);
void ftr_file_number(ftr_file_t *f, uint32_t name, uint64_t value);
void ftr_file_word(ftr_file_t *f, uint32_t name, uint32_t text);

// The transactions may come before or behind it.
void ftr_file_relate(ftr_file_t *f, uint32_t name, ftr_place_t from, ftr_place_t to);

#endif
