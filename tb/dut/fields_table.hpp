// fields_table -- the fields of the unit's list, between its ports and words, and between its ports
// and the arrays of a bank: a table with a row a field, which walk.cpp goes through. That is
// compiled once for all plug-ins, so that a plug-in takes half the time to build; it runs slower
// than fields_straight.hpp, which does the same. Included once by the shim, behind the shape.

#ifndef NOC_FIELDS_TABLE_H
#define NOC_FIELDS_TABLE_H

#include <cstddef>
#include <cstdint>

#include "dut/instance.hpp"
#include "dut/walk.hpp"
#include "shape/dimensions.h"

namespace {

using Root = std::remove_pointer_t<decltype(Instance::root)>;

// A port is there whatever the shape, also where the list counts no element of it.
#define ROW(kind, side, name, type, bits, by) \
  {#name,                                     \
   DIMENSIONS_LIST(by),                       \
   kind,                                      \
   sizeof(type),                              \
   bits,                                      \
   offsetof(Root, name##side),                \
   sizeof(Root::name##side)},
#define IN(name, type, bits, by, radix, meaning)   ROW(FIELD_IN, _i, name, type, bits, by)
#define WIRE(name, type, bits, by, radix, meaning) ROW(FIELD_WIRE, _o, name, type, bits, by)
#define OUT(name, type, bits, by, radix, meaning)  ROW(FIELD_OUT, _o, name, type, bits, by)
#define REG(name, type, bits, by, radix, meaning)  ROW(FIELD_REG, _o, name, type, bits, by)
const walk::Row kRows[] = {
#include DUT_DEF
};
#undef IN
#undef WIRE
#undef OUT
#undef REG

enum { ROWS = sizeof kRows / sizeof *kRows };
walk::Field fields[ROWS];
const walk::Table kTable = walk::table(kRows, fields, ROWS, s);

const uint32_t kInWords = kTable.in_words;
const uint32_t kStateWords = kTable.state_words;
const uint32_t kWireWords = kTable.wire_words;
const uint64_t kListHash = kTable.list_hash;

inline void apply(Root &m, const uint32_t *in) {
  walk::to_ports(kTable, &m, in);
}

inline uint32_t *take_wires(Root &m, uint32_t *state) {
  return walk::take_wires(kTable, &m, state);
}

inline void take_registers(Root &m, uint32_t *state) {
  walk::take_registers(kTable, &m, state);
}

// ---- On the arrays of a bank

#if DUT_BANK
inline void put_arrays(Instance *d, const void *arrays, uint32_t member) {
  walk::put_arrays(kTable, d->root, arrays, member);
}

inline bool same_arrays(Instance *d, const void *arrays, uint32_t member) {
  return walk::same_arrays(kTable, d->root, arrays, member);
}

inline bool equal_arrays(Instance *d, const void *arrays, uint32_t member, const uint32_t *state) {
  return walk::equal_arrays(kTable, d->root, arrays, member, state);
}
#endif

}  // namespace

#endif
