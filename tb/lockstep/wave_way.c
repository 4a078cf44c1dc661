// wave_way -- the way of a packet in a save file: a group with its interfaces and routers in the
// order in which its head comes to them, of each what a packet goes through there, and markers at
// the cycles; see wave_content.h.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/wave_content.h"

// Which elements of a field are the packet's: those of the input that it comes to, or of the output
// that it leaves by.
typedef enum { AT_INPUT, AT_OUTPUT } at_t;

typedef struct {
  const char *field;
  at_t at;
} row_t;

// It goes through these in a router; one that copies packets has other registers than the rest.
static const row_t kInput[] = {{"in_count", AT_INPUT}, {"in_popped", AT_INPUT}};
static const row_t kRoute[] = {{"wr_tag", AT_INPUT}, {"br_wait", AT_INPUT}};
static const row_t kVc[] = {{"in_active", AT_INPUT}, {"in_out_port", AT_INPUT},
                            {"in_out_vc", AT_INPUT}, {"br_active", AT_INPUT},
                            {"br_vc", AT_INPUT},     {"out_busy", AT_OUTPUT}};
static const row_t kSwitch[] = {{"rd_en", AT_INPUT},
                                {"rd_slot", AT_INPUT},
                                {"br_read", AT_INPUT},
                                {"st_valid", AT_INPUT},
                                {"st_vc", AT_INPUT}};
static const row_t kOutput[] = {{"out_valid", AT_OUTPUT}, {"out_credit", AT_OUTPUT}};
// In the interfaces where it begins and ends.
static const row_t kSource[] = {{"inj_left", AT_INPUT},
                                {"inj_vc", AT_INPUT},
                                {"inj_count", AT_OUTPUT},
                                {"inj_credit", AT_OUTPUT}};
static const row_t kDestination[] = {{"ej_count", AT_INPUT},
                                     {"del_valid", AT_INPUT},
                                     {"del_kind", AT_INPUT},
                                     {"del_message", AT_INPUT}};

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

// The places of a packet in a component; a VC is UINT8_MAX while it has none.
typedef struct {
  uint32_t port[2], vc[2];  // by at_t
  uint32_t network;
} places_t;

// Whether an element is the packet's.
static bool is_at(const wave_component_t *of, const wave_var_t *v, at_t at, const places_t *p) {
  const dimension_place_t place =
      dimensions_place(v->field->by, of->bank->config.shape, v->element);
  for (unsigned k = 0; k < place.count; k++) {
    const uint32_t index = place.at[k].index;
    bool same = true;
    switch (place.at[k].dimension) {
      case DIMENSION_PORT:
        same = index == p->port[at];
        break;
      case DIMENSION_VC:
        same = index == p->vc[at];
        break;
      case DIMENSION_BRANCH:
        same = index == p->port[AT_OUTPUT];
        break;
      case DIMENSION_NETWORK:
        same = index == p->network;
        break;
      default:
        break;
    }
    if (!same) {
      return false;
    }
  }
  return true;
}

// The packet's elements of these fields, of those that the component has.
static void print_rows(const content_t *c, const wave_component_t *of, const row_t *row,
                       size_t rows, const places_t *p) {
  const wave_side_t *side = content_side(of);
  for (size_t r = 0; r < rows; r++) {
    for (size_t i = 0; i < side->count; i++) {
      const wave_var_t *v = &side->var[i];
      if (strcmp(v->field->name, row[r].field) == 0 && is_at(of, v, row[r].at, p)) {
        content_both_sides(c, of, v);
      }
    }
  }
}

static const wave_component_t *find(const content_t *c, component_t component, uint32_t id) {
  for (size_t i = 0; i < c->wave->n_components; i++) {
    const wave_component_t *of = &c->wave->component[i];
    if (of->component == component && of->id == id) {
      return of;
    }
  }
  return NULL;
}

// The link that begins at a component; of a router at this port.
static void print_link(const content_t *c, component_t component, uint32_t id, unsigned port) {
  for (size_t i = 0; i < c->wave->n_links; i++) {
    const wave_link_t *l = &c->wave->link[i];
    const wave_end_t *begin = &l->end[0];
    if (begin->component == component && begin->id == id && begin->port == port) {
      char alias[2 * WAVE_NAME];
      (void)snprintf(alias, sizeof alias, "out to %s", l->to);
      content_signal(c, SAVE_TEXT, SAVE_LINK, alias, l->name, "flit", 0);
    }
  }
}

// "VC granted in cycle 13", "VC not granted yet".
static void stage(const content_t *c, const char *what, uint64_t cycle) {
  char text[SAVE_LETTERS + 24];
  if (cycle == WAVE_NEVER) {
    (void)snprintf(text, sizeof text, "%s: not yet", what);
  } else {
    (void)snprintf(text, sizeof text, "%s: cycle %" PRIu64, what, cycle);
  }
  content_comment(c, text);
}

static void router_name(const content_t *c, uint32_t router, char out[WAVE_END]) {
  (void)topology_router_name(network_topology(c->wave->network), router, out, WAVE_END);
}

