// memory -- see memory.h.

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LARGE_PAGE = 2 << 20, FIRST_ROOM = 64 };

uint64_t memory_physical(void) {
  long pages = sysconf(_SC_PHYS_PAGES);
  long size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
}

bool memory_check(double bytes, const char *what, noc_error_t *error) {
  const double mib = 1024.0 * 1024.0;
  double limit = (double)memory_physical() * 0.75;
  if (bytes <= limit) {
    return true;
  }
  return noc_fail(
      error, NOC_BAD_INPUT,
      "%s needs about %.0f MiB of memory; it must be up to %.0f MiB, 3/4 of this machine's", what,
      bytes / mib, limit / mib);
}

void memory_large_pages(void *array, size_t bytes) {
  const size_t before = (LARGE_PAGE - (uintptr_t)array % LARGE_PAGE) % LARGE_PAGE;
  if (array == NULL || bytes < before + LARGE_PAGE) {
    return;
  }
  char *const from = (char *)array + before;
  const size_t length = (bytes - before) / LARGE_PAGE * LARGE_PAGE;
  // Only advice: without it the pages are small, and come one by one.
  (void)madvise(from, length, MADV_HUGEPAGE);
#ifdef MADV_POPULATE_WRITE
  (void)madvise(from, length, MADV_POPULATE_WRITE);
#endif
}

void *memory_array(size_t count, size_t size) {
  void *array = calloc(count, size);
  memory_large_pages(array, count * size);
  return array;
}

void *memory_sparse(size_t count, size_t size) {
  return calloc(count, size);
}

bool memory_room(void *list, uint32_t *room, uint32_t count, size_t size) {
  if (count <= *room) {
    return true;
  }
  const uint32_t doubled = *room > UINT32_MAX / 2 ? UINT32_MAX : 2 * *room;
  const uint32_t least = count > FIRST_ROOM ? count : FIRST_ROOM;
  const uint32_t more = doubled > least ? doubled : least;
  if (more > PTRDIFF_MAX / size) {
    return false;
  }
  void *old = NULL;
  memcpy(&old, list, sizeof old);  // whatever its elements are
  void *larger = realloc(old, more * size);
  if (larger == NULL) {
    return false;
  }
  memcpy(list, &larger, sizeof larger);
  *room = more;
  // cppcheck-suppress memleak  // the list has it
  return true;
}

bool memory_fail(noc_error_t *error, const char *what) {
  return noc_fail(error, NOC_ENVIRONMENT, "out of memory for %s", what);
}
