// test_temporary -- temporary files: what no process owns is removed by who makes the next, and
// what somebody owns stays, also while many come and go.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dut/files.h"
#include "dut/temporary.h"

enum { PROCESSES = 4, ROUNDS = 300 };

static char folder[] = "/tmp/nocstep-temporary-XXXXXX";
static char place[FILES_PATH];

static size_t count_left(void) {
  dir_names_t names = dir_names(folder, "");
  const size_t count = names.count;
  dir_names_free(&names);
  return count;
}

static void touch(const char *name) {
  char path[FILES_PATH];
  assert_true(path_print(path, "%s/%s", folder, name));
  const int fd = open(path, O_WRONLY | O_CREAT, 0644);
  assert_true(fd >= 0);
  assert_int_equal(close(fd), 0);
}

static void test_life(void **state) {
  (void)state;
  temporary_t t;
  assert_true(temporary_make(&t, place));
  assert_true(path_exists(t.name));
  assert_int_equal(strncmp(t.name, place, strlen(place)), 0);
  temporary_end(&t);
  temporary_end(&t);
  assert_int_equal(count_left(), 0);
  assert_true(temporary_make(&t, place));
  assert_int_equal(rename(t.name, place), 0);
  temporary_end(&t);
  assert_int_equal(count_left(), 1);
  assert_int_equal(unlink(place), 0);
}

static void test_no_folder(void **state) {
  (void)state;
  temporary_t t;
  assert_false(temporary_make(&t, "/nonexistent/x"));
  assert_int_equal(errno, ENOENT);
  temporary_end(&t);
}

// A long name is cut, and still leaves room for what a writer appends.
static void test_long_name(void **state) {
  (void)state;
  char path[FILES_PATH];
  char name[252];
  temporary_t t;
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  assert_true(path_print(path, "%s/%s", folder, name));
  assert_true(temporary_make(&t, path));
  temporary_end(&t);
}

// Another process is killed: its file and those that it has appended names to.
static void test_killed(void **state) {
  (void)state;
  temporary_t t;
  int ready[2];
  char byte = 0;
  assert_int_equal(pipe(ready), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    char more[PATH_MAX + 8];
    const bool ok = temporary_make(&t, place) &&
                    snprintf(more, sizeof more, "%s.fst", t.name) > 0 &&
                    open(more, O_WRONLY | O_CREAT, 0644) >= 0 && write(ready[1], "r", 1) == 1;
    (void)alarm(3000);  // not for ever if the test fails
    (void)pause();
    _exit(ok ? 0 : 1);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  // As long as it lives they stay.
  assert_true(temporary_make(&t, place));
  assert_int_equal(count_left(), 3);
  temporary_end(&t);
  assert_int_equal(count_left(), 2);
  assert_int_equal(kill(pid, SIGKILL), 0);
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  touch("mine.tmp");
  touch("nocstep-tmp");
  assert_true(temporary_make(&t, place));
  assert_int_equal(count_left(), 3);
  temporary_end(&t);
  assert_int_equal(count_left(), 2);
  (void)close(ready[0]);
  (void)close(ready[1]);
}

// Between making a file and locking it another may come: nobody loses what he owns.
static void test_many(void **state) {
  (void)state;
  pid_t pid[PROCESSES];
  for (unsigned p = 0; p < PROCESSES; p++) {
    pid[p] = fork();
    if (pid[p] == 0) {
      bool ok = true;
      for (unsigned i = 0; i < ROUNDS && ok; i++) {
        temporary_t t;
        ok = temporary_make(&t, place) && path_exists(t.name);
        (void)usleep(100);
        ok = ok && path_exists(t.name);
        temporary_end(&t);
      }
      _exit(ok ? 0 : 1);
    }
  }
  for (unsigned p = 0; p < PROCESSES; p++) {
    int status = 0;
    assert_int_equal(waitpid(pid[p], &status, 0), pid[p]);
    assert_int_equal(status, 0);
  }
}

static int setup(void **state) {
  (void)state;
  return mkdtemp(folder) != NULL && path_print(place, "%s/out.json", folder) ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  dir_remove(folder);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_life),   cmocka_unit_test(test_no_folder),
      cmocka_unit_test(test_killed), cmocka_unit_test(test_long_name),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
