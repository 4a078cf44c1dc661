// hops -- `nocstep hops --topology T --collective C --scheme S`: unicasts and hops of a collective,
// without running it.

#include "cli/hops.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/command.h"
#include "collective/scheme.h"
#include "runs/output.h"

bool hops_is_coded(const hops_t *h) {
  return h->hierarchical && coding_scheme_codes(h->config.scheme);
}

// The sentence of an error, with the option that it is about.
static bool fail_option(const char *option, noc_error_t *error) {
  return error->status == NOC_BAD_INPUT && noc_fail_key(error, NULL, option);
}

static bool read_topology(const cli_t *cli, hops_t *h, noc_error_t *error) {
  h->topology = topology_create(cli->topology, error);
  if (h->topology == NULL) {
    return strncmp(error->text, "column", strlen("column")) == 0 ? fail_option("--topology", error)
                                                                 : false;
  }
  h->routing = routing_create(h->topology, cli->routing, cli->routes, false, error);
  if (h->routing == NULL && noc_is_keyless(error)) {
    return fail_option("--routing", error);
  }
  return h->routing != NULL;
}

static bool fail_collective(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; kCollectiveWords[i].name != NULL; i++) {
    nearest_offer(&nearest, kCollectiveWords[i].name);
  }
  return noc_fail(error, NOC_BAD_INPUT, "--collective" SAY_IS("'%.60s'%s", "%s"), name,
                  nearest_hint(&nearest), nearest.names);
}

static bool fail_scheme(const char *collective, const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  collective_offer_schemes(collective, &nearest);
  return noc_fail(error, NOC_BAD_INPUT, "--scheme" SAY_IS("'%.60s'%s", "one for %s: %s"), name,
                  nearest_hint(&nearest), collective, nearest.names);
}

static bool is_grouped(const scheme_t *s) {
  return s->grouped;
}

static bool read_scheme(const cli_t *cli, hops_t *h, noc_error_t *error) {
  if (collective_find(cli->collective) == NULL) {
    return fail_collective(cli->collective, error);
  }
  if (collective_find_pair(cli->collective, cli->scheme) == NULL) {
    return fail_scheme(cli->collective, cli->scheme, error);
  }
  if (scheme_find(cli->scheme)->carried) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "--scheme" SAY_IS("%s, whose packets are copied on their way", "schemes of unicasts"),
        cli->scheme);
  }
  h->hierarchical = coding_scheme_find(cli->scheme, &h->config.scheme);
  const struct {
    const char *option;
    bool given;
    bool (*with)(const scheme_t *s);
  } kOnly[] = {{"--group", cli->group != NULL, is_grouped},
               {"--base", cli->base != NULL, is_grouped},
               {"--intermediate", cli->intermediate != NULL, is_grouped},
               {"--literal", cli->literal, scheme_codes}};
  for (size_t i = 0; i < sizeof kOnly / sizeof kOnly[0]; i++) {
    char names[SCHEME_NAMES];
    if (kOnly[i].given && !kOnly[i].with(scheme_find(cli->scheme))) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s" SAY_IS("given with the scheme %s", "given with %s"), kOnly[i].option,
                      cli->scheme, scheme_names(kOnly[i].with, " and ", names));
    }
  }
  return true;
}

static bool read_nodes(const cli_t *cli, hops_t *h, noc_error_t *error) {
  const char *key = NULL;
  if (!participants_of(h->topology, cli->collective, cli->scheme, cli->from, cli->to,
                       &h->participants, &key, error)) {
    const char *option = strcmp(key, "from") == 0 ? "--from" : "--to";
    return fail_option(option, error);
  }
  return true;
}

static bool read_groups(const cli_t *cli, hops_t *h, noc_error_t *error) {
  const coding_text_t text = {cli->group, cli->base, cli->intermediate};
  const char *key = NULL;
  char option[32];
  if (coding_config_read(&h->config, &text, h->topology, &h->shapes, &key, error)) {
    return true;
  }
  (void)snprintf(option, sizeof option, "--%s", key);
  return fail_option(option, error);
}

