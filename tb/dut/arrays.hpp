// arrays -- fields between the ports of a model and the arrays of a bank (csim/shape/fields.h),
// where they lie. The shape is a constant, so a field is straight code: eight bytes of elements at
// a time, and with BMI2 one pdep or pext for these. Included once by the shim.
//
//   eight elements of 1 byte, 3 bits each    .....ccc .....bbb .....aaa   array
//                                                     ..cccbbbaaa         port
//
// kBits, kCount: of the elements of a member, of type T. kBytes: of the port, whose unused bits
// are 0, or of the words that were copied from one. Lowest byte first.

#ifndef NOC_ARRAYS_H
#define NOC_ARRAYS_H

#include <cstdint>
#include <cstring>
#include <utility>

// Not immintrin.h, which takes as long to read as a small unit to compile.
#ifdef __x86_64__
#define ARRAYS_FAST     __attribute__((target("bmi2")))
#define ARRAYS_HAS_FAST (__builtin_cpu_supports("bmi2") != 0)
#define ARRAYS_SPREAD   __builtin_ia32_pdep_di
#define ARRAYS_SQUEEZE  __builtin_ia32_pext_di
#else
#define ARRAYS_HAS_FAST false
#endif
#define ARRAYS_INLINE inline __attribute__((always_inline))

