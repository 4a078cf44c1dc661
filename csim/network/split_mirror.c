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

// The interfaces of a word from `first` on that send a head to their router.
static uint64_t find_entering(const network_t *n, uint32_t first, uint32_t end) {
  const uint32_t port = n->routers * n->shape.ports;
  uint64_t entering = 0;
  if (n->wired) {
    return n->entering_mask[first / INTERFACE_BLOCK];
  }
  for (uint32_t slot = first; slot < end; slot++) {
    const bool head = n->pins.out_valid[n->routers + slot] != 0 &&
                      (n->pins.out_kind[port + slot] & KIND_HEAD) != 0;
    entering |= (uint64_t)head << slot % INTERFACE_BLOCK;
  }
  return entering;
}

void split_put_mirror(network_t *n) {
  split_t *s = n->split;
  const split_range_t own = s->node;
  const uint32_t all = s->fields == SPLIT_FIELDS ? UINT32_MAX : (UINT32_C(1) << s->fields) - 1;
  for (uint32_t first = own.first, end = 0; first < own.end; first = end) {
    end = (first / INTERFACE_BLOCK + 1) * INTERFACE_BLOCK;
    end = end < own.end ? end : own.end;
    const uint32_t among = find_changes(s, first, end, all);
    for (uint32_t slot = first; slot < end && among != 0; slot++) {
      put_changes(s, slot, among);
    }
  }
  peers_put_all(s->peers, &kEnd, sizeof kEnd);
  for (uint32_t first = own.first, end = 0; first < own.end; first = end) {
    end = (first / INTERFACE_BLOCK + 1) * INTERFACE_BLOCK;
    const uint32_t base = first / INTERFACE_BLOCK * INTERFACE_BLOCK;
    uint64_t left = find_entering(n, base, end < n->nodes ? end : n->nodes);
    for (; left != 0; left &= left - 1) {
      const uint32_t slot = base + (uint32_t)__builtin_ctzll(left);
      if (split_has_node(s, slot)) {
        put_entering(n, slot);
      }
    }
  }
  peers_put_all(s->peers, &kEnd, sizeof kEnd);
}

// Clears the bits of nodes first .. end-1.
static void clear_entering(const network_t *n, uint32_t first, uint32_t end) {
  for (; first < end && first % 64 != 0; first++) {
    n->entering_mask[first / 64] &= ~(UINT64_C(1) << first % 64);
  }
  for (; end - first >= 64; first += 64) {
    n->entering_mask[first / 64] = 0;
  }
  for (; first < end; first++) {
    n->entering_mask[first / 64] &= ~(UINT64_C(1) << first % 64);
  }
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
  clear_entering(n, n->shards.node[peer], n->shards.node[peer + 1]);
  for (peers_get(p, peer, &change, sizeof change); change.node != UINT32_MAX;
       peers_get(p, peer, &change, sizeof change)) {
    n->entering_mask[change.node / 64] |= UINT64_C(1) << change.node % 64;
    s->entering_message[change.node] = change.changed;
  }
}
