// carrier -- the table of carriers; see carrier.h.

#include "workload/carrier.h"

const carrier_code_t *const kCarriers[CARRIERS] = {
#define CARRIER(id, name) &carrier_##name,
#include "workload/carriers.def"
#undef CARRIER
};
