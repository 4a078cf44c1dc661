// test_coded_faults -- what interfaces with XOR units do wrong is found: bits in the stores, and
// packets, fills and results that they show changed, at another node, once more, or not at all.

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/network_state.h"
#include "workload/coder.h"
#include "workload/workload_state.h"

#define NETWORK                                                          \
  "topology=mesh:4x2 workload.collective=allgather workload.scheme=hnc " \
  "workload.group=2x2"

// --- faults --------------------------------------------------------------------------------------

typedef enum {
  FLIP_CODED,      // a bit of a coded packet on its way to the interface
  OTHER_BLOCK,     // the name of a raw packet that the host takes, and the unit as well
  FLIP_DECODED,    // a bit of decoded data
  WRONG_NAME,      // of it
  WRONG_SLOT,      // of it
  LOST_TAIL,       // of it
  WRONG_FILL,      // a packet is complete in another slot
  FILL_OF_NOBODY,  // of another node
  WRONG_DONE,      // a result is complete in another slot
  FAULTS
} fault_t;

// Spoils the pins of the first node where that is possible; true if it was.
static bool spoil(sim_t *s, fault_t fault) {
  for (uint32_t node = 0; node < s->scenario->topology->nodes; node++) {
    uint32_t slot = 0;
    const interface_fields_t *f = network_interface_pins(s->network, node, &slot);
    const bool decoded = f->res_valid[slot] != 0;
    const bool raw = f->del_valid[slot] != 0 && (f->del_kind[slot] & KIND_HEAD) != 0;
    packet_head_t head = {0};
    switch (fault) {
      case FLIP_CODED:
        if (f->in_valid[slot] && (f->in_kind[slot] & KIND_HEAD) != 0) {
          packet_unpack(network_shape(s->network), &f->in_payload[slot], &head);
          f->in_payload[slot] ^= (uint64_t)(head.type == PACKET_CODED) << 63;
        }
        break;
      case OTHER_BLOCK:
        f->del_name[slot] ^= raw;
        break;
      case FLIP_DECODED:
        f->res_data[slot] ^= (uint64_t)decoded << 60;
        break;
      case WRONG_NAME:
        f->res_name[slot] ^= decoded;
        break;
      case WRONG_SLOT:
        f->res_slot[slot] = (uint16_t)(decoded ? 0 : f->res_slot[slot]);
        break;
      case LOST_TAIL:
        f->res_kind[slot] = (uint8_t)(decoded ? KIND_HEAD : f->res_kind[slot]);
        break;
      case WRONG_FILL:
        f->fill_slot[slot] ^= f->fill_valid[slot];
        break;
      case FILL_OF_NOBODY:
        f->fill_message[slot] ^= (uint16_t)(f->fill_valid[slot] << 3);
        break;
      case WRONG_DONE:
        f->done_slot[slot] = (uint16_t)(f->done_valid[slot] ? 0 : f->done_slot[slot]);
        break;
      case FAULTS:
        break;
    }
    if (fault == FLIP_CODED                              ? head.type == PACKET_CODED
        : fault == OTHER_BLOCK                           ? raw
        : fault == WRONG_DONE                            ? f->done_valid[slot] != 0
        : fault == WRONG_FILL || fault == FILL_OF_NOBODY ? f->fill_valid[slot] != 0
                                                         : decoded) {
      return true;
    }
  }
  return false;
}

static void test_faults(void **state) {
  (void)state;
  static const char *const kSentences[FAULTS] = {
      [FLIP_CODED] = ", flit 1 of 1: data word 0 is 0x",
      [OTHER_BLOCK] = "; sent was block ",
      [FLIP_DECODED] = ", flit 1 of 1: data word 0 is 0x",
      [WRONG_NAME] = " as the result of slot ",
      [WRONG_SLOT] = "found data from slot 0, whose result nobody asked for",
      [LOST_TAIL] = "found no tail, flit 1 of 1, of a result",
      [WRONG_FILL] = " complete in slot ",
      [FILL_OF_NOBODY] = "which is not on its way",
      [WRONG_DONE] = "found a result in slot 0, which nobody asked for"};
  for (fault_t fault = 0; fault < FAULTS; fault++) {
    sim_t s = sim_create(NETWORK);
    bool spoiled = false;
    bool ok = true;
    while (ok && !workload_done(s.workload) && network_cycle(s.network) < 1000) {
      spoiled = spoiled || spoil(&s, fault);
      ok = sim_step(&s);
    }
    assert_true(spoiled);
    if (ok || strstr(s.error.text, kSentences[fault]) == NULL) {
      fail_msg("fault %d: expected '%s', found '%s'", (int)fault, kSentences[fault],
               ok ? "no error" : s.error.text);
    }
    sim_free(&s);
  }
}

