// hops -- `nocstep hops --topology T --collective C --scheme S`: unicasts and hops of a collective,
// without running it; as a table, and as JSON, "nocstep.hops/1".
//
// jansson's packing returns NULL when memory is short; that a part is missing is found at the end.

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "runs/cli.h"
#include "runs/hop_count.h"
#include "runs/output.h"

// --- the result ----------------------------------------------------------------------------------

enum { NAME = 14, COLUMN = 18 };

// The groups are nodes that follow one another, and can be written as a number.
static bool is_number(const hops_t *h, const coding_groups_t *list) {
  bool follow = !topology_is_cube(h->topology);
  for (uint32_t i = 0; follow && i < h->topology->nodes; i++) {
    follow = list->node[i] == i;
  }
  return follow;
}

// A list as it is written, of nodes that follow one another their number.
static char *list_text(const hops_t *h, const coding_groups_t *list, uint32_t size) {
  if (!is_number(h, list)) {
    return coding_groups_text(list);
  }
  char *text = malloc(16);
  if (text != NULL) {
    (void)snprintf(text, 16, "%u", size);
  }
  return text;
}

// "8x4", "8x8,4x4" of all levels, of a shape that was tried or, NULL, of the config; lists with a
// bar between them. NULL when memory is short; the caller frees it.
static char *group_text(const hops_t *h, const coding_shape_t *shape) {
  const coding_config_t *c = &h->config;
  const bool two = c->levels > 1;
  char *outer = NULL;
  char *inner = NULL;
  if (c->list.count > 0) {
    outer = list_text(h, &c->list, shape != NULL ? shape->size : c->list.size);
    inner = two ? list_text(h, &c->inner, shape != NULL ? shape->within : c->inner.size) : NULL;
  } else {
    outer = malloc(CODING_TEXT);
    inner = two ? malloc(CODING_TEXT) : NULL;
    if (outer != NULL) {
      (void)coding_group_text(h->topology, shape != NULL ? shape->side[0] : c->side[0], outer);
    }
    if (inner != NULL) {
      (void)coding_group_text(h->topology, shape != NULL ? shape->side[1] : c->side[1], inner);
    }
  }
  if (!two || outer == NULL || inner == NULL) {
    free(inner);
    return outer;
  }
  const size_t room = strlen(outer) + strlen(inner) + 2;
  char *text = malloc(room);
  if (text != NULL) {
    (void)snprintf(text, room, "%s%s%s", outer, c->list.count > 0 ? "|" : ",", inner);
  }
  free(outer);
  free(inner);
  return text;
}

static bool set_group(const hops_t *h, const coding_shape_t *shape, json_t *root) {
  char *text = group_text(h, shape);
  const bool ok = text != NULL && json_object_set_new(root, "group", json_string(text)) == 0;
  free(text);
  return ok;
}

// "best", "3,1" ..; as users write it.
static const char *placement(const hops_t *h) {
  return h->asked.intermediate != NULL ? h->asked.intermediate : "best";
}

static json_t *count_json(const hops_count_t *c) {
  return json_pack("{s:I, s:I, s:I}", "unicasts", (json_int_t)c->unicasts, "hops",
                   (json_int_t)c->hops, "max_path", (json_int_t)c->max_path);
}

static bool set(json_t *root, const char *key, json_t *value) {
  return value != NULL && json_object_set_new(root, key, value) == 0;
}

// The steps of a level and all within.
static bool set_steps(const hops_t *h, unsigned level, json_t *root) {
  bool ok = true;
  for (unsigned k = 0; k < CODING_STEPS && ok; k++) {
    ok = set(root, kCodingSteps[k], count_json(&h->steps.step[level][k]));
  }
  if (ok && hops_is_coded(h)) {
    ok = set(json_object_get(root, "encode"), "packets",
             json_integer((json_int_t)h->steps.encoded[level])) &&
         set(root, "coded_received", json_integer((json_int_t)h->steps.received[level]));
  }
  if (ok && level + 1 < CODING_LEVELS && level + 1 < h->config.levels) {
    json_t *within = json_object();
    ok = within != NULL && set_steps(h, level + 1, within);
    ok = set(json_object_get(root, "intra"), "within", within) && ok;
  }
  return ok;
}

