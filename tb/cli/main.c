// main -- the nocstep command: finds the subcommand, hands it the parsed command line.

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/version.h"
#include "runs/cli.h"
#include "runs/inputs.h"
#include "runs/json_memory.h"
#include "runs/ranks.h"

// A failed assert() has printed its line; the status tells scripts whose bug it is.
static void on_abort(int signal_number) {
  (void)signal_number;
  _exit(NOC_INTERNAL);
}

// A result file must not get the number of a standard stream that the caller has closed, else what
// is printed lands in it. Read-only, so that printing still fails.
static void hold_standard_streams(void) {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
    if (fcntl(fd, F_GETFD) < 0) {
      (void)open("/dev/null", O_RDONLY);
    }
  }
}

// A command that hands out no runs would be done K times over.
static bool check_ranks(const command_t *command, noc_error_t *error) {
  return ranks_count() == 1 || command->ranks != RANKS_REFUSED ||
         noc_fail(
             error, NOC_BAD_INPUT,
             "nocstep %s" SAY_IS("started by mpirun on %u ranks",
                                 "started on one; run splits its network over ranks, and sweep, "
                                 "collective, verify and paper hand out their runs to them "
                                 "(docs/cluster.md)"),
             command->name, ranks_count());
}

static int run_command(const command_t *command, const cli_t *cli) {
  if (cli->help) {
    options_help(command, stdout);
    return NOC_OK;
  }
  if (cli->version) {
    version_print(stdout);
    return NOC_OK;
  }
  if (command != NULL) {
    noc_error_t error = {0};
    return check_ranks(command, &error) ? command->run(cli) : cli_report(&error);
  }
  (void)fputs("nocstep: " SAY_THERE_IS("no command", "a command (see nocstep --help)\n"), stderr);
  return NOC_BAD_INPUT;
}

int main(int argc, char **argv) {
  hold_standard_streams();
  json_memory_watch();
  inputs_watch();
  (void)signal(SIGABRT, on_abort);
  // A file that gets longer than `ulimit -f` allows is an error like a full disk.
  (void)signal(SIGXFSZ, SIG_IGN);
  // May come ignored from who started it; then children would have no status.
  (void)signal(SIGCHLD, SIG_DFL);
  noc_error_t error = {0};
  const command_t *command = NULL;
  const bool named = argc > 1 && argv[1][0] != '-';
  if (named) {
    command = command_find(argv[1], &error);
  }
  noc_error_t ranks_error = {0};
  if (!ranks_begin(argv, command != NULL && command->ranks == RANKS_SPLIT, &ranks_error)) {
    return ranks_end(cli_report(&ranks_error));
  }
  if (named && command == NULL) {
    return cli_report(&error);
  }
  cli_t cli;
  int status = options_parse(command, argv + (named ? 2 : argc > 0), &cli, &error)
                   ? run_command(command, &cli)
                   : cli_report(&error);
  options_free(command, &cli);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    perror("nocstep: standard output");
    status = status == NOC_OK ? NOC_ENVIRONMENT : status;
  }
  return ranks_end(status);
}
