// waiting -- who waits for whom among packets in foreign modules, as far as links show it; see
// bank_state.h and docs/bring-your-own-router.md.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/bank_state.h"

// Why a chain ends.
typedef enum {
  ENDS_NOT,
  ENDS_FREE,     // the link that it would leave by is free
  ENDS_HOST,     // nocstep has it
  ENDS_SOURCE,   // its other flits have not come
  ENDS_NOBODY,   // the link is not free, and no packet is behind it
  ENDS_NETWORK,  // a whole network shows no more
  ENDS_LOST      // it has no route
} ends_t;

typedef struct {
  const foreign_bank_t *b;
  const packet_t **oldest;  // [links * vcs]: of those with flits behind it
  uint64_t *since;          // the cycle in which that came
} queues_t;

static const packet_step_t *last_step(const packet_t *p) {
  return &p->way[p->steps - 1];
}

static const packet_t **queue_of(const queues_t *q, uint32_t link, unsigned vc) {
  return &q->oldest[(size_t)link * q->b->map->vcs + vc];
}

// Flits of a packet that have moved over a link of its way.
static uint32_t moved(const foreign_bank_t *b, const packet_t *p, uint32_t step) {
  const link_vc_t *s = &b->link[p->way[step].link].vc[p->way[step].vc];
  return s->open && s->packet == p ? s->position : UINT32_MAX;
}

// Some flits of the packet have moved over this link of its way, and not over the next.
static bool is_behind(const foreign_bank_t *b, const packet_t *p, uint32_t step) {
  return step + 1 == p->steps || moved(b, p, step + 1) < moved(b, p, step);
}

static bool create(queues_t *q, const foreign_bank_t *b) {
  *q = (queues_t){.b = b};
  q->oldest = calloc((size_t)b->links * b->map->vcs + 1, sizeof(void *));
  q->since = calloc((size_t)b->links * b->map->vcs + 1, sizeof *q->since);
  if (q->oldest == NULL || q->since == NULL) {
    return false;
  }
  for (const packet_t *p = packets_oldest(b->packets); p != NULL; p = p->younger) {
    for (uint32_t i = 0; i < p->steps; i++) {
      const packet_step_t *step = &p->way[i];
      const packet_t **at = queue_of(q, step->link, step->vc);
      uint64_t *since = &q->since[at - q->oldest];
      if (is_behind(b, p, i) && (*at == NULL || step->cycle < *since)) {
        *at = p;
        *since = step->cycle;
      }
    }
  }
  return true;
}

static void release(queues_t *q) {
  free(q->oldest);
  free(q->since);
}

static bool has_room(const foreign_bank_t *b, const link_t *l, unsigned vc) {
  return b->map->back == RETURN_CREDIT ? l->vc[vc].credits > 0 : (l->ready >> vc & 1u) != 0;
}

// The flit of another VC that is on the link and is not taken, with its packet.
static const packet_t *find_other(const queues_t *q, const link_t *l, unsigned vc) {
  if (!l->flit.valid || l->moves || l->flit.vc == vc) {
    return NULL;
  }
  const link_vc_t *s = &l->vc[l->flit.vc];
  return s->open ? s->packet : *queue_of(q, (uint32_t)(l - q->b->link), l->flit.vc);
}

// Whom a packet waits for that has begun to leave by a link on a VC.
static const packet_t *find_behind(const queues_t *q, const packet_t *p, const link_t *l,
                                   unsigned vc, ends_t *ends) {
  const packet_t *other = find_other(q, l, vc);
  if (other != NULL && other != p) {
    return other;
  }
  if (has_room(q->b, l, vc)) {
    *ends = ENDS_FREE;
    return NULL;
  }
  const packet_t *front = *queue_of(q, (uint32_t)(l - q->b->link), vc);
  *ends = ENDS_NOBODY;
  return front != p ? front : NULL;
}

// A packet that has reached its end, but not all of it.
static const packet_t *find_upstream(const queues_t *q, const packet_t *p, const link_t **by,
                                     ends_t *ends) {
  const foreign_bank_t *b = q->b;
  const end_t *end = &b->end[b->link[last_step(p)->link].end];
  for (unsigned v = 0; v < b->map->vcs; v++) {
    const end_queue_t *from = &end->from[v];
    if (from->count > 0 && from->flit[from->first].packet == p) {
      *ends = ENDS_HOST;
      return NULL;
    }
  }
  for (uint32_t i = p->steps - 1; i > 0; i--) {
    if (moved(b, p, i) < moved(b, p, i - 1)) {
      *by = &b->link[p->way[i].link];
      return find_behind(q, p, *by, p->way[i].vc, ends);
    }
  }
  *ends = ENDS_SOURCE;
  const link_t *first = &b->link[p->way[0].link];
  const end_queue_t *to = &b->end[first->end].to[p->way[0].vc];
  if (to->count > 0 && to->flit[to->first].packet == p) {
    *by = first;
    return find_behind(q, p, first, p->way[0].vc, ends);
  }
  return NULL;
}

