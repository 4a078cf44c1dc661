// diff_results -- two results in JSON (nocstep.run/1 and others) member by member.

#ifndef NOCSTEP_DIFF_RESULTS_H
#define NOCSTEP_DIFF_RESULTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

// A member that differs: its place, such as "latency.mean" or "links[3].flits"; NULL where one of
// both has none.
typedef struct {
  char *path;
  json_t *a, *b;
} diff_member_t;

typedef struct {
  json_t *root_a, *root_b;
  diff_member_t *member;
  uint32_t count, room;
} diff_results_t;

// Time and memory of the machine (`host`) are left out. NOC_BAD_INPUT for files that are no JSON
// objects, or whose schemas differ.
bool diff_results(const char *a, const char *b, diff_results_t *d, noc_error_t *error);
void diff_results_print(const diff_results_t *d, FILE *out);
// "nocstep.diff/1"; NULL when memory is short.
json_t *diff_results_json(const diff_results_t *d);
void diff_results_free(diff_results_t *d);

#endif
