// test_jobs -- the pool of worker processes: results whatever the number of workers, jobs that die,
// early stops, signals, and that no process is left behind.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runs/jobs.h"

enum { JOBS = 12, BIG = 1 << 20 };

// The data that the jobs of a test have in common, in memory that all processes share.
typedef struct {
  pid_t grandchild;
  int started;
} shared_t;

typedef struct {
  char *text[JOBS];  // results by index
  char died[JOBS][128];
  size_t count;
  size_t stop_after;  // results; 0: never
  size_t ticks;
  size_t most_running;
  shared_t *shared;
} test_t;

static bool keep(void *context, const job_result_t *r) {
  test_t *t = context;
  assert_true(r->index < JOBS);
  assert_null(t->text[r->index]);
  assert_int_equal(r->bytes[r->length], '\0');
  t->text[r->index] = malloc(r->length + 1);
  assert_non_null(t->text[r->index]);
  memcpy(t->text[r->index], r->bytes, r->length + 1);
  (void)snprintf(t->died[r->index], sizeof t->died[0], "%s", r->died != NULL ? r->died : "");
  return ++t->count != t->stop_after;
}

static void count_tick(void *context, size_t finished, size_t running) {
  test_t *t = context;
  assert_int_equal(finished, t->count);
  t->ticks++;
  t->most_running = running > t->most_running ? running : t->most_running;
}

static void clear(test_t *t) {
  for (size_t i = 0; i < JOBS; i++) {
    free(t->text[i]);
  }
}

static void assert_no_child(void) {
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
  assert_int_equal(errno, ECHILD);
}

