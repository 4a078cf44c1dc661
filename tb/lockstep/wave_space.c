// wave_space -- see wave_space.h. The handler calls only what a signal handler may.

#include "lockstep/wave_space.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/error.h"

enum { NAME = PATH_MAX + 64 };

static struct {
  char message[NAME], file[NAME], hierarchy[NAME], owner[NAME];
  struct sigaction before;
} watched;

static void on_bus_error(int number) {
  (void)number;
  (void)unlink(watched.file);
  (void)unlink(watched.hierarchy);
  (void)unlink(watched.owner);
  const ssize_t written = write(STDERR_FILENO, watched.message, strlen(watched.message));
  (void)written;
  _exit(NOC_ENVIRONMENT);
}

bool wave_space_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void wave_space_watch(const char *path, const char *temporary, const char *owner) {
  struct sigaction action = {.sa_handler = on_bus_error};
  (void)snprintf(watched.message, NAME, "cannot write waves to %s: No space left on the disk%s\n",
                 path, wave_space_limited() ? " or within ulimit -f" : "");
  (void)snprintf(watched.file, NAME, "%s", temporary);
  (void)snprintf(watched.hierarchy, NAME, "%s.hier", temporary);
  (void)snprintf(watched.owner, NAME, "%s", owner);
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGBUS, &action, &watched.before);
}

void wave_space_unwatch(void) {
  (void)sigaction(SIGBUS, &watched.before, NULL);
}