static bool set_groups(const hops_t *h, json_t *root) {
  const hops_base_t *base = h->config.base;
  bool ok = set_group(h, NULL, root) &&
            set(root, "group_nodes", json_integer(hops_group_size(h))) &&
            set(root, "groups", json_integer(h->topology->nodes / hops_group_size(h))) &&
            set(root, "base",
                json_pack("{s:s, s:s, s:s}", "intra", coding_base_name(base[0]), "inter",
                          coding_base_name(base[1]), "distribute", coding_base_name(base[2]))) &&
            set(root, "intermediate", json_string(placement(h))) &&
            set(root, "complete", json_boolean(h->complete)) && set_steps(h, 0, root);
  if (ok && h->shapes.count > 0) {
    json_t *sizes = json_array();
    ok = sizes != NULL;
    for (size_t i = 0; ok && i < h->shapes.count; i++) {
      const coding_shape_t *shape = &h->shapes.shape[i];
      json_t *one = count_json(&shape->total);
      ok = one != NULL && set_group(h, shape, one) &&
           set(one, "group_nodes", json_integer(shape->size));
      ok = one != NULL && json_array_append_new(sizes, one) == 0 && ok;
    }
    ok =
        set(root, "search",
            json_pack("{s:I, s:o}", "tried", (json_int_t)h->shapes.tried, "best_of_size", sizes)) &&
        ok;
  }
  return ok;
}

