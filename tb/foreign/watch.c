// watch -- what the links of foreign modules show, held against the rules; see bank_state.h and
// docs/bring-your-own-router.md.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "foreign/bank_state.h"

enum {
  NEAR = 4,    // bits in which a head may differ and be taken for changed
  HOME = 1000  // cycles in which credits come home
};

static uint64_t get(const link_t *l, foreign_bits_t at) {
  return foreign_get(l->api, l->instance, at);
}

void watch_reset(foreign_bank_t *b) {
  for (uint32_t i = 0; i < b->links; i++) {
    link_t *l = &b->link[i];
    l->lasts = 0;
    l->last_moved = UINT64_MAX;
    l->moves = false;
    l->flit.valid = false;
    for (unsigned v = 0; v < b->map->vcs; v++) {
      uint64_t *field = l->vc[v].field;
      l->vc[v] = (link_vc_t){.credits = b->map->depth, .field = field};
      l->off[v] = 0;
    }
  }
}

// --- what the pins show --------------------------------------------------------------------------

static uint64_t vcs_of(const foreign_bank_t *b) {
  return (UINT64_C(1) << b->map->vcs) - 1;
}

// A mask over VCs of a line that has a bit for each, or one for all.
static uint64_t spread(const foreign_bank_t *b, foreign_bits_t at, uint64_t value) {
  return at.bits == 1 ? (value & 1u) * vcs_of(b) : value & vcs_of(b);
}

// The VC of a number or a one-hot code; false if it is none.
static bool decode_vc(const foreign_bank_t *b, uint64_t code, bool bit, uint8_t *vc) {
  if (bit && __builtin_popcountll(code) != 1) {
    return false;
  }
  const uint64_t number = bit ? (uint64_t)__builtin_ctzll(code) : code;
  *vc = number < b->map->vcs ? (uint8_t)number : 0;
  return number < b->map->vcs;
}

static void decode_kind(const foreign_bank_t *b, const link_t *l, shown_t *flit) {
  const foreign_t *map = b->map;
  if (map->has_kind) {
    const uint64_t code = get(l, l->pins->kind);
    unsigned kind = KIND_BODY;
    while (kind <= KIND_SINGLE && map->kind[kind] != code) {
      kind++;
    }
    if (kind > KIND_SINGLE) {
      flit->wrong = RULE_KIND;
      flit->code = (uint32_t)code;
    }
    flit->head = (kind & KIND_HEAD) != 0;
    flit->tail = (kind & KIND_TAIL) != 0;
    return;
  }
  flit->tail = map->single || get(l, l->pins->tail) != 0;
  flit->head =
      map->single || (map->marks_head ? get(l, l->pins->head) != 0 : !l->vc[flit->vc].open);
}

static shown_t decode(const foreign_bank_t *b, const link_t *l) {
  shown_t flit = {.wrong = RULE_KEPT};
  uint64_t code = get(l, l->pins->valid);
  flit.valid = code != 0;
  if (!flit.valid) {
    return flit;
  }
  if (b->map->vc_code == VC_INDEX || b->map->vc_code == VC_ONE_HOT) {
    code = get(l, l->pins->vc);
  }
  const bool bit = b->map->vc_code == VC_ONE_HOT || b->map->vc_code == VC_VALID;
  if (b->map->vc_code != VC_NONE && !decode_vc(b, code, bit, &flit.vc)) {
    flit.wrong = RULE_VC;
    flit.code = (uint32_t)code;
    return flit;
  }
  decode_kind(b, l, &flit);
  return flit;
}

static void look(const foreign_bank_t *b, link_t *l) {
  l->flit = decode(b, l);
  l->moves = l->flit.valid;
  if (b->map->back == RETURN_CREDIT || l->to_port == kNowhere) {
    return;
  }
  uint64_t back = get(l, l->pins->back);
  back = b->map->back == RETURN_OFF ? ~back : back;
  l->ready = spread(b, l->pins->back, back);
  for (unsigned v = 0; v < b->map->vcs; v++) {
    l->off[v] = (l->ready >> v & 1u) != 0 ? 0 : l->off[v] + (l->off[v] < UINT32_MAX);
  }
  if (b->map->back == RETURN_READY) {
    l->moves = l->moves && (l->ready >> l->flit.vc & 1u) != 0;
  }
}

