// routing_source -- source routing: the path is chosen at the source. Paths come from a file, any
// way they like, also longer than need be; all other pairs of nodes go along the topology's own
// routing. docs/routing.md has the format:
//
//   classes 3          # VC classes; as many as the topology's own routing needs without this line
//   path 0 5: 2/1 4 2  # from node 0 to node 5: by port 2 in class 1, then port 4 and 2 in any
//                      class
//
// Ports are those of the routers on the way; the last one, to the node, is added.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "base/text_input.h"
#include "routing/routing_code.h"
#include "routing/routing_table.h"

typedef struct {
  uint32_t destination, source;
  text_place_t place;
  uint32_t first, count;  // of `hops`
} path_t;

typedef struct {
  path_t *paths;  // by destination, then by source
  uint32_t n_paths, paths_room;
  routing_hop_t *hops;
  uint32_t n_hops, hops_room;
} source_t;

typedef struct {
  routing_t *r;
  const topology_t *t;
  source_t *s;
  text_input_t in;
  bool classes;  // their line has come
} reader_t;

static int compare(const void *a, const void *b) {
  const path_t *x = a;
  const path_t *y = b;
  return x->destination != y->destination ? (x->destination < y->destination ? -1 : 1)
         : x->source != y->source         ? (x->source < y->source ? -1 : 1)
         : x->place.line != y->place.line ? (x->place.line < y->place.line ? -1 : 1)
                                          : 0;
}

static bool read_number(reader_t *f, const char *what, const char *ends, uint64_t low,
                        uint64_t high, uint32_t *value) {
  uint64_t number = 0;
  text_skip_blanks(&f->in);
  if (!text_word(&f->in, ends) || !text_number(&f->in, what, low, high, &number)) {
    return false;
  }
  *value = (uint32_t)number;
  return true;
}

static bool at_end(reader_t *f) {
  text_skip_blanks(&f->in);
  return f->in.c == '\n' || f->in.c == TEXT_END;
}

static bool read_classes(reader_t *f) {
  uint32_t classes = 0;
  if (f->s->n_paths > 0) {
    return text_fail(&f->in, f->in.word_at,
                     SAY_THERE_IS("a line of classes behind a path", "one before all paths"));
  }
  if (f->classes) {
    return text_fail(&f->in, f->in.word_at, SAY_THERE_IS("classes again", "one such line"));
  }
  if (!read_number(f, "", "", f->r->along->classes, TABLE_CLASSES, &classes)) {
    return false;
  }
  f->classes = true;
  f->r->classes = classes;
  return true;
}

// Reads "PORT" or "PORT/CLASS" at a router, and goes over the link.
static bool read_hop(reader_t *f, uint32_t *router) {
  const topology_t *t = f->t;
  source_t *s = f->s;
  uint32_t port = 0;
  uint32_t vc_class = UINT32_MAX;  // any, also when there are more classes later
  if (!read_number(f, "port", "/", 0, t->ports - 1, &port)) {
    return false;
  }
  const int32_t peer = t->peer_router[(size_t)*router * t->ports + port];
  if (peer < 0) {
    return text_fail(&f->in, f->in.word_at,
                     SAY_THERE_IS("port %u of router %u, which leads to no router",
                                  "one with a link, as the port to the node is added"),
                     port, *router);
  }
  if (f->in.c == '/') {
    text_advance(&f->in);
    if (!read_number(f, "class", "", 0, f->r->classes - 1, &vc_class)) {
      return false;
    }
  }
  if (!memory_room(&s->hops, &s->hops_room, s->n_hops + 1, sizeof *s->hops)) {
    return memory_fail(f->in.error, "paths");
  }
  s->hops[s->n_hops++] = (routing_hop_t){port, vc_class};
  *router = (uint32_t)peer;
  return true;
}

static bool read_path(reader_t *f) {
  const topology_t *t = f->t;
  source_t *s = f->s;
  path_t path = {.first = s->n_hops};
  if (!read_number(f, "source", "", 0, t->nodes - 1, &path.source)) {
    return false;
  }
  path.place = f->in.word_at;
  if (!read_number(f, "destination", ":", 0, t->nodes - 1, &path.destination)) {
    return false;
  }
  if (path.source == path.destination) {
    return text_fail(&f->in, f->in.word_at,
                     SAY_THERE_IS("a path of node %u to itself", "another destination"),
                     path.source);
  }
  text_skip_blanks(&f->in);
  if (f->in.c != ':') {
    return text_fail(&f->in, f->in.here,
                     SAY_THERE_IS("no ':' behind the destination", "': PORT ..'"));
  }
  text_advance(&f->in);
  topology_place_t at;
  (void)topology_injection(t, path.source, &at, 1);
  while (!at_end(f)) {
    if (!read_hop(f, &at.router)) {
      return false;
    }
    path.count++;
  }
  const uint32_t target = routing_target(t, path.destination);
  if (at.router != target) {
    return text_fail(
        &f->in, f->in.here,
        SAY_THERE_IS("a path that ends at router %u", "one to router %u, where node %u is"),
        at.router, target, path.destination);
  }
  if (!memory_room(&s->paths, &s->paths_room, s->n_paths + 1, sizeof *s->paths)) {
    return memory_fail(f->in.error, "paths");
  }
  s->paths[s->n_paths++] = path;
  return true;
}

