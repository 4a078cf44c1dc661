// ftr -- see ftr.h. A relation to a packet waits until that has its row: before, nobody knows of
// which stream the packet is, and of one outside the window there will be none.

#include "packets/ftr.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "packets/ftr_file.h"

enum { PENDING = 4096 };  // relations that are kept before any is looked at again

#define TEXTS(X)                  \
  X(NODE, "node")                 \
  X(ROUTER, "router")             \
  X(RUN, "run")                   \
  X(PACKET, "packet")             \
  X(SOURCE_QUEUE, "source queue") \
  X(INTERFACE, "interface")       \
  X(EJECTION, "ejection")         \
  X(TAIL, "tail")                 \
  X(MESSAGE, "message")           \
  X(MULTICAST, "multicast")       \
  X(PLAN, "plan")                 \
  X(HOP, "hop")                   \
  X(ROUTE, "route")               \
  X(QUEUE, "queue")               \
  X(VC, "vc")                     \
  X(SWITCH, "switch")             \
  X(LINK, "link")                 \
  X(ID, "id")                     \
  X(SOURCE, "source")             \
  X(DESTINATION, "destination")   \
  X(COPIES, "copies")             \
  X(OPERATION, "operation")       \
  X(PACKETS, "packets")           \
  X(FLITS, "flits")               \
  X(NETWORK, "network")           \
  X(TYPE, "type")                 \
  X(RESULT, "result")             \
  X(IN_PORT, "in_port")           \
  X(IN_VC, "in_vc")               \
  X(OUT_PORT, "out_port")         \
  X(OUT_VC, "out_vc")             \
  X(VERSION, "version")           \
  X(SCENARIO, "scenario")         \
  X(WORKLOAD, "workload")         \
  X(SCHEME, "scheme")             \
  X(MESSAGES, "messages")         \
  X(PART_OF, "part of")           \
  X(WAITS_FOR, "waits for")       \
  X(COPY_OF, "copy of")           \
  X(CAUSED_BY, "caused by")       \
  X(DELIVERED, "delivered")       \
  X(UNDER_WAY, "under way")
#define TEXT_NUMBER(name, text) TEXT_##name,
enum { TEXTS(TEXT_NUMBER) TEXT_COUNT };
#undef TEXT_NUMBER
#define TEXT_WORDS(name, text) text,
static const char *const kTexts[TEXT_COUNT] = {TEXTS(TEXT_WORDS)};
#undef TEXT_WORDS

// The generators of a stream, by their numbers there.
static const ftr_kind_t kOfNode[] = {FTR_PACKET,   FTR_SOURCE_QUEUE, FTR_INTERFACE,
                                     FTR_EJECTION, FTR_TAIL,         FTR_MESSAGE};
static const ftr_kind_t kOfRouter[] = {FTR_HOP, FTR_ROUTE, FTR_QUEUE, FTR_VC, FTR_SWITCH, FTR_LINK};
static const ftr_kind_t kOfRun[] = {FTR_RUN, FTR_PLAN};

static const struct {
  uint8_t generator, text;
} kKinds[FTR_KINDS] = {
    [FTR_PACKET] = {0, TEXT_PACKET},
    [FTR_SOURCE_QUEUE] = {1, TEXT_SOURCE_QUEUE},
    [FTR_INTERFACE] = {2, TEXT_INTERFACE},
    [FTR_EJECTION] = {3, TEXT_EJECTION},
    [FTR_TAIL] = {4, TEXT_TAIL},
    [FTR_MESSAGE] = {5, TEXT_MESSAGE},
    [FTR_RUN] = {0, TEXT_RUN},
    [FTR_PLAN] = {1, TEXT_PLAN},
    [FTR_HOP] = {0, TEXT_HOP},
    [FTR_ROUTE] = {1, TEXT_ROUTE},
    [FTR_QUEUE] = {2, TEXT_QUEUE},
    [FTR_VC] = {3, TEXT_VC},
    [FTR_SWITCH] = {4, TEXT_SWITCH},
    [FTR_LINK] = {5, TEXT_LINK},
};

