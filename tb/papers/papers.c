// papers -- the table of papers; see papers.h.

#include "papers/papers.h"

#include <string.h>

#include "base/nearest.h"

static const paper_t *const kPapers[] = {&kRahman2012, &kShalaby2015, &kSivaram1998};

enum { N_PAPERS = sizeof kPapers / sizeof kPapers[0] };

const paper_t *paper_at(size_t i) {
  return i < N_PAPERS ? kPapers[i] : NULL;
}

const paper_t *paper_find(const char *name, noc_error_t *error) {
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; i < N_PAPERS; i++) {
    if (strcmp(kPapers[i]->name, name) == 0) {
      return kPapers[i];
    }
    nearest_offer(&nearest, kPapers[i]->name);
  }
  (void)noc_fail(error, NOC_BAD_INPUT, "paper: " SAY_THERE_IS("no paper '%.60s'%s", "one of %s"),
                 name, nearest_hint(&nearest), nearest.names);
  return NULL;
}
