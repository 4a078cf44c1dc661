// twins_arbiters -- the arbiters, which have a struct each; see twins.h.

#include <string.h>

#include "base/arena.h"
#include "router/matrix_arbiter.h"
#include "router/rr_arbiter.h"
#include "router/wavefront.h"
#include "twins/twins.h"

#define TWIN      rr_arbiter
#define TWIN_LIST "shape/rr_arbiter_state.def"
#include "twins/twin_fields.def"
#define TWIN      matrix_arbiter
#define TWIN_LIST "shape/matrix_arbiter_state.def"
#include "twins/twin_fields.def"
#define TWIN      wavefront
#define TWIN_LIST "shape/wavefront_state.def"
#include "twins/twin_fields.def"

// ---- rr_arbiter

typedef struct {
  rr_arbiter_fields_t f;
  rr_arbiter_t arbiter;
} rr_arbiter_twin_t;

static size_t rr_arbiter_place(const noc_shape_t *s, rr_arbiter_twin_t *t, unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  rr_arbiter_take(s, &t->f, &arena);
  return arena.used;
}

size_t rr_arbiter_twin_size(const noc_shape_t *s) {
  rr_arbiter_twin_t t;
  return rr_arbiter_place(s, &t, NULL);
}

void rr_arbiter_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {
  rr_arbiter_twin_t *t = state;
  (void)rr_arbiter_place(s, t, state);
  t->arbiter = (rr_arbiter_t){.n = (uint8_t)s->ports};
  rr_arbiter_clear_wires(s, &t->f);
  *t->f.ptr = t->arbiter.pointer;
  rr_arbiter_put_state(s, &t->f, words);
}

void rr_arbiter_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  rr_arbiter_twin_t *t = state;
  rr_arbiter_get_in(s, &t->f, in);
  *t->f.gnt = (uint16_t)rr_arbiter_grant(&t->arbiter, *t->f.req);
  rr_arbiter_tick(&t->arbiter, *t->f.req, *t->f.take != 0);
  *t->f.ptr = t->arbiter.pointer;
  rr_arbiter_put_state(s, &t->f, words);
}

// ---- matrix_arbiter

typedef struct {
  matrix_arbiter_fields_t f;
  matrix_arbiter_t arbiter;
} matrix_arbiter_twin_t;

static size_t matrix_arbiter_place(const noc_shape_t *s, matrix_arbiter_twin_t *t,
                                   unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  matrix_arbiter_take(s, &t->f, &arena);
  return arena.used;
}

size_t matrix_arbiter_twin_size(const noc_shape_t *s) {
  matrix_arbiter_twin_t t;
  return matrix_arbiter_place(s, &t, NULL);
}

static void matrix_arbiter_show(const noc_shape_t *s, matrix_arbiter_twin_t *t, uint32_t *words) {
  order_rows(t->arbiter.order, s->ports, t->f.order);
  matrix_arbiter_put_state(s, &t->f, words);
}

void matrix_arbiter_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {
  matrix_arbiter_twin_t *t = state;
  (void)matrix_arbiter_place(s, t, state);
  matrix_arbiter_reset(&t->arbiter, s->ports);
  matrix_arbiter_clear_wires(s, &t->f);
  matrix_arbiter_show(s, t, words);
}

void matrix_arbiter_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                              uint32_t *words) {
  matrix_arbiter_twin_t *t = state;
  matrix_arbiter_get_in(s, &t->f, in);
  *t->f.gnt = (uint16_t)matrix_arbiter_grant(&t->arbiter, *t->f.req);
  matrix_arbiter_tick(&t->arbiter, *t->f.req, *t->f.take != 0);
  matrix_arbiter_show(s, t, words);
}

// ---- wavefront

typedef struct {
  wavefront_fields_t f;
  wavefront_t allocator;
} wavefront_twin_t;

static size_t wavefront_place(const noc_shape_t *s, wavefront_twin_t *t, unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  wavefront_take(s, &t->f, &arena);
  return arena.used;
}

size_t wavefront_twin_size(const noc_shape_t *s) {
  wavefront_twin_t t;
  return wavefront_place(s, &t, NULL);
}

void wavefront_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {
  wavefront_twin_t *t = state;
  (void)wavefront_place(s, t, state);
  t->allocator = (wavefront_t){.n = (uint8_t)s->ports};
  wavefront_clear_wires(s, &t->f);
  *t->f.diagonal = t->allocator.diagonal;
  wavefront_put_state(s, &t->f, words);
}

void wavefront_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  wavefront_twin_t *t = state;
  wavefront_get_in(s, &t->f, in);
  wavefront_grant(&t->allocator, t->f.req, t->f.gnt);
  wavefront_tick(&t->allocator, t->f.req, *t->f.take != 0);
  *t->f.diagonal = t->allocator.diagonal;
  wavefront_put_state(s, &t->f, words);
}
