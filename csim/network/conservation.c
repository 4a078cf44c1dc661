// conservation -- two laws that know nothing of how routers work: no flit is lost or
// made (where there are XOR units: what stays in a slot went out, what is decoded
// came in; where there are forwarding units: copies came in, and what is kept is in
// slots too; where routers copy: those copies are what the packets were to be made
// into), and on every link and VC the credits at the sender, the flits and credits on
// the way, and the flits in the receiver's buffer add up to the depth of that buffer.

#include <inttypes.h>
#include <string.h>

#include "network/network_state.h"

uint64_t network_register(const network_t *n, const bank_t *b, const char *field, uint32_t index) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    if (strcmp(b->layout.field[f].name, field) == 0) {
      return bundle_element(&b->layout.field[f], n->words, index);
    }
  }
  return 0;
}

static uint32_t first_port(const network_t *n, uint32_t slot) {
  return slot < n->routers ? slot * n->shape.ports
                           : n->routers * n->shape.ports + (slot - n->routers);
}

// The link that comes in at a flat port of a component, between two foreign routers: it shows what
// has moved there, which their bank counts itself.
static bool is_shown_only(const network_t *n, uint32_t slot, uint32_t at) {
  return network_is_foreign(n, slot) && network_is_foreign(n, n->end[at].component);
}

// Adds what waits on links that stall, in the same way. Returns the flits.
static uint64_t count_stalled(network_t *n) {
  uint64_t flits = 0;
  for (uint32_t from = 0; n->queues.waiting > 0 && from < n->ports; from++) {
    for (unsigned vc = 0; vc < n->shape.vcs; vc++) {
      n->on_way[(size_t)from * n->shape.vcs + vc] =
          (uint16_t)(n->on_way[(size_t)from * n->shape.vcs + vc] + link_queues_flits(n, from, vc) +
                     link_queues_credits(n, from, vc));
    }
    flits += n->queues.flits[from].count;
  }
  return flits;
}

// Adds what is on the way on every link, under the flat port and VC of the sender of the flits; the
// same entry counts the credits that come back to it. Returns the flits.
static uint64_t count_on_way(network_t *n) {
  const link_pins_t *p = &n->pins;
  const unsigned vcs = n->shape.vcs;
  const bool foreign = network_has_foreign(n);
  uint64_t flits = 0;
  network_show_links(n);
  if (n->split != NULL) {
    split_clear_on_way(n);
  } else {
    memset(n->on_way, 0, (size_t)n->ports * vcs * sizeof *n->on_way);
  }
  for (uint32_t slot = 0; slot < n->components; slot++) {
    uint32_t base = first_port(n, slot);
    for (uint32_t mask = p->in_valid[slot]; mask != 0; mask &= mask - 1) {
      uint32_t at = base + (uint32_t)__builtin_ctz(mask);
      if (foreign && is_shown_only(n, slot, at)) {
        continue;
      }
      const link_end_t *sender =
          slot < n->routers ? &n->end[at] : &n->credit_end[slot - n->routers];
      n->on_way[(size_t)sender->port * vcs + p->in_vc[at]]++;
      flits++;
    }
    for (uint32_t mask = p->credit_in_valid[slot]; mask != 0; mask &= mask - 1) {
      uint32_t at = base + (uint32_t)__builtin_ctz(mask);
      n->on_way[(size_t)at * vcs + p->credit_in_vc[at]]++;
    }
  }
  for (unsigned i = 0; i < n->delay_lines; i++) {
    const delay_line_t *line = &n->delay[i];
    for (uint32_t k = 0; k < line->flits; k++) {
      n->on_way[(size_t)line->flit_from[k] * vcs + line->flit_vc[k]]++;
    }
    for (uint32_t k = 0; k < line->credits; k++) {
      n->on_way[(size_t)n->end[line->credit_from[k]].port * vcs + line->credit_vc[k]]++;
    }
    flits += line->flits;
  }
  return flits + count_stalled(n);
}

// The flits between switch grant and link by the registers, as bank_t.crossing has them.
static uint32_t registered_crossing(const network_t *n, bank_t *b, uint32_t member, uint8_t *to,
                                    uint8_t *vc) {
  b->ops->state(b, member, false, n->words);
  const uint32_t crossing = (uint32_t)network_register(n, b, "st_valid", 0);
  for (uint32_t left = crossing; left != 0; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(left);
    // The mask of a router that copies is over output ports.
    to[i] = (uint8_t)(n->shape.multicast ? i : network_register(n, b, "st_port", i));
    vc[i] = (uint8_t)network_register(n, b, "st_vc", i);
  }
  return crossing;
}

