// wait_graph -- see wait_graph.h. The rules are in wait_state.h.

#include "network/wait_graph.h"

#include <stdlib.h>

#include "base/memory.h"
#include "network/wait_state.h"

typedef struct {
  const wait_state_t *w;
  wait_graph_t *g;
  uint32_t *number;  // [branch]: its entry; kNobody
} making_t;

static const char *why_of(const wait_state_t *w, const wait_branch_t *b, wait_reason_t reason) {
  static const char *const kWords[] = {
      [WAIT_PACKET] = "",     [WAIT_SISTER] = "copy", [WAIT_INPUT] = "turn",
      [WAIT_OUTPUT] = "turn", [WAIT_SLOT] = "slot",   [WAIT_HOST] = "host"};
  if (kWords[reason][0] != '\0') {
    return kWords[reason];
  }
  if (!b->known) {
    return "header";
  }
  if (!b->active) {
    return "vc";
  }
  if (b->behind) {
    return "flit";
  }
  return w->credit[wait_output(w, b->queue, b->port, b->vc)] < wait_need(w, b) ? "credit" : "";
}

static void name_packet(const wait_state_t *w, uint32_t queue, wait_entry_t *e) {
  bank_front_t front;
  packet_head_t head;
  if (!wait_find_head(w, queue, 0, &front)) {
    return;
  }
  packet_unpack(&w->n->shape, front.payload, &head);
  const bool worm = packet_is_worm(head.type);
  e->has_head = true;
  e->source =
      wait_in_router(w, queue) ? network_node(w->n, head.source) : w->n->id[wait_slot(w, queue)];
  e->destination = worm ? UINT32_MAX : network_node(w->n, head.destination);
  e->message = head.message;
}

// Notes a branch; its next one is known when all are there.
static void add(making_t *m, uint32_t branch) {
  const wait_state_t *w = m->w;
  const wait_branch_t *b = &w->branch[branch];
  wait_reason_t reason = WAIT_PACKET;
  (void)wait_state_next(w, branch, &reason);
  wait_entry_t *e = &m->g->entry[m->g->count];
  *e = (wait_entry_t){.in_router = wait_in_router(w, b->queue),
                      .place = w->n->id[wait_slot(w, b->queue)],
                      .vc = (uint8_t)(b->queue % w->n->shape.vcs),
                      .flits = w->queue[b->queue].count,
                      .routed = b->known,
                      .granted = b->active,
                      .out_port = b->port,
                      .out_vc = b->vc,
                      .blocked = b->blocked,
                      .why = why_of(w, b, reason),
                      .next = branch};
  if (e->in_router) {
    e->in_port = (uint8_t)(wait_port(w, b->queue) % w->n->shape.ports);
  }
  name_packet(w, b->queue, e);
  m->number[branch] = (uint32_t)m->g->count++;
}

static void add_chain(making_t *m, uint32_t start) {
  wait_reason_t reason = WAIT_PACKET;
  uint32_t at = start;
  while (at != kNobody && m->number[at] == kNobody && m->g->count < WAIT_GRAPH_MOST) {
    add(m, at);
    at = wait_state_next(m->w, at, &reason);
  }
  m->g->chain = m->g->count;
}

static void add_others(making_t *m, uint32_t networks) {
  for (uint32_t i = 0; i < m->w->branches; i++) {
    const wait_branch_t *b = &m->w->branch[i];
    wait_reason_t reason = WAIT_PACKET;
    const uint32_t next = wait_state_next(m->w, i, &reason);
    const bool waits = b->blocked || next != kNobody || reason == WAIT_HOST;
    if (m->number[i] == kNobody && waits && m->w->queue[b->queue].count > 0 &&
        (networks >> wait_network(m->w, b->queue) & 1u) != 0) {
      if (m->g->count < WAIT_GRAPH_MOST) {
        add(m, i);
      } else {
        m->g->left++;
      }
    }
  }
}

// Until now `next` has been the entry's own branch.
static void join(const making_t *m) {
  for (size_t i = 0; i < m->g->count; i++) {
    wait_entry_t *e = &m->g->entry[i];
    wait_reason_t reason = WAIT_PACKET;
    const uint32_t next = wait_state_next(m->w, e->next, &reason);
    e->next = next != kNobody ? m->number[next] : UINT32_MAX;
  }
}

bool wait_graph_create(wait_graph_t *g, network_t *n, uint32_t networks, noc_error_t *error) {
  *g = (wait_graph_t){0};
  if (network_has_foreign(n)) {
    return true;
  }
  wait_state_t w;
  making_t m = {&w, g, NULL};
  bool ok = wait_state_create(&w, n);
  bool *seen = ok ? calloc((size_t)w.branches + 1, sizeof *seen) : NULL;
  m.number = ok ? calloc((size_t)w.branches + 1, sizeof *m.number) : NULL;
  g->entry = calloc(WAIT_GRAPH_MOST, sizeof *g->entry);
  ok = seen != NULL && m.number != NULL && g->entry != NULL;
  if (ok) {
    for (uint32_t i = 0; i < w.branches; i++) {
      m.number[i] = kNobody;
    }
    g->deadlock = wait_state_block(&w) > 0 && wait_has_blocked(&w, networks);
    add_chain(&m, wait_choose_start(&w, networks, g->deadlock, seen));
    add_others(&m, networks);
    join(&m);
  }
  free(seen);
  free(m.number);
  wait_state_free(&w);
  return ok || memory_fail(error, "who waits for whom");
}

void wait_graph_free(wait_graph_t *g) {
  free(g->entry);
}
