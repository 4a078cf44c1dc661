// fake_state -- the layout of pins and flits of a fake router, for the router (fake_router.c) and
// its map (fake_map.c).

#ifndef NOC_FAKE_STATE_H
#define NOC_FAKE_STATE_H

#include "fake_router.h"

enum { FAKE_PORTS = 5, FAKE_VCS = 4, FAKE_WORDS = 6, FAKE_KIND = 3 };
enum { FAKE_CLOCK, FAKE_RESET, FAKE_X, FAKE_Y, FAKE_FIRST };
// Pins of a port, in both directions.
enum { FAKE_FLIT, FAKE_VALID, FAKE_BACK, FAKE_BACK_VC, FAKE_OF_LINK };
enum { FAKE_PINS = FAKE_FIRST + 2 * FAKE_PORTS * FAKE_OF_LINK };

static const uint64_t kFakeKind[4] = {1, 2, 4, 7};  // codes of body, head, tail, single

// The functions of a model.
void *fake_instance(const fake_t *fake, const topology_t *t, uint32_t router);
void *fake_place(void *instance, uint32_t pin);
bool fake_eval(void *instance);
const char *fake_failed(void *instance);
void fake_release(void *instance);

static inline unsigned fake_pin(bool output, unsigned place, unsigned what) {
  return FAKE_FIRST + (place * 2 + output) * FAKE_OF_LINK + what;
}

// Where the fields of a flit begin.
static inline unsigned fake_lsb_dx(const fake_t *f) {
  return f->headers > 0 ? 0 : f->payload_bits;
}
static inline unsigned fake_lsb_kind(const fake_t *f) {
  return f->payload_bits + 8;
}
static inline unsigned fake_lsb_vc(const fake_t *f) {
  return fake_lsb_kind(f) + FAKE_KIND;
}
static inline unsigned fake_flit_bits(const fake_t *f) {
  return fake_lsb_vc(f) + 4;
}

#endif
