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

// SC_ERROR of a type, then std::runtime_error, if the report has not thrown.
[[noreturn]] void stop(const char *type, const std::string &line);

using opens = nocstep_t *(*)(const char *, const char *const *, size_t, char *);

// Refuses (bad_scenario) what cannot be opened.
nocstep_t *open_with(opens f, const std::string &file, const std::vector<std::string> &sets);

// Whether programs may send: `workload: {traffic: external}`; else what is said against it.
bool takes_messages(nocstep_t *n, std::string *why);

}  // namespace nocstep

#endif
