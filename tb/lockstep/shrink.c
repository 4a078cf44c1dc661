// shrink -- see shrink.h: what is left out, and in what order.

#include "lockstep/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "lockstep/shrink_state.h"
#include "shape/packet.h"

static void *copy_of(const void *from, size_t bytes) {
  void *to = malloc(bytes + 1);
  if (to != NULL && bytes > 0) {
    memcpy(to, from, bytes);
  }
  return to;
}

static bool copy(const plan_t *p, plan_t *out) {
  *out = *p;
  out->flit = copy_of(p->flit, p->flits * sizeof *p->flit);
  out->credit = copy_of(p->credit, p->credits * sizeof *p->credit);
  out->beat = copy_of(p->beat, p->beats * sizeof *p->beat);
  out->ready = p->ready != NULL ? copy_of(p->ready, p->clocks * sizeof *p->ready) : NULL;
  const bool ok = out->flit != NULL && out->credit != NULL && out->beat != NULL &&
                  (out->ready != NULL || p->ready == NULL);
  if (!ok) {
    shrink_release(out);
  }
  return ok;
}

// Takes the try if it fails in the same way, else forgets it.
static bool take(shrink_t *w, plan_t *p, plan_t *changed) {
  const bool ok = shrink_fails(w, changed);
  if (ok) {
    shrink_release(p);
    *p = *changed;
  } else {
    shrink_release(changed);
  }
  return ok;
}

// ---- Packets

static bool is_of(uint32_t packet, const uint32_t *list, size_t count) {
  for (size_t k = 0; k < count; k++) {
    if (list[k] == packet) {
      return true;
    }
  }
  return false;
}

// Leaves out the packets of these numbers.
static bool without_packets(shrink_t *w, plan_t *p, const uint32_t *packet, size_t count) {
  plan_t c;
  if (!copy(p, &c)) {
    return false;
  }
  c.flits = c.beats = 0;
  for (size_t i = 0; i < p->flits; i++) {
    if (!is_of(p->flit[i].packet, packet, count)) {
      c.flit[c.flits++] = p->flit[i];
    }
  }
  for (size_t i = 0; i < p->beats; i++) {
    if (!is_of(p->beat[i].packet, packet, count)) {
      c.beat[c.beats++] = p->beat[i];
    }
  }
  return take(w, p, &c);
}

static size_t packets_of(const plan_t *p, uint32_t *packet) {
  size_t count = 0;
  for (size_t i = 0; i < p->flits + p->beats; i++) {
    const uint32_t of = i < p->flits ? p->flit[i].packet : p->beat[i - p->flits].packet;
    bool seen = false;
    for (size_t k = count; k-- > 0 && !seen;) {
      seen = packet[k] == of;
    }
    if (!seen) {
      packet[count++] = of;
    }
  }
  return count;
}

static void drop_packets(shrink_t *w, plan_t *p) {
  uint32_t *packet = calloc(p->flits + p->beats + 1, sizeof *packet);
  size_t count = packet != NULL ? packets_of(p, packet) : 0;
  for (size_t size = (count + 1) / 2; count > 0 && size > 0; size /= 2) {
    for (size_t at = 0; at < count;) {
      const size_t n = count - at < size ? count - at : size;
      if (without_packets(w, p, packet + at, n)) {
        memmove(packet + at, packet + at + n, (count - at - n) * sizeof *packet);
        count -= n;
      } else {
        at += n;
      }
    }
  }
  free(packet);
}

// ---- Cycles

static uint64_t earlier(uint64_t time, uint64_t at, uint64_t count) {
  return time < at ? time : time < at + count ? at : time - count;
}

