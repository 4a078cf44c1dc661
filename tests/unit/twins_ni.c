// twins_ni -- the interface and its units as models of their own, on a view of one interface.
// See twins.h.

#include <string.h>

#include "ni/ejection.h"
#include "ni/injection.h"
#include "ni/network_interface.h"
#include "router/arena.h"
#include "unit/twins.h"

// The units' lists name the fields as the interface's does.
#define TWIN        injection
#define TWIN_LIST   "ni/injection_state.def"
#define TWIN_FIELDS interface_fields_t
#include "unit/twin_fields.h"
#define TWIN        ejection
#define TWIN_LIST   "ni/ejection_state.def"
#define TWIN_FIELDS interface_fields_t
#include "unit/twin_fields.h"
#define TWIN        network_interface
#define TWIN_LIST   "ni/network_interface_state.def"
#define TWIN_FIELDS interface_fields_t
#include "unit/twin_fields.h"

#define IN(name, type, bits, count, radix, meaning) \
  f->name = arena_take(arena, sizeof(type), (uint32_t)(count));
#define WIRE ARENA_SKIP
#define OUT  IN
#define REG  ARENA_SKIP
static void take_pins(const noc_shape_t *s, interface_fields_t *f, arena_t *arena) {
#include "ni/network_interface_state.def"
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

static size_t view_place(const noc_shape_t *s, interface_view_t *r, unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *r, 1);
  interface_view_shape(r, s, 1, true);
  take_pins(s, &r->f, &arena);
  unsigned char *arrays = arena_take(&arena, interface_place(r, s, NULL), 1);
  (void)interface_place(r, s, arrays);
  return arena.used;
}

// One clock cycle of a unit: `clock` is what happens at the edge.
#define INTERFACE_TWIN(unit, clock)                                                               \
  size_t unit##_twin_size(const noc_shape_t *s) {                                                 \
    interface_view_t r;                                                                           \
    return view_place(s, &r, NULL);                                                               \
  }                                                                                               \
  void unit##_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {                    \
    interface_view_t *r = state;                                                                  \
    (void)view_place(s, r, state);                                                                \
    interface_reset(r);                                                                           \
    unit##_clear_wires(s, &r->f);                                                                 \
    unit##_put_state(s, &r->f, words);                                                            \
  }                                                                                               \
  void unit##_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) { \
    const interface_view_t *r = state;                                                            \
    unit##_get_in(s, &r->f, in);                                                                  \
    unit##_clear_wires(s, &r->f);                                                                 \
    clock;                                                                                        \
    unit##_put_state(s, &r->f, words);                                                            \
  }

INTERFACE_TWIN(injection, injection_step(r, 0, 1))
INTERFACE_TWIN(ejection, ejection_step(r, 0, 1))
INTERFACE_TWIN(network_interface, interface_step(r))
