// routing_rows -- see routing_rows.h.

#include "routing/routing_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool rows_create(routing_rows_t *r, uint32_t rows, uint32_t columns, noc_error_t *error) {
  const uint64_t bytes = (uint64_t)columns * sizeof *r->number;
  const uint64_t fit = ROWS_BYTES / bytes > 0 ? ROWS_BYTES / bytes : 1;
  *r = (routing_rows_t){.columns = columns, .room = rows < fit ? rows : (uint32_t)fit};
  r->number = malloc(r->room * bytes);
  r->key = calloc(r->room, sizeof *r->key);
  r->queue = malloc(columns * sizeof *r->queue);
  return (r->number != NULL && r->key != NULL && r->queue != NULL) ||
         memory_fail(error, "a routing");
}

void rows_free(routing_rows_t *r) {
  free(r->number);
  free(r->key);
  free(r->queue);
}

uint32_t *rows_get(routing_rows_t *r, uint32_t row, bool *known) {
  const uint32_t at = row % r->room;
  uint32_t *number = &r->number[(size_t)at * r->columns];
  *known = r->key[at] == row + 1;
  if (!*known) {
    r->key[at] = row + 1;
    memset(number, 0xff, r->columns * sizeof *number);
  }
  return number;
}
