// open -- see open.h.

#include "open.h"

#include <stdexcept>
#include <systemc>

namespace nocstep {

const char *const failed_check = "/nocstep/failed_check";
const char *const bad_scenario = "/nocstep/bad_scenario";
const char *const bad_message = "/nocstep/bad_message";

void stop(const char *type, const std::string &line) {
  SC_REPORT_ERROR(type, line.c_str());
  throw std::runtime_error(line);
}

nocstep_t *open_with(opens f, const std::string &file, const std::vector<std::string> &sets) {
  std::vector<const char *> words;
  words.reserve(sets.size());
  for (const std::string &set : sets) {
    words.push_back(set.c_str());
  }
  char error[NOCSTEP_ERROR];
  nocstep_t *n = f(file.c_str(), words.data(), words.size(), error);
  if (n == nullptr) {
    stop(bad_scenario, error);
  }
  // The network keeps none of the words.
  // cppcheck-suppress returnDanglingLifetime
  return n;
}

// A probe that is always refused: by the workload, unless programs may send.
bool takes_messages(nocstep_t *n, std::string *why) {
  nocstep_message_t probe{};
  probe.source = nocstep_nodes(n);
  (void)nocstep_send(n, &probe);
  *why = nocstep_error(n);
  return why->rfind("workload.", 0) != 0;
}

}  // namespace nocstep
