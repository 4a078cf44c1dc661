// run_follow -- see run_follow.h. The copies of a worm get their numbers when they arrive, behind
// the hops that have led there, which are those of the worm. So hops are kept until the row of
// their packet has come.

#include "runs/run_follow.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, TITLE = 100 };

typedef struct kept {
  hop_row_t row;
  struct kept *next;
} kept_t;

struct run_follow {
  uint64_t packet;
  kept_t *hop[BUCKETS];  // by packet
  kept_t *unused;
  bool found, no_memory;
  uint64_t most;  // the highest number of a packet
  packet_row_t row;
  wave_hop_t *way_hop;
  wave_way_t way;
  char title[TITLE];
};

bool run_follow_check(const cli_t *cli, noc_error_t *error) {
  return cli->follow == 0 || cli->wave != NULL || cli->report != NULL ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--follow" SAY_IS("given without --wave or --report", "given with one of them"));
}

run_follow_t *run_follow_create(uint64_t packet) {
  run_follow_t *f = calloc(1, sizeof *f);
  if (f != NULL) {
    f->packet = packet;
  }
  return f;
}

static bool take_hop(void *context, const hop_row_t *row, const wait_row_t *wait, size_t waits) {
  run_follow_t *f = context;
  (void)wait;
  (void)waits;
  if (f->found) {
    return true;
  }
  kept_t *k = f->unused;
  if (k != NULL) {
    f->unused = k->next;
  } else if ((k = malloc(sizeof *k)) == NULL) {
    f->no_memory = true;
    return false;
  }
  kept_t **bucket = &f->hop[row->packet % BUCKETS];
  *k = (kept_t){*row, *bucket};
  *bucket = k;
  return true;
}

static void forget_hops(run_follow_t *f, uint64_t packet) {
  kept_t **link = &f->hop[packet % BUCKETS];
  while (*link != NULL) {
    kept_t *k = *link;
    if (k->row.packet == packet) {
      *link = k->next;
      k->next = f->unused;
      f->unused = k;
    } else {
      link = &k->next;
    }
  }
}

static wave_hop_t hop_of(const hop_row_t *r) {
  return (wave_hop_t){.router = r->router,
                      .in_port = r->in_port,
                      .in_vc = r->in_vc,
                      .out_port = r->out_port,
                      .out_vc = r->out_vc,
                      .arrival = r->arrival,
                      .granted = r->granted,
                      .first = r->first,
                      .last = r->last,
                      .onward = r->onward};
}

static int by_arrival(const void *a, const void *b) {
  const wave_hop_t *x = a;
  const wave_hop_t *y = b;
  return x->arrival != y->arrival ? (x->arrival > y->arrival) - (x->arrival < y->arrival)
                                  : (x->out_port > y->out_port) - (x->out_port < y->out_port);
}

// Those of the packet itself; of a copy those of its worm that have led to its destination.
static bool keep_way(run_follow_t *f, const packet_row_t *row) {
  const uint64_t packet = row->copy_of != kNobody ? row->copy_of : row->id;
  size_t count = 0;
  for (const kept_t *k = f->hop[packet % BUCKETS]; k != NULL; k = k->next) {
    count += k->row.packet == packet;
  }
  f->way_hop = calloc(count + 1, sizeof *f->way_hop);
  if (f->way_hop == NULL) {
    f->no_memory = true;
    return false;
  }
  uint64_t wanted = row->copy_of != kNobody ? row->last_hop : kNobody;
  bool more = true;
  while (more) {
    more = false;
    for (const kept_t *k = f->hop[packet % BUCKETS]; k != NULL; k = k->next) {
      if (k->row.packet == packet && (row->copy_of == kNobody || k->row.id == wanted)) {
        f->way_hop[f->way.hops++] = hop_of(&k->row);
        if (row->copy_of != kNobody) {
          wanted = k->row.before;
          more = wanted != kNobody && f->way.hops < count;
          break;
        }
      }
    }
  }
  qsort(f->way_hop, f->way.hops, sizeof *f->way_hop, by_arrival);
  return true;
}

static bool take_packet(void *context, const packet_row_t *row) {
  run_follow_t *f = context;
  f->most = row->id > f->most ? row->id : f->most;
  if (f->found) {
    return true;
  }
  if (row->id == f->packet) {
    f->found = true;
    f->row = *row;
    return keep_way(f, row);
  }
  if (row->copy_of == kNobody) {
    forget_hops(f, row->id);
  }
  return true;
}

packet_sink_t run_follow_sink(run_follow_t *f) {
  return (packet_sink_t){.context = f, .packet = take_packet, .hop = take_hop};
}

// "packet 17: unicast, 4 flits, node 0 to 8".
static void name_way(run_follow_t *f) {
  const packet_row_t *r = &f->row;
  char to[16];
  (void)snprintf(to, sizeof to, r->copies > 0 ? "several" : "%" PRIu32, r->destination);
  (void)snprintf(f->title, TITLE, "packet %" PRIu64 ": %s, %u flits, node %" PRIu32 " to %s", r->id,
                 packet_type_name(r->type), r->flits, r->source, to);
}

const wave_way_t *run_follow_way(run_follow_t *f, uint64_t from, uint64_t to, noc_error_t *error) {
  const packet_row_t *r = &f->row;
  if (f->no_memory) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "--follow: no memory");
    return NULL;
  }
  if (!f->found) {
    (void)noc_fail(error, NOC_BAD_INPUT,
                   f->most > 0
                       ? "--follow" SAY_IS("%" PRIu64, "a packet of the run, up to %" PRIu64)
                       : "--follow" SAY_IS("%" PRIu64, "a packet, of which the run has none"),
                   f->packet, f->most);
    return NULL;
  }
  uint64_t end = r->tail_delivered;
  for (size_t i = 0; i < f->way.hops && r->copies > 0; i++) {
    const uint64_t onward = f->way_hop[i].onward;
    end = i == 0 || onward > end ? onward : end;
  }
  if (r->entered > to || end < from) {
    (void)noc_fail(error, NOC_BAD_INPUT,
                   "--follow" SAY_IS("%" PRIu64 ", which %s the network in cycle %" PRIu64,
                                     "a packet that is there in the cycles of the waves"),
                   f->packet, r->entered > to ? "enters" : "has left",
                   r->entered > to ? r->entered : end);
    return NULL;
  }
  name_way(f);
  f->way.packet = r->id;
  f->way.title = f->title;
  f->way.from = r->injected_at;
  f->way.to = r->copies > 0 ? UINT32_MAX : r->destination;
  f->way.network = r->network;
  f->way.accepted = r->accepted;
  f->way.entered = r->entered;
  f->way.arrived = r->arrived;
  f->way.delivered = r->tail_delivered;
  f->way.hop = f->way_hop;
  return &f->way;
}

static void free_list(kept_t *k) {
  while (k != NULL) {
    kept_t *next = k->next;
    free(k);
    k = next;
  }
}

void run_follow_free(run_follow_t *f) {
  if (f == NULL) {
    return;
  }
  for (size_t i = 0; i < BUCKETS; i++) {
    free_list(f->hop[i]);
  }
  free_list(f->unused);
  free(f->way_hop);
  free(f);
}
