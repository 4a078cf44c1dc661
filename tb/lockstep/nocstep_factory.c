// nocstep_factory -- golden models, RTL and lockstep, in the place of csim/sim/nocstep_factory.c.

#include "sim/nocstep_factory.h"

#include <pthread.h>

#include "dut/plugin.h"
#include "lockstep/factory.h"

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

// A library says nothing of plug-ins that it builds, and loads one at a time.
static bank_t *quiet(const char *kind, const bank_config_t *config, void *context,
                     noc_error_t *error) {
  (void)pthread_mutex_lock(&one);
  plugin_quiet(true);
  bank_t *b = bank_factory(kind, config, context, error);
  (void)pthread_mutex_unlock(&one);
  return b;
}

bank_factory_t nocstep_factory(void) {
  return quiet;
}
