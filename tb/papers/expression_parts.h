// expression_parts -- what expression_read.c makes and expression_value.c works out.

#ifndef NOCSTEP_PAPERS_EXPRESSION_PARTS_H
#define NOCSTEP_PAPERS_EXPRESSION_PARTS_H

#include "papers/expression.h"

typedef enum {
  NODE_CONSTANT,
  NODE_VARIABLE,
  NODE_FIELD,      // of a record
  NODE_ITEM,       // field of an item
  NODE_FAMILY,     // children: the index of each loop
  NODE_FUNCTION,   // children: the arguments
  NODE_AGGREGATE,  // of its children, or of a child over loops
  NODE_LET,        // children: arguments, and the body
  NODE_IF,
  NODE_NOT,
  NODE_AND,
  NODE_OR,
  NODE_NEGATIVE,
  NODE_POWER,
  NODE_PLUS,
  NODE_MINUS,
  NODE_TIMES,
  NODE_OVER,
  NODE_CHAIN  // comparisons: a < b <= c
} node_t;

typedef enum { LESS, LESS_EQUAL, MORE, MORE_EQUAL, EQUAL, OTHER } comparison_t;

typedef struct {
  const char *name;
  type_t of;
  double (*value)(const double *number, size_t count);
} aggregate_t;

const aggregate_t *aggregate_find(const char *name);

struct expression {
  node_t node;
  type_t type;
  bool measures;
  const char *key;
  size_t line, column;
  expression_t **child;
  size_t children;
  value_t constant;
  // Values of the file, in the place of `constant`, which may be others with what the paper leaves
  // open; or NULL.
  const value_list_t *listed;
  size_t slot;       // NODE_VARIABLE, NODE_LET: the first
  const char *name;  // NODE_ITEM
  const record_field_t *field;
  const family_t *family;
  const function_t *function;
  const aggregate_t *aggregate;
  loops_t loops;             // NODE_AGGREGATE
  comparison_t *comparison;  // NODE_CHAIN: [children - 1]
};

#endif
