// expression_reader -- what reads an expression: its words (expression_words.c), its names
// (expression_names.c) and its operators (expression_read.c).

#ifndef NOCSTEP_PAPERS_EXPRESSION_READER_H
#define NOCSTEP_PAPERS_EXPRESSION_READER_H

#include "papers/expression_parts.h"

enum { DEPTH = 100, QUOTED = 60 };

typedef enum { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_TEXT, TOKEN_SYMBOL } token_kind_t;

typedef struct {
  token_kind_t kind;
  const char *at;
  size_t length;
} token_t;

typedef struct {
  expressions_t *all;
  const char *key, *text;
  size_t line, column;
  token_t *token;  // up to TOKEN_END
  size_t next;
  scope_t scope;
  unsigned depth;
  size_t defines;  // those before are known
} expression_reader_t;

// Makes the words of r->text. All these return false, or NULL, with the error filled.
bool tokens_scan(expression_reader_t *r);
// "FILE:LINE:COLUMN: KEY: there is 'x'; there must be ACCEPTED".
bool tokens_fail(const expression_reader_t *r, const token_t *t, const char *accepted);
// "FILE:LINE:COLUMN: KEY: 'x' is a text; it must be ACCEPTED".
bool tokens_fail_kind(const expression_reader_t *r, const token_t *t, const type_t *found,
                      const char *accepted);

// The next word; whether it is this one, and then goes behind it.
const token_t *tokens_here(const expression_reader_t *r);
bool token_is(const token_t *t, const char *word);
bool tokens_accept(expression_reader_t *r, const char *word);
bool tokens_expect(expression_reader_t *r, const char *word);
char *tokens_copy(expression_reader_t *r, const token_t *t);

expression_t *node_make(expression_reader_t *r, node_t node, type_t type, const token_t *at);
bool node_add(expression_reader_t *r, expression_t *x, expression_t *child);
bool node_check(const expression_reader_t *r, const token_t *at, const expression_t *x,
                const type_t *wanted);

// An expression; one of this type; and one up to the end of the words.
expression_t *expression_any(expression_reader_t *r);
expression_t *expression_as(expression_reader_t *r, const type_t *wanted,
                            expression_t *(*read)(expression_reader_t *r));
expression_t *expression_whole(expression_reader_t *r);
// At a name: what it stands for, with its arguments.
expression_t *expression_name(expression_reader_t *r);
expression_t *expression_constant(expression_reader_t *r, const token_t *t, type_t type,
                                  value_t value);

#endif