// Every destination ends with every block, if no packet of the complete scheme is missing.
static bool check_complete(const cli_t *cli, hops_t *h, noc_error_t *error) {
  h->complete = true;
  if (!cli->literal) {
    return true;
  }
  coding_hops_t all;
  h->config.literal = false;
  const bool ok = h->counted ? coding_hops_count(h->routing, &h->config, &all, error)
                             : coding_hops(h->topology, &h->config, &all, error);
  h->config.literal = true;
  h->complete = ok && all.total.unicasts == h->total.unicasts;
  return ok;
}

static bool count_groups(const cli_t *cli, hops_t *h, noc_error_t *error) {
  h->config.sources = &h->participants.from;
  h->config.destinations = &h->participants.to;
  h->config.literal = cli->literal;
  // Where there is no closed form, hops between nodes are asked for again and again.
  const bool closed = coding_hops_is_closed(h->topology, &h->config);
  if (!closed || (cli->group != NULL && strchr(cli->group, ';') != NULL)) {
    h->between = hops_between_create(h->routing, error);
    h->config.between = h->between;
    if (h->between == NULL) {
      return false;
    }
  }
  if (!read_groups(cli, h, error)) {
    return false;
  }
  h->counted = cli->count || !routing_by_dimension(h->routing) ||
               !coding_hops_is_closed(h->topology, &h->config);
  const bool ok = h->counted ? coding_hops_count(h->routing, &h->config, &h->steps, error)
                             : coding_hops(h->topology, &h->config, &h->steps, error);
  h->total = h->steps.total;
  return ok && check_complete(cli, h, error);
}

static bool count_plan(const cli_t *cli, hops_t *h, noc_error_t *error) {
  bool known = false;
  if (!cli->count && !hops_closed_form(h->routing, cli->collective, cli->scheme, &h->participants,
                                       &h->total, &known, error)) {
    return false;
  }
  if (known) {
    return true;
  }
  h->counted = true;
  plan_t *plan = collective_plan(cli->collective, cli->scheme, &h->participants, error);
  const bool ok = plan != NULL && hops_of_plan(h->routing, plan, &h->total, error);
  plan_free(plan);
  return ok;
}

static bool work_out(const cli_t *cli, hops_t *h, noc_error_t *error) {
  return read_topology(cli, h, error) && read_scheme(cli, h, error) && read_nodes(cli, h, error) &&
         (h->hierarchical ? count_groups(cli, h, error) : count_plan(cli, h, error)) &&
         hops_lower_bound(cli->collective, &h->participants, &h->bound, error);
}

static bool is_required(const char *option, const char *value, noc_error_t *error) {
  return value != NULL ||
         noc_fail(error, NOC_BAD_INPUT,
                  "nocstep hops: " SAY_THERE_IS("no %s", "--topology T --collective C --scheme S"),
                  option);
}

int command_hops(const cli_t *cli) {
  noc_error_t error = {0};
  hops_t h = {.cli = cli};
  output_t *out = NULL;
  bool ok = is_required("--topology", cli->topology, &error) &&
            is_required("--collective", cli->collective, &error) &&
            is_required("--scheme", cli->scheme, &error);
  if (ok && cli->json != NULL) {
    out = output_open(cli->json, &error);
    ok = out != NULL;
  }
  ok = ok && work_out(cli, &h, &error);
  if (ok && out != NULL) {
    ok = hops_json(&h, output_stream(out)) ||
         noc_fail(&error, NOC_ENVIRONMENT, "out of memory for the result");
  }
  if (ok && out != NULL) {
    ok = output_commit(out, &error);
  } else {
    output_discard(out);
  }
  if (ok && !cli->quiet && !output_is_stdout(cli->json)) {
    hops_print(&h, stdout);
  }
  coding_shapes_free(&h.shapes);
  coding_config_free(&h.config);
  hops_between_free(h.between);
  if (h.topology != NULL) {
    participants_free(&h.participants);
  }
  routing_free(h.routing);
  topology_free(h.topology);
  return ok ? NOC_OK : cli_report(&error);
}
