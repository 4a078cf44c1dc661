// schedule_choice -- the schedule that the scheme `scheduled` carries out: read from a file and
// held against the collective, or looked for.

#ifndef NOC_SCHEDULE_CHOICE_H
#define NOC_SCHEDULE_CHOICE_H

#include "collective/collectives.h"

// Fills in the rest of p->scheduled; schedule_choice_free() frees it. NOC_BAD_INPUT for a file
// that is none, or is for another topology, collective or sets, for several ports, or that has
// messages of a step in one place, with its line.
bool schedule_choose(participants_t *p, const char *collective, noc_error_t *error);

#endif
