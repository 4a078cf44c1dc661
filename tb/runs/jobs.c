// jobs -- see jobs.h. The caller polls one socket a worker: it gets results, each its length and
// then its bytes, and gives the index of the next job. A worker is forked for its first job.

#include "runs/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory_stream.h"
#include "dut/files.h"
#include "runs/jobs_ranks.h"
#include "runs/process.h"
#include "runs/ranks.h"

enum {
  TICK_MS = 200,
  GRACE_MS = 2000,    // from SIGTERM to SIGKILL
  CHUNK = 1 << 16,    // read at a time
  JOBS_A_WORKER = 64  // so that what jobs leave in memory does not add up
};

typedef struct {
  pid_t pid;       // leads a process group of its own; 0: no worker
  int fd;          // its results come from here, indices of jobs go there
  size_t index;    // of the job at hand, where it is busy
  unsigned taken;  // jobs, with the one at hand
  bool busy;
  bool lost;    // what it sent could not be read
  char *bytes;  // what has come: length and result
  size_t length, room;
} worker_t;

typedef struct {
  const jobs_config_t *config;
  noc_error_t *error;
  worker_t *worker;     // [config->workers]
  struct pollfd *poll;  // [config->workers + 1], the last for the other ranks
  jobs_ranks_t ranks;
  size_t next;  // job to be begun, where this rank takes from all of them
  size_t finished, running;
  sigset_t wait_mask;  // while waiting: SIGINT and SIGTERM come in
  sigset_t old_mask;
  struct sigaction old[2];
} jobs_t;

static const int kSignals[2] = {SIGINT, SIGTERM};

// Why a worker that ended with NOC_ENVIRONMENT has no result; ranks hand on the words alone.
static const char kLacked[] = "was short of memory or files";

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  interrupted = number;
}

unsigned jobs_processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return count < 1 ? 1 : count > JOBS_WORKERS_MAX ? JOBS_WORKERS_MAX : (unsigned)count;
}

// The signals are let in only while waiting, so that none is missed between a look and the wait. A
// second one ends the program at once; the kernel then ends the workers.
static void catch_signals(jobs_t *j) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
  const sigset_t both = process_ending_signals();
  (void)sigemptyset(&action.sa_mask);
  interrupted = 0;
  for (size_t i = 0; i < 2; i++) {
    (void)sigaction(kSignals[i], &action, &j->old[i]);
  }
  (void)sigprocmask(SIG_BLOCK, &both, &j->old_mask);
  j->wait_mask = j->old_mask;
  (void)sigdelset(&j->wait_mask, SIGINT);
  (void)sigdelset(&j->wait_mask, SIGTERM);
}

static void restore_signals(const jobs_t *j) {
  for (size_t i = 0; i < 2; i++) {
    (void)sigaction(kSignals[i], &j->old[i], NULL);
  }
  (void)sigprocmask(SIG_SETMASK, &j->old_mask, NULL);
}

// Does a job and sends its result.
static bool serve(const jobs_t *j, size_t index, int fd) {
  char *bytes = NULL;
  size_t size = 0;
  FILE *result = memory_stream(&bytes, &size);
  if (result == NULL) {
    return false;
  }
  j->config->start(j->config->context, index, result);
  const bool whole = fclose(result) == 0;
  const uint64_t length = size;
  const bool ok = whole && write_all(fd, &length, sizeof length) && write_all(fd, bytes, size);
  free(bytes);
  return ok;
}

// The process of a worker. It does not outlive its parent, and takes the signals of the terminal
// from it alone.
static _Noreturn void work(const jobs_t *j, uint64_t index, int fd, pid_t parent) {
  (void)setpgid(0, 0);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(NOC_INTERRUPTED);
  }
  for (unsigned i = 0; i < j->config->workers; i++) {
    if (j->worker[i].pid != 0) {
      (void)close(j->worker[i].fd);
    }
  }
  ranks_in_worker();
  for (size_t i = 0; i < 2; i++) {
    (void)signal(kSignals[i], SIG_DFL);
  }
  (void)sigprocmask(SIG_SETMASK, &j->wait_mask, NULL);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0) {
    _exit(NOC_ENVIRONMENT);
  }
  do {
    if (!serve(j, index, fd)) {
      _exit(NOC_ENVIRONMENT);
    }
  } while (read(fd, &index, sizeof index) == (ssize_t)sizeof index);
  _exit(NOC_OK);
}

