// fuzz_topology -- libFuzzer on topology strings, and on the files of irregular networks (input
// that begins with '#'): no crash; an error is one line of the right kind; what is accepted has a
// name that makes the same topology again.
//
//   clang -std=c17 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -Icsim
//     tests/fuzz/fuzz_topology.c csim/*/*.c -lyaml -ljansson -lz -lm
//   ./a.out -dict=tests/fuzz/topology.dict -max_len=64 NEW_CORPUS tests/fuzz/corpus_topology

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "require.h"
#include "topology/topology.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(const noc_error_t *error) {
  require(error->status == NOC_BAD_INPUT);
  require(error->text[0] != '\0' && strchr(error->text, '\n') == NULL);
}

static void check_topology(const topology_t *t) {
  require(t->routers >= 1 && t->nodes >= 1 && t->routers <= NOC_MAX_NODES);
  require(t->nodes <= NOC_MAX_NODES && t->dims <= NOC_MAX_DIMS);
  require(t->nodes_per_router == 0 || t->nodes == t->routers * t->nodes_per_router);
  require((uint64_t)t->routers * t->ports <= NOC_ALL_PORTS);
  noc_error_t why;
  (void)topology_check_runs(t, &why);
  const bool mesh = strcmp(t->family, "mesh") == 0;
  topology_forms_t forms;
  topology_forms(t, &forms);
  uint32_t step = t->routers / 61 + 1;  // enough routers of a large one
  for (uint32_t r = 0; r < t->routers; r += step) {
    unsigned coord[NOC_MAX_DIMS];
    topology_coordinates(t, r, coord);
    require(topology_router_at(t, coord) == r);
    double at[2] = {0, 0};
    (void)topology_place(t, r, at);
    require(at[0] == at[0] && at[1] == at[1]);
    const unsigned ports = t->ports < 1000 ? t->ports : 1000;
    for (unsigned p = 0; p < ports; p++) {
      int32_t peer = t->peer_router[(size_t)r * t->ports + p];
      int32_t port = t->peer_port[(size_t)r * t->ports + p];
      require((peer < 0) == (port < 0));
      if (peer >= 0) {
        size_t back = (size_t)peer * t->ports + (size_t)port;
        require(t->peer_router[back] == (int32_t)r && t->peer_port[back] == (int32_t)p);
        uint32_t n = t->nodes_per_router;
        require(!mesh || topology_hops(t, r * n, (uint32_t)peer * n) == 1);
      }
    }
  }
}

// The same topology from the same string again.
static void check_string(const char *string) {
  noc_error_t error = {0};
  topology_t *t = topology_create(string, &error);
  if (t == NULL) {
    check_error(&error);
  } else {
    check_topology(t);
    topology_t *again = topology_create(t->name, &error);
    require(again != NULL && strcmp(again->name, t->name) == 0 && again->nodes == t->nodes);
    topology_free(again);
  }
  topology_free(t);
}

static void check_file(const uint8_t *data, size_t size) {
  static int fd = -1;
  if (fd < 0) {
    fd = memfd_create("irregular", 0);
  }
  require(fd >= 0 && ftruncate(fd, 0) == 0);
  require(pwrite(fd, data, size, 0) == (ssize_t)size);
  char string[64];
  (void)snprintf(string, sizeof string, "irregular:/proc/self/fd/%d", fd);
  check_string(string);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0 && data[0] == '#') {
    check_file(data, size);
    return 0;
  }
  char *string = malloc(size + 1);
  require(string != NULL);
  memcpy(string, data, size);
  string[size] = '\0';
  // A name of a file could be any device of the machine.
  const char *file = strncmp(string, "irregular:", 10) == 0 ? strpbrk(string, "=/.") : "=";
  if (file != NULL && *file == '=') {
    check_string(string);
  }
  free(string);
  return 0;
}
