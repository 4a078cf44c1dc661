// fuzz_plan -- libFuzzer on GOAL text: no crash; an error is one line with its place; a plan that
// is accepted is written as text that makes the same plan again, and runs to an end or to a stall
// without a fault of the engine.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "require.h"
#include "workload/engine.h"

enum { NODES = 4, FLIT_BITS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static plan_t *read_text(const char *text, size_t length, noc_error_t *error) {
  FILE *in = fmemopen((void *)text, length, "r");
  require(in != NULL);
  plan_t *plan = plan_read_stream(in, "plan.goal", FLIT_BITS, NODES, error);
  require(fclose(in) == 0);
  return plan;
}

static char *write_text(const plan_t *plan, size_t *length) {
  char *text = NULL;
  FILE *out = open_memstream(&text, length);
  require(out != NULL);
  require(plan_write_goal(plan, FLIT_BITS, out));
  require(fclose(out) == 0);
  return text;
}

static void check_error(const noc_error_t *error) {
  unsigned line = 0;
  unsigned column = 0;
  require(error->status == NOC_BAD_INPUT && strchr(error->text, '\n') == NULL);
  require(sscanf(error->text, "plan.goal:%u:%u: ", &line, &column) == 2);
  require(line >= 1 && column >= 1);
}

static void check_plan(const plan_t *plan) {
  for (uint32_t i = 0; i < plan->ops; i++) {
    const plan_op_t *op = &plan->op[i];
    require(op->node < NODES && op->successors <= op[1].successors);
    require(plan->place[i].line >= 1 && plan->place[i].column >= 1);
    uint32_t end = 0;
    for (uint32_t e = plan_start_successors(plan, i, &end); e < end; e++) {
      require(plan->start_edge[e].requires == i && plan->start_edge[e].operation < plan->ops);
    }
    if (!plan_is_message(op)) {
      continue;
    }
    require(op->size >= 1 && op->size <= PLAN_MAX_SIZE);
    if (op->match == kPlanNone) {  // at a rank with a wildcard
      require(plan->has_late && (plan_is_sent(op) || op->late));
    } else {
      const plan_op_t *other = &plan->op[op->match];
      require(other->match == i && other->peer == op->node && other->tag == op->tag);
      require(other->size == op->size);
    }
  }
}

// Every operand has a slot, and coded data two names.
static void check_items(const plan_t *plan) {
  const plan_coding_t *c = plan->coding;
  require((c != NULL) == plan->has_items);
  for (uint32_t i = 0; c != NULL && i < plan->ops; i++) {
    const plan_op_t *op = &plan->op[i];
    const plan_data_t *d = &c->data[i];
    require(d->slot < (c->slots > 0 ? c->slots : 1) && c->slots <= PLAN_MAX_SLOTS);
    require(d->name_b == kPlanNone || (d->name_a < d->name_b && d->name_b < c->names));
    require(d->origin == kPlanNone || d->origin < plan->ops);
    if (op->kind == PLAN_XOR) {
      require(d->slot > 0 && c->data[op->source].slot > 0 && c->data[op->peer].slot > 0);
      require(op->size <= c->longest && c->longest <= PLAN_MAX_OPERAND);
      require(c->maker[d->name_a] != kPlanNone && d->slot != c->data[op->peer].slot);
    }
  }
}

enum { A_CYCLE = 8, PACKET_FLITS = 16, KEPT_FLITS = 1 << 16 };  // packets of a node in a cycle

// Flits that hosts may keep, to pass them on or to join them.
static uint64_t kept_flits(const plan_t *plan) {
  uint64_t flits = 0;
  for (uint32_t i = 0; plan->coding != NULL && i < plan->ops; i++) {
    flits += plan->op[i].kind != PLAN_CALCULATE ? plan->op[i].size : 0;
  }
  return flits;
}

// Runs a plan without a network: packets arrive at once, some before others that were sent earlier.
// Exclusive ors are never made.
static void run_plan(const plan_t *plan) {
  static const uint64_t kHeadMask[] = {UINT64_MAX << 40};
  noc_error_t error = {0};
  uint64_t active = 0;
  uint32_t queue[NODES * A_CYCLE * NODES];  // a multicast goes to all other nodes at most
  const engine_config_t config = {.plan = plan,
                                  .seed = 1,
                                  .words = 1,
                                  .word_mask = UINT64_MAX,
                                  .head_mask = kHeadMask,
                                  .packet_flits = PACKET_FLITS,
                                  .active = &active};
  if (kept_flits(plan) > KEPT_FLITS) {
    return;
  }
  engine_t *e = engine_create(&config, &error);
  require(e != NULL);
  bool ok = true;
  for (uint64_t now = 0; now < 1000 && ok && !engine_done(e); now++) {
    unsigned queued = 0;
    ok = engine_cycle(e, now, &error);
    for (uint32_t node = 0; node < plan->nodes; node++) {
      engine_send_t send;
      for (unsigned k = 0; k < A_CYCLE && engine_front(e, node, &send); k++) {
        const plan_op_t *op = &plan->op[send.operation];
        const bool copied = op->kind == PLAN_MULTICAST;
        require(send.flits >= 1 && send.flits <= PACKET_FLITS);
        require(copied ? send.destination == kPlanNone : send.destination < NODES);
        for (uint32_t c = 1; copied && c <= op->peer; c++) {
          require(op[c].kind == PLAN_COPY && op[c].peer < NODES && op[c].peer != node);
          queue[queued++] = send.operation + c;
        }
        if (!copied) {
          queue[queued++] = send.operation;
        }
        engine_pop(e, node, send.queue, now);
        engine_sent(e, send.operation, now);
      }
    }
    for (unsigned i = queued; i-- > 0;) {
      bool no_memory = false;
      require(engine_keep(e, queue[i], &no_memory) == NULL || plan->coding != NULL);
      require(!no_memory);
      require(!engine_packet_arrived(e, queue[i]) ||
              engine_message_arrived(e, queue[i], now, &error));
    }
  }
  require(engine_complete(e) <= engine_operations(e));
  if (ok && !engine_done(e)) {
    const engine_stalled_t stalled = engine_stalled(e);
    engine_fail_stalled(e, &stalled, &error);
    require(strchr(error.text, '\n') == NULL);
  }
  engine_free(e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  noc_error_t error = {0};
  if (size == 0) {  // fmemopen() has no empty files
    return 0;
  }
  plan_t *plan = read_text((const char *)data, size, &error);
  if (plan == NULL) {
    check_error(&error);
    return 0;
  }
  check_plan(plan);
  check_items(plan);
  if (!plan->has_items) {  // they need the coding units of a network
    run_plan(plan);
  }
  size_t length = 0;
  size_t length_again = 0;
  char *text = write_text(plan, &length);
  plan_t *again = read_text(text, length, &error);
  require(again != NULL && again->ops == plan->ops && again->edges == plan->edges &&
          again->start_edges == plan->start_edges);
  char *text_again = write_text(again, &length_again);
  require(strcmp(text, text_again) == 0);
  plan_free(plan);
  plan_free(again);
  free(text);
  free(text_again);
  return 0;
}
