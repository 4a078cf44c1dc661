// compare -- see compare.h. Both files are open as one database, the second as `other`.

#include "packets/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "packets/events_file.h"

// The packets of a database, numbered among those of one way.
#define NUMBERED(base)                                                                          \
  "(SELECT id, source, coalesce(destination, -1) AS destination, network, copies > 0 AS worm, " \
  "copy_of IS NULL AS own, row_number() OVER (PARTITION BY source, destination, network, "      \
  "copies > 0, copy_of IS NULL ORDER BY created, id) AS n FROM " base ".packet)"
// The hops of a packet, in their order.
#define HOPS(base)                                                                         \
  "SELECT hop.*, row_number() OVER (PARTITION BY packet ORDER BY arrival, out_port) AS n " \
  "FROM " base ".hop"

static const char *const kTables[] = {
    "CREATE TEMP TABLE pair AS SELECT x.id AS a, y.id AS b FROM " NUMBERED("main") " AS x JOIN "
    NUMBERED("other") " AS y USING (source, destination, network, worm, own, n)",
    "CREATE INDEX temp.pair_a ON pair (a)",
    "CREATE INDEX temp.pair_b ON pair (b)",
    "CREATE TEMP TABLE hop_a AS " HOPS("main"),
    "CREATE TEMP TABLE hop_b AS " HOPS("other"),
    "CREATE INDEX temp.hop_b_n ON hop_b (packet, n)",
    "CREATE INDEX temp.hop_a_n ON hop_a (packet, n)",
    "CREATE TEMP TABLE part (cycle, what, router, a, b, value_a, value_b)",
};

// The earliest difference of a time, and the pair that has it.
#define PACKET_TIME(column)                                                                    \
  "INSERT INTO part SELECT min(coalesce(x." column ", y." column "), coalesce(y." column       \
  ", x." column ")) AS c, '" column "', NULL, x.id, y.id, x." column ", y." column             \
  " FROM pair JOIN main.packet x ON x.id = pair.a JOIN other.packet y ON y.id = pair.b WHERE " \
  "x." column " IS NOT y." column " ORDER BY c LIMIT 1"
#define HOP_TIME(column)                                                                          \
  "INSERT INTO part SELECT min(coalesce(x." column ", y." column "), coalesce(y." column          \
  ", x." column ")) AS c, '" column "', x.router, pair.a, pair.b, x." column ", y." column        \
  " FROM pair JOIN hop_a x ON x.packet = pair.a JOIN hop_b y ON y.packet = pair.b AND y.n = x.n " \
  "WHERE x." column " IS NOT y." column " ORDER BY c LIMIT 1"

static const char *const kParts[] = {
    PACKET_TIME("created"),
    PACKET_TIME("accepted"),
    PACKET_TIME("entered"),
    HOP_TIME("onward"),
    HOP_TIME("arrival"),
    HOP_TIME("front"),
    HOP_TIME("granted"),
    HOP_TIME("first"),
    HOP_TIME("last"),
    PACKET_TIME("arrived"),
    PACKET_TIME("head_delivered"),
    PACKET_TIME("tail_delivered"),
    // Another way, and packets that are in one alone.
    "INSERT INTO part SELECT min(x.arrival, y.arrival) AS c, 'route', x.router, pair.a, pair.b, "
    "x.out_port, y.out_port FROM pair JOIN hop_a x ON x.packet = pair.a JOIN hop_b y "
    "ON y.packet = pair.b AND y.n = x.n WHERE (x.router, x.in_port, x.in_vc, x.out_port, x.out_vc) "
    "IS NOT (y.router, y.in_port, y.in_vc, y.out_port, y.out_vc) ORDER BY c LIMIT 1",
    "INSERT INTO part SELECT created, 'packet', NULL, id, NULL, created, NULL FROM main.packet "
    "WHERE id NOT IN (SELECT a FROM pair) ORDER BY created LIMIT 1",
    "INSERT INTO part SELECT created, 'packet', NULL, NULL, id, NULL, created FROM other.packet "
    "WHERE id NOT IN (SELECT b FROM pair) ORDER BY created LIMIT 1",
};

static bool run(events_file_t *f, const char *sql) {
  return events_ask(f, sql, 0, NULL) && (events_row(f) || true);
}

static bool run_all(events_file_t *f, const char *const *sql, size_t count) {
  bool ok = true;
  for (size_t i = 0; i < count && ok; i++) {
    ok = run(f, sql[i]);
  }
  return ok;
}

