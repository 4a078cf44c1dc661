// split_mirror -- what interfaces show their hosts, brought to all processes that step a network;
// see split.h.

#include <string.h>

#include "network/network_state.h"

static bool is_links(const char *name) {
  static const char *const kLinks[] = {"out_valid",   "out_vc",           "out_kind",
                                       "out_payload", "credit_out_valid", "credit_out_vc"};
  bool found = false;
  for (size_t i = 0; i < sizeof kLinks / sizeof *kLinks; i++) {
    found = found || strcmp(name, kLinks[i]) == 0;
  }
  return found;
}

// The bank gets registers of its own in the place of those that hosts read, but not links.
static void *add_field(network_t *n, const char *name, void *known, size_t size) {
  split_t *s = n->split;
  if (is_links(name) || size == 0) {
    return known;
  }
  void *own = network_take(n, n->mask_words * INTERFACE_BLOCK, size);
  if (own != NULL && s->fields < SPLIT_FIELDS) {
    s->field[s->fields++] = (split_field_t){own, known, size};
  }
  n->short_of_memory = n->short_of_memory || s->fields == SPLIT_FIELDS;
  return own;
}

// The conservation of flits in slots goes by the credits of interfaces.
static void add_credits(network_t *n) {
  interface_fields_t *f = &n->interface_pins;
  split_t *s = n->split;
  uint16_t *known = network_take(n, n->mask_words * INTERFACE_BLOCK, sizeof *known);
  if (known != NULL) {
    s->field[s->fields++] = (split_field_t){(unsigned char *)f->credit_out_valid,
                                            (unsigned char *)known, sizeof *known};
    f->credit_out_valid = known;
  }
}

#define IN(...)
#define WIRE(...)
#define REG(...)
#define OUT(name, type, bits, by, radix, meaning) \
  bank.name = add_field(n, #name, bank.name, sizeof(type) * DIMENSIONS_COUNT(by));

// Called once, when the bank is made.
static interface_fields_t make_fields(network_t *n) {
  const noc_shape_t *s = &n->shape;
  interface_fields_t bank = n->interface_pins;
#include "shape/network_interface_state.def"
  return bank;
}

#undef IN
#undef WIRE
#undef OUT
#undef REG

interface_fields_t split_interface(network_t *n, uint32_t first) {
  split_t *s = n->split;
  s->bank_node = first;
  if (!s->mirror) {
    return network_interface_slice(n, first);
  }
  const interface_fields_t bank = make_fields(n);
  if (n->short_of_memory) {
    return bank;
  }
  if (n->shape.xor_unit) {
    add_credits(n);
  }
  return network_slice_of(&n->shape, bank, first);
}

void split_show(network_t *n) {
  const split_t *s = n->split;
  for (unsigned i = 0; i < s->fields; i++) {
    const split_field_t *f = &s->field[i];
    for (uint32_t node = 0; node < n->nodes; node++) {
      const uint32_t from = split_has_node(s, node) ? node : s->bank_node;
      memcpy(f->known + node * f->size, f->own + from * f->size, f->size);
    }
  }
}

// --- what has changed ----------------------------------------------------------------------------

typedef struct {
  uint32_t node;     // UINT32_MAX: no more
  uint32_t changed;  // a bit a field, whose bytes follow; of one that enters: the message
} split_change_t;

static const split_change_t kEnd = {UINT32_MAX, 0};

// Fields of members first .. end-1 that are not as they were.
static uint32_t find_changes(const split_t *s, uint32_t first, uint32_t end, uint32_t among) {
  uint32_t changed = 0;
  for (uint32_t left = among; left != 0; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctz(left);
    const split_field_t *f = &s->field[i];
    const bool differs =
        memcmp(f->own + first * f->size, f->known + first * f->size, (end - first) * f->size) != 0;
    changed |= (uint32_t)differs << i;
  }
  return changed;
}

static void put_changes(split_t *s, uint32_t slot, uint32_t among) {
  const split_change_t change = {slot, find_changes(s, slot, slot + 1, among)};
  if (change.changed == 0) {
    return;
  }
  peers_put_all(s->peers, &change, sizeof change);
  for (uint32_t left = change.changed; left != 0; left &= left - 1) {
    const split_field_t *f = &s->field[__builtin_ctz(left)];
    memcpy(f->known + slot * f->size, f->own + slot * f->size, f->size);
    peers_put_all(s->peers, f->own + slot * f->size, f->size);
  }
}

static void put_entering(network_t *n, uint32_t slot) {
  split_t *s = n->split;
  const uint64_t *payload =
      n->wired
          ? wires_injected_now(&n->wires, slot)
          : &n->pins.out_payload[((size_t)n->routers * n->shape.ports + slot) * n->shape.words];
  const uint32_t message =
      (uint32_t)packet_field(payload, packet_message_lsb(&n->shape), n->shape.msg_w);
  const split_change_t entering = {slot, message};
  s->entering_message[slot] = message;
  peers_put_all(s->peers, &entering, sizeof entering);
}

// Whether a head goes from an interface to its router.
static bool enters(const network_t *n, uint32_t slot) {
  const uint32_t at = n->routers * n->shape.ports + slot;
  return n->wired
             ? (n->entering_mask[slot / 64] >> slot % 64 & 1u) != 0
             : n->pins.out_valid[n->routers + slot] != 0 && (n->pins.out_kind[at] & KIND_HEAD) != 0;
}

void split_put_mirror(network_t *n) {
  split_t *s = n->split;
  const uint32_t all = s->fields == SPLIT_FIELDS ? UINT32_MAX : (UINT32_C(1) << s->fields) - 1;
  for (uint32_t first = s->node.first; first < s->node.end; first += INTERFACE_BLOCK) {
    const uint32_t end =
        s->node.end - first < INTERFACE_BLOCK ? s->node.end : first + INTERFACE_BLOCK;
    const uint32_t among = find_changes(s, first, end, all);
    for (uint32_t slot = first; slot < end && among != 0; slot++) {
      put_changes(s, slot, among);
    }
  }
  peers_put_all(s->peers, &kEnd, sizeof kEnd);
  for (uint32_t slot = s->node.first; slot < s->node.end; slot++) {
    if (enters(n, slot)) {
      put_entering(n, slot);
    }
  }
  peers_put_all(s->peers, &kEnd, sizeof kEnd);
}

void split_take_mirror(network_t *n, unsigned peer) {
  const split_t *s = n->split;
  peers_t *p = s->peers;
  split_change_t change;
  for (peers_get(p, peer, &change, sizeof change); change.node != UINT32_MAX;
       peers_get(p, peer, &change, sizeof change)) {
    for (uint32_t left = change.changed; left != 0; left &= left - 1) {
      const split_field_t *f = &s->field[__builtin_ctz(left)];
      peers_get(p, peer, f->known + change.node * f->size, f->size);
    }
  }
  for (uint32_t node = n->shards.node[peer]; node < n->shards.node[peer + 1]; node++) {
    n->entering_mask[node / 64] &= ~(UINT64_C(1) << node % 64);
  }
  for (peers_get(p, peer, &change, sizeof change); change.node != UINT32_MAX;
       peers_get(p, peer, &change, sizeof change)) {
    n->entering_mask[change.node / 64] |= UINT64_C(1) << change.node % 64;
    s->entering_message[change.node] = change.changed;
  }
}
