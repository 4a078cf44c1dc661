// shalaby2015_least -- how fast a broadcast with groups can be at best: what the busiest node
// and the busiest link of each step have to carry. See shalaby2015.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "papers/shalaby2015.h"
#include "runs/jobs.h"

enum { NAME = 80 };

// Flits of one step: what each node sends, receives, and each link carries.
typedef struct {
  uint64_t *sent, *received;  // [nodes]
  uint64_t *link;             // [routers * ports]
} loads_t;

typedef struct {
  routing_t *routing;
  loads_t step[CODING_STEPS];
  routing_hop_t *path;
  size_t room;
  noc_error_t *error;
} counter_t;

static bool count(void *context, const coding_message_t *m) {
  const counter_t *c = context;
  const loads_t *loads = &c->step[m->step];
  const uint64_t flits = m->coded ? 1 : m->blocks;
  if (m->step == CODING_ENCODE) {
    return true;
  }
  const size_t routers = routing_path(c->routing, m->from, m->to, c->path, c->room, c->error);
  loads->sent[m->from] += flits;
  loads->received[m->to] += flits;
  const topology_t *t = c->routing->topology;
  uint32_t at = routing_target(t, m->from);
  for (size_t i = 0; i + 1 < routers; i++) {  // the last hop leads to the node
    const size_t link = (size_t)at * t->ports + c->path[i].port;
    loads->link[link] += flits;
    at = (uint32_t)t->peer_router[link];
  }
  return routers > 0;
}

static uint64_t largest(const uint64_t *list, size_t count) {
  uint64_t most = 0;
  for (size_t i = 0; i < count; i++) {
    most = list[i] > most ? list[i] : most;
  }
  return most;
}

static bool counter_create(counter_t *c, const topology_t *t, noc_error_t *error) {
  bool ok = true;
  c->routing = routing_create(t, NULL, NULL, false, error);
  if (c->routing == NULL) {
    return false;
  }
  c->room = t->routers;
  c->path = calloc(c->room, sizeof *c->path);
  for (size_t i = 0; i < CODING_STEPS; i++) {
    loads_t *loads = &c->step[i];
    loads->sent = calloc(t->nodes, sizeof *loads->sent);
    loads->received = calloc(t->nodes, sizeof *loads->received);
    loads->link = calloc((size_t)t->routers * t->ports, sizeof *loads->link);
    ok = ok && loads->sent != NULL && loads->received != NULL && loads->link != NULL;
  }
  return (ok && c->path != NULL) || memory_fail(error, "the loads of the steps");
}

static void counter_free(counter_t *c) {
  for (size_t i = 0; i < CODING_STEPS; i++) {
    free(c->step[i].sent);
    free(c->step[i].received);
    free(c->step[i].link);
  }
  free(c->path);
  routing_free(c->routing);
}

static bool count_steps(const topology_t *t, const coding_config_t *config, shalaby_least_t *least,
                        noc_error_t *error) {
  counter_t c = {.error = error};
  *least = (shalaby_least_t){0};
  coding_hierarchy_t *h = coding_hierarchy_create(t, config, error);
  const bool ok =
      h != NULL && counter_create(&c, t, error) && coding_hierarchy_visit(h, count, &c, error);
  for (size_t i = 0; i < CODING_STEPS && ok; i++) {
    const uint64_t sent = largest(c.step[i].sent, t->nodes);
    const uint64_t received = largest(c.step[i].received, t->nodes);
    const uint64_t link = largest(c.step[i].link, (size_t)t->routers * t->ports);
    const uint64_t node = sent > received ? sent : received;
    least->step[i] = node > link ? node : link;
    least->cycles += least->step[i];
  }
  counter_free(&c);
  coding_hierarchy_free(h);
  (void)coding_group_text(t, config->side[0], least->group);
  return ok;
}

static const hops_base_t kBase[SHALABY_BASES][3] = {
    [SHALABY_TREES] = {HOPS_BINOMIAL, HOPS_BINOMIAL, HOPS_BINOMIAL},
    [SHALABY_UNICASTS] = {HOPS_UNICAST, HOPS_UNICAST, HOPS_UNICAST},
    [SHALABY_MIXED] = {HOPS_UNICAST, HOPS_UNICAST, HOPS_BINOMIAL},
};

// The fastest box of each size.
static bool count_shapes(const shalaby_net_t *n, coding_config_t config,
                         shalaby_least_t least[SHALABY_GROUPS], noc_error_t *error) {
  for (uint32_t x = 1; x <= n->k; x *= 2) {
    for (uint32_t y = 1; y <= n->k; y *= 2) {
      shalaby_least_t here;
      unsigned size = 0;
      while ((2u << size) < x * y) {
        size++;
      }
      if (x * y == 1 || x * y == n->k * n->k) {
        continue;
      }
      config.side[0][0] = x;
      config.side[0][1] = y;
      config.side[0][2] = 1;
      if (!count_steps(n->topology, &config, &here, error)) {
        return false;
      }
      if (least[size].cycles == 0 || here.cycles < least[size].cycles) {
        least[size] = here;
      }
    }
  }
  return true;
}

