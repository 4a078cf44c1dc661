// database -- see database.h.

#include "packets/database.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "packets/schema.h"
#include "packets/sqlite_open.h"

enum { COMMIT_ROWS = 100000 };

struct database {
  sqlite3 *db;
  sqlite3_stmt *packet, *hop, *wait, *meta;
  char *path;
  int owner;  // the file, locked as long as this run writes it; -1: not yet
  uint64_t rows, uncommitted;
  noc_error_t error;  // the first
  bool failed;
};

// The first error is kept; what SQLite says of it is one line.
static bool fail(database_t *d) {
  if (!d->failed) {
    const int code = sqlite3_errcode(d->db) & 0xff;
    const bool unwritable = code == SQLITE_CANTOPEN || code == SQLITE_READONLY ||
                            code == SQLITE_PERM || code == SQLITE_AUTH || code == SQLITE_BUSY ||
                            code == SQLITE_LOCKED;
    (void)noc_fail(&d->error, unwritable ? NOC_BAD_INPUT : NOC_ENVIRONMENT,
                   "%s: cannot be written: %s", d->path, sqlite3_errmsg(d->db));
  }
  d->failed = true;
  return false;
}

static bool run(database_t *d, const char *sql) {
  return sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(d);
}

static bool prepare(database_t *d, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(d->db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
             SQLITE_OK ||
         fail(d);
}

// Writes the row that is bound.
static bool put(database_t *d, sqlite3_stmt *statement) {
  const bool ok = sqlite3_step(statement) == SQLITE_DONE || fail(d);
  (void)sqlite3_reset(statement);
  d->rows++;
  d->uncommitted++;
  if (ok && d->uncommitted >= COMMIT_ROWS) {
    d->uncommitted = 0;
    return run(d, "COMMIT; BEGIN");
  }
  return ok;
}

static void bind(sqlite3_stmt *s, int column, uint64_t value) {
  (void)sqlite3_bind_int64(s, column, (sqlite3_int64)value);
}

// Nothing instead of a value that stands for it.
static void bind_unless(sqlite3_stmt *s, int column, uint64_t value, uint64_t none) {
  (void)(value == none ? sqlite3_bind_null(s, column)
                       : sqlite3_bind_int64(s, column, (sqlite3_int64)value));
}

static void bind_text(sqlite3_stmt *s, int column, const char *text) {
  (void)sqlite3_bind_text(s, column, text, -1, SQLITE_STATIC);
}

static bool put_packet(void *context, const packet_row_t *r) {
  database_t *d = context;
  sqlite3_stmt *s = d->packet;
  if (d->failed) {
    return false;
  }
  bind(s, 1, r->id);
  bind_unless(s, 2, r->copy_of, kNobody);
  bind_unless(s, 3, r->caused_by, kNobody);
  bind(s, 4, r->source);
  bind(s, 5, r->injected_at);
  bind_unless(s, 6, r->destination, UINT32_MAX);
  bind(s, 7, r->message);
  bind_unless(s, 8, r->operation, UINT32_MAX);
  bind(s, 9, r->copies);
  bind(s, 10, r->flits);
  bind(s, 11, r->headers);
  bind(s, 12, r->network);
  bind_text(s, 13, packet_type_name(r->type));
  bind_text(s, 14, r->tail_delivered != kNever ? "delivered" : "under way");
  bind(s, 15, r->created);
  bind_unless(s, 16, r->accepted, kNever);
  bind(s, 17, r->entered);
  bind_unless(s, 18, r->arrived, kNever);
  bind_unless(s, 19, r->head_delivered, kNever);
  bind_unless(s, 20, r->tail_delivered, kNever);
  bind_unless(s, 21, r->last_hop, kNobody);
  return put(d, s);
}

static bool put_hop(void *context, const hop_row_t *r, const wait_row_t *wait, size_t waits) {
  database_t *d = context;
  sqlite3_stmt *s = d->hop;
  if (d->failed) {
    return false;
  }
  bind(s, 1, r->id);
  bind(s, 2, r->packet);
  bind_unless(s, 3, r->before, kNobody);
  bind(s, 4, r->router);
  bind(s, 5, r->in_port);
  bind(s, 6, r->in_vc);
  bind(s, 7, r->out_port);
  bind_unless(s, 8, r->out_vc, UINT8_MAX);
  bind(s, 9, r->flits);
  bind(s, 10, r->arrival);
  bind(s, 11, r->front);
  bind_unless(s, 12, r->granted, kNever);
  bind_unless(s, 13, r->first, kNever);
  bind_unless(s, 14, r->last, kNever);
  bind_unless(s, 15, r->onward, kNever);
  bind_unless(s, 16, r->vc_before, kNobody);
  bind(s, 17, r->wait[HOP_QUEUE]);
  bind(s, 18, r->wait[HOP_ROUTE]);
  bind(s, 19, r->wait[HOP_VC] + r->wait[HOP_TURN] + r->wait[HOP_ROOM]);
  bind(s, 20, r->wait[HOP_SWITCH]);
  bind(s, 21, r->wait[HOP_CREDIT]);
  bind(s, 22, r->wait[HOP_FLIT]);
  bool ok = put(d, s);
  for (size_t i = 0; i < waits && ok; i++) {
    bind(d->wait, 1, r->id);
    bind_text(d->wait, 2, hop_wait_name(wait[i].reason));
    bind_unless(d->wait, 3, wait[i].for_packet, kNobody);
    bind(d->wait, 4, wait[i].from);
    bind(d->wait, 5, wait[i].cycles);
    ok = put(d, d->wait);
  }
  return ok;
}

packet_sink_t database_sink(database_t *d) {
  return (packet_sink_t){.context = d, .packet = put_packet, .hop = put_hop};
}

bool database_tell(database_t *d, const char *key, const char *text, uint64_t number) {
  if (d->failed) {
    return false;
  }
  bind_text(d->meta, 1, key);
  if (text != NULL) {
    bind_text(d->meta, 2, text);
  } else {
    bind_unless(d->meta, 2, number, UINT64_MAX);
  }
  return put(d, d->meta);
}

// --- what the network is -------------------------------------------------------------------------

static bool put_routers(database_t *d, const topology_t *t) {
  sqlite3_stmt *s = NULL;
  char name[64];
  bool ok = prepare(d, "INSERT INTO router VALUES (?, ?)", &s);
  for (uint32_t r = 0; r < t->routers && ok; r++) {
    bind(s, 1, r);
    bind_text(s, 2, topology_router_name(t, r, name, sizeof name));
    ok = put(d, s);
  }
  (void)sqlite3_finalize(s);
  return ok;
}

static bool put_nodes(database_t *d, const topology_t *t) {
  sqlite3_stmt *s = NULL;
  bool ok = prepare(d, "INSERT INTO node VALUES (?, ?, ?, ?, ?)", &s);
  for (uint32_t node = 0; node < t->nodes && ok; node++) {
    topology_place_t in = {0, 0};
    topology_place_t out = {0, 0};
    (void)topology_injection(t, node, &in, 1);
    (void)topology_ejection(t, node, &out, 1);
    bind(s, 1, node);
    bind(s, 2, in.router);
    bind(s, 3, in.port);
    bind(s, 4, out.router);
    bind(s, 5, out.port);
    ok = put(d, s);
  }
  (void)sqlite3_finalize(s);
  return ok;
}

static bool put_links(database_t *d, const topology_t *t) {
  sqlite3_stmt *s = NULL;
  bool ok = prepare(d, "INSERT INTO link VALUES (?, ?, ?, ?, NULL)", &s);
  for (uint32_t r = 0; r < t->routers; r++) {
    for (unsigned port = 0; port < t->ports && ok; port++) {
      const size_t at = (size_t)r * t->ports + port;
      if (t->peer_router[at] >= 0) {
        bind(s, 1, r);
        bind(s, 2, port);
        bind(s, 3, (uint64_t)t->peer_router[at]);
        bind(s, 4, (uint64_t)t->peer_port[at]);
        ok = put(d, s);
      }
    }
  }
  (void)sqlite3_finalize(s);
  return ok && run(d, "INSERT INTO link SELECT out_router, out_port, NULL, NULL, id FROM node");
}

static bool put_about(database_t *d, const database_about_t *a, const network_t *n) {
  const noc_shape_t *s = network_shape(n);
  const topology_t *t = network_topology(n);
  return database_tell(d, "schema", SCHEMA_NAME, 0) && database_tell(d, "version", a->version, 0) &&
         database_tell(d, "scenario", a->scenario, 0) && database_tell(d, "topology", t->name, 0) &&
         database_tell(d, "pipeline", NULL, s->pipeline) &&
         database_tell(d, "route", NULL, s->bypass ? 0 : 1) &&
         database_tell(d, "link_latency", NULL, network_link_latency(n)) &&
         database_tell(d, "vcs", NULL, s->vcs) && database_tell(d, "depth", NULL, s->depth) &&
         database_tell(d, "window_from", NULL, a->from) &&
         database_tell(d, "window_to", NULL, a->to);
}

// --- the file ------------------------------------------------------------------------------------

// Runs that begin with files of one folder do so one after the other, as far as the file system has
// locks and nobody keeps that of the folder for long, as a report does. -1: it has none.
static int lock_folder(const char *path) {
  char *copy = strdup(path);
  const int folder = copy != NULL ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  free(copy);
  const struct timespec pause = {.tv_nsec = 10000000};
  for (unsigned i = 0; folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0 && i < 500; i++) {
    (void)nanosleep(&pause, NULL);
  }
  return folder;
}

static int open_owned(const char *path) {
  return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

static bool is_owned(const char *path) {
  const int file = open_owned(path);
  const bool owned = file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (file >= 0) {
    (void)close(file);
  }
  return owned;
}

static bool is_empty(const char *path) {
  struct stat now;
  return stat(path, &now) != 0 || now.st_size == 0;
}

// True of a file that may be replaced: an event database that nobody writes, or an empty file; one
// that a killed run has just begun is empty as soon as it is rolled back.
static bool may_replace(const char *path, noc_error_t *error) {
  sqlite3 *old = NULL;
  sqlite3_stmt *s = NULL;
  bool ours = false;
  if (is_empty(path)) {
    return true;
  }
  if (is_owned(path)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: " SAY_THERE_IS("an event database that another run writes",
                                        "one that no run writes, or none"),
                    path);
  }
  if (sqlite_open(path, &old, SQLITE_OPEN_READWRITE) == SQLITE_OK &&
      sqlite3_prepare_v2(old, "PRAGMA application_id", -1, &s, NULL) == SQLITE_OK &&
      sqlite3_step(s) == SQLITE_ROW) {
    ours = sqlite3_column_int(s, 0) == SCHEMA_APPLICATION;
  }
  (void)sqlite3_finalize(s);
  (void)sqlite3_close(old);
  return ours || is_empty(path) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%s: " SAY_THERE_IS("another file", "an event database, or none"), path);
}