// Flits between switch grant and link, where grants are registered, have left their buffer and used
// their credit.
static void count_traversing(network_t *n, bank_t *b, uint32_t member, uint32_t base) {
  uint8_t to[SHAPE_MAX_PORTS];
  uint8_t vc[SHAPE_MAX_PORTS];
  if (b->flits_inside(b, member) == 0) {  // of a large network nearly all
    return;
  }
  uint32_t left = b->crossing != NULL ? b->crossing(b, member, to, vc)
                                      : registered_crossing(n, b, member, to, vc);
  for (; left != 0; left &= left - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(left);
    if (to[i] < n->shape.ports && vc[i] < n->shape.vcs) {
      n->on_way[(size_t)(base + to[i]) * n->shape.vcs + vc[i]]++;
    }
  }
}

static uint64_t count_inside(network_t *n) {
  uint64_t inside = 0;
  for (size_t b = 0; b < n->banks; b++) {
    for (uint32_t m = 0; m < n->range[b].members; m++) {
      inside += n->bank[b]->flits_inside(n->bank[b], m);
    }
  }
  return inside;
}

uint64_t network_flits(network_t *n) {
  return count_on_way(n) + count_inside(n);
}

// Flits on links to routers.
static uint64_t count_to_routers(const network_t *n) {
  uint64_t flits = 0;
  for (uint32_t slot = 0; slot < n->routers; slot++) {
    flits += (unsigned)__builtin_popcount(n->pins.in_valid[slot]);
  }
  for (unsigned i = 0; i < n->delay_lines; i++) {
    flits += n->delay[i].flits;
  }
  for (uint32_t from = 0; n->queues.waiting > 0 && from < n->ports; from++) {
    flits += n->end[from].component < n->routers ? n->queues.flits[from].count : 0;
  }
  return flits;
}

// Adds up over all processes what each has counted.
static void sum_all(const network_t *n, uint64_t *numbers, size_t count) {
  if (n->split != NULL) {
    peers_sum(n->split->peers, numbers, count);
  }
}

// Where routers copy: what came in from the interfaces, and the copies that the packets in the
// routers were to be made into, are what went to the interfaces and what is between. (Which hosts
// get what is the scoreboard's; interfaces drop the header flits that are left.)
static bool check_copies(network_t *n, noc_error_t *error) {
  uint64_t inside = 0;
  int64_t copied = 0;
  for (size_t b = 0; b < n->banks; b++) {
    bank_t *bank = n->bank[b];
    const uint32_t routers = n->range[b].first < n->routers ? n->range[b].members : 0;
    if (routers > 0 && bank->copied == NULL) {
      return true;
    }
    for (uint32_t m = 0; m < routers; m++) {
      inside += bank->flits_inside(bank, m);
      copied += bank->copied(bank, m);
    }
  }
  uint64_t sum[] = {n->counts.injected_flits, n->counts.ejected_flits, count_to_routers(n), inside,
                    (uint64_t)copied};
  sum_all(n, sum, sizeof sum / sizeof *sum);
  if (sum[0] + sum[4] == sum[1] + sum[2] + sum[3]) {
    return true;
  }
  return noc_fail(error, NOC_CHECK_FAILED,
                  "conservation: cycle %" PRIu64 ": %" PRIu64
                  " flits went into the routers, which were to make %" PRId64
                  " more of them; %" PRIu64 " came out, %" PRIu64 " are on links, %" PRIu64
                  " in buffers",
                  n->cycle, sum[0], (int64_t)sum[4], sum[1], sum[2], sum[3]);
}

