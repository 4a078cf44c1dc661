// expression_read -- reads expressions, and checks their kinds; see expression.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "papers/expression_reader.h"

static const type_t kNumber = {.kind = KIND_NUMBER};
static const type_t kTruth = {.kind = KIND_TRUTH};

// An operand of this type.
expression_t *expression_as(expression_reader_t *r, const type_t *wanted,
                            expression_t *(*read)(expression_reader_t *r)) {
  const token_t *at = tokens_here(r);
  expression_t *x = read(r);
  return x != NULL && node_check(r, at, x, wanted) ? x : NULL;
}

// ---- The strongest operators first

static expression_t *read_primary(expression_reader_t *r) {
  const token_t *t = tokens_here(r);
  value_t value = {.number = 0};
  if (t->kind == TOKEN_NUMBER) {
    r->next++;
    value.number = strtod(t->at, NULL);
    return expression_constant(r, t, kNumber, value);
  }
  if (t->kind == TOKEN_TEXT) {
    r->next++;
    value.text = expressions_copy(r->all, t->at + 1, t->length - 2);
    return value.text != NULL ? expression_constant(r, t, (type_t){.kind = KIND_TEXT}, value)
                              : NULL;
  }
  if (t->kind == TOKEN_NAME) {
    return expression_name(r);
  }
  if (tokens_accept(r, "(")) {
    expression_t *x = expression_any(r);
    return x != NULL && tokens_expect(r, ")") ? x : NULL;
  }
  (void)tokens_fail(r, t, "a number, a name, 'a text' or (");
  return NULL;
}

static expression_t *read_field(expression_reader_t *r, expression_t *of) {
  const token_t *t = tokens_here(r);
  char word[QUOTED + 1];
  char accepted[NEAREST_NAMES + NEAREST_HINT + TYPE_NAME];
  char name[TYPE_NAME];
  (void)snprintf(word, sizeof word, "%.*s", (int)(t->length < QUOTED ? t->length : QUOTED), t->at);
  nearest_t nearest = nearest_start(word);
  type_t type = kNumber;
  expression_t *x = NULL;
  r->next++;
  if (of->type.kind == KIND_ITEM && !of->type.list && t->kind == TOKEN_NAME &&
      items_field(of->type.items, word, &type)) {
    x = node_make(r, NODE_ITEM, type, t);
    if (x == NULL || (x->name = tokens_copy(r, t)) == NULL) {
      return NULL;
    }
    return node_add(r, x, of) ? x : NULL;
  }
  const record_class_t *class = of->type.kind == KIND_RECORD && !of->type.list ? of->type.of : NULL;
  for (size_t i = 0; class != NULL && i < class->fields; i++) {
    nearest_offer(&nearest, class->field[i].name);
    if (token_is(t, class->field[i].name)) {
      x = node_make(r, NODE_FIELD, class->field[i].type, t);
      if (x == NULL || !node_add(r, x, of)) {
        return NULL;
      }
      x->field = &class->field[i];
      return x;
    }
  }
  if (class != NULL) {
    (void)snprintf(accepted, sizeof accepted, "what %s has%s: %s", type_name(&of->type, name),
                   nearest_hint(&nearest), nearest.names);
  } else {
    (void)snprintf(accepted, sizeof accepted, "%s",
                   of->type.kind == KIND_ITEM ? "a field that all items of the list have"
                                              : "no field, which only items and records have");
  }
  r->next--;
  (void)tokens_fail(r, t, accepted);
  return NULL;
}

static expression_t *read_postfix(expression_reader_t *r) {
  expression_t *x = read_primary(r);
  while (x != NULL && tokens_accept(r, ".")) {
    x = read_field(r, x);
  }
  return x;
}

static expression_t *read_unary(expression_reader_t *r);

// An operator between two numbers.
static expression_t *read_two(expression_reader_t *r, node_t node, const token_t *start,
                              const token_t *t, expression_t *a,
                              expression_t *(*read)(expression_reader_t *r)) {
  expression_t *x = node_make(r, node, kNumber, t);
  expression_t *b =
      x != NULL && node_check(r, start, a, &kNumber) ? expression_as(r, &kNumber, read) : NULL;
  return b != NULL && node_add(r, x, a) && node_add(r, x, b) ? x : NULL;
}

static expression_t *read_power(expression_reader_t *r) {
  const token_t *start = tokens_here(r);
  expression_t *x = read_postfix(r);
  const token_t *t = tokens_here(r);
  return x != NULL && tokens_accept(r, "^") ? read_two(r, NODE_POWER, start, t, x, read_unary) : x;
}

static expression_t *read_unary(expression_reader_t *r) {
  const token_t *t = tokens_here(r);
  if (r->depth >= DEPTH) {
    (void)tokens_fail(r, t, "fewer expressions within each other");
    return NULL;
  }
  if (!tokens_accept(r, "-")) {
    return read_power(r);
  }
  r->depth++;
  expression_t *x = node_make(r, NODE_NEGATIVE, kNumber, t);
  expression_t *a = x != NULL ? expression_as(r, &kNumber, read_unary) : NULL;
  r->depth--;
  return a != NULL && node_add(r, x, a) ? x : NULL;
}