// The packets of a send or a multicast of the plan.
typedef struct {
  uint64_t from, to;
  uint64_t flits;
  uint32_t packets;  // 0: none is in the file
  uint32_t source, destination;
} message_t;

typedef struct {
  ftr_place_t from;
  uint64_t packet;
  uint32_t name;
} pending_t;

struct ftr {
  ftr_file_t *file;
  ftr_about_t about;
  const plan_t *plan;
  uint32_t routers, nodes;
  uint32_t text[TEXT_COUNT];
  uint32_t type[PACKET_FORWARDED_LAST + 2];  // texts; the last: of no type that is known
  message_t *message;                        // [plan->ops]
  pending_t *pending;
  size_t pendings, pending_room, look;  // so many: they are looked at
  uint32_t *stream_of;                  // by packet: the stream of its row + 1; 0: it has none
  size_t packets;                       // of stream_of
  int code;
};

enum { TYPES = PACKET_FORWARDED_LAST + 2 };

static uint64_t number(uint64_t id, ftr_kind_t kind) {
  return id << FTR_KIND_BITS | kind;
}

static uint32_t node_stream(const ftr_t *f, uint32_t node) {
  return f->routers + node;
}

static uint32_t run_stream(const ftr_t *f) {
  return f->routers + f->nodes;
}

// --- transactions --------------------------------------------------------------------------------

static ftr_place_t begin(ftr_t *f, uint32_t stream, uint64_t id, ftr_kind_t kind, uint64_t from,
                         uint64_t to, unsigned attributes) {
  const ftr_place_t at = {number(id, kind), stream};
  ftr_file_begin(f->file, at, kKinds[kind].generator, from, to, attributes);
  return at;
}

static void tell(ftr_t *f, unsigned name, uint64_t value) {
  ftr_file_number(f->file, f->text[name], value);
}

// The stream of a packet that has its row, counted from 1; 0.
static uint32_t known(const ftr_t *f, uint64_t packet) {
  return packet < f->packets ? f->stream_of[packet] : 0;
}

static void relate(ftr_t *f, unsigned name, ftr_place_t from, uint64_t packet, uint32_t stream) {
  const ftr_place_t to = {number(packet, FTR_PACKET), stream};
  ftr_file_relate(f->file, f->text[name], from, to);
}

// Writes those to packets that have a row.
static void look_at_pending(ftr_t *f) {
  size_t kept = 0;
  for (size_t i = 0; i < f->pendings; i++) {
    const pending_t *p = &f->pending[i];
    const uint32_t stream = known(f, p->packet);
    if (stream != 0) {
      relate(f, p->name, p->from, p->packet, stream - 1);
    } else {
      f->pending[kept++] = *p;
    }
  }
  f->pendings = kept;
  f->look = 2 * kept > PENDING ? 2 * kept : PENDING;
}

static void relate_packet(ftr_t *f, unsigned name, ftr_place_t from, uint64_t packet) {
  const uint32_t stream = known(f, packet);
  if (stream != 0) {
    relate(f, name, from, packet, stream - 1);
    return;
  }
  if (f->pendings >= f->look) {
    look_at_pending(f);
  }
  if (f->pendings == f->pending_room) {
    const size_t more = f->look;
    pending_t *list = realloc(f->pending, more * sizeof *list);
    if (list == NULL) {
      f->code = ENOMEM;
      return;
    }
    f->pending = list;
    f->pending_room = more;
  }
  f->pending[f->pendings++] = (pending_t){from, packet, name};
}

// A part of a packet or of a hop, if it has taken a cycle.
static void part(ftr_t *f, uint32_t stream, ftr_kind_t kind, uint64_t id, ftr_place_t whole,
                 uint64_t from, uint64_t to) {
  if (from != kNever && to != kNever && to > from) {
    const ftr_place_t at = begin(f, stream, id, kind, from, to, 0);
    ftr_file_relate(f->file, f->text[TEXT_PART_OF], at, whole);
  }
}

