// shrink_state -- the inside of shrink.h: what comes in, as plain data, and one try.

#ifndef NOC_SHRINK_STATE_H
#define NOC_SHRINK_STATE_H

#include "lockstep/shrink.h"

typedef struct {
  uint64_t time;  // clock behind the prefix in which it may come
  uint8_t port, vc, kind;
  uint32_t packet;
  uint64_t payload[SHAPE_MAX_WORDS];
} flit_t;

typedef struct {
  uint64_t time;
  uint8_t port, vc;
} credit_t;

// A beat that the host of an interface gives.
typedef struct {
  uint64_t time;
  size_t clock;  // of the stimulus, which has its words
  uint32_t packet;
  uint16_t flits;  // of the packet: with its first beat, else 0
  uint8_t network;
  bool blank;  // its data are 0
} beat_t;

typedef struct {
  flit_t *flit;
  credit_t *credit;
  beat_t *beat;
  uint32_t *ready;  // [clocks]: what the host takes; NULL: everything
  size_t flits, credits, beats, clocks;
} plan_t;

typedef enum { IN_VALID, IN_VC, IN_KIND, IN_PAYLOAD, C_VALID, C_VC, PINS } pin_t;
typedef enum { OUT_VALID, OUT_VC, CO_VALID, CO_VC, OUTS } out_t;
typedef enum { HOST_VALID, HOST_NETWORK, HOST_FLITS, HOST_DATA, DEL_READY, HOST_PINS } host_pin_t;

typedef struct {
  const inputs_t *s;
  alone_t *alone;
  const char *reg;  // that goes wrong first
  unsigned ports;   // 1 of an interface
  const bundle_field_t *pin[PINS], *out[OUTS];
  const bundle_field_t *host[HOST_PINS], *host_ready;  // of an interface
  size_t reset, prefix;  // clock of the last reset; the first behind tables
  inputs_t made;         // by the last try
  uint64_t tries;
  uint32_t *in;
  void (*progress)(uint64_t tries, uint64_t flits);
} shrink_t;

// False if the list lacks one.
bool shrink_find_pins(shrink_t *w);
// The flits, credits and beats since the last reset and its tables. False if memory is short.
bool shrink_read(shrink_t *w, plan_t *p);
void shrink_release(plan_t *p);

// Whether the same register still goes wrong first; w->made is what was given.
bool shrink_fails(shrink_t *w, const plan_t *p);

#endif
