// expression_names -- what a name in an expression stands for: a variable, a value of the file,
// something measured, a definition, a function; see expression_reader.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "papers/expression_reader.h"

static const type_t kNumber = {.kind = KIND_NUMBER};
static const type_t kTruth = {.kind = KIND_TRUTH};

static expression_t *read_variable(expression_reader_t *r, const token_t *t) {
  for (size_t i = r->scope.count; i-- > r->scope.first;) {
    if (token_is(t, r->scope.name[i])) {
      expression_t *x = node_make(r, NODE_VARIABLE, r->scope.type[i], t);
      if (x != NULL) {
        x->slot = i;
      }
      return x;
    }
  }
  return NULL;
}

expression_t *expression_constant(expression_reader_t *r, const token_t *t, type_t type,
                                  value_t value) {
  expression_t *x = node_make(r, NODE_CONSTANT, type, t);
  if (x != NULL) {
    x->constant = value;
  }
  return x;
}

// A list, a value, or an item of a list. *known is false if it is none of them.
static expression_t *read_listed(expression_reader_t *r, const token_t *t, bool *known) {
  const names_t *n = &r->all->names;
  *known = true;
  for (size_t i = 0; i < n->lists; i++) {
    const value_list_t *list = &n->list[i];
    if (token_is(t, list->name)) {
      type_t type = list->element;
      type.list = !n->is_one[i];
      expression_t *x = expression_constant(r, t, type, (value_t){.count = 0});
      if (x != NULL) {
        x->listed = list;
      }
      return x;
    }
    for (size_t k = 0; list->item != NULL && k < list->count; k++) {
      if (token_is(t, list->item[k].name)) {
        return expression_constant(r, t, list->element, list->at[k]);
      }
    }
  }
  *known = false;
  return NULL;
}

static bool bind(expression_reader_t *r, const token_t *at, const char *name, type_t type,
                 size_t *slot) {
  if (r->scope.count == SLOTS) {
    return tokens_fail(r, at, "fewer variables within each other");
  }
  *slot = r->scope.count;
  r->scope.name[*slot] = name;
  r->scope.type[*slot] = type;
  r->scope.count++;
  return true;
}

// "(a, b)" into the children; `count` of them.
static bool read_arguments(expression_reader_t *r, expression_t *x, const token_t *name,
                           size_t count, const char *words) {
  char accepted[200];
  (void)snprintf(accepted, sizeof accepted, "%.*s(%s)", QUOTED, name->at, words);
  (void)snprintf(accepted, sizeof accepted, "%.*s(%s)", (int)name->length, name->at, words);
  if (!tokens_accept(r, "(")) {
    return count == 0 || tokens_fail(r, tokens_here(r), accepted);
  }
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && !tokens_accept(r, ",")) {
      return tokens_fail(r, tokens_here(r), accepted);
    }
    expression_t *child = expression_any(r);
    if (child == NULL || !node_add(r, x, child)) {
      return false;
    }
  }
  return tokens_accept(r, ")") || tokens_fail(r, tokens_here(r), accepted);
}

static expression_t *read_family(expression_reader_t *r, const token_t *t, const family_t *f) {
  char words[200] = "";
  size_t used = 0;
  for (size_t i = 0; i < f->loops.count; i++) {
    used += (size_t)snprintf(words + used, sizeof words - used, "%s%.16s", i > 0 ? ", " : "",
                             f->loops.loop[i].name);
  }
  expression_t *x = node_make(r, NODE_FAMILY, (type_t){.kind = KIND_RECORD, .of = f->of}, t);
  if (x == NULL || !read_arguments(r, x, t, f->loops.count, words)) {
    return NULL;
  }
  for (size_t i = 0; i < x->children; i++) {
    if (!node_check(r, t, x->child[i], &f->loops.loop[i].type)) {
      return NULL;
    }
  }
  x->family = f;
  x->measures = true;
  return x;
}

static expression_t *read_function(expression_reader_t *r, const token_t *t, const function_t *f) {
  expression_t *x = node_make(r, NODE_FUNCTION, f->result, t);
  if (x == NULL || !read_arguments(r, x, t, f->arguments, f->words)) {
    return NULL;
  }
  for (size_t i = 0; i < x->children; i++) {
    if (!node_check(r, t, x->child[i], &f->argument[i])) {
      return NULL;
    }
  }
  x->function = f;
  x->measures = true;
  return x;
}

// The body is read anew for each call, with the kinds of its arguments.
static expression_t *read_define(expression_reader_t *r, const token_t *t, size_t which) {
  const define_t *d = &r->all->names.define[which];
  char words[200] = "";
  size_t used = 0;
  for (size_t i = 0; i < d->parameters; i++) {
    used += (size_t)snprintf(words + used, sizeof words - used, "%s%.16s", i > 0 ? ", " : "",
                             d->parameter[i]);
  }
  expression_t *x = node_make(r, NODE_LET, kNumber, t);
  if (x == NULL || !read_arguments(r, x, t, d->parameters, words)) {
    return NULL;
  }
  expression_reader_t body = {.all = r->all,
                              .key = d->key,
                              .text = d->text,
                              .line = d->line,
                              .column = d->column,
                              .scope = r->scope,
                              .depth = r->depth,
                              .defines = which};
  body.scope.first = r->scope.count;
  x->slot = r->scope.count;
  size_t slot = 0;
  for (size_t i = 0; i < d->parameters; i++) {
    if (!bind(&body, t, d->parameter[i], x->child[i]->type, &slot)) {
      return NULL;
    }
  }
  expression_t *value = tokens_scan(&body) ? expression_whole(&body) : NULL;
  free(body.token);
  if (value == NULL || !node_add(r, x, value)) {
    return NULL;
  }
  x->type = value->type;
  return x;
}

