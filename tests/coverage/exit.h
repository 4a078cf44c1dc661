// exit -- in front of every source of the program whose lines are counted: a process that ends by
// _exit(), as workers do, leaves its counts too, and so does one that is ended by SIGKILL from
// another of the program, as workers without work are. One whose files may not grow (`ulimit -f`,
// in tests of full disks) leaves whole counts or none: all processes add theirs to the same files.

#ifndef NOC_COVERAGE_EXIT_H
#define NOC_COVERAGE_EXIT_H

#ifndef __cplusplus

// unistd.h and signal.h declare them by these names too.
#define _exit counted_exit
#define kill  counted_kill

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void __gcov_dump(void);

__attribute__((weak)) void counted_room(void) {
  struct rlimit limit;
  // Where calls fail (tests/cli/fail_call.c) none of gcov's does: else it loses the counts of all.
  void (*stop)(void) = NULL;
  *(void **)&stop = dlsym(RTLD_DEFAULT, "fail_call_stop");
  if (stop != NULL) {
    stop();
  }
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

__attribute__((weak)) void counted_killed(int number) {
  (void)number;
  counted_room();
  __gcov_dump();
  (void)syscall(SYS_kill, getpid(), SIGKILL);
}

static __attribute__((constructor)) void counted_begin(void) {
  (void)signal(SIGRTMAX, counted_killed);
}

// SIGKILL comes behind a signal that asks for the counts, as soon as one of those that it is for
// has ended by that: after 2 seconds at most.
__attribute__((weak)) int counted_kill(pid_t pid, int number) {
  if (number == SIGKILL && pid != 0 && pid != -1 && syscall(SYS_kill, pid, SIGRTMAX) == 0) {
    for (unsigned i = 0; i < 1000; i++) {
      siginfo_t ended = {0};
      if (waitid(pid > 0 ? P_PID : P_PGID, (id_t)(pid > 0 ? pid : -pid), &ended,
                 WEXITED | WNOHANG | WNOWAIT) != 0 ||
          ended.si_pid != 0) {
        break;
      }
      (void)nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
  }
  return (int)syscall(SYS_kill, pid, number);
}

#endif

#endif
