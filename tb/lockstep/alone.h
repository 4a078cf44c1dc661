// alone -- one router or interface alone, RTL beside golden model, on the inputs of a stimulus:
// what a run in lockstep compares of it, without the network.

#ifndef NOC_ALONE_H
#define NOC_ALONE_H

#include <stdbool.h>
#include <stdint.h>

#include "lockstep/inputs.h"
#include "lockstep/wave_outputs.h"

typedef struct alone alone_t;

// For stimuli of this unit, shape and seed; `like` outlives it. Loads the plug-in, and builds it if
// need be. NULL with NOC_ENVIRONMENT.
alone_t *alone_create(const inputs_t *like, noc_error_t *error);
void alone_free(alone_t *r);

// Both sides as they are before the first reset. False if memory is short.
bool alone_begin(alone_t *r);
// One clock. False, with *m filled, if something differs or an assertion fires, as in a run: that
// is the last clock that may be asked for before alone_begin().
bool alone_clock(alone_t *r, inputs_clock_t clock, const uint32_t *in, bank_mismatch_t *m);
// Holds both sides against what waves say of the outputs, too, which outlive it: alone_clock() is
// then false as well where one of them differs from the waves. What does is told of the last clock.
void alone_expect(alone_t *r, const wave_outputs_t *outputs);
const wave_difference_t *alone_difference(const alone_t *r);
// The golden state behind the last clock; of a stimulus that compares.
const uint32_t *alone_golden(const alone_t *r);
// The text of the assertion that has fired, or NULL.
const char *alone_assertion(const alone_t *r);

// The same with waves, from cycle 0 behind the last reset and the loading of tables on, as a pair
// of files (wave.h). False with the error if they cannot be written; *same is what alone_all()
// returns.
bool alone_waves(alone_t *r, const inputs_t *s, uint64_t until, const char *path,
                 bank_mismatch_t *m, size_t *clocks, bool *same, noc_error_t *error);

// A bank with it as its only member, and the IN words of the last clock.
bank_t *alone_bank(alone_t *r);
const uint32_t *alone_inputs(const alone_t *r);

// All clocks of a stimulus, or those before cycle `until`. False, with *m filled, at the first that
// differs; *clocks is how many there were.
bool alone_all(alone_t *r, const inputs_t *s, uint64_t until, bank_mismatch_t *m, size_t *clocks);

#endif