static bool begin(database_t *d, const database_about_t *about, const network_t *n) {
  char pragmas[256];
  // Safe against the end of this program at any time, not against that of the machine.
  (void)snprintf(pragmas, sizeof pragmas,
                 "PRAGMA application_id = %d; PRAGMA journal_mode = TRUNCATE; "
                 "PRAGMA synchronous = OFF; PRAGMA cache_size = -65536",
                 SCHEMA_APPLICATION);
  return run(d, pragmas) && run(d, "BEGIN") && run(d, kSchemaTables) &&
         prepare(d, "INSERT OR REPLACE INTO meta VALUES (?, ?)", &d->meta) &&
         prepare(d, "INSERT INTO packet VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                 &d->packet) &&
         prepare(d, "INSERT INTO hop VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                 &d->hop) &&
         prepare(d, "INSERT INTO wait VALUES (?,?,?,?,?)", &d->wait) && put_about(d, about, n) &&
         put_routers(d, network_topology(n)) && put_nodes(d, network_topology(n)) &&
         put_links(d, network_topology(n)) && run(d, "COMMIT; BEGIN");
}

// SQLite takes names of so many characters from the root, with that of its journal.
static bool check_name(const char *path, noc_error_t *error) {
  enum { MOST = 504 };
  char folder[PATH_MAX] = "";
  if (path[0] != '/' && getcwd(folder, sizeof folder) == NULL) {
    return true;
  }
  const size_t length = strlen(path) + (path[0] != '/' ? strlen(folder) + 1 : 0);
  return length <= MOST ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%.80s..: " SAY_THERE_IS("a name of %zu characters from the root", "at most %d"),
                  path, length, MOST);
}

static database_t *create(const char *path, const database_about_t *about, const network_t *n,
                          noc_error_t *error) {
  if (!check_name(path, error) || !may_replace(path, error)) {
    return NULL;
  }
  database_t *d = calloc(1, sizeof *d);
  if (d == NULL || (d->path = strdup(path)) == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "out of memory");
    free(d);
    return NULL;
  }
  d->owner = -1;
  if (unlink(path) != 0 && errno != ENOENT) {
    (void)noc_fail(&d->error, NOC_BAD_INPUT, "%s: cannot be written: %s", path, strerror(errno));
    d->failed = true;
  }
  if (d->failed ||
      (sqlite_open(path, &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) != SQLITE_OK &&
       !fail(d)) ||
      !begin(d, about, n)) {
    (void)database_close(d, error);
    return NULL;
  }
  d->owner = open_owned(path);
  if (d->owner >= 0) {
    (void)flock(d->owner, LOCK_EX | LOCK_NB);
  }
  return d;
}

database_t *database_create(const char *path, const database_about_t *about, const network_t *n,
                            noc_error_t *error) {
  const int folder = lock_folder(path);
  database_t *d = create(path, about, n, error);
  if (folder >= 0) {
    (void)close(folder);
  }
  return d;
}

bool database_close(database_t *d, noc_error_t *error) {
  (void)sqlite3_finalize(d->packet);
  (void)sqlite3_finalize(d->hop);
  (void)sqlite3_finalize(d->wait);
  (void)sqlite3_finalize(d->meta);
  if (!d->failed) {
    (void)(run(d, "COMMIT") && run(d, kSchemaIndices) && run(d, "PRAGMA journal_mode = DELETE"));
  }
  (void)sqlite3_close(d->db);
  if (d->owner >= 0) {  // not before: SQLite loses its locks with any descriptor of the file
    (void)close(d->owner);
  }
  const bool ok = !d->failed;
  if (!ok && error->text[0] == '\0') {
    *error = d->error;
  }
  free(d->path);
  free(d);
  return ok;
}

uint64_t database_rows(const database_t *d) {
  return d->rows;
}