static void print_hop(const content_t *c, const wave_hop_t *h, unsigned network) {
  const wave_component_t *of = find(c, COMPONENT_ROUTER, h->router);
  const places_t p = {
      .port = {h->in_port, h->out_port}, .vc = {h->in_vc, h->out_vc}, .network = network};
  char name[WAVE_END];
  char vc[16] = "";
  char title[2 * WAVE_NAME];
  router_name(c, h->router, name);
  if (h->out_vc != UINT8_MAX) {
    (void)snprintf(vc, sizeof vc, " VC %u", h->out_vc);
  }
  (void)snprintf(title, sizeof title, "router %s: in port %u VC %u, out port %u%s%s", name,
                 h->in_port, h->in_vc, h->out_port, vc, of == NULL ? ": not in these waves" : "");
  content_group(c, true, title);
  if (of != NULL) {
    stage(c, "input VC, and route: the head is there", h->arrival);
    print_rows(c, of, kInput, COUNT(kInput), &p);
    print_rows(c, of, kRoute, COUNT(kRoute), &p);
    stage(c, "VC granted", h->granted);
    print_rows(c, of, kVc, COUNT(kVc), &p);
    stage(c, "switch: first flit", h->first);
    stage(c, "switch: last flit", h->last);
    print_rows(c, of, kSwitch, COUNT(kSwitch), &p);
    stage(c, "link: the head is at the other end", h->onward);
    print_rows(c, of, kOutput, COUNT(kOutput), &p);
    print_link(c, COMPONENT_ROUTER, h->router, h->out_port);
  }
  content_group_end(c, true, title);
}

// The interface that a packet comes from, or goes to (`at_end`).
static void print_interface(const content_t *c, uint32_t node, bool at_end, const places_t *p) {
  const wave_component_t *of = find(c, COMPONENT_INTERFACE, node);
  const wave_way_t *way = c->wave->way;
  char title[2 * WAVE_NAME];
  (void)snprintf(title, sizeof title, "node %" PRIu32 "%s", node,
                 of == NULL ? ": not in these waves" : "");
  content_group(c, true, title);
  if (of != NULL && at_end) {
    stage(c, "interface: the head is there", way->arrived);
    print_rows(c, of, kDestination, COUNT(kDestination), p);
    stage(c, "host: it has the tail", way->delivered);
  } else if (of != NULL) {
    stage(c, "interface: the head is on the link", way->entered);
    print_rows(c, of, kSource, COUNT(kSource), p);
    print_link(c, COMPONENT_INTERFACE, node, 0);
  }
  content_group_end(c, true, title);
}

void content_way(const content_t *c) {
  const wave_way_t *way = c->wave->way;
  places_t from = {.vc = {UINT8_MAX, UINT8_MAX}, .network = way->network};
  places_t to = from;
  if (way->hops > 0) {
    from.vc[AT_OUTPUT] = way->hop[0].in_vc;
    to.vc[AT_INPUT] = way->hop[way->hops - 1].out_vc;
  }
  content_group(c, true, way->title);
  print_interface(c, way->from, false, &from);
  for (size_t i = 0; i < way->hops; i++) {
    print_hop(c, &way->hop[i], way->network);
  }
  if (way->to != UINT32_MAX && way->arrived != WAVE_NEVER) {
    print_interface(c, way->to, true, &to);
  }
  content_group_end(c, true, way->title);
}

// ---- Markers

typedef struct {
  uint64_t cycle;
  unsigned rank;  // the higher ones are left out if there are too many
  char where[WAVE_END];
  const char *what;  // "VC"; "" of a head that comes
} event_t;

static int by_cycle(const void *a, const void *b) {
  const event_t *x = a;
  const event_t *y = b;
  return x->cycle != y->cycle ? (x->cycle > y->cycle) - (x->cycle < y->cycle)
                              : (x->rank > y->rank) - (x->rank < y->rank);
}

// Those up to a rank that the waves have, one a cycle; how many there are.
static size_t place_marks(const content_t *c, const event_t *event, size_t events, unsigned rank) {
  save_t *s = c->save;
  size_t count = 0;
  const char *where = "";
  s->marks = 0;
  for (size_t i = 0; i < events; i++) {
    const uint64_t time = event[i].cycle * WAVE_PERIOD;
    if (event[i].cycle < c->wave->from || event[i].cycle > c->wave->to || event[i].rank > rank) {
      continue;
    }
    const bool again = s->marks > 0 && s->mark[s->marks - 1].time == time;
    count += !again;
    if (again || s->marks < SAVE_MARKS) {
      save_mark_t *m = &s->mark[again ? s->marks - 1 : s->marks++];
      const size_t used = again ? strlen(m->name) : 0;
      const bool here = again && strcmp(event[i].where, where) == 0;
      m->time = time;
      (void)snprintf(m->name + used, SAVE_MARK - used, "%s%s%s%s", again ? ", " : "",
                     here ? "" : event[i].where, here || *event[i].what == '\0' ? "" : " ",
                     event[i].what);
      where = event[i].where;
    }
  }
  return count;
}

static event_t *add(event_t *e, uint64_t cycle, unsigned rank, const char *where,
                    const char *what) {
  if (cycle == WAVE_NEVER) {
    return e;
  }
  *e = (event_t){.cycle = cycle, .rank = rank, .what = what};
  (void)snprintf(e->where, sizeof e->where, "%s", where);
  return e + 1;
}

void content_marks(const content_t *c) {
  enum { KINDS = 3, INTERFACES = 2 };
  const wave_way_t *way = c->wave->way;
  event_t *event = calloc(way->hops * KINDS + INTERFACES, sizeof *event);
  if (event == NULL) {
    return;  // the groups are there all the same
  }
  event_t *end = event;
  for (size_t i = 0; i < way->hops; i++) {
    const wave_hop_t *h = &way->hop[i];
    char name[WAVE_END];
    router_name(c, h->router, name);
    end = add(end, h->arrival, 0, name, "");
    end = add(end, h->granted, 1, name, "VC");
    end = add(end, h->first, 2, name, "switch");
  }
  end = add(end, way->arrived, 0, "interface", "");
  end = add(end, way->delivered, 0, "host", "");
  qsort(event, (size_t)(end - event), sizeof *event, by_cycle);
  for (unsigned rank = KINDS; rank-- > 0;) {
    if (place_marks(c, event, (size_t)(end - event), rank) <= SAVE_MARKS) {
      break;
    }
  }
  free(event);
}
