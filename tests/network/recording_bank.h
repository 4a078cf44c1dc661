// recording_bank -- golden banks that show their memory ports, which those of a run do not.

#ifndef NOC_TEST_RECORDING_BANK_H
#define NOC_TEST_RECORDING_BANK_H

#include "network/bank.h"

// A bank_factory_t: "ref" is such a bank, the other kinds are those of the co-simulation.
bank_t *recording_factory(const char *kind, const bank_config_t *config, void *context,
                          noc_error_t *error);

#endif
