// engine_checkpoint -- the state of an engine in a checkpoint, and the addresses of the data that
// it keeps as numbers; see engine.h.
//
// Words of data are numbered from 1: those of the slabs, from the first that was added on, then the
// results that a reduction expects.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "workload/engine_state.h"

// --- places --------------------------------------------------------------------------------------

static int by_address(const void *a, const void *b) {
  const uintptr_t x = (uintptr_t)((const engine_slab_t *)a)->first;
  const uintptr_t y = (uintptr_t)((const engine_slab_t *)b)->first;
  return (x > y) - (x < y);
}

static uint32_t count_slabs(const engine_t *e) {
  uint32_t count = 0;
  for (const slab_t *slab = e->slabs; slab != NULL; slab = slab->next) {
    count++;
  }
  return count;
}

bool engine_places_create(const engine_t *e, engine_places_t *places) {
  *places = (engine_places_t){.blocks = engine_reduces(e) ? e->config.blocks : NULL,
                              .slabs = count_slabs(e),
                              .words = engine_slab_buffers(e) * e->buffer_words};
  places->slab = calloc((size_t)places->slabs + 1, sizeof *places->slab);
  places->sorted = calloc((size_t)places->slabs + 1, sizeof *places->sorted);
  if (places->slab == NULL || places->sorted == NULL) {
    engine_places_free(places);
    return false;
  }
  uint32_t number = places->slabs;
  for (slab_t *slab = e->slabs; slab != NULL; slab = slab->next) {
    number--;  // the last one is the first of the list
    places->slab[number] = (uint64_t *)(void *)(slab + 1);
    places->sorted[number] = (engine_slab_t){places->slab[number], number};
  }
  if (places->slabs > 1) {
    qsort(places->sorted, places->slabs, sizeof *places->sorted, by_address);
  }
  return true;
}

void engine_places_free(engine_places_t *places) {
  free(places->slab);
  free(places->sorted);
  *places = (engine_places_t){0};
}

// The last slab that begins at this address or before it.
static const engine_slab_t *slab_of(const engine_places_t *places, uintptr_t address) {
  uint32_t low = 0;
  uint32_t high = places->slabs;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if ((uintptr_t)places->sorted[middle].first <= address) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return &places->sorted[low];
}

// The word of an array that lies at this address; `words` if none does.
static size_t word_of(const uint64_t *array, size_t words, uintptr_t address) {
  const uintptr_t behind = address - (uintptr_t)array;
  return address >= (uintptr_t)array && behind < words * sizeof *array ? behind / sizeof *array
                                                                       : words;
}

_Static_assert(sizeof(uintptr_t) == sizeof(uint64_t *), "a number has the bytes of a pointer");

void engine_places_hide(const engine_places_t *places, void *data) {
  uintptr_t address = 0;
  const size_t kept = places->slabs * places->words;
  memcpy(&address, data, sizeof address);
  if (address == 0) {
    return;
  }
  uintptr_t number = kept;
  if (places->slabs > 0) {
    const engine_slab_t *slab = slab_of(places, address);
    const size_t word = word_of(slab->first, places->words, address);
    number = word < places->words ? slab->number * places->words + word : kept;
  }
  if (number == kept) {
    const blocks_t *b = places->blocks;
    const size_t word = b != NULL ? word_of(b->total, b->total_words, address) : 0;
    assert(b != NULL && word < b->total_words);
    number += word;
  }
  number++;
  memcpy(data, &number, sizeof number);
}

void engine_places_show(const engine_places_t *places, void *data) {
  uintptr_t number = 0;
  const size_t kept = places->slabs * places->words;
  const blocks_t *b = places->blocks;
  memcpy(&number, data, sizeof number);
  if (number-- == 0) {
    return;
  }
  const uint64_t *address = NULL;
  if (number < kept) {
    address = &places->slab[number / places->words][number % places->words];
  } else if (b != NULL && number - kept < b->total_words) {
    address = &b->total[number - kept];
  }
  memcpy(data, &address, sizeof(uint64_t *));
}

// --- buffers -------------------------------------------------------------------------------------

// As many slabs as the writer has, all free.
static void checkpoint_slabs(engine_t *e, checkpoint_t *c) {
  uint32_t slabs = count_slabs(e);
  CHECKPOINT(c, slabs);
  if (!checkpoint_reads(c)) {
    return;
  }
  engine_free_slabs(e);
  for (; slabs > 0; slabs--) {
    if (!engine_add_slab(e)) {
      checkpoint_no_memory(c, "data to be passed on");
      return;
    }
  }
}

static uint64_t *buffer_at(const engine_t *e, const engine_places_t *places, size_t buffer) {
  const size_t word = buffer * e->buffer_words;
  return &places->slab[word / places->words][word % places->words];
}

