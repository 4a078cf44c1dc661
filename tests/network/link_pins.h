// link_pins -- the links of a network, and what components show on their pins, for tests that tell
// again what links do.

#ifndef NOC_LINK_PINS_H
#define NOC_LINK_PINS_H

#include <stdbool.h>
#include <stdint.h>

#include "network/network.h"

enum { LINK_WORDS = 4 };

// An end of a link: pins of a router's port, or of the interface of a node.
typedef struct {
  bool router;
  uint32_t id;
  unsigned port;
} link_at_t;

// A flit, or the VC of a credit.
typedef struct {
  uint8_t vc, kind;
  uint64_t payload[LINK_WORDS];
} link_shown_t;

typedef struct {
  bool valid;
  link_shown_t what;
} link_seen_t;

// The pins of one end: flits that go out or come in, credits that go out or come in.
typedef struct {
  link_seen_t out, in, credit_out, credit_in;
} link_ends_t;

link_ends_t link_pins_at(network_t *n, link_at_t at);

// A link, by the way that its flits take. Its number is that of the output that they come from:
// docs/microarchitecture.md, section 2.
typedef struct {
  link_at_t from, to;
  uint64_t number;
} link_joined_t;

// All links of a network, between routers and of interfaces. The caller frees them.
link_joined_t *link_pins_joined(const topology_t *t, uint32_t *count);

#endif
