// carrier_coded -- packets between hosts and the slots of XOR units, of plans with exclusive ors.
//
// Hosts give their units commands, one a cycle in the order of coder.h, from the first cycle on.
// The units tell their hosts: a packet is complete in its slot, which is how coded packets arrive;
// a result is handed over, which must be the block that it is named after, with every data bit; a
// result is complete.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "workload/coder.h"
#include "workload/host.h"
#include "workload/host_peers.h"
#include "workload/scoreboard.h"

static coder_t *coder_of(const workload_t *w) {
  return w->carrier[CARRIER_CODED];
}

static bool used(const workload_t *w) {
  return w->shape->xor_unit != 0;
}

static void *create(workload_t *w, const scenario_t *s, const workload_input_t *input,
                    noc_error_t *error) {
  (void)s;
  (void)input;
  return coder_create(w->plan, w->network, w->sequential, error);
}

static void free_own(void *own) {
  coder_free(own);
}

static void checkpoint_own(void *own, const engine_places_t *places, checkpoint_t *c) {
  coder_checkpoint(own, places, c);
}

// --- sending -------------------------------------------------------------------------------------

static bool prepare(workload_t *w, const front_t *front, flight_t *flight, outgoing_t *out,
                    noc_error_t *error) {
  (void)flight;
  (void)error;
  out->coded.from = coder_from(coder_of(w), front->operation);
  out->coded.slot = coder_to(coder_of(w), front->operation);
  out->coded.name = w->plan->coding->data[front->operation].name_a;
  return true;
}

// A packet that is in a slot goes at once.
bool carrier_coded_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                        outgoing_t *out, noc_error_t *error) {
  uint64_t made[SHAPE_MAX_WORDS];
  const host_beat_t beat = {
      .network = (uint8_t)network,
      .age = host_beat_age(w, node, out, now),
      .type = PACKET_UNICAST,
      .destination = out->destination,
      .message = out->message,
      .flits = out->flits,
      .data = host_data(w, out, out->sent, made),
      .from = out->coded.from,
      .slot = out->coded.slot,
      .name = out->coded.name,
  };
  (void)error;
  network_offer(w->network, node, &beat);
  out->sent = out->coded.from > 0 ? out->flits : (uint16_t)(out->sent + 1);
  return true;
}

// The interface takes one packet that is in a slot at a time.
bool carrier_coded_ready(const workload_t *w, uint32_t node, unsigned network,
                         const outgoing_t *out) {
  return host_port_ready(w, node, network) &&
         (out->coded.from == 0 || network_from(w->network, node) == 0);
}

// --- receiving -----------------------------------------------------------------------------------

// A raw packet, for its slot and for the host; a coded one is for the unit alone.
static bool head(const seen_t *s, const flight_t *flight, incoming_t *in, packet_type_t *type) {
  const coder_t *coder = coder_of(s->w);
  const uint16_t slot = coder_to(coder, flight->operation);
  const uint32_t name = s->w->plan->coding->data[flight->operation].name_a;
  char text[128];
  *type = PACKET_UNICAST;
  if (!scoreboard_is_here(s, flight, in)) {
    return false;
  }
  if (!coder_delivers(coder, flight->operation)) {
    return scoreboard_fault_packet(s, in, "the packet is coded, and for the XOR unit alone");
  }
  if (s->d->slot == slot && s->d->name == name) {
    return true;
  }
  (void)snprintf(text, sizeof text, "of block %u, for slot %u; sent was block %u, for slot %u",
                 s->d->name, s->d->slot, name, slot);
  return scoreboard_fault_packet(s, in, text);
}

static bool arrived(const seen_t *s, const incoming_t *in, flight_t *flight) {
  if (coder_to(coder_of(s->w), flight->operation) > 0 && !flight->filled) {
    return scoreboard_fault_packet(s, in, "the packet is not in the slot that it is for");
  }
  return scoreboard_arrived(s->w, flight, in->source, s->now, s->error);
}

// --- what units say ------------------------------------------------------------------------------