// --- what is shown where and when it should not be -----------------------------------------------

// Kept for the next cycle: a node, and the values that it has shown.
typedef struct {
  bool armed;
  uint32_t node;
  uint8_t kind;
  uint16_t slot, message;
  uint32_t name, source;
  uint64_t data;
} kept_t;

// A node, and where its pins are.
typedef struct {
  sim_t *s;
  uint32_t node, slot;
  const interface_fields_t *pins;
} at_t;

static at_t at_node(sim_t *s, uint32_t node) {
  at_t at = {.s = s, .node = node};
  at.pins = network_interface_pins(s->network, node, &at.slot);
  return at;
}

// These do it at this node, if that is possible; true if they did.
typedef bool (*wrong_t)(const at_t *at, kept_t *kept);

static const coder_t *coder_of(const at_t *at) {
  return at->s->workload->carrier[CARRIER_CODED];
}

static void set(uint64_t *mask, const at_t *at, bool value) {
  const uint64_t bit = UINT64_C(1) << at->node;
  *mask = value ? *mask | bit : *mask & ~bit;
}

// A packet with raw data, which is for the host too, is complete in its slot.
static bool raw_fill(const at_t *at) {
  const interface_fields_t *f = at->pins;
  if (f->fill_valid[at->slot] == 0) {
    return false;
  }
  const uint32_t source = network_node(at->s->network, f->fill_source[at->slot]);
  const flight_t *flight =
      flights_find(&at->s->workload->flights, source, f->fill_message[at->slot]);
  return flight != NULL && coder_delivers(coder_of(at), flight->operation);
}

static bool raw_head(const at_t *at) {
  return at->pins->del_valid[at->slot] != 0 && (at->pins->del_kind[at->slot] & KIND_HEAD) != 0;
}

static bool lose_fill(const at_t *at, kept_t *kept) {
  (void)kept;
  const bool raw = raw_fill(at);
  if (raw) {
    set(at->s->network->fill_mask, at, false);
  }
  return raw;
}

static void show_fill(const at_t *at, const kept_t *kept) {
  at->pins->fill_slot[at->slot] = kept->slot;
  at->pins->fill_source[at->slot] = kept->source;
  at->pins->fill_message[at->slot] = kept->message;
  set(at->s->network->fill_mask, at, true);
}

static void keep_fill(const at_t *at, kept_t *kept) {
  *kept = (kept_t){.armed = true,
                   .node = at->node,
                   .slot = at->pins->fill_slot[at->slot],
                   .source = at->pins->fill_source[at->slot],
                   .message = at->pins->fill_message[at->slot]};
}

static bool fill_elsewhere(const at_t *at, kept_t *kept) {
  const at_t other = at_node(at->s, at->node ^ 1);
  if (at->pins->fill_valid[at->slot] == 0 || other.pins->fill_valid[other.slot] != 0) {
    return false;
  }
  keep_fill(at, kept);
  set(at->s->network->fill_mask, at, false);
  show_fill(&other, kept);
  return true;
}

// Its host does not take the packet meanwhile.
static bool fill_again(const at_t *at, kept_t *kept) {
  if (kept->armed && at->node == kept->node) {
    show_fill(at, kept);
    return true;
  }
  if (!kept->armed && raw_fill(at)) {
    keep_fill(at, kept);
    network_host_takes(at->s->network, at->node, NETWORK_RESULTS);
  }
  return false;
}

static bool fill_from_nowhere(const at_t *at, kept_t *kept) {
  (void)kept;
  at->pins->fill_source[at->slot] = UINT32_MAX;
  return at->pins->fill_valid[at->slot] != 0;
}

// The slot is that of a result which stays in the unit.
static bool result_of_coded(const at_t *at, kept_t *kept) {
  (void)kept;
  const coder_t *c = coder_of(at);
  for (uint32_t slot = 1; slot < c->base[at->node + 1] - c->base[at->node]; slot++) {
    const uint32_t op = coder_made_by(c, at->node, slot);
    if (at->pins->res_valid[at->slot] != 0 && op != kPlanNone && !coder_delivers(c, op)) {
      at->pins->res_slot[at->slot] = (uint16_t)slot;
      return true;
    }
  }
  return false;
}

