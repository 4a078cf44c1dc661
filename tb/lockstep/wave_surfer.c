// wave_surfer -- see wave_surfer.h.

#include "lockstep/wave_surfer.h"

const char *surfer_format(const save_signal_t *signal) {
  static const char *const kFormat[] = {
      [SAVE_HEX] = "Hexadecimal", [SAVE_DEC] = "Unsigned", [SAVE_BIN] = "Binary"};
  return signal->bits > 1 && signal->show <= SAVE_BIN ? kFormat[signal->show] : NULL;
}

const char *surfer_color(const save_signal_t *signal) {
  static const char *const kColor[] = {
      [SAVE_PLAIN] = NULL, [SAVE_RTL] = "Orange", [SAVE_REF] = "Violet", [SAVE_LINK] = "Yellow"};
  return kColor[signal->color];
}
