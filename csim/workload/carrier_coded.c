// carrier_coded -- packets between hosts and slots of XOR units, and the hosts' commands to these
// units: one a cycle and node, in the order of coder.h, from the first cycle on.

#include <stdio.h>

#include "workload/host.h"
#include "workload/scoreboard.h"

// --- sending -------------------------------------------------------------------------------------

static bool prepare(workload_t *w, const front_t *front, flight_t *flight, outgoing_t *out,
                    noc_error_t *error) {
  (void)flight;
  (void)error;
  out->coded.from = coder_from(w->coder, front->operation);
  out->coded.slot = coder_to(w->coder, front->operation);
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

// --- commands ------------------------------------------------------------------------------------

// The next flit of a block of the node's own. True behind its last.
static bool load(workload_t *w, uint32_t node, uint32_t block, host_command_t *command,
                 uint64_t data[SHAPE_MAX_WORDS]) {
  const plan_op_t *op = &w->plan->op[block];
  const uint64_t key = engine_origin_key(w->engine, block);
  uint16_t *flit = &w->coder->loaded[node];
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
  coder_t *c = w->coder;
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

void host_command(workload_t *w, uint64_t now) {
  for (uint32_t base = 0; base < w->topology->nodes; base += 64) {
    for (uint64_t mask = w->coder->active[base / 64]; mask != 0; mask &= mask - 1) {
      give(w, base + (uint32_t)__builtin_ctzll(mask));
      w->last_progress = now;
    }
  }
}

// --- receiving -----------------------------------------------------------------------------------

// A raw packet, for its slot and for the host; a coded one is for the unit alone.
static bool head(const seen_t *s, const flight_t *flight, incoming_t *in, packet_type_t *type) {
  const coder_t *coder = s->w->coder;
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
  if (coder_to(s->w->coder, flight->operation) > 0 && !flight->filled) {
    return scoreboard_fault_packet(s, in, "the packet is not in the slot that it is for");
  }
  return scoreboard_arrived(s->w, flight, in->source, s->now, s->error);
}

const carrier_code_t carrier_coded = {
    .prepare = prepare,
    .head = head,
    .arrived = arrived,
};
