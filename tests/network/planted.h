// planted -- RTL with a bug: a copy of rtl/ in which a line is changed, from which the routers of a
// network are built. The interfaces are golden.

#ifndef NOC_TEST_PLANTED_H
#define NOC_TEST_PLANTED_H

#include "network/bank.h"

// For a group of tests; the sources are found in the copy between the two.
int planted_setup(void **state);
int planted_teardown(void **state);

// In this file of rtl/ the first `from` becomes `to`, in the others nothing; stops the test if
// there is none.
void planted_change(const char *file, const char *from, const char *to);

// A bank_factory_t for run.router=rtl.
bank_t *planted_factory(const char *kind, const bank_config_t *config, void *context,
                        noc_error_t *error);

#endif
