// node_map -- see node_map.h.

#include "workload/node_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "workload/permutation.h"

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
    rng_shuffle(image, ranks, nodes, rng_key(seed, RNG_MAP, 0));
  }
  return image;
}