static void nap(void) {
  (void)nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

static void write_result(void *context, size_t index, FILE *result) {
  (void)context;
  if (index == 3) {  // later than those behind it
    for (int i = 0; i < 8; i++) {
      nap();
    }
  }
  if (index == 5) {  // more than a pipe holds
    for (size_t i = 0; i < BIG; i++) {
      (void)fputc((int)('a' + i % 26), result);
    }
  } else if (index != 7) {  // whose result is empty
    (void)fprintf(result, "job %zu", index);
  }
}

static void results_do_not_depend_on_the_workers(void **state) {
  (void)state;
  static const unsigned kWorkers[] = {1, 2, 5, 40};
  for (size_t k = 0; k < sizeof kWorkers / sizeof kWorkers[0]; k++) {
    test_t t = {0};
    noc_error_t error = {0};
    const jobs_config_t config = {JOBS, kWorkers[k], &t, write_result, keep, count_tick, NULL};
    assert_true(jobs_run(&config, &error));
    assert_int_equal(t.count, JOBS);
    assert_true(t.ticks > 0);
    assert_int_equal(t.most_running, kWorkers[k] < JOBS ? kWorkers[k] : JOBS);
    for (size_t i = 0; i < JOBS; i++) {
      char expected[32];
      (void)snprintf(expected, sizeof expected, i == 7 ? "" : "job %zu", i);
      assert_string_equal(t.died[i], "");
      if (i == 5) {
        assert_int_equal(strlen(t.text[i]), BIG);
        assert_int_equal(t.text[i][BIG - 1], 'a' + (BIG - 1) % 26);
      } else {
        assert_string_equal(t.text[i], expected);
      }
    }
    clear(&t);
    assert_no_child();
  }
}

static void no_jobs_are_done_at_once(void **state) {
  (void)state;
  test_t t = {0};
  noc_error_t error = {0};
  const jobs_config_t config = {0, 2, &t, write_result, keep, NULL, NULL};
  assert_true(jobs_run(&config, &error));
  assert_int_equal(t.count, 0);
}

static void die(void *context, size_t index, FILE *result) {
  (void)context;
  (void)fprintf(result, "half a result");
  (void)fflush(result);
  switch (index) {
    case 2:
      (void)raise(SIGKILL);
      break;
    case 4:
      _exit(7);
    case 6:
      _exit(0);
    default:
      break;
  }
}

static void a_job_that_dies_takes_no_other_along(void **state) {
  (void)state;
  test_t t = {0};
  noc_error_t error = {0};
  const jobs_config_t config = {JOBS, 3, &t, die, keep, NULL, NULL};
  assert_true(jobs_run(&config, &error));
  assert_int_equal(t.count, JOBS);
  for (size_t i = 0; i < JOBS; i++) {
    const bool dies = i == 2 || i == 4 || i == 6;
    assert_string_equal(t.text[i], dies ? "" : "half a result");
    assert_int_equal(t.died[i][0] != '\0', dies);
  }
  assert_string_equal(t.died[2], "was killed by signal 9 (Killed)");
  assert_string_equal(t.died[4], "ended with status 7");
  assert_string_equal(t.died[6], "ended without its result");
  clear(&t);
  assert_no_child();
}

static size_t jobs_done_here;

static void die_late(void *context, size_t index, FILE *result) {
  (void)context;
  if (index % 3 == 2 && jobs_done_here > 0) {
    _exit(7);
  }
  jobs_done_here++;
  (void)fprintf(result, "%zu", index);
}

// A worker may die of an earlier job: that is no fault of the job at hand.
static void a_job_is_judged_in_a_process_of_its_own(void **state) {
  (void)state;
  test_t t = {0};
  noc_error_t error = {0};
  const jobs_config_t config = {JOBS, 2, &t, die_late, keep, NULL, NULL};
  jobs_done_here = 0;
  assert_true(jobs_run(&config, &error));
  assert_int_equal(t.count, JOBS);
  assert_int_equal(jobs_done_here, 0);
  for (size_t i = 0; i < JOBS; i++) {
    assert_string_equal(t.died[i], "");
    assert_int_equal(strtoul(t.text[i], NULL, 10), i);
  }
  clear(&t);
  assert_no_child();
}

static void tell_process(void *context, size_t index, FILE *result) {
  (void)context;
  (void)index;
  const pid_t pid = getpid();
  (void)fwrite(&pid, sizeof pid, 1, result);
}

typedef struct {
  pid_t last;
  size_t done, processes;
} processes_t;

static bool count_processes(void *context, const job_result_t *r) {
  processes_t *p = context;
  pid_t pid = 0;
  assert_int_equal(r->length, sizeof pid);
  memcpy(&pid, r->bytes, sizeof pid);
  p->processes += pid != p->last;
  p->last = pid;
  p->done++;
  return true;
}

// A fork takes longer than many a job; what jobs leave in memory does not add up for ever.
static void a_worker_does_many_jobs_and_not_all(void **state) {
  (void)state;
  processes_t p = {0};
  noc_error_t error = {0};
  const jobs_config_t config = {300, 1, &p, tell_process, count_processes, NULL, NULL};
  assert_true(jobs_run(&config, &error));
  assert_int_equal(p.done, 300);
  assert_in_range(p.processes, 2, 30);
  assert_no_child();
}

static void find_streams(void *context, size_t index, FILE *result) {
  (void)context;
  (void)index;
  char byte = 0;
  (void)printf("lost");
  (void)fprintf(result, "%zd %s", read(STDIN_FILENO, &byte, 1),
                isatty(STDOUT_FILENO) ? "terminal" : "none");
}

static void a_job_has_no_standard_input(void **state) {
  (void)state;
  test_t t = {0};
  noc_error_t error = {0};
  const jobs_config_t config = {1, 1, &t, find_streams, keep, NULL, NULL};
  assert_true(jobs_run(&config, &error));
  assert_string_equal(t.text[0], "0 none");
  clear(&t);
}

static void wait_forever(void) {
  for (;;) {
    (void)pause();
  }
}

// Job 0 has a process of its own, as a compiler would be, and never ends.
static void hang(void *context, size_t index, FILE *result) {
  const test_t *t = context;
  if (index == 0) {
    const pid_t pid = fork();
    if (pid > 0) {
      t->shared->grandchild = pid;
    }
    wait_forever();
  }
  while (t->shared->grandchild == 0) {
    nap();
  }
  (void)fprintf(result, "job %zu", index);
}

// The grandchild comes to this process when its parent is gone: it must have been killed.
static void assert_killed(pid_t grandchild) {
  int status = 0;
  assert_true(grandchild > 0);
  assert_int_equal(waitpid(grandchild, &status, 0), grandchild);
  assert_true(WIFSIGNALED(status));
  assert_no_child();
}

static void stopping_ends_the_others(void **state) {
  test_t t = {.stop_after = 3, .shared = *state};
  noc_error_t error = {0};
  const jobs_config_t config = {JOBS, 2, &t, hang, keep, NULL, NULL};
  t.shared->grandchild = 0;
  assert_true(jobs_run(&config, &error));
  assert_int_equal(t.count, 3);
  assert_null(t.text[0]);
  assert_killed(t.shared->grandchild);
  clear(&t);
}

static void interrupt(void *context, size_t index, FILE *result) {
  if (index == 4) {
    (void)kill(getppid(), SIGTERM);
    wait_forever();
  }
  hang(context, index, result);
}

static void a_signal_keeps_what_is_done(void **state) {
  test_t t = {.shared = *state};
  noc_error_t error = {0};
  struct sigaction before;
  struct sigaction after;
  const jobs_config_t config = {JOBS, 2, &t, interrupt, keep, NULL, NULL};
  t.shared->grandchild = 0;
  (void)sigaction(SIGTERM, NULL, &before);
  assert_false(jobs_run(&config, &error));
  assert_int_equal(error.status, NOC_INTERRUPTED);
  assert_string_equal(error.text, "interrupted: 3 of 12 runs are done");
  assert_int_equal(t.count, 3);
  assert_string_equal(t.text[3], "job 3");
  assert_killed(t.shared->grandchild);
  (void)sigaction(SIGTERM, NULL, &after);
  assert_true(before.sa_handler == after.sa_handler);
  clear(&t);
}

// A signal while the last result is taken.
static bool keep_and_interrupt(void *context, const job_result_t *r) {
  const test_t *t = context;
  const bool go_on = keep(context, r);
  if (t->count == JOBS) {
    (void)raise(SIGINT);
  }
  return go_on;
}

static void a_signal_behind_the_last_wait_is_not_lost(void **state) {
  (void)state;
  test_t t = {0};
  noc_error_t error = {0};
  const jobs_config_t config = {JOBS, 3, &t, write_result, keep_and_interrupt, NULL, NULL};
  assert_false(jobs_run(&config, &error));
  assert_int_equal(error.status, NOC_INTERRUPTED);
  assert_string_equal(error.text, "interrupted: 12 of 12 runs are done");
  assert_int_equal(t.count, JOBS);
  clear(&t);
  assert_no_child();
}

static void ignore_term(void *context, size_t index, FILE *result) {
  (void)signal(SIGTERM, SIG_IGN);
  const test_t *t = context;
  t->shared->started++;
  if (index == 0) {
    wait_forever();
  }
  while (t->shared->started < 2) {
    nap();
  }
  (void)fprintf(result, "job %zu", index);
}

static void a_stubborn_job_is_killed(void **state) {
  test_t t = {.stop_after = 1, .shared = *state};
  noc_error_t error = {0};
  const jobs_config_t config = {2, 2, &t, ignore_term, keep, NULL, NULL};
  t.shared->started = 0;
  assert_true(jobs_run(&config, &error));
  assert_int_equal(t.count, 1);
  assert_no_child();
  clear(&t);
}

// The caller is killed outright: its workers end too.
static void workers_end_with_their_parent(void **state) {
  test_t t = {.shared = *state};
  t.shared->grandchild = 0;
  const pid_t parent = fork();
  assert_true(parent >= 0);
  if (parent == 0) {
    noc_error_t error = {0};
    const jobs_config_t config = {1, 1, &t, hang, keep, NULL, NULL};
    (void)jobs_run(&config, &error);
    _exit(0);
  }
  while (*(volatile pid_t *)&t.shared->grandchild == 0) {
    nap();
  }
  assert_int_equal(kill(parent, SIGKILL), 0);
  int status = 0;
  size_t killed = 0;
  (void)kill(t.shared->grandchild, SIGKILL);  // of the worker's own making
  while (waitpid(-1, &status, 0) > 0) {
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
    killed++;
  }
  assert_int_equal(killed, 3);
}

static void there_is_a_processor(void **state) {
  (void)state;
  assert_in_range(jobs_processors(), 1, JOBS_WORKERS_MAX);
}

static int share(void **state) {
  void *shared =
      mmap(NULL, sizeof(shared_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *state = shared;
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
  (void)alarm(3000);  // a job that is not ended must not hold up the others
  return shared != MAP_FAILED ? 0 : -1;
}

static int unshare_it(void **state) {
  return munmap(*state, sizeof(shared_t));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_do_not_depend_on_the_workers),
      cmocka_unit_test(no_jobs_are_done_at_once),
      cmocka_unit_test(a_job_that_dies_takes_no_other_along),
      cmocka_unit_test(a_job_is_judged_in_a_process_of_its_own),
      cmocka_unit_test(a_worker_does_many_jobs_and_not_all),
      cmocka_unit_test(a_job_has_no_standard_input),
      cmocka_unit_test(stopping_ends_the_others),
      cmocka_unit_test(a_signal_keeps_what_is_done),
      cmocka_unit_test(a_signal_behind_the_last_wait_is_not_lost),
      cmocka_unit_test(a_stubborn_job_is_killed),
      cmocka_unit_test(workers_end_with_their_parent),
      cmocka_unit_test(there_is_a_processor),
  };
  return cmocka_run_group_tests(tests, share, unshare_it);
}
