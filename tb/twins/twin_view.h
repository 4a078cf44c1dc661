// twin_view -- for the twins of units that work on a view of one router: such a twin holds the
// view, puts its input pins where the bank would have put them, and calls the unit.
//
// VIEW_TWIN(unit) defines unit##_twin_t, with the view and the arrays of the unit's list (f), and
// size and reset of the twin. Needs twin_fields.def for the unit, and unit##_show(), which puts OUT
// and REG into the words.

#ifndef NOC_TWIN_VIEW_H
#define NOC_TWIN_VIEW_H

#include "base/arena.h"
#include "router/router.h"
#include "router/router_view.h"

// Makes the view of one router, and gives it its arrays.
void twin_view_place(const noc_shape_t *s, router_view_t *view, router_tables_t *tables,
                     arena_t *arena);

// The read port of a flit memory in a cycle.
typedef struct {
  const uint64_t *payload;  // [slot * words]: as it is before the edge
  uint64_t *shown;          // rd_payload, 0
  size_t words;
  bool enable;  // rd_en
  size_t slot;  // rd_slot
} registered_read_t;

// The output of a memory with a registered read: what was read at the last edge, if anything was.
typedef struct {
  uint64_t word[SHAPE_MAX_WORDS];
  uint8_t reading;  // the register
} kept_read_t;

// Fills in rd_payload, and reads into *kept, which only a shape with a registered read has.
void twin_read(const noc_shape_t *s, const registered_read_t *port, kept_read_t *kept);

#define VIEW_TWIN(unit)                                                              \
  typedef struct {                                                                   \
    router_view_t view;                                                              \
    router_tables_t tables;                                                          \
    kept_read_t kept;                                                                \
    uint32_t next; /* in_next */                                                     \
    unit##_fields_t f;                                                               \
  } unit##_twin_t;                                                                   \
  static void unit##_place(const noc_shape_t *s, unit##_twin_t *t, arena_t *arena) { \
    (void)arena_take(arena, sizeof *t, 1);                                           \
    twin_view_place(s, &t->view, &t->tables, arena);                                 \
    unit##_take(s, &t->f, arena);                                                    \
  }                                                                                  \
  size_t unit##_twin_size(const noc_shape_t *s) {                                    \
    unit##_twin_t t;                                                                 \
    arena_t arena = {NULL, 0};                                                       \
    unit##_place(s, &t, &arena);                                                     \
    return arena.used;                                                               \
  }                                                                                  \
  static void unit##_show(const noc_shape_t *s, unit##_twin_t *t, uint32_t *words);  \
  void unit##_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {       \
    arena_t arena = {state, 0};                                                      \
    unit##_twin_t *t = state;                                                        \
    unit##_place(s, t, &arena);                                                      \
    router_reset(&t->view);                                                          \
    t->kept.reading = 0;                                                             \
    t->next = 0;                                                                     \
    unit##_clear_wires(s, &t->f);                                                    \
    unit##_show(s, t, words);                                                        \
  }

#endif
