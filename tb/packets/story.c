// story -- see story.h.

#include "packets/story.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "packets/schema.h"

#define HOP_COLUMNS                                                                         \
  "hop.id, name, in_port, in_vc, out_port, out_vc, flits, arrival, front, granted, first, " \
  "last, onward, vc_before, " SCHEMA_ROUTE

// The way to a destination, from there back.
static const char kWay[] =
    "WITH RECURSIVE way(id) AS (SELECT ?1 UNION ALL SELECT before FROM way JOIN hop USING (id) "
    "WHERE before IS NOT NULL) SELECT " HOP_COLUMNS
    " FROM way JOIN hop USING (id) JOIN router ON router.id = hop.router ORDER BY arrival, hop.id";
// All that a packet has done.
static const char kAll[] = "SELECT " HOP_COLUMNS
                           " FROM hop JOIN router ON router.id = hop.router WHERE packet = ?1 "
                           "ORDER BY arrival, hop.id";
static const char kWaits[] =
    "SELECT reason, for_packet, since, cycles, packet.source, packet.destination FROM wait "
    "LEFT JOIN packet ON packet.id = for_packet WHERE hop = ?1 ORDER BY since, reason";

uint64_t story_between(uint64_t from, uint64_t to) {
  return from == UINT64_MAX || to == UINT64_MAX ? UINT64_MAX : to - from;
}

static bool no_memory(noc_error_t *error) {
  return memory_fail(error, "the packet's hops");
}

static bool read_hops(events_file_t *f, const char *sql, uint64_t given, story_t *s,
                      noc_error_t *error) {
  size_t room = 0;
  (void)events_ask(f, sql, 1, &given);
  while (events_row(f)) {
    if (s->hops == room) {
      room = room > 0 ? 2 * room : 16;
      story_hop_t *more = realloc(s->hop, room * sizeof *more);
      if (more == NULL) {
        return no_memory(error);
      }
      s->hop = more;
    }
    story_hop_t *h = &s->hop[s->hops++];
    *h = (story_hop_t){.id = events_number(f, 0),
                       .in_port = events_number(f, 2),
                       .in_vc = events_number(f, 3),
                       .out_port = events_number(f, 4),
                       .out_vc = events_number(f, 5),
                       .flits = events_number(f, 6),
                       .arrival = events_number(f, 7),
                       .front = events_number(f, 8),
                       .granted = events_number(f, 9),
                       .first = events_number(f, 10),
                       .last = events_number(f, 11),
                       .onward = events_number(f, 12),
                       .vc_before = events_number(f, 13),
                       .route = events_number(f, 14)};
    (void)snprintf(h->router, sizeof h->router, "%s", events_text(f, 1));
  }
  return true;
}

static bool read_waits(events_file_t *f, story_hop_t *h, noc_error_t *error) {
  size_t room = 0;
  (void)events_ask(f, kWaits, 1, &h->id);
  while (events_row(f)) {
    if (h->waits == room) {
      room = room > 0 ? 2 * room : 8;
      story_wait_t *more = realloc(h->wait, room * sizeof *more);
      if (more == NULL) {
        return no_memory(error);
      }
      h->wait = more;
    }
    story_wait_t *w = &h->wait[h->waits++];
    *w = (story_wait_t){.for_packet = events_number(f, 1),
                        .since = events_number(f, 2),
                        .cycles = events_number(f, 3),
                        .source = events_number(f, 4),
                        .destination = events_number(f, 5)};
    (void)snprintf(w->reason, sizeof w->reason, "%s", events_text(f, 0));
  }
  return true;
}

bool story_read(events_file_t *f, const char *path, uint64_t packet, story_t *s,
                noc_error_t *error) {
  *s = (story_t){.id = packet};
  s->cycles = events_one(f, "SELECT value FROM meta WHERE key = 'cycles'");
  const uint64_t most = events_one(f, "SELECT max(id) FROM packet");
  if (!events_ask(f,
                  "SELECT copy_of, caused_by, source, injected_at, destination, message, "
                  "operation, copies, flits, headers, network, type, result, created, accepted, "
                  "entered, arrived, head_delivered, tail_delivered, last_hop FROM packet "
                  "WHERE id = ?1",
                  1, &packet)) {
    return false;
  }
  const bool found = events_row(f);
  if (events_failed(f)) {
    return false;
  }
  if (!found) {
    return most == UINT64_MAX ? noc_fail(error, NOC_BAD_INPUT,
                                         "%s: " SAY_THERE_IS("no packet",
                                                             "one that has been "
                                                             "delivered"),
                                         path)
                              : noc_fail(error, NOC_BAD_INPUT,
                                         "--packet" SAY_IS("%" PRIu64,
                                                           "a packet of %s, up to "
                                                           "%" PRIu64),
                                         packet, path, most);
  }
  uint64_t *const column[] = {&s->copy_of,     &s->caused_by, &s->source,    &s->injected_at,
                              &s->destination, &s->message,   &s->operation, &s->copies,
                              &s->flits,       &s->headers,   &s->network};
  uint64_t *const time[] = {&s->created, &s->accepted,       &s->entered,
                            &s->arrived, &s->head_delivered, &s->tail_delivered};
  for (int i = 0; i < 11; i++) {
    *column[i] = events_number(f, i);
  }
  (void)snprintf(s->type, sizeof s->type, "%s", events_text(f, 11));
  (void)snprintf(s->result, sizeof s->result, "%s", events_text(f, 12));
  for (int i = 0; i < 6; i++) {
    *time[i] = events_number(f, 13 + i);
  }
  const uint64_t last = events_number(f, 19);
  if (!read_hops(f, last != UINT64_MAX ? kWay : kAll, last != UINT64_MAX ? last : packet, s,
                 error)) {
    return false;
  }
  for (size_t i = 0; i < s->hops; i++) {
    if (!read_waits(f, &s->hop[i], error)) {
      return false;
    }
  }
  return true;
}

void story_free(story_t *s) {
  for (size_t i = 0; i < s->hops; i++) {
    free(s->hop[i].wait);
  }
  free(s->hop);
}