// Forks a worker for the job of its place. False when there is no process or socket to be had.
static bool fork_worker(jobs_t *j, worker_t *w) {
  int fd[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) != 0) {
    return false;
  }
  // Else what is still to be printed is printed once more by the child.
  (void)fflush(NULL);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    (void)close(fd[0]);
    work(j, w->index, fd[1], parent);
  }
  (void)close(fd[1]);
  if (pid < 0) {
    const int code = errno;
    (void)close(fd[0]);
    errno = code;
    return false;
  }
  (void)setpgid(pid, pid);  // here as well: it must be a group before it is signalled
  w->pid = pid;
  w->fd = fd[0];
  w->taken = 1;
  return true;
}

// Ends a worker whose socket has ended or who has nothing to do, and what it has started itself.
static int reap(worker_t *w, bool at_once) {
  siginfo_t info;
  int status = 0;
  // A worker who waits for a job ends now: what it sent may have been lost here, by want of memory.
  (void)close(w->fd);
  while (!at_once && waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  (void)kill(-w->pid, SIGKILL);
  while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) {
  }
  w->pid = 0;
  return status;
}

// Gives a worker that has done a job the one of its place.
static bool give(worker_t *w) {
  const uint64_t index = w->index;
  if (w->taken == JOBS_A_WORKER ||
      send(w->fd, &index, sizeof index, MSG_NOSIGNAL) != (ssize_t)sizeof index) {
    (void)reap(w, true);
    return false;
  }
  w->taken++;
  return true;
}

// Starts the job in this place.
static bool start(jobs_t *j, worker_t *w, size_t index) {
  w->index = index;
  w->length = 0;
  if ((w->pid == 0 || !give(w)) && !fork_worker(j, w)) {
    return false;
  }
  w->busy = true;
  j->running++;
  return true;
}

static void drop(worker_t *w) {
  free(w->bytes);
  w->bytes = NULL;
  w->room = w->length = 0;
}

static uint64_t length_of(const worker_t *w) {
  uint64_t length = UINT64_MAX;
  if (w->length >= sizeof length) {
    memcpy(&length, w->bytes, sizeof length);
  }
  return length;
}

noc_status_t jobs_failure(const job_result_t *result, const char **why) {
  *why = result->died != NULL ? result->died : "sent something else than a result";
  const bool lacked = result->died != NULL && strcmp(result->died, kLacked) == 0;
  return lacked ? NOC_ENVIRONMENT : NOC_INTERNAL;
}

static bool count_done(jobs_t *j, const job_result_t *result) {
  j->finished++;
  return j->config->done(j->config->context, result);
}

// A job has ended: hands its result over. False to stop.
static bool finish(jobs_t *j, worker_t *w, const char *died) {
  const job_result_t result = {.index = w->index,
                               .bytes = died == NULL ? w->bytes + sizeof(uint64_t) : "",
                               .length = died == NULL ? (size_t)length_of(w) : 0,
                               .died = died};
  w->busy = false;
  j->running--;
  const bool go_on = !jobs_ranks_result(&j->ranks, &result) || count_done(j, &result);
  drop(w);
  return go_on;
}