static void note_packet(ftr_t *f, uint64_t id, uint32_t stream) {
  if (id >= f->packets) {
    const size_t more = 2 * (size_t)id + 1024;
    uint32_t *list = realloc(f->stream_of, more * sizeof *list);
    if (list == NULL) {
      f->code = ENOMEM;
      return;
    }
    memset(list + f->packets, 0, (more - f->packets) * sizeof *list);
    f->stream_of = list;
    f->packets = more;
  }
  f->stream_of[id] = stream + 1;
}

static uint64_t latest(const uint64_t *time, size_t count) {
  uint64_t most = 0;
  for (size_t i = 0; i < count; i++) {
    most = time[i] != kNever && time[i] > most ? time[i] : most;
  }
  return most;
}

uint64_t ftr_packet_end(const packet_row_t *r) {
  const uint64_t time[] = {r->entered, r->arrived, r->head_delivered, r->tail_delivered};
  return latest(time, sizeof time / sizeof *time);
}

uint64_t ftr_hop_end(const hop_row_t *r) {
  const uint64_t time[] = {
      r->arrival + r->route, r->front, r->granted, r->first, r->last, r->onward};
  return latest(time, sizeof time / sizeof *time);
}

// --- packets -------------------------------------------------------------------------------------

// A packet as part of a message.
static void note_message(ftr_t *f, const packet_row_t *r, ftr_place_t packet) {
  if (f->message == NULL || r->copy_of != kNobody || r->operation >= f->plan->ops) {
    return;
  }
  message_t *m = &f->message[r->operation];
  const uint64_t end = ftr_packet_end(r);
  if (m->packets == 0) {
    *m = (message_t){.from = r->created, .source = r->source, .destination = r->destination};
  }
  m->from = r->created < m->from ? r->created : m->from;
  m->to = end > m->to ? end : m->to;
  m->flits += r->flits;
  m->packets++;
  const ftr_place_t to = {number(r->operation, FTR_MESSAGE), node_stream(f, m->source)};
  ftr_file_relate(f->file, f->text[TEXT_PART_OF], packet, to);
}

static bool put_packet(void *context, const packet_row_t *r) {
  ftr_t *f = context;
  const uint32_t stream = node_stream(f, r->source);
  const bool worm = r->destination == UINT32_MAX;
  const bool delivered = r->tail_delivered != kNever;
  const ftr_place_t at = begin(f, stream, r->id, FTR_PACKET, r->created, ftr_packet_end(r), 7);
  tell(f, TEXT_ID, r->id);
  tell(f, worm ? TEXT_COPIES : TEXT_DESTINATION, worm ? r->copies : r->destination);
  tell(f, TEXT_MESSAGE, r->message);
  tell(f, TEXT_FLITS, r->flits);
  tell(f, TEXT_NETWORK, r->network);
  ftr_file_word(f->file, f->text[TEXT_TYPE], f->type[r->type < TYPES ? r->type : TYPES - 1]);
  ftr_file_word(f->file, f->text[TEXT_RESULT],
                f->text[delivered ? TEXT_DELIVERED : TEXT_UNDER_WAY]);
  note_packet(f, r->id, stream);
  note_message(f, r, at);
  // A copy has come into the network as its worm has.
  if (r->copy_of == kNobody) {
    part(f, stream, FTR_SOURCE_QUEUE, r->id, at, r->created, r->accepted);
    part(f, stream, FTR_INTERFACE, r->id, at, r->accepted != kNever ? r->accepted : r->created,
         r->entered);
  } else {
    relate_packet(f, TEXT_COPY_OF, at, r->copy_of);
  }
  if (!worm) {
    const uint32_t there = node_stream(f, r->destination);
    part(f, there, FTR_EJECTION, r->id, at, r->arrived, r->head_delivered);
    part(f, there, FTR_TAIL, r->id, at, r->head_delivered, r->tail_delivered);
  }
  if (r->caused_by != kNobody) {
    relate_packet(f, TEXT_CAUSED_BY, at, r->caused_by);
  }
  return f->code == 0 && ftr_file_ok(f->file);
}

