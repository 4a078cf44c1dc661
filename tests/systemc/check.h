// check -- what the programs of tests/systemc share: checks that are counted, scenarios in a folder
// of their own, the result of `nocstep run` to compare with.
//
//   check("a name", condition, "more, shown if it fails");
//   return checked();  // from sc_main

#ifndef NOC_TESTS_SYSTEMC_CHECK_H
#define NOC_TESTS_SYSTEMC_CHECK_H

#include <string>

void check(const std::string &name, bool holds, const std::string &more = "");

// Prints "N passed, N failed"; the status of the program.
int checked();

// The path of a new file with this text, in a folder that is removed at the end.
std::string file_of(const std::string &name, const std::string &text);

// Runs a command of the shell; its status.
int shell(const std::string &command);

// The result of `nocstep run SCENARIO OPTIONS` as nocstep_json() has it; "" if that failed.
std::string result_of_run(const std::string &scenario, const std::string &options = "");

// A copy of the RTL and what plug-ins are made of, for NOCSTEP_HOME, with one bug: the text `good`,
// which stands once in the file, is `bad`.
std::string planted(const std::string &file, const std::string &good, const std::string &bad);

// The text of a file; "" if it cannot be read.
std::string text_of(const std::string &path);

inline bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

// Two JSON texts have the same values.
bool same_json(const std::string &a, const std::string &b);

#endif
