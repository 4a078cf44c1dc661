// forwarded_packets -- see forwarded_packets.h.

#include "workload/forwarded_packets.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct {
  uint32_t operation;  // of the multicast; kPlanNone: the row is free
  uint32_t packets;
  uint32_t unwritten;  // words of child tables
  uint32_t missing;    // copies of packets that have not arrived
} row_t;

// A word of a child table that is to be written.
typedef struct {
  uint32_t node;
  host_child_t child;
} word_t;

struct forwarded_packets {
  const plan_t *plan;
  network_t *network;
  const noc_shape_t *shape;
  uint32_t packet_flits;
  row_t *row;         // [rows]
  flight_t *flight;   // [rows << lsb], by message number
  uint32_t *left;     // [row * nodes + node]: copies that the children of a node have not got
  uint32_t *free;     // [node]: slots
  uint32_t *current;  // [node]: the row of the message that it hands over; kPlanNone: none
  uint32_t *asked;    // [node]: the multicast that waits to begin; kPlanNone: none
  uint32_t *queue;    // [node]: `waiting` of them, in the order in which they asked
  uint32_t waiting;
  bool look;         // one of these may begin
  uint32_t *parent;  // [ops], of a copy
  uint8_t *on;       // [ops], of a copy: its node passes it on
  uint32_t *place;   // [ops], of a copy: among its parent's; of a multicast: the most of a node
  forward_times_t times;
  uint32_t *children;  // [node]: scratch, 0
  uint32_t *claimed;   // [node]: scratch, 0; slots that multicasts need which wait for longer
  word_t *word;        // [rows * nodes]: `words` that are to be written, in their order
  uint32_t words;
  uint64_t *written;  // [node]: cycle + 1 of its last word
};

// --- multicasts ----------------------------------------------------------------------------------

// The scratch is as before a tree.
static void forget_children(forwarded_packets_t *f, plan_carrier_t c) {
  for (uint32_t k = c.first; k < c.first + c.count; k++) {
    f->children[f->plan->branch[k].parent] = 0;
  }
}

// Notes for every copy its parent, its place there, and whether it is one.
static void note_trees(forwarded_packets_t *f) {
  const plan_t *p = f->plan;
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->op[i].kind != PLAN_MULTICAST || plan_carrier(p, i).kind != CARRY_FORWARD) {
      continue;
    }
    const plan_carrier_t c = plan_carrier(p, i);
    f->place[i] = plan_children(p, c, f->children);
    for (uint32_t k = c.first; k < c.first + c.count; k++) {
      const uint32_t parent = plan_copy_to(p, i, p->branch[k].parent);
      const uint32_t copy = plan_copy_to(p, i, p->branch[k].child);
      f->parent[copy] = p->branch[k].parent;
      f->place[copy] = f->children[p->branch[k].parent]++;
      if (parent != kPlanNone) {
        f->on[parent] = 1;
      }
    }
    forget_children(f, c);
  }
}

forwarded_packets_t *forwarded_packets_create(const plan_t *plan, network_t *n,
                                              const forward_times_t *times, unsigned packet_flits,
                                              noc_error_t *error) {
  const noc_shape_t *s = network_shape(n);
  const size_t nodes = network_topology(n)->nodes;
  const size_t rows = s->forward_rows;
  forwarded_packets_t *f = calloc(1, sizeof *f);
  if (f == NULL) {
    (void)memory_fail(error, "multicasts on their way");
    return NULL;
  }
  *f = (forwarded_packets_t){.plan = plan,
                             .network = n,
                             .shape = s,
                             .packet_flits = packet_flits,
                             .times = *times,
                             .place = calloc((size_t)plan->ops + 1, sizeof *f->place),
                             .row = malloc(rows * sizeof *f->row),
                             .flight = calloc(rows << s->forward_lsb, sizeof *f->flight),
                             .left = calloc(rows * nodes, sizeof *f->left),
                             .free = malloc(nodes * sizeof *f->free),
                             .current = malloc(nodes * sizeof *f->current),
                             .asked = malloc(nodes * sizeof *f->asked),
                             .queue = calloc(nodes, sizeof *f->queue),
                             .parent = calloc((size_t)plan->ops + 1, sizeof *f->parent),
                             .on = calloc((size_t)plan->ops + 1, sizeof *f->on),
                             .children = calloc(nodes, sizeof *f->children),
                             .claimed = calloc(nodes, sizeof *f->claimed),
                             .word = malloc(rows * nodes * sizeof *f->word),
                             .written = calloc(nodes, sizeof *f->written)};
  if (f->row == NULL || f->flight == NULL || f->left == NULL || f->free == NULL ||
      f->current == NULL || f->parent == NULL || f->on == NULL || f->place == NULL ||
      f->children == NULL || f->word == NULL || f->written == NULL || f->asked == NULL ||
      f->queue == NULL || f->claimed == NULL) {
    forwarded_packets_free(f);
    (void)memory_fail(error, "multicasts on their way");
    return NULL;
  }
  for (size_t i = 0; i < rows; i++) {
    f->row[i] = (row_t){.operation = kPlanNone};
  }
  for (size_t i = 0; i < nodes; i++) {
    f->free[i] = s->forward_slots;
    f->current[i] = f->asked[i] = kPlanNone;
  }
  note_trees(f);
  return f;
}

