// record -- a bank that writes down the inputs of one of its members: a run is done again with it
// to make the stimulus of a failure. Until RTL in lockstep differs it sends what the golden models
// send, so these do the run alone, at many times the speed; RTL whose outputs go on stays.
//
//   record_t record = {.component = .., .id = .., .factory = bank_factory, .context = ..};
//   config.factory = record_factory; config.factory_context = &record;
//   ... the same run ...
//   inputs_write(&record.inputs, out);

#ifndef NOC_RECORD_H
#define NOC_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "lockstep/inputs.h"

typedef struct {
  // The caller sets these. `wanted` false: nothing is written down.
  bool wanted;
  component_t component;
  uint32_t id;     // router or node
  uint64_t steps;  // of the bank up to the failure, those before a reset counted
  bank_factory_t factory;
  void *context;
  // The bank sets these; the inputs are the caller's to free.
  inputs_t inputs;
  bool full;    // more than INPUTS_BYTES: nothing more is written down
  bool failed;  // memory is short
  bool over;    // all steps are done: the run may end
} record_t;

// A bank_factory_t; context is a record_t, which outlives the network. "lockstep" gives golden
// banks.
bank_t *record_factory(const char *kind, const bank_config_t *config, void *context,
                       noc_error_t *error);

#endif
