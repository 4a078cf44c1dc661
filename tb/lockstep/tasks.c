// tasks -- see tasks.h. What is written at the slot of a head stays until another head comes there:
// docs/microarchitecture.md, sections 7 and 15.2.

#include "lockstep/tasks.h"

#include <stdlib.h>
#include <string.h>

#include "shape/packet.h"

// The fields that are read, in both kinds of routers.
// clang-format off
#define TASK_FIELDS(X)                                                                           \
  X(wr_en) X(wr_slot) X(wr_tag) X(in_rd) X(in_count) X(in_active) X(in_out_port) X(in_out_vc)    \
  X(out_busy) X(br_wr_en) X(br_wr_slot) X(br_wr_ports) X(br_wr_class) X(br_wr_need)              \
  X(br_wr_flags) X(in_popped) X(br_open) X(br_drop) X(br_wait) X(br_active) X(br_vc) X(br_read)  \
  X(w_type) X(w_slot)
// clang-format on
#define TASK_NUMBER(name) F_##name,
enum { TASK_FIELDS(TASK_NUMBER) FIELDS };
#undef TASK_NUMBER
#define TASK_NAME(name) #name,
static const char *const kNames[FIELDS] = {TASK_FIELDS(TASK_NAME)};
#undef TASK_NAME

enum { FLAG_DROP = 4 };

typedef struct {
  uint16_t ports, need;
  uint8_t kind;
  bool drop;
} task_t;

struct tasks {
  const noc_shape_t *s;
  unsigned slots;                       // of an input port
  const bundle_field_t *field[FIELDS];  // NULL: the list has none
  task_t *task;                         // [(member * ports + port) * slots + slot]
  uint8_t *vc_class;                    // likewise, [.. * ports + o]
};

tasks_t *tasks_create(const bank_t *b) {
  tasks_t *t = calloc(1, sizeof *t);
  if (t == NULL) {
    return NULL;
  }
  t->s = b->config.shape;
  t->slots = t->s->vcs * t->s->depth;
  const size_t count = (size_t)b->config.members * t->s->ports * t->slots;
  t->task = calloc(count, sizeof *t->task);
  t->vc_class = calloc(count, t->s->ports);
  for (unsigned i = 0; i < b->layout.n_fields; i++) {
    const bundle_field_t *f = &b->layout.field[i];
    for (unsigned k = 0; k < FIELDS; k++) {
      if (f->kind != FIELD_IN && f->count > 0 && strcmp(f->name, kNames[k]) == 0) {
        t->field[k] = f;
      }
    }
  }
  if (t->task == NULL || t->vc_class == NULL) {
    tasks_free(t);
    return NULL;
  }
  return t;
}

void tasks_free(tasks_t *t) {
  if (t != NULL) {
    free(t->task);
    free(t->vc_class);
    free(t);
  }
}

static uint32_t element(const tasks_t *t, const uint32_t *words, unsigned field, uint32_t index) {
  const bundle_field_t *f = t->field[field];
  return f != NULL ? (uint32_t)bundle_element(f, words, index) : 0;
}

static size_t place(const tasks_t *t, uint32_t member, unsigned port, uint32_t slot) {
  return ((size_t)member * t->s->ports + port) * t->slots + slot;
}

// The route of the flit that has come, if it is a head.
static void arrive_single(tasks_t *t, uint32_t member, const uint32_t *words, unsigned port) {
  const noc_shape_t *s = t->s;
  const uint32_t tag = element(t, words, F_wr_tag, port);
  const size_t at = place(t, member, port, element(t, words, F_wr_slot, port));
  const uint32_t to = tag >> 2 & ((1u << s->port_w) - 1);
  t->task[at] = (task_t){.kind = tag & 3};
  if ((tag & KIND_HEAD) != 0 && to < s->ports) {
    t->task[at].ports = (uint16_t)(1u << to);
    t->task[at].need = (uint16_t)(tag >> (2 + s->port_w + s->class_w) & ((1u << s->len_w) - 1));
    t->vc_class[at * s->ports + to] = (uint8_t)(tag >> (2 + s->port_w) & ((1u << s->class_w) - 1));
  }
}

