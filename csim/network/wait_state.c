// wait_state -- see wait_state.h.

#include "network/wait_state.h"

#include <stdlib.h>

#include "base/memory.h"
#include "router/passes.h"

// --- reading the network -------------------------------------------------------------------------

static bank_t *bank_of(const wait_state_t *w, uint32_t queue, uint32_t *member, unsigned *port) {
  const bool router = wait_in_router(w, queue);
  *port = router ? wait_port(w, queue) % w->n->shape.ports : 0;
  return network_member(w->n, router ? COMPONENT_ROUTER : COMPONENT_INTERFACE,
                        w->n->id[wait_slot(w, queue)], member);
}

bool wait_front(const wait_state_t *w, uint32_t queue, bank_front_t *front) {
  uint32_t member = 0;
  unsigned port = 0;
  bank_t *b = bank_of(w, queue, &member, &port);
  return b->front != NULL && b->front(b, member, port, queue % w->n->shape.vcs, front);
}

bool wait_newest(const wait_state_t *w, uint32_t queue, bank_front_t *head) {
  uint32_t member = 0;
  unsigned port = 0;
  bank_t *b = bank_of(w, queue, &member, &port);
  return b->newest != NULL && b->newest(b, member, port, queue % w->n->shape.vcs, head);
}

static bool add_branch(wait_state_t *w, wait_branch_t branch) {
  if (!memory_room(&w->branch, &w->room, w->branches + 1, sizeof *w->branch)) {
    return false;
  }
  w->queue[branch.queue].branches++;
  w->branch[w->branches++] = branch;
  return true;
}

static void hold(wait_state_t *w, const wait_branch_t *b) {
  if (b->active && b->port < w->n->shape.ports && b->vc < w->n->shape.vcs) {
    w->holder[wait_output(w, b->queue, b->port, b->vc)] = w->branches - 1;
  }
}

// The head at the front of a queue; false if there is none, or it cannot be seen.
static bool find_head(wait_state_t *w, uint32_t queue, bank_front_t *front) {
  wait_queue_t *q = &w->queue[queue];
  const bool head = q->count > 0 && wait_front(w, queue, front) && (front->kind & KIND_HEAD) != 0;
  q->need = head && front->need > 1 ? front->need : 1;
  return head;
}

// Adds the branch of a queue of a router whose packets go to one output.
static bool add_single(wait_state_t *w, const bank_t *b, uint32_t queue, unsigned port) {
  const network_t *n = w->n;
  const unsigned v = queue % n->shape.vcs;
  const uint32_t q = port * n->shape.vcs + v;
  wait_branch_t branch = {.queue = queue, .slowest = true};
  bank_front_t front = {0};
  branch.active = (network_register(n, b, "in_active", port) >> v & 1u) != 0;
  if (w->queue[queue].count == 0 && !branch.active) {
    return true;
  }
  const bool head = find_head(w, queue, &front);
  branch.known = branch.active || head;
  branch.behind = w->queue[queue].count == 0;
  branch.port = (uint8_t)network_register(n, b, "in_out_port", q);
  branch.vc = (uint8_t)network_register(n, b, "in_out_vc", q);
  branch.vc_class = (uint8_t)n->shape.classes;
  if (head && !branch.active) {
    branch.port = front.port;
    branch.vc_class = front.vc_class;
  }
  const bool ok = add_branch(w, branch);
  if (ok) {
    hold(w, &branch);
  }
  return ok;
}

