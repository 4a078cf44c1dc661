// words -- see words.h.

#include "lockstep/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef struct {
  uint8_t *base;    // of member 0
  uint64_t mask;    // the bits of the elements in the chunk
  uint32_t stride;  // bytes from member to member
  uint32_t byte;    // of the words, where the chunk's first bit lies ..
  uint8_t shift;    // .. and the bit in it
} chunk_t;

// A field as a whole, for packing and for machines without pext.
typedef struct {
  uint8_t *base;
  uint32_t stride;
  uint32_t word, words, count;
  uint16_t bits;
  uint8_t element_size;
  bool small;      // at most 64 bits, and no element of 64
  uint64_t every;  // the bits of the elements in 8 bytes
} whole_t;

enum { SIZES = 4, WORD_BITS = 32 };  // chunks of 1 << 0 .. 1 << 3 bytes

struct words_plan {
  bool fast;  // the processor has BMI2
  size_t n_chunks[SIZES];
  chunk_t *chunk[SIZES];
  size_t n_wholes;
  whole_t whole[BUNDLE_MAX_FIELDS];
};

// Sizes of chunk for a field: all but those whose bits may need more than one 64-bit load.
static unsigned chunk_sizes(const bundle_field_t *f) {
  const unsigned bits = 8u / f->element_size * f->bits;  // of the largest chunk
  const unsigned shift = bits % 8 == 0 ? 0 : bits % 4 == 0 ? 4 : bits % 2 == 0 ? 6 : 7;
  return f->element_size < 8 && bits + shift > 64 ? SIZES - 1 : SIZES;
}

static void count_chunks(const bundle_field_t *f, size_t n[SIZES]) {
  uint32_t bytes = f->count * f->element_size;
  for (unsigned size = chunk_sizes(f); size-- > 0;) {
    n[size] += bytes >> size;
    bytes &= (1u << size) - 1;
  }
}

// The bits that count in a chunk of 1 << size bytes.
static uint64_t chunk_mask(const bundle_field_t *f, unsigned size) {
  uint64_t mask = 0;
  const uint64_t element = (f->bits == 64) ? UINT64_MAX : (UINT64_C(1) << f->bits) - 1;
  for (unsigned byte = 0; byte < 1u << size; byte += f->element_size) {
    mask |= element << (8 * byte);
  }
  return mask;
}

static void add_chunks(words_plan_t *p, const bundle_field_t *f, uint8_t *base) {
  const uint32_t bytes = f->count * f->element_size;
  uint32_t done = 0;
  for (unsigned size = chunk_sizes(f); size-- > 0;) {
    while (bytes - done >= 1u << size) {
      const uint32_t bit = f->word * WORD_BITS + done / f->element_size * f->bits;
      chunk_t *c = &p->chunk[size][p->n_chunks[size]++];
      *c = (chunk_t){.base = base + done,
                     .mask = chunk_mask(f, size),
                     .stride = bytes,
                     .byte = bit / 8,
                     .shift = (uint8_t)(bit % 8)};
      // The chunk is fetched from the words in one 64-bit load.
      assert(c->shift + __builtin_popcountll(c->mask) <= 64);
      done += 1u << size;
    }
  }
}

words_plan_t *words_plan_create(const bundle_layout_t *layout, const void *arrays, unsigned kinds) {
  words_plan_t *p = calloc(1, sizeof *p);
  if (p == NULL) {
    return NULL;
  }
#if defined(__x86_64__)
  p->fast = __builtin_cpu_supports("bmi2");
#endif
  // The structs of fields.h are one pointer a field, in the order of the list.
  uint8_t *base[BUNDLE_MAX_FIELDS];
  memcpy(base, arrays, layout->n_fields * sizeof *base);
  size_t n[SIZES] = {0};
  for (unsigned i = 0; i < layout->n_fields; i++) {
    const bundle_field_t *f = &layout->field[i];
    if ((kinds >> f->kind & 1u) != 0) {
      count_chunks(f, n);
    }
  }
  for (unsigned size = 0; size < SIZES; size++) {
    p->chunk[size] = calloc(n[size] + 1, sizeof(chunk_t));
    if (p->chunk[size] == NULL) {
      words_plan_free(p);
      return NULL;
    }
  }
  for (unsigned i = 0; i < layout->n_fields; i++) {
    const bundle_field_t *f = &layout->field[i];
    if ((kinds >> f->kind & 1u) != 0 && f->count > 0) {
      assert(base[i] != NULL);
      add_chunks(p, f, base[i]);
      p->whole[p->n_wholes++] = (whole_t){.base = base[i],
                                          .stride = f->count * f->element_size,
                                          .word = f->word,
                                          .words = f->words,
                                          .count = f->count,
                                          .bits = f->bits,
                                          .element_size = f->element_size,
                                          .small = f->bits < 64 && f->bits * f->count <= 64,
                                          .every = chunk_mask(f, SIZES - 1)};
    }
  }
  return p;
}

void words_plan_free(words_plan_t *p) {
  if (p != NULL) {
    for (unsigned size = 0; size < SIZES; size++) {
      free(p->chunk[size]);
    }
    free(p);
  }
}

// ---- Without special instructions

static void unpack_slow(const words_plan_t *p, uint32_t member, const uint32_t *words) {
  for (size_t i = 0; i < p->n_wholes; i++) {
    const whole_t *f = &p->whole[i];
    bundle_unpack(f->base + (size_t)member * f->stride, words + f->word, f->element_size, f->bits,
                  f->count);
  }
}

