// expression_value -- works expressions out; see expression.h.

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/statistics.h"
#include "papers/expression_parts.h"

// A dry run takes no more steps, so that no file takes for ever to be looked at.
enum { STEPS = 50000000 };

// The result of a function for some arguments.
struct memo {
  memo_t *next;
  const function_t *function;
  value_t argument[ARGUMENTS], result;
  max_align_t room[];
};

bool expression_fail(const expressions_t *all, const expression_t *x, const char *format, ...) {
  char text[NOC_ERROR_TEXT];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return noc_fail(all->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s: %s", all->file, x->line, x->column,
                  x->key, text);
}

type_t expression_type(const expression_t *x) {
  return x->type;
}

bool expression_is_constant(const expression_t *x) {
  return x->node == NODE_CONSTANT;
}

bool expression_measures(const expression_t *x) {
  return x->measures;
}

bool expression_ready(const expression_t *x, bool complete) {
  bool ready =
      x->node != NODE_FAMILY || (complete ? x->family->complete : x->family->record != NULL);
  for (size_t i = 0; ready && i < x->children; i++) {
    ready = expression_ready(x->child[i], complete);
  }
  for (size_t i = 0; ready && i < x->loops.count; i++) {
    ready = expression_ready(x->loops.loop[i].list, complete);
  }
  return ready;
}

// ---- Several numbers

static double least(const double *number, size_t count) {
  double found = NAN;
  for (size_t i = 0; i < count; i++) {
    found = fmin(found, number[i]);  // of NAN and a number: the number
  }
  return found;
}

static double most(const double *number, size_t count) {
  double found = NAN;
  for (size_t i = 0; i < count; i++) {
    found = fmax(found, number[i]);
  }
  return found;
}

static double sum(const double *number, size_t count) {
  double all = 0;
  for (size_t i = 0; i < count; i++) {
    all += number[i];
  }
  return all;
}

static double mean(const double *number, size_t count) {
  return count > 0 ? sum(number, count) / (double)count : NAN;
}

static double half_width(const double *number, size_t count) {
  const double middle = mean(number, count);
  const double n = (double)count;
  double squares = 0;
  for (size_t i = 0; i < count; i++) {
    squares += (number[i] - middle) * (number[i] - middle);
  }
  return count < 2 ? NAN
                   : student_quantile(0.975, (unsigned)count - 1) * sqrt(squares / (n - 1) / n);
}

static double all_hold(const double *number, size_t count) {
  bool hold = true;
  for (size_t i = 0; i < count; i++) {
    hold = hold && number[i] != 0;
  }
  return hold;
}

static double any_holds(const double *number, size_t count) {
  bool holds = false;
  for (size_t i = 0; i < count; i++) {
    holds = holds || number[i] != 0;
  }
  return holds;
}

static const aggregate_t kAggregates[] = {
    {"min", {.kind = KIND_NUMBER}, least},
    {"max", {.kind = KIND_NUMBER}, most},
    {"sum", {.kind = KIND_NUMBER}, sum},
    {"mean", {.kind = KIND_NUMBER}, mean},
    {"half_width", {.kind = KIND_NUMBER}, half_width},
    {"all", {.kind = KIND_TRUTH}, all_hold},
    {"any", {.kind = KIND_TRUTH}, any_holds},
};

const aggregate_t *aggregate_find(const char *name) {
  for (size_t i = 0; i < sizeof kAggregates / sizeof kAggregates[0]; i++) {
    if (strcmp(kAggregates[i].name, name) == 0) {
      return &kAggregates[i];
    }
  }
  return NULL;
}

bool aggregate_is(const char *name) {
  return aggregate_find(name) != NULL;
}

// ---- Loops

// The values of a loop, and the i-th of them.
static bool loop_values(evaluation_t *e, const loop_t *loop, value_t *values) {
  *values = (value_t){.count = loop->count};
  return loop->list == NULL || expression_value(e, loop->list, values);
}

static bool loop_value(evaluation_t *e, const loop_t *loop, const value_t *values, size_t i,
                       value_t *one) {
  if (loop->list == NULL) {
    return expression_value(e, loop->one[i], one);
  }
  *one = value_at(values, i);
  return true;
}

bool loop_count(evaluation_t *e, const loop_t *loop, size_t *count) {
  value_t values;
  const bool ok = loop_values(e, loop, &values);
  *count = values.count;
  return ok;
}

static bool too_much(const evaluation_t *e, const expression_t *x) {
  return expression_fail(e->all, x, SAY_THERE_IS("more to work out than %d steps", "less"), STEPS);
}