// Adds the branches of a queue of a router that copies. While a worm is being decoded nobody knows
// where it goes.
static bool add_copies(wait_state_t *w, const bank_t *b, uint32_t queue, unsigned port) {
  const network_t *n = w->n;
  const unsigned v = queue % n->shape.vcs;
  const uint32_t q = port * n->shape.vcs + v;
  const uint32_t count = w->queue[queue].count;
  bank_front_t front = {0};
  const bool head = find_head(w, queue, &front);
  if ((network_register(n, b, "br_open", port) >> v & 1u) == 0) {
    return count == 0 || add_branch(w, (wait_branch_t){.queue = queue, .slowest = true});
  }
  const uint64_t active = network_register(n, b, "br_active", q);
  const uint64_t popped = network_register(n, b, "in_popped", q);
  for (uint64_t left = active | network_register(n, b, "br_wait", q); left != 0; left &= left - 1) {
    const unsigned o = (unsigned)__builtin_ctzll(left);
    const uint32_t at = q * n->shape.ports + o;
    const uint64_t read = network_register(n, b, "br_read", at);
    const bool classes = head && front.port_class != NULL;
    const wait_branch_t branch = {
        .queue = queue,
        .known = true,
        .active = (active >> o & 1u) != 0,
        .behind = read - popped >= count,
        .slowest = read == popped,
        .port = (uint8_t)o,
        .vc = (uint8_t)network_register(n, b, "br_vc", at),
        .vc_class = classes ? front.port_class[o] : (uint8_t)n->shape.classes};
    if (!add_branch(w, branch)) {
      return false;
    }
    hold(w, &branch);
  }
  return true;
}

static bool read_router(wait_state_t *w, bank_t *b, uint32_t member, uint32_t slot) {
  const network_t *n = w->n;
  const unsigned vcs = n->shape.vcs;
  b->ops->state(b, member, false, n->words);
  bool ok = true;
  for (unsigned q = 0; q < n->shape.ports * vcs && ok; q++) {
    const uint32_t queue = slot * n->shape.ports * vcs + q;
    w->queue[queue].first = w->branches;
    w->queue[queue].count = (uint32_t)network_register(n, b, "in_count", q);
    w->queue[queue].claims =
        n->shape.cut_through != 0 && network_register(n, b, "va_passes", q) == PASSES_MOST;
    w->credit[queue] = (uint16_t)network_register(n, b, "out_credit", q);
    ok = (n->shape.multicast ? add_copies : add_single)(w, b, queue, q / vcs);
  }
  return ok;
}

static bool read_interface(wait_state_t *w, bank_t *b, uint32_t member, uint32_t slot) {
  const network_t *n = w->n;
  const unsigned vcs = n->shape.vcs;
  const uint32_t port = n->routers * n->shape.ports + (slot - n->routers);
  b->ops->state(b, member, false, n->words);
  bool ok = true;
  for (unsigned v = 0; v < vcs && ok; v++) {
    const uint32_t queue = port * vcs + v;
    bank_front_t front = {0};
    w->queue[queue].first = w->branches;
    w->queue[queue].count = (uint32_t)network_register(n, b, "inj_count", v);
    w->credit[queue] = (uint16_t)network_register(n, b, "inj_credit", v);
    (void)find_head(w, queue, &front);
    const wait_branch_t branch = {.queue = queue,
                                  .known = true,
                                  .active = true,
                                  .behind = w->queue[queue].count == 0,
                                  .slowest = true,
                                  .vc = (uint8_t)v};
    ok = add_branch(w, branch);
    if (ok) {
      hold(w, &branch);
    }
  }
  return ok;
}

// The packet at the front could move under SyncCopies: all its branches have what they need.
static bool wait_ready(const wait_state_t *w, uint32_t queue) {
  const wait_queue_t *q = &w->queue[queue];
  bool ready = q->branches > 0;
  for (uint32_t i = q->first; ready && i < q->first + q->branches; i++) {
    const wait_branch_t *b = &w->branch[i];
    ready = b->active && !b->behind &&
            w->credit[wait_output(w, queue, b->port, b->vc)] >= wait_need(w, b);
  }
  return ready;
}

