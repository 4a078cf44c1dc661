// schedule_classes -- VC classes for the paths of a schedule whose steps may overlap, so that
// packets cannot wait for each other in a circle: a packet begins in class 0, and goes on in the
// next one where staying would close a cycle among the channel dependencies of its class. Classes
// only rise along a path, so that no cycle goes through two of them.

#ifndef NOC_SCHEDULE_CLASSES_H
#define NOC_SCHEDULE_CLASSES_H

#include "collective/collectives.h"

// Sets the classes of p->scheduled.hop. NOC_BAD_INPUT if there are not enough.
bool schedule_classes(participants_t *p, noc_error_t *error);

#endif
