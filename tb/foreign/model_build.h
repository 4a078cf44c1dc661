// model_build -- Verilates a foreign module and makes a shared object of it, kept as plug-ins are
// (dut/kept.h) and found by its content: sources, include folders, defines, parameters, flags,
// tools, shim. Models of different parameters are built side by side.
//
// Errors   NOC_ENVIRONMENT: a tool is missing, or the sources do not compile: then with Verilator's
//          first message, with file and line.

#ifndef NOC_MODEL_BUILD_H
#define NOC_MODEL_BUILD_H

#include "foreign/map.h"

// One set of values of the map's parameters.
typedef struct {
  const char **parameter;    // [map's parameters] "X=3"
  const foreign_api_t *api;  // filled in; stays loaded
} model_t;

// Builds what is not kept and loads all.
bool models_load(const map_t *m, model_t *model, size_t count, noc_error_t *error);

// Loads one if it is kept. False without an error if it is not.
bool models_kept(const map_t *m, model_t *model, noc_error_t *error);

#endif
