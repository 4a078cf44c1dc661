// formula -- the formulas of a map of pins: C's operators over 64-bit signed numbers, and the names
// that docs/bring-your-own-router.md lists.
//
// Errors   formula_parse() fails with NOC_BAD_INPUT, "formula: column 5: there is X; ..".
//          A division by zero and shifts out of range give 0: formula_value() always succeeds.

#ifndef NOC_FORMULA_H
#define NOC_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

// The names. Those of a packet are known in heads only.
typedef enum {
  FORMULA_X,
  FORMULA_Y,
  FORMULA_Z,
  FORMULA_ROUTER,
  FORMULA_P,
  FORMULA_NODE,
  FORMULA_SIZE_X,
  FORMULA_SIZE_Y,
  FORMULA_SIZE_Z,
  FORMULA_ROUTERS,
  FORMULA_NODES,
  FORMULA_VCS,
  FORMULA_PORTS,
  FORMULA_OF_PACKET,  // those from here on
  FORMULA_DX = FORMULA_OF_PACKET,
  FORMULA_DY,
  FORMULA_DZ,
  FORMULA_DROUTER,
  FORMULA_DNODE,
  FORMULA_DLOCAL,
  FORMULA_SX,
  FORMULA_SY,
  FORMULA_SZ,
  FORMULA_SROUTER,
  FORMULA_SNODE,
  FORMULA_FLITS,
  FORMULA_DATA,
  FORMULA_VC,
  FORMULA_NETWORK,
  FORMULA_OUT,
  FORMULA_HOPS,
  FORMULA_NAMES
} formula_name_t;

typedef struct {
  int64_t of[FORMULA_NAMES];
  // route(i); NULL: 0.
  int64_t (*route)(void *context, int64_t i);
  void *context;
} formula_values_t;

typedef struct formula formula_t;

// `packet`: names of packets are known.
formula_t *formula_parse(const char *text, bool packet, noc_error_t *error);
int64_t formula_value(const formula_t *f, const formula_values_t *values);
// Whether the value depends on a name, or, with FORMULA_NAMES, on route().
bool formula_has(const formula_t *f, formula_name_t name);
void formula_free(formula_t *f);

#endif
