// arena -- hands out arrays of one block of memory, one behind the other.
//
//   arena_t a = {NULL, 0};     counts only: a.used is then the size to allocate
//   arena_t a = {block, 0};    the same calls again give the places

#ifndef NOC_ARENA_H
#define NOC_ARENA_H

#include <stddef.h>
#include <stdint.h>

enum { ARENA_LINE = 64 };  // bytes of a cache line: every array starts at one

typedef struct {
  unsigned char *block;
  size_t used;
} arena_t;

static inline void *arena_take(arena_t *a, size_t size, size_t count) {
  size_t at = a->used;
  a->used += (size * count + ARENA_LINE - 1) / ARENA_LINE * ARENA_LINE;
  return a->block == NULL ? NULL : a->block + at;
}

// Fetches bytes of an array into the cache, to be written. Always inlined: a compiler leaves out a
// call of a function that only fetches.
__attribute__((always_inline)) static inline void arena_fetch(const void *from, size_t bytes) {
  const char *at = from;
  for (size_t i = 0; i < bytes; i += ARENA_LINE) {
    __builtin_prefetch(at + i, 1);
  }
}

#endif
