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

// Two JSON texts have the same values.
bool same_json(const std::string &a, const std::string &b);

#endif
