// routing_rows -- numbers of every router, or state of a packet, for one destination at a time:
// hops that are left. A row is worked out when it is first asked for. All are kept while they fit
// in ROWS_BYTES, else the latest.

#ifndef NOC_TOPOLOGY_ROUTING_ROWS_H
#define NOC_TOPOLOGY_ROUTING_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { ROWS_BYTES = 1 << 28 };

// The number of a state from which the destination is not reached.
#define ROWS_NEVER UINT32_MAX

typedef struct {
  uint32_t columns;  // numbers in a row
  uint32_t room;     // rows that are kept
  uint32_t *number;  // [room * columns]
  uint32_t *key;     // [room]: 1 + the row that is there
  uint32_t *queue;   // [columns], for who works out a row
} routing_rows_t;

bool rows_create(routing_rows_t *r, uint32_t rows, uint32_t columns, noc_error_t *error);
void rows_free(routing_rows_t *r);

// The place of a row; *known says whether it is there. If not, all its numbers are ROWS_NEVER, and
// the caller fills it in.
uint32_t *rows_get(routing_rows_t *r, uint32_t row, bool *known);

#endif
