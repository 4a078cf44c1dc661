// sqlite_open -- opens a database by the name of its file, whatever that is: SQLite takes some
// names for something else, such as ":memory:" and "file:x?mode=memory".

#ifndef NOCSTEP_SQLITE_OPEN_H
#define NOCSTEP_SQLITE_OPEN_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

// The name by which SQLite takes a file; free it. NULL when memory is short.
static inline char *sqlite_name(const char *path) {
  char *name = NULL;
  return asprintf(&name, "%s%s", path[0] == '/' ? "" : "./", path) < 0 ? NULL : name;
}

// As sqlite3_open_v2().
static inline int sqlite_open(const char *path, sqlite3 **db, int flags) {
  char *name = sqlite_name(path);
  *db = NULL;
  const int status = name != NULL ? sqlite3_open_v2(name, db, flags, NULL) : SQLITE_NOMEM;
  free(name);
  return status;
}

#endif