static bool each(evaluation_t *e, const loops_t *loops, size_t at,
                 bool (*body)(evaluation_t *e, void *context), void *context) {
  if (at == loops->count) {
    return body(e, context);
  }
  const loop_t *loop = &loops->loop[at];
  value_t list;
  if (!loop_values(e, loop, &list)) {
    return false;
  }
  for (size_t i = 0; i < list.count; i++) {
    value_t one;
    e->steps += STEPS_ROUND;
    if (e->dry && e->steps > STEPS) {
      return too_much(e, loop->list != NULL ? loop->list : loop->one[i]);
    }
    if (!loop_value(e, loop, &list, i, &one)) {
      return false;
    }
    e->slot[loop->slot] = one;
    if (!each(e, loops, at + 1, body, context)) {
      return false;
    }
  }
  return true;
}

bool loops_each(evaluation_t *e, const loops_t *loops, bool (*body)(evaluation_t *e, void *context),
                void *context) {
  return each(e, loops, 0, body, context);
}

typedef struct {
  const expression_t *of;
  double *number;
  size_t count;
  uint32_t room;
} collected_t;

static bool no_memory(const evaluation_t *e) {
  return noc_fail(e->error, NOC_ENVIRONMENT, "%s: out of memory", e->all->file);
}

static bool collect(evaluation_t *e, void *context) {
  collected_t *c = context;
  if (!memory_room(&c->number, &c->room, (uint32_t)c->count + 1, sizeof *c->number)) {
    return no_memory(e);
  }
  return expression_number(e, c->of, &c->number[c->count++]);
}

static bool aggregate(evaluation_t *e, const expression_t *x, value_t *value) {
  collected_t c = {.of = x->child[0]};
  bool ok = true;
  if (x->loops.count > 0) {
    ok = loops_each(e, &x->loops, collect, &c);
  } else {
    for (size_t i = 0; ok && i < x->children; i++) {
      c.of = x->child[i];
      ok = collect(e, &c);
    }
  }
  value->number = ok ? x->aggregate->value(c.number, c.count) : NAN;
  free(c.number);
  return ok;
}

// ---- Measured values

static bool index_of(evaluation_t *e, const expression_t *x, size_t at, const value_t *wanted,
                     size_t *index) {
  const loop_t *loop = &x->family->loops.loop[at];
  value_t list;
  if (!loop_values(e, loop, &list)) {
    return false;
  }
  for (size_t i = 0; i < list.count; i++) {
    value_t one;
    if (!loop_value(e, loop, &list, i, &one)) {
      return false;
    }
    if (value_is_same(loop->type.kind, &one, wanted)) {
      *index = *index * x->family->size[at] + i;
      return true;
    }
  }
  char found[64];
  (void)snprintf(found, sizeof found, "%.15g", wanted->number);
  return expression_fail(e->all, x,
                         SAY_THERE_IS("%s(.. %.40s ..), which is not measured", "one that is"),
                         x->family->name, wanted->text != NULL ? wanted->text : found);
}

static bool family(evaluation_t *e, const expression_t *x, value_t *value) {
  size_t index = 0;
  for (size_t i = 0; i < x->children; i++) {
    value_t wanted;
    if (!expression_value(e, x->child[i], &wanted) || !index_of(e, x, i, &wanted, &index)) {
      return false;
    }
  }
  const char *records = x->family->record;
  index = x->family->index != NULL ? x->family->index[index] : index;
  value->record =
      records != NULL && index != FAMILY_NONE ? records + index * x->family->stride : NULL;
  return true;
}

static bool is_memo(const memo_t *m, const function_t *f, const value_t *argument) {
  bool same = m->function == f;
  for (size_t i = 0; same && i < f->arguments; i++) {
    same = value_is_same(f->argument[i].kind, &m->argument[i], &argument[i]);
  }
  return same;
}

// A refusal of a function gets the place of its name.
static bool refused(const evaluation_t *e, const expression_t *x) {
  const noc_error_t why = *e->error;
  return why.status == NOC_BAD_INPUT && expression_fail(e->all, x, "%s", why.text);
}

// Records are kept, since they take time; numbers are worked out each time.
static bool function(evaluation_t *e, const expression_t *x, value_t *value) {
  const function_t *f = x->function;
  value_t argument[ARGUMENTS] = {{.number = 0}};
  bool measured = true;
  for (size_t i = 0; i < x->children; i++) {
    if (!expression_value(e, x->child[i], &argument[i])) {
      return false;
    }
    measured = measured && (f->argument[i].kind != KIND_RECORD || argument[i].record != NULL);
  }
  if (e->dry || !measured) {
    *value = (value_t){.number = NAN, .text = ""};
    return true;
  }
  if (f->size == 0) {
    return f->call(argument, value, NULL, e->error) || refused(e, x);
  }
  for (const memo_t *m = e->memo; m != NULL; m = m->next) {
    if (is_memo(m, f, argument)) {
      *value = m->result;
      return true;
    }
  }
  memo_t *m = calloc(1, sizeof *m + f->size);
  if (m == NULL) {
    return no_memory(e);
  }
  m->next = e->memo;
  m->function = f;
  memcpy(m->argument, argument, sizeof argument);
  e->memo = m;
  m->result.record = m->room;
  const bool ok = f->call(argument, &m->result, m->room, e->error);
  *value = m->result;
  return ok || refused(e, x);
}

