// database -- the rows of the watch in a SQLite file (docs/events.md). Rows are committed by the
// hundred thousand, so that a run that is killed leaves those; what the last transaction had is
// rolled back by whoever opens the file next.

#ifndef NOCSTEP_DATABASE_H
#define NOCSTEP_DATABASE_H

#include "base/error.h"
#include "network/network.h"
#include "packets/packets.h"

typedef struct database database_t;

// The file says this of the run before it.
typedef struct {
  const char *scenario;  // its YAML
  const char *version;   // of nocstep
  uint64_t from, to;     // the window
} database_about_t;

// Makes the file, in the place of an event database of an earlier run; any other file that is there
// is refused, and one that another run is writing. NOC_BAD_INPUT or NOC_ENVIRONMENT.
database_t *database_create(const char *path, const database_about_t *about, const network_t *n,
                            noc_error_t *error);
packet_sink_t database_sink(database_t *d);
// A number or a text about the run, for the table meta.
bool database_tell(database_t *d, const char *key, const char *text, uint64_t number);
// Commits what is left, makes indices, and closes the file; frees it either way. False with the
// first error there was.
bool database_close(database_t *d, noc_error_t *error);
uint64_t database_rows(const database_t *d);

#endif
