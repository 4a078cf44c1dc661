// Transactions in FTR are what the event database of the same run has. A reader that knows the
// format alone makes tables of the file; SQL then holds them against the database, both
// ways: packets, messages, hops, their parts, and who is related to whom.

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "packets/database.h"
#include "packets/ftr.h"
#include "packets/watch.h"

// --- the reader ----------------------------------------------------------------------------------

typedef struct {
  sqlite3 *db;
  sqlite3_stmt *transaction, *attribute, *relation;
  uint64_t texts, streams;
} reader_t;

// Items of CBOR (RFC 8949), by their major types.
enum { UNSIGNED = 0, NEGATIVE = 1, BYTES = 2, STRING = 3, ARRAY = 4, MAP = 5, TAG = 6 };
static const uint64_t kOpen = UINT64_MAX;  // an array that ends with a break

typedef struct {
  const unsigned char *at, *end;
} cursor_t;

// The head of an item of this type.
static uint64_t take(cursor_t *c, unsigned type) {
  assert_true(c->at < c->end);
  const unsigned short_value = *c->at & 31u;
  assert_int_equal(*c->at >> 5, type);
  c->at++;
  if (short_value < 24 || short_value == 31) {
    assert_true(short_value < 24 || type == ARRAY);
    return short_value < 24 ? short_value : kOpen;
  }
  assert_true(short_value < 28 && c->end - c->at >= 1 << (short_value - 24));
  uint64_t value = 0;
  for (unsigned i = 0; i < 1u << (short_value - 24); i++) {
    value = value << 8 | *c->at++;
  }
  return value;
}

static uint64_t number(cursor_t *c) {
  return take(c, UNSIGNED);
}

static bool ends(cursor_t *c) {
  assert_true(c->at < c->end);
  const bool end = *c->at == 0xff;
  c->at += end;
  return end;
}

// The content of a byte string or text.
static cursor_t content(cursor_t *c, unsigned type) {
  const uint64_t size = take(c, type);
  assert_true(size <= (uint64_t)(c->end - c->at));
  const cursor_t inside = {c->at, c->at + size};
  c->at += size;
  return inside;
}

static void sql(reader_t *r, const char *text) {
  char *why = NULL;
  if (sqlite3_exec(r->db, text, NULL, NULL, &why) != SQLITE_OK) {
    fail_msg("%s: %s", text, why);
  }
}

static sqlite3_stmt *prepared(reader_t *r, const char *text) {
  sqlite3_stmt *s = NULL;
  if (sqlite3_prepare_v2(r->db, text, -1, &s, NULL) != SQLITE_OK) {
    fail_msg("%s: %s", text, sqlite3_errmsg(r->db));
  }
  return s;
}

static uint64_t one(reader_t *r, const char *text, uint64_t given) {
  sqlite3_stmt *s = prepared(r, text);
  (void)sqlite3_bind_int64(s, 1, (sqlite3_int64)given);
  assert_int_equal(sqlite3_step(s), SQLITE_ROW);
  const uint64_t value = (uint64_t)sqlite3_column_int64(s, 0);
  (void)sqlite3_finalize(s);
  return value;
}

static void put(sqlite3_stmt *s, const uint64_t *value, int count) {
  for (int i = 0; i < count; i++) {
    (void)sqlite3_bind_int64(s, i + 1, (sqlite3_int64)value[i]);
  }
  if (sqlite3_step(s) != SQLITE_DONE) {
    fail_msg("%s", sqlite3_errmsg(sqlite3_db_handle(s)));
  }
  (void)sqlite3_reset(s);
}

static void read_texts(reader_t *r, cursor_t *c) {
  sqlite3_stmt *s = prepared(r, "INSERT INTO text VALUES (?, ?)");
  for (uint64_t left = take(c, MAP); left > 0; left--) {
    const uint64_t id = number(c);
    const cursor_t text = content(c, STRING);
    (void)sqlite3_bind_text(s, 2, (const char *)text.at, (int)(text.end - text.at), SQLITE_STATIC);
    put(s, &id, 1);
    r->texts++;
  }
  (void)sqlite3_finalize(s);
}

// The text has been written before who uses it.
static uint64_t text(const reader_t *r, cursor_t *c) {
  const uint64_t id = number(c);
  assert_true(id < r->texts);
  return id;
}