static uint64_t mix_bits(const foreign_bank_t *b, const link_t *l, foreign_bits_t at,
                         uint64_t digest) {
  foreign_get_words(l->api, l->instance, at, b->scratch);
  for (unsigned w = 0; w < (at.bits + 63u) / 64; w++) {
    digest = rng_mix(digest + b->scratch[w] + kRngStep);
  }
  return digest;
}

// A number that depends on all bits of the flit.
static uint64_t digest_of(const foreign_bank_t *b, const link_t *l) {
  const foreign_link_t *p = l->pins;
  const foreign_bits_t parts[] = {p->flit, p->payload, p->head_payload, p->head, p->tail,
                                  p->kind, p->vc};
  uint64_t digest = 0;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    digest = mix_bits(b, l, parts[i], digest);
  }
  for (unsigned i = 0; i < b->map->fields; i++) {
    digest = mix_bits(b, l, p->field[i].at, digest);
  }
  return digest;
}

static void read_payload(const foreign_bank_t *b, const link_t *l, uint32_t position,
                         uint64_t *payload) {
  foreign_bits_t at =
      position == 0 && l->pins->head_payload.bits > 0 ? l->pins->head_payload : l->pins->payload;
  at.bits = at.bits < b->shape->flit_bits ? at.bits : (uint16_t)b->shape->flit_bits;
  memset(payload, 0, SHAPE_MAX_WORDS * sizeof *payload);
  foreign_get_words(l->api, l->instance, at, payload);
}

static void note(link_t *l, uint64_t cycle, const packet_t *packet, uint32_t position,
                 uint64_t payload) {
  link_last_t *last = &l->last[l->lasts++ % LINK_LAST];
  *last = (link_last_t){.cycle = cycle,
                        .vc = l->flit.vc,
                        .head = l->flit.head,
                        .tail = l->flit.tail,
                        .moved = l->moves,
                        .position = position,
                        .packet = packet,
                        .payload = payload};
  if (packet != NULL) {
    last->source = packet->source;
    last->destination = packet->destination;
    last->message = packet->head.message;
  }
}

// --- the way back --------------------------------------------------------------------------------

// Which credits come; false: a code that is none.
static bool credits_of(const foreign_bank_t *b, const link_t *l, uint64_t *credits) {
  const uint64_t back = get(l, l->pins->back);
  *credits = spread(b, l->pins->back, back);
  if (l->pins->back_vc.bits == 0 || back == 0) {
    return true;
  }
  uint8_t vc = 0;
  const bool known = decode_vc(b, get(l, l->pins->back_vc), b->map->vc_code == VC_ONE_HOT, &vc);
  *credits = UINT64_C(1) << vc;
  return known;
}

static bool check_credits(foreign_bank_t *b, link_t *l) {
  uint64_t credits = 0;
  if (!credits_of(b, l, &credits)) {
    return explain_break(b, RULE_VC, l, true, kNone, NULL, "a credit for VC code %" PRIu64,
                         get(l, l->pins->back_vc));
  }
  if (credits != 0 && !b->sent && l->to != kNone) {
    return explain_break(b, RULE_RESET, l, true, (unsigned)__builtin_ctzll(credits), NULL,
                         "a credit comes before anything was sent");
  }
  for (unsigned v = 0; v < b->map->vcs; v++) {
    link_vc_t *s = &l->vc[v];
    const uint32_t flit = l->flit.valid && l->flit.vc == v;
    const uint32_t all = s->credits + (uint32_t)(credits >> v & 1u);
    if (all < flit) {
      return explain_break(b, RULE_OVERFLOW, l, false, v, s->packet,
                           "a flit comes though all %u credits are used", b->map->depth);
    }
    if (all - flit > b->map->depth) {
      return explain_break(b, RULE_CREDIT, l, true, v, NULL,
                           "a credit comes though all %u are at home", b->map->depth);
    }
    s->credits = all - flit;
  }
  return true;
}

