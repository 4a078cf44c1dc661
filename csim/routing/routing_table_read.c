// routing_table_read -- reads a routing table; the format is in routing_table.h.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "routing/routing_table.h"

typedef struct {
  routing_t *r;
  const topology_t *t;
  table_t *table;
  text_input_t *in;
  bool classes, groups;  // their line has come
} reader_t;

// Reads a number behind blanks; `what` it is of.
static bool read_number(reader_t *f, const char *what, const char *ends, uint64_t low,
                        uint64_t high, uint32_t *value) {
  uint64_t number = 0;
  text_skip_blanks(f->in);
  if (!text_word(f->in, ends) || !text_number(f->in, what, low, high, &number)) {
    return false;
  }
  *value = (uint32_t)number;
  return true;
}

// Skips the character if it is next.
static bool skip(reader_t *f, int c) {
  const bool there = f->in->c == c;
  if (there) {
    text_advance(f->in);
  }
  return there;
}

static bool at_end(reader_t *f) {
  text_skip_blanks(f->in);
  return f->in->c == '\n' || f->in->c == TEXT_END;
}

// The tables for the classes and groups that are known now.
static bool allocate(reader_t *f) {
  table_t *table = f->table;
  const topology_t *t = f->t;
  if (table->row != NULL) {
    return true;
  }
  table->planes = f->r->groups > 1 ? f->r->groups + 1 : 1;
  const double rows = (double)t->routers * table->planes * t->nodes;
  if (!memory_check(rows * sizeof *table->row, "a routing table", f->in->error)) {
    return false;
  }
  table->row = calloc((size_t)rows, sizeof *table->row);
  if (f->r->groups > 1) {
    table->group = calloc((size_t)t->routers * t->ports * f->r->classes, sizeof *table->group);
  }
  return (table->row != NULL && (f->r->groups == 1 || table->group != NULL)) ||
         memory_fail(f->in->error, "a routing table");
}

// "classes 2" and "groups 2" come before what is counted in them.
static bool read_count(reader_t *f, unsigned most, bool *known, unsigned *count) {
  uint32_t value = 0;
  if (*known) {
    return text_fail(f->in, f->in->word_at, SAY_THERE_IS("%s again", "one such line"), f->in->word);
  }
  if (f->table->row != NULL) {
    return text_fail(f->in, f->in->word_at,
                     SAY_THERE_IS("%s behind a group or route", "that line before them"),
                     f->in->word);
  }
  if (!read_number(f, "", "", 1, most, &value)) {
    return false;
  }
  *known = true;
  *count = value;
  return true;
}

static bool read_classes(reader_t *f) {
  return read_count(f, TABLE_CLASSES, &f->classes, &f->r->classes);
}

static bool read_groups(reader_t *f) {
  return read_count(f, TABLE_GROUPS, &f->groups, &f->r->groups);
}

// Reads a port of the router that has a link.
static bool read_port(reader_t *f, uint32_t router, const char *ends, uint32_t *port) {
  if (!read_number(f, "port", ends, 0, f->t->ports - 1, port)) {
    return false;
  }
  return f->t->peer_router[(size_t)router * f->t->ports + *port] >= 0 ||
         text_fail(
             f->in, f->in->word_at,
             SAY_THERE_IS("port %u of router %u, which leads to no router", "one with a link"),
             *port, router);
}

static bool read_group(reader_t *f) {
  uint32_t router = 0;
  uint32_t port = 0;
  uint32_t first = 0;
  uint32_t last = f->r->classes - 1;
  uint32_t group = 0;
  if (!allocate(f) || !read_number(f, "router", "", 0, f->t->routers - 1, &router) ||
      !read_port(f, router, "/", &port)) {
    return false;
  }
  if (skip(f, '/')) {
    if (!read_number(f, "class", "", 0, last, &first)) {
      return false;
    }
    last = first;
    f->r->groups_by_class = f->r->groups_by_class || f->r->classes > 1;
  }
  if (!read_number(f, "group", "", 0, f->r->groups - 1, &group)) {
    return false;
  }
  for (uint32_t c = first; c <= last && f->table->group != NULL; c++) {
    const size_t at = (size_t)router * f->t->ports + port;
    f->table->group[at * f->r->classes + c] = (uint8_t)group;
  }
  return true;
}

