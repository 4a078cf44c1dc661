// carrier_worm -- worms, which routers copy: a head, the header flits, which are a bit string of
// the destinations or the pairs of a path, then the data. docs/microarchitecture.md, section 15.

#include <stdlib.h>

#include "base/memory.h"
#include "workload/carrier_copies.h"
#include "workload/host.h"
#include "workload/prepare_worms.h"

// Each of both kinds keeps this.
typedef struct {
  copies_due_t worms;
  const uint16_t *hops;  // [ops]: links that the copies of path worms take; or NULL
} own_t;

static bool used_tree(const workload_t *w) {
  return w->plan != NULL && plan_carries(w->plan, CARRY_TREE);
}

static bool used_path(const workload_t *w) {
  return w->plan != NULL && plan_carries(w->plan, CARRY_PATH);
}

static void *create(workload_t *w, const scenario_t *s, const workload_input_t *input,
                    noc_error_t *error) {
  own_t *own = calloc(1, sizeof *own);
  (void)s;
  if (own == NULL) {
    (void)memory_fail(error, "multicasts on their way");
    return NULL;
  }
  copies_due_create(&own->worms, w->plan);
  own->hops = workload_path_hops(input);
  return own;
}

static void free_own(void *self) {
  own_t *own = self;
  copies_due_free(&own->worms);
  free(own);
}

static void checkpoint_own(void *self, const engine_places_t *places, checkpoint_t *c) {
  own_t *own = self;
  (void)places;
  copies_due_checkpoint(&own->worms, c);
}

// --- header flits --------------------------------------------------------------------------------

// The bits of nodes word * flit_bits and up.
static void write_string(const workload_t *w, uint32_t multicast, unsigned word, uint64_t *bits) {
  const plan_op_t *op = &w->plan->op[multicast];
  const unsigned width = w->shape->flit_bits;
  const unsigned word_bits = w->shape->word_bits;
  const uint32_t first = word * width;
  for (unsigned i = 0; i < w->shape->words; i++) {
    bits[i] = 0;
  }
  for (uint32_t k = 1; k <= op->peer && op[k].peer < first + width; k++) {
    if (op[k].peer >= first) {
      const uint32_t bit = op[k].peer - first;
      bits[bit / word_bits] |= UINT64_C(1) << bit % word_bits;
    }
  }
}

static unsigned pairs_in_flit(const workload_t *w) {
  return w->shape->flit_bits / w->shape->pair_w;
}

// Writes a header flit of a path worm: as many whole pairs as fit, the address of each in its
// lowest bits.
static void write_pairs(const workload_t *w, uint32_t multicast, unsigned word, uint64_t *bits) {
  const noc_shape_t *s = w->shape;
  const plan_carrier_t c = plan_carrier(w->plan, multicast);
  const unsigned fit = pairs_in_flit(w);
  for (unsigned i = 0; i < s->words; i++) {
    bits[i] = 0;
  }
  for (uint32_t k = 0; k < fit && word * fit + k < c.count; k++) {
    const plan_pair_t *pair = &w->plan->pair[c.first + word * fit + k];
    const unsigned lsb = k * s->pair_w;
    packet_set_field(bits, lsb, s->addr_w, network_address(w->network, pair->node));
    packet_set_field(bits, lsb + s->addr_w, s->ports, pair->ports);
    if (s->class_w > 0) {
      packet_set_field(bits, lsb + s->addr_w + s->ports, s->class_w,
                       pair->vc_class == kPlanAny ? s->classes : pair->vc_class);
    }
  }
}

static unsigned path_headers(const workload_t *w, uint32_t multicast) {
  const unsigned fit = pairs_in_flit(w);
  return (plan_carrier(w->plan, multicast).count + fit - 1) / fit;
}

// --- sending -------------------------------------------------------------------------------------

static bool prepare(workload_t *w, const front_t *front, flight_t *flight, outgoing_t *out,
                    unsigned headers, noc_error_t *error) {
  const uint32_t left = w->plan->op[front->operation].size - front->first;
  out->worm.real = left < front->flits ? (uint16_t)left : front->flits;
  out->worm.headers = (uint16_t)headers;
  out->flits = (uint16_t)(out->flits + headers);
  return carrier_copies_prepare(w, front, flight, error);
}

static bool prepare_tree(workload_t *w, const front_t *front, flight_t *flight, outgoing_t *out,
                         noc_error_t *error) {
  return prepare(w, front, flight, out, w->shape->string_words, error);
}

static bool prepare_path(workload_t *w, const front_t *front, flight_t *flight, outgoing_t *out,
                         noc_error_t *error) {
  return prepare(w, front, flight, out, path_headers(w, front->operation), error);
}

