// fuzz_routes -- libFuzzer on routing tables and on paths of source routing: no crash; an error is
// one line that names the file; what is accepted takes packets from every node to every other, and
// has a channel dependency graph.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "routing/dependencies.h"
#include "routing/routing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_routing(routing_t *r) {
  const topology_t *t = r->topology;
  noc_error_t error = {0};
  require(r->classes >= 1 && r->classes <= 16 && r->groups >= 1 && r->groups <= 16);
  for (uint32_t from = 0; from < t->nodes; from++) {
    for (uint32_t to = 0; to < t->nodes; to++) {
      enum { ROOM = 64 };
      routing_hop_t hops[ROOM];
      const size_t count = routing_path(r, from, to, hops, ROOM, &error);
      require(count >= 1);
      uint32_t at = from;  // one node a router
      for (size_t i = 0; i + 1 < count && i < ROOM; i++) {
        require(hops[i].port < t->ports && hops[i].vc_class <= r->classes);
        const int32_t peer = t->peer_router[(size_t)at * t->ports + hops[i].port];
        require(peer >= 0);
        at = (uint32_t)peer;
      }
      require(count > ROOM || (at == to && hops[count - 1].port == 0));
    }
  }
  for (unsigned classes = 1; classes <= r->classes; classes++) {
    dependencies_t d;
    require(dependencies_find(r, classes, &d, &error));
    require(d.acyclic == (d.length == 0));
    dependencies_free(&d);
  }
}

static void check(const topology_t *t, const char *name, const char *path, bool adaptive) {
  noc_error_t error = {0};
  routing_t *r = routing_create(t, name, path, adaptive, &error);
  if (r == NULL) {
    require(error.status == NOC_BAD_INPUT && strchr(error.text, '\n') == NULL);
    require(strncmp(error.text, path, strlen(path)) == 0 && error.text[strlen(path)] == ':');
  } else {
    check_routing(r);
  }
  routing_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  noc_error_t error = {0};
  topology_t *t = topology_create("ring:4", &error);
  require(t != NULL);
  const int file = fuzz_file(data, size, path);
  check(t, "table", path, false);
  check(t, "table", path, true);
  check(t, "source", path, false);
  require(close(file) == 0);
  topology_free(t);
  return 0;
}
