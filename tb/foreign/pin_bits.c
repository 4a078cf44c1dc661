// pin_bits -- reads and writes bits of the pins of a foreign module; see model.h.
//
// A pin of up to 64 bits lies in 1, 2, 4 or 8 bytes, a wider one in words of 4 bytes. On a machine
// that stores the lowest byte first both are the same: bit b of an element is bit b % 8 of byte
// b / 8.

#include <assert.h>
#include <string.h>

#include "foreign/model.h"

static uint8_t *element(const foreign_api_t *api, void *instance, foreign_bits_t at) {
  uint8_t *pin = api->place(instance, at.pin);
  return pin + (size_t)at.element * api->pin[at.pin].bytes;
}

// `count` (1 to 64) bits from bit `lsb` on.
static uint64_t get(const uint8_t *bytes, unsigned lsb, unsigned count) {
  const unsigned first = lsb / 8;
  const unsigned shift = lsb % 8;
  const unsigned size = (shift + count + 7) / 8;  // up to 9
  uint64_t low = 0;
  memcpy(&low, bytes + first, size < 8 ? size : 8);
  uint64_t value = low >> shift;
  if (size > 8) {
    value |= (uint64_t)bytes[first + 8] << (64 - shift);
  }
  return count < 64 ? value & ((UINT64_C(1) << count) - 1) : value;
}

static void set(uint8_t *bytes, unsigned lsb, unsigned count, uint64_t value) {
  for (unsigned done = 0; done < count;) {
    const unsigned bit = lsb + done;
    const unsigned shift = bit % 8;
    const unsigned room = 8 - shift;
    const unsigned part = count - done < room ? count - done : room;
    assert(part <= 8);
    const unsigned mask = ((1u << part) - 1) << shift;
    const unsigned bits = (unsigned)(value >> done << shift);
    bytes[bit / 8] = (uint8_t)((bytes[bit / 8] & ~mask) | (bits & mask));
    done += part;
  }
}

uint64_t foreign_get(const foreign_api_t *api, void *instance, foreign_bits_t at) {
  return at.bits > 0 ? get(element(api, instance, at), at.lsb, at.bits < 64 ? at.bits : 64) : 0;
}

void foreign_set(const foreign_api_t *api, void *instance, foreign_bits_t at, uint64_t value) {
  if (at.bits > 0) {
    set(element(api, instance, at), at.lsb, at.bits < 64 ? at.bits : 64, value);
  }
}

void foreign_get_words(const foreign_api_t *api, void *instance, foreign_bits_t at,
                       uint64_t *words) {
  const uint8_t *bytes = at.bits > 0 ? element(api, instance, at) : NULL;
  for (unsigned done = 0; done < at.bits; done += 64) {
    const unsigned left = at.bits - done;
    words[done / 64] = get(bytes, at.lsb + done, left < 64 ? left : 64);
  }
}

void foreign_set_words(const foreign_api_t *api, void *instance, foreign_bits_t at,
                       const uint64_t *words) {
  uint8_t *bytes = at.bits > 0 ? element(api, instance, at) : NULL;
  for (unsigned done = 0; done < at.bits; done += 64) {
    const unsigned left = at.bits - done;
    set(bytes, at.lsb + done, left < 64 ? left : 64, words[done / 64]);
  }
}
