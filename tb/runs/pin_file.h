// pin_file -- the file of `nocstep replay --from WAVES --pins FILE`: which router or interface the
// waves are of, and which of their signals are its pins. docs/debugging.md has the keys.
//
//   pin_file_t f;
//   bool ok = pin_file_read(&f, path, &inputs, &error) &&
//             wave_pins_read(waves, &f.pins, &inputs, &outputs, &error);
//   pin_file_free(&f);

#ifndef NOCSTEP_PIN_FILE_H
#define NOCSTEP_PIN_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/yaml_file.h"
#include "lockstep/inputs.h"
#include "lockstep/wave_pins.h"

typedef struct {
  wave_pins_t pins;
  // The pins are made of these.
  yaml_file_t yaml;
  bool open;
  struct pin_text *texts;
} pin_file_t;

// Begins *s with the component that the file names, and the shape it has in the file's scenario.
// False with one line, NOC_BAD_INPUT for what is wrong in the file. pin_file_free() in any case;
// *s is the caller's to free.
bool pin_file_read(pin_file_t *f, const char *path, inputs_t *s, noc_error_t *error);
void pin_file_free(pin_file_t *f);

#endif