// Whom a packet waits for at the link that it would leave by.
static const packet_t *find_next(const queues_t *q, const packet_t *p, const link_t **by,
                                 ends_t *ends) {
  const foreign_bank_t *b = q->b;
  const link_t *in = &b->link[last_step(p)->link];
  const unsigned v = last_step(p)->vc;  // most routers keep it
  *by = NULL;
  if (in->to == kNone && !b->map->network) {
    return find_upstream(q, p, by, ends);
  }
  if (b->map->network) {
    *ends = ENDS_NETWORK;
    return NULL;
  }
  const packet_t *front = *queue_of(q, last_step(p)->link, last_step(p)->vc);
  if (front != p) {
    return front;
  }
  uint32_t router = 0;
  const uint32_t in_port = ways_router(b, in->to, in->to_port, &router);
  const uint32_t ports = ways_ports(b, router, in_port, p->destination);
  const packet_t *next = NULL;
  *ends = ENDS_LOST;
  for (uint32_t i = 0; i < b->links; i++) {
    const link_t *out = &b->link[i];
    uint32_t ignored = 0;
    if (out->from != in->to || (out->to == kNone && out->end == kNone) ||
        (ports >> ways_router(b, out->from, out->from_port, &ignored) & 1u) == 0) {
      continue;
    }
    *by = out;
    *ends = *ends == ENDS_LOST ? ENDS_NOBODY : *ends;
    const packet_t *holder = out->vc[v].open ? out->vc[v].packet : find_behind(q, p, out, v, ends);
    if (holder == NULL && *ends == ENDS_FREE) {
      return NULL;
    }
    next = next != NULL ? next : holder != p ? holder : NULL;
  }
  return next;
}

static uint32_t follow(const queues_t *q, const packet_t *from, const packet_t **chain,
                       uint32_t room, bool *closed, ends_t *ends) {
  uint32_t length = 0;
  *closed = false;
  *ends = ENDS_NOT;
  for (const packet_t *p = from; p != NULL && length < room; length++) {
    const link_t *by = NULL;
    for (uint32_t i = 0; i < length; i++) {
      if (chain[i] == p) {  // those before it only lead there
        for (uint32_t k = i; k < length; k++) {
          chain[k - i] = chain[k];
        }
        *closed = true;
        return length - i;
      }
    }
    chain[length] = p;
    p = find_next(q, p, &by, ends);
  }
  return length;
}

// An end that has flits, where nothing is taken and nobody is behind its link.
static const link_t *find_owing_end(const queues_t *q, unsigned *vc) {
  const foreign_bank_t *b = q->b;
  for (uint32_t i = 0; i < b->ends; i++) {
    const end_t *e = &b->end[i];
    for (unsigned v = 0; v < b->map->vcs && e->in != kNone; v++) {
      if (e->to[v].count > 0 && !has_room(b, &b->link[e->in], v) &&
          *queue_of(q, e->in, v) == NULL) {
        *vc = v;
        return &b->link[e->in];
      }
    }
  }
  return NULL;
}

// The VC of the link that a packet would leave by, where nothing is taken and nobody is behind it.
static const link_t *find_owing(const queues_t *q, const packet_t *p, unsigned *vc) {
  const foreign_bank_t *b = q->b;
  const link_t *by = NULL;
  ends_t ends = ENDS_NOT;
  (void)find_next(q, p, &by, &ends);
  for (unsigned v = 0; by != NULL && v < b->map->vcs; v++) {
    if (by->to != kNone && !has_room(b, by, v) &&
        *queue_of(q, (uint32_t)(by - b->link), v) == NULL) {
      *vc = v;
      return by;
    }
  }
  return NULL;
}

static void print_packet(const queues_t *q, const packet_t *p, FILE *out) {
  const foreign_bank_t *b = q->b;
  const link_t *by = NULL;
  ends_t ends = ENDS_NOT;
  char name[200];
  const packet_t *next = find_next(q, p, &by, &ends);
  (void)fprintf(out, "  %s, seen last in cycle %" PRIu64 " from ",
                explain_packet(b, p, name, sizeof name), last_step(p)->cycle);
  (void)fprintf(out, "%s, VC %u", explain_link(b, &b->link[last_step(p)->link], name, sizeof name),
                last_step(p)->vc);
  if (by != NULL) {
    (void)fprintf(out, ", would leave by %s", b->map->port_name[by->from_port]);
  } else if (next != NULL) {
    (void)fprintf(out, ", behind another there");
  }
  (void)fputc('\n', out);
}

