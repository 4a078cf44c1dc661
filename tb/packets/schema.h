// schema -- the tables of an event database: docs/events.md says what is in them. Every one that
// reads or writes such a database goes by these.

#ifndef NOCSTEP_SCHEMA_H
#define NOCSTEP_SCHEMA_H

enum { SCHEMA_APPLICATION = 0x6e6f6373 };  // application_id: "nocs"
#define SCHEMA_NAME  "nocstep.events/1"
// Cycles in which a router computes a route: 0 where heads carry it and are allocated as they
// arrive. Databases of before that do not say it.
#define SCHEMA_ROUTE "coalesce((SELECT value FROM meta WHERE key = 'route'), 1)"

// Made before the run, in this order.
static const char kSchemaTables[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "CREATE TABLE router (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    "CREATE TABLE node (id INTEGER PRIMARY KEY, in_router INTEGER NOT NULL,"
    " in_port INTEGER NOT NULL, out_router INTEGER NOT NULL, out_port INTEGER NOT NULL);"
    "CREATE TABLE link (router INTEGER NOT NULL, port INTEGER NOT NULL, to_router INTEGER,"
    " to_port INTEGER, to_node INTEGER, PRIMARY KEY (router, port)) WITHOUT ROWID;"
    "CREATE TABLE packet (id INTEGER PRIMARY KEY, copy_of INTEGER, caused_by INTEGER,"
    " source INTEGER NOT NULL, injected_at INTEGER NOT NULL, destination INTEGER,"
    " message INTEGER NOT NULL, operation INTEGER, copies INTEGER NOT NULL,"
    " flits INTEGER NOT NULL, headers INTEGER NOT NULL, network INTEGER NOT NULL,"
    " type TEXT NOT NULL, result TEXT NOT NULL, created INTEGER NOT NULL, accepted INTEGER,"
    " entered INTEGER NOT NULL, arrived INTEGER, head_delivered INTEGER,"
    " tail_delivered INTEGER, last_hop INTEGER);"
    "CREATE TABLE hop (id INTEGER PRIMARY KEY, packet INTEGER NOT NULL, before INTEGER,"
    " router INTEGER NOT NULL, in_port INTEGER NOT NULL, in_vc INTEGER NOT NULL,"
    " out_port INTEGER NOT NULL, out_vc INTEGER, flits INTEGER NOT NULL,"
    " arrival INTEGER NOT NULL, front INTEGER NOT NULL, granted INTEGER, first INTEGER,"
    " last INTEGER, onward INTEGER, vc_before INTEGER, wait_queue INTEGER NOT NULL,"
    " wait_route INTEGER NOT NULL, wait_vc INTEGER NOT NULL, wait_switch INTEGER NOT NULL,"
    " wait_credit INTEGER NOT NULL, wait_flit INTEGER NOT NULL);"
    "CREATE TABLE wait (hop INTEGER NOT NULL, reason TEXT NOT NULL, for_packet INTEGER,"
    " since INTEGER NOT NULL, cycles INTEGER NOT NULL);"
    // A packet whose row is not there yet (a run that was killed) has no latency.
    "CREATE VIEW latency AS SELECT id, tail_delivered - created AS latency,"
    " accepted - created AS source_queue, entered - accepted AS interface,"
    " arrived - entered AS routers, head_delivered - arrived AS ejection,"
    " tail_delivered - head_delivered AS tail FROM packet WHERE tail_delivered IS NOT NULL;"
    "CREATE VIEW stage AS SELECT id, packet, router, (" SCHEMA_ROUTE
    ") AS route,"
    " front - arrival - (" SCHEMA_ROUTE
    ") AS queue,"
    " granted - front AS vc, first - granted AS switch, onward - first AS link,"
    " onward - arrival AS head, last - first + 1 AS flits FROM hop WHERE onward IS NOT NULL;";

// Made when the run is over: before that they would slow it down.
static const char kSchemaIndices[] =
    "CREATE INDEX hop_packet ON hop (packet);"
    "CREATE INDEX wait_hop ON wait (hop);"
    "CREATE INDEX packet_copies ON packet (copy_of) WHERE copy_of IS NOT NULL;";

#endif
