// bank_foreign -- routers of somebody else in a network of nocstep: a bank without a golden model,
// checked by rules. docs/bring-your-own-router.md says how it runs and what is checked.

#ifndef NOC_BANK_FOREIGN_H
#define NOC_BANK_FOREIGN_H

#include "foreign/model.h"
#include "network/bank.h"
#include "routing/routing.h"

// A bank needs these besides its config; all outlive it.
typedef struct {
  const foreign_t *map;
  routing_t *routing;
} foreign_context_t;

// Whether routers of these VCs and flits can be those of the map; else NOC_BAD_INPUT.
bool bank_foreign_fits(unsigned vcs, unsigned flit_bits, const foreign_t *map, noc_error_t *error);

// Routers alone (COMPONENT_ROUTER). Errors: NOC_BAD_INPUT where topology, shape and map do not fit,
// NOC_ENVIRONMENT for memory.
bank_t *bank_foreign_create(const bank_config_t *config, const foreign_context_t *context,
                            noc_error_t *error);

// The links that such a bank has looked at, and the flits that moved over them.
typedef struct {
  uint32_t rules, links;
  uint64_t flits;
} foreign_checked_t;
foreign_checked_t bank_foreign_checked(const bank_t *b);

#endif
