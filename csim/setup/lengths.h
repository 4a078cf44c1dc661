// lengths -- how long packets are, in flits: always the same, or drawn for each packet.
//
//   4              always
//   1-8            every length from 1 to 8 equally often
//   1:0.5,5:1.5    weights; they need not sum to 1: here every fourth packet has 1 flit

#ifndef NOC_LENGTHS_H
#define NOC_LENGTHS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LENGTHS_MAX = 640 };  // flits: the longest packet

typedef struct {
  uint64_t below;  // drawn numbers below this, of 2^32, that are not below those before it
  unsigned flits;
} lengths_step_t;

typedef struct {
  char *text;            // as written; NULL: no packets
  lengths_step_t *step;  // [steps]; the last has `below` 2^32
  unsigned steps;
  unsigned longest;
  double mean;
} lengths_t;

// The texts that lengths_parse() accepts, for errors.
extern const char kLengthsAccepted[];

typedef enum { LENGTHS_OK, LENGTHS_REFUSED, LENGTHS_NO_MEMORY } lengths_result_t;

// Reads a text; frees what was there before, which may be zero.
lengths_result_t lengths_parse(const char *text, lengths_t *l);

// Draws a length from 64 random bits.
static inline unsigned lengths_draw(const lengths_t *l, uint64_t random) {
  unsigned low = 0;
  for (unsigned high = l->steps - 1; low < high;) {
    const unsigned middle = (low + high) / 2;
    if (random >> 32 < l->step[middle].below) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return l->step[low].flits;
}

void lengths_free(lengths_t *l);

#ifdef __cplusplus
}
#endif

#endif
