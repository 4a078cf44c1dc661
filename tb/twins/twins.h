// twins -- the golden models, unit by unit, behind words: what is held against the RTL of the same
// unit, by its unit test and, inside a router or an interface that differs, to find the unit to
// blame. The words are the bundle (shape/bundle.h) of the unit's <unit>_state.def.

#ifndef NOC_TWINS_H
#define NOC_TWINS_H

#include <stddef.h>
#include <stdint.h>

#include "shape/bundle.h"
#include "shape/shape.h"

typedef struct {
  const char *name;  // of the unit: "fifo"
  void (*layout)(const noc_shape_t *s, bundle_layout_t *layout);
  // Bytes of a twin; the caller allocates them, zeroed, and calls reset() first. A twin points into
  // itself and to the shape: neither may move.
  size_t (*state_size)(const noc_shape_t *s);
  // The state after a clock edge with reset high: OUT and REG are what they then show, WIRE is 0.
  void (*reset)(const noc_shape_t *s, void *state, uint32_t *state_words);
  // One clock cycle with these IN words: WIRE as before the edge, OUT and REG as after it.
  void (*step)(const noc_shape_t *s, void *state, const uint32_t *in_words, uint32_t *state_words);
} unit_twin_t;

extern const unit_twin_t unit_twins[];
extern const size_t unit_twins_count;
// The twin of a unit, "fifo"; NULL if it has none.
const unit_twin_t *unit_twin(const char *name);

// The units: twins_router.c, the arbiters in twins_arbiters.c, route_* in twins_route.c, worm_* in
// twins_worms.c, branch_* and copy_* in twins_branches.c, link_* in twins_links.c, host_guard in
// twins_guard.c, the last five in twins_ni.c.
#define UNIT_TWINS(X)        \
  X(rr_arbiter)              \
  X(matrix_arbiter)          \
  X(wavefront)               \
  X(fifo)                    \
  X(route_dor)               \
  X(route_octagon)           \
  X(route_h3dm)              \
  X(route_table)             \
  X(route_select)            \
  X(route_room)              \
  X(route_source)            \
  X(route_unit)              \
  X(input_unit)              \
  X(output_unit)             \
  X(vc_allocator)            \
  X(switch_allocator)        \
  X(crossbar)                \
  X(router)                  \
  X(worm_table)              \
  X(worm_decoder)            \
  X(branch_unit)             \
  X(branch_vc_allocator)     \
  X(branch_switch_allocator) \
  X(copy_crossbar)           \
  X(link_encoder)            \
  X(link_decoder)            \
  X(host_guard)              \
  X(injection)               \
  X(ejection)                \
  X(xor_unit)                \
  X(forward_unit)            \
  X(network_interface)

#define UNIT_TWIN_FUNCTIONS(unit)                                                    \
  void unit##_twin_layout(const noc_shape_t *s, bundle_layout_t *layout);            \
  size_t unit##_twin_size(const noc_shape_t *s);                                     \
  void unit##_twin_reset(const noc_shape_t *s, void *state, uint32_t *state_words);  \
  void unit##_twin_step(const noc_shape_t *s, void *state, const uint32_t *in_words, \
                        uint32_t *state_words);
UNIT_TWINS(UNIT_TWIN_FUNCTIONS)

#endif