namespace arrays {

// The used bits of n elements.
template <class T, unsigned kBits>
constexpr uint64_t used(unsigned n) {
  uint64_t mask = 0;
  for (unsigned e = 0; e < n; e++) {
    mask |= ~UINT64_C(0) >> (64 - kBits) << (8 * sizeof(T) * e);
  }
  return mask;
}

// Elements in eight bytes; in the last such group of a field.
template <class T>
constexpr uint32_t kEach = 8 / sizeof(T);
template <class T, uint32_t kCount>
constexpr uint32_t kLast = (kCount - 1) % kEach<T> + 1;

// Bytes: 1 to 8 of them.
template <unsigned kBytes>
ARRAYS_INLINE uint64_t load_bytes(const unsigned char *from) {
  if constexpr (kBytes == 8) {
    uint64_t all;
    std::memcpy(&all, from, 8);
    return all;
  } else if constexpr (kBytes >= 4) {
    uint32_t low;
    uint32_t high;
    std::memcpy(&low, from, 4);
    std::memcpy(&high, from + kBytes - 4, 4);
    return low | static_cast<uint64_t>(high) << (8 * (kBytes - 4));
  } else if constexpr (kBytes >= 2) {
    uint16_t low;
    std::memcpy(&low, from, 2);
    return low | static_cast<uint64_t>(from[kBytes - 1]) << (8 * (kBytes - 1));
  } else {
    return from[0];
  }
}

// kWanted bits of a port from bit `at` on; above them anything.
template <unsigned kWanted, size_t kBytes>
ARRAYS_INLINE uint64_t bits_at(const unsigned char *from, uint32_t at) {
  if constexpr (kBytes <= 8) {
    return load_bytes<kBytes>(from) >> at;
  } else {
    const uint32_t byte = at / 8;
    if (byte + 8 >= kBytes) {
      return load_bytes<8>(from + kBytes - 8) >> (at - 8 * (kBytes - 8));
    }
    const uint64_t low = load_bytes<8>(from + byte) >> at % 8;
    return at % 8 + kWanted <= 64 ? low
                                  : low | static_cast<uint64_t>(from[byte + 8]) << (64 - at % 8);
  }
}

// ---- Port against elements: not 0 if one differs. Bits above an element's width do not count.

template <class T, unsigned kBits, uint32_t kCount, size_t kBytes>
inline uint64_t differ_slow(const void *port, const T *element) {
  const unsigned char *from = static_cast<const unsigned char *>(port);
  uint64_t differs = 0;
  for (uint32_t e = 0; e < kCount; e++) {
    differs |= (bits_at<kBits, kBytes>(from, e * kBits) ^ element[e]) & used<T, kBits>(1);
  }
  return differs;
}

#ifdef ARRAYS_FAST
template <class T, unsigned kBits, size_t kBytes, unsigned kElements>
ARRAYS_FAST ARRAYS_INLINE uint64_t differ_group(const unsigned char *from, uint32_t at,
                                                const T *element) {
  constexpr uint64_t kUsed = used<T, kBits>(kElements);
  const uint64_t group =
      load_bytes<kElements * sizeof(T)>(reinterpret_cast<const unsigned char *>(element));
  return ARRAYS_SPREAD(bits_at<kBits * kElements, kBytes>(from, at), kUsed) ^ (group & kUsed);
}

template <class T, unsigned kBits, size_t kBytes, uint32_t... kGroup>
ARRAYS_FAST ARRAYS_INLINE uint64_t differ_groups(const unsigned char *from, const T *element,
                                                 std::integer_sequence<uint32_t, kGroup...>) {
  return (uint64_t{0} | ... |
          differ_group<T, kBits, kBytes, kEach<T>>(from, kGroup * kEach<T> * kBits,
                                                   element + kGroup * kEach<T>));
}

template <class T, unsigned kBits, uint32_t kCount, size_t kBytes>
ARRAYS_FAST ARRAYS_INLINE uint64_t differ_fast(const void *port, const T *element) {
  const unsigned char *from = static_cast<const unsigned char *>(port);
  constexpr uint32_t kWhole = kCount - kLast<T, kCount>;  // elements before the last group
  uint64_t differs =
      differ_group<T, kBits, kBytes, kLast<T, kCount>>(from, kWhole * kBits, element + kWhole);
  constexpr uint32_t kStraight = 32;  // groups; more would be long code
  if constexpr (kWhole / kEach<T> <= kStraight) {
    differs |= differ_groups<T, kBits, kBytes>(
        from, element, std::make_integer_sequence<uint32_t, kWhole / kEach<T>>());
  } else {
    for (uint32_t e = 0; e < kWhole; e += kEach<T>) {
      differs |= differ_group<T, kBits, kBytes, kEach<T>>(from, e * kBits, element + e);
    }
  }
  return differs;
}
#endif

// ---- Elements to a port

template <class T, unsigned kBits, uint32_t kCount, size_t kBytes>
inline void put_slow(void *port, const T *element) {
  unsigned char *to = static_cast<unsigned char *>(port);
  uint64_t waiting = 0;  // bits not yet written
  unsigned fill = 0;     // how many
  for (uint32_t e = 0; e < kCount; e++) {
    const uint64_t value = element[e] & used<T, kBits>(1);
    waiting |= value << fill;
    if (fill + kBits >= 64) {
      std::memcpy(to, &waiting, 8);
      to += 8;
      waiting = fill == 0 ? 0 : value >> (64 - fill);
      fill -= 64;
    }
    fill += kBits;
  }
  if (fill > 0) {
    std::memcpy(to, &waiting, kBytes % 8 == 0 ? 8 : kBytes % 8);
  }
}

#ifdef ARRAYS_FAST
template <class T, unsigned kBits, unsigned kElements>
ARRAYS_FAST ARRAYS_INLINE uint64_t squeeze_group(const T *element) {
  return ARRAYS_SQUEEZE(
      load_bytes<kElements * sizeof(T)>(reinterpret_cast<const unsigned char *>(element)),
      used<T, kBits>(kElements));
}

template <class T, unsigned kBits, uint32_t... kGroup>
ARRAYS_FAST ARRAYS_INLINE uint64_t squeeze_groups(const T *element,
                                                  std::integer_sequence<uint32_t, kGroup...>) {
  return (uint64_t{0} | ... |
          (squeeze_group<T, kBits, kEach<T>>(element + kGroup * kEach<T>)
           << (kGroup * kEach<T> * kBits)));
}

template <class T, unsigned kBits, uint32_t kCount, size_t kBytes>
ARRAYS_FAST ARRAYS_INLINE void put_fast(void *port, const T *element) {
  constexpr uint32_t kWhole = kCount - kLast<T, kCount>;
  if constexpr (kBits == 8 * sizeof(T) && kBytes == sizeof(T) * kCount) {
    std::memcpy(port, element, kBytes);
  } else if constexpr (kBytes <= 8) {
    const uint64_t value = squeeze_groups<T, kBits>(
                               element, std::make_integer_sequence<uint32_t, kWhole / kEach<T>>()) |
                           squeeze_group<T, kBits, kLast<T, kCount>>(element + kWhole)
                               << (kWhole * kBits % 64);
    std::memcpy(port, &value, kBytes);
  } else {
    put_slow<T, kBits, kCount, kBytes>(port, element);
  }
}
#endif

}  // namespace arrays

#endif
