// exit -- in front of every source of the program whose lines are counted: a process that ends by
// _exit(), as workers do, leaves its counts too. One whose files may not grow (`ulimit -f`, in
// tests of full disks) leaves whole counts or none: all processes add theirs to the same files.

#ifndef NOC_COVERAGE_EXIT_H
#define NOC_COVERAGE_EXIT_H

#ifndef __cplusplus

// unistd.h declares it by this name too.
#define _exit counted_exit

#include <stdlib.h>
#include <sys/resource.h>

void __gcov_dump(void);

__attribute__((weak)) void counted_room(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return;
  }
  limit.rlim_cur = limit.rlim_max;
  if (limit.rlim_max != RLIM_INFINITY || setrlimit(RLIMIT_FSIZE, &limit) != 0) {
    (void)setenv("GCOV_PREFIX", "/dev/null", 1);  // no file can be made there
  }
}

// Before gcov's own, which writes the counts: destructors without a number come first.
static __attribute__((destructor)) void counted_end(void) {
  counted_room();
}

__attribute__((weak, noreturn)) void counted_exit(int status) {
  counted_room();
  __gcov_dump();
  _Exit(status);
}

#endif

#endif