static expression_t *read_product(expression_reader_t *r) {
  const token_t *start = tokens_here(r);
  expression_t *x = read_unary(r);
  for (const token_t *t = tokens_here(r);
       x != NULL && (tokens_accept(r, "*") || tokens_accept(r, "/")); t = tokens_here(r)) {
    x = read_two(r, *t->at == '*' ? NODE_TIMES : NODE_OVER, start, t, x, read_unary);
  }
  return x;
}

static expression_t *read_sum(expression_reader_t *r) {
  const token_t *start = tokens_here(r);
  expression_t *x = read_product(r);
  for (const token_t *t = tokens_here(r);
       x != NULL && (tokens_accept(r, "+") || tokens_accept(r, "-")); t = tokens_here(r)) {
    x = read_two(r, *t->at == '+' ? NODE_PLUS : NODE_MINUS, start, t, x, read_product);
  }
  return x;
}

static bool accept_comparison(expression_reader_t *r, comparison_t *c) {
  static const char *const kSigns[] = {[LESS] = "<",        [LESS_EQUAL] = "<=", [MORE] = ">",
                                       [MORE_EQUAL] = ">=", [EQUAL] = "=",       [OTHER] = "!="};
  for (*c = LESS; *c <= OTHER; (*c)++) {
    if (tokens_accept(r, kSigns[*c])) {
      return true;
    }
  }
  return false;
}

// a < b, and a < b < c: both.
static expression_t *read_comparison(expression_reader_t *r) {
  enum { CHAIN = 8 };
  comparison_t sign[CHAIN];
  const token_t *start = tokens_here(r);
  expression_t *x = read_sum(r);
  if (x == NULL || !accept_comparison(r, &sign[0])) {
    return x;
  }
  expression_t *chain = node_make(r, NODE_CHAIN, kTruth, start);
  if (chain == NULL || !node_add(r, chain, x)) {
    return NULL;
  }
  const bool words = x->type.kind == KIND_TEXT || x->type.kind == KIND_ITEM;
  const type_t of = words && (sign[0] == EQUAL || sign[0] == OTHER) ? x->type : kNumber;
  if (!node_check(r, start, x, &of)) {
    return NULL;
  }
  size_t signs = 1;
  do {
    expression_t *next = expression_as(r, &of, read_sum);
    if (next == NULL || !node_add(r, chain, next)) {
      return NULL;
    }
  } while (signs < CHAIN && accept_comparison(r, &sign[signs]) && ++signs > 0);
  chain->comparison = expressions_take(r->all, signs, sizeof *sign);
  if (chain->comparison == NULL) {
    return NULL;
  }
  memcpy(chain->comparison, sign, signs * sizeof *sign);
  return chain;
}

static expression_t *read_not(expression_reader_t *r) {
  const token_t *t = tokens_here(r);
  if (!tokens_accept(r, "not")) {
    return read_comparison(r);
  }
  if (r->depth >= DEPTH) {
    (void)tokens_fail(r, t, "fewer expressions within each other");
    return NULL;
  }
  r->depth++;
  expression_t *x = node_make(r, NODE_NOT, kTruth, t);
  expression_t *a = x != NULL ? expression_as(r, &kTruth, read_not) : NULL;
  r->depth--;
  return a != NULL && node_add(r, x, a) ? x : NULL;
}

// Several, with a word between them.
static expression_t *read_joined(expression_reader_t *r, const char *word, node_t node,
                                 expression_t *(*read)(expression_reader_t *r)) {
  const token_t *start = tokens_here(r);
  expression_t *x = read(r);
  for (const token_t *t = tokens_here(r); x != NULL && tokens_accept(r, word); t = tokens_here(r)) {
    expression_t *both = node_make(r, node, kTruth, t);
    expression_t *b =
        both != NULL && node_check(r, start, x, &kTruth) ? expression_as(r, &kTruth, read) : NULL;
    x = b != NULL && node_add(r, both, x) && node_add(r, both, b) ? both : NULL;
  }
  return x;
}

static expression_t *read_and(expression_reader_t *r) {
  return read_joined(r, "and", NODE_AND, read_not);
}

expression_t *expression_any(expression_reader_t *r) {
  if (r->depth >= DEPTH) {
    (void)tokens_fail(r, tokens_here(r), "fewer expressions within each other");
    return NULL;
  }
  r->depth++;
  expression_t *x = read_joined(r, "or", NODE_OR, read_and);
  r->depth--;
  return x;
}

expression_t *expression_whole(expression_reader_t *r) {
  expression_t *x = expression_any(r);
  if (x != NULL && tokens_here(r)->kind != TOKEN_END) {
    (void)tokens_fail(r, tokens_here(r), "an operator, or the end");
    return NULL;
  }
  return x;
}

expression_t *expression_read(expressions_t *all, const scope_t *scope, const char *key,
                              const char *text, size_t line, size_t column) {
  expression_reader_t r = {.all = all,
                           .key = key,
                           .text = text,
                           .line = line,
                           .column = column,
                           .scope = *scope,
                           .defines = all->names.defines};
  expression_t *x = tokens_scan(&r) ? expression_whole(&r) : NULL;
  free(r.token);
  return x;
}
