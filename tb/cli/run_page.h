// run_page -- a run as a page (--html), by tb/page/run.html. What the files run_page_*.c share.

#ifndef NOCSTEP_RUN_PAGE_H
#define NOCSTEP_RUN_PAGE_H

#include <jansson.h>

#include "cli/run.h"
#include "network/wait_graph.h"
#include "packets/story.h"

enum { RUN_PAGE_STORIES = 8, RUN_PAGE_BUSIEST = 20, RUN_PAGE_BINS = 60 };

// Latencies from `from` on, `width` to a bin.
typedef struct {
  uint64_t from, width;
  uint64_t count[RUN_PAGE_BINS + 1];
  size_t bins;
} run_bins_t;

// All that the page shows, collected when the run is over.
typedef struct {
  run_t *r;
  workload_result_t result;
  run_bins_t bins;
  story_t story[RUN_PAGE_STORIES];  // the packets that took longest, with --events
  size_t stories;
  wait_graph_t waiting;  // of a run that stands still
  bool stands;
  char *text;      // of a failure, or NULL
  char *scenario;  // of the run, as YAML
  char *summary;   // of the run
  char *data;      // JSON
} run_page_t;

// Writes the page; its errors are those of the stream. `failure` writes the text of a failure.
// False with the error: memory is short, or the file of --events cannot be read.
bool run_page(run_t *r, void (*failure)(run_t *, FILE *), FILE *out, noc_error_t *error);

// Parts of the template.
void run_page_links(const void *context, FILE *out);
void run_page_latency(const void *context, FILE *out);
void run_page_journeys(const void *context, FILE *out);
void run_page_waiting(const void *context, FILE *out);

// Parts of the data, NULL when memory is short: "map" (null: too large), "windows", "waiting".
json_t *run_page_map(const run_t *r);
json_t *run_page_windows(const run_t *r);
json_t *run_page_bins(const run_page_t *p);
json_t *run_page_waits(const run_page_t *p);

void run_page_fill_bins(run_page_t *p);
// The packets that took longest, from the database of --events, which is closed.
bool run_page_read_stories(run_page_t *p, noc_error_t *error);

#endif
