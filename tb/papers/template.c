// template -- texts with expressions in them; see expression.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"
#include "papers/expression.h"

enum { VALUES = 16 };

static bool read_value(expressions_t *all, const scope_t *scope, const char *key, const char *at,
                       size_t length, size_t line, size_t column, expression_t **value) {
  char name[TYPE_NAME];
  const char *text = expressions_copy(all, at, length);
  *value = text != NULL ? expression_read(all, scope, key, text, line, column) : NULL;
  if (*value == NULL) {
    return false;
  }
  const type_t type = expression_type(*value);
  const bool printed =
      !type.list && (type.kind == KIND_NUMBER || type.kind == KIND_TEXT || type.kind == KIND_ITEM);
  return printed || expression_fail(all, *value, SAY_THERE_IS("%s", "a number, a text or an item"),
                                    type_name(&type, name));
}

bool template_read(expressions_t *all, const scope_t *scope, const char *key, const char *text,
                   size_t line, size_t column, template_t *t) {
  const char *at = text;
  *t = (template_t){.text = expressions_take(all, VALUES + 1, sizeof *t->text),
                    .value = expressions_take(all, VALUES, sizeof(expression_t *))};
  if (t->text == NULL || t->value == NULL) {
    return false;
  }
  for (const char *open = strstr(at, "${"); open != NULL; open = strstr(at, "${")) {
    const char *close = strchr(open, '}');
    if (close == NULL || t->count == VALUES) {
      return noc_fail(all->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s: " SAY_THERE_IS("%s", "%s"),
                      all->file, line, column + (size_t)(open - text), key,
                      close == NULL ? "${ without }" : "too many ${..}",
                      close == NULL ? "${EXPRESSION}" : "fewer");
    }
    t->text[t->count] = expressions_copy(all, at, (size_t)(open - at));
    if (t->text[t->count] == NULL ||
        !read_value(all, scope, key, open + 2, (size_t)(close - open) - 2, line,
                    column + (size_t)(open - text) + 2, &t->value[t->count])) {
      return false;
    }
    t->count++;
    at = close + 1;
  }
  t->text[t->count] = expressions_copy(all, at, strlen(at));
  return t->text[t->count] != NULL;
}

char *template_text(evaluation_t *e, const template_t *t) {
  char *text = NULL;
  size_t length = 0;
  bool ok = true;
  e->steps += STEPS_TEXT;
  FILE *out = memory_stream(&text, &length);
  if (out == NULL) {
    (void)noc_fail(e->error, NOC_ENVIRONMENT, "%s: out of memory", e->all->file);
    return NULL;
  }
  for (size_t i = 0; ok && i < t->count; i++) {
    value_t value;
    (void)fputs(t->text[i], out);
    ok = expression_value(e, t->value[i], &value);
    if (ok && expression_type(t->value[i]).kind == KIND_NUMBER) {
      (void)fprintf(out, "%.15g", value.number);
    } else if (ok) {
      (void)fputs(value.text, out);
    }
  }
  (void)fputs(t->text[t->count], out);
  if (fclose(out) != 0 && ok) {
    ok = noc_fail(e->error, NOC_ENVIRONMENT, "%s: out of memory", e->all->file);
  }
  if (!ok) {
    free(text);
    text = NULL;
  }
  return text;
}
