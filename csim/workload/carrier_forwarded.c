// carrier_forwarded -- packets that a host gives to its interface's forwarding unit, which copies
// them to the children of its node; docs/microarchitecture.md, section 16.

#include <stdlib.h>

#include "base/memory.h"
#include "workload/carrier_copies.h"
#include "workload/forwarded_packets.h"
#include "workload/host.h"

typedef struct {
  copies_due_t worms;
  forwarded_packets_t *forwards;
} own_t;

static forwarded_packets_t *forwards_of(const workload_t *w) {
  return ((const own_t *)w->carrier[CARRIER_FORWARDED])->forwards;
}

static bool used(const workload_t *w) {
  return w->plan != NULL && plan_carries(w->plan, CARRY_FORWARD);
}

static void free_own(void *self) {
  own_t *own = self;
  copies_due_free(&own->worms);
  forwarded_packets_free(own->forwards);
  free(own);
}

static void *create(workload_t *w, const scenario_t *s, const workload_input_t *input,
                    noc_error_t *error) {
  own_t *own = calloc(1, sizeof *own);
  (void)input;
  if (own == NULL) {
    (void)memory_fail(error, "multicasts on their way");
    return NULL;
  }
  const forward_times_t times = {scenario_zero_load(s), &w->hops, (unsigned)s->host.t_nr,
                                 (unsigned)s->host.t_ns};
  copies_due_create(&own->worms, w->plan);
  own->forwards = forwarded_packets_create(w->plan, w->network, &times,
                                           workload_packet_flits(s, w->plan), error);
  if (own->forwards == NULL) {
    free_own(own);
    return NULL;
  }
  return own;
}

static void checkpoint_own(void *self, const engine_places_t *places, checkpoint_t *c) {
  own_t *own = self;
  (void)places;
  copies_due_checkpoint(&own->worms, c);
  forwarded_packets_checkpoint(own->forwards, c);
}

// --- numbers -------------------------------------------------------------------------------------

// The multicast waits for a row and slots, and a packet for the one before of this host, whatever
// network that is on.
static flight_open_t open_packet(workload_t *w, uint32_t node, const front_t *front,
                                 uint32_t *message, flight_t **flight) {
  const unsigned networks = w->shape->networks;
  for (unsigned k = 0; k < networks; k++) {
    const outgoing_t *out = &w->outgoing[(size_t)node * networks + k];
    if (!host_is_free(out) && out->carrier == CARRIER_FORWARDED) {
      return FLIGHT_NUMBER_TAKEN;
    }
  }
  if (!forwarded_packets_open(forwards_of(w), front->operation, front->first, message, flight)) {
    return FLIGHT_NUMBER_TAKEN;
  }
  w->flights.flying++;
  return FLIGHT_OPENED;
}

static flight_t *find(const workload_t *w, uint32_t source, uint32_t message) {
  return forwarded_packets_find(forwards_of(w), source, message);
}

static const flight_t *oldest(const workload_t *w, uint32_t *source, uint32_t *message) {
  return forwarded_packets_oldest(forwards_of(w), source, message);
}

// --- sending -------------------------------------------------------------------------------------

static bool prepare(workload_t *w, const front_t *front, flight_t *flight, outgoing_t *out,
                    noc_error_t *error) {
  (void)out;
  return carrier_copies_prepare(w, front, flight, error);
}

bool carrier_forwarded_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                            outgoing_t *out, noc_error_t *error) {
  uint64_t made[SHAPE_MAX_WORDS];
  const host_forward_t beat = {
      .network = (uint8_t)network,
      .age = host_beat_age(w, node, out, now),
      .message = out->message,
      .flits = out->flits,
      .data = host_data(w, out, out->sent, made),
  };
  (void)error;
  network_forward(w->network, node, &beat);
  out->sent++;
  return true;
}

bool carrier_forwarded_ready(const workload_t *w, uint32_t node, unsigned network,
                             const outgoing_t *out) {
  (void)network;
  (void)out;
  return network_forward_ready(w->network, node);
}

// --- receiving -----------------------------------------------------------------------------------

// The last copy on a way stops there.
static bool head(const seen_t *s, const flight_t *flight, incoming_t *in, packet_type_t *type) {
  if (!carrier_copies_head(s, flight, in)) {
    return false;
  }
  *type = forwarded_packets_on(forwards_of(s->w), in->operation) ? PACKET_FORWARDED
                                                                 : PACKET_FORWARDED_LAST;
  return true;
}

// The last part of its way is the copy's own, from the node that has passed it on.
static bool arrived(const seen_t *s, const incoming_t *in, flight_t *flight) {
  workload_t *w = s->w;
  const flight_t f = *flight;
  if (!carrier_copies_arrived(s, in, flight)) {
    return false;
  }
  forwarded_packets_t *forwards = forwards_of(w);
  forwarded_packets_arrived(forwards, in->message, in->operation);
  const way_t way = {
      .hops = route_hops(&w->hops, forwarded_packets_parent(forwards, in->operation), s->node),
      .more = forwarded_packets_before_last(forwards, f.operation, in->operation, f.flits),
  };
  return carrier_copies_delivered(s, in, &f, way);
}

// The child tables of multicasts that have begun.
static void command(workload_t *w, uint64_t now) {
  (void)now;
  forwarded_packets_write(forwards_of(w));
}

const carrier_code_t carrier_forwarded = {
    .used = used,
    .create = create,
    .free = free_own,
    .checkpoint = checkpoint_own,
    .open = open_packet,
    .find = find,
    .oldest = oldest,
    .prepare = prepare,
    .head = head,
    .arrived = arrived,
    .due = carrier_copies_due,
    .command = command,
    .copies = true,
    .handled = true,
};
