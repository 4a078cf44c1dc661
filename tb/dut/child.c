// child -- see child.h.
//
// Verilator and g++ are drivers of other programs, which the kernel does not end with their parent.
// So between nocstep and a driver there is a guard, a process that leads a group of its own: the
// driver and all it starts belong to it. The guard hears of the end of nocstep (PR_SET_PDEATHSIG),
// also by SIGKILL, and ends the group.

#include "dut/child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dut/files.h"

extern char **environ;

enum { NOT_RUN = 127 };

// ---- Command lines

// For another word and the NULL behind it.
static bool has_room(words_t *w) {
  enum { FIRST = 64 };
  if (w->count + 1 < w->room) {
    return true;
  }
  const size_t room = w->room > 0 ? 2 * w->room : FIRST;
  char **more = realloc(w->word, room * sizeof *more);
  if (more != NULL) {
    w->word = more;
    w->room = room;
  }
  return more != NULL;
}

void words_add(words_t *w, const char *format, ...) {
  char text[2 * FILES_PATH];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  char *copy = (length >= 0 && (size_t)length < sizeof text) ? strdup(text) : NULL;
  if (copy == NULL || !has_room(w)) {
    free(copy);
    w->failed = true;
    return;
  }
  w->word[w->count++] = copy;
  w->word[w->count] = NULL;
}

void words_add_list(words_t *w, const char *const *list) {
  for (; list != NULL && *list != NULL; list++) {
    words_add(w, "%s", *list);
  }
}

void words_free(words_t *w) {
  for (size_t i = 0; i < w->count; i++) {
    free(w->word[i]);
  }
  free(w->word);
  *w = (words_t){0};
}

// ---- Interruption

static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t group;  // of the program that runs; 0: none

static void on_signal(int number) {
  interrupted = number;
  if (group != 0) {
    (void)kill(-(pid_t)group, SIGTERM);
  }
}

void child_catch(struct sigaction old[2]) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
  (void)sigemptyset(&action.sa_mask);
  interrupted = 0;
  (void)sigaction(SIGINT, &action, &old[0]);
  (void)sigaction(SIGTERM, &action, &old[1]);
}

void child_restore(const struct sigaction old[2]) {
  (void)sigaction(SIGINT, &old[0], NULL);
  (void)sigaction(SIGTERM, &old[1], NULL);
}

bool child_interrupted(void) {
  return interrupted != 0;
}

// ---- The guard and the program. nocstep may have threads: a child of it calls only what a signal
// handler may.

typedef struct {
  char *const *word;
  char *const *environment;
  const char *log, *output;
  int report;  // a pipe: takes the error number of a program that cannot be run
  // A pipe: takes how the program ended. Not waitpid(): where SIGCHLD is ignored there is no
  // status, and where somebody waits for any child it is taken.
  int ending;
  pid_t parent;
} start_t;

static void on_orphaned(int number) {
  (void)number;
  (void)kill(0, SIGKILL);  // the guard too
}

