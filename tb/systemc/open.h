// open -- how the modules open scenarios, and the types of their reports.

#ifndef NOCSTEP_SYSTEMC_OPEN_H
#define NOCSTEP_SYSTEMC_OPEN_H

#include <nocstep.h>

#include <string>
#include <vector>

namespace nocstep {

// The types of reports, for sc_report_handler::set_actions().
extern const char *const failed_check;
extern const char *const bad_scenario;
extern const char *const bad_message;

using opens = nocstep_t *(*)(const char *, const char *const *, size_t, char *);

// SC_ERROR of the type bad_scenario, then std::runtime_error, if the report has not thrown.
nocstep_t *open_with(opens f, const std::string &file, const std::vector<std::string> &sets);

// Whether programs may send: `workload: {traffic: external}`; else what is said against it.
bool takes_messages(nocstep_t *n, std::string *why);

}  // namespace nocstep

#endif