static bool check_flits(network_t *n, uint64_t on_links, noc_error_t *error) {
  if (n->shape.multicast) {
    return check_copies(n, error);
  }
  // A mirror lets all count what hosts give, take and are offered.
  const bool all = n->split != NULL && n->split->mirror && n->split->peers->rank > 0;
  uint64_t sum[] = {
      all ? 0 : n->counts.accepted + n->counts.decoded,
      all ? 0 : n->counts.taken + n->counts.stored,
      (all ? 0 : n->deliveries + n->results) + count_inside(n),
      on_links,
      forward_units_sum(n).copied,
  };
  sum_all(n, sum, sizeof sum / sizeof *sum);
  const uint64_t in = sum[0] + sum[4];
  const uint64_t out = sum[1];
  const uint64_t inside = sum[2];
  on_links = sum[3];
  if (in == out + on_links + inside) {
    return true;
  }
  return noc_fail(error, NOC_CHECK_FAILED,
                  "conservation: cycle %" PRIu64 ": %" PRIu64 " flits went in, %" PRIu64
                  " came out, %" PRIu64 " are on links, %" PRIu64 " in buffers",
                  n->cycle, in, out, on_links, inside);
}

// The credits of every VC of the link that leaves a component's port.
static bool check_link(network_t *n, uint32_t slot, unsigned port, noc_error_t *error) {
  const uint32_t from = first_port(n, slot) + port;
  const link_end_t *end = &n->end[from];
  const uint32_t peer = end->component;
  if (is_shown_only(n, slot, from)) {
    return true;
  }
  uint32_t member = 0;
  uint32_t peer_member = 0;
  // The buffer of another process has come with what that has on the way.
  const bool here = n->split == NULL || split_has(n, peer);
  bank_t *bank = network_member(n, slot < n->routers ? COMPONENT_ROUTER : COMPONENT_INTERFACE,
                                n->id[slot], &member);
  bank_t *peer_bank =
      here ? network_member(n, peer < n->routers ? COMPONENT_ROUTER : COMPONENT_INTERFACE,
                            n->id[peer], &peer_member)
           : NULL;
  const unsigned peer_port = end->port - first_port(n, peer);
  for (unsigned vc = 0; vc < n->shape.vcs; vc++) {
    uint32_t credits = bank->credits(bank, member, port, vc);
    uint32_t occupied = here ? peer_bank->occupied(peer_bank, peer_member, peer_port, vc) : 0;
    uint32_t on_way = n->on_way[(size_t)from * n->shape.vcs + vc];
    if (credits + on_way + occupied != n->shape.depth) {
      char name[64];
      char peer_name[64];
      return noc_fail(error, NOC_CHECK_FAILED,
                      "conservation: cycle %" PRIu64
                      ": %s %s port %u VC %u: %u credits + %u flits and credits on the way + %u "
                      "flits in the buffer of %s %s port %u are not the depth %u",
                      n->cycle, slot < n->routers ? "router" : "interface",
                      network_name(n, slot, name, sizeof name), port, vc, credits, on_way, occupied,
                      peer < n->routers ? "router" : "interface",
                      network_name(n, peer, peer_name, sizeof peer_name), peer_port,
                      n->shape.depth);
    }
  }
  return true;
}

// A component sends flits at this port. Where nodes enter and leave at different ports, a port of a
// router may only receive from an interface.
static bool sends(const network_t *n, uint32_t from) {
  const uint32_t peer = n->end[from].component;
  return peer < n->routers ||
         (peer < n->components && n->credit_end[peer - n->routers].port == from);
}

// The links that leave our components.
static bool check_links(network_t *n, noc_error_t *error) {
  for (uint32_t slot = 0; slot < n->components; slot++) {
    const unsigned ports = n->split != NULL && !split_has(n, slot) ? 0
                           : slot < n->routers                     ? n->shape.ports
                                                                   : 1;
    for (unsigned port = 0; port < ports; port++) {
      if (sends(n, first_port(n, slot) + port) && !check_link(n, slot, port, error)) {
        return false;
      }
    }
  }
  return true;
}

bool network_check_conservation(network_t *n, noc_error_t *error) {
  uint64_t on_links = count_on_way(n);
  for (size_t b = 0; b < n->banks && n->shape.registered; b++) {
    for (uint32_t m = 0; m < n->range[b].members && n->range[b].first < n->routers; m++) {
      count_traversing(n, n->bank[b], m, first_port(n, n->range[b].first + m));
    }
  }
  if (!check_flits(n, on_links, error)) {
    return false;
  }
  if (n->split != NULL) {
    split_add_on_way(n);
  }
  return split_agree(n, forward_units_check(n, error) && check_links(n, error), error);
}