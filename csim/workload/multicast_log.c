// multicast_log -- see multicast_log.h.

#include "workload/multicast_log.h"

#include <stdlib.h>

#include "collective/worm_needs.h"
#include "workload/copies_due.h"

bool multicast_log_create(multicast_log_t *l, const multicasts_t *all, const plan_t *plan,
                          uint64_t from, uint64_t to, bool part) {
  *l = (multicast_log_t){.all = all, .plan = plan, .from = from, .to = to, .stop = UINT64_MAX};
  l->batches = batches_start(from, to - from);
  l->missing = malloc(((size_t)all->count + 1) * sizeof *l->missing);
  for (uint32_t i = 0; l->missing != NULL && i < all->count; i++) {
    l->missing[i] = all->list[i].messages;
  }
  if (part) {
    l->last = calloc((size_t)all->count + 1, sizeof *l->last);
  }
  return l->missing != NULL && (l->last != NULL || !part);
}

void multicast_log_free(multicast_log_t *l) {
  free(l->missing);
  free(l->last);
  histogram_free(&l->latency);
  l->missing = NULL;
  l->last = NULL;
}

void multicast_log_checkpoint(multicast_log_t *l, checkpoint_t *c) {
  CHECKPOINT(c, l->stop);
  CHECKPOINT_ARRAY(c, l->missing, l->all->count);
  CHECKPOINT(c, l->completed);
  histogram_checkpoint(&l->latency, c);
  CHECKPOINT(c, l->batches);
  CHECKPOINT(c, l->idle);
}

// All its messages have arrived, the last one then.
static bool complete(multicast_log_t *l, uint32_t number, uint64_t now) {
  const random_multicast_t *one = &l->all->list[number];
  l->completed++;
  if (one->created < l->from || one->created >= l->to) {
    return true;
  }
  l->idle += one->idle;
  batches_add(&l->batches, one->created, now - one->created);
  return histogram_add(&l->latency, now - one->created);
}

bool multicast_log_arrived(multicast_log_t *l, uint32_t receive, uint64_t now) {
  const uint32_t number = l->plan->op[receive].tag;
  l->missing[number]--;
  if (l->last != NULL) {
    l->last[number] = now;
    return true;
  }
  return l->missing[number] > 0 || complete(l, number, now);
}

// Adds what one of the others has.
static void add(multicast_log_t *l, peers_t *peers, unsigned peer) {
  for (uint32_t i = 0; i < l->all->count; i++) {
    uint32_t missing = 0;
    peers_get(peers, peer, &missing, sizeof missing);
    l->missing[i] -= l->all->list[i].messages - missing;
  }
  for (uint32_t i = 0; i < l->all->count; i++) {
    uint64_t last = 0;
    peers_get(peers, peer, &last, sizeof last);
    l->last[i] = last > l->last[i] ? last : l->last[i];
  }
}

bool multicast_log_gather(multicast_log_t *l, peers_t *peers) {
  bool ok = true;
  peers_put_all(peers, l->missing, l->all->count * sizeof *l->missing);
  peers_put_all(peers, l->last, l->all->count * sizeof *l->last);
  peers_begin(peers);
  peers_end(peers);
  for (unsigned i = 0; i < peers->count; i++) {
    if (i != peers->rank) {
      add(l, peers, i);
    }
  }
  for (uint32_t i = 0; i < l->all->count && ok; i++) {
    ok = l->missing[i] > 0 || complete(l, i, l->last[i]);
  }
  return ok;
}

uint64_t multicast_log_messages(const multicast_log_t *l, uint64_t now) {
  const uint32_t created = multicast_log_created(l, now);
  uint64_t messages = 0;
  for (uint32_t i = 0; i < created; i++) {
    messages += l->all->list[i].messages;
  }
  return messages;
}

static uint64_t created_end(const multicast_log_t *l, uint64_t now) {
  return now < l->stop ? now : l->stop;
}

uint32_t multicast_log_created(const multicast_log_t *l, uint64_t now) {
  return multicasts_before(l->all, created_end(l, now));
}

uint32_t multicast_log_window(const multicast_log_t *l, uint64_t now) {
  const uint64_t end = created_end(l, now < l->to ? now : l->to);
  return end > l->from ? multicasts_before(l->all, end) - multicasts_before(l->all, l->from) : 0;
}

multicast_sum_t multicast_log_sum(const multicast_log_t *l, uint64_t from, uint64_t to,
                                  unsigned packet_flits) {
  multicast_sum_t sum = {0, 0};
  const multicasts_t *m = l->all;
  const uint32_t end = multicasts_before(m, created_end(l, to));
  for (uint32_t i = multicasts_before(m, from); i < end; i++) {
    const uint32_t next = i + 1 < m->count ? m->list[i + 1].first : l->plan->ops;
    bool worm = false;
    for (uint32_t k = m->list[i].first; k < next; k++) {
      const plan_op_t *op = &l->plan->op[k];
      worm = op->kind == PLAN_MULTICAST ? plan_carrier(l->plan, k).kind != CARRY_FORWARD : worm;
      if (!plan_is_sent(op)) {
        continue;
      }
      const uint32_t packets = (op->size - 1) / packet_flits + 1;
      const uint32_t last = op->size - (packets - 1) * packet_flits;
      const unsigned least = op->kind == PLAN_COPY && worm ? WORM_FLITS : 1;
      sum.packets += packets;
      if (packet_flits < least) {
        sum.flits += (uint64_t)packets * least;
      } else {
        sum.flits += op->size + (last < least ? least - last : 0);
      }
    }
  }
  return sum;
}
