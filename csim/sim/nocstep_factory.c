// nocstep_factory -- golden models only; see nocstep_factory.h.

#include "sim/nocstep_factory.h"

#include <string.h>

static bank_t *golden(const char *kind, const bank_config_t *config, void *context,
                      noc_error_t *error) {
  (void)context;
  if (strcmp(kind, "ref") != 0) {
    (void)noc_fail(error, NOC_BAD_INPUT,
                   "run.router" SAY_IS("%s", "ref, as the static library has golden models only"),
                   kind);
    return NULL;
  }
  return bank_ref_create(config, error);
}

bank_factory_t nocstep_factory(void) {
  return golden;
}