// A worker has died. What it did before is no fault of the job at hand, which begins again in a
// process of its own if this was not its first. False to stop.
static bool bury(jobs_t *j, worker_t *w) {
  char died[128];
  const bool first = w->taken == 1;
  const int status = reap(w, false);
  if (!first) {
    w->length = 0;
    if (fork_worker(j, w)) {
      return true;
    }
  }
  if (w->lost || (WIFEXITED(status) && WEXITSTATUS(status) == NOC_ENVIRONMENT)) {
    (void)snprintf(died, sizeof died, "%s", kLacked);
  } else if (WIFSIGNALED(status)) {
    (void)snprintf(died, sizeof died, "was killed by signal %d (%s)", WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
  } else if (WEXITSTATUS(status) != 0) {
    (void)snprintf(died, sizeof died, "ended with status %d", WEXITSTATUS(status));
  } else {
    (void)snprintf(died, sizeof died, "ended without its result");
  }
  return finish(j, w, died);
}

// Takes what a worker has sent; false when memory is short. *ended: that was all.
static bool receive(worker_t *w, bool *ended) {
  if (w->room - w->length <= CHUNK) {
    const size_t room = 2 * w->room + 2 * (size_t)CHUNK;
    char *bytes = realloc(w->bytes, room);
    if (bytes == NULL) {
      return false;
    }
    w->bytes = bytes;
    w->room = room;
  }
  const ssize_t got = read(w->fd, w->bytes + w->length, CHUNK);
  w->length += got > 0 ? (size_t)got : 0;
  w->bytes[w->length] = '\0';
  w->lost = got < 0 && errno != EINTR && errno != EAGAIN;
  *ended = got == 0 || w->lost;
  return true;
}

// Whether all of a result has come.
static bool is_whole(const worker_t *w) {
  const uint64_t length = length_of(w);
  return length != UINT64_MAX && length == w->length - sizeof length;
}

// Waits for bytes from any worker, `wait_ms` at most; a signal ends the wait.
static void wait_for_bytes(jobs_t *j, int wait_ms) {
  for (unsigned i = 0; i < j->config->workers; i++) {
    const worker_t *w = &j->worker[i];
    j->poll[i] = (struct pollfd){.fd = w->busy ? w->fd : -1, .events = POLLIN};
  }
  const struct timespec wait = {wait_ms / 1000, wait_ms % 1000 * 1000000L};
  j->poll[j->config->workers] = (struct pollfd){.fd = jobs_ranks_fd(&j->ranks), .events = POLLIN};
  if (ppoll(j->poll, j->config->workers + 1, &wait, &j->wait_mask) < 0) {
    for (unsigned i = 0; i < j->config->workers; i++) {
      j->poll[i].revents = 0;
    }
  }
}

// Fills the free places with jobs. Fewer workers than asked for will do, but one there must be.
static bool start_jobs(jobs_t *j) {
  const unsigned workers = j->config->workers;
  for (unsigned i = 0; i < workers; i++) {
    size_t index = 0;
    if (j->worker[i].busy) {
      continue;
    }
    jobs_ranks_give(&j->ranks, j->config->jobs, &j->next, workers - j->running);
    if (!jobs_ranks_next(&j->ranks, j->config->jobs, &j->next, &index)) {
      return true;
    }
    if (!start(j, &j->worker[i], index)) {
      jobs_ranks_back(&j->ranks, &j->next, index);
      return j->running > 0 || noc_fail(j->error, NOC_ENVIRONMENT,
                                        "cannot start a worker process: %s", strerror(errno));
    }
  }
  jobs_ranks_give(&j->ranks, j->config->jobs, &j->next, 0);
  return true;
}

static bool fail_interrupted(const jobs_t *j) {
  return noc_fail(j->error, NOC_INTERRUPTED, "interrupted: %zu of %zu runs are done", j->finished,
                  j->config->jobs);
}

// Takes what other ranks have sent. False when the work has failed; *stopped: done() has said so.
static bool hear_ranks(jobs_t *j, bool *stopped) {
  job_result_t result;
  jobs_heard_t heard = JOBS_OTHER;
  while (!*stopped && j->finished < j->config->jobs && heard != JOBS_NOTHING) {
    heard = jobs_ranks_hear(&j->ranks, &result, j->error);
    if (heard == JOBS_FAILED || heard == JOBS_STOP) {
      return heard == JOBS_STOP ? fail_interrupted(j) : false;
    }
    *stopped = heard == JOBS_RESULT && !count_done(j, &result);
  }
  return true;
}

// True when all jobs are done or done() has stopped them.
static bool loop(jobs_t *j) {
  while (j->finished < j->config->jobs) {
    if (!start_jobs(j)) {
      return false;
    }
    if (j->config->tick != NULL) {
      j->config->tick(j->config->context, j->finished, j->running + j->ranks.given);
    }
    wait_for_bytes(j, TICK_MS);
    if (interrupted != 0) {
      return fail_interrupted(j);
    }
    bool stopped = false;
    if (!hear_ranks(j, &stopped) || stopped) {
      return stopped;
    }
    for (unsigned i = 0; i < j->config->workers; i++) {
      worker_t *w = &j->worker[i];
      bool ended = false;
      if (j->poll[i].revents == 0) {
        continue;
      }
      if (!receive(w, &ended)) {
        return noc_fail(j->error, NOC_ENVIRONMENT, "out of memory for the results");
      }
      if ((is_whole(w) && !finish(j, w, NULL)) || (w->busy && ended && !bury(j, w))) {
        return true;
      }
    }
  }
  return true;
}

static int milliseconds_since(const struct timespec *start) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (int)((now.tv_sec - start->tv_sec) * 1000 + (now.tv_nsec - start->tv_nsec) / 1000000);
}