// Notes what the input and output stages of a router's switch allocator pick, by round robin from
// the pointers on.
static void choose(wait_state_t *w, bank_t *b, uint32_t member, uint32_t slot) {
  const network_t *n = w->n;
  const unsigned ports = n->shape.ports;
  const unsigned vcs = n->shape.vcs;
  uint32_t rank[SHAPE_MAX_PORTS];
  b->ops->state(b, member, false, n->words);
  for (unsigned o = 0; o < ports; o++) {
    w->output_choice[slot * ports + o] = kNobody;
    rank[o] = ports;
  }
  for (unsigned i = 0; i < ports; i++) {
    const unsigned first = (unsigned)network_register(n, b, "sa_in_ptr", i);
    uint32_t *chosen = &w->input_choice[slot * ports + i];
    *chosen = kNobody;
    for (unsigned k = 0; k < vcs && *chosen == kNobody; k++) {
      const uint32_t queue = (slot * ports + i) * vcs + (first + k) % vcs;
      *chosen = wait_ready(w, queue) ? queue : kNobody;
    }
    const wait_queue_t *q = *chosen != kNobody ? &w->queue[*chosen] : NULL;
    for (uint32_t k = 0; q != NULL && k < q->branches; k++) {
      const unsigned o = w->branch[q->first + k].port;
      const unsigned pointer = (unsigned)network_register(n, b, "sa_out_ptr", o);
      const uint32_t behind = (i + ports - pointer) % ports;
      if (behind < rank[o]) {
        rank[o] = behind;
        w->output_choice[slot * ports + o] = *chosen;
      }
    }
  }
}

// Notes the choices of all routers.
static bool choose_all(wait_state_t *w) {
  const network_t *n = w->n;
  const size_t ports = (size_t)n->routers * n->shape.ports;
  w->input_choice = malloc(ports * sizeof *w->input_choice);
  w->output_choice = malloc(ports * sizeof *w->output_choice);
  if (w->input_choice == NULL || w->output_choice == NULL) {
    return false;
  }
  for (size_t b = 0; b < n->banks; b++) {
    for (uint32_t m = 0; m < n->range[b].members && n->range[b].first < n->routers; m++) {
      choose(w, n->bank[b], m, n->range[b].first + m);
    }
  }
  return true;
}

bool wait_state_create(wait_state_t *w, network_t *n) {
  *w = (wait_state_t){.n = n, .queues = n->ports * n->shape.vcs};
  w->queue = calloc(w->queues, sizeof *w->queue);
  w->holder = malloc(w->queues * sizeof *w->holder);
  w->credit = calloc(w->queues, sizeof *w->credit);
  bool ok = w->queue != NULL && w->holder != NULL && w->credit != NULL;
  for (uint32_t i = 0; ok && i < w->queues; i++) {
    w->holder[i] = kNobody;
  }
  for (size_t b = 0; b < n->banks; b++) {
    for (uint32_t m = 0; ok && m < n->range[b].members; m++) {
      const uint32_t slot = n->range[b].first + m;
      ok = (slot < n->routers ? read_router : read_interface)(w, n->bank[b], m, slot);
    }
  }
  const bool together = n->shape.multicast != 0 && n->shape.sync_copies != 0;
  return ok && (!together || choose_all(w));
}

void wait_state_free(wait_state_t *w) {
  free(w->queue);
  free(w->branch);
  free(w->holder);
  free(w->credit);
  free(w->input_choice);
  free(w->output_choice);
}

// --- what waits for what -------------------------------------------------------------------------

// Something that a branch waits for: a branch, or none if it is there. A blocked one comes first.
typedef struct {
  bool found;    // what it waits for has been named
  bool free;     // it can go on
  bool refused;  // it can as soon as a host takes what it is offered
  uint32_t branch;
} needed_t;

static const needed_t kFree = {.free = true, .branch = UINT32_MAX};
static const needed_t kRefused = {.free = true, .refused = true, .branch = UINT32_MAX};