static bool redirect(const start_t *s) {
  const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int log = open(s->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const int out =
      s->output != NULL ? open(s->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : log;
  return in >= 0 && log >= 0 && out >= 0 && dup2(in, STDIN_FILENO) >= 0 &&
         dup2(log, STDERR_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0;
}

static _Noreturn void be_program(const start_t *s) {
  (void)signal(SIGINT, SIG_DFL);
  (void)signal(SIGTERM, SIG_DFL);
  (void)signal(SIGUSR1, SIG_DFL);
  (void)signal(SIGCHLD, SIG_DFL);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (redirect(s)) {
    (void)execvpe(s->word[0], s->word, s->environment);
  }
  const int code = errno;
  const ssize_t written = write(s->report, &code, sizeof code);
  (void)written;
  _exit(NOT_RUN);
}

static _Noreturn void be_guard(const start_t *s) {
  (void)setpgid(0, 0);
  // The end of the group is for the program; the guard waits for it.
  (void)signal(SIGINT, SIG_IGN);
  (void)signal(SIGTERM, SIG_IGN);
  (void)signal(SIGUSR1, on_orphaned);
  (void)signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  (void)sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  (void)prctl(PR_SET_PDEATHSIG, SIGUSR1);
  if (getppid() != s->parent) {
    _exit(NOT_RUN);
  }
  const pid_t pid = fork();
  if (pid == 0) {
    be_program(s);
  }
  if (pid < 0) {
    const int code = errno;
    const ssize_t written = write(s->report, &code, sizeof code);
    (void)written;
  }
  // Pipes and locks of nocstep end with it; nothing is printed here.
  (void)dup2(s->ending, STDOUT_FILENO);
  (void)close_range(STDERR_FILENO + 1, ~0U, 0);
  int result = 0;
  pid_t ended = 0;
  do {
    ended = waitpid(pid, &result, 0);
  } while (ended < 0 && errno == EINTR);
  const int status = ended == pid && WIFEXITED(result) ? WEXITSTATUS(result) : NOT_RUN;
  const ssize_t written = write(STDOUT_FILENO, &status, sizeof status);
  _exit(written == (ssize_t)sizeof status ? status : NOT_RUN);
}

// The environment with another TMPDIR. Free the list and its first string.
static char **environment_with(const char *temp) {
  size_t count = 0;
  while (environ[count] != NULL) {
    count++;
  }
  char **list = calloc(count + 2, sizeof *list);
  if (list == NULL || asprintf(&list[0], "TMPDIR=%s", temp) < 0) {
    free(list);
    return NULL;
  }
  size_t used = 1;
  for (size_t i = 0; i < count; i++) {
    if (strncmp(environ[i], "TMPDIR=", strlen("TMPDIR=")) != 0) {
      list[used++] = environ[i];
    }
  }
  return list;
}

// Reads a number from a pipe. False: it has been closed without one.
static bool read_number(int from, int *number) {
  ssize_t got = 0;
  do {
    got = read(from, number, sizeof *number);
  } while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof *number;
}

// Starts guard and program; *ending is what to read its end from, to be closed, or -1. 0 when the
// program runs, else an error number.
static int start(start_t *s, pid_t *guard, int *ending) {
  int report[2];
  int ends[2];
  int code = 0;
  *ending = -1;
  if (pipe2(report, O_CLOEXEC) != 0) {
    return errno;
  }
  if (pipe2(ends, O_CLOEXEC) != 0) {
    code = errno;
    (void)close(report[0]);
    (void)close(report[1]);
    return code;
  }
  s->report = report[1];
  s->ending = ends[1];
  s->parent = getpid();
  *guard = fork();
  if (*guard == 0) {
    be_guard(s);
  }
  code = *guard < 0 ? errno : 0;
  (void)close(report[1]);
  (void)close(ends[1]);
  *ending = ends[0];
  // The end of the pipe: the program runs.
  int reported = 0;
  if (code == 0 && read_number(report[0], &reported)) {
    code = reported;
  }
  (void)close(report[0]);
  return code;
}

// Waits for the guard. The status of the program.
static int wait_for(pid_t guard, int ending) {
  group = (sig_atomic_t)guard;
  if (interrupted != 0) {  // the signal came before the line above
    (void)kill(-guard, SIGTERM);
  }
  int status = 0;
  if (!read_number(ending, &status)) {  // somebody has killed the guard
    status = NOT_RUN;
  }
  pid_t ended = 0;
  do {
    ended = waitpid(guard, NULL, 0);
  } while (ended < 0 && errno == EINTR);
  group = 0;
  return status;
}

// ---- What is said

// The first line of the log that is an error of Verilator or g++.
static void first_error(const char *log, char *out, size_t size) {
  char *text = file_read(log);
  out[0] = '\0';
  for (char *line = text; line != NULL && *line != '\0' && out[0] == '\0';) {
    char *end = line + strcspn(line, "\n");
    const bool last = (*end == '\0');
    *end = '\0';
    const char *verilator = strstr(line, "%Error");
    if (verilator != NULL && strchr(verilator, ':') != NULL) {
      (void)snprintf(out, size, "%s", strchr(verilator, ':') + 2);
    } else if (strstr(line, "error: ") != NULL || strstr(line, "undefined reference") != NULL ||
               strstr(line, "No space left") != NULL || strstr(line, "File too large") != NULL) {
      (void)snprintf(out, size, "%s", line);
    }
    line = last ? NULL : end + 1;
  }
  free(text);
}

static bool fail_run(const words_t *w, const child_place_t *place, noc_error_t *error) {
  char line[400];
  first_error(place->log, line, sizeof line);
  return noc_fail(error, NOC_ENVIRONMENT, "%s: %s failed: %s (log: %s)", place->what, w->word[0],
                  (line[0] != '\0') ? line : "no error line", place->log);
}

bool child_status(const words_t *w, const child_place_t *place, const char *output, int *status,
                  noc_error_t *error) {
  char **environment = w->failed             ? NULL
                       : place->temp != NULL ? environment_with(place->temp)
                                             : environ;
  if (environment == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: path too long or out of memory", place->what);
  }
  start_t s = {.word = w->word, .environment = environment, .log = place->log, .output = output};
  pid_t guard = 0;
  int ending = -1;
  const int code = start(&s, &guard, &ending);
  const int ended = guard > 0 ? wait_for(guard, ending) : NOT_RUN;
  if (ending >= 0) {
    (void)close(ending);
  }
  if (environment != environ) {
    free(environment[0]);
    free(environment);
  }
  if (code != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: %s cannot be run: %s", place->what, w->word[0],
                    strerror(code));
  }
  *status = ended;
  return interrupted == 0 ||
         noc_fail(error, NOC_INTERRUPTED, "%s: interrupted while %s ran", place->what, w->word[0]);
}

bool child_run(const words_t *w, const child_place_t *place, const char *output,
               noc_error_t *error) {
  int status = 0;
  if (!child_status(w, place, output, &status, error)) {
    return false;
  }
  return status == 0 || fail_run(w, place, error);
}
