// cli -- see cli.h; beside main.c, so that tests can link the commands.

#include "runs/cli.h"

#include <assert.h>
#include <stdio.h>

int cli_report(const noc_error_t *error) {
  assert(error->status != NOC_OK);  // who fails says why, else the caller would see a success
  (void)fprintf(stderr, "%s\n", error->text);
  return (int)error->status;
}
