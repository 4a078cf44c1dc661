// wave_pins -- the inputs of a router or an interface from waves of anybody, as a stimulus, and the
// outputs that the waves have: a map says which signals are its pins, its clock and its reset.
// docs/debugging.md has the file of such a map, and tb/runs/pin_file.h reads it.

#ifndef NOC_WAVE_PINS_H
#define NOC_WAVE_PINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "lockstep/inputs.h"
#include "lockstep/wave_outputs.h"

enum { WAVE_PLACE = 320 };

// A signal with its scopes, some bits of one, or a number.
typedef struct {
  const char *text;    // as the map has it: "tb.dut.link_i[70:7]"; NULL: a number, or nothing
  const char *signal;  // "tb.dut.link_i", unless a signal is called as the text is
  bool some;           // bits high to low of the signal, else all
  uint32_t high, low;
  uint64_t number;
  char place[WAVE_PLACE];  // where the map says so: "pins.yaml:7:12"
} wave_part_t;

typedef struct {
  const bundle_field_t *field;  // an IN or OUT field of the inputs' layout
  wave_part_t *part;            // the first has the lowest bits, those of element 0
  size_t parts;                 // a lone number is all of the pin, others are an element each
} wave_source_t;

typedef struct {
  wave_part_t clock;  // a cycle begins with each rising edge
  wave_part_t reset;  // without a text the waves begin right behind a reset
  bool reset_low;     // a reset is a 0
  bool behind;        // an edge takes the values behind it, else those before it
  wave_source_t *input, *output;
  size_t inputs, outputs;  // all inputs, and the outputs that are compared
} wave_pins_t;

// Fills the clocks of *s, which has been begun for its component and shape: the first is the first
// edge with reset. What is not known counts as 0. With outputs in the map *o has these. False with
// one line: NOC_BAD_INPUT for a file that is no whole FST, signals that are not there or have
// another width, waves without a reset.
bool wave_pins_read(const char *path, const wave_pins_t *pins, inputs_t *s, wave_outputs_t *o,
                    noc_error_t *error);

#endif
