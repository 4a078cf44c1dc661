// inputs -- the inputs of one router or interface, clock by clock from its creation on: what it
// takes to see a failure again on that component alone. docs/debugging.md has the format.
//
// A stimulus is a text. Words are the IN words of the bundle (shape/bundle.h) of its shape.
//
//   inputs_t s;
//   if (!inputs_read(&s, "failure/stimulus", &error)) return cli_report(&error);
//   for (size_t i = 0; i < s.clocks; i++) .. s.clock[i], inputs_words(&s, i) ..
//   inputs_free(&s);

#ifndef NOC_INPUTS_H
#define NOC_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "network/bank.h"

enum { INPUTS_VERSION = 1, INPUTS_PLACE = 64, INPUTS_BYTES = 1 << 30 };

typedef struct {
  uint64_t cycle;  // of the run; several have 0 while tables are loaded
  bool reset;      // a clock with reset high
} inputs_clock_t;

typedef struct {
  component_t component;
  char place[INPUTS_PLACE];  // "router 1,1", "node 3"
  bool compares;             // RTL and golden model; else only assertions of the RTL count
  uint32_t seed;             // random initial values of the RTL's registers
  noc_shape_t shape;         // as in the network; the layout is of plugin_shape() of it
  bundle_layout_t layout;
  inputs_clock_t *clock;  // [clocks]
  uint32_t *word;         // [clocks * layout.in_words]
  size_t clocks, room;
} inputs_t;

// "router" or "network_interface", for plug-in and golden model.
const char *inputs_unit(component_t component);

// Begins an empty one; the other members are the caller's to set.
void inputs_begin(inputs_t *s, component_t component, const noc_shape_t *shape);
void inputs_free(inputs_t *s);
// The words take INPUTS_BYTES: there is no more room.
bool inputs_full(const inputs_t *s);
// Appends a clock with these IN words. False if it is full or memory is short.
bool inputs_add(inputs_t *s, inputs_clock_t clock, const uint32_t *words);
static inline const uint32_t *inputs_words(const inputs_t *s, size_t clock) {
  return s->word + clock * s->layout.in_words;
}

// Sets the parameter of the RTL of this name, "MsgW", of `length` letters; false: there is none.
bool inputs_set_parameter(noc_shape_t *shape, const char *name, size_t length, unsigned value);

// The input by which tables are loaded, before the first cycle; NULL: the component has none.
const char *inputs_tables(const inputs_t *s);

// Its lines "list" and "parameters", with this letter between them: what the words are of.
void inputs_write_shape(const inputs_t *s, char between, FILE *out);
// Errors of the stream are the caller's to look for.
void inputs_write(const inputs_t *s, FILE *out);
// False with one line, NOC_BAD_INPUT for what is damaged or of another nocstep; freed then.
bool inputs_read(inputs_t *s, const char *path, noc_error_t *error);

#endif
