// functions -- what the expressions in the file of a paper can call: a row a function.

#include <math.h>
#include <string.h>

#include "papers/coding.h"
#include "papers/dvorak2006.h"
#include "papers/expression.h"
#include "papers/rahman2012.h"
#include "papers/records.h"
#include "papers/sivaram1998.h"
#include "papers/solomonik2016.h"
#include "papers/with_rtl.h"
#include "routing/dependencies.h"
#include "runs/tradeoff.h"

static const tradeoff_t *seen(const value_t *curve) {
  return &((const curve_record_t *)curve->record)->seen;
}

static bool call_knee(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  (void)room;
  (void)error;
  result->number = tradeoff_knee(seen(&argument[0]), argument[1].number);
  return true;
}

static bool call_most(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  (void)room;
  (void)error;
  result->number = tradeoff_most(seen(&argument[0]));
  return true;
}

static bool call_better(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  (void)room;
  (void)error;
  result->number = tradeoff_better_until(seen(&argument[0]), seen(&argument[1]));
  return true;
}

// ---- A sweep at a load; NAN where it is not sustained

static const curve_point_t *point_at(const value_t *argument) {
  return sweep_at(argument[0].record, argument[1].number);
}

static bool call_latency(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  (void)room;
  (void)error;
  result->number = point_at(argument) != NULL ? point_at(argument)->latency.mean : NAN;
  return true;
}

static bool call_offered(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  (void)room;
  (void)error;
  result->number = point_at(argument) != NULL ? point_at(argument)->offered : NAN;
  return true;
}

static bool call_accepted(const value_t *argument, value_t *result, void *room,
                          noc_error_t *error) {
  (void)room;
  (void)error;
  result->number = point_at(argument) != NULL ? point_at(argument)->accepted : NAN;
  return true;
}

static bool call_count(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  (void)room;
  (void)error;
  result->number = point_at(argument) != NULL ? (double)point_at(argument)->latency.count : NAN;
  return true;
}

// ---- Channels that wait for each other

typedef struct {
  bool acyclic;
  double channels, dependencies, shortest;
} dependent_t;

static void dependent_acyclic(const void *record, value_t *value) {
  value->number = ((const dependent_t *)record)->acyclic;
}

static void dependent_channels(const void *record, value_t *value) {
  value->number = ((const dependent_t *)record)->channels;
}

static void dependent_dependencies(const void *record, value_t *value) {
  value->number = ((const dependent_t *)record)->dependencies;
}

static void dependent_shortest(const void *record, value_t *value) {
  value->number = ((const dependent_t *)record)->shortest;
}

static const record_field_t kDependentFields[] = {
    {"acyclic", {.kind = KIND_TRUTH}, dependent_acyclic},
    {"channels", {.kind = KIND_NUMBER}, dependent_channels},
    {"dependencies", {.kind = KIND_NUMBER}, dependent_dependencies},
    {"shortest", {.kind = KIND_NUMBER}, dependent_shortest},
};
static const record_class_t kDependent = {"dependencies", kDependentFields, 4};

static bool call_dependencies(const value_t *argument, value_t *result, void *room,
                              noc_error_t *error) {
  const curve_record_t *c = argument[0].record;
  const double classes = argument[1].number;
  dependent_t *found = room;
  dependencies_t d;
  (void)result;
  if (!(classes >= 1) || classes > c->curve->scenario->route->classes) {
    return noc_fail(error, NOC_BAD_INPUT, "dependencies: classes" SAY_IS("%g", "1 to %u"), classes,
                    c->curve->scenario->route->classes);
  }
  if (!dependencies_find(c->curve->scenario->route, (unsigned)classes, &d, error)) {
    return false;
  }
  *found = (dependent_t){d.acyclic, (double)d.channels, (double)d.dependencies, d.length};
  dependencies_free(&d);
  return true;
}

static const function_t kKnee = {
    .name = "knee",
    .words = "CURVE, TIMES",
    .argument = {{.kind = KIND_RECORD, .of = &kCurve}, {.kind = KIND_NUMBER}},
    .arguments = 2,
    .result = {.kind = KIND_NUMBER},
    .call = call_knee};
static const function_t kMost = {.name = "most",
                                 .words = "CURVE",
                                 .argument = {{.kind = KIND_RECORD, .of = &kCurve}},
                                 .arguments = 1,
                                 .result = {.kind = KIND_NUMBER},
                                 .call = call_most};
static const function_t kBetterUntil = {
    .name = "better_until",
    .words = "CURVE, CURVE",
    .argument = {{.kind = KIND_RECORD, .of = &kCurve}, {.kind = KIND_RECORD, .of = &kCurve}},
    .arguments = 2,
    .result = {.kind = KIND_NUMBER},
    .call = call_better};
static const function_t kDependencies = {
    .name = "dependencies",
    .words = "CURVE, CLASSES",
    .argument = {{.kind = KIND_RECORD, .of = &kCurve}, {.kind = KIND_NUMBER}},
    .arguments = 2,
    .result = {.kind = KIND_RECORD, .of = &kDependent},
    .size = sizeof(dependent_t),
    .call = call_dependencies};

#define AT_FUNCTION(id, text, function)                                          \
  static const function_t id = {                                                 \
      .name = text,                                                              \
      .words = "SWEEP, LOAD",                                                    \
      .argument = {{.kind = KIND_RECORD, .of = &kSweep}, {.kind = KIND_NUMBER}}, \
      .arguments = 2,                                                            \
      .result = {.kind = KIND_NUMBER},                                           \
      .call = function}
AT_FUNCTION(kLatencyAt, "latency_at", call_latency);
AT_FUNCTION(kOfferedAt, "offered_at", call_offered);
AT_FUNCTION(kAcceptedAt, "accepted_at", call_accepted);
AT_FUNCTION(kCountAt, "count_at", call_count);

static const function_t *const kFunctions[] = {
    &kKnee,        &kMost,         &kBetterUntil,    &kDependencies, &kLatencyAt,    &kOfferedAt,
    &kAcceptedAt,  &kCountAt,      &kH3dmRoutes,     &kH3dmLevels,   &kH3dmLinks,    &kDrawnSource,
    &kDrawnNodes,  &kDrawnOrder,   &kKbinomialSteps, &kReadingIn,    &kSlimflyGrids, &kClassNodes,
    &kSetChannels, &kSetBisection, &kDrawnSets};

// Those of the table, then the equations.
const function_t *function_at(size_t i) {
  const size_t count = sizeof kFunctions / sizeof kFunctions[0];
  return i < count ? kFunctions[i] : dvorak_equation(i - count);
}

const function_t *function_find(const char *name) {
  size_t i = 0;
  while (function_at(i) != NULL && strcmp(function_at(i)->name, name) != 0) {
    i++;
  }
  return function_at(i);
}

static const with_rtl_t kWithRtl[] = {{"sivaram1998", sivaram_equal}};

const with_rtl_t *with_rtl_at(size_t i) {
  return i < sizeof kWithRtl / sizeof kWithRtl[0] ? &kWithRtl[i] : NULL;
}
