// fake_router -- foreign routers for tests: models in C behind the interface of foreign/model.h, of
// a router of a mesh with any way back, code of VCs and framing, and with faults to be planted.

#ifndef NOC_FAKE_ROUTER_H
#define NOC_FAKE_ROUTER_H

#include "foreign/model.h"

typedef enum {
  FAULT_NONE,
  FAULT_SETTLE,        // ready that follows its own contrary
  FAULT_RESET,         // valid for ever
  FAULT_EARLY_CREDIT,  // a credit before anything was sent
  FAULT_ASSERTION,
  FAULT_OVERFLOW,  // sends without a credit
  FAULT_CREDIT,    // a credit twice
  FAULT_WITHDRAWN,
  FAULT_UNSTABLE,
  FAULT_OFF,  // sends while off
  FAULT_VC,
  FAULT_CREDIT_VC,
  FAULT_KIND,
  FAULT_INTERLEAVED,  // the head is sent again in the middle of its packet
  FAULT_HEADLESS,     // the head is left out
  FAULT_LENGTH,       // the last flit is no tail
  FAULT_EARLY_TAIL,
  FAULT_NETWORK,
  FAULT_INVENTED,
  FAULT_PAYLOAD,  // a bit of a flit behind the head
  FAULT_HEAD,     // a bit of the head
  FAULT_FIELD,
  FAULT_REPEATED,         // a flit twice
  FAULT_REPEATED_PACKET,  // a packet twice
  FAULT_SKIPPED,
  FAULT_MISDELIVERED,
  FAULT_NOWHERE,  // by a port without a link
  FAULT_ORDER,
  FAULT_LOST,
  FAULT_CREDIT_LOST,
  FAULT_CREDITS_LOST,  // all of them
  FAULT_CLOSED,        // it takes nothing any more
  FAULT_STUCK,         // nothing is sent any more
  FAULTS
} fake_fault_t;

typedef struct {
  foreign_return_t back;
  bool combinational;  // ready follows the ready of the next router
  bool one_line;       // ready, on and off are one line for all VCs
  bool coded_credit;
  foreign_vc_code_t vc_code;
  unsigned vcs, depth, headers, payload_bits;
  bool kind;  // a code; else bits for head and tail
  bool mark_tail_only;
  fake_fault_t fault;
  uint32_t router;     // that has the fault
  unsigned port;       // of nocstep: on this output, or with credits at this input
  unsigned countdown;  // flits that go well before
} fake_t;

// For a topology mesh:XxY or torus:XxY with one node a router. Freed with fake_free().
foreign_t *fake_create(const fake_t *fake, const topology_t *t);
void fake_free(foreign_t *f);

#endif