static void read_streams(reader_t *r, cursor_t *c) {
  sqlite3_stmt *stream = prepared(r, "INSERT INTO stream VALUES (?, ?, ?)");
  sqlite3_stmt *generator = prepared(r, "INSERT INTO generator VALUES (?, ?, ?)");
  assert_true(take(c, ARRAY) == kOpen);
  while (!ends(c)) {
    const uint64_t tag = take(c, TAG);
    assert_true(tag == 16 || tag == 17);
    assert_int_equal(take(c, ARRAY), 3);
    uint64_t value[3] = {number(c)};
    value[1] = text(r, c);
    value[2] = tag == 16 ? text(r, c) : number(c);
    put(tag == 16 ? stream : generator, value, 3);
    r->streams++;
  }
  (void)sqlite3_finalize(stream);
  (void)sqlite3_finalize(generator);
}

static void read_attribute(reader_t *r, uint64_t id, cursor_t *c) {
  assert_int_equal(take(c, TAG), 7);
  assert_int_equal(take(c, ARRAY), 3);
  uint64_t value[4] = {id, text(r, c)};
  value[2] = number(c);
  assert_true(value[2] == 3 || value[2] == 10);
  value[3] = value[2] == 10 ? text(r, c) : number(c);
  put(r->attribute, value, 4);
}

// A block says of which stream it is, and from when to when.
static void read_block(reader_t *r, const uint64_t head[3], cursor_t *c) {
  uint64_t first = UINT64_MAX;
  uint64_t last = 0;
  assert_true(r->streams > 0 && take(c, ARRAY) == kOpen);
  while (!ends(c)) {
    uint64_t value[5];
    const uint64_t items = take(c, ARRAY);
    assert_int_equal(take(c, TAG), 6);
    assert_int_equal(take(c, ARRAY), 4);
    value[0] = number(c);
    value[1] = number(c);
    value[2] = head[0];
    value[3] = number(c);
    value[4] = number(c);
    put(r->transaction, value, 5);
    assert_true(value[3] <= value[4]);
    first = value[3] < first ? value[3] : first;
    last = value[4] > last ? value[4] : last;
    for (uint64_t i = 1; i < items; i++) {
      read_attribute(r, value[0], c);
    }
  }
  assert_int_equal(head[1], first);
  assert_int_equal(head[2], last);
}

static void read_relations(reader_t *r, cursor_t *c) {
  assert_true(take(c, ARRAY) == kOpen);
  while (!ends(c)) {
    assert_int_equal(take(c, ARRAY), 5);
    uint64_t value[5] = {text(r, c)};
    for (size_t k = 1; k < 5; k++) {
      value[k] = number(c);
    }
    put(r->relation, value, 5);
  }
}

static void read_info(cursor_t *c) {
  assert_int_equal(take(c, ARRAY), 2);
  assert_int_equal(take(c, NEGATIVE), 8);  // 10 ^ -9 s
  assert_int_equal(take(c, TAG), 1);
  (void)number(c);
}

static void read_chunk(reader_t *r, cursor_t *file, bool first) {
  const uint64_t tag = take(file, TAG);
  uint64_t head[3] = {0};
  assert_true(first == (tag == 6));
  if (tag == 12) {
    assert_int_equal(take(file, ARRAY), 4);
    for (size_t i = 0; i < 3; i++) {
      head[i] = number(file);
    }
  }
  cursor_t inside = content(file, BYTES);
  switch (tag) {
    case 6:
      read_info(&inside);
      break;
    case 8:
      read_texts(r, &inside);
      break;
    case 10:
      read_streams(r, &inside);
      break;
    case 12:
      read_block(r, head, &inside);
      break;
    default:
      assert_int_equal(tag, 14);
      read_relations(r, &inside);
  }
  assert_true(inside.at == inside.end);
}

