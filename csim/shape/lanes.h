// lanes -- masks of 16 bits, of one member each, read and written four at a time.
//
//   word        ...............d...............c...............b...............a
//   lanes_low   dcba, the lowest bit of each

#ifndef NOC_LANES_H
#define NOC_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LANES_INLINE static inline __attribute__((always_inline))

enum { LANES = 4, LANES_ALL = 16 };  // masks in a word, and of lanes_all()

#define LANES_LOW UINT64_C(0x0001000100010001)

// Loads up to four masks as one word; the rest of the word is 0.
LANES_INLINE uint64_t lanes_load(const uint16_t *mask, size_t count) {
  uint64_t word = 0;
  if (count >= LANES) {
    memcpy(&word, mask, sizeof word);
  } else {
    memcpy(&word, mask, count * sizeof *mask);
  }
  return word;
}

// Writes them back.
LANES_INLINE void lanes_store(uint16_t *mask, size_t count, uint64_t word) {
  if (count >= LANES) {
    memcpy(mask, &word, sizeof word);
  } else {
    memcpy(mask, &word, count * sizeof *mask);
  }
}

// The lowest bits. A multiplication brings them together.
LANES_INLINE uint64_t lanes_low(uint64_t word) {
  return (word & LANES_LOW) * UINT64_C(0x0001000200040008) >> 48;
}

// Bit 0 of every lane: the mask is not 0.
LANES_INLINE uint64_t lanes_any(uint64_t word) {
  const uint64_t below = ~(LANES_LOW << 15);
  return (((word & below) + below) | word) >> 15 & LANES_LOW;
}

// Four words of masks that are 0 or 1 as 16 bits, the first word's lowest.
LANES_INLINE uint64_t lanes_gather(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  return (a | b << 4 | c << 8 | d << 12) * UINT64_C(0x0001000200040008) >> 48;
}

// The same of 16 masks in memory.
LANES_INLINE uint64_t lanes_all(const uint16_t *mask) {
  uint64_t word[LANES];
  memcpy(word, mask, sizeof word);
  return lanes_gather(word[0], word[1], word[2], word[3]);
}

#ifdef __cplusplus
}
#endif

#endif
