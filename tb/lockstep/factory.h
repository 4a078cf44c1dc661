// factory -- the banks that need the co-simulation;
// the program hands bank_factory() to the network.
//
//   rtl         Verilated RTL drives the network
//   lockstep    golden models drive the network, RTL gets the same inputs, and all WIRE, OUT and
//               REG fields of every member are compared after every clock edge. step() returns
//               false after the first cycle that differs.
//   tops        as lockstep, with the tops that a design takes (rtl/top/noc_router.sv and
//               noc_interface.sv), which are compared by their OUT fields: they show no others,
//               payloads while they are valid, since these are not reset
//   gates       the same with the netlists that Yosys makes of these
//
// Both fail when an assertion in the RTL fires: the mismatch then has the field "assertion".
// A router's bank works with the shape that plugin_shape() makes of the config's.

#ifndef NOC_FACTORY_H
#define NOC_FACTORY_H

#include "base/crew.h"
#include "lockstep/coverage.h"
#include "lockstep/duts.h"
#include "lockstep/events.h"
#include "network/bank.h"

// A bank_factory_t for all of these and "ref"; context is the crew_t that steps the RTL, which
// outlives the banks, or NULL. The results do not depend on it. Errors: NOC_BAD_INPUT for another
// kind, NOC_ENVIRONMENT for memory and plug-ins.
bank_t *bank_factory(const char *kind, const bank_config_t *config, void *context,
                     noc_error_t *error);

bank_t *bank_rtl_create(const bank_config_t *config, crew_t *crew, noc_error_t *error);
// unit: the plug-in of a top; NULL: the component itself.
bank_t *bank_lockstep_create(const bank_config_t *config, const char *unit, crew_t *crew,
                             noc_error_t *error);

// The assertion of the RTL that failed at a member of an rtl or lockstep bank, or NULL.
const char *bank_assertion(const bank_t *b, uint32_t member);

// Mutation builds: picks the mutant of all members of a lockstep bank, before it is reset. False if
// the RTL has no input `mutsel`.
bool bank_lockstep_mutant(const bank_t *b, uint32_t mutant);

// The last events of a lockstep bank's members; NULL for other banks.
const events_t *bank_events(const bank_t *b);
// The events that a lockstep bank has exercised; NULL for other banks.
const coverage_t *bank_coverage(const bank_t *b);

// Adds the places of the RTL that a bank has reached, if its plug-ins count them (dut/plugin.h,
// plugin_cover()). False with the error.
bool bank_points(const bank_t *b, points_t *sum, noc_error_t *error);

// The same, for one kind of bank; NULL for others.
const char *bank_rtl_assertion(const bank_t *b, uint32_t member);
const char *bank_lockstep_assertion(const bank_t *b, uint32_t member);
const duts_t *bank_rtl_duts(const bank_t *b);
const duts_t *bank_lockstep_duts(const bank_t *b);

// For the two banks: fills in the common head, with the shape that is normalised for the unit, NULL
// for the component itself, in *shape.
void bank_head(bank_t *b, const bank_config_t *config, const char *unit, noc_shape_t *shape);
// The field of a mismatch that is an assertion.
const bundle_field_t *bank_assertion_field(void);
// Sets the bank's mismatch to the failed assertion.
void bank_fail_assertion(bank_t *b, uint64_t cycle, uint32_t member);

#endif