static void read_file(reader_t *r, const unsigned char *bytes, size_t size) {
  cursor_t c = {bytes, bytes + size};
  sql(r,
      "CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT NOT NULL);"
      "CREATE TABLE stream (id INTEGER PRIMARY KEY, name INTEGER, kind INTEGER);"
      "CREATE TABLE generator (id INTEGER PRIMARY KEY, name INTEGER, stream INTEGER);"
      "CREATE TABLE tx (id INTEGER PRIMARY KEY, generator INTEGER, stream INTEGER, begin INTEGER,"
      " end INTEGER);"
      "CREATE TABLE attribute (tx INTEGER, name INTEGER, type INTEGER, value INTEGER,"
      " PRIMARY KEY (tx, name)) WITHOUT ROWID;"
      "CREATE TABLE relation (name INTEGER, source INTEGER, sink INTEGER, source_stream INTEGER,"
      " sink_stream INTEGER, PRIMARY KEY (name, source, sink)) WITHOUT ROWID;"
      "BEGIN");
  r->transaction = prepared(r, "INSERT INTO tx VALUES (?, ?, ?, ?, ?)");
  r->attribute = prepared(r, "INSERT INTO attribute VALUES (?, ?, ?, ?)");
  r->relation = prepared(r, "INSERT INTO relation VALUES (?, ?, ?, ?, ?)");
  assert_int_equal(take(&c, TAG), 55799);
  assert_true(take(&c, ARRAY) == kOpen);
  for (bool first = true; !ends(&c); first = false) {
    read_chunk(r, &c, first);
  }
  assert_true(c.at == c.end);
  (void)sqlite3_finalize(r->transaction);
  (void)sqlite3_finalize(r->attribute);
  (void)sqlite3_finalize(r->relation);
  sql(r,
      "COMMIT;"
      "CREATE TEMP VIEW t AS SELECT tx.id, tx.id >> 4 AS of, g.text AS generator, s.text AS stream,"
      " begin, end FROM tx JOIN generator ON generator.id = tx.generator JOIN text AS g"
      " ON g.id = generator.name JOIN stream ON stream.id = tx.stream JOIN text AS s"
      " ON s.id = stream.name;"
      "CREATE TEMP VIEW a AS SELECT tx, n.text AS name, iif(type = 10, v.text, value) AS value"
      " FROM attribute JOIN text AS n ON n.id = name LEFT JOIN text AS v ON v.id = value;"
      "CREATE TEMP VIEW r AS SELECT text AS name, source, sink FROM relation JOIN text"
      " ON text.id = name;");
}

// --- what it is held against ---------------------------------------------------------------------

// An attribute of the transaction t.
#define A(name) "(SELECT value FROM a WHERE a.tx = t.id AND a.name = '" name "')"
// A part: what the file has of a generator, and what the database has of it.
#define PART(name, stream, from, to, rows)                                           \
  {                                                                                  \
    "SELECT of, stream, begin, end FROM t WHERE generator = '" name "'",             \
        "SELECT id, " stream ", " from ", " to " FROM " rows " WHERE " to " > " from \
  }
#define NODE(column) "'node ' || " column
#define HOPS \
  "(SELECT hop.*, 'router ' || name AS place FROM db.hop JOIN db.router ON router.id = router)"
// A relation: of transactions with these low bits.
#define RELATION(name, from, to, query)                                                    \
  {                                                                                        \
    "SELECT source >> 4, sink >> 4 FROM r WHERE name = '" name "' AND source & 15 = " from \
    " AND sink & 15 = " to,                                                                \
        query                                                                              \
  }
#define MESSAGES                                                                                  \
  "(SELECT operation, source, min(destination) AS destination, min(created) AS created,"          \
  " max(max(entered, coalesce(arrived, 0), coalesce(head_delivered, 0), coalesce(tail_delivered," \
  " 0))) AS end, count(*) AS packets, sum(flits) AS flits, max(copies) AS copies,"                \
  " max(type LIKE 'forwarded%') AS forwarded FROM db.packet WHERE copy_of IS NULL AND :plan"      \
  " GROUP BY operation)"

