// shape -- the parameters that make one kind of router and interface, and the widths derived from
// them. docs/microarchitecture.md, section 1.
//
// Plain data. Two components with equal shapes are built from the same RTL plug-in.

#ifndef NOC_SHAPE_H
#define NOC_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "network/error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SHAPE_MAX_PORTS = 16,
  SHAPE_MAX_VCS = 16,
  SHAPE_MAX_DEPTH = 640,
  SHAPE_MAX_WORDS = 4,  // 64-bit words of the widest payload
  SHAPE_INJ_DEPTH = 4   // flits per VC in an interface's injection queue
};

typedef struct {
  // Chosen.
  unsigned ports;      // 2 to 16
  unsigned vcs;        // 1 to 16
  unsigned depth;      // 1 to 640 flits per VC
  unsigned flit_bits;  // 32, 64, 128, 256
  unsigned cut_through;
  unsigned pipeline;  // 2, 3
  unsigned networks;  // divides vcs
  unsigned dims;      // 0 to 6
  unsigned digit_w;   // 1 to 20
  unsigned local_w;   // 0 to 8
  unsigned len_w;     // 1 to 10
  unsigned msg_w;     // 1 to 16

  // Derived by shape_derive().
  unsigned locals;  // nodes at a router: ports - 2 dims
  unsigned vc_w, port_w, ptr_w, cnt_w, slot_w, addr_w, net_w;
  unsigned inj_slot_w;  // max(1, clog2(4 vcs))
  unsigned words;       // 64-bit words of a payload: 1, 1, 2, 4
  unsigned word_bits;   // payload bits in each: 32 or 64
  unsigned head_bits;   // HeadBits: where data starts in a head flit

  // Whole networks as one module (rtl/top) only, 0 elsewhere.
  unsigned mesh[3];  // routers per dimension, 1 where there is none
  unsigned nodes;
  unsigned mesh_latency;  // of the links between routers, cycles
} noc_shape_t;

// Checks the chosen parameters and fills in the rest. Errors are NOC_BAD_INPUT and name the
// parameter; a head that does not leave 8 data bits names the flit_bits it needs.
bool shape_derive(noc_shape_t *s, noc_error_t *error);

// Bits needed for values 0 to n-1, at least 1; and exactly (0 for n <= 1).
unsigned shape_width(uint64_t n);
unsigned shape_clog2(uint64_t n);

#ifdef __cplusplus
}
#endif

#endif