// Reads "4,5" into the list of ports, in ascending order.
static bool read_ports(reader_t *f, uint32_t router, table_row_t *row) {
  table_t *table = f->table;
  row->first = table->n_ports;
  do {
    uint32_t port = 0;
    if (!read_port(f, router, ",", &port)) {
      return false;
    }
    if (row->count == ROUTING_CANDIDATES) {
      return text_fail(f->in, f->in->word_at, SAY_THERE_IS("more than %d ports", "at most so many"),
                       (int)ROUTING_CANDIDATES);
    }
    if (!memory_room(&table->ports, &table->ports_room, table->n_ports + 1, sizeof *table->ports)) {
      return memory_fail(f->in->error, "a routing table");
    }
    uint32_t at = table->n_ports++;
    for (; at > row->first && table->ports[at - 1] > port; at--) {
      table->ports[at] = table->ports[at - 1];
    }
    table->ports[at] = port;
    if (at > row->first && table->ports[at - 1] == port) {
      return text_fail(f->in, f->in->word_at, SAY_THERE_IS("port %u again", "another one"), port);
    }
    row->count++;
  } while (skip(f, ','));
  return true;
}

// Enters a row for a state.
static bool add_row(reader_t *f, const table_row_t *row, uint32_t router, uint32_t plane,
                    uint32_t destination) {
  table_t *table = f->table;
  uint32_t *at = &table->row[((size_t)router * table->planes + plane) * f->t->nodes + destination];
  if (*at != 0) {
    return text_fail(f->in, row->place,
                     SAY_THERE_IS("the route from router %u to node %u again, as in line %llu",
                                  "one such route"),
                     router, destination, (unsigned long long)table->rows[*at - 1].place.line);
  }
  if (!memory_room(&table->rows, &table->rows_room, table->n_rows + 1, sizeof *table->rows)) {
    return memory_fail(f->in->error, "a routing table");
  }
  table->rows[table->n_rows++] = *row;
  *at = table->n_rows;
  return true;
}

static bool read_route(reader_t *f) {
  table_row_t row = {.vc_class = f->r->classes};
  uint32_t router = 0;
  uint32_t group = 0;
  uint32_t plane = 0;
  uint32_t destination = 0;
  if (!allocate(f) || !read_number(f, "router", "/", 0, f->t->routers - 1, &router)) {
    return false;
  }
  row.place = f->in->word_at;
  if (skip(f, '/')) {
    if (!read_number(f, "group", "", 0, f->r->groups - 1, &group)) {
      return false;
    }
    plane = f->r->groups > 1 ? group + 1 : 0;
  }
  if (!read_number(f, "destination", ":", 0, f->t->nodes - 1, &destination)) {
    return false;
  }
  if (routing_target(f->t, destination) == router) {
    return text_fail(f->in, row.place,
                     SAY_THERE_IS("router %u, where node %u is",
                                  "other routers: packets leave there by themselves"),
                     router, destination);
  }
  text_skip_blanks(f->in);
  if (!skip(f, ':')) {
    return text_fail(f->in, f->in->here, SAY_THERE_IS("no ':' behind the destination", "': PORT'"));
  }
  if (!read_ports(f, router, &row)) {
    return false;
  }
  if (!at_end(f)) {
    uint32_t vc_class = 0;
    if (!read_number(f, "class", "", 0, f->r->classes - 1, &vc_class)) {
      return false;
    }
    row.vc_class = vc_class;
  }
  return add_row(f, &row, router, plane, destination);
}

static bool read_line(reader_t *f) {
  static const struct {
    const char *word;
    bool (*read)(reader_t *f);
  } kLines[] = {{"classes", read_classes},
                {"groups", read_groups},
                {"group", read_group},
                {"route", read_route}};
  if (!text_word(f->in, "")) {
    return false;
  }
  nearest_t nearest = nearest_start(f->in->word);
  for (size_t i = 0; i < sizeof kLines / sizeof kLines[0]; i++) {
    if (strcmp(kLines[i].word, f->in->word) == 0) {
      if (!kLines[i].read(f)) {
        return false;
      }
      return at_end(f) ||
             text_fail(f->in, f->in->here, SAY_THERE_IS("more on the line", "its end"));
    }
    nearest_offer(&nearest, kLines[i].word);
  }
  return text_fail(f->in, f->in->word_at, SAY_THERE_IS("'%.48s'%s", "%s"), f->in->word,
                   nearest_hint(&nearest), nearest.names);
}

bool table_read(routing_t *r, table_t *table, text_input_t *in) {
  reader_t f = {.r = r, .t = r->topology, .table = table, .in = in};
  for (text_skip_lines(in); in->c != TEXT_END; text_skip_lines(in)) {
    if (!read_line(&f)) {
      return false;
    }
  }
  return !in->failed && allocate(&f);
}
