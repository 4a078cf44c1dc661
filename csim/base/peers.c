// peers -- see peers.h.

#include "base/peers.h"

#include <stdlib.h>
#include <string.h>

bool peers_create(peers_t *p, unsigned rank, unsigned count) {
  *p = (peers_t){.rank = rank,
                 .count = count,
                 .out = calloc(count, sizeof *p->out),
                 .in = calloc(count, sizeof *p->in)};
  return p->out != NULL && p->in != NULL;
}

void peers_free(peers_t *p) {
  for (unsigned i = 0; p->out != NULL && p->in != NULL && i < p->count; i++) {
    free(p->out[i].bytes);
    free(p->in[i].bytes);
  }
  free(p->out);
  free(p->in);
  p->out = p->in = NULL;
}

unsigned char *peers_room(peers_t *p, peer_bytes_t *b, size_t length) {
  if (b->length + length > b->room) {
    const size_t room = 2 * b->room + length;
    unsigned char *bytes = realloc(b->bytes, room);
    if (bytes == NULL) {
      p->give_up(p, "out of memory for what ranks send each other");
      abort();
    }
    b->bytes = bytes;
    b->room = room;
  }
  return b->bytes + b->length;
}

void peers_put(peers_t *p, unsigned to, const void *bytes, size_t length) {
  peer_bytes_t *b = &p->out[to];
  unsigned char *at = peers_room(p, b, length);
  if (length > 0) {
    memcpy(at, bytes, length);
    b->length += length;
  }
}

void peers_put_all(peers_t *p, const void *bytes, size_t length) {
  peers_put_among(p, NULL, bytes, length);
}

void peers_put_among(peers_t *p, const bool *among, const void *bytes, size_t length) {
  for (unsigned i = 0; i < p->count; i++) {
    if (peers_is_among(p, among, i)) {
      peers_put(p, i, bytes, length);
    }
  }
}

void peers_begin(peers_t *p) {
  peers_begin_among(p, NULL);
}

void peers_begin_among(peers_t *p, const bool *among) {
  p->among = among;
  p->meetings += among == NULL;
  for (unsigned i = 0; i < p->count; i++) {
    p->sent += p->out[i].length;
  }
  p->exchanges++;
  p->begin(p);
}

void peers_end(peers_t *p) {
  for (unsigned i = 0; i < p->count; i++) {
    p->in[i].length = p->in[i].taken = 0;
  }
  p->end(p);
  for (unsigned i = 0; i < p->count; i++) {
    p->out[i].length = 0;
  }
}

const unsigned char *peers_take(peers_t *p, unsigned from, size_t length) {
  peer_bytes_t *b = &p->in[from];
  if (b->length - b->taken < length) {
    p->give_up(p, "ranks have done different steps");
    abort();
  }
  const unsigned char *at = b->bytes + b->taken;
  b->taken += length;
  return at;
}

void peers_get(peers_t *p, unsigned from, void *bytes, size_t length) {
  const unsigned char *at = peers_take(p, from, length);
  if (length > 0) {
    memcpy(bytes, at, length);
  }
}

void peers_sum(peers_t *p, uint64_t *numbers, size_t count) {
  peers_put_all(p, numbers, count * sizeof *numbers);
  peers_begin(p);
  peers_end(p);
  for (unsigned i = 0; i < p->count; i++) {
    for (size_t k = 0; i != p->rank && k < count; k++) {
      uint64_t number = 0;
      peers_get(p, i, &number, sizeof number);
      numbers[k] += number;
    }
  }
}

bool peers_agree(peers_t *p, bool ok, noc_error_t *error) {
  const uint8_t failed = !ok;
  peers_put_all(p, &failed, sizeof failed);
  if (failed != 0) {
    peers_put_all(p, error, sizeof *error);
  }
  peers_begin(p);
  peers_end(p);
  for (unsigned i = p->count; i-- > 0;) {
    uint8_t other = 0;
    if (i != p->rank) {
      peers_get(p, i, &other, sizeof other);
    }
    if (other != 0 && (ok || i < p->rank)) {
      peers_get(p, i, error, sizeof *error);
      ok = false;
    }
  }
  return ok;
}
