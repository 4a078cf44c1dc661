// scoreboard_coding -- what the XOR units tell their hosts: a packet is complete in its slot, which
// is how coded packets arrive; a result is handed over, which must be the block that it is named
// after, with every data bit; a result is complete.

#include <inttypes.h>
#include <stdarg.h>

#include "base/memory.h"
#include "base/rng.h"
#include "workload/scoreboard.h"

// Where something was seen, for the messages.
typedef struct {
  uint32_t node;
  uint64_t now;
  noc_error_t *error;
} place_t;

static bool fault(const place_t *at, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fault(const place_t *at, const char *format, ...) {
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
    return fault(at,
                 "found packet %u of the node with address 0x%x complete in slot %u, which is not "
                 "on its way",
                 fill.message, fill.source, fill.slot);
  }
  const uint16_t slot = coder_to(w->coder, flight->operation);
  if (flight->destination != at->node || slot != fill.slot || flight->filled) {
    return fault(
        at, "found packet %u of node %u complete in slot %u%s; sent was it to node %u, slot %u",
        fill.message, source, fill.slot, flight->filled ? " once more" : "", flight->destination,
        slot);
  }
  w->last_progress = at->now;
  if (coder_delivers(w->coder, flight->operation)) {  // raw: its data is delivered as well
    flight->filled = 1;
    return true;
  }
  w->flits_delivered += flight->flits;
  w->window_flits_taken += at->now >= w->window_from && at->now < w->window_to ? flight->flits : 0;
  return scoreboard_arrived(w, flight, source, at->now, at->error);
}

// A first flit: the slot is that of an exclusive or which is delivered, for the first time.
static bool begin(workload_t *w, const place_t *at, const host_result_t *d, decoded_t *in) {
  const uint32_t op = coder_made_by(w->coder, at->node, d->slot);
  if (op == kPlanNone || !coder_delivers(w->coder, op)) {
    return fault(at, "found data from slot %u, whose result nobody asked for", d->slot);
  }
  if ((*coder_seen(w->coder, at->node, d->slot) & CODER_DELIVERED) != 0) {
    return fault(at, "found the result of slot %u a second time", d->slot);
  }
  const plan_data_t *data = &w->plan->coding->data[op];
  if (d->name != data->name_a) {
    return fault(at, "found block %u as the result of slot %u, which is block %u", d->name, d->slot,
                 data->name_a);
  }
  bool no_memory = false;
  *in = (decoded_t){.key = engine_origin_key(w->engine, data->origin),
                    .keep = engine_keep_item(w->engine, op, &no_memory),
                    .op = op,
                    .flits = (uint16_t)w->plan->op[op].size};
  return !no_memory || memory_fail(at->error, "data to be joined");
}

static bool take_data(const workload_t *w, const place_t *at, const host_result_t *d,
                      const decoded_t *in) {
  const unsigned words = w->shape->words;
  for (unsigned i = 0; i < words; i++) {
    const uint64_t mask = in->taken == 0 ? w->head_mask[i] : w->word_mask;
    const uint64_t expected = rng_data(in->key, in->taken, i) & mask;
    if (d->data[i] != expected) {
      return fault(at,
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
  uint8_t *seen = coder_seen(w->coder, at->node, w->plan->coding->data[op].slot);
  const uint8_t all = coder_delivers(w->coder, op) ? CODER_MADE | CODER_DELIVERED : CODER_MADE;
  *seen |= what;
  w->last_progress = at->now;
  w->last_delivery = at->now;
  if (*seen == all) {
    engine_made(w->engine, op, at->now);
  }
}

static bool take_result(workload_t *w, const place_t *at) {
  decoded_t *in = &w->coder->decoded[at->node];
  host_result_t result = {0};
  (void)network_result(w->network, at->node, &result);
  const bool open = in->taken < in->flits;
  if (((result.kind & KIND_HEAD) != 0) == open) {
    return fault(at, open ? "found another result before the tail of the last"
                          : "found a flit of a result that follows no head");
  }
  if (!open && !begin(w, at, &result, in)) {
    return false;
  }
  const bool last = in->taken + 1 == in->flits;
  if (((result.kind & KIND_TAIL) != 0) != last) {
    return fault(at, "found %s, flit %u of %u, of a result", last ? "no tail" : "a tail too early",
                 in->taken + 1u, in->flits);
  }
  if (!take_data(w, at, &result, in)) {
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
  const uint32_t op = coder_made_by(w->coder, at->node, slot);
  if (op == kPlanNone || (*coder_seen(w->coder, at->node, slot) & CODER_MADE) != 0) {
    return fault(at, "found a result in slot %u, %s", slot,
                 op == kPlanNone ? "which nobody asked for" : "which was complete before");
  }
  w->coder->flits += w->plan->op[op].size;
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

bool scoreboard_fills(workload_t *w, uint64_t now, noc_error_t *error) {
  return each_node(w, network_fill_mask(w->network), take_fill, now, error);
}

bool scoreboard_results(workload_t *w, uint64_t now, noc_error_t *error) {
  return each_node(w, network_result_mask(w->network), take_result, now, error);
}

bool scoreboard_made(workload_t *w, uint64_t now, noc_error_t *error) {
  return each_node(w, network_done_mask(w->network), take_made, now, error);
}

void scoreboard_fail_unmade(const workload_t *w, noc_error_t *error) {
  const coder_t *c = w->coder;
  uint32_t missing = 0;
  char first[64] = "";
  for (uint32_t node = 0; node < w->plan->nodes; node++) {
    for (uint32_t slot = 1; slot < c->base[node + 1] - c->base[node]; slot++) {
      const uint32_t op = coder_made_by(c, node, slot);
      const uint8_t all =
          op != kPlanNone && coder_delivers(c, op) ? CODER_MADE | CODER_DELIVERED : CODER_MADE;
      if (op != kPlanNone && *coder_seen(c, node, slot) != all && missing++ == 0) {
        (void)snprintf(first, sizeof first, "slot %u of node %u", slot, node);
      }
    }
  }
  (void)noc_fail(error, NOC_CHECK_FAILED,
                 "deadlock: %u of %u operations are complete; %u results of XOR units are missing, "
                 "the first in %s",
                 engine_complete(w->engine), engine_operations(w->engine), missing, first);
}
