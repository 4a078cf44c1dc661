// twins_guard -- the guard of a host port; see twins.h.

#include "base/arena.h"
#include "ni/host_guard.h"
#include "twins/twins.h"

#define TWIN      host_guard
#define TWIN_LIST "shape/host_guard_state.def"
#include "twins/twin_fields.def"

typedef struct {
  host_guard_fields_t f;
  host_guard_t guard;
} host_guard_twin_t;

static size_t host_guard_place(const noc_shape_t *s, host_guard_twin_t *t, unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  host_guard_take(s, &t->f, &arena);
  return arena.used;
}

size_t host_guard_twin_size(const noc_shape_t *s) {
  host_guard_twin_t t;
  return host_guard_place(s, &t, NULL);
}

// The registers go to their fields.
static void show(const noc_shape_t *s, const host_guard_twin_t *t, uint32_t *words) {
  for (unsigned k = 0; k < s->networks; k++) {
    t->f.gd_left[k] = t->guard.left[k];
  }
  *t->f.gd_drop = t->guard.drop;
  *t->f.error = t->guard.error;
  *t->f.error_cause = (uint8_t)t->guard.cause;
  host_guard_put_state(s, &t->f, words);
}

void host_guard_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {
  host_guard_twin_t *t = state;
  (void)host_guard_place(s, t, state);
  host_guard_clear_wires(s, &t->f);
  host_guard_reset(&t->guard);
  show(s, t, words);
}

void host_guard_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  host_guard_twin_t *t = state;
  host_guard_get_in(s, &t->f, in);
  const host_guard_in_t pins = {.extent = *t->f.extent,
                                .valid = *t->f.host_valid != 0,
                                .network = *t->f.host_network,
                                .flits = *t->f.host_flits,
                                .dst = *t->f.host_dst,
                                .ni_ready = *t->f.ni_ready};
  const host_guard_out_t out = host_guard_look(s, &t->guard, &pins);
  *t->f.host_ready = out.host_ready;
  *t->f.ni_valid = out.ni_valid;
  host_guard_step(s, &t->guard, &pins);
  show(s, t, words);
}
