// model_load -- what a foreign_t was made from, for those who print it; foreign_load() is in
// model.h.

#ifndef NOC_MODEL_LOAD_H
#define NOC_MODEL_LOAD_H

#include "foreign/map.h"
#include "foreign/resolve.h"

const map_t *foreign_map(const foreign_t *f);

// The role of each bit of the pins of a module; resolve_owners_free().
bool foreign_owners(const foreign_t *f, const topology_t *t, uint32_t module,
                    resolve_owners_t *owners, noc_error_t *error);

// The model of the first place, if it is kept: its pins are known, although the map may not fit
// them. It stays loaded.
const foreign_api_t *foreign_first(const char *map, const topology_t *t, noc_error_t *error);

#endif
