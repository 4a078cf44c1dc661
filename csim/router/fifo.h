// fifo -- golden model of rtl/router/fifo.sv: Q queues of D entries in one memory.
// docs/microarchitecture.md, section 4.
//
// Behaviour  An entry lies at slot = queue * D + position. A push writes at the queue's write
//            position, a pop leaves the read position; both then advance, from D-1 to 0. A write
//            can be read from the next cycle on.
// Shapes     1 <= D <= 640. wr, rd, count point to the registers of one queue.
// Errors     A push to a full queue and a pop of an empty one are bugs of the caller: assert().
//
//   D = 4, count = 3     slot   0 1 2 3
//                               c . a b      rd 2, wr 1
//
// Inline, since a flit is pushed and popped in every router; fifo.c is the unit on its own.

#ifndef NOC_FIFO_H
#define NOC_FIFO_H

#include <assert.h>
#include <stdint.h>

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The position after `position`.
NOC_INLINE size_t fifo_next(size_t position, size_t depth) {
  return position + 1 == depth ? 0 : position + 1;
}

// Takes the next free position of a queue, and returns it.
NOC_INLINE size_t fifo_push(uint16_t *wr, uint16_t *count, size_t depth) {
  assert(*count < depth);
  size_t position = *wr;
  *wr = (uint16_t)fifo_next(position, depth);
  *count = (uint16_t)(*count + 1);
  return position;
}

// Leaves the front position of a queue, and returns it.
NOC_INLINE size_t fifo_pop(uint16_t *rd, uint16_t *count, size_t depth) {
  assert(*count > 0);
  size_t position = *rd;
  *rd = (uint16_t)fifo_next(position, depth);
  *count = (uint16_t)(*count - 1);
  return position;
}

// The unit on its own, as in the RTL: registers of Q queues and both memories.
typedef struct {
  uint32_t queues, depth, words;
  uint16_t *wr, *rd, *count;  // [queue]
  uint64_t *payload;          // [slot * words]
  uint32_t *tag;              // [slot]
  uint32_t late_lsb;          // of the bits of a tag that come a cycle later
  bool late;                  // such an entry waits for them ..
  uint16_t late_slot;         // .. here
} fifo_t;

// The inputs of one clock edge: at most one push and one pop. With bypass an empty queue that is
// pushed may be popped.
typedef struct {
  bool push, pop;
  uint8_t push_queue, pop_queue;
  const uint64_t *payload;
  uint32_t tag;
} fifo_input_t;

// Late bits, for the entry that was pushed at the last edge, if any was: before anything is read.
void fifo_take_late(fifo_t *q, uint32_t bits);

// The front tag of a queue; meaningless while its count is 0.
uint32_t fifo_front(const fifo_t *q, uint32_t queue);
void fifo_tick(fifo_t *q, const fifo_input_t *in);

#ifdef __cplusplus
}
#endif

#endif
