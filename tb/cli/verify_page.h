// verify_page -- a regression as a page (--html), by tb/page/verify.html. What the files
// verify_page_*.c share.

#ifndef NOCSTEP_VERIFY_PAGE_H
#define NOCSTEP_VERIFY_PAGE_H

#include "cli/verify.h"
#include "cli/verify_before.h"

typedef struct {
  const verify_t *v;
  const verify_before_t *before;
} verify_page_t;

// Writes it; errors are those of the stream. After verify_examples(), whose bundles it names. False
// when memory is short.
bool verify_page(const verify_page_t *p, FILE *out);

enum { VERIFY_PAGE_RUNS = 5000 };  // rows that the page has beside those of failures

static inline bool verify_has_failed(const verify_run_t *run) {
  return run->verdict == VERIFY_FAIL || run->verdict == VERIFY_ERROR;
}

// The parts of the template.
void verify_page_groups(const void *context, FILE *out);
void verify_page_matrix(const void *context, FILE *out);
void verify_page_parameters(const void *context, FILE *out);
void verify_page_runs(const void *context, FILE *out);
void verify_page_coverage(const void *context, FILE *out);
void verify_page_speed(const void *context, FILE *out);
void verify_page_trend(const void *context, FILE *out);

// The files of group number `group`, counted from 0, in --report DIR: which of them there are, and
// the address of their folder as the page sees it. False if there are none.
enum { VERIFY_BUNDLE_FILES = 10, VERIFY_ADDRESS = 8192 };
extern const char *const kVerifyBundle[VERIFY_BUNDLE_FILES];
bool verify_page_bundle(const verify_t *v, size_t group, char address[VERIFY_ADDRESS],
                        bool there[VERIFY_BUNDLE_FILES]);

// A link to a run's row, with its name.
void verify_page_run(const verify_t *v, size_t run, FILE *out);

#endif