void forwarded_packets_free(forwarded_packets_t *f) {
  if (f != NULL) {
    free(f->row);
    free(f->flight);
    free(f->left);
    free(f->free);
    free(f->current);
    free(f->asked);
    free(f->queue);
    free(f->claimed);
    free(f->parent);
    free(f->on);
    free(f->place);
    free(f->children);
    free(f->word);
    free(f->written);
    free(f);
  }
}

void forwarded_packets_checkpoint(forwarded_packets_t *f, checkpoint_t *c) {
  const size_t nodes = f->plan->nodes;
  const size_t rows = f->shape->forward_rows;
  CHECKPOINT_ARRAY(c, f->row, rows);
  CHECKPOINT_ARRAY(c, f->flight, rows << f->shape->forward_lsb);
  CHECKPOINT_ARRAY(c, f->left, rows * nodes);
  CHECKPOINT_ARRAY(c, f->free, nodes);
  CHECKPOINT_ARRAY(c, f->current, nodes);
  CHECKPOINT_ARRAY(c, f->asked, nodes);
  CHECKPOINT(c, f->waiting);
  CHECKPOINT_ARRAY(c, f->queue, f->waiting);
  CHECKPOINT(c, f->words);
  CHECKPOINT_ARRAY(c, f->word, f->words);
  CHECKPOINT_ARRAY(c, f->written, nodes);
  f->look = true;  // to look once more changes nothing
}

static uint32_t free_rows(const forwarded_packets_t *f) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < f->shape->forward_rows; i++) {
    count += f->row[i].operation == kPlanNone;
  }
  return count;
}

static uint32_t free_row(const forwarded_packets_t *f) {
  for (uint32_t i = 0; i < f->shape->forward_rows; i++) {
    if (f->row[i].operation == kPlanNone) {
      return i;
    }
  }
  return kPlanNone;
}

// The slots that those need who wait for longer are not there for this one.
static bool have_slots(const forwarded_packets_t *f, plan_carrier_t c, uint32_t packets) {
  for (uint32_t k = c.first; k < c.first + c.count; k++) {
    const uint32_t parent = f->plan->branch[k].parent;
    if (f->free[parent] < packets + f->claimed[parent]) {
      return false;
    }
  }
  return true;
}

static void claim_slots(forwarded_packets_t *f, plan_carrier_t c, uint32_t packets) {
  for (uint32_t k = c.first; k < c.first + c.count; k++) {
    const uint32_t parent = f->plan->branch[k].parent;
    f->claimed[parent] += f->children[parent]++ == 0 ? packets : 0;
  }
  forget_children(f, c);
}

// The rows of its child tables, which forwarded_packets_write() writes.
static void list_words(forwarded_packets_t *f, uint32_t row, plan_carrier_t c) {
  const plan_branch_t *branch = &f->plan->branch[c.first];
  const uint32_t *left = &f->left[(size_t)row * f->plan->nodes];
  const uint32_t packets = f->row[row].packets;
  for (uint32_t k = 0; k < c.count; k++) {
    const uint32_t parent = branch[k].parent;
    const uint32_t child = f->children[parent]++;
    f->word[f->words++] = (word_t){parent,
                                   {.row = row,
                                    .child = child,
                                    .address = network_address(f->network, branch[k].child),
                                    .last = left[branch[k].child] == 0,
                                    .more = (child + 1) * packets < left[parent]}};
  }
  forget_children(f, c);
  f->row[row].unwritten = c.count;
}

// Takes a row and all slots, which are there.
static uint32_t begin(forwarded_packets_t *f, uint32_t operation, plan_carrier_t c,
                      uint32_t packets) {
  const uint32_t row = free_row(f);
  assert(row != kPlanNone);
  uint32_t *left = &f->left[(size_t)row * f->plan->nodes];
  f->row[row] = (row_t){
      .operation = operation, .packets = packets, .missing = packets * f->plan->op[operation].peer};
  for (uint32_t k = c.first; k < c.first + c.count; k++) {
    const uint32_t parent = f->plan->branch[k].parent;
    f->free[parent] -= left[parent] == 0 ? packets : 0;
    left[parent] += packets;
  }
  list_words(f, row, c);
  return row;
}