static const struct {
  const char *file, *database;
} kSame[] = {
    {"SELECT of, stream, begin, end, " A("id") ", " A("destination") ", " A("copies") ", " A(
         "message") ", " A("flits") ", " A("network") ", " A("type") ", " A("result") " FROM t"
                                                                                      " WHERE "
                                                                                      "generator ="
                                                                                      " 'packet'",
     "SELECT id, 'node ' || source, created, max(entered, coalesce(arrived, 0),"
     " coalesce(head_delivered, 0), coalesce(tail_delivered, 0)), id, destination,"
     " iif(destination IS NULL, copies, NULL), message, flits, network, type, result"
     " FROM db.packet"},
    {"SELECT of, stream, begin, end, " A("packet") ", " A("in_port") ", " A("in_vc") ", " A(
         "out_port") ", " A("out_vc") ", " A("flits") " FROM t WHERE generator = 'hop'",
     "SELECT id, place, arrival, max(arrival + 1, front, coalesce(granted, 0), coalesce(first, 0),"
     " coalesce(last, 0), coalesce(onward, 0)), packet, in_port, in_vc, out_port, out_vc, flits"
     " FROM " HOPS},
    PART("source queue", NODE("source"), "created", "accepted",
         "(SELECT * FROM db.packet WHERE copy_of IS NULL)"),
    PART("interface", NODE("source"), "coalesce(accepted, created)", "entered",
         "(SELECT * FROM db.packet WHERE copy_of IS NULL)"),
    PART("ejection", NODE("destination"), "arrived", "head_delivered", "db.packet"),
    PART("tail", NODE("destination"), "head_delivered", "tail_delivered", "db.packet"),
    PART("route", "place", "arrival", "arrival + 1", HOPS),
    PART("queue", "place", "arrival + 1", "front", HOPS),
    PART("vc", "place", "front", "granted", HOPS),
    PART("switch", "place", "granted", "first", HOPS),
    PART("link", "place", "first", "onward", HOPS),
    RELATION("caused by", "0", "0",
             "SELECT p.id, c.id FROM db.packet AS p JOIN db.packet AS c ON c.id = p.caused_by"),
    RELATION("copy of", "0", "0",
             "SELECT p.id, c.id FROM db.packet AS p JOIN db.packet AS c ON c.id = p.copy_of"),
    RELATION("waits for", "8", "0",
             "SELECT hop.id, for_packet FROM db.wait JOIN db.hop ON hop.id = hop JOIN db.packet AS"
             " p ON p.id = for_packet WHERE for_packet <> packet"),
    RELATION("part of", "8", "0", "SELECT id, packet FROM db.hop"),
    RELATION("part of", "0", "5",
             "SELECT id, operation FROM db.packet WHERE copy_of IS NULL AND :plan"),
    RELATION("part of", "5", "7", "SELECT DISTINCT operation, 0 FROM db.packet WHERE :plan"),
    // Each other part is one of its own packet or hop.
    {"SELECT source, sink FROM r WHERE name = 'part of' AND source & 15 NOT IN (0, 5, 8)",
     "SELECT id, of << 4 | iif(generator IN ('source queue', 'interface', 'ejection', 'tail'), 0, "
     "8)"
     " FROM t WHERE generator NOT IN ('packet', 'message', 'run', 'plan', 'hop')"},
    {"SELECT of, stream, begin, end, " A("operation") ", " A("packets") ", " A("flits") ", " A(
         "destination") ", " A("type") " FROM t WHERE generator = 'message'",
     "SELECT operation, 'node ' || source, created, end, operation, packets, flits, iif(copies > 0"
     " OR forwarded, NULL, destination), iif(copies > 0 OR forwarded, 'multicast', 'message')"
     " FROM " MESSAGES},
    {"SELECT begin, end, " A("messages") ", " A("workload") ", " A("scheme") " FROM t WHERE"
                                                                             " generator = 'plan'",
     "SELECT min(created), max(end), count(*), 'w', 's' FROM " MESSAGES " HAVING count(*) > 0"},
    {"SELECT begin, end, " A("result") ", " A("version") ", " A("scenario") " FROM t WHERE"
                                                                            " generator = 'run'",
     "SELECT 0, 400, 'pass', 'test', 'text: 1'"},
    // Whatever relations lead to is there, in the stream that they say.
    {"SELECT name, source, sink, source_stream, sink_stream FROM relation",
     "SELECT relation.name, a.id, b.id, a.stream, b.stream FROM relation JOIN tx AS a"
     " ON a.id = source JOIN tx AS b ON b.id = sink"},
    {"SELECT id, stream FROM tx",
     "SELECT tx.id, generator.stream FROM tx JOIN generator ON generator.id = generator"},
};

// Rows of the first that the second has not.
static void contained(reader_t *r, const char *some, const char *all, bool plan) {
  char *query = NULL;
  assert_true(asprintf(&query, "SELECT count(*) FROM (%s EXCEPT %s)", some, all) > 0);
  sqlite3_stmt *s = prepared(r, query);
  const int given = sqlite3_bind_parameter_index(s, ":plan");
  if (given > 0) {
    (void)sqlite3_bind_int(s, given, plan);
  }
  assert_int_equal(sqlite3_step(s), SQLITE_ROW);
  if (sqlite3_column_int(s, 0) != 0) {
    fail_msg("%d rows: %s", sqlite3_column_int(s, 0), query);
  }
  (void)sqlite3_finalize(s);
  free(query);
}

static void compare(const char *path, const char *bytes, size_t size, bool plan, bool whole) {
  reader_t r = {.texts = 0};
  char *attach = NULL;
  assert_int_equal(sqlite3_open(":memory:", &r.db), SQLITE_OK);
  assert_true(asprintf(&attach, "ATTACH '%s' AS db", path) > 0);
  sql(&r, attach);
  read_file(&r, (const unsigned char *)bytes, size);
  for (size_t i = 0; i < sizeof kSame / sizeof *kSame; i++) {
    contained(&r, kSame[i].file, kSame[i].database, plan);
    contained(&r, kSame[i].database, kSame[i].file, plan);
  }
  assert_true(one(&r, "SELECT count(*) FROM db.packet", 0) > 0);
  if (!whole) {
    assert_true(one(&r,
                    "SELECT count(*) FROM db.wait WHERE for_packet NOT IN (SELECT id FROM"
                    " db.packet)",
                    0) > 0);
  }
  assert_int_equal(sqlite3_close(r.db), SQLITE_OK);
  free(attach);
}

