// host_guard -- golden model of rtl/ni/host_guard.sv: what refuses a host's packets that cannot be
// sent, in front of an interface. docs/host-guard.md.
//
// Behaviour  The first beat of a packet says where it goes and how long it is. If there is no such
//            node or no such length, all its beats are taken from the host and none reaches the
//            interface. A beat for a network that there is not is never taken.
// Time       host_guard_look() is what the pins show in a cycle, host_guard_step() the edge at its
//            end. Errors are said in the cycle behind the beat.

#ifndef NOC_HOST_GUARD_H
#define NOC_HOST_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "shape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { GUARD_DESTINATION, GUARD_LENGTH, GUARD_NETWORK } guard_cause_t;

typedef struct {
  uint16_t left[SHAPE_MAX_VCS];  // per network: beats to come of the packet handed over
  uint16_t drop;                 // bit k: it is swallowed
  bool error;                    // a packet was refused at the last edge
  guard_cause_t cause;           // of the last error
} host_guard_t;

// The pins of a cycle.
typedef struct {
  uint32_t extent;  // highest value of each field of an address
  bool valid;
  unsigned network, flits;
  uint32_t dst;
  uint16_t ni_ready;
} host_guard_in_t;

typedef struct {
  uint16_t host_ready;
  bool ni_valid;
} host_guard_out_t;

// Whether an address of the shape is that of a node: none of its fields is above that of `extent`.
bool node_exists(const noc_shape_t *s, uint32_t address, uint32_t extent);

void host_guard_reset(host_guard_t *g);
host_guard_out_t host_guard_look(const noc_shape_t *s, const host_guard_t *g,
                                 const host_guard_in_t *in);
void host_guard_step(const noc_shape_t *s, host_guard_t *g, const host_guard_in_t *in);

#ifdef __cplusplus
}
#endif

#endif