static bool result_again(const at_t *at, kept_t *kept) {
  const interface_fields_t *f = at->pins;
  if (kept->armed && at->node == kept->node) {
    f->res_valid[at->slot] = 1;
    f->res_kind[at->slot] = kept->kind;
    f->res_slot[at->slot] = kept->slot;
    f->res_name[at->slot] = kept->name;
    f->res_data[at->slot] = kept->data;
    set(at->s->network->result_mask, at, true);
    return true;
  }
  if (!kept->armed && f->res_valid[at->slot] != 0) {
    *kept = (kept_t){.armed = true,
                     .node = at->node,
                     .kind = f->res_kind[at->slot],
                     .slot = f->res_slot[at->slot],
                     .name = f->res_name[at->slot],
                     .data = f->res_data[at->slot]};
  }
  return false;
}

// A flit of this kind is shown as one of another.
static bool result_kind(const at_t *at, uint8_t kind, uint8_t shown) {
  const bool found = at->pins->res_valid[at->slot] != 0 && at->pins->res_kind[at->slot] == kind;
  if (found) {
    at->pins->res_kind[at->slot] = shown;
  }
  return found;
}

static bool head_for_tail(const at_t *at, kept_t *kept) {
  (void)kept;
  return result_kind(at, KIND_TAIL, KIND_SINGLE);
}

static bool body_for_head(const at_t *at, kept_t *kept) {
  (void)kept;
  return result_kind(at, KIND_HEAD, KIND_BODY);
}

static bool tail_for_head(const at_t *at, kept_t *kept) {
  (void)kept;
  return result_kind(at, KIND_HEAD, KIND_SINGLE);
}

static bool done_again(const at_t *at, kept_t *kept) {
  if (kept->armed && at->node == kept->node) {
    at->pins->done_slot[at->slot] = kept->slot;
    set(at->s->network->done_mask, at, true);
    return true;
  }
  if (!kept->armed && at->pins->done_valid[at->slot] != 0) {
    *kept = (kept_t){.armed = true, .node = at->node, .slot = at->pins->done_slot[at->slot]};
  }
  return false;
}

static bool lose_done(const at_t *at, kept_t *kept) {
  (void)kept;
  const bool done = at->pins->done_valid[at->slot] != 0;
  if (done) {
    set(at->s->network->done_mask, at, false);
  }
  return done;
}

static bool other_type(const at_t *at, kept_t *kept) {
  (void)kept;
  at->pins->del_type[at->slot] ^= PACKET_CODED;
  return raw_head(at);
}

static bool other_slot(const at_t *at, kept_t *kept) {
  (void)kept;
  at->pins->del_slot[at->slot] ^= 1;
  return raw_head(at);
}

// The node offers its host this head.
static void show_head(const at_t *at, const kept_t *head) {
  const interface_fields_t *f = at->pins;
  f->del_valid[at->slot] = 1;
  f->del_kind[at->slot] = head->kind;
  f->del_type[at->slot] = PACKET_UNICAST;
  f->del_source[at->slot] = head->source;
  f->del_message[at->slot] = head->message;
  f->del_slot[at->slot] = head->slot;
  f->del_name[at->slot] = head->name;
  f->del_data[at->slot] = head->data;
  network_host_takes(at->s->network, at->node, UINT32_MAX);
}

static bool head_elsewhere(const at_t *at, kept_t *kept) {
  const interface_fields_t *f = at->pins;
  const at_t other = at_node(at->s, at->node ^ 1);
  if (!raw_head(at) || raw_head(&other)) {
    return false;
  }
  *kept = (kept_t){.kind = f->del_kind[at->slot],
                   .slot = f->del_slot[at->slot],
                   .message = f->del_message[at->slot],
                   .name = f->del_name[at->slot],
                   .source = f->del_source[at->slot],
                   .data = f->del_data[at->slot]};
  show_head(&other, kept);
  f->del_valid[at->slot] = 0;
  network_host_takes(at->s->network, at->node, UINT32_MAX);
  return true;
}

// The host of this node is offered a coded packet that has begun its way to it.
static bool offer_coded(const at_t *at, kept_t *kept) {
  const flights_t *flights = &at->s->workload->flights;
  for (uint32_t source = 0; source < flights->nodes; source++) {
    for (uint32_t i = 0; i <= flights->window[source].mask; i++) {
      const flight_t *flight = &flights->window[source].entry[i];
      if (flight->flying && flight->destination == at->node &&
          !coder_delivers(coder_of(at), flight->operation)) {
        *kept = (kept_t){.kind = KIND_SINGLE,
                         .slot = coder_to(coder_of(at), flight->operation),
                         .message = (uint16_t)flight->sequence,
                         .source = network_address(at->s->network, source)};
        show_head(at, kept);
        return true;
      }
    }
  }
  return false;
}

