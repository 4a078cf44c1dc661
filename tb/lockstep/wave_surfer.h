// wave_surfer -- what Surfer calls formats and colours, for its commands (wave_sucl.c) and its
// state (wave_ron.c).

#ifndef NOC_WAVE_SURFER_H
#define NOC_WAVE_SURFER_H

#include "lockstep/wave_save.h"

enum { SURFER_SPAN = 110 };  // time that is shown

// NULL: as Surfer shows it by itself.
const char *surfer_format(const save_signal_t *signal);
const char *surfer_color(const save_signal_t *signal);

#endif
