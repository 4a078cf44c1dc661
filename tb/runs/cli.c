// cli -- see cli.h; beside main.c, so that tests can link the commands.

#include "runs/cli.h"

#include <stdio.h>

int cli_report(const noc_error_t *error) {
  (void)fprintf(stderr, "%s\n", error->text);
  return (int)error->status;
}