// The words of a flit, without those of header flits. Behind the message they are made up.
static const uint64_t *worm_data(const workload_t *w, const outgoing_t *out, unsigned flit,
                                 uint64_t made[SHAPE_MAX_WORDS]) {
  return out->data != NULL && flit < out->worm.real ? out->data + (size_t)flit * w->shape->words
                                                    : host_made(w, out, flit, made);
}

// The same of a header flit.
typedef void (*write_header_t)(const workload_t *w, uint32_t multicast, unsigned word,
                               uint64_t *bits);

static inline __attribute__((always_inline)) bool offer(workload_t *w, uint32_t node,
                                                        unsigned network, uint64_t now,
                                                        outgoing_t *out, packet_type_t type,
                                                        write_header_t write_header) {
  uint64_t made[SHAPE_MAX_WORDS];
  const uint64_t *data = made;
  const unsigned headers = out->worm.headers;
  if (out->sent > 0 && out->sent <= headers) {
    write_header(w, out->operation, out->sent - 1u, made);
  } else {
    data = worm_data(w, out, out->sent > 0 ? out->sent - headers : 0, made);
  }
  const host_beat_t beat = {
      .network = (uint8_t)network,
      .age = host_beat_age(w, node, out, now),
      .type = type,
      .message = out->message,
      .flits = (uint16_t)(out->flits - headers),
      .headers = (uint8_t)headers,
      .data = data,
  };
  network_offer(w->network, node, &beat);
  out->sent++;
  return true;
}

bool carrier_tree_worm_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                            outgoing_t *out, noc_error_t *error) {
  (void)error;
  return offer(w, node, network, now, out, PACKET_TREE_WORM, write_string);
}

bool carrier_path_worm_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                            outgoing_t *out, noc_error_t *error) {
  (void)error;
  return offer(w, node, network, now, out, PACKET_PATH_WORM, write_pairs);
}

bool carrier_tree_worm_ready(const workload_t *w, uint32_t node, unsigned network,
                             const outgoing_t *out) {
  (void)out;
  return host_port_ready(w, node, network);
}

bool carrier_path_worm_ready(const workload_t *w, uint32_t node, unsigned network,
                             const outgoing_t *out) {
  (void)out;
  return host_port_ready(w, node, network);
}

// --- receiving -----------------------------------------------------------------------------------

static bool head_tree(const seen_t *s, const flight_t *flight, incoming_t *in,
                      packet_type_t *type) {
  *type = PACKET_TREE_WORM;
  return carrier_copies_head(s, flight, in);
}

static bool head_path(const seen_t *s, const flight_t *flight, incoming_t *in,
                      packet_type_t *type) {
  *type = PACKET_PATH_WORM;
  return carrier_copies_head(s, flight, in);
}

// Each router waits for all header flits before it sends the head on.
static bool arrived_tree(const seen_t *s, const incoming_t *in, flight_t *flight) {
  workload_t *w = s->w;
  const flight_t f = *flight;
  if (!carrier_copies_arrived(s, in, flight)) {
    return false;
  }
  const unsigned headers = w->shape->string_words;
  const unsigned hops = route_hops(&w->hops, in->source, s->node);
  const way_t way = {hops, headers, zero_load_decoding(&w->alone, headers, hops)};
  return carrier_copies_delivered(s, in, &f, way);
}

// Each router waits for one of the header flits. The worm goes its own way.
static bool arrived_path(const seen_t *s, const incoming_t *in, flight_t *flight) {
  const workload_t *w = s->w;
  const flight_t f = *flight;
  if (!carrier_copies_arrived(s, in, flight)) {
    return false;
  }
  const own_t *own = w->carrier[CARRIER_PATH_WORM];
  const unsigned hops = own->hops[in->operation];
  const way_t way = {hops, path_headers(w, f.operation), zero_load_decoding(&w->alone, 1, hops)};
  return carrier_copies_delivered(s, in, &f, way);
}

const carrier_code_t carrier_tree_worm = {
    .used = used_tree,
    .create = create,
    .free = free_own,
    .checkpoint = checkpoint_own,
    .prepare = prepare_tree,
    .head = head_tree,
    .arrived = arrived_tree,
    .due = carrier_copies_due,
    .guest = carrier_copies_guest,
    .taken = carrier_copies_taken,
    .copies = true,
};

const carrier_code_t carrier_path_worm = {
    .used = used_path,
    .create = create,
    .free = free_own,
    .checkpoint = checkpoint_own,
    .prepare = prepare_path,
    .head = head_path,
    .arrived = arrived_path,
    .due = carrier_copies_due,
    .guest = carrier_copies_guest,
    .taken = carrier_copies_taken,
    .copies = true,
};