static bool before(const wait_row_t *wait, size_t i) {
  for (size_t k = 0; k < i; k++) {
    if (wait[k].for_packet == wait[i].for_packet) {
      return true;
    }
  }
  return false;
}

static bool put_hop(void *context, const hop_row_t *r, const wait_row_t *wait, size_t waits) {
  ftr_t *f = context;
  const bool has_vc = r->out_vc != UINT8_MAX;
  const ftr_place_t at =
      begin(f, r->router, r->id, FTR_HOP, r->arrival, ftr_hop_end(r), has_vc ? 6 : 5);
  tell(f, TEXT_PACKET, r->packet);
  tell(f, TEXT_IN_PORT, r->in_port);
  tell(f, TEXT_IN_VC, r->in_vc);
  tell(f, TEXT_OUT_PORT, r->out_port);
  if (has_vc) {
    tell(f, TEXT_OUT_VC, r->out_vc);
  }
  tell(f, TEXT_FLITS, r->flits);
  relate_packet(f, TEXT_PART_OF, at, r->packet);
  part(f, r->router, FTR_ROUTE, r->id, at, r->arrival, r->arrival + r->route);
  part(f, r->router, FTR_QUEUE, r->id, at, r->arrival + r->route, r->front);
  part(f, r->router, FTR_VC, r->id, at, r->front, r->granted);
  part(f, r->router, FTR_SWITCH, r->id, at, r->granted, r->first);
  part(f, r->router, FTR_LINK, r->id, at, r->first, r->onward);
  for (size_t i = 0; i < waits; i++) {
    if (wait[i].for_packet != kNobody && wait[i].for_packet != r->packet && !before(wait, i)) {
      relate_packet(f, TEXT_WAITS_FOR, at, wait[i].for_packet);
    }
  }
  return f->code == 0 && ftr_file_ok(f->file);
}

packet_sink_t ftr_sink(ftr_t *f) {
  return (packet_sink_t){.context = f, .packet = put_packet, .hop = put_hop};
}

// --- what is known in the end --------------------------------------------------------------------

static void put_message(ftr_t *f, uint32_t operation, ftr_place_t whole) {
  const message_t *m = &f->message[operation];
  const plan_op_t *op = &f->plan->op[operation];
  const bool several = op->kind == PLAN_MULTICAST;
  const ftr_place_t at =
      begin(f, node_stream(f, m->source), operation, FTR_MESSAGE, m->from, m->to, 5);
  tell(f, TEXT_OPERATION, operation);
  tell(f, several ? TEXT_COPIES : TEXT_DESTINATION, several ? op->peer : m->destination);
  tell(f, TEXT_PACKETS, m->packets);
  tell(f, TEXT_FLITS, m->flits);
  ftr_file_word(f->file, f->text[TEXT_TYPE], f->text[several ? TEXT_MULTICAST : TEXT_MESSAGE]);
  ftr_file_relate(f->file, f->text[TEXT_PART_OF], at, whole);
}

// The plan as one transaction, from its first packet to its last, and its messages.
static void put_plan(ftr_t *f) {
  const ftr_place_t whole = {number(0, FTR_PLAN), run_stream(f)};
  uint64_t from = UINT64_MAX;
  uint64_t to = 0;
  uint64_t messages = 0;
  for (uint32_t i = 0; i < f->plan->ops; i++) {
    const message_t *m = &f->message[i];
    if (m->packets > 0) {
      put_message(f, i, whole);
      messages++;
      from = m->from < from ? m->from : from;
      to = m->to > to ? m->to : to;
    }
  }
  if (messages > 0) {
    const uint32_t workload = ftr_file_text(f->file, f->about.workload);
    const uint32_t scheme = f->about.scheme != NULL ? ftr_file_text(f->file, f->about.scheme) : 0;
    (void)begin(f, run_stream(f), 0, FTR_PLAN, from, to, f->about.scheme != NULL ? 3 : 2);
    ftr_file_word(f->file, f->text[TEXT_WORKLOAD], workload);
    if (f->about.scheme != NULL) {
      ftr_file_word(f->file, f->text[TEXT_SCHEME], scheme);
    }
    tell(f, TEXT_MESSAGES, messages);
  }
}

