// scenario_load -- reads, locates and writes scenarios: the YAML file and `--set` of the contract's
// section 8.
//
// Every key has a default or is required; every value is checked as it is read, with file, line
// and column in the error. Checks that need more than one key (a packet longer than a cut-through
// buffer, VCs not divisible by networks) name the key that came last.

#ifndef NOC_SCENARIO_LOAD_H
#define NOC_SCENARIO_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "setup/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

// Reads FILE ("-" is standard input), then applies `sets` in order, each "router.vcs=2". On error
// returns NULL with *error filled; nothing is printed. The caller frees with scenario_free().
scenario_t *scenario_load(const char *file, const char *const *sets, size_t n_sets,
                          noc_error_t *error);

// An error from behind the parser gets the place of its key in front, where the key was written:
// the line is "KEY: found ..", with the name of the file before it or without.
void scenario_locate(const scenario_t *s, noc_error_t *error);

// `to` was read from what scenario_write_yaml() has made of `from`: its keys stand where those of
// `from` do, but for what its own sets gave. False: out of memory.
bool scenario_take_places(scenario_t *to, const scenario_t *from, noc_error_t *error);
// The same for an error of reading it: "FILE:LINE:COLUMN: KEY: found ..".
void scenario_locate_again(const scenario_t *from, noc_error_t *error);

// The same as scenario_load() from memory; `name` stands for the file in messages, and file names
// in the text are seen from its folder.
scenario_t *scenario_parse(const char *text, size_t length, const char *name,
                           const char *const *sets, size_t n_sets, noc_error_t *error);
void scenario_free(scenario_t *s);

// Writes the resolved scenario, every key spelled out; reading it gives the same scenario again.
// False when writing fails. As JSON: scenario_json.h.
bool scenario_write_yaml(const scenario_t *s, FILE *out);
// The same with absolute names of the files that are there: for a scenario in another folder.
bool scenario_write_absolute(const scenario_t *s, FILE *out);

// The files that the scenario names, one a call: begin with *at = 0. False when there is no more.
// `key` ("workload.plan") is written into the buffer.
enum { SCENARIO_KEY = 64 };
const scenario_file_t *scenario_next_file(const scenario_t *s, size_t *at, char key[SCENARIO_KEY]);

// The i-th word of a key, such as ("workload", "traffic"), without a name behind the last; for
// `nocstep list`.
scenario_word_t scenario_word(const char *section, const char *key, size_t i);

#ifdef __cplusplus
}
#endif

#endif