// Takes `count` cycles out from `at` on: what was to come in them comes at once.
static bool without_cycles(shrink_t *w, plan_t *p, uint64_t at, uint64_t count) {
  plan_t c;
  if (!copy(p, &c)) {
    return false;
  }
  for (size_t i = 0; i < p->flits; i++) {
    c.flit[i].time = earlier(p->flit[i].time, at, count);
  }
  for (size_t i = 0; i < p->credits; i++) {
    c.credit[i].time = earlier(p->credit[i].time, at, count);
  }
  for (size_t i = 0; i < p->beats; i++) {
    c.beat[i].time = earlier(p->beat[i].time, at, count);
  }
  if (c.ready != NULL && at + count <= c.clocks) {
    memmove(c.ready + at, c.ready + at + count, (c.clocks - at - count) * sizeof *c.ready);
    c.clocks -= count;
  }
  return take(w, p, &c);
}

static uint64_t end_of(const plan_t *p) {
  const uint64_t flit = p->flits > 0 ? p->flit[p->flits - 1].time : 0;
  const uint64_t beat = p->beats > 0 ? p->beat[p->beats - 1].time : 0;
  return flit > beat ? flit : beat;
}

static void drop_cycles(shrink_t *w, plan_t *p) {
  uint64_t end = end_of(p);
  for (uint64_t size = (end + 1) / 2; size > 0; size /= 2) {
    for (uint64_t at = 0; at + size <= end;) {
      if (without_cycles(w, p, at, size)) {
        end -= size;
      } else {
        at += size;
      }
    }
  }
}

// A host that takes everything.
static void drop_refusals(shrink_t *w, plan_t *p) {
  plan_t c;
  if (p->ready != NULL && copy(p, &c)) {
    free(c.ready);
    c.ready = NULL;
    (void)take(w, p, &c);
  }
}

// ---- Flits and beats of a packet

// Leaves out flit i, which is no head, of a packet whose length nobody reads but in its head.
static bool without_flit(shrink_t *w, plan_t *p, size_t i) {
  const noc_shape_t *s = &w->s->shape;
  plan_t c;
  const flit_t gone = p->flit[i];
  size_t before = i;
  size_t head = i;
  for (size_t k = 0; k < i; k++) {
    if (p->flit[k].packet == gone.packet) {
      before = k;
      head = (p->flit[k].kind & KIND_HEAD) != 0 ? k : head;
    }
  }
  if (head == i || !copy(p, &c)) {
    return false;
  }
  const uint64_t length = packet_field(c.flit[head].payload, packet_length_lsb(s), s->len_w);
  packet_set_field(c.flit[head].payload, packet_length_lsb(s), s->len_w, length - 1);
  c.flit[before].kind |= gone.kind & KIND_TAIL;
  memmove(c.flit + i, c.flit + i + 1, (c.flits - i - 1) * sizeof *c.flit);
  c.flits--;
  return take(w, p, &c);
}

// The same of a beat that is not the first of its packet.
static bool without_beat(shrink_t *w, plan_t *p, size_t i) {
  size_t first = i;
  plan_t c;
  for (size_t k = 0; k < i; k++) {
    first = p->beat[k].packet == p->beat[i].packet && p->beat[k].flits > 0 ? k : first;
  }
  if (first == i || !copy(p, &c)) {
    return false;
  }
  c.beat[first].flits--;
  memmove(c.beat + i, c.beat + i + 1, (c.beats - i - 1) * sizeof *c.beat);
  c.beats--;
  return take(w, p, &c);
}

static void drop_flits(shrink_t *w, plan_t *p) {
  const noc_shape_t *s = &w->s->shape;
  for (size_t i = p->flits; !s->cut_through && !s->multicast && i-- > 0;) {
    if ((p->flit[i].kind & KIND_HEAD) == 0) {
      (void)without_flit(w, p, i);
    }
  }
  for (size_t i = p->beats; !s->multicast && i-- > 0;) {
    if (p->beat[i].flits == 0) {
      (void)without_beat(w, p, i);
    }
  }
}

// ---- Data and VCs

