// known -- see known.h.

#include "papers/known.h"

#include <stdio.h>
#include <string.h>

static bool is_text(const json_t *root, const char *key, const char *text) {
  const char *is = json_string_value(json_object_get(root, key));
  return is != NULL && strcmp(is, text) == 0;
}

static bool same_sets(const json_t *sets, const string_list_t *list) {
  bool same = json_is_array(sets) && json_array_size(sets) == list->count;
  for (size_t i = 0; same && i < list->count; i++) {
    const char *set = json_string_value(json_array_get(sets, i));
    same = set != NULL && strcmp(set, list->item[i]) == 0;
  }
  return same;
}

static bool check(const json_t *root, const cli_t *cli, const char *paper, const char *tier,
                  noc_error_t *error) {
  const char *file = cli->measured;
  if (!is_text(root, "schema", "nocstep.paper/1") || !is_text(root, "paper", paper)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: paper" SAY_IS("another one, or missing", "%s, of schema nocstep.paper/1"),
                    file, paper);
  }
  if (json_is_true(json_object_get(root, "interrupted")) ||
      !json_is_array(json_object_get(root, "measured"))) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: measured" SAY_IS("missing or not complete", "of a run to the end"), file);
  }
  if (!is_text(root, "tier", tier)) {
    return noc_fail(error, NOC_BAD_INPUT, "%s: tier" SAY_IS("another one", "%s, as asked for here"),
                    file, tier);
  }
  return same_sets(json_object_get(root, "sets"), &cli->sets) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%s: sets" SAY_IS("others than on the command line", "the same, in their order"),
                  file);
}

json_t *known_read(const cli_t *cli, const char *paper, const char *tier, noc_error_t *error) {
  json_error_t where;
  FILE *in = fopen(cli->measured, "r");
  if (in == NULL) {
    (void)noc_fail_file(error, cli->measured, "opened");
    return NULL;
  }
  json_t *root = json_loadf(in, JSON_REJECT_DUPLICATES, &where);
  (void)fclose(in);
  if (root == NULL) {
    (void)noc_fail(error, NOC_BAD_INPUT,
                   "%s:%d:%d: %s; it must be JSON of nocstep paper %s --json FILE", cli->measured,
                   where.line > 0 ? where.line : 1, where.column > 0 ? where.column : 1, where.text,
                   paper);
    return NULL;
  }
  json_t *measured =
      check(root, cli, paper, tier, error) ? json_incref(json_object_get(root, "measured")) : NULL;
  json_decref(root);
  return measured;
}