// Differences of one cycle are told in the order of hardware: by kParts.
static void read_first(events_file_t *f, compare_first_t *first) {
  if (!run_all(f, kParts, sizeof kParts / sizeof *kParts) ||
      !events_ask(f,
                  "SELECT part.cycle, what, name, a, b, value_a, value_b, "
                  "coalesce(x.source, y.source), coalesce(x.destination, y.destination) FROM part "
                  "LEFT JOIN main.router ON router.id = part.router LEFT JOIN main.packet x "
                  "ON x.id = a LEFT JOIN other.packet y ON y.id = b ORDER BY 1, part.rowid LIMIT 1",
                  0, NULL) ||
      !events_row(f)) {
    return;
  }
  *first = (compare_first_t){.found = true,
                             .cycle = events_number(f, 0),
                             .packet_a = events_number(f, 3),
                             .packet_b = events_number(f, 4),
                             .a = events_number(f, 5),
                             .b = events_number(f, 6),
                             .source = events_number(f, 7),
                             .destination = events_number(f, 8)};
  (void)snprintf(first->what, sizeof first->what, "%s", events_text(f, 1));
  (void)snprintf(first->router, sizeof first->router, "%s", events_text(f, 2));
}

#define LATENCIES                                                                              \
  "FROM pair JOIN main.latency x ON x.id = pair.a JOIN other.latency y ON y.id = pair.b JOIN " \
  "main.packet p ON p.id = pair.a WHERE p.copies = 0"

static void read_packets(events_file_t *f, compare_t *c) {
  c->pairs = events_one(f, "SELECT count(*) FROM pair");
  c->only_a = events_one(f, "SELECT count(*) FROM main.packet") - c->pairs;
  c->only_b = events_one(f, "SELECT count(*) FROM other.packet") - c->pairs;
  if (events_ask(f,
                 "SELECT coalesce(sum(y.latency > x.latency), 0), coalesce(sum(y.latency < "
                 "x.latency), 0), avg(x.latency), avg(y.latency) " LATENCIES,
                 0, NULL) &&
      events_row(f)) {
    c->slower = events_number(f, 0);
    c->faster = events_number(f, 1);
    c->mean_a = events_real(f, 2);
    c->mean_b = events_real(f, 3);
  }
  (void)events_ask(f,
                   "SELECT a, b, source, destination, x.latency, y.latency " LATENCIES
                   " AND x.latency <> y.latency ORDER BY abs(y.latency - x.latency) DESC, "
                   "y.latency < x.latency, a LIMIT 10",
                   0, NULL);
  while (events_row(f) && c->packets < COMPARE_LIST) {
    c->packet[c->packets++] = (compare_packet_t){.a = events_number(f, 0),
                                                 .b = events_number(f, 1),
                                                 .source = events_number(f, 2),
                                                 .destination = events_number(f, 3),
                                                 .latency_a = events_number(f, 4),
                                                 .latency_b = events_number(f, 5)};
  }
}

static void read_links(events_file_t *f, compare_t *c) {
  (void)run(f,
            "CREATE TEMP TABLE flow AS SELECT router, out_port, sum(a) AS a, sum(b) AS b FROM "
            "(SELECT router, out_port, flits AS a, 0 AS b FROM main.hop UNION ALL "
            "SELECT router, out_port, 0, flits FROM other.hop) GROUP BY router, out_port");
  c->links_differ = events_one(f, "SELECT count(*) FROM flow WHERE a <> b");
  (void)events_ask(f,
                   "SELECT name, out_port, a, b FROM flow JOIN main.router ON router.id = "
                   "flow.router WHERE a <> b ORDER BY abs(a - b) DESC, flow.router, out_port "
                   "LIMIT 10",
                   0, NULL);
  while (events_row(f) && c->links < COMPARE_LIST) {
    compare_link_t *l = &c->link[c->links++];
    *l = (compare_link_t){.port = events_number(f, 1),
                          .flits_a = events_number(f, 2),
                          .flits_b = events_number(f, 3)};
    (void)snprintf(l->router, sizeof l->router, "%s", events_text(f, 0));
  }
}

bool compare_events(const char *a, const char *b, compare_t *c, noc_error_t *error) {
  *c = (compare_t){0};
  events_file_t *second = events_open(b, error);
  if (!events_close(second, error) || second == NULL) {
    return false;
  }
  events_file_t *f = events_open(a, error);
  if (f == NULL) {
    return false;
  }
  if (events_attach(f, b, "other") && run_all(f, kTables, sizeof kTables / sizeof *kTables)) {
    read_first(f, &c->first);
    read_packets(f, c);
    read_links(f, c);
  }
  return events_close(f, error);
}

bool compare_equal(const compare_t *c) {
  return !c->first.found && c->links_differ == 0;
}
