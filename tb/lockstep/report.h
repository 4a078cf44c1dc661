// report -- a mismatch as text, for people.

#ifndef NOC_REPORT_H
#define NOC_REPORT_H

#include <stdio.h>

#include "lockstep/culprit.h"
#include "network/network.h"

// Prints the mismatch that network_step() found: cycle, component, register and element; the unit
// to blame and why (`culprit`, if it is found; NULL: nobody has looked; else the unit that the
// register belongs to); both values, decoded; the other fields of that component that differ; its
// last events; and `repro_line`, a command that shows it again (NULL: none). Nothing if there is no
// mismatch.
void mismatch_report(FILE *out, network_t *n, const culprit_t *culprit, const char *repro_line);

// "in cycle 12 its inputs agree, in_won differs: element 2 of 5, RTL 1, golden 0".
enum { EVIDENCE_TEXT = 1024 };
void mismatch_evidence(network_t *n, const culprit_t *culprit, char out[EVIDENCE_TEXT]);

#endif
