// wave_outputs -- what waves of anybody say of the outputs of a router or an interface, clock by
// clock beside a stimulus (wave_pins.h), and whether RTL and golden model say the same.

#ifndef NOC_WAVE_OUTPUTS_H
#define NOC_WAVE_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shape/bundle.h"

typedef struct {
  uint32_t first, words;  // of the state words: those that have OUT fields
  // [clocks * 2 * words]: behind each clock of the stimulus, but for the last, the values, and then
  // which bits are known; those of outputs that the waves do not have never are.
  uint32_t *word;
  size_t clocks, room;
} wave_outputs_t;

typedef struct {
  const bundle_field_t *field;  // NULL: nothing differs
  uint32_t element;
  uint64_t wave, known;  // a bit that is not known is 0 in the first
} wave_difference_t;

void wave_outputs_begin(wave_outputs_t *o, const bundle_layout_t *layout);
void wave_outputs_free(wave_outputs_t *o);
// Appends those behind a clock, 2 * words. False if memory is short.
bool wave_outputs_add(wave_outputs_t *o, const uint32_t *words);

// To a file, and from it into outputs that have been begun alike; false if that does not work.
bool wave_outputs_give(const wave_outputs_t *o, int out);
bool wave_outputs_take(wave_outputs_t *o, int from);

// The first element in list order that is known to differ behind a clock from what the state words
// of one side have, or of the other.
wave_difference_t wave_outputs_compare(const wave_outputs_t *o, size_t clock,
                                       const bundle_layout_t *layout, const uint32_t *rtl,
                                       const uint32_t *golden);

#endif
