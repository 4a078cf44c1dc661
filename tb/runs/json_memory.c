// json_memory -- see json_memory.h.

#include "runs/json_memory.h"

#include <jansson.h>
#include <stdlib.h>

static bool failed;  // set by any thread, never cleared

static void *allocate(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) {
    __atomic_store_n(&failed, true, __ATOMIC_RELAXED);
  }
  return memory;
}

void json_memory_watch(void) {
  json_set_alloc_funcs(allocate, free);
}

bool json_memory_failed(void) {
  return __atomic_load_n(&failed, __ATOMIC_RELAXED);
}
