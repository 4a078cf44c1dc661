// watch_host -- packets at interfaces: the first beat that a host hands over, the head that comes
// to the network, what leaves it for a host or an operand slot; see watch_state.h and
// docs/microarchitecture.md, section 13.

#include "packets/watch_state.h"

bool watch_is_head(watch_t *w, const flow_t *flow, const uint64_t *payload) {
  const noc_shape_t *s = &w->shape;
  if (flow != NULL && packet_field(payload, packet_source_lsb(s), s->addr_w) == flow->address &&
      packet_field(payload, packet_message_lsb(s), s->msg_w) == flow->row.message) {
    return true;
  }
  w->lost = w->now;
  w->over = true;
  return false;
}

// --- what hosts hand over ------------------------------------------------------------------------

static void take_beat(watch_t *w, watched_node_t *node, uint32_t id) {
  const interface_fields_t *f = w->node_pins;
  const uint32_t message = f->host_message[node->slot];
  offered_t *last = &node->last[f->host_network[node->slot] % MOST_VCS];
  const offered_t now = {message, f->host_dst[node->slot], f->host_flits[node->slot]};
  // The pins keep the beat until the next one; 0 flits: there has been none.
  if (now.flits == 0 || (now.message == last->message && now.destination == last->destination &&
                         now.flits == last->flits)) {
    return;
  }
  *last = now;
  beat_t *list = &w->beat[(size_t)id * w->beat_room];
  beat_t *place = list;
  for (uint32_t i = 0; i < w->beat_room && place->cycle != 0; i++) {
    place = list[i].cycle < place->cycle ? &list[i] : place;
  }
  *place = (beat_t){message, w->now};
}

// The cycle in which the first beat of a packet was taken, which is asked for once.
static uint64_t accepted(const watch_t *w, uint32_t id, uint32_t message, uint64_t created) {
  beat_t *list = &w->beat[(size_t)id * w->beat_room];
  for (uint32_t i = 0; i < w->beat_room; i++) {
    if (list[i].cycle > created && list[i].message == message) {
      const uint64_t cycle = list[i].cycle - 1;
      list[i].cycle = 0;
      return cycle;
    }
  }
  return kNever;
}

// --- packets that begin --------------------------------------------------------------------------

flow_t *hosts_enter(watch_t *w, uint32_t node, const uint64_t *payload) {
  packet_head_t head;
  workload_packet_t of = {.created = kNever, .destination = UINT32_MAX, .operation = UINT32_MAX};
  packet_unpack(&w->shape, payload, &head);
  const uint32_t source = network_node(w->n, head.source);
  flow_t *flow = watch_new_flow(w);
  if (flow == NULL) {
    return NULL;
  }
  if (source == UINT32_MAX || !workload_packet(w->workload, source, head.message, &of)) {
    flow->next = w->unused_flow;
    w->unused_flow = flow;
    w->lost = w->now;
    w->over = true;
    return NULL;
  }
  const bool worm = packet_is_worm(head.type);
  *flow = (flow_t){
      .row = {.id = ++w->packets,
              .source = source,
              .injected_at = node,
              .destination = worm ? UINT32_MAX : network_node(w->n, head.destination),
              .message = head.message,
              .operation = of.operation,
              .copies = worm ? of.copies : 0,
              .flits = head.length,
              .headers = head.headers,
              .network = head.network,
              .type = head.type,
              .created = of.created,
              .accepted = accepted(w, node, head.message, of.created),
              .entered = w->now,
              .arrived = kNever,
              .head_delivered = kNever,
              .tail_delivered = kNever},
      .address = head.source,
      .recorded = w->now >= w->config.from && w->now <= w->config.to,
      .coded = head.type == PACKET_CODED,
  };
  if (head.type == PACKET_FORWARDED || head.type == PACKET_FORWARDED_LAST) {
    flow->row.accepted = kNever;  // its interface makes it
  }
  flow->row.caused_by = causes_of(w, flow, &of);
  w->recorded += flow->recorded;
  return flow;
}

// --- packets that end ----------------------------------------------------------------------------

static void unlink_landing(landings_t *list, landing_t *landing) {
  landing_t *before = NULL;
  for (landing_t *at = list->head; at != landing; at = at->next) {
    before = at;
  }
  *(before != NULL ? &before->next : &list->head) = landing->next;
  list->tail = list->tail == landing ? before : list->tail;
}

// The row of a packet, or of the copy of a worm that has come here.
static void finish(watch_t *w, uint32_t node, landings_t *list, landing_t *landing,
                   uint64_t cycle) {
  flow_t *flow = landing->flow;
  packet_row_t row = flow->row;
  row.arrived = landing->arrived;
  row.head_delivered = landing->head_taken;
  row.tail_delivered = cycle;
  row.last_hop = landing->hop;
  if (flow->row.copies > 0) {
    row.copy_of = row.id;
    row.id = ++w->packets;
    row.destination = node;
    row.copies = 0;
    flow->row.tail_delivered = cycle;
  }
  if (flow->recorded) {
    watch_write_packet(w, &row);
  }
  causes_delivered(w, node, flow, row.id);
  unlink_landing(list, landing);
  watch_drop_landing(w, landing);
  watch_leave(w, flow);
}