static needed_t need_branch(const wait_state_t *w, uint32_t branch) {
  return branch == kNobody
             ? kFree
             : (needed_t){.found = true, .free = !w->branch[branch].blocked, .branch = branch};
}

// All branches of a queue that stand at its oldest flit, but for one.
static needed_t need_slowest(const wait_state_t *w, uint32_t queue, uint32_t but) {
  const wait_queue_t *q = &w->queue[queue];
  needed_t needed = kFree;
  for (uint32_t i = q->first; i < q->first + q->branches; i++) {
    if (i != but && w->branch[i].slowest && (!needed.found || w->branch[i].blocked)) {
      needed = need_branch(w, i);
      if (!needed.free) {
        break;
      }
    }
  }
  return needed;
}

// A packet slot of the interface that the queue is in, if its ejection queue of this VC waits for
// one.
static needed_t need_slot(const wait_state_t *w, uint32_t queue) {
  const unsigned vcs = w->n->shape.vcs;
  network_slot_wait_t wait;
  if (!w->n->shape.forward_unit ||
      !network_needs_slot(w->n, w->n->id[wait_slot(w, queue)], queue % vcs, &wait)) {
    return kFree;
  }
  needed_t needed = kFree;
  for (uint32_t left = wait.vcs; left != 0; left &= left - 1) {
    const uint32_t injection = queue / vcs * vcs + (uint32_t)__builtin_ctz(left);
    const needed_t one = need_branch(w, w->queue[injection].first);
    needed = !needed.found || one.free ? one : needed;
  }
  return needed;
}

// Says what keeps a branch from so many credits at an output: nothing if they are there, or on a
// link that stalls, else what takes the room behind it.
static needed_t need_credit(const wait_state_t *w, uint32_t output, unsigned need) {
  const uint32_t down = wait_downstream(w, output);
  const unsigned vcs = w->n->shape.vcs;
  if (w->credit[output] + link_queues_credits_coming(w->n, output / vcs, output % vcs) >= need) {
    return kFree;
  }
  if (!wait_in_router(w, down)) {
    return wait_is_refused(w, down) ? kRefused : need_slot(w, down);
  }
  return w->queue[down].count == 0 ? kFree : need_slowest(w, down, kNobody);
}

// Says which branch upstream the next flits of a queue come from, unless they are on a link that
// stalls.
static needed_t need_flits(const wait_state_t *w, uint32_t queue) {
  const unsigned vcs = w->n->shape.vcs;
  const link_end_t *end = &w->n->end[wait_port(w, queue)];
  const bool known = wait_in_router(w, queue) && end->port < w->n->ports;
  if (known && link_queues_flits_coming(w->n, end->port, queue % vcs) > 0) {
    return kFree;
  }
  return need_branch(w, known ? w->holder[end->port * vcs + queue % vcs] : kNobody);
}

// A VC of its block that a waiting head may take: of the class that its route names.
static bool may_take(const noc_shape_t *s, const wait_branch_t *b, unsigned vc) {
  return s->classes == 1 || b->vc_class == s->classes ||
         vc % (s->vcs / s->networks) % s->classes == b->vc_class;
}

// Any one of the VCs that may be taken: the first that is to be had, else the first. A free one is
// had with room for the head, or whatever room there is behind it by a packet that was passed
// often.
static needed_t need_vc(const wait_state_t *w, const wait_branch_t *b) {
  const noc_shape_t *s = &w->n->shape;
  const unsigned block = s->vcs / s->networks;
  const unsigned first = b->queue % s->vcs / block * block;
  const unsigned room = w->queue[b->queue].claims ? 0 : wait_need(w, b);
  needed_t needed = {.branch = UINT32_MAX};
  for (unsigned vc = first; vc < first + block && (!needed.free || needed.refused); vc++) {
    if (!may_take(s, b, vc)) {
      continue;
    }
    const uint32_t output = wait_output(w, b->queue, b->port, vc);
    const needed_t one = w->holder[output] != kNobody ? need_branch(w, w->holder[output])
                                                      : need_credit(w, output, room);
    const bool better = needed.refused ? one.free && !one.refused : !needed.found || one.free;
    needed = better ? one : needed;
  }
  return needed;
}

