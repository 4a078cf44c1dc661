// flights -- see flights.h.

#include "workload/flights.h"

#include <stdlib.h>

#include "base/memory.h"

bool flights_create(flights_t *f, uint32_t nodes, unsigned msg_w, bool sparse, noc_error_t *error) {
  *f = (flights_t){.nodes = nodes, .message_mask = (1u << msg_w) - 1};
  f->window = memory_array(nodes, sizeof *f->window);
  f->first = (sparse ? memory_sparse : memory_array)(nodes, sizeof *f->first);
  if (f->window == NULL || f->first == NULL) {
    return memory_fail(error, "the packets");
  }
  for (uint32_t node = 0; node < nodes; node++) {
    f->window[node].entry = &f->first[node];
  }
  return true;
}

static bool has_grown(const flight_window_t *w) {
  return w->mask > 0;
}

void flights_free(flights_t *f) {
  for (uint32_t node = 0; f->window != NULL && node < f->nodes; node++) {
    if (has_grown(&f->window[node])) {
      free(f->window[node].entry);
    }
  }
  free(f->window);
  free(f->first);
  *f = (flights_t){0};
}

// Twice the entries; the packets on their way keep their numbers, so they cannot collide.
static bool grow(flight_window_t *w) {
  const uint32_t size = 2 * (w->mask + 1);
  flight_t *entry = calloc(size, sizeof *entry);
  if (entry == NULL) {
    return false;
  }
  for (uint32_t i = 0; i <= w->mask; i++) {
    if (w->entry[i].flying) {
      entry[w->entry[i].sequence & (size - 1)] = w->entry[i];
    }
  }
  if (has_grown(w)) {
    free(w->entry);
  }
  w->entry = entry;
  w->mask = size - 1;
  return true;
}

// Windows of other sizes become empty ones of these. False when memory is short.
static bool resize(flight_window_t *w, flight_t *first, uint32_t mask) {
  flight_t *entry = mask > 0 ? calloc((size_t)mask + 1, sizeof *entry) : first;
  if (entry != NULL) {
    if (has_grown(w)) {
      free(w->entry);
    }
    w->entry = entry;
    w->mask = mask;
  }
  return entry != NULL;
}

void flights_checkpoint(flights_t *f, checkpoint_t *c) {
  size_t entries = 0;
  checkpoint_begin(c, "f->window.mask", f->nodes, sizeof(uint32_t));
  for (uint32_t node = 0; node < f->nodes; node++) {
    flight_window_t *w = &f->window[node];
    uint32_t mask = w->mask;
    checkpoint_piece(c, &mask, 1);
    if (mask != w->mask && !resize(w, &f->first[node], mask)) {
      checkpoint_no_memory(c, "the packets");
    }
    entries += (size_t)w->mask + 1;
  }
  checkpoint_begin(c, "f->window.entry", entries, sizeof(flight_t));
  for (uint32_t node = 0; node < f->nodes; node++) {
    checkpoint_piece(c, f->window[node].entry, (size_t)f->window[node].mask + 1);
  }
  CHECKPOINT(c, f->flying);
}

flight_open_t flights_open(flights_t *f, uint32_t source, uint32_t sequence, flight_t **flight) {
  flight_window_t *w = &f->window[source];
  while (w->entry[sequence & w->mask].flying) {
    if (w->mask == f->message_mask) {
      return FLIGHT_NUMBER_TAKEN;
    }
    if (!grow(w)) {
      return FLIGHT_NO_MEMORY;
    }
    f->full += w->mask == f->message_mask;
  }
  *flight = &w->entry[sequence & w->mask];
  **flight = (flight_t){.sequence = sequence, .flying = true};
  f->flying++;
  return FLIGHT_OPENED;
}

flight_open_t flights_open_next(flights_t *f, uint32_t source, uint32_t flying, uint32_t *sequence,
                                flight_t **flight) {
  flight_window_t *w = &f->window[source];
  if (2 * flying > w->mask && w->mask < f->message_mask && !grow(w)) {
    return FLIGHT_NO_MEMORY;
  }
  if (flying > w->mask) {
    return FLIGHT_NUMBER_TAKEN;
  }
  while (w->entry[*sequence & w->mask].flying) {
    ++*sequence;
  }
  return flights_open(f, source, *sequence, flight);
}
