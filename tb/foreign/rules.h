// rules -- what a foreign module must keep to; see rules.def.

#ifndef NOC_RULES_H
#define NOC_RULES_H

#include "base/error.h"

typedef enum {
#define RULE(id, name, meaning, status) RULE_##id,
#include "foreign/rules.def"
#undef RULE
  RULES,
  RULE_KEPT = RULES  // none is broken
} rule_t;

typedef struct {
  const char *name;
  const char *meaning;
  noc_status_t status;
} rule_row_t;

const rule_row_t *rule_row(rule_t rule);

#endif