// ---- With pext and pdep

#if defined(__x86_64__)
#define FAST __attribute__((target("bmi2")))

// One function a size, so that stores have a constant width.
#define SPREAD(size, type)                                                      \
  FAST static inline void spread_##size(const words_plan_t *p, uint32_t member, \
                                        const uint8_t *words) {                 \
    const chunk_t *end = p->chunk[size] + p->n_chunks[size];                    \
    for (const chunk_t *c = p->chunk[size]; c < end; c++) {                     \
      uint64_t bits;                                                            \
      memcpy(&bits, words + c->byte, sizeof bits);                              \
      const type elements = (type)_pdep_u64(bits >> c->shift, c->mask);         \
      memcpy(c->base + (size_t)member * c->stride, &elements, sizeof elements); \
    }                                                                           \
  }

SPREAD(0, uint8_t)
SPREAD(1, uint16_t)
SPREAD(2, uint32_t)
SPREAD(3, uint64_t)

FAST static void unpack_fast(const words_plan_t *p, uint32_t member, const uint32_t *words) {
  const uint8_t *bytes = (const uint8_t *)words;
  spread_3(p, member, bytes);
  spread_2(p, member, bytes);
  spread_1(p, member, bytes);
  spread_0(p, member, bytes);
}
#else
static void unpack_fast(const words_plan_t *p, uint32_t member, const uint32_t *words) {
  unpack_slow(p, member, words);
}
#endif

void words_unpack(const words_plan_t *p, uint32_t member, const uint32_t *words) {
  if (p->fast) {
    unpack_fast(p, member, words);
  } else {
    unpack_slow(p, member, words);
  }
}

// ---- Packing

static inline uint64_t element_at(const uint8_t *base, unsigned size, uint32_t index) {
  uint16_t two;
  uint32_t four;
  uint64_t eight;
  switch (size) {
    case 1:
      return base[index];
    case 2:
      memcpy(&two, base + 2 * (size_t)index, sizeof two);
      return two;
    case 4:
      memcpy(&four, base + 4 * (size_t)index, sizeof four);
      return four;
    default:
      memcpy(&eight, base + 8 * (size_t)index, sizeof eight);
      return eight;
  }
}

// Elements of at most 32 bits.
static inline void pack_field(const whole_t *f, const uint8_t *base, uint32_t *word) {
  const uint64_t mask = (UINT64_C(1) << f->bits) - 1;
  uint64_t pending = 0;
  unsigned n = 0;
  for (uint32_t i = 0; i < f->count; i++) {
    pending |= (element_at(base, f->element_size, i) & mask) << n;
    n += f->bits;
    if (n >= WORD_BITS) {
      *word++ = (uint32_t)pending;
      pending >>= WORD_BITS;
      n -= WORD_BITS;
    }
  }
  if (n > 0) {
    *word = (uint32_t)pending;
  }
}

static void pack_slow(const whole_t *f, const uint8_t *base, uint32_t *to) {
  if (f->bits == 64) {
    memcpy(to, base, f->words * sizeof *to);
  } else {
    pack_field(f, base, to);
  }
}

#if defined(__x86_64__)
// A field of at most 64 bits: its chunks, gathered and put behind each other.
FAST static inline void pack_small(const whole_t *f, const uint8_t *base, uint32_t *to) {
  uint32_t bytes = f->count * f->element_size;
  const uint64_t every = f->every;
  uint64_t packed = 0;
  unsigned n = 0;
  uint64_t eight;
  uint32_t four;
  uint16_t two;
  for (; bytes >= sizeof eight; bytes -= (uint32_t)sizeof eight, base += sizeof eight) {
    memcpy(&eight, base, sizeof eight);
    packed |= _pext_u64(eight, every) << n;
    n += f->bits * (unsigned)sizeof eight / f->element_size;
  }
  if ((bytes & 4u) != 0) {
    memcpy(&four, base, sizeof four);
    packed |= _pext_u64(four, every) << n;
    n += f->bits * (unsigned)sizeof four / f->element_size;
    base += sizeof four;
  }
  if ((bytes & 2u) != 0) {
    memcpy(&two, base, sizeof two);
    packed |= _pext_u64(two, every) << n;
    n += f->bits * (unsigned)sizeof two / f->element_size;
    base += sizeof two;
  }
  if ((bytes & 1u) != 0) {
    packed |= _pext_u64(*base, every) << n;
  }
  to[0] = (uint32_t)packed;
  if (f->words > 1) {
    to[1] = (uint32_t)(packed >> WORD_BITS);
  }
}

FAST static void pack_fast(const words_plan_t *p, uint32_t member, uint32_t *words) {
  for (size_t i = 0; i < p->n_wholes; i++) {
    const whole_t *f = &p->whole[i];
    const uint8_t *base = f->base + (size_t)member * f->stride;
    if (f->small) {
      pack_small(f, base, words + f->word);
    } else {
      pack_slow(f, base, words + f->word);
    }
  }
}
#else
static void pack_fast(const words_plan_t *p, uint32_t member, uint32_t *words) {
  (void)p;
  (void)member;
  (void)words;
}
#endif

void words_pack(const words_plan_t *p, uint32_t member, uint32_t *words) {
  if (p->fast) {
    pack_fast(p, member, words);
    return;
  }
  for (size_t i = 0; i < p->n_wholes; i++) {
    const whole_t *f = &p->whole[i];
    pack_slow(f, f->base + (size_t)member * f->stride, words + f->word);
  }
}