// A flit that waited for `ready` is still there.
static bool check_waiting(foreign_bank_t *b, link_t *l) {
  const bool by_vc = l->pins->back.bits > 1;
  const shown_t *f = &l->flit;
  for (unsigned v = 0; v < (by_vc ? b->map->vcs : 1); v++) {
    link_vc_t *s = &l->vc[v];
    if (s->waiting && !f->valid) {
      return explain_break(b, RULE_WITHDRAWN, l, false, by_vc ? v : kNone, s->packet,
                           "a flit was valid and not ready, and is gone a cycle later");
    }
    if (!f->valid || (by_vc && f->vc != v)) {
      continue;
    }
    if (s->waiting || !l->moves) {
      const uint64_t digest = digest_of(b, l);
      if (s->waiting && s->digest != digest) {
        return explain_break(b, RULE_UNSTABLE, l, false, f->vc, l->vc[f->vc].packet,
                             "a flit was valid and not ready, and is another before it has moved");
      }
      s->digest = digest;
    }
    s->waiting = !l->moves;
  }
  return true;
}

static bool check_back(foreign_bank_t *b, link_t *l) {
  if (b->map->back == RETURN_CREDIT) {
    return check_credits(b, l);
  }
  if (b->map->back == RETURN_READY) {
    return b->map->fickle || check_waiting(b, l);
  }
  if (l->flit.valid && l->off[l->flit.vc] > b->map->slack) {
    return explain_break(b, RULE_OFF, l, false, l->flit.vc, l->vc[l->flit.vc].packet,
                         "a flit comes though it has been off for %" PRIu32 " cycles",
                         l->off[l->flit.vc]);
  }
  return true;
}

// Checks a flit before it is asked whose it is.
static bool check_link(foreign_bank_t *b, link_t *l) {
  const shown_t *f = &l->flit;
  if (f->valid && !b->sent) {
    return explain_break(b, RULE_RESET, l, false, kNone, NULL,
                         "a flit is valid before anything was sent");
  }
  if (f->wrong == RULE_VC) {
    return explain_break(b, RULE_VC, l, false, kNone, NULL, "a flit comes on VC code %" PRIu32,
                         f->code);
  }
  if (f->wrong == RULE_KIND) {
    return explain_break(b, RULE_KIND, l, false, f->vc, NULL, "a flit of kind code %" PRIu32,
                         f->code);
  }
  if (f->valid && l->to == kNone && l->end == kNone) {
    return explain_break(b, RULE_MISDELIVERED, l, false, f->vc, NULL,
                         "a flit comes out of a port that leads nowhere");
  }
  return l->to_port == kNowhere || check_back(b, l);
}

// --- packets -------------------------------------------------------------------------------------

static bool is_in_module(const foreign_bank_t *b, const packet_t *packet, uint32_t module) {
  return packet->steps > 0 && b->link[packet->way[packet->steps - 1].link].to == module;
}

// A packet in the module whose head is nearly this one.
static const packet_t *find_near(const foreign_bank_t *b, const link_t *l,
                                 const uint64_t *payload) {
  packet_head_t head;
  packet_unpack(b->shape, payload, &head);
  const uint32_t source = ways_node(b, head.source);
  for (const packet_t *p = packets_oldest(b->packets); p != NULL; p = p->younger) {
    const bool same = p->source == source && p->head.message == head.message;
    if (is_in_module(b, p, l->from) && (same || packets_distance(b->packets, p, payload) <= NEAR)) {
      return p;
    }
  }
  return NULL;
}

static bool check_fields(foreign_bank_t *b, link_t *l, const packet_t *packet, const uint64_t *seen,
                         uint32_t position) {
  for (unsigned i = 0; i < b->map->fields; i++) {
    const foreign_field_t *field = &l->pins->field[i];
    const bool here = field->each ? position >= b->map->headers : field->header == position;
    const bool before = seen != NULL && !field->each && field->header < position;
    if (field->changes || (!here && !before)) {
      continue;
    }
    const uint64_t value = before ? seen[i] : get(l, field->at);
    if (value != packet->field[i]) {
      return explain_break(b, RULE_FIELD, l, false, l->flit.vc, packet,
                           "field %u of the head is 0x%" PRIx64 "; it was sent as 0x%" PRIx64,
                           i + 1, value, packet->field[i]);
    }
  }
  return true;
}

