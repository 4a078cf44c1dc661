// wave_space -- see wave_space.h. The handler calls only what a signal handler may.

#include "lockstep/wave_space.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "network/error.h"

enum { NAME = PATH_MAX + 64 };

static struct {
  char message[NAME], file[NAME], hierarchy[NAME];
  struct sigaction before;
} watched;

static void on_bus_error(int number) {
  (void)number;
  (void)unlink(watched.file);
  (void)unlink(watched.hierarchy);
  const ssize_t written = write(STDERR_FILENO, watched.message, strlen(watched.message));
  (void)written;
  _exit(NOC_ENVIRONMENT);
}

void wave_space_watch(const char *path, const char *temporary) {
  struct sigaction action = {.sa_handler = on_bus_error};
  (void)snprintf(watched.message, NAME, "cannot write waves to %s: No space left on the disk\n",
                 path);
  (void)snprintf(watched.file, NAME, "%s", temporary);
  (void)snprintf(watched.hierarchy, NAME, "%s.hier", temporary);
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGBUS, &action, &watched.before);
}

void wave_space_unwatch(void) {
  (void)sigaction(SIGBUS, &watched.before, NULL);
}
