// version -- see version.h.

#include "cli/version.h"

#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yaml.h>
#include <zlib.h>

#include "base/igraph_library.h"
#include "dut/toolchain.h"
#include "runs/ranks.h"
#include "sim/nocstep.h"

static const char kVersion[] = NOCSTEP_VERSION;

enum { LINE = 200 };

// Reads up to the end of the pipe, and keeps the first line.
static void read_line(int fd, char line[LINE]) {
  char rest[LINE] = "";
  size_t length = 0;
  ssize_t count = 1;
  while (count > 0) {
    const bool room = length < LINE - 1;
    count = read(fd, room ? line + length : rest, room ? LINE - 1 - length : sizeof rest);
    length += room && count > 0 ? (size_t)count : 0;
  }
  line[length] = '\0';
  line[strcspn(line, "\n")] = '\0';
}

// The first line of `program --version`; what is wrong where there is none.
static const char *ask(const char *program, char line[LINE]) {
  char name[LINE];
  char option[] = "--version";
  char *const argument[] = {name, option, NULL};
  int ends[2];
  posix_spawn_file_actions_t actions;
  pid_t pid = 0;
  (void)snprintf(name, sizeof name, "%s", program);
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return "unknown: no pipe";
  }
  int failed = posix_spawn_file_actions_init(&actions);
  if (failed == 0) {
    (void)posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    failed = posix_spawnp(&pid, name, &actions, NULL, argument, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
  }
  (void)close(ends[1]);
  line[0] = '\0';
  if (failed == 0) {
    read_line(ends[0], line);
    (void)waitpid(pid, NULL, 0);
  }
  (void)close(ends[0]);
  return failed != 0 ? "not found" : line[0] == '\0' ? "says nothing" : line;
}

void version_print(FILE *out) {
  char line[LINE];
  const char *igraph = "not found";
  noc_error_t error;
  if (igraph_library(&error)) {
    igraph_version(&igraph, NULL, NULL, NULL);
  }
  (void)fprintf(out, "nocstep %s\n", kVersion);
  (void)fprintf(out, "built by     %s %s\n",
#ifdef __clang__
                "clang",
#else
                "gcc",
#endif
                __VERSION__);
  (void)fprintf(out, "verilator    %s: %s\n", toolchain_verilator(),
                ask(toolchain_verilator(), line));
  (void)fprintf(out, "compiler     %s: %s\n", toolchain_compiler(),
                ask(toolchain_compiler(), line));
  (void)fprintf(out, "gnuplot      gnuplot: %s\n", ask("gnuplot", line));
  (void)fprintf(out, "libraries    igraph %s, jansson %s, libyaml %s, zlib %s\n", igraph,
                jansson_version_str(), yaml_get_version_string(), zlibVersion());
  (void)fprintf(out, "MPI          %s\n", ranks_library());
}