static const struct {
  wrong_t wrong;
  unsigned flits;
  const char *sentence;
} kWrong[] = {
    {lose_fill, 1, "the packet is not in the slot that it is for"},
    {fill_elsewhere, 1, "; sent was it to node "},
    {fill_again, 1, " once more; sent was it to node "},
    {fill_from_nowhere, 1, "of the node with address 0xffffffff complete in slot "},
    {result_of_coded, 1, "found data from slot "},
    {result_again, 1, " a second time"},
    {head_for_tail, 2, "found another result before the tail of the last"},
    {body_for_head, 2, "found a flit of a result that follows no head"},
    {tail_for_head, 2, "found a tail too early, flit 1 of 2, of a result"},
    {done_again, 1, "which was complete before"},
    {lose_done, 1, " results of XOR units are missing, the first in slot "},
    {other_type, 1, "type is not that of the packets sent"},
    {other_slot, 1, "; sent was block "},
    {head_elsewhere, 1, " was sent to node "},
    {offer_coded, 1, "the packet is coded, and for the XOR unit alone"},
};

static void test_wrong(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kWrong / sizeof kWrong[0]; i++) {
    char text[256];
    (void)snprintf(text, sizeof text, NETWORK " workload.message_flits=%u", kWrong[i].flits);
    sim_t s = sim_create(text);
    kept_t kept = {0};
    bool done = false;
    bool ok = true;
    while (ok && network_cycle(s.network) < 1000) {
      for (uint32_t node = 0; !done && node < s.scenario->topology->nodes; node++) {
        const at_t at = at_node(&s, node);
        done = kWrong[i].wrong(&at, &kept);
      }
      ok = sim_step(&s);
    }
    assert_true(done);
    ok = ok && !workload_stalled(s.workload, &s.error);
    if (ok || strstr(s.error.text, kWrong[i].sentence) == NULL) {
      fail_msg("expected '%s', found '%s'", kWrong[i].sentence, ok ? "no error" : s.error.text);
    }
    sim_free(&s);
  }
}

// --- what the stores hold is spoiled -------------------------------------------------------------

// Flips a bit of every copy of a word in the memories of a bank; returns how many there are.
static unsigned flip_in_stores(bank_t *bank, uint64_t word) {
  const size_t size = bank->ops->snapshot_size(bank);
  uint8_t *snapshot = malloc(size + 1);
  unsigned count = 0;
  assert_non_null(snapshot);
  bank->ops->save(bank, snapshot);
  for (size_t i = 0; i + sizeof word <= size; i += sizeof word) {
    uint64_t found = 0;
    memcpy(&found, &snapshot[i], sizeof found);
    if (found == word) {
      snapshot[i + 3] ^= 0x10;
      count++;
    }
  }
  bank->ops->restore(bank, snapshot);
  free(snapshot);
  return count;
}

// Between the third and the last step all coded packets lie in the stores; one of them changes.
static void test_store(void **state) {
  (void)state;
  sim_t s = sim_create(
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc workload.group=2x2 "
      "workload.message_flits=3");
  const blocks_t *b = s.workload->blocks;
  workload_step_t last = {0};
  while (last.start == 0) {
    assert_true(sim_step(&s));
    workload_step(s.workload, 3, &last);
  }
  const uint64_t word = rng_data(blocks_key(b, 0, 0), 1, 0) ^ rng_data(blocks_key(b, 1, 1), 1, 0);
  unsigned copies = 0;
  for (size_t i = 0; i < network_banks(s.network); i++) {
    copies += flip_in_stores(network_bank(s.network, i), word);
  }
  // At all nodes of other groups, and where it was made; queues may hold what has left them.
  assert_true(copies >= 16 - 4 + 1);
  bool ok = true;
  while (ok && !workload_done(s.workload)) {
    ok = sim_step(&s);
  }
  assert_false(ok);
  if (strstr(s.error.text, " decoded in slot ") == NULL ||
      strstr(s.error.text, ", flit 2 of 3: data word 0 is 0x") == NULL) {
    fail_msg("found '%s'", s.error.text);
  }
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_faults), cmocka_unit_test(test_wrong),
                                     cmocka_unit_test(test_store)};
  return cmocka_run_group_tests_name("coded faults", tests, NULL, NULL);
}
