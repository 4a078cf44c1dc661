// forward_host -- see forward_host.h.

#include "unit/forward_host.h"

// Flits of a packet that is forwarded: what the slots hold, and what injection can send.
static unsigned pick_length(stimulus_t *st) {
  const unsigned length = stimulus_length(st, true);
  const unsigned most = st->shape.forward_flits;
  return length <= most ? length : 1 + length % most;
}

// The time of a handler is mostly a few cycles; now and then it is more than there are until the
// next reset, so that the upper bits of its timer are seen, or so long that it just ends before.
static uint16_t pick_time(stimulus_t *st) {
  static const uint16_t kTimes[] = {0, 1, 2, 3, 7, 40, 72, 100};
  static const uint16_t kLong[] = {515, 520, 1028};
  if (rng_chance(&st->rng, 24)) {
    return kLong[rng_below(&st->rng, 3)];
  }
  uint64_t any = rng_next(&st->rng);
  any |= rng_next(&st->rng);
  return rng_chance(&st->rng, 216)   ? kTimes[rng_below(&st->rng, 8)]
         : rng_chance(&st->rng, 128) ? (uint16_t)any
                                     : (uint16_t)(any >> (5 + rng_below(&st->rng, 4)));
}

void forward_reset(stimulus_t *st, forward_host_t *h, bool all) {
  const noc_shape_t *s = &st->shape;
  const uint64_t named = UINT64_C(1) << (s->msg_w - s->forward_lsb);  // rows that a message names
  const uint32_t rows = named < s->forward_rows ? (uint32_t)named : s->forward_rows;
  *h = (forward_host_t){.rows = rows < FORWARD_ROWS ? rows : FORWARD_ROWS,
                        .ready = true,
                        .receive = pick_time(st),
                        .send = pick_time(st)};
  for (unsigned i = 0; i < h->rows; i++) {
    h->row[i] = rows - 1 - i * (rows / h->rows);
    h->written[i] = all ? UINT64_MAX : 0;
  }
}

// A word of the table: no chain of children leads to one that has not been written.
static void write_child(stimulus_t *st, forward_host_t *h, uint32_t *in,
                        const forward_fields_t *f) {
  const unsigned children = st->shape.forward_children;
  const unsigned i = rng_below(&st->rng, h->rows);
  const unsigned child = rng_chance(&st->rng, 128) ? 0 : rng_below(&st->rng, children);
  const bool next = child + 1 < children && (h->written[i] >> (child + 1) & 1) != 0;
  const uint64_t address = st->shape.look_table
                               ? stimulus_destination(st)
                               : rng_next(&st->rng) & stimulus_mask(st->shape.addr_w);
  stimulus_set(st, in, f->wr_index, 0, (uint64_t)h->row[i] * children + child);
  stimulus_set(st, in, f->wr_data, 0,
               address << 2 | (uint64_t)rng_chance(&st->rng, 128) << 1 |
                   (uint64_t)(next && rng_chance(&st->rng, 200)));
  if (!st->in_reset) {
    h->written[i] |= UINT64_C(1) << child;
  }
}

// A message number that stands for a row with children.
static bool pick_message(stimulus_t *st, const forward_host_t *h, uint32_t *message) {
  const unsigned lsb = st->shape.forward_lsb;
  const unsigned i = rng_below(&st->rng, h->rows);
  *message = h->row[i] << lsb | ((uint32_t)rng_next(&st->rng) & stimulus_mask(lsb));
  return (h->written[i] & 1) != 0;
}

bool forward_pins(stimulus_t *st, forward_host_t *h, uint32_t *in, const forward_fields_t *f) {
  const noc_shape_t *s = &st->shape;
  uint64_t data[SHAPE_MAX_WORDS];
  uint32_t message = 0;
  const bool first = h->left == 0;
  // Packets that are to come have a row that is there before a word is written in this cycle.
  const bool offers = rng_chance(&st->rng, st->phase.in / 2) &&
                      (!first || (pick_message(st, h, &message) && !st->drains));
  const bool writes = rng_chance(&st->rng, 40);
  const unsigned flits = pick_length(st);
  stimulus_set(st, in, f->receive, 0, h->receive);
  stimulus_set(st, in, f->send, 0, h->send);
  stimulus_set(st, in, f->wr, 0, writes);
  if (writes) {
    write_child(st, h, in, f);
  }
  stimulus_set(st, in, f->valid, 0, offers);
  if (!offers) {
    return false;
  }
  stimulus_payload(st, NULL, data);
  stimulus_set_payload(st, in, f->data, 0, data);
  if (first) {
    stimulus_set(st, in, f->network, 0, rng_below(&st->rng, s->networks));
    stimulus_set(st, in, f->message, 0, message);
    stimulus_set(st, in, f->flits, 0, flits);
    if (s->aged) {
      stimulus_set(st, in, f->age, 0, stimulus_age(st));
    }
  }
  if (h->ready) {
    h->left = (first ? flits : h->left) - 1;
  }
  return h->ready;
}

bool forward_packet(stimulus_t *st, const forward_host_t *h, packet_head_t *head) {
  uint32_t message = 0;
  if (!pick_message(st, h, &message)) {
    return false;
  }
  head->type = PACKET_FORWARDED;
  head->message = message;
  head->length = (uint16_t)pick_length(st);
  return true;
}