// Where something was seen, for the messages.
typedef struct {
  uint32_t node;
  uint64_t now;
  noc_error_t *error;
} place_t;

static bool unit_fault(const place_t *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool unit_fault(const place_t *at, const char *format, ...) {
  char text[NOC_ERROR_TEXT];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return noc_fail(at->error, NOC_CHECK_FAILED,
                  "scoreboard: cycle %" PRIu64 ": node %u, XOR unit: %s", at->now, at->node, text);
}

static bool take_fill(workload_t *w, const place_t *at) {
  host_fill_t fill;
  (void)network_fill(w->network, at->node, &fill);
  const uint32_t source = network_node(w->network, fill.source);
  flight_t *flight = source != UINT32_MAX ? flights_find(&w->flights, source, fill.message) : NULL;
  if (flight == NULL) {
    return unit_fault(
        at,
        "found packet %u of the node with address 0x%x complete in slot %u, which is not "
        "on its way",
        fill.message, fill.source, fill.slot);
  }
  const uint16_t slot = coder_to(coder_of(w), flight->operation);
  if (flight->destination != at->node || slot != fill.slot || flight->filled) {
    return unit_fault(
        at, "found packet %u of node %u complete in slot %u%s; sent was it to node %u, slot %u",
        fill.message, source, fill.slot, flight->filled ? " once more" : "", flight->destination,
        slot);
  }
  w->last_progress = at->now;
  if (coder_delivers(coder_of(w), flight->operation)) {  // raw: its data is delivered as well
    flight->filled = 1;
    return true;
  }
  w->flits_delivered += flight->flits;
  w->window_flits_taken += at->now >= w->window_from && at->now < w->window_to ? flight->flits : 0;
  return scoreboard_arrived(w, flight, source, at->now, at->error);
}

// A first flit: the slot is that of an exclusive or which is delivered, for the first time.
static bool begin_result(workload_t *w, const place_t *at, const host_result_t *d, decoded_t *in) {
  const uint32_t op = coder_made_by(coder_of(w), at->node, d->slot);
  if (op == kPlanNone || !coder_delivers(coder_of(w), op)) {
    return unit_fault(at, "found data from slot %u, whose result nobody asked for", d->slot);
  }
  if ((*coder_seen(coder_of(w), at->node, d->slot) & CODER_DELIVERED) != 0) {
    return unit_fault(at, "found the result of slot %u a second time", d->slot);
  }
  const plan_data_t *data = &w->plan->coding->data[op];
  if (d->name != data->name_a) {
    return unit_fault(at, "found block %u as the result of slot %u, which is block %u", d->name,
                      d->slot, data->name_a);
  }
  bool no_memory = false;
  *in = (decoded_t){.key = engine_origin_key(w->engine, data->origin),
                    .keep = engine_keep_item(w->engine, op, &no_memory),
                    .op = op,
                    .flits = (uint16_t)w->plan->op[op].size};
  return !no_memory || memory_fail(at->error, "data to be joined");
}

static bool take_result_data(const workload_t *w, const place_t *at, const host_result_t *d,
                             const decoded_t *in) {
  const unsigned words = w->shape->words;
  for (unsigned i = 0; i < words; i++) {
    const uint64_t mask = in->taken == 0 ? w->head_mask[i] : w->word_mask;
    const uint64_t expected = rng_data(in->key, in->taken, i) & mask;
    if (d->data[i] != expected) {
      return unit_fault(at,
                        "block %u decoded in slot %u, flit %u of %u: data word %u is 0x%016" PRIx64
                        ", sent was 0x%016" PRIx64,
                        w->plan->coding->data[in->op].name_a, w->plan->coding->data[in->op].slot,
                        in->taken + 1u, in->flits, i, d->data[i], expected);
    }
    if (in->keep != NULL) {
      in->keep[(size_t)in->taken * words + i] = d->data[i];
    }
  }
  return true;
}

// An exclusive or is complete when its unit says so and, if it is delivered, has been taken.
static void see(workload_t *w, const place_t *at, uint32_t op, uint8_t what) {
  uint8_t *seen = coder_seen(coder_of(w), at->node, w->plan->coding->data[op].slot);
  const uint8_t all = coder_delivers(coder_of(w), op) ? CODER_MADE | CODER_DELIVERED : CODER_MADE;
  *seen |= what;
  w->last_progress = at->now;
  w->last_delivery = at->now;
  if (*seen == all) {
    engine_made(w->engine, op, at->now);
  }
}

static bool take_result(workload_t *w, const place_t *at) {
  decoded_t *in = &coder_of(w)->decoded[at->node];
  host_result_t result = {0};
  (void)network_result(w->network, at->node, &result);
  const bool open = in->taken < in->flits;
  if (((result.kind & KIND_HEAD) != 0) == open) {
    return unit_fault(at, open ? "found another result before the tail of the last"
                               : "found a flit of a result that follows no head");
  }
  if (!open && !begin_result(w, at, &result, in)) {
    return false;
  }
  const bool last = in->taken + 1 == in->flits;
  if (((result.kind & KIND_TAIL) != 0) != last) {
    return unit_fault(at, "found %s, flit %u of %u, of a result",
                      last ? "no tail" : "a tail too early", in->taken + 1u, in->flits);
  }
  if (!take_result_data(w, at, &result, in)) {
    return false;
  }
  in->taken++;
  w->last_progress = at->now;
  if (last) {
    see(w, at, in->op, CODER_DELIVERED);
  }
  return true;
}

static bool take_made(workload_t *w, const place_t *at) {
  const uint16_t slot = network_done(w->network, at->node);
  const uint32_t op = coder_made_by(coder_of(w), at->node, slot);
  if (op == kPlanNone || (*coder_seen(coder_of(w), at->node, slot) & CODER_MADE) != 0) {
    return unit_fault(at, "found a result in slot %u, %s", slot,
                      op == kPlanNone ? "which nobody asked for" : "which was complete before");
  }
  coder_of(w)->flits += w->plan->op[op].size;
  see(w, at, op, CODER_MADE);
  return true;
}

static bool each_node(workload_t *w, const uint64_t *mask,
                      bool (*take)(workload_t *, const place_t *), uint64_t now,
                      noc_error_t *error) {
  for (uint32_t base = 0; base < w->topology->nodes; base += 64) {
    for (uint64_t bits = mask[base / 64]; bits != 0; bits &= bits - 1) {
      const place_t at = {base + (uint32_t)__builtin_ctzll(bits), now, error};
      if (!take(w, &at)) {
        return false;
      }
    }
  }
  return true;
}

static bool before(workload_t *w, uint64_t now, noc_error_t *error) {
  return each_node(w, network_fill_mask(w->network), take_fill, now, error);
}

// Results that are handed over, then those that are complete.
static bool after(workload_t *w, uint64_t now, noc_error_t *error) {
  return each_node(w, network_result_mask(w->network), take_result, now, error) &&
         each_node(w, network_done_mask(w->network), take_made, now, error);
}

static host_peers_missing_t find_missing(const coder_t *c) {
  host_peers_missing_t missing = {0};
  for (uint32_t node = c->first_node; node < c->end_node; node++) {
    for (uint32_t slot = 1; slot < c->base[node + 1] - c->base[node]; slot++) {
      const uint32_t op = coder_made_by(c, node, slot);
      const uint8_t all =
          op != kPlanNone && coder_delivers(c, op) ? CODER_MADE | CODER_DELIVERED : CODER_MADE;
      if (op != kPlanNone && *coder_seen(c, node, slot) != all && missing.count++ == 0) {
        missing.node = node;
        missing.slot = slot;
      }
    }
  }
  return missing;
}

// Which results are missing. A plan whose receives match in the run may wait for messages instead.
static bool fail_stalled(const workload_t *w, noc_error_t *error) {
  if (w->plan->has_late) {
    return false;
  }
  host_peers_missing_t missing = find_missing(coder_of(w));
  char first[64] = "";
  if (w->parted != NULL) {
    host_peers_find_missing(w, &missing);
  }
  if (missing.count > 0) {
    (void)snprintf(first, sizeof first, "slot %u of node %u", missing.slot, missing.node);
  }
  return !noc_fail(
      error, NOC_CHECK_FAILED,
      "deadlock: %u of %u operations are complete; %u results of XOR units are missing, "
      "the first in %s",
      engine_complete(w->engine), engine_operations(w->engine), missing.count, first);
}

// --- commands ------------------------------------------------------------------------------------

// The next flit of a block of the node's own. True behind its last.
static bool load(workload_t *w, uint32_t node, uint32_t block, host_command_t *command,
                 uint64_t data[SHAPE_MAX_WORDS]) {
  const plan_op_t *op = &w->plan->op[block];
  const uint64_t key = engine_origin_key(w->engine, block);
  uint16_t *flit = &coder_of(w)->loaded[node];
  for (unsigned i = 0; i < w->shape->words; i++) {
    data[i] = rng_data(key, *flit, i) & w->word_mask;
  }
  command->op = COMMAND_LOAD;
  command->name = w->plan->coding->data[block].name_a;
  command->flits = (uint16_t)op->size;
  command->data = data;
  *flit = *flit + 1u == op->size ? 0 : (uint16_t)(*flit + 1u);
  return *flit == 0;
}

static void give(workload_t *w, uint32_t node) {
  coder_t *c = coder_of(w);
  const uint32_t i = c->command[c->next[node]];
  const plan_op_t *op = &w->plan->op[i];
  const plan_data_t *data = w->plan->coding->data;
  uint64_t flit[SHAPE_MAX_WORDS];
  host_command_t command = {.op = COMMAND_OPEN, .slot = data[i].slot};
  bool given = true;
  if (op->kind == PLAN_BLOCK) {
    given = load(w, node, i, &command, flit);
  } else if (op->kind == PLAN_XOR) {
    command.op = COMMAND_XOR;
    command.a = data[op->source].slot;
    command.b = data[op->peer].slot;
    command.deliver = coder_delivers(c, i);
  }
  network_command(w->network, node, &command);
  c->next[node] += given;
  if (c->next[node] == c->first[node + 1]) {
    c->active[node / 64] &= ~(UINT64_C(1) << node % 64);
  }
}

static void command(workload_t *w, uint64_t now) {
  for (uint32_t base = 0; base < w->topology->nodes; base += 64) {
    uint64_t mask = coder_of(w)->active[base / 64] & refusals_awake(&w->refusals, base);
    for (; mask != 0; mask &= mask - 1) {
      give(w, base + (uint32_t)__builtin_ctzll(mask));
      w->last_progress = now;
    }
  }
}

static bool waiting(const workload_t *w) {
  const coder_t *c = coder_of(w);
  bool any = false;
  for (uint32_t base = 0; base < w->topology->nodes && !any; base += 64) {
    any = c->active[base / 64] != 0;
  }
  return any;
}

// A packet that is for the unit alone is complete in its slot.
static bool filled(const workload_t *w, uint32_t source, uint32_t message) {
  const flight_t *flight = flights_find(&w->flights, source, message);
  return flight != NULL && !coder_delivers(coder_of(w), flight->operation);
}

static uint64_t *counted(const workload_t *w) {
  return &coder_of(w)->flits;
}

static void result(const workload_t *w, workload_result_t *r) {
  r->xor_flits = coder_of(w)->flits;
}

const carrier_code_t carrier_coded = {
    .used = used,
    .create = create,
    .free = free_own,
    .checkpoint = checkpoint_own,
    .prepare = prepare,
    .head = head,
    .arrived = arrived,
    .filled = filled,
    .counted = counted,
    .before = before,
    .after = after,
    .command = command,
    .waiting = waiting,
    .fail_stalled = fail_stalled,
    .result = result,
    .waits = true,
};