// ---- min(x for a in list, b in list)

static size_t closing(const expression_reader_t *r, size_t from, size_t *loops) {
  size_t open = 0;
  *loops = 0;
  for (size_t i = from; r->token[i].kind != TOKEN_END; i++) {
    if (token_is(&r->token[i], ")")) {
      if (open == 0) {
        return i;
      }
      open--;
    }
    open += token_is(&r->token[i], "(");
    if (open == 0 && *loops == 0 && token_is(&r->token[i], "for")) {
      *loops = i;
    }
  }
  return from;
}

static bool read_loops(expression_reader_t *r, expression_t *x) {
  do {
    const token_t *t = tokens_here(r);
    if (t->kind != TOKEN_NAME || x->loops.count == LOOPS) {
      return tokens_fail(r, t, "NAME in LIST");
    }
    r->next++;
    expression_t *list = tokens_expect(r, "in") ? expression_any(r) : NULL;
    if (list == NULL) {
      return false;
    }
    if (!list->type.list) {
      return tokens_fail_kind(r, t, &list->type, "in a list");
    }
    loop_t *loop = &x->loops.loop[x->loops.count++];
    *loop = (loop_t){.name = tokens_copy(r, t), .type = list->type, .list = list};
    loop->type.list = false;
    x->measures |= list->measures;
    if (loop->name == NULL || !bind(r, t, loop->name, loop->type, &loop->slot)) {
      return false;
    }
  } while (tokens_accept(r, ","));
  return true;
}

static expression_t *read_aggregate(expression_reader_t *r, const token_t *t,
                                    const aggregate_t *a) {
  size_t loops = 0;
  expression_t *x = node_make(r, NODE_AGGREGATE, a->of, t);
  if (x == NULL || !tokens_expect(r, "(")) {
    return NULL;
  }
  x->aggregate = a;
  const size_t first = r->next;
  const size_t end = closing(r, first, &loops);
  const size_t outside = r->scope.count;
  if (loops > 0) {
    r->next = loops + 1;
    if (!read_loops(r, x) || r->next != end) {
      return x->loops.count > 0 && r->all->error->status == NOC_OK
                 ? (tokens_fail(r, tokens_here(r), ")"), NULL)
                 : NULL;
    }
    r->next = first;
  }
  do {
    expression_t *child = expression_as(r, &a->of, expression_any);
    if (child == NULL || !node_add(r, x, child)) {
      return NULL;
    }
  } while (loops == 0 && tokens_accept(r, ","));
  if (r->next != (loops > 0 ? loops : end)) {
    (void)tokens_fail(r, tokens_here(r), loops > 0 ? "for" : ")");
    return NULL;
  }
  r->next = end + 1;
  r->scope.count = outside;
  return x;
}

static expression_t *read_if(expression_reader_t *r, const token_t *t) {
  expression_t *x = node_make(r, NODE_IF, kNumber, t);
  if (x == NULL || !read_arguments(r, x, t, 3, "COMPARISON, THEN, ELSE") ||
      !node_check(r, t, x->child[0], &kTruth) ||
      !node_check(r, t, x->child[2], &x->child[1]->type)) {
    return NULL;
  }
  x->type = x->child[1]->type;
  return x;
}

static void fail_name(expression_reader_t *r, const token_t *t) {
  const names_t *n = &r->all->names;
  char word[QUOTED + 1];
  (void)snprintf(word, sizeof word, "%.*s", (int)(t->length < QUOTED ? t->length : QUOTED), t->at);
  nearest_t nearest = nearest_start(word);
  for (size_t i = r->scope.first; i < r->scope.count; i++) {
    nearest_offer(&nearest, r->scope.name[i]);
  }
  for (size_t i = 0; i < n->families; i++) {
    nearest_offer(&nearest, n->family[i]->name);
  }
  for (size_t i = 0; i < r->defines; i++) {
    nearest_offer(&nearest, n->define[i].name);
  }
  for (size_t i = 0; i < n->lists; i++) {
    nearest_offer(&nearest, n->list[i].name);
  }
  for (size_t i = 0; function_at(i) != NULL; i++) {
    nearest_offer(&nearest, function_at(i)->name);
  }
  char accepted[NEAREST_NAMES + NEAREST_HINT + 40];
  (void)snprintf(accepted, sizeof accepted, "a name that is known%s: %s", nearest_hint(&nearest),
                 nearest.names);
  (void)tokens_fail(r, t, accepted);
}

expression_t *expression_name(expression_reader_t *r) {
  const token_t *t = tokens_here(r);
  const names_t *n = &r->all->names;
  char word[QUOTED + 1];
  bool known = false;
  expression_t *x = NULL;
  (void)snprintf(word, sizeof word, "%.*s", (int)(t->length < QUOTED ? t->length : QUOTED), t->at);
  r->next++;
  for (size_t i = r->scope.first; i < r->scope.count; i++) {
    if (token_is(t, r->scope.name[i])) {
      return read_variable(r, t);
    }
  }
  if (strcmp(word, "if") == 0) {
    return read_if(r, t);
  }
  if (aggregate_find(word) != NULL) {
    return read_aggregate(r, t, aggregate_find(word));
  }
  if (function_find(word) != NULL) {
    return read_function(r, t, function_find(word));
  }
  for (size_t i = 0; i < n->families; i++) {
    if (token_is(t, n->family[i]->name)) {
      return read_family(r, t, n->family[i]);
    }
  }
  for (size_t i = r->defines; i-- > 0;) {
    if (token_is(t, n->define[i].name)) {
      return read_define(r, t, i);
    }
  }
  x = read_listed(r, t, &known);
  if (!known) {
    fail_name(r, t);
  }
  return x;
}
