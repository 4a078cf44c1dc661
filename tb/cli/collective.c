#include "cli/cli.h"
int command_collective(const struct cli *cli) {
  (void)cli;
  return 4;
}
