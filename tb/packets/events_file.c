// events_file -- see events_file.h.

#include "packets/events_file.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "packets/schema.h"
#include "packets/sqlite_open.h"

struct events_file {
  sqlite3 *db;
  sqlite3_stmt *statement;
  char *path;
  char *attached, *name;  // another file, and what it is called; NULL: there is none
  noc_error_t error;
};

// Finds which of two files that are read together is damaged: SQLite does not say.
static const char *find_damaged(events_file_t *f) {
  char sql[64];
  sqlite3_stmt *s = NULL;
  if (f->attached == NULL) {
    return f->path;
  }
  (void)snprintf(sql, sizeof sql, "PRAGMA %.20s.quick_check(1)", f->name);
  const bool whole = sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) == SQLITE_OK &&
                     sqlite3_step(s) == SQLITE_ROW &&
                     strcmp((const char *)sqlite3_column_text(s, 0), "ok") == 0;
  (void)sqlite3_finalize(s);
  return whole ? f->path : f->attached;
}

static bool fail(events_file_t *f) {
  if (f->error.text[0] == '\0') {
    const int code = sqlite3_errcode(f->db) & 0xff;
    char why[256];
    (void)snprintf(why, sizeof why, "%s", sqlite3_errmsg(f->db));
    const bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    (void)noc_fail(&f->error, code == SQLITE_NOMEM ? NOC_ENVIRONMENT : NOC_BAD_INPUT,
                   "%s: cannot be read as an event database: %s",
                   damaged ? find_damaged(f) : f->path, why);
  }
  return false;
}

bool events_ask(events_file_t *f, const char *sql, size_t count, const uint64_t *given) {
  (void)sqlite3_finalize(f->statement);
  f->statement = NULL;
  if (f->error.text[0] != '\0') {
    return false;
  }
  if (sqlite3_prepare_v2(f->db, sql, -1, &f->statement, NULL) != SQLITE_OK) {
    return fail(f);
  }
  for (size_t i = 0; i < count; i++) {
    (void)sqlite3_bind_int64(f->statement, (int)i + 1, (sqlite3_int64)given[i]);
  }
  return true;
}

bool events_row(events_file_t *f) {
  const int code = f->statement != NULL ? sqlite3_step(f->statement) : SQLITE_DONE;
  return code == SQLITE_ROW || (code != SQLITE_DONE && fail(f));
}

bool events_failed(const events_file_t *f) {
  return f->error.text[0] != '\0';
}

bool events_attach(events_file_t *f, const char *path, const char *name) {
  sqlite3_stmt *s = NULL;
  char *uri = sqlite_name(path);
  if (uri == NULL) {
    return memory_fail(&f->error, "the name of a file");
  }
  if (sqlite3_prepare_v2(f->db, "ATTACH ? AS ?", -1, &s, NULL) != SQLITE_OK) {
    free(uri);
    return fail(f);
  }
  (void)sqlite3_bind_text(s, 1, uri, -1, free);
  (void)sqlite3_bind_text(s, 2, name, -1, SQLITE_STATIC);
  const int code = sqlite3_step(s);
  (void)sqlite3_finalize(s);
  if (code != SQLITE_DONE) {
    return fail(f);
  }
  f->attached = strdup(path);
  f->name = strdup(name);
  if (f->attached == NULL || f->name == NULL) {
    return noc_fail(&f->error, NOC_ENVIRONMENT, "out of memory");
  }
  return true;
}

uint64_t events_number(events_file_t *f, int column) {
  return sqlite3_column_type(f->statement, column) == SQLITE_NULL
             ? UINT64_MAX
             : (uint64_t)sqlite3_column_int64(f->statement, column);
}

const char *events_text(events_file_t *f, int column) {
  const unsigned char *text = sqlite3_column_text(f->statement, column);
  return text != NULL ? (const char *)text : "";
}

double events_real(events_file_t *f, int column) {
  return sqlite3_column_double(f->statement, column);
}

uint64_t events_one(events_file_t *f, const char *sql) {
  return events_ask(f, sql, 0, NULL) && events_row(f) ? events_number(f, 0) : UINT64_MAX;
}

// A run that was killed leaves a transaction to be rolled back, which takes the right to write.
static bool open_file(events_file_t *f) {
  if (sqlite_open(f->path, &f->db, SQLITE_OPEN_READWRITE) == SQLITE_OK) {
    return true;
  }
  (void)sqlite3_close(f->db);
  return sqlite_open(f->path, &f->db, SQLITE_OPEN_READONLY) == SQLITE_OK || fail(f);
}

static bool check(events_file_t *f) {
  const uint64_t application = events_one(f, "PRAGMA application_id");
  if (f->error.text[0] == '\0' && application != SCHEMA_APPLICATION) {
    return noc_fail(&f->error, NOC_BAD_INPUT,
                    "%s: " SAY_THERE_IS("another file", "an event database (nocstep run --events)"),
                    f->path);
  }
  if (!events_ask(f, "SELECT value FROM meta WHERE key = 'schema'", 0, NULL)) {
    return false;
  }
  const char *schema = events_row(f) ? events_text(f, 0) : "none";
  return f->error.text[0] == '\0' &&
         (strcmp(schema, SCHEMA_NAME) == 0 ||
          noc_fail(&f->error, NOC_BAD_INPUT, "%s: schema" SAY_IS("%.60s", SCHEMA_NAME), f->path,
                   schema));
}

events_file_t *events_open(const char *path, noc_error_t *error) {
  struct stat now;
  if (stat(path, &now) != 0) {
    (void)noc_fail_file(error, path, "read");
    return NULL;
  }
  events_file_t *f = calloc(1, sizeof *f);
  if (f == NULL || (f->path = strdup(path)) == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "out of memory");
    free(f);
    return NULL;
  }
  if (!open_file(f) || !check(f)) {
    (void)events_close(f, error);
    return NULL;
  }
  return f;
}

bool events_close(events_file_t *f, noc_error_t *error) {
  if (f == NULL) {
    return true;
  }
  const bool ok = f->error.text[0] == '\0';
  if (!ok && error->text[0] == '\0') {
    *error = f->error;
  }
  (void)sqlite3_finalize(f->statement);
  (void)sqlite3_close(f->db);
  free(f->path);
  free(f->attached);
  free(f->name);
  free(f);
  return ok;
}
