// shown -- what a router shows after a cycle, by the names of csim/shape/router_state.def, out of
// the words in which both sides show it.

#ifndef NOC_TEST_SHOWN_H
#define NOC_TEST_SHOWN_H

#include <stdint.h>

#include "network/bank.h"

// Per port (i), per input or output VC (i * vcs + v), per branch ((i * vcs + v) * ports + o); masks
// are one element a port or VC as the list says. A field that a shape does not have is all 0.
// clang-format off
#define SHOWN_FIELDS(X) \
  X(wr_en) X(wr_slot) X(wr_tag) X(out_valid) X(out_vc) X(out_kind) X(in_rd) X(in_count) \
  X(in_active) X(in_out_port) X(in_out_vc) X(out_busy) X(out_credit) X(br_wr_en) \
  X(br_wr_slot) X(br_wr_ports) X(br_wr_class) X(br_wr_need) X(br_wr_flags) X(in_popped) \
  X(va_passes) X(br_open) X(br_drop) X(br_wait) X(br_active) X(br_vc) X(br_read) X(w_type) \
  X(w_slot) X(sa_spec) X(sa_wasted) X(wr_late) X(in_late) X(in_late_vc) X(in_late_position)
// clang-format on
#define SHOWN_PAYLOADS(X)  X(wr_payload) X(out_payload)

#define SHOWN_NUMBER(name) SHOWN_##name,
enum { SHOWN_FIELDS(SHOWN_NUMBER) SHOWN_PAYLOADS(SHOWN_NUMBER) SHOWN_COUNT };
#undef SHOWN_NUMBER

#define SHOWN_ARRAY(name) uint32_t *name;
#define SHOWN_WORDS(name) uint64_t *name;  // [port * words + word]
typedef struct {
  SHOWN_FIELDS(SHOWN_ARRAY)
  SHOWN_PAYLOADS(SHOWN_WORDS)
  uint32_t *block;
  uint64_t *payloads;
} shown_t;
#undef SHOWN_ARRAY
#undef SHOWN_WORDS

// Where the fields lie in the words.
typedef struct {
  const bundle_field_t *field[SHOWN_COUNT];
} shown_plan_t;

// The field of this name; stops the test if the list has none.
const bundle_field_t *shown_field(const bundle_layout_t *layout, const char *name);

void shown_plan(shown_plan_t *plan, const bundle_layout_t *layout);
void shown_create(shown_t *s, const shown_plan_t *plan);
void shown_free(shown_t *s);
void shown_read(shown_t *s, const shown_plan_t *plan, const uint32_t *words);

#endif
