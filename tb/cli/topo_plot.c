// topo_plot -- a picture of a topology by graphviz, from the DOT text of csim/analysis/drawing.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/drawing.h"
#include "cli/topo.h"

extern char **environ;

const char *topo_plot_format(const char *path, noc_error_t *error) {
  static const char *const kFormats[] = {"svg", "png"};
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; i < 2; i++) {
    if (dot != NULL && strcmp(dot + 1, kFormats[i]) == 0) {
      return kFormats[i];
    }
  }
  noc_fail(error, NOC_BAD_INPUT, "--plot" SAY_IS("'%.200s'", "a name that ends in .svg or .png"),
           path);
  return NULL;
}

// Runs neato between the two files; its exit status, or -1 with errno.
static int run_neato(const char *format, int in, int out) {
  char option[8];
  (void)snprintf(option, sizeof option, "-T%s", format);
  char *const arguments[] = {"neato", "-n2", option, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code == 0 && (code = posix_spawnattr_init(&attributes)) != 0) {
    (void)posix_spawn_file_actions_destroy(&actions);
  }
  if (code != 0) {
    errno = code;
    return -1;
  }
  // neato does not look at errors of writing: a limit on files has to end it.
  sigset_t limit;
  (void)sigemptyset(&limit);
  (void)sigaddset(&limit, SIGXFSZ);
  (void)posix_spawnattr_setsigdefault(&attributes, &limit);
  (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t pid = 0;
  (void)posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  (void)posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  // Its warnings about fonts would not help; a failure shows in the status.
  (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  code = posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments, environ);
  (void)posix_spawnattr_destroy(&attributes);
  (void)posix_spawn_file_actions_destroy(&actions);
  if (code != 0) {
    errno = code;
    return -1;
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) {
      return -1;
    }
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool copy(FILE *from, FILE *to) {
  char buffer[1 << 16];
  size_t size = 0;
  rewind(from);
  while ((size = fread(buffer, 1, sizeof buffer, from)) > 0) {
    if (fwrite(buffer, 1, size, to) != size) {
      return false;
    }
  }
  return ferror(from) == 0;
}

static bool draw(const topology_t *t, const char *format, FILE *text, FILE *picture, FILE *out,
                 noc_error_t *error) {
  if (!drawing_write(t, text, error)) {
    return false;
  }
  if (fflush(text) != 0 || ferror(text) != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "--plot: no temporary file: %s", strerror(errno));
  }
  rewind(text);
  const int status = run_neato(format, fileno(text), fileno(picture));
  if (status < 0 || status == 127) {
    return noc_fail(error, NOC_ENVIRONMENT,
                    "--plot: neato cannot be run: %s; it is in the package graphviz",
                    status < 0 ? strerror(errno) : "not found");
  }
  if (status == 128 + SIGXFSZ) {
    return noc_fail(error, NOC_ENVIRONMENT, "--plot: cannot be drawn: %s", strerror(EFBIG));
  }
  if (status != 0 || !copy(picture, out)) {
    return noc_fail(error, NOC_ENVIRONMENT, "--plot: neato failed with status %d", status);
  }
  return true;
}

bool topo_plot(const topology_t *t, const char *format, FILE *out, noc_error_t *error) {
  FILE *text = tmpfile();
  FILE *picture = tmpfile();
  const bool ok =
      text != NULL && picture != NULL
          ? draw(t, format, text, picture, out, error)
          : noc_fail(error, NOC_ENVIRONMENT, "--plot: no temporary file: %s", strerror(errno));
  if (text != NULL) {
    (void)fclose(text);
  }
  if (picture != NULL) {
    (void)fclose(picture);
  }
  return ok;
}
