// fifo -- golden model of queues in one memory; see fifo.h.

#include "router/fifo.h"

#include <string.h>

void fifo_take_late(fifo_t *q, uint32_t bits) {
  if (q->late) {
    q->tag[q->late_slot] |= bits << q->late_lsb;
  }
}

uint32_t fifo_front(const fifo_t *q, uint32_t queue) {
  return q->tag[queue * q->depth + q->rd[queue]];
}

void fifo_tick(fifo_t *q, const fifo_input_t *in) {
  // The pop first: a full queue may take a flit in the cycle in which one leaves. An empty queue
  // only gives what it is given in this cycle.
  const bool passes = in->pop && q->count[in->pop_queue] == 0;
  if (in->pop && !passes) {
    (void)fifo_pop(&q->rd[in->pop_queue], &q->count[in->pop_queue], q->depth);
  }
  q->late = in->push;
  if (in->push) {
    size_t position = fifo_push(&q->wr[in->push_queue], &q->count[in->push_queue], q->depth);
    size_t slot = (size_t)in->push_queue * q->depth + position;
    q->tag[slot] = in->tag;
    q->late_slot = (uint16_t)slot;
    memcpy(&q->payload[(size_t)slot * q->words], in->payload, q->words * sizeof *q->payload);
  }
  if (passes) {
    (void)fifo_pop(&q->rd[in->pop_queue], &q->count[in->pop_queue], q->depth);
  }
}
