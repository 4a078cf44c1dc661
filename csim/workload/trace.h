// trace -- packets and when they start, from a file: text, or gzip of it. docs/traces.md has the
// format. In memory a packet takes 16 bytes, and some more where packets wait for others.

#ifndef NOC_TRACE_H
#define NOC_TRACE_H

#include <stdint.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t cycle_low;  // the earliest cycle in which it starts
  uint16_t cycle_high;
  uint16_t flits;
  uint32_t source, destination;  // nodes
} trace_packet_t;

typedef struct trace {
  trace_packet_t *packet;  // [packets], by ascending cycle
  uint32_t packets;
  unsigned longest;  // flits, at least 1
  // Who waits for whom; all NULL if nobody does.
  uint32_t *first;      // [packets + 1] in `dependent`
  uint32_t *dependent;  // those of packet i are first[i] to first[i + 1] - 1; all come after i
  uint32_t *waits;      // [packets] how many packets it waits for
  uint32_t *delay;      // [packets] cycles from the last delivery it waits for to its start
} trace_t;

static inline uint64_t trace_cycle(const trace_packet_t *p) {
  return (uint64_t)p->cycle_high << 32 | p->cycle_low;
}

// Packets between `nodes` nodes, of up to `longest` flits. NULL with "path:line:column: ..." in
// *error, or when memory is short. The caller frees it with trace_free().
trace_t *trace_read(const char *path, uint32_t nodes, unsigned longest, noc_error_t *error);
void trace_free(trace_t *t);

#ifdef __cplusplus
}
#endif

#endif
