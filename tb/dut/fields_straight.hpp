// fields_straight -- the fields of the unit's list, between its ports and words, and between its
// ports and the arrays of a bank: straight code for each field of this shape, which runs fastest
// and takes longest to compile. fields_table.hpp does the same for what runs few cycles. Included
// once by the shim, behind the shape.

#ifndef NOC_FIELDS_STRAIGHT_H
#define NOC_FIELDS_STRAIGHT_H

#include <cstdint>
#include <cstring>

#include "dut/arrays.hpp"
#include "dut/instance.hpp"
#include "shape/dimensions.h"
#include "shape/list_hash.h"

namespace {

// Words of the lists, added up at compile time.
#define NOTHING(name, type, bits, by, radix, meaning)
#define PLUS_WORDS(name, type, bits, by, radix, meaning) +WORDS_OF(bits, by)
#define IN                                               PLUS_WORDS
#define WIRE                                             NOTHING
#define OUT                                              NOTHING
#define REG                                              NOTHING
constexpr uint32_t kInWords = 0
#include DUT_DEF
    ;
#undef IN
#undef WIRE
#undef OUT
#undef REG
#define IN   NOTHING
#define WIRE PLUS_WORDS
#define OUT  PLUS_WORDS
#define REG  PLUS_WORDS
constexpr uint32_t kStateWords = 0
#include DUT_DEF
    ;
#undef OUT
#undef REG
#define OUT NOTHING
#define REG NOTHING
constexpr uint32_t kWireWords = 0
#include DUT_DEF
    ;
#undef IN
#undef WIRE
#undef OUT
#undef REG

// The program must have made the same of its own list: bundle_hash().
#define HASH_FIELD(kind, name, type, bits, by, radix, meaning)                                \
  hash = list_hash_field(hash, kind, #name, static_cast<uint32_t>(bits), DIMENSIONS_LIST(by), \
                         DIMENSIONS_COUNT(by));
#define IN(...)   HASH_FIELD(FIELD_IN, __VA_ARGS__)
#define WIRE(...) HASH_FIELD(FIELD_WIRE, __VA_ARGS__)
#define OUT(...)  HASH_FIELD(FIELD_OUT, __VA_ARGS__)
#define REG(...)  HASH_FIELD(FIELD_REG, __VA_ARGS__)
constexpr uint64_t hash_list() {
  uint64_t hash = LIST_HASH_START;
#include DUT_DEF
  return hash;
}
#undef IN
#undef WIRE
#undef OUT
#undef REG
constexpr uint64_t kListHash = hash_list();

// A port is CData, SData, IData (one word), QData (two) or VlWide<N>.
template <uint32_t kWords, class Port>
inline void to_port(Port &port, const uint32_t *words) {
  static_assert(kWords == (sizeof(Port) + 3) / 4, "port and state list differ in width");
  if constexpr (sizeof(Port) <= 4) {
    port = static_cast<Port>(*words);
  } else {
    std::memcpy(&port, words, sizeof port);
  }
}

template <uint32_t kWords, class Port>
inline void from_port(uint32_t *words, const Port &port) {
  static_assert(kWords == (sizeof(Port) + 3) / 4, "port and state list differ in width");
  if constexpr (sizeof(Port) <= 4) {
    *words = port;
  } else {
    std::memcpy(words, &port, sizeof port);
  }
}

#define TO_PORT(name, type, bits, by, radix, meaning) \
  if constexpr (WORDS_OF(bits, by) != 0) {            \
    to_port<WORDS_OF(bits, by)>(PIN(name, _i), in);   \
    in += WORDS_OF(bits, by);                         \
  }
#define FROM_PORT(name, type, bits, by, radix, meaning)  \
  if constexpr (WORDS_OF(bits, by) != 0) {               \
    from_port<WORDS_OF(bits, by)>(state, PIN(name, _o)); \
    state += WORDS_OF(bits, by);                         \
  }

template <class Model>
inline void apply(Model &m, const uint32_t *in) {
#define IN   TO_PORT
#define WIRE NOTHING
#define OUT  NOTHING
#define REG  NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  (void)in;
}

// The WIRE fields; returns the place of the next word.
template <class Model>
inline uint32_t *take_wires(Model &m, uint32_t *state) {
#define IN   NOTHING
#define WIRE FROM_PORT
#define OUT  NOTHING
#define REG  NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return state;
}

template <class Model>
inline void take_registers(Model &m, uint32_t *state) {
#define IN   NOTHING
#define WIRE NOTHING
#define OUT  FROM_PORT
#define REG  FROM_PORT
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  (void)state;
}

// ---- On the arrays of a bank

#if DUT_BANK
// fields.h makes the same of the list.
#define FIELD_POINTER(name, type, bits, by, radix, meaning) type *name;
#define IN                                                  FIELD_POINTER
#define WIRE                                                FIELD_POINTER
#define OUT                                                 FIELD_POINTER
#define REG                                                 FIELD_POINTER
struct Fields {
#include DUT_DEF
};
#undef IN
#undef WIRE
#undef OUT
#undef REG

#define ELEMENTS(name, by) (f->name + member * static_cast<size_t>(DIMENSIONS_COUNT(by)))
#define WORD_BYTES(name)   (4 * ((sizeof(PIN(name, _o)) + 3) / 4))
#define PUT_WITH(put, name, type, bits, by)                                                     \
  if constexpr (WORDS_OF(bits, by) != 0) {                                                      \
    arrays::put<type, (bits), DIMENSIONS_COUNT(by), sizeof(PIN(name, _i))>(&PIN(name, _i),      \
                                                                           ELEMENTS(name, by)); \
  }
#define EQUAL_WITH(differ, name, type, bits, by)                                          \
  if constexpr (WORDS_OF(bits, by) != 0) {                                                \
    differs |= arrays::differ<type, (bits), DIMENSIONS_COUNT(by), sizeof(PIN(name, _o))>( \
        &PIN(name, _o), ELEMENTS(name, by));                                              \
  }
#define SAME_WITH(differ, name, type, bits, by)                                           \
  if constexpr (WORDS_OF(bits, by) != 0) {                                                \
    differs |= arrays::differ<type, (bits), DIMENSIONS_COUNT(by), sizeof(PIN(name, _i))>( \
        &PIN(name, _i), ELEMENTS(name, by));                                              \
  }
#define EQUAL_WIRE_WITH(differ, name, type, bits, by)                                \
  if constexpr (WORDS_OF(bits, by) != 0) {                                           \
    differs |= arrays::differ<type, (bits), DIMENSIONS_COUNT(by), WORD_BYTES(name)>( \
        state, ELEMENTS(name, by));                                                  \
    state += WORDS_OF(bits, by);                                                     \
  }

// The functions for the processor that there is, and for any. same_*: whether the ports have these
// inputs.
template <class Model>
inline void put_slow(Model &m, const Fields *f, uint32_t member) {
#define IN(name, type, bits, by, radix, meaning) PUT_WITH(put_slow, name, type, bits, by)
#define WIRE                                     NOTHING
#define OUT                                      NOTHING
#define REG                                      NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
}

template <class Model>
inline bool same_slow(Model &m, const Fields *f, uint32_t member) {
  uint64_t differs = 0;
#define IN(name, type, bits, by, radix, meaning) SAME_WITH(differ_slow, name, type, bits, by)
#define WIRE                                     NOTHING
#define OUT                                      NOTHING
#define REG                                      NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return differs == 0;
}

template <class Model>
inline bool equal_slow(Model &m, const Fields *f, uint32_t member, const uint32_t *state) {
  uint64_t differs = 0;
#define IN NOTHING
#define WIRE(name, type, bits, by, radix, meaning) \
  EQUAL_WIRE_WITH(differ_slow, name, type, bits, by)
#define OUT(name, type, bits, by, radix, meaning) EQUAL_WITH(differ_slow, name, type, bits, by)
#define REG(name, type, bits, by, radix, meaning) EQUAL_WITH(differ_slow, name, type, bits, by)
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return differs == 0;
}

#ifdef ARRAYS_FAST
template <class Model>
ARRAYS_FAST inline void put_fast(Model &m, const Fields *f, uint32_t member) {
#define IN(name, type, bits, by, radix, meaning) PUT_WITH(put_fast, name, type, bits, by)
#define WIRE                                     NOTHING
#define OUT                                      NOTHING
#define REG                                      NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
}

template <class Model>
ARRAYS_FAST inline bool same_fast(Model &m, const Fields *f, uint32_t member) {
  uint64_t differs = 0;
#define IN(name, type, bits, by, radix, meaning) SAME_WITH(differ_fast, name, type, bits, by)
#define WIRE                                     NOTHING
#define OUT                                      NOTHING
#define REG                                      NOTHING
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return differs == 0;
}

template <class Model>
ARRAYS_FAST inline bool equal_fast(Model &m, const Fields *f, uint32_t member,
                                   const uint32_t *state) {
  uint64_t differs = 0;
#define IN NOTHING
#define WIRE(name, type, bits, by, radix, meaning) \
  EQUAL_WIRE_WITH(differ_fast, name, type, bits, by)
#define OUT(name, type, bits, by, radix, meaning) EQUAL_WITH(differ_fast, name, type, bits, by)
#define REG(name, type, bits, by, radix, meaning) EQUAL_WITH(differ_fast, name, type, bits, by)
#include DUT_DEF
#undef IN
#undef WIRE
#undef OUT
#undef REG
  return differs == 0;
}
#else
#define put_fast   put_slow
#define same_fast  same_slow
#define equal_fast equal_slow
#endif

inline void put_arrays(Instance *d, const void *arrays, uint32_t member) {
  const Fields *f = static_cast<const Fields *>(arrays);
  ARRAYS_HAS_FAST ? put_fast(*d->root, f, member) : put_slow(*d->root, f, member);
}

inline bool same_arrays(Instance *d, const void *arrays, uint32_t member) {
  const Fields *f = static_cast<const Fields *>(arrays);
  return ARRAYS_HAS_FAST ? same_fast(*d->root, f, member) : same_slow(*d->root, f, member);
}

inline bool equal_arrays(Instance *d, const void *arrays, uint32_t member, const uint32_t *state) {
  const Fields *f = static_cast<const Fields *>(arrays);
  return ARRAYS_HAS_FAST ? equal_fast(*d->root, f, member, state)
                         : equal_slow(*d->root, f, member, state);
}
#endif

}  // namespace

#endif
