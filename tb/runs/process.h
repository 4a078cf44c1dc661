// process -- waits for a process that does a run on its own, and the signals that end one.

#ifndef NOCSTEP_PROCESS_H
#define NOCSTEP_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

// Waits for the end of a child, and ends it after `seconds` (0: never). *status is that of
// waitpid(). False if the child had to be ended.
bool process_wait(pid_t pid, double seconds, int *status);

// SIGINT and SIGTERM.
sigset_t process_ending_signals(void);

#endif
