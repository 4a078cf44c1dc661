// fuzz_groups -- libFuzzer on what users write of a hierarchical broadcast: no crash; an error is
// one line of the right kind; the hops of what is accepted are the same in closed form and counted
// message by message, and a list of groups reads the same when it is written again.
//
// The first letter says which topology, the second which scheme; then come a line each of the
// group, the base, the intermediate nodes, the sources and the destinations. An empty line stands
// for none.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collective/coding_hops.h"
#include "collective/collectives.h"
#include "require.h"
#include "routing/routing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 6, LINE_TOPOLOGY = 0, LINE_GROUP, LINE_BASE, LINE_PLACE, LINE_FROM, LINE_TO };

static void check_error(const noc_error_t *error) {
  require(error->status == NOC_BAD_INPUT);
  require(error->text[0] != '\0' && strchr(error->text, '\n') == NULL);
}

static void check_list(const coding_groups_t *groups, uint32_t nodes) {
  noc_error_t error = {0};
  if (groups->count == 0) {
    return;
  }
  require((uint64_t)groups->count * groups->size == nodes);
  char *text = coding_groups_text(groups);
  coding_groups_t again = {0};
  require(text != NULL && coding_groups_read(&again, text, nodes, &error));
  require(again.count == groups->count && again.size == groups->size);
  require(memcmp(again.node, groups->node, (size_t)nodes * sizeof *again.node) == 0);
  coding_groups_free(&again);
  free(text);
}

static void check_hops(const topology_t *t, const coding_config_t *config) {
  noc_error_t error = {0};
  routing_t *routing = routing_create(t, NULL, NULL, false, &error);
  require(routing != NULL);
  coding_hops_t counted;
  coding_hops_t closed;
  require(coding_hops_count(routing, config, &counted, &error));
  if (coding_hops_is_closed(t, config) && strcmp(routing->name, "dor") == 0) {
    require(coding_hops(t, config, &closed, &error));
    require(closed.total.hops == counted.total.hops);
    require(closed.total.unicasts == counted.total.unicasts);
  }
  routing_free(routing);
}

static void check(const topology_t *t, coding_scheme_t scheme, const char *const line[LINES]) {
  noc_error_t error = {0};
  const char *key = NULL;
  participants_t p;
  if (!participants_of(t, "allgather", "unicast", line[LINE_FROM], line[LINE_TO], &p, &key,
                       &error)) {
    require(strcmp(key, "from") == 0 || strcmp(key, "to") == 0);
    check_error(&error);
    participants_free(&p);
    return;
  }
  const coding_text_t text = {line[LINE_GROUP], line[LINE_BASE], line[LINE_PLACE]};
  coding_config_t config = {.scheme = scheme, .sources = &p.from, .destinations = &p.to};
  coding_shapes_t shapes = {0};
  if (coding_config_read(&config, &text, t, &shapes, &key, &error)) {
    check_list(&config.list, t->nodes);
    check_hops(t, &config);
  } else {
    require(key != NULL);
    check_error(&error);
  }
  coding_shapes_free(&shapes);
  coding_config_free(&config);
  participants_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const kTopologies[] = {"mesh:4x4",        "torus:4x3",    "mesh:2x2x2@2",
                                            "ring:8",          "hypercube:3",  "octagon:8",
                                            "fattree:k=2,n=2", "flattened:3x2"};
  enum { TOPOLOGIES = sizeof kTopologies / sizeof kTopologies[0] };
  static topology_t *topology[TOPOLOGIES];
  if (size < 2) {
    return 0;
  }
  char *text = malloc(size + 1);
  require(text != NULL);
  memcpy(text, data, size);
  text[size] = '\0';
  const char *line[LINES] = {NULL};
  char *rest = text;
  for (unsigned i = 0; i < LINES && rest != NULL; i++) {
    const char *cut = strsep(&rest, "\n");
    line[i] = cut[0] != '\0' ? cut : NULL;
  }
  noc_error_t error = {0};
  const unsigned which = data[0] % TOPOLOGIES;
  if (topology[which] == NULL) {
    topology[which] = topology_create(kTopologies[which], &error);
  }
  require(topology[which] != NULL);
  check(topology[which], (coding_scheme_t)(data[1] % CODING_SCHEMES), line);
  free(text);
  return 0;
}
