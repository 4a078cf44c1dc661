// family -- what a family of topologies supplies to topology.c, and what it may use to parse its
// part of the string.

#ifndef NOC_TOPOLOGY_FAMILY_H
#define NOC_TOPOLOGY_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "network/error.h"
#include "topology/topology.h"

// A topology string being read.
typedef struct {
  const char *text;    // the whole string
  size_t at;           // the next character
  noc_error_t *error;  // where failures go
} topology_reader_t;

// Fails with the column and what was found there: `found` when it is not NULL, else the text.
bool reader_fail(const topology_reader_t *r, const char *found, const char *accepted);

// Reads a number from 1 to max; `what` names it in the error.
bool reader_number(topology_reader_t *r, const char *what, uint32_t max, unsigned *value);

// Skips the character c if it is next.
bool reader_skip(topology_reader_t *r, char c);

// One family. `parse` reads from behind the colon to the end and sets the shape (dims, radix,
// nodes_per_router, ports, routers, nodes; limits checked). `link` fills peer_router and peer_port,
// which come filled with -1. `hops` counts the router hops of the base route.
typedef struct {
  bool (*parse)(topology_t *t, topology_reader_t *r);
  void (*link)(topology_t *t);
  unsigned (*hops)(const topology_t *t, uint32_t from_router, uint32_t to_router);
} family_code_t;

extern const family_code_t kMeshCode;

#endif