static void arrive_branches(tasks_t *t, uint32_t member, const uint32_t *words, unsigned port) {
  const unsigned ports = t->s->ports;
  const size_t at = place(t, member, port, element(t, words, F_br_wr_slot, port));
  t->task[at] = (task_t){.ports = (uint16_t)element(t, words, F_br_wr_ports, port),
                         .need = (uint16_t)element(t, words, F_br_wr_need, port),
                         .kind = KIND_HEAD,
                         .drop = (element(t, words, F_br_wr_flags, port) & FLAG_DROP) != 0};
  for (unsigned o = 0; o < ports; o++) {
    t->vc_class[at * ports + o] = (uint8_t)element(t, words, F_br_wr_class, port * ports + o);
  }
}

void tasks_arrive(tasks_t *t, uint32_t member, const uint32_t *words) {
  const bool copies = t->s->multicast;
  uint32_t written = element(t, words, copies ? F_br_wr_en : F_wr_en, 0);
  for (; written != 0; written &= written - 1) {
    const unsigned port = (unsigned)__builtin_ctz(written);
    if (copies) {
      arrive_branches(t, member, words, port);
    } else {
      arrive_single(t, member, words, port);
    }
  }
}

static void queue_branches(const tasks_t *t, const uint32_t *words, unsigned port, unsigned vc,
                           size_t at, bank_queue_t *queue) {
  const unsigned ports = t->s->ports <= SHAPE_MAX_PORTS ? t->s->ports : SHAPE_MAX_PORTS;
  const unsigned q = port * t->s->vcs + vc;
  const task_t *task = &t->task[at];
  const bool open = (element(t, words, F_br_open, port) >> vc & 1) != 0;
  const bool decoding = element(t, words, F_w_type, q) > 0 &&
                        element(t, words, F_w_slot, q) == element(t, words, F_in_rd, q);
  queue->open = open;
  if (open) {
    queue->popped = (uint16_t)element(t, words, F_in_popped, q);
    queue->waiting = (uint16_t)element(t, words, F_br_wait, q);
    queue->holding = (uint16_t)element(t, words, F_br_active, q);
    queue->drops = (element(t, words, F_br_drop, port) >> vc & 1) != 0;
  } else if (queue->count > 0 && !decoding) {
    queue->waiting = task->ports;
    queue->drops = task->drop;
  }
  const bool head = queue->popped == 0 && queue->waiting + queue->holding != 0;
  const unsigned dropped = queue->drops ? 1 : 0;
  queue->need = (uint16_t)(head && task->need > dropped ? task->need - dropped : 1);
  for (unsigned o = 0; o < ports; o++) {
    queue->vc[o] = (uint8_t)element(t, words, F_br_vc, q * ports + o);
    queue->read[o] = open ? (uint16_t)element(t, words, F_br_read, q * ports + o) : 0;
    queue->vc_class[o] = head ? t->vc_class[at * ports + o] : (uint8_t)t->s->classes;
  }
}

void tasks_queue(const tasks_t *t, uint32_t member, const uint32_t *words, unsigned port,
                 unsigned vc, bank_queue_t *queue) {
  const noc_shape_t *s = t->s;
  const unsigned q = port * s->vcs + vc;
  const size_t at = place(t, member, port, vc * s->depth + element(t, words, F_in_rd, q));
  const task_t *task = &t->task[at];
  *queue = (bank_queue_t){.count = (uint16_t)element(t, words, F_in_count, q), .need = 1};
  if (s->multicast) {
    queue_branches(t, words, port, vc, at, queue);
    return;
  }
  const bool head = queue->count > 0 && (task->kind & KIND_HEAD) != 0;
  queue->port = (uint8_t)(element(t, words, F_in_out_port, q) & (SHAPE_MAX_PORTS - 1));
  queue->vc[queue->port] = (uint8_t)element(t, words, F_in_out_vc, q);
  queue->need = head && task->need > 1 ? task->need : 1;
  if ((element(t, words, F_in_active, port) >> vc & 1) != 0) {
    queue->holding = (uint16_t)(1u << queue->port);
  } else if (head) {
    queue->waiting = task->ports;
    for (unsigned o = 0; o < s->ports; o++) {
      queue->vc_class[o] = t->vc_class[at * s->ports + o];
    }
  }
}

uint32_t tasks_owned(const tasks_t *t, const uint32_t *words, unsigned port) {
  return element(t, words, F_out_busy, port);
}