// All data are 0, as far as nobody needs them: of a head those behind its fields.
static void clear_payloads(shrink_t *w, plan_t *p) {
  const noc_shape_t *s = &w->s->shape;
  plan_t c;
  for (size_t i = 0; !s->multicast && i < p->flits; i++) {
    if (!copy(p, &c)) {
      return;
    }
    packet_head_t head;
    packet_unpack(s, c.flit[i].payload, &head);
    memset(c.flit[i].payload, 0, sizeof c.flit[i].payload);
    if ((c.flit[i].kind & KIND_HEAD) != 0 && head.type == PACKET_UNICAST) {
      packet_pack(s, &head, c.flit[i].payload);
    } else if ((c.flit[i].kind & KIND_HEAD) != 0) {
      shrink_release(&c);
      continue;
    }
    (void)take(w, p, &c);
  }
  for (size_t i = 0; !s->multicast && i < p->beats; i++) {
    if (copy(p, &c)) {
      c.beat[i].blank = true;
      (void)take(w, p, &c);
    }
  }
}

// A packet on the lowest VC of its network that serves, where any may be taken.
static bool lower_vc(shrink_t *w, plan_t *p, uint32_t packet, uint8_t now, uint8_t vc) {
  plan_t c;
  if (vc >= now || !copy(p, &c)) {
    return false;
  }
  for (size_t i = 0; i < c.flits; i++) {
    c.flit[i].vc = c.flit[i].packet == packet ? vc : c.flit[i].vc;
  }
  return take(w, p, &c);
}

static void lower_vcs(shrink_t *w, plan_t *p) {
  const noc_shape_t *s = &w->s->shape;
  const unsigned block = s->vcs / s->networks;
  for (size_t i = 0; s->classes == 1 && !s->multicast && i < p->flits; i++) {
    const flit_t f = p->flit[i];
    const unsigned first = f.vc / block * block;
    for (unsigned vc = first; (f.kind & KIND_HEAD) != 0 && vc < f.vc; vc++) {
      if (lower_vc(w, p, f.packet, f.vc, (uint8_t)vc)) {
        break;
      }
    }
  }
}

static void reduce(shrink_t *w, plan_t *p) {
  size_t before;
  drop_refusals(w, p);
  do {
    before = p->flits + p->beats;
    drop_packets(w, p);
    drop_cycles(w, p);
    drop_flits(w, p);
  } while (p->flits + p->beats < before);
  drop_refusals(w, p);
  lower_vcs(w, p);
  clear_payloads(w, p);
}

// ---- From and to a stimulus

// The flits, and the beats of a host, that the small one gives.
static void count(const shrink_t *w, const inputs_t *small, shrink_result_t *result) {
  for (size_t i = 0; i < small->clocks; i++) {
    const uint32_t *in = inputs_words(small, i);
    const uint64_t valid = bundle_element(w->pin[IN_VALID], in, 0);
    result->flits += (uint64_t)__builtin_popcountll(valid);
    if (w->host_ready != NULL) {
      result->beats += bundle_element(w->host[HOST_VALID], in, 0);
    }
  }
}

bool shrink(const inputs_t *s, alone_t *alone, const bank_mismatch_t *first, inputs_t *small,
            shrink_result_t *result, void (*progress)(uint64_t tries, uint64_t flits),
            noc_error_t *error) {
  shrink_t w = {.s = s, .alone = alone, .reg = first->field->name, .progress = progress};
  plan_t p = {.flits = 0};
  bool ok = shrink_find_pins(&w);
  inputs_begin(&w.made, s->component, &s->shape);
  w.in = calloc(s->layout.in_words + 1, sizeof *w.in);
  ok = (ok && w.in != NULL && shrink_read(&w, &p)) ||
       noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  ok = ok && (shrink_fails(&w, &p) ||
              noc_fail(error, NOC_BAD_INPUT,
                       "the failure does not come from flits and credits since the last reset "
                       "alone, and cannot be shrunk"));
  if (ok) {
    reduce(&w, &p);
    (void)shrink_fails(&w, &p);
    *small = w.made;
    memcpy(small->place, s->place, sizeof small->place);
    small->compares = s->compares;
    small->seed = s->seed;
    *result = (shrink_result_t){.cycles = small->clocks - (w.prefix - w.reset), .tries = w.tries};
    count(&w, small, result);
  } else {
    inputs_free(&w.made);
  }
  shrink_release(&p);
  free(w.in);
  return ok;
}