static void print_end(ends_t ends, FILE *out) {
  static const char *const kText[] = {
      [ENDS_NOT] = "the chain ends: the last one waits for nothing that a packet holds",
      [ENDS_FREE] = "the chain ends: the link is free that the last one would leave by",
      [ENDS_SOURCE] = "the chain ends: the flits behind it have not come to its first end",
      [ENDS_HOST] = "the chain ends: the last one is not taken from its end",
      [ENDS_NOBODY] =
          "the chain ends: the last one is not taken, and no packet is known in front of it",
      [ENDS_NETWORK] = "the packets are in the network, which does not show where",
      [ENDS_LOST] = "the chain ends: the last one has no route from where it is"};
  (void)fprintf(out, "%s\n", kText[ends]);
}

// Packets that no module has taken.
static void print_before(const foreign_bank_t *b, FILE *out) {
  enum { SHOWN = 4 };
  unsigned shown = 0;
  char name[200];
  for (uint32_t i = 0; i < b->ends; i++) {
    for (unsigned v = 0; v < b->map->vcs && b->end[i].in != kNone && shown < SHOWN; v++) {
      const end_queue_t *queue = &b->end[i].to[v];
      if (queue->count > 0) {
        (void)fprintf(out, "  %s is not taken by ",
                      explain_packet(b, queue->flit[queue->first].packet, name, sizeof name));
        (void)fprintf(out, "%s\n", explain_link(b, &b->link[b->end[i].in], name, sizeof name));
        shown++;
      }
    }
  }
}

static bool print_chain(const queues_t *q, const packet_t **chain, uint32_t length, bool closed,
                        ends_t ends, FILE *out) {
  (void)fprintf(out, "wait-for chain, each packet waiting for the one below it:\n");
  for (uint32_t i = 0; i < length; i++) {
    print_packet(q, chain[i], out);
  }
  if (closed) {
    (void)fprintf(out, "the chain closes, the last waits for the first: deadlock\n");
  } else if (length > 0) {
    print_end(ends, out);
  } else {
    print_before(q->b, out);
  }
  return closed;
}

bool waiting_print(foreign_bank_t *b, FILE *out) {
  enum { ROOM = 64 };
  const packet_t *chain[ROOM] = {NULL};
  const packet_t *longest = NULL;
  const packet_t *lost = NULL;
  const link_t *owing = NULL;
  unsigned owing_vc = 0;
  uint32_t most = 0;
  bool closed = false;
  ends_t ends = ENDS_NOT;
  queues_t q;
  if (!create(&q, b)) {
    (void)fprintf(out, "wait-for chain: out of memory\n");
    release(&q);
    return false;
  }
  uint32_t length = 0;
  for (const packet_t *p = packets_oldest(b->packets); p != NULL && !closed; p = p->younger) {
    if (p->steps == 0) {
      continue;
    }
    length = follow(&q, p, chain, ROOM, &closed, &ends);
    if (!closed && length > most) {
      most = length;
      longest = p;
    }
    if (!closed && lost == NULL && ends == ENDS_FREE) {
      lost = chain[length - 1];
    }
    if (!closed && owing == NULL && ends == ENDS_NOBODY) {
      owing = find_owing(&q, chain[length - 1], &owing_vc);
    }
  }
  if (!closed && longest != NULL) {
    length = follow(&q, longest, chain, ROOM, &closed, &ends);
  }
  owing = owing != NULL ? owing : find_owing_end(&q, &owing_vc);
  (void)print_chain(&q, chain, closed || longest != NULL ? length : 0, closed, ends, out);
  if (!closed && owing != NULL) {
    const bool credits = b->map->back == RETURN_CREDIT;
    (void)explain_break(b, credits ? RULE_CREDITS_LOST : RULE_CLOSED, owing, true, owing_vc, NULL,
                        "%s, and no packet is known behind the link",
                        credits ? "no credit is left" : "nothing is taken");
  }
  if (!closed && lost != NULL) {
    const packet_step_t *step = last_step(lost);
    char name[200];
    (void)explain_break(b, RULE_LOST, &b->link[step->link], true, step->vc, lost,
                        "%s went in in cycle %" PRIu64 " and does not come out",
                        explain_packet(b, lost, name, sizeof name), step->cycle);
  }
  release(&q);
  return closed;
}
