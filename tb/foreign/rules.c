// rules -- see rules.h.

#include "foreign/rules.h"

#include <assert.h>

const rule_row_t *rule_row(rule_t rule) {
  static const rule_row_t kRows[] = {
#define RULE(id, name, meaning, status) {name, meaning, status},
#include "foreign/rules.def"
#undef RULE
  };
  assert(rule < RULES);
  return &kRows[rule];
}