static bool check_destination(foreign_bank_t *b, link_t *l, const packet_t *packet) {
  const end_t *e = &b->end[l->end];
  const unsigned v = l->flit.vc;
  if (e->node != kNone && e->node != packet->destination) {
    return explain_break(b, RULE_MISDELIVERED, l, false, v, packet,
                         "a packet to node %" PRIu32 " comes out at node %" PRIu32,
                         packet->destination, e->node);
  }
  if (e->node == kNone) {
    uint32_t router = 0;
    const uint32_t port = ways_router(b, l->from, l->from_port, &router);
    const link_t *in = &b->link[packet->way[packet->steps - 1].link];
    uint32_t ignored = 0;
    const uint32_t in_port = ways_router(b, in->to, in->to_port, &ignored);
    if ((ways_ports(b, router, in_port, packet->destination) >> port & 1u) == 0) {
      return explain_break(b, RULE_MISDELIVERED, l, false, v, packet,
                           "a packet to node %" PRIu32 " leaves by another port than its route",
                           packet->destination);
    }
  }
  if (!packets_in_order(b->packets, packet, l->flit.vc)) {
    return explain_break(b, RULE_ORDER, l, false, v, packet,
                         "a packet comes behind one that node %" PRIu32
                         " sent later to node %" PRIu32 " on the same VCs",
                         packet->source, packet->destination);
  }
  return true;
}

// A header flit: some packet on its way has its fields. Where that is nobody knows before the first
// flit behind the headers has followed.
static bool is_known_header(const foreign_bank_t *b, const link_t *l, uint32_t position) {
  bool found = false;
  for (const packet_t *p = packets_oldest(b->packets); p != NULL && !found; p = p->younger) {
    found = true;
    for (unsigned i = 0; i < b->map->fields && found; i++) {
      const foreign_field_t *field = &l->pins->field[i];
      found = field->changes || field->each || field->header != position ||
              get(l, field->at) == p->field[i];
    }
  }
  return found;
}

// The first flit with a payload: whose packet is it?
static bool identify(foreign_bank_t *b, link_t *l, const uint64_t *payload) {
  link_vc_t *s = &l->vc[l->flit.vc];
  const unsigned v = l->flit.vc;
  packet_t *packet = packets_find(b->packets, payload);
  if (packet == NULL) {
    const packet_t *near = find_near(b, l, payload);
    if (near != NULL) {
      return explain_break(b, RULE_PAYLOAD, l, false, v, near,
                           "the head carries 0x%" PRIx64 ".. where 0x%" PRIx64 ".. was sent",
                           payload[0], near->payload[0]);
    }
    return explain_break(b, RULE_INVENTED, l, false, v, NULL,
                         "nobody sent a packet that begins with 0x%" PRIx64, payload[0]);
  }
  if (l->from != kNone && !is_in_module(b, packet, l->from)) {
    return explain_break(b, RULE_REPEATED, l, false, v, packet,
                         "a packet comes that this router has sent on before");
  }
  s->packet = packet;
  if (!check_fields(b, l, packet, s->field, s->position)) {
    return false;
  }
  const unsigned networks = b->shape->networks;
  if (networks > 1 && v / (b->map->vcs / networks) != packet->head.network) {
    return explain_break(b, RULE_NETWORK, l, false, v, packet,
                         "a packet of virtual network %u is on VC %u", packet->head.network, v);
  }
  if (l->end != kNone && l->from != kNone && !check_destination(b, l, packet)) {
    return false;
  }
  if (!packets_step(packet, (packet_step_t){(uint32_t)(l - b->link), (uint8_t)v, b->cycle})) {
    return explain_break(b, RULE_INVENTED, l, false, v, packet, "memory is short");
  }
  return true;
}

