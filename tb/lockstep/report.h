// report -- a mismatch as text, for people.

#ifndef NOC_REPORT_H
#define NOC_REPORT_H

#include <stdio.h>

#include "network/network.h"

// Prints the mismatch that network_step() found: cycle, component, register and element, both
// values, decoded; the other fields of that component that differ; its last events; and
// `repro_line`, a command that shows it again (NULL: none). Nothing if there is no mismatch.
void mismatch_report(FILE *out, network_t *n, const char *repro_line);

#endif
