// nocstep_factory -- golden models only; see nocstep_factory.h.

#include "sim/nocstep_factory.h"

bank_factory_t nocstep_factory(void) {
  return bank_factory_ref;
}