// A flit behind the head.
static bool compare(foreign_bank_t *b, link_t *l, const uint64_t *payload) {
  const link_vc_t *s = &l->vc[l->flit.vc];
  const packet_t *packet = s->packet;
  const unsigned words = b->shape->words;
  const size_t bytes = words * sizeof *payload;
  const uint32_t headers = b->map->headers;
  const uint32_t index = s->position - headers;
  const unsigned v = l->flit.vc;
  if (!check_fields(b, l, packet, NULL, s->position)) {
    return false;
  }
  if (index < packet->have &&
      memcmp(payload, &packet->payload[(size_t)index * words], bytes) == 0) {
    return true;
  }
  for (uint32_t i = 0; i < packet->have; i++) {
    if (memcmp(payload, &packet->payload[(size_t)i * words], bytes) == 0) {
      return explain_break(b, i < index ? RULE_REPEATED : RULE_SKIPPED, l, false, v, packet,
                           "flit %" PRIu32 " of the packet comes where flit %" PRIu32 " is due",
                           i + headers + 1, index + headers + 1);
    }
  }
  if (index >= packet->have) {
    return explain_break(b, RULE_INVENTED, l, false, v, packet,
                         "flit %" PRIu32 " of the packet comes, and %" PRIu32 " were sent",
                         index + headers + 1, packet->have + headers);
  }
  return explain_break(b, RULE_PAYLOAD, l, false, v, packet,
                       "flit %" PRIu32 " carries 0x%" PRIx64 ".. where 0x%" PRIx64 ".. was sent",
                       index + headers + 1, payload[0], packet->payload[(size_t)index * words]);
}

static bool check_framing(foreign_bank_t *b, link_t *l) {
  link_vc_t *s = &l->vc[l->flit.vc];
  const unsigned v = l->flit.vc;
  if (l->flit.head && s->open) {
    return explain_break(b, RULE_INTERLEAVED, l, false, v, s->packet,
                         "a head comes behind flit %" PRIu32 " of a packet", s->position);
  }
  if (!l->flit.head && !s->open) {
    return explain_break(b, RULE_HEADLESS, l, false, v, NULL, "a %s comes, and no packet is open",
                         l->flit.tail ? "tail" : "body flit");
  }
  if (l->flit.head) {
    s->open = true;
    s->position = 0;
    s->packet = NULL;
  }
  return true;
}

static bool check_length(foreign_bank_t *b, link_t *l) {
  link_vc_t *s = &l->vc[l->flit.vc];
  const uint32_t flits = s->packet != NULL ? s->packet->flits + b->map->headers : UINT32_MAX;
  if (l->flit.tail != (s->position == flits)) {
    if (flits == UINT32_MAX) {
      return explain_break(b, RULE_LENGTH, l, false, l->flit.vc, NULL,
                           "header flit %" PRIu32 " is a tail", s->position);
    }
    return explain_break(b, RULE_LENGTH, l, false, l->flit.vc, s->packet,
                         "flit %" PRIu32 " of a packet of %" PRIu32 " is %s", s->position, flits,
                         l->flit.tail ? "a tail" : "no tail");
  }
  s->open = !l->flit.tail;
  return true;
}

// A flit that moves. *later: it cannot be told yet, as another link has to be looked at first.
static bool follow(foreign_bank_t *b, link_t *l, bool last, bool *later) {
  const unsigned v = l->flit.vc;
  link_vc_t *s = &l->vc[v];
  const unsigned headers = b->map->headers;
  const uint32_t position = l->flit.head ? 0 : s->position;
  uint64_t payload[SHAPE_MAX_WORDS] = {0};
  if (position >= headers) {
    read_payload(b, l, position, payload);
  }
  if (position == headers && l->from != kNone && !last) {
    const packet_t *packet = packets_find(b->packets, payload);
    *later = packet != NULL && !packet->arrived && !is_in_module(b, packet, l->from);
    if (*later) {
      return true;
    }
  }
  const bool known = position >= headers || l->from == kNone || is_known_header(b, l, position);
  if (!check_framing(b, l)) {
    return false;
  }
  if (position < headers) {
    for (unsigned i = 0; i < b->map->fields; i++) {
      const foreign_field_t *field = &l->pins->field[i];
      s->field[i] = field->header == position ? get(l, field->at) : s->field[i];
    }
    if (!known) {
      return explain_break(b, RULE_FIELD, l, false, v, NULL,
                           "header flit %" PRIu32 " is that of no packet on its way", position + 1);
    }
  } else if (!(position == headers ? identify : compare)(b, l, payload)) {
    note(l, b->cycle, s->packet, position, payload[0]);
    return false;
  }
  note(l, b->cycle, s->packet, position, payload[0]);
  if (l->end != kNone && l->from != kNone) {
    ends_receive(b, l);
  }
  s->position++;
  l->last_moved = b->cycle;
  b->moved++;
  return check_length(b, l);
}

