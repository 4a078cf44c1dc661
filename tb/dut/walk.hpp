// walk -- goes through a table of a unit's fields: between its ports and words, and between its
// ports and the arrays of a bank. Part of the runtime that plug-ins of few cycles share
// (fields_table.hpp).

#ifndef NOC_WALK_H
#define NOC_WALK_H

#include <cstdint>

#include "shape/bundle.h"

namespace walk {

// A field of the list, and its port in the model.
struct Row {
  const char *name;
  dimension_list_t by;
  field_kind_t kind;
  uint32_t element_bytes;  // of the C element: 1, 2, 4, 8
  uint32_t bits;           // of an element
  uint32_t at, bytes;      // of the port: its unused bits are 0
};

// A field that has elements in the shape.
struct Field {
  uint32_t row;
  uint32_t count;  // elements
  uint32_t words;  // of 32 bits
  uint32_t element_bytes, bits, at, bytes;
  uint64_t used;  // bits of eight bytes of elements
};

// Fields in three parts: IN from `in` on, WIRE from `wires` on, OUT and REG from `registers` to
// `end`.
struct Table {
  const Field *in, *wires, *registers, *end;
  uint32_t in_words, wire_words, state_words;
  uint64_t list_hash;  // 0, which no list has, if a port and its field differ in width
};

// `field` has room for as many as there are rows.
Table table(const Row *row, Field *field, uint32_t rows, const noc_shape_t *s);

// Words to the ports of a model, and back: WIRE, which returns the place of the next word, and
// behind it OUT and REG.
void to_ports(const Table &t, void *model, const uint32_t *in);
uint32_t *take_wires(const Table &t, const void *model, uint32_t *state);
void take_registers(const Table &t, const void *model, uint32_t *state);

// `arrays` is what csim/shape/fields.h makes of the list: a pointer a field. The IN arrays of a
// member to the ports; whether the ports have them; whether the WIRE arrays have what take_wires()
// wrote to `state`, and the OUT and REG arrays what the ports have.
void put_arrays(const Table &t, void *model, const void *arrays, uint32_t member);
bool same_arrays(const Table &t, const void *model, const void *arrays, uint32_t member);
bool equal_arrays(const Table &t, const void *model, const void *arrays, uint32_t member,
                  const uint32_t *state);

}  // namespace walk

#endif
