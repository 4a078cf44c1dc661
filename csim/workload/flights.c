// flights -- see flights.h.

#include "workload/flights.h"

#include <stdlib.h>

#include "network/memory.h"

enum { FIRST_WINDOW = 8 };

bool flights_create(flights_t *f, uint32_t nodes, unsigned msg_w, noc_error_t *error) {
  *f = (flights_t){.nodes = nodes, .message_mask = (1u << msg_w) - 1};
  f->window = calloc(nodes, sizeof *f->window);
  return f->window != NULL || memory_fail(error, "the packets");
}

void flights_free(flights_t *f) {
  for (uint32_t node = 0; f->window != NULL && node < f->nodes; node++) {
    free(f->window[node].entry);
  }
  free(f->window);
  f->window = NULL;
}

// Twice the entries; the packets on their way keep their numbers, so they cannot collide.
static bool grow(flights_t *f, flight_window_t *w) {
  uint32_t size = w->entry == NULL ? FIRST_WINDOW : 2 * (w->mask + 1);
  size = size <= f->message_mask ? size : f->message_mask + 1;
  flight_t *entry = calloc(size, sizeof *entry);
  if (entry == NULL) {
    return false;
  }
  for (uint32_t i = 0; w->entry != NULL && i <= w->mask; i++) {
    if (w->entry[i].flying) {
      entry[w->entry[i].sequence & (size - 1)] = w->entry[i];
    }
  }
  free(w->entry);
  w->entry = entry;
  w->mask = size - 1;
  return true;
}

flight_open_t flights_open(flights_t *f, uint32_t source, uint32_t sequence, flight_t **flight) {
  flight_window_t *w = &f->window[source];
  while (w->entry == NULL || w->entry[sequence & w->mask].flying) {
    if (w->entry != NULL && w->mask == f->message_mask) {
      return FLIGHT_NUMBER_TAKEN;
    }
    if (!grow(f, w)) {
      return FLIGHT_NO_MEMORY;
    }
  }
  *flight = &w->entry[sequence & w->mask];
  **flight = (flight_t){.sequence = sequence, .flying = true};
  f->flying++;
  return FLIGHT_OPENED;
}
