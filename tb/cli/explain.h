// explain -- what one packet did, as data: "nocstep.explain/1".

#ifndef NOCSTEP_EXPLAIN_H
#define NOCSTEP_EXPLAIN_H

#include <jansson.h>

#include "packets/story.h"

// NULL when memory is short.
json_t *explain_json(const story_t *s);

#endif