// Takes the free buffers apart, each of which begins with the address of the next, into a list in
// the order in which they would be taken; and chains those of a list.
static uint32_t unchain(engine_t *e, const engine_places_t *places, uint32_t *list) {
  uint32_t count = 0;
  while (e->free_buffer != NULL) {
    uint64_t *buffer = e->free_buffer;
    uintptr_t number = 0;
    memcpy(&number, &buffer, sizeof number);
    engine_places_hide(places, &number);
    list[count++] = (uint32_t)((number - 1) / e->buffer_words);
    e->free_buffer = *(uint64_t **)(void *)buffer;
    *buffer = 0;
  }
  return count;
}

static bool chain(engine_t *e, const engine_places_t *places, const uint32_t *list, uint32_t count,
                  size_t buffers) {
  bool ok = true;
  for (uint32_t i = count; ok && i-- > 0;) {
    ok = list[i] < buffers;
    uint64_t *buffer = buffer_at(e, places, ok ? list[i] : 0);
    *(uint64_t **)(void *)buffer = e->free_buffer;
    e->free_buffer = buffer;
  }
  return ok;
}

static void checkpoint_buffers(engine_t *e, const engine_places_t *places, checkpoint_t *c) {
  const size_t buffers = places->slabs * engine_slab_buffers(e);
  uint32_t *list = calloc(buffers + 1, sizeof *list);
  if (list == NULL) {
    checkpoint_no_memory(c, "data to be passed on");
    return;
  }
  uint32_t count = unchain(e, places, list);
  CHECKPOINT(c, count);
  bool ok = count <= buffers;
  count = ok ? count : 0;
  checkpoint_array(c, "e->free_buffer", list, count, sizeof *list);
  checkpoint_begin(c, "e->slabs", places->slabs * places->words, sizeof(uint64_t));
  for (uint32_t i = 0; i < places->slabs; i++) {
    checkpoint_piece(c, places->slab[i], places->words);
  }
  ok = chain(e, places, list, count, buffers) && ok;
  if (!ok) {
    checkpoint_refuse(c, SAY_THERE_IS("a buffer that is none", "buffers of this plan"));
  }
  free(list);
}

// --- operations ----------------------------------------------------------------------------------

// A state has an address, not a cycle.
static bool has_data(const engine_t *e, uint32_t op) {
  const uint8_t kind = e->config.plan->op[op].kind;
  return kind == PLAN_RECEIVE || kind == PLAN_XOR || kind == PLAN_JOIN;
}

static void checkpoint_states(engine_t *e, const engine_places_t *places, checkpoint_t *c) {
  const uint32_t ops = e->config.plan->ops;
  checkpoint_begin(c, "e->state", ops, sizeof *e->state);
  for (uint32_t i = 0; i < ops; i++) {
    op_state_t state = e->state[i];
    if (has_data(e, i)) {
      state.data = checkpoint_reads(c) ? NULL : state.data;
      engine_places_hide(places, &state.data);
    }
    checkpoint_piece(c, &state, 1);
    if (has_data(e, i)) {
      engine_places_show(places, &state.data);
    }
    e->state[i] = state;
  }
}

void engine_checkpoint(engine_t *e, checkpoint_t *c) {
  const plan_t *p = e->config.plan;
  const size_t queues = (size_t)p->nodes * e->queues;
  engine_places_t places = {0};
  checkpoint_slabs(e, c);
  if (!engine_places_create(e, &places)) {
    checkpoint_no_memory(c, "data to be passed on");
    return;
  }
  checkpoint_buffers(e, &places, c);
  checkpoint_states(e, &places, c);
  engine_places_free(&places);
  CHECKPOINT_ARRAY(c, e->head, queues);
  CHECKPOINT_ARRAY(c, e->tail, queues);
  if (e->posted != NULL) {
    CHECKPOINT_ARRAY(c, e->posted, 2 * (size_t)p->nodes);  // and e->unexpected
  }
  if (e->parts != NULL) {
    CHECKPOINT_ARRAY(c, e->parts, p->ops);
    CHECKPOINT_ARRAY(c, e->handed, queues);
  }
  if (e->step != NULL) {
    CHECKPOINT_ARRAY(c, e->step, p->steps);
    CHECKPOINT(c, e->passed);
  }
  CHECKPOINT(c, e->long_send);
  CHECKPOINT(c, e->long_receive);
  CHECKPOINT_ARRAY(c, e->busy, (size_t)p->nodes * e->cpus);
  CHECKPOINT(c, e->timers);
  CHECKPOINT_ARRAY(c, e->timer, e->timers);
  CHECKPOINT(c, e->released);
  CHECKPOINT(c, e->complete);
  CHECKPOINT(c, e->started);
  CHECKPOINT(c, e->wrong);
  CHECKPOINT(c, e->checked);
}
