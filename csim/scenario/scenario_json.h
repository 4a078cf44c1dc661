// scenario_json -- the resolved scenario as a JSON object, with the keys of the YAML file.

#ifndef NOC_SCENARIO_JSON_H
#define NOC_SCENARIO_JSON_H

#include <jansson.h>

#include "setup/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

// A new reference; NULL when memory is short.
json_t *scenario_json(const scenario_t *s);

#ifdef __cplusplus
}
#endif

#endif