// Shows nocstep what moves between modules, for its counts.
static void count(foreign_bank_t *b, const link_t *l) {
  if (l->from == kNone || l->to == kNone || b->map->network) {
    return;
  }
  uint32_t router = 0;
  const uint32_t port = ways_router(b, l->from, l->from_port, &router);
  const router_fields_t *f = &b->bank.config.router;
  uint16_t *valid = &f->out_valid[l->from];
  *valid &= (uint16_t) ~(1u << port);
  if (l->moves) {
    const size_t at = (size_t)l->from * b->topology->ports + port;
    const uint32_t position = l->flit.head ? 0 : l->vc[l->flit.vc].position;
    const bool head = position == b->map->headers;  // the first with a payload
    uint64_t payload[SHAPE_MAX_WORDS];
    *valid |= (uint16_t)(1u << port);
    f->out_vc[at] = l->flit.vc;
    f->out_kind[at] = (uint8_t)((head ? KIND_HEAD : 0) | (l->flit.tail ? (unsigned)KIND_TAIL : 0));
    read_payload(b, l, position, payload);
    memcpy(&f->out_payload[at * b->shape->words], payload, b->shape->words * sizeof *payload);
  }
}

bool watch_links(foreign_bank_t *b) {
  uint32_t moving = 0;
  for (uint32_t i = 0; i < b->links; i++) {
    link_t *l = &b->link[i];
    look(b, l);
    if (!check_link(b, l)) {
      return false;
    }
    moving += l->moves;
    count(b, l);
  }
  // A flit that passes several modules in one cycle is followed link by link.
  uint32_t before = UINT32_MAX;
  while (moving > 0) {
    const bool last = moving == before;
    before = moving;
    for (uint32_t i = 0; i < b->links; i++) {
      link_t *l = &b->link[i];
      bool later = false;
      if (!l->moves || l->last_moved == b->cycle) {
        continue;
      }
      if (!follow(b, l, last, &later)) {
        return false;
      }
      moving -= !later;
    }
  }
  return true;
}

bool watch_assertions(foreign_bank_t *b) {
  for (uint32_t m = 0; m < b->modules; m++) {
    const module_t *module = &b->module[m];
    const char *text = module->map->api->failed(module->instance);
    if (text != NULL) {
      const link_t of = {.from = m, .from_port = kNowhere, .to = kNone, .end = kNone};
      return explain_break(b, RULE_ASSERTION, &of, false, kNone, NULL, "%.400s", text);
    }
  }
  return true;
}

// --- the end of a run ----------------------------------------------------------------------------

static const link_t *find_owing(const foreign_bank_t *b, unsigned *vc) {
  for (uint32_t i = 0; i < b->links && b->map->back == RETURN_CREDIT; i++) {
    for (unsigned v = 0; v < b->map->vcs; v++) {
      if (b->link[i].to_port != kNowhere && b->link[i].vc[v].credits < b->map->depth) {
        *vc = v;
        return &b->link[i];
      }
    }
  }
  return NULL;
}

bool watch_drained(foreign_bank_t *b) {
  unsigned vc = 0;
  const link_t *owing = find_owing(b, &vc);
  b->alone = true;
  for (unsigned i = 0; owing != NULL && i < HOME; i++) {
    b->cycle++;
    if (!foreign_cycle(b)) {
      return false;
    }
    owing = find_owing(b, &vc);
  }
  b->alone = false;
  return owing == NULL || explain_break(b, RULE_CREDITS_LOST, owing, true, vc, NULL,
                                        "%" PRIu32 " of %u credits have not come home",
                                        b->map->depth - owing->vc[vc].credits, b->map->depth);
}
