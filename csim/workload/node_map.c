// node_map -- see node_map.h.

#include "workload/node_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "workload/permutation.h"

// The first places of a shuffled list of the nodes (Fisher, Yates).
static void shuffle(uint32_t *image, uint32_t ranks, uint32_t nodes, uint64_t seed) {
  const uint64_t key = rng_key(seed, RNG_MAP, 0);
  for (uint32_t i = 0; i < ranks && i + 1 < nodes; i++) {
    const uint32_t other = i + rng_below(rng_draw(key, i), nodes - i);
    const uint32_t node = image[i];
    image[i] = image[other];
    image[other] = node;
  }
}

uint32_t *node_map_create(const scenario_file_t *map, uint32_t ranks, uint32_t nodes, uint64_t seed,
                          noc_error_t *error) {
  uint32_t *image = malloc(nodes * sizeof *image);
  if (image == NULL) {
    (void)memory_fail(error, "the map of ranks");
    return NULL;
  }
  for (uint32_t i = 0; i < nodes; i++) {
    image[i] = i;
  }
  if (map->path != NULL) {
    if (!node_list_read(map->path, ranks, nodes, image, error)) {
      free(image);
      return NULL;
    }
  } else if (strcmp(map->text, "random") == 0) {
    shuffle(image, ranks, nodes, seed);
  }
  return image;
}
