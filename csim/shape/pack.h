// pack -- array elements to bits of words and back, inline, so that element size and instruction
// set are constants where it is fast: eight bytes of elements become bits with one `pext`.
//
//   8 elements of 1 byte, 3 bits used    .....ccc .....bbb .....aaa   ->   ..cccbbbaaa

#ifndef NOC_PACK_H
#define NOC_PACK_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#define PACK_HAS_BMI2()  (__builtin_cpu_supports("bmi2") != 0)
#define PACK_TARGET_BMI2 __attribute__((target("bmi2")))
#else
#define PACK_HAS_BMI2() false
#define PACK_TARGET_BMI2
#endif

#define PACK_INLINE static inline __attribute__((always_inline))

// 32-bit words that hold `count` elements of `bits` bits.
PACK_INLINE uint32_t pack_words(unsigned bits, uint32_t count) {
  return (bits * count + 31) / 32;
}

// n (1 to 8) bytes, lowest address in the lowest bits; nothing beyond them is read.
PACK_INLINE uint64_t pack_load(const unsigned char *p, unsigned n) {
  uint64_t value = 0;
  if (n == 8) {
    memcpy(&value, p, 8);
  } else if (n >= 4) {
    uint32_t low;
    uint32_t high;
    memcpy(&low, p, 4);
    memcpy(&high, p + n - 4, 4);
    value = low | (uint64_t)high << (8 * (n - 4));
  } else {
    // 1 to 3: first, middle, last.
    value = p[0] | (uint64_t)p[n / 2] << (8 * (n / 2)) | (uint64_t)p[n - 1] << (8 * (n - 1));
  }
  return value;
}

// The used bits of each element in a group of eight bytes.
PACK_INLINE uint64_t pack_mask(const unsigned size, unsigned bits) {
  const uint64_t lowest = ~UINT64_C(0) / (~UINT64_C(0) >> (64 - 8 * size));  // bit 0 of each
  return lowest * (~UINT64_C(0) >> (64 - bits));
}

PACK_INLINE uint64_t pack_squeeze_portable(uint64_t group, const unsigned size, unsigned bits) {
  uint64_t element = ~UINT64_C(0) >> (64 - bits);
  uint64_t value = 0;
  for (unsigned e = 0; e < 8 / size; e++) {
    value |= ((group >> (8 * size * e)) & element) << (bits * e);
  }
  return value;
}

PACK_INLINE uint64_t pack_spread_portable(uint64_t value, const unsigned size, unsigned bits) {
  uint64_t element = ~UINT64_C(0) >> (64 - bits);
  uint64_t group = 0;
  for (unsigned e = 0; e < 8 / size; e++) {
    group |= ((value >> (bits * e)) & element) << (8 * size * e);
  }
  return group;
}

#ifdef __x86_64__
PACK_INLINE PACK_TARGET_BMI2 uint64_t pack_squeeze_bmi2(uint64_t group, const unsigned size,
                                                        unsigned bits) {
  return _pext_u64(group, pack_mask(size, bits));
}
PACK_INLINE PACK_TARGET_BMI2 uint64_t pack_spread_bmi2(uint64_t value, const unsigned size,
                                                       unsigned bits) {
  return _pdep_u64(value, pack_mask(size, bits));
}
#else
#define pack_squeeze_bmi2 pack_squeeze_portable
#define pack_spread_bmi2  pack_spread_portable
#endif

// Defines `name`, which packs an array like bundle_pack() and returns the words written. `size`
// has to be a constant where it is called.
#define PACK_DEFINE(name, target, squeeze)                                                  \
  PACK_INLINE target uint32_t name(uint32_t *words, const void *array, const unsigned size, \
                                   unsigned bits, uint32_t count) {                         \
    assert(bits >= 1 && bits <= 8 * size);                                                  \
    const unsigned char *p = (const unsigned char *)array;                                  \
    unsigned char *to = (unsigned char *)words;                                             \
    uint64_t waiting = 0; /* bits not yet written */                                        \
    unsigned fill = 0;    /* how many */                                                    \
    for (uint32_t left = count; left > 0;) {                                                \
      uint32_t n = left < 8 / size ? left : 8 / size;                                       \
      uint64_t value = squeeze(pack_load(p, n * size), size, bits);                         \
      waiting |= value << fill;                                                             \
      if (fill + n * bits >= 64) {                                                          \
        memcpy(to, &waiting, 8);                                                            \
        to += 8;                                                                            \
        waiting = fill == 0 ? 0 : value >> (64 - fill);                                     \
        fill -= 64;                                                                         \
      }                                                                                     \
      fill += n * bits;                                                                     \
      p += (size_t)8;                                                                       \
      left -= n;                                                                            \
    }                                                                                       \
    if (fill > 0) {                                                                         \
      memcpy(to, &waiting, fill > 32 ? 8 : 4);                                              \
    }                                                                                       \
    return pack_words(bits, count);                                                         \
  }

PACK_DEFINE(pack_portable, , pack_squeeze_portable)
PACK_DEFINE(pack_bmi2, PACK_TARGET_BMI2, pack_squeeze_bmi2)

// n (1 to 64) bits of words from bit `at` on; reads no word behind the one with the last bit.
PACK_INLINE uint64_t pack_bits(const uint32_t *words, uint32_t at, unsigned n) {
  const uint32_t *w = words + at / 32;
  unsigned shift = at % 32;
  uint64_t value = w[0] >> shift;
  if (shift + n > 32) {
    value |= (uint64_t)w[1] << (32 - shift);
  }
  if (shift + n > 64) {
    value |= (uint64_t)w[2] << (64 - shift);
  }
  return value & (~UINT64_C(0) >> (64 - n));
}

#define UNPACK_DEFINE(name, target, spread)                                                 \
  PACK_INLINE target uint32_t name(void *array, const uint32_t *words, const unsigned size, \
                                   unsigned bits, uint32_t count) {                         \
    assert(bits >= 1 && bits <= 8 * size);                                                  \
    unsigned char *p = (unsigned char *)array;                                              \
    uint32_t at = 0;                                                                        \
    for (uint32_t left = count; left > 0;) {                                                \
      uint32_t n = left < 8 / size ? left : 8 / size;                                       \
      uint64_t group = spread(pack_bits(words, at, n * bits), size, bits);                  \
      memcpy(p, &group, (size_t)n *size);                                                   \
      p += (size_t)n * size;                                                                \
      at += n * bits;                                                                       \
      left -= n;                                                                            \
    }                                                                                       \
    return pack_words(bits, count);                                                         \
  }

UNPACK_DEFINE(unpack_portable, , pack_spread_portable)
UNPACK_DEFINE(unpack_bmi2, PACK_TARGET_BMI2, pack_spread_bmi2)

#endif
