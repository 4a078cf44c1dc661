// recording_bank -- see recording_bank.h.

#include "network/recording_bank.h"

#include <string.h>

#include "lockstep/factory.h"

bank_t *recording_factory(const char *kind, const bank_config_t *config, void *context,
                          noc_error_t *error) {
  return strcmp(kind, "ref") == 0 ? bank_ref_recording(config, error)
                                  : bank_factory(kind, config, context, error);
}
