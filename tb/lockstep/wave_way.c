// wave_way -- the way of a packet in a save file: a group with its interfaces and routers in the
// order in which its head comes to them, of each what a packet goes through there, and markers at
// the cycles; and the same of the component that differs, at the port and VC that do. See
// wave_content.h.

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
static const row_t kRoute[] = {{"wr_tag", AT_INPUT}, {"wr_late", AT_INPUT}, {"br_wait", AT_INPUT}};
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

// A port or VC that nobody knows: all of them, but not all VCs of all ports.
#define ANY         UINT32_MAX

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
        same = index == p->port[at] || p->port[at] == ANY;
        break;
      case DIMENSION_VC:
        same = index == p->vc[at] || (p->vc[at] == ANY && p->port[at] != ANY);
        break;
      case DIMENSION_BRANCH:
        same = index == p->port[AT_OUTPUT] || p->port[AT_OUTPUT] == ANY;
        break;
      case DIMENSION_NETWORK:
        same = index == p->network || p->network == ANY;
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

// The links that begin at a component, or end there (`into`); of a router at this port, or ANY.
static void print_links(const content_t *c, bool into, component_t component, uint32_t id,
                        uint32_t port) {
  for (size_t i = 0; i < c->wave->n_links; i++) {
    const wave_link_t *l = &c->wave->link[i];
    const wave_end_t *end = &l->end[into];
    if (end->component == component && end->id == id && (end->port == port || port == ANY)) {
      char alias[2 * WAVE_NAME];
      (void)snprintf(alias, sizeof alias, "%s %s", into ? "in from" : "out to",
                     into ? l->from : l->to);
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
    print_links(c, false, COMPONENT_ROUTER, h->router, h->out_port);
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
    print_links(c, false, COMPONENT_INTERFACE, node, ANY);
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

// ---- The component that differs

// The lowest bit in which a bit vector differs, a bit for each of so many.
static uint32_t differing_bit(const bank_mismatch_t *m, uint32_t bits) {
  const uint64_t differs = m->rtl ^ m->golden;
  return m->field->bits == bits && bits > 1 && differs != 0 ? (uint32_t)__builtin_ctzll(differs)
                                                            : ANY;
}

// A field of output ports; the others with ports are of inputs.
static bool of_outputs(const char *field) {
  static const char *const kBegins[] = {"out_", "credit_in_", "va_out_", "sa_out_"};
  for (size_t i = 0; i < sizeof kBegins / sizeof kBegins[0]; i++) {
    if (strncmp(field, kBegins[i], strlen(kBegins[i])) == 0) {
      return true;
    }
  }
  return false;
}

// Where it differs, as far as the element and the bits say so.
static places_t places_of(const bank_mismatch_t *m, const noc_shape_t *s) {
  const dimension_place_t place = dimensions_place(m->field->by, s, m->index);
  const at_t at = of_outputs(m->field->name) ? AT_OUTPUT : AT_INPUT;
  places_t p = {.port = {ANY, ANY}, .vc = {ANY, ANY}, .network = ANY};
  for (unsigned k = 0; k < place.count; k++) {
    const dimension_t d = place.at[k].dimension;
    p.port[at] = d == DIMENSION_PORT ? place.at[k].index : p.port[at];
    p.vc[at] = d == DIMENSION_VC ? place.at[k].index : p.vc[at];
    p.network = d == DIMENSION_NETWORK ? place.at[k].index : p.network;
  }
  if (m->component == COMPONENT_ROUTER && p.port[at] == ANY) {
    p.port[at] = differing_bit(m, s->ports);
  } else if (p.vc[at] == ANY) {
    p.vc[at] = differing_bit(m, s->vcs);
  }
  return p;
}

static void print_router(const content_t *c, const wave_component_t *of, const places_t *p) {
  print_links(c, true, of->component, of->id, p->port[AT_INPUT]);
  content_comment(c, "input VC, and route");
  print_rows(c, of, kInput, COUNT(kInput), p);
  print_rows(c, of, kRoute, COUNT(kRoute), p);
  content_comment(c, "VC allocation");
  print_rows(c, of, kVc, COUNT(kVc), p);
  content_comment(c, "switch");
  print_rows(c, of, kSwitch, COUNT(kSwitch), p);
  content_comment(c, "link");
  print_rows(c, of, kOutput, COUNT(kOutput), p);
  print_links(c, false, of->component, of->id, p->port[AT_OUTPUT]);
}

static void print_both_ways(const content_t *c, const wave_component_t *of, const places_t *p) {
  // The VCs of an interface are those of its one port.
  const places_t own = {.vc = {p->vc[AT_INPUT], p->vc[AT_INPUT]}, .network = p->network};
  content_comment(c, "injection");
  print_rows(c, of, kSource, COUNT(kSource), &own);
  print_links(c, false, of->component, of->id, ANY);
  content_comment(c, "ejection");
  print_links(c, true, of->component, of->id, ANY);
  print_rows(c, of, kDestination, COUNT(kDestination), &own);
}

void content_pipeline(const content_t *c) {
  const bank_mismatch_t *m = c->mismatch;
  const wave_component_t *of = m != NULL ? find(c, m->component, m->id) : NULL;
  if (of == NULL || of->bank->foreign != NULL) {
    return;
  }
  const places_t p = places_of(m, of->bank->config.shape);
  char title[2 * WAVE_NAME];
  int used = snprintf(title, sizeof title, "pipeline of %.60s", of->name);
  for (at_t at = AT_INPUT; m->component == COMPONENT_ROUTER && at <= AT_OUTPUT; at++) {
    if (p.port[at] != ANY) {
      used += snprintf(title + used, sizeof title - (size_t)used, ", %s port %" PRIu32,
                       at == AT_INPUT ? "input" : "output", p.port[at]);
    }
  }
  for (at_t at = AT_INPUT; at <= AT_OUTPUT; at++) {
    if (p.vc[at] != ANY) {
      used += snprintf(title + used, sizeof title - (size_t)used, ", VC %" PRIu32, p.vc[at]);
    }
  }
  content_group(c, true, title);
  if (m->component == COMPONENT_ROUTER) {
    print_router(c, of, &p);
  } else {
    print_both_ways(c, of, &p);
  }
  content_group_end(c, true, title);
}

// ---- Markers

typedef struct {
  uint64_t cycle;
  unsigned rank;  // the higher ones are left out if there are too many
  char where[WAVE_END];
  const char *what;  // "VC"; "" of a head that comes
} event_t;

// The copies of a worm do the same at one place in one cycle.
static bool is_repeated(const event_t *event, size_t i) {
  for (size_t j = i; j-- > 0 && event[j].cycle == event[i].cycle;) {
    if (strcmp(event[j].where, event[i].where) == 0 && strcmp(event[j].what, event[i].what) == 0) {
      return true;
    }
  }
  return false;
}

// Appends an event to the name of a marker; those that have no room are two dots.
static void name_mark(save_mark_t *m, bool same_place, const event_t *e) {
  static const char kMore[] = ", ..";
  char text[WAVE_END + SAVE_MARK];
  const size_t used = strlen(m->name);
  const bool what = *e->what != '\0';
  (void)snprintf(text, sizeof text, "%s%s%s%s", used > 0 ? ", " : "", same_place ? "" : e->where,
                 what && !same_place ? " " : "", e->what);
  const bool full = used >= sizeof kMore && strcmp(m->name + used + 1 - sizeof kMore, kMore) == 0;
  if (!full) {
    (void)strcpy(m->name + used, used + strlen(text) + sizeof kMore <= SAVE_MARK ? text : kMore);
  }
}

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
    if (event[i].cycle < c->wave->from || event[i].cycle > c->wave->to || event[i].rank > rank ||
        is_repeated(event, i)) {
      continue;
    }
    const bool again = s->marks > 0 && s->mark[s->marks - 1].time == time;
    count += !again;
    if (again || s->marks < SAVE_MARKS) {
      if (!again) {
        s->mark[s->marks++] = (save_mark_t){.time = time};
      }
      name_mark(&s->mark[s->marks - 1], again && strcmp(event[i].where, where) == 0, &event[i]);
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