static void signal_workers(const jobs_t *j, int number) {
  for (unsigned i = 0; i < j->config->workers; i++) {
    if (j->worker[i].busy) {
      (void)kill(-j->worker[i].pid, number);
    }
  }
}

// Ends the workers: those that are at a job politely, since a compiler that one of them has started
// has temporary files to remove, and then by force.
static void end_workers(jobs_t *j) {
  struct timespec start;
  bool forced = false;
  (void)clock_gettime(CLOCK_MONOTONIC, &start);
  for (unsigned i = 0; i < j->config->workers; i++) {
    if (j->worker[i].pid != 0 && !j->worker[i].busy) {
      (void)reap(&j->worker[i], true);
    }
  }
  signal_workers(j, SIGTERM);
  while (j->running > 0) {
    wait_for_bytes(j, TICK_MS / 4);
    for (unsigned i = 0; i < j->config->workers; i++) {
      worker_t *w = &j->worker[i];
      bool ended = false;
      if (j->poll[i].revents != 0) {
        w->length = 0;  // not wanted any more
        if (!receive(w, &ended) || ended || is_whole(w)) {
          (void)reap(w, true);
          w->busy = false;
          j->running--;
        }
      }
    }
    if (!forced && milliseconds_since(&start) > GRACE_MS) {
      signal_workers(j, SIGKILL);
      forced = true;
    }
  }
}

// One that has come since the last wait would end the program when it is let in again.
static bool take_pending_signal(void) {
  const struct timespec now = {0, 0};
  const sigset_t both = process_ending_signals();
  return sigtimedwait(&both, NULL, &now) > 0;
}

bool jobs_run(const jobs_config_t *config, noc_error_t *error) {
  jobs_t j = {.config = config, .error = error};
  j.worker = calloc(config->workers, sizeof *j.worker);
  j.poll = calloc(config->workers + 1, sizeof *j.poll);
  bool ok = j.worker != NULL && j.poll != NULL;
  if (!ok) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "out of memory for %u workers", config->workers);
  }
  ok = ok && jobs_ranks_begin(&j.ranks, config, error);
  if (ok) {
    catch_signals(&j);
    ok = loop(&j);
    if (ok && take_pending_signal()) {
      ok = fail_interrupted(&j);
    }
    if (!ok) {
      jobs_ranks_fail(&j.ranks, error);
    }
    end_workers(&j);
    restore_signals(&j);
  }
  jobs_ranks_end(&j.ranks);
  for (unsigned i = 0; j.worker != NULL && i < config->workers; i++) {
    drop(&j.worker[i]);
  }
  free(j.worker);
  free(j.poll);
  return ok;
}
