// nocstep_factory -- the banks that the library can build. csim/ alone has golden models; linked
// with tb/, whose file of this name comes first, it has RTL and lockstep as well.

#ifndef NOC_NOCSTEP_FACTORY_H
#define NOC_NOCSTEP_FACTORY_H

#include "network/bank.h"

#ifdef __cplusplus
extern "C" {
#endif

// May be called by several threads at a time, as may what it returns.
bank_factory_t nocstep_factory(void);

#ifdef __cplusplus
}
#endif

#endif