static bool read_line(reader_t *f) {
  text_input_t *in = &f->in;
  if (!text_word(in, "")) {
    return false;
  }
  const bool classes = strcmp(in->word, "classes") == 0;
  if (!classes && strcmp(in->word, "path") != 0) {
    nearest_t nearest = nearest_start(in->word);
    nearest_offer(&nearest, "classes");
    nearest_offer(&nearest, "path");
    return text_fail(in, in->word_at, SAY_THERE_IS("'%.48s'%s", "%s"), in->word,
                     nearest_hint(&nearest), nearest.names);
  }
  if (!(classes ? read_classes(f) : read_path(f))) {
    return false;
  }
  return at_end(f) || text_fail(in, in->here, SAY_THERE_IS("more on the line", "its end"));
}

static bool read_lines(reader_t *f) {
  for (text_skip_lines(&f->in); f->in.c != TEXT_END; text_skip_lines(&f->in)) {
    if (!read_line(f)) {
      return false;
    }
  }
  if (f->in.failed) {
    return false;
  }
  source_t *s = f->s;
  if (s->n_paths > 0) {
    qsort(s->paths, s->n_paths, sizeof *s->paths, compare);
  }
  for (uint32_t i = 1; i < s->n_paths; i++) {
    const path_t *path = &s->paths[i];
    if (path[-1].source == path->source && path[-1].destination == path->destination) {
      return text_fail(
          &f->in, path->place,
          SAY_THERE_IS("the path from node %u to node %u again, as in line %llu", "one such path"),
          path->source, path->destination, (unsigned long long)path[-1].place.line);
    }
  }
  f->r->paths = s->n_paths;
  return true;
}

static void source_free(routing_t *r) {
  source_t *s = r->data;
  if (s != NULL) {
    free(s->paths);
    free(s->hops);
    free(s);
  }
  routing_free(r->along);
}

static bool source_create(routing_t *r, const char *file, noc_error_t *error) {
  r->along = routing_create(r->topology, NULL, NULL, false, error);
  if (r->along == NULL) {
    return false;
  }
  r->unit = ROUTE_SOURCE;
  r->classes = r->along->classes;
  source_t *s = calloc(1, sizeof *s);
  r->data = s;
  if (s == NULL) {
    return memory_fail(error, "paths");
  }
  if (file == NULL) {
    r->shortest = r->along->shortest;
    return true;
  }
  reader_t f = {.r = r, .t = r->topology, .s = s};
  if (!text_open(&f.in, file, error)) {
    return false;
  }
  const bool ok = read_lines(&f);
  text_close(&f.in);
  return ok;
}

// The first path of the file that is not before this pair.
static uint32_t find(const source_t *s, uint32_t destination, uint32_t source) {
  const path_t wanted = {.destination = destination, .source = source};
  uint32_t low = 0;
  uint32_t high = s->n_paths;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (compare(&s->paths[middle], &wanted) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

bool routing_own_paths(const routing_t *r, uint32_t destination) {
  if (r->along == NULL) {
    return true;
  }
  const source_t *s = r->data;
  const uint32_t at = find(s, destination, 0);
  return at < s->n_paths && s->paths[at].destination == destination;
}

static size_t source_path(routing_t *r, uint32_t source, uint32_t destination, routing_hop_t *hops,
                          size_t room, noc_error_t *error) {
  const source_t *s = r->data;
  const uint32_t at = find(s, destination, source);
  const path_t *path = at < s->n_paths ? &s->paths[at] : NULL;
  if (path == NULL || path->destination != destination || path->source != source) {
    const size_t count = routing_path(r->along, source, destination, hops, room, error);
    for (size_t i = 0; i < count && i < room; i++) {
      hops[i].vc_class = hops[i].vc_class >= r->along->classes ? r->classes : hops[i].vc_class;
    }
    return count;
  }
  for (uint32_t i = 0; i < path->count && i < room; i++) {
    hops[i] = s->hops[path->first + i];
    hops[i].vc_class = hops[i].vc_class < r->classes ? hops[i].vc_class : r->classes;
  }
  if (path->count < room) {
    topology_place_t end;
    (void)topology_ejection(r->topology, destination, &end, 1);
    hops[path->count] = (routing_hop_t){end.port, r->classes};
  }
  return (size_t)path->count + 1;
}

const routing_code_t kSourceRouting = {
    .takes_file = true, .create = source_create, .free = source_free, .path = source_path};
