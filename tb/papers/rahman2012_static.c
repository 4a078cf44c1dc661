// rahman2012_static -- section 2 of the paper: nodes, levels and ports of H3DMs; and what it
// does not give, their distances.

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/h3dm_routes.h"
#include "analysis/measure.h"
#include "papers/rahman2012.h"
#include "runs/jobs.h"
#include "topology/topology.h"

// The paper's module and planes.
enum { M = 4, N = 4, LEVELS = 5, MODULE = M * M * M, P = 2 /* log2 of M */ };

enum { NAME = 64 };

// The findings of a worker about one level; plain bytes.
typedef struct {
  bool ok;
  noc_error_t error;
  uint32_t nodes;
  measure_t measured;
} level_t;

typedef struct {
  level_t level[LEVELS];
  size_t count;
} levels_t;

static void topology_text(char out[NAME], unsigned n, unsigned levels, unsigned q) {
  (void)snprintf(out, NAME, "h3dm:m=%d,n=%u,levels=%u,q=%u", M, n, levels, q);
}

// The largest comes first, since it takes longest.
static size_t level_of(const levels_t *all, size_t job) {
  return all->count - 1 - job;
}

static void start(void *context, size_t job, FILE *result) {
  char text[NAME];
  level_t level = {0};
  topology_text(text, N, (unsigned)level_of(context, job) + 1, 0);
  topology_t *t = topology_create(text, &level.error);
  if (t != NULL) {
    level.nodes = t->nodes;
    level.ok = measure_topology(t, &level.measured, &level.error);
  }
  topology_free(t);
  (void)fwrite(&level, sizeof level, 1, result);
}

static bool done(void *context, const job_result_t *result) {
  levels_t *all = context;
  level_t *level = &all->level[level_of(all, result->index)];
  if (result->died == NULL && result->length == sizeof *level) {
    memcpy(level, result->bytes, sizeof *level);
  } else {
    (void)noc_fail(&level->error, NOC_INTERNAL, "level %zu: the worker process %s",
                   level_of(all, result->index) + 1,
                   result->died != NULL ? result->died : "sent something else than a result");
  }
  return level->ok;
}

static bool measure_levels(const cli_t *cli, levels_t *all, noc_error_t *error) {
  const jobs_config_t config = {.jobs = all->count,
                                .workers = (unsigned)cli->jobs,
                                .context = all,
                                .start = start,
                                .done = done};
  if (!jobs_run(&config, error)) {
    return false;
  }
  for (size_t i = 0; i < all->count; i++) {
    if (all->level[i].error.status != NOC_OK) {
      *error = all->level[i].error;
      return false;
    }
  }
  return true;
}

static bool add_table(const levels_t *all, paper_report_t *r, noc_error_t *error) {
  static const char *const kColumns[] = {"nodes",         "links",     "degree from",
                                         "degree to",     "diameter",  "mean distance",
                                         "longest route", "mean route"};
  report_table(r, "static", "H3DM, m = 4, n = 4, q = 0: router hops", kColumns,
               sizeof kColumns / sizeof kColumns[0]);
  for (size_t i = 0; i < all->count; i++) {
    const measure_t *m = &all->level[i].measured;
    h3dm_routes_t routes;
    char name[NAME];
    if (!h3dm_routes(M, N, (unsigned)i + 1, 0, 1, &routes, error)) {
      return false;
    }
    (void)snprintf(name, sizeof name, "level %zu", i + 1);
    report_row(r, name,
               (const double[]){all->level[i].nodes, m->links, m->degree_min, m->degree_max,
                                m->diameter, m->mean_distance, routes.longest, routes.mean});
  }
  return true;
}

static void state_nodes(const levels_t *all, paper_report_t *r) {
  report_statement(r, "section 2", "N = m^3 n^(2 (L - 1)); 4,194,304 nodes at level 5");
  for (size_t i = 0; i < all->count; i++) {
    char of[NAME];
    const double formula = MODULE * pow(N, 2.0 * (double)i);
    (void)snprintf(of, sizeof of, "level %zu", i + 1);
    report_check(r, formula == all->level[i].nodes, of);
    report_value(r, "paper", formula);
    report_value(r, "here", all->level[i].nodes);
  }
}

// By trying; smaller planes have the same limit.
static void state_levels(paper_report_t *r) {
  report_statement(r, "section 2",
                   "the highest level is 2^(p-q) + 1, p = floor(log2 m); level 5 with q = 0");
  for (unsigned q = 0; q <= P; q++) {
    char text[NAME];
    unsigned highest = 0;
    for (bool accepted = true; accepted; highest += accepted) {
      noc_error_t refused = {0};
      topology_text(text, 2, highest + 1, q);
      topology_t *t = topology_create(text, &refused);
      accepted = t != NULL;
      topology_free(t);
    }
    (void)snprintf(text, sizeof text, "q = %u", q);
    report_check(r, highest == (1u << (P - q)) + 1, text);
    report_value(r, "paper", (1u << (P - q)) + 1);
    report_value(r, "here", highest);
  }
}

// Links that leave a module in the middle of all planes, by how many modules they lead on.
static bool state_ports(paper_report_t *r, noc_error_t *error) {
  enum { HIGHER = 2, MIDDLE = 1 + N + N * N + N * N * N };  // levels; digits 1, 1, 1, 1
  char text[NAME];
  topology_text(text, N, 1 + HIGHER, 0);
  topology_t *t = topology_create(text, error);
  if (t == NULL) {
    return false;
  }
  report_statement(r, "section 2",
                   "with q = 0 each level uses 16 free links of a module, 8 in the y direction and "
                   "8 in the x direction");
  for (unsigned level = 0; level < HIGHER; level++) {
    const int32_t x_step = level == 0 ? 1 : N * N;
    unsigned in_x = 0;
    unsigned in_y = 0;
    for (size_t i = 0; i < (size_t)MODULE * t->ports; i++) {
      const int32_t peer = t->peer_router[(size_t)MIDDLE * MODULE * t->ports + i];
      const int32_t apart = peer < 0 ? 0 : abs(peer / MODULE - MIDDLE);
      in_x += apart == x_step;
      in_y += apart == x_step * N;
    }
    (void)snprintf(text, sizeof text, "level %u", level + 2);
    report_check(r, in_x == 2 * M && in_y == 2 * M, text);
    report_value(r, "in y", in_y);
    report_value(r, "in x", in_x);
  }
  topology_free(t);
  return true;
}

bool rahman2012_static(const cli_t *cli, paper_report_t *r, noc_error_t *error) {
  levels_t all = {.count = cli->quick ? LEVELS - 1 : LEVELS};
  if (!measure_levels(cli, &all, error) || !add_table(&all, r, error)) {
    return false;
  }
  state_nodes(&all, r);
  state_levels(r);
  return state_ports(r, error);
}