// Begins those that can, in the order in which they asked.
static void serve(forwarded_packets_t *f) {
  uint32_t rows = free_rows(f);
  uint32_t still = 0;
  for (uint32_t i = 0; i < f->waiting; i++) {
    const uint32_t node = f->queue[i];
    const uint32_t operation = f->asked[node];
    const plan_carrier_t c = plan_carrier(f->plan, operation);
    const uint32_t packets = plan_packets(f->plan->op[operation].size, f->packet_flits);
    if (rows > still && have_slots(f, c, packets)) {
      rows--;
      f->current[node] = begin(f, operation, c, packets);
      f->asked[node] = kPlanNone;
    } else {
      claim_slots(f, c, packets);
      f->queue[still++] = node;
    }
  }
  if (still > 0) {
    memset(f->claimed, 0, f->plan->nodes * sizeof *f->claimed);
  }
  f->waiting = still;
  f->look = false;
}

static void ask(forwarded_packets_t *f, uint32_t node, uint32_t operation) {
  if (f->asked[node] == operation) {
    return;
  }
  if (f->asked[node] == kPlanNone) {
    f->queue[f->waiting++] = node;
  }
  f->asked[node] = operation;
  f->look = true;
}

void forwarded_packets_write(forwarded_packets_t *f) {
  const uint64_t now = network_cycle(f->network) + 1;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < f->words; i++) {
    const word_t *word = &f->word[i];
    if (f->written[word->node] == now) {
      f->word[kept++] = *word;
      continue;
    }
    f->written[word->node] = now;
    network_child(f->network, word->node, &word->child);
    f->row[word->child.row].unwritten--;
  }
  f->words = kept;
}

bool forwarded_packets_open(forwarded_packets_t *f, uint32_t operation, uint32_t first,
                            uint32_t *message, flight_t **flight) {
  const uint32_t node = f->plan->op[operation].node;
  uint32_t *current = &f->current[node];
  if (*current == kPlanNone) {
    ask(f, node, operation);
  }
  if (f->look) {
    serve(f);
  }
  if (*current == kPlanNone || f->row[*current].unwritten > 0) {
    return false;
  }
  assert(f->row[*current].operation == operation);
  const uint32_t packet = first / f->packet_flits;
  *message = *current << f->shape->forward_lsb | packet;
  *flight = &f->flight[*message];
  assert(!(*flight)->flying);
  **flight = (flight_t){.flying = true};
  if (packet + 1 == f->row[*current].packets) {
    *current = kPlanNone;
  }
  return true;
}

flight_t *forwarded_packets_find(const forwarded_packets_t *f, uint32_t source, uint32_t message) {
  if (message >> f->shape->forward_lsb >= f->shape->forward_rows) {
    return NULL;
  }
  flight_t *flight = &f->flight[message];
  return flight->flying && f->plan->op[flight->operation].node == source ? flight : NULL;
}

const flight_t *forwarded_packets_oldest(const forwarded_packets_t *f, uint32_t *source,
                                         uint32_t *message) {
  const flight_t *oldest = NULL;
  const uint32_t messages = f->shape->forward_rows << f->shape->forward_lsb;
  for (uint32_t i = 0; i < messages; i++) {
    const flight_t *flight = &f->flight[i];
    if (flight->flying && (oldest == NULL || flight->created < oldest->created)) {
      oldest = flight;
      *source = f->plan->op[flight->operation].node;
      *message = i;
    }
  }
  return oldest;
}

void forwarded_packets_arrived(forwarded_packets_t *f, uint32_t message, uint32_t copy) {
  const uint32_t i = message >> f->shape->forward_lsb;
  row_t *row = &f->row[i];
  uint32_t *left = &f->left[(size_t)i * f->plan->nodes + f->parent[copy]];
  if (--*left == 0) {
    f->free[f->parent[copy]] += row->packets;
    f->look = true;
  }
  if (--row->missing == 0) {
    row->operation = kPlanNone;
    f->look = true;
  }
}

uint64_t forwarded_packets_before_last(const forwarded_packets_t *f, uint32_t operation,
                                       uint32_t copy, unsigned flits) {
  const forward_times_t *t = &f->times;
  const uint32_t source = f->plan->op[operation].node;
  uint64_t cycles = f->place[operation] + forward_delay_of_source(t, flits) +
                    f->place[copy] * forward_gap(t, flits);
  while (f->parent[copy] != source) {
    copy = plan_copy_to(f->plan, operation, f->parent[copy]);
    const unsigned hops = route_hops(t->hops, f->parent[copy], f->plan->op[copy].peer);
    cycles += zero_load_latency(&t->network, flits, hops) + forward_delay(t) +
              f->place[copy] * forward_gap(t, flits);
  }
  return cycles;
}

uint32_t forwarded_packets_parent(const forwarded_packets_t *f, uint32_t copy) {
  return f->parent[copy];
}

bool forwarded_packets_on(const forwarded_packets_t *f, uint32_t copy) {
  return f->on[copy] != 0;
}