// Says what a branch needs, its sisters left aside.
static needed_t need_alone(const wait_state_t *w, uint32_t branch) {
  const wait_branch_t *b = &w->branch[branch];
  const wait_queue_t *q = &w->queue[b->queue];
  if (!b->known) {
    return w->n->shape.multicast ? need_flits(w, b->queue) : kFree;
  }
  if (!b->active) {
    return need_vc(w, b);
  }
  if (b->behind) {
    return q->count == w->n->shape.depth ? need_slowest(w, b->queue, branch)
                                         : need_flits(w, b->queue);
  }
  return need_credit(w, wait_output(w, b->queue, b->port, b->vc), wait_need(w, b));
}

// The switch favours others: a branch that all of a packet's, which is ready, wait for.
static needed_t need_turn(const wait_state_t *w, uint32_t branch, wait_reason_t *reason) {
  const uint32_t queue = w->branch[branch].queue;
  const wait_queue_t *q = &w->queue[queue];
  const uint32_t chosen = w->input_choice[wait_port(w, queue)];
  *reason = WAIT_INPUT;
  if (chosen != queue) {
    return chosen == kNobody ? kFree : need_branch(w, w->queue[chosen].first);
  }
  *reason = WAIT_OUTPUT;
  const uint32_t base = wait_slot(w, queue) * w->n->shape.ports;
  for (uint32_t i = q->first; i < q->first + q->branches; i++) {
    const uint32_t taken = w->output_choice[base + w->branch[i].port];
    for (uint32_t k = 0; taken != queue && taken != kNobody && k < w->queue[taken].branches; k++) {
      const uint32_t other = w->queue[taken].first + k;
      if (w->branch[other].port == w->branch[i].port && w->branch[other].blocked) {
        return need_branch(w, other);
      }
    }
  }
  return kFree;
}

static needed_t need_of(const wait_state_t *w, uint32_t branch, wait_reason_t *reason) {
  const wait_branch_t *b = &w->branch[branch];
  const wait_queue_t *q = &w->queue[b->queue];
  const needed_t needed = need_alone(w, branch);
  const bool own = needed.found && w->branch[needed.branch].queue == b->queue;
  const bool slot =
      needed.found && !wait_in_router(w, w->branch[needed.branch].queue) && !b->behind;
  *reason = own ? WAIT_SISTER : slot ? WAIT_SLOT : needed.refused ? WAIT_HOST : WAIT_PACKET;
  if (w->input_choice == NULL || !b->active || !needed.free || !wait_in_router(w, b->queue)) {
    return needed;
  }
  for (uint32_t i = q->first; i < q->first + q->branches; i++) {
    if (i != branch && !need_alone(w, i).free) {
      *reason = WAIT_SISTER;
      return (needed_t){.found = true, .branch = i};
    }
  }
  return wait_ready(w, b->queue) ? need_turn(w, branch, reason) : needed;
}

uint32_t wait_state_next(const wait_state_t *w, uint32_t branch, wait_reason_t *reason) {
  const needed_t needed = need_of(w, branch, reason);
  return needed.found ? needed.branch : kNobody;
}

uint32_t wait_state_block(wait_state_t *w) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < w->branches; i++) {
    wait_branch_t *b = &w->branch[i];
    b->blocked = w->queue[b->queue].count > 0 || wait_in_router(w, b->queue);
    left += b->blocked;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < w->branches; i++) {
      wait_reason_t reason = WAIT_PACKET;
      if (w->branch[i].blocked && need_of(w, i, &reason).free) {
        w->branch[i].blocked = false;
        left--;
        changed = true;
      }
    }
  }
  return left;
}