// A beat that was offered in the last cycle, and taken.
static void take_delivery(watch_t *w, uint32_t node, unsigned vc, unsigned kind) {
  landings_t *list = &w->landed[(size_t)node * w->vcs + vc];
  landing_t *landing = list->head;
  while (landing != NULL && landing->flow->coded) {
    landing = landing->next;
  }
  if (landing == NULL) {
    w->lost = w->now;
    w->over = true;
    return;
  }
  if ((kind & KIND_HEAD) != 0) {
    landing->head_taken = w->now - 1;
  }
  if ((kind & KIND_TAIL) != 0) {
    finish(w, node, list, landing, w->now - 1);
  }
}

// A coded packet leaves for a slot, and no host sees its flits.
static void take_fill(watch_t *w, uint32_t node) {
  host_fill_t fill;
  if (!network_fill(w->n, node, &fill)) {
    return;
  }
  for (unsigned vc = 0; vc < w->vcs; vc++) {
    landings_t *list = &w->landed[(size_t)node * w->vcs + vc];
    for (landing_t *l = list->head; l != NULL; l = l->next) {
      if (l->flow->coded && l->flow->address == fill.source &&
          l->flow->row.message == fill.message) {
        l->head_taken = l->head_out;
        finish(w, node, list, l, w->now);
        return;
      }
    }
  }
}

// A flit has left an ejection queue in the last cycle.
static void take_credit(watch_t *w, uint32_t node, unsigned vc) {
  landing_t *l = w->landed[(size_t)node * w->vcs + vc].head;
  while (l != NULL && l->popped == l->flits) {
    l = l->next;
  }
  if (l != NULL) {
    l->head_out = l->popped == 0 ? w->now : l->head_out;
    l->popped++;
  }
}

// A head comes to an interface.
static void land(watch_t *w, uint32_t node, unsigned vc, const uint64_t *payload) {
  tokens_t *tokens = &w->leaving[(size_t)node * w->vcs + vc];
  landings_t *list = &w->landed[(size_t)node * w->vcs + vc];
  token_t *token = tokens->head;
  landing_t *l = token != NULL ? watch_new_landing(w) : NULL;
  if (!watch_is_head(w, token != NULL ? token->flow : NULL, payload) || l == NULL) {
    return;
  }
  packet_head_t head;
  packet_unpack(&w->shape, payload, &head);
  tokens->head = token->next;
  tokens->tail = tokens->head != NULL ? tokens->tail : NULL;
  *l = (landing_t){.flow = token->flow,
                   .hop = token->hop_id,
                   .arrived = w->now,
                   .head_out = kNever,
                   .head_taken = kNever,
                   .flits = (uint32_t)head.length + head.headers};
  *(list->head != NULL ? &list->tail->next : &list->head) = l;
  list->tail = l;
  if (token->hop != NULL) {
    watch_hop_onward(w, token->hop, w->now);
  }
  causes_arrived(w, node, token->flow);
  watch_drop_token(w, token);
}

// Before a coded packet's fill its last credit, and before a beat is taken its head has come out.
static void node_cycle(watch_t *w, uint32_t id) {
  watched_node_t *node = &w->node[id];
  const interface_fields_t *f = w->node_pins;
  const uint32_t slot = node->slot;
  take_beat(w, node, id);
  for (uint32_t taken = node->offered & f->del_ready[slot]; taken != 0; taken &= taken - 1) {
    const unsigned k = (unsigned)__builtin_ctz(taken);
    take_delivery(w, id, node->vc[k], node->kind[k]);
  }
  if (f->credit_out_valid[slot] != 0) {
    take_credit(w, id, f->credit_out_vc[slot]);
  }
  if (w->shape.xor_unit) {
    take_fill(w, id);
  }
  node->offered = f->del_valid[slot];
  for (uint32_t offers = node->offered; offers != 0; offers &= offers - 1) {
    const unsigned k = (unsigned)__builtin_ctz(offers);
    node->vc[k] = f->del_vc[(size_t)slot * w->shape.networks + k];
    node->kind[k] = f->del_kind[(size_t)slot * w->shape.networks + k];
  }
  if (f->in_valid[slot] != 0 && (f->in_kind[slot] & KIND_HEAD) != 0) {
    land(w, id, f->in_vc[slot], &f->in_payload[(size_t)slot * w->shape.words]);
  }
}

void hosts_cycle(watch_t *w) {
  for (uint32_t id = 0; id < w->nodes && !w->over; id++) {
    node_cycle(w, id);
  }
}