static void put_run(ftr_t *f, const char *result, uint64_t cycles) {
  const uint32_t version = ftr_file_text(f->file, f->about.version);
  const uint32_t scenario = ftr_file_text(f->file, f->about.scenario);
  const uint32_t word = ftr_file_text(f->file, result);
  (void)begin(f, run_stream(f), 0, FTR_RUN, 0, cycles, 3);
  ftr_file_word(f->file, f->text[TEXT_RESULT], word);
  ftr_file_word(f->file, f->text[TEXT_VERSION], version);
  ftr_file_word(f->file, f->text[TEXT_SCENARIO], scenario);
}

// --- the file ------------------------------------------------------------------------------------

static void put_stream(ftr_t *f, uint32_t stream, const char *name, unsigned kind,
                       const ftr_kind_t *generator, size_t generators) {
  ftr_file_stream(f->file, stream, ftr_file_text(f->file, name), f->text[kind]);
  for (unsigned i = 0; i < generators; i++) {
    ftr_file_generator(f->file, stream, i, f->text[kKinds[generator[i]].text]);
  }
}

static void put_streams(ftr_t *f, const topology_t *t) {
  char name[64];
  char text[80];
  for (unsigned i = 0; i < TEXT_COUNT; i++) {
    f->text[i] = ftr_file_text(f->file, kTexts[i]);
  }
  for (unsigned i = 0; i < TYPES; i++) {
    f->type[i] = ftr_file_text(f->file, packet_type_name(i));
  }
  for (uint32_t i = 0; i < t->routers; i++) {
    (void)snprintf(text, sizeof text, "router %s", topology_router_name(t, i, name, sizeof name));
    put_stream(f, i, text, TEXT_ROUTER, kOfRouter, sizeof kOfRouter / sizeof *kOfRouter);
  }
  for (uint32_t i = 0; i < t->nodes; i++) {
    (void)snprintf(text, sizeof text, "node %u", i);
    put_stream(f, node_stream(f, i), text, TEXT_NODE, kOfNode, sizeof kOfNode / sizeof *kOfNode);
  }
  put_stream(f, run_stream(f), "run", TEXT_RUN, kOfRun, sizeof kOfRun / sizeof *kOfRun);
}

static void discard(ftr_t *f) {
  free(f->message);
  free(f->pending);
  free(f->stream_of);
  free(f);
}

ftr_t *ftr_create(FILE *out, const ftr_about_t *about, const network_t *n, const plan_t *plan) {
  const topology_t *t = network_topology(n);
  ftr_t *f = calloc(1, sizeof *f);
  if (f == NULL) {
    return NULL;
  }
  f->about = *about;
  f->plan = plan;
  f->routers = t->routers;
  f->nodes = t->nodes;
  f->look = PENDING;
  if ((plan != NULL && (f->message = calloc((size_t)plan->ops + 1, sizeof *f->message)) == NULL) ||
      (f->file = ftr_file_create(out, t->routers + t->nodes + 1)) == NULL) {
    discard(f);
    return NULL;
  }
  put_streams(f, t);
  return f;
}

int ftr_code(const ftr_t *f) {
  return f->code != 0 ? f->code : ftr_file_code(f->file);
}

bool ftr_close(ftr_t *f, const char *result, uint64_t cycles, int *code) {
  look_at_pending(f);
  if (f->plan != NULL) {
    put_plan(f);
  }
  put_run(f, result, cycles);
  int other = 0;
  const bool ok = ftr_file_close(f->file, &other) && f->code == 0;
  *code = f->code != 0 ? f->code : other;
  discard(f);
  return ok;
}
