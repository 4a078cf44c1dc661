// clock -- seconds that pass, for progress, limits and speeds; from no start in particular.

#ifndef NOC_CLOCK_H
#define NOC_CLOCK_H

#include <time.h>

static inline double clock_s(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Seconds of the processor that this process has had, in all its threads.
static inline double processor_s(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