void evaluation_free(evaluation_t *e) {
  while (e->memo != NULL) {
    memo_t *next = e->memo->next;
    free(e->memo);
    e->memo = next;
  }
}

static bool field(evaluation_t *e, const expression_t *x, value_t *value) {
  value_t of;
  if (!expression_value(e, x->child[0], &of)) {
    return false;
  }
  *value = (value_t){.number = NAN, .text = ""};
  if (of.record != NULL) {
    x->field->get(of.record, value);
  } else if (x->type.list) {
    value->count = e->dry;  // so that what is said of each is looked at
  }
  return true;
}

// ---- Operators

static bool compare(comparison_t sign, const expression_t *a, const value_t *x, const value_t *y) {
  switch (sign) {
    case LESS:
      return x->number < y->number;
    case LESS_EQUAL:
      return x->number <= y->number;
    case MORE:
      return x->number > y->number;
    case MORE_EQUAL:
      return x->number >= y->number;
    case EQUAL:
      return value_is_same(a->type.kind, x, y);
    default:
      return !value_is_same(a->type.kind, x, y);
  }
}

static bool chain(evaluation_t *e, const expression_t *x, value_t *value) {
  value_t left;
  bool holds = true;
  if (!expression_value(e, x->child[0], &left)) {
    return false;
  }
  for (size_t i = 1; i < x->children; i++) {
    value_t right;
    if (!expression_value(e, x->child[i], &right)) {
      return false;
    }
    holds = holds && compare(x->comparison[i - 1], x->child[0], &left, &right);
    left = right;
  }
  value->number = holds;
  return true;
}

// The second operand of `and` and `or` is worked out in any case, so that a dry run sees it.
static bool operate(evaluation_t *e, const expression_t *x, value_t *value) {
  double a = NAN;
  double b = 0;
  if (!expression_number(e, x->child[0], &a) ||
      (x->children > 1 && !expression_number(e, x->child[1], &b))) {
    return false;
  }
  switch (x->node) {
    case NODE_NOT:
      value->number = a == 0;
      break;
    case NODE_AND:
      value->number = a != 0 && b != 0;
      break;
    case NODE_OR:
      value->number = a != 0 || b != 0;
      break;
    case NODE_NEGATIVE:
      value->number = -a;
      break;
    case NODE_POWER:
      value->number = pow(a, b);
      break;
    case NODE_PLUS:
      value->number = a + b;
      break;
    case NODE_MINUS:
      value->number = a - b;
      break;
    case NODE_TIMES:
      value->number = a * b;
      break;
    default:
      value->number = a / b;
  }
  return true;
}

static bool choose(evaluation_t *e, const expression_t *x, value_t *value) {
  double first = 0;
  value_t other;
  if (!expression_number(e, x->child[0], &first)) {
    return false;
  }
  return (!e->dry || expression_value(e, x->child[first != 0 ? 2 : 1], &other)) &&
         expression_value(e, x->child[first != 0 ? 1 : 2], value);
}

static bool let(evaluation_t *e, const expression_t *x, value_t *value) {
  value_t argument[ARGUMENTS];
  const size_t count = x->children - 1;
  for (size_t i = 0; i < count; i++) {
    if (!expression_value(e, x->child[i], &argument[i])) {
      return false;
    }
  }
  for (size_t i = 0; i < count; i++) {
    e->slot[x->slot + i] = argument[i];
  }
  return expression_value(e, x->child[count], value);
}

static value_t constant(const expression_t *x) {
  const value_list_t *list = x->listed;
  return list == NULL   ? x->constant
         : x->type.list ? (value_t){.at = list->at, .count = list->count}
                        : list->at[0];
}

bool expression_value(evaluation_t *e, const expression_t *x, value_t *value) {
  value_t item;
  *value = (value_t){.number = 0};
  if (++e->steps > STEPS && e->dry) {
    return too_much(e, x);
  }
  switch (x->node) {
    case NODE_CONSTANT:
      *value = constant(x);
      return true;
    case NODE_VARIABLE:
      *value = e->slot[x->slot];
      return true;
    case NODE_FIELD:
      return field(e, x, value);
    case NODE_ITEM:
      if (!expression_value(e, x->child[0], &item)) {
        return false;
      }
      item_value(item.item, x->name, value);
      return true;
    case NODE_FAMILY:
      return family(e, x, value);
    case NODE_FUNCTION:
      return function(e, x, value);
    case NODE_AGGREGATE:
      return aggregate(e, x, value);
    case NODE_LET:
      return let(e, x, value);
    case NODE_IF:
      return choose(e, x, value);
    case NODE_CHAIN:
      return chain(e, x, value);
    default:
      return operate(e, x, value);
  }
}

bool expression_number(evaluation_t *e, const expression_t *x, double *number) {
  value_t value;
  *number = NAN;
  if (!expression_value(e, x, &value)) {
    return false;
  }
  *number = value.number;
  return true;
}
