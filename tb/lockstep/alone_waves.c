// alone_waves -- a stimulus with waves of the one component; see alone.h.

#include <stdlib.h>
#include <string.h>

#include "lockstep/alone.h"
#include "lockstep/wave.h"

// Cycle 0 of the run: the last clock of that number behind the last reset, those before it load
// tables.
static size_t first_cycle(const inputs_t *s) {
  size_t first = s->clocks;
  for (size_t i = 0; i < s->clocks; i++) {
    if (s->clock[i].reset) {
      first = i + 1;
    } else if (s->clock[i].cycle == 0) {
      first = i;
    }
  }
  return first;
}

// "router_1,1" of "router 1,1", "ni_3" of "node 3": the scope in waves of the network.
static void name_scope(const inputs_t *s, char out[INPUTS_PLACE + 8]) {
  const char *space = strchr(s->place, ' ');
  (void)snprintf(out, INPUTS_PLACE + 8, "%s_%s", s->component == COMPONENT_ROUTER ? "router" : "ni",
                 space != NULL ? space + 1 : s->place);
}

bool alone_waves(alone_t *r, const inputs_t *s, uint64_t until, const char *path,
                 bank_mismatch_t *m, size_t *clocks, bool *same, noc_error_t *error) {
  const size_t first = first_cycle(s);
  char name[INPUTS_PLACE + 8];
  name_scope(s, name);
  wave_t *wave = wave_open_alone(path, alone_bank(r), name, alone_inputs(r), 0, UINT64_MAX, error);
  if (wave == NULL) {
    return false;
  }
  *same = true;
  *clocks = 0;
  for (size_t i = 0; *same && i < s->clocks && (s->clock[i].reset || s->clock[i].cycle < until);
       i++) {
    if (i == first) {
      wave_alone_begin(wave);
    }
    *same = alone_clock(r, s->clock[i], inputs_words(s, i), m);
    ++*clocks;
    // A difference in registers as reset left them is seen before the cycle.
    if (i >= first && (*same || !m->after_reset)) {
      wave_alone_cycle(wave, s->clock[i].cycle);
    }
  }
  return wave_close(wave, error);
}