static bool write_json(const hops_t *h, FILE *out) {
  json_t *root = json_object();
  char name[256];
  bool ok =
      root != NULL && set(root, "schema", json_string("nocstep.hops/1")) &&
      set(root, "topology", json_string(topology_plain_name(h->topology, name, sizeof name))) &&
      set(root, "routing", json_string(h->routing->name)) &&
      set(root, "collective", json_string(h->asked.collective)) &&
      set(root, "scheme", json_string(h->asked.scheme)) &&
      set(root, "nodes", json_integer(h->topology->nodes)) &&
      set(root, "from", json_integer(h->participants.from.count)) &&
      set(root, "to", json_integer(h->participants.to.count)) &&
      set(root, "method", json_string(h->counted ? "counted" : "closed form")) &&
      set(root, "unicasts", json_integer((json_int_t)h->total.unicasts)) &&
      set(root, "hops", json_integer((json_int_t)h->total.hops)) &&
      set(root, "max_path", json_integer(h->total.max_path)) &&
      set(root, "flit_hops", json_integer((json_int_t)h->total.flit_hops));
  ok = ok && (h->bound == 0 || set(root, "lower_bound", json_integer((json_int_t)h->bound)));
  ok = ok && (!h->hierarchical || set_groups(h, root)) &&
       json_dumpf(root, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF;
  json_decref(root);
  return ok;
}

static void print_count(const char *name, const hops_count_t *c, FILE *out) {
  (void)fprintf(out, "  %-*s%*" PRIu64 "%*" PRIu64 "%*u\n", NAME, name, COLUMN, c->unicasts, COLUMN,
                c->hops, COLUMN, c->max_path);
}

static void print_steps(const hops_t *h, unsigned level, FILE *out) {
  for (unsigned k = 0; k < CODING_STEPS; k++) {
    const hops_count_t *step = &h->steps.step[level][k];
    char name[32];
    (void)snprintf(name, sizeof name, "%*s%s", (int)level * 2, "", kCodingSteps[k]);
    if (k == CODING_ENCODE && hops_is_coded(h)) {
      (void)fprintf(out, "  %-*s%*" PRIu64 " packets made by XOR\n", NAME, name, COLUMN,
                    h->steps.encoded[level]);
    } else if (step->unicasts > 0) {
      print_count(name, step, out);
    }
    if (k == CODING_INTRA && level + 1 < CODING_LEVELS && level + 1 < h->config.levels) {
      print_steps(h, level + 1, out);
    }
  }
}

static void print_groups(const hops_t *h, FILE *out) {
  char *group = group_text(h, NULL);
  const hops_base_t *base = h->config.base;
  const uint32_t groups = h->topology->nodes / hops_group_size(h);
  (void)fprintf(out, "%u group%s of ", groups, groups == 1 ? "" : "s");
  if (h->config.list.count > 0) {
    (void)fprintf(out, "%u nodes", hops_group_size(h));
    if (h->config.levels > 1) {
      (void)fprintf(out, ", %u within", h->config.inner.size);
    }
  } else if (group != NULL) {
    (void)fputs(group, out);
  }
  (void)fprintf(out, ", intermediate nodes %s, multicasts %s, %s, %s\n", placement(h),
                coding_base_name(base[0]), coding_base_name(base[1]), coding_base_name(base[2]));
  free(group);
}

static void print_shapes(const hops_t *h, FILE *out) {
  (void)fprintf(out, "Best of %" PRIu64 " shapes; the best of each size:\n", h->shapes.tried);
  for (size_t i = 0; i < h->shapes.count; i++) {
    const coding_shape_t *shape = &h->shapes.shape[i];
    char *group = group_text(h, shape);
    print_count(group != NULL ? group : "", &shape->total, out);
    free(group);
  }
}

static void print_table(const hops_t *h, FILE *out) {
  char name[256];
  (void)fprintf(out, "%s: %s by %s, from %u nodes to %u\n",
                topology_plain_name(h->topology, name, sizeof name), h->asked.collective,
                h->asked.scheme, h->participants.from.count, h->participants.to.count);
  if (h->hierarchical) {
    print_groups(h, out);
  }
  (void)fprintf(out, "  %-*s%*s%*s%*s\n", NAME, "", COLUMN, "unicasts", COLUMN, "hops", COLUMN,
                "longest path");
  if (h->hierarchical) {
    print_steps(h, 0, out);
  }
  print_count("total", &h->total, out);
  if (h->total.flit_hops != h->total.hops) {
    (void)fprintf(out, "  %-*s%*s%*" PRIu64 "\n", NAME, "flit-hops", COLUMN, "", COLUMN,
                  h->total.flit_hops);
  }
  if (h->bound > 0) {
    (void)fprintf(out, "  %-*s%*s%*" PRIu64 "\n", NAME, "lower bound", COLUMN, "", COLUMN,
                  h->bound);
  }
  (void)fprintf(out, "%s\n", h->counted ? "Counted along the routing." : "Closed form.");
  if (h->hierarchical && !h->complete) {
    (void)fprintf(out, "Not complete: some nodes cannot decode.\n");
  }
  if (h->shapes.count > 0) {
    print_shapes(h, out);
  }
}

static bool is_required(const char *option, const char *value, noc_error_t *error) {
  return value != NULL ||
         noc_fail(error, NOC_BAD_INPUT,
                  "nocstep hops: " SAY_THERE_IS("no %s", "--topology T --collective C --scheme S"),
                  option);
}

int command_hops(const cli_t *cli) {
  noc_error_t error = {0};
  hops_t h = {.asked = {.topology = cli->topology,
                        .collective = cli->collective,
                        .scheme = cli->scheme,
                        .routing = cli->routing,
                        .routes = cli->routes,
                        .group = cli->group,
                        .base = cli->base,
                        .intermediate = cli->intermediate,
                        .from = cli->from,
                        .to = cli->to,
                        .literal = cli->literal,
                        .count = cli->count,
                        .prefix = "--"}};
  output_t *out = NULL;
  bool ok = is_required("--topology", cli->topology, &error) &&
            is_required("--collective", cli->collective, &error) &&
            is_required("--scheme", cli->scheme, &error);
  if (ok && cli->json != NULL) {
    out = output_open(cli->json, &error);
    ok = out != NULL;
  }
  ok = ok && hops_work_out(&h, &error);
  if (ok && out != NULL) {
    ok = write_json(&h, output_stream(out)) ||
         noc_fail(&error, NOC_ENVIRONMENT, "out of memory for the result");
  }
  if (ok && out != NULL) {
    ok = output_commit(out, &error);
  } else {
    output_discard(out);
  }
  if (ok && !cli->quiet && !output_is_stdout(cli->json)) {
    print_table(&h, stdout);
  }
  hops_free(&h);
  return ok ? NOC_OK : cli_report(&error);
}
