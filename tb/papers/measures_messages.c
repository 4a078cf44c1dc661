// measures_messages -- the way `messages`: load factors and rounds of sets of messages on trees, as
// `nocstep topo --messages` has them.

#include "papers/measures.h"
#include "runs/messages.h"

#define FOUND_FIELD(name, member)                                \
  static void found_##name(const void *record, value_t *value) { \
    value->number = ((const messages_t *)record)->member;        \
  }
FOUND_FIELD(count, count)
FOUND_FIELD(load_factor, load.factor)
FOUND_FIELD(load, load.load)
FOUND_FIELD(capacity, load.capacity)
FOUND_FIELD(rounds, rounds)
FOUND_FIELD(fullest, fullest)
FOUND_FIELD(constant, constant)

static const record_field_t kFields[] = {
    {"count", {.kind = KIND_NUMBER}, found_count},
    {"load_factor", {.kind = KIND_NUMBER}, found_load_factor},
    {"load", {.kind = KIND_NUMBER}, found_load},
    {"capacity", {.kind = KIND_NUMBER}, found_capacity},
    {"rounds", {.kind = KIND_NUMBER}, found_rounds},
    {"fullest", {.kind = KIND_NUMBER}, found_fullest},
    {"constant", {.kind = KIND_NUMBER}, found_constant},
};
static const record_class_t kMessages = {"messages", kFields, sizeof kFields / sizeof kFields[0]};

static bool work(char *const *text, void *record, noc_error_t *error) {
  topology_t *t = topology_create(text[MEASURE_TOPOLOGY], error);
  const bool ok = t != NULL && messages_find(t, text[MEASURE_MESSAGES], record, error);
  topology_free(t);
  return ok;
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  return measure_work(m, e, cli, sizeof(messages_t), work, NULL, error);
}

static const char *const kKeys[] = {"topology", "messages", NULL};
const measure_way_t kMeasureMessages = {"messages", &kMessages,        kKeys,
                                        run,        measure_work_free, false};
