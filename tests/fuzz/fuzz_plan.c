// fuzz_plan -- libFuzzer on GOAL text: no crash; an error is one line with its place; a plan that
// is accepted is written as text that makes the same plan again.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "workload/plan.h"

enum { NODES = 4, FLIT_BITS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
  if (!condition) {
    abort();
  }
}

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
    if (op->kind != PLAN_CALCULATE) {
      const plan_op_t *other = &plan->op[op->match];
      require(other->match == i && other->peer == op->node && other->tag == op->tag);
      require(op->size >= 1 && op->size <= PLAN_MAX_FLITS && other->size == op->size);
    }
  }
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
  size_t length = 0;
  size_t length_again = 0;
  char *text = write_text(plan, &length);
  plan_t *again = read_text(text, length, &error);
  require(again != NULL && again->ops == plan->ops && again->edges == plan->edges);
  char *text_again = write_text(again, &length_again);
  require(strcmp(text, text_again) == 0);
  plan_free(plan);
  plan_free(again);
  free(text);
  free(text_again);
  return 0;
}