// One network, with coding or without, by one kind of multicast.
typedef struct {
  bool ok;
  noc_error_t error;
  shalaby_least_t of[SHALABY_GROUPS];
} part_t;

typedef struct {
  const shalaby_nets_t *nets;
  shalaby_leasts_t *least;
  noc_error_t error;
} parts_t;

enum { PARTS = SHALABY_CODINGS * SHALABY_BASES };  // of one network

static void start(void *context, size_t job, FILE *result) {
  const parts_t *all = context;
  const hops_base_t *base = kBase[job % SHALABY_BASES];
  const bool plain = job / SHALABY_BASES % SHALABY_CODINGS > 0;
  const coding_config_t config = {.scheme = plain ? CODING_HIERARCHY : CODING_HNC,
                                  .levels = 1,
                                  .base = {base[0], base[1], base[2]},
                                  .placement = CODING_BEST};
  part_t part = {.ok = false};
  part.ok =
      count_shapes(&all->nets->mesh[SHALABY_SIMULATED + job / PARTS], config, part.of, &part.error);
  (void)fwrite(&part, sizeof part, 1, result);
}

static bool done(void *context, const job_result_t *result) {
  parts_t *all = context;
  const size_t job = result->index;
  part_t part;
  if (result->died != NULL || result->length != sizeof part) {
    return noc_fail(&all->error, NOC_INTERNAL, "the loads of the steps: the worker process %s",
                    result->died != NULL ? result->died : "sent something else than a result");
  }
  memcpy(&part, result->bytes, sizeof part);
  memcpy(all->least->of[job / PARTS][job / SHALABY_BASES % SHALABY_CODINGS][job % SHALABY_BASES],
         part.of, sizeof part.of);
  if (!part.ok) {
    all->error = part.error;
  }
  return part.ok;
}

bool shalaby_leasts(const cli_t *cli, const shalaby_nets_t *nets, shalaby_leasts_t *least,
                    noc_error_t *error) {
  *least = (shalaby_leasts_t){0};
  parts_t all = {.nets = nets, .least = least};
  const jobs_config_t config = {.jobs = (cli->quick ? 1 : SHALABY_TIMED) * PARTS,
                                .workers = (unsigned)cli->jobs,
                                .context = &all,
                                .start = start,
                                .done = done};
  if (!jobs_run(&config, error)) {
    return false;
  }
  *error = all.error;
  return all.error.status == NOC_OK;
}

uint64_t shalaby_fewest(const shalaby_leasts_t *least, unsigned k, bool coded, uint32_t size) {
  uint64_t fewest = 0;
  for (size_t base = 0; base < SHALABY_BASES; base++) {
    for (size_t i = 0; i < SHALABY_GROUPS; i++) {
      const uint64_t here = least->of[k == 32][!coded][base][i].cycles;
      if (here > 0 && (size == 0 || size == 2u << i) && (fewest == 0 || here < fewest)) {
        fewest = here;
      }
    }
  }
  return fewest;
}

void shalaby_least_table(const shalaby_leasts_t *least, paper_report_t *r) {
  static const char *const kNames[] = {"trees", "unicasts", "E by trees"};
  static const char *const kColumns[] = {"B", "D", "E", "F", "coded", "not coded"};
  report_table(
      r, "least",
      "Cycles that the steps take at least, one after the other: flits of the busiest node "
      "or link; the fastest groups of each size; the same hierarchy without coding",
      kColumns, sizeof kColumns / sizeof kColumns[0]);
  for (size_t n = 0; n < SHALABY_TIMED; n++) {
    for (size_t base = 0; base < SHALABY_BASES; base++) {
      for (size_t i = 0; i < SHALABY_GROUPS; i++) {
        const shalaby_least_t *coded = &least->of[n][0][base][i];
        char name[NAME];
        (void)snprintf(name, sizeof name, "mesh:%ux%u, %s, %s", 16u << n, 16u << n, kNames[base],
                       coded->group);
        if (coded->cycles > 0) {
          report_row(
              r, name,
              (const double[]){(double)coded->step[CODING_INTRA], (double)coded->step[CODING_INTER],
                               (double)coded->step[CODING_DISTRIBUTE],
                               (double)coded->step[CODING_UNICAST], (double)coded->cycles,
                               (double)least->of[n][1][base][i].cycles});
        }
      }
    }
  }
}
