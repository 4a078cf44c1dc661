// expression_words -- the words of an expression, and what is made of them; see
// expression_reader.h.

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/expression_reader.h"

enum { TOKENS = 2000, NODES = 200000 };

bool tokens_fail(const expression_reader_t *r, const token_t *t, const char *accepted) {
  const int length = t->length > QUOTED ? QUOTED : (int)t->length;
  char found[QUOTED + 8] = "nothing more";
  if (t->kind != TOKEN_END) {
    (void)snprintf(found, sizeof found, "'%.*s'", length, t->at);
  }
  return noc_fail(r->all->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s: " SAY_THERE_IS("%s", "%s"),
                  r->all->file, r->line, r->column + (size_t)(t->at - r->text), r->key, found,
                  accepted);
}

bool tokens_fail_kind(const expression_reader_t *r, const token_t *t, const type_t *found,
                      const char *accepted) {
  char is[TYPE_NAME];
  return noc_fail(r->all->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s: '%.*s'" SAY_IS("%s", "%s"),
                  r->all->file, r->line, r->column + (size_t)(t->at - r->text), r->key,
                  t->length > QUOTED ? QUOTED : (int)t->length, t->at, type_name(found, is),
                  accepted);
}

static bool scan_text(const expression_reader_t *r, const char *at, token_t *t) {
  const char *end = strchr(at + 1, '\'');
  *t = (token_t){TOKEN_TEXT, at, end != NULL ? (size_t)(end - at) + 1 : strlen(at)};
  return end != NULL || tokens_fail(r, t, "' at the end of a text");
}

static bool scan(const expression_reader_t *r, const char *at, token_t *t) {
  static const char *const kTwo[] = {"<=", ">=", "!=", NULL};
  size_t length = 0;
  if (isdigit((unsigned char)*at)) {
    char *end = NULL;
    (void)strtod(at, &end);
    length = (size_t)(end - at);
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
      length = 1;
    }
    *t = (token_t){TOKEN_NUMBER, at, length};
    return true;
  }
  if (isalpha((unsigned char)*at) || *at == '_') {
    while (isalnum((unsigned char)at[length]) || at[length] == '_') {
      length++;
    }
    *t = (token_t){TOKEN_NAME, at, length};
    return true;
  }
  if (*at == '\'') {
    return scan_text(r, at, t);
  }
  *t = (token_t){TOKEN_SYMBOL, at, 1};
  for (const char *const *two = kTwo; *two != NULL; two++) {
    t->length = strncmp(at, *two, 2) == 0 ? 2 : t->length;
  }
  return strchr("<>=!+-*/^().,", *at) != NULL ||
         tokens_fail(r, t, "a number, a name, 'a text', or an operator");
}

bool tokens_scan(expression_reader_t *r) {
  size_t count = 0;
  const char *at = r->text;
  r->token = malloc((TOKENS + 1) * sizeof *r->token);
  if (r->token == NULL) {
    return noc_fail(r->all->error, NOC_ENVIRONMENT, "%s: out of memory", r->all->file);
  }
  for (at += strspn(at, " \t\n"); *at != '\0'; at += strspn(at, " \t\n")) {
    if (!scan(r, at, &r->token[count])) {
      return false;
    }
    at += r->token[count].length;
    if (++count == TOKENS) {
      return tokens_fail(r, &r->token[count - 1], "a shorter expression");
    }
  }
  r->token[count] = (token_t){TOKEN_END, at, 0};
  return true;
}

const token_t *tokens_here(const expression_reader_t *r) {
  return &r->token[r->next];
}

bool token_is(const token_t *t, const char *word) {
  return t->kind != TOKEN_TEXT && t->length == strlen(word) && memcmp(t->at, word, t->length) == 0;
}

bool tokens_accept(expression_reader_t *r, const char *word) {
  const bool is = token_is(tokens_here(r), word);
  r->next += is;
  return is;
}

bool tokens_expect(expression_reader_t *r, const char *word) {
  return tokens_accept(r, word) || tokens_fail(r, tokens_here(r), word);
}

char *tokens_copy(expression_reader_t *r, const token_t *t) {
  return expressions_copy(r->all, t->at, t->length);
}

expression_t *node_make(expression_reader_t *r, node_t node, type_t type, const token_t *at) {
  if (++r->all->nodes > NODES) {
    (void)tokens_fail(r, at, "fewer and shorter expressions");
    return NULL;
  }
  expression_t *x = expressions_take(r->all, 1, sizeof *x);
  if (x != NULL) {
    x->node = node;
    x->type = type;
    x->key = r->key;
    x->line = r->line;
    x->column = r->column + (size_t)(at->at - r->text);
  }
  return x;
}

bool node_add(expression_reader_t *r, expression_t *x, expression_t *child) {
  expression_t **longer = expressions_take(r->all, x->children + 1, sizeof(expression_t *));
  if (longer == NULL) {
    return false;
  }
  if (x->children > 0) {
    memcpy(longer, x->child, x->children * sizeof(expression_t *));
  }
  longer[x->children++] = child;
  x->child = longer;
  x->measures |= child->measures;
  return true;
}

bool node_check(const expression_reader_t *r, const token_t *at, const expression_t *x,
                const type_t *wanted) {
  char name[TYPE_NAME];
  return type_is_same(&x->type, wanted) ||
         tokens_fail_kind(r, at, &x->type, type_name(wanted, name));
}
