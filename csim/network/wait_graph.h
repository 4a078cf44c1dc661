// wait_graph -- who waits for whom in a network that stands still, as data: what
// network_print_wait_chain() tells, and all the others that wait.

#ifndef NOC_WAIT_GRAPH_H
#define NOC_WAIT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "network/network.h"

// A packet at the front of a queue, on its way to one output; of a worm one for each of its copies.
typedef struct {
  bool in_router;        // else in the interface of a node
  uint32_t place;        // router or node
  uint8_t in_port, vc;   // the queue; in_port of a router only
  uint32_t flits;        // in the queue
  bool has_head;         // the packet is known: the next three
  uint32_t source;       // node
  uint32_t destination;  // node; UINT32_MAX: of a worm, several
  uint32_t message;
  bool routed;   // its output is known: out_port, of a router
  bool granted;  // it holds VC out_vc there
  uint8_t out_port, out_vc;
  bool blocked;  // it can never go on
  const char
      *why;       // "vc", "credit", "flit", "copy", "turn", "slot", "host", "header", or "": moves
  uint32_t next;  // the number of the one that it waits for; UINT32_MAX: none in particular
} wait_entry_t;

// The first `chain` entries are the chain that is told: each waits for the next, and if it closes
// the last of them for the first.
typedef struct {
  wait_entry_t *entry;
  size_t count, chain;
  size_t left;    // others wait too: there is room for WAIT_GRAPH_MOST
  bool deadlock;  // the chain closes
} wait_graph_t;

enum { WAIT_GRAPH_MOST = 2000 };

// Looks at packets on some virtual networks: bit k is network k. Empty with foreign routers.
// False when memory is short; wait_graph_free() in any case.
bool wait_graph_create(wait_graph_t *g, network_t *n, uint32_t networks, noc_error_t *error);
void wait_graph_free(wait_graph_t *g);

#endif