// --- runs ----------------------------------------------------------------------------------------

static void run(const char *settings, uint64_t from, uint64_t to) {
  char path[] = "/tmp/nocstep_ftr_XXXXXX";
  char *bytes = NULL;
  size_t size = 0;
  int code = 0;
  noc_error_t error = {0};
  const int file = mkstemp(path);
  assert_true(file >= 0);
  (void)close(file);
  sim_t s = sim_create(settings);
  const bool plan = s.input.plan != NULL;
  FILE *out = open_memstream(&bytes, &size);
  const database_about_t about = {"", "test", from, to};
  const ftr_about_t ftr_about = {
      .version = "test", .scenario = "text: 1", .workload = "w", .scheme = "s"};
  database_t *d = database_create(path, &about, s.network, &error);
  assert_non_null(d);
  ftr_t *ftr = ftr_create(out, &ftr_about, s.network, s.input.plan);
  assert_non_null(ftr);
  watch_config_t config = {.from = from, .to = to, .sinks = 2};
  config.sink[0] = database_sink(d);
  config.sink[1] = ftr_sink(ftr);
  watch_t *w = watch_create(s.network, s.input.plan, &config, &error);
  assert_non_null(w);
  for (uint64_t t = 0; t < 400; t++) {
    assert_true(sim_step(&s));
    assert_true(watch_cycle(w, s.workload));
  }
  assert_true(watch_finish(w));
  assert_int_equal(watch_lost(w), kNever);
  watch_free(w);
  assert_true(ftr_close(ftr, "pass", 400, &code));
  assert_true(database_close(d, &error));
  assert_int_equal(fclose(out), 0);
  compare(path, bytes, size, plan, to == UINT64_MAX);
  free(bytes);
  (void)unlink(path);
  sim_free(&s);
}

static void test_traffic(void **state) {
  (void)state;
  run("topology=mesh:4x4 router.vcs=2 workload.traffic=uniform workload.load=0.6 run.cycles=400", 0,
      UINT64_MAX);
}

static void test_window(void **state) {
  (void)state;
  run("topology=mesh:4x4 router.vcs=2 workload.traffic=uniform workload.load=0.6 run.cycles=400",
      100, 150);
}

static void test_worms(void **state) {
  (void)state;
  run("topology=mesh:4x4 router.vcs=2 workload.collective=allgather workload.scheme=tree-worm "
      "router.switching=cut-through router.depth=8 "
      "workload.message_flits=6",
      0, UINT64_MAX);
}

static void test_forwarded(void **state) {
  (void)state;
  run("topology=mesh:4x4 router.vcs=2 workload.collective=multicast workload.scheme=kbinomial "
      "workload.from=0 workload.to=1-15 workload.message_flits=12 workload.packet_flits=4",
      0, UINT64_MAX);
}

static void test_messages(void **state) {
  (void)state;
  run("topology=mesh:4x4 router.vcs=2 workload.collective=allgather workload.scheme=binomial "
      "workload.message_flits=20 workload.packet_flits=4",
      0, UINT64_MAX);
}

// A file that cannot be written is told by its error, and rows end.
static void test_full(void **state) {
  (void)state;
  int code = 0;
  sim_t s = sim_create("topology=mesh:2x2 router.vcs=1 workload.traffic=uniform workload.load=0.6");
  FILE *out = fopen("/dev/full", "w");
  assert_non_null(out);
  (void)setvbuf(out, NULL, _IONBF, 0);
  const ftr_about_t about = {.version = "test", .scenario = ""};
  ftr_t *f = ftr_create(out, &about, s.network, NULL);
  assert_non_null(f);
  const packet_sink_t sink = ftr_sink(f);
  const packet_row_t row = {.id = 1, .tail_delivered = 3};
  assert_false(sink.packet(sink.context, &row));
  assert_int_equal(ftr_code(f), ENOSPC);
  assert_false(ftr_close(f, "pass", 1, &code));
  assert_int_equal(code, ENOSPC);
  (void)fclose(out);
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_traffic),  cmocka_unit_test(test_window),
      cmocka_unit_test(test_worms),    cmocka_unit_test(test_forwarded),
      cmocka_unit_test(test_messages), cmocka_unit_test(test_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
