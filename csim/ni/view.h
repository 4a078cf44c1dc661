// view -- the arrays that the golden models of an interface's units work on; see router/view.h.
//
//   member * vcs + v       per virtual channel
//   member * networks + k  per virtual network
//
// The masks below the fields are derived: they repeat what the registers say.

#ifndef NOC_NI_VIEW_H
#define NOC_NI_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "router/fields.h"
#include "router/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { INTERFACE_BLOCK = 64 };  // members a unit handles in one call

typedef struct {
  // Constants of the shape.
  noc_shape_t shape;
  uint32_t vcs, depth, words, networks;
  uint32_t slots;      // vcs * depth: flits the ejection memory holds
  uint32_t inj_slots;  // vcs * SHAPE_INJ_DEPTH
  bool cut_through;
  bool record;                    // keep the WIRE fields
  uint16_t block[SHAPE_MAX_VCS];  // [network] its VCs
  uint8_t network[SHAPE_MAX_VCS];  // [VC] its network

  interface_fields_t f;
  uint64_t *inj_payload;  // [(member * inj_slots + slot) * words]: injection memory
  uint16_t *inj_tag;      // [member * inj_slots + slot]: need, kind
  uint64_t *ej_payload;   // [(member * slots + slot) * words]: ejection memory
  uint8_t *ej_kind;       // [member * slots + slot]

  uint16_t *inj_filled;    // [member] VC v has a flit to send
  uint16_t *inj_room;      // [member] VC v can take a beat
  uint16_t *inj_credited;  // [member] VC v has a credit
  uint16_t *ej_filled;     // [member] VC v has a flit to deliver
} interface_view_t;

// Fills in the constants. The arrays are the caller's.
void interface_view_shape(interface_view_t *r, const noc_shape_t *s, bool record);

#ifdef __cplusplus
}
#endif

#endif
