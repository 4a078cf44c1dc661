// walk -- see walk.hpp. Compiled with the runtime of plug-ins.

#include "dut/walk.hpp"

#include <cstring>

#include "dut/arrays.hpp"
#include "shape/list_hash.h"

namespace walk {
namespace {

uint32_t count_of(dimension_list_t by, const noc_shape_t *s) {
  uint32_t count = 1;
  for (const uint8_t dimension : by.of) {
    switch (dimension) {
#define DIMENSION(name, number, index, word, wave, meaning) \
  case DIMENSION_##name:                                    \
    count *= dimension_of_##name(s);                        \
    break;
#include "shape/dimensions.def"
#undef DIMENSION
      default:
        break;
    }
  }
  return count;
}

const unsigned char *port_of(const void *model, const Field &f) {
  return static_cast<const unsigned char *>(model) + f.at;
}

// The first element of a member.
const unsigned char *elements_of(const Field &f, const void *arrays, uint32_t member) {
  const unsigned char *array = nullptr;
  std::memcpy(&array, static_cast<const unsigned char *>(arrays) + f.row * sizeof array,
              sizeof array);
  const size_t first = size_t{member} * f.count * f.element_bytes;
  return array + first;
}

uint64_t ones(uint32_t bits) {
  return ~UINT64_C(0) >> (64 - bits);
}

// The used bits of a group of elements, eight bytes of them, without gaps.
uint64_t squeeze_slow(uint64_t group, const Field &f) {
  uint64_t packed = 0;
  for (uint32_t at = 0, fill = 0; at < 64; at += 8 * f.element_bytes, fill += f.bits) {
    packed |= (group >> at & ones(f.bits)) << fill;
  }
  return packed;
}

#ifdef ARRAYS_FAST
ARRAYS_FAST uint64_t squeeze_fast(uint64_t group, const Field &f) {
  return ARRAYS_SQUEEZE(group, f.used);
}
const bool has_fast = ARRAYS_HAS_FAST;  // asked once
#else
constexpr bool has_fast = ARRAYS_HAS_FAST;
#define squeeze_fast squeeze_slow
#endif

// Elements as a port has them, without gaps: calls see(place in bytes, eight bytes, how many of
// these count) as long as that returns true.
template <class See>
inline bool pack(const Field &f, const unsigned char *element, See see) {
  const uint32_t bytes = f.count * f.element_bytes;
  const uint32_t bits = 8 / f.element_bytes * f.bits;  // of a whole group
  uint64_t waiting = 0;                                // bits not yet seen
  uint32_t fill = 0;                                   // how many
  uint32_t at = 0;
  for (uint32_t from = 0; from < bytes; from += 8) {
    uint64_t group = 0;
    std::memcpy(&group, element + from, bytes - from < 8 ? bytes - from : 8);
    const uint64_t packed = has_fast ? squeeze_fast(group, f) : squeeze_slow(group, f);
    waiting |= packed << fill;
    fill += bits;
    if (fill >= 64 && f.bytes - at >= 8) {
      if (!see(at, waiting, 8)) {
        return false;
      }
      at += 8;
      fill -= 64;
      waiting = fill == 0 ? 0 : packed >> (bits - fill);
    }
  }
  return at == f.bytes || see(at, waiting, f.bytes - at);
}

// Whether `port`, as many bytes as the field's port has, is what the elements are packed to.
bool same(const Field &f, const unsigned char *port, const void *arrays, uint32_t member) {
  return pack(f, elements_of(f, arrays, member),
              [port](uint32_t at, const uint64_t &packed, uint32_t bytes) {
                return std::memcmp(port + at, &packed, bytes) == 0;
              });
}

uint32_t *take(const Field *f, const Field *end, const void *model, uint32_t *state) {
  for (; f != end; f++) {
    // Words have bits that a port of a byte has not.
    state[f->words - 1] = 0;
    std::memcpy(state, port_of(model, *f), f->bytes);
    state += f->words;
  }
  return state;
}

}  // namespace

Table table(const Row *row, Field *field, uint32_t rows, const noc_shape_t *s) {
  Table t = {};
  t.list_hash = LIST_HASH_START;
  bool fit = true;
  for (uint32_t i = 0; i < rows; i++) {
    t.list_hash = list_hash_field(t.list_hash, row[i].kind, row[i].name, row[i].bits, row[i].by,
                                  count_of(row[i].by, s));
  }
  const auto collect = [&](uint32_t *words, bool (*wanted)(field_kind_t kind)) {
    for (uint32_t i = 0; i < rows; i++) {
      const uint32_t count = count_of(row[i].by, s);
      if (count == 0 || !wanted(row[i].kind)) {
        continue;
      }
      const Row &r = row[i];
      *field = {i, count, 0, r.element_bytes, r.bits, r.at, r.bytes, 0};
      field->words = static_cast<uint32_t>((uint64_t{r.bits} * count + 31) / 32);
      for (uint32_t at = 0; at < 64; at += 8 * r.element_bytes) {
        field->used |= ones(r.bits) << at;
      }
      fit = fit && field->words == (r.bytes + 3) / 4;
      *words += field->words;
      field++;
    }
    return field;
  };
  t.in = field;
  t.wires = collect(&t.in_words, [](field_kind_t kind) { return kind == FIELD_IN; });
  t.registers = collect(&t.wire_words, [](field_kind_t kind) { return kind == FIELD_WIRE; });
  t.state_words = t.wire_words;
  t.end = collect(&t.state_words,
                  [](field_kind_t kind) { return kind == FIELD_OUT || kind == FIELD_REG; });
  t.list_hash = fit ? t.list_hash : 0;
  return t;
}

void to_ports(const Table &t, void *model, const uint32_t *in) {
  for (const Field *f = t.in; f != t.wires; f++) {
    std::memcpy(static_cast<unsigned char *>(model) + f->at, in, f->bytes);
    in += f->words;
  }
}

uint32_t *take_wires(const Table &t, const void *model, uint32_t *state) {
  return take(t.wires, t.registers, model, state);
}

void take_registers(const Table &t, const void *model, uint32_t *state) {
  take(t.registers, t.end, model, state);
}

void put_arrays(const Table &t, void *model, const void *arrays, uint32_t member) {
  for (const Field *f = t.in; f != t.wires; f++) {
    unsigned char *port = static_cast<unsigned char *>(model) + f->at;
    pack(*f, elements_of(*f, arrays, member),
         [port](uint32_t at, const uint64_t &packed, uint32_t bytes) {
           std::memcpy(port + at, &packed, bytes);
           return true;
         });
  }
}

bool same_arrays(const Table &t, const void *model, const void *arrays, uint32_t member) {
  for (const Field *f = t.in; f != t.wires; f++) {
    if (!same(*f, port_of(model, *f), arrays, member)) {
      return false;
    }
  }
  return true;
}

bool equal_arrays(const Table &t, const void *model, const void *arrays, uint32_t member,
                  const uint32_t *state) {
  for (const Field *f = t.wires; f != t.registers; f++) {
    if (!same(*f, reinterpret_cast<const unsigned char *>(state), arrays, member)) {
      return false;
    }
    state += f->words;
  }
  for (const Field *f = t.registers; f != t.end; f++) {
    if (!same(*f, port_of(model, *f), arrays, member)) {
      return false;
    }
  }
  return true;
}

}  // namespace walk
