// twins_ni -- the interface and its units as models of their own, on a view of one interface.
// See twins.h.

#include <string.h>

#include "ni/ejection.h"
#include "ni/injection.h"
#include "ni/network_interface.h"
#include "router/arena.h"
#include "unit/twins.h"

// The units' lists name the fields as the interface's does; between them are wires.
#define FIELD(name, type, bits, count, radix, meaning) type *name;
#define IN                                             FIELD
#define WIRE                                           FIELD
#define OUT                                            FIELD
#define REG                                            FIELD
typedef struct {
#include "ni/network_interface_state.def"
#include "unit/ni_wires.def"
} twin_ports_t;
#undef IN
#undef WIRE
#undef OUT
#undef REG

#define TWIN        injection
#define TWIN_LIST   "ni/injection_state.def"
#define TWIN_FIELDS twin_ports_t
#include "unit/twin_fields.h"
#define TWIN        ejection
#define TWIN_LIST   "ni/ejection_state.def"
#define TWIN_FIELDS twin_ports_t
#include "unit/twin_fields.h"
#define TWIN        network_interface
#define TWIN_LIST   "ni/network_interface_state.def"
#define TWIN_FIELDS twin_ports_t
#include "unit/twin_fields.h"

// A view of one interface, and its arrays by name.
typedef struct {
  interface_view_t view;
  twin_ports_t ports;
} twin_t;

#define IN(name, type, bits, count, radix, meaning) \
  f->name = arena_take(arena, sizeof(type), (uint32_t)(count));
#define WIRE ARENA_SKIP
#define OUT  IN
#define REG  ARENA_SKIP
static void take_pins(const noc_shape_t *s, interface_fields_t *f, arena_t *arena) {
#include "ni/network_interface_state.def"
}
#undef WIRE
#define WIRE IN
static void take_wires(const noc_shape_t *s, twin_ports_t *f, arena_t *arena) {
#include "unit/ni_wires.def"
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

#define COPY(name, type, bits, count, radix, meaning) t->ports.name = t->view.f.name;
#define IN                                            COPY
#define WIRE                                          COPY
#define OUT                                           COPY
#define REG                                           COPY
static void copy_places(twin_t *t) {
#include "ni/network_interface_state.def"
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

static size_t twin_place(const noc_shape_t *s, twin_t *t, unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  interface_view_shape(&t->view, s, 1, true);
  take_pins(s, &t->view.f, &arena);
  take_wires(s, &t->ports, &arena);
  unsigned char *arrays = arena_take(&arena, interface_place(&t->view, s, NULL), 1);
  (void)interface_place(&t->view, s, arrays);
  copy_places(t);
  return arena.used;
}

// One clock cycle of a unit: `clock` is what happens at the edge.
#define INTERFACE_TWIN(unit, clock)                                                               \
  size_t unit##_twin_size(const noc_shape_t *s) {                                                 \
    twin_t t;                                                                                     \
    return twin_place(s, &t, NULL);                                                               \
  }                                                                                               \
  void unit##_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {                    \
    twin_t *t = state;                                                                            \
    (void)twin_place(s, t, state);                                                                \
    interface_reset(&t->view);                                                                    \
    unit##_clear_wires(s, &t->ports);                                                             \
    unit##_put_state(s, &t->ports, words);                                                        \
  }                                                                                               \
  void unit##_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) { \
    const twin_t *t = state;                                                                      \
    unit##_get_in(s, &t->ports, in);                                                              \
    unit##_clear_wires(s, &t->ports);                                                             \
    clock;                                                                                        \
    unit##_put_state(s, &t->ports, words);                                                        \
  }

INTERFACE_TWIN(injection, injection_step(&t->view, 0, 1))
INTERFACE_TWIN(ejection, ejection_step(&t->view, 0, 1))
INTERFACE_TWIN(network_interface, interface_step(&t->view))
