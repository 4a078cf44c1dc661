// process -- see process.h.

#include "runs/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dut/clock.h"

bool process_wait(pid_t pid, double seconds, int *status) {
  const int fd = pidfd_open(pid, 0);
  bool in_time = true;
  if (fd >= 0 && seconds > 0) {
    struct pollfd end = {.fd = fd, .events = POLLIN};
    const double until = clock_s() + seconds;
    double left = 0;
    int ready = 0;
    while (ready <= 0 && (left = until - clock_s()) > 0) {
      ready = poll(&end, 1, (int)(1000 * left) + 1);
    }
    in_time = ready > 0;
  }
  if (fd >= 0) {
    (void)close(fd);
  }
  if (!in_time) {
    (void)kill(pid, SIGKILL);
  }
  while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
  }
  return in_time;
}

sigset_t process_ending_signals(void) {
  sigset_t both;
  (void)sigemptyset(&both);
  (void)sigaddset(&both, SIGINT);
  (void)sigaddset(&both, SIGTERM);
  return both;
}
