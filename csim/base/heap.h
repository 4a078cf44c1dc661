// heap -- a binary heap in an array of the caller's, which has room for all elements: the one that
// comes before all others is heap[0].
//
//   static bool earlier(const void *context, const void *a, const void *b) {
//     return *(const uint64_t *)a < *(const uint64_t *)b;
//   }
//   heap_push(time, &times, sizeof *time, &now, earlier, NULL);
//   heap_pop(time, &times, sizeof *time, &first, earlier, NULL);
//
// Elements of which none comes before the other leave in an order that depends on the calls alone.
// The functions are inlined, with the comparison and the size that they are called with.

#ifndef NOC_HEAP_H
#define NOC_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef bool heap_before_t(const void *context, const void *a, const void *b);

#define HEAP_INLINE static inline __attribute__((always_inline))

HEAP_INLINE void heap_push(void *heap, uint32_t *count, size_t size, const void *element,
                           heap_before_t *before, const void *context) {
  unsigned char *at = heap;
  uint32_t i = (*count)++;
  for (; i > 0 && before(context, element, &at[(i - 1) / 2 * size]); i = (i - 1) / 2) {
    memcpy(&at[i * size], &at[(i - 1) / 2 * size], size);
  }
  memcpy(&at[i * size], element, size);
}

// Takes the first of one element or more.
HEAP_INLINE void heap_pop(void *heap, uint32_t *count, size_t size, void *first,
                          heap_before_t *before, const void *context) {
  unsigned char *at = heap;
  const unsigned char *last = &at[--*count * size];
  uint32_t i = 0;
  memcpy(first, at, size);
  for (uint32_t child = 1; child < *count; child = 2 * i + 1) {
    child += child + 1 < *count && before(context, &at[(child + 1) * size], &at[child * size]);
    if (!before(context, &at[child * size], last)) {
      break;
    }
    memcpy(&at[i * size], &at[child * size], size);
    i = child;
  }
  memmove(&at[i * size], last, size);
}

#endif
