// sivaram1998_draws -- which nodes a multicast of docs/papers/sivaram1998.yaml goes to. Every
// scheme, and every point, has the same sets: the source and the destinations are drawn from the
// seed, the number of the network and the number of the set, and a larger set holds the smaller
// one.

#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/rng.h"
#include "papers/sivaram1998.h"

enum { SETS = 8, NODES_MOST = 128, TEXT = 4 * NODES_MOST };

// The source, then the destinations; network and set from 0.
static void draw(uint64_t seed, unsigned network, unsigned set, unsigned nodes, uint32_t *node) {
  const uint64_t key = rng_key(seed, RNG_DESTINATION, (uint64_t)network * SETS + set);
  for (unsigned i = 0; i < nodes; i++) {
    node[i] = i;
  }
  for (unsigned i = 0; i < nodes; i++) {
    const unsigned j = i + rng_below(rng_draw(key, i), nodes - i);
    const uint32_t drawn = node[j];
    node[j] = node[i];
    node[i] = drawn;
  }
}

// "5,7-9" of the nodes that are in the set.
static void write_set(const bool in[NODES_MOST], char *out, size_t size) {
  size_t length = strlen(out);
  const char *comma = "";
  for (unsigned from = 0; from < NODES_MOST && length < size; from++) {
    unsigned to = from;
    while (in[from] && to + 1 < NODES_MOST && in[to + 1]) {
      to++;
    }
    if (in[from]) {
      length += (size_t)snprintf(out + length, size - length, to > from ? "%s%u-%u" : "%s%u", comma,
                                 from, to);
      comma = ",";
      from = to;
    }
  }
}

typedef struct {
  unsigned nodes;
  uint32_t node[NODES_MOST];
} drawn_t;

// SEED, NETWORK, SET, NODES: as the functions below have them.
static bool draw_set(const value_t *argument, drawn_t *drawn, noc_error_t *error) {
  enum { NETWORKS_MOST = 1000000 };
  uint64_t seed = 0;
  unsigned network = 0;
  unsigned set = 0;
  if (!decimal_parse(argument[0].text, &seed)) {
    return noc_fail(error, NOC_BAD_INPUT, "SEED" SAY_IS("'%.60s'", "seed"), argument[0].text);
  }
  if (!value_whole(&argument[1], "NETWORK", NETWORKS_MOST, &network, error) ||
      !value_whole(&argument[2], "SET", SETS - 1, &set, error) ||
      !value_whole(&argument[3], "NODES", NODES_MOST, &drawn->nodes, error)) {
    return false;
  }
  draw(seed, network, set, drawn->nodes, drawn->node);
  return true;
}

// The same, and COUNT destinations of them.
static bool draw_some(const value_t *argument, drawn_t *drawn, unsigned *count,
                      noc_error_t *error) {
  return draw_set(argument, drawn, error) &&
         value_whole(&argument[4], "COUNT", drawn->nodes > 0 ? drawn->nodes - 1 : 0, count, error);
}

static bool call_source(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  drawn_t drawn = {0};
  (void)room;
  if (!draw_set(argument, &drawn, error)) {
    return false;
  }
  result->number = drawn.node[0];
  return true;
}

static bool call_nodes(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  drawn_t drawn = {0};
  bool in[NODES_MOST] = {false};
  unsigned count = 0;
  if (!draw_some(argument, &drawn, &count, error)) {
    return false;
  }
  for (unsigned i = 1; i <= count; i++) {
    in[drawn.node[i]] = true;
  }
  write_set(in, room, TEXT);
  result->text = room;
  return true;
}

static bool call_order(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  drawn_t drawn = {0};
  unsigned count = 0;
  size_t length = 0;
  if (!draw_some(argument, &drawn, &count, error)) {
    return false;
  }
  for (unsigned i = 1; i <= count; i++) {
    length += (size_t)snprintf((char *)room + length, TEXT - length, "%s%u", i > 1 ? "," : "",
                               drawn.node[i]);
  }
  result->text = room;
  return true;
}

const function_t kDrawnSource = {.name = "drawn_source",
                                 .words = "SEED, NETWORK, SET, NODES",
                                 .argument = {{.kind = KIND_TEXT},
                                              {.kind = KIND_NUMBER},
                                              {.kind = KIND_NUMBER},
                                              {.kind = KIND_NUMBER}},
                                 .arguments = 4,
                                 .result = {.kind = KIND_NUMBER},
                                 .call = call_source};
const function_t kDrawnNodes = {.name = "drawn_nodes",
                                .words = "SEED, NETWORK, SET, NODES, COUNT",
                                .argument = {{.kind = KIND_TEXT},
                                             {.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER}},
                                .arguments = 5,
                                .result = {.kind = KIND_TEXT},
                                .size = TEXT,
                                .call = call_nodes};
const function_t kDrawnOrder = {.name = "drawn_order",
                                .words = "SEED, NETWORK, SET, NODES, COUNT",
                                .argument = {{.kind = KIND_TEXT},
                                             {.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER}},
                                .arguments = 5,
                                .result = {.kind = KIND_TEXT},
                                .size = TEXT,
                                .call = call_order};
